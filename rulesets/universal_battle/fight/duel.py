"""Duels: hero against hero, fought or fled (USB-DUE-01 to -05, USB-R42)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Answer, Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.sums import spread_row
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.arms import Attack, blows, ram, usable
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData, in_play, spread
from rulesets.universal_battle.field import facts

PART, FIGHT, FLEE = "duel", "fight", "flee"


class Duelled(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a duel ended: fought out or not, whose hero fled, whose died, and what each has taken from the other."""

    fought: bool = False
    fled: str = ""
    died: tuple[str, ...] = ()
    wounds: tuple[int, int] = (0, 0)


class DuelData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A duel of the heroes of two activations, that of the active side first.

    ``charge``: in the first round both count as charging (USB-DUE-04). ``weapons`` that heroes have chosen, by base.
    ``asked``: how many have said that they fight. ``dealt`` by each who has thrown; ``suffered``: how many have had
    their losses; ``ended``: how it ends.
    """

    pair: tuple[str, str]
    charge: bool = True
    weapons: dict[str, str] = {}
    asked: int = 0
    dealt: tuple[int, ...] = ()
    suffered: int = 0
    ended: Duelled = Duelled()


DUEL = FrameOf("usb.duel", DuelData, Duelled)


def strokes(view: State, unit: str, target: str, charge: bool, weapons: Mapping[str, str]) -> Attack:
    """One hero's blows on the other, a mount's with them, and in the first round its ram (USB-R42)."""
    arms = blows(view, (facts.hero_base(view, unit),), weapons)
    return Attack(unit, target, "duel", arms, ram(view, unit) if charge else (), charging=charge, later=not charge)


def means(view: State, unit: str, enemy: str, charge: bool) -> dict[str, float]:
    """What a hero takes on average with each of his weapons, from the other hero or from those he is with."""
    hero, kind = facts.hero_base(view, unit), "duel" if due(view, (unit, enemy)) else "blow"
    held = usable(view, hero, lambda one: one.melee) if hero else ()
    blow: dict[str, Attack] = {w: replace(strokes(view, unit, enemy, charge, {hero: w}), kind=kind) for w in held}
    return {weapon: round(spread(view, one).mean, 9) for weapon, one in blow.items()}


def clash(view: State, pair: Sequence[str], charge: bool, weapons: Mapping[str, str]) -> tuple[Spread, Spread]:
    """The exact odds of the Standfast that each of two heroes takes from the other, if the duel is fought.

    A shield costs the one who has still to throw, so he keeps it for his blows (USB-R48).
    """
    first = pair if view.units[pair[0]].side == view.own.active else pair[::-1]
    found = {}
    for unit, target in (pair, pair[::-1]):
        blow = replace(strokes(view, unit, target, charge, weapons), costly=unit == first[0])
        found[unit] = spread(view, blow).capped(in_play(view, blow))
    return found[pair[0]], found[pair[1]]


def clash_rows(view: State, pair: Sequence[str], charge: bool, weapons: Mapping[str, str]) -> tuple[ForecastRow, ...]:
    """The odds of a duel that is fought, as rows of a forecast: what each loses, and whether he falls."""
    rows: list[ForecastRow] = []
    for unit, found in zip(pair[::-1], clash(view, pair, charge, weapons), strict=True):
        hero = _hero(view, unit)
        rows.append(spread_row(T("Standfast lost by {unit} in a duel", unit=hero), found))
        rows.append(ForecastRow(T("{unit} dies in a duel", unit=hero), found.at_least(_left(view, unit))))
    return tuple(rows)


def _left(view: State, unit: str) -> int:
    return facts.standfast(view.bases[facts.hero_base(view, unit)])


def _how(decision: Decision) -> tuple[tuple[str, str], bool, dict[str, str]]:
    args = decision.args
    return (args["unit"], args["enemy"]), args["charge"], args["weapons"]


class DuelQuestion(OneOf):
    """Whether a hero fights his duel or flees it (USB-DUE-02), with the odds of both."""

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """To fight, with the chances that either dies; to flee, when nobody is hurt."""
        (unit, enemy), charge, weapons = _how(decision)
        dealt, taken = clash(view, (unit, enemy), charge, weapons)
        chances = {"other": dealt.at_least(_left(view, enemy)), "hero": taken.at_least(_left(view, unit))}
        words: dict[str, Any] = {f"{who}_dies": round(100 * chance, 1) for who, chance in chances.items()}
        words |= {"hero": _hero(view, unit), "other": _hero(view, enemy)}
        note = T("{other} dies: {other_dies}%, {hero} dies: {hero_dies}%", **words)
        return (
            Choice(FIGHT, T("Fight the duel"), note=note),
            Choice(FLEE, T("Flee the duel: -2 to the combat result"), note=T("the duel hurts neither hero")),
        )

    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        """It is fought by who is likely to take no smaller share of the other than he loses himself."""
        (unit, enemy), charge, weapons = _how(decision)
        dealt, taken = clash(view, (unit, enemy), charge, weapons)
        return FIGHT if dealt.mean * _left(view, unit) >= taken.mean * _left(view, enemy) else FLEE

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """What both lose, exactly, if it is fought."""
        return Forecast(clash_rows(view, *_how(decision))) if self.chosen(decision, answer) == FIGHT else None


DUEL_QUESTION = Posed("duel", DuelQuestion(PART, drafted=True))


def due(view: State, pair: Sequence[str]) -> bool:
    """Whether the heroes of two activations that fight are in a duel (USB-DUE-01)."""
    return all(facts.hero_base(view, u) for u in pair)


def _hero(view: State, unit: str) -> Thing:
    return Thing(view.bases[facts.hero_base(view, unit)].unit)


@DUEL.step
def _begin(run: Run, data: DuelData, got: Any) -> Outcome:
    """The active side says first whether its hero fights; if he flees, the other is not asked (USB-R42)."""
    if data.asked == len(data.pair):
        text = T("{a} and {b} met in a duel", a=_hero(run.state, data.pair[0]), b=_hero(run.state, data.pair[1]))
        run.tell(data.pair[0], "duel", "blow", text, ("USB-DUE-01", "USB-DUE-03"), also=data.pair[1:])
        return Goto("strike", data)
    unit, enemy = data.pair[data.asked], data.pair[1 - data.asked]
    message = T("{hero}: fight the duel with {other}?", hero=_hero(run.state, unit), other=_hero(run.state, enemy))
    args = {"unit": unit, "enemy": enemy, "charge": data.charge, "weapons": data.weapons}
    side, clauses = run.state.units[unit].side, ("USB-DUE-01", "USB-DUE-02")
    return DUEL_QUESTION.ask(side, message, args, clauses, then="answered", data=data)


@DUEL.step
def _answered(run: Run, data: DuelData, got: Reply) -> Outcome:
    if got.parts[PART] == FIGHT:
        return Goto("begin", replace(data, asked=data.asked + 1))
    unit, enemy = data.pair[data.asked], data.pair[1 - data.asked]
    text = T("{hero} fled from the duel", hero=_hero(run.state, unit))
    run.tell(unit, "duel_fled", "status", text, ("USB-DUE-02",), also=(enemy,))
    return DUEL.done(Duelled(fled=unit))


@DUEL.step
def _strike(run: Run, data: DuelData, got: Any) -> Outcome:
    """They strike at the same time, nothing is removed yet; a shield costs who has still to throw (USB-R48)."""
    unit, target = data.pair[:: -1 if data.dealt else 1]
    blow = replace(strokes(run.state, unit, target, data.charge, data.weapons), costly=not data.dealt)
    return VOLLEY.call(VolleyData(blow), "struck", data)


@DUEL.step
def _struck(run: Run, data: DuelData, got: Damage) -> Outcome:
    """When both have thrown: each loses no more than he has left, and both may die (USB-DUE-04)."""
    dealt = (*data.dealt, got.wounds, 0) if got.shielded else (*data.dealt, got.wounds)
    if len(dealt) < len(data.pair):
        return Goto("strike", replace(data, dealt=dealt))
    one, other = (_left(run.state, u) for u in data.pair)
    wounds = min(dealt[0], other), min(dealt[1], one)
    died = tuple(u for u, dies in zip(data.pair, (wounds[1] == one, wounds[0] == other), strict=True) if dies)
    return Goto("suffer", replace(data, ended=Duelled(True, "", died, wounds)))


@DUEL.step
def _suffer(run: Run, data: DuelData, got: Any) -> Outcome:
    """What each has lost is taken off him alone, whoever stands beside him (USB-DUE-03)."""
    k = data.suffered
    if k == len(data.pair):
        return DUEL.done(data.ended)
    unit, enemy = data.pair[k], data.pair[1 - k]
    order = (facts.hero_base(run.state, unit),)
    lost = LossesData(unit, data.ended.wounds[1 - k], T("the duel"), "USB-DUE-03", enemy, order=order)
    return LOSSES.call(lost, "suffer", replace(data, suffered=k + 1))
