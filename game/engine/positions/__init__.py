"""Positions: any situation as a small file, what it must come to, and the moment of a battle as such a file."""
