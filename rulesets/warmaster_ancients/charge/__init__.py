"""Charges ("Movement", "Shooting at chargers"): declared at an enemy in sight, shot at, placed stand by stand."""
