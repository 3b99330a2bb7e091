"""Guns and rockets in step 8, played whole: arcs, lanes, ammunition, roundshot through units, counter-battery fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.own import FigureOwn
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, piece, put, regiment


def guns(body: str = "G1", **own: Any) -> Made:
    return battery(body, "south", **{"at": (50, 20), "pieces": ("12", "12"), **own})


def mark(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"companies": 1, "weapon": "", **own})


def piece_of(play: Played, base: str) -> FigureOwn:
    found: FigureOwn = play.state.bases[base].own
    return found


@pytest.mark.clause("NAP-LOF-01", "NAP-LOF-03", "NAP-LOF-04", "NAP-ART-20", "NAP-ART-23", "NAP-ART-25", "NAP-SCR-05")
@pytest.mark.clause("NAP-ART-01", "NAP-ART-14", "NAP-ART-16", "NAP-S86", "NAP-ARC-14", "NAP-S56", "NAP-R70")
def test_roundshot_through_two_units_of_example_eleven() -> None:
    state = field(
        guns(),
        mark("C1", at=(50, 45), figures=24),
        mark("C2", at=(50, 55), figures=24, companies=4, formation="closed_column"),
    )
    play = Played(state, [5]).answer(G1="C1:roundshot").to_end()
    assert (play.men("C1"), play.men("C2")) == (5, 22)
    assert piece_of(play, "G1.1").fired_at == "C1"
    assert play.of("G1").battery.shot_at == 1.0


@pytest.mark.clause("NAP-ART-03", "NAP-ART-18", "NAP-TGT-08", "NAP-R67")
@pytest.mark.parametrize(("pause", "men"), [(0.55, 45), (0.4, 23), (0.2, 0)])
def test_canister_at_charging_cavalry_of_example_twelve(pause: float, men: int) -> None:
    state = field(
        guns(),
        regiment("C1", "north", at=(50, 28), figures=12, companies=1, moved=220.0),
        ties=[charge("C1", "G1", 8.0, pause)],
    )
    play = Played(state, [2])
    found = (play.answer(G1="C1:canister") if men else play).to_end().of("C1").fire.hits
    assert [(h.what, h.men) for h in found] == [("canister", men)] if men else found[0].what == "roundshot"


@pytest.mark.clause("NAP-CBF-01", "NAP-CBF-02", "NAP-CBF-05", "NAP-R72")
def test_counter_battery_fire_at_deployed_guns_of_example_thirteen() -> None:
    state = field(guns(cls="C", pieces=("12",)), battery("G2", "north", at=(50, 45), pieces=("6",)))
    play = Played(state, [1, 1])
    assert "G2:roundshot" in play.choices("south")["G1"]
    play = play.answer("south", G1="G2:roundshot").answer("north").to_end()
    men = play.men("G2")
    assert play.of("G2").strength.men == men
    assert play.of("G2").battery.gun_hits == 2 * men
    assert play.of("G2").battery.limber_hits == 0


@pytest.mark.clause("NAP-CBF-03", "NAP-CBF-06", "NAP-R72")
def test_counter_battery_fire_at_limbered_guns_of_example_thirteen() -> None:
    state = field(
        guns(pieces=("12", "12")), battery("G2", "north", at=(50, 45), pieces=("6", "6"), formation="limbered")
    )
    play = Played(state, [1]).answer(G1="G2:roundshot").to_end()
    men = play.men("G2")
    assert men > 0
    assert 2 * play.of("G2").strength.men + play.of("G2").battery.half_man == men
    assert play.of("G2").battery.team_men == men
    assert (play.of("G2").battery.gun_hits, play.of("G2").battery.limber_hits) == (men, men)


@pytest.mark.clause("NAP-ARC-09", "NAP-S54", "NAP-OVH-01", "NAP-OVH-05")
def test_own_troops_in_the_lane_bar_the_gun() -> None:
    behind = field(guns(), mark("C1", at=(50, 60)), battalion("L1", "south", at=(50, 40), companies=1, weapon=""))
    assert Played(behind).to_end().of("G1").fire.fired == 0
    aside = field(guns(), mark("C1", at=(50, 60)), battalion("L1", "south", at=(75, 40), companies=1, weapon=""))
    assert Played(aside, [1]).to_end().of("G1").fire.fired == 1


@pytest.mark.clause("NAP-ARC-08", "NAP-S53")
@pytest.mark.parametrize(("x", "fires"), [(65.0, True), (80.0, False)])
def test_the_arc_of_a_gun(x: float, fires: bool) -> None:
    state = field(guns(pieces=("12",)), mark("C1", at=(x, 60), figures=6))
    play = Played(state, [1] if fires else []).to_end()
    assert bool(play.of("G1").fire.fired) is fires


@pytest.mark.clause("NAP-COV-05", "NAP-COV-07", "NAP-COV-13", "NAP-LOF-02")
def test_what_stops_roundshot() -> None:
    wall = piece("wall", [(30, 50), (70, 50)])
    play = Played(field(guns(), mark("C1", at=(50, 60)), features=[wall]), [1])
    assert (
        play.choices("south")["G1"] == ("C1:canister",) if play.asked else play.of("C1").fire.hits[0].what == "canister"
    )
    touching = Played(field(guns(), mark("C1", at=(50, 50)), features=[wall]), [1])
    assert touching.answer(G1="C1:roundshot").to_end().of("C1").fire.hits[0].men > 0
    wood = box("open_wood", 30, 46, 70, 56)
    open_order = field(guns(), mark("C1", at=(50, 45)), mark("C2", at=(50, 57)), features=[wood])
    assert Played(open_order, [1]).answer(G1="C1:roundshot").to_end().of("C2").fire.hits == ()


@pytest.mark.clause("NAP-AMM-03")
def test_a_gun_whose_limber_is_gone_is_silent() -> None:
    state = field(guns(pieces=("12",)), mark("C1", at=(50, 60)))
    away = replace(state.bases["G1.2"], pose=Pose(500.0, 50.0))
    assert Played(replace(state, bases={**state.bases, "G1.2": away})).to_end().of("G1").fire.fired == 0


@pytest.mark.clause("NAP-ART-09", "NAP-ART-11", "NAP-ART-12", "NAP-R68")
@pytest.mark.parametrize(
    ("legs", "moved", "fires"),
    [
        ([(0.0, 0.25, "unlimber"), (0.25, 1.0, "stand")], 0.0, True),
        ([(0.0, 0.5, "advance"), (0.5, 0.75, "unlimber")], 200.0, False),
        ([(0.0, 0.5, "action_move"), (0.5, 0.75, "unlimber")], 400.0, True),
        ([(0.0, 0.75, "action_move"), (0.75, 1.0, "unlimber")], 600.0, False),
    ],
)
def test_limbering_and_fire_in_one_move(legs: Any, moved: float, fires: bool) -> None:
    state = went(field(guns(pieces=("6",), moved=moved), mark("C1", at=(50, 50))), "G1", *legs)
    assert bool(Played(state, [1] if fires else []).to_end().of("G1").fire.fired) is fires


@pytest.mark.clause("NAP-ART-23", "NAP-R70")
def test_the_first_shot_after_unlimbering_is_one_however_long_it_waits() -> None:
    """A gun that unlimbers, and does not fire in that move, has lost the aim at its old target."""

    def after(*legs: tuple[float, float, str]) -> int:
        state = went(field(guns(pieces=("6",)), mark("C1", at=(50, 125), figures=24), move=3), "G1", *legs)
        aimed = {"G1.1": replace(state.bases["G1.1"], own=replace(state.bases["G1.1"].own, fired_at="C1"))}
        silent = Played(replace(state, bases={**state.bases, **aimed})).to_end()
        there = put(silent.state, "C1", (50, 45), 180.0, "line")
        there = replace(there, own=replace(there.own, move=4, tracks={}))
        return Played(there, [1]).answer(G1="C1:roundshot").to_end().men("C1")

    assert after((0.0, 1.0, "stand")) == 2  # 17: T14(4, 17)
    assert after((0.0, 0.25, "unlimber"), (0.25, 1.0, "stand")) == 1  # 15
