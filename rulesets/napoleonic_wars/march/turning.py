"""What the ground does to a front edge that turns about a point: ground that slows or stops it, obstacles (NAP-S13).

NAP-MOV-06 to -10, NAP-R38, NAP-S15, NAP-S39. Lengths are mm, angles degrees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.shapes import Point
from game.geometry.sweep import turned_points
from game.kit.block.going import Crossing, Edge, Going, Span, joined
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.going import ROWS, Walker, slope_rows
from rulesets.napoleonic_wars.measures import CONTACT

TURN = 5.0
"""Degrees of a wheel between two looks at the ground."""


def wheeled(view: State, who: Walker, edge: Edge, pivot: Point, degrees: float, passed: Sequence[str] = ()) -> Going:
    """What lies on the wheel of a front edge about a point, by degrees; ``passed`` are obstacles not met again."""
    ground, ends = ground_of(view), np.array(edge)
    reach, whole = max(math.dist(pivot, p) for p in edge), abs(degrees)
    near = shapely.Point(pivot).buffer(reach + 1.0)
    pieces = [p for p in ground.met(near) if p.kind.move != "full"]
    sign = 1.0 if degrees > 0.0 else -1.0
    if not pieces and not who.rain:
        return Going((Span(0.0, whole, 1.0),), stop=whole)
    n = max(1, math.ceil(whole / TURN))
    spans: list[Span] = []
    met: list[Crossing] = []
    seen, still = set(passed), shapely.Point(pivot).buffer(CONTACT)
    lines = {p.id: shapely.difference(ground.bare[p.id], still) for p in pieces if p.kind.is_line}
    for k in range(n):
        low, high = whole * k / n, whole * (k + 1) / n
        before, after = (shapely.LineString(turned_points(ends, pivot, sign * at)) for at in (low, high))
        swept = shapely.MultiLineString([before, after]).convex_hull
        for piece in pieces:
            if piece.kind.is_line and piece.id not in seen and shapely.intersects(lines[piece.id], swept):
                seen.add(piece.id)
                if who.crosses[piece.kind.move] < 0.0:
                    return Going(joined(spans), tuple(met), low, piece.id)
                met.append(Crossing(low, piece.id, piece.kind.move))
        rows = {p.kind.move for p in ground.slowing(after)} - {"full"}
        for hill in (p for p in pieces if p.kind.shape == "contours"):
            found = slope_rows(hill, *(shapely.get_coordinates(line) for line in (before, after)))
            rows |= {ROWS[int(r)] for r in found if r}
        eased = who.rain and any(p.kind.is_road and p.shape.covers(after) for p in ground.met(after))
        factor = rates.factor_of(tuple(sorted(rows)), who.column, who.pace, rain=who.rain and not eased)
        if factor <= 0.0:
            return Going(joined(spans), tuple(met), low, "ground")
        spans.append(Span(low, high, factor))
    return Going(joined(spans), tuple(met), whole)
