"""The Close combat phase: blows, the score, Break tests, pursuit and giving ground, and the odds of it all.

Of the rulebook: "Close combat", "Combat result" and "Break tests".
"""
