"""Morale and recovery."""
