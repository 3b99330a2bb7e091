"""The outlines that pieces of a table come to: smooth lines, bands of a width, what the table's edge leaves of them.

Plain arithmetic for lines and bands, rounded to 0.001 of the unit. Lengths are in whatever unit the points are in.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import shapely

from game.engine.state import Feature, Table
from game.engine.table_plans.document import Piece, Point, TablePlan
from game.engine.table_plans.rules import TableRules

STEPS = 6
"""Pieces into which the line between two points is cut where it is smooth."""
_LIMIT = 2.5
"""A corner of a band reaches at most so many half widths outwards."""


def outline(piece: Piece) -> tuple[Point, ...]:
    """Corners of the polygon that a piece covers; of a line, the line itself.

    >>> outline(Piece(id="r", kind="road", shape="band", width=2.0, points=((0.0, 5.0), (10.0, 5.0))))
    ((0.0, 6.0), (10.0, 6.0), (10.0, 4.0), (0.0, 4.0))
    """
    points = spine(piece)
    return band(points, piece.width / 2.0) if piece.shape == "band" else points


def spine(piece: Piece) -> tuple[Point, ...]:
    """The points of a piece with the smooth line between them, where it has one; edges that bear something stay."""
    if piece.curved and not piece.edges:
        return smooth(piece.points, closed=piece.shape == "area")
    return tuple(_round(p) for p in piece.points)


def smooth(points: Sequence[Point], *, closed: bool) -> tuple[Point, ...]:
    """A smooth line through all points (Catmull and Rom).

    >>> smooth([(0, 0), (10, 0)], closed=False)
    ((0.0, 0.0), (10.0, 0.0))
    """
    n = len(points)
    if n < 3:
        return tuple(_round(p) for p in points)
    out: list[Point] = []
    for k in range(n if closed else n - 1):
        if closed:
            a, b, c, d = (points[(k + j) % n] for j in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(k + j, 0), n - 1)] for j in (-1, 0, 1, 2))
        for step in range(STEPS):
            t = step / STEPS
            out.append(_round((_blend(a[0], b[0], c[0], d[0], t), _blend(a[1], b[1], c[1], d[1], t))))
    if not closed:
        out.append(_round(points[-1]))
    return tuple(out)


def _blend(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def band(points: Sequence[Point], half: float) -> tuple[Point, ...]:
    """The outline of a band along a line: its left bank, then its right bank back."""
    line = [points[0], *(b for a, b in itertools.pairwise(points) if math.dist(a, b) > 1e-6)]
    if len(line) < 2:
        return tuple(_round(p) for p in points)
    left: list[Point] = []
    right: list[Point] = []
    for k, (x, y) in enumerate(line):
        before = _normal(line[k - 1], line[k]) if k else _normal(line[0], line[1])
        after = _normal(line[k], line[k + 1]) if k + 1 < len(line) else before
        mx, my = before[0] + after[0], before[1] + after[1]
        length = math.hypot(mx, my)
        if length < 1e-6:  # straight back: a blunt end
            mx, my, far = after[0], after[1], half
        else:
            mx, my = mx / length, my / length
            far = min(half / max(mx * after[0] + my * after[1], 1e-6), half * _LIMIT)
        left.append(_round((x + mx * far, y + my * far)))
        right.append(_round((x - mx * far, y - my * far)))
    return (*left, *reversed(right))


def _normal(a: Point, b: Point) -> Point:
    """The unit vector to the left of the way from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def _round(p: Point) -> Point:
    return round(float(p[0]), 3) + 0.0, round(float(p[1]), 3) + 0.0


def on_table(ring: Sequence[Point], size: Point) -> tuple[tuple[Point, ...], ...]:
    """What the edge of the table leaves of a polygon: no outline, one or several; the polygon itself if all of it."""
    if all(0.0 <= x <= size[0] and 0.0 <= y <= size[1] for x, y in ring):
        return (tuple(ring),)
    left = shapely.intersection(shapely.Polygon(ring), shapely.box(0.0, 0.0, *size))
    parts = [p for p in getattr(left, "geoms", [left]) if isinstance(p, shapely.Polygon) and p.area > 1e-6]
    rings = [tuple(_round((q[0], q[1])) for q in shapely.normalize(p).exterior.coords[:-1]) for p in parts]
    return tuple(sorted(rings))


def ground_of(piece: Piece, size: Point) -> tuple[Point, ...]:
    """The outline that a battle has of a piece: a band ends at the edge of the table, everything else is as it is."""
    ring = outline(piece)
    if piece.shape != "band" or not shapely.Polygon(ring).is_valid:
        return ring
    parts = on_table(ring, size)
    return parts[0] if len(parts) == 1 else ring


def surface_of(plan: TablePlan, mm: float) -> Table:
    """The playing surface in mm, ``mm`` being those of the unit."""
    width, depth = (round(v * mm, 3) for v in plan.size)
    return Table(width, depth, plan.landscape)


def in_areas(plan: TablePlan, rules: TableRules) -> bool:
    """Whether the sides deploy in polygons of their own; else in strips along the long edges."""
    return rules.zones == "areas" or bool(plan.zones)


def zone_rings(plan: TablePlan, mm: float) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """The polygons (mm) in which sides deploy, each with its side; none where they deploy in strips.

    Parameters
    ----------
    mm
        Millimetres of the unit.
    """
    return tuple(
        (z.side, tuple((round(x * mm, 3) + 0.0, round(y * mm, 3) + 0.0) for x, y in z.points)) for z in plan.zones
    )


def land_of(plan: TablePlan, mm: float, names: dict[str, str], heights: dict[str, float]) -> dict[str, Feature]:
    """The features (mm) of a table by id, as every system has them.

    Parameters
    ----------
    mm
        Millimetres of the unit.
    names, heights
        Usual name and height of each kind; a kind that is not there has no height.
    """
    found = {}
    for piece in plan.pieces:
        points = tuple((round(x * mm, 3) + 0.0, round(y * mm, 3) + 0.0) for x, y in ground_of(piece, plan.size))
        height = piece.height if piece.height is not None else heights.get(piece.kind, 0.0)
        name = piece.name or names.get(piece.kind, piece.kind)
        found[piece.id] = Feature(
            piece.id, piece.kind, name, points, piece.shape == "line", round(height * mm, 3) + 0.0
        )
    return found
