"""When two bodies on their ways come as near as a limit, or the front of one comes upon the other.

Distances between bodies are those between their nearest pieces.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import shapely

from game.kit.block.course import Course
from game.kit.block.outlines import Floats, between

FINE = 0.002
"""Mm within which a distance is the limit."""
GRAZE = 0.05
"""Mm by which a front passes another body without going over it."""
STEP = 1e-5
"""The least of x between two looks."""
Part = Callable[[Course, float], Floats]
"""What of a body is measured from at an x: pieces."""


def whole(one: Course, x: float) -> Floats:
    """All of a body."""
    return one.outline_at(x)


def front(one: Course, x: float) -> Floats:
    """The front edge of a body."""
    return one.front_at(x).piece() if len(one.bases) else one.outline_at(x)


def gap(one: Course, other: Course, x: float) -> float:
    """Mm between the nearest pieces of two bodies; below 0 they overlap."""
    return between(one.outline_at(x), other.outline_at(x))


def nearest_ever(one: Course, other: Course, since: float) -> float:
    """A bound (mm) below which the gap of two bodies cannot fall from an x on."""
    ax, ay, ar, a_goes = one.bound(since)
    bx, by, br, b_goes = other.bound(since)
    return math.hypot(ax - bx, ay - by) - ar - br - (a_goes + b_goes)


def closing(one: Course, other: Course, x: float) -> float:
    """A bound (mm for each of x) on how fast the gap shrinks; where both go straight it is their relative speed."""
    a, b = one.at(x), other.at(x)
    if a.pivot is None and b.pivot is None:
        return float(np.hypot(a.velocity[0] - b.velocity[0], a.velocity[1] - b.velocity[1]))
    return a.pace + b.pace


def comes_near(
    one: Course,
    other: Course,
    limit: float,
    since: float,
    until: float = 1.0,
    *,
    part: Part = whole,
    slack: float = FINE,
) -> float | None:
    """The first x from ``since`` on at which the gap is no more than a limit (mm); None where it never is.

    Parameters
    ----------
    part
        What of the first body is measured from: all of it, or its front.
    slack
        mm by which the gap may exceed the limit at the very end, where their ways have been rounded.
    """
    if nearest_ever(one, other, since) > limit + slack:
        return None
    x = since
    while x < until:
        end = min(until, one.after(x), other.after(x))
        found = _within(one, other, limit, x, end, part)
        if found is not None:
            return found
        x = end
    return x if between(part(one, x), other.outline_at(x)) <= limit + slack else None


def _within(one: Course, other: Course, limit: float, x: float, end: float, part: Part) -> float | None:
    rate = closing(one, other, x)
    while True:
        left = between(part(one, x), other.outline_at(x)) - limit
        if left <= FINE:
            return x
        if rate <= 0.0:
            return None
        step = left / rate
        if x + step >= end:
            return None
        x += max(step, STEP)


def brings_nearer(one: Course, other: Course, x: float, limit: float = math.inf) -> bool:
    """Whether a body's own motion makes the gap smaller, the other thought standing.

    ``limit``: mm that the gap must come below as well: who passes at just that distance comes no nearer than it.
    """
    here = one.at(x)
    if here.pace <= 0.0 or here.end <= x:
        return False
    still = other.outline_at(x)
    later = min(here.end, x + max(10.0 * STEP, 1.0 / here.pace))
    now = min(limit, between(here.outline_at(x), still))
    return between(here.outline_at(later), still) < now - FINE / 10.0


def sweeps(one: Course, other: Course, x: float) -> bool:
    """Whether the front of a body still goes over where another is now, on what is left of its way."""
    there = other.cover_at(x)
    for way in one.rest(x):
        if way.pace <= 0.0:
            continue
        edge, turn = one.front_at(way.start), math.degrees(way.spin * (way.end - way.start))
        ground = edge.swung(turn) if way.pivot is not None else edge.swept(way.pace * (way.end - way.start))
        if ground.buffer(-GRAZE).intersects(there):
            return True
    return False


def towards(one: Course, other: Course, x: float) -> tuple[float, float]:
    """The direction (x, y of length 1) from a body to the nearest point of another; ahead where they touch."""
    a, b = (m.cover_at(x) for m in (one, other))
    (ax, ay), (to_x, to_y) = shapely.get_coordinates(shapely.shortest_line(a, b)).tolist()
    length = math.hypot(to_x - ax, to_y - ay)
    if length > 1e-6:
        return (to_x - ax) / length, (to_y - ay) / length
    facing = math.radians(float(one.poses_at(x)[0, 2]))
    return math.sin(facing), math.cos(facing)
