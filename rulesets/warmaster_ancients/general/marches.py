"""Where a unit might march: places worth judging, made by blocks; what is not allowed the rules throw out later."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec
import shapely

from game.engine.decision import MoveAnswer
from game.geometry.shapes import Point, bearing, forward, norm_deg, turn_between
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, formed
from rulesets.warmaster_ancients.general.plan import Task
from rulesets.warmaster_ancients.general.threats import REACH
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.move.courses import block_course

Aim = Literal["hold", "goal", "foe", "flank", "behind", "beside", "cover", "turn", "away", "range"]

GAP_MM = 0.2
"""Gap (mm) left to a friend that is to be touched: near enough to touch, never an overlap."""
KEEP_MM = 12.0
"""Mm kept to enemies."""
OUT_MM = 204.0
"""Just beyond the reach of initiative."""
SPARE_MM = 0.05
FAR_MM = 650.0
"""Beyond this gap to the nearest enemy (mm) a unit thinks of nothing but its place."""
EDGE_MM = 25.0
"""How far (mm) inside the edge of cover a unit's middle goes."""
NEAREST = 3


class March(msgspec.Struct, frozen=True):
    """A place to march to: what it is for, the friend or enemy concerned, the block there, and the answer."""

    aim: Aim
    about: str
    block: Block
    answer: MoveAnswer


class Marcher:
    """A unit about to march: where its stands are and how far they may go."""

    def __init__(self, field: Field, troop: Troop) -> None:
        self.field, self.troop = field, troop
        self.view, self.unit = field.view, troop.id
        self.poses = facts.poses(self.view, troop.id)
        places = list(self.poses.values())
        self.at = formations.centre_of(places)
        self.facing = places[0].facing
        self.limit = moves.allowance(self.view, troop.id, "march").mm
        self.radius = max(math.dist(self.at, (p.x, p.y)) for p in places)
        self.form = facts.formation(self.view, troop.id)

    def reach(self, facing: float) -> float:
        """How far (mm) the middle may go where the block is turned to a facing; the outer stands go farther."""
        turn = abs(turn_between(self.facing, facing))
        return max(self.limit - 2.0 * self.radius * math.sin(math.radians(turn) / 2.0) - SPARE_MM, 0.0)

    def to(self, aim: Aim, about: str, point: Point, facing: float) -> March | None:
        """A march to a point; cut short where it is too far; in line if the unit is in disorder."""
        facing = norm_deg(facing)
        form = "line" if self.form in ("irregular", "column") else ""
        reach = self.reach(facing)
        if form:
            # at worst the stand farthest from the middle goes to the far end of the line
            longest = self.troop.kind.footprint.width * (self.troop.stands - 1)
            reach = max(self.limit - self.radius - longest / 2.0 - SPARE_MM, 0.0)
        far = math.dist(self.at, point)
        if far > reach:
            if aim in ("behind", "beside", "turn"):
                return None
            share = reach / far
            point = (self.at[0] + (point[0] - self.at[0]) * share, self.at[1] + (point[1] - self.at[1]) * share)
        if math.dist(self.at, point) < 1.0 and abs(turn_between(self.facing, facing)) < 1.0 and not form:
            return None
        block = self.block(point, facing, form)
        answer = MoveAnswer(self.unit, "march", courses=(block_course(self.unit, point, facing, form),))
        return March(aim, about, block, answer)

    def block(self, point: Point, facing: float, form: str) -> Block:
        """The unit's block about a point."""
        if form:
            return formed(self.troop, form, point[0], point[1], facing)
        now = self.troop.block
        turn = math.radians(turn_between(self.facing, facing))
        dx, dy = now.x - self.at[0], now.y - self.at[1]
        # turning clockwise by the compass
        x = dx * math.cos(turn) + dy * math.sin(turn)
        y = -dx * math.sin(turn) + dy * math.cos(turn)
        return Block(point[0] + x, point[1] + y, facing, now.half_width, now.half_depth)


def hold(troop: Troop) -> March:
    """Staying where it is."""
    return March("hold", "", troop.block, MoveAnswer(troop.id, "hold"))


def marches(field: Field, troop: Troop, task: Task, ahead: float) -> list[March]:
    """Places worth judging for a unit with a task; staying is the first."""
    ideas = _ideas(Marcher(field, troop), task, ahead)
    return [hold(troop), *(idea for idea in ideas if idea is not None)]


def _ideas(m: Marcher, task: Task, ahead: float) -> Iterator[March | None]:
    near = _near_foes(m)
    yield from _to_goal(m, task, near, ahead)
    yield from _with_friends(m)
    if not near or m.field.gap(m.unit, near[0].id) > FAR_MM:
        return
    yield from _to_foes(m, near)
    yield from _round_flanks(m, near)
    yield from _into_cover(m, near)
    yield from _turning(m, near)
    yield from _away(m, near)


def _near_foes(m: Marcher) -> list[Troop]:
    row = m.field.gaps[m.troop.row]
    order = sorted(range(len(m.field.foes)), key=lambda k: (round(float(row[k]), 2), k))
    return [m.field.foes[k] for k in order[:NEAREST]]


def _bearing(a: Point, b: Point) -> float:
    return bearing(b[0] - a[0], b[1] - a[1])


def _towards(m: Marcher, point: Point, mm: float) -> Point:
    way = math.dist(m.at, point)
    if way < 1e-6:
        return point
    return m.at[0] + (point[0] - m.at[0]) * mm / way, m.at[1] + (point[1] - m.at[1]) * mm / way


def _ahead(m: Marcher, way: float, mm: float) -> Point:
    dx, dy = forward(way)
    return m.at[0] + dx * mm, m.at[1] + dy * mm


def _to_goal(m: Marcher, task: Task, near: list[Troop], ahead: float) -> Iterator[March | None]:
    """Towards the goal, the whole way and parts of it, facing as the array does, that way, or to the enemy."""
    about = task.place or task.quarry
    way = math.dist(m.at, task.goal)
    if way < 3.0:
        yield m.to("goal", about, task.goal, ahead)
        return
    face = _bearing(m.at, task.goal)
    to_foe = _bearing(m.at, near[0].block.middle) if near else face
    for share in (1.0, 0.6, 0.3):
        for facing in dict.fromkeys((ahead, face, to_foe, m.facing)):
            mm = min(way, m.reach(facing)) * share
            yield m.to("goal", about, _towards(m, task.goal, mm), facing)
    for offset in (-35.0, 35.0, -70.0, 70.0):
        yield m.to("goal", about, _ahead(m, face + offset, min(way, m.reach(ahead))), ahead)


def _to_foes(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Towards each near enemy: just out of his initiative, within one's own, to missile range, and close up."""
    keeps = [OUT_MM, REACH - 4.0, 120.0, KEEP_MM]
    if m.troop.kind.range is not None:
        keeps.append(m.troop.kind.range - 6.0)
    if m.troop.kind.move > REACH:
        keeps.append(m.troop.kind.move - 6.0)
    for foe in near:
        gap = m.field.gap(m.unit, foe.id)
        face = _bearing(m.at, foe.block.middle)
        for keep in keeps:
            if abs(gap - keep) > 4.0 and (gap > keep or m.troop.shoots):
                yield m.to(
                    "range" if m.troop.shoots else "foe", foe.id, _towards(m, foe.block.middle, gap - keep), face
                )


def _round_flanks(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """To where a near enemy's flank or rear can be charged from; cut short, it turns to him on the way."""
    for foe in near[:2]:
        if m.field.gap(m.unit, foe.id) > 2.0 * m.limit:
            continue
        for keep in (60.0, 150.0):
            for hand in (-1.0, 1.0):
                side = hand * (foe.block.half_width + keep + m.troop.block.half_depth)
                yield _flanking(m, foe, foe.block.point(side, 0.0), foe.block.facing - 90.0 * hand)
        back = foe.block.half_depth + 100.0 + m.troop.block.half_depth
        yield _flanking(m, foe, foe.block.point(0.0, -back), foe.block.facing)


def _flanking(m: Marcher, foe: Troop, point: Point, facing: float) -> March | None:
    if math.dist(m.at, point) <= m.reach(facing):
        return m.to("flank", foe.id, point, facing)
    return m.to("flank", foe.id, point, _bearing(_towards(m, point, m.limit), foe.block.middle))


def _with_friends(m: Marcher) -> Iterator[March | None]:
    """Up to near friends, behind them or in line with them, touching: that is how they support each other."""
    friends = sorted(
        (t for t in m.field.mine if t.id != m.unit and math.dist(t.block.middle, m.at) < m.limit + 150.0),
        key=lambda t: (round(math.dist(t.block.middle, m.at), 1), t.row),
    )
    for friend in friends[:5]:
        block = friend.block
        back = block.half_depth + m.troop.block.half_depth + GAP_MM
        yield m.to("behind", friend.id, block.point(0.0, -back), block.facing)
        side = block.half_width + m.troop.block.half_width + GAP_MM
        lead = block.half_depth - m.troop.block.half_depth
        for hand in (-1.0, 1.0):
            yield m.to("beside", friend.id, block.point(side * hand, lead), block.facing)


def _into_cover(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Onto hills, into woods and works that can be reached, facing the nearest enemy."""
    if not (m.troop.foot or m.troop.kind.artillery) or not near:
        return
    land = board(m.view).land
    kept = [
        *land.of_protection("fortified", "outside"),
        *land.of_protection("defended", "any"),
        *land.of_protection("defended", "outside"),
    ]
    here = shapely.Point(m.at)
    for feature in kept:
        shape = land.terrain.geometry(feature)
        if float(shapely.distance(here, shape)) > m.limit or not land.kind[feature].allows(m.troop.kind.type):
            continue
        shrunk = shape.buffer(-EDGE_MM)
        inner = shape if shrunk.is_empty else shrunk
        foe = shapely.Point(near[0].block.middle)
        for spot in (shapely.shortest_line(here, inner).coords[-1], shapely.shortest_line(foe, inner).coords[-1]):
            point = (float(spot[0]), float(spot[1]))
            yield m.to("cover", feature, point, _bearing(point, near[0].block.middle))


def _turning(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """On the spot, facing the nearest enemies."""
    for foe in near[:2]:
        yield m.to("turn", foe.id, m.at, _bearing(m.at, foe.block.middle))


def _away(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Away from the nearest enemy, still facing him."""
    for foe in near[:1]:
        face = _bearing(m.at, foe.block.middle)
        for offset in (0.0, -40.0, 40.0):
            for share in (1.0, 0.5):
                yield m.to("away", foe.id, _ahead(m, norm_deg(face + 180.0) + offset, m.reach(face) * share), face)
