"""What an ordered unit does: every charge it can make and every march worth judging, each with its points.

WMA-MOV-01, WMA-S09, WMA-S10, WMA-R09. Row 9 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec
import numpy as np

from game.bots.seat import Seat
from game.engine.decision import MoveAnswer
from game.engine.text import T, Text, Thing
from game.geometry.shapes import turn_between
from rulesets.warmaster_ancients.field import sight
from rulesets.warmaster_ancients.general.duels import Charge, charge, charge_clash, targets
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, field_of
from rulesets.warmaster_ancients.general.marches import March, marches
from rulesets.warmaster_ancients.general.place_worth import Outlook, aspect, outlook
from rulesets.warmaster_ancients.general.plan import Place, Plan, Task, Temper, make_plan
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
DOUBT = 5.0
"""A charge that promises so many points less than it must bring, by a look at breadths, is not worked out."""
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
        self._own_loss = temper.own_loss / plan.press**0.5
        self._charges: dict[str, Deed | None] = {}
        self._marches: dict[str, list[tuple[float, March]]] = {}
        self._best: dict[str, Deed] = {}

    def charge_points(self, charge: Charge) -> float:
        """Points of a charge, with the places that its target holds, and those that it leaves: less if others stay."""
        gain, places = charge.gain(self._own_loss), self.plan.places
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

    def best_charge(self, units: Iterable[str], reach: float) -> Deed | None:
        """The best charge that one of some units can make within a reach (mm), if it promises enough."""
        view, found = self.field.view, list[tuple[float, int, int, Charge]]()
        least = bar = self.temper.venture * (2.0 - self.plan.press)
        for promise, unit, target in self._promises(units, reach, least - DOUBT):
            if promise < bar - DOUBT:
                break
            made = charge(view, unit, target)
            if made is not None:
                mine, theirs = (-self.field.troops[who].row for who in (unit, target))
                found.append((round(self.charge_points(made), 6), mine, theirs, made))
                bar = max(bar, found[-1][0])
        points, _, _, best = max(found, default=(-math.inf, 0, 0, None))
        if best is None or points < least:
            return None
        odds = {"target": Thing(best.target), "percent": round(100 * best.win)}
        why = T("the odds favour a charge on {target}: {percent} % to win", **odds)
        if best.flank:
            why = T("it takes {target} in the flank: {percent} % to win", **odds)
        return Deed(MoveAnswer(best.unit, "charge", best.target), points, why)

    def _promises(self, units: Iterable[str], reach: float, least: float) -> list[tuple[float, str, str]]:
        """Charges at enemies in sight that may bring so much by a look at breadths, what promises most first."""
        found = []
        for unit in units:
            hopes = {foe.id: self._promise(unit, foe) for foe in targets(self.field, unit, reach)}
            worth_a_look = [t for t, promise in hopes.items() if promise >= least]
            found += [(hopes[t], unit, t) for t in sight.seen_of(self.field.view, unit, worth_a_look)]
        return sorted(found, key=lambda f: -f[0])

    def _promise(self, unit: str, foe: Troop) -> float:
        """Points of a charge by breadths; without bound where others fight the enemy too or he holds a place."""
        if foe.engaged or any(p.holds(foe.block) for p in self.plan.places):
            return math.inf
        troop = self.field.troops[unit]
        return charge_clash(troop, foe, aspect(self.field, troop, foe)).gain(self._own_loss)

    def weigh(self, units: Iterable[str]) -> None:
        """Weigh the charges and the marches of some units, all their places together."""
        fresh = [self.field.troops[u] for u in units if u not in self._marches]
        ideas = {t.id: marches(self.field, t, self.plan.tasks[t.id], self.plan.facing) for t in fresh}
        blocks = {unit: [m.block for m in found] for unit, found in ideas.items()}
        seen = outlook(self.field, self.temper.own_loss, blocks) if fresh else {}
        for troop in fresh:
            self._charges[troop.id] = self.best_charge((troop.id,), troop.kind.move)
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
            self._best[unit] = self._deed_of(unit, self._charges[unit])
        return self._best[unit]

    def _deed_of(self, unit: str, charge: Deed | None) -> Deed:
        """A unit's charge, or a march that is better and allowed; else it stays."""
        view, limit = self.field.view, rules.allowance(self.field.view, unit, "march").mm
        for points, idea in self._marches[unit]:
            if charge is not None and charge.points >= points:
                break
            legs = courses.legs_of(view, unit, idea.answer.courses)
            if rules.check_legs(view, unit, legs, limit).legal:
                return Deed(idea.answer, points, march_why(idea, self.plan.tasks[unit]))
        stay = Deed(MoveAnswer(unit, "hold"), 0.0, T("no other place is better"))
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
        "goal": T("it heads for {place}", place=about) if task.duty == "seize" else goal,
        "foe": T("it closes with {enemy}", enemy=about),
        "range": T("it keeps {enemy} within its range", enemy=about),
        "flank": T("it goes round the flank of {enemy}", enemy=about),
        "behind": T("it supports {friend} from behind", friend=about),
        "beside": T("it forms up beside {friend}", friend=about),
        "cover": T("it takes cover in {feature}", feature=about),
        "turn": T("it faces {enemy}", enemy=about),
        "away": T("it keeps away from {enemy}", enemy=about),
    }[march.aim]
