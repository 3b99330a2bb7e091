"""The course of the battle ("Turn sequence", "End of the game"): player turns, phases, broken armies, victory."""
