"""What generals differ in."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """A general's temper.

    Attributes
    ----------
    loss
        What a point of his own lost is to him, beside a point of the enemy's.
    place
        What a held marker is to him, in points, when the battle ends.
    danger
        How much of what may be done to a unit where it stands he reckons with.
    """

    name: str
    loss: float = 0.8
    place: float = 45.0
    danger: float = 0.3


STEADY = Temper("general")
BOLD = Temper("bold", 0.5, 40.0, 0.12)
CAUTIOUS = Temper("cautious", 1.1, 45.0, 0.6)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""
