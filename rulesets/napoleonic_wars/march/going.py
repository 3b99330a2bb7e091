"""What the ground does to a way: spans of terrain under a front edge, obstacles, ground that stops it.

NAP-MOV-06 to -10, NAP-R38, NAP-S15, NAP-S39. Lengths are mm along the way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape, difference, union
from game.geometry.shapes import Floats, Footprint, Point, Pose, bearing, to_world
from game.geometry.travel import way_to_edge
from game.kit.block.going import Crossing, Edge, Going, Lane, Span, cut_at
from game.kit.block.outlines import extents
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
ASLANT = 0.01
"""Sine of the angle to a way at which an edge of a body does not lead any more."""
MOST_EDGES = 4
"""Edges of an outline that are looked at each for itself; a bow has more."""
_WITHIN = -1.0
"""Where ground begins in which a front stands already."""


class Walker(msgspec.Struct, frozen=True):
    """What the ground must know of who moves: column of table 4, pace, rain on artillery, how he crosses obstacles."""

    column: int
    pace: rates.Speed
    rain: bool
    crosses: dict[str, float]


def walker(view: State, body: str, pace: rates.Speed, ranks: int) -> Walker:
    """A body as the ground sees it, in so many ranks."""
    rain = bool(view.own.weather == "rain" and facts.is_artillery(view, body))
    crosses = {row: crossing_time(view, body, row, ranks) for row in ("ditch", "hedge", "wall")}
    return Walker(rates.column_of(view, body), pace, rain, crosses)


def rider() -> Walker:
    """A courier as the ground sees him: in the skirmishers' column, as generals are; he crosses no wall (NAP-S31)."""
    table = rates.table_4().cross
    crosses = {"ditch": table["ditch"], "hedge": table["hedge_skirmishers"], "wall": -1.0}
    return Walker(rates.LOOSE, "normal", False, crosses)


def crossing_time(view: State, body: str, row: str, ranks: int) -> float:
    """The part of a move that crossing an obstacle takes, -1 where it is forbidden (NAP-MOV-10, NAP-R38)."""
    told, table = facts.own(view, body), rates.table_4().cross
    if row == "ditch":
        return table["ditch"]
    loose = told.stance.formation in facts.OPEN_FORMATIONS or told.nerve.result == "rout"
    teams = facts.is_artillery(view, body)
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
    who: Walker,
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
    room = math.inf if beyond else way_to_edge(np.array(edge), way, view.table.width, view.table.depth)
    if room < stop - SLACK:
        stop, by = room, "edge"
    if distance <= 0.0:
        return Going((), (), 0.0, by)
    lane = Lane.along(edge, way, distance, GRAZE)
    rows: list[tuple[float, float, str]] = []
    crossings: list[Crossing] = []
    for piece in ground.met(lane.shape):
        if piece.kind.shape == "contours":
            rows += _slopes(piece, edge, way, lane)
        elif piece.kind.is_line:
            at = max(0.0, min((low for low, _ in lane.met(ground.bare[piece.id])), default=math.inf))
            if at < distance - SLACK and piece.id not in passed:
                crossings.append(Crossing(at, piece.id, piece.kind.move))
        elif piece.kind.move != "full":
            met = lane.met(ground.bare[piece.id], SLACK)
            begun = any(a <= SLACK for a, _ in met) and _stands_in(ground.bare[piece.id], edge, way)
            rows += [(_WITHIN if a <= SLACK and (begun or b <= BANK) else a, b, piece.kind.move) for a, b in met]
    roads = _off_road(ground, lane) if who.rain else []
    spans = _joined(rows, roads, who, distance)
    if spans and spans[-1].factor <= 0.0:
        shut, spans = spans[-1].start, spans[:-1]
        stop, by = (shut, "ground") if shut < stop - SLACK else (stop, by)
    crossings.sort(key=lambda c: (c.at, c.piece))
    for one in crossings:
        if who.crosses[one.row] < 0.0 and one.at < stop - SLACK:
            stop, by = one.at, one.piece
            break
    kept = tuple(c for c in crossings if c.at < stop - SLACK)
    cut = tuple(Span(s.start, min(s.end, stop), s.factor) for s in spans if s.start < stop - SLACK)
    return Going(cut, kept, stop, by)


def _stands_in(area: Shape, edge: Edge, way: Point) -> bool:
    """Whether who goes has his front in an area, and not only at its brink where he was stopped."""
    behind = shapely.LineString([(x - way[0] * BANK, y - way[1] * BANK) for x, y in edge])
    return bool(shapely.length(shapely.intersection(area, behind)) > SLACK)


def _off_road(ground: Ground, lane: Lane) -> list[tuple[float, float]]:
    eased = [p.shape for p in ground.met(lane.shape) if p.kind.is_road]
    return lane.met(difference(lane.shape, union(eased)) if eased else lane.shape, SLACK)


def _joined(
    rows: Sequence[tuple[float, float, str]], wet: Sequence[tuple[float, float]], who: Walker, distance: float
) -> tuple[Span, ...]:
    """The spans of a way (NAP-S15), the last of factor 0 where it is shut; who stands in such ground may leave it."""

    def factor(at: float) -> float:
        here = tuple(sorted({row for low, high, row in rows if low < at < high}))
        soaked = any(low < at < high for low, high in wet)
        found = rates.factor_of(here, who.column, who.pace, rain=soaked)
        if found > 0.0:
            return found
        shut = [low for low, high, row in rows if low < at < high and not is_open(row, who)]
        if who.pace == "charge" or any(low != _WITHIN for low in shut):  # nobody charges out of it (NAP-CTC-04)
            return 0.0
        return max(rates.factor_of(here, 1, "normal", rain=soaked), 0.5)

    ends = [end for low, high, _ in rows for end in (low, high)] + [end for pair in wet for end in pair]
    return cut_at(ends, distance, factor, SLACK / 10.0)


def is_open(row: str, who: Walker) -> bool:
    """Whether ground of a row of table 4 may be entered at all."""
    return rates.factor_of((row,), who.column, who.pace, rain=False) > 0.0


# --- slopes ----------------------------------------------------------------------------------------------------------


def _slopes(hill: Piece, edge: Edge, way: Point, lane: Lane) -> list[tuple[float, float, str]]:
    """Rows of table 4 on a hill: of what any part of the edge does there, looked at every few mm."""
    out: list[tuple[float, float, str]] = []
    sides = np.array([edge[0], ((edge[0][0] + edge[1][0]) / 2.0, (edge[0][1] + edge[1][1]) / 2.0), edge[1]])
    for low, high in lane.met(hill.shape, SLACK):
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


def over(
    view: State,
    who: Walker,
    edges: Sequence[Edge],
    way: Point,
    distance: float,
    passed: Sequence[str] = (),
    *,
    beyond: bool = False,
) -> Going:
    """The same of all edges that lead: whichever comes first to an obstacle, or to ground that stops it.

    Those that look more nearly along the way than aside are the front edge that pays for terrain (NAP-S15).
    """
    found = [straight(view, who, edge, way, distance, passed, beyond=beyond) for edge in edges]
    if len(found) == 1:
        return found[0]
    first = min(found, key=lambda one: one.stop)
    crossings: dict[str, Crossing] = {}
    for one in (c for each in found for c in each.crossings if c.at < first.stop - SLACK):
        crossings[one.piece] = min(one, crossings.get(one.piece, one), key=lambda c: c.at)
    fronts = [each for each, edge in zip(found, edges, strict=True) if _is_front(edge, way)] or found
    spans = [span for each in fronts for span in each.spans]

    def slowest(at: float) -> float:
        return min((span.factor for span in spans if span.start <= at <= span.end), default=1.0)

    marks = [mark for span in spans for mark in (span.start, span.end)]
    kept = cut_at(marks, first.stop, slowest, SLACK)
    return Going(kept, tuple(sorted(crossings.values(), key=lambda c: (c.at, c.piece))), first.stop, first.stopped_by)


def _is_front(edge: Edge, way: Point) -> bool:
    """Whether an edge is turned to a way by no more than half a right angle."""
    (ax, ay), (bx, by) = edge
    return abs((by - ay) * way[0] + (ax - bx) * way[1]) >= (math.sqrt(0.5) - SLACK / 10.0) * math.dist(*edge)


def leading_edges(points: Floats, direction: Point) -> tuple[Edge, ...]:
    """The edges of a convex outline about some points (n, 2) that lead in a direction; none of a point or a bow."""
    hull = shapely.normalize(shapely.convex_hull(shapely.multipoints(points)))
    if shapely.get_dimensions(hull) < 2:
        return ()
    ring = shapely.get_coordinates(shapely.get_exterior_ring(hull)).tolist()
    (mx, my) = shapely.get_coordinates(shapely.centroid(hull))[0].tolist()
    found: list[Edge] = []
    for (ax, ay), (bx, by) in pairwise(ring):
        x, y = by - ay, ax - bx
        out = 1.0 if (ax - mx) * x + (ay - my) * y > 0.0 else -1.0
        long = math.hypot(x, y)
        if long > BANK and out * (x * direction[0] + y * direction[1]) > ASLANT * long:
            found.append(((ax, ay), (bx, by)))
    return tuple(found) if len(found) <= MOST_EDGES else ()


def leading_edge(sizes: Sequence[Footprint], places: shape.Triples, direction: Point) -> Edge:
    """The edge of some bases that leads in a direction, across their whole width there."""
    facing = bearing(*direction)
    figures = extents(sizes, places, facing)
    low, high, top = min(f.left for f in figures), max(f.right for f in figures), max(f.front for f in figures)
    along = Pose(0.0, 0.0, facing)
    return to_world(along, (low, top)), to_world(along, (high, top))


def _box(stand: shape.Standing) -> tuple[float, float, float, float]:
    reach = math.hypot(stand.width, stand.depth)
    x, y = stand.centre
    return x - reach, y - reach, x + reach, y + reach
