"""The moves that a melee owes: piling in, drawing back to an inch from the enemy, the winner's three inches.

AFS-MEL-02, AFS-MEL-07, AFS-MEL-08, AFS-R10, AFS-R17 to -R19, AFS-R23, AFS-R41, AFS-R58. Rows 22, 26 and 27 of the
player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeGuard

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.halving import halved_times
from game.geometry.shapes import Pose, bearing, forward, rounded
from game.geometry.steps import Path
from game.kit import situation
from game.kit.at_will import AtWill
from game.kit.figures.moves import by
from game.kit.situation import OfUnit
from rulesets.age_of_fantasy_skirmish import calls
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import board, remembered, what_if
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.move import ideas, plans
from rulesets.age_of_fantasy_skirmish.own import Moved
from rulesets.age_of_fantasy_skirmish.walk.routes import straight
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker
from rulesets.age_of_fantasy_skirmish.walk.ways import Way

STAY = "stay"
WAYS, STRIDE = 24, 1.0
"""Directions in which a place to draw back to is looked for, and mm from one place tried to the next."""
HAIR = 0.01
"""mm by which ways may differ and still count as equally long."""


class PairData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee's two units; ``charger`` is the one that charged."""

    charger: str
    target: str


PILE_IN_FRAME = FrameOf("afs.pile_in", PairData)
DRAW_BACK_FRAME = FrameOf("afs.draw_back", PairData)
CONSOLIDATE_FRAME = FrameOf("afs.consolidate", OfUnit)
PILE_IN_FRAME.ends_at("done")
CONSOLIDATE_FRAME.ends_at("done")


def both_stand(view: State, charger: str, target: str) -> bool:
    """Whether both units still have models on the table."""
    return situation.on_table(view, charger) and situation.on_table(view, target)


def owed(view: State, question: Posed, unit: str, message: Text, clauses: tuple[str, ...], **args: str) -> Ask:
    """Ask the owner of a unit for a move; the message is said of his ``{side}`` and of the ``{unit}``."""
    side = view.units[unit].side
    said = replace(message, args={"side": Thing(side), "unit": Thing(unit)})
    return question.ask(side, said, {"unit": unit, **args}, clauses, then="answered")


def going(unit: str, action: str, courses: tuple[ask.Course, ...], mark: str = "") -> Call:
    """The move itself; it is outside an activation, where every entry into danger has its roll (AFS-R43)."""
    return calls.MOVE.call(calls.Moves(unit, action, mark, courses, inside=False), "done")


def moves_so(answer: ask.Answer, unit: str, mode: str) -> TypeGuard[ask.MoveAnswer]:
    """Whether an answer moves a unit in that way."""
    return isinstance(answer, ask.MoveAnswer) and answer.subject == unit and answer.mode == mode


@PILE_IN_FRAME.named("begin")
def _pile_in(run: Run, data: PairData, got: Any) -> Outcome:
    """The charged unit does as the chargers did, up to 3 inches a model (AFS-MEL-02)."""
    unit, mark = data.target, data.charger
    if not both_stand(run.state, mark, unit) or not plans.into_contact(run.state, unit, "pile_in", mark):
        return Done()
    return owed(run.state, PILE_IN, unit, T("{side}: {unit} piles in"), ("AFS-MEL-02", "AFS-R58"), mark=mark)


@PILE_IN_FRAME.named("answered")
def _piled(run: Run, data: PairData, got: ask.Reply) -> Outcome:
    assert isinstance(got.answer, ask.MoveAnswer)
    return going(data.target, "pile_in", got.answer.courses, mark=data.charger)


class PileInQuestion(Unforced):
    """Where the models of a charged unit go (decision 22)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Up to 3 inches a model; the usual way by default."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        answer = ask.MoveAnswer(unit, "pile_in", mark, plans.into_contact(view, unit, "pile_in", mark))
        return ask.Asked(plans.space(view, unit, "pile_in", mark), ask.Reply(answer), draft=answer)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the ways; what duty leads to is always enough."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        if not moves_so(answer, unit, "pile_in"):
            return ask.refused(T("{unit} piles in", unit=Thing(unit)), "AFS-MEL-02")
        usual = plans.into_contact(view, unit, "pile_in", mark)
        courses = answer.courses or usual
        plan = plans.judge(view, unit, "pile_in", mark, courses, duty=courses != usual)
        return plans.verdict(view, replace(answer, mark=mark), plan)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The usual way."""
        return [self.asked(view, decision).default][:limit]


PILE_IN = Posed("pile_in", PileInQuestion())


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
    open_ = halved_times(most, 0.0, 13, lambda far: _opens(view, base, enemy, _along(walker, direction, far)))[0]
    for far in (open_ + HAIR, *np.arange(open_ + STRIDE, most, STRIDE).tolist()):
        pose = _along(walker, direction, far)
        if walker.ground.may_stand(walker.shape, pose) is not None:
            continue
        way = straight(walker, (pose.x, pose.y))
        if way.bar is not None or way.walked > most + SLACK:
            return None
        if _clear(view, base, enemy, way.end):
            return way
    return None


def usual_back(view: State, unit: str, enemy: str) -> tuple[ask.Course, ...]:
    """The shortest ways by which the models of a unit draw back to an inch, one after another."""
    limits = plans.allowances(view, unit, "draw_back")
    able = tuple(b for b, mm in limits.items() if mm > 0.0)
    return _usual_back(view, unit, enemy, able, tuple(b for b in able if specials.has(view, b, "flying")))


@remembered
def _usual_back(
    view: State, unit: str, enemy: str, able: tuple[str, ...], fliers: tuple[str, ...]
) -> tuple[ask.Course, ...]:
    there, courses = view, []
    for base in able:
        way = way_back(there, base, enemy) if _too_near(there, base, enemy) else None
        if way is not None:
            courses.append(ask.Course(base, (Path(((way.end.x, way.end.y),)),)))
            there = what_if(there, {base: way.end})
    return tuple(courses)


@DRAW_BACK_FRAME.named("begin")
def _draw_back(run: Run, data: PairData, got: Any) -> Outcome:
    """The chargers draw back to an inch, if they can (AFS-MEL-08)."""
    unit, mark = data.charger, data.target
    if not both_stand(run.state, unit, mark) or not usual_back(run.state, unit, mark):
        return Done()
    clauses = ("AFS-MEL-08", "AFS-R19")
    return owed(run.state, DRAW_BACK, unit, T("{side}: {unit} draws back"), clauses, mark=mark)


@DRAW_BACK_FRAME.named("answered")
def _drawn(run: Run, data: PairData, got: ask.Reply) -> Outcome:
    assert isinstance(got.answer, ask.MoveAnswer)
    courses = got.answer.courses or usual_back(run.state, data.charger, data.target)
    return going(data.charger, "draw_back", courses)


@DRAW_BACK_FRAME.named("done")
def _drawn_back(run: Run, data: PairData, got: Moved) -> Outcome:
    """Where one was lost on the way, those who are still too near are asked for again."""
    return Goto("begin", data) if got.changed else Done()


class DrawBackQuestion(Unforced):
    """Where the chargers draw back to (decision 27)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The shortest ways by default; a quarter of an inch is free."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        label, duty, _ = plans.WORDS["draw_back"]
        mode = ask.Mode(DRAW_BACK.name, label, ("path",), inch(number("draw_back")), 1, duty=duty, each=True)
        answer = ask.MoveAnswer(unit, DRAW_BACK.name, "", usual_back(view, unit, mark))
        space = ask.MoveSpace((ask.Mover(unit, T("{unit}", unit=Thing(unit)), (mode,)),))
        return ask.Asked(space, ask.Reply(answer), draft=answer)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the ways: every model that is too near goes, none farther than the shortest way and a quarter inch."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        if not moves_so(answer, unit, DRAW_BACK.name):
            return ask.refused(T("{unit} draws back", unit=Thing(unit)), "AFS-MEL-08")
        usual = usual_back(view, unit, mark)
        courses = answer.courses or usual
        missing = sorted({c.who for c in usual} - {c.who for c in courses})
        bad = [ask.Reason(T("{model} must draw back", model=Thing(base)), "AFS-MEL-08", base) for base in missing[:1]]
        there, parts, ghosts = view, [], []
        for course in courses:
            if course.who not in view.units[unit].bases:
                return ask.refused(T("{thing} is not a model of this unit", thing=course.who), "AFS-R19")
            way = plans.way_of(_walker(there, course.who), course.steps)
            bar = self._bar(there, course, way, mark, course in usual)
            parts.append(ask.Part(course.who, way.walked, inch(number("draw_back")), way.steps, None, bar is None))
            ghosts.append(ask.Ghost(course.who, way.end))
            if bar is not None:
                bad = [ask.Reason(bar.text, bar.clause, course.who)]
                break
            there = what_if(there, {course.who: way.end})
        instead = ask.MoveAnswer(unit, DRAW_BACK.name, "", usual) if bad else None
        seen = ask.Verdict("refused" if bad else "legal", tuple(bad), ghosts=tuple(ghosts), parts=tuple(parts))
        return replace(seen, nearest=instead)

    def _bar(self, view: State, course: ask.Course, way: Way, enemy: str, usual: bool) -> ask.Bar | None:
        if way.bar is not None or usual:
            return way.bar
        model = Thing(course.who)
        if not _too_near(view, course.who, enemy):
            return ask.Bar(T("{model} is already an inch away", model=model), "AFS-R19")
        if not _clear(view, course.who, enemy, way.end):
            return ask.Bar(T("{model} must end at least an inch away", model=model), "AFS-MEL-08")
        best = way_back(view, course.who, enemy)
        most = math.inf if best is None else best.walked + inch(number("draw_back_slack"))
        if way.walked <= most + SLACK:
            return None
        far = {"length": Length(way.walked), "most": Length(most)}
        return ask.Bar(T("Too far: {model} draws back {length}, at most {most}", model=model, **far), "AFS-R19")

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The shortest ways."""
        return [self.asked(view, decision).default][:limit]


DRAW_BACK = Posed("draw_back", DrawBackQuestion())


@CONSOLIDATE_FRAME.named("begin")
def _consolidate(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Up to 3 inches for who is left alone (AFS-MEL-07); Immobile units stay (AFS-R23)."""
    unit = data.unit
    if not any(plans.allowances(run.state, unit, "consolidate").values()):
        return Done()
    return owed(run.state, CONSOLIDATE, unit, T("{side}: move {unit} up to 3 inches"), ("AFS-MEL-07",))


@CONSOLIDATE_FRAME.named("answered")
def _consolidated(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if not isinstance(got.answer, ask.MoveAnswer) or not got.answer.courses:
        return Done()
    return going(data.unit, "consolidate", got.answer.courses)


class ConsolidateQuestion(AtWill, Unforced):
    """Where the winner goes (decision 26)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Up to 3 inches; to stay is always allowed."""
        space = plans.space(view, decision.args["unit"], "consolidate")
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the ways."""
        unit = decision.args["unit"]
        if not moves_so(answer, unit, "consolidate"):
            return ask.refused(T("{unit} consolidates", unit=Thing(unit)), "AFS-MEL-07")
        return plans.verdict(view, answer, plans.judge(view, unit, "consolidate", "", answer.courses))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """To the nearest marker first, then about, then to stay."""
        unit = decision.args["unit"]
        here = ideas.middle_of(view, unit)
        markers = [(m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None]
        found: list[ask.MoveAnswer | None] = []
        if markers:
            near = min(markers, key=lambda p: math.dist(p, here))
            found.append(ideas.towards(view, unit, "consolidate", near))
        far = inch(number("consolidate"))
        for k in range(8):
            found.append(ideas.shifted(view, unit, "consolidate", by(45.0 * k, far)))
        return [*(ask.Reply(a) for a in found if a is not None), self.default(view, decision)][:limit]


CONSOLIDATE = Posed("consolidate", ConsolidateQuestion(ask.Exit(STAY, T("Stay"))))
