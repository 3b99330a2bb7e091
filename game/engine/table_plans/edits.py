"""Changes to a table: every one gives a new table and leaves the old as it was, so that each can be taken back.

Lengths in the unit of the ruleset, angles compass degrees, clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from game.engine.table_plans.document import Piece, Point, TablePlan, Zone
from game.geometry.shapes import sin_cos

ELLIPSE = 24
"""Corners of an ellipse."""


def snapped(value: float, grid: float) -> float:
    """The nearest multiple of the grid, to 0.001; 0 is no grid.

    >>> snapped(3.3, 0.5), snapped(3.3333, 0.0)
    (3.5, 3.333)
    """
    return round(round(value / grid) * grid if grid > 0.0 else value, 3) + 0.0


def free_id(plan: TablePlan, kind: str) -> str:
    """An id for another piece of a kind: "wood-1", "wood-2" ..."""
    taken = {p.id for p in plan.pieces}
    n = 1
    while f"{kind}-{n}" in taken:
        n += 1
    return f"{kind}-{n}"


# --- outlines ----------------------------------------------------------------------------------------------------


def box(a: Point, b: Point) -> tuple[Point, ...]:
    """The upright rectangle between two points, from its south-west corner anticlockwise."""
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def ellipse(a: Point, b: Point, even: bool = False) -> tuple[Point, ...]:
    """The ellipse in the rectangle between two points; ``even`` makes a circle of the shorter side."""
    w, h = abs(b[0] - a[0]) / 2.0, abs(b[1] - a[1]) / 2.0
    if even:
        w = h = min(w, h)
    x, y = a[0] + math.copysign(w, b[0] - a[0]), a[1] + math.copysign(h, b[1] - a[1])
    out = []
    for k in range(ELLIPSE):
        sin, cos = sin_cos(90.0 - k * 360.0 / ELLIPSE)
        out.append((round(x + w * sin, 3) + 0.0, round(y + h * cos, 3) + 0.0))
    return tuple(out)


def middle(points: Sequence[Point]) -> Point:
    """The middle of the box about some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return round((min(xs) + max(xs)) / 2.0, 3) + 0.0, round((min(ys) + max(ys)) / 2.0, 3) + 0.0


def extent(points: Sequence[Point]) -> Point:
    """Width and depth of the box about some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3)


def shifted(points: Sequence[Point], dx: float, dy: float) -> tuple[Point, ...]:
    """Points moved."""
    return tuple((round(x + dx, 3) + 0.0, round(y + dy, 3) + 0.0) for x, y in points)


def turned(points: Sequence[Point], degrees: float) -> tuple[Point, ...]:
    """Points turned clockwise about the middle of their box.

    >>> turned(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)), 90.0)
    ((1.0, 3.0), (1.0, -1.0), (3.0, -1.0), (3.0, 3.0))
    """
    mx, my = middle(points)
    sin, cos = sin_cos(degrees)
    return tuple(
        (
            round(mx + (x - mx) * cos + (y - my) * sin, 3) + 0.0,
            round(my - (x - mx) * sin + (y - my) * cos, 3) + 0.0,
        )
        for x, y in points
    )


def stretched(points: Sequence[Point], width: float, depth: float) -> tuple[Point, ...]:
    """Points stretched about the middle of their box to a width and depth; a side without extent stays."""
    (mx, my), (w, d) = middle(points), extent(points)
    kx, ky = (width / w if w else 1.0), (depth / d if d else 1.0)
    return tuple((round(mx + (x - mx) * kx, 3) + 0.0, round(my + (y - my) * ky, 3) + 0.0) for x, y in points)


# --- zones as pieces ---------------------------------------------------------------------------------------------

ZONE = "zone@"
"""Before the number of a deployment zone: by such an id a zone is changed as a piece is."""


def zone_number(plan: TablePlan, thing: str) -> int:
    """Which zone an id means, -1 for none."""
    number = thing.removeprefix(ZONE)
    if thing == number or not number.isdigit() or plan.piece(thing) is not None:
        return -1
    return int(number) if int(number) < len(plan.zones) else -1


def thing_of(plan: TablePlan, thing: str) -> Piece | None:
    """A piece by its id, or a zone as a piece without a kind."""
    number = zone_number(plan, thing)
    if number < 0:
        return plan.piece(thing)
    return Piece(id=thing, kind="", points=plan.zones[number].points)


# --- pieces ------------------------------------------------------------------------------------------------------


def with_piece(plan: TablePlan, piece: Piece) -> TablePlan:
    """A piece added on top of the others."""
    return replace(plan, pieces=(*plan.pieces, piece))


def changed(plan: TablePlan, piece_id: str, change: Callable[[Piece], Piece]) -> TablePlan:
    """A piece made another; of a zone, its points."""
    number = zone_number(plan, piece_id)
    if number >= 0:
        zone = plan.zones[number]
        points = change(Piece(id=piece_id, kind="", points=zone.points)).points
        return replace(plan, zones=(*plan.zones[:number], replace(zone, points=points), *plan.zones[number + 1 :]))
    return replace(plan, pieces=tuple(change(p) if p.id == piece_id else p for p in plan.pieces))


def reshaped(plan: TablePlan, piece_id: str, change: Callable[[tuple[Point, ...]], tuple[Point, ...]]) -> TablePlan:
    """A piece with other points."""
    return changed(plan, piece_id, lambda p: replace(p, points=change(p.points)))


def moved(plan: TablePlan, piece_id: str, dx: float, dy: float) -> TablePlan:
    """A piece moved."""
    return reshaped(plan, piece_id, lambda points: shifted(points, dx, dy))


def without(plan: TablePlan, piece_id: str) -> TablePlan:
    """A piece or zone taken away."""
    number = zone_number(plan, piece_id)
    if number >= 0:
        return replace(plan, zones=plan.zones[:number] + plan.zones[number + 1 :])
    return replace(plan, pieces=tuple(p for p in plan.pieces if p.id != piece_id))


def doubled(plan: TablePlan, piece_id: str, by: float) -> tuple[TablePlan, str]:
    """A piece laid down again, ``by`` to the east and south; and the id of the new one."""
    piece = plan.piece(piece_id)
    if piece is None:
        return plan, ""
    name = free_id(plan, piece.kind)
    return with_piece(plan, replace(piece, id=name, points=shifted(piece.points, by, -by))), name


def raised(plan: TablePlan, piece_id: str, by: int) -> TablePlan:
    """A piece so many places up (it lies over more of the others) or down."""
    rows = list(plan.pieces)
    at = next((k for k, p in enumerate(rows) if p.id == piece_id), -1)
    if at < 0:
        return plan
    piece = rows.pop(at)
    rows.insert(min(max(at + by, 0), len(rows)), piece)
    return replace(plan, pieces=tuple(rows))


def of_kind(plan: TablePlan, piece_id: str, kind: str) -> TablePlan:
    """A piece of another kind: its height and what leans on its edges were the old kind's."""
    return changed(plan, piece_id, lambda p: replace(p, kind=kind, height=None, edges=()))


# --- points ------------------------------------------------------------------------------------------------------


def point_moved(plan: TablePlan, piece_id: str, index: int, to: Point) -> TablePlan:
    """One point of a piece elsewhere."""
    return reshaped(plan, piece_id, lambda ps: (*ps[:index], (round(to[0], 3), round(to[1], 3)), *ps[index + 1 :]))


def point_added(plan: TablePlan, piece_id: str, after: int, at: Point) -> TablePlan:
    """Another point after one of a piece; what leans on later edges moves on with them."""

    def change(p: Piece) -> Piece:
        points = (*p.points[: after + 1], (round(at[0], 3), round(at[1], 3)), *p.points[after + 1 :])
        return replace(p, points=points, edges=tuple(e + 1 if e > after else e for e in p.edges))

    return changed(plan, piece_id, change)


def point_taken(plan: TablePlan, piece_id: str, index: int) -> TablePlan:
    """A piece without one of its points; nothing where it would have too few."""
    piece = thing_of(plan, piece_id)
    if piece is None or len(piece.points) <= (3 if piece.shape == "area" else 2):
        return plan

    def change(p: Piece) -> Piece:
        edges = tuple(e - 1 if e > index else e for e in p.edges if e != index)
        return replace(p, points=p.points[:index] + p.points[index + 1 :], edges=edges)

    return changed(plan, piece_id, change)


# --- zones and the table -----------------------------------------------------------------------------------------


def with_zone(plan: TablePlan, side: str, points: Sequence[Point], add: bool = False) -> TablePlan:
    """Where a side deploys: in this polygon, or in this one too."""
    others = plan.zones if add else tuple(z for z in plan.zones if z.side != side)
    return replace(plan, zones=(*others, Zone(side=side, points=tuple(points))))


def strips_as_zones(plan: TablePlan, sides: Sequence[str]) -> TablePlan:
    """The strips along both long edges as a polygon of each side, so that these can be changed."""
    width, depth = plan.size
    deep = min(plan.zone_depth, depth / 2.0)
    strips = (box((0.0, 0.0), (width, deep)), box((0.0, depth - deep), (width, depth)))
    return replace(plan, zones=tuple(Zone(side=s, points=ring) for s, ring in zip(sides, strips, strict=False)))


def zone_doubled(plan: TablePlan, number: int, other: str = "", by: float = 0.0) -> tuple[TablePlan, str]:
    """A zone once more beside itself; turned half round about the middle of the table for another side."""
    zone = plan.zones[number]
    width, depth = plan.size
    points = shifted(zone.points, by, -by)
    if other:
        points = tuple((round(width - x, 3) + 0.0, round(depth - y, 3) + 0.0) for x, y in zone.points)
    zones = (*plan.zones, Zone(side=other or zone.side, points=points))
    return replace(plan, zones=zones), f"{ZONE}{len(zones) - 1}"


def without_zones(plan: TablePlan, side: str) -> TablePlan:
    """A side without zones."""
    return replace(plan, zones=tuple(z for z in plan.zones if z.side != side))


def twinned(plan: TablePlan, piece_id: str) -> tuple[TablePlan, str]:
    """A piece laid down again, turned half round about the middle of the table; and the id of the new one."""
    piece = plan.piece(piece_id)
    if piece is None:
        return plan, ""
    width, depth = plan.size
    name = free_id(plan, piece.kind)
    points = tuple((round(width - x, 3) + 0.0, round(depth - y, 3) + 0.0) for x, y in piece.points)
    return with_piece(plan, replace(piece, id=name, points=points)), name
