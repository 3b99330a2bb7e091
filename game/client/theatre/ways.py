"""Along which ways bases come to their new places: bodies wheel about a corner and advance, figures go their own ways.

What the answer or the event tells of the way is followed; where neither does, it is what a body of men would do. Only
the picture depends on this: where they end is the event's alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.engine import command as cmd
from game.engine.decision import MoveAnswer
from game.engine.event import Event, SetPose
from game.engine.state import Base, State
from game.geometry.shapes import Footprint, Pose, forward, turn_between, turned_about
from game.geometry.steps import Climb, Form, Jump, Path, Step, Wheel
from game.geometry.unroll import Block, Leg, unroll

Place = tuple[float, float, float]
"""x, y (mm), facing (degrees; it may go beyond 360, so that what turns goes on turning)."""
Way = list[Place]
Point = tuple[float, float]

MARCH = 900.0 / 200.0 / 1000.0
"""Seconds for a millimetre of march."""
WHEEL, RECOIL, ROUT, CLOSE = 0.5, 0.35, 0.7, 0.4
"""Seconds of a wheel of 60 degrees or more, of giving ground, of turning to run, of ranks that close."""
LONGEST = 1.8
"""Seconds that the longest march takes."""
RIGID = 2.0
"""mm by which a body may differ from itself after a move that keeps its formation."""
MOMENTS = 33
"""How many moments of a way are kept."""
STRAIGHT, ABOUT, ASIDE = 1.0, 110.0, 75.0
"""Degrees: less is no turn; from there on men turn in their places; a leg farther aside is gone without wheeling."""


@dataclass(frozen=True)
class Courses:
    """The ways of all bases that an event moves, and how long they take at normal speed."""

    start: dict[str, Pose]
    end: dict[str, Pose]
    ways: dict[str, Way]
    seconds: float


def courses_of(event: Event, state: State, command: cmd.Command | None = None) -> Courses | None:
    """How the bases go that an event moves on the table; None where it moves none.

    Parameters
    ----------
    state
        Before the event.
    command
        The answer that the event follows from, for the course drawn in it.
    """
    start: dict[str, Pose] = {}
    end: dict[str, Pose] = {}
    for c in event.changes:
        base = state.bases.get(c.base) if isinstance(c, SetPose) else None
        if base is None or not isinstance(c, SetPose) or c.pose is None or c.where != "table":
            continue
        if base.pose is not None and base.where == "table":
            start[c.base], end[c.base] = base.pose, c.pose
    if not start:
        return None
    told = _ways_of(event)
    ways: dict[str, Way] = {}
    seconds = 0.0
    for bases in _bodies(start, state):
        here, there = {b: start[b] for b in bases}, {b: end[b] for b in bases}
        if any(b in told for b in bases):
            found, takes = _own_ways(here, there, told)
        else:
            body = Block(tuple(_footprint(state.bases[b]) for b in bases), tuple(here.values()))
            steps = _steps_of(state.bases[bases[0]].unit, command)
            found, takes = _together(here, there, steps, body, event)
        ways.update(found)
        seconds = max(seconds, takes)
    return Courses(start, end, ways, seconds)


def _ways_of(event: Event) -> dict[str, list[Point]]:
    """Ways that the event tells by base: ``ways``, or ``way`` of a single one."""
    found = event.data.get("ways")
    if isinstance(found, dict):
        return {str(b): _points(way) for b, way in found.items() if _points(way)}
    way, base = _points(event.data.get("way")), event.data.get("base")
    return {base: way} if way and isinstance(base, str) else {}


def _points(way: object) -> list[Point]:
    if not isinstance(way, list | tuple):
        return []
    return [(float(p[0]), float(p[1])) for p in way if isinstance(p, list | tuple) and len(p) >= 2]


def _bodies(start: Mapping[str, Pose], state: State) -> list[list[str]]:
    units: dict[str, list[str]] = {}
    for base in start:
        units.setdefault(state.bases[base].unit, []).append(base)
    return list(units.values())


def _footprint(base: Base) -> Footprint:
    return Footprint(base.shape.kind, base.shape.width, base.shape.depth)


def _steps_of(unit: str, command: cmd.Command | None) -> tuple[Step, ...]:
    """The steps that an answer draws for a unit; none where it draws no course for it."""
    answer = command.reply.answer if isinstance(command, cmd.Answering) else None
    if not isinstance(answer, MoveAnswer) or answer.subject != unit:
        return ()
    return next((c.steps for c in answer.courses if c.who == unit), ())


# --- figures that go their own ways ------------------------------------------------------------------------------


def _own_ways(
    start: Mapping[str, Pose], end: Mapping[str, Pose], told: Mapping[str, list[Point]]
) -> tuple[dict[str, Way], float]:
    ways: dict[str, Way] = {}
    longest = 0.0
    for base, a in start.items():
        b = end[base]
        points = [(a.x, a.y), *(p for p in told.get(base, ()) if p != (a.x, a.y))]
        if points[-1] != (b.x, b.y):
            points.append((b.x, b.y))
        ways[base] = _walked(a, b, points)
        longest = max(longest, sum(math.dist(p, q) for p, q in pairwise(points)))
    backwards = all(_ahead(start[b], end[b]) < -0.5 for b in start)
    return ways, (RECOIL if backwards else min(LONGEST, max(RECOIL, longest * MARCH)))


def _walked(a: Pose, b: Pose, points: Sequence[Point]) -> Way:
    """One figure along its points, looking where it goes unless it goes back or aside, and as it must in the end."""
    lengths = [math.dist(p, q) for p, q in pairwise(points)]
    whole = sum(lengths)
    if whole <= 0:
        return [(a.x, a.y, a.facing), (b.x, b.y, a.facing + turn_between(a.facing, b.facing))]
    out: Way = []
    facing = a.facing
    last = a.facing + turn_between(a.facing, b.facing)
    for k in range(MOMENTS):
        t = k / (MOMENTS - 1)
        x, y, bearing = _along(points, lengths, t * whole)
        looks = bearing if abs(turn_between(a.facing, bearing)) < 120.0 else a.facing
        aim = b.facing if t > 0.85 else looks
        facing += turn_between(facing, aim) * (0.35 if t < 0.85 else 0.5)
        out.append((x, y, facing))
    out[0] = (a.x, a.y, a.facing)
    out[-1] = (b.x, b.y, last if abs(last - facing) < 180.0 else facing + turn_between(facing, b.facing))
    return out


def _along(points: Sequence[Point], lengths: Sequence[float], far: float) -> tuple[float, float, float]:
    """The place after so many mm of a line, and the bearing of its leg."""
    for (p, q), length in zip(pairwise(points), lengths, strict=True):
        if length > 0 and (far <= length or q is points[-1]):
            t = min(1.0, far / length)
            bearing = math.degrees(math.atan2(q[0] - p[0], q[1] - p[1])) % 360.0
            return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, bearing
        far -= length
    return (*points[-1], 0.0)


def _ahead(a: Pose, b: Pose) -> float:
    """How much of the way from one place to another leads ahead: 1 straight ahead, -1 straight back."""
    far = math.hypot(b.x - a.x, b.y - a.y)
    if far < 1e-6:
        return 0.0
    fx, fy = forward(a.facing)
    return ((b.x - a.x) * fx + (b.y - a.y) * fy) / far


# --- bodies ------------------------------------------------------------------------------------------------------


def _together(
    start: Mapping[str, Pose], end: Mapping[str, Pose], steps: tuple[Step, ...], body: Block, event: Event
) -> tuple[dict[str, Way], float]:
    first = next(iter(start))
    turn = turn_between(start[first].facing, end[first].facing)
    far = max(math.hypot(end[b].x - a.x, end[b].y - a.y) for b, a in start.items())
    if not _keeps_formation(start, end, turn):
        return {}, CLOSE if event.family == "loss" else max(CLOSE, min(LONGEST, far * MARCH))
    if abs(turn) >= ABOUT:
        return _turned_to_run(start, end), max(ROUT, min(LONGEST, far * MARCH))
    if abs(turn) < STRAIGHT and _ahead(start[first], end[first]) < -0.5:
        return {}, RECOIL  # beaten back, faces to the enemy
    legs = _drawn(body, end, steps) or _wheeled(body, start, end, steps)
    takes = [_seconds(leg) for leg in legs]
    whole = sum(takes)
    if whole <= 0:
        return {}, RECOIL
    return _sampled(list(start), legs, takes), max(RECOIL, min(LONGEST, whole))


def _keeps_formation(start: Mapping[str, Pose], end: Mapping[str, Pose], turn: float) -> bool:
    """Whether the body is the same after the move, carried and turned as one."""
    first = next(iter(start))
    a, b = start[first], end[first]
    for base, pose in start.items():
        there = turned_about(pose, (a.x, a.y), turn)
        to = end[base]
        off = math.hypot(there.x - a.x + b.x - to.x, there.y - a.y + b.y - to.y)
        if off > RIGID or abs(turn_between(there.facing, to.facing)) > STRAIGHT:
            return False
    return True


def _turned_to_run(start: Mapping[str, Pose], end: Mapping[str, Pose]) -> dict[str, Way]:
    """About face in a third of the time, then away."""
    ways: dict[str, Way] = {}
    turned = MOMENTS // 3
    rest = MOMENTS - turned - 1
    for base, a in start.items():
        b, turn = end[base], turn_between(a.facing, end[base].facing)
        ways[base] = [(a.x, a.y, a.facing + turn * k / turned) for k in range(turned)]
        ways[base] += [
            (a.x + (b.x - a.x) * k / rest, a.y + (b.y - a.y) * k / rest, a.facing + turn) for k in range(rest + 1)
        ]
    return ways


def _drawn(body: Block, end: Mapping[str, Pose], steps: tuple[Step, ...]) -> list[Leg]:
    """The steps of the answer as they are, where they lead to where the event does; else none."""
    if not steps or any(isinstance(s, Path | Form | Jump | Climb) for s in steps):
        return []
    try:
        legs = unroll(body, steps)
    except ValueError:
        return []
    met = zip(legs[-1].end, end.values(), strict=True)
    return legs if all(math.hypot(a.x - b.x, a.y - b.y) <= RIGID for a, b in met) else []


def _wheeled(body: Block, start: Mapping[str, Pose], end: Mapping[str, Pose], steps: tuple[Step, ...]) -> list[Leg]:
    """Leg by leg: a wheel about the corner on its inner side, then straight on; the last wheel is to the final facing.

    The corners of the way are those of a path that the answer draws.
    """
    footprints, goal = body.footprints, Block(body.footprints, tuple(end.values()))
    path = [p for s in steps if isinstance(s, Path) for p in s.points[:-1]]
    first = next(iter(start))
    places: list[Point] = [*path, (goal.frame.pose.x, goal.frame.pose.y)]
    legs: list[Leg] = []
    now = body
    for k, (x, y) in enumerate(places):
        frame = now.frame.pose
        facing = now.poses[0].facing
        wanted = math.degrees(math.atan2(x - frame.x, y - frame.y)) if k < len(places) - 1 else end[first].facing
        turn = turn_between(facing, wanted)
        if abs(turn) >= STRAIGHT and (k == len(places) - 1 or abs(turn) <= ASIDE):
            legs += unroll(now, [Wheel(abs(turn), "right" if turn > 0 else "left")])
            now = Block(footprints, legs[-1].end)
        legs += unroll(now, [Path(((x, y),))])
        now = Block(footprints, legs[-1].end)
    return legs


def _seconds(leg: Leg) -> float:
    if leg.motion in ("wheel", "turn"):
        return WHEEL * min(1.0, max(0.3, abs(leg.turn) / 60.0))
    return float(leg.outer) * MARCH


def _sampled(bases: list[str], legs: list[Leg], takes: list[float]) -> dict[str, Way]:
    """Legs as moments evenly spread over their time; facings go on turning where they pass the north."""
    ways: dict[str, Way] = {b: [] for b in bases}
    whole = sum(takes)
    for k in range(MOMENTS):
        clock, n = whole * k / (MOMENTS - 1), 0
        while n < len(legs) - 1 and clock > takes[n]:
            clock -= takes[n]
            n += 1
        share = 1.0 if k == MOMENTS - 1 else clock / takes[n] if takes[n] > 0 else 1.0
        for base, pose in zip(bases, legs[n].at(share), strict=True):
            way = ways[base]
            facing = way[-1][2] + turn_between(way[-1][2], pose.facing) if way else pose.facing
            way.append((pose.x, pose.y, facing))
    return ways
