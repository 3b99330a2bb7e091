"""The melee phase: who fights whom, rounds and their results, retreats, pursuits, advances, reforming, and the odds.

Of the rulebook: "Combat: engagement and attacks", "Combat result", "Pursuit and advance", "End of the melee phase".
"""
