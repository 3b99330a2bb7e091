"""Moves of the Universal battle system in a few words: lengths and places in inches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.decision import Course, MoveAnswer
from game.engine.state import State
from game.geometry.steps import Form, Path, Step
from rulesets.universal_battle.measures import inch, inches
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import Kind, allowance
from rulesets.universal_battle.move.plans import Plan

Spot = tuple[float, float]


def led(who: str, *points: Spot, form: str = "", facing: float | None = None) -> Course:
    """The middle of a unit, or one model, led along points, a formation taken."""
    steps: list[Step] = [Path(tuple((inch(x), inch(y)) for x, y in points), facing)] if points else []
    return Course(who, (*steps, Form(form)) if form else tuple(steps))


def judged(state: State, unit: str, kind: Kind, *courses: Course) -> Plan:
    """What the move of a unit comes to."""
    return plans.judge(state, unit, kind, courses)


def clause(plan: Plan) -> str:
    """By which clause a move is refused, "" where it is legal."""
    return "" if plan.bar is None else plan.bar.clause


def far(state: State, unit: str, kind: Kind, **more: Any) -> float:
    """The allowance of a move."""
    return round(inches(allowance(state, unit, kind, **more).total), 6)


def cost(plan: Plan, base: str) -> float:
    """What a model's way costs."""
    assert plan.metered is not None
    return round(inches(plan.metered.costs[base]), 3)


def limit(plan: Plan) -> float:
    """What each model may move."""
    assert plan.metered is not None
    return round(inches(plan.metered.limit), 3)


def at(state: State, base: str) -> Spot:
    """Where a model stands."""
    pose = state.bases[base].pose
    assert pose is not None
    return round(inches(pose.x), 2), round(inches(pose.y), 2)


def move(unit: str, kind: str, courses: Sequence[Course] = (), mark: str = "") -> MoveAnswer:
    """A move as it is answered."""
    return MoveAnswer(unit, kind, mark, tuple(courses))
