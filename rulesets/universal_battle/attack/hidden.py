"""How an attack begins: what it ends, and the test of bare Tough against who is Hidden.

USB-FRM-08 to USB-FRM-10, USB-PWR-08, USB-R11, USB-R12, USB-R53, USB-R71, USB-R72.
"""

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


def begins_attack(run: Run, unit: str) -> None:
    """A unit begins an attack: it is hidden no longer, its flag is struck, and it is noted that it has attacked."""
    state, host = run.state, facts.host(run.state, unit)
    alone = state.own.acting == host and facts.is_lone_hero(state, host)
    marks = [c for u in facts.company(state, host) for c in changes.unit(state, u, attacked=True, attacked_round=True)]
    marks += changes.unit(state, host, alone=True) if alone else ()
    if marks:
        run.tell(host, "attacks", "status", None, ("USB-R53", "USB-R71"), *marks)
    uncover(run, host)
    for one in facts.company(state, host):
        if facts.own(run.state, one).flag:
            text = T("{unit} attacked, which ends its False Flag", unit=Thing(one))
            run.tell(one, "flag_struck", "status", text, ("USB-R53",), *changes.unit(run.state, one, flag=False))


def uncover(run: Run, unit: str) -> None:
    """A unit that attacks or is attacked is Hidden no longer (USB-FRM-10, USB-R67)."""
    host = facts.host(run.state, unit)
    if facts.own(run.state, host).formation == "hidden":
        text, marks = (
            T("{unit} came out of hiding", unit=Thing(host)),
            changes.unit(run.state, host, formation="skirmish"),
        )
        run.tell(host, "uncovered", "reveal", text, ("USB-FRM-10",), *marks)


def barred_hero(view: State, unit: str) -> str:
    """The hero of an activation who rolls no dice in it, having attacked alone in this round; "" for none (USB-R72)."""
    if view.options.get("hero_second_attack") == "allowed":
        return ""
    base = facts.hero_base(view, unit)
    host = facts.host(view, unit)
    his = view.bases[base].unit if base else ""
    return base if his and his != host and facts.own(view, his).alone and view.own.acting == host else ""


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
    return sum_of(T("To discover the Hidden unit"), [(T("Tough of {unit}", unit=Thing(unit)), float(tough), "USB-R11")])


@HIDDEN.step
def _rolled(run: Run, data: HiddenData, got: Thrown) -> Outcome:
    """Passed, the target is Hidden no more; failed, the attack is lost (USB-R12)."""
    target = facts.host(run.state, data.target)
    passed = bool(got.passed)
    words = {"unit": Thing(data.unit), "target": Thing(target)}
    text = T("{unit} discovered {target}", **words) if passed else T("{unit} did not discover {target}", **words)
    deeds = changes.unit(run.state, target, formation="skirmish") if passed else ()
    run.tell(data.unit, "looked_for", "test", text, ("USB-FRM-09", "USB-R12"), *deeds, also=(target,), passed=passed)
    return HIDDEN.done(Found(passed))
