"""Parts of units that stay together, teams with dead animals in harness: what holds them in play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import State
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.examples.test_a import GO, ended, marched


def team(state: State) -> tuple[int, int]:
    """Living and dead animals of the battery's team."""
    (found,) = [b.own for b in state.bases_of("G1") if b.own.role == "team"]
    return found.horses, found.dead


@pytest.mark.clause("NAP-HRS-04", "NAP-R36")
def test_a_team_stands_a_move_until_its_dead_animal_is_cut_free() -> None:
    state = t.field(t.battery("G1", "south", (50, 50), formation="limbered", pieces=["6"]))
    (base,) = [b for b in state.bases_of("G1") if b.own.role == "team"]
    hurt = replace(base, own=replace(base.own, dead=1, horses=5))
    first = marched(replace(state, bases={**state.bases, base.id: hurt}), G1=GO)
    assert t.at_cm(first, "G1") == t.at_cm(state, "G1")
    assert team(first) == (5, 0)
    second = marched(ended(first), G1=GO)
    assert t.at_cm(second, "G1")[1] - t.at_cm(first, "G1")[1] == pytest.approx(12.5, abs=0.01)


@pytest.mark.clause("NAP-HRS-08", "NAP-S29")
@pytest.mark.parametrize(("fired", "way"), [(0, (0.0, -25.0)), (2, (0.0, -25.0)), (3, (25.0, 0.0))])
def test_horses_left_behind_bolt_from_the_nearest_fire(fired: int, way: t.Place) -> None:
    """At the double, from who fired in the move before, else from the nearest enemy."""
    left = t.battery("G1", "south", (50, 50), formation="limbered", pieces=["6"], abandoned=True)
    state = t.field(
        left, t.battalion("L2", "south", (20, 46.5), fired=fired), t.battalion("E1", "north", (50, 80)), move=4
    )
    (team,) = [b for b in state.bases_of("G1") if b.own.role == "team"]
    assert marched(state).bases[team.id].pose == team.pose  # its drivers hold it
    state = replace(state, bases={**state.bases, team.id: replace(team, own=replace(team.own, drivers=0))})
    start = team.pose
    assert start is not None
    after = marched(state)
    found = after.bases[team.id].pose
    assert found is not None
    gone = (found.x - start.x) / 10.0, (found.y - start.y) / 10.0
    assert gone == pytest.approx(way, abs=1.5)
    held = marched(t.given(state, "G1", captors="E1"))
    assert held.bases[team.id].pose == start


@pytest.mark.clause("NAP-S72")
@pytest.mark.parametrize(
    ("kind", "way"), [("", (0.0, -25.0)), ("open_wood", (0.0, -17.0)), ("deep_river", (-16.0, -9.0))]
)
def test_runaways_take_the_time_of_the_ground_and_turn_where_it_is_shut(kind: str, way: t.Place) -> None:
    """It begins 9 cm behind their hind legs: half the pace in a wood, along the bank of a river to their left."""
    left = t.battery("G1", "south", (50, 50), formation="limbered", pieces=["6"], abandoned=True)
    ground = [t.box(kind, 0, 0, 200, 33, "W")] if kind else []
    state = t.field(left, t.battalion("E1", "north", (50, 80)), features=ground, move=4)
    (team,) = [b for b in state.bases_of("G1") if b.own.role == "team"]
    state = replace(state, bases={**state.bases, team.id: replace(team, own=replace(team.own, drivers=0))})
    start, found = team.pose, marched(state).bases[team.id].pose
    assert start is not None
    assert found is not None
    gone = (found.x - start.x) / 10.0, (found.y - start.y) / 10.0
    assert (abs(gone[0]), gone[1]) == pytest.approx((abs(way[0]), way[1]), abs=0.5)
