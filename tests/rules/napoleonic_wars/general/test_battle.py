"""Whole battles of the general: he wins against chance and holds what he was told to hold."""

from __future__ import annotations

import pytest

from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars.general_play import fought


def won(battles: range, side: str, other: str) -> int:
    """How many battles the general wins from a side; a draw is none."""
    found = 0
    for k in battles:
        who = {"south": other, "north": other} | {side: "general"}
        session, table = fought(who["south"], who["north"], k)
        assert table.referee.watches[side].faults == 0
        found += session.state.over is not None and session.state.over.winner == side
    return found


def test_he_goes_into_the_town_and_stays_there_against_the_plain_player() -> None:
    """Six moves of a meeting: he is on his way to the objectives, in the town by then, without a fault."""
    session, table = fought("plain", "general", 0, moves=9)
    assert [w.faults for w in table.referee.watches.values()] == [0, 0]
    town = next(m for m in victory.objectives(session.state) if victory.marker_own(m).feature == "town")
    assert victory.share_held(session.state, town, "north") == (1.0, "NAP-VIC-03")


@pytest.mark.soak
@pytest.mark.parametrize("side", ["south", "north"])
@pytest.mark.parametrize(("other", "least"), [("random", 97), ("plain", 80)])
def test_he_wins_from_either_side_with_every_army(side: str, other: str, least: int) -> None:
    """97 of a hundred against chance, 80 against who orders everybody straight the nearest target enemy."""
    assert won(range(100), side, other) >= least
