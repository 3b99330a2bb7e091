"""What the ground does to a way: stretches of terrain under a front edge, obstacles, ground that stops it.

NAP-MOV-06 to -10, NAP-R38, NAP-S15, NAP-S39. Lengths are mm along the way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape, difference, union
from game.geometry.shapes import Floats, Footprint, Point, norm_deg, sin_cos
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Ground, Piece, ground_of, long
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import SLACK

CELL = 5.0
"""mm of way between two looks at the slope of a hill."""
GRAZE = 0.05
"""mm by which an edge is drawn in at its ends, so that it does not meet what it only grazes."""
BANK = 1.0
"""mm into forbidden ground at which a front still stands at its brink, for rounding."""
SIDELONG = 1e-9
"""Sine of the angle of edge and way at which one lies along the other."""
_WITHIN = -1.0
"""Where ground begins in which a front stands already."""
Edge = tuple[Point, Point]


class Stretch(msgspec.Struct, frozen=True):
    """A part of a way with one factor of the rate."""

    start: float
    end: float
    factor: float


class Crossing(msgspec.Struct, frozen=True):
    """Where a way meets a linear obstacle."""

    at: float
    piece: str
    row: str


class Going(msgspec.Struct, frozen=True):
    """What lies on a straight way.

    Attributes
    ----------
    stretches
        From its start to where it ends.
    crossings
        Obstacles in the order in which they are met.
    stop
        How far it may go; ``stopped_by`` names the ground or obstacle that ends it, "" for none, "edge" the table's.
    """

    stretches: tuple[Stretch, ...]
    crossings: tuple[Crossing, ...]
    stop: float
    stopped_by: str = ""


class Mover(msgspec.Struct, frozen=True):
    """What the ground must know of who moves: column of table 4, pace, rain on artillery, how he crosses obstacles."""

    column: int
    pace: rates.Speed
    rain: bool
    crosses: dict[str, float]


def mover(view: State, body: str, pace: rates.Speed, ranks: int) -> Mover:
    """A body as the ground sees it, in so many ranks."""
    rain = bool(view.own.weather == "rain" and rates.is_artillery(view, body))
    crosses = {row: crossing_time(view, body, row, ranks) for row in ("ditch", "hedge", "wall")}
    return Mover(rates.column_of(view, body), pace, rain, crosses)


def rider() -> Mover:
    """A courier as the ground sees him: in the skirmishers' column, as generals are; he crosses no wall (NAP-S31)."""
    cross = rates.table_4().cross
    return Mover(1, "normal", False, {"ditch": cross["ditch"], "hedge": cross["hedge_skirmishers"], "wall": -1.0})


def crossing_time(view: State, body: str, row: str, ranks: int) -> float:
    """The part of a move that crossing an obstacle takes, -1 where it is forbidden (NAP-MOV-10, NAP-R38)."""
    told, table = facts.own(view, body), rates.table_4().cross
    if row == "ditch":
        return table["ditch"]
    loose = told.stance.formation in facts.OPEN_FORMATIONS or told.nerve.result == "rout"
    teams = rates.is_artillery(view, body)
    horse = told.stance.mounted and told.arm in ("horse", "general")
    if facts.is_square(view, body) or (row == "wall" and (teams or horse)):
        return -1.0
    if loose:
        return table[f"{row}_skirmishers"]
    if row == "wall":
        return table["wall_rank"] * ranks
    if teams:
        return table["hedge_teams"] if told.stance.formation == "limbered" else -1.0
    return table["hedge_first"] + table["hedge_more"] * (ranks - 1)


# --- straight on -----------------------------------------------------------------------------------------------------


def straight(
    view: State,
    who: Mover,
    edge: Edge,
    way: Point,
    distance: float,
    passed: Sequence[str] = (),
    *,
    beyond: bool = False,
) -> Going:
    """What lies on the way of a front edge straight along a unit vector; ``passed`` are obstacles not met again.

    ``beyond``: the edge of the table does not end it (NAP-S78).
    """
    ground = ground_of(view)
    stop, by = distance, ""
    room = math.inf if beyond else _to_table_edge(view, edge, way)
    if room < stop - SLACK:
        stop, by = max(0.0, room), "edge"
    if distance <= 0.0:
        return Going((), (), 0.0, by)
    strip = _strip(edge, way, distance)
    rows: list[tuple[float, float, str]] = []
    crossings: list[Crossing] = []
    for piece in ground.met(strip):
        if piece.kind.shape == "contours":
            rows += _slopes(piece, edge, way, strip)
        elif piece.kind.is_line:
            at = _met_at(ground.bare[piece.id], strip, edge, way)
            if at is not None and at < distance - SLACK and piece.id not in passed:
                crossings.append(Crossing(at, piece.id, piece.kind.move))
        elif piece.kind.move != "full":
            spans = _spans(ground.bare[piece.id], strip, edge, way)
            begun = any(a <= SLACK for a, _ in spans) and _stands_in(ground.bare[piece.id], edge, way)
            rows += [(_WITHIN if a <= SLACK and (begun or b <= BANK) else a, b, piece.kind.move) for a, b in spans]
    roads = _off_road(ground, strip, edge, way) if who.rain else []
    stretches, shut = _joined(rows, roads, who, distance)
    if shut < stop - SLACK:
        stop, by = shut, "ground"
    crossings.sort(key=lambda c: (c.at, c.piece))
    for one in crossings:
        if who.crosses[one.row] < 0.0 and one.at < stop - SLACK:
            stop, by = max(0.0, one.at), one.piece
            break
    kept = tuple(c for c in crossings if c.at < stop - SLACK)
    cut = tuple(Stretch(s.start, min(s.end, stop), s.factor) for s in stretches if s.start < stop - SLACK)
    return Going(cut, kept, stop, by)


def _stands_in(area: Shape, edge: Edge, way: Point) -> bool:
    """Whether who goes has his front in an area, and not only at its brink where he was stopped."""
    behind = shapely.LineString([(x - way[0] * BANK, y - way[1] * BANK) for x, y in edge])
    return bool(shapely.length(shapely.intersection(area, behind)) > SLACK)


def _to_table_edge(view: State, edge: Edge, way: Point) -> float:
    best = math.inf
    for point in edge:
        for at, step, size in zip(point, way, (view.table.width, view.table.depth), strict=True):
            if step > 1e-9:
                best = min(best, (size - at) / step)
            elif step < -1e-9:
                best = min(best, -at / step)
    return best


def _strip(edge: Edge, way: Point, distance: float) -> Shape:
    (ax, ay), (bx, by) = edge
    if _is_sidelong(edge, way):
        top = max(edge, key=lambda p: p[0] * way[0] + p[1] * way[1])
        end = (top[0] + way[0] * distance, top[1] + way[1] * distance)
        return shapely.LineString((top, end)).buffer(GRAZE, cap_style="flat")
    length = math.dist(*edge) or 1.0
    gx, gy = (bx - ax) / length * GRAZE, (by - ay) / length * GRAZE
    dx, dy = way[0] * distance, way[1] * distance
    ax, ay, bx, by = ax + gx, ay + gy, bx - gx, by - gy
    return shapely.Polygon(((ax, ay), (ax + dx, ay + dy), (bx + dx, by + dy), (bx, by)))


def _is_sidelong(edge: Edge, way: Point) -> bool:
    """Whether an edge lies along its way."""
    ex, ey = edge[1][0] - edge[0][0], edge[1][1] - edge[0][1]
    return math.hypot(ex, ey) > 0.0 and abs(way[0] * ey - way[1] * ex) <= SIDELONG * math.hypot(ex, ey)


def _along(points: Floats, edge: Edge, way: Point) -> Floats:
    """How far along a way its edge, square to it or aslant, goes until it comes to points (mm).

    An edge that lies along its way comes to them with its foremost point.
    """
    (ax, ay), (bx, by) = edge
    ex, ey = (bx - ax, by - ay) if edge[0] != edge[1] else (way[1], -way[0])
    across = way[0] * ey - way[1] * ex
    if _is_sidelong(edge, way):
        top = max(x * way[0] + y * way[1] for x, y in edge)
        along: Floats = points[:, 0] * way[0] + points[:, 1] * way[1] - top
        return along
    found: Floats = ((points[:, 0] - ax) * ey - (points[:, 1] - ay) * ex) / across
    return found


def _spans(area: Shape, strip: Shape, edge: Edge, way: Point) -> list[tuple[float, float]]:
    """Stretches of the way on which any part of the edge is in an area."""
    met = shapely.get_parts(shapely.intersection(area, strip))
    out = []
    for part in met[(shapely.get_dimensions(met) == 2) & (shapely.area(met) > SLACK)]:
        v = _along(shapely.get_coordinates(part), edge, way)
        out.append((float(v.min()), float(v.max())))
    return out


def _met_at(line: Shape, strip: Shape, edge: Edge, way: Point) -> float | None:
    """Where on the way an edge first meets a line, None where it does not."""
    met = shapely.get_coordinates(shapely.intersection(line, strip))
    return max(0.0, float(_along(met, edge, way).min())) if len(met) else None


def _off_road(ground: Ground, strip: Shape, edge: Edge, way: Point) -> list[tuple[float, float]]:
    eased = [p.shape for p in ground.met(strip) if p.kind.is_road]
    return _spans(difference(strip, union(eased)) if eased else strip, strip, edge, way)


def _joined(
    rows: Iterable[tuple[float, float, str]], wet: Iterable[tuple[float, float]], who: Mover, distance: float
) -> tuple[list[Stretch], float]:
    """Stretches of one factor, and where the way is shut (NAP-S15); who stands in forbidden ground may leave it."""
    found, rain = list(rows), list(wet)
    ends = [*(end for a, b, _ in found for end in (a, b)), *(end for pair in rain for end in pair)]
    marks = sorted({0.0, distance, *(min(max(0.0, end), distance) for end in ends)})
    out: list[Stretch] = []
    for a, b in pairwise(marks):
        if b - a <= SLACK / 10.0:
            continue
        middle = (a + b) / 2.0
        here = tuple(sorted({row for low, high, row in found if low < middle < high}))
        soaked = any(low < middle < high for low, high in rain)
        factor = rates.factor_of(here, who.column, who.pace, rain=soaked)
        if factor <= 0.0:
            shut = [low for low, high, row in found if low < middle < high and not is_open(row, who)]
            inside = all(low == _WITHIN for low in shut)
            if not inside or who.pace == "charge":  # nobody charges out of such ground either (NAP-CTC-04)
                return out, a
            factor = max(rates.factor_of(here, 1, "normal", rain=soaked), 0.5)
        if out and out[-1].factor == factor:
            out[-1] = Stretch(out[-1].start, b, factor)
        else:
            out.append(Stretch(a, b, factor))
    return out, distance


def is_open(row: str, who: Mover) -> bool:
    """Whether ground of a row of table 4 may be entered at all."""
    return rates.factor_of((row,), who.column, who.pace, rain=False) > 0.0


# --- slopes ----------------------------------------------------------------------------------------------------------


def _slopes(hill: Piece, edge: Edge, way: Point, strip: Shape) -> list[tuple[float, float, str]]:
    """Rows of table 4 on a hill: of what any part of the edge does there, looked at every few mm."""
    out: list[tuple[float, float, str]] = []
    sides = np.array([edge[0], ((edge[0][0] + edge[1][0]) / 2.0, (edge[0][1] + edge[1][1]) / 2.0), edge[1]])
    for low, high in _spans(hill.shape, strip, edge, way):
        start, end = max(0.0, low), high
        n = max(1, math.ceil((end - start) / CELL))
        steps = np.linspace(start, end, n + 1)
        spots = sides[None] + steps[:, None, None] * np.array(way)
        rows = slope_rows(hill, spots[:-1].reshape(-1, 2), spots[1:].reshape(-1, 2)).reshape(n, 3)
        for k in range(n):
            for row in {ROWS[int(r)] for r in rows[k] if r}:
                out.append((float(steps[k]), float(steps[k + 1]), row))
    return out


ROWS = ("", "gentle", "gentle_up", "steep", "steep_up")


def slope_rows(hill: Piece, starts: Floats, ends: Floats) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Which of :data:`ROWS` each of some short ways (n, 2) on a hill is (NAP-TER-06, NAP-TER-07)."""
    spots = (starts, (starts + ends) / 2.0, ends)
    froms, middles, tos = (np.asarray(shapely.points(p), dtype=object) for p in spots)
    levels = np.sum([np.asarray(shapely.dwithin(r, middles, SLACK), dtype=np.intp) for r in hill.rings], axis=0)
    out = np.zeros(len(starts), dtype=np.intp)
    for k in range(1, len(hill.rings) + 1):
        here = np.flatnonzero(levels == k)
        if not len(here):
            continue
        top = k == len(hill.rings)
        above = hill.rings[k - 1].centroid if top else hill.rings[k]
        up = shapely.distance(above, tos[here]) < shapely.distance(above, froms[here]) - SLACK
        steep = np.zeros(len(here), dtype=bool)
        if not top:
            below = shapely.distance(hill.rings[k - 1].exterior, middles[here])
            steep = shapely.distance(above, middles[here]) + below < long("steep") - SLACK
        out[here] = 1 + up + 2 * steep
    return out


# --- edges ----------------------------------------------------------------------------------------------------------


def astride(view: State, shapes: Sequence[Footprint], places: shape.Triples) -> tuple[str, ...]:
    """The obstacles that a body already stands across: it has begun to cross them (NAP-S39)."""
    stand = shape.outline(tuple(shapes), places)
    found = ground_of(view).met(shapely.box(*_box(stand)))
    if not any(p.kind.is_line for p in found):
        return ()
    sine, cosine = math.sin(math.radians(stand.front.facing)), math.cos(math.radians(stand.front.facing))
    back = [(x - sine * 1.5, y - cosine * 1.5) for x, y in (stand.left, stand.right)]
    deep = stand.depth - SLACK  # an obstacle that the rear edge touches from beyond is behind it
    rear = [(x - sine * deep, y - cosine * deep) for x, y in (stand.right, stand.left)]
    whole, bare = shapely.Polygon([*back, *rear]), ground_of(view).bare
    return tuple(p.id for p in found if p.kind.is_line and shapely.intersects(bare[p.id], whole))


def astride_of(view: State, body: str) -> tuple[str, ...]:
    """The obstacles that a body stands across where it is."""
    bases = [b for b in facts.figures(view, body) if b.pose is not None]
    return astride(view, [b.shape for b in bases], shape.triples(b.pose for b in bases if b.pose)) if bases else ()


def leading_edge(sizes: Sequence[Footprint], places: shape.Triples, direction: Point) -> Edge:
    """The edge of some bases that leads in a direction, across their whole width there."""
    facing = norm_deg(math.degrees(math.atan2(direction[0], direction[1])))
    sine, cosine = sin_cos(facing)
    aside: list[float] = []
    ahead: list[float] = []
    for footprint, (x, y, f) in zip(sizes, places, strict=True):
        s, c = sin_cos(f - facing)
        half = (abs(c) * footprint.width + abs(s) * footprint.depth) / 2.0
        u = x * cosine - y * sine
        aside += (u - half, u + half)
        ahead.append(x * sine + y * cosine + (abs(s) * footprint.width + abs(c) * footprint.depth) / 2.0)
    low, high, top = min(aside), max(aside), max(ahead)
    return (
        (low * cosine + top * sine, top * cosine - low * sine),
        (high * cosine + top * sine, top * cosine - high * sine),
    )


def _box(stand: shape.Standing) -> tuple[float, float, float, float]:
    reach = math.hypot(stand.width, stand.depth)
    x, y = stand.centre
    return x - reach, y - reach, x + reach, y + reach
