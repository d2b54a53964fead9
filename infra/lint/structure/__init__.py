"""Structure checks: import cycles, and lengths of files and functions."""
