"""What blows and shots have in common: every number of them, and the stands they cost.

Of the rulebook: "Attack modifiers", armour and casualties.
"""
