"""What the second pass of a move costs, where a charge stops whose target ran, when a target runs."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from tests.rules.napoleonic_wars.charge.test_declare import charge, ordered
from tests.rules.napoleonic_wars.charge.test_sequence import (
    DECLARE,
    FINAL,
    HOME,
    MOVED,
    OPEN,
    PASS,
    foot,
    heavy,
    light,
    tie,
)
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import at_cm, battalion, box, field, general, of, piece, regiment

UP_TO_HOME = (DECLARE, PASS, MOVED, FINAL)


def entered(played: Fought, body: str = "H1") -> list[tuple[str, int]]:
    return [(f.table, f.n) for f in of(played.state, body).nerve.fresh]


@pytest.mark.clause("NAP-S42", "NAP-CHG-10", "NAP-DIS-20")
@pytest.mark.parametrize(
    ("made", "factors", "gone", "moved"),
    [
        (piece("stream", [(20, 45), (80, 45)], "W"), [("A", 4)], 0.65, 200.0),  # 5 cm before them, a quarter to cross
        (
            piece("stream", [(20, 49.8), (80, 49.8)], "W"),
            [("A", 4)],
            0.65,
            200.0,
        ),  # they do not touch it: nobody defends it
        (
            piece("stream", [(20, 49.9), (80, 49.9)], "W"),
            [],
            0.398,
            199.0,
        ),  # they defend it: it is met, and fought over
        (box("field", 20, 46, 80, 49, "W"), [("A", 2)], 0.4, 200.0),
        (box("field", 20, 53, 80, 70, "W"), [], 0.4, 200.0),
    ],
)
def test_ground_that_a_charge_comes_to_after_its_pause_costs_order_at_once(
    made: Any, factors: list[tuple[str, int]], gone: float, moved: float
) -> None:
    state = field(light(), foot((50, 50), weapon=""), features=[made])
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 4, 4, frames=UP_TO_HOME)
    played.end()
    assert (tie(played).pause, tie(played).home) == (0.2, "home")
    assert entered(played) == factors
    legs = [leg for leg in played.state.own.tracks["H1"].legs if leg.what == "charge"]
    assert sum(leg.end - leg.start for leg in legs) == pytest.approx(gone, abs=0.001)
    assert of(played.state, "H1").march.moved == pytest.approx(moved, abs=0.1)


@pytest.mark.clause("NAP-S41", "NAP-DIS-27")
def test_a_charge_passes_through_friends_after_its_pause() -> None:
    friend = battalion("L2", "south", at=(59.5, 49.5), figures=10)  # its left end stands in the way, 5 mm before them
    state = field(light(), friend, foot((48, 50.5), weapon=""))
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 4, 4, frames=UP_TO_HOME)
    played.end()
    assert tie(played).home == "home"
    assert (entered(played), entered(played, "L2")) == ([("H", 4)], [("H", 4)])


@pytest.mark.clause("NAP-S50")
@pytest.mark.parametrize(("y", "stops", "factors"), [(80.0, 79.0, []), (77.0, 80.0, [("H", 4)])])
def test_a_charger_whose_target_ran_finds_no_place_in_his_friends(
    y: float, stops: float, factors: list[tuple[str, int]]
) -> None:
    loose = battalion("E1", "north", at=(50, 54), figures=1, companies=1, **OPEN)
    friend = battalion("L2", "south", at=(60, y), figures=8, companies=2)
    played = Fought(ordered(field(light(figures=16), friend, loose), H1=charge("E1")), 3, 3, 3, 3, frames=UP_TO_HOME)
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    assert at_cm(played.state, "H1") == (50.0, pytest.approx(stops, abs=0.05))
    assert entered(played, "L2") == factors  # what is undone has not taken place


@pytest.mark.clause("NAP-S82", "NAP-CHG-12")
@pytest.mark.parametrize(("answer", "stops"), [("stop", 50.0), ("on", 70.0)])
def test_a_charger_pauses_before_the_place_that_a_router_left_and_may_stop_there(answer: str, stops: float) -> None:
    state = field(heavy(), general("G1", "south", at=(50, 27), chief=True), foot(weapon=""))
    line = {"H1": charge("E1"), "G1": {"verb": "stay_with", "unit": "H1"}}
    played = Fought(ordered(state, **line), 5, 5, 2, 2, frames=UP_TO_HOME)
    assert (tie(played).pause, played.asked.question) == (0.5, "target_gone")  # 10 cm from where they stood
    played.answer(OptionAnswer({"H1": answer}))
    played.end()
    assert at_cm(played.state, "H1") == (50.0, stops)
    assert entered(played) == ([] if answer == "stop" else [("A", 2)])


@pytest.mark.clause("NAP-RES-12", "NAP-R171")
@pytest.mark.parametrize(
    ("first", "facing", "at"),
    [
        ({"delay": 0.3}, 0.0, 78.5),  # 3 cm of its march, then 0.7 of 35
        ({"delay": 0.0}, 0.0, 86.0),
        ({"first": [{"verb": "advance", "distance": 30.0}]}, 180.0, 83.5),  # a manoeuvre of 0.1: 31.5 from its rear
    ],
)
def test_a_target_that_a_charge_makes_rout_runs_when_the_charge_begins(
    first: dict[str, Any], facing: float, at: float
) -> None:
    state = field(heavy(), foot((50, 51), facing=facing, weapon=""))
    line = [{"verb": "advance"}] if facing == 0.0 else []
    told = {**charge("E1"), **first}
    played = Fought(ordered(state, H1=told, E1=line), 5, 5, 2, 2, frames=HOME[:3])
    played.end()
    assert of(played.state, "E1").nerve.result == "rout"
    assert at_cm(played.state, "E1") == (50.0, pytest.approx(at, abs=0.01))


# --- the way of those who run ---------------------------------------------------------------------------------------


def ran(made: Any) -> Fought:
    loose = battalion("E1", "north", at=(50, 54), figures=6, companies=1, **OPEN)
    state = field(light(), loose, features=[made] if made else [])
    played = Fought(ordered(state, H1=charge("E1")), 3, 3, 3, 3, frames=(DECLARE, PASS, MOVED))
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    return played


@pytest.mark.clause("NAP-MOV-07", "NAP-MOV-10")
@pytest.mark.parametrize(
    ("made", "y", "factors"),
    [
        (None, 86.0, 1),
        (piece("hedge", [(0, 61), (200, 61)], "W"), 78.5, 3),  # 5 cm, a quarter, 17.5 cm
        (box("dense_wood", 0, 60, 200, 70, "W"), 82.667, 3),  # 10 cm at three quarters
        (box("river", 0, 60, 200, 64, "W"), 84.667, 3),
    ],
)
def test_evaders_take_the_time_of_the_ground(made: Any, y: float, factors: int) -> None:
    played = ran(made)
    assert at_cm(played.state, "E1") == pytest.approx((50.0, y), abs=0.01)
    assert sum(n for _, n in entered(played, "E1")) == factors


@pytest.mark.clause("NAP-S72")
def test_evaders_run_to_the_bank_and_turn_there() -> None:
    played = ran(box("deep_river", 0, 64, 200, 68, "W"))
    first, *_, last = played.state.own.tracks["E1"].legs
    assert (first.end, last.start) == (pytest.approx(8.0 / 30.0, abs=1e-3),) * 2
    assert (last.poses[0][2] % 180.0, last.end) == (90.0, 1.0)
    assert of(played.state, "E1").march.moved == pytest.approx(300.0, abs=0.1)


@pytest.mark.clause("NAP-ATK-01", "NAP-DIS-20")
def test_an_attack_costs_the_order_of_a_march_at_normal_speed() -> None:
    """Nobody charges through a fordable river: close order pays 2 for it, not the 4 of a charge."""
    river = box("river", 0, 41, 200, 45, "W")
    state = field(battalion("L1", "south", at=(50, 40)), foot((50, 47), weapon=""), features=[river])
    played = Fought(ordered(state, L1={"verb": "attack", "target": "E1"}), frames=(DECLARE, PASS, MOVED))
    played.end()
    assert entered(played, "L1") == [("A", 2)]


@pytest.mark.clause("NAP-R135", "NAP-R32", "NAP-DIS-20")
@pytest.mark.parametrize(
    ("made", "y", "factors"),
    [
        (piece("stream", [(0, 72), (200, 72)], "W"), 99.5, 4),  # 10 cm, a quarter, 27.5 cm
        (box("river", 0, 72, 200, 76, "W"), 108.0, 4),  # 4 cm at half its speed: nobody of them chose to double
    ],
)
def test_horse_that_withdraws_at_the_double_pays_and_goes_as_such(made: Any, y: float, factors: int) -> None:
    state = field(light(cls="A"), regiment("E1", "north", at=(50, 60), figures=12), features=[made])
    played = Fought(ordered(state, H1=charge("E1")), 4, 3, 2, 2, frames=(DECLARE, PASS, MOVED))
    played.end()
    assert of(played.state, "E1").nerve.result == "withdraw"
    assert at_cm(played.state, "E1") == pytest.approx((50.0, y), abs=0.01)
    assert entered(played, "E1") == [("A", factors)]


@pytest.mark.clause("NAP-RSP-11", "NAP-RES-12")
@pytest.mark.parametrize(("dice", "y"), [((4, 3, 2, 2), 112.0), ((5, 5, 2, 2), 127.0)])
def test_horse_that_runs_by_the_first_value_rides_no_counter_charge(dice: tuple[int, ...], y: float) -> None:
    state = field(light(cls="A"), regiment("E1", "north", at=(50, 60), figures=12))
    played = Fought(ordered(state, H1=charge("E1")), *dice, frames=(DECLARE, PASS, MOVED))
    assert played.asked.question == "answer_charges"
    played.answer(OptionAnswer({"E1": "counter_charge"}))
    played.end()
    assert at_cm(played.state, "E1") == pytest.approx((50.0, y), abs=0.01)  # 50 or 65 cm from its rear
    assert "charged" not in of(played.state, "E1").march.did
