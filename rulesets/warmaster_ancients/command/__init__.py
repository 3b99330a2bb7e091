"""Who moves in a turn ("Initiative", "Command and orders"): the phase, command tests, the move of an order."""
