"""The rest of a move after a charge's pause: who is moved where, who runs how far, who was there when a body routed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import Factor, Leg, Track, Was
from tests.rules.napoleonic_wars.charge.test_final import at_pause, charge, final, told
from tests.rules.napoleonic_wars.fire_play import went
from tests.rules.napoleonic_wars.table import Made, at_cm, battalion, field, given, of, regiment


def routs_at(pause: float, *more: Made) -> State:
    """A line that breaks on the final value of a charge, which has paused at a moment."""
    state = at_pause(8.0, *more, initial=4, pause=pause)
    return given(state, "E1", lost=5, fresh=(Factor("B", 2, "NAP-DIS-21"),))


def friend(body: str, y: float, **own: Any) -> Made:
    return battalion(body, "north", at=(50, y), figures=12, companies=1, facing=0.0, **own)


@pytest.mark.clause("NAP-CSQ-05")
@pytest.mark.parametrize(("pause", "far"), [(0.0, 35.0), (0.55, 15.75), (0.8, 7.0)])
def test_foot_that_routs_at_the_pause_runs_its_rate_for_the_rest_of_the_move(pause: float, far: float) -> None:
    """Foot routs at 35 cm a move; it turns about on the spot, so its front is 1 cm farther north."""
    played = final(routs_at(pause))
    assert of(played.state, "E1").nerve.result == "rout"
    assert at_cm(played.state, "E1") == pytest.approx((50.0, 61.0 + far), abs=0.01)


@pytest.mark.clause("NAP-CSQ-05")
def test_a_counter_charger_is_moved_into_contact_as_the_charger_is() -> None:
    tie = charge(answer="counter_charge", answer_speed=400.0, answer_start=0.3, pause=0.6, pause_at=100.0)
    riders = regiment("E1", "north", at=(50, 60), figures=12)
    played = final(field(regiment("H1", "south", at=(50, 50), figures=12), riders, ties=(tie,)))
    assert told(played).home == "home"
    assert board_of(played.state).touching("H1", "E1")
    assert at_cm(played.state, "H1") == pytest.approx((50.0, 55.0), abs=0.02)
    assert at_cm(played.state, "E1") == pytest.approx((50.0, 55.0), abs=0.02)


@pytest.mark.clause("NAP-S59", "NAP-S101")
def test_who_was_near_a_rout_of_the_second_pass_is_asked_of_its_moment() -> None:
    """At 0.55 E2 was 23.5 cm off and E3 30.5; at the end of the move E2 is 37 cm off, and E3 17."""
    state = routs_at(0.55, friend("E2", 99.0), friend("E3", 79.0))
    state = went(state, "E2", (0.0, 1.0, "advance"), back=(0.0, 30.0))
    state = went(state, "E3", (0.0, 1.0, "advance"), back=(0.0, -30.0))
    (gone,) = final(state).state.own.gone
    assert (gone.body, gone.what) == ("E1", "rout")
    assert set(gone.near) == {"H1", "E2"}


# --- what is read at the pause ---------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S101", "NAP-S57")
@pytest.mark.parametrize(("turned", "sector", "value"), [(0.5, "front", 2), (0.8, "flank", 6)])
def test_from_where_a_charge_comes_is_read_at_the_pause(turned: float, sector: str, value: int) -> None:
    """A figure that turns to face the horse at 0.8 showed its flank at 0.55, when the horse was at attack distance."""
    state = at_pause(8.0, target=battalion("E1", "north", at=(50, 60), figures=1, companies=1))
    pose = state.bases["E1.1"].pose
    assert pose is not None
    before, after = ((pose.x, pose.y, facing) for facing in (70.0, 180.0))
    legs = (Leg(0.0, turned, (before,), what="face"), Leg(turned, 1.0, (after,), what="stand"))
    state = replace(state, own=replace(state.own, tracks={"E1": Track(("E1.1",), legs)}))
    played = final(state)
    assert (told(played).sector_home, told(played).final) == (sector, value)


@pytest.mark.clause("NAP-S101", "NAP-R92")
@pytest.mark.parametrize(("ready", "result"), [(0.5, ""), (0.8, "rout")])
def test_a_square_that_is_not_ready_at_the_pause_routs_as_other_foot(ready: float, result: str) -> None:
    """On a final value of 6 a square stands before horse."""
    state = at_pause(8.0, target=battalion("E1", "north", at=(50, 60), figures=24, formation="square"), initial=6)
    state = given(state, "E1", was=(Was(ready, {"formation": "line"}),))
    assert of(final(state).state, "E1").nerve.result == result
