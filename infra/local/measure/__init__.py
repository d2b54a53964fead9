"""`make bench`: cost and speed of imports. Prints tables; never fails."""
