"""The shortest line between two units: between which points it is measured where several pairs are equally near.

WMA-S06.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from game.geometry.convex import Poly, nearest_points, separation
from game.geometry.shapes import Point
from rulesets.warmaster_ancients.measures import MEASURES, SAME


class Between(msgspec.Struct, frozen=True):
    """The shortest line between two units: length (mm, unrounded), its ends, and the stands it joins (WMA-S06)."""

    distance: float
    a: Point
    b: Point
    stand_a: str
    stand_b: str


def nearest_line(
    own: Sequence[Poly], own_ids: Sequence[str], other: Sequence[Poly], other_ids: Sequence[str]
) -> Between:
    """The shortest line between two groups of stands given by corners, each in the order of their numbers (WMA-S06)."""
    found: list[tuple[int, int, float, list[tuple[Point, Point]]]] = []
    for i, a in enumerate(own):
        for j, b in enumerate(other):
            apart = separation(a, b)
            if found and apart > min(row[2] for row in found) + SAME:
                continue
            distance, ends = nearest_points(a, b, SAME)
            found.append((i, j, 0.0 if apart <= 0.0 else distance, ends))
    least = min(row[2] for row in found)
    ties = [row for row in found if row[2] <= least + SAME]
    ties.sort(key=lambda row: 0 if _stretch(row[3]) > MEASURES.gap else 1)
    i, j = ties[0][:2]
    on_a, on_b = _middle([row[3] for row in ties])
    return Between(least, on_a, on_b, own_ids[i], other_ids[j])


def _stretch(ends: list[tuple[Point, Point]]) -> float:
    """How long (mm) the stretch is on which two stands are equally near: 0 for two corners."""
    return max(math.dist(ends[0][0], p) for p, _ in ends)


def _middle(ties: list[list[tuple[Point, Point]]]) -> tuple[Point, Point]:
    """Where a shortest line is measured: the middle of the stretch on which parallel edges lie beside each other.

    The stretch of the first pair of stands, with those of other pairs that run on from it.
    """
    first = ties[0]
    start = first[0]
    far = max(first, key=lambda row: math.dist(row[0], start[0]))
    ux, uy = far[0][0] - start[0][0], far[0][1] - start[0][1]
    length = math.hypot(ux, uy)
    if length < SAME:
        return start
    ux, uy = ux / length, uy / length
    low, high = 0.0, length
    level = start[0][0] * -uy + start[0][1] * ux
    spans = []
    for ends in ties[1:]:
        along = [(p[0] - start[0][0]) * ux + (p[1] - start[0][1]) * uy for p, _ in ends]
        if all(abs(p[0] * -uy + p[1] * ux - level) <= MEASURES.gap for p, _ in ends):
            spans.append((min(along), max(along)))
    for a, b in sorted(spans) + sorted(spans, reverse=True):
        if a <= high + MEASURES.gap and b >= low - MEASURES.gap:
            low, high = min(low, a), max(high, b)
    slide = (low + high) / 2.0
    (ax, ay), (bx, by) = start
    return (ax + ux * slide, ay + uy * slide), (bx + ux * slide, by + uy * slide)
