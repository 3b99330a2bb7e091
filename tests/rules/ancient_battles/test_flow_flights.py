"""Flight: how far, which way, through whom, off the table."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of
from rulesets.ancient_battles.flee.flights import FleeData, bearing_away, compulsory_bearing, flight_end, nearest_edge
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.shots_play import Play, recruit
from tests.rules.ancient_battles.table import piece, table, unit


def front(state: State, unit_id: str) -> tuple[float, float, float]:
    pose = block_of(state, unit_id).front
    return round(pose.x / 25.0, 3), round(pose.y / 25.0, 3), pose.facing


def flee(state: State, data: FleeData, *dice: int) -> Play:
    return Play(state, "wab.flee", data, dice).to_end()


# --- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FLE-03", "WAB-FLE-02", "WAB-S14")
def test_two_dice_and_the_whole_block_is_carried_along_as_it_stands() -> None:
    play = flee(table(unit("PHA", (36, 24)), unit("WAR", (36, 32), 180)), FleeData("PHA", "charge", "WAR"), 3, 4)
    assert front(play.state, "PHA") == (36.0, 17.0, 0.0)
    assert play.of("fled")[0].data["inches"] == 7
    assert (play.own("PHA").fleeing, play.own("PHA").fled_to) == (True, 180.0)
    assert len({(b.pose.x, b.pose.y) for b in play.state.bases_of("PHA") if b.pose}) == 24


@pytest.mark.clause("WAB-FLE-03", "WAB-R30", "WAB-ARM-14")
@pytest.mark.parametrize(
    ("armour", "faces", "inches"),
    [
        (("full_plate", "full_plate_barding"), (5, 3), 8),
        (("full_plate",), (5, 3, 1), 9),
        ((), (1, 1, 1), 3),
    ],
)
def test_plate_slows_a_flight(monkeypatch: Any, armour: tuple[str, ...], faces: tuple[int, ...], inches: int) -> None:
    """W08: M 8 less 2 is 6, exactly 6 is slow: two dice. At 7 it is three."""
    recruit(monkeypatch, "PLA", "COM", armour=armour)
    state = table(unit("PLA", (36, 30), side="south"), unit("WAR", (36, 40), 180))
    play = flee(state, FleeData("PLA", "charge", "WAR"), *faces)
    assert play.shown() == [faces]
    assert front(play.state, "PLA") == (36.0, 30.0 - inches, 0.0)


@pytest.mark.clause("WAB-FLE-04", "WAB-R11")
@pytest.mark.parametrize(("unit_id", "faces", "inches"), [("PHA", (5,), 5), ("COM", (4, 2), 6)])
def test_fire_and_flee_is_a_die_shorter(unit_id: str, faces: tuple[int, ...], inches: int) -> None:
    state = table(unit(unit_id, (36, 24)), unit("WAR", (36, 34), 180))
    play = flee(state, FleeData(unit_id, "charge", "WAR", less=True), *faces)
    assert play.shown() == [faces]
    assert front(play.state, unit_id)[1] == 24.0 - inches


# --- which way ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S14", "WAB-FLE-06")
def test_away_from_an_enemy_is_from_its_middle_through_the_own() -> None:
    """Middles at (36, 22.4) and (40, 26.0): the way leads by 4 and 3.6 to the south-west."""
    state = table(unit("PHA", (36, 24)), unit("SIL", (20, 24), side="south"), unit("GAE", (40, 24.4), 180))
    assert facts.centre(state, "PHA") == (900.0, 560.0)
    assert facts.centre(state, "GAE") == (1000.0, 650.0)
    assert bearing_away(state, "PHA", "GAE") == pytest.approx(228.013, abs=0.001)


@pytest.mark.clause("WAB-S37", "WAB-S14")
@pytest.mark.parametrize(("edge", "bearing"), [("south", 180.0), ("north", 0.0)])
def test_where_the_middles_coincide_one_runs_home(edge: str, bearing: float) -> None:
    ring = unit("CRE", poses=[(36, 26), (38, 24), (36, 22), (34, 24)], models=4)
    other = {"south": "north", "north": "south"}[edge]
    state = table(ring, unit("GCH", (36, 25), 0), sides={"south": {"edge": edge}, "north": {"edge": other}})
    assert facts.centre(state, "CRE") == facts.centre(state, "GCH")
    assert bearing_away(state, "CRE", "GCH") == bearing


@pytest.mark.clause("WAB-S14")
def test_with_no_enemy_told_the_nearest_is_fled_from() -> None:
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 32), 180), unit("GAE", (10, 24), 180))
    play = flee(state, FleeData("PHA", "panic"), 1, 1)
    assert front(play.state, "PHA") == (36.0, 22.0, 0.0)


# --- compulsory moves --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FLE-01", "WAB-S14")
@pytest.mark.parametrize(
    ("at", "bearing"),
    [((36, 9), 180.0), ((36, 41), 0.0), ((5, 25), 270.0), ((68, 25), 90.0)],
)
def test_compulsory_moves_make_for_the_nearest_edge(at: tuple[float, float], bearing: float) -> None:
    state = table(unit("SGE", at, fleeing=True))
    assert nearest_edge(state, "SGE") == bearing
    play = flee(state, FleeData("SGE", "compulsory"), 1, 1, 1)
    assert play.own("SGE").fled_to == bearing
    assert play.of("fled")[0].data["way"] == 75.0


@pytest.mark.clause("WAB-S37")
def test_of_edges_equally_near_it_is_ones_own() -> None:
    state = table(unit("SGE", (24, 25)), size=(48.0, 48.0))
    assert facts.centre(state, "SGE") == (600.0, 600.0)
    assert nearest_edge(state, "SGE") == 180.0


@pytest.mark.clause("WAB-S14", "WAB-FLE-01")
@pytest.mark.parametrize(
    ("west", "east", "bearing"),
    [
        (40.0, 41.0, 180.0),
        (35.4, 36.6, 210.0),
        (30.0, 36.2, 150.0),
        (35.8, 42.0, 210.0),
    ],
)
def test_a_way_is_sought_about_the_thicket_right_before_left(west: float, east: float, bearing: float) -> None:
    """Turned by 15 degrees the rider drifts 0.54 inch aside on the 2 inches to the thicket, by 30 degrees 1.15."""
    thicket = piece("thick_wood", box=(west, 4.0, east, 8.0))
    state = table(unit("SGE", (36, 12), fleeing=True), terrain=[thicket])
    assert compulsory_bearing(state, "SGE", 200.0) == bearing


@pytest.mark.clause("WAB-S14")
@pytest.mark.parametrize(("kind", "bearing"), [("wood", 180.0), ("thick_wood", 195.0), ("water", 195.0)])
def test_only_impassable_and_very_difficult_ground_turns_them(kind: str, bearing: float) -> None:
    state = table(unit("SGE", (36, 12), fleeing=True), terrain=[piece(kind, box=(35.98, 4, 36.02, 8))])
    assert compulsory_bearing(state, "SGE", 200.0) == bearing


@pytest.mark.clause("WAB-S14")
@pytest.mark.parametrize(("into", "bearing"), [(0.0015, 180.0), (0.0025, 195.0)])
def test_ground_that_the_lane_but_grazes_turns_nobody(into: float, bearing: float) -> None:
    """The rider's lane ends at x = 36.5; the thicket lies that many inches within it."""
    thicket = piece("thick_wood", box=(36.5 - into, 4.0, 38.0, 8.0))
    state = table(unit("SGE", (36, 12), fleeing=True), terrain=[thicket])
    assert compulsory_bearing(state, "SGE", 200.0) == bearing


@pytest.mark.clause("WAB-S14")
@pytest.mark.parametrize(
    ("x", "fleeing", "bearing"), [(38.0, False, 180.0), (37.95, False, 195.0), (37.95, True, 180.0)]
)
def test_an_inch_is_kept_from_enemies_who_do_not_flee_themselves(x: float, fleeing: bool, bearing: float) -> None:
    """The rider's lane ends at x = 36.5, the enemy's base begins half an inch west of its middle."""
    enemy = unit("GCH", (x, 8), 180, fleeing=fleeing)
    state = table(unit("SGE", (36, 14), fleeing=True), enemy)
    assert compulsory_bearing(state, "SGE", 300.0) == bearing


@pytest.mark.clause("WAB-S14")
def test_where_every_way_is_shut_they_go_straight() -> None:
    state = table(unit("SGE", (36, 12), fleeing=True), terrain=[piece("thick_wood", box=(30, 2, 42, 14))])
    assert compulsory_bearing(state, "SGE", 200.0) == 180.0


# --- through others, off the table -------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S14", "WAB-S07")
def test_through_friend_and_enemy_and_an_inch_beyond() -> None:
    """3 inches would end upon the friends behind: it goes on until it is 1 inch clear of them."""
    state = table(unit("SIL", (36, 30)), unit("PHA", (36, 25)), unit("WAR", (36, 40), 180))
    depth = block_of(state, "SIL").depth / 25.0
    clear = 30.0 - depth - (25.0 - block_of(state, "PHA").depth / 25.0) + depth + 1.0
    end = flight_end(state, "SIL", 180.0, 75.0)
    assert not end.off
    assert end.way == pytest.approx(clear * 25.0, abs=0.03)
    assert flight_end(state, "SIL", 180.0, 500.0).way == 500.0


@pytest.mark.clause("WAB-S15", "WAB-S14")
@pytest.mark.parametrize(("y", "gone"), [(10.2, True), (10.21, False)])
def test_who_touches_the_edge_is_routed_off(y: float, gone: bool) -> None:
    """Four ranks are 3.2 inches deep: the rear stands 7 inches from the edge, and 7 are rolled."""
    state = table(unit("PHA", (36, y)), unit("WAR", (36, y + 8), 180))
    play = flee(state, FleeData("PHA", "charge", "WAR"), 3, 4)
    assert bool(play.of("routed_off")) is gone
    assert situation.on_table(play.state, "PHA") is not gone
    assert play.count("PHA") == (0 if gone else 24)


@pytest.mark.clause("WAB-FLE-02", "WAB-RCT-05")
def test_whoever_runs_touches_and_charges_nobody_any_more() -> None:
    state = table(unit("NOB", (36, 24), 0), unit("PHA", (36, 24), 180, side="south"), unit("SIL", (20, 30)))
    state = declared(state, "NOB", "SIL")
    assert sorted(t.kind for t in state.ties.values()) == ["charge", "contact"]
    play = flee(state, FleeData("NOB", "panic", "PHA"), 1, 1, 1)
    assert not play.state.ties


@pytest.mark.clause("WAB-R53")
def test_the_player_turn_in_which_a_flight_begins_is_kept() -> None:
    """A second flight does not move it: only the first one spares the rally and the compulsory move."""
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 32), 180), turn=2, active="north", first="south")
    play = flee(state, FleeData("PHA", "charge", "WAR"), 1, 1)
    assert play.own("PHA").fled_turn == 5
    state = table(unit("PHA", (36, 24), fleeing=True, fled_turn=3), unit("WAR", (36, 32), 180), turn=2)
    assert flee(state, FleeData("PHA", "charge", "WAR"), 1, 1).own("PHA").fled_turn == 3


@pytest.mark.clause("WAB-FLE-05", "WAB-S14")
def test_a_direction_and_a_roll_that_are_settled_are_kept() -> None:
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 32), 180))
    play = flee(state, FleeData("PHA", "combat", "WAR", bearing=90.0, rolled=6))
    assert front(play.state, "PHA") == (42.0, 24.0, 0.0)


@pytest.mark.clause("WAB-FLE-06", "WAB-FLE-01")
def test_a_flight_is_told_of_who_runs_and_of_whom_he_runs_from() -> None:
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 32), 180))
    assert flee(state, FleeData("PHA", "panic"), 1, 1).event("fled").about == ("PHA", "WAR")
    runner = table(unit("PHA", (36, 24), fleeing=True), unit("WAR", (36, 32), 180))
    assert flee(runner, FleeData("PHA", "compulsory"), 1, 1).event("fled").about == ("PHA",)
