"""Where charges end: contact, a runner caught, a charge that fails, a counter-charge (WAB-CHG-03, WAB-S09 to WAB-S12).

Everything here is worked out from a view; nothing moves yet. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.halving import halved
from game.geometry.measure import nearest_pair
from game.geometry.planar import Shape, Shapes, polygons_from
from game.geometry.shapes import Floats, Point, Pose, bearing, forward, moved, turn_between
from game.geometry.steps import Advance, Hand, Step, Wheel
from game.geometry.sweep import hull_sweep
from game.geometry.travel import way_to_edge
from game.kit import situation
from rulesets.ancient_battles.charge.solver import Search, Solution, Way, charge_reach, solve
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.barriers import NEARNESS, impassable_parts, stops
from rulesets.ancient_battles.field.blocks import (
    Block,
    block_of,
    bounds,
    far_off,
    formed,
    outline,
    quads,
    shared,
    slots,
)
from rulesets.ancient_battles.field.blocks import shapes as shapes_of
from rulesets.ancient_battles.field.memory import remembered, settled, standing_so
from rulesets.ancient_battles.field.straights import Fan, beyond_table, free_wheel, rings_of
from rulesets.ancient_battles.measures import BRUSH, SLACK, inch
from rulesets.ancient_battles.own import Facing

_FINE = 0.001
"""mm to which the end of a straight way is found."""
_BACK = 2.0
"""mm by which the loose go back at a time from where they may not stand."""
_HAIR = 1e-6
"""mm2 within which an area is measured again as a whole."""


class Shortened(msgspec.Struct, frozen=True):
    """A move cut short: its steps as far as they go, the front at the end (None: displaced by ``shift``)."""

    steps: tuple[Step, ...]
    front: Pose | None
    shift: Point = (0.0, 0.0)


def planned(
    view: State, charger: str, target: str, edge: Facing, steps: tuple[Step, ...]
) -> tuple[Solution, Way | None]:
    """The path of a charge: the player's own wheel, or the best one; None where it does not reach."""
    wheel = next((s for s in steps if isinstance(s, Wheel)), Wheel(0.0, "left"))
    if formed(view, charger) and any(isinstance(s, Wheel | Advance) for s in steps):
        found = Search(view, charger, target, edge, charge_reach(view, charger)).by_one_wheel(wheel.hand, wheel.angle)
    else:
        found = solve(view, charger, target, edge)
    return found, found.best if found.reaches else None


@settled
def halts(view: State, unit: str) -> tuple[list[str], list[shapely.Polygon]]:
    """What halts who touches nobody: friends, 1 inch from enemies, impassable ground, all by name; the edge as "".

    Units out of the reach of a wheel and a normal move are left out.
    """
    found: list[tuple[str, shapely.Polygon]] = []
    here = west, south, east, north = bounds(view, unit)
    reach = east - west + north - south + facts.rate(view, unit) + inch(NEARNESS) + 1.0
    for other in facts.fielded(view):
        if not far_off(here, bounds(view, other), reach) and stops(view, unit, other):
            friend = situation.side_of(view, other) == situation.side_of(view, unit)
            found += [(other, s) for s in (shapes_of if friend else _berths)(view, other)]
    found += [*impassable_parts(view), *(("", beyond) for beyond in beyond_table(view))]
    return [name for name, _ in found], [shape for _, shape in found]


@standing_so(1)
def _berths(view: State, unit: str) -> tuple[shapely.Polygon, ...]:
    """What a unit covers with an inch about it."""
    about = shapely.buffer(np.array(shapes_of(view, unit), dtype=object), inch(NEARNESS) - SLACK, quad_segs=16)
    return tuple(about.tolist())


def room_ahead(view: State, block: Block, shapes: list[shapely.Polygon], most: float) -> float:
    """How far (mm, at most ``most``) a block may go straight ahead before it meets a shape or the table's edge."""
    edge = way_to_edge(block.corners[:2], forward(block.front.facing), view.table.width, view.table.depth)
    room = min(edge, most)
    gaps = shapely.distance(np.array(shapes, dtype=object), block.polygon) if shapes else ()
    ahead = [shape for shape, gap in zip(shapes, gaps, strict=True) if 4.0 * SLACK < gap < room]
    if ahead:
        room = min(room, float(Fan(block, "left", np.zeros(1)).firsts(rings_of(ahead), SLACK).min()))
    for shape, gap in zip(shapes, gaps, strict=True):
        if gap <= 4.0 * SLACK:
            room = min(room, _no_deeper(block, shape, shared(shape, block.polygon), room))
    return max(0.0, room)


def _no_deeper(block: Block, shape: shapely.Polygon, deep: float, room: float) -> float:
    """How far (mm) a block goes that touches something already, or stands in it, before it stands in it deeper."""
    swept = hull_sweep(block.corners, block.at(moved(block.front, room + 1.0)).corners)
    if shared(shape, swept) <= deep + BRUSH - _HAIR:  # the whole way shares no less than any place on it
        return room
    free = 0.0
    while free < room and shared(shape, block.at(moved(block.front, free + 1.0)).polygon) <= deep + BRUSH:
        free += 1.0
    return min(free, room)


@settled
def failed(view: State, charger: str, target: str, way: Way | None, at: Point | None = None) -> Shortened:
    """The move of a failed charge: its normal rate along the charge path (WAB-CHG-03, WAB-S09, WAB-S11).

    Straight ahead where there is no usual path, or nobody any more to charge: who has no front goes to where the target
    was nearest at declaration (``at``).
    """
    budget = facts.rate(view, charger)
    if not formed(view, charger):
        return _straight_towards(view, charger, target, at, budget)
    _, shapes = halts(view, charger)
    hand, degrees = (way.hand, way.degrees) if way is not None else ("left", 0.0)
    found = _wheeled(view, charger, hand, degrees, budget, shapes)
    if found[0] < degrees - 0.01:
        return on_nobody(view, charger, block_of(view, charger), hand, found[0], 0.0)
    return _advanced(view, charger, hand, *found, shapes)


def _wheeled(
    view: State, unit: str, hand: Hand, wish: float, budget: float, shapes: list[shapely.Polygon]
) -> tuple[float, float]:
    """How far (degrees) a block wheels that is free to and pays for it, and what (mm) is left of its budget."""
    if wish <= 0.0:
        return 0.0, budget
    block = block_of(view, unit)
    free, _ = free_wheel(block, hand, shapes)
    degrees = round(going.wheel_reach(view, unit, block, hand, min(wish, free), budget), 3)
    return degrees, budget - going.wheel_cost(view, unit, block, hand, degrees, facts.rate(view, unit))


def _advanced(
    view: State, unit: str, hand: Hand, degrees: float, left: float, shapes: list[shapely.Polygon]
) -> Shortened:
    """The wheel and as much straight ahead as is paid for, before ground, obstacles, units or the edge stop it."""
    start, rate = block_of(view, unit), facts.rate(view, unit)
    block = going.wheeled(start, hand, degrees)
    far, _ = going.advance_reach(view, unit, block, max(0.0, left), rate)
    ahead = math.floor(room_ahead(view, block, shapes, far) * 1000.0 + 1e-6) / 1000.0
    return on_nobody(view, unit, start, hand, degrees, ahead)


def on_nobody(
    view: State, unit: str, block: Block, hand: Hand, degrees: float, ahead: float, but: Sequence[str] = ()
) -> Shortened:
    """A wheel and an advance, cut short so that the block ends on none whom it may pass, but for ``but`` (WAB-S07)."""
    others = np.array(
        [s for u in facts.fielded(view) if u != unit and u not in but for s in shapes_of(view, u)], dtype=object
    )
    while True:
        after = going.wheeled(block, hand, degrees)
        while ahead > 0.0:
            end = after.at(moved(after.front, ahead)).polygon
            hit = _overlapped(end, others)
            if not hit:
                break
            fan = Fan(after, "left", np.zeros(1))
            met = min(float(fan.first(shapely.get_coordinates(s)[:-1], SLACK)[0][0]) for s in hit)
            ahead = max(0.0, math.floor(min(met, ahead - 1.0) * 1000.0) / 1000.0)
        if ahead > 0.0 or degrees <= 0.0 or not _overlapped(after.polygon, others):
            break
        degrees = max(0.0, round(degrees - 1.0, 3))
    steps = (*((Wheel(degrees, hand),) if degrees > 0.0 else ()), *((Advance(ahead),) if ahead > 0.0 else ()))
    return Shortened(steps, moved(after.front, ahead))


def _overlapped(there: Shape, others: Shapes) -> list[Shape]:
    """Those of some shapes on which somebody would stand there."""
    return [s for s in others[shapely.intersects(others, there)] if shared(there, s) > BRUSH]


def _straight_towards(view: State, unit: str, target: str, at: Point | None, budget: float) -> Shortened:
    """Straight at the nearest point of an enemy, halting 1 inch before any; where he is no more, to where he stood."""
    there = situation.on_table(view, target)
    if not there and at is None:
        return Shortened((), None)
    aim = quads(view, target) if there or at is None else np.array([[at] * 4])
    pair = nearest_pair(quads(view, unit), aim)
    (x, y), size = pair.on_a, math.hypot(pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1])
    if size <= SLACK:
        return Shortened((), None)
    dx, dy = (pair.on_b[0] - x) / size, (pair.on_b[1] - y) / size

    def paid(way: float) -> bool:
        line = shapely.LineString([pair.on_a, (x + dx * way, y + dy * way)])
        return going.line_cost(view, unit, line) <= budget + SLACK

    way = budget if paid(budget) else halved(0.0, budget, _FINE, paid)[0]
    way = min(way, max(0.0, size - inch(NEARNESS))) if there else way
    others = [s for u in facts.fielded(view) if u != unit for s in shapes_of(view, u)]
    shut = np.array([*halts(view, unit)[1], *others], dtype=object)
    shut = shut[shapely.dwithin(shut, outline(view, unit), way + 1.0)]
    shapely.prepare(shut)
    while way > 0.0 and (over := _overlap(view, quads(view, unit) + np.array((dx * way, dy * way)), shut)) > 0.0:
        for _ in range(_steps_within(over, quads(view, unit))):
            way = max(0.0, way - _BACK)
    return Shortened((Advance(round(way, 3)),), None, (dx * way, dy * way))


def caught(view: State, unit: str, target: str, way: Way) -> Shortened:
    """The way of a charger to the runner whom it rides down; it ends on nobody else (WAB-S11)."""
    if formed(view, unit):
        return on_nobody(view, unit, block_of(view, unit), way.hand, way.degrees, way.straight, (target,))
    pair = nearest_pair(quads(view, unit), quads(view, target))
    if pair.distance <= SLACK:
        return Shortened((), None)
    ahead = np.array((pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1])) / pair.distance
    shut: list[Shape] = [s for u in facts.fielded(view) if u not in (unit, target) for s in shapes_of(view, u)]
    others = shapely.union_all([*shut, *(s for _, s in facts.at_rate(view, "impassable"))])

    def free(far: float) -> bool:
        there = quads(view, unit) + ahead * far
        return not facts.off_table(view, there) and all(shared(shapely.Polygon(q), others) <= BRUSH for q in there)

    far = way.straight
    while far > 0.0 and not free(far):
        far = max(0.0, far - 2.0)
    return Shortened((), None, (float(ahead[0]) * far, float(ahead[1]) * far))


def _overlap(view: State, mine: Floats, shut: Shapes) -> float:
    """How much (mm2) bases share, beyond a mere touch, with something shut to them; a hair over the edge; 0 if not."""
    if facts.off_table(view, mine):
        return _HAIR
    parts = polygons_from(mine)
    k, j = np.nonzero(shapely.intersects(shut[:, None], parts[None]))
    if not len(k):
        return 0.0
    each = shapely.area(shapely.intersection(shut[k], parts[j]))
    if each.max() > BRUSH + _HAIR:  # all bases together share no less than one of them, nor more than their sum
        return float(each.max()) - BRUSH
    if np.bincount(k, each).max() <= BRUSH - _HAIR:
        return 0.0
    area = shapely.union_all(parts)
    return _HAIR if any(shared(area, s) > BRUSH for s in shut[np.unique(k)]) else 0.0


def _steps_within(over: float, mine: Floats) -> int:
    """Steps back, at least one, before bases can be free of what they share too much: a mm frees no more than a width.

    The places between need not be looked at.
    """
    width = float(np.hypot(*(mine[:, 2] - mine[:, 0]).T).max())
    return max(1, math.ceil((over - _HAIR) / (_BACK * width)))


class Meeting(msgspec.Struct, frozen=True):
    """A counter-charger's move, and the charge path that meets it: None where the charger still does not reach."""

    move: Shortened
    way: Way | None


@remembered
def met_half_way(view: State, unit: str, charger: str, edge: Facing) -> Meeting:
    """How a counter-charge and its charge would meet from where both stand (WAB-S12)."""
    move = countered(view, unit, charger)
    assert move.front is not None
    there = view.with_poses(slots(view, unit, move.front))
    return Meeting(move, planned(there, charger, unit, edge, ())[1])


def countered(view: State, unit: str, charger: str) -> Shortened:
    """The move of a counter-charger, just before the charge (WAB-S12): a wheel towards it and an advance."""
    front, (x, y) = block_of(view, unit).front, facts.front_centre(view, charger)
    budget = min(facts.rate(view, unit), facts.gap(view, unit, charger) / 2.0)
    turn = turn_between(front.facing, bearing(x - front.x, y - front.y))
    hand: Hand = "right" if turn > 0.0 else "left"
    names, shapes = halts(view, unit)
    found = _wheeled(view, unit, hand, min(abs(turn), 90.0) if abs(turn) > 0.01 else 0.0, budget, shapes)
    ahead = [s for n, s in zip(names, shapes, strict=True) if n != charger]
    return _advanced(view, unit, hand, *found, ahead)
