"""Defended, fortified, in the open (WMA-S15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.warmaster_ancients.field import status
from rulesets.warmaster_ancients.own import ContactOwn
from tests.rules.warmaster_ancients.table import feature, table, unit

FAR = unit("GAL-1", at=(90, 60))


def against(state, moment="shot"):
    found = status.cover(state, "LEG-1", "GAL-1", moment)
    return found.status, found.feature


@pytest.mark.clause("WMA-S15", "WMA-S14", "WMA-SHT-07")
@pytest.mark.parametrize("kind", ["wood", "ruins", "buildings"])
@pytest.mark.parametrize(("west", "defended"), [(90.0, True), (90.1, False)])
def test_two_of_three_centres_in_a_wood_defend(kind, west, defended):
    state = table(unit("LEG-1", at=(90, 40)), FAR, terrain=[feature(kind, box=(west, 30, 100, 50))])
    assert against(state) == (("defended", f"{kind}-1") if defended else ("open", ""))


@pytest.mark.clause("WMA-S15")
def test_woods_and_ruins_count_together():
    ground = [feature("wood", box=(84, 30, 88, 50)), feature("ruins", box=(92, 30, 96, 50))]
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=ground)) == ("defended", "wood-1")


@pytest.mark.clause("WMA-S15")
@pytest.mark.parametrize(("stands", "west", "defended"), [(2, 90.0, True), (1, 89.0, True), (1, 90.5, False)])
def test_half_is_one_of_two_and_one_of_one(stands, west, defended):
    state = table(unit("LEG-1", at=(90, 40), stands=stands), FAR, terrain=[feature("wood", box=(west, 30, 100, 50))])
    assert (against(state)[0] == "defended") is defended


@pytest.mark.clause("WMA-S15", "WMA-S14")
@pytest.mark.parametrize("kind", ["marsh", "deep_river", "ford", "bridge", "road", "difficult", "shallow_river"])
def test_marsh_and_water_do_not_defend(kind):
    state = table(unit("LEG-1", at=(90, 40)), FAR, terrain=[feature(kind, box=(80, 30, 100, 50))])
    assert against(state)[0] == "open"


@pytest.mark.clause("WMA-S15", "WMA-S14")
@pytest.mark.parametrize(("north", "status_"), [(59.0, "defended"), (60.0, "open")])
def test_a_hill_defends_against_those_not_on_it(north, status_):
    hill = feature("hill", box=(80, 30, 100, north))
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=[hill]))[0] == status_


@pytest.mark.clause("WMA-S15")
def test_one_of_three_enemy_stands_on_the_hill_are_fewer_than_half():
    enemy = unit("GAL-1", poses=[(94, 58, "S"), (90, 60, "S"), (86, 60, "S")])
    hill = feature("hill", box=(80, 30, 100, 59))
    assert against(table(unit("LEG-1", at=(90, 40)), enemy, terrain=[hill]))[0] == "defended"
    enemy = unit("GAL-1", poses=[(94, 58, "S"), (90, 58.5, "S"), (86, 60, "S")])
    assert against(table(unit("LEG-1", at=(90, 40)), enemy, terrain=[hill]))[0] == "open"


@pytest.mark.clause("WMA-S15")
def test_two_hills_are_two_hills():
    hills = [feature("hill", box=(80, 30, 88, 50)), feature("hill", box=(92, 30, 100, 50))]
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=hills))[0] == "open"


@pytest.mark.clause("WMA-S15", "WMA-S14", "WMA-R49")
def test_a_fortification_fortifies_any_unit_against_those_outside():
    fort = feature("fortification", box=(80, 30, 100, 50))
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=[fort])) == ("fortified", "fortification-1")
    inside = unit("GAL-1", at=(90, 47))
    assert against(table(unit("LEG-1", at=(90, 40)), inside, terrain=[fort])) == ("open", "")


@pytest.mark.clause("WMA-S14", "WMA-S15")
def test_where_wood_and_fort_overlap_the_better_protection_counts():
    both = [feature("wood", box=(80, 30, 100, 50)), feature("fortification", box=(80, 30, 100, 50))]
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=both))[0] == "fortified"


@pytest.mark.clause("WMA-S15", "WMA-S14")
@pytest.mark.parametrize(("y", "status_"), [(42.0, "defended"), (42.004, "defended"), (42.01, "open")])
def test_a_wall_within_a_centimetre_on_the_shortest_line_defends(y, status_):
    wall = feature("wall", points=[(60, y), (120, y)])
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=[wall]))[0] == status_


@pytest.mark.clause("WMA-S15")
def test_a_wall_beside_the_shortest_line_does_not_defend():
    # the enemy stands to the right; the shortest line runs from the right front corner
    enemy = unit("GAL-1", at=(110, 60))
    short = feature("wall", points=[(80, 41.5), (90, 41.5)])
    assert against(table(unit("LEG-1", at=(90, 40)), enemy, terrain=[short]))[0] == "open"
    long = feature("wall", points=[(80, 41.5), (100, 41.5)])
    assert against(table(unit("LEG-1", at=(90, 40)), enemy, terrain=[long]))[0] == "defended"


@pytest.mark.clause("WMA-S15")
def test_a_wall_right_at_the_front_edge_defends():
    wall = feature("hedge", points=[(60, 41), (120, 41)])
    assert against(table(unit("LEG-1", at=(90, 40)), FAR, terrain=[wall])) == ("defended", "hedge-1")


# --- in combat ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S15", "WMA-R52")
def test_in_combat_the_enemys_place_before_its_move_counts():
    # the attacker has climbed the hill in order to fight
    hill = feature("hill", box=(80, 30, 100, 50))
    pair = [unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42))]
    climbed = {"a": "GAL-1", "b": "LEG-1", "how": "charge", "on_hill": ["hill-1"]}
    was_there = {"a": "GAL-1", "b": "LEG-1", "how": "charge"}
    assert against(table(*pair, terrain=[hill]), "combat")[0] == "open"
    assert against(table(*pair, terrain=[hill], contacts=[climbed]), "combat") == ("defended", "hill-1")
    assert against(table(*pair, terrain=[hill], contacts=[was_there]), "combat")[0] == "open"
    # at a shot the enemy is where it is
    assert against(table(*pair, terrain=[hill], contacts=[climbed]), "shot")[0] == "open"


@pytest.mark.clause("WMA-S15")
def test_a_wall_once_crossed_still_defends_and_one_behind_does_not():
    wall = feature("wall", points=[(60, 38.8), (120, 38.8)])
    pair = [unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42))]
    tie = {"a": "GAL-1", "b": "LEG-1", "how": "charge"}
    assert against(table(*pair, terrain=[wall], contacts=[{**tie, "across": True}]), "combat")[0] == "defended"
    assert against(table(*pair, terrain=[wall], contacts=[tie]), "combat")[0] == "open"


@pytest.mark.clause("WMA-S15")
def test_who_attacked_this_turn_has_no_cover_in_combat():
    wood = feature("wood", box=(80, 30, 100, 50))
    state = table(unit("LEG-1", at=(90, 40), attacked=True), unit("GAL-1", at=(90, 42)), terrain=[wood])
    assert against(state, "combat")[0] == "open"
    assert against(state, "shot")[0] == "defended"


@pytest.mark.clause("WMA-S15")
def test_the_unit_that_moved_is_judged_by_where_the_other_stands():
    hill = feature("hill", box=(80, 30, 100, 41))
    pair = [unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42))]
    tie = {"a": "LEG-1", "b": "GAL-1", "how": "charge", "on_hill": []}
    assert against(table(*pair, terrain=[hill], contacts=[tie]), "combat")[0] == "defended"


@pytest.mark.clause("WMA-S15")
def test_what_a_contact_remembers():
    terrain = [
        feature("hill", box=(80, 30, 100, 50)),
        feature("fortification", box=(80, 30, 100, 50)),
        feature("hill", "far", box=(10, 10, 20, 20)),
        feature("wall", points=[(60, 41.5), (120, 41.5)]),
    ]
    state = table(unit("LEG-1", at=(90, 40)), FAR, terrain=terrain)
    state = replace(state, own=replace(state.own, turn=5))
    found = status.met(state, "GAL-1", ["LEG-1"], "charge", volley=2, shot_by="LEG-1")["LEG-1"]
    assert found == ContactOwn(
        how="charge", on_hill=("hill-1",), in_fort=("fortification-1",), across=True, volley=2, turn=5
    )
    back = status.met(state, "LEG-1", ["GAL-1"], "pursuit")["GAL-1"]
    assert back == ContactOwn(how="pursuit", turn=5)


@pytest.mark.clause("WMA-S15", "WMA-MOD-01", "WMA-R54")
@pytest.mark.parametrize(
    ("kind", "west", "open_"),
    [
        ("marsh", 80, False),
        ("marsh", 92, True),
        ("deep_river", 80, False),
        ("wood", 80, False),
        ("hill", 80, False),
        ("fortification", 80, False),
        ("ford", 80, True),
    ],
)
def test_in_the_open_is_neither_covered_nor_on_difficult_ground(kind, west, open_):
    ground = feature(kind, box=(west, 30, 100, 41))
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42)), terrain=[ground])
    assert status.in_the_open(state, "LEG-1", "GAL-1") is open_
    # the ground of the charger does not matter
    assert status.in_the_open(state, "GAL-1", "LEG-1")


@pytest.mark.clause("WMA-R34", "WMA-RES-05")
def test_sheltered_means_covered_against_every_enemy_touched():
    hill = feature("hill", box=(80, 30, 100, 41.5))
    one = [unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42))]
    assert status.sheltered(table(*one, terrain=[hill]), "LEG-1")
    # a second enemy stands at the right flank, itself on the hill
    flank = unit("GAL-2", poses=[(97, 40, "W"), (97, 36, "W"), (97, 32, "W")])
    state = table(*one, flank, terrain=[hill])
    assert status.cover(state, "LEG-1", "GAL-1", "combat").status == "defended"
    assert status.cover(state, "LEG-1", "GAL-2", "combat").status == "open"
    assert not status.sheltered(state, "LEG-1")
    assert not status.sheltered(table(unit("LEG-1", at=(90, 40)), FAR, terrain=[hill]), "LEG-1")


@pytest.mark.clause("WMA-MOD-01", "WMA-S15")
@pytest.mark.parametrize(
    ("kind", "west", "attacked", "open_"),
    [
        ("open", 80, False, True),
        ("hill", 80, False, False),  # defended
        ("hill", 80, True, True),  # who attacked has no cover, and a hill is not difficult
        ("wood", 80, False, False),
        ("wood", 80, True, False),  # no cover, but difficult ground
        ("marsh", 80, False, False),
        ("marsh", 80, True, False),
        ("marsh", 90.1, False, True),  # one centre of three is fewer than half
        ("marsh", 90.1, True, True),
        ("marsh", 90, False, False),  # two of three
    ],
)
def test_whether_a_unit_would_be_in_the_open_if_it_were_charged(kind, west, attacked, open_):
    ground = [feature(kind, box=(west, 30, 100, 50))]
    state = table(unit("LEG-1", at=(90, 40), attacked=attacked), FAR, terrain=ground)
    assert status.in_the_open(state, "LEG-1", "GAL-1") is open_


@pytest.mark.clause("WMA-S15")
@pytest.mark.parametrize(
    ("stands", "west", "difficult"),
    [(3, 90.0, True), (3, 90.1, False), (2, 88.1, True), (2, 92.1, False), (1, 88.0, True)],
)
def test_at_least_half_of_the_stands_on_difficult_ground(stands, west, difficult):
    state = table(unit("LEG-1", at=(90, 40), stands=stands), FAR, terrain=[feature("marsh", box=(west, 30, 100, 50))])
    assert status.on_difficult_ground(state, "LEG-1") is difficult


@pytest.mark.clause("WMA-S15")
@pytest.mark.parametrize(("y", "near"), [(42.0, ["wall-1"]), (42.004, ["wall-1"]), (42.006, []), (40.99, ["wall-1"])])
def test_a_low_obstacle_counts_within_a_centimetre(y, near):
    """The legion's front edge lies at 41 cm; distances are compared to 0.01 cm (WMA-S01)."""
    state = table(unit("LEG-1", at=(90, 40)), FAR, terrain=[feature("wall", points=[(80, y), (100, y)])])
    assert status.walls_near(state, "LEG-1") == near
