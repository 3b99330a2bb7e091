"""Courses as players draw them turned into legs: where every stand of a unit is after each leg of a move.

WMA-S09, WMA-MOV-06. A course is either the unit's own, moved as a block by the middle of its stands, or one for each
stand. Displacing steps (path points, advance, back, shift, oblique, wheel) are a leg each; turning and forming up are
free and belong to the end of the leg before them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from game.engine.decision import Course
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Footprint, Point, Pose, moved, norm_deg, rounded, to_local, to_world, turned_about
from game.geometry.steps import Advance, Back, Form, Oblique, Path, Shift, Step, Turn, Wheel
from rulesets.warmaster_ancients.field import facts, formations

Leg = dict[str, Pose]
P = TypeVar("P")
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
    return tuple(
        {base: rounded(way[min(k, len(way) - 1)]) if (way := ways.get(base)) else pose for base, pose in start.items()}
        for k in range(max(map(len, ways.values())))
    )


def courses_of(start: Mapping[str, Pose], legs: Sequence[Leg]) -> tuple[Course, ...]:
    """Legs as courses of the single stands: the form in which every move can be told."""
    return tuple(
        Course(base, tuple(Path(((leg[base].x, leg[base].y),), leg[base].facing) for leg in legs)) for base in start
    )


def block_course(
    unit: str, at: Point, facing: float | None = None, form: str = "", turned: float | None = None
) -> Course:
    """A course of one leg: the middle of the unit's stands to a point, facing as told, in a formation or as it is."""
    to = Path(((round(at[0], 3), round(at[1], 3)),), facing)
    return Course(unit, (to, Form(form, facing=facing if turned is None else turned)) if form else (to,))


def _walked(
    start: P,
    steps: Sequence[Step],
    to_point: Callable[[P, Point, float | None], P],
    displaced: Callable[[P, Step], P],
    freely: Callable[[P, P, Form | Turn], P],
) -> list[P]:
    """Where a stand or a block is after each leg; what is free belongs to the end of the leg before it."""
    legs: list[P] = []
    for step in steps:
        here = legs[-1] if legs else start
        if isinstance(step, Path):
            for k, point in enumerate(step.points):
                here = to_point(here, point, step.facing if k == len(step.points) - 1 else None)
                legs.append(here)
        elif isinstance(step, Form | Turn):
            legs[-1:] = [freely(legs[-2] if len(legs) > 1 else start, here, step)]
        else:
            legs.append(displaced(here, step))
    return legs


def _single(start: Pose, steps: Sequence[Step]) -> list[Pose]:
    """Poses of one stand after each leg."""

    def to_point(here: Pose, point: Point, facing: float | None) -> Pose:
        return Pose(*point, norm_deg(here.facing if facing is None else facing), here.level)

    def freely(before: Pose, here: Pose, step: Form | Turn) -> Pose:
        return _turned(here, step) if isinstance(step, Turn) else _displaced(here, step)

    return _walked(start, steps, to_point, _displaced, freely)


def _turned(pose: Pose, step: Turn) -> Pose:
    """A stand turned in place."""
    return Pose(pose.x, pose.y, norm_deg(pose.facing + _TURNS[step.to]), pose.level)


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
    raise CourseError(T("A single stand cannot make this move"))


def _block(view: State, unit: str, start: Leg, steps: Sequence[Step]) -> tuple[Leg, ...]:
    """Poses of all stands after each leg of a block."""
    shape = facts.footprint(view, unit)
    legs = _walked(start, steps, carried, partial(_shifted, shape), partial(_formed, unit, shape))
    return tuple({base: rounded(pose) for base, pose in leg.items()} for leg in legs)


def carried(poses: Mapping[str, Pose], to: Point, facing: float | None) -> Leg:
    """A block with the middle of its stands at a point, turned so that its first stand faces as told."""
    x, y = formations.centre_of(list(poses.values()))
    first = next(iter(poses.values()))
    turn = 0.0 if facing is None else norm_deg(facing - first.facing)
    turned = {base: turned_about(pose, (x, y), turn) if turn else pose for base, pose in poses.items()}
    return {base: Pose(p.x + to[0] - x, p.y + to[1] - y, p.facing, p.level) for base, p in turned.items()}


def _formed(unit: str, shape: Footprint, before: Leg, here: Leg, step: Form | Turn) -> Leg:
    """A block after a free change at the end of a leg: turned in place, or formed up about its middle."""
    if isinstance(step, Turn):
        return {base: _turned(pose, step) for base, pose in here.items()}
    if step.formation not in SHAPES:
        raise CourseError(T("{unit} cannot form {name}", unit=Thing(unit), name=step.formation))
    facing = next(iter(here.values())).facing if step.facing is None else step.facing
    at = formations.centre_of(list(here.values()))
    return formations.assigned(formations.formation_poses(step.formation, shape, len(here), at, facing), before)


def _shifted(shape: Footprint, here: Leg, step: Step) -> Leg:
    """A block after a displacing step along the axes of its first stand."""
    facing = next(iter(here.values())).facing
    if isinstance(step, Wheel):
        pivot = _front_corner(shape, here, step.hand)
        turn = step.angle if (step.hand == "right") != step.back else -step.angle
        return {base: turned_about(pose, pivot, turn) for base, pose in here.items()}
    there = _displaced(Pose(0.0, 0.0, facing), step)
    return {b: Pose(p.x + there.x, p.y + there.y, p.facing, p.level) for b, p in here.items()}


def _front_corner(shape: Footprint, here: Leg, hand: str) -> Point:
    """The outermost front corner of a block on a hand, seen along the facing of its first stand."""
    axes = Pose(0.0, 0.0, next(iter(here.values())).facing)
    sign = 1.0 if hand == "right" else -1.0
    points = [to_world(pose, (u * shape.width / 2, shape.depth / 2)) for pose in here.values() for u in (-1.0, 1.0)]
    return max(points, key=lambda p: (round(sign * to_local(axes, p)[0], 3), round(to_local(axes, p)[1], 3)))
