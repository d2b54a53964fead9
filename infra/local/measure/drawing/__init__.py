"""Draws photos of recipes in many layouts, with different fonts and damages, determined by a seed."""
