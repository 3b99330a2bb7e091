"""Rounds, activations, and the end."""
