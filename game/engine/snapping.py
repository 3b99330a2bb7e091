"""Distances between bases that a ruleset knows by name: a hand may put a figure to them exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec

from game.engine.state import State
from game.engine.text import Text


class UsualGap(msgspec.Struct, frozen=True):
    """A distance (mm) from outline to outline.

    Attributes
    ----------
    to
        From a figure of the same unit ("mate"), of another unit of the side ("friend"), or of another side ("enemy").
    text
        What it means to stand at that distance: "just coherent".
    """

    to: Literal["mate", "friend", "enemy"]
    mm: float
    text: Text


@runtime_checkable
class TellsGaps(Protocol):
    """A ruleset that tells such distances."""

    def usual_gaps(self, view: State, unit: str) -> Sequence[UsualGap]:
        """Those that matter for a unit."""
        ...
