"""What is drawn over the table on the desk: zones, the piece in hand with its handles, what is wrong, the stroke."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import shapely

from game.client.table_editor.desk import MIDDLES, Desk
from game.client.table_editor.reach import between
from game.client.tabletop import overlays as o
from game.client.words import Words
from game.engine.table_plans.document import Piece, Point, TablePlan
from game.engine.table_plans.outline import outline, spine
from game.engine.table_plans.rules import TableFault

MOST_LABELS = 8
"""Sentences shown at pieces at once."""


def marks(
    desk: Desk, faults: Sequence[TableFault], words: Words, mm: float, reach: float, even: bool
) -> list[o.Overlay]:
    """All overlays (mm), the lowest first; ``reach`` is the size of a handle in the ruleset's unit."""
    out: list[o.Overlay] = []
    plan = desk.shown
    out += _zones(desk, plan, words, mm)
    out += _wrong(desk, plan, faults, words, mm)
    piece = desk.piece
    if piece is not None:
        out += _handles(desk, piece, mm, reach) if desk.tool == "select" else _body(piece, mm)
    sketch = desk.sketch(even)
    if len(sketch) > 1:
        ring = _mm(sketch, mm)
        line = desk.tool == "line" and desk.kind_row.shape == "line"
        out.append(o.Line(ring, "path") if line or len(ring) < 3 else o.Area((ring,), "legal"))
    out += [o.Ring(x * mm, y * mm, reach * 0.5 * mm, "measure") for x, y in desk.draft]
    return out


def _mm(points: Sequence[Point], mm: float) -> o.Points:
    return tuple((round(x * mm, 3), round(y * mm, 3)) for x, y in points)


def _ring(piece: Piece, mm: float) -> o.Points:
    return _mm(outline(piece), mm)


def zone_rings(plan: TablePlan, desk: Desk) -> list[tuple[str, tuple[Point, ...]]]:
    """The outlines of all deployment zones by side, in the ruleset's unit."""
    if desk.rules.zones == "areas" or plan.zones:
        return [(z.side, z.points) for z in plan.zones]
    width, depth = plan.size
    deep = min(plan.zone_depth, depth)
    if deep <= 0.0:
        return []
    strips = ((0.0, deep), (depth - deep, depth))
    return [
        (side, ((0.0, low), (width, low), (width, high), (0.0, high)))
        for side, (low, high) in zip(desk.rules.sides, strips, strict=False)
    ]


def _zones(desk: Desk, plan: TablePlan, words: Words, mm: float) -> list[o.Overlay]:
    out: list[o.Overlay] = []
    for side, ring in zone_rings(plan, desk):
        points = _mm(ring, mm)
        first = side == desk.rules.sides[0]
        out.append(o.Area((points,), "zone" if first else "command"))
        shape = shapely.Polygon(points)
        at = shape.representative_point() if shape.is_valid else shape.envelope.centroid
        x, y = at.x, at.y
        out.append(o.Label(x, y, words.word(side.capitalize()), "zone"))
    return out


def _wrong(desk: Desk, plan: TablePlan, faults: Sequence[TableFault], words: Words, mm: float) -> list[o.Overlay]:
    out: list[o.Overlay] = []
    labels = 0
    for fault in faults:
        piece = plan.piece(fault.piece)
        if piece is None:
            continue
        ring = _ring(piece, mm)
        role = "refused" if fault.fatal else "threat"
        out.append(o.Line(ring, role) if piece.shape == "line" else o.Area((ring,), role))
        if labels < MOST_LABELS:
            labels += 1
            x, y = sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
            x, y = min(max(x, 0.0), plan.size[0] * mm), min(max(y, 0.0), plan.size[1] * mm)
            out.append(o.Label(x, y, words.say(fault.text), role))
    return out


def _body(piece: Piece, mm: float) -> list[o.Overlay]:
    """The piece itself, marked."""
    out: list[o.Overlay] = []
    if piece.shape != "area":
        out.append(o.Line(_mm(spine(piece), mm), "select"))
    if piece.shape != "line":
        out.append(o.Area((_ring(piece, mm),), "select"))
    return out


def unpainted(plan: TablePlan, painted: TablePlan, mm: float) -> list[o.Overlay]:
    """Pieces that the painted table does not show yet."""
    return [mark for piece in plan.pieces if piece not in painted.pieces for mark in _body(piece, mm)]


def _spacing(piece: Piece) -> float:
    """How far neighbouring points are apart in the mean: small pieces of many points get small handles."""
    pairs = list(itertools.pairwise(piece.points))
    return sum(math.dist(a, b) for a, b in pairs) / len(pairs)


def _handles(desk: Desk, piece: Piece, mm: float, reach: float) -> list[o.Overlay]:
    out = _body(piece, mm)
    handle = desk.turn_handle(reach)
    if handle is not None:
        top = max(y for _x, y in outline(piece))
        out.append(o.Line(_mm(((handle[0], top), handle), mm), "measure"))
        out.append(o.Ring(handle[0] * mm, handle[1] * mm, reach * 0.8 * mm, "measure", reach * 0.3 * mm))
    size = min(reach * 0.6, max(reach * 0.25, _spacing(piece) * 0.35)) * mm
    for _index, (x, y) in between(piece, MIDDLES * reach):
        out.append(o.Ring(x * mm, y * mm, size * 0.5, "path"))
    for index, (x, y) in enumerate(piece.points):
        role = "contact" if index == desk.point else "measure"
        out.append(o.Ghost(x * mm, y * mm, 0.0, 2.0 * size, 2.0 * size, role))
    for edge in piece.edges:
        a, b = piece.points[edge], piece.points[(edge + 1) % len(piece.points)]
        out.append(o.Line(_mm((a, b), mm), "contact"))
    return out
