"""Volleys in step 8, played whole: who fires, the examples of the catalogue, what becomes of the body."""

from __future__ import annotations

import pytest

from tests.rules.napoleonic_wars.fire_play import Played, went
from tests.rules.napoleonic_wars.table import battalion, field


@pytest.mark.clause("NAP-SEQ-28", "NAP-ORD-15", "NAP-SMA-02", "NAP-SMA-24", "NAP-SMA-31", "NAP-CAS-01", "NAP-CAS-03")
@pytest.mark.clause("NAP-CAS-02", "NAP-CAS-04", "NAP-CAS-05", "NAP-CAS-06", "NAP-TGT-07", "NAP-ARC-01", "NAP-SMA-22")
def test_a_full_volley_of_example_one() -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2, figures=24),
        battalion("C1", "north", at=(50, 32), companies=2, figures=24, weapon=""),
    )
    play = Played(state, [4]).to_end()
    assert play.men("C1") == 48
    assert (play.of("C1").lost, play.of("C1").lost_now, play.of("C1").men, play.of("C1").men_now) == (2, 2, 8, 48)
    assert len(play.state.bases_of("C1")) == 22
    assert play.of("C1").fresh == ()  # 5 per cent
    assert (play.of("L1").fired, play.of("L1").fired_at, play.of("L1").loaded) == (1, "C1", True)
    assert play.of("L1").did == ("fired",)


@pytest.mark.clause("NAP-SMA-11", "NAP-R62")
def test_half_a_move_of_forming_leaves_one_shot_of_example_two() -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2),
        battalion("C1", "north", at=(50, 32), companies=2, weapon=""),
    )
    play = Played(went(state, "L1", (0.0, 0.5, "form")), [4]).to_end()
    assert (play.men("C1"), play.of("C1").lost, play.of("C1").men, play.of("L1").loaded) == (24, 1, 4, True)
    play = Played(went(state, "L1", (0.0, 0.51, "form")), [4]).to_end()
    assert (play.men("C1"), play.of("L1").loaded) == (24, False)
