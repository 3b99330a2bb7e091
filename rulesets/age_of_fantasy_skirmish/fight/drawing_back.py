"""Drawing back: the chargers that stand nearer than an inch to the enemy go to an inch from him, if they can.

AFS-MEL-08, AFS-R10, AFS-R17, AFS-R19, AFS-R23, AFS-R41. Row 27 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Course,
    Decision,
    Ghost,
    Kind,
    Mode,
    MoveAnswer,
    Part,
    Reason,
    Reply,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose, bearing, forward, rounded
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish.army import abilities
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.board import board, remembered, what_if
from rulesets.age_of_fantasy_skirmish.fight.melee_pair import PairData, both_stand, going, moves_so, owed, space_of
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.own import Moved
from rulesets.age_of_fantasy_skirmish.walk.routes import straight
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker
from rulesets.age_of_fantasy_skirmish.walk.ways import Way

WAYS, STRIDE = 24, 1.0
"""Directions in which a place to draw back to is looked for, and mm from one place tried to the next."""
HAIR = 0.01
"""mm by which ways may differ and still count as equally long."""


def _too_near(view: State, base: str, enemy: str) -> bool:
    """Whether a model is nearer than an inch to a unit."""
    return not at_least(facts.base_to_unit(view, base, enemy), number("apart"))


def _walker(view: State, base: str) -> Walker:
    return Walker(view, base, jumps=False, inside=False)


def _clear(view: State, base: str, enemy: str, pose: Pose) -> bool:
    """Whether a model at a pose is an inch from all models of a unit, can stand, and keeps its distance to others."""
    walker = _walker(view, base)
    if walker.ground.may_stand(walker.shape, pose) is not None or not _opens(view, base, enemy, pose):
        return False
    bar = spacing.bar(view, view.bases[base].unit, {base: pose})
    # A walker's way has kept its distance to others (AFS-R17); a flyer's is judged by its end alone.
    return bar is None or (bar.clause == "AFS-MOV-03" and not walker.flies)


def _opens(view: State, base: str, enemy: str, pose: Pose) -> bool:
    """Whether a pose is an inch from a unit in plan and height, whatever else stands there."""
    plan, rise = spacing.gaps_to(view, {base: pose}, board(view).rows(enemy))
    return at_least(float(np.hypot(plan, rise).min()), number("apart"))


def _directions(view: State, start: Pose, enemy: str) -> list[float]:
    """Compass directions all round, those away from the nearest model of a unit first."""
    now = board(view)
    rows = now.rows(enemy)
    dx, dy = start.x - now.bases.xs[rows], start.y - now.bases.ys[rows]
    k = int(np.hypot(dx, dy).argmin())
    away = bearing(float(dx[k]), float(dy[k]))
    turns = sorted((min(n, WAYS - n), n) for n in range(WAYS))
    return [away + n * 360.0 / WAYS for _, n in turns]


def _along(walker: Walker, direction: float, far: float) -> Pose:
    ux, uy = forward(direction)
    start = walker.start
    return rounded(Pose(start.x + ux * far, start.y + uy * far, start.facing))


def way_back(view: State, base: str, enemy: str) -> Way | None:
    """The shortest straight way by which a model gets an inch away from a unit, None if there is none (AFS-R19)."""
    walker = _walker(view, base)
    best: Way | None = None
    for direction in _directions(view, walker.start, enemy):
        most = inch(number("draw_back")) if best is None else best.walked + HAIR
        found = _way_along(view, walker, enemy, direction, most)
        if found is not None:
            best = found if best is None else min(best, found, key=lambda w: (round(w.walked, 2), w.end.x, w.end.y))
    return best


def _way_along(view: State, walker: Walker, enemy: str, direction: float, most: float) -> Way | None:
    """The way in one direction, of at most so many mm."""
    base = walker.base
    if not _opens(view, base, enemy, _along(walker, direction, most)):
        return None
    low, high = 0.0, most
    for _ in range(13):
        middle = (low + high) / 2.0
        low, high = (low, middle) if _opens(view, base, enemy, _along(walker, direction, middle)) else (middle, high)
    for far in (high + HAIR, *np.arange(high + STRIDE, most, STRIDE).tolist()):
        pose = _along(walker, direction, far)
        if walker.ground.may_stand(walker.shape, pose) is not None:
            continue
        way = straight(walker, (pose.x, pose.y))
        if way.bar is not None or way.walked > most + SLACK:
            return None
        if _clear(view, base, enemy, way.end):
            return way
    return None


def usual_back(view: State, unit: str, enemy: str) -> tuple[Course, ...]:
    """The shortest ways by which the models of a unit draw back to an inch, one after another."""
    limits = plans.allowances(view, unit, "draw_back")
    able = tuple(b for b, mm in limits.items() if mm > 0.0)
    return _usual_back(view, unit, enemy, able, tuple(b for b in able if abilities.has(view, b, "flying")))


@remembered
def _usual_back(
    view: State, unit: str, enemy: str, able: tuple[str, ...], fliers: tuple[str, ...]
) -> tuple[Course, ...]:
    there, courses = view, []
    for base in able:
        way = way_back(there, base, enemy) if _too_near(there, base, enemy) else None
        if way is not None:
            courses.append(Course(base, (Path(((way.end.x, way.end.y),)),)))
            there = what_if(there, {base: way.end})
    return tuple(courses)


# --- flow --------------------------------------------------------------------------------------------------------


DRAW_BACK_FRAME = FrameOf("afs.draw_back", PairData)


@DRAW_BACK_FRAME.named("begin")
def _draw_back(run: Run, data: PairData, got: Any) -> Outcome:
    """The chargers draw back to an inch, if they can (AFS-MEL-08)."""
    unit, mark = data.charger, data.target
    if not both_stand(run.state, unit, mark) or not usual_back(run.state, unit, mark):
        return Done()
    clauses = ("AFS-MEL-08", "AFS-R19")
    return owed(run.state, DRAW_BACK, unit, T("{side}: {unit} draws back"), clauses, mark=mark)


@DRAW_BACK_FRAME.named("answered")
def _drawn(run: Run, data: PairData, got: Reply) -> Outcome:
    assert isinstance(got.answer, MoveAnswer)
    courses = got.answer.courses or usual_back(run.state, data.charger, data.target)
    return going(data.charger, "draw_back", courses)


@DRAW_BACK_FRAME.step
def _done(run: Run, data: PairData, got: Moved) -> Outcome:
    """Where one was lost on the way, those who are still too near are asked for again."""
    return Goto("begin", data) if got.changed else Done()


class DrawBackQuestion(Unforced):
    """Where the chargers draw back to (decision 27)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The shortest ways by default; a quarter of an inch is free."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        far = inch(number("draw_back"))
        mode = Mode(DRAW_BACK.name, T("Draw back"), ("path",), far, 1, duty=T("To an inch from the enemy"), each=True)
        answer = MoveAnswer(unit, DRAW_BACK.name, "", usual_back(view, unit, mark))
        return Asked(space_of(unit, mode), Reply(answer), draft=answer)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the ways: every model that is too near goes, none farther than the shortest way and a quarter inch."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        if not moves_so(answer, unit, DRAW_BACK.name):
            return refused(T("{unit} draws back", unit=Thing(unit)), "AFS-MEL-08")
        usual = usual_back(view, unit, mark)
        courses = answer.courses or usual
        missing = sorted({c.who for c in usual} - {c.who for c in courses})
        bad: Reason | None = None
        if missing:
            bad = Reason(T("{model} has to draw back", model=Thing(missing[0])), "AFS-MEL-08", missing[0])
        there, parts, ghosts = view, [], []
        for course in courses:
            if course.who not in view.units[unit].bases:
                return refused(T("{thing} is no model of this unit", thing=course.who), "AFS-R19")
            way = plans.way_of(_walker(there, course.who), course.steps)
            bar = self._bar(there, course, way, mark, course in usual)
            parts.append(Part(course.who, way.walked, inch(number("draw_back")), way.steps, None, bar is None))
            ghosts.append(Ghost(course.who, way.end))
            if bar is not None:
                bad = Reason(bar.text, bar.clause, course.who)
                break
            there = what_if(there, {course.who: way.end})
        if bad is None:
            return Verdict("legal", ghosts=tuple(ghosts), parts=tuple(parts))
        instead = MoveAnswer(unit, DRAW_BACK.name, "", usual)
        return Verdict("refused", (bad,), nearest=instead, ghosts=tuple(ghosts), parts=tuple(parts))

    def _bar(self, view: State, course: Course, way: Way, enemy: str, usual: bool) -> Bar | None:
        if way.bar is not None or usual:
            return way.bar
        model = Thing(course.who)
        if not _too_near(view, course.who, enemy):
            return Bar(T("{model} is an inch away already", model=model), "AFS-R19")
        if not _clear(view, course.who, enemy, way.end):
            return Bar(T("{model} has to get an inch away", model=model), "AFS-MEL-08")
        best = way_back(view, course.who, enemy)
        most = math.inf if best is None else best.walked + inch(number("draw_back_slack"))
        if way.walked <= most + SLACK:
            return None
        far = {"length": Length(way.walked), "most": Length(most)}
        return Bar(T("{model} draws back {length}: at most {most}", model=model, **far), "AFS-R19")

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The shortest ways."""
        return [self.asked(view, decision).default][:limit]


DRAW_BACK = Posed("draw_back", DrawBackQuestion())
