"""Frames that chapters call which stand above them: their names, and what each is given."""

from __future__ import annotations

import msgspec

from game.engine.declared import Awaited


class Flees(msgspec.Struct, frozen=True):
    """A unit that flees, why, and from whom."""

    unit: str
    cause: str
    away: str


FLEE = Awaited("wab.flee", Flees)
