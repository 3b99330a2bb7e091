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
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.field import contacts, facts
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
        way = decision.args["way"]
        mm = cm(answer.boxes[unit])
        ends = forced.shifted(view, unit, (way[0], way[1]), mm)
        ghosts = tuple(Ghost(base, pose) for base, pose in ends.items())
        return replace(verdict, ghosts=ghosts, cost=mm, allowance=cm(_free(view, decision)))


def _free(view: State, decision: Decision) -> int:
    way = decision.args["way"]
    return retreating.free_cm(view, decision.args["unit"], (way[0], way[1]), int(decision.args["most"]))


# --- one withdrawal ----------------------------------------------------------------------------------------------


@WITHDRAW.named("begin")
def _withdraw(run: Run, data: WithdrawData, got: Any) -> Outcome:
    """A unit that cannot move 1 cm stays (WMA-S28)."""
    way = (data.way[0], data.way[1]) if len(data.way) == 2 else None
    side = run.state.units[data.unit].side
    if retreating.free_cm(run.state, data.unit, way, data.most) < 1:
        text = T("{unit} could not withdraw and stayed", unit=Thing(data.unit))
        run.tell(data.unit, "cannot_withdraw", "move", text, ("WMA-S28",))
        return Done()
    assert way is not None
    message = T("{side}: how far should {unit} fall back?", side=Thing(side), unit=Thing(data.unit))
    if not data.falling:
        message = T("{side}: how far should {unit} withdraw?", side=Thing(side), unit=Thing(data.unit))
    args = {"unit": data.unit, "way": list(way), "most": data.most}
    return Ask((Question("distance", side, message, args, ("WMA-S28", "WMA-R34")),), "chosen")


@WITHDRAW.step
def _chosen(run: Run, data: WithdrawData, got: Reply) -> Outcome:
    mm = cm(got.boxes[data.unit])
    ends = forced.shifted(run.state, data.unit, (data.way[0], data.way[1]), mm)
    who = {"unit": Thing(data.unit), "distance": Length(mm)}
    text = T("{unit} fell back {distance}", **who) if data.falling else T("{unit} withdrew {distance}", **who)
    run.tell(
        data.unit,
        "fell_back" if data.falling else "withdrew",
        "move",
        text,
        ("WMA-RES-10", "WMA-S28") if data.falling else ("WMA-RES-05", "WMA-S28"),
        *(ev.SetPose(base, pose) for base, pose in ends.items()),
        unit=data.unit,
        distance=mm,
    )
    contacts.cut(run, (data.unit,))
    return Done()


# --- a drawn combat ----------------------------------------------------------------------------------------------


def withdrawing(view: State, group: Group, side: str) -> tuple[str, ...]:
    """The units of a side that have to withdraw: all but those defended or fortified all round (WMA-R34)."""
    return tuple(
        u for u in group.units if view.units[u].side == side and facts.alive(view, u) and u not in group.steady
    )


@DRAW.step
def _begin(run: Run, data: DrawData, got: Any) -> Outcome:
    """Each side with somebody to withdraw rolls once, the active side first (WMA-S22)."""
    for unit in data.group.steady:
        if facts.alive(run.state, unit):
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
    request = ev.Request((ev.DiceRow(side, count("withdraw_dice")),), why, "WMA-RES-05", about=units)
    return Roll(request, "rolled")


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
    units = withdrawing(run.state, data.group, sides[data.at])
    return Goto("next", replace(data, todo=units))


@DRAW.step
def _next(run: Run, data: DrawData, got: Any) -> Outcome:
    if not data.todo:
        return Goto("side", replace(data, at=data.at + 1))
    side = sides_in_order(run.state)[data.at]
    far = Length(cm(data.rolled[side]))
    message = T("{side}: which unit withdraws next? From 1 cm to {far}", side=Thing(side), far=far)
    return Ask((Question("withdraw", side, message, {"units": list(data.todo)}, ("WMA-S42", "WMA-RES-05")),), "picked")


@DRAW.step
def _picked(run: Run, data: DrawData, got: Reply) -> Outcome:
    unit = picked(got)
    most = data.rolled[run.state.units[unit].side]
    rest = replace(data, todo=tuple(u for u in data.todo if u != unit))
    return Call("wma.withdraw", WithdrawData(unit, data.group.ways[unit], most), "next", rest)


QUESTIONS = {"withdraw": WhichNext(), "distance": DistanceQuestion()}
