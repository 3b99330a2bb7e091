"""Lines of sight between points: what hinders them, as data, and the points across a base that are looked at.

Fronts, heads and the choice of points are a system's own. Lines in bulk, and one with its reasons: `sightfield`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from .shapes import Floats, Footprint, Point, Pose, forward, to_local


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


def across_points(
    footprint: Footprint, pose: Pose, seen_from: Point, shares: Sequence[float], inset: float = 0.0
) -> Floats:
    """Points (k, 2) across the line from `seen_from` to the centre of a base, at shares of its half-extent that way.

    Parameters
    ----------
    shares
        -1 is the left end as seen from there, 1 the right end.
    inset
        Length (mm) by which the half-extent is shortened first.

    >>> across_points(Footprint("circle", 30.0, 30.0), Pose(0.0, 0.0), (0.0, -100.0), (-1.0, 0.0, 1.0)).tolist()
    [[-15.0, 0.0], [0.0, 0.0], [15.0, 0.0]]
    """
    dx, dy = pose.x - seen_from[0], pose.y - seen_from[1]
    length = math.hypot(dx, dy)
    ahead = (dx / length, dy / length) if length else forward(pose.facing)
    aside = (ahead[1], -ahead[0])
    u, v = to_local(Pose(0.0, 0.0, pose.facing), aside)
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    reach = abs(u) * a + abs(v) * b if footprint.kind == "rect" else math.hypot(u * a, v * b)
    reach = max(reach - inset, 0.0)
    return np.array([(pose.x + aside[0] * reach * s, pose.y + aside[1] * reach * s) for s in shares])
