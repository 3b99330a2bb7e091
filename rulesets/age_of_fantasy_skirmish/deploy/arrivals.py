"""Ambush: at the start of a round from the second on, the players alternately bring in units set aside.

AFS-AMB-02 to AFS-AMB-05, AFS-R48, AFS-S18 (row 8 of the decisions).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import PlaceAnswer, Reply
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import other_sides
from game.engine.text import T, Thing
from game.kit.which_next import whose_next
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.deploy import set_up


class ArrivalData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Arrivals of a round: whose turn it is, and who has passed and brings in nobody more (AFS-R48)."""

    due: str = ""
    passed: tuple[str, ...] = ()


ARRIVALS = FrameOf("afs.arrivals", ArrivalData)


@ARRIVALS.step
def _begin(run: Run, data: ArrivalData | None, got: Any) -> Outcome:
    """The side that starts the round is first (AFS-AMB-03)."""
    return Goto("next", ArrivalData(run.state.own.starter))


@ARRIVALS.step
def _next(run: Run, data: ArrivalData, got: Any) -> Outcome:
    state = run.state
    side = whose_next(state, data.due, lambda s: s not in data.passed and set_up.waiting(state, s, "ambush"))
    if not side:
        return Done()
    data = replace(data, due=side)
    message = T("{side}: bring in a unit from Ambush?", side=Thing(side))
    clauses = ("AFS-AMB-02", "AFS-AMB-03", "AFS-R48")
    return set_up.AMBUSH.ask(side, message, clauses=clauses, then="answered", data=data)


@ARRIVALS.step
def _answered(run: Run, data: ArrivalData, got: Reply) -> Outcome:
    other = other_sides(run.state, data.due)[0]
    if got.exit == "pass":
        text = T("{side} passed: nobody more comes this round", side=Thing(data.due))
        run.emit("ambush_passed", "order", text, clauses=("AFS-R48",), side=data.due)
        return Goto("next", replace(data, due=other, passed=(*data.passed, data.due)))
    assert isinstance(got.answer, PlaceAnswer)
    given, now = got.answer.places[0], run.state.own.round
    unit, poses = given.thing, set_up.COMING.poses_of(run.state, given)
    run.emit(
        "arrived",
        "place",
        T("{unit} arrived from Ambush", unit=Thing(unit)),
        *(ev.SetPose(base, pose) for base, pose in poses.items()),
        *changes.unit(run.state, unit, aside="", arrived=now),
        clauses=("AFS-AMB-02", "AFS-AMB-04"),
        about=(unit,),
        side=data.due,
        data={"unit": unit, "round": now},
    )
    return Goto("next", replace(data, due=other))
