"""Lines of sight between points: what hinders them, as data.

Fronts, heads and the choice of points are a system's own. Lines in bulk, and one with its reasons: `sightfield`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from .shapes import Point


class Screen(msgspec.Struct, frozen=True):
    """How features of some kinds hinder sight.

    Parameters
    ----------
    kinds
        Kinds of features meant.
    depth
        Length (mm) a line may run through one of them and still be free; walls (lines) hinder any line that crosses
        them.
    lifted
        Whether a feature does not hinder where the viewer's or the viewed base overlaps it.
    """

    kinds: tuple[str, ...]
    depth: float = 0.0
    lifted: bool = False


class Through(msgspec.Struct, frozen=True):
    """A stretch of a line inside something: what it is, which, from where to where, and how long (mm)."""

    what: Literal["base", "feature"]
    id: str
    start: Point
    end: Point
    depth: float
    blocks: bool


class SightLine(msgspec.Struct, frozen=True):
    """One line: if it is free, and what it runs through."""

    start: Point
    end: Point
    free: bool
    through: tuple[Through, ...]
