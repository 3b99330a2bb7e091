"""Attacking a Hidden unit: a test of the attacker's own bare Tough (USB-FRM-09, USB-FRM-10, USB-R11, USB-R12)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import T, Thing
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
    text = T("{unit} looks for {target}", unit=Thing(data.unit), target=Thing(data.target))
    rows = (ev.DiceRow(state.units[data.unit].side, 1),)
    about = (data.unit, data.target)
    return Roll(ev.Request(rows, text, "USB-FRM-09", need(state, data.unit), "at_least", (), about), "rolled", data)


def need(view: State, unit: str) -> int:
    """What the die must show: the best bare Tough of the unit, and never a 1 (USB-R11, USB-TST-03)."""
    return max(2, min(facts.model(b).tough for b in facts.left(view, unit)))


@HIDDEN.step
def _rolled(run: Run, data: HiddenData, got: ev.Rolled) -> Outcome:
    """Passed, the target is Hidden no more; failed, the attack is lost (USB-R12)."""
    target = facts.host(run.state, data.target)
    passed = got.faces[0][0] >= need(run.state, data.unit)
    words = {"unit": Thing(data.unit), "target": Thing(target)}
    text = T("{unit} finds {target}", **words) if passed else T("{unit} does not find {target}", **words)
    deeds = changes.unit(run.state, target, formation="skirmish") if passed else ()
    run.tell(data.unit, "looked_for", "test", text, ("USB-FRM-09", "USB-R12"), *deeds, also=(target,), passed=passed)
    return HIDDEN.done(Found(passed))
