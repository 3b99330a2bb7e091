"""Plain facts: distances, nearness, contact, combats, support, formation and ground."""

from __future__ import annotations

import pytest

from game.geometry.shapes import Pose, to_world
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import MEASURES, cm, length
from tests.rules.warmaster_ancients.table import feature, table, unit

# --- distance ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S01")
def test_distances_are_rounded_to_a_hundredth_of_a_cm_before_they_are_compared():
    assert MEASURES.within(cm(20.0049), cm(20.0))
    assert not MEASURES.within(cm(20.0051), cm(20.0))


@pytest.mark.clause("WMA-S06")
def test_unit_to_unit_is_base_to_base():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(106, 60)))
    # nearest corners (96,41) and (100,59)
    assert facts.distance(state, "LEG-1", "GAL-1") == pytest.approx(10 * round((4**2 + 18**2) ** 0.5, 2))


@pytest.mark.clause("WMA-S06", "WMA-S02")
def test_a_character_is_a_point():
    state = table(unit("CONS-1", at=(90, 20)), unit("LEG-1", at=(90, 40)))
    assert facts.distance(state, "CONS-1", "LEG-1") == 190.0
    assert facts.distance(state, "LEG-1", "CONS-1") == 190.0


@pytest.mark.clause("WMA-CMD-11", "WMA-CMD-16", "WMA-R04")
@pytest.mark.parametrize(
    ("gap", "full"), [(19.99, 0), (20.0, 1), (39.99, 1), (40.0, 2), (60.0, 3), (60.01, 3), (100.0, 5)]
)
def test_ex02_full_steps_of_distance(gap, full):
    state = table(unit("CONS-1", at=(90, 1)), unit("LEG-1", at=(90, 2 + gap)))
    distance = facts.distance(state, "CONS-1", "LEG-1")
    assert distance == pytest.approx(cm(gap))
    assert MEASURES.per_full(distance, length("initiative_reach")) == full


@pytest.mark.clause("WMA-R03")
@pytest.mark.parametrize(("gap", "near"), [(20.0, True), (20.004, True), (20.01, False)])
def test_within_twenty_cm_of_an_enemy_includes_the_limit(gap, near):
    state = table(unit("EQU-1", at=(90, 30)), unit("GAL-1", at=(90, 33 + gap)))
    assert facts.within_of_enemy(state, "EQU-1", cm(20)) is near


@pytest.mark.clause("WMA-S06", "WMA-S03")
def test_the_nearest_enemy_of_several_equally_near_has_the_lower_id():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(120, 60)), unit("LIB-1", at=(60, 60)))
    near = facts.distance(state, "LEG-1", "GAL-1")
    assert facts.distance(state, "LEG-1", "LIB-1") == near
    assert facts.nearest_enemy(state, "LEG-1") == ("LIB-1", near)  # the row of the list counts, not the letters


@pytest.mark.clause("WMA-S06")
def test_the_shortest_line_is_measured_at_the_middle_of_the_common_stretch():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(96, 60)))
    way = facts.between(state, "LEG-1", "GAL-1")
    assert way.distance == pytest.approx(180.0)
    assert way.a == pytest.approx((930.0, 410.0))
    assert way.b == pytest.approx((930.0, 590.0))


@pytest.mark.clause("WMA-S06")
def test_else_the_lowest_own_stand_then_the_lowest_enemy_stand_is_measured():
    state = table(
        unit("LEG-1", poses=[(80, 40, "N"), (84, 42, "N"), (88, 40, "N")]),
        unit("GAL-1", poses=[(84, 60, 45), (90, 70, "S"), (94, 70, "S")]),
    )
    # one corner of the turned stand is nearest to the front edge of stand 2
    way = facts.between(state, "LEG-1", "GAL-1")
    assert (way.stand_a, way.stand_b) == ("LEG-1.2", "GAL-1.1")


@pytest.mark.clause("WMA-S02", "WMA-S03")
def test_units_and_characters_are_told_apart():
    state = table(
        unit("CONS-1", at=(90, 20)),
        unit("LEG-1", at=(90, 40)),
        unit("LEG-2", stands=0, at=(90, 60)),
        unit("STRA-1", at=(90, 90)),
    )
    assert facts.troops(state, "south") == ("LEG-1",)
    assert facts.characters(state, "north") == ("STRA-1",)
    assert facts.enemies(state, "north") == ("LEG-1",)
    assert facts.nearest_enemy(state, "LEG-1") is None


# --- contact -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S05", "WMA-CMB-01")
@pytest.mark.parametrize(("gap", "touching"), [(0.0, True), (0.05, True), (0.054, True), (0.06, False)])
def test_touching_is_a_gap_of_at_most_half_a_millimetre(gap, touching):
    state = table(unit("GAL-1", at=(90, 60)), unit("LEG-1", at=(90, 58 - gap)))
    assert facts.engaged(state, "LEG-1") is touching
    assert facts.engaged_enemies(state, "LEG-1") == (("GAL-1",) if touching else ())


@pytest.mark.clause("WMA-S05", "WMA-CMB-01")
def test_corner_to_corner_is_enough():
    state = table(unit("GAL-1", at=(102, 60)), unit("LEG-1", at=(90, 58)))
    (touch,) = facts.contacts(state, "LEG-1")
    assert (touch.own, touch.other, touch.by_edge) == ("LEG-1.3", "GAL-1.3", False)


@pytest.mark.clause("WMA-CMB-01", "WMA-S05")
def test_friends_in_touch_are_not_engaged():
    state = table(unit("LEG-1", at=(90, 60)), unit("LEG-2", at=(90, 58)))
    assert not facts.engaged(state, "LEG-1")


@pytest.mark.clause("WMA-S26", "WMA-MOD-06")
def test_ex24_one_edge_and_two_corners():
    state = table(unit("LEG-1", at=(90, 60)), unit("EQU-1", "north", at=(98, 60), facing="W"))
    found = facts.contacts(state, "LEG-1")
    assert [(t.own, t.other, t.side, t.length) for t in found] == [
        ("LEG-1.3", "EQU-1.1", "rear", 0.0),
        ("LEG-1.3", "EQU-1.2", "right", 20.0),
        ("LEG-1.3", "EQU-1.3", "front", 0.0),
    ]
    assert facts.fighting_stands(state, "LEG-1") == ("LEG-1.3",)


@pytest.mark.clause("WMA-S26")
@pytest.mark.parametrize(("shift", "side"), [(0.06, "front"), (0.05, "left")])
def test_the_side_is_that_of_more_than_half_a_millimetre_of_edge(shift, side):
    # the enemy stands at the left front corner: across the front it shares `shift` cm, and touches no other edge
    state = table(
        unit("LEG-1", poses=[(90, 60, "N")], stands=1),
        unit("GAL-1", poses=[(86 + shift, 62, "S")], stands=1),
    )
    (touch,) = facts.contacts(state, "LEG-1")
    assert touch.side == "front"
    assert touch.by_edge is (side == "front")


@pytest.mark.clause("WMA-S26")
@pytest.mark.parametrize(
    ("x", "y", "facing", "side"),
    [
        (92.7071, 63.1213, "NE", "front"),  # its lowest corner on the front right corner
        (94.1213, 61.0, "NE", "front"),  # its left corner on the right edge, its centre level with the front
        (94.1213, 60.99, "NE", "right"),
        (94.1213, 59.01, "SE", "right"),
        (94.1213, 59.0, "SE", "rear"),
        (91.2929, 56.8787, "NE", "rear"),
    ],
)
def test_the_side_of_a_corner_contact_lies_by_the_enemys_centre(x, y, facing, side):
    state = table(
        unit("LEG-1", poses=[(90, 60, "N")], stands=1),
        unit("EQU-1", "north", poses=[(x, y, facing)], stands=1),
    )
    (touch,) = facts.contacts(state, "LEG-1")
    assert (touch.side, touch.by_edge) == (side, False)


@pytest.mark.clause("WMA-S21")
def test_a_combat_is_a_maximal_group_linked_by_contacts():
    state = table(
        unit("LEG-1", at=(40, 60)),
        unit("LEG-2", at=(60, 60)),
        unit("LEG-3", at=(100, 60)),
        unit("LEG-4", at=(100, 58)),
        unit("GAL-1", at=(50, 62)),
        unit("GAL-2", at=(100, 62)),
    )
    assert facts.combats(state) == (("LEG-1", "LEG-2", "GAL-1"), ("LEG-3", "GAL-2"))
    assert facts.combat_of(state, "GAL-1") == ("LEG-1", "LEG-2", "GAL-1")
    assert facts.combat_of(state, "LEG-4") == ()


# --- support -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S24", "WMA-RES-04", "WMA-R33")
def test_ex24_the_stand_beside_supports_and_the_next_does_not():
    state = table(unit("LEG-1", at=(90, 60)), unit("EQU-1", "north", at=(98, 60), facing="W"))
    assert facts.supporters(state, ("LEG-1", "EQU-1"), "south") == (("LEG-1.2", "LEG-1.3"),)
    assert facts.supporters(state, ("LEG-1", "EQU-1"), "north") == ()


@pytest.mark.clause("WMA-S24", "WMA-RES-03", "WMA-R33")
def test_ex14_three_stands_behind_support_each_once():
    state = table(unit("LEG-1", at=(90, 58)), unit("LIB-1", at=(90, 60)), unit("LIB-2", at=(92, 62)))
    found = facts.supporters(state, ("LEG-1", "LIB-1"), "north")
    assert [s for s, _ in found] == ["LIB-2.1", "LIB-2.2", "LIB-2.3"]


@pytest.mark.clause("WMA-S24")
@pytest.mark.parametrize(("shift", "supports"), [(3.94, True), (3.95, False), (4.0, False)])
def test_support_needs_more_than_half_a_millimetre_of_edge(shift, supports):
    state = table(
        unit("LEG-1", poses=[(90, 58, "N")], stands=1),
        unit("LIB-1", poses=[(90, 60, "S")], stands=1),
        unit("LIB-2", poses=[(90 + shift, 62, "S")], stands=1),
    )
    assert bool(facts.supporters(state, ("LEG-1", "LIB-1"), "north")) is supports


@pytest.mark.clause("WMA-S24", "WMA-R33")
def test_no_support_from_the_front_nor_through_a_chain():
    state = table(
        unit("LEG-1", poses=[(90, 58, "N")], stands=1),
        unit("LIB-1", poses=[(90, 61, "E")], stands=1),  # front to the east
        unit("LIB-2", poses=[(92, 62, "W")], stands=1),  # touches its front edge
        unit("LIB-3", poses=[(94, 62, "W")], stands=1),  # touches nobody who fights
    )
    assert facts.engaged_enemies(state, "LEG-1") == ("LIB-1",)
    assert facts.supporters(state, ("LEG-1", "LIB-1"), "north") == ()


@pytest.mark.clause("WMA-S24", "WMA-RES-04")
def test_an_engaged_stand_does_not_support():
    state = table(
        unit("LEG-1", at=(90, 58)),
        unit("LIB-1", poses=[(86, 60, "S"), (90, 60, "S"), (94, 60, "S")]),
    )
    assert facts.supporters(state, ("LEG-1", "LIB-1"), "north") == ()


# --- formation and ground ----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S04")
@pytest.mark.parametrize(
    ("poses", "formation"),
    [
        ([(86, 40, 0), (90, 40, 0), (94, 40, 0)], "line"),
        ([(86, 40, 0), (90, 40.1, 0), (94, 40, 0)], "line"),
        ([(86, 40, 0), (90, 40.11, 0), (94, 40, 0)], "irregular"),
        ([(86, 40, 0), (90.1, 40, 0), (94.1, 40, 0)], "line"),
        ([(86, 40, 0), (90.11, 40, 0), (94.11, 40, 0)], "irregular"),
        ([(86, 40, 0), (90, 40, 1), (94.02, 40, 0)], "line"),
        ([(86, 40, 0), (90, 40, 1.1), (94.03, 40, 0)], "irregular"),
        ([(94, 40, 0), (86, 40, 0), (90, 40, 0)], "line"),
        ([(90, 42, 0), (90, 40, 0), (90, 38, 0)], "column"),
        ([(90, 40, 0), (90, 38, 0), (90, 42, 0)], "column"),
        ([(90, 42, 0), (90.1, 40, 0), (90, 38, 0)], "column"),
        ([(90, 42, 0), (90.11, 40, 0), (90, 38, 0)], "irregular"),
        ([(86, 40, 0), (90, 40, 0), (90, 38, 0)], "irregular"),
        ([(86, 40, 0), (90, 40, 180), (94, 40, 0)], "irregular"),
    ],
)
def test_line_column_and_the_rest(poses, formation):
    state = table(unit("LEG-1", poses=poses))
    assert facts.formation(state, "LEG-1") == formation
    assert facts.regular(state, "LEG-1") is (formation != "irregular")


@pytest.mark.clause("WMA-S04")
def test_a_single_stand_is_regular_and_a_unit_faces_as_its_lowest_numbered_stand():
    state = table(unit("LEG-1", at=(90, 40), stands=1), unit("LEG-2", poses=[(20, 20, 90), (24, 22, 45)], lost=[1]))
    assert facts.formation(state, "LEG-1") == "single"
    assert facts.facing(state, "LEG-2") == 90.0


@pytest.mark.clause("WMA-CMD-15")
def test_lost_stands_are_counted():
    assert facts.lost(table(unit("LEG-1", at=(90, 40), lost=[1, 3])), "LEG-1") == 2


@pytest.mark.clause("WMA-CMD-14", "WMA-TER-06", "WMA-S06")
@pytest.mark.parametrize(
    ("kind", "west", "inside"),
    [
        ("wood", 95.997, False),  # 0.003 x 2 cm: not more than 0.01 square cm
        ("wood", 95.99, True),
        ("marsh", 95.0, True),
        ("deep_river", 95.0, True),
        ("ruins", 95.0, True),
        ("buildings", 95.0, True),
        ("difficult", 95.0, True),
        ("hill", 90.0, False),
        ("ford", 90.0, False),
        ("shallow_river", 90.0, False),
        ("fortification", 90.0, False),
        ("bridge", 90.0, False),
        ("road", 90.0, False),
    ],
)
def test_in_difficult_terrain_with_any_part_of_any_stand(kind, west, inside):
    state = table(unit("LEG-1", at=(90, 40)), terrain=[feature(kind, box=(west, 30, 120, 50))])
    assert facts.in_difficult(state, "LEG-1") is inside


@pytest.mark.clause("WMA-S14")
def test_what_lies_on_a_bridge_or_road_is_not_in_what_lies_beneath():
    river = feature("deep_river", box=(80, 30, 100, 50))
    whole, part = feature("bridge", box=(80, 30, 100, 50)), feature("bridge", box=(80, 30, 95, 50))
    assert not facts.in_difficult(table(unit("LEG-1", at=(90, 40)), terrain=[river, whole]), "LEG-1")
    assert facts.in_difficult(table(unit("LEG-1", at=(90, 40)), terrain=[river, part]), "LEG-1")


@pytest.mark.clause("WMA-S15", "WMA-S06")
def test_a_centre_on_the_outline_is_inside():
    state = table(unit("LEG-1", at=(90, 40)), terrain=[feature("hill", box=(90, 30, 120, 50))])
    assert facts.counts_in(state, "LEG-1") == {"hill-1": 2}
    assert facts.inside(state, "LEG-1", "hill-1")


@pytest.mark.clause("WMA-RES-04", "WMA-S24", "WMA-R33")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
@pytest.mark.parametrize("at", [(20, 20), (20, 100), (160, 20), (160, 100)])
def test_support_is_the_same_in_every_corner_of_the_table_and_whichever_way_one_looks(at, facing):
    """LEG-1 with LEG-2 squarely behind it and TRI-1 beside it; a fourth unit behind these touches no fighter."""

    def there(aside, ahead, turn=0):
        x, y = to_world(Pose(at[0], at[1], facing), (aside, ahead))
        return {"at": (x, y), "facing": (facing + turn) % 360}

    state = table(
        unit("LEG-1", "south", **there(0, 0)),
        unit("LEG-2", "south", **there(0, -2)),
        unit("TRI-1", "south", **there(12, -1)),
        unit("LEG-3", "south", **there(0, -4)),
        unit("LIB-1", "north", **there(0, 2, 180)),
    )
    combat = facts.combat_of(state, "LEG-1")
    found = facts.supporters(state, combat, "south")
    assert [stand for stand, _ in found] == ["LEG-2.1", "LEG-2.2", "LEG-2.3", "TRI-1.1"]
    assert found[-1] == ("TRI-1.1", "LEG-1.3")
    assert facts.supporters(state, combat, "north") == ()
