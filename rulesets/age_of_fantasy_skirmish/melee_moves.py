"""The moves that a melee owes: piling in, drawing back to an inch, the winner's three inches.

AFS-MEL-02, AFS-MEL-07, AFS-MEL-08, AFS-R17, AFS-R18, AFS-R19, AFS-R23, AFS-R41, AFS-R58. Rows 22, 26 and 27 of the
player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine.decision import (
    Answer,
    Asked,
    Bar,
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
    Part,
    Reason,
    Reply,
    Verdict,
    refused,
)
from game.engine.flow import Ask, Call, Done, Outcome, Question, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose, forward, rounded
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish import facts, move_ideas, movement, plans, spacing, standing
from rulesets.age_of_fantasy_skirmish.board import board, what_if
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.routes import straight
from rulesets.age_of_fantasy_skirmish.walker import Walker
from rulesets.age_of_fantasy_skirmish.ways import Way

PILE_IN = "pile_in"
DRAW_BACK = "draw_back"
CONSOLIDATE = "consolidate"
STAY = "stay"
WAYS, STRIDE = 24, 1.0
"""Directions in which a place to draw back to is looked for, and mm from one place tried to the next."""


class PairData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee's two units; ``charger`` is the one that charged."""

    charger: str
    target: str


class UnitData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The unit that has won."""

    unit: str


# --- piling in ---------------------------------------------------------------------------------------------------


def _pile_in(run: Run, data: PairData, got: Any) -> Outcome:
    """The charged unit does as the chargers did, up to 3 inches a model (AFS-MEL-02)."""
    state = run.state
    if not standing.on_table(state, data.target) or not standing.on_table(state, data.charger):
        return Done()
    if not plans.into_contact(state, data.target, "pile_in", data.charger):
        return Done()
    side = state.units[data.target].side
    message = T("{side}: {unit} piles in", side=Thing(side), unit=Thing(data.target))
    args = {"unit": data.target, "mark": data.charger}
    return Ask((Question(PILE_IN, side, message, args, ("AFS-MEL-02", "AFS-R58")),), "answered", data)


def _piled(run: Run, data: PairData, got: Reply) -> Outcome:
    assert isinstance(got.answer, MoveAnswer)
    move = {
        "unit": data.target,
        "action": "pile_in",
        "mark": data.charger,
        "courses": got.answer.courses,
        "inside": False,
    }
    return Call("afs.move", move, "done", data)


def _done(run: Run, data: Any, got: Any) -> Outcome:
    return Done()


class PileInQuestion:
    """Where the models of a charged unit go (decision 22)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Up to 3 inches a model; the usual way by default."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        marks = (Choice(mark, T("{unit}", unit=Thing(mark))),)
        space = MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (movement.mode(view, unit, "pile_in", marks),)),))
        answer = MoveAnswer(unit, "pile_in", mark, plans.into_contact(view, unit, "pile_in", mark))
        return Asked(space, Reply(answer), draft=answer)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the ways; what duty leads to is always enough."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        if not isinstance(answer, MoveAnswer) or answer.subject != unit or answer.mode != "pile_in":
            return refused(T("{unit} piles in", unit=Thing(unit)), "AFS-MEL-02")
        answer = replace(answer, mark=mark)
        usual = plans.into_contact(view, unit, "pile_in", mark)
        courses = answer.courses or usual
        plan = plans.judge(view, unit, "pile_in", mark, courses, duty=courses != usual)
        return plans.verdict(view, answer, plan)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The usual way."""
        return [self.asked(view, decision).default][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """It is always asked."""
        return None


# --- the winner's move -------------------------------------------------------------------------------------------


def _consolidate(run: Run, data: UnitData, got: Any) -> Outcome:
    """Up to 3 inches for who is left alone (AFS-MEL-07); Immobile units stay (AFS-R23)."""
    state = run.state
    if not standing.on_table(state, data.unit):
        return Done()
    if not any(plans.allowances(state, data.unit, "consolidate").values()):
        return Done()
    side = state.units[data.unit].side
    message = T("{side}: up to 3 inches for {unit}", side=Thing(side), unit=Thing(data.unit))
    question = Question(CONSOLIDATE, side, message, {"unit": data.unit}, ("AFS-MEL-07",))
    return Ask((question,), "answered", data)


def _consolidated(run: Run, data: UnitData, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer) or not got.answer.courses:
        return Done()
    move = {"unit": data.unit, "action": "consolidate", "courses": got.answer.courses, "inside": False}
    return Call("afs.move", move, "done", data)


class ConsolidateQuestion:
    """Where the winner goes (decision 26)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Up to 3 inches; to stay is always allowed."""
        unit = decision.args["unit"]
        space = MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (movement.mode(view, unit, "consolidate"),)),))
        return Asked(space, Reply(exit=STAY), self.exits(view, decision))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """To stay."""
        return (Exit(STAY, T("Stay")),)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the ways."""
        unit = decision.args["unit"]
        if not isinstance(answer, MoveAnswer) or answer.subject != unit or answer.mode != "consolidate":
            return refused(T("{unit} consolidates", unit=Thing(unit)), "AFS-MEL-07")
        return plans.verdict(view, answer, plans.judge(view, unit, "consolidate", "", answer.courses))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """To the nearest marker first, then about, then to stay."""
        unit = decision.args["unit"]
        found = []
        here = move_ideas.middle_of(view, unit)
        markers = [(m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None]
        if markers:
            near = min(markers, key=lambda p: math.dist(p, here))
            answer = move_ideas.towards(view, unit, "consolidate", near)
            if answer is not None:
                found.append(Reply(answer))
        far = inch(number("consolidate"))
        for k in range(8):
            ux, uy = forward(45.0 * k)
            step = move_ideas.shifted(view, unit, "consolidate", ux * far, uy * far)
            if step is not None:
                found.append(Reply(step))
        return [*found, Reply(exit=STAY)][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """It is always asked."""
        return None


# --- drawing back ------------------------------------------------------------------------------------------------


def _too_near(view: State, base: str, enemy: str) -> bool:
    """Whether a model is nearer than an inch to a unit."""
    return not at_least(facts.base_to_unit(view, base, enemy), number("apart"))


def _clear(view: State, base: str, enemy: str, pose: Pose) -> bool:
    """Whether a model at a pose is an inch from all models of a unit, can stand, and keeps its distance to others."""
    walker = Walker(view, base, jumps=False)
    if walker.ground.may_stand(walker.shape, pose) is not None:
        return False
    unit = view.bases[base].unit
    now = board(view)
    rows = now.rows(enemy)
    plan, rise = spacing.gaps_to(view, {base: pose}, rows)
    if not at_least(float(np.hypot(plan, rise).min()), number("apart")):
        return False
    bar = spacing.bar(view, unit, {base: pose})
    # A walker's way has kept its distance to others (AFS-R17); a flyer's is judged by its end alone.
    return bar is None or (bar.clause == "AFS-MOV-03" and not walker.flies)


def _ways_back(view: State, base: str, enemy: str) -> list[Way]:
    """Ways by which a model gets an inch away from a unit, the shortest first (AFS-R19)."""
    walker = Walker(view, base, jumps=False)
    start = walker.start
    most = inch(number("draw_back"))
    found: list[Way] = []
    for k in range(WAYS):
        ux, uy = forward(k * 360.0 / WAYS)
        if not _opens(view, base, enemy, rounded(Pose(start.x + ux * most, start.y + uy * most, start.facing))):
            continue
        low, high = 0.0, most
        for _ in range(14):
            middle = (low + high) / 2.0
            there = Pose(start.x + ux * middle, start.y + uy * middle, start.facing)
            if _opens(view, base, enemy, there):
                high = middle
            else:
                low = middle
        for far in (high + 0.01, high + 2.0, *np.arange(high + STRIDE, most, STRIDE).tolist()):
            pose = rounded(Pose(start.x + ux * far, start.y + uy * far, start.facing))
            if walker.ground.may_stand(walker.shape, pose) is not None:
                continue
            way = straight(walker, (pose.x, pose.y))
            if way.bar is not None or way.walked > most + SLACK:
                break
            if _clear(view, base, enemy, way.end):
                found.append(way)
                break
    return sorted(found, key=lambda w: (round(w.walked, 2), w.end.x, w.end.y))


def _opens(view: State, base: str, enemy: str, pose: Pose) -> bool:
    """Whether a pose is an inch from a unit in plan and height, whatever else stands there."""
    plan, rise = spacing.gaps_to(view, {base: pose}, board(view).rows(enemy))
    return at_least(float(np.hypot(plan, rise).min()), number("apart"))


def usual_back(view: State, unit: str, enemy: str) -> tuple[Course, ...]:
    """The shortest ways by which the models of a unit draw back to an inch, one after another."""
    limits = plans.allowances(view, unit, "consolidate")
    there, courses = view, []
    for base in view.bases_of(unit):
        if limits[base.id] <= 0.0 or not _too_near(there, base.id, enemy):
            continue
        ways = _ways_back(there, base.id, enemy)
        if ways:
            courses.append(Course(base.id, (Path(((ways[0].end.x, ways[0].end.y),)),)))
            there = what_if(there, {base.id: ways[0].end})
    return tuple(courses)


def _draw_back(run: Run, data: PairData, got: Any) -> Outcome:
    """The chargers draw back to an inch, if they can (AFS-MEL-08)."""
    state = run.state
    if not standing.on_table(state, data.target) or not standing.on_table(state, data.charger):
        return Done()
    if not usual_back(state, data.charger, data.target):
        return Done()
    side = state.units[data.charger].side
    message = T("{side}: {unit} draws back", side=Thing(side), unit=Thing(data.charger))
    args = {"unit": data.charger, "mark": data.target}
    return Ask((Question(DRAW_BACK, side, message, args, ("AFS-MEL-08", "AFS-R19")),), "answered", data)


def _drawn(run: Run, data: PairData, got: Reply) -> Outcome:
    assert isinstance(got.answer, MoveAnswer)
    courses = got.answer.courses or usual_back(run.state, data.charger, data.target)
    move = {"unit": data.charger, "action": "consolidate", "courses": courses, "inside": False}
    return Call("afs.move", move, "done", data)


class DrawBackQuestion:
    """Where the chargers draw back to (decision 27)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The shortest ways by default; a quarter of an inch is free."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        far = inch(number("draw_back"))
        mode = Mode(DRAW_BACK, T("Draw back"), ("path",), far, 1, duty=T("To an inch from the enemy"), each=True)
        space = MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (mode,)),))
        answer = MoveAnswer(unit, DRAW_BACK, "", usual_back(view, unit, mark))
        return Asked(space, Reply(answer), draft=answer)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the ways: every model that is too near goes, none farther than the shortest way and a quarter inch."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        if not isinstance(answer, MoveAnswer) or answer.subject != unit or answer.mode != DRAW_BACK:
            return refused(T("{unit} draws back", unit=Thing(unit)), "AFS-MEL-08")
        usual = usual_back(view, unit, mark)
        courses = answer.courses or usual
        there = view
        parts, ghosts, bad = [], [], None
        asked = {c.who: c for c in courses}
        owed = {c.who for c in usual}
        bar: Bar | None = None
        for course in courses:
            walker = Walker(there, course.who, jumps=False) if course.who in view.bases else None
            if walker is None or view.bases[course.who].unit != unit:
                return refused(T("{thing} is no model of this unit", thing=course.who), "AFS-R19")
            way = plans.way_of(walker, course.steps)
            bar = self._bar(there, course, way, mark, course in usual)
            parts.append(Part(course.who, way.walked, inch(number("draw_back")), way.steps, None, bar is None))
            ghosts.append(Ghost(course.who, way.end))
            if bar is not None:
                bad = bad or Reason(bar.text, bar.clause, course.who)
                break
            there = what_if(there, {course.who: way.end})
        missing = sorted(owed - set(asked))
        if bad is None and missing:
            bad = Reason(T("{model} has to draw back", model=Thing(missing[0])), "AFS-MEL-08", missing[0])
        more: dict[str, Any] = {"ghosts": tuple(ghosts), "parts": tuple(parts)}
        if bad is not None:
            return Verdict("refused", (bad,), nearest=MoveAnswer(unit, DRAW_BACK, "", usual), **more)
        return Verdict("legal", **more)

    def _bar(self, view: State, course: Course, way: Way, enemy: str, usual: bool) -> Bar | None:
        if way.bar is not None:
            return way.bar
        if usual:
            return None
        model = Thing(course.who)
        if not _too_near(view, course.who, enemy):
            return Bar(T("{model} is an inch away already", model=model), "AFS-R19")
        if not _clear(view, course.who, enemy, way.end):
            return Bar(T("{model} has to get an inch away", model=model), "AFS-MEL-08")
        ways = _ways_back(view, course.who, enemy)
        if ways and way.walked > ways[0].walked + inch(number("draw_back_slack")) + SLACK:
            text = T(
                "{model} draws back {length}: at most {most}",
                model=model,
                length=Length(way.walked),
                most=Length(ways[0].walked + inch(number("draw_back_slack"))),
            )
            return Bar(text, "AFS-R19")
        return None

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The shortest ways."""
        return [self.asked(view, decision).default][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """It is always asked."""
        return None


FRAMES: dict[str, type | None] = {"afs.pile_in": PairData, "afs.draw_back": PairData, "afs.consolidate": UnitData}
STEPS = {
    ("afs.pile_in", "begin"): _pile_in,
    ("afs.pile_in", "answered"): _piled,
    ("afs.pile_in", "done"): _done,
    ("afs.draw_back", "begin"): _draw_back,
    ("afs.draw_back", "answered"): _drawn,
    ("afs.draw_back", "done"): _done,
    ("afs.consolidate", "begin"): _consolidate,
    ("afs.consolidate", "answered"): _consolidated,
    ("afs.consolidate", "done"): _done,
}
QUESTIONS = {PILE_IN: PileInQuestion(), CONSOLIDATE: ConsolidateQuestion(), DRAW_BACK: DrawBackQuestion()}
