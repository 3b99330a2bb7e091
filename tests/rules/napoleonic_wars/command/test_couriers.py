"""Game orders on their way: in person, by courier, taken in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.command import couriers, notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from tests.rules.napoleonic_wars.table import battalion, box, field, general, put

ORDER = GameOrder("attack", ((500.0, 900.0),))


def battle(general_at: tuple[float, float], move: int = 3) -> Run:
    made = (battalion("L1", "south", at=(50, 20), figures=18), general("G0", "south", at=general_at, chief=True))
    return Run(field(*made, move=move))


def at_move(run: Run, move: int) -> Run:
    return Run(replace(run.state, own=replace(run.state.own, move=move)))


@pytest.mark.clause("NAP-ORD-06", "NAP-ORD-07", "NAP-R23")
def test_example_fourteen_an_order_in_person_takes_a_move_to_be_taken_in() -> None:
    run = battle((50.0, 26.0))
    couriers.give(run, "G0", "L1", ORDER)
    found = notes.coming(run.state, "L1")
    assert found is not None
    assert (found.since, found.by) == (5, "G0")
    four = at_move(run, 4)
    couriers.take_in(four)
    assert not notes.has_order(four.state, "L1")
    five = at_move(four, 5)
    couriers.take_in(five)
    assert notes.order_of(five.state, "L1").kind == "attack"
    assert notes.coming(five.state, "L1") is None


@pytest.mark.clause("NAP-S73")
def test_an_order_that_is_overtaken_by_a_newer_one_is_dropped() -> None:
    run = battle((50.0, 26.0))
    couriers.give(run, "G0", "L1", ORDER)
    couriers.give(run, "G0", "L1", replace(ORDER, kind="retire"))
    found = notes.coming(run.state, "L1")
    assert found is not None
    assert found.kind == "retire"


@pytest.mark.clause("NAP-S73")
def test_the_place_of_an_order_is_where_the_body_stands_when_it_takes_effect() -> None:
    run = battle((50.0, 26.0))
    couriers.give(run, "G0", "L1", ORDER)
    five = Run(put(replace(run.state, own=replace(run.state.own, move=5)), "L1", (60.0, 30.0), 0.0, "line"))
    couriers.take_in(five)
    assert notes.order_of(five.state, "L1").place == pytest.approx((600.0, 295.0))


@pytest.mark.clause("NAP-S73", "NAP-GEN-01")
def test_a_garrison_is_told_in_its_house_whose_middle_is_its_place() -> None:
    unit = battalion("L1", "south", at=None, figures=18, formation="garrison", inside="H")
    made = (unit, general("G0", "south", at=(50.0, 26.0), chief=True))
    run = Run(field(*made, features=[box("building", 40, 10, 50, 20, "H")], move=3))
    couriers.give(run, "G0", "L1", ORDER)
    six = Run(replace(run.state, own=replace(run.state.own, move=6)))
    couriers.take_in(six)
    assert notes.order_of(six.state, "L1").place == pytest.approx((450.0, 150.0))


@pytest.mark.clause("NAP-S05", "NAP-SEQ-45", "NAP-GEN-03", "NAP-GEN-02")
def test_orders_and_couriers_lie_in_the_secret_of_their_side() -> None:
    run = battle((50.0, 69.5))
    before: State = run.state
    couriers.give(run, "G0", "L1", ORDER)
    assert {s: list(x.notes) for s, x in run.state.secret.items()}.keys() == {"south"}
    assert replace(run.state, secret={}) == replace(before, secret={})
