"""Legal moves worth looking at, in a fixed order: charges, the whole unit shifted, single file round an obstacle.

The unit keeps its array where it can: all its models are moved alike, at several lengths and directions. What is
found is judged by the same plans as a person's drag.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point, bearing, forward
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.plans import Kind
from rulesets.age_of_fantasy_skirmish.walk.routes import cut, find
from rulesets.age_of_fantasy_skirmish.walk.walker import at

SHARES = (1.0, 0.5)
FAN = (0.0, 30.0, -30.0, 75.0, -75.0, 130.0, 180.0)


FAR = 1.3
"""How many times its allowance a goal may be off for a way to be looked for all the way."""


def middle_of(view: State, unit: str) -> Point:
    """The middle of a unit's models."""
    poses = [b.pose for b in view.bases_of(unit) if b.pose is not None]
    return (sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses))


def shifted(view: State, unit: str, kind: Kind, dx: float, dy: float) -> MoveAnswer | None:
    """The unit moved by mm in plan, every model alike; those ahead go first. None where that is not legal."""
    bases = [b for b in view.bases_of(unit) if b.pose is not None]
    length = math.hypot(dx, dy) or 1.0
    ahead = sorted(bases, key=lambda b: (-((b.pose.x * dx + b.pose.y * dy) / length), b.id) if b.pose else (0.0, b.id))
    courses = []
    for base in ahead:
        assert base.pose is not None
        point = (round(base.pose.x + dx, 3), round(base.pose.y + dy, 3))
        courses.append(Course(base.id, (Path((point,), base.pose.facing),)))
    answer = MoveAnswer(unit, kind, "", tuple(courses))
    return answer if plans.judge(view, unit, kind, "", answer.courses, direct=True).bar is None else None


def towards(view: State, unit: str, kind: Kind, goal: Point, lengths: tuple[float, ...] = SHARES) -> MoveAnswer | None:
    """A move of the unit towards a point, as far as it gets, round what is in the way; None where nothing is found."""
    limits = plans.allowances(view, unit, kind)
    most = min(limits.values(), default=0.0)
    if most <= 0.0:
        return None
    here = middle_of(view, unit)
    far = math.dist(here, goal)
    if far < 1.0:
        return None
    straight = bearing(goal[0] - here[0], goal[1] - here[1])
    for length in lengths:
        step = min(most * length, far)
        for turn in (0.0, 20.0, -20.0, 45.0, -45.0, 70.0, -70.0):
            ux, uy = forward(straight + turn)
            answer = shifted(view, unit, kind, ux * step, uy * step)
            if answer is not None:
                return answer
    return None


def alone_to(view: State, unit: str, kind: Kind, goal: Point) -> MoveAnswer | None:
    """A lone model's shortest way to a point, cut to its allowance; with Jumps where nothing else leads there.

    Of a goal far beyond its allowance only the nearer part of the way is looked for.
    """
    bases = view.bases_of(unit)
    if len(bases) != 1:
        return None
    base = bases[0].id
    limit = plans.allowances(view, unit, kind)[base]
    walker = plans.walker_of(view, base, kind, "")
    far = math.dist(walker.here, goal)
    if far > FAR * limit:
        goal = at(walker.here, goal, limit / far)
    way = find(walker, goal, None, walker.jumps, 2.0 * FAR * limit)
    if way is None:
        return None
    for share in (1.0, 0.8, 0.5):
        part = way if way.walked <= limit * share else cut(walker, way, limit * share)
        answer = MoveAnswer(unit, kind, "", (Course(base, part.steps),))
        if part.moves and plans.judge(view, unit, kind, "", answer.courses).bar is None:
            return answer
    return None


def charges(view: State, unit: str, targets: tuple[str, ...]) -> Iterator[MoveAnswer]:
    """Charges at some units, each model going where its duty leads it."""
    for target in targets:
        courses = plans.into_contact(view, unit, "charge", target)
        if courses and plans.judge(view, unit, "charge", target, courses, duty=True).bar is None:
            yield MoveAnswer(unit, "charge", target, courses)


def nearest_point(view: State, unit: str) -> Point | None:
    """The middle of the nearest enemy unit."""
    found = facts.nearest_enemy(view, unit)
    return None if found is None else middle_of(view, found[0])


def ideas(
    view: State, unit: str, kinds: tuple[Kind, ...], goal: Goal, targets: tuple[str, ...]
) -> Iterator[MoveAnswer]:
    """Moves of a unit for a goal, the best first by the goal's own lights, in a fixed order."""
    moves = tuple(k for k in kinds if k in ("advance", "rush"))
    if "charge" in kinds and goal in ("contact", "any", "towards"):
        yield from charges(view, unit, targets)
    if goal in ("hold", "face"):
        return
    point = nearest_point(view, unit)
    if goal == "onto":
        for marker in view.markers.values():
            if marker.pose is not None:
                yield from _to(view, unit, moves, (marker.pose.x, marker.pose.y))
        return
    if goal in ("contact", "towards", "range") and point is not None:
        yield from _to(view, unit, moves, point)
    if goal == "cover":
        yield from _to_cover(view, unit, moves)
        return
    here = middle_of(view, unit)
    if point is None:
        point = (view.table.width / 2.0, view.table.depth / 2.0)
    ahead = bearing(point[0] - here[0], point[1] - here[1])
    if goal == "away":
        ahead += 180.0
    for kind in moves:
        most = min(plans.allowances(view, unit, kind).values(), default=0.0)
        if most <= inch(0.05):
            continue
        for share in SHARES:
            for turn in FAN if goal == "any" else FAN[:5]:
                ux, uy = forward(ahead + turn)
                answer = shifted(view, unit, kind, ux * most * share, uy * most * share)
                if answer is not None:
                    yield answer


def _to(view: State, unit: str, moves: tuple[Kind, ...], goal: Point) -> Iterator[MoveAnswer]:
    for kind in moves:
        answer = alone_to(view, unit, kind, goal) or towards(view, unit, kind, goal)
        if answer is not None:
            yield answer


def _to_cover(view: State, unit: str, moves: tuple[Kind, ...]) -> Iterator[MoveAnswer]:
    """Into the nearest areas of cover."""
    here = middle_of(view, unit)
    spots = []
    for piece in ground_of(view).areas:
        if piece.kind.cover:
            centre = piece.area.centroid
            spots.append((round(math.dist(here, (centre.x, centre.y)), 3), piece.id, (centre.x, centre.y)))
    for _, _, spot in sorted(spots)[:3]:
        yield from _to(view, unit, moves, spot)
