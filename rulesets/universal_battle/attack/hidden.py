"""Attacking a Hidden unit: a test of the attacker's own bare Tough (USB-FRM-09, USB-FRM-10, USB-R11, USB-R12)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.sums import sum_of
from rulesets.universal_battle.attack.throws import THROW, ThrowData, Thrown
from rulesets.universal_battle.field import facts


class HiddenData(msgspec.Struct, frozen=True):
    """Who attacks whom."""

    unit: str
    target: str


class Found(msgspec.Struct, frozen=True):
    """Whether the attack goes on."""

    passed: bool


HIDDEN = FrameOf("usb.hidden_test", HiddenData, Found)


def is_hidden(view: State, unit: str) -> bool:
    """Whether a unit is Hidden (USB-FRM-08)."""
    return facts.own(view, facts.host(view, unit)).formation == "hidden"


@HIDDEN.step
def _begin(run: Run, data: HiddenData, got: Any) -> Outcome:
    """One die against the best Tough of the attacking unit; nobody Hidden needs none."""
    state = run.state
    if not is_hidden(state, data.target):
        return HIDDEN.done(Found(True))
    why = T("{unit} in search of {target}", unit=Thing(data.unit), target=Thing(data.target))
    unit, about = facts.host(state, data.unit), (data.unit, data.target)
    return THROW.call(ThrowData(unit, 1, need(state, unit), why, "USB-FRM-09", about), "rolled", data)


def need(view: State, unit: str) -> Sum:
    """What the die must show: the best bare Tough of the unit (USB-R11)."""
    tough = min(facts.model(b).tough for b in facts.left(view, unit))
    return sum_of(T("To find who is Hidden"), [(T("Tough of {unit}", unit=Thing(unit)), float(tough), "USB-R11")])


@HIDDEN.step
def _rolled(run: Run, data: HiddenData, got: Thrown) -> Outcome:
    """Passed, the target is Hidden no more; failed, the attack is lost (USB-R12)."""
    target = facts.host(run.state, data.target)
    passed = bool(got.passed)
    words = {"unit": Thing(data.unit), "target": Thing(target)}
    text = T("{unit} found {target}", **words) if passed else T("{unit} did not find {target}", **words)
    deeds = changes.unit(run.state, target, formation="skirmish") if passed else ()
    run.tell(data.unit, "looked_for", "test", text, ("USB-FRM-09", "USB-R12"), *deeds, also=(target,), passed=passed)
    return HIDDEN.done(Found(passed))
