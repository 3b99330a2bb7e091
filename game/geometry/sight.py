"""Lines of sight between sample points: what is seen, along which line, and through what. Bulk work is in `sightfield`.

What hinders sight is data: `Screen` for the areas and walls of some kinds, `SightRules` for all of them and for bases.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from .arcs import Arc, points_in_arc
from .shapes import Floats, Footprint, Point, Pose, corners, eye, forward, to_local

Points = Literal["centre", "corners", "corners_centre", "eye", "across"]


class Screen(msgspec.Struct, frozen=True):
    """How features of some kinds hinder sight.

    Parameters
    ----------
    kinds
        Kinds of features meant.
    depth
        Length (mm) a line may run through them and still be free; walls (lines) hinder any line that crosses them.
    pooled
        Whether lengths through all of them add up; else each feature is judged alone.
    unless
        A feature does not hinder where the viewer or the viewed base has its "centre" in it, or any part of its "base".
    solid
        Whether a feature hinders only lines that run between its foot and its height.
    """

    kinds: tuple[str, ...]
    depth: float = 0.0
    pooled: bool = False
    unless: Literal["never", "centre", "base"] = "never"
    solid: bool = False


class SightRules(msgspec.Struct, frozen=True):
    """What hinders a line of sight.

    Parameters
    ----------
    screens
        Rules for features; a feature of no screen hinders nothing.
    bases
        Whether bases hinder at all.
    base_depth
        Length (mm) a line may run through any one base and still be free.
    own_group, target_group
        Whether other bases of the viewer's, of the viewed group hinder. Viewer and viewed base themselves never do.
    base_heights
        "flat": any base hinders; "prism": only where the line runs below its top; "nearest": only if the line is no
        higher than its top at the point nearest its centre.
    """

    screens: tuple[Screen, ...] = ()
    bases: bool = True
    base_depth: float = 0.0
    own_group: bool = True
    target_group: bool = True
    base_heights: Literal["flat", "prism", "nearest"] = "flat"


class Through(msgspec.Struct, frozen=True):
    """A stretch of a line inside something: what it is, which, from where to where, and how long (mm)."""

    what: Literal["base", "feature"]
    id: str
    start: Point
    end: Point
    depth: float
    blocks: bool


class SightLine(msgspec.Struct, frozen=True):
    """One line: to which sample point (index), if that is in the field of view, if it is free, and through what."""

    part: int
    start: Point
    end: Point
    in_field: bool
    free: bool
    through: tuple[Through, ...]


class Sight(msgspec.Struct, frozen=True):
    """Whether a base sees another, by which of the lines (the first free one, or None), and why not."""

    viewer: str
    target: str
    seen: bool
    part: int | None
    lines: tuple[SightLine, ...]
    why: Literal["seen", "field", "blocked"]


def sample_points(footprint: Footprint, pose: Pose, which: Points, seen_from: Point | None = None) -> Floats:
    """Sample points (k, 2) of a base.

    "corners_centre" gives the four corners, then the centre; "across" its centre between the ends of its extent
    square to the line from `seen_from`.

    >>> sample_points(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0), "corners_centre").shape
    (5, 2)
    >>> sample_points(Footprint("circle", 30.0, 30.0), Pose(0.0, 0.0), "across", (0.0, -100.0)).tolist()
    [[-15.0, 0.0], [0.0, 0.0], [15.0, 0.0]]
    """
    centre = np.array(((pose.x, pose.y),))
    if which == "centre":
        return centre
    if which == "eye":
        return np.array((eye(footprint, pose),))
    if which == "across":
        if seen_from is None:
            raise ValueError("points across a line need the point it is seen from")
        return across_points(footprint, pose, seen_from, (-1.0, 0.0, 1.0))
    points = corners(footprint, pose)
    return points if which == "corners" else np.concatenate((points, centre))


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


def in_field(points: Floats, arc: Arc | None) -> NDArray[np.bool_]:
    """Truths (k,) whether sample points lie in a field of view; no arc sees all round."""
    return np.ones(len(points), dtype=np.bool_) if arc is None else points_in_arc(arc, np.asarray(points)[:, :2])


def depth_seen(lines: Iterable[SightLine], ids: Iterable[str]) -> float:
    """Least length (mm) by which the lines run through the features named: how deep one must look into them.

    Infinity if there is no line.
    """
    wanted = set(ids)
    return min(
        (sum(t.depth for t in line.through if t.what == "feature" and t.id in wanted) for line in lines),
        default=math.inf,
    )
