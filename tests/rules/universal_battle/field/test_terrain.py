"""What terrain gives and takes (USB-TER-01 to -08, USB-R27 to -R35, USB-R58, USB-S06), and where one stands."""

from __future__ import annotations

import pytest

from game.engine.state import Feature
from game.geometry.shapes import Footprint, Pose
from rulesets.universal_battle.field.ground import board, ground_of
from rulesets.universal_battle.field.terrain import choices, effects, has_engineers, pieces_of, proof
from rulesets.universal_battle.measures import inch
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops

INFANTRY = Footprint("circle", inch(1), inch(1))


def told(state, unit="A1", against="", engineers=False):
    """Hit, attackers' Hit, Entrenched, whether it is worth its Tough, Tough besides, morale."""
    e = effects(state, unit, against, engineers)
    return e.hit, e.attackers, e.entrenched, e.covered, e.tough, e.morale


NOTHING = (0, 0, False, False, 0, 0)


def two(*terrain, a=(10, 10), n=4, far=(10, 20), **own):
    return scene(troops("A1", a, n, **own), troops("B1", far, 4), terrain=terrain)


@pytest.mark.clause("USB-TER-01", "USB-R27")
@pytest.mark.parametrize(("inside", "n"), [(2, 4), (1, 4), (2, 5), (3, 5), (1, 1)])
def test_half_of_the_models_are_enough(inside, n):
    counts = (inside, n) in ((2, 4), (3, 5), (1, 1))
    places = [(5 + 1.1 * k, 10 if k < inside else 14) for k in range(n)]
    state = two(piece("forest", 3, 9, 20, 11), a=places, n=n)
    assert bool(pieces_of(state, "A1")) is counts
    assert told(state) == ((1, -1, True, True, 0, 0) if counts else NOTHING)


@pytest.mark.clause("USB-TER-01", "USB-S06")
@pytest.mark.parametrize(("gap", "counts"), [(0.25, True), (0.251, True), (0.252, False)])
def test_directly_next_to_a_piece_is_a_quarter_of_an_inch(gap, counts):
    state = two(piece("forest", 5, 10.5 + gap, 20, 14))
    assert bool(pieces_of(state, "A1")) is counts


@pytest.mark.clause("USB-TER-01", "USB-HRO-10")
def test_a_joined_hero_is_counted_with_the_unit():
    land = [piece("forest", 9, 9, 10.6, 11)]
    one_of_two = scene(troops("A1", [(10, 10), (12, 10)], 2), terrain=land)
    one_of_three = scene(troops("A1", [(10, 10), (12, 10)], 2), hero("A9", (13.1, 10), joined="A1"), terrain=land)
    assert pieces_of(one_of_two, "A1")
    assert not pieces_of(one_of_three, "A1")


@pytest.mark.clause("USB-TER-02", "USB-TER-07", "USB-R28")
def test_ruins_give_tough_twice_and_hit():
    assert told(two(piece("ruins", 5, 9, 15, 11)), against="B1") == (1, 0, True, True, 1, 0)


@pytest.mark.clause("USB-TER-02", "USB-TER-08")
def test_forests_give_hit_and_entrenchment_and_cost_the_enemy_hit():
    assert told(two(piece("forest", 5, 9, 15, 11)), against="B1") == (1, -1, True, True, 0, 0)


@pytest.mark.clause("USB-TER-02")
@pytest.mark.parametrize("kind", ["crops", "bog", "rubble", "lava", "road", "hill", "house"])
def test_other_terrain_touches_no_attack(kind):
    assert told(two(piece(kind, 5, 10.5, 15, 12)), against="B1") == NOTHING


@pytest.mark.clause("USB-TER-03", "USB-R30", "USB-S06")
def test_a_screen_counts_against_whom_it_lies_between():
    wall = piece("wall", 5, 10.6, 15, 11)
    state = scene(troops("A1", (10, 10), 4), troops("B1", (10, 20), 4), troops("B2", (10, 3), 4), terrain=[wall])
    assert told(state, against="B1") == (1, -1, True, True, 0, 0)
    # against who comes from behind only the state is left
    assert told(state, against="B2") == (0, 0, True, False, 0, 0)
    assert told(state) == (0, 0, True, False, 0, 0)


@pytest.mark.clause("USB-TER-03", "USB-R30")
def test_a_screen_that_nobody_is_near_does_nothing_though_it_lies_between():
    assert told(two(piece("wall", 5, 15, 15, 15.4)), against="B1") == NOTHING


@pytest.mark.clause("USB-TER-03", "USB-S06")
def test_the_line_between_the_closest_centres_must_cross_the_screen():
    """All stand by the wall; the closest two are the easternmost, past its end."""
    wall = piece("wall", 5, 10.6, 10.9, 11)
    state = two(wall, a=[(8, 10), (9.1, 10), (10.2, 10), (11.3, 10)], far=(15, 14))
    assert told(state, against="B1") == (0, 0, True, False, 0, 0)


@pytest.mark.clause("USB-TER-03", "USB-R30", "USB-R31")
def test_a_screen_between_works_for_both_sides_in_melee():
    state = two(piece("wall", 5, 10.5, 15, 10.7), far=(10, 11.2))
    assert told(state, "A1", "B1") == told(state, "B1", "A1") == (1, -1, True, True, 0, 0)


@pytest.mark.clause("USB-TER-03")
def test_a_screen_may_be_a_line():
    hedge = Feature("h", "fence", "fence", ((inch(5), inch(10.6)), (inch(15), inch(10.6))), line=True)
    assert told(two(hedge), against="B1") == (1, -1, True, True, 0, 0)


@pytest.mark.clause("USB-TER-05", "USB-R29")
def test_a_pit_takes_entrenchment_and_morale_and_leaves_the_rest():
    assert told(two(piece("pit", 5, 9, 15, 11))) == (0, 0, False, False, 0, -1)
    assert effects(two(piece("pit", 5, 9, 15, 11)), "A1").no_entrench
    both = two(piece("pit", 5, 9, 15, 10.4), piece("ruins", 5, 10.5, 15, 12))
    assert told(both) == (1, 0, False, False, 1, -1)


@pytest.mark.clause("USB-S06", "USB-TER-01")
def test_one_piece_counts_at_a_time_by_the_owners_choice():
    state = two(piece("forest", 5, 9, 15, 10.4), piece("ruins", 5, 10.5, 15, 12))
    assert [(c.piece.split("-")[0], c.hit, c.attackers, c.tough) for c in choices(state, "A1", "B1")] == [
        ("forest", 1, -1, 0),
        ("ruins", 1, 0, 1),
    ]
    assert effects(state, "A1", "B1").piece.startswith("forest")  # equal: the first
    behind = two(piece("wall", 5, 9, 15, 9.4), piece("ruins", 5, 10.5, 15, 12))
    assert effects(behind, "A1", "B1").piece.startswith("ruins")


@pytest.mark.clause("USB-R35", "USB-FRM-03")
def test_a_column_is_not_entrenched_by_terrain():
    assert told(two(piece("ruins", 5, 9, 15, 11), formation="column")) == (1, 0, False, False, 1, 0)


@pytest.mark.clause("USB-R32", "USB-MON-06")
@pytest.mark.parametrize(("growth", "counts"), [(2, True), (3, False), (6, False)])
def test_terrain_does_not_modify_a_big_monster(growth, counts):
    land = [piece("forest", 5, 5, 15, 15), piece("pit", 5, 5, 15, 15)]
    state = scene(monster("A1", (10, 10), growth), terrain=land)
    assert proof(state, "A1") is not counts
    assert told(state) == ((1, -1, False, False, 0, -1) if counts else NOTHING)


@pytest.mark.clause("USB-MON-09", "USB-R24")
def test_a_monster_has_nothing_of_entrenchment():
    state = scene(monster("A1", (10, 10), 1), terrain=[piece("ruins", 5, 5, 15, 15)])
    assert told(state) == (1, 0, False, False, 1, 0)
    assert effects(state, "A1").no_entrench
    assert effects(scene(monster("A1", (10, 10), 4)), "A1").no_entrench


@pytest.mark.clause("USB-SPC-09", "USB-R58")
def test_engineers_take_what_terrain_gives_and_leave_what_it_costs():
    state = two(piece("ruins", 5, 9, 15, 11), piece("forest", 5, 9, 15, 11), piece("pit", 5, 9, 15, 11))
    assert told(state, against="B1", engineers=True) == (0, 0, False, False, 0, -1)


@pytest.mark.clause("USB-R58", "USB-R70")
def test_engineers_attack_as_the_part_that_has_them():
    state = scene(troops("A1", (10, 10), 3, specs=["engineers"]), hero("A9", (14, 10), joined="A1"))
    assert [has_engineers(state, u) for u in ("A1", "A9")] == [True, False]


@pytest.mark.clause("USB-TER-01")
def test_who_stands_on_a_roof_is_not_in_the_forest_below():
    land = [piece("forest", 5, 5, 15, 15), piece("house", 7, 7, 13, 13)]
    assert told(two(*land)) == NOTHING
    over = [piece("forest", 5, 5, 15, 15), piece("hill", 7, 7, 13, 13)]
    assert told(two(*over)) == (1, -1, True, True, 0, 0)


@pytest.mark.clause("USB-TRN-09", "USB-TER-01")
def test_who_is_in_a_carrier_is_in_no_terrain():
    land = [piece("forest", 5, 5, 15, 15)]
    state = scene(monster("A5", (10, 10), 2), troops("A1", None, 3, aboard="A5"), terrain=land)
    assert told(state) == NOTHING


@pytest.mark.clause("USB-S06")
@pytest.mark.parametrize(("y", "stands"), [(9.5, True), (9.51, False), (10.2, False), (11, True)])
def test_no_base_ends_on_a_screen(y, stands):
    ground = ground_of(scene(terrain=[piece("wall", 5, 10, 15, 10.5)]))
    bar = ground.may_stand(INFANTRY, Pose(inch(10), inch(y)))
    assert (bar is None) is stands
    assert bar is None or bar.clause == "USB-S06"


@pytest.mark.clause("USB-MOV-05")
def test_a_base_stands_on_a_slope_and_on_a_roof_but_not_through_a_wall():
    ground = ground_of(scene(terrain=[piece("hill", 5, 5, 10, 10), piece("house", 20, 5, 25, 10)]))
    found = [ground.may_stand(INFANTRY, Pose(inch(x), inch(7))) for x in (5, 19.6, 20.4, 19.5)]
    assert [b and b.clause for b in found] == [None, "USB-MOV-05", None, None]
    assert [ground.height_at(inch(x), inch(7)) for x in (7, 22, 15)] == [25.0, 125.0, 0.0]


@pytest.mark.clause("USB-S06")
def test_a_base_on_a_roof_may_reach_over_a_screen_below():
    ground = ground_of(scene(terrain=[piece("house", 5, 5, 10, 10), piece("wall", 5, 10, 10, 10.4)]))
    assert ground.may_stand(INFANTRY, Pose(inch(7), inch(9.8))) is None


@pytest.mark.clause("USB-S13")
def test_nobody_leaves_the_table():
    ground = ground_of(scene())
    assert ground.may_stand(INFANTRY, Pose(inch(0.5), inch(5))) is None
    assert ground.may_stand(INFANTRY, Pose(inch(0.49), inch(5))).clause == "USB-S13"


@pytest.mark.clause("USB-GEN-08")
def test_distances_on_one_level_are_measured_in_plan():
    """A contour is a slope: it parts nobody from his neighbour; a roof does."""
    places = [(4.4, 7), (5.5, 7)]
    for kind, far in (("hill", 0.1), ("house", (0.1**2 + 5.0**2) ** 0.5)):
        state = scene(troops("A1", places, 2), terrain=[piece(kind, 5, 5, 10, 10)])
        assert board(state).far[0, 1] / 25.0 == pytest.approx(far)
