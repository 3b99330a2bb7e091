"""Places worth a march: made by geometry for each aim a unit may have, none judged.

WMA-MOV-01, WMA-S09. Row 9 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec
import shapely

from game.engine.decision import MoveAnswer
from game.geometry.shapes import Point, Pose, norm_deg, turn_between, turned_about
from rulesets.warmaster_ancients.command.ideas import SHELTERS, Mover, heading, march_to
from rulesets.warmaster_ancients.field.formations import formation_poses
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, block_of
from rulesets.warmaster_ancients.general.place_worth import REACH
from rulesets.warmaster_ancients.general.plan import Task

Aim = Literal["hold", "goal", "foe", "flank", "behind", "beside", "cover", "turn", "away", "range"]

GAP_MM = 0.2
"""Gap (mm) left to a friend that is to be touched: near enough to touch, never an overlap."""
KEEP_MM = 12.0
"""Mm kept to enemies."""
OUT_MM = 204.0
"""Just beyond the reach of initiative."""
FAR_MM = 650.0
"""Beyond this gap to the nearest enemy (mm) a unit thinks of nothing but its place."""
EDGE_MM = 25.0
"""How far (mm) inside the edge of cover a unit's middle goes."""
NEAREST = 3


class March(msgspec.Struct, frozen=True):
    """A place to march to: what it is for, the friend or enemy concerned, and the block there.

    The ``unit`` goes to a ``point`` and faces and forms as told there; without a point it stays.
    """

    aim: Aim
    about: str
    block: Block
    unit: str
    point: Point | None = None
    facing: float = 0.0
    form: str = ""

    @property
    def answer(self) -> MoveAnswer:
        """The answer: few of many marches are ever given."""
        if self.point is None:
            return MoveAnswer(self.unit, "hold")
        return march_to(self.unit, self.point, self.facing, self.form)


class Marcher(Mover):
    """A unit about to march, as a general sees it."""

    spare = 0.05

    def __init__(self, field: Field, troop: Troop) -> None:
        super().__init__(field.view, troop.id)
        self.field, self.troop = field, troop
        self._turned: dict[float, Pose] = {}

    def idea(self, aim: Aim, about: str, point: Point, facing: float) -> March | None:
        """A march to a point; cut short where it is too far; in line if the unit is in disorder."""
        facing = norm_deg(facing)
        form = "line" if self.form in ("irregular", "column") else ""
        reach = self.reach(facing)
        if form:
            # at worst the stand farthest from the middle goes to the far end of the line
            longest = self.troop.kind.footprint.width * (self.troop.stands - 1)
            reach = max(self.limit - self.radius - longest / 2.0 - self.spare, 0.0)
        far = math.dist(self.at, point)
        if far > reach:
            if aim in ("behind", "beside", "turn"):
                return None
            share = reach / far
            point = (self.at[0] + (point[0] - self.at[0]) * share, self.at[1] + (point[1] - self.at[1]) * share)
        if math.dist(self.at, point) < 1.0 and abs(turn_between(self.facing, facing)) < 1.0 and not form:
            return None
        return March(aim, about, self.block(point, facing, form), self.unit, point, facing, form)

    def block(self, point: Point, facing: float, form: str) -> Block:
        """The unit's block about a point."""
        kind, now = self.troop.kind, self.troop.block
        if form:
            return block_of(kind, formation_poses(form, kind.footprint, self.troop.stands, point, facing))
        there = self._turned.get(facing)
        if there is None:
            there = turned_about(Pose(now.x, now.y), self.at, turn_between(self.facing, facing))
            self._turned[facing] = there
        x, y = there.x + point[0] - self.at[0], there.y + point[1] - self.at[1]
        return Block(x, y, facing, now.half_width, now.half_depth)

    def towards(self, point: Point, mm: float) -> Point:
        """The point so far (mm) on the way to another."""
        way = math.dist(self.at, point)
        if way < 1e-6:
            return point
        return self.at[0] + (point[0] - self.at[0]) * mm / way, self.at[1] + (point[1] - self.at[1]) * mm / way


def marches(field: Field, troop: Troop, task: Task, ahead: float) -> list[March]:
    """Places worth judging for a unit with a task; staying is the first."""
    m = Marcher(field, troop)
    near = [foe for foe, _ in field.nearest(troop.id)[:NEAREST]]
    ideas = [*_to_goal(m, task, near, ahead), *_with_friends(m)]
    if field.nearest_gap(troop.id) <= FAR_MM:
        for think in (_to_foes, _round_flanks, _into_cover, _turning, _away):
            ideas += think(m, near)
    stay = March("hold", "", troop.block, troop.id)
    return [stay, *(idea for idea in ideas if idea is not None)]


def _to_goal(m: Marcher, task: Task, near: list[Troop], ahead: float) -> Iterator[March | None]:
    """Towards the goal, the whole way and parts of it, facing as the array does, that way, or to the enemy."""
    about = task.place or task.quarry
    way = math.dist(m.at, task.goal)
    if way < 3.0:
        yield m.idea("goal", about, task.goal, ahead)
        return
    face = heading(m.at, task.goal)
    to_foe = heading(m.at, near[0].block.middle) if near else face
    for share in (1.0, 0.6, 0.3):
        for facing in dict.fromkeys((ahead, face, to_foe, m.facing)):
            mm = min(way, m.reach(facing)) * share
            yield m.idea("goal", about, m.towards(task.goal, mm), facing)
    for offset in (-35.0, 35.0, -70.0, 70.0):
        yield m.idea("goal", about, m.ahead(face + offset, min(way, m.reach(ahead))), ahead)


def _to_foes(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Towards each near enemy: just out of his initiative, within one's own, to missile range, and close up."""
    keeps = [OUT_MM, REACH - 4.0, 120.0, KEEP_MM]
    if m.troop.kind.range is not None:
        keeps.append(m.troop.kind.range - 6.0)
    if m.troop.kind.move > REACH:
        keeps.append(m.troop.kind.move - 6.0)
    for foe in near:
        gap, goal = m.field.gap(m.unit, foe.id), foe.block.middle
        for keep in keeps:
            if abs(gap - keep) > 4.0 and (gap > keep or m.troop.shoots):
                aim: Aim = "range" if m.troop.shoots else "foe"
                yield m.idea(aim, foe.id, m.towards(goal, gap - keep), heading(m.at, goal))


def _round_flanks(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """To where a near enemy's flank or rear can be charged from; cut short, it turns to him on the way."""
    for foe in near[:2]:
        if m.field.gap(m.unit, foe.id) > 2.0 * m.limit:
            continue
        block, deep = foe.block, m.troop.block.half_depth
        spots = [
            (block.point(hand * (block.half_width + keep + deep), 0.0), block.facing - 90.0 * hand)
            for keep in (60.0, 150.0)
            for hand in (-1.0, 1.0)
        ]
        for point, facing in (*spots, (block.point(0.0, -(block.half_depth + 100.0 + deep)), block.facing)):
            if math.dist(m.at, point) > m.reach(facing):
                facing = heading(m.towards(point, m.limit), block.middle)
            yield m.idea("flank", foe.id, point, facing)


def _with_friends(m: Marcher) -> Iterator[March | None]:
    """Up to near friends, behind them or in line with them, touching: that is how they support each other."""
    friends = sorted(
        (t for t in m.field.mine if t.id != m.unit and math.dist(t.block.middle, m.at) < m.limit + 150.0),
        key=lambda t: (round(math.dist(t.block.middle, m.at), 1), t.row),
    )
    for friend in friends[:5]:
        block = friend.block
        back = block.half_depth + m.troop.block.half_depth + GAP_MM
        yield m.idea("behind", friend.id, block.point(0.0, -back), block.facing)
        side = block.half_width + m.troop.block.half_width + GAP_MM
        lead = block.half_depth - m.troop.block.half_depth
        for hand in (-1.0, 1.0):
            yield m.idea("beside", friend.id, block.point(side * hand, lead), block.facing)


def _into_cover(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Onto hills, into woods and works that can be reached, facing the nearest enemy."""
    if not (m.troop.foot or m.troop.kind.artillery) or not near:
        return
    land = board(m.view).land
    here = shapely.Point(m.at)
    for feature in (f for how in SHELTERS for f in land.of_protection(*how)):
        shape = land.terrain.geometry(feature)
        if float(shapely.distance(here, shape)) > m.limit or not land.kind[feature].allows(m.troop.kind.type):
            continue
        shrunk = shape.buffer(-EDGE_MM)
        inner = shape if shrunk.is_empty else shrunk
        foe = shapely.Point(near[0].block.middle)
        for spot in (shapely.shortest_line(here, inner).coords[-1], shapely.shortest_line(foe, inner).coords[-1]):
            point = (float(spot[0]), float(spot[1]))
            yield m.idea("cover", feature, point, heading(point, near[0].block.middle))


def _turning(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """On the spot, facing the nearest enemies."""
    for foe in near[:2]:
        yield m.idea("turn", foe.id, m.at, heading(m.at, foe.block.middle))


def _away(m: Marcher, near: list[Troop]) -> Iterator[March | None]:
    """Away from the nearest enemy, still facing him."""
    for foe in near[:1]:
        face = heading(m.at, foe.block.middle)
        for offset in (0.0, -40.0, 40.0):
            for share in (1.0, 0.5):
                yield m.idea("away", foe.id, m.ahead(norm_deg(face + 180.0) + offset, m.reach(face) * share), face)
