"""Going back from a combat: the beaten retreat one after another, both sides of a draw withdraw, winners fall back.

What is trapped is destroyed, and so is beaten artillery. WMA-PUR-02, WMA-RES-05, WMA-RES-06, WMA-RES-08, WMA-RES-09,
WMA-R34, WMA-R41, WMA-S27, WMA-S28, WMA-S42 (4) (5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import AllocateAnswer, AllocateSpace, Answer, Asked, Box, Decision, PickAnswer, Reply, Verdict
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, edge_normal
from game.kit import situation
from game.kit.verdicts import ghosts
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack.blows import destroy
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.fight.fights import Group, sides_in_order
from rulesets.warmaster_ancients.measures import MEASURES, cm, count, length
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.forced import Aside, make_way
from rulesets.warmaster_ancients.shoot.driveback import FORCED, ForcedData, Gone, forced_ghosts

LEAST = length("retreat_least")
NO_WAY = 0.01
"""A sum of unit vectors shorter than this is zero: recorded facings are rounded."""


def direction(view: State, unit: str) -> Point | None:
    """The direction in which a unit retreats from the contacts it has now (WMA-S27): a unit vector, None for none.

    To be asked at the start of a round, before stands are removed. Every edge contact counts once, whatever its
    length; corner contacts only if there is no edge contact.
    """
    touches, own = facts.contacts(view, unit), facts.poses(view, unit)
    dx = dy = 0.0
    for touch in [t for t in touches if t.by_edge] or touches:
        x, y = edge_normal(own[touch.own], touch.side)
        dx, dy = dx - x, dy - y
    return None if abs(dx) < NO_WAY and abs(dy) < NO_WAY else forced.unit_vector(dx, dy)


def trapped(view: State, unit: str, way: Point | None) -> bool:
    """Whether a unit cannot move 1 cm in a direction, nor friends make way for it, or has none: lost (WMA-S27)."""
    if way is None:
        return True

    def makes_way(met: forced.Met) -> bool:
        return met.kind == "friend" and isinstance(make_way(view, met.thing, unit, way, LEAST), Aside)

    met = forced.obstacles(view, unit, way, LEAST)
    return any(MEASURES.less_than(m.halt, LEAST) and not makes_way(m) for m in met)


def free_cm(view: State, unit: str, way: Sequence[float] | None, most: int) -> int:
    """The greatest whole number of cm, at most ``most``, that a unit can withdraw or fall back (WMA-S28).

    The way must be free of obstacles: nobody makes way. 0 where it cannot move 1 cm or has no direction; it stays.
    """
    if not way or most <= 0:
        return 0
    return int((forced.free_way(view, unit, (way[0], way[1]), cm(most)) + 0.05) // cm(1))


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
        there = ghosts(forced.shifted(view, unit, (x, y), mm))
        return replace(verdict, ghosts=there, cost=mm, allowance=cm(_free(view, decision)))


DISTANCE = Posed("distance", DistanceQuestion())
WITHDRAW_QUESTION = Posed("withdraw", WhichNext())


def _free(view: State, decision: Decision) -> int:
    return free_cm(view, decision.args["unit"], decision.args["way"], int(decision.args["most"]))


@WITHDRAW.named("begin")
def _withdraw(run: Run, data: WithdrawData, got: Any) -> Outcome:
    """A unit that cannot move 1 cm stays (WMA-S28)."""
    side = run.state.units[data.unit].side
    if free_cm(run.state, data.unit, data.way, data.most) < 1:
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
    status.cut_contacts(run, (unit,))
    return Done()


def withdrawing(view: State, group: Group, side: str) -> tuple[str, ...]:
    """The units of a side that have to withdraw: all but those defended or fortified all round (WMA-R34)."""
    mine = (u for u in group.units if view.units[u].side == side and u not in group.steady)
    return tuple(u for u in mine if situation.on_table(view, u))


@DRAW.named("begin")
def _draw(run: Run, data: DrawData, got: Any) -> Outcome:
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


@DRAW.named("next")
def _next_withdraws(run: Run, data: DrawData, got: Any) -> Outcome:
    if not data.todo:
        return Goto("side", replace(data, at=data.at + 1))
    side = sides_in_order(run.state)[data.at]
    far = Length(cm(data.rolled[side]))
    message = T("{side}: which unit withdraws next? From 1 cm to {far}", side=Thing(side), far=far)
    return WITHDRAW_QUESTION.ask(side, message, {"units": list(data.todo)}, ("WMA-S42", "WMA-RES-05"), then="picked")


@DRAW.named("picked")
def _withdraws(run: Run, data: DrawData, got: Reply) -> Outcome:
    unit = picked(got)
    most = data.rolled[run.state.units[unit].side]
    rest = replace(data, todo=tuple(u for u in data.todo if u != unit))
    return WITHDRAW.call(WithdrawData(unit, data.group.ways[unit], most), "next", rest)


class RetreatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Beaten units that must go ``distance`` mm, each in its direction (none: trapped).

    ``starts`` is where each stood (the middle of its first stand, mm); ``went`` how far each has retreated (mm);
    ``unit`` is the one that goes now.
    """

    units: tuple[str, ...]
    distance: float
    ways: dict[str, tuple[float, ...]]
    starts: dict[str, tuple[float, float]] = {}
    went: dict[str, float] = {}
    unit: str = ""


RETREATS = FrameOf("wma.retreats", RetreatData)


def _first_stand(view: State, unit: str) -> Point:
    pose = next(iter(facts.poses(view, unit).values()))
    return pose.x, pose.y


class RetreatQuestion(WhichNext):
    """Which beaten unit retreats next (decision 26), with the way it would go."""

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the pick, and show where the unit would end at the first thing that stops it."""
        verdict = super().check(view, decision, answer)
        if not verdict.legal or not isinstance(answer, PickAnswer):
            return verdict
        unit, distance = answer.ids[0], float(decision.args["distance"])
        if not (way := decision.args["ways"][unit]):
            return verdict
        return replace(verdict, ghosts=forced_ghosts(view, unit, (way[0], way[1]), distance), cost=distance)


RETREAT = Posed("retreat", RetreatQuestion())


@RETREATS.step
def _begin(run: Run, data: RetreatData, got: Any) -> Outcome:
    """Beaten artillery never flees: it is destroyed (WMA-PUR-02, WMA-R41)."""
    for unit in data.units:
        if profile(run.state, unit).artillery:
            destroy(run, unit, ("WMA-PUR-02", "WMA-R41"), "artillery")
    starts = {u: _first_stand(run.state, u) for u in data.units if situation.on_table(run.state, u)}
    return Goto("next", replace(data, starts=starts))


@RETREATS.step
def _next(run: Run, data: RetreatData, got: Any) -> Outcome:
    units = tuple(u for u in data.units if situation.on_table(run.state, u))
    if not units:
        return Done({u: _moved(run.state, data, u) for u in data.went})
    side = run.state.units[units[0]].side
    message = T("{side}: which beaten unit retreats next?", side=Thing(side))
    args = {"units": list(units), "ways": {u: list(data.ways[u]) for u in units}, "distance": data.distance}
    return RETREAT.ask(side, message, args, ("WMA-S42", "WMA-RES-08"), then="picked", data=replace(data, units=units))


def _moved(view: State, data: RetreatData, unit: str) -> list[float]:
    """Dx, dy (mm) from where a unit stood, making way for others included, and the mm of its retreat (WMA-R44)."""
    (x, y), (start_x, start_y) = _first_stand(view, unit), data.starts[unit]
    return [round(x - start_x, 3), round(y - start_y, 3), data.went[unit]]


@RETREATS.step
def _picked(run: Run, data: RetreatData, got: Reply) -> Outcome:
    unit = picked(got)
    rest = replace(data, units=tuple(u for u in data.units if u != unit), unit=unit)
    if not (way := data.ways[unit]):
        destroy(run, unit, ("WMA-S27",), "trapped")
        return Goto("next", rest)
    return FORCED.call(ForcedData(unit, "retreat", (way[0], way[1]), data.distance), "gone", rest)


@RETREATS.step
def _gone(run: Run, data: RetreatData, got: Gone) -> Outcome:
    went = {} if got.destroyed else {data.unit: got.distance}
    return Goto("next", replace(data, went={**data.went, **went}))
