"""Deployment: the edge, what is set aside, units alternately, Scouts last.

AFS-DEP-01 to AFS-DEP-05, AFS-AMB-01, AFS-SCT-01 to AFS-SCT-04, AFS-R14, AFS-R49, AFS-R60. Rows 4 to 7 of the player
decisions.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import (
    Asked,
    Choice,
    Decision,
    Kind,
    OptionAnswer,
    OptionSpace,
    Reply,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Run, StepFn
from game.engine.ruleset import Discrete
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit.deploy import OneByOne
from game.kit.rolloff import higher, roll_off
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.own import BattleOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

EDGE = "edge"
ASIDE = "aside"
OPPOSITE = {"south": "north", "north": "south"}


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment or the Scouts: whose placing is due, and who lets the rest be placed by the usual array."""

    due: str = ""
    auto: tuple[str, ...] = ()


DEPLOYMENT = FrameOf("afs.deployment", DeployData)
SCOUTS = FrameOf("afs.scouts", DeployData)


# --- the edge ----------------------------------------------------------------------------------------------------


EDGE_FRAME = FrameOf("afs.edge")


@EDGE_FRAME.named("begin")
def _edge_begin(run: Run, data: Any, got: Any) -> Outcome:
    return roll_off(T("Who chooses the table edge and begins?"), "AFS-DEP-01", "won", tie="AFS-S17")


@EDGE_FRAME.named("won")
def _edge_won(run: Run, data: Any, got: dict[str, int]) -> Outcome:
    winner = higher(got)
    run.emit(
        "roll_off_won",
        "flow",
        T("{side} won the roll-off: the choice of the edge and the first unit", side=Thing(winner)),
        *changes.battle(run.state, winner=winner),
        clauses=("AFS-DEP-01", "AFS-RND-02"),
        side=winner,
    )
    message = T("{side}: which table edge is yours?", side=Thing(winner))
    return Ask((Question(EDGE, winner, message, clauses=("AFS-DEP-01", "AFS-R14")),), "chosen")


@EDGE_FRAME.named("chosen")
def _edge_chosen(run: Run, data: Any, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    own: BattleOwn = run.state.own
    edge = got.answer.parts["edge"]
    text = (
        T("{side} took the south edge", side=Thing(own.winner))
        if edge == "south"
        else T("{side} took the north edge", side=Thing(own.winner))
    )
    other = other_sides(run.state, own.winner)[0]
    run.emit(
        "edge_taken",
        "place",
        text,
        *changes.side(run.state, own.winner, edge=edge),
        *changes.side(run.state, other, edge=OPPOSITE[edge]),
        clauses=("AFS-DEP-01",),
        side=own.winner,
        data={"edge": edge},
    )
    return Done()


class EdgeQuestion(Discrete):
    """Which of the two edges of the axis (decision 4); the default has more markers on its half, else the south."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """South or north, with the markers on each half of the table."""
        middle = view.table.depth / 2.0
        south = sum(m.pose is not None and m.pose.y < middle for m in seizing.markers(view))
        north = sum(m.pose is not None and m.pose.y > middle for m in seizing.markers(view))
        choices = (
            Choice("south", T("The south edge"), note=T("{n} markers on its half", n=south)),
            Choice("north", T("The north edge"), note=T("{n} markers on its half", n=north)),
        )
        best = "north" if north > south else "south"
        return Asked(OptionSpace({"edge": choices}), Reply(OptionAnswer({"edge": best})))


# --- setting aside -----------------------------------------------------------------------------------------------


def may_set_aside(view: State, side: str) -> dict[str, tuple[str, ...]]:
    """The units of a side that may be set aside, each with what it may be set aside for (AFS-AMB-01, AFS-SCT-01)."""
    found = {}
    for unit in view.units_of(side):
        ways = tuple(rule for rule in ("ambush", "scout") if standing.bears(view, unit.id, rule))
        if ways:
            found[unit.id] = ways
    return found


ASIDE_FRAME = FrameOf("afs.aside")


@ASIDE_FRAME.named("begin")
def _aside_begin(run: Run, data: Any, got: Any) -> Outcome:
    """Both sides say at the same time, before anything is set up (AFS-DEP-04)."""
    own: BattleOwn = run.state.own
    sides = [s for s in (own.winner, *other_sides(run.state, own.winner)) if may_set_aside(run.state, s)]
    if not sides:
        return Done()
    questions = tuple(
        Question(
            ASIDE,
            side,
            T("{side}: units to be set aside", side=Thing(side)),
            clauses=("AFS-DEP-04", "AFS-AMB-01", "AFS-SCT-01"),
        )
        for side in sides
    )
    if len(questions) == 1:
        return Ask(questions, "alone")
    return Ask(questions, "told", mode="open")


@ASIDE_FRAME.named("alone")
def _aside_alone(run: Run, data: Any, got: Reply) -> Outcome:
    side = next(s for s in run.state.sides if may_set_aside(run.state, s))
    return Goto("told", got={side: got})


@ASIDE_FRAME.named("told")
def _aside_told(run: Run, data: Any, got: dict[str, Any]) -> Outcome:
    for side, raw in got.items():
        reply = raw if isinstance(raw, Reply) else msgspec.convert(raw, Reply)
        assert isinstance(reply.answer, OptionAnswer)
        for unit, way in reply.answer.parts.items():
            if way == "table":
                continue
            text = (
                T("{unit}: set aside for an Ambush", unit=Thing(unit))
                if way == "ambush"
                else T("{unit}: set aside to scout ahead", unit=Thing(unit))
            )
            run.emit(
                "set_aside",
                "order",
                text,
                *changes.unit(run.state, unit, aside=way),
                clauses=("AFS-AMB-01",) if way == "ambush" else ("AFS-SCT-01",),
                about=(unit,),
                side=side,
                data={"unit": unit, "for": way},
            )
    return Done()


WAYS: dict[str, Text] = {"table": T("Set up with the others"), "ambush": T("Ambush"), "scout": T("Scout")}


class AsideQuestion(Discrete):
    """Which units are set aside, unit by unit (decision 5); all of them by default."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part for each unit with Ambush or Scout; a unit with both uses one of them (AFS-AMB-05)."""
        parts = {}
        usual = {}
        for unit, ways in may_set_aside(view, decision.side).items():
            parts[unit] = tuple(Choice(way, WAYS[way]) for way in (*ways, "table"))
            usual[unit] = ways[0]
        return Asked(OptionSpace(parts), Reply(OptionAnswer(usual)), draft=OptionAnswer(usual))


# --- units, then Scouts ------------------------------------------------------------------------------------------


@DEPLOYMENT.named("begin")
@SCOUTS.named("begin")
def _place_begin(run: Run, data: Any, got: Any) -> Outcome:
    own: BattleOwn = run.state.own
    return Goto("place", DeployData(own.winner))


def _one_by_one(what: set_up.Moment, *clauses: str) -> dict[str, StepFn]:
    """Alternately one unit each; who has none left is skipped (AFS-DEP-02, AFS-SCT-03)."""
    return OneByOne(set_up.QUESTION[what], set_up.MOMENTS[what], Done(), clauses).steps


DEPLOYMENT.also(_one_by_one("deployment", "AFS-DEP-02", "AFS-DEP-03"))
SCOUTS.also(_one_by_one("scouts", "AFS-SCT-02", "AFS-SCT-03"))
QUESTIONS = {EDGE: EdgeQuestion(), ASIDE: AsideQuestion()}
