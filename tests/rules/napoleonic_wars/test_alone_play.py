"""Beasts, couriers, reforming, passing through, facing, the one clock of charges and moves, d100, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State, Tie
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.mixing import Passing, factors, harmless
from rulesets.napoleonic_wars.command import couriers, notes
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import targets
from rulesets.napoleonic_wars.fire.losses import LossesData, Lot
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.nerve import circumstances
from rulesets.napoleonic_wars.own import ChargeOwn, Factor, Hit
from rulesets.napoleonic_wars.turn.moves import STEPS
from tests.rules.napoleonic_wars.clock.test_mixing import GUNS, HORSE, LINE, OPEN, RIDERS, two
from tests.rules.napoleonic_wars.clock.test_pass import GO, ordered, passed
from tests.rules.napoleonic_wars.command.test_couriers import ORDER, battle
from tests.rules.napoleonic_wars.disorder.test_book import one, reformed

from . import table as t
from .play import Called

CAMEL: dict[str, Any] = {"sub": {"kind": "camel"}, "regular": False}
ELEPHANT: dict[str, Any] = {"sub": {"kind": "elephant"}, "regular": False}


# --- beasts ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CAM-06")
@pytest.mark.parametrize("formation", ["line", "irregular", "open"])
@pytest.mark.parametrize("light", [False, True])
def test_camels_move_as_european_heavy_cavalry(formation: Any, light: bool) -> None:
    camels = t.field(t.regiment("L1", "south", formation=formation, light=light, **CAMEL))
    heavy = t.field(t.regiment("L1", "south"))
    speeds: tuple[rates.Speed, ...] = (*rates.SPEEDS, "rout")
    found = [[rates.rate(state, "L1", speed) for speed in speeds] for state in (camels, heavy)]
    assert found[0] == found[1]
    assert found[0][:3] == [30.0, 40.0, 50.0]
    natives = t.field(t.regiment("L1", "south", formation=formation, light=light, regular=False))
    assert rates.rate(natives, "L1") == 40.0


def factors_of_morale(state: State, body: str) -> dict[str, float]:
    """The rows of a body's test of morale."""
    return {text.key: n for text, n, _ in circumstances.test_sum(moments.end(state), body).rows}


@pytest.mark.clause("NAP-CAM-10")
@pytest.mark.parametrize(("gap", "afraid"), [(25.0, True), (25.1, False)])
def test_troops_near_enemy_elephants_are_afraid(gap: float, afraid: bool) -> None:
    state = t.field(t.battalion("L1", "south", (50, 30)), t.regiment("N1", "north", (50, 30 + gap), **ELEPHANT))
    assert [n for key, n in factors_of_morale(state, "L1").items() if "elephants" in key] == ([-2] if afraid else [])
    camels = t.field(t.battalion("L1", "south", (50, 30)), t.regiment("N1", "north", (50, 30 + gap), **CAMEL))
    assert not any("elephants" in key for key in factors_of_morale(camels, "L1"))


@pytest.mark.clause("NAP-CAM-10")
@pytest.mark.parametrize(
    ("arm", "pieces", "what", "told"),
    [
        ("guns", ["6"], "roundshot", ELEPHANT),
        ("rockets", ["rocket"], "rocket", ELEPHANT),
        ("guns", ["6"], "roundshot", CAMEL),
    ],
)
def test_elephants_dread_guns_and_rockets(arm: str, pieces: list[str], what: str, told: dict[str, Any]) -> None:
    hits = (Hit("N1", what, 5),)
    guns = t.battery("N1", "north", (50, 90), pieces=pieces, arm=arm)
    state = t.field(t.regiment("L1", "south", hits=hits, **told), guns)
    dread = [n for key, n in factors_of_morale(state, "L1").items() if "elephants" in key]
    assert dread == ([-3] if told is ELEPHANT else [])
    shot = t.field(t.regiment("L1", "south", hits=(Hit("N1", "volley", 5),), **told), t.battalion("N1", "north"))
    assert not any("elephants" in key for key in factors_of_morale(shot, "L1"))


@pytest.mark.clause("NAP-CAM-10")
@pytest.mark.parametrize("told", [CAMEL, ELEPHANT])
def test_camels_and_elephants_react_as_cavalry(told: dict[str, Any]) -> None:
    state = t.field(t.regiment("L1", "south", **told))
    assert facts.reacts_mounted(state, "L1")
    assert facts.attack_distance(state, "L1") == 10.0


# --- couriers --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-GEN-03")
def test_a_courier_is_nobody_to_fight_with() -> None:
    run = battle((50.0, 69.5))
    before = run.state
    couriers.give(run, "G0", "L1", ORDER)
    assert len(notes.couriers(run.state, "south")) == 1
    after = run.state
    assert (after.units, after.bases, after.ties) == (before.units, before.bases, before.ties)
    # an enemy who stands where he sets out has no more enemies and targets than without him
    met = [with_foe(state) for state in (before, after)]
    assert facts.enemies(met[1], "north") == facts.enemies(met[0], "north") == ("L1",)
    assert targets.enemies(met[1], "N1") == targets.enemies(met[0], "N1")


def with_foe(state: State) -> State:
    """The state with an enemy battalion beside the general."""
    foe = t.battalion("N1", "north", (50, 72))
    units, bases = {foe.unit.id: foe.unit}, {b.id: b for b in foe.bases}
    there = replace(state, units={**state.units, **units}, bases={**state.bases, **bases})
    return t.put(there, "N1", (50, 72), 180.0, "line")


# --- reforming -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R26")
@pytest.mark.parametrize(
    "told",
    [
        {"fresh": (Factor("A", 2, "NAP-DIS-20"),)},  # of itself
        {"carried": 2, "rest": 1.0},  # by the time it takes
    ],
)
def test_factors_go_at_step_twenty_and_count_in_the_rallying_before(told: dict[str, Any]) -> None:
    names = [name for name, _, _ in STEPS]
    assert names.index("nap.reform") == names.index("nap.rally") + 1
    state, body = one(**told)
    assert book.counted(state, body) == 2
    told = circumstances.rally_sum(moments.end(state), body)
    assert {text.key: n for text, n, _ in told.rows}["disorganisation"] == -2
    after = reformed(state)
    assert (after.nerve.carried, after.nerve.fresh) == (0, ())


# --- passing through -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R33")
def test_the_first_case_that_fits_decides() -> None:
    evades = Passing("L1", evades=True)
    # skirmishers who evade through others: the first case, though they would be barred from the third
    assert harmless(two(OPEN, RIDERS), evades, Passing("L2")) == "NAP-INT-01"
    assert harmless(two(OPEN, GUNS), evades, Passing("L2")) == "NAP-INT-01"
    # the second case is theirs in close order and not the third, at whatever speed
    assert harmless(two(OPEN, LINE), evades, Passing("L2", still=True)) == "NAP-INT-02"
    assert harmless(two(OPEN, LINE), evades, Passing("L2")) == ""
    assert factors(two(OPEN, LINE), evades, Passing("L2")) == {"L1": 2, "L2": 2}
    gunners = two({**LINE, "arm": "guns", "regular": False}, LINE)
    assert harmless(gunners, Passing("L1", evades=True, away=True), Passing("L2")) == ""
    assert harmless(gunners, Passing("L1", away=True), Passing("L2")) == "NAP-INT-03"
    assert harmless(two(OPEN, LINE), Passing("L1"), Passing("L2")) == "NAP-INT-03"
    assert harmless(two(OPEN, HORSE), Passing("L1", still=True), Passing("L2")) == "NAP-INT-03"


# --- facing ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R41")
def test_a_body_stands_for_the_time_of_its_facing_alone() -> None:
    state = t.field(t.battalion("L1", "south"))
    found = plan(state, "L1", (act.Advance(40.0), act.Face("about"), act.Advance()))
    legs = [(leg.what, leg.start, leg.end) for leg in found.track.legs]
    assert legs == [("advance", 0.0, 0.4), ("face", 0.4, 0.65), ("advance", 0.65, 1.0)]


@pytest.mark.clause("NAP-R41")
def test_deployed_siege_guns_cannot_about_face() -> None:
    def bars(pieces: list[str]) -> tuple[float, list[str]]:
        found = plan(t.field(t.battery("L1", "south", pieces=pieces)), "L1", (act.Face("about"),))
        return found.time, [fault.bar.clause for fault in found.faults]

    assert bars(["siege"]) == (0.0, ["NAP-R41"])
    assert bars(["12"]) == bars(["3"]) == (0.5, [])


# --- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R46")
@pytest.mark.parametrize(("line", "gap", "pause"), [([GO], 80.0, 0.64), ([], 100.0, 0.2175)])
def test_a_charger_and_who_marches_out_of_its_way_move_together(line: list[Any], gap: float, pause: float) -> None:
    """A column leaves the course in a fifth of the move; where it stands the charge stops 10 cm from it."""
    told = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0))
    column = t.battalion("E2", "north", (57, 52), 90.0, "closed_column", 18, companies=6)
    horse = t.regiment("H1", "south", (50, 30), light=True, figures=8, companies=2)
    state = t.field(horse, t.battalion("E1", "north", (50, 70), figures=18), column, ties=(told,))
    run = passed(ordered(state, E2=line))
    found = run.state.ties["c1"].own
    assert (found.gap, found.pause) == (pytest.approx(gap, abs=0.1), pytest.approx(pause, abs=0.001))
    assert t.at_cm(run.state, "E2")[0] == pytest.approx(72.0 if line else 57.0, abs=0.1)


# --- d100 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-OPT-01")
@pytest.mark.parametrize(
    ("men", "dice", "lost"),
    [
        *((27, (3, 5), 2), (27, (3, 6), 1), (27, (0, 1), 2)),  # one figure and 35 per cent
        *((39, (9, 5), 2), (39, (9, 6), 1), (39, (0, 0), 1)),  # 95 per cent; two noughts are a hundred
        *((20, (), 1), (40, (), 2), (1, (0, 5), 1), (1, (0, 6), 0)),
    ],
)
def test_the_rest_of_casualties_is_a_chance_of_one_more_figure(men: int, dice: tuple[int, ...], lost: int) -> None:
    state = t.field(t.battalion("L1", "south"), options={"percentile": True})
    play = Called(state, "nap.losses", LossesData((Lot("L1", men),)), *dice)
    play.give()
    assert (facts.strength(play.state, "L1"), t.of(play.state, "L1").strength.men) == (24 - lost, 0)


@pytest.mark.clause("NAP-OPT-01")
def test_without_the_option_the_rest_is_carried_over() -> None:
    play = Called(t.field(t.battalion("L1", "south")), "nap.losses", LossesData((Lot("L1", 27),)))
    play.give()
    assert (facts.strength(play.state, "L1"), t.of(play.state, "L1").strength.men) == (23, 7)
