"""What an ordered unit does: every charge it can make and every march worth judging, each with its points.

WMA-MOV-01, WMA-S09, WMA-S10, WMA-R09. Row 9 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from game.bots.seat import Seat
from game.engine.decision import MoveAnswer
from game.engine.text import T, Text, Thing
from game.geometry.shapes import turn_between
from rulesets.warmaster_ancients.general.charges import Charge, charges
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, field_of
from rulesets.warmaster_ancients.general.marches import March, marches
from rulesets.warmaster_ancients.general.places import Outlook, outlook
from rulesets.warmaster_ancients.general.plan import Plan, Task, make_plan
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.move import courses
from rulesets.warmaster_ancients.move import moves as rules

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
        self._best: dict[str, Deed] = {}

    def charge_points(self, charge: Charge) -> float:
        """Points of a charge, with the place that its target holds."""
        gain = charge.gain(self.temper.own_loss / self.plan.press**0.5)
        return gain + charge.win * self._storm(charge.target) - self._sally(charge)

    def _storm(self, target: str) -> float:
        """What a won charge at the holders of places brings nearer."""
        held = [place for place in self.plan.places if place.holds(self.field.troops[target].block)]
        return sum(STORM * p.worth / sum(p.holds(f.block) for f in self.field.foes) for p in held)

    def _sally(self, charge: Charge) -> float:
        """What a charge out of a place that the side holds is thought to cost: the less, the more stay in it."""
        troop = self.field.troops[charge.unit]
        there = troop.at(charge.ends)
        left = [p for p in self.plan.places if p.holds(troop.block) and not p.holds(there)]
        return sum(STORM * p.worth / sum(p.holds(t.block) for t in self.field.mine) for p in left)

    def held(self, block: Block) -> float:
        """What a unit's place is worth for the places that count in which it lies."""
        return sum(LEAVING * place.worth for place in self.plan.places if place.holds(block))

    def outlook(self, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> Outlook:
        """What some places are worth to a unit; units that are ``absent`` are taken to be gone by then."""
        return outlook(self.field, self.temper.own_loss, troop, blocks, absent)

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

    def best_march(self, troop: Troop) -> Deed:
        """The best march that is allowed, or staying; points are those above staying."""
        view, task = self.field.view, self.plan.tasks[troop.id]
        ideas = marches(self.field, troop, task, self.plan.facing)
        outlook = self.outlook(troop, [m.block for m in ideas])
        temper, press = self.temper, self.plan.press
        points = -temper.exposure / press * self._shy(troop) * outlook.exposure
        points += temper.opening * press**0.5 * outlook.opening
        points += outlook.shots - SHOT_AT * outlook.shot_at
        points += LINE_SUPPORT * outlook.support * (outlook.nearest < NEAR_MM)
        points += np.array([self._progress(troop, task, m) for m in ideas])
        points += np.array([self._given(troop, m) for m in ideas])
        stay, limit = float(points[0]), rules.allowance(view, troop.id, "march").mm
        for k in np.argsort(-np.round(points, 6), kind="stable")[: TRIES + 1].tolist():
            if k == 0:
                break
            legs = courses.legs_of(view, troop.id, ideas[k].answer.courses)
            if points[k] > stay + 0.05 and rules.check_legs(view, troop.id, legs, limit).legal:
                return Deed(ideas[k].answer, float(points[k]) - stay, march_why(ideas[k], task))
        return Deed(MoveAnswer(troop.id, "hold"), 0.0, T("it stands well where it is"))

    def _shy(self, troop: Troop) -> float:
        """Missile troops and what is left of broken units are kept out of reach more carefully."""
        if troop.kind.artillery or (troop.shoots and troop.foot):
            return 1.5
        return 1.4 if troop.stands == 1 else 1.0

    def _progress(self, troop: Troop, task: Task, march: March) -> float:
        """Points for coming nearer to the goal, and for facing where the array faces while no enemy is near."""
        now, then = (max(math.dist(b.middle, task.goal) - task.near, 0.0) for b in (troop.block, march.block))
        if task.duty == "garrison":
            return -0.06 * then
        points = self.temper.haste * task.weight * math.sqrt(self.plan.press) * (now - then) / 200.0
        before, after = (abs(turn_between(b.facing, self.plan.facing)) for b in (troop.block, march.block))
        return points + ORDERLY * (before - after) / 90.0

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

    def best(self, unit: str) -> Deed:
        """The best that a unit can do with an order; worked out once while nobody moves."""
        if unit not in self._best:
            troop = self.field.troops[unit]
            march, charge = self.best_march(troop), self.best_charge(unit, troop.kind.move)
            self._best[unit] = march if charge is None or charge.points < march.points else charge
        return self._best[unit]


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
