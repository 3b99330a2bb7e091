"""Duels: hero against hero, fought or fled (USB-DUE-01 to -05, USB-R42)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.arms import Attack, blows, ram
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.field import facts

PART, FIGHT, FLEE = "duel", "fight", "flee"


class Duelled(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a duel ended: whose hero fled ("": fought out), whose died, and the wounds each has dealt."""

    fled: str = ""
    died: tuple[str, ...] = ()
    wounds: tuple[int, int] = (0, 0)


class DuelData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A duel of the heroes of two activations, the activated one first.

    Attributes
    ----------
    first_round
        It is the first round of the fight: both count as charging each other (USB-DUE-04).
    asked, fled
        How many have been asked; the unit whose hero flees.
    dealt
        Wounds dealt by the first, once they are thrown.
    ended
        How it ends, once both have thrown.
    """

    unit: str
    target: str
    first_round: bool = True
    asked: int = 0
    fled: str = ""
    dealt: int = -1
    ended: Duelled | None = None


DUEL = FrameOf("usb.duel", DuelData, Duelled)


class DuelQuestion(OneOf):
    """Whether a hero fights his duel or flees it (USB-DUE-02)."""

    def __init__(self) -> None:
        courses = {FIGHT: T("Fight the duel"), FLEE: T("Flee the duel: -2 to the combat result")}
        super().__init__(PART, courses, drafted=True)


DUEL_QUESTION = Posed("duel", DuelQuestion())


def due(view: State, unit: str, target: str) -> bool:
    """Whether the heroes of two activations that fight are in a duel (USB-DUE-01)."""
    return bool(facts.hero_base(view, unit) and facts.hero_base(view, target))


def _pair(data: DuelData) -> tuple[str, str]:
    return data.unit, data.target


@DUEL.step
def _begin(run: Run, data: DuelData, got: Any) -> Outcome:
    """The active side says first whether its hero fights; if he flees, the other is not asked (USB-R42)."""
    if data.asked == 2:
        text = T("{a} and {b} fight a duel", a=_thing(run.state, data.unit), b=_thing(run.state, data.target))
        run.tell(data.unit, "duel", "blow", text, ("USB-DUE-01", "USB-DUE-03"), also=(data.target,))
        return _strike(run, data, data.unit, data.target, "struck")
    unit = _pair(data)[data.asked]
    side, enemy = run.state.units[unit].side, _pair(data)[1 - data.asked]
    words = {"hero": _thing(run.state, unit), "other": _thing(run.state, enemy)}
    message = T("{hero}: fight the duel with {other}?", **words)
    args = {"unit": unit, "enemy": enemy}
    return DUEL_QUESTION.ask(side, message, args, ("USB-DUE-01", "USB-DUE-02"), then="answered", data=data)


def _thing(view: State, unit: str) -> Thing:
    return Thing(view.bases[facts.hero_base(view, unit)].unit)


@DUEL.step
def _answered(run: Run, data: DuelData, got: Reply) -> Outcome:
    unit = _pair(data)[data.asked]
    if got.parts[PART] == FIGHT:
        return Goto("begin", replace(data, asked=data.asked + 1))
    text = T("{hero} flees the duel", hero=_thing(run.state, unit))
    run.tell(unit, "duel_fled", "status", text, ("USB-DUE-02",), also=(_pair(data)[1 - data.asked],))
    return DUEL.done(Duelled(fled=unit))


def _strike(run: Run, data: DuelData, unit: str, target: str, then: str) -> Outcome:
    """One hero's blows on the other, nothing removed yet: they strike at the same time (USB-DUE-04)."""
    mine = facts.hero_base(run.state, unit)
    autos = ram(run.state, unit) if data.first_round else ()
    blow = Attack(unit, target, "duel", blows(run.state, (mine,)), autos, charging=data.first_round)
    return VOLLEY.call(VolleyData(blow), then, data)


@DUEL.step
def _struck(run: Run, data: DuelData, got: Damage) -> Outcome:
    return _strike(run, replace(data, dealt=got.wounds), data.target, data.unit, "struck_back")


@DUEL.step
def _struck_back(run: Run, data: DuelData, got: Damage) -> Outcome:
    """Both take their wounds at once; either may die (USB-DUE-04)."""
    left = [facts.standfast(run.state.bases[facts.hero_base(run.state, u)]) for u in _pair(data)]
    wounds = min(data.dealt, left[1]), min(got.wounds, left[0])
    died = tuple(u for u, n, taken in zip(_pair(data), left, reversed(wounds), strict=True) if taken >= n)
    return Goto("lose", replace(data, ended=Duelled(died=died, wounds=wounds), asked=0))


@DUEL.step
def _lose(run: Run, data: DuelData, got: Any) -> Outcome:
    """Take off what each has lost; who they are was settled before either went."""
    if data.asked == 2 or data.ended is None:
        return DUEL.done(data.ended or Duelled())
    unit, taken = _pair(data)[data.asked], data.ended.wounds[1 - data.asked]
    after = replace(data, asked=data.asked + 1)
    if not taken:
        return Goto("lose", after)
    hero = facts.hero_base(run.state, unit)
    return LOSSES.call(LossesData(unit, taken, T("the duel"), "USB-DUE-03", order=(hero,)), "lose", after)
