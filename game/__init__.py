"""Tabula Belli: a digital tabletop for miniature wargames that knows the rules and enforces them."""

__version__ = "0.1.0"
