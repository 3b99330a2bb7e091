"""Who moves in a turn: the initiative phase, command tests and orders, and the move that an order gives.

Of the rulebook: "Initiative" and "Command and orders".
"""
