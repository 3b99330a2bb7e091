"""Courses as players draw them turned into legs: where every stand of a unit is after each leg of a move.

WMA-S09, WMA-MOV-06. A course is either the unit's own, moved as a block by the middle of its stands, or one for each
stand. Displacing steps (path points, advance, back, shift, oblique, wheel) are a leg each; turning and forming up are
free and belong to the end of the leg before them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from game.engine.decision import Course
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point, Pose, forward, moved, norm_deg, right, rounded, to_world, turned_about
from game.geometry.steps import Advance, Back, Form, Oblique, Path, Shift, Step, Turn, Wheel
from rulesets.warmaster_ancients.field import facts, formations

Leg = dict[str, Pose]
VERBS = ("path", "advance", "back", "shift", "oblique", "wheel", "turn", "form")
SHAPES = ("line", "column")
_TURNS = {"left": -90.0, "right": 90.0, "about": 180.0}


class CourseError(Exception):
    """A course that says nothing this ruleset understands; ``text`` tells the player."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text


def legs_of(view: State, unit: str, courses: Sequence[Course]) -> tuple[Leg, ...]:
    """The legs of a move: poses by stand after each, all stands in each.

    Raises
    ------
    CourseError
        If a course is for another body, or holds a step that is no step of this ruleset.
    """
    start = facts.poses(view, unit)
    if not courses:
        return ()
    if len(courses) == 1 and courses[0].who == unit:
        return _block(view, unit, start, courses[0].steps)
    ways: dict[str, list[Pose]] = {}
    for course in courses:
        if course.who not in start or course.who in ways:
            raise CourseError(T("No course for {thing} in this move", thing=course.who))
        ways[course.who] = _single(start[course.who], course.steps)
    count = max((len(way) for way in ways.values()), default=0)
    legs = []
    for k in range(count):
        leg = {}
        for base, pose in start.items():
            way = ways.get(base, [])
            leg[base] = rounded(way[min(k, len(way) - 1)]) if way else pose
        legs.append(leg)
    return tuple(legs)


def courses_of(start: Mapping[str, Pose], legs: Sequence[Leg]) -> tuple[Course, ...]:
    """Legs as courses of the single stands: the form in which every move can be told."""
    return tuple(
        Course(base, tuple(Path(((leg[base].x, leg[base].y),), leg[base].facing) for leg in legs)) for base in start
    )


def block_course(
    unit: str, at: Point, facing: float | None = None, form: str = "", turned: float | None = None
) -> Course:
    """A course of one leg: the middle of the unit's stands to a point, facing as told, in a formation or as it is."""
    steps: list[Step] = [Path(((round(at[0], 3), round(at[1], 3)),), facing)]
    if form:
        steps.append(Form(form, facing=facing if turned is None else turned))
    return Course(unit, tuple(steps))


# --- one stand ---------------------------------------------------------------------------------------------------


def _single(start: Pose, steps: Sequence[Step]) -> list[Pose]:
    """Poses of one stand after each leg."""
    found: list[Pose] = []
    here = start
    for step in steps:
        if isinstance(step, Path):
            for k, (x, y) in enumerate(step.points):
                last = k == len(step.points) - 1
                facing = step.facing if last and step.facing is not None else here.facing
                here = Pose(x, y, norm_deg(facing), here.level)
                found.append(here)
            continue
        if isinstance(step, Turn):
            here = Pose(here.x, here.y, norm_deg(here.facing + _TURNS[step.to]), here.level)
            if found:
                found[-1] = here
            else:
                found.append(here)
            continue
        here = _displaced(here, step)
        found.append(here)
    return found


def _displaced(pose: Pose, step: Step) -> Pose:
    """A stand after a step that is measured along its own axes."""
    if isinstance(step, Advance):
        return moved(pose, ahead=step.distance)
    if isinstance(step, Back):
        return moved(pose, ahead=-step.distance)
    if isinstance(step, Shift):
        return moved(pose, aside=step.distance if step.hand == "right" else -step.distance)
    if isinstance(step, Oblique):
        angle = math.radians(step.angle)
        return moved(pose, ahead=step.distance * math.cos(angle), aside=step.distance * math.sin(angle))
    raise CourseError(T("A stand cannot do this alone"))


# --- the unit as a block -----------------------------------------------------------------------------------------


def _block(view: State, unit: str, start: Mapping[str, Pose], steps: Sequence[Step]) -> tuple[Leg, ...]:
    """Poses of all stands after each leg of a block."""
    legs: list[Leg] = []
    here = dict(start)
    before = dict(start)
    for step in steps:
        if isinstance(step, Path):
            for k, point in enumerate(step.points):
                before = here
                last = k == len(step.points) - 1
                here = carried(here, point, step.facing if last else None)
                legs.append(here)
            continue
        if isinstance(step, Form | Turn):
            here = _formed(view, unit, before if legs else start, here, step)
            if legs:
                legs[-1] = here
            else:
                legs.append(here)
            continue
        before = here
        here = _shifted(view, unit, here, step)
        legs.append(here)
    return tuple({base: rounded(pose) for base, pose in leg.items()} for leg in legs)


def carried(poses: Mapping[str, Pose], to: Point, facing: float | None) -> Leg:
    """A block with the middle of its stands at a point, turned so that its first stand faces as told."""
    x, y = formations.centre_of(list(poses.values()))
    first = next(iter(poses.values()))
    turn = 0.0 if facing is None else norm_deg(facing - first.facing)
    found = {}
    for base, pose in poses.items():
        there = turned_about(pose, (x, y), turn) if turn else pose
        found[base] = Pose(there.x + to[0] - x, there.y + to[1] - y, there.facing, there.level)
    return found


def _formed(view: State, unit: str, before: Mapping[str, Pose], here: Mapping[str, Pose], step: Form | Turn) -> Leg:
    """A block after a free change at the end of a leg: turned in place, or formed up about its middle."""
    if isinstance(step, Turn):
        return {b: Pose(p.x, p.y, norm_deg(p.facing + _TURNS[step.to]), p.level) for b, p in here.items()}
    if step.formation not in SHAPES:
        raise CourseError(T("{unit} cannot form {name}", unit=Thing(unit), name=step.formation))
    facing = next(iter(here.values())).facing if step.facing is None else step.facing
    at = formations.centre_of(list(here.values()))
    shape = facts.footprint(view, unit)
    return formations.assigned(formations.formation_poses(step.formation, shape, len(here), at, facing), before)


def _shifted(view: State, unit: str, here: Mapping[str, Pose], step: Step) -> Leg:
    """A block after a displacing step along the axes of its first stand."""
    facing = next(iter(here.values())).facing
    if isinstance(step, Wheel):
        pivot = _front_corner(view, unit, here, step.hand)
        turn = step.angle if step.hand == "right" else -step.angle
        turn = -turn if step.back else turn
        return {base: turned_about(pose, pivot, turn) for base, pose in here.items()}
    there = _displaced(Pose(0.0, 0.0, facing), step)
    return {b: Pose(p.x + there.x, p.y + there.y, p.facing, p.level) for b, p in here.items()}


def _front_corner(view: State, unit: str, here: Mapping[str, Pose], hand: str) -> Point:
    """The outermost front corner of a block on a hand, seen along the facing of its first stand."""
    shape = facts.footprint(view, unit)
    facing = next(iter(here.values())).facing
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    sign = 1.0 if hand == "right" else -1.0
    points = [to_world(pose, (u * shape.width / 2, shape.depth / 2)) for pose in here.values() for u in (-1.0, 1.0)]
    return max(points, key=lambda p: (round(sign * (p[0] * rx + p[1] * ry), 3), round(p[0] * fx + p[1] * fy, 3)))
