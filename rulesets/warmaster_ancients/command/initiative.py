"""The initiative phase: units near an enemy charge or evade without an order, one after another.

WMA-INI-01 to WMA-INI-05, WMA-R24, WMA-R29, WMA-R30, WMA-S12. Rows 5 and 6 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from game.engine import changes as marks
from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Course,
    Decision,
    Kind,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    Reason,
    Reply,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.steps import Path
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.charge.charging import CHARGE, ChargeData
from rulesets.warmaster_ancients.command import command
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.measures import MEASURES, length
from rulesets.warmaster_ancients.move import courses, evading
from rulesets.warmaster_ancients.move.evading import evasion, may_evade
from rulesets.warmaster_ancients.questions import PhaseQuestion, barred, judged, or_end

ASTRAY_MM = 1.0
"""How far a drawn evade may end from the line it must follow and still mean it."""


class InitiativeData(msgspec.Struct, frozen=True):
    """The initiative phase."""


INITIATIVE_FRAME = FrameOf("wma.initiative", InitiativeData)


def bar_of(view: State, unit: str) -> Bar | None:
    """Why a unit cannot use initiative now, or None (WMA-INI-03, WMA-INI-05, WMA-S39)."""
    bar = command.idle_bar(view, view.units[unit], "WMA-S39", "WMA-S12")
    if bar is not None:
        return bar
    limit, near = length("initiative_reach"), facts.nearest_enemy(view, unit)
    if near is None:
        return Bar(T("There is no enemy on the table"), "WMA-INI-03")
    if not MEASURES.more_than(near[1], limit):
        return None
    told = {"unit": Thing(near[0]), "distance": Length(near[1]), "limit": Length(limit)}
    return Bar(T("The nearest enemy, {unit}, is {distance} away: more than {limit}", **told), "WMA-INI-03")


def evade_mode(view: State, unit: str) -> Mode:
    """Evading as a mode of a move: one direction, a distance between bounds (WMA-S12)."""
    found = evasion(view, unit)
    if found.refusal is not None:
        return Mode("evade", T("Evade"), ("path",), bar=Bar(found.refusal.text, found.refusal.clause))
    enemy, least, most = Thing(found.enemy), Length(found.least), Length(found.most)
    duty = T("Straight away from {enemy}, as far as it can: {most}", enemy=enemy, most=most)
    if found.safe:
        duty = T("Straight away from {enemy}, {least} to {most}", enemy=enemy, least=least, most=most)
    return Mode("evade", T("Evade"), ("path",), found.most, duty=duty)


def modes(view: State, unit: str) -> tuple[Mode, ...]:
    """What a unit near an enemy may do on initiative (WMA-INI-04)."""
    return (charging.mode(view, unit, initiative=True), evade_mode(view, unit))


def mover(view: State, unit: str) -> Mover:
    """A unit with its initiative moves, or why it has none."""
    label = T("{unit}", unit=Thing(unit))
    bar = bar_of(view, unit)
    if bar is not None:
        return Mover(unit, label, (), bar)
    found = modes(view, unit)
    idle = all(m.bar is not None for m in found)
    return Mover(unit, label, found, Bar(T("It can neither charge nor evade"), "WMA-INI-04") if idle else None)


def able(view: State, side: str) -> Iterator[str]:
    """The units of a side that may use initiative now, looked for one by one."""
    near = (u for u in facts.troops(view, side) if facts.within_of_enemy(view, u, length("initiative_reach")))
    return (u for u in near if bar_of(view, u) is None and may_move(view, u))


def may_move(view: State, unit: str) -> bool:
    """Whether a unit near an enemy can evade or charge anybody; the first that it can do is enough."""
    return may_evade(view, unit) or any(True for _ in charging.possible(view, unit, initiative=True))


# --- steps -------------------------------------------------------------------------------------------------------


@INITIATIVE_FRAME.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    side = run.state.own.active
    if next(able(run.state, side), None) is None:
        run.emit("no_initiative", "flow", T("No unit can use initiative"), clauses=("WMA-INI-03",), side=side)
        return Done()
    message = T("{side}: charge or evade on initiative, or end the phase", side=Thing(side))
    return INITIATIVE.ask(side, message, clauses=("WMA-INI-03", "WMA-INI-04"), then="answered", data=InitiativeData())


@INITIATIVE_FRAME.step
def _answered(run: Run, data: InitiativeData, got: Reply) -> Outcome:
    if got.exit:
        return Done()
    answer = got.answer
    assert isinstance(answer, MoveAnswer)
    unit = answer.subject
    acted = marks.unit(run.state, unit, initiative=True)
    if answer.mode == "charge":
        text = T("{unit} acted on initiative", unit=Thing(unit))
        run.tell(unit, "initiative", "order", text, ("WMA-INI-04", "WMA-R29"), *acted)
        legs = courses.legs_of(run.state, unit, answer.courses)
        return CHARGE.call(ChargeData(unit, answer.mark, legs), "again", data)
    mm, enemy = evade_mm(run.state, answer), evasion(run.state, unit).enemy
    ends, _ = evading.check_evade(run.state, unit, mm)
    text = T("{unit} evaded {enemy} by {distance}", unit=Thing(unit), enemy=Thing(enemy), distance=Length(mm))
    changes = (*(ev.SetPose(base, pose) for base, pose in ends.items()), *acted)
    run.tell(unit, "evaded", "move", text, ("WMA-INI-04", "WMA-S12"), *changes, also=(enemy,), unit=unit, travel=mm)
    return Goto("begin", data)


@INITIATIVE_FRAME.step
def _again(run: Run, data: InitiativeData, got: Any) -> Outcome:
    return Goto("begin", data)


def evade_course(view: State, unit: str, mm: float) -> Course:
    """An evade of so many mm as a course of the unit's middle."""
    x, y = formations.centre_of(list(facts.poses(view, unit).values()))
    dx, dy = evasion(view, unit).direction
    return Course(unit, (Path(((round(x + dx * mm, 3), round(y + dy * mm, 3)),)),))


def _drawn(view: State, answer: MoveAnswer) -> tuple[float, float] | None:
    """Where an answer takes the unit's middle along the line of the evade, and how far off it (mm); None if nowhere."""
    points = [p for c in answer.courses for s in c.steps if isinstance(s, Path) for p in s.points]
    if not points:
        return None
    x, y = formations.centre_of(list(facts.poses(view, answer.subject).values()))
    dx, dy = evasion(view, answer.subject).direction
    vx, vy = points[-1][0] - x, points[-1][1] - y
    return vx * dx + vy * dy, abs(vx * dy - vy * dx)


def evade_mm(view: State, answer: MoveAnswer) -> float:
    """How far (mm) an evade goes: as drawn, to 0.01; without a course as far as it may."""
    found = evasion(view, answer.subject)
    drawn = _drawn(view, answer)
    if drawn is None:
        return found.most
    mm = round(drawn[0], 2)
    return found.most if abs(mm - found.most) <= 0.01 else mm


def evade_verdict(view: State, answer: MoveAnswer) -> Verdict:
    """Judge an evade; the nearest legal one lies on the line, between its bounds."""
    unit = answer.subject
    found = evasion(view, unit)
    if found.refusal is not None:
        return barred(Bar(found.refusal.text, found.refusal.clause), unit)
    if len(answer.courses) > 1 or any(c.who != unit for c in answer.courses):
        return refused(T("A unit evades as a block"), "WMA-S12")
    mm = evade_mm(view, answer)
    drawn = _drawn(view, answer)
    ends, text = evading.check_evade(view, unit, mm)
    if text is None and drawn is not None and drawn[1] > ASTRAY_MM:
        text = T("It must go straight away from {enemy}", enemy=Thing(found.enemy))
    best = min(max(mm, found.least), found.most)
    return judged(
        ends,
        tuple(((p.x, p.y), (ends[b].x, ends[b].y)) for b, p in facts.poses(view, unit).items()),
        mm,
        found.most,
        None if text is None else Reason(text, "WMA-S12", unit),
        lambda: MoveAnswer(unit, "evade", courses=(evade_course(view, unit, best),)),
    )


class InitiativeQuestion(PhaseQuestion):
    """Which unit charges or evades on initiative."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """All units of the side with their moves or bars; ending the phase is the least act."""
        movers = tuple(mover(view, u) for u in facts.troops(view, decision.side))
        return Asked(MoveSpace(movers), self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a charge or an evade."""
        if not isinstance(answer, MoveAnswer):
            return refused(T("This is no answer to that question"))
        unit = answer.subject
        if unit not in facts.troops(view, decision.side):
            return refused(T("Only your own units act on initiative"), "WMA-INI-03")
        bar = bar_of(view, unit)
        if bar is not None:
            return barred(bar, unit)
        if answer.mode == "charge":
            return charging.verdict(view, answer, initiative=True)
        if answer.mode == "evade":
            return evade_verdict(view, answer)
        return refused(T("On initiative a unit charges or evades, nothing else"), "WMA-INI-04")

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Every charge and, for every unit, its shortest and longest evade; then ending the phase."""
        ideas = self._ideas(view, decision.side, goal)
        return or_end((a for a in ideas if self.check(view, decision, a).legal), limit)

    def _ideas(self, view: State, side: str, goal: Goal) -> Iterator[MoveAnswer]:
        units = [u for u in facts.troops(view, side) if bar_of(view, u) is None]
        for unit in units if goal in ("contact", "any") else ():
            for target, bar in charging.targets(view, unit, initiative=True):
                if bar is None:
                    yield MoveAnswer(unit, "charge", target)
        for unit in units if goal in ("away", "any") else ():
            found = evasion(view, unit)
            if found.possible:
                yield MoveAnswer(unit, "evade")
            if found.possible and found.least < found.most:
                yield MoveAnswer(unit, "evade", courses=(evade_course(view, unit, found.least),))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The odds of a charge."""
        if isinstance(answer, MoveAnswer) and answer.mode == "charge" and self.check(view, decision, answer).legal:
            return charging.forecast(view, answer)
        return None


INITIATIVE = Posed("initiative", InitiativeQuestion())
