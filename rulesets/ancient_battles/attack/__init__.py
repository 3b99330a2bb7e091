"""What blows and shots have in common: the losses that they cause.

Of the rulebook: what its chapters on shooting and on close combat say alike.
"""
