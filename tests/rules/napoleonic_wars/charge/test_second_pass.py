"""The rest of a move after a charge's pause: who is moved where, who runs how far, who was there when a body routed."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import Factor
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
