"""What generals differ in."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """A general's temper.

    Attributes
    ----------
    loss
        What a point of his own lost is to him, beside a point of the enemy's.
    dare
        Points that a charge must promise before it is declared.
    danger
        How much of what may be done to a unit where it stands he reckons with.
    push
        Points that an inch towards the enemy is worth to a hundred points of troops.
    """

    name: str
    loss: float = 0.85
    dare: float = 3.0
    danger: float = 0.5
    push: float = 1.0


STEADY = Temper("general")
BOLD = Temper("bold", 0.6, 0.0, 0.3, 1.5)
CAUTIOUS = Temper("cautious", 1.1, 15.0, 0.8, 0.6)
