"""Shooting: a unit names its weapons and one or two target units, then shoots at one after the other.

AFS-SHT-01 to -03, AFS-SHT-07, AFS-SHT-10, AFS-LIM, AFS-R07, AFS-R24, AFS-S30.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import (
    LEGAL,
    Actor,
    Aim,
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    Exit,
    Kind,
    Reply,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.attack_numbers import number
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.shoot import targets

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


def can_shoot(view: State, unit: str) -> bool:
    """Whether a unit has any target at all."""
    return any(
        targets.shooters(view, unit, name, enemy)
        for name in targets.weapon_names(view, unit)
        for enemy in facts.foes(view, unit)
    )


def volleys(view: State, unit: str, aims: Iterable[Aim]) -> tuple[Volley, ...]:
    """What aims come to: target by target in the order in which they are named (AFS-S30)."""
    found: dict[str, list[Attack]] = {}
    for aim in aims:
        only = aim.extras.get(MODELS)
        found.setdefault(aim.mark, []).extend(targets.attacks(view, unit, aim.means, aim.mark, only))
    return tuple(Volley(t, strikes.in_order(view, shots)) for t, shots in found.items())


# --- the question ------------------------------------------------------------------------------------------------


class ShootQuestion(Unforced):
    """Which weapons at which of at most two units, and which of these first (decision 15)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the kinds of weapons and the enemy units."""
        unit = decision.args["unit"]
        names = targets.weapon_names(view, unit)
        means = {name: tuple(self._mark(view, unit, name, e) for e in facts.foes(view, unit)) for name in names}
        actor = Actor(unit, T("{unit}", unit=Thing(unit)), means)
        draft = self.best(view, unit)
        space = TargetsSpace((actor,), 1, max(1, len(names)))
        return Asked(space, self.default(view, decision), self.exits(view, decision), draft)

    def default(self, view: State, decision: Decision) -> Reply:
        """All at the unit that would suffer most; nobody where there is none."""
        best = self.best(view, decision.args["unit"])
        return Reply(exit=HOLD_FIRE) if best is None else Reply(best)

    def _mark(self, view: State, unit: str, name: str, enemy: str) -> Choice:
        shots = targets.attacks(view, unit, name, enemy)
        label = T("{unit}", unit=Thing(enemy))
        if not shots:
            return Choice(enemy, label, targets.bar(view, unit, name, enemy))
        return Choice(enemy, label, note=_note(view, shots))

    def best(self, view: State, unit: str) -> TargetsAnswer | None:
        """All weapons but Limited ones at the unit that would suffer most, by expected wounds."""
        found: tuple[float, TargetsAnswer] | None = None
        for enemy in facts.foes(view, unit):
            usable = [
                n
                for n in targets.weapon_names(view, unit)
                if targets.shooters(view, unit, n, enemy) and not targets.once(view, unit, n)
            ]
            if not usable:
                continue
            shots = [a for n in usable for a in targets.attacks(view, unit, n, enemy)]
            value = odds.expected_wounds(view, enemy, shots)
            if found is None or value > found[0] + 1e-9:
                found = value, TargetsAnswer(tuple(Aim(unit, n, enemy) for n in usable))
        return None if found is None else found[1]

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The ways out."""
        return (Exit(HOLD_FIRE, T("Do not shoot")),)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the aims: known weapons, each once, marks that can be shot at, at most two of them."""
        if not isinstance(answer, TargetsAnswer):
            return refused(T("This is no answer to that question"))
        unit = decision.args["unit"]
        if not answer.aims:
            return unfinished(T("Choose a weapon and a target"), "AFS-SHT-01")
        wrong = self._wrong(view, unit, answer.aims)
        if wrong is not None:
            return refused(wrong.text, wrong.clause)
        if any(not a.mark for a in answer.aims):
            return unfinished(T("Choose the target"), "AFS-SHT-03")
        fired = volleys(view, unit, answer.aims)
        sums = []
        for shot in (a for v in fired for a in v.attacks):
            need = numbers.to_hit(view, shot)
            if need not in sums:
                sums.append(need)
        return replace(LEGAL, reaches=tuple(v.target for v in fired), sums=tuple(sums))

    def _wrong(self, view: State, unit: str, aims: tuple[Aim, ...]) -> Bar | None:
        names = targets.weapon_names(view, unit)
        used: list[str] = []
        for aim in aims:
            if aim.actor != unit:
                return Bar(T("{unit} shoots, nobody else", unit=Thing(unit)), "AFS-SHT-01")
            if aim.means not in names:
                return _no_weapon(view, unit, aim.means)
            if aim.means in used:
                text = T("All weapons of one kind shoot at the same target: {weapon}", weapon=Word(aim.means))
                return Bar(text, "AFS-R24")
            used.append(aim.means)
            if not aim.mark:
                continue
            wrong = self._wrong_mark(view, unit, aim)
            if wrong is not None:
                return wrong
        marks = dict.fromkeys(a.mark for a in aims if a.mark)
        if len(marks) > number("targets"):
            return Bar(T("At most {n} target units", n=number("targets")), "AFS-SHT-03")
        return None

    def _wrong_mark(self, view: State, unit: str, aim: Aim) -> Bar | None:
        if aim.mark not in facts.foes(view, unit):
            return Bar(T("{target} is no enemy on the table", target=aim.mark), "AFS-SHT-01")
        bar = targets.bar(view, unit, aim.means, aim.mark)
        if bar is not None:
            return bar
        able = targets.shooters(view, unit, aim.means, aim.mark)
        only = aim.extras.get(MODELS)
        if only is None:
            return None
        if not only or not all(isinstance(b, str) for b in only):
            return Bar(T("Name the models that shoot"), "AFS-SHT-01")
        for base in only:
            if base not in able:
                return _no_shot(view, unit, base, aim)
        return None

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """All weapons at one unit, without and with the Limited ones; then divided among two; then not at all."""
        unit = decision.args["unit"]

        def found() -> Iterator[Reply]:
            seen: list[TargetsAnswer] = []
            for answer in self._answers(view, unit):
                if answer not in seen and self.check(view, decision, answer).legal:
                    seen.append(answer)
                    yield Reply(answer)
            yield Reply(exit=HOLD_FIRE)

        return islice(found(), limit)

    def _answers(self, view: State, unit: str) -> Iterator[TargetsAnswer]:
        names = targets.weapon_names(view, unit)
        can = {n: [e for e in facts.foes(view, unit) if targets.shooters(view, unit, n, e)] for n in names}
        saved = [n for n in names if not targets.once(view, unit, n)]
        for chosen in (saved, list(names)):
            for enemy in facts.foes(view, unit):
                aims = tuple(Aim(unit, n, enemy) for n in chosen if enemy in can[n])
                if aims:
                    yield TargetsAnswer(aims)
        for marks in product(*(["", *can[n]] for n in names)):
            aims = tuple(Aim(unit, n, m) for n, m in zip(names, marks, strict=True) if m)
            if aims and len({a.mark for a in aims}) <= number("targets"):
                yield TargetsAnswer(aims)
                yield TargetsAnswer(aims[::-1])

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the shooting, target by target."""
        if not isinstance(answer, TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        fired = volleys(view, decision.args["unit"], answer.aims)
        return odds.shooting_forecast(view, [(v.target, v.attacks) for v in fired])


def _no_weapon(view: State, unit: str, name: str) -> Bar:
    """Why a unit has nothing of a name to shoot: used up, a melee weapon, or none at all."""
    held = [w for b in view.bases_of(unit) for w in b.own.weapons if w.name == name]
    if any(strikes.is_ranged(w) for w in held):
        return Bar(T("{weapon} of {unit} is used up", weapon=Word(name), unit=Thing(unit)), "AFS-LIM-01")
    if held:
        return Bar(T("{weapon} is a melee weapon", weapon=Word(name)), "AFS-S29")
    return Bar(T("{unit} has no {weapon} to shoot", unit=Thing(unit), weapon=name), "AFS-SHT-02")


def _no_shot(view: State, unit: str, base: str, aim: Aim) -> Bar:
    """Why a model named cannot shoot what its unit can."""
    if base not in view.bases or view.bases[base].unit != unit:
        return Bar(T("{thing} is no model of this unit", thing=base), "AFS-SHT-01")
    if view.bases[base].where == "gone":
        return Bar(T("{model} is out of play", model=Thing(base)), "AFS-KO-01")
    if not standing.acts(view, base):
        return Bar(T("{model} has fallen: its activation is over", model=Thing(base)), "AFS-FALL-04")
    held = [w for w in view.bases[base].own.weapons if w.name == aim.means and strikes.is_ranged(w)]
    if held and all(strikes.spent(view, base, w) for w in held):
        text = T("{weapon} is used up by {models}", weapon=Word(aim.means), models=[Thing(base)])
        return Bar(text, "AFS-LIM-01")
    text = T(
        "{model} cannot shoot {weapon} at {target}", model=Thing(base), weapon=Word(aim.means), target=Thing(aim.mark)
    )
    return Bar(text, "AFS-SHT-01")


def _note(view: State, shots: tuple[Attack, ...]) -> Text:
    """A short fact beside a mark: how many shoot, and what they need."""
    needs = sorted({int(numbers.to_hit(view, a).total) for a in shots})
    dice = sum(numbers.weapon_of(view, a.base, a.weapon).attacks for a in shots)
    return TN("{n} die, hits on {needs}+", "{n} dice, hit on {needs}+", dice, needs=needs)


# --- flow --------------------------------------------------------------------------------------------------------


@SHOOTING.step
def _begin(run: Run, data: ShootingData, got: Any) -> Outcome:
    """Ask, where there is anything to shoot at."""
    if not run.state.bases_of(data.unit) or not can_shoot(run.state, data.unit):
        return Done()
    side = run.state.units[data.unit].side
    message = T("{unit} may shoot: with what, at whom?", unit=Thing(data.unit))
    return Ask((Question("shoot", side, message, {"unit": data.unit}, ("AFS-SHT-01", "AFS-SHT-03")),), "declared")


@SHOOTING.step
def _declared(run: Run, data: ShootingData, got: Reply) -> Outcome:
    """Weapons and targets are declared before the first die (AFS-S30)."""
    if got.exit:
        text = T("{unit} holds its fire", unit=Thing(data.unit))
        run.tell(data.unit, "held_fire", "shot", text, ("AFS-SHT-02",), unit=data.unit)
        return Done()
    fired = volleys(run.state, data.unit, got.aims)
    if len(fired) > 1:
        unit, marks = data.unit, [v.target for v in fired]
        text = T("{unit} shoots at {targets}, in this order", unit=Thing(unit), targets=[Thing(m) for m in marks])
        run.tell(unit, "shots_declared", "shot", text, ("AFS-SHT-03", "AFS-S30"), also=marks, unit=unit, targets=marks)
    return Goto("volley", replace(data, volleys=fired))


@SHOOTING.step
def _volley(run: Run, data: ShootingData, got: Any) -> Outcome:
    """The second target after the first is finished; shots at a unit that is gone are lost (AFS-S30)."""
    if not data.volleys:
        return Done()
    volley, rest = data.volleys[0], replace(data, volleys=data.volleys[1:])
    if not run.state.bases_of(volley.target):
        unit, mark = data.unit, volley.target
        text = T("{target} is gone: the shots at it are lost", target=Thing(mark))
        run.tell(unit, "shots_lost", "shot", text, ("AFS-S30",), also=(mark,), unit=unit, target=mark)
        return Goto("volley", rest)
    alive = tuple(a for a in volley.attacks if run.state.bases[a.base].where == "table")
    return Call("afs.strike", strikes.StrikeData(data.unit, volley.target, "shooting", alive), "volley", rest)


QUESTIONS = {"shoot": ShootQuestion()}
