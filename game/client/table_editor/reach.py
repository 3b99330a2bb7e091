"""What a point of the table being made lies on: for the pointer only."""

from __future__ import annotations

import itertools
import math

from game.engine.table_plans import edits
from game.engine.table_plans.document import Piece, Point, TablePlan
from game.engine.table_plans.outline import outline, spine


def thing_at(plan: TablePlan, selected: str, at: Point, reach: float) -> str:
    """The uppermost piece at a point, else a zone; "" for none. The one selected goes before others."""
    rows = [p for p in reversed(plan.pieces) if _on(p, at, reach)]
    if any(p.id == selected for p in rows):
        return selected
    return rows[0].id if rows else _zone_at(plan, selected, at, reach)


def _zone_at(plan: TablePlan, selected: str, at: Point, reach: float) -> str:
    """The zone at a point: the one in hand anywhere on it, others by their edges (one wants to move the table)."""
    for number in range(len(plan.zones)):
        zone = edits.thing_of(plan, f"{edits.ZONE}{number}")
        assert zone is not None
        if zone.id == selected and _on(zone, at, reach):
            return zone.id
        corners = (*zone.points, zone.points[0])
        if any(_within_reach(at, a, b, reach) for a, b in itertools.pairwise(corners)):
            return zone.id
    return ""


def between(piece: Piece, least: float) -> list[tuple[int, Point]]:
    """The middles between neighbouring points that are so far apart: after which point another may be added there."""
    points = piece.points
    pairs = list(zip(points, (*points[1:], points[0]), strict=True))
    return [
        (k, (round((a[0] + b[0]) / 2.0, 3), round((a[1] + b[1]) / 2.0, 3)))
        for k, (a, b) in enumerate(pairs if piece.shape == "area" else pairs[:-1])
        if math.dist(a, b) >= least
    ]


def _on(piece: Piece, at: Point, reach: float) -> bool:
    """Whether a point lies on a piece: for the pointer only."""
    if piece.shape == "line":
        line = spine(piece)
        return any(_within_reach(at, a, b, reach) for a, b in itertools.pairwise(line))
    ring = outline(piece)
    x, y = at
    found = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def _within_reach(at: Point, a: Point, b: Point, reach: float) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0.0 else min(1.0, max(0.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / length))
    return math.dist(at, (a[0] + t * dx, a[1] + t * dy)) <= reach
