"""Carriers and passengers."""
