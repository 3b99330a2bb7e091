"""When two bodies on the clock come as near as a limit, found to 0.0001 of a move (NAP-S09, NAP-S11)."""

from __future__ import annotations

import math

import numpy as np
import shapely

from game.geometry.measure import signed_matrix
from rulesets.napoleonic_wars.clock.movers import Floats, Mover
from rulesets.napoleonic_wars.measures import TICK

FINE = 0.002
"""Mm within which a distance is the limit."""
SPIN_LOOK = 0.02
"""Part of a move between two looks at bodies that wheel."""


def gap(one: Mover, other: Mover, time: float) -> float:
    """Mm between the nearest figures of two bodies at a moment; below 0 they overlap."""
    return between(one.outline_at(time), other.outline_at(time))


def between(a: Floats, b: Floats) -> float:
    """Mm between the nearest of some pieces; infinite where there are none."""
    if not len(a) or not len(b):
        return float("inf")
    return float(signed_matrix(a, b).min())


def reach(mover: Mover, time: float) -> tuple[float, float, float]:
    """A circle about a body at a moment: middle and radius (mm)."""
    points = mover.outline_at(time).reshape(-1, 2)
    if not len(points):
        return 0.0, 0.0, 0.0
    low, high = points.min(axis=0), points.max(axis=0)
    x, y = ((low + high) / 2.0).tolist()
    return x, y, float(np.hypot(*((high - low) / 2.0)))


def nearest_ever(one: Mover, other: Mover, since: float) -> float:
    """A bound (mm) below which the gap of two bodies cannot fall from a moment on."""
    ax, ay, ar = reach(one, since)
    bx, by, br = reach(other, since)
    way = sum(s.pace * (s.end - max(s.start, since)) for m in (one, other) for s in m.stretches if s.end > since)
    return float(np.hypot(ax - bx, ay - by)) - ar - br - way


def closing(one: Mover, other: Mover, time: float) -> float:
    """A bound (mm a move) on how fast the gap shrinks; where both go straight it is their relative speed."""
    a, b = one.at(time), other.at(time)
    if a.pivot is None and b.pivot is None:
        return float(np.hypot(a.velocity[0] - b.velocity[0], a.velocity[1] - b.velocity[1]))
    return a.pace + b.pace


def comes_near(one: Mover, other: Mover, limit: float, since: float, until: float = 1.0) -> float | None:
    """The first moment from ``since`` on at which the gap is no more than a limit (mm); None where it never is."""
    if nearest_ever(one, other, since) > limit:
        return None
    time = since
    while time < until:
        end = min(until, one.after(time), other.after(time))
        found = _within(one, other, limit, time, end)
        if found is not None:
            return found
        time = end
    return time if gap(one, other, time) <= limit + FINE else None


def _within(one: Mover, other: Mover, limit: float, time: float, end: float) -> float | None:
    rate = closing(one, other, time)
    while True:
        left = gap(one, other, time) - limit
        if left <= FINE:
            return time
        if rate <= 0.0:
            return None
        step = left / rate
        if time + step >= end:
            return None
        time += max(step, TICK / 10.0)


def brings_nearer(mover: Mover, other: Mover, time: float) -> bool:
    """Whether a body's own motion makes the gap smaller, the other thought standing (NAP-S46 (b), NAP-R145)."""
    here = mover.at(time)
    if here.pace <= 0.0 or here.end <= time:
        return False
    still = other.outline_at(time)
    later = min(here.end, time + max(TICK, 1.0 / here.pace))
    return between(here.outline_at(later), still) < between(here.outline_at(time), still) - FINE / 10.0


def sweeps(mover: Mover, other: Mover, time: float, longer: float) -> bool:
    """Whether a body that goes straight on for some time comes over where another is now (NAP-S47)."""
    here = mover.outline_at(time)
    there = here + np.array(mover.at(time).velocity) * longer
    strip = shapely.MultiPoint(np.concatenate([here, there]).reshape(-1, 2)).convex_hull
    return bool(shapely.intersects(strip, shapely.polygons(other.outline_at(time))).any())


def towards(one: Mover, other: Mover, time: float) -> tuple[float, float]:
    """The direction (x, y of length 1) from a body to the nearest point of another; ahead where they touch."""
    a, b = (shapely.union_all(shapely.polygons(m.outline_at(time))) for m in (one, other))
    (x, y), (to_x, to_y) = shapely.get_coordinates(shapely.shortest_line(a, b)).tolist()
    length = math.hypot(to_x - x, to_y - y)
    if length > 1e-6:
        return (to_x - x) / length, (to_y - y) / length
    facing = math.radians(float(one.poses_at(time)[0, 2]))
    return math.sin(facing), math.cos(facing)
