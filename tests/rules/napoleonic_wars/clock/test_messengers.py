"""Couriers: how fast and by which way they ride, when they arrive, who takes them."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.clock import errands, first_pass, messengers
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.command import couriers, notes
from rulesets.napoleonic_wars.command.notes import Courier, GameOrder
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import hidden, known
from tests.rules.napoleonic_wars.table import Made, battalion, box, field, general, piece, regiment

ORDER = GameOrder("attack", ((500.0, 900.0),))
GO: dict[str, Any] = {"verb": "advance"}


def sent(*made: Made, move: int = 3, to: str = "L1", **more: Any) -> Run:
    """A battle in which G0 has just sent an order, in step 21 of a move."""
    run = Run(field(*made, move=move, **more))
    couriers.give(run, "G0", to, ORDER)
    return run


def next_move(run: Run, **lines: dict[str, Any]) -> Run:
    """The next move is made, with lines of move orders; couriers ride at its end."""
    after = Run(replace(run.state, own=replace(run.state.own, move=run.state.own.move + 1, tracks={})))
    for body, line in lines.items():
        after.emit("told", "order", None, notes.lined(after.state, body, [line]))
    first_pass.go(after, PassData(), {})
    messengers.ride_on(after)
    return after


def rode(run: Run) -> list[tuple[str, float]]:
    """What became of couriers in a move, and when."""
    kinds = ("courier_rides", "courier_arrives", "courier_lost")
    return [(e.type.removeprefix("courier_"), e.data["time"]) for e in run.events if e.type in kinds]


def way_of(run: Run) -> shapely.LineString:
    """The whole way of the only courier, as it is found now."""
    (courier,) = notes.couriers(run.state, "south").values()
    return found(run.state, courier)


def found(state: State, courier: Courier) -> shapely.LineString:
    view = known(state)
    others = messengers.movers(view)
    unknown = {u for u in hidden(state) if view.units[u].side == "north"}
    foes = errands.foes(view, courier, others, 0.0, unknown)
    points = errands.way(view, courier, others, (0.0, 0.0), foes)
    return shapely.LineString(points) if points else shapely.LineString()


def chief(x: float, y: float, side: str = "south") -> Made:
    """A commander-in-chief whose base, 2 by 2 cm, has its southern edge at ``y``."""
    return general("G0", side, at=(x, y + 2.0), chief=True)


def line(x: float, y: float, body: str = "L1") -> Made:
    """A line of 13.5 cm that looks north."""
    return battalion(body, "south", at=(x, y), figures=18)


def hussars(x: float, y: float, body: str = "H1", **more: Any) -> Made:
    """12 cm of hussars who look south, 2 cm deep."""
    return regiment(body, "north", at=(x, y), figures=12, companies=3, light=True, **more)


@pytest.mark.clause("NAP-S22", "NAP-ORD-08", "NAP-R23")
def test_example_fourteen_a_courier_over_half_a_metre_arrives_in_the_next_move() -> None:
    run = sent(line(50, 20), chief(50, 70))
    messengers.ride_on(run)  # still in move 3: he sets out with the next
    assert rode(run) == []
    four = next_move(run)
    assert rode(four) == [("arrives", 0.8333)]
    coming = notes.coming(four.state, "L1")
    assert coming is not None
    assert coming.since == 6


@pytest.mark.clause("NAP-S22", "NAP-S11", "NAP-GEN-01")
@pytest.mark.parametrize(("off", "arrives", "since"), [(60.0, 2, 4), (60.1, 3, 5)])
def test_example_thirty_a_courier_rides_60_cm_from_edge_to_edge(off: float, arrives: int, since: int) -> None:
    run = next_move(sent(line(100, 20), chief(100, 20 + off), move=1))
    if arrives == 3:
        assert rode(run) == [("rides", 1.0)]
        (courier,) = notes.couriers(run.state, "south").values()
        assert courier.at == pytest.approx((1000.0, 201.0), abs=0.01)
        run = next_move(run)
    else:
        assert rode(run) == [("arrives", 1.0)]
    coming = notes.coming(run.state, "L1")
    assert coming is not None
    assert (coming.since, run.state.own.move) == (since, arrives)


@pytest.mark.clause("NAP-S22", "NAP-S11")
def test_example_thirty_a_courier_does_not_ride_through_hussars() -> None:
    """They stand 9.5 cm before the battalion, so he must keep 9.5 cm from them and not 10."""
    run = sent(line(100, 20), chief(100, 80), hussars(100, 29.5), move=1)
    way = way_of(run)
    assert way.length / 10.0 == pytest.approx(67.1, abs=0.05)
    assert way.distance(board_of(run.state).outline("H1")) >= 94.99
    two = next_move(run)
    assert rode(two) == [("rides", 1.0)]
    three = next_move(two)
    ((kind, time),) = rode(three)
    assert kind == "arrives"
    assert time == pytest.approx(7.14 / 60.0, abs=0.001)
    coming = notes.coming(three.state, "L1")
    assert coming is not None
    assert coming.since == 5


@pytest.mark.clause("NAP-S22")
def test_who_routs_and_who_is_hidden_is_not_ridden_round() -> None:
    straight = pytest.approx(600.0)
    assert way_of(sent(line(100, 20), chief(100, 80), hussars(100, 40, result="rout"))).length == straight
    assert way_of(sent(line(100, 20), chief(100, 80), hussars(100, 40), hidden=("H1",))).length == straight
    assert way_of(sent(line(100, 20), chief(100, 80), hussars(100, 40))).length > 610.0


@pytest.mark.clause("NAP-S22", "NAP-S48", "NAP-S31")
def test_a_courier_who_rides_into_hidden_troops_is_lost_and_they_are_shown() -> None:
    wood = box("open_wood", 80, 30, 120, 45, "W")
    ambush = battalion("E1", "north", at=(100, 40), figures=18)
    run = next_move(sent(line(100, 10), chief(100, 60), ambush, hidden=("E1",), features=[wood]))
    ((kind, time),) = rode(run)
    assert kind == "lost"
    assert time == pytest.approx((60.0 - 41.1) / 60.0, abs=0.001)  # the northern edge of their line, and 1 mm
    assert notes.couriers(run.state, "south") == {}
    assert notes.coming(run.state, "L1") is None
    assert "E1" in run.state.units


@pytest.mark.clause("NAP-S22")
def test_a_courier_with_no_way_waits() -> None:
    """The addressee stands behind a river that nobody fords."""
    river = box("deep_river", 0, 40, 200, 44, "R")
    run = sent(line(100, 20), chief(100, 60), features=[river])
    assert way_of(run).is_empty
    four = next_move(run)
    assert rode(four) == [("rides", 1.0)]
    (courier,) = notes.couriers(four.state, "south").values()
    assert courier.at == (1000.0, 600.0)


@pytest.mark.clause("NAP-S22", "NAP-S31")
@pytest.mark.parametrize(("kind", "arrives"), [("", 0.8333), ("ditch", None), ("marsh", None), ("dense_wood", 1.0)])
def test_ground_takes_a_courier_the_time_of_skirmishers(kind: str, arrives: float | None) -> None:
    """50 cm take 0.8333; a ditch takes a quarter more, 20 cm of marsh at half his rate a third, of wood a ninth."""
    made = {
        "": [],
        "ditch": [piece("ditch", [(50, 40), (150, 40)])],
        "marsh": [box("marsh", 50, 35, 150, 55, "M")],
        "dense_wood": [box("dense_wood", 50, 35, 150, 65, "W")],
    }
    run = next_move(sent(line(100, 20), chief(100, 70), features=made[kind]))
    if arrives is None:
        assert rode(run) == [("rides", 1.0)]
    else:
        assert rode(run) == [("arrives", arrives)]


@pytest.mark.clause("NAP-S22", "NAP-S31")
def test_a_courier_crosses_an_obstacle_once_and_loses_a_quarter_of_a_move() -> None:
    """He is at the ditch at 0.6167 and over it at 0.8667; 13 cm are left, of which he rides 8 in this move."""
    run = next_move(sent(line(100, 20), chief(100, 70), features=[piece("ditch", [(50, 33), (150, 33)])]))
    (courier,) = notes.couriers(run.state, "south").values()
    assert courier.at == pytest.approx((1000.0, 250.0), abs=0.01)
    ((kind, time),) = rode(next_move(run))
    assert (kind, time) == ("arrives", 0.0833)


@pytest.mark.clause("NAP-S22")
def test_a_courier_rides_to_where_the_addressee_is_at_every_quarter() -> None:
    """The battalion marches off at 10 cm a move: the gap of 45 cm is closed at 60 less 10."""
    run = next_move(sent(line(100, 30), chief(100, 75)), L1={"verb": "face", "to": "about"})
    assert rode(run) == [("arrives", 0.75)]
    towards = next_move(sent(line(100, 30), chief(100, 75)), L1=GO)
    assert rode(towards) == [("arrives", moment_of(45.0 / 70.0))]
    away = next_move(sent(battalion("L1", "south", at=(100, 30), facing=180, figures=18), chief(100, 75)), L1=GO)
    assert rode(away) == [("arrives", moment_of(44.0 / 50.0))]


@pytest.mark.clause("NAP-S22")
@pytest.mark.parametrize(("far", "arrives"), [(10.0, 0.5), (14.0, 0.7), (25.0, None)])
def test_a_courier_overtakes_hussars_who_ride_away(
    far: float, arrives: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go 40 cm a move and he goes 60; he finds his way twice a quarter at most."""
    found, way = list[int](), errands.way
    monkeypatch.setattr(errands, "way", lambda *given: found.append(1) or way(*given))
    made = regiment("L1", "south", at=(100, 60), facing=180, figures=12, companies=3, light=True)
    run = next_move(sent(made, chief(100, 60 + 2 + far)), L1=GO)
    assert rode(run) == [("rides", 1.0) if arrives is None else ("arrives", arrives)]
    assert len(found) <= 8


def moment_of(time: float) -> float:
    return round(time, 4)


@pytest.mark.clause("NAP-S22", "NAP-S72")
def test_a_courier_rides_out_of_the_way_of_an_enemy_who_comes_upon_him() -> None:
    """Hussars ride across his way from the side: nobody touches him, and he arrives a move later."""
    across = regiment("H1", "north", at=(118, 45), facing=270, figures=8, companies=2, light=True)
    run = next_move(sent(line(100, 20), chief(100, 70), across), H1=GO)
    ((kind, _),) = rode(run)
    assert kind == "rides"


@pytest.mark.clause("NAP-S22", "NAP-S72")
@pytest.mark.parametrize(("y", "lost"), [(40.0, 0.5575), (22.2, None)])
def test_a_courier_whom_an_enemy_touches_is_lost_with_his_order(y: float, lost: float | None) -> None:
    """In a bend of a deep river, 4 cm wide, he has no 5 cm of way; two hussars come at 40 cm a move from the south."""
    bank = [(90, 30), (90, 66), (110, 66), (110, 30), (102, 30), (102, 62.5), (98, 62.5), (98, 30)]
    made = (
        line(100, 5),
        chief(20, 100),
        regiment("H1", "north", at=(100, y), facing=0, figures=2, companies=1, light=True),
    )
    run = Run(field(*made, features=[piece("deep_river", bank, "R", line=False)], move=3))
    courier = Courier("L1", (1000.0, 624.0), 2, ORDER)
    run.emit("sent", "order", None, notes.noted(run.state, "south", "courier c1", courier))
    after = next_move(run, H1=GO)
    assert rode(after) == ([("rides", 1.0)] if lost is None else [("lost", lost)])
    assert notes.coming(after.state, "L1") is None
    assert len(notes.couriers(after.state, "south")) == (lost is None)


@pytest.mark.clause("NAP-S22")
def test_an_order_to_a_unit_that_is_gone_is_lost() -> None:
    run = sent(line(100, 20), chief(100, 70))
    gone = {b: replace(base, pose=None, where="gone") for b, base in run.state.bases.items() if base.unit == "L1"}
    after = next_move(Run(replace(run.state, bases={**run.state.bases, **gone})))
    assert notes.couriers(after.state, "south") == {}


@pytest.mark.clause("NAP-S22", "NAP-GEN-02")
def test_a_courier_sets_out_from_the_edge_of_a_base_that_is_nearest() -> None:
    run = sent(line(100, 20), chief(120, 50))
    (courier,) = notes.couriers(run.state, "south").values()
    assert courier.at == (1190.0, 500.0)
    assert courier.by == "G0"


@pytest.mark.clause("NAP-S22", "NAP-S11")
@pytest.mark.parametrize("seed", range(12))
def test_no_way_of_a_courier_crosses_an_enemy_or_comes_nearer_than_it_may(seed: int) -> None:
    """Bodies thrown on the table at random: every way keeps the attack distance, or as near as its ends stand."""
    dice = random.Random(seed)
    made: list[Made] = [line(100, 15), chief(100, 110)]
    for k in range(6):
        at, facing = (dice.uniform(30, 170), dice.uniform(30, 95)), float(dice.randrange(0, 360, 15))
        if k % 2:
            made.append(regiment(f"H{k}", "north", at=at, facing=facing, figures=8, companies=2, light=True))
        else:
            made.append(battalion(f"E{k}", "north", at=at, facing=facing, figures=18))
    run = sent(*made)
    way, board = way_of(run), board_of(run.state)
    assert not way.is_empty
    for foe in board.bodies:
        if board.sides[foe] == "north":
            far = 100.0 if foe.startswith("H") else 50.0
            least = min(far, board.gap(foe, "L1"), board.gap(foe, "G0"))
            assert way.distance(board.outline(foe)) >= least - 0.11
    assert way.length >= math.dist(way.coords[0], way.coords[-1]) - 1e-6


@pytest.mark.clause("NAP-S22", "NAP-S31")
def test_a_courier_rides_round_the_end_of_a_wall_without_losing_time() -> None:
    """29.732 cm to its end, 30.176 to the corner of the line; he comes to the end just before half of the move."""
    run = next_move(sent(line(50, 20), chief(50, 78), features=[piece("wall", [(40, 50), (60, 50)])]))
    ((kind, time),) = rode(run)
    assert (kind, time) == ("arrives", pytest.approx((29.732 + 30.176) / 60.0, abs=0.0003))
