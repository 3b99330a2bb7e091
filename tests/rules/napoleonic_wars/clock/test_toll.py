"""Step 7: what the ways really gone cost in order, and own troops passed through."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.clock import first_pass, toll_of_move
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.clock.test_pass import GO, ordered


def moved(state: State, **lines: Any) -> State:
    """The state after the first pass and step 7."""
    run = Run(ordered(state, **lines))
    first_pass.go(run, PassData(), {})
    toll_of_move.begin(run, None, None)
    return run.state


def factors(state: State, body: str) -> list[tuple[str, int]]:
    return [(f.table, f.n) for f in t.of(known(state), body).nerve.fresh]


@pytest.mark.clause("NAP-SEQ-27", "NAP-DIS-20", "NAP-S16", "NAP-S42")
def test_scrub_costs_one_once_and_who_stands_in_it_pays_nothing() -> None:
    scrub = [t.box("scrub", 30, 32, 70, 34), t.box("orchard", 30, 36, 70, 37)]
    state = t.field(
        t.battalion("L1", "south", at=(50, 30), figures=18),
        t.battalion("L2", "south", at=(100, 30), figures=18),
        features=[*scrub, t.box("scrub", 90, 20, 110, 40)],
    )
    after = moved(state, L1=GO)
    assert factors(after, "L1") == [("A", 1)]
    assert factors(after, "L2") == []
    assert factors(moved(state, L2={"verb": "advance", "distance": 5.0}), "L2") == [("A", 1)]


@pytest.mark.clause("NAP-DIS-20", "NAP-S16", "NAP-S39", "NAP-DIS-08")
def test_each_obstacle_costs_two_in_the_move_in_which_its_crossing_begins() -> None:
    hedges = [t.piece("ditch", [(30, y), (70, y)]) for y in (31, 32)]
    state = t.field(t.regiment("L1", "south", at=(50, 30), formation="line", light=True), features=hedges)
    after = moved(state, L1=GO)
    assert sum(n for _, n in factors(after, "L1")) == 2 * len(factors(after, "L1")) > 0
    assert "crossed" in t.of(after, "L1").march.did
    short = moved(state, L1={"verb": "advance", "distance": 10.0})
    assert factors(short, "L1") == []


@pytest.mark.clause("NAP-DIS-20", "NAP-DBL-02")
def test_a_double_move_after_a_double_move_costs_two_and_terrain_at_the_double_twice_as_much() -> None:
    scrub = [t.box("orchard", 30, 32, 70, 33)]
    quick = {"verb": "advance", "pace": "double"}
    body = t.battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column")
    first = moved(t.field(body), L1=quick)
    assert factors(first, "L1") == []
    assert t.of(first, "L1").march.doubled == 1
    again = moved(t.given(t.field(body, move=2), "L1", before=("double",), doubled=1), L1=quick)
    assert factors(again, "L1") == [("A", 2)]
    assert t.of(again, "L1").march.doubled == 2
    assert factors(moved(t.field(body, features=scrub), L1=quick), "L1") == [("A", 2)]


def charge(answer: Any, **own: Any) -> Tie:
    return Tie("c1", "charge", "H1", "E1", ChargeOwn(answer=answer, speed=500.0, pause_at=80.0, **own))


@pytest.mark.clause("NAP-DIS-20", "NAP-CTC-07")
@pytest.mark.parametrize(
    ("before", "cost"), [((), []), (("double",), [("A", 2)]), (("charged",), [("A", 2)]), (("evaded",), [])]
)
def test_a_charge_after_a_double_move_or_a_charge_costs_two(before: Any, cost: list[tuple[str, int]]) -> None:
    state = t.field(
        t.regiment("H1", "south", at=(50, 30), light=True),
        t.battalion("E1", "north", at=(50, 60), figures=18),
        ties=(charge("stand"),),
        move=2,
    )
    after = moved(t.given(state, "H1", before=before, did=("charged",)))
    assert factors(after, "H1") == cost
    assert "charged" in t.of(after, "H1").march.did
    assert t.of(after, "E1").march.did == ("was_charged",)


@pytest.mark.clause("NAP-SEQ-27", "NAP-S42", "NAP-EVD-07", "NAP-EVD-06", "NAP-INT-02")
@pytest.mark.parametrize(("walks", "mixed"), [(False, []), (True, [("H", 2)])])
def test_example_eighteen_evaders_pass_a_standing_column_for_nothing(walks: bool, mixed: list[Any]) -> None:
    loose = t.battalion("E1", "north", at=(50, 54), figures=6, formation="open", sub={"open": True})
    column = t.battalion("E2", "north", at=(50, 62), figures=18, formation="closed_column")
    state = t.field(
        t.regiment("H1", "south", at=(50, 30), light=True),
        loose,
        column,
        ties=(charge("evade", answer_speed=300.0, answer_start=0.0),),
    )
    after = moved(state, **({"E2": {"verb": "wheel", "hand": "left", "angle": 30}} if walks else {}))
    assert factors(after, "E1") == [("A", 1), *mixed]
    assert factors(after, "E2") == mixed
    assert after.own.notes == ("E1 E2",)


@pytest.mark.clause("NAP-S50", "NAP-S10", "NAP-INT-05", "NAP-DIS-27")
def test_a_passage_that_was_undone_costs_nothing_and_one_that_was_made_costs_four_each() -> None:
    undone = t.field(
        t.battalion("L1", "south", at=(50, 30), figures=18), t.battalion("L2", "south", at=(50, 25), figures=18)
    )
    after = moved(undone, L2={"verb": "advance", "distance": 45.0})
    assert factors(after, "L1") == factors(after, "L2") == []
    made = t.field(
        t.battalion("L1", "south", at=(50, 30), figures=18), t.regiment("L2", "south", at=(50, 25), light=True)
    )
    after = moved(made, L2=GO)
    assert factors(after, "L1") == factors(after, "L2") == [("H", 4)]


@pytest.mark.clause("NAP-S37", "NAP-S41", "NAP-SEQ-27")
def test_a_hidden_body_pays_for_its_way_and_nobody_is_told() -> None:
    wood = [t.box("open_wood", 30, 20, 70, 60, "W")]
    state = t.field(t.battalion("L1", "south", at=(50, 30), figures=18), features=wood, hidden=("L1",))
    after = moved(state, L1=GO)
    assert factors(after, "L1") == [("A", 1)]
    assert "L1" not in after.own.tracks
    assert after.own.notes == ()
