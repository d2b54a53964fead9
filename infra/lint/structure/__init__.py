"""What the repository's files look like from outside: which import each other in a circle, and how long they are."""
