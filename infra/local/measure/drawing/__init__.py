"""Pictures of our own recipes: many layouts, fonts and damages, drawn anew from a seed."""
