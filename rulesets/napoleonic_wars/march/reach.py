"""Whether a body can come to a place, by which way, and when: the one planner that walks bodies over ground.

A cheap bound comes first (the straight way at full rate); where the ground leaves it no better, the way is found round
ground that the body may not enter, through gates, fords and bridges, and its time is that of the stretches and
obstacles on it (NAP-MOV-06 to -10, NAP-S15, NAP-R44). Other troops are not in the way; wheels are not counted. Lengths
are mm, times moves.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

import msgspec
import shapely

from game.engine.state import State
from game.geometry.paths import Route, Slow, shortest, walls_for
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field.board import board_of, remembered
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.march import going, rates
from rulesets.napoleonic_wars.measures import SLACK, cm

CLEAR = 7.0
"""mm that the middle of a way keeps from ground that may not be entered: half of a march column of foot."""
NARROW = 0.5
"""mm to either side at which the ground on a way is looked at: a body forms as a passage needs (NAP-ORD-14)."""
THICK = 4.0
"""mm that an obstacle is taken to be wide where ways are sought; its time is counted once, exactly."""
AHEAD = 1.0
"""mm ahead at which it is looked in what ground a body is."""
STEP = 10.0
"""mm that a body goes at normal pace before it is looked whether it may double again."""


class Trip(msgspec.Struct, frozen=True):
    """A way to a place: its bends from where the body is, and the moves that it takes."""

    points: tuple[Point, ...]
    time: float


def least(view: State, body: str, goal: Shape, pace: rates.Speed = "double") -> float:
    """A time (moves) below which a body does not come to a place, whatever the ground is like."""
    speed = _speed(view, body, pace)
    return board_of(view).to_shape(body, goal) / speed if speed > 0.0 else math.inf


@remembered
def trip(view: State, body: str, goal: Shape, pace: rates.Speed = "double", only: bool = False) -> Trip | None:
    """The quickest way of a body to a place at a pace, slower where the ground forbids that pace; None for none.

    ``only``: at that pace all the way.
    """
    if _speed(view, body, pace) <= 0.0:
        return None
    start, end = _nearest(board_of(view).outline(body), goal)
    straight = (start, end)
    paces: tuple[rates.Speed, ...] = (pace,) if only else (pace, "normal")
    time = _time(view, body, straight, paces)
    bound = least(view, body, goal, pace)
    if time is not None and time <= bound + 1e-9:
        return Trip(straight, time)
    found = [] if time is None else [Trip(straight, time)]
    inside = _middle(goal)
    for target in dict.fromkeys((end, inside)):
        way = _way_round(view, body, start, target, goal, paces)
        cut = None if way is None else _cut(way, goal)
        took = None if cut is None else _time(view, body, cut, paces)
        if cut is not None and took is not None:
            found.append(Trip(cut, took))
    return min(found, key=lambda one: one.time, default=None)


def soonest(view: State, bodies: Iterable[str], goal: Shape, pace: rates.Speed = "double") -> float:
    """Moves that the quickest of some bodies takes to a place; infinite where none can come there."""
    best = math.inf
    for bound, body in sorted((least(view, body, goal, pace), body) for body in bodies):
        if bound >= best:
            break
        found = trip(view, body, goal, pace)
        best = best if found is None else min(best, found.time)
    return best


def comes(view: State, body: str, goal: Shape, pace: rates.Speed, within: float = 1.0) -> bool:
    """Whether a body comes to a place within a move, or part of one, at a pace all the way."""
    if least(view, body, goal, pace) > within + SLACK:
        return False
    found = trip(view, body, goal, pace, True)
    return found is not None and found.time <= within


def _speed(view: State, body: str, pace: rates.Speed) -> float:
    """Mm a move over open ground; at normal pace where a body has no other."""
    return cm(rates.rate(view, body, pace) or rates.rate(view, body, "normal"))


def _nearest(outline: Shape, goal: Shape) -> tuple[Point, Point]:
    (x, y), (to_x, to_y) = shapely.get_coordinates(shapely.shortest_line(outline, goal)).tolist()
    return (x, y), (to_x, to_y)


def _middle(goal: Shape) -> Point:
    spot = shapely.point_on_surface(goal)
    return (float(spot.x), float(spot.y))


# --- ground that is shut ---------------------------------------------------------------------------------------------


def is_shut(who: going.Walker, piece: Piece) -> bool:
    """Whether somebody may not enter a piece of terrain, or not cross it, at his pace; hills and roads never are."""
    if piece.kind.shape == "contours" or piece.kind.move == "full":
        return False
    if piece.kind.is_line:
        return who.crosses[piece.kind.move] < 0.0
    return rates.factor_of((piece.kind.move,), who.column, who.pace) <= 0.0


def shut(view: State, who: going.Walker) -> list[Piece]:
    """The pieces that somebody may not enter or cross at his pace."""
    ground = ground_of(view)
    return [p for p in (*ground.areas, *ground.lines) if p.kind.move != "full" and is_shut(who, p)]


def walls(bare: Shape, clear: float, thick: float = THICK) -> list[Shape]:
    """Convex areas that the middle of a way does not enter: a piece of ground and so many mm about it."""
    flat = bare if shapely.get_dimensions(bare) == 2 else bare.buffer(thick / 2.0, cap_style="flat", join_style="mitre")
    return walls_for(Footprint("circle", 2.0 * clear, 2.0 * clear), areas=shapely.get_parts(flat).tolist())


# --- where the way leads ---------------------------------------------------------------------------------------------


def shortest_way(
    view: State, start: Point, end: Point, kept_off: Sequence[Shape], slow: Sequence[Slow] = (), most: float = math.inf
) -> Route | None:
    """The cheapest way on the table from a point to another past some areas, dearer than ``most`` (mm) not sought."""
    within = shapely.box(0.0, 0.0, view.table.width, view.table.depth)
    return shortest(start, end, kept_off, slow, within=within, most=most)


def ridden(view: State, start: Point, goal: Shape, kept_off: Sequence[Shape]) -> list[Point]:
    """The points of a rider's shortest way to the nearest base of a body, past some areas; none where there is none."""
    spot = shapely.Point(start)
    best: Route | None = None
    for end in (_onto(goal, spot), *shapely.get_coordinates(shapely.convex_hull(goal))[:-1].tolist()):
        most = math.inf if best is None else best.length
        found = shortest_way(view, start, (end[0], end[1]), kept_off, most=most)
        if found is not None and found.length < most:
            straight = best is None and len(found.points) == 2
            best = found
            if straight and tuple(end) == _onto(goal, spot):
                break
    if best is None:
        return []
    nearer = shortest_way(view, best.points[-2], _onto(goal, shapely.Point(best.points[-2])), kept_off)
    if nearer is not None and len(nearer.points) == 2:
        return [*best.points[:-1], nearer.points[1]]
    return list(best.points)


def _onto(goal: Shape, spot: shapely.Point) -> Point:
    """The point of a body that is nearest to a point."""
    x, y = shapely.shortest_line(spot, goal).coords[1]
    return float(x), float(y)


def _way_round(
    view: State, body: str, start: Point, target: Point, goal: Shape, paces: Sequence[rates.Speed]
) -> tuple[Point, ...] | None:
    """The cheapest way between two points, past ground that the body may not enter at any of some paces."""
    rate = _speed(view, body, paces[0])
    who = [going.walker(view, body, p, shape.ranks(view, body)) for p in dict.fromkeys(paces)]
    closed: list[Shape] = []
    slow: list[Slow] = []
    ground = ground_of(view)
    for piece in (*ground.areas, *ground.lines):
        bare = ground.bare[piece.id]
        if bare.is_empty or piece.kind.move == "full":
            continue
        cost = _cost(view, body, piece, who, rate)
        if math.isinf(cost):
            if not _holds(bare, (start, target), goal):
                closed += walls(bare, CLEAR)
        elif cost > 1.0:
            slow.append(
                Slow(
                    bare.buffer(THICK / 2.0, cap_style="flat", join_style="mitre") if piece.kind.is_line else bare, cost
                )
            )
    found = shortest_way(view, _out_of(view, body, start, closed), target, closed, slow)
    return None if found is None else found.points


def _out_of(view: State, body: str, start: Point, closed: Sequence[Shape]) -> Point:
    """Where a body's way begins: at a point, but in the middle of its nearest base where it stands against a wall."""
    if not any(wall.contains(shapely.Point(start)) for wall in closed):
        return start
    board = board_of(view)
    centres: list[Point] = [(x, y) for x, y in board.bases.centres[board.rows(body)].tolist()]
    free = [p for p in centres if not any(wall.contains(shapely.Point(p)) for wall in closed)]
    return min(free, key=lambda p: math.dist(p, start), default=start)


def _cost(view: State, body: str, piece: Piece, who: Sequence[going.Walker], rate: float) -> float:
    """What a mm of way through a piece costs, in mm of open ground; infinite where the body may not enter it."""
    if piece.kind.is_line:
        time = who[0].crosses[piece.kind.move]
        return math.inf if time < 0.0 else 1.0 + time * rate / THICK
    costs = []
    for one in who:
        factor = rates.factor_of((piece.kind.move,), one.column, one.pace, rain=False)
        speed = cm(rates.rate(view, body, one.pace)) * factor
        costs.append(rate / speed if speed > 0.0 else math.inf)
    return min(costs)


def _holds(bare: Shape, ends: Collection[Point], goal: Shape) -> bool:
    """Whether a body stands in a piece, or the place is in it or is it: from there it may go, and there it comes."""
    area = shapely.get_dimensions(bare) == 2
    return bool(area and any(shapely.dwithin(bare, shapely.Point(p), SLACK) for p in ends)) or bare.equals(goal)


def _cut(points: Sequence[Point], goal: Shape) -> tuple[Point, ...]:
    """A way as far as it comes to a place, any of whose parts may touch or overlap others, as figures' bases do."""
    kept: list[Point] = [points[0]]
    parts = shapely.get_parts(goal)
    for a, b in pairwise(points):
        part = shapely.LineString((a, b))
        if shapely.intersects(part, goal):
            met = shapely.get_coordinates(shapely.intersection(part, parts)).tolist()
            x, y = min(met, key=lambda p: math.dist(p, a))
            return (*kept, (x, y))
        kept.append(b)
    return tuple(kept)


# --- how long it takes -----------------------------------------------------------------------------------------------


def _time(view: State, body: str, points: Sequence[Point], wanted: Sequence[rates.Speed]) -> float | None:
    """Moves that a way takes; None where it leads into ground that the body may not enter."""
    ranks = shape.ranks(view, body)
    paces = [p for p in dict.fromkeys(wanted) if rates.rate(view, body, p) > 0.0]
    who = [(going.walker(view, body, p, ranks), cm(rates.rate(view, body, p))) for p in paces]
    passed = list(going.astride_of(view, body))
    total = 0.0
    for a, b in pairwise(points):
        at, far = 0.0, math.dist(a, b)
        if far <= SLACK:
            continue
        way = ((b[0] - a[0]) / far, (b[1] - a[1]) / far)
        while at < far - SLACK:
            found = _stretch(view, who, (a[0] + way[0] * at, a[1] + way[1] * at), way, far - at, passed)
            if found is None:
                return None
            gone, time = found
            at, total = at + gone, total + time
    return total


def _stretch(
    view: State,
    who: Sequence[tuple[going.Walker, float]],
    start: Point,
    way: Point,
    far: float,
    passed: list[str],
) -> tuple[float, float] | None:
    """How far a body goes straight at the first pace that the ground allows, and the time of it; None for nowhere."""
    x, y = start
    edge = ((x - way[1] * NARROW, y + way[0] * NARROW), (x + way[1] * NARROW, y - way[0] * NARROW))
    here = [p.kind.move for p in ground_of(view).slowing(shapely.Point(x + way[0] * AHEAD, y + way[1] * AHEAD))]
    for number, (mover, rate) in enumerate(who):
        last = number == len(who) - 1
        if not last and any(rates.factor_of((row,), mover.column, mover.pace) <= 0.0 for row in here):
            continue
        wanted = far if number == 0 else min(far, STEP)
        found = going.straight(view, mover, edge, way, wanted, tuple(passed), beyond=True)
        if found.stop <= SLACK and wanted > SLACK:
            continue
        time = math.fsum((s.end - s.start) / (rate * s.factor) for s in found.spans)
        for one in found.crossings:
            passed.append(one.piece)
            time += mover.crosses[one.row]
        return found.stop, time
    return None
