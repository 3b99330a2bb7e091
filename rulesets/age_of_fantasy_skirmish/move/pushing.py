"""Pushing a model that has just been Shaken: the die, the way, the ledge.

AFS-PUSH-01 to -04, AFS-R35, AFS-R36, AFS-R43, AFS-FALL-01. Rows 19 and 20 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Course,
    Decision,
    Exit,
    Ghost,
    Kind,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    OptionAnswer,
    OptionSpace,
    Reply,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.ruleset import Discrete, Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, Pose, forward, rounded
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.field.board import remembered
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch, within
from rulesets.age_of_fantasy_skirmish.move.shoving import shove
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker, at, short_of

TRY = "try_push"
PUSH = "push"
STAY = "stay"


class PushData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A push: of whom, by which side; ``sure`` without a die, as a spell may do it.

    ``goal`` is where it was to lead, ``done`` how far (mm) it has come when dice interrupt it.
    """

    base: str
    by: str
    sure: bool = False
    goal: Point | None = None


PUSH_FRAME = FrameOf("afs.push", PushData)


# --- flow --------------------------------------------------------------------------------------------------------


@PUSH_FRAME.step
def _begin(run: Run, data: PushData, got: Any) -> Outcome:
    """The attacker may try (AFS-PUSH-01)."""
    if run.state.bases[data.base].where != "table":
        return Done()
    if data.sure:
        return Goto("where", data)
    message = T("{side}: try to push {model}?", side=Thing(data.by), model=Thing(data.base))
    return Ask((Question(TRY, data.by, message, {"base": data.base}, ("AFS-PUSH-01",)),), "tried", data)


@PUSH_FRAME.step
def _tried(run: Run, data: PushData, got: Reply) -> Outcome:
    if not isinstance(got.answer, OptionAnswer) or got.answer.parts.get("push") != "yes":
        return Done()
    unit = run.state.bases[data.base].unit
    request = ev.Request(
        (ev.DiceRow(data.by, 1),),
        T("{side} pushes {model}", side=Thing(data.by), model=Thing(data.base)),
        "AFS-PUSH-02",
        int(number("push_need")),
        "at_least",
        (),
        (data.base, unit),
    )
    return Roll(request, "rolled", data)


@PUSH_FRAME.step
def _rolled(run: Run, data: PushData, got: ev.Rolled) -> Outcome:
    if numbers.succeeds(got.faces[0][0], int(number("push_need"))):
        return Goto("where", data)
    run.emit(
        "push_failed",
        "test",
        T("{model} stood firm", model=Thing(data.base)),
        clauses=("AFS-PUSH-02",),
        about=(data.base,),
        side=data.by,
    )
    return Done()


@PUSH_FRAME.step
def _where(run: Run, data: PushData, got: Any) -> Outcome:
    message = T("{side}: push {model} where?", side=Thing(data.by), model=Thing(data.base))
    return Ask((Question(PUSH, data.by, message, {"base": data.base}, ("AFS-PUSH-03", "AFS-R36")),), "pushed", data)


@PUSH_FRAME.step
def _pushed(run: Run, data: PushData, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer):
        return Done()
    goal = _goal(got.answer)
    return Goto("go", replace(data, goal=goal)) if goal is not None else Done()


def _goal(answer: MoveAnswer) -> Point | None:
    for course in answer.courses:
        for step in course.steps:
            if isinstance(step, Path) and step.points:
                x, y = step.points[-1]
                return (float(x), float(y))
    return None


@PUSH_FRAME.step
def _go(run: Run, data: PushData, got: Any) -> Outcome:
    """On with the push, to where it ends, falls or enters dangerous terrain (AFS-PUSH-04)."""
    state = run.state
    base = state.bases[data.base]
    if base.where != "table" or data.goal is None or base.pose is None:
        return Done()
    found = shove(state, data.base, data.goal)
    end = found.danger if found.danger is not None else found.end
    if found.danger is None and found.drop > 0.0:
        end = short_of(pose_point(base.pose), end)
    unit = base.unit
    walker = Walker(state, data.base)
    pose = rounded(Pose(end[0], end[1], base.pose.facing, walker.ground.level_at(*end)))
    if pose != base.pose:
        run.emit(
            "pushed",
            "move",
            T("{model} was pushed", model=Thing(data.base)),
            ev.SetPose(data.base, pose),
            clauses=("AFS-PUSH-03", "AFS-R36"),
            about=(data.base, unit),
            side=data.by,
            data={"base": data.base, "unit": unit, "by": data.by},
        )
    if found.danger is not None:
        return Call("afs.danger", {"unit": unit, "bases": (data.base,), "why": "pushed"}, "on", data)
    if found.drop > 0.0:
        fall = {"base": data.base, "drop": found.drop, "foot": pose_point(pose), "by": data.by, "beyond": data.goal}
        return Call("afs.fall", fall, "end", data)
    return Done()


@PUSH_FRAME.step
def _on(run: Run, data: PushData, got: Any) -> Outcome:
    """A push goes on as long as the model is in play (AFS-R43): now from inside the dangerous terrain."""
    state = run.state
    base = state.bases[data.base]
    if base.where != "table" or data.goal is None or base.pose is None:
        return Done()
    far = math.dist((base.pose.x, base.pose.y), data.goal)
    if far < 0.05:
        return Done()
    inside = at((base.pose.x, base.pose.y), data.goal, min(1.0, 2.0 * SLACK / far))
    run.emit(
        "pushed",
        "move",
        T("{model} was pushed on", model=Thing(data.base)),
        ev.SetPose(data.base, rounded(Pose(*inside, base.pose.facing, ground_of(state).level_at(*inside)))),
        clauses=("AFS-R43",),
        about=(data.base, base.unit),
        side=data.by,
        data={"base": data.base, "unit": base.unit, "by": data.by},
    )
    return Goto("go", data)


def pose_point(pose: Pose) -> Point:
    """Where a pose is."""
    return (pose.x, pose.y)


@PUSH_FRAME.step
def _end(run: Run, data: PushData, got: Any) -> Outcome:
    return Done()


# --- questions ---------------------------------------------------------------------------------------------------


class TryQuestion(Discrete):
    """Whether to try a push (decision 19)."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Yes or no; yes by default where a ledge or thorns are near."""
        model = Thing(decision.args["base"])
        choices = (Choice("yes", T("Try to push {model}", model=model)), Choice("no", T("Leave {model}", model=model)))
        best = "yes" if _promising(view, decision.args["base"], _marked(view)) else "no"
        return Asked(OptionSpace({"push": choices}), Reply(OptionAnswer({"push": best})))


def _goals(view: State, base: str) -> list[Point]:
    """Goals of full pushes all round, away from the nearest enemy of the pushed model first."""
    pose = view.bases[base].pose
    assert pose is not None
    far = inch(number("push"))
    found = []
    for k in range(16):
        ux, uy = forward(k * 22.5)
        found.append((round(pose.x + ux * far, 3), round(pose.y + uy * far, 3)))
    return found


def _worth(view: State, base: str, goal: Point) -> tuple[float, float, float]:
    """How much a push is worth to whoever pushes: the fall, danger, the way from the nearest marker."""
    found = shove(view, base, goal)
    unit = view.bases[base].unit
    markers = [m.pose for m in view.markers.values() if m.pose is not None]
    gain = 0.0
    if markers:
        near = min(markers, key=lambda p: math.dist((p.x, p.y), goal))
        reach = facts.to_point(view, unit, (near.x, near.y))
        gain = math.dist(found.end, (near.x, near.y)) if within(reach, 5.0) else 0.0
    return (found.drop, 1.0 if found.danger is not None else 0.0, gain)


def _best(view: State, base: str) -> Point:
    return max(_goals(view, base), key=lambda g: _worth(view, base, g))


def _marked(view: State) -> tuple[Point, ...]:
    """Where markers lie, which is no part of what a situation is remembered by."""
    return tuple((m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None)


@remembered
def _promising(view: State, base: str, marked: tuple[Point, ...]) -> bool:
    return any(_worth(view, base, g) > (0.0, 0.0, 0.0) for g in _goals(view, base))


class PushQuestion(Unforced):
    """Where to, and how far (decision 20)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A straight move of up to 2 inches."""
        base = decision.args["base"]
        unit = view.bases[base].unit
        mode = Mode(
            PUSH, T("Push"), ("path",), inch(number("push")), 1, duty=T("Straight, in any direction"), each=True
        )
        space = MoveSpace((Mover(unit, T("{model}", model=Thing(base)), (mode,)),))
        return Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: Decision) -> Reply:
        """To where it does most."""
        base = decision.args["base"]
        return Reply(self._answer(view, base, _best(view, base)))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """A push of nothing."""
        return (Exit(STAY, T("Leave it where it is")),)

    def _answer(self, view: State, base: str, goal: Point) -> MoveAnswer:
        return MoveAnswer(view.bases[base].unit, PUSH, "", (Course(base, (Path((goal,)),)),))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a push; what stops it on the way shortens it."""
        base = decision.args["base"]
        pose = view.bases[base].pose
        assert pose is not None
        if not isinstance(answer, MoveAnswer) or any(c.who != base for c in answer.courses):
            return refused(T("{model} is to be pushed", model=Thing(base)), "AFS-PUSH-03")
        points = [p for c in answer.courses for s in c.steps for p in getattr(s, "points", ())]
        if not points:
            return unfinished(T("Where to?"), "AFS-PUSH-03")
        if len(points) > 1 or not isinstance(answer.courses[0].steps[0], Path):
            return refused(T("A push is straight"), "AFS-R36")
        goal = (float(points[0][0]), float(points[0][1]))
        length = math.dist((pose.x, pose.y), goal)
        most = inch(number("push"))
        if length > most + SLACK:
            text = T("{length} is too far: at most {most}", length=Length(length), most=Length(most))
            return refused(text, "AFS-PUSH-03", cost=length, allowance=most)
        found = shove(view, base, goal)
        level = ground_of(view).level_at(*found.end)
        ghosts = (Ghost(base, Pose(*found.end, pose.facing, level)),)
        path = ((pose.x, pose.y), found.end)
        return Verdict("legal", ghosts=ghosts, paths=(path,), cost=length, allowance=most)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Pushes all round, the worst for the pushed one first."""
        base = decision.args["base"]
        goals = sorted(_goals(view, base), key=lambda g: _worth(view, base, g), reverse=True)
        found = [Reply(self._answer(view, base, g)) for g in goals]
        return [*found, Reply(exit=STAY)][:limit]


QUESTIONS = {TRY: TryQuestion(), PUSH: PushQuestion()}
