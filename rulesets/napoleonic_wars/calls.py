"""Frames that chapters call which stand above them: their names, and what each is given."""

from __future__ import annotations

import msgspec

from game.engine.declared import Awaited


class Attacks(msgspec.Struct, frozen=True):
    """A body that attempts an attack, and the tie of it."""

    body: str
    tie: str = ""


class OfQuarter(msgspec.Struct, frozen=True):
    """A quarter of the move, 1 to 4."""

    quarter: int


ATTACK_MORALE = Awaited("nap.attack_morale", Attacks)
FORCED = Awaited("nap.forced")
QUARTER = Awaited("nap.quarter", OfQuarter)
