"""The shooting phase: who may shoot at whom, one unit's volley, drive-backs, and the odds of a volley.

Of the rulebook: "Shooting" and "Drive-back".
"""
