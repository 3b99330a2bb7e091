"""The start of a player turn: units off the table, routers nearby, terrifying enemies, in that order (WAB-TRN-02).

WAB-PAN-04, WAB-TRR-03, WAB-R44, WAB-R46, WAB-R53, WAB-S15.
"""

from __future__ import annotations

from typing import Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, PickAnswer, PickSpace, Reply
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, corners, forward, right
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import Block, formed, loose_group, quads, size, slots
from rulesets.ancient_battles.field.making_way import fits
from rulesets.ancient_battles.flee.flights import FleeData
from rulesets.ancient_battles.measures import BRUSH
from rulesets.ancient_battles.nerve.leadership import TestData
from rulesets.ancient_battles.nerve.panic import PanicData, owe_for_routers, owing
from rulesets.ancient_battles.nerve.psychology import nearest_terror, terror_near

ORDER = "wab.order_of_tests"
STEP = 5.0
"""Millimetres between the places of an edge that are tried for a unit that comes back."""


class StartData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tests in hand: which kind, who is left, who is being tested."""

    kind: str = "return"
    left: tuple[str, ...] = ()
    unit: str = ""


START = FrameOf("wab.start", StartData)


def off_table(view: State, side: str) -> tuple[str, ...]:
    """Units of a side that left the table in pursuit (WAB-R44, WAB-S15)."""
    return tuple(
        u.id
        for u in view.units_of(side)
        if u.own.off_at is not None and any(view.bases[b].where == "off" for b in u.bases)
    )


def to_test(view: State, kind: str, side: str) -> tuple[str, ...]:
    """Units that take a test of some kind now."""
    if kind == "return":
        return off_table(view, side)
    if kind == "terror":
        return tuple(u for u in facts.standing(view, side) if terror_near(view, u))
    due = owing(view)
    return tuple(u for u in facts.standing(view, side) if u in due)


# --- flow --------------------------------------------------------------------------------------------------------


@START.step
def _begin(run: Run, data: StartData | None, got: Any) -> Outcome:
    return Goto("kind", StartData("return"))


@START.step
def _kind(run: Run, data: StartData, got: Any) -> Outcome:
    """All tests of one kind, in the order of their player, before the next kind (WAB-TRN-02)."""
    side = run.state.own.active
    if data.kind == "panic":
        owe_for_routers(run)
    units = to_test(run.state, data.kind, side)
    if not units:
        return _following(data)
    message = _title(data.kind, side)
    args = {"units": list(units)}
    return Ask((Question(ORDER, side, message, args, ("WAB-TRN-02",)),), "ordered", data)


def _title(kind: str, side: str) -> Text:
    who = Thing(side)
    return {
        "return": T("{side}: in which order do units come back?", side=who),
        "panic": T("{side}: in which order do units test for Panic?", side=who),
        "terror": T("{side}: in which order do units test for Terror?", side=who),
    }[kind]


def _following(data: StartData) -> Outcome:
    after = {"return": "panic", "panic": "terror"}.get(data.kind)
    return Done() if after is None else Goto("kind", StartData(after))


@START.step
def _ordered(run: Run, data: StartData, got: Reply) -> Outcome:
    assert isinstance(got.answer, PickAnswer)
    if data.kind == "panic":
        return Call("wab.panic", PanicData(got.answer.ids, hold=False), "done", data)
    return Goto("next", replace(data, left=got.answer.ids))


@START.step
def _next(run: Run, data: StartData, got: Any) -> Outcome:
    if not data.left:
        return _following(data)
    unit, data = data.left[0], replace(data, left=data.left[1:], unit=data.left[0])
    if data.kind == "return":
        return Call("wab.test", TestData(unit, "return", clause="WAB-S15"), "returned", data)
    near = terror_near(run.state, unit)
    if not near:
        return Goto("next", data)
    return Call("wab.test", TestData(unit, "terror", causes=near, clause="WAB-TRR-03"), "terrified", data)


@START.step
def _returned(run: Run, data: StartData, got: dict[str, Any]) -> Outcome:
    view, unit = run.state, data.unit
    poses = back_on(view, unit) if got["passed"] else {}
    if not poses:
        run.tell(unit, "stays_off", "test", T("{unit} did not come back yet", unit=Thing(unit)), ("WAB-S15",))
        return Goto("next", data)
    places = (ev.SetPose(b, p) for b, p in poses.items())
    back = (ev.SetField("unit", unit, "own.off_at", None), ev.SetField("unit", unit, "own.returned", True))
    text = T("{unit} came back onto the table", unit=Thing(unit))
    run.tell(unit, "returned", "place", text, ("WAB-S15",), *places, *back)
    return Goto("next", data)


@START.step
def _terrified(run: Run, data: StartData, got: dict[str, Any]) -> Outcome:
    if got["passed"]:
        return Goto("next", data)
    return Call("wab.flee", FleeData(data.unit, "terror", nearest_terror(run.state, data.unit)), "next", data)


@START.step
def _done(run: Run, data: StartData, got: Any) -> Outcome:
    return _following(data)


# --- coming back -------------------------------------------------------------------------------------------------


def back_on(view: State, unit: str) -> dict[str, Pose]:
    """Where the figures of a unit stand that comes back: rear on the edge at its exit, or the nearest free place."""
    at = own(view, unit).off_at
    assert at is not None
    x, y, facing = at
    along = right(facing)
    far = max(view.table.width, view.table.depth)
    most = int(far / STEP)
    for n in sorted(range(most - 1, -most, -1), key=abs):
        poses = _placed(view, unit, x + along[0] * n * STEP, y + along[1] * n * STEP, facing)
        if poses:
            return poses
    return {}


def _placed(view: State, unit: str, x: float, y: float, facing: float) -> dict[str, Pose]:
    """Poses with the rear on the edge at a point, none where there is no room."""
    ids = [b for b in view.units[unit].bases if view.bases[b].where == "off"]
    fellows = [u.id for u in view.units.values() if u.own.joined == unit]
    ids_of = [b for u in fellows for b in view.units[u].bases if view.bases[b].where == "off"]
    ahead = forward(facing)
    model = profile(view, unit)
    if formed(view, unit):
        width, depth = size(view, unit, own(view, unit).files, len(ids) + len(ids_of))
        front = Pose(x + ahead[0] * depth, y + ahead[1] * depth, facing)
        block = Block(unit, front, own(view, unit).files, len(ids) + len(ids_of), width, depth)
        if not fits(view, block, (unit,)):
            return {}
        there = view.with_poses(dict.fromkeys((*ids, *ids_of), front))
        bases = {b: replace(there.bases[b], where="table") for b in (*ids, *ids_of)}
        there = replace(there, bases={**there.bases, **bases})
        return slots(there, unit, front)
    depth = model.footprint.depth
    if own(view, unit).character:
        poses = [Pose(x + ahead[0] * depth / 2.0, y + ahead[1] * depth / 2.0, facing)]
    else:
        poses = loose_group(model.footprint, len(ids), Pose(x, y, facing))
        low = min((p.x - x) * ahead[0] + (p.y - y) * ahead[1] for p in poses) - depth / 2.0
        poses = [Pose(p.x - ahead[0] * low, p.y - ahead[1] * low, facing) for p in poses]
    found = dict(zip(ids, poses, strict=True))
    return found if _room(view, unit, found) else {}


def _room(view: State, unit: str, poses: dict[str, Pose]) -> bool:
    shapes = [shapely.Polygon(corners(view.bases[b].shape, p)) for b, p in poses.items()]
    for shape in shapes:
        if facts.off_table(view, shapely.get_coordinates(shape)):
            return False
        for other in facts.standing(view):
            if other != unit and any(
                shapely.area(shapely.intersection(shape, shapely.Polygon(q))) > BRUSH for q in quads(view, other)
            ):
                return False
    return True


class OrderQuestion(Discrete):
    """In which order tests of one kind are taken."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """All of them, in any order."""
        units: list[str] = decision.args["units"]
        things = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in units)
        answer = PickAnswer(tuple(units))
        return Asked(PickSpace(things, len(units), len(units), ordered=True), Reply(answer), draft=answer)


QUESTIONS = {ORDER: OrderQuestion()}
