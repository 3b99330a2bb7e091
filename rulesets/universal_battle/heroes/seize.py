"""Seizing the initiative between activations, and the enemy's counter (USB-PWR-04, USB-R51)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from game.kit.which_next import picked
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.heroes.at_will import AtWill

PASS, SILENT = "pass", "silent"


class SeizeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose activation is due, who has seized it for now ("": nobody), and whether anybody has declined."""

    due: str
    holder: str = ""


SEIZE: FrameOf[SeizeData, str] = FrameOf("usb.seize", SeizeData, str)


class SeizeQuestion(AtWill):
    """Which hero pays for the next activation; not to pay is the usual answer."""

    def __init__(self) -> None:
        silent = Exit(SILENT, T("Not in this round: do not ask again"))
        super().__init__("heroes", exits=(Exit(PASS, T("Leave it to the enemy")), silent))

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A hero, and his points."""
        note = T("{n} Power Points left", n=facts.own(view, row).power)
        return Choice(row, T("{hero} pays", hero=Thing(row)), note=note)


SEIZE_INITIATIVE = Posed("seize", SeizeQuestion())


def may(view: State, side: str) -> tuple[str, ...]:
    """The heroes by whom a side could seize the initiative: it needs a unit left to activate, and points (USB-R51)."""
    own = view.sides[side].own
    wanted = facts.eligible(view, side) and own.silent < view.own.round
    return points.able(view, side) if wanted else ()


@SEIZE.step
def _begin(run: Run, data: SeizeData, got: Any) -> Outcome:
    """The side that is not to act is asked; so in turn until one declines."""
    holder = data.holder or data.due
    side = other_sides(run.state, holder)[0]
    heroes = may(run.state, side)
    if not heroes:
        return Done(holder)
    message = T("{side}: seize the initiative from {enemy}?", side=Thing(side), enemy=Thing(holder))
    args = {"heroes": list(heroes)}
    return SEIZE_INITIATIVE.ask(side, message, args, ("USB-PWR-04", "USB-R51"), then="asked", data=data)


@SEIZE.step
def _asked(run: Run, data: SeizeData, got: Reply) -> Outcome:
    holder = data.holder or data.due
    side = other_sides(run.state, holder)[0]
    if got.exit == SILENT:
        quiet = changes.side(run.state, side, silent=run.state.own.round)
        run.emit("silent", "order", None, *quiet, clauses=("USB-R51",), side=side)
    if got.exit:
        return Done(holder)
    points.spend(run, picked(got), 1, T("the next activation is his side's"), "USB-PWR-04", "seized")
    return Goto("begin", replace(data, holder=side))
