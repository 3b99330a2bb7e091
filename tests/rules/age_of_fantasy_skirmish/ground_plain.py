"""Plain twins of what the ground works out in bulk: one line, one prism, one pair of models at a time, in inches."""

from __future__ import annotations

import math

import shapely

from game.engine.state import Base, State
from rulesets.age_of_fantasy_skirmish.field.ground import kinds
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH

Point3 = tuple[float, float, float]
HAIR = 0.0005
"""Inches by which a doubtful case is moved to see whether it stays as it is."""


def surface(state: State, x: float, y: float) -> float:
    """Height in inches of the surface under a point in mm."""
    spot = shapely.Point(x, y)
    tops = [f.height for f in state.features.values() if kinds()[f.kind].shape == "top" and inside(f, spot)]
    if tops:
        return max(tops) / MM_PER_INCH
    pits = [f.height for f in state.features.values() if kinds()[f.kind].shape == "pit" and strictly(f, spot)]
    return min(pits, default=0.0) / MM_PER_INCH


def inside(feature, spot) -> bool:
    return shapely.Polygon(feature.points).distance(spot) <= 1e-6


def strictly(feature, spot) -> bool:
    area = shapely.Polygon(feature.points)
    return area.contains(spot) and area.exterior.distance(spot) > 1e-6


def eye(state: State, base: Base) -> Point3:
    z = surface(state, base.pose.x, base.pose.y) + base.own.height / MM_PER_INCH
    return base.pose.x / MM_PER_INCH, base.pose.y / MM_PER_INCH, z


def nine(state: State, base: Base, seen_from: Point3) -> list[list[Point3]]:
    """Columns of three points of a target."""
    x, y = base.pose.x / MM_PER_INCH, base.pose.y / MM_PER_INCH
    foot = surface(state, base.pose.x, base.pose.y)
    tall = base.own.height / MM_PER_INCH
    dx, dy = x - seen_from[0], y - seen_from[1]
    length = math.hypot(dx, dy)
    right = (dy / length, -dx / length)
    # how far an ellipse reaches along a direction: the greatest projection of its outline
    angle = math.radians(base.pose.facing)
    a, b = base.shape.width / 2 / MM_PER_INCH, base.shape.depth / 2 / MM_PER_INCH
    reach = 0.0
    for k in range(3600):
        t = 2 * math.pi * k / 3600
        u, v = a * math.cos(t), b * math.sin(t)
        px, py = u * math.cos(angle) + v * math.sin(angle), -u * math.sin(angle) + v * math.cos(angle)
        reach = max(reach, px * right[0] + py * right[1])
    return [
        [(x + right[0] * reach * s, y + right[1] * reach * s, foot + tall * h) for h in (0.1, 0.5, 0.9)]
        for s in (-0.9, 0.0, 0.9)
    ]


def blocked(state: State, start: Point3, end: Point3) -> bool:
    """Whether a line is blocked, with all geometry left to shapely."""
    line = shapely.LineString((start[:2], end[:2]))

    def height(point) -> float:
        share = line.project(shapely.Point(point), normalized=True)
        return start[2] + (end[2] - start[2]) * share

    for feature in state.features.values():
        kind = kinds()[feature.kind]
        if not kind.sight:
            continue
        area = shapely.Polygon([(x / MM_PER_INCH, y / MM_PER_INCH) for x, y in feature.points])
        top = feature.height / MM_PER_INCH
        if kind.sight == "veil" and any(
            area.distance(shapely.Point(p[:2])) < 1e-9 and 0.0 <= p[2] <= top for p in (start, end)
        ):
            continue
        for part in shapely.get_parts(area.intersection(line)):
            if part.length == 0.0:
                continue
            if area.exterior.distance(part.interpolate(0.5, normalized=True)) < 1e-9:
                continue
            low, high = sorted(height(p) for p in (part.coords[0], part.coords[-1]))
            if high > 0.0 and low < top and (high > low or 0.0 < low < top):
                return True
    if min(start[2], end[2]) < 0.0:
        cut = line
        if max(start[2], end[2]) > 0.0:
            share = start[2] / (start[2] - end[2])
            middle = line.interpolate(share, normalized=True)
            deep = start if start[2] < 0.0 else end
            cut = shapely.LineString((deep[:2], middle.coords[0]))
        for feature in state.features.values():
            if kinds()[feature.kind].shape == "pit":
                area = shapely.Polygon([(x / MM_PER_INCH, y / MM_PER_INCH) for x, y in feature.points])
                cut = cut.difference(area)
        if cut.length > 1e-9:
            return True
    return False


def doubtful(state: State, start: Point3, end: Point3) -> bool:
    """Whether a hair more or less decides about a line: then nobody can say which is right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    ox, oy = dy / length * HAIR, -dx / length * HAIR
    found = set()
    for side in (-1, 0, 1):
        for up in (-1, 0, 1):
            a = (start[0] + ox * side, start[1] + oy * side, start[2] + HAIR * up)
            b = (end[0] + ox * side, end[1] + oy * side, end[2] + HAIR * up)
            found.add(blocked(state, a, b))
    return len(found) > 1


def scatter(gaps: list[list[float]]) -> float:
    """Scatter in inches of models with these distances."""
    total = 0.0
    for i, row in enumerate(gaps):
        nearest = min((d for j, d in enumerate(row) if j != i), default=0.0)
        total += max(0.0, nearest - 1.0) if nearest > 1.001 else 0.0
        total += sum(d - 6.0 for j, d in enumerate(row) if j > i and d > 6.001)
    return total
