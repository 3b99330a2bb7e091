"""What blows and shots have in common: hits, blocks, wounds, casualties, and the odds of a batch.

Of the rulebook: what "Shooting" and "Melee" say alike, and "Wound effects".
"""
