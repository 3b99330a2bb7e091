"""What a unit could do now, and what it is worth: hold, advance, rush, charge (decision 10 of the rules' table)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import msgspec
import numpy as np

from game.bots.work import Work
from game.engine.decision import MoveAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Floats, Point, Pose
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.field.ground import what_if
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.general.worth import Temper
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch, within
from rulesets.age_of_fantasy_skirmish.move import ideas, plans
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

RISE = (0.35, 0.5, 0.75, 1.2)
"""What a marker counts in each round, of what it counts at the end."""
NEARER = 0.35
"""Points of an inch nearer to a marker that the unit is sent to."""
HAIR = 1e-5
"""Points by which a hope may fall short of what is found, for rounding."""
STILL = ((0.0, 0.0),)
SPARE = 1.0
"""Mm by which a model may go farther than its allowance, for rounding."""
STAYS = T("no other place is better")
IDEA = 50
"""Work of weighing where a unit might go: paths round all that stands in the way, and what may be done to it there."""


class Deed(msgspec.Struct, frozen=True):
    """Something a unit could do, its worth in points and why."""

    answer: MoveAnswer
    value: float
    why: Text


def errands(view: State, side: str) -> dict[str, str]:
    """Which marker each unit of a side is sent to: the nearest ones first, every marker by somebody."""
    units = [u for u in in_battle.fielded(view, side) if _can_walk(view, u)]
    markers = [m.id for m in seizing.markers(view)]
    if not markers:
        return {}
    pairs = sorted((facts.to_marker(view, u, m), u, m) for u in units for m in markers)
    found: dict[str, str] = {}
    most = math.ceil(len(units) / len(markers))
    for _, unit, marker in pairs:
        if unit not in found and list(found.values()).count(marker) < most:
            found[unit] = marker
    return found


def _can_walk(view: State, unit: str) -> bool:
    return any(mm > 0.0 for mm in plans.allowances(view, unit, "advance").values())


def _apart(view: State, unit: str, others: Iterable[tuple[Pose | None, float]], shifts: Sequence[Point]) -> Floats:
    """Mm in plan, at least, between a unit's models and things about some middles, of half sizes (mm), after shifts."""
    mine = [(b.pose, max(b.shape.width, b.shape.depth) / 2.0) for b in view.bases_of(unit) if b.pose is not None]
    pairs = [(p.x - q.x, p.y - q.y, a + b) for (p, a), (q, b) in product(mine, others) if q is not None]
    apart = np.array(pairs or [(math.inf, math.inf, 0.0)])
    away = apart[:, :2] + np.array(shifts)[:, None]
    return np.asarray((np.hypot(away[..., 0], away[..., 1]) - apart[:, 2]).min(axis=1))


def _reach(view: State, unit: str) -> float:
    """How far (mm) a unit charges."""
    return max(plans.allowances(view, unit, "charge").values(), default=0.0)


class Idea(NamedTuple):
    """Something to be looked into: what it is worth at best, and the deed that comes of it, if one does."""

    hope: float
    look: Callable[[], Deed | None]


class Mind:
    """A general's view of one moment."""

    def __init__(self, view: State, side: str, temper: Temper) -> None:
        self.view, self.side, self.temper = view, side, temper
        own: BattleOwn = view.own
        self.round = max(own.round, 1)
        self.rise = RISE[min(self.round, len(RISE)) - 1] if own.rounds - own.round > 0 else 2.0
        self.foes = facts.enemies(view, side)
        self.errand = errands(view, side)

    def holding(self, view: State, unit: str) -> float:
        """Points of the markers that a unit holds or contests where it stands."""
        total = 0.0
        for marker in seizing.markers(view):
            if marker.pose is None or not within(facts.to_marker(view, unit, marker.id), number("seize_reach")):
                continue
            total += self._gain(view, unit, marker.id)
        return total * self.temper.place * self.rise

    def _gain(self, view: State, unit: str, marker: str, *, seized: bool = False) -> float:
        """What a marker counts to a unit near it, of a whole one; ``seized``: at most, if it comes to be near."""
        contested = bool(self._contesting(view, marker))
        owner = seizing.controller(view, marker)
        if seized:
            owner = "?" if not in_battle.able(view, unit) else "" if contested else self.side
        gain = {self.side: 0.45, "": 1.0}.get(owner, 1.5)
        if contested:
            gain *= 0.6
        if any(u != unit for u in seizing.seizers(view, self.side, marker)):
            gain *= 0.15
        return gain

    def _contesting(self, view: State, marker: str) -> tuple[str, ...]:
        """The enemy units that seize or contest a marker."""
        return tuple(u for s in view.sides if s != self.side for u in seizing.seizers(view, s, marker))

    def errand_points(self, view: State, unit: str) -> float:
        """Points for being near the marker a unit is sent to."""
        marker = self.errand.get(unit)
        if marker is None:
            return 0.0
        far = facts.to_marker(view, unit, marker) / MM_PER_INCH
        return -NEARER * max(0.0, far - number("seize_reach")) * (1.0 + self.rise)

    def danger(self, view: State, unit: str) -> float:
        """Points that the enemy may take off a unit where it stands, before it acts again."""
        total = 0.0
        for enemy in self.foes:
            own: UnitOwn = view.units[enemy].own
            if own.shaken or not view.bases_of(enemy):
                continue
            gap = facts.unit_distance(view, enemy, unit)
            reach = _reach(view, enemy)
            shot = worth.could_shoot(view, enemy, unit, gap)
            blow = worth.blows(view, enemy, unit, charge=True) if gap <= reach else 0.0
            total += max(shot, blow) * (0.5 if own.activated else 1.0)
        return min(total, worth.life(view, unit)) * worth.price(view, unit) * self.temper.danger

    def place(self, view: State, unit: str) -> float:
        """What it is worth to a unit to stand where it stands."""
        return self.holding(view, unit) + self.errand_points(view, unit) - self.temper.loss * self.danger(view, unit)

    def _prospects(self, unit: str, mm: float, shifts: Sequence[Point] = STILL) -> tuple[Floats, Floats]:
        """What a unit may gain at best by holding markers, and by being near its own, after some shifts (n,).

        No model goes farther than ``mm`` beside.
        """
        gains, reached = np.zeros(len(shifts)), np.zeros(len(shifts))
        for marker in seizing.markers(self.view):
            off = _apart(self.view, unit, ((marker.pose, 0.0),), shifts) - mm
            near = off <= inch(number("seize_reach")) + SPARE
            if near.any():
                gains += near * self._gain(self.view, unit, marker.id, seized=True)
            if marker.id == self.errand.get(unit):
                far = np.maximum(0.0, (off - SPARE) / MM_PER_INCH - number("seize_reach"))
                reached = -NEARER * far * (1.0 + self.rise)
        return gains * self.temper.place * self.rise, reached

    def _charges(self, unit: str) -> Iterator[Idea]:
        """Charges that promise something."""
        view = self.view
        reach = _reach(view, unit)
        near = (enemy for enemy in self.foes if facts.unit_distance(view, unit, enemy) <= reach)
        hopeful = [(worth.duel(view, unit, enemy, self.temper.loss), enemy) for enemy in near]
        for value, enemy in sorted(hopeful, reverse=True)[:2]:
            if value >= -2.0:
                gains, reached = self._prospects(unit, reach + inch(number("jump")))
                hope = value + float((0.7 * gains + reached)[0]) + self._freed(enemy)
                yield Idea(hope, partial(self._charge, unit, enemy, value))

    def _freed(self, enemy: str) -> float:
        """Points for striking at who contests markers."""
        held = sum(enemy in self._contesting(self.view, m.id) for m in seizing.markers(self.view))
        return held * 0.3 * self.temper.place * self.rise

    def _charge(self, unit: str, enemy: str, value: float) -> Deed | None:
        """A charge, where there is a way to that enemy."""
        view = self.view
        if plans.charge_bar(view, unit, enemy) is not None:
            return None
        courses = plans.into_contact(view, unit, "charge", enemy)
        plan = plans.judge(view, unit, "charge", enemy, courses)
        if not courses or plan.bar is not None:
            return None
        there = what_if(view, plan.ends)
        total = value + 0.7 * self.holding(there, unit) + self.errand_points(there, unit) + self._freed(enemy)
        answer = MoveAnswer(unit, "charge", enemy, courses)
        return Deed(answer, total, T("the odds against {target} are good", target=Thing(enemy)))

    def _walks(self, unit: str) -> Iterator[Idea]:
        """Moves to the marker it is sent to, to others near, towards and away from the enemy."""
        view = self.view
        for kind, goal, why in self._goals(unit):
            limits = plans.allowances(view, unit, kind)
            ways: tuple[float, Sequence[Point]] = (0.0, ideas.shifts(view, unit, kind, goal))
            if len(limits) == 1:
                ways = (ideas.FAR * max(limits.values()), STILL)
            if not ways[1]:
                continue
            gains, reached = self._prospects(unit, *ways)
            hope = float((gains + reached).max())
            if kind == "advance":
                hope += max((self._shots(unit, enemy, *ways) for enemy in self.foes), default=0.0)
            yield Idea(hope, partial(self._walk, unit, kind, goal, why))

    def _shots(self, unit: str, enemy: str, mm: float, shifts: Sequence[Point]) -> float:
        """Points that a unit may take off an enemy at best by shooting, as :meth:`_prospects`."""
        models = [(b.pose, max(b.shape.width, b.shape.depth) / 2.0) for b in self.view.bases_of(enemy) if b.pose]
        gap = float(_apart(self.view, unit, models, shifts).min()) - mm - SPARE
        return worth.could_shoot(self.view, unit, enemy, gap) * worth.price(self.view, enemy)

    def _walk(self, unit: str, kind: plans.Kind, goal: Point, why: Text) -> Deed | None:
        """A move towards a goal, where there is one."""
        view = self.view
        answer = ideas.walk_to(view, unit, kind, goal)
        if answer is None:
            return None
        plan = plans.judge(view, unit, kind, "", answer.courses, direct=True)
        if plan.bar is not None:
            plan = plans.judge(view, unit, kind, "", answer.courses)
        there = what_if(view, plan.ends)
        value = self.place(there, unit) - 3.0 * sum(w.dangers + 2 * len(w.leaps) for w in plan.ways)
        if kind == "advance":
            value += worth.best_shot(there, unit)[0]
        return Deed(answer, value, why)

    def _goals(self, unit: str) -> Iterator[tuple[plans.Kind, Point, Text]]:
        view = self.view
        here = ideas.middle_of(view, unit)
        marker = self.errand.get(unit, "")
        pose = view.markers[marker].pose if marker else None
        if pose is not None:
            goal, why = (pose.x, pose.y), T("{marker} must be held", marker=Thing(marker))
            kinds: tuple[tuple[plans.Kind, float], ...] = (("advance", 2.0), ("rush", 6.0))
            yield from ((kind, goal, why) for kind, least in kinds if math.dist(here, goal) > least * MM_PER_INCH)
        near = facts.nearest_enemy(view, unit)
        if near is None:
            return
        foe, target = ideas.middle_of(view, near[0]), Thing(near[0])
        if any(w.reach for b in view.bases_of(unit) for w in b.own.weapons):
            yield "advance", foe, T("nearer to a shot at {target}", target=target)
        else:
            yield "rush", foe, T("nearer to {target}", target=target)
        away = (2.0 * here[0] - foe[0], 2.0 * here[1] - foe[1])
        if near[1] < 14.0 * MM_PER_INCH and self.danger(view, unit) > 4.0:
            yield "advance", away, T("away from {target}", target=target)

    def ideas(self, unit: str) -> Iterator[Idea]:
        """All that a unit might do but stay."""
        if _can_walk(self.view, unit):
            yield from self._charges(unit)
            yield from self._walks(unit)

    def best(self, unit: str, work: Work) -> Deed:
        """The best a unit can do; no idea is looked into that promises less than another is worth."""
        view = self.view
        shot, target = worth.best_shot(view, unit)
        why = T("shots at {target} are worth more than a better place", target=Thing(target)) if target else STAYS
        found = {0: Deed(MoveAnswer(unit, "hold"), shot + self.place(view, unit), why)}
        for n, idea in sorted(enumerate(self.ideas(unit), 1), key=lambda row: -row[1].hope):
            if idea.hope + HAIR < max(deed.value for deed in found.values()) or work.left < 2 * IDEA:
                break
            work.spend(IDEA)
            deed = idea.look()
            if deed is not None:
                found[n] = deed
        return found[max(found, key=lambda n: (round(found[n].value, 6), -n))]

    def urgency(self, unit: str) -> float:
        """How much is to be had by acting with a unit now rather than later: kills, then markers, then escapes."""
        view = self.view
        if view.units[unit].own.shaken:
            return -100.0
        reach = _reach(view, unit)
        fight = place = 0.0
        for enemy in self.foes:
            gap = facts.unit_distance(view, unit, enemy)
            if gap <= reach and _can_walk(view, unit):
                fight = max(fight, worth.duel(view, unit, enemy, self.temper.loss))
            elif gap <= 36.0 * MM_PER_INCH:
                fight = max(fight, worth.could_shoot(view, unit, enemy, gap) * worth.price(view, enemy) * 0.8)
        marker = self.errand.get(unit)
        last = self.round >= view.own.rounds
        if last and marker is not None and facts.to_marker(view, unit, marker) <= reach:
            # who walks on last cannot be answered any more
            place = -6.0 if len(in_battle.eligible(view, self.side)) > 1 else 6.0
        return fight + place + 0.5 * self.danger(view, unit)

    def next_unit(self, units: tuple[str, ...]) -> str:
        """The unit to act with now."""
        return max(units, key=lambda u: (round(self.urgency(u), 6), -units.index(u)))
