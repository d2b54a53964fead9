"""Pictures of our own recipes in many layouts, fonts and damages, generated from a seed."""
