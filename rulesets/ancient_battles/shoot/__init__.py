"""The Shooting phase: who may shoot at whom and with what, one unit's volley, the phase, and the odds of a volley.

Of the rulebook: "Shooting".
"""
