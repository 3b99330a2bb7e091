"""Draws: both sides withdraw, each unit a chosen distance; and the straight withdrawal that falling back uses as well.

WMA-RES-05, WMA-RES-06, WMA-R34, WMA-S28, WMA-S42 (4).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Asked,
    Box,
    Decision,
    Ghost,
    Reply,
    Verdict,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit import situation
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.field import contacts
from rulesets.warmaster_ancients.fight.fights import sides_in_order
from rulesets.warmaster_ancients.fight.rounds import Group
from rulesets.warmaster_ancients.measures import cm, count
from rulesets.warmaster_ancients.move import forced, retreating


class DrawData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawn combat: ``rolled`` cm by side, ``at`` the side dealt with, ``todo`` its units still to withdraw."""

    group: Group
    rolled: dict[str, int] = {}
    at: int = 0
    todo: tuple[str, ...] = ()


DRAW = FrameOf("wma.draw", DrawData)


class WithdrawData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit withdraws along a direction, 1 to ``most`` cm at its owner's choice; or falls back as a winner."""

    unit: str
    way: tuple[float, ...]
    most: int
    falling: bool = False


WITHDRAW = FrameOf("wma.withdraw", WithdrawData)


# --- the distance ------------------------------------------------------------------------------------------------


class DistanceQuestion(Discrete):
    """How many whole cm a unit withdraws or falls back (decisions 20 and 22)."""

    kind = "allocate"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the distances that are free of obstacles; the least is the default."""
        unit, most = decision.args["unit"], _free(view, decision)
        box = Box(unit, T("Whole cm of {unit}", unit=Thing(unit)), 1, most)
        answer = AllocateAnswer({unit: 1})
        return Asked(AllocateSpace((box,), 1, most), Reply(answer), draft=answer)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the distance, and show where the unit would stand."""
        verdict = super().check(view, decision, answer)
        unit = decision.args["unit"]
        if not verdict.legal or not isinstance(answer, AllocateAnswer):
            return verdict
        x, y = decision.args["way"]
        mm = cm(answer.boxes[unit])
        ends = forced.shifted(view, unit, (x, y), mm)
        ghosts = tuple(Ghost(base, pose) for base, pose in ends.items())
        return replace(verdict, ghosts=ghosts, cost=mm, allowance=cm(_free(view, decision)))


DISTANCE = Posed("distance", DistanceQuestion())


def _free(view: State, decision: Decision) -> int:
    way = retreating.way_of(decision.args["way"])
    return retreating.free_cm(view, decision.args["unit"], way, int(decision.args["most"]))


@WITHDRAW.named("begin")
def _withdraw(run: Run, data: WithdrawData, got: Any) -> Outcome:
    """A unit that cannot move 1 cm stays (WMA-S28)."""
    side = run.state.units[data.unit].side
    if retreating.free_cm(run.state, data.unit, retreating.way_of(data.way), data.most) < 1:
        text = T("{unit} could not withdraw and stayed", unit=Thing(data.unit))
        run.tell(data.unit, "cannot_withdraw", "move", text, ("WMA-S28",))
        return Done()
    message = T("{side}: how far should {unit} withdraw?", side=Thing(side), unit=Thing(data.unit))
    if data.falling:
        message = T("{side}: how far should {unit} fall back?", side=Thing(side), unit=Thing(data.unit))
    args = {"unit": data.unit, "way": list(data.way), "most": data.most}
    return DISTANCE.ask(side, message, args, ("WMA-S28", "WMA-R34"), then="chosen")


@WITHDRAW.step
def _chosen(run: Run, data: WithdrawData, got: Reply) -> Outcome:
    unit, mm = data.unit, cm(got.boxes[data.unit])
    ends = forced.shifted(run.state, unit, (data.way[0], data.way[1]), mm)
    poses = (ev.SetPose(base, pose) for base, pose in ends.items())
    who = {"unit": Thing(unit), "distance": Length(mm)}
    kind, text, clause = "withdrew", T("{unit} withdrew {distance}", **who), "WMA-RES-05"
    if data.falling:
        kind, text, clause = "fell_back", T("{unit} fell back {distance}", **who), "WMA-RES-10"
    run.tell(unit, kind, "move", text, (clause, "WMA-S28"), *poses, unit=unit, distance=mm)
    contacts.cut(run, (unit,))
    return Done()


# --- a drawn combat ----------------------------------------------------------------------------------------------


def withdrawing(view: State, group: Group, side: str) -> tuple[str, ...]:
    """The units of a side that have to withdraw: all but those defended or fortified all round (WMA-R34)."""
    mine = (u for u in group.units if view.units[u].side == side and u not in group.steady)
    return tuple(u for u in mine if situation.on_table(view, u))


@DRAW.step
def _begin(run: Run, data: DrawData, got: Any) -> Outcome:
    """Each side with somebody to withdraw rolls once, the active side first (WMA-S22)."""
    for unit in data.group.steady:
        if situation.on_table(run.state, unit):
            text = T("{unit} stayed under cover", unit=Thing(unit))
            run.tell(unit, "holds_ground", "status", text, ("WMA-RES-05", "WMA-R34"))
    return Goto("roll", data)


@DRAW.step
def _roll(run: Run, data: DrawData, got: Any) -> Outcome:
    sides = sides_in_order(run.state)
    if data.at == len(sides):
        return Goto("side", replace(data, at=0))
    side = sides[data.at]
    units = withdrawing(run.state, data.group, side)
    if not units:
        return Goto("roll", replace(data, at=data.at + 1))
    why = T("Withdrawal of {side} after the draw", side=Thing(side))
    dice = ev.DiceRow(side, count("withdraw_dice"))
    return Roll(ev.Request((dice,), why, "WMA-RES-05", about=units), "rolled")


@DRAW.step
def _rolled(run: Run, data: DrawData, got: ev.Rolled) -> Outcome:
    side = sides_in_order(run.state)[data.at]
    return Goto("roll", replace(data, at=data.at + 1, rolled={**data.rolled, side: got.total}))


@DRAW.step
def _side(run: Run, data: DrawData, got: Any) -> Outcome:
    """The active side's units withdraw first (WMA-S42)."""
    sides = sides_in_order(run.state)
    if data.at == len(sides):
        return Done()
    return Goto("next", replace(data, todo=withdrawing(run.state, data.group, sides[data.at])))


@DRAW.step
def _next(run: Run, data: DrawData, got: Any) -> Outcome:
    if not data.todo:
        return Goto("side", replace(data, at=data.at + 1))
    side = sides_in_order(run.state)[data.at]
    far = Length(cm(data.rolled[side]))
    message = T("{side}: which unit withdraws next? From 1 cm to {far}", side=Thing(side), far=far)
    return WITHDRAW_QUESTION.ask(side, message, {"units": list(data.todo)}, ("WMA-S42", "WMA-RES-05"), then="picked")


@DRAW.step
def _picked(run: Run, data: DrawData, got: Reply) -> Outcome:
    unit = picked(got)
    most = data.rolled[run.state.units[unit].side]
    rest = replace(data, todo=tuple(u for u in data.todo if u != unit))
    return WITHDRAW.call(WithdrawData(unit, data.group.ways[unit], most), "next", rest)


WITHDRAW_QUESTION = Posed("withdraw", WhichNext())
