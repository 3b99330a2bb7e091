"""How units get from place to place: legs of a move, and the forced moves of those driven, evading or retreating.

Of the rulebook: "Movement", the geometry of forced moves and making way.
"""
