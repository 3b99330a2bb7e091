"""Duels: hero against hero, fought or fled (USB-DUE-01 to -05, USB-R42)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.arms import Attack, blows, ram
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData, spread
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


def _likely(view: State, decision: Decision) -> str:
    """It is fought by who is likely to take no smaller share of the other than he loses himself."""
    a, b, how = decision.args["unit"], decision.args["enemy"], (decision.args["charge"], decision.args["weapons"])
    shares = [
        spread(view, strokes(view, u, v, *how)).mean / facts.standfast(view.bases[facts.hero_base(view, v)])
        for u, v in ((a, b), (b, a))
    ]
    return FIGHT if shares[0] >= shares[1] else FLEE


COURSES = {FIGHT: T("Fight the duel"), FLEE: T("Flee the duel: -2 to the combat result")}
DUEL_QUESTION = Posed("duel", OneOf(PART, COURSES, drafted=True, usually=_likely))
"""Whether a hero fights his duel or flees it (USB-DUE-02)."""


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
    one, other = (facts.standfast(run.state.bases[facts.hero_base(run.state, u)]) for u in data.pair)
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
