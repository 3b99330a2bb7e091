"""The course of the battle ("Turn sequence"): player turns and their phases, the start of a turn, victory."""
