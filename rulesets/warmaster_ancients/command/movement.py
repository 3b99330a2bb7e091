"""How units move: by an order, in up to three legs, in a charge or not at all; or on initiative, near an enemy.

On initiative units charge or evade without an order, one after another. WMA-MOV-01 to WMA-MOV-09, WMA-R09, WMA-S05,
WMA-S09, WMA-S10; WMA-INI-01 to WMA-INI-05, WMA-R24, WMA-R29, WMA-R30, WMA-S12. Rows 5, 6 and 9 of the decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch, sketched
from game.engine.text import Length, T, Thing
from game.geometry.steps import Path
from game.kit.at_will import AtWill, or_leave
from game.kit.situation import OfUnit
from game.kit.verdicts import barred, ghosts, judged, points_of
from rulesets.warmaster_ancients.characters.characters import END
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.charge.charging import CHARGE, ChargeData
from rulesets.warmaster_ancients.command import ideas
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.measures import MEASURES, count, length
from rulesets.warmaster_ancients.move import courses, evading, moves
from rulesets.warmaster_ancients.move.courses import CourseError
from rulesets.warmaster_ancients.move.evading import evasion, may_evade
from rulesets.warmaster_ancients.own import UnitOwn


def idle_bar(view: State, unit: str, engaged: str = "WMA-CMD-06", acted: str = "WMA-INI-05") -> ask.Bar | None:
    """Why a unit is out of reach of all orders, or of initiative by the clauses of that, or None."""
    own: UnitOwn = view.units[unit].own
    if facts.engaged(view, unit):
        return ask.Bar(T("It is engaged in combat"), engaged)
    if own.initiative:
        return ask.Bar(T("It has used initiative this turn"), acted)
    if own.confused and view.options.get("harsh_confusion"):
        return ask.Bar(T("It is confused"), "WMA-S20")
    return None


MOVE_FRAME = FrameOf("wma.move", OfUnit)
MOVE_FRAME.ends_at("charged")


@MOVE_FRAME.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    side = run.state.units[data.unit].side
    message = T("{side}: move {unit}", side=Thing(side), unit=Thing(data.unit))
    clauses = ("WMA-MOV-01", "WMA-R09")
    return MOVE.ask(side, message, {"unit": data.unit}, clauses, then="answered", data=data)


@MOVE_FRAME.step
def _answered(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    answer, unit = got.answer, data.unit
    assert isinstance(answer, ask.MoveAnswer)
    if answer.mode == "hold":
        run.tell(unit, "held", "move", T("{unit} stayed in place", unit=Thing(unit)), ("WMA-R09",))
        return Done()
    legs = courses.legs_of(run.state, unit, answer.courses)
    if answer.mode == "charge":
        return CHARGE.call(ChargeData(unit, answer.mark, legs), "charged", data)
    travel = max(moves.travels(facts.poses(run.state, unit), legs).values())
    poses = (ev.SetPose(base, pose) for base, pose in legs[-1].items())
    text = T("{unit} moved {distance}", unit=Thing(unit), distance=Length(travel))
    told: dict[str, Any] = {"unit": unit, "travel": round(travel, 3)}
    run.tell(unit, "moved", "move", text, ("WMA-MOV-01", "WMA-MOV-07"), *poses, **told)
    return Done()


def march_verdict(view: State, answer: ask.MoveAnswer, limit: float) -> ask.Verdict:
    """Judge a march, told by courses; where it is refused, the nearest legal answer is shortened from it."""
    unit = answer.subject
    try:
        legs = courses.legs_of(view, unit, answer.courses)
    except CourseError as wrong:
        return ask.refused(wrong.text, "WMA-S09")
    if not legs:
        return ask.unfinished(T("Drag it to its new place"), "WMA-MOV-01", allowance=limit)
    most = count("move_legs")
    if len(legs) > most:
        return ask.refused(T("A move has at most {n} legs; this one has {legs}", n=most, legs=len(legs)), "WMA-S09")
    found = moves.check_legs(view, unit, legs, limit, most_legs=most)
    why = found.refusal

    def nearest() -> ask.MoveAnswer | None:
        shorter = moves.nearest_legs(view, unit, legs, limit, most_legs=most)
        if shorter is None:
            return None
        return ask.MoveAnswer(unit, answer.mode, courses=courses.courses_of(facts.poses(view, unit), shorter))

    reason = None if why is None else ask.Reason(why.text, why.clause, why.stand)
    return judged(found.ends, found.paths, found.farthest, limit, reason, nearest)


class MoveQuestion(Unforced):
    """How the ordered unit moves."""

    kind: ask.Kind = "move"
    formations = (ask.Choice("line", T("Line")), ask.Choice("column", T("Column")))

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """March, charge with its targets, or hold."""
        unit = decision.args["unit"]
        most, legs = moves.allowance(view, unit, "march"), count("move_legs")
        march = ask.Mode("march", T("March"), courses.VERBS, most.mm, legs, formations=self.formations, duty=most.text)
        modes = (march, charging.mode(view, unit, initiative=False), ask.Mode("hold", T("Hold")))
        mover = ask.Mover(unit, T("{unit}", unit=Thing(unit)), modes)
        return ask.Asked(ask.MoveSpace((mover,)), self.default(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To hold."""
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], "hold"))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """None: to hold is an answer."""
        return ()

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a march, a charge or a halt."""
        unit = decision.args["unit"]
        if not isinstance(answer, ask.MoveAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if answer.subject != unit:
            return ask.refused(T("The order was given to {unit}", unit=Thing(unit)), "WMA-MOV-01")
        if answer.mode == "hold":
            return ask.Verdict("legal", ghosts=ghosts(facts.poses(view, unit)), cost=0.0)
        if answer.mode == "charge":
            return charging.verdict(view, answer, initiative=False)
        if answer.mode == "march":
            return march_verdict(view, answer, moves.allowance(view, unit, "march").mm)
        return ask.refused(T("Unknown kind of move: {mode}", mode=answer.mode))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Charges first, then marches that geometry suggests for the goal, then holding."""
        unit = decision.args["unit"]
        seen: set[tuple[object, ...]] = set()
        for answer in ideas.ideas(view, unit, goal):
            if len(seen) >= limit:
                return
            verdict = self.check(view, decision, answer)
            there = [g.pose for g in verdict.ghosts]
            if not verdict.legal:
                if not isinstance(verdict.nearest, ask.MoveAnswer) or goal in ("contact", "hold"):
                    continue
                answer = verdict.nearest
                there = list(courses.legs_of(view, unit, answer.courses)[-1].values())
            ends = (answer.mode, answer.mark, *((round(p.x), round(p.y), p.facing) for p in there))
            if ends not in seen:
                seen.add(ends)
                yield ask.Reply(answer)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same moves, none of them judged yet."""
        return sketched(self, view, decision, ideas.ideas(view, decision.args["unit"], "any"), limit)

    forecast = charging.forecast


MOVE = Posed("move", MoveQuestion())

ASTRAY_MM = 1.0
"""How far a drawn evade may end from the line it must follow and still mean it."""


class InitiativeData(msgspec.Struct, frozen=True):
    """The initiative phase."""


INITIATIVE_FRAME = FrameOf("wma.initiative", InitiativeData)


def bar_of(view: State, unit: str) -> ask.Bar | None:
    """Why a unit cannot use initiative now, or None (WMA-INI-03, WMA-INI-05, WMA-S39)."""
    if bar := idle_bar(view, unit, "WMA-S39", "WMA-S12"):
        return bar
    limit, near = length("initiative_reach"), facts.nearest_enemy(view, unit)
    if near is None:
        return ask.Bar(T("There is no enemy on the table"), "WMA-INI-03")
    if not MEASURES.more_than(near[1], limit):
        return None
    told = {"unit": Thing(near[0]), "distance": Length(near[1]), "limit": Length(limit)}
    return ask.Bar(T("The nearest enemy, {unit}, is {distance} away: more than {limit}", **told), "WMA-INI-03")


def evade_mode(view: State, unit: str) -> ask.Mode:
    """Evading as a mode of a move: one direction, a distance between bounds (WMA-S12)."""
    found = evasion(view, unit)
    if found.refusal is not None:
        return ask.Mode("evade", T("Evade"), ("path",), bar=ask.Bar(found.refusal.text, found.refusal.clause))
    told = {"enemy": Thing(found.enemy), "most": Length(found.most)}
    duty = T("Straight away from {enemy}, as far as it can: {most}", **told)
    if found.safe:
        duty = T("Straight away from {enemy}, {least} to {most}", **told, least=Length(found.least))
    return ask.Mode("evade", T("Evade"), ("path",), found.most, duty=duty)


def modes(view: State, unit: str) -> tuple[ask.Mode, ...]:
    """What a unit near an enemy may do on initiative (WMA-INI-04)."""
    return (charging.mode(view, unit, initiative=True), evade_mode(view, unit))


def mover(view: State, unit: str) -> ask.Mover:
    """A unit with its initiative moves, or why it has none."""
    bar = bar_of(view, unit)
    found = () if bar else modes(view, unit)
    if found and all(m.bar is not None for m in found):
        bar = ask.Bar(T("It can neither charge nor evade"), "WMA-INI-04")
    return ask.Mover(unit, T("{unit}", unit=Thing(unit)), found, bar)


def able(view: State, side: str) -> Iterator[str]:
    """The units of a side that may use initiative now, looked for one by one."""
    near = (u for u in facts.troops(view, side) if facts.within_of_enemy(view, u, length("initiative_reach")))
    return (u for u in near if bar_of(view, u) is None and may_move(view, u))


def may_move(view: State, unit: str) -> bool:
    """Whether a unit near an enemy can evade or charge anybody; the first that it can do is enough."""
    return may_evade(view, unit) or any(True for _ in charging.possible(view, unit, initiative=True))


@INITIATIVE_FRAME.named("begin")
def _initiative_begin(run: Run, data: Any, got: Any) -> Outcome:
    side = run.state.own.active
    if next(able(run.state, side), None) is None:
        run.emit("no_initiative", "flow", T("No unit can use initiative"), clauses=("WMA-INI-03",), side=side)
        return Done()
    message = T("{side}: charge or evade on initiative, or end the phase", side=Thing(side))
    return INITIATIVE.ask(side, message, clauses=("WMA-INI-03", "WMA-INI-04"), then="answered", data=InitiativeData())


@INITIATIVE_FRAME.named("answered")
def _initiative_answered(run: Run, data: InitiativeData, got: ask.Reply) -> Outcome:
    if got.exit:
        return Done()
    answer = got.answer
    assert isinstance(answer, ask.MoveAnswer)
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


def evade_course(view: State, unit: str, mm: float) -> ask.Course:
    """An evade of so many mm as a course of the unit's middle."""
    x, y = formations.centre_of(list(facts.poses(view, unit).values()))
    dx, dy = evasion(view, unit).direction
    return ask.Course(unit, (Path(((round(x + dx * mm, 3), round(y + dy * mm, 3)),)),))


def _drawn(view: State, answer: ask.MoveAnswer) -> tuple[float, float] | None:
    """Where an answer takes the unit's middle along the line of the evade, and how far off it (mm); None if nowhere."""
    points = points_of(answer)
    if not points:
        return None
    x, y = formations.centre_of(list(facts.poses(view, answer.subject).values()))
    dx, dy = evasion(view, answer.subject).direction
    vx, vy = points[-1][0] - x, points[-1][1] - y
    return vx * dx + vy * dy, abs(vx * dy - vy * dx)


def evade_mm(view: State, answer: ask.MoveAnswer) -> float:
    """How far (mm) an evade goes: as drawn, to 0.01; without a course as far as it may."""
    found = evasion(view, answer.subject)
    drawn = _drawn(view, answer)
    if drawn is None:
        return found.most
    mm = round(drawn[0], 2)
    return found.most if abs(mm - found.most) <= 0.01 else mm


def evade_verdict(view: State, answer: ask.MoveAnswer) -> ask.Verdict:
    """Judge an evade; the nearest legal one lies on the line, between its bounds."""
    unit = answer.subject
    found = evasion(view, unit)
    if found.refusal is not None:
        return barred(ask.Bar(found.refusal.text, found.refusal.clause), unit)
    if len(answer.courses) > 1 or any(c.who != unit for c in answer.courses):
        return ask.refused(T("A unit evades as a block"), "WMA-S12")
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
        None if text is None else ask.Reason(text, "WMA-S12", unit),
        lambda: ask.MoveAnswer(unit, "evade", courses=(evade_course(view, unit, best),)),
    )


class InitiativeQuestion(AtWill, Unforced):
    """Which unit charges or evades on initiative."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """All units of the side with their moves or bars; ending the phase is the least act."""
        movers = tuple(mover(view, u) for u in facts.troops(view, decision.side))
        return ask.Asked(ask.MoveSpace(movers), self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a charge or an evade."""
        if not isinstance(answer, ask.MoveAnswer):
            return ask.refused(T("That answer does not fit this question"))
        unit = answer.subject
        if unit not in facts.troops(view, decision.side):
            return ask.refused(T("Only your own units act on initiative"), "WMA-INI-03")
        if bar := bar_of(view, unit):
            return barred(bar, unit)
        if answer.mode == "charge":
            return charging.verdict(view, answer, initiative=True)
        if answer.mode == "evade":
            return evade_verdict(view, answer)
        return ask.refused(T("A unit on its initiative can only charge or evade"), "WMA-INI-04")

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Every charge and, for every unit, its shortest and longest evade; then ending the phase."""
        ideas = self._ideas(view, decision.side, goal)
        legal = (a for a in ideas if self.check(view, decision, a).legal)
        return or_leave(legal, self.default(view, decision), limit)

    def _ideas(self, view: State, side: str, goal: Goal) -> Iterator[ask.MoveAnswer]:
        units = [u for u in facts.troops(view, side) if bar_of(view, u) is None]
        for unit in units if goal in ("contact", "any") else ():
            for target in charging.possible(view, unit, initiative=True):
                yield ask.MoveAnswer(unit, "charge", target)
        for unit in units if goal in ("away", "any") else ():
            found = evasion(view, unit)
            if found.possible:
                yield ask.MoveAnswer(unit, "evade")
            if found.possible and found.least < found.most:
                yield ask.MoveAnswer(unit, "evade", courses=(evade_course(view, unit, found.least),))

    forecast = charging.forecast


INITIATIVE = Posed("initiative", InitiativeQuestion(END))
