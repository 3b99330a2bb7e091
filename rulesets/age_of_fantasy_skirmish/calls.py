"""Frames that chapters call which stand above them: their names, and what each is given."""

from __future__ import annotations

import msgspec

from game.engine.decision import Course
from game.engine.declared import Awaited
from game.kit.situation import OfUnit


class Pair(msgspec.Struct, frozen=True):
    """Who charged, and whom."""

    charger: str
    target: str


class Moves(msgspec.Struct, frozen=True):
    """A move: of whom, by which action, at whom, along which courses; ``inside`` an activation of its own."""

    unit: str
    action: str
    mark: str
    courses: tuple[Course, ...]
    inside: bool = True


class Pushed(msgspec.Struct, frozen=True):
    """A model that a side may push; ``sure`` without a test."""

    base: str
    by: str
    sure: bool = False


class Endangered(msgspec.Struct, frozen=True):
    """Models of a unit on dangerous ground, and why they test."""

    unit: str
    bases: tuple[str, ...]
    why: str


ACTIVATION = Awaited("afs.activation", OfUnit)
ARRIVALS = Awaited("afs.arrivals")
CONSOLIDATE = Awaited("afs.consolidate", OfUnit)
DANGER = Awaited("afs.danger", Endangered)
DRAW_BACK = Awaited("afs.draw_back", Pair)
MELEE = Awaited("afs.melee", Pair)
MORALE = Awaited("afs.morale")
MOVE = Awaited("afs.move", Moves)
PILE_IN = Awaited("afs.pile_in", Pair)
PUSH = Awaited("afs.push", Pushed)
SHOOTING = Awaited("afs.shooting", OfUnit)
