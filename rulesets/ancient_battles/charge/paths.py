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
from game.geometry.align import convex_parts
from game.geometry.measure import nearest_pair
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose, bearing, forward, turn_between
from game.geometry.steps import Advance, Hand, Step, Wheel
from game.geometry.travel import way_to_edge
from rulesets.ancient_battles.charge.solver import Solution, Way, line_cost, path_of, solve
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import facts, metering
from rulesets.ancient_battles.field.blocks import Block, block_of, formed, quads, shared, slots
from rulesets.ancient_battles.field.blocks import shapes as shapes_of
from rulesets.ancient_battles.field.board import remembered, settled
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.field.straights import Fan, beyond_table, free_wheel, rings_of
from rulesets.ancient_battles.measures import BRUSH, SLACK, inch
from rulesets.ancient_battles.own import Facing

_FINE = 0.001
"""mm to which the end of a straight way is found."""
NEARNESS = NUMBERS.nearness.value
"""Inches from enemies at which everybody halts who does not charge them (WAB-S07, WAB-S11)."""


class Shortened(msgspec.Struct, frozen=True):
    """A move cut short: its steps as far as they go, the front at the end (None: displaced by ``shift``)."""

    steps: tuple[Step, ...]
    front: Pose | None
    shift: Point = (0.0, 0.0)


def front_after(block: Block, way: Way) -> Pose:
    """The front of a block at the end of a charge path."""
    after = metering.wheeled(block, way.hand, way.degrees) if way.degrees > 0.0 else block
    return metering.end_pose(after.front, way.straight)


def planned(
    view: State, charger: str, target: str, edge: Facing, steps: tuple[Step, ...]
) -> tuple[Solution, Way | None]:
    """The path of a charge: the player's own wheel, or the best one; None where it does not reach."""
    wheel = next((s for s in steps if isinstance(s, Wheel)), None)
    ahead = any(isinstance(s, Advance) for s in steps)
    if steps and formed(view, charger) and (wheel is not None or ahead):
        found = path_of(view, charger, target, wheel.hand if wheel else "left", wheel.angle if wheel else 0.0, edge)
        return found, found.best if found.reaches else None
    found = solve(view, charger, target, edge)
    return found, found.best if found.reaches else None


# --- what halts a move -------------------------------------------------------------------------------------------


@settled
def halts(view: State, unit: str) -> tuple[list[str], list[shapely.Polygon]]:
    """What a unit that touches nobody must stop at: friends, 1 inch from enemies, impassable ground, the edge.

    By name; the table's edge has none.
    """
    names: list[str] = []
    shapes: list[shapely.Polygon] = []
    mine = facts.side_of(view, unit)
    for other in facts.standing(view):
        if other == unit or facts.fleeing(view, other):
            continue
        friend = facts.side_of(view, other) == mine
        if friend and (facts.skirmishers(view, other) or facts.skirmishers(view, unit)):
            continue
        for shape in shapes_of(view, other):
            names.append(other)
            shapes.append(shape if friend else shape.buffer(inch(NEARNESS) - SLACK, quad_segs=16))
    for feature, kind, ground in facts.land(view):
        if kinds()[kind].rate == "impassable":
            for part in convex_parts(shapely.Polygon(shapely.get_coordinates(ground))):
                names.append(feature)
                shapes.append(shapely.Polygon(part))
    beyond = beyond_table(view)
    return names + [""] * len(beyond), shapes + beyond


def room_ahead(view: State, unit: str, block: Block, shapes: list[shapely.Polygon]) -> float:
    """How far (mm) a block may go straight ahead before it meets one of some shapes or the table's edge."""
    room = way_to_edge(block.corners[:2], forward(block.front.facing), view.table.width, view.table.depth)
    if not shapes:
        return room
    gaps = shapely.distance(np.array(shapes, dtype=object), block.polygon)
    ahead = [shape for shape, gap in zip(shapes, gaps, strict=True) if 4.0 * SLACK < gap < room]
    if ahead:
        room = min(room, float(Fan(block, "left", np.zeros(1)).firsts(rings_of(ahead), SLACK).min()))
    for shape, gap in zip(shapes, gaps, strict=True):
        if gap <= 4.0 * SLACK:
            room = min(room, _no_deeper(block, shape, shared(shape, block.polygon), room))
    return max(0.0, room)


def _no_deeper(block: Block, shape: shapely.Polygon, deep: float, room: float) -> float:
    """How far (mm) a block goes that touches something already, or stands in it, before it stands in it deeper."""
    free = 0.0
    while free < room and shared(shape, block.at(metering.end_pose(block.front, free + 1.0)).polygon) <= deep + BRUSH:
        free += 1.0
    return min(free, room)


# --- a charge that fails -----------------------------------------------------------------------------------------


@remembered
def failed(view: State, charger: str, target: str, way: Way | None, at: Point | None = None) -> Shortened:
    """The move of a failed charge: its normal rate along the charge path (WAB-CHG-03, WAB-S09, WAB-S11).

    Parameters
    ----------
    way
        The usual path; None where there is none, or nobody any more to charge: straight ahead then.
    at
        Where the target was nearest at declaration: who has no front goes that way if it is no more.
    """
    budget = facts.rate(view, charger)
    if not formed(view, charger):
        return _straight_towards(view, charger, target, at, budget)
    block = block_of(view, charger)
    left = budget
    _, shapes = halts(view, charger)
    degrees = 0.0
    hand: Hand = "left" if way is None else way.hand
    start = block
    if way is not None and way.degrees > 0.0:
        free, _ = free_wheel(block, hand, shapes)
        wish = min(way.degrees, free)
        degrees = round(metering.wheel_reach(view, charger, block, hand, wish, budget), 3)
        if degrees > 0.0:
            left -= metering.wheel_cost(view, charger, block, hand, degrees, budget)
            block = metering.wheeled(block, hand, degrees)
        if degrees < way.degrees - 0.01:
            return on_nobody(view, charger, start, hand, degrees, 0.0)
    ahead = straight_ahead(view, charger, block, left, budget, shapes)
    return on_nobody(view, charger, start, hand, degrees, ahead)


def on_nobody(
    view: State, unit: str, block: Block, hand: Hand, degrees: float, ahead: float, but: Sequence[str] = ()
) -> Shortened:
    """A wheel and an advance, cut short so that the block ends on none of those it may pass through (WAB-S07).

    Parameters
    ----------
    but
        Units that do not matter: those that are no more.
    """
    others = [s for u in facts.standing(view) if u != unit and u not in but for s in shapes_of(view, u)]
    while True:
        after = metering.wheeled(block, hand, degrees) if degrees > 0.0 else block
        while ahead > 0.0:
            end = after.at(metering.end_pose(after.front, ahead)).polygon
            hit = [s for s in others if shared(end, s) > BRUSH]
            if not hit:
                break
            fan = Fan(after, "left", np.zeros(1))
            met = min(float(fan.first(shapely.get_coordinates(s)[:-1], SLACK)[0][0]) for s in hit)
            ahead = max(0.0, math.floor(min(met, ahead - 1.0) * 1000.0) / 1000.0)
        if ahead > 0.0 or degrees <= 0.0 or not any(shared(after.polygon, s) > BRUSH for s in others):
            break
        degrees = max(0.0, round(degrees - 1.0, 3))
    steps: list[Step] = [Wheel(degrees, hand)] if degrees > 0.0 else []
    if ahead > 0.0:
        steps.append(Advance(ahead))
    return Shortened(tuple(steps), metering.end_pose(after.front, ahead))


def straight_ahead(
    view: State, unit: str, block: Block, left: float, allowance: float, shapes: list[shapely.Polygon]
) -> float:
    """How far (mm) a block gets ahead on what is left, before ground, obstacles, units or the edge stop it."""
    far, _ = metering.advance_reach(view, unit, block, max(0.0, left), allowance)
    return math.floor(min(far, room_ahead(view, unit, block, shapes)) * 1000.0 + 1e-6) / 1000.0


def _straight_towards(view: State, unit: str, target: str, at: Point | None, budget: float) -> Shortened:
    """Towards an enemy in a straight line between the closest points, halting 1 inch before any enemy.

    Where he is no more, to where he stood (``at``) and on.
    """
    there = facts.alive(view, target)
    if not there and at is None:
        return Shortened((), None)
    aim = quads(view, target) if there or at is None else np.array([[at] * 4])
    pair = nearest_pair(quads(view, unit), aim)
    dx, dy = pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1]
    size = math.hypot(dx, dy)
    if size <= SLACK:
        return Shortened((), None)
    way = _paid_for(view, unit, pair.on_a, (dx / size, dy / size), budget)
    way = min(way, max(0.0, size - inch(NEARNESS))) if there else way
    while way > 0.0 and not _may_stand(view, unit, (dx / size * way, dy / size * way)):
        way = max(0.0, way - 2.0)
    return Shortened((Advance(round(way, 3)),), None, (dx / size * way, dy / size * way))


def _paid_for(view: State, unit: str, start: Point, ahead: Point, budget: float) -> float:
    """How far (mm) along a straight line an allowance lasts over the ground (WAB-TER-04, WAB-S08)."""

    def cost(way: float) -> float:
        return line_cost(
            view, unit, shapely.LineString([start, (start[0] + ahead[0] * way, start[1] + ahead[1] * way)])
        )

    if cost(budget) <= budget + SLACK:
        return budget
    low, high = 0.0, budget
    while high - low > _FINE:
        middle = (low + high) / 2.0
        low, high = (middle, high) if cost(middle) <= budget + SLACK else (low, middle)
    return low


def clear_straight(view: State, unit: str, target: str, way: float) -> float:
    """How much (mm) of a straight way a loose unit goes that rides a runner down and ends on nobody else."""
    pair = nearest_pair(quads(view, unit), quads(view, target))
    if pair.distance <= SLACK:
        return 0.0
    ahead = np.array((pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1])) / pair.distance
    shut: list[Shape] = [s for u in facts.standing(view) if u not in (unit, target) for s in shapes_of(view, u)]
    shut += [s for _, kind, s in facts.land(view) if kinds()[kind].rate == "impassable"]
    others = shapely.union_all(shut)
    mine = quads(view, unit)

    def free(way: float) -> bool:
        there = mine + ahead * way
        return not facts.off_table(view, there) and all(shared(shapely.Polygon(q), others) <= BRUSH for q in there)

    while way > 0.0 and not free(way):
        way = max(0.0, way - 2.0)
    return way


def _may_stand(view: State, unit: str, by: Point) -> bool:
    """Whether a loose unit displaced by so much overlaps nothing and keeps 1 inch from enemies."""
    mine: Floats = quads(view, unit) + np.array(by)
    if facts.off_table(view, mine):
        return False
    area = shapely.union_all([shapely.Polygon(q) for q in mine])
    _, shapes = halts(view, unit)
    if any(shared(area, s) > BRUSH for s in shapes):
        return False
    others = [u for u in facts.standing(view) if u != unit]
    return not any(shared(area, s) > BRUSH for u in others for s in shapes_of(view, u))


# --- the counter-charge ------------------------------------------------------------------------------------------


class Meeting(msgspec.Struct, frozen=True):
    """A counter-charge thought through: the counter-charger's move, and the charge that meets it.

    Attributes
    ----------
    way
        The charge path after it, None where the charger still does not reach.
    """

    move: Shortened
    way: Way | None


def met_half_way(view: State, unit: str, charger: str, edge: Facing) -> Meeting:
    """How a counter-charge and its charge would meet from where both stand (WAB-S12)."""
    move = countered(view, unit, charger)
    assert move.front is not None
    there = view.with_poses(slots(view, unit, move.front))
    return Meeting(move, planned(there, charger, unit, edge, ())[1])


def countered(view: State, unit: str, charger: str) -> Shortened:
    """The move of a counter-charger, just before the charge (WAB-S12): a wheel towards it and an advance."""
    block = block_of(view, unit)
    budget = min(facts.rate(view, unit), facts.gap(view, unit, charger) / 2.0)
    x, y = facts.front_centre(view, charger)
    turn = turn_between(block.front.facing, bearing(x - block.front.x, y - block.front.y))
    hand: Hand = "right" if turn > 0.0 else "left"
    left, degrees = budget, 0.0
    names, shapes = halts(view, unit)
    mine = [s for n, s in zip(names, shapes, strict=True) if n != charger]
    start = block
    if abs(turn) > 0.01:
        free, _ = free_wheel(block, hand, shapes)
        degrees = round(metering.wheel_reach(view, unit, block, hand, min(abs(turn), free, 90.0), budget), 3)
        if degrees > 0.0:
            left -= metering.wheel_cost(view, unit, block, hand, degrees, facts.rate(view, unit))
            block = metering.wheeled(block, hand, degrees)
    ahead = straight_ahead(view, unit, block, left, facts.rate(view, unit), mine)
    return on_nobody(view, unit, start, hand, degrees, ahead)
