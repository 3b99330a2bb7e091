"""Game orders on their way: in person, by courier, taken in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.command import couriers, notes
from rulesets.napoleonic_wars.command.notes import Courier, GameOrder
from tests.rules.napoleonic_wars.table import battalion, box, field, general, given, put

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


@pytest.mark.clause("NAP-ORD-08", "NAP-R23", "NAP-S22", "NAP-GEN-01")
def test_example_fourteen_a_courier_over_half_a_metre_arrives_in_the_next_move() -> None:
    run = battle((50.0, 69.5))
    couriers.give(run, "G0", "L1", ORDER)
    assert len(notes.couriers(run.state, "south")) == 1
    couriers.ride_on(run)  # still in move 3: he sets out with the next
    assert len(notes.couriers(run.state, "south")) == 1
    four = at_move(run, 4)
    couriers.ride_on(four)
    assert notes.couriers(four.state, "south") == {}
    found = notes.coming(four.state, "L1")
    assert found is not None
    assert found.since == 6


@pytest.mark.clause("NAP-GEN-01", "NAP-GEN-02", "NAP-S22")
def test_a_courier_rides_sixty_centimetres_a_move() -> None:
    run = battle((50.0, 120.0))
    couriers.give(run, "G0", "L1", ORDER)
    four = at_move(run, 4)
    couriers.ride_on(four)
    (courier,) = notes.couriers(four.state, "south").values()
    assert courier.at == pytest.approx((500.0, 590.0), abs=0.1)  # from its middle, a centimetre behind its front
    five = at_move(four, 5)
    couriers.ride_on(five)
    found = notes.coming(five.state, "L1")
    assert found is not None
    assert found.since == 7


@pytest.mark.clause("NAP-S22")
def test_a_courier_rides_round_enemies_by_their_attack_distance() -> None:
    made = (battalion("L1", "south", at=(50, 20), figures=18), battalion("E1", "north", at=(50, 60), figures=18))
    state = field(*made)
    way = couriers.path_of(state, "south", (500.0, 1000.0), (500.0, 200.0))
    assert way.length > 800.0
    nearest = min(p.y for b in state.bases_of("E1") if (p := b.pose))
    assert nearest < 620.0
    from rulesets.napoleonic_wars.field.board import board_of

    assert way.distance(board_of(state).outline("E1")) >= 49.0
    free = couriers.path_of(state, "south", (1500.0, 1000.0), (1500.0, 200.0))
    assert free.length == pytest.approx(800.0)


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
    couriers.ride_on(run)
    six = Run(replace(run.state, own=replace(run.state.own, move=6)))
    couriers.take_in(six)
    assert notes.order_of(six.state, "L1").place == pytest.approx((450.0, 150.0))


@pytest.mark.clause("NAP-CMD-11")
def test_a_unit_that_has_been_told_counts_its_new_general() -> None:
    run = battle((50.0, 60.0))
    state = given(run.state, "G0", untold=("L1", "L2"))
    told = notes.noted(state, "south", "courier c9", Courier("L1", (500.0, 300.0), 2, news="G0"))
    run = Run(state)
    run.emit("sent", "order", None, told)
    couriers.ride_on(run)
    assert run.state.units["G0"].own.untold == ("L2",)


@pytest.mark.clause("NAP-S05", "NAP-SEQ-45", "NAP-GEN-03", "NAP-GEN-02")
def test_orders_and_couriers_lie_in_the_secret_of_their_side() -> None:
    run = battle((50.0, 69.5))
    before: State = run.state
    couriers.give(run, "G0", "L1", ORDER)
    assert {s: list(x.notes) for s, x in run.state.secret.items()}.keys() == {"south"}
    assert replace(run.state, secret={}) == replace(before, secret={})
