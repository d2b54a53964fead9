"""Checks the wording of comments, docs and texts: plain technical English (CONTRIBUTING.md)."""
