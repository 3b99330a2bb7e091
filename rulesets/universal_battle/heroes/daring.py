"""Daring Attack: a model attacks again, for a Power Point (USB-PWR-05, USB-R52)."""

from __future__ import annotations

from typing import Any

from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import picked
from rulesets.universal_battle.attack import volley
from rulesets.universal_battle.attack.arms import Arm, Attack
from rulesets.universal_battle.attack.volley import Daring, DaringData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.heroes.at_will import AtWill

NONE = "enough"
DARING = FrameOf("usb.daring", DaringData, Daring)


def again(attack: Attack) -> tuple[Arm, ...]:
    """The attacks that could be made once more: one model's with one weapon, each sort once, hero's dice first."""
    found: dict[tuple[str, bool], Arm] = {}
    for arm in sorted(attack.arms, key=lambda one: not one.rider):
        for base in arm.models[:1]:
            found.setdefault((arm.item, arm.rider), Arm((base,), arm.item, arm.rider))
    return tuple(found.values())


class DaringQuestion(AtWill):
    """Who attacks again, if anybody."""

    def __init__(self) -> None:
        super().__init__("arms", exits=(Exit(NONE, T("It is enough")),))

    def choice(self, view: State, decision: Decision, row: Any) -> Choice:
        """A model, and what to expect of it."""
        base, _, chance = str(row).partition("|")
        return Choice(
            row, T("{model} attacks again", model=Thing(base)), note=T("{wounds} wounds on average", wounds=chance)
        )


DARING_QUESTION = Posed("daring", DaringQuestion())


def _rows(view: State, attack: Attack) -> dict[str, Arm]:
    """The attacks on offer by what an answer names: the model, and how many wounds it would cost on average."""
    found = {}
    for k, arm in enumerate(again(attack)):
        alone = Attack(**{f: getattr(attack, f) for f in attack.__struct_fields__} | {"arms": (arm,), "autos": ()})
        found[f"{arm.models[0]}|{volley.spread(view, alone).mean:.2f}|{k}"] = arm
    return found


@DARING.step
def _begin(run: Run, data: DaringData, got: Any) -> Outcome:
    """Asked as long as there is a point to spend and somebody left to be struck."""
    state, attack = run.state, data.attack
    power = points.power(state, attack.unit)
    if not power or data.wounds >= facts.strength(state, attack.target):
        return DARING.done(Daring())
    rows = _rows(state, attack)
    if not rows:
        return DARING.done(Daring())
    hero, side = points.hero_unit(state, attack.unit), state.units[attack.unit].side
    message = T(
        "{hero} ({n} PP): a Daring Attack? Wounds so far: {wounds}", hero=Thing(hero), n=power, wounds=data.wounds
    )
    args = {"arms": list(rows), "unit": attack.unit}
    return DARING_QUESTION.ask(side, message, args, ("USB-PWR-05", "USB-R52"), then="chosen", data=data)


@DARING.step
def _chosen(run: Run, data: DaringData, got: Reply) -> Outcome:
    if got.exit:
        return DARING.done(Daring())
    arm = _rows(run.state, data.attack)[picked(got)]
    hero = points.hero_unit(run.state, data.attack.unit)
    points.spend(run, hero, 1, T("{model} attacks again", model=Thing(arm.models[0])), "USB-PWR-05", "daring")
    return DARING.done(Daring((arm,)))
