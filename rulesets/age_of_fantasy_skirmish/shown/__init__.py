"""What the player is shown: cards, heights, overlays, and what any two units could do to each other.

No rule stands here; what is shown is asked of the chapters that hold it.
"""
