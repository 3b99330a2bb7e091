"""What a hero may do with his points beside the dice: Inspire and False Flag (USB-PWR-07, USB-PWR-08).

Asked in his own activation before his action, and after it; neither is an action (USB-R69, USB-R53). A flag is offered
after it only, since his own attack would strike it, and only while an enemy who is free to attack him has still to act.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from game.kit.which_next import WhichNext, picked
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.near import from_model
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.measures import within
from rulesets.universal_battle.nerve.morale import set_status

FLAG = Exit("flag", T("Raise a False Flag: no target until the end of the round"))
PASS = Exit("pass", T("Spend nothing"))


class PowersData(msgspec.Struct, frozen=True):
    """In whose activation; after its action or before."""

    unit: str
    after: bool = False


POWERS = FrameOf("usb.powers", PowersData)


def to_inspire(view: State, unit: str) -> tuple[str, ...]:
    """The friends within 10 inches of an activation's hero that are Shaken or Panicked, his own with them."""
    hero, mine, reach = facts.hero_base(view, unit), facts.host(view, unit), number("hero_reach")
    found = (u for u in facts.activations(view, view.units[unit].side) if facts.own(view, u).status)
    return tuple(u for u in found if u == mine or within(from_model(view, hero, u), reach))


def may_flag(view: State, unit: str) -> bool:
    """Whether a False Flag may be raised, and matters: not locked, not after an attack in this round (USB-R53)."""
    mine = [facts.own(view, u) for u in facts.company(view, unit)]
    if facts.is_locked(view, unit) or any(own.attacked_round or own.flag for own in mine):
        return False
    sides = other_sides(view, view.units[unit].side)
    return any(not facts.is_locked(view, enemy) for side in sides for enemy in facts.eligible(view, side))


class PowersQuestion(WhichNext):
    """Whom to inspire, a False Flag, or nothing."""

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """To keep the points, or the flag."""
        return (PASS, FLAG) if decision.args["flag"] else (PASS,)

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit, and what it is freed from."""
        panicked = facts.own(view, row).status == "panicked"
        return Choice(row, T("Inspire {unit}", unit=Thing(row)), note=T("Panicked") if panicked else T("Shaken"))


POWERS_QUESTION = Posed("powers", PowersQuestion(at_will=True))


@POWERS.step
def _begin(run: Run, data: PowersData, got: Any) -> Outcome:
    state, unit, power = run.state, data.unit, points.power(run.state, data.unit)
    units = to_inspire(state, unit) if power else ()
    flag = bool(power) and data.after and may_flag(state, unit)
    if not units and not flag:
        return Done()
    message = T("{hero}: spend a point?", hero=Thing(points.hero_unit(state, unit)))
    args = {"units": units, "flag": flag}
    side, clauses = state.units[unit].side, ("USB-PWR-07", "USB-PWR-08")
    return POWERS_QUESTION.ask(side, message, args, clauses, then="chosen", data=data)


@POWERS.step
def _chosen(run: Run, data: PowersData, got: Reply) -> Outcome:
    """The unit he is in is protected too (USB-R53); who is inspired is steady again at once (USB-R69)."""
    hero = points.hero_unit(run.state, data.unit)
    if got.exit == PASS.id:
        return Done()
    if got.exit == FLAG.id:
        points.spend(run, hero, 1, T("a False Flag"), "USB-PWR-08", "false_flag")
        marks = [c for u in facts.company(run.state, data.unit) for c in changes.unit(run.state, u, flag=True)]
        text = T("{unit} may not be attacked in this round", unit=Thing(data.unit))
        run.tell(data.unit, "flagged", "status", text, ("USB-PWR-08", "USB-R53"), *marks)
        return Goto("begin", data)
    unit = picked(got)
    points.spend(run, hero, 1, T("to inspire {unit}", unit=Thing(unit)), "USB-PWR-07", "inspiring")
    set_status(run, unit, "", "USB-PWR-07")
    return Goto("begin", data)
