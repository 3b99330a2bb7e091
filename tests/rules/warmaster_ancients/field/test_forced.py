"""Shifts to the first obstacle and making way (WMA-S18, WMA-S19)."""

from __future__ import annotations

import math

import pytest

from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.forced import Aside, Met, make_way
from tests.rules.warmaster_ancients.table import at_cm, feature, table, unit

NORTH = (0.0, 1.0)


def driven(*others, code="VEL-1", at=(90.0, 60.0), terrain=(), facing="S", **more):
    """A unit shot at from the south, with others about it."""
    return table(
        unit(code, "south", at=at, facing=facing, **more),
        unit("GAL-1", at=(90, 40), facing="N"),
        *others,
        terrain=terrain,
    )


def friend(y, code="LEG-1", x=90.0):
    return unit(code, "south", at=(x, y), facing="S")


def first(state, mm, unit_id="VEL-1", direction=NORTH):
    return forced.first_obstacle(state, unit_id, direction, mm)


# --- directions --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-04", "WMA-S18", "WMA-S06")
def test_ex09_straight_away_from_the_nearest_shooter():
    state = driven()
    assert forced.away_from(state, "VEL-1", "GAL-1") == (0.0, 1.0)
    assert first(state, 120) is None
    assert [at_cm(p) for p in forced.shifted(state, "VEL-1", NORTH, 120).values()] == [
        (94, 72, 180),
        (90, 72, 180),
        (86, 72, 180),
    ]


@pytest.mark.clause("WMA-DRV-04", "WMA-S18")
def test_the_direction_runs_from_nearest_point_to_nearest_point():
    state = table(unit("VEL-1", at=(90, 60)), unit("GAL-1", at=(105, 40)))
    # from (99, 41) to (96, 59)
    length = math.hypot(3, 18)
    assert forced.away_from(state, "VEL-1", "GAL-1") == pytest.approx((-3 / length, 18 / length))


@pytest.mark.clause("WMA-S18")
def test_out_of_contact_the_direction_is_between_the_centres_of_the_touching_stands():
    state = table(unit("VEL-1", at=(90, 60)), unit("GAL-1", at=(90, 58)))
    assert forced.away_from(state, "VEL-1", "GAL-1") == (0.0, 1.0)


# --- making way --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-06", "WMA-DRV-07", "WMA-S18", "WMA-S19", "WMA-R20")
def test_ex12_making_way_or_not():
    state = driven(friend(65))
    assert first(state, 80) == Met("friend", "LEG-1", 30.0, 20.0)
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert isinstance(aside, Aside)
    assert (aside.direction, aside.distance) == ((0.0, 1.0), 50.0)
    assert [at_cm(p) for p in aside.ends.values()] == [(94, 70, 180), (90, 70, 180), (86, 70, 180)]
    after = state.with_poses(dict(aside.ends))
    assert first(after, 80) is None
    refused = first(state, 80)
    assert refused == Met("friend", "LEG-1", 30.0, 20.0)
    halted = state.with_poses(forced.shifted(state, "VEL-1", NORTH, refused.halt))
    assert [at_cm(b.pose)[1] for b in halted.bases_of("VEL-1")] == [62, 62, 62]


@pytest.mark.clause("WMA-S18")
@pytest.mark.parametrize(("mm", "met"), [(30.0, False), (30.02, False), (30.03, True)])
def test_a_friend_is_met_only_if_it_would_be_overlapped(mm, met):
    # 0.002 cm x 4 cm = 0.008 square cm; 0.003 cm x 4 cm = 0.012
    assert (first(driven(friend(65)), mm) is not None) is met


@pytest.mark.clause("WMA-S19")
def test_the_smallest_permitted_of_three_shifts():
    # standing 1 cm to the left of the mover's lane's right edge, to the right is shortest
    state = driven(friend(65, x=101))
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert isinstance(aside, Aside)
    assert (aside.direction, aside.distance) == ((1.0, 0.0), 10.0)
    state = driven(friend(65, x=79))
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert isinstance(aside, Aside)
    assert (aside.direction, aside.distance) == ((-1.0, 0.0), 10.0)


@pytest.mark.clause("WMA-S19")
def test_equal_shifts_go_along_then_left_then_right():
    # 5 cm on, or 5 cm to the right
    state = driven(friend(65, x=97))
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert isinstance(aside, Aside)
    assert aside.direction == (0.0, 1.0)
    # a single stand in the middle of a line of three: 8 cm to either side
    state = table(unit("VEL-1", at=(90, 60), facing="S"), unit("LEG-1", poses=[(90, 65, "S")], stands=1))
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 120)
    assert isinstance(aside, Aside)
    assert (aside.direction, aside.distance) == ((-1.0, 0.0), 80.0)


@pytest.mark.clause("WMA-S19")
@pytest.mark.parametrize(
    ("mm", "direction", "way"), [(100.0, NORTH, 100.0), (120.0, NORTH, 120.0), (120.1, (-1.0, 0.0), 120.0)]
)
def test_the_whole_intended_move_is_cleared(mm, direction, way):
    state = driven(friend(62))
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, mm)
    assert isinstance(aside, Aside)
    assert (aside.direction, aside.distance) == (direction, way)


@pytest.mark.clause("WMA-S19")
@pytest.mark.parametrize(("mm", "able"), [(130.0, True), (130.1, False)])
def test_no_farther_than_the_friends_maximum_move(mm, able):
    # artillery goes 10 cm; to the sides it is walled in by impassable ground
    walls = [feature("impassable", box=(70, 58, 87.9, 90)), feature("impassable", box=(92.1, 58, 110, 90))]
    state = table(
        unit("VEL-1", poses=[(90, 60, "S")], stands=1),
        unit("SCO-1", poses=[(91, 66, "S"), (89, 66, "S")]),
        terrain=walls,
    )
    aside = make_way(state, "SCO-1", "VEL-1", NORTH, mm)
    assert isinstance(aside, Aside) is able


@pytest.mark.clause("WMA-S19")
def test_the_smallest_shift_that_is_too_far_tells_by_how_much() -> None:
    """6.05 cm of the mover and 4 of the artillery to either side, 11 on: 10 are its move."""
    state = table(
        unit("VEL-1", poses=[(94.05, 60, "S"), (90, 60, "S"), (85.95, 60, "S")]),
        unit("SCO-1", poses=[(88, 66, "E"), (92, 66, "E")]),
    )
    aside = make_way(state, "SCO-1", "VEL-1", NORTH, 150.0)
    assert not isinstance(aside, Aside)
    assert (aside.clause, aside.thing, aside.over) == ("WMA-S19", "SCO-1", 0.5)


@pytest.mark.clause("WMA-S19")
def test_a_shift_that_meets_a_unit_ground_the_edge_or_an_enemy_is_not_permitted():
    def way(*others, terrain=(), y=65.0, mm=80.0):
        return make_way(driven(friend(y), *others, terrain=terrain), "LEG-1", "VEL-1", NORTH, mm)

    third = unit("LEG-2", "south", at=(90, 68), facing="S")
    found = way(third)
    assert isinstance(found, Aside)
    assert found.direction == (-1.0, 0.0)  # 12 cm to the left, as the way on is taken
    both = [third, unit("LEG-3", "south", at=(75, 65), facing="S"), unit("LEG-4", "south", at=(105, 65), facing="S")]
    refused = way(*both)
    assert not isinstance(refused, Aside)
    assert (refused.clause, refused.thing) == ("WMA-S19", "LEG-2")
    rock = feature("impassable", box=(60, 66.5, 120, 80))
    found = way(terrain=[rock])
    assert isinstance(found, Aside)
    assert found.direction == (-1.0, 0.0)
    near = unit("LIB-1", at=(90, 72.9))
    found = way(near)
    assert isinstance(found, Aside)
    assert found.direction == (-1.0, 0.0)
    far = unit("LIB-1", at=(90, 73))
    found = way(far)
    assert isinstance(found, Aside)
    assert found.direction == (0.0, 1.0)


@pytest.mark.clause("WMA-S19")
def test_no_room_at_the_tables_edge():
    state = table(
        unit("VEL-1", poses=[(90, 111, "S"), (86, 111, "S"), (94, 111, "S")]),
        unit("LEG-1", "south", at=(90, 116), facing="S"),
    )
    aside = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert isinstance(aside, Aside)
    assert aside.direction == (-1.0, 0.0)


@pytest.mark.clause("WMA-R20", "WMA-R55", "WMA-DRV-06")
def test_an_engaged_friend_does_not_make_way():
    fight = [friend(65), unit("LIB-1", at=(90, 67))]
    state = driven(*fight)
    met = first(state, 80)
    assert met is not None
    assert (met.kind, met.thing, met.halt) == ("engaged", "LEG-1", 20.0)
    refused = make_way(state, "LEG-1", "VEL-1", NORTH, 80)
    assert not isinstance(refused, Aside)
    assert refused.clause == "WMA-DRV-06"


# --- enemies -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-06", "WMA-R18", "WMA-S18")
@pytest.mark.parametrize(("mm", "met"), [(70.0, None), (70.04, None), (70.1, Met("enemy", "LIB-1", 70.0, 70.0))])
def test_the_gap_to_an_enemy_may_not_fall_below_a_centimetre(mm, met):
    assert first(driven(unit("LIB-1", at=(90, 70))), mm) == met


@pytest.mark.clause("WMA-S18")
def test_passing_an_enemy_at_a_centimetre():
    assert first(driven(unit("LIB-1", at=(103, 70))), 200) is None
    met = first(driven(unit("LIB-1", at=(102.5, 70))), 200)
    assert met is not None
    # the gap to the corner (96.5, 69) is 1 cm when the own corner (96, 61) has come up to sqrt(1 - 0.25) below it
    assert (met.kind, met.halt) == ("enemy", pytest.approx(10 * (8 - math.sqrt(0.75)), abs=0.01))


@pytest.mark.clause("WMA-S18")
def test_an_enemy_nearer_at_the_start_hinders_only_if_it_would_be_overlapped():
    touching = table(unit("VEL-1", at=(90, 60)), unit("GAL-1", at=(90, 58)))
    assert first(touching, 50) is None
    assert first(touching, 50, direction=(0.0, -1.0)) == Met("enemy", "GAL-1", 0.0, 0.0)
    beside = table(unit("VEL-1", at=(90, 60)), unit("LIB-1", at=(102.3, 61.5)))
    assert first(beside, 50) is None  # 0.3 cm away all along, never overlapped
    assert first(beside, 50, direction=(1.0, 0.0)) == Met("enemy", "LIB-1", 0.0, 0.0)


# --- terrain and the table's edge --------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-09", "WMA-S18")
@pytest.mark.parametrize(
    ("code", "kind", "met"),
    [
        ("EQU-1", "wood", Met("terrain", "wood-1", 20.0, 20.0)),
        ("VEL-1", "wood", None),
        ("VEL-1", "impassable", Met("terrain", "impassable-1", 30.0, 30.0)),
        ("EQU-1", "hill", None),
    ],
)
def test_forbidden_ground_halts_at_its_edge(code, kind, met):
    state = driven(code=code, terrain=[feature(kind, box=(80, 64, 100, 70))])
    assert first(state, 80, code) == met


@pytest.mark.clause("WMA-S18", "WMA-R44")
def test_a_slanting_edge_is_met_by_the_corner():
    # the wood's edge runs from (84, 64) to (96, 76); the right-hand rear corner of the line at (87, 62) is nearest
    wood = feature("wood", points=[(84, 64), (96, 76), (70, 90)])
    met = first(driven(code="EQU-1", terrain=[wood]), 100, "EQU-1")
    assert met is not None
    # above x = 87 the edge lies at y = 67
    assert (met.kind, met.halt) == ("terrain", pytest.approx(50.0, abs=0.01))


@pytest.mark.clause("WMA-S18")
def test_a_wall_halts_those_who_may_not_cross_it():
    wall = feature("wall", points=[(70, 65), (110, 65)])
    assert first(driven(code="SCO-1", at=(90, 60), terrain=[wall]), 80, "SCO-1") == Met("terrain", "wall-1", 30.0, 30.0)
    assert first(driven(code="EQU-1", terrain=[wall]), 80, "EQU-1") is None


@pytest.mark.clause("WMA-DRV-09", "WMA-S18")
@pytest.mark.parametrize(
    ("y", "met"), [(110.0, Met("table", "", 90.0, 90.0)), (109.0, None), (119.0, Met("table", "", 0.0, 0.0))]
)
def test_the_tables_edge(y, met):
    assert first(driven(at=(90, y)), 100) == met


@pytest.mark.clause("WMA-S18")
def test_sliding_along_ground_is_free():
    rock = feature("impassable", box=(96, 50, 110, 80))
    assert first(driven(terrain=[rock]), 100) is None


# --- the order ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S18")
def test_what_is_met_first_comes_first():
    state = driven(friend(65), terrain=[feature("impassable", box=(80, 63, 100, 63.5))])
    assert [m.kind for m in forced.obstacles(state, "VEL-1", NORTH, 80)] == ["terrain", "friend"]
    state = driven(friend(65), terrain=[feature("impassable", box=(80, 68, 100, 69))])
    assert [m.kind for m in forced.obstacles(state, "VEL-1", NORTH, 80)] == ["friend", "terrain"]


@pytest.mark.clause("WMA-S18")
def test_at_the_same_moment_enemies_then_ground_then_friends_by_id():
    # all are met after 2 cm: the enemy's gap of 1 cm, the ground's edge, two friends' rear edges
    state = table(
        unit("VEL-1", at=(90, 60), facing="S"),
        unit("LEG-1", "south", poses=[(86, 64, "S")], stands=1),
        unit("LEG-2", "south", poses=[(90, 64, "S")], stands=1),
        unit("LIB-1", poses=[(95.5, 65, "S")], stands=1),
        terrain=[feature("impassable", box=(84, 63, 84.5, 70))],
    )
    found = forced.obstacles(state, "VEL-1", NORTH, 80)
    assert [(m.kind, m.thing, m.at) for m in found] == [
        ("enemy", "LIB-1", 20.0),
        ("terrain", "impassable-1", 20.0),
        ("friend", "LEG-1", 20.0),
        ("friend", "LEG-2", 20.0),
    ]


# --- free ways ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S12", "WMA-S28", "WMA-S30")
def test_a_free_way_touches_friends_and_keeps_a_centimetre_from_enemies():
    assert forced.free_way(driven(friend(65)), "VEL-1", NORTH, 80) == 30.0
    assert forced.free_way(driven(unit("LIB-1", at=(90, 65))), "VEL-1", NORTH, 80) == 20.0
    assert forced.free_way(driven(), "VEL-1", NORTH, 80) == 80.0
    met = forced.stop(driven(friend(65)), "VEL-1", NORTH, 80)
    assert met is not None
    assert met.thing == "LEG-1"
    assert forced.free_way(driven(friend(65)), "VEL-1", NORTH, 30) == 30.0


@pytest.mark.clause("WMA-S18", "WMA-S05")
@pytest.mark.parametrize(("direction", "box"), [(NORTH, (90.999, 20, 99, 99)), ((1.0, 0.0), (60, 40.999, 140, 60))])
def test_ground_that_a_stand_grazes_halts_it_when_it_has_overlapped_a_square_millimetre(direction, box):
    """A stand of 2 x 4 cm lies 0.01 mm over the edge along which it goes: after 60 mm, 100 mm of that are 1 mm2."""
    facing = "N" if direction == NORTH else "E"
    marsh = feature("marsh", box=box)
    state = table(unit("EQU-1", "south", poses=[(90, 40, facing)], stands=1), terrain=[marsh])
    assert first(state, 200.0, "EQU-1", direction) == Met("terrain", "marsh-1", 60.0, 60.0)
    assert first(state, 59.9, "EQU-1", direction) is None
