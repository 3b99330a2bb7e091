"""Step 5 of the Movement phase: all remaining moves, in the order their player likes.

WAB-TRN-03, WAB-FRM-08 to WAB-FRM-10, WAB-RAL-05, WAB-R13, WAB-R32, WAB-R36, WAB-R37, WAB-S13, WAB-S16, WAB-S27.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import MoveAnswer, Reply
from game.engine.event import Change, SetField, SetPose, Untie
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Pose
from game.geometry.steps import Advance
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.engagement import contact_ties
from rulesets.ancient_battles.move import joining, marching, snakes
from rulesets.ancient_battles.move.judging import plan, steps_of, straight_out
from rulesets.ancient_battles.move.plans import Plan, told, written
from rulesets.ancient_battles.move.question import DONE, MOVE, MoveQuestion
from rulesets.ancient_battles.nerve.leadership import TestData

CLAUSES: dict[str, tuple[str, ...]] = {
    "normal": ("WAB-TRN-03", "WAB-S07"),
    "march": ("WAB-MAR-02", "WAB-S07"),
    "fast_march": ("WAB-FMR-03", "WAB-S07"),
    "reform": ("WAB-FRM-08", "WAB-FRM-10", "WAB-S35"),
    "disengage": ("WAB-S16",),
    "free": ("WAB-TRN-03", "WAB-S07"),
}


class MovesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 5: the reform whose test is being taken."""

    answer: MoveAnswer | None = None


def _begin(run: Run, data: MovesData | None, got: Any) -> Outcome:
    side = run.state.own.active
    if not marching.movers(run.state, side):
        return Done()
    message = T("{side}: move the other units", side=Thing(side))
    return Ask((Question(MOVE, side, message, {}, ("WAB-TRN-03",)),), "answered", MovesData())


def _answered(run: Run, data: MovesData, got: Reply) -> Outcome:
    side = run.state.own.active
    if got.exit == DONE:
        for unit in marching.movers(run.state, side):
            if own(run.state, unit).disengaging:
                _move(run, straight_out(run.state, unit))
        return Done()
    answer = got.answer
    assert isinstance(answer, MoveAnswer)
    rallied = own(run.state, answer.subject).rallied
    if answer.mode == "reform" and not rallied:
        return Call("wab.test", TestData(answer.subject, "reform", clause="WAB-FRM-09"), "tested", MovesData(answer))
    (_reform if answer.mode == "reform" else _move)(run, answer)
    return Goto("begin")


def _tested(run: Run, data: MovesData, got: dict[str, Any]) -> Outcome:
    answer = data.answer
    assert answer is not None
    if got["passed"]:
        _reform(run, answer)
    else:
        text = T("{unit} could not reform and stayed in place", unit=Thing(answer.subject))
        changes = _flags(run.state, answer.subject, reformed=True)
        run.tell(answer.subject, "reform_failed", "move", text, ("WAB-R36",), *changes)
    return Goto("begin")


def _reform(run: Run, answer: MoveAnswer) -> None:
    """A new frontage and facing; that is all for this turn (WAB-FRM-10)."""
    view, unit = run.state, answer.subject
    found = plan(view, answer)
    changes = [*_to(found.poses), *_flags(view, unit, reformed=True, snake=False)]
    text = T("{unit} reformed", unit=Thing(unit))
    if found.files:
        changes += _flags(view, unit, files=found.files)
        text = T("{unit} reformed in {files} files", unit=Thing(unit), files=found.files)
    clauses = ("WAB-RAL-05", "WAB-R37", "WAB-S35") if own(view, unit).rallied else CLAUSES["reform"]
    run.tell(unit, "reformed", "move", text, clauses, *changes, unit=unit, files=found.files)


def _to(poses: dict[str, Pose]) -> list[Change]:
    return [SetPose(base, pose) for base, pose in poses.items()]


def _flags(view: State, unit: str, **fields: Any) -> list[Change]:
    """Fields of a unit that change."""
    mine = own(view, unit)
    return [SetField("unit", unit, f"own.{k}", v) for k, v in fields.items() if getattr(mine, k) != v]


def _move(run: Run, answer: MoveAnswer) -> None:
    """Carry a legal move out: one event."""
    view, unit, mode = run.state, answer.subject, answer.mode
    found = plan(view, answer)
    changes = joining.changes(view, unit, found, answer.mark) if own(view, unit).character else _to(found.poses)
    snake = snakes.snakes(view, unit, mode, steps_of(answer)) and not snakes.is_straight(view, unit, found)
    wish: dict[str, Any] = {"moved": True, "snake": snake}
    if found.files:
        wish["files"] = found.files
    if mode in ("march", "fast_march"):
        wish["marched"] = True
    if mode == "fast_march":
        wish["fast"] = True
    if mode == "march":
        wish["ignored"] = marching.enemies_near(joining.on_his_own(view, unit), unit).ignored
    changes += _flags(view, unit, **wish)
    if mode == "disengage":
        changes += [Untie(t.id) for t in contact_ties(view, unit)]
    run.tell(
        unit,
        {"disengage": "disengaged"}.get(mode, "moved"),
        "move",
        _text(view, answer, found),
        _clauses(view, answer, snake),
        *changes,
        also=(answer.mark,) if answer.mark else (),
        unit=unit,
        mode=mode,
        steps=written(found.steps, found.costs),
        cost=round(found.cost, 3),
        allowance=round(found.allowance, 3),
    )


def _clauses(view: State, answer: MoveAnswer, snake: bool) -> tuple[str, ...]:
    more = (
        (("WAB-FMR-11", "WAB-S13"), snake),
        (("WAB-S27",), answer.mark or facts.host(view, answer.subject)),
        (("WAB-R31",), own(view, answer.subject).character and answer.mode == "march"),
    )
    return (*CLAUSES[answer.mode], *(clause for clauses, holds in more if holds for clause in clauses))


def _text(view: State, answer: MoveAnswer, found: Plan) -> Text:
    who, host = Thing(answer.subject), Thing(answer.mark)
    old = facts.host(view, answer.subject)
    if answer.mark and old:
        return T("{unit} left {old} and joined {host}", unit=who, old=Thing(old), host=host)
    if answer.mark:
        return T("{unit} joined {host}", unit=who, host=host)
    deeds = {
        "disengage": T("{unit} left the combat", unit=who),
        "march": T("{unit} marched", unit=who),
        "fast_march": T("{unit} marched fast", unit=who),
    }
    deed = deeds.get(answer.mode, T("{unit} moved", unit=who))
    if old:
        deed = T("{unit} left {old}", unit=who, old=Thing(old))
    cost, most = Length(round(found.cost, 3)), Length(round(found.allowance, 3))
    steps = [] if len(found.steps) == 1 and isinstance(found.steps[0], Advance) else list(told(found.steps))
    if steps:
        return T("{deed}: {steps}, {cost} of {most}", deed=deed, steps=steps, cost=cost, most=most)
    return T("{deed} {cost} of {most}", deed=deed, cost=cost, most=most)


FRAMES: dict[str, type | None] = {"wab.moves": MovesData}
STEPS = {
    ("wab.moves", "begin"): _begin,
    ("wab.moves", "answered"): _answered,
    ("wab.moves", "tested"): _tested,
}
QUESTIONS = {MOVE: MoveQuestion()}
