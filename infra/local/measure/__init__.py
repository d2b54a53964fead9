"""`make bench`: measures the cost and speed of imports. Prints tables; never fails."""
