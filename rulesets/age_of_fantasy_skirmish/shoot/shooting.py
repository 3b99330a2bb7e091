"""Shooting: a unit names its weapons and one or two target units, then shoots at one after the other.

Who may shoot what at whom: range, sight, cover and distance as they stand when shots are declared. AFS-SHT-01 to -03,
AFS-SHT-07, AFS-SHT-10, AFS-LIM, AFS-IND-02, AFS-IND-04, AFS-RLNT-02, AFS-STLTH-02, AFS-R07, AFS-R24, AFS-R44, AFS-R59,
AFS-R62, AFS-S30.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice, product
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, Length, T, Thing, Word
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import cover, facts, in_battle, sight
from rulesets.age_of_fantasy_skirmish.measures import inches, more_than
from rulesets.age_of_fantasy_skirmish.own import UnitOwn, WeaponOwn

HOLD_FIRE = "hold_fire"
MODELS = "models"
"""In the extras of an aim: ids of the models that shoot, where not all do that can."""


class Volley(msgspec.Struct, frozen=True):
    """What is shot at one target unit, as declared (AFS-S30)."""

    target: str
    attacks: tuple[Attack, ...]


class ShootingData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's shooting: the volleys declared and not yet resolved."""

    unit: str
    volleys: tuple[Volley, ...] = ()


SHOOTING = FrameOf("afs.shooting", ShootingData)


def weapon_names(view: State, unit: str) -> tuple[str, ...]:
    """Kinds of ranged weapons that a unit still has, in the order of its profiles (AFS-R24)."""
    names = [w.name for b in view.bases_of(unit) for w in strikes.usable(view, b.id, ranged=True)]
    return tuple(dict.fromkeys(names))


def reaches(view: State, base: str, weapon: WeaponOwn, enemy: str) -> bool:
    """Whether one enemy model is both in range and, but for Indirect weapons, in sight (AFS-R59, AFS-IND-02)."""
    reach = inches(weapon.reach)
    if more_than(facts.base_to_unit(view, base, enemy), reach):
        return False
    blind = strikes.has(view, base, weapon, "sightless")
    near = (m.id for m in view.bases_of(enemy) if not more_than(facts.distance(view, base, m.id), reach))
    return any(blind or sight.sees(view, base, model) for model in near)


def attack(view: State, base: str, weapon: WeaponOwn, enemy: str) -> Attack:
    """A model's shots with a weapon at a unit, with what is true of them as things stand (AFS-S30)."""
    unit: UnitOwn = view.units[view.bases[base].unit].own
    return Attack(
        base,
        weapon.name,
        enemy,
        "shooting",
        far=more_than(facts.base_to_unit(view, base, enemy), whole("far")),
        moved=base in unit.moved,
        cover=cover.covered(view, base, enemy, replace(weapon, rules=numbers.held(view, base, weapon)))[0],
    )


def _able(view: State, unit: str, name: str, enemy: str) -> Iterator[tuple[str, WeaponOwn]]:
    """Models of a unit that can shoot a kind of weapon at an enemy unit, each with its weapon."""
    for base in view.bases_of(unit):
        if in_battle.acts(view, base.id):
            weapon = next((w for w in strikes.usable(view, base.id, ranged=True) if w.name == name), None)
            if weapon is not None and reaches(view, base.id, weapon, enemy):
                yield base.id, weapon


def shooters(view: State, unit: str, name: str, enemy: str) -> tuple[str, ...]:
    """Models of a unit that can shoot a kind of weapon at an enemy unit (AFS-SHT-01); not the fallen (AFS-FALL-04)."""
    return tuple(base for base, _ in _able(view, unit, name, enemy))


def reached(view: State, unit: str, name: str, enemy: str) -> bool:
    """Whether any model of a unit can shoot a kind of weapon at an enemy unit."""
    return next(_able(view, unit, name, enemy), None) is not None


def attacks(view: State, unit: str, name: str, enemy: str, only: Collection[str] | None = None) -> tuple[Attack, ...]:
    """All shots of a unit with a kind of weapon at an enemy unit; ``only`` names the models that shoot."""
    able = _able(view, unit, name, enemy)
    return tuple(attack(view, base, weapon, enemy) for base, weapon in able if only is None or base in only)


def bar(view: State, unit: str, name: str, enemy: str) -> ask.Bar | None:
    """Why a kind of weapon cannot be shot at an enemy unit, or None where it can."""
    if reached(view, unit, name, enemy):
        return None
    mine = [(b.id, w) for b in view.bases_of(unit) for w in strikes.usable(view, b.id, ranged=True) if w.name == name]
    ways = {b: facts.base_to_unit(view, b, enemy) for b, _ in mine}
    near = [b for b, w in mine if not more_than(ways[b], inches(w.reach))]
    if not near:
        way, reach = Length(min(ways.values())), Length(max(w.reach for _, w in mine))
        text = T("{target}: {way} away, beyond the range of {reach}", target=Thing(enemy), way=way, reach=reach)
        return ask.Bar(text, "AFS-SHT-01")
    text = T("No model with {weapon} sees one of {target} that is in range", weapon=Word(name), target=Thing(enemy))
    return ask.Bar(text, "AFS-R59")


def once(view: State, unit: str, name: str) -> bool:
    """Whether a kind of weapon is Limited."""
    return any(strikes.has(view, b.id, w, "once") for b in view.bases_of(unit) for w in b.own.weapons if w.name == name)


def can_shoot(view: State, unit: str) -> bool:
    """Whether a unit has any target at all."""
    return any(
        reached(view, unit, name, enemy) for name in weapon_names(view, unit) for enemy in facts.foes(view, unit)
    )


def volleys(view: State, unit: str, aims: Iterable[ask.Aim]) -> tuple[Volley, ...]:
    """What aims come to: target by target in the order in which they are named (AFS-S30)."""
    found: dict[str, list[Attack]] = {}
    for aim in aims:
        only = aim.extras.get(MODELS)
        found.setdefault(aim.mark, []).extend(attacks(view, unit, aim.means, aim.mark, only))
    return tuple(Volley(t, strikes.in_order(view, shots)) for t, shots in found.items())


class ShootQuestion(Unforced):
    """Which weapons at which of at most two units, and which of these first (decision 15)."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the kinds of weapons and the enemy units."""
        unit = decision.args["unit"]
        names = weapon_names(view, unit)
        means = {name: tuple(_mark(view, unit, name, e) for e in facts.foes(view, unit)) for name in names}
        space = ask.TargetsSpace((ask.Actor(unit, T("{unit}", unit=Thing(unit)), means),), 1, max(1, len(names)))
        best = self.default(view, decision)
        return ask.Asked(space, best, self.exits(view, decision), best.answer)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """All weapons but Limited ones at the unit that would suffer most wounds on average; nobody without any."""
        unit = decision.args["unit"]
        saved = [n for n in weapon_names(view, unit) if not once(view, unit, n)]
        shots = {e: {n: attacks(view, unit, n, e) for n in saved} for e in facts.foes(view, unit)}
        shots = {enemy: some for enemy, found in shots.items() if (some := {n: a for n, a in found.items() if a})}
        most, best = -math.inf, next(iter(shots), "")
        for enemy, found in shots.items() if len(shots) > 1 else ():
            value = odds.expected_wounds(view, enemy, list(chain.from_iterable(found.values())))
            if value > most + 1e-9:
                most, best = value, enemy
        aims = tuple(ask.Aim(unit, name, best) for name in shots.get(best, ()))
        return ask.Reply(ask.TargetsAnswer(aims)) if aims else ask.Reply(exit=HOLD_FIRE)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The ways out."""
        return (ask.Exit(HOLD_FIRE, T("Do not shoot")),)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the aims: known weapons, each once, marks that can be shot at, at most two of them."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        unit = decision.args["unit"]
        if not answer.aims:
            return ask.unfinished(T("Choose a weapon and a target"), "AFS-SHT-01")
        wrong = self._wrong(view, unit, answer.aims)
        if wrong is not None:
            return ask.refused(wrong.text, wrong.clause)
        if any(not a.mark for a in answer.aims):
            return ask.unfinished(T("Choose the target"), "AFS-SHT-03")
        fired = volleys(view, unit, answer.aims)
        needs = strikes.needs(view, (a for v in fired for a in v.attacks))
        return replace(ask.LEGAL, reaches=tuple(v.target for v in fired), sums=needs)

    def _wrong(self, view: State, unit: str, aims: tuple[ask.Aim, ...]) -> ask.Bar | None:
        names = weapon_names(view, unit)
        used: list[str] = []
        for aim in aims:
            if aim.actor != unit:
                return ask.Bar(T("Only {unit} shoots now", unit=Thing(unit)), "AFS-SHT-01")
            if aim.means not in names:
                return _no_weapon(view, unit, aim.means)
            if aim.means in used:
                text = T("All weapons of one kind shoot at the same target: {weapon}", weapon=Word(aim.means))
                return ask.Bar(text, "AFS-R24")
            used.append(aim.means)
            wrong = _wrong_mark(view, unit, aim) if aim.mark else None
            if wrong is not None:
                return wrong
        if len({a.mark for a in aims if a.mark}) > whole("targets"):
            return ask.Bar(T("Target units: at most {n}", n=whole("targets")), "AFS-SHT-03")
        return None

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """All weapons at one unit, without and with the Limited ones; then divided among two; then not at all."""
        unit = decision.args["unit"]

        def found() -> Iterator[ask.Reply]:
            seen: list[ask.TargetsAnswer] = []
            for aims in filter(None, self._aims(view, unit)):
                answer = ask.TargetsAnswer(aims)
                if answer not in seen and self.check(view, decision, answer).legal:
                    seen.append(answer)
                    yield ask.Reply(answer)
            yield ask.Reply(exit=HOLD_FIRE)

        return islice(found(), limit)

    def _aims(self, view: State, unit: str) -> Iterator[tuple[ask.Aim, ...]]:
        names = weapon_names(view, unit)
        can = {n: [e for e in facts.foes(view, unit) if reached(view, unit, n, e)] for n in names}
        saved = [n for n in names if not once(view, unit, n)]
        for chosen in (saved, list(names)):
            for enemy in facts.foes(view, unit):
                yield tuple(ask.Aim(unit, n, enemy) for n in chosen if enemy in can[n])
        for marks in product(*(["", *can[n]] for n in names)):
            aims = tuple(ask.Aim(unit, n, m) for n, m in zip(names, marks, strict=True) if m)
            if len({a.mark for a in aims}) <= whole("targets"):
                yield aims
                yield aims[::-1]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the shooting, target by target."""
        if not isinstance(answer, ask.TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        fired = volleys(view, decision.args["unit"], answer.aims)
        return odds.shooting_forecast(view, [(v.target, v.attacks) for v in fired])


SHOOT = Posed("shoot", ShootQuestion())


def _mark(view: State, unit: str, name: str, enemy: str) -> ask.Choice:
    """An enemy that may be shot at with a kind of weapon: how many shoot, and what they need; or why he may not."""
    shots = attacks(view, unit, name, enemy)
    label = T("{unit}", unit=Thing(enemy))
    if not shots:
        return ask.Choice(enemy, label, bar(view, unit, name, enemy))
    needs = sorted({int(numbers.to_hit(view, a).total) for a in shots})
    dice = sum(numbers.weapon_of(view, a.base, a.weapon).attacks for a in shots)
    return ask.Choice(
        enemy, label, note=TN("{n} die, hits on {needs}+", "{n} dice, hit on {needs}+", dice, needs=needs)
    )


def _wrong_mark(view: State, unit: str, aim: ask.Aim) -> ask.Bar | None:
    if aim.mark not in facts.foes(view, unit):
        return ask.Bar(T("{target} is not an enemy on the table", target=aim.mark), "AFS-SHT-01")
    barred = bar(view, unit, aim.means, aim.mark)
    only = aim.extras.get(MODELS)
    if barred is not None or only is None:
        return barred
    if not only or not all(isinstance(b, str) for b in only):
        return ask.Bar(T("Name the models that shoot"), "AFS-SHT-01")
    able = shooters(view, unit, aim.means, aim.mark)
    return next((_no_shot(view, unit, base, aim) for base in only if base not in able), None)


def _no_weapon(view: State, unit: str, name: str) -> ask.Bar:
    """Why a unit has nothing of a name to shoot: used up, a melee weapon, or none at all."""
    held = [w for b in view.bases_of(unit) for w in b.own.weapons if w.name == name]
    if any(w.reach for w in held):
        return ask.Bar(T("{weapon} of {unit} is used up", weapon=Word(name), unit=Thing(unit)), "AFS-LIM-01")
    if held:
        return ask.Bar(T("{weapon} is a melee weapon", weapon=Word(name)), "AFS-S29")
    return ask.Bar(T("{unit} has no {weapon} to shoot with", unit=Thing(unit), weapon=name), "AFS-SHT-02")


def _no_shot(view: State, unit: str, base: str, aim: ask.Aim) -> ask.Bar:
    """Why a model named cannot shoot what its unit can."""
    if base not in view.units[unit].bases:
        return ask.Bar(T("{thing} is not a model of this unit", thing=base), "AFS-SHT-01")
    model, weapon = Thing(base), Word(aim.means)
    if view.bases[base].where == "gone":
        return ask.Bar(T("{model} is out of play", model=model), "AFS-KO-01")
    if not in_battle.acts(view, base):
        return ask.Bar(T("{model} has fallen: its activation is over", model=model), "AFS-FALL-04")
    held = [w for w in view.bases[base].own.weapons if w.name == aim.means and w.reach]
    if held and all(strikes.spent(view, base, w) for w in held):
        return ask.Bar(T("{weapon} is used up by {models}", weapon=weapon, models=[model]), "AFS-LIM-01")
    text = T("{model} cannot shoot {weapon} at {target}", model=model, weapon=weapon, target=Thing(aim.mark))
    return ask.Bar(text, "AFS-SHT-01")


@SHOOTING.step
def _begin(run: Run, data: ShootingData, got: Any) -> Outcome:
    """Ask, where there is anything to shoot at."""
    if not can_shoot(run.state, data.unit):
        return Done()
    side = run.state.units[data.unit].side
    message = T("{unit} may shoot: with which weapons, at which targets?", unit=Thing(data.unit))
    return SHOOT.ask(side, message, {"unit": data.unit}, ("AFS-SHT-01", "AFS-SHT-03"), then="declared")


@SHOOTING.step
def _declared(run: Run, data: ShootingData, got: ask.Reply) -> Outcome:
    """Weapons and targets are declared before the first die (AFS-S30)."""
    unit = data.unit
    if got.exit:
        text = T("{unit} holds its fire", unit=Thing(unit))
        run.tell(unit, "held_fire", "shot", text, ("AFS-SHT-02",), unit=unit)
        return Done()
    fired = volleys(run.state, unit, got.aims)
    if len(fired) > 1:
        marks = [v.target for v in fired]
        text = T("{unit} shoots at {targets}, in this order", unit=Thing(unit), targets=[Thing(m) for m in marks])
        run.tell(unit, "shots_declared", "shot", text, ("AFS-SHT-03", "AFS-S30"), also=marks, unit=unit, targets=marks)
    return Goto("volley", replace(data, volleys=fired))


@SHOOTING.step
def _volley(run: Run, data: ShootingData, got: Any) -> Outcome:
    """The second target after the first is finished; shots at a unit that is gone are lost (AFS-S30)."""
    if not data.volleys:
        return Done()
    volley, rest = data.volleys[0], replace(data, volleys=data.volleys[1:])
    unit, mark = data.unit, volley.target
    if not run.state.bases_of(mark):
        text = T("{target}: gone, the shots are lost", target=Thing(mark))
        run.tell(unit, "shots_lost", "shot", text, ("AFS-S30",), also=(mark,), unit=unit, target=mark)
        return Goto("volley", rest)
    alive = tuple(a for a in volley.attacks if run.state.bases[a.base].where == "table")
    return strikes.STRIKE.call(strikes.StrikeData(unit, mark, "shooting", alive), "volley", rest)
