"""What the player is shown, out of declared rows: cards, overlays, and what two units could do to each other.

For all three systems; no rule stands here. Which rows there are, what they say and where their numbers come from is the
system's.
"""
