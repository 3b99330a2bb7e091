"""Generals on the clock: with a unit, out of the enemy's way, captured."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock import first_pass
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes, officers
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from tests.rules.napoleonic_wars.charge.test_final import at_pause, charge, final
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import Made, at_cm, battalion, box, field, general, hide, of, piece, regiment

GO: dict[str, Any] = {"verb": "advance"}
WAIT: dict[str, Any] = {"verb": "wait", "quarters": 4}


def passed(state: State, **lines: Mapping[str, Any]) -> Run:
    """The first pass by some lines of move orders."""
    run = Run(state)
    for body, line in lines.items():
        run.emit("told", "order", None, notes.lined(run.state, body, [line]))
    first_pass.go(run, PassData(), {})
    return run


def chief(x: float, y: float) -> Made:
    """A commander-in-chief who looks north, the middle of his front edge at a place; 2 cm deep."""
    return general("G0", "south", at=(x, y), chief=True)


def hussars(x: float, y: float, side: str = "north", *, facing: float | None = None, body: str = "H1") -> Made:
    return regiment(body, side, at=(x, y), facing=facing, light=True, figures=8, companies=2)


def taken(run: Run) -> list[tuple[str, ...]]:
    """Who was captured by whom."""
    return [tuple(e.about) for e in run.events if e.type == "general_taken"]


def gaps_of(run: Run, before: State, one: str, other: str) -> list[float]:
    """The gap (mm) of two bodies at every hundredth of the move that was made."""
    a, b = (Mover.gone(known(before).units[u].side, u, run.state.own.tracks[u]) for u in (one, other))
    return [meeting.gap(a, b, k / 100.0) for k in range(101)]


@pytest.mark.clause("NAP-ORD-13", "NAP-S72")
def test_a_general_by_himself_rides_away_at_attack_distance_until_he_is_5_cm_beyond_it() -> None:
    """A line comes at 10 cm a move from 10 cm; at 0.5 it is 5 cm off, and he gains 5 cm at 50 cm a move."""
    state = field(chief(50, 50), battalion("E1", "north", at=(50, 60), figures=18))
    run = passed(state, E1=GO)
    legs = [leg for leg in run.state.own.tracks["G0"].legs if leg.what == "ride"]
    assert [(leg.start, leg.end) for leg in legs] == [(0.5, 0.6)]
    assert at_cm(run.state, "G0") == pytest.approx((50.0, 44.0), abs=0.02)
    assert taken(run) == []


@pytest.mark.clause("NAP-S31", "NAP-ORD-13")
@pytest.mark.parametrize(("off", "time"), [(5.0, 0.1225), (20.0, 0.4975), (40.0, 0.9975), (40.2, None)])
def test_a_general_told_to_wait_is_captured_at_the_moment_an_enemy_touches_him(off: float, time: float | None) -> None:
    """Hussars at 40 cm a move come over him: they touch him within 1 mm (NAP-S51)."""
    state = field(chief(50, 50), hussars(50, 50 + off))
    run = passed(state, G0=WAIT, H1=GO)
    if time is None:
        assert taken(run) == []
        assert at_cm(run.state, "G0") == (50.0, 50.0)
        return
    assert taken(run) == [("G0", "H1")]
    (event,) = [e for e in run.events if e.type == "general_taken"]
    assert event.data["time"] == pytest.approx(time, abs=0.0001)
    assert run.state.bases_of("G0") == ()
    assert of(run.state, "G0").captivity.captors == "H1"
    assert at_cm(run.state, "H1") == pytest.approx((50.0, 50.0 + off - 40.0))  # he holds nobody up


@pytest.mark.clause("NAP-S31", "NAP-RGN-06")
def test_a_general_in_contact_with_own_troops_is_not_captured() -> None:
    """The enemy halts at attack distance before the battalion; the general stands at its flank, nearer to them."""
    among = battalion("L1", "south", at=(50, 50), figures=18)
    state = field(chief(58, 53), among, battalion("E1", "north", at=(58, 55), figures=18))
    run = passed(state, G0=WAIT, E1=GO)
    assert taken(run) == []
    assert at_cm(run.state, "G0") == (58.0, 53.0)


@pytest.mark.clause("NAP-S31")
def test_another_general_is_no_own_troops() -> None:
    """Two generals in contact, both told to wait, are captured both, each as the line comes upon him."""
    state = field(chief(50, 50), general("G1", "south", at=(52, 50)), hussars(51, 60))
    run = passed(state, G0=WAIT, G1=WAIT, H1=GO)
    assert sorted(taken(run)) == [("G0", "H1"), ("G1", "H1")]


@pytest.mark.clause("NAP-S31", "NAP-S72")
def test_a_general_with_no_way_out_is_captured() -> None:
    """In the corner of the table, with hussars before him and beside him, he has no 5 cm of way."""
    state = field(chief(2, 2), hussars(6, 22), hussars(22, 6, facing=270, body="H2"))
    run = passed(state, H1=GO, H2=GO)
    assert [u for u, *_ in taken(run)] == ["G0"]


@pytest.mark.clause("NAP-S72")
@pytest.mark.parametrize("kind", ["deep_river", "wall"])
def test_a_general_turns_at_a_bank_or_wall_that_he_has_come_to(kind: str) -> None:
    """It lies 10 cm behind him: he comes to it, and rides along it when the hussars are upon him again."""
    line = [(0.0, 38.0), (200.0, 38.0)]
    made = piece(kind, line) if kind == "wall" else box(kind, 0, 30, 200, 38)
    run = passed(field(chief(50, 50), hussars(50, 80), features=[made]), H1=GO)
    assert taken(run) == []
    x, y = at_cm(run.state, "G0")
    assert abs(x - 50.0) > 5.0
    assert y == pytest.approx(40.0, abs=0.6)


@pytest.mark.clause("NAP-S31", "NAP-S19", "NAP-S48")
def test_a_general_who_rides_into_hidden_troops_is_captured_and_they_are_shown() -> None:
    wood = box("dense_wood", 20, 70, 80, 100, "W")
    state = field(chief(50, 60), battalion("E1", "north", at=(50, 75), figures=18), features=[wood], hidden=("E1",))
    run = passed(state, G0={"verb": "ride", "path": [[500.0, 735.0]]})
    assert "E1" not in run.state.units  # 1.5 cm off them he meets nobody
    assert taken(run) == []
    run = passed(state, G0={"verb": "ride", "path": [[500.0, 800.0]]})
    assert taken(run) == [("G0", "E1")]
    assert "E1" in run.state.units


@pytest.mark.clause("NAP-S31")
def test_routers_and_prisoners_capture_nobody() -> None:
    for result in ("surrendered", "rout"):
        made = battalion("E1", "north", at=(50, 51.5), figures=18, result=result)
        run = passed(field(chief(50, 50), made), G0={"verb": "ride", "path": [[500.0, 560.0]]})
        assert taken(run) == []


@pytest.mark.clause("NAP-S31", "NAP-S73")
def test_a_general_who_stays_with_a_unit_halts_where_and_when_it_halts() -> None:
    state = field(
        chief(50, 31),
        battalion("L1", "south", at=(50, 30), figures=18),
        battalion("E1", "north", at=(50, 41), figures=18),
    )
    run = passed(state, L1=GO, G0={"verb": "stay_with", "unit": "L1"})
    assert at_cm(run.state, "L1")[1] == pytest.approx(36.0, abs=0.01)
    assert at_cm(run.state, "G0")[1] == pytest.approx(37.0, abs=0.01)
    assert max(gaps_of(run, state, "G0", "L1")) <= 1.01


@pytest.mark.clause("NAP-S31", "NAP-MOV-07")
@pytest.mark.parametrize(("kind", "y"), [("open_wood", 89.0), ("marsh", 69.0), ("hedge", 74.0)])
def test_a_general_rides_up_to_a_unit_over_the_ground_that_lies_between(kind: str, y: float) -> None:
    """60 cm a move through trees; 20 cm of marsh at half of that cost as much again, a hedge a quarter of a move."""
    ground = piece("hedge", [(0, 40), (100, 40)]) if kind == "hedge" else box(kind, 0, 34, 100, 54)
    state = field(chief(50, 29), battalion("L1", "south", at=(50, 120), figures=18), features=[ground])
    run = passed(state, G0={"verb": "stay_with", "unit": "L1"})
    assert at_cm(run.state, "G0")[1] == pytest.approx(y, abs=0.02)


@pytest.mark.clause("NAP-S31", "NAP-MOV-07")
def test_a_general_rides_to_a_bridge_where_a_river_lies_before_his_unit() -> None:
    """The river ends 20 cm east of him; the way round it is half as long again as straight ahead."""
    river = box("deep_river", 0, 40, 70, 45)
    state = field(chief(50, 30), battalion("L1", "south", at=(50, 60), figures=18), features=[river])
    way = passed(state, G0={"verb": "stay_with", "unit": "L1"})
    track = way.state.own.tracks["G0"]
    legs = [shapely.LineString([leg.poses[0][:2], leg.after[0][:2]]) for leg in track.legs if leg.after]
    assert sum(leg.length for leg in legs) > 450.0
    assert not shapely.box(0.0, 401.0, 699.0, 449.0).intersects(shapely.MultiLineString(legs))
    assert gaps_of(way, state, "G0", "L1")[-1] <= 1.01


@pytest.mark.clause("NAP-S31", "NAP-MOV-07")
def test_a_general_halts_at_a_river_that_he_cannot_get_round() -> None:
    river = box("deep_river", 0, 40, 200, 45)
    state = field(chief(50, 30), battalion("L1", "south", at=(50, 60), figures=18), features=[river])
    run = passed(state, G0={"verb": "stay_with", "unit": "L1"})
    assert at_cm(run.state, "G0")[1] == pytest.approx(40.0, abs=0.02)


@pytest.mark.clause("NAP-S31", "NAP-CMD-08")
def test_the_loss_of_a_captured_general_is_kept_by_his_side_with_the_place_of_his_base() -> None:
    state = field(chief(50, 50), hussars(50, 60))
    run = passed(state, G0=WAIT, H1=GO)
    lost = notes.losses(run.state, "south")["G0"]
    assert (lost.move, lost.at, lost.facing) == (1, (500.0, 490.0), 0.0)
    assert not officers.in_office(run.state, "G0")
    assert notes.losses(run.state, "north") == {}


@pytest.mark.clause("NAP-S31", "NAP-S72")
@pytest.mark.parametrize("angle", range(0, 360, 24))
@pytest.mark.parametrize("order", ["", "wait"])
def test_no_enemy_rides_through_a_general_without_an_event(angle: int, order: str) -> None:
    """Hussars from all sides, aslant past him or over him: he is captured when touched, or never overlapped."""
    x, y = 60.0 - 14.0 * math.sin(math.radians(angle + 8)), 60.0 - 14.0 * math.cos(math.radians(angle + 8))
    state = field(chief(60, 60), hussars(x, y, facing=float(angle)))
    run = passed(state, H1=GO, **({"G0": WAIT} if order else {}))
    if taken(run):
        (event,) = [e for e in run.events if e.type == "general_taken"]
        assert min(gaps_of(run, state, "G0", "H1")[: int(event.data["time"] * 100)], default=5.0) > 0.9
    else:
        assert min(gaps_of(run, state, "G0", "H1")) > 0.9
    assert taken(run) or not order


@pytest.mark.clause("NAP-S31", "NAP-S41")
@pytest.mark.parametrize(("order", "caught"), [(WAIT, True), (None, False)])
def test_a_charge_that_goes_on_captures_a_general_on_its_way_who_waits(order: Any, caught: bool) -> None:
    """Heavy horse, 18 cm to go after routers; an enemy general stands 3 cm before them."""
    state = field(
        regiment("H1", "south", at=(50, 60)),
        battalion("E1", "north", at=(50, 75), figures=24, result="rout"),
        general("N0", "north", at=(50, 63), facing=180, chief=True),
        ties=(charge(answer="none", initial=None),),
    )
    run = Run(state)
    if order:
        run.emit("told", "order", None, notes.lined(run.state, "N0", [order]))
    done = final(run.state)
    assert at_cm(done.state, "H1")[1] > 65.0
    assert [tuple(e.about) for e in done.events if e.type == "general_taken"] == [("N0", "H1")] * caught


@pytest.mark.clause("NAP-S31", "NAP-S73")
def test_a_general_who_stays_with_a_charging_unit_goes_home_with_it() -> None:
    """8 cm to go; he stands behind its rear rank and keeps contact."""
    state = at_pause(8.0, general("G0", "south", at=(50, 50), chief=True))
    run = Run(state)
    run.emit("told", "order", None, notes.lined(run.state, "G0", [{"verb": "stay_with", "unit": "H1"}]))
    done = final(run.state)
    assert at_cm(done.state, "H1") == pytest.approx((50.0, 60.0), abs=0.02)
    assert at_cm(done.state, "G0") == pytest.approx((50.0, 58.0), abs=0.02)


@pytest.mark.clause("NAP-S47", "NAP-S19")
def test_a_charge_that_goes_home_over_hidden_troops_halts_before_them() -> None:
    """A silent company lies in scrub 3 cm before the horse, the target 8 cm off."""
    state = hide(at_pause(8.0, battalion("E2", "north", at=(50, 55), figures=4, companies=1)), "E2")
    state = replace(state, features={"S": box("scrub", 20, 52.5, 80, 57, "S")})
    done = final(state)
    assert "E2" in done.state.units
    assert board_of(done.state).gap("H1", "E2") == pytest.approx(20.0, abs=0.01)
    assert [e.about[:2] for e in done.events if e.type == "came_upon"] == [("H1", "E2")]
    assert done.state.ties["charge H1 E1"].own.home != "home"


@pytest.mark.clause("NAP-S31", "NAP-RGN-06")
@pytest.mark.parametrize(("captors", "taken_too"), [("E1", True), ("", False)])
def test_a_general_with_a_unit_that_has_surrendered_shares_its_fate(captors: str, taken_too: bool) -> None:
    state = field(
        chief(50, 51),
        battalion("L1", "south", at=(50, 50), figures=18, result="surrendered", captors=captors),
        battalion("E1", "north", at=(50, 70), figures=18),
        move=2,
    )
    done = Called(state, "nap.move", {"move": 2, "step": 15}).to_end()
    assert [tuple(e.about) for e in done.events if e.type == "general_taken"] == [("G0", "E1")] * taken_too


@pytest.mark.clause("NAP-S31", "NAP-S51")
@pytest.mark.parametrize(("off", "taken_too"), [(0.1, True), (0.11, False)])
def test_a_general_beside_whom_an_enemy_comes_to_stand_is_taken(off: float, taken_too: bool) -> None:
    """After a break-through, say: contact is 1 mm."""
    state = field(chief(50, 50), battalion("E1", "north", at=(50, 50 + off), figures=18), move=2)
    done = Called(state, "nap.move", {"move": 2, "step": 15}).to_end()
    assert [tuple(e.about) for e in done.events if e.type == "general_taken"] == [("G0", "E1")] * taken_too
