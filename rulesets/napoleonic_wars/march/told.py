"""What a plan tells beside the way itself: faults, marks on the way, what a body becomes."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import Bar
from game.geometry.shapes import Footprint, Pose


class Fault(msgspec.Struct, frozen=True):
    """Why an action cannot be ordered, or is not carried out: its number in the order, sentence and clause."""

    action: int
    bar: Bar


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happens on the way.

    An obstacle is begun ("crossed"), ``n`` figures are in or out of a building ("in", "out"), the way ends at ground
    that may not be entered ("shut"), a gun is spiked ("spiked").
    """

    time: float
    what: str
    thing: str = ""
    action: int = 0
    n: int = 0


class Become(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body becomes when an action is done.

    Attributes
    ----------
    verb
        Of the action.
    fields
        Of its own part.
    sizes
        Bases of figures that have others now, by base.
    poses, inside
        Figures that come on the table, and those that go into a building.
    """

    time: float
    action: int
    verb: str
    fields: dict[str, Any] = {}
    sizes: dict[str, Footprint] = {}
    poses: dict[str, Pose] = {}
    inside: dict[str, str] = {}
