"""Pushing a model that has just been Shaken: the die, how far it gets, the ledge over which it leads, the thorns.

AFS-PUSH-01 to -04, AFS-R35, AFS-R36, AFS-R43, AFS-FALL-01, AFS-S08, AFS-S09. Rows 19 and 20 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.halving import halved_times
from game.geometry.shapes import Point, Pose, forward, rounded
from game.geometry.steps import Path
from game.kit.which_next import OneOf
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.data_files import number, whole
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of, remembered
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch, within
from rulesets.age_of_fantasy_skirmish.move.falling import DANGER, FALL_FRAME, DangerData, FallData, of_model
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker, at, patches, short_of

STAY = "stay"


class PushData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A push: of whom, by which side, where it was to lead; ``sure`` without a die, as a spell may do it."""

    base: str
    by: str
    sure: bool = False
    goal: Point | None = None


PUSH_FRAME = FrameOf("afs.push", PushData)
PUSH_FRAME.ends_at("end")


@PUSH_FRAME.step
def _begin(run: Run, data: PushData, got: Any) -> Outcome:
    """The attacker may try (AFS-PUSH-01)."""
    if run.state.bases[data.base].where != "table":
        return Done()
    if data.sure:
        return Goto("where", data)
    message = T("{side}: try to push {model}?", side=Thing(data.by), model=Thing(data.base))
    return TRY.ask(data.by, message, {"base": data.base}, ("AFS-PUSH-01",), then="tried", data=data)


@PUSH_FRAME.step
def _tried(run: Run, data: PushData, got: ask.Reply) -> Outcome:
    if got.parts.get("push") != "yes":
        return Done()
    text = T("{side} pushes {model}", side=Thing(data.by), model=Thing(data.base))
    about = (data.base, run.state.bases[data.base].unit)
    rows, need = (ev.DiceRow(data.by, 1),), whole("push_need")
    return Roll(ev.Request(rows, text, "AFS-PUSH-02", need, "at_least", (), about), "rolled", data)


@PUSH_FRAME.step
def _rolled(run: Run, data: PushData, got: ev.Rolled) -> Outcome:
    if numbers.succeeds(got.faces[0][0], whole("push_need")):
        return Goto("where", data)
    text = T("{model} stood firm", model=Thing(data.base))
    run.emit("push_failed", "test", text, clauses=("AFS-PUSH-02",), about=(data.base,), side=data.by)
    return Done()


@PUSH_FRAME.step
def _where(run: Run, data: PushData, got: Any) -> Outcome:
    message = T("{side}: push {model} where?", side=Thing(data.by), model=Thing(data.base))
    return PUSH.ask(data.by, message, {"base": data.base}, ("AFS-PUSH-03", "AFS-R36"), then="pushed", data=data)


@PUSH_FRAME.step
def _pushed(run: Run, data: PushData, got: ask.Reply) -> Outcome:
    goals = _points(got.answer)
    return Goto("go", replace(data, goal=goals[0])) if goals else Done()


def _points(answer: ask.Answer | None) -> list[Point]:
    """The points through which an answer leads."""
    steps = [step for course in answer.courses for step in course.steps] if isinstance(answer, ask.MoveAnswer) else []
    return [(float(x), float(y)) for step in steps if isinstance(step, Path) for x, y in step.points]


@PUSH_FRAME.step
def _go(run: Run, data: PushData, got: Any) -> Outcome:
    """On with the push, to where it ends, falls or enters dangerous terrain (AFS-PUSH-04)."""
    base = run.state.bases[data.base]
    if base.where != "table" or data.goal is None or base.pose is None:
        return Done()
    found = shove(run.state, data.base, data.goal)
    end = found.danger if found.danger is not None else found.end
    if found.danger is None and found.drop > 0.0:
        end = short_of((base.pose.x, base.pose.y), end)
    pose = rounded(ground_of(run.state).on_level(*end, base.pose.facing))
    if pose != base.pose:
        _put(run, data, pose, T("{model} was pushed", model=Thing(data.base)), ("AFS-PUSH-03", "AFS-R36"))
    if found.danger is not None:
        return DANGER.call(DangerData(base.unit, (data.base,), "pushed"), "on", data)
    if found.drop > 0.0:
        return FALL_FRAME.call(FallData(data.base, found.drop, (pose.x, pose.y), data.by, data.goal), "end", data)
    return Done()


def _put(run: Run, data: PushData, pose: Pose, text: Text, clauses: tuple[str, ...]) -> None:
    """Put the model that is pushed somewhere on its way."""
    told = {"base": data.base, "unit": run.state.bases[data.base].unit, "by": data.by}
    whose = of_model(run, data.base, data.by)
    run.emit("pushed", "move", text, ev.SetPose(data.base, pose), clauses=clauses, data=told, **whose)


@PUSH_FRAME.step
def _on(run: Run, data: PushData, got: Any) -> Outcome:
    """A push goes on as long as the model is in play (AFS-R43): now from inside the dangerous terrain."""
    base = run.state.bases[data.base]
    if base.where != "table" or data.goal is None or base.pose is None:
        return Done()
    here = (base.pose.x, base.pose.y)
    far = math.dist(here, data.goal)
    if far < 0.05:
        return Done()
    pose = ground_of(run.state).on_level(*at(here, data.goal, min(1.0, 2.0 * SLACK / far)), base.pose.facing)
    _put(run, data, rounded(pose), T("{model} was pushed on", model=Thing(data.base)), ("AFS-R43",))
    return Goto("go", data)


class Shove(msgspec.Struct, frozen=True):
    """How a push goes: to where, the point at which it first enters dangerous terrain, how deep (mm) it falls then."""

    end: Point
    danger: Point | None = None
    drop: float = 0.0


def shove(view: State, base: str, goal: Point) -> Shove:
    """A straight push (AFS-R36): it stops where the base touches something, and ends where it leaves its surface."""
    walker = Walker(view, base)
    walker.along = walker.spacing = False  # who is pushed does not turn, and owes no distance to anybody
    here = walker.here
    if math.dist(here, goal) <= 1e-6:
        return Shove(here)
    height = walker.ground.height_at(*here)
    profile = walker.ground.profile(here, goal)
    inside = walker.touches(here, here, "dangerous", height)
    danger: Point | None = None
    begin, kept = 0.0, 0.0
    for part in profile:
        drop = height - part.height
        if drop > SLACK and at_least(drop, number("fall")):
            return Shove(at(here, goal, part.start), danger, drop)
        if -drop > inch(number("level")) + SLACK:
            break
        height = min(height, part.height)
        stop = _free(walker, goal, begin, part.end, height)
        if danger is None:
            entries, inside = walker.entries(at(here, goal, begin), at(here, goal, stop), height, inside, True)
            danger = entries[0] if entries else None
        if not part.hedge:
            kept = stop
        begin = stop
        if stop < part.end - 1e-9:
            break
    return Shove(_standing(walker, goal, kept), danger)


def _standing(walker: Walker, goal: Point, share: float) -> Point:
    """Where a push ends: at a share of its way, or where it has last been able to stand (AFS-S08, AFS-S09)."""
    here = walker.here
    for back in range(41):
        spot = at(here, goal, share * (1.0 - back / 40.0))
        if walker.ground.may_stand(walker.shape, Pose(*spot, walker.start.facing), fallen=True) is None:
            return spot
    return here


def _free(walker: Walker, goal: Point, begin: float, end: float, height: float) -> float:
    """How far (share of the way) a push gets on one surface before the base touches something."""
    here = walker.here
    first = at(here, goal, begin)
    if not _stopped(walker, first, at(here, goal, end), height):
        return end
    return halved_times(begin, end, 24, lambda share: not _stopped(walker, first, at(here, goal, share), height))[0]


def _stopped(walker: Walker, a: Point, b: Point, height: float) -> bool:
    """Whether the base would run into a model, impassable or rising terrain, or over the table edge."""
    if not walker.on_table(b):
        return True
    limit = height + inch(number("level")) + SLACK
    for piece in walker.meets_any(a, b, patches(walker.ground, "solid")):
        if piece.top > limit and piece.kind.shape != "hedge" and not walker.meets(walker.here, walker.here, piece.area):
            return True
    level = np.abs(walker.field.heights - height) <= inch(number("level")) + SLACK
    return bool((level & (walker.gaps(a, b) < -SLACK)).any())


def _or_not(view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
    model = Thing(decision.args["base"])
    try_it, leave = T("Try to push {model}", model=model), T("Leave {model}", model=model)
    return ask.Choice("yes", try_it), ask.Choice("no", leave)


def _worth_it(view: State, decision: ask.Decision) -> str:
    """Yes where a ledge or thorns are near."""
    return "yes" if best_push(view, decision.args["base"])[1] > NOTHING else "no"


TRY = Posed("try_push", OneOf("push", courses=_or_not, usually=_worth_it))
"""Whether to try a push (decision 19)."""


def _goals(view: State, base: str) -> list[Point]:
    """Goals of full pushes all round."""
    pose = view.bases[base].pose
    assert pose is not None
    far = inch(number("push"))
    ways = (forward(k * 22.5) for k in range(16))
    return [(round(pose.x + ux * far, 3), round(pose.y + uy * far, 3)) for ux, uy in ways]


Worth = tuple[float, float, float]
NOTHING: Worth = (0.0, 0.0, 0.0)


def _worth(view: State, base: str, goal: Point) -> Worth:
    """How much a push is worth to whoever pushes: the fall, danger, the way from the nearest marker."""
    found = shove(view, base, goal)
    near = min(_marked(view), key=lambda marker: math.dist(marker, goal), default=None)
    close = near is not None and within(facts.to_point(view, view.bases[base].unit, near), 5.0)
    gain = math.dist(found.end, near) if near is not None and close else 0.0
    return (found.drop, float(found.danger is not None), gain)


def _marked(view: State) -> tuple[Point, ...]:
    """Where markers lie, which is no part of what a situation is remembered by."""
    return tuple((m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None)


def best_push(view: State, base: str) -> tuple[Point, Worth]:
    """The goal of the full push that does most to a model, and what it does; of equal ones the first all round."""
    return _best_push(view, base, _marked(view))


@remembered
def _best_push(view: State, base: str, marked: tuple[Point, ...]) -> tuple[Point, Worth]:
    return max(((g, _worth(view, base, g)) for g in _goals(view, base)), key=lambda found: found[1])


def aim_of(view: State, base: str) -> Text:
    """What the best push of a model leads to: a fall, dangerous terrain, a place farther from a marker, or nothing."""
    drop, danger, gain = best_push(view, base)[1]
    if drop:
        return T("off the edge: a fall of {height}", height=Length(drop))
    if danger:
        return T("into dangerous terrain")
    return T("away from the marker") if gain else T("a push would gain nothing")


class PushQuestion(Unforced):
    """Where to, and how far (decision 20)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """A straight move of up to 2 inches."""
        base, duty = decision.args["base"], T("Straight, in any direction")
        mode = ask.Mode(PUSH.name, T("Push"), ("path",), inch(number("push")), 1, duty=duty, each=True)
        space = ask.MoveSpace((ask.Mover(view.bases[base].unit, T("{model}", model=Thing(base)), (mode,)),))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To where it does most."""
        base = decision.args["base"]
        return self._reply(view, base, best_push(view, base)[0])

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """A push of nothing."""
        return (ask.Exit(STAY, T("Leave it where it is")),)

    def _reply(self, view: State, base: str, goal: Point) -> ask.Reply:
        return ask.Reply(ask.MoveAnswer(view.bases[base].unit, PUSH.name, "", (ask.Course(base, (Path((goal,)),)),)))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a push; what stops it on the way shortens it."""
        base = decision.args["base"]
        pose = view.bases[base].pose
        assert pose is not None
        if not isinstance(answer, ask.MoveAnswer) or any(c.who != base for c in answer.courses):
            return ask.refused(T("{model} must be pushed", model=Thing(base)), "AFS-PUSH-03")
        points = _points(answer)
        if not points:
            return ask.unfinished(T("Choose a place"), "AFS-PUSH-03")
        if len(points) > 1 or not isinstance(answer.courses[0].steps[0], Path):
            return ask.refused(T("A push goes straight: give one straight stretch"), "AFS-R36")
        goal, here, most = points[0], (pose.x, pose.y), inch(number("push"))
        length = math.dist(here, goal)
        if length > most + SLACK:
            text = T("{length} is too far: at most {most}", length=Length(length), most=Length(most))
            return ask.refused(text, "AFS-PUSH-03", cost=length, allowance=most)
        end = shove(view, base, goal).end
        ghosts = (ask.Ghost(base, ground_of(view).on_level(*end, pose.facing)),)
        return ask.Verdict("legal", ghosts=ghosts, paths=((here, end),), cost=length, allowance=most)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Pushes all round, the worst for the pushed one first."""
        base = decision.args["base"]
        goals = sorted(_goals(view, base), key=lambda g: _worth(view, base, g), reverse=True)
        return [*(self._reply(view, base, g) for g in goals), ask.Reply(exit=STAY)][:limit]


PUSH = Posed("push", PushQuestion())
