"""The opponent."""
