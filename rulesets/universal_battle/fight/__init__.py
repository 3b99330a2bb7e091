"""Melees, duels and combat results."""
