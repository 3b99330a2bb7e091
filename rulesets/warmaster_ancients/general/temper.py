"""The tempers of generals: what one weighs against the other. All values are in points of army cost."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """How a general weighs things: a point of one's own losses against one of the enemy's, and what must be promised.

    ``venture`` are points that a charge or another blow must promise before it is made, ``pursuit`` those of a pursuit;
    ``exposure`` weighs the losses that the enemy may inflict in his next turn, ``opening`` the charges that a place
    opens to a unit in its own; ``haste`` are points that a whole move (200 mm) towards the goal is worth.
    """

    name: str
    own_loss: float = 0.9
    venture: float = 2.0
    exposure: float = 0.55
    opening: float = 0.45
    haste: float = 12.0
    pursuit: float = 0.0


STEADY = Temper("general")
BOLD = Temper("bold", own_loss=0.65, venture=-4.0, exposure=0.3, opening=0.6, haste=16.0, pursuit=-3.0)
CAUTIOUS = Temper("cautious", own_loss=1.15, venture=6.0, exposure=0.85, opening=0.4, haste=8.0, pursuit=4.0)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""
