"""What a unit could do now, and what it is worth: hold, advance, rush, charge (decision 10 of the rules' table)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from game.bots.work import Work
from game.engine.decision import MoveAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.field.board import what_if
from rulesets.age_of_fantasy_skirmish.flow_numbers import number as flow
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.general.worth import Temper
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, within
from rulesets.age_of_fantasy_skirmish.move import ideas, plans
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

RISE = (0.35, 0.5, 0.75, 1.2)
"""What a marker counts in each round, of what it counts at the end."""
NEARER = 0.35
"""Points of an inch nearer to a marker that the unit is sent to."""
STAYS = T("it stands well where it is")
IDEA = 50
"""Work of weighing where a unit might go: paths round all that stands in the way, and what may be done to it there."""


class Deed(msgspec.Struct, frozen=True):
    """Something a unit could do, its worth in points and why."""

    answer: MoveAnswer
    value: float
    why: Text


def errands(view: State, side: str) -> dict[str, str]:
    """Which marker each unit of a side is sent to: the nearest ones first, every marker by somebody."""
    units = [u for u in standing.fielded(view, side) if _can_walk(view, u)]
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


def _reach(view: State, unit: str) -> float:
    """How far (mm) a unit charges."""
    return max(plans.allowances(view, unit, "charge").values(), default=0.0)


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
            if marker.pose is None or not within(facts.to_marker(view, unit, marker.id), flow("seize_reach")):
                continue
            owner = seizing.controller(view, marker.id)
            gain = {self.side: 0.45, "": 1.0}.get(owner, 1.5)
            if self._contesting(view, marker.id):
                gain *= 0.6
            if any(u != unit for u in seizing.near(view, self.side, marker.id)):
                gain *= 0.15
            total += gain
        return total * self.temper.place * self.rise

    def _contesting(self, view: State, marker: str) -> tuple[str, ...]:
        """The enemy units that seize or contest a marker."""
        return tuple(u for s in view.sides if s != self.side for u in seizing.near(view, s, marker))

    def errand_points(self, view: State, unit: str) -> float:
        """Points for being near the marker a unit is sent to."""
        marker = self.errand.get(unit)
        if marker is None:
            return 0.0
        far = facts.to_marker(view, unit, marker) / MM_PER_INCH
        return -NEARER * max(0.0, far - flow("seize_reach")) * (1.0 + self.rise)

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

    def deeds(self, unit: str, work: Work) -> Iterator[Deed]:
        """What a unit could do, with its worth; the dearest ideas to look at last."""
        view = self.view
        hold = MoveAnswer(unit, "hold")
        shot, target = worth.best_shot(view, unit)
        why = T("shots at {target} are worth more than ground", target=Thing(target)) if target else STAYS
        yield Deed(hold, shot + self.place(view, unit), why)
        if _can_walk(view, unit):
            yield from self.charges(unit, work)
            yield from self.walks(unit, work)

    def charges(self, unit: str, work: Work) -> Iterator[Deed]:
        """Charges that promise something."""
        view = self.view
        reach = _reach(view, unit)
        near = (enemy for enemy in self.foes if facts.unit_distance(view, unit, enemy) <= reach)
        hopeful = [(worth.duel(view, unit, enemy, self.temper.loss), enemy) for enemy in near]
        for value, enemy in sorted(hopeful, reverse=True)[:2]:
            answer = None if value < -2.0 else ideas.charge(view, unit, enemy)
            if answer is None:
                continue
            if work.left < 2 * IDEA:
                return
            work.spend(IDEA)
            ends = plans.judge(view, unit, "charge", enemy, answer.courses, duty=False).ends
            there = what_if(view, ends)
            total = value + 0.7 * self.holding(there, unit) + self.errand_points(there, unit)
            held = sum(enemy in self._contesting(view, m.id) for m in seizing.markers(view))
            total += held * 0.3 * self.temper.place * self.rise
            yield Deed(answer, total, T("the odds against {target} are good", target=Thing(enemy)))

    def walks(self, unit: str, work: Work) -> Iterator[Deed]:
        """Moves to the marker it is sent to, to others near, towards and away from the enemy."""
        for kind, goal, why in self._goals(unit):
            if work.left < 2 * IDEA:
                return
            work.spend(IDEA)
            view = self.view
            answer = ideas.walk_to(view, unit, kind, goal)
            if answer is None:
                continue
            plan = plans.judge(view, unit, kind, "", answer.courses, direct=True)
            if plan.bar is not None:
                plan = plans.judge(view, unit, kind, "", answer.courses)
            there = what_if(view, plan.ends)
            value = self.place(there, unit) - 3.0 * sum(w.dangers + 2 * len(w.leaps) for w in plan.ways)
            if kind == "advance":
                value += worth.best_shot(there, unit)[0]
            yield Deed(answer, value, why)

    def _goals(self, unit: str) -> Iterator[tuple[plans.Kind, Point, Text]]:
        view = self.view
        here = ideas.middle_of(view, unit)
        marker = self.errand.get(unit, "")
        pose = view.markers[marker].pose if marker else None
        if pose is not None:
            goal, why = (pose.x, pose.y), T("{marker} is to be held", marker=Thing(marker))
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
            yield "advance", away, T("out of the way of {target}", target=target)

    def best(self, unit: str, work: Work) -> Deed:
        """The best a unit can do, of what may be weighed with so much work."""
        return max(self.deeds(unit, work), key=lambda d: round(d.value, 6))

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
            place = -6.0 if len(standing.eligible(view, self.side)) > 1 else 6.0
        return fight + place + 0.5 * self.danger(view, unit)

    def next_unit(self, units: tuple[str, ...]) -> str:
        """The unit to act with now."""
        return max(units, key=lambda u: (round(self.urgency(u), 6), -units.index(u)))
