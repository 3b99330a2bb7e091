"""What the player is shown, no rule: cards, overlays, and what any two units could do to each other."""
