"""The generals of Warmaster Ancients: scripted opponents that play the whole game."""
