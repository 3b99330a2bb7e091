"""Charges ("Actions"): where models get at a unit, and a whole unit into contact."""
