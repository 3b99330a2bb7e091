"""Legal moves worth looking at, in a fixed order: charges, the whole unit shifted, single file round an obstacle.

The unit keeps its array where it can: all its models are moved alike, at several lengths and directions. What is
found is judged by the same plans as a person's drag, and only once it is asked for: :func:`ideas` tells what to try.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import product

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point
from game.geometry.steps import Path
from game.kit.figures import moves
from game.kit.figures.board import middle, poses_of
from game.kit.figures.moves import Idea
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.plans import Kind, charge_bar
from rulesets.age_of_fantasy_skirmish.walk.routes import cut, find
from rulesets.age_of_fantasy_skirmish.walk.walker import at

FAR = 1.3
"""How many times its allowance a goal may be off for a way to be looked for all the way."""


def middle_of(view: State, unit: str) -> Point:
    """The middle of a unit's models."""
    return middle(poses_of(view, unit).values())


def shifted(view: State, unit: str, kind: Kind, by: Point) -> MoveAnswer | None:
    """The unit moved by mm in plan, every model alike; those ahead go first. None where that is not legal."""
    dx, dy = by
    length = math.hypot(dx, dy) or 1.0
    ahead = sorted(poses_of(view, unit).items(), key=lambda f: (-((f[1].x * dx + f[1].y * dy) / length), f[0]))
    paths = ((base, Path(((round(p.x + dx, 3), round(p.y + dy, 3)),), p.facing)) for base, p in ahead)
    answer = MoveAnswer(unit, kind, "", tuple(Course(base, (path,)) for base, path in paths))
    return answer if plans.judge(view, unit, kind, "", answer.courses, direct=True).bar is None else None


def towards(view: State, unit: str, kind: Kind, goal: Point) -> MoveAnswer | None:
    """A move of the unit towards a point, as far as it gets, round what is in the way; None where nothing is found."""
    tried = (shifted(view, unit, kind, by) for by in shifts(view, unit, kind, goal))
    return next((answer for answer in tried if answer is not None), None)


def shifts(view: State, unit: str, kind: Kind, goal: Point) -> list[Point]:
    """By what a unit may be moved (mm) towards a point, the best first, allowed or not."""
    return moves.shifts(middle_of(view, unit), goal, _least(view, unit, kind))


def _least(view: State, unit: str, kind: Kind) -> float:
    """What all models of a unit may count (mm)."""
    return min(plans.allowances(view, unit, kind).values(), default=0.0)


def alone_to(view: State, unit: str, kind: Kind, goal: Point) -> MoveAnswer | None:
    """A lone model's shortest way to a point, cut to its allowance; with Jumps where nothing else leads there.

    Of a goal far beyond its allowance only the nearer part of the way is looked for.
    """
    limits = plans.allowances(view, unit, kind)
    if len(limits) != 1:
        return None
    ((base, limit),) = limits.items()
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


def charge(view: State, unit: str, target: str) -> MoveAnswer | None:
    """A charge at a unit, each model going where its duty leads it; None where there is none."""
    courses = () if charge_bar(view, unit, target) else plans.into_contact(view, unit, "charge", target)
    if not courses or plans.judge(view, unit, "charge", target, courses).bar is not None:
        return None
    return MoveAnswer(unit, "charge", target, courses)


def ideas(view: State, unit: str, goal: Goal) -> Iterator[Idea]:
    """Moves of a unit for a goal, the best first by the goal's own lights, in a fixed order; none worked out yet."""
    if not any(mm > 0.0 for mm in plans.allowances(view, unit, "advance").values()):
        return
    kinds: list[Kind] = [k for k in plans.LEAPING if k != "charge"]
    if goal in ("contact", "any", "towards"):
        yield from (partial(charge, view, unit, target) for target in facts.foes(view, unit))
    if goal in ("hold", "face"):
        return
    here, nearest = middle_of(view, unit), facts.nearest_enemy(view, unit)
    point = (view.table.width / 2.0, view.table.depth / 2.0) if nearest is None else middle_of(view, nearest[0])
    spots = moves.spots(view, goal, here, (p for p in ground_of(view).areas if p.kind.cover))
    if goal in ("contact", "towards", "range") and nearest is not None:
        spots = [point]
    yield from (partial(walk_to, view, unit, kind, spot) for spot, kind in product(spots, kinds))
    if goal not in ("onto", "cover"):
        most = {kind: mm for kind in kinds if (mm := _least(view, unit, kind)) > inch(0.05)}
        yield from moves.fan(goal, here, point, most, partial(shifted, view, unit))


def walk_to(view: State, unit: str, kind: Kind, goal: Point) -> MoveAnswer | None:
    """To a point, alone or the whole unit; None where nothing is found."""
    return alone_to(view, unit, kind, goal) or towards(view, unit, kind, goal)
