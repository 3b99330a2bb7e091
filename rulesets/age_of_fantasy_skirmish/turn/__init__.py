"""The course of the battle ("Rounds", "Mission"): roll-offs, activations, markers seized, victory."""
