"""The moves that a melee owes: piling in, the winner's three inches; drawing back has its own module.

AFS-MEL-02, AFS-MEL-07, AFS-R18, AFS-R23, AFS-R41, AFS-R58. Rows 22 and 26 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import (
    Answer,
    Asked,
    Decision,
    Exit,
    Kind,
    MoveAnswer,
    Reply,
    Verdict,
    refused,
)
from game.engine.flow import Ask, Call, Done, Outcome, Question, Run, steps
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import forward
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.fight import drawing_back
from rulesets.age_of_fantasy_skirmish.fight.melee_pair import PairData
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import ideas, modes, plans

PILE_IN = "pile_in"
CONSOLIDATE = "consolidate"
STAY = "stay"


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


class PileInQuestion(Unforced):
    """Where the models of a charged unit go (decision 22)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Up to 3 inches a model; the usual way by default."""
        unit, mark = decision.args["unit"], decision.args["mark"]
        answer = MoveAnswer(unit, "pile_in", mark, plans.into_contact(view, unit, "pile_in", mark))
        return Asked(modes.space(view, unit, "pile_in", mark), Reply(answer), draft=answer)

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


class ConsolidateQuestion(Unforced):
    """Where the winner goes (decision 26)."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Up to 3 inches; to stay is always allowed."""
        space = modes.space(view, decision.args["unit"], "consolidate")
        return Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: Decision) -> Reply:
        """To stay."""
        return Reply(exit=STAY)

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
        here = ideas.middle_of(view, unit)
        markers = [(m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None]
        if markers:
            near = min(markers, key=lambda p: math.dist(p, here))
            answer = ideas.towards(view, unit, "consolidate", near)
            if answer is not None:
                found.append(Reply(answer))
        far = inch(number("consolidate"))
        for k in range(8):
            ux, uy = forward(45.0 * k)
            step = ideas.shifted(view, unit, "consolidate", ux * far, uy * far)
            if step is not None:
                found.append(Reply(step))
        return [*found, Reply(exit=STAY)][:limit]


FRAMES: dict[str, type | None] = {
    "afs.pile_in": PairData,
    "afs.consolidate": UnitData,
    **drawing_back.FRAMES,
}
STEPS = {
    **steps("afs.pile_in", _done, begin=_pile_in, answered=_piled),
    **steps("afs.consolidate", _done, begin=_consolidate, answered=_consolidated),
    **drawing_back.STEPS,
}
QUESTIONS = {PILE_IN: PileInQuestion(), CONSOLIDATE: ConsolidateQuestion(), **drawing_back.QUESTIONS}
