"""What generals differ in, what shots and blows take off a unit, in points, and what a unit could do, with its worth.

Rough on purpose, and cheap: the exact odds of the rules are for players; a general looks at hundreds of pairs a turn
and only compares them. Hold, advance, rush, charge: decision 10 of the rules' table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from game.bots.work import Work
from game.engine.decision import MoveAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import casualties, numbers, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.field.board import what_if
from rulesets.age_of_fantasy_skirmish.flow_numbers import number as flow
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, within
from rulesets.age_of_fantasy_skirmish.move import ideas, plans
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, UnitOwn, WeaponOwn
from rulesets.age_of_fantasy_skirmish.shoot import shooting
from rulesets.age_of_fantasy_skirmish.turn import seizing


class Temper(msgspec.Struct, frozen=True):
    """A general's temper.

    ``loss``: a point of his own lost, beside one of the enemy's; ``place``: a marker held when the battle ends, in
    points; ``danger``: how much of what may be done to a unit where it stands he reckons with.
    """

    name: str
    loss: float = 0.8
    place: float = 45.0
    danger: float = 0.3


STEADY = Temper("general")
BOLD = Temper("bold", 0.5, 40.0, 0.12)
CAUTIOUS = Temper("cautious", 1.1, 45.0, 0.6)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""


def life(view: State, unit: str) -> float:
    """Wounds that a unit can still take, about."""
    total = max(casualties.wounds_left(view, unit), 0)
    return max(total + (1.0 if len(view.bases_of(unit)) == 1 else 0.0), 1.0)


def price(view: State, unit: str) -> float:
    """Points that a wound on a unit is worth."""
    own: UnitOwn = view.units[unit].own
    share = len(view.bases_of(unit)) / max(own.began, 1)
    return own.points * max(share, 0.3) / life(view, unit)


def through(view: State, target: str, rules: dict[str, int], ap: int, cover: bool) -> float:
    """Chance that a hit becomes a wound."""
    need = numbers.defense(view, target) + ap - (1 if cover else 0)
    stopped = (7 - min(max(need, 2), 6)) / 6.0
    if specials.all_have(view, target, "regeneration") and not {"bane", "rending", "unstoppable"} & set(rules):
        return (1.0 - stopped) * 2.0 / 3.0
    return 1.0 - stopped


def times(view: State, target: str, rules: dict[str, int]) -> float:
    """How often a hit counts: Deadly on the toughest, Blast on a group."""
    bases = view.bases_of(target)
    holds = casualties.endures if len(bases) > 1 else casualties.toughness
    most = max((holds(view, b.id) - b.own.wounds for b in bases), default=1)
    many = min(rules.get("deadly", 1) or 1, max(most, 1) if len(bases) > 1 else max(most, 1) + 1)
    blast = min(rules.get("blast", 1) or 1, max(len(bases), 1))
    return float(many * blast)


def weapon(
    view: State, base: str, arm: WeaponOwn, target: str, cover: bool = False, tired: bool = False, charge: bool = False
) -> float:
    """Wounds that a model's weapon does to a unit, about."""
    own: ModelOwn = view.bases[base].own
    rules = dict(arm.rules)
    if charge and "furious" in own.rules:
        rules["furious"] = 0
    if "relentless" in own.rules and arm.reach:
        rules["relentless"] = 0
    thrust = 1 if charge and "thrust" in rules else 0
    need = (2 if "reliable" in rules else own.quality) - thrust
    more = sum(rule in rules for rule in ("surge", "furious", "relentless"))
    hits = 1.0 / 6.0 if tired else (7 - min(max(need, 2), 6)) / 6.0 + more / 6.0
    ap = rules.get("ap", 0) + thrust
    return arm.attacks * hits * through(view, target, rules, ap, cover) * times(view, target, rules)


def shots(view: State, unit: str, enemy: str) -> float:
    """Wounds that a unit's shooting does to another from where both stand."""
    names = shooting.weapon_names(view, unit)
    return sum(attack(view, a) for name in names for a in shooting.attacks(view, unit, name, enemy))


def attack(view: State, shot: Attack) -> float:
    """Wounds that a model's shots do, about."""
    arm = numbers.weapon_of(view, shot.base, shot.weapon)
    return weapon(view, shot.base, arm, shot.target, cover=shot.cover)


def best_shot(view: State, unit: str) -> tuple[float, str]:
    """The most points that a unit's shooting takes off one enemy unit, and which."""
    values = ((shots(view, unit, enemy) * price(view, enemy), enemy) for enemy in facts.foes(view, unit))
    return max(((0.0, ""), *values), key=lambda found: found[0])


def could_shoot(view: State, unit: str, enemy: str, gap: float) -> float:
    """Wounds that a unit could do by shooting from a gap (mm), sight left aside."""
    arms = ((b.id, arm) for b in view.bases_of(unit) for arm in strikes.usable(view, b.id, ranged=True))
    return sum(weapon(view, base, arm, enemy) for base, arm in arms if arm.reach >= gap)


def blows(view: State, unit: str, enemy: str, *, charge: bool) -> float:
    """Wounds that a unit's blows do to another, all its models in reach."""
    own: UnitOwn = view.units[unit].own
    tired = own.fatigued or (own.shaken and not charge)
    total = 0.0
    for base in view.bases_of(unit):
        for arm in strikes.usable(view, base.id, ranged=False):
            total += weapon(view, base.id, arm, enemy, tired=tired, charge=charge)
        if charge and not tired:
            total += (base.own.rules.get("impact", 0)) * 5 / 6 * through(view, enemy, {}, 0, False)
    return total


def duel(view: State, unit: str, enemy: str, loss: float) -> float:
    """Points that a charge gains on balance: what it kills, less what strikes back."""
    lives = life(view, enemy)
    mine = min(blows(view, unit, enemy, charge=True), lives)
    first = any("counter" in w.rules for b in view.bases_of(enemy) for w in b.own.weapons)
    left = 1.0 if first else max(0.0, 1.0 - mine / lives)
    theirs = min(blows(view, enemy, unit, charge=False) * left, life(view, unit))
    bonus = 6.0 if mine >= lives * 0.9 else 0.0
    return mine * price(view, enemy) + bonus - loss * theirs * price(view, unit)


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
            shot = could_shoot(view, enemy, unit, gap)
            blow = blows(view, enemy, unit, charge=True) if gap <= reach else 0.0
            total += max(shot, blow) * (0.5 if own.activated else 1.0)
        return min(total, life(view, unit)) * price(view, unit) * self.temper.danger

    def place(self, view: State, unit: str) -> float:
        """What it is worth to a unit to stand where it stands."""
        return self.holding(view, unit) + self.errand_points(view, unit) - self.temper.loss * self.danger(view, unit)

    def deeds(self, unit: str, work: Work) -> Iterator[Deed]:
        """What a unit could do, with its worth; the dearest ideas to look at last."""
        view = self.view
        hold = MoveAnswer(unit, "hold")
        shot, target = best_shot(view, unit)
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
        hopeful = [(duel(view, unit, enemy, self.temper.loss), enemy) for enemy in near]
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
                value += best_shot(there, unit)[0]
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
                fight = max(fight, duel(view, unit, enemy, self.temper.loss))
            elif gap <= 36.0 * MM_PER_INCH:
                fight = max(fight, could_shoot(view, unit, enemy, gap) * price(view, enemy) * 0.8)
        marker = self.errand.get(unit)
        last = self.round >= view.own.rounds
        if last and marker is not None and facts.to_marker(view, unit, marker) <= reach:
            # who walks on last cannot be answered any more
            place = -6.0 if len(standing.eligible(view, self.side)) > 1 else 6.0
        return fight + place + 0.5 * self.danger(view, unit)

    def next_unit(self, units: tuple[str, ...]) -> str:
        """The unit to act with now."""
        return max(units, key=lambda u: (round(self.urgency(u), 6), -units.index(u)))
