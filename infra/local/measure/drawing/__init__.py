"""Draws pictures of our own recipes in many layouts, with different fonts and damages. A seed determines them."""
