"""Heroes in play and their Power Points."""
