"""What an ordered unit does: every charge it can make and every march worth judging, each with its points.

WMA-MOV-01, WMA-S09, WMA-S10, WMA-R09. Row 9 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.bots.seat import Seat
from game.engine.decision import MoveAnswer
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point, Pose, norm_deg, turn_between, turned_about
from rulesets.warmaster_ancients.command.ideas import SHELTERS, Mover, heading, march_to
from rulesets.warmaster_ancients.field.formations import formation_poses
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.duels import Charge, charges
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, block_of, field_of
from rulesets.warmaster_ancients.general.places import REACH, Outlook, outlook
from rulesets.warmaster_ancients.general.plan import Place, Plan, Task, Temper, make_plan
from rulesets.warmaster_ancients.move import courses
from rulesets.warmaster_ancients.move import moves as rules

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


FIGHT_SUPPORT, LINE_SUPPORT = 6.0, 1.2
"""Points that a stand supporting a fight, or a line that may be charged, is worth."""
NEAR_MM = 450.0
"""Gap to the nearest enemy (mm) within which a line may be charged."""
ORDERLY = 3.0
"""Points that facing as the array does is worth, against facing a quarter off."""
STORM = 0.35
"""Share of a place's worth that a won charge at its holders brings nearer, and that a sally puts at stake."""
LEAVING = 0.5
"""Share of a place's worth that is risked by leaving it."""
SHOT_AT = 0.35
TRIES = 10
"""Marches whose legality is tried before the unit stays."""


class Deed(msgspec.Struct, frozen=True):
    """What a unit might do, its points above staying, and why."""

    answer: MoveAnswer
    points: float
    why: Text


class Mind:
    """A general's view of one moment: the field, the plan, the watch over places."""

    def __init__(self, field: Field, plan: Plan, temper: Temper) -> None:
        self.field, self.plan, self.temper = field, plan, temper
        self._charges: dict[str, Deed | None] = {}
        self._marches: dict[str, list[tuple[float, March]]] = {}
        self._best: dict[str, Deed] = {}

    def charge_points(self, charge: Charge) -> float:
        """Points of a charge, with the places that its target holds, and those that it leaves: less if others stay."""
        gain, places = charge.gain(self.temper.own_loss / self.plan.press**0.5), self.plan.places
        troop, target = self.field.troops[charge.unit], self.field.troops[charge.target].block
        there = troop.at(charge.ends)

        def at_stake(taken: Iterable[Place], holders: Iterable[Troop]) -> float:
            return sum(STORM * p.worth / sum(p.holds(t.block) for t in holders) for p in taken)

        storm = at_stake((p for p in places if p.holds(target)), self.field.foes)
        left = (p for p in places if p.holds(troop.block) and not p.holds(there))
        return gain + charge.win * storm - at_stake(left, self.field.mine)

    def held(self, block: Block) -> float:
        """What a unit's place is worth for the places that count in which it lies."""
        return sum(LEAVING * place.worth for place in self.plan.places if place.holds(block))

    def outlook(self, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> Outlook:
        """What some places are worth to a unit; units that are ``absent`` are taken to be gone by then."""
        return outlook(self.field, self.temper.own_loss, {troop.id: blocks}, absent)[troop.id]

    def best_charge(self, unit: str, reach: float) -> Deed | None:
        """The best charge of a unit within a reach (mm), if it promises enough."""
        best = max(
            charges(self.field, unit, reach),
            key=lambda c: (round(self.charge_points(c), 6), -self.field.troops[c.target].row),
            default=None,
        )
        points = self.charge_points(best) if best is not None else 0.0
        if best is None or points < self.temper.venture * (2.0 - self.plan.press):
            return None
        odds = {"target": Thing(best.target), "percent": round(100 * best.win)}
        why = T("the odds favour a charge on {target}: {percent} % to win", **odds)
        if best.flank:
            why = T("it takes {target} in the flank: {percent} % to win", **odds)
        return Deed(MoveAnswer(unit, "charge", best.target), points, why)

    def weigh(self, units: Iterable[str]) -> None:
        """Weigh the charges and the marches of some units, all their places together."""
        fresh = [self.field.troops[u] for u in units if u not in self._marches]
        ideas = {t.id: marches(self.field, t, self.plan.tasks[t.id], self.plan.facing) for t in fresh}
        blocks = {unit: [m.block for m in found] for unit, found in ideas.items()}
        seen = outlook(self.field, self.temper.own_loss, blocks) if fresh else {}
        for troop in fresh:
            self._charges[troop.id] = self.best_charge(troop.id, troop.kind.move)
            self._marches[troop.id] = self._best_marches(troop, ideas[troop.id], seen[troop.id])

    def _best_marches(self, troop: Troop, ideas: list[March], outlook: Outlook) -> list[tuple[float, March]]:
        """The marches that promise more than staying, allowed or not, and their points above it; the best first."""
        task, temper, press = self.plan.tasks[troop.id], self.temper, self.plan.press
        points = -temper.exposure / press * self._shy(troop) * outlook.exposure
        points += temper.opening * press**0.5 * outlook.opening
        points += outlook.shots - SHOT_AT * outlook.shot_at
        points += LINE_SUPPORT * outlook.support * (outlook.nearest < NEAR_MM)
        points += np.array(self._progress(troop, task, ideas))
        points += np.array([self._given(troop, m) for m in ideas])
        order = np.argsort(-np.round(points, 6), kind="stable")[: TRIES + 1].tolist()
        stay = float(points[0])
        better = ((float(points[k]), ideas[k]) for k in takewhile(bool, order))
        return [(above - stay, idea) for above, idea in better if above > stay + 0.05]

    def _shy(self, troop: Troop) -> float:
        """Missile troops and what is left of broken units are kept out of reach more carefully."""
        if troop.kind.artillery or (troop.shoots and troop.foot):
            return 1.5
        return 1.4 if troop.stands == 1 else 1.0

    def _progress(self, troop: Troop, task: Task, ideas: Sequence[March]) -> list[float]:
        """Points for coming nearer to the goal, and for facing where the array faces while no enemy is near."""

        def left(block: Block) -> float:
            return max(math.dist(block.middle, task.goal) - task.near, 0.0)

        def askew(block: Block) -> float:
            return abs(turn_between(block.facing, self.plan.facing))

        if task.duty == "garrison":
            return [-0.06 * left(march.block) for march in ideas]
        eager = self.temper.haste * task.weight * math.sqrt(self.plan.press)
        now, before = left(troop.block), askew(troop.block)
        blocks = [march.block for march in ideas]
        return [eager * (now - left(b)) / 200.0 + ORDERLY * (before - askew(b)) / 90.0 for b in blocks]

    def _given(self, troop: Troop, march: March) -> float:
        """Points for supporting the friend that the march goes to."""
        if march.aim not in ("behind", "beside"):
            return 0.0
        friend = self.field.troops[march.about]
        stands = min(troop.stands, 3) if march.aim == "behind" else 1
        if friend.engaged:
            return FIGHT_SUPPORT * stands
        idle = self.field.nearest_gap(friend.id) > NEAR_MM or friend.kind.artillery
        return 0.0 if idle else LINE_SUPPORT * stands

    def hope(self, unit: str) -> float:
        """Points that the best that a unit can do will not exceed."""
        self.weigh((unit,))
        charge, ideas = self._charges[unit], self._marches[unit]
        return max(charge.points if charge is not None else 0.0, ideas[0][0] if ideas else 0.0)

    def best(self, unit: str) -> Deed:
        """The best that a unit can do with an order; worked out once while nobody moves."""
        self.weigh((unit,))
        if unit not in self._best:
            self._best[unit] = self._found(unit, self._charges[unit])
        return self._best[unit]

    def _found(self, unit: str, charge: Deed | None) -> Deed:
        """A unit's charge, or a march that is better and allowed; else it stays."""
        view, limit = self.field.view, rules.allowance(self.field.view, unit, "march").mm
        for points, idea in self._marches[unit]:
            if charge is not None and charge.points >= points:
                break
            legs = courses.legs_of(view, unit, idea.answer.courses)
            if rules.check_legs(view, unit, legs, limit).legal:
                return Deed(idea.answer, points, march_why(idea, self.plan.tasks[unit]))
        stay = Deed(MoveAnswer(unit, "hold"), 0.0, T("it stands well where it is"))
        return stay if charge is None or charge.points < 0.0 else charge


def first_best(points: Sequence[float]) -> int:
    """Which of some choices promises most; of like ones the first."""
    return max(range(len(points)), key=lambda n: round(points[n], 6))


def mind_of(seat: Seat, temper: Temper) -> Mind:
    """What a general makes of the moment; worked out once while nobody moves."""
    field = field_of(seat.view, seat.side)
    if temper not in field.memo:
        field.memo[temper] = Mind(field, make_plan(field, temper), temper)
    found: Mind = field.memo[temper]
    return found


def march_why(march: March, task: Task) -> Text:
    """Why a march is made, in one line."""
    about = Thing(march.about)
    goal = T("it takes its place in the line against {enemy}", enemy=about)
    return {
        "goal": T("it goes for {place}", place=about) if task.duty == "seize" else goal,
        "foe": T("it closes with {enemy}", enemy=about),
        "range": T("it keeps {enemy} within its range", enemy=about),
        "flank": T("it goes round the flank of {enemy}", enemy=about),
        "behind": T("it supports {friend} from behind", friend=about),
        "beside": T("it forms up beside {friend}", friend=about),
        "cover": T("it takes cover in {feature}", feature=about),
        "turn": T("it faces {enemy}", enemy=about),
        "away": T("it keeps away from {enemy}", enemy=about),
    }[march.aim]
