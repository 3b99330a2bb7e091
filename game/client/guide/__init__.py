"""Guided battles: files that say what to tell a player when, and what follows his progress."""
