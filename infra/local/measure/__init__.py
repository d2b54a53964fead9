"""`make bench`: measures the cost and speed of imports. Prints tables; has no limits to exceed."""
