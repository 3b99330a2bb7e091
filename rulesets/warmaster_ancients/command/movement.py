"""The move that an order gives: march in up to three legs, charge, or hold.

WMA-MOV-01 to WMA-MOV-09, WMA-R09, WMA-S05, WMA-S09, WMA-S10. Row 9 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Decision,
    Exit,
    Ghost,
    Kind,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    Reason,
    Reply,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.ruleset import Forecast, Goal, Sketch, Unforced, sketched
from game.engine.state import State
from game.engine.text import Length, T, Thing
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.charge.charging import CHARGE, ChargeData
from rulesets.warmaster_ancients.command import ideas
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import count
from rulesets.warmaster_ancients.move import courses, moves
from rulesets.warmaster_ancients.move.courses import CourseError
from rulesets.warmaster_ancients.questions import judged


class MoveData(msgspec.Struct, frozen=True):
    """The move of a unit that has received an order."""

    unit: str


MOVE_FRAME = FrameOf("wma.move", MoveData)


# --- steps -------------------------------------------------------------------------------------------------------


@MOVE_FRAME.step
def _begin(run: Run, data: MoveData, got: Any) -> Outcome:
    side = run.state.units[data.unit].side
    message = T("{side}: move {unit}", side=Thing(side), unit=Thing(data.unit))
    clauses = ("WMA-MOV-01", "WMA-R09")
    return MOVE.ask(side, message, {"unit": data.unit}, clauses, then="answered", data=data)


@MOVE_FRAME.step
def _answered(run: Run, data: MoveData, got: Reply) -> Outcome:
    answer, unit = got.answer, data.unit
    assert isinstance(answer, MoveAnswer)
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


@MOVE_FRAME.step
def _charged(run: Run, data: MoveData, got: Any) -> Outcome:
    return Done()


def march_verdict(view: State, answer: MoveAnswer, limit: float) -> Verdict:
    """Judge a march, told by courses; where it is refused, the nearest legal answer is shortened from it."""
    unit = answer.subject
    try:
        legs = courses.legs_of(view, unit, answer.courses)
    except CourseError as wrong:
        return refused(wrong.text, "WMA-S09")
    if not legs:
        return unfinished(T("Show where it goes"), "WMA-MOV-01", allowance=limit)
    most = count("move_legs")
    if len(legs) > most:
        return refused(T("A move has at most {n} legs, this one has {legs}", n=most, legs=len(legs)), "WMA-S09")
    found = moves.check_legs(view, unit, legs, limit, most_legs=most)
    why = found.refusal

    def nearest() -> MoveAnswer | None:
        shorter = moves.nearest_legs(view, unit, legs, limit, most_legs=most)
        if shorter is None:
            return None
        return MoveAnswer(unit, answer.mode, courses=courses.courses_of(facts.poses(view, unit), shorter))

    reason = None if why is None else Reason(why.text, why.clause, why.stand)
    return judged(found.ends, found.paths, found.farthest, limit, reason, nearest)


SHAPES = (Choice("line", T("Line")), Choice("column", T("Column")))


class MoveQuestion(Unforced):
    """How the ordered unit moves."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """March, charge with its targets, or hold."""
        unit = decision.args["unit"]
        most, legs = moves.allowance(view, unit, "march"), count("move_legs")
        march = Mode("march", T("March"), courses.VERBS, most.mm, legs, formations=SHAPES, duty=most.text)
        modes = (march, charging.mode(view, unit, initiative=False), Mode("hold", T("Hold")))
        mover = Mover(unit, T("{unit}", unit=Thing(unit)), modes)
        return Asked(MoveSpace((mover,)), self.default(view, decision))

    def default(self, view: State, decision: Decision) -> Reply:
        """To hold."""
        return Reply(MoveAnswer(decision.args["unit"], "hold"))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """None: to hold is an answer."""
        return ()

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a march, a charge or a halt."""
        unit = decision.args["unit"]
        if not isinstance(answer, MoveAnswer):
            return refused(T("This is no answer to that question"))
        if answer.subject != unit:
            return refused(T("The order is for {unit}", unit=Thing(unit)), "WMA-MOV-01")
        if answer.mode == "hold":
            return Verdict("legal", ghosts=tuple(Ghost(b, p) for b, p in facts.poses(view, unit).items()), cost=0.0)
        if answer.mode == "charge":
            return charging.verdict(view, answer, initiative=False)
        if answer.mode == "march":
            return march_verdict(view, answer, moves.allowance(view, unit, "march").mm)
        return refused(T("There is no way of moving called {mode}", mode=answer.mode))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Charges first, then marches that geometry suggests for the goal, then holding."""
        unit = decision.args["unit"]
        seen: set[tuple[object, ...]] = set()
        for answer in ideas.ideas(view, unit, goal):
            if len(seen) >= limit:
                return
            verdict = self.check(view, decision, answer)
            there = [g.pose for g in verdict.ghosts]
            if not verdict.legal:
                if not isinstance(verdict.nearest, MoveAnswer) or goal in ("contact", "hold"):
                    continue
                answer = verdict.nearest
                there = list(courses.legs_of(view, unit, answer.courses)[-1].values())
            ends = (answer.mode, answer.mark, *((round(p.x), round(p.y), p.facing) for p in there))
            if ends not in seen:
                seen.add(ends)
                yield Reply(answer)

    def sketches(self, view: State, decision: Decision, limit: int) -> Iterable[Sketch]:
        """The same moves, none of them judged yet."""
        return sketched(self, view, decision, ideas.ideas(view, decision.args["unit"], "any"), limit)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The odds of a charge; a march has none."""
        if isinstance(answer, MoveAnswer) and answer.mode == "charge" and self.check(view, decision, answer).legal:
            return charging.forecast(view, answer)
        return None


MOVE = Posed("move", MoveQuestion())
