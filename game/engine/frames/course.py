"""``engine.course``: one or many bodies run along their steps on one clock, from event to event.

With one body it is a move; with all bodies on one clock it is a simultaneous move. At every event that a watcher sees,
the ruleset's frame ``meet`` is called; it may fire, test, remove, and says who stops. The rest of the others goes on.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.declared import FrameOf
from game.engine.event import SetPose
from game.engine.flow import Call, Done, Outcome, Run
from game.engine.scene import scene_of
from game.engine.state import State
from game.engine.text import T, Text
from game.geometry.course import Course
from game.geometry.course import run as run_courses
from game.geometry.shapes import Pose, rounded
from game.geometry.steps import Advance, Back, Oblique, Path, Shift, Step, Wheel
from game.geometry.unroll import Block, Leg, unroll
from game.geometry.watchers import Watcher

EVENTS = 200
"""Events after which a course ends whatever happens: a ruleset that never stops anybody is a bug."""


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit and its steps. ``pace`` is the clock that a mm of way costs, ``start`` when it sets out.

    ``poses`` are where its bases stood at ``start``; the frame fills them in.
    """

    unit: str
    steps: tuple[Step, ...]
    pace: float = 1.0
    start: float = 0.0
    poses: tuple[Pose, ...] = ()
    bases: tuple[str, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """Where every moving base was at a moment of the clock: kept so that a second pass meets a runner where he was."""

    clock: float
    poses: dict[str, Pose]


class CourseData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Courses on their way.

    Attributes
    ----------
    bodies
        Who still moves.
    watchers
        What to look for.
    meet
        Frame called with a :class:`Met` at each event; its result is a list of units that stop ("*" for all).
    text
        The sentence of each stretch run.
    clock, tracks, stopped
        How things stand; ``stopped`` holds the steps not gone by each unit that was stopped.
    """

    bodies: tuple[Body, ...]
    watchers: tuple[Watcher, ...]
    meet: str
    text: Text = T("They move")
    clauses: tuple[str, ...] = ()
    clock: float = 0.0
    tracks: tuple[Track, ...] = ()
    stopped: dict[str, tuple[Step, ...]] = {}
    events: int = 0


class Seen(msgspec.Struct, frozen=True):
    """What a watcher (by index) saw: which unit, and which unit or feature it met ("" for none)."""

    watcher: int
    unit: str
    other: str


class Met(msgspec.Struct, frozen=True):
    """What the called frame receives."""

    clock: float
    seen: tuple[Seen, ...]


class CourseEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result: the clock at the end, the steps not gone by unit (a draft for asking again), and the tracks."""

    clock: float
    left: dict[str, tuple[Step, ...]] = {}
    tracks: tuple[Track, ...] = ()


def _legs(state: State, body: Body) -> list[Leg]:
    footprints = tuple(state.bases[b].shape for b in body.bases)
    return unroll(Block(footprints, body.poses), body.steps)


def _course(state: State, body: Body) -> Course:
    legs = _legs(state, body)
    return Course(body.unit, tuple(legs), tuple(leg.outer * body.pace for leg in legs), body.start)


COURSE = FrameOf("engine.course", CourseData)


@COURSE.step
def begin(run: Run, data: CourseData, got: object) -> Outcome:
    """Note where everybody stands, and run to the first event."""
    bodies = []
    for body in data.bodies:
        bases = run.state.bases_of(body.unit)
        if bases and body.steps:
            poses = tuple(b.pose for b in bases if b.pose is not None)
            bodies.append(replace(body, poses=poses, bases=tuple(b.id for b in bases)))
    return go(run, replace(data, bodies=tuple(bodies)), None)


@COURSE.step
def go(run: Run, data: CourseData, got: object) -> Outcome:
    """Run on to the next event or the end."""
    if not data.bodies or run.state.over is not None or data.events >= EVENTS:
        return Done(CourseEnd(data.clock, data.stopped, data.tracks))
    courses = [_course(run.state, b) for b in data.bodies]
    out = run_courses(scene_of(run.state), courses, data.watchers, data.clock)
    poses = {base: rounded(pose) for base, pose in sorted(out.poses.items())}
    clock = round(out.clock, 6)
    run.emit(
        "ran",
        "move",
        data.text,
        *(SetPose(base, pose) for base, pose in poses.items()),
        clauses=data.clauses,
        about=tuple(b.unit for b in data.bodies),
        data={"clock": clock},
    )
    data = replace(data, clock=clock, tracks=(*data.tracks, Track(clock, poses)), events=data.events + 1)
    if not out.happenings:
        return Done(CourseEnd(clock, data.stopped, data.tracks))
    seen = tuple(Seen(h.watcher, h.body, h.other) for h in out.happenings)
    return Call(data.meet, Met(clock, seen), "met", data)


@COURSE.step
def met(run: Run, data: CourseData, got: Any) -> Outcome:
    """Let those go on whom the ruleset has not stopped, and who stand where the course left them."""
    stop = set(got or ())
    keep: list[Body] = []
    stopped = dict(data.stopped)
    here = data.tracks[-1].poses
    for body in data.bodies:
        alive = [b for b in body.bases if run.state.bases[b].where == "table"]
        moved = any(run.state.bases[b].pose != here.get(b) for b in alive)
        if body.unit in stop or "*" in stop or moved or not alive:
            if alive:
                stopped[body.unit] = left_of(run.state, body, data.clock)
            continue
        if _course(run.state, body).end > data.clock + 1e-6:
            keep.append(_without_lost(body, tuple(alive)))
    return go(run, replace(data, bodies=tuple(keep), stopped=stopped), None)


def _without_lost(body: Body, alive: tuple[str, ...]) -> Body:
    if alive == body.bases:
        return body
    at = [body.bases.index(b) for b in alive]
    return replace(body, bases=alive, poses=tuple(body.poses[k] for k in at))


def left_of(state: State, body: Body, clock: float) -> tuple[Step, ...]:
    """The steps that a body has not gone yet at a moment, the one under way shortened."""
    course = _course(state, body)
    left: list[Step] = []
    for k, leg in enumerate(course.legs):
        first, last = course.times[k], course.times[k + 1]
        if clock >= last - 1e-6:
            continue
        share = 0.0 if last <= first else max(0.0, (clock - first) / (last - first))
        step = body.steps[leg.step]
        if isinstance(step, Path):
            point = step.points[k - _first_leg(course, leg.step)]
            left.append(Path((point,), step.facing))
        else:
            left.append(_shortened(step, 1.0 - share))
    return tuple(left)


def _first_leg(course: Course, step: int) -> int:
    return next(k for k, leg in enumerate(course.legs) if leg.step == step)


def _shortened(step: Step, share: float) -> Step:
    """A step of which only a share is left; what happens at once (a turn, a jump) is left whole."""
    if isinstance(step, Advance | Back | Oblique | Shift):
        return replace(step, distance=round(step.distance * share, 3))
    if isinstance(step, Wheel):
        return replace(step, angle=round(step.angle * share, 3))
    return step
