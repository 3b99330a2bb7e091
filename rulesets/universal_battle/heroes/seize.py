"""Seizing the initiative between activations, and the enemy's counter (USB-PWR-04, USB-R51)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import TN, T, Thing
from game.kit.which_next import WhichNext, picked
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points

EXITS = Exit("pass", T("Leave it to the enemy")), Exit("silent", T("Not in this round: do not ask again"))


class SeizeData(msgspec.Struct, frozen=True):
    """Whose activation is next, as things are."""

    due: str


SEIZE: FrameOf[SeizeData, str] = FrameOf("usb.seize", SeizeData, str)


class SeizeQuestion(WhichNext):
    """Which hero pays for the next activation; not to pay is the usual answer."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A hero, and his points."""
        left = TN("{n} Power Point left", "{n} Power Points left", facts.own(view, row).power)
        return Choice(row, T("{hero} pays", hero=Thing(row)), note=left)


SEIZE_INITIATIVE = Posed("seize", SeizeQuestion("heroes", exits=EXITS, at_will=True))


def may(view: State, side: str) -> tuple[str, ...]:
    """The heroes by whom a side could seize the initiative: it needs a unit left to activate, and points (USB-R51)."""
    own = view.sides[side].own
    return points.able(view, side) if facts.eligible(view, side) and own.silent < view.own.round else ()


@SEIZE.step
def _begin(run: Run, data: SeizeData, got: Any) -> Outcome:
    """The side that is not to act is asked; so in turn until one declines."""
    (side,) = other_sides(run.state, data.due)
    heroes = may(run.state, side)
    if not heroes:
        return Done(data.due)
    message = T("{side}: seize the initiative from {enemy}?", side=Thing(side), enemy=Thing(data.due))
    clauses = ("USB-PWR-04", "USB-R51")
    return SEIZE_INITIATIVE.ask(side, message, {"heroes": heroes}, clauses, then="asked", data=data)


@SEIZE.step
def _asked(run: Run, data: SeizeData, got: Reply) -> Outcome:
    (side,) = other_sides(run.state, data.due)
    if got.exit == "silent":
        quiet = changes.side(run.state, side, silent=run.state.own.round)
        run.emit("silent", "order", None, *quiet, clauses=("USB-R51",), side=side)
    if got.exit:
        return Done(data.due)
    points.spend(run, picked(got), 1, T("the initiative is seized"), "USB-PWR-04", "seized")
    return Goto("begin", SeizeData(side))
