"""What a hero may do with his points beside the dice: Inspire and False Flag (USB-PWR-07, USB-PWR-08).

Asked in his own activation, before and after his action, as long as there is anybody to inspire or to protect. Neither
is an action (USB-R69, USB-R53).
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import picked
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.heroes.at_will import AtWill
from rulesets.universal_battle.measures import within

PASS, FLAG = "pass", "flag"


class PowersData(msgspec.Struct, frozen=True):
    """In whose activation."""

    unit: str


POWERS = FrameOf("usb.powers", PowersData)


def to_inspire(view: State, unit: str) -> tuple[str, ...]:
    """The friends within 10 inches of an activation's hero that are Shaken or Panicked, his own with them."""
    hero = facts.hero_base(view, unit)
    if not hero or not points.power(view, unit):
        return ()
    side = view.units[unit].side
    shaken = (u for u in facts.activations(view, side) if facts.own(view, u).status and facts.deployed(view, u))
    return tuple(u for u in shaken if _close(view, hero, unit, u))


def _close(view: State, hero: str, mine: str, unit: str) -> bool:
    if unit == facts.host(view, mine):
        return True
    return within(near.base_distance(view, hero, unit), number("hero_reach"))


def may_flag(view: State, unit: str) -> bool:
    """Whether a False Flag may be raised: not locked, not after an attack in this round (USB-R53)."""
    mine = [facts.own(view, u) for u in facts.company(view, unit)]
    fresh = not any(own.attacked_round or own.flag for own in mine)
    return bool(points.power(view, unit)) and fresh and not facts.is_locked(view, unit)


class PowersQuestion(AtWill):
    """Whom to inspire, a False Flag, or nothing."""

    def __init__(self) -> None:
        super().__init__("units")

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """To keep the points, or the flag."""
        flag = (Exit(FLAG, T("Raise a False Flag: no target until the end of the round")),)
        return (Exit(PASS, T("Spend nothing")), *(flag if decision.args["flag"] else ()))

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit, and what it is freed from."""
        panicked = facts.own(view, row).status == "panicked"
        return Choice(row, T("Inspire {unit}", unit=Thing(row)), note=T("Panicked") if panicked else T("Shaken"))


POWERS_QUESTION = Posed("powers", PowersQuestion())


@POWERS.step
def _begin(run: Run, data: PowersData, got: Any) -> Outcome:
    state, unit = run.state, data.unit
    if not facts.alive(state, unit) or not points.power(state, unit):
        return Done()
    units, flag = to_inspire(state, unit), may_flag(state, unit)
    if not units and not flag:
        return Done()
    hero = points.hero_unit(state, unit)
    message = T("{hero}: {n} Power Points left. Spend one?", hero=Thing(hero), n=points.power(state, unit))
    args = {"unit": unit, "units": list(units), "flag": flag}
    return POWERS_QUESTION.ask(
        state.units[unit].side, message, args, ("USB-PWR-07", "USB-PWR-08"), then="chosen", data=data
    )


@POWERS.step
def _chosen(run: Run, data: PowersData, got: Reply) -> Outcome:
    if got.exit == PASS:
        return Done()
    hero = points.hero_unit(run.state, data.unit)
    if got.exit == FLAG:
        points.spend(run, hero, 1, T("a False Flag"), "USB-PWR-08", "false_flag")
        for unit in facts.company(run.state, data.unit):
            text = T("{unit} cannot be attacked in this round", unit=Thing(unit))
            marks = changes.unit(run.state, unit, flag=True)
            run.tell(unit, "flagged", "status", text, ("USB-PWR-08", "USB-R53"), *marks)
        return Goto("begin", data)
    unit = picked(got)
    points.spend(run, hero, 1, T("{unit} is inspired", unit=Thing(unit)), "USB-PWR-07", "inspiring")
    text = T("{unit} is itself again", unit=Thing(unit))
    run.tell(unit, "inspired", "status", text, ("USB-PWR-07", "USB-R69"), *changes.unit(run.state, unit, status=""))
    return Goto("begin", data)
