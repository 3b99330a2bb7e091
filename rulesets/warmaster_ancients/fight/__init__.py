"""The melee phase ("Combat", "Combat result", "Pursuit and advance", "End of the melee phase"), and its odds."""
