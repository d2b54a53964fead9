"""`make bench`: what an import costs and how fast it is. Prints tables, and is never a test."""
