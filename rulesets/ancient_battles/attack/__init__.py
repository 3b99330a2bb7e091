"""What blows and shots have in common: the charts, the dice of an attack, and the losses it causes.

Of the rulebook: what its chapters on shooting and on close combat say alike.
"""
