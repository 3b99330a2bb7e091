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
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import forward
from rulesets.age_of_fantasy_skirmish.fight.melee_pair import PairData, both_stand, going, moves_so, owed
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import ideas, modes, plans

STAY = "stay"


class UnitData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The unit that has won."""

    unit: str


CONSOLIDATE_FRAME = FrameOf("afs.consolidate", UnitData)


# --- piling in ---------------------------------------------------------------------------------------------------


PILE_IN_FRAME = FrameOf("afs.pile_in", PairData)


@PILE_IN_FRAME.named("begin")
def _pile_in(run: Run, data: PairData, got: Any) -> Outcome:
    """The charged unit does as the chargers did, up to 3 inches a model (AFS-MEL-02)."""
    unit, mark = data.target, data.charger
    if not both_stand(run.state, mark, unit) or not plans.into_contact(run.state, unit, "pile_in", mark):
        return Done()
    return owed(run.state, PILE_IN, unit, T("{side}: {unit} piles in"), ("AFS-MEL-02", "AFS-R58"), mark=mark)


@PILE_IN_FRAME.named("answered")
def _piled(run: Run, data: PairData, got: Reply) -> Outcome:
    assert isinstance(got.answer, MoveAnswer)
    return going(data.target, "pile_in", got.answer.courses, mark=data.charger)


@PILE_IN_FRAME.step
@CONSOLIDATE_FRAME.step
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
        if not moves_so(answer, unit, "pile_in"):
            return refused(T("{unit} piles in", unit=Thing(unit)), "AFS-MEL-02")
        usual = plans.into_contact(view, unit, "pile_in", mark)
        courses = answer.courses or usual
        plan = plans.judge(view, unit, "pile_in", mark, courses, duty=courses != usual)
        return plans.verdict(view, replace(answer, mark=mark), plan)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The usual way."""
        return [self.asked(view, decision).default][:limit]


PILE_IN = Posed("pile_in", PileInQuestion())


# --- the winner's move -------------------------------------------------------------------------------------------


@CONSOLIDATE_FRAME.named("begin")
def _consolidate(run: Run, data: UnitData, got: Any) -> Outcome:
    """Up to 3 inches for who is left alone (AFS-MEL-07); Immobile units stay (AFS-R23)."""
    unit = data.unit
    if not any(plans.allowances(run.state, unit, "consolidate").values()):
        return Done()
    return owed(run.state, CONSOLIDATE, unit, T("{side}: up to 3 inches for {unit}"), ("AFS-MEL-07",))


@CONSOLIDATE_FRAME.named("answered")
def _consolidated(run: Run, data: UnitData, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer) or not got.answer.courses:
        return Done()
    return going(data.unit, "consolidate", got.answer.courses)


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
        if not moves_so(answer, unit, "consolidate"):
            return refused(T("{unit} consolidates", unit=Thing(unit)), "AFS-MEL-07")
        return plans.verdict(view, answer, plans.judge(view, unit, "consolidate", "", answer.courses))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """To the nearest marker first, then about, then to stay."""
        unit = decision.args["unit"]
        here = ideas.middle_of(view, unit)
        markers = [(m.pose.x, m.pose.y) for m in view.markers.values() if m.pose is not None]
        found: list[MoveAnswer | None] = []
        if markers:
            near = min(markers, key=lambda p: math.dist(p, here))
            found.append(ideas.towards(view, unit, "consolidate", near))
        far = inch(number("consolidate"))
        for k in range(8):
            ux, uy = forward(45.0 * k)
            found.append(ideas.shifted(view, unit, "consolidate", ux * far, uy * far))
        return [*(Reply(a) for a in found if a is not None), self.default(view, decision)][:limit]


CONSOLIDATE = Posed("consolidate", ConsolidateQuestion())
