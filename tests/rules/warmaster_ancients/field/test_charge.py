"""Declaring and placing a charge (WMA-S10, WMA-S11)."""

from __future__ import annotations

import pytest

from game.geometry.shapes import Pose, to_local, to_world
from rulesets.warmaster_ancients.charge.stand_places import TIE_ORDER, Solver, covered, place_charge
from rulesets.warmaster_ancients.field import facts
from tests.rules.warmaster_ancients.table import at_cm, feature, table, unit


def ends(placement):
    assert placement.refusal is None, placement.refusal
    return [at_cm(p) for p in placement.ends.values()]


def why(placement):
    assert placement.refusal is not None
    return placement.refusal.clause, placement.refusal.thing


# --- the worked examples -----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11", "WMA-S07")
def test_ex24_a_flank_charge():
    state = table(unit("LEG-1", at=(90, 60)), unit("EQU-1", "north", at=(120, 60), facing="W"))
    found = place_charge(state, "EQU-1", "LEG-1")
    assert (found.lead, found.mark, found.edge) == ("EQU-1.2", "LEG-1.3", "right")
    assert ends(found) == [(98, 58, 270), (98, 60, 270), (98, 62, 270)]
    assert found.touched == ("LEG-1",)
    assert found.travel == {"EQU-1.1": 220.0, "EQU-1.2": 220.0, "EQU-1.3": 220.0}


@pytest.mark.clause("WMA-S11", "WMA-RCT-04")
def test_ex13_what_is_left_of_a_charger():
    gal = unit("GAL-1", "south", poses=[(86, 40, "N"), (90, 40, "N")], lost=[3])
    state = table(gal, unit("VEL-1", "north", at=(90, 60)))
    found = place_charge(state, "GAL-1", "VEL-1")
    assert ends(found) == [(86, 58, 0), (90, 58, 0)]
    after = state.with_poses(dict(found.ends))
    touches = facts.contacts(after, "VEL-1")
    assert {(t.own, t.other, t.length) for t in touches if t.by_edge} == {
        ("VEL-1.3", "GAL-1.1", 40.0),
        ("VEL-1.2", "GAL-1.2", 40.0),
    }
    assert facts.fighting_stands(after, "VEL-1") == ("VEL-1.1", "VEL-1.2", "VEL-1.3")
    assert [t.by_edge for t in touches if t.own == "VEL-1.1"] == [False]


@pytest.mark.clause("WMA-S11", "WMA-CMB-05")
def test_ex15_elephants_touch_all_three_stands_by_edges():
    state = table(unit("ELE-1", "south", at=(90, 45)), unit("LEG-1", "north", at=(90, 60)))
    found = place_charge(state, "ELE-1", "LEG-1")
    assert ends(found) == [(88, 57, 0), (90, 57, 0), (92, 57, 0)]
    after = state.with_poses(dict(found.ends))
    assert {t.own for t in facts.contacts(after, "LEG-1") if t.by_edge} == {"LEG-1.1", "LEG-1.2", "LEG-1.3"}


# --- may it be declared? -----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S10")
def test_an_enemy_that_is_not_seen_cannot_be_charged():
    behind = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 30)))
    assert why(place_charge(behind, "LEG-1", "GAL-1")) == ("WMA-S10", "")
    hidden = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 45)), unit("GAL-1", at=(90, 52)))
    assert why(place_charge(hidden, "LEG-1", "GAL-1")) == ("WMA-S10", "LEG-2")


@pytest.mark.clause("WMA-S33")
def test_artillery_does_not_charge():
    state = table(unit("SCO-1", at=(90, 40)), unit("GAL-1", at=(90, 45)))
    assert why(place_charge(state, "SCO-1", "GAL-1")) == ("WMA-S33", "SCO-1")


@pytest.mark.clause("WMA-S11", "WMA-MOV-03")
@pytest.mark.parametrize(("gap", "possible"), [(20.0, True), (20.004, True), (20.01, False)])
def test_the_reach_is_the_full_allowance(gap, possible):
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42 + gap)))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.possible is possible
    if not possible:
        assert found.refusal is not None
        assert (found.refusal.clause, found.refusal.over) == ("WMA-S11", 0.1)


@pytest.mark.clause("WMA-S10")
def test_an_engaged_enemy_may_be_charged_and_others_are_touched_with_it():
    state = table(
        unit("LEG-1", at=(78, 50)),
        unit("LEG-2", at=(90, 40)),
        unit("GAL-1", at=(84, 52)),
        unit("LIB-1", at=(96, 52)),
    )
    assert facts.engaged(state, "GAL-1")
    found = place_charge(state, "LEG-2", "GAL-1")
    assert found.possible
    assert found.touched == ("LIB-1", "GAL-1")


# --- pair and edge -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11")
def test_the_pair_is_the_nearest_eye_then_centre_then_number():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 60)))
    assert (place_charge(state, "LEG-1", "GAL-1").lead, place_charge(state, "LEG-1", "GAL-1").mark) == (
        "LEG-1.1",
        "GAL-1.3",
    )
    # turned away a little, the right-hand stand is nearest
    state = table(unit("LEG-1", poses=[(86, 39, "N"), (90, 39.5, "N"), (94, 40, "N")]), unit("GAL-1", at=(90, 55)))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert (found.lead, found.mark) == ("LEG-1.3", "GAL-1.1")


@pytest.mark.clause("WMA-S11")
def test_only_stands_of_the_target_that_are_seen_are_marks():
    # the nearest enemy stand lies beside the field of view, the next in it
    state = table(
        unit("LEG-1", poses=[(90, 50, "N")], stands=1),
        unit("GAL-1", poses=[(96, 50, "W"), (96, 54, "W"), (96, 58, "W")]),
    )
    assert place_charge(state, "LEG-1", "GAL-1").mark == "GAL-1.2"


@pytest.mark.clause("WMA-S11")
@pytest.mark.parametrize(
    ("x", "edge"),
    [(109.0, "right"), (108.0, "front"), (107.9, "front")],
)
def test_the_edge_is_the_one_in_whose_zone_the_leads_centre_lies(x, edge):
    # the ray from the right front corner (96, 61) runs through (108, 73)
    state = table(
        unit("LEG-1", "north", at=(90, 60), facing="N"),
        unit("EQU-1", "south", poses=[(x, 73, "SW")], stands=1),
    )
    assert place_charge(state, "EQU-1", "LEG-1").edge == edge


@pytest.mark.clause("WMA-S11")
def test_an_edge_covered_by_more_than_half_is_exchanged_for_the_next():
    # GAL-1's right-hand stand is struck from its left flank, where a stand of LIB-1 covers the edge
    target = unit("GAL-1", poses=[(90, 60, "N")], stands=1)
    charger = unit("EQU-1", "south", poses=[(78, 61.5, "E")], stands=1)
    free = place_charge(table(charger, target), "EQU-1", "GAL-1")
    assert (free.edge, ends(free)) == ("left", [(86, 61, 90)])
    half = unit("LIB-1", poses=[(86, 58, "N")], stands=1)
    assert place_charge(table(charger, target, half), "EQU-1", "GAL-1").edge == "left"
    whole = unit("LIB-1", poses=[(86, 59.9, "N")], stands=1)
    found = place_charge(table(charger, target, whole), "EQU-1", "GAL-1")
    assert found.edge == "front"


# a mounted stand, x 89 to 91 and y 58 to 62, and stands that cover one edge of it each, in whole or by three quarters
MOUNTED = unit("PUN-1", poses=[(90, 60, "N")], stands=1)
COVERING = {
    "front": (unit("LIB-1", poses=[(91.5, 63, "N")], stands=1), 0.75),
    "right": (unit("LIB-1", poses=[(92, 60, "E")], stands=1), 1.0),
    "rear": (unit("LIB-1", poses=[(91.5, 57, "N")], stands=1), 0.75),
    "left": (unit("LIB-1", poses=[(88, 59, "E")], stands=1), 0.75),
}


def edges_of(lead, *covering):
    """The share that is covered of each edge, and the edge that a lead stand at a point strikes."""
    state = table(unit("LEG-1", "south", poses=[(*lead, "N")], stands=1), MOUNTED, *covering)
    solver = Solver(state, "LEG-1", "PUN-1", (), 200.0, 200.0)
    shares = {edge: covered(state, "PUN-1.1", edge) for edge in TIE_ORDER}
    return {edge: share for edge, share in shares.items() if share}, solver.edge("LEG-1.1", "PUN-1.1")


@pytest.mark.clause("WMA-S11")
@pytest.mark.parametrize(
    ("covered", "lead", "edge"),
    [
        ("front", (90, 80), "left"),  # straight before it, the sides are equally near: left before right
        ("front", (91, 80), "right"),
        ("rear", (90, 40), "left"),
        ("rear", (91, 40), "right"),
        ("right", (110, 60), "front"),  # front before rear
        ("right", (110, 59), "rear"),
        ("left", (70, 60), "front"),
        ("left", (70, 59), "rear"),
    ],
)
def test_the_next_edge_is_the_one_that_looks_most_at_the_lead(covered, lead, edge):
    row, share = COVERING[covered]
    assert edges_of(lead, row) == ({covered: share}, edge)
    assert edges_of(lead) == ({}, covered)


@pytest.mark.clause("WMA-S11")
def test_what_two_stands_cover_of_an_edge_counts_once():
    """A quarter at either end of the left edge is half: it stays; stands that lie one over the other add nothing."""
    ends = [unit("LIB-1", poses=[(87, 56, "N")], stands=1), unit("LIB-2", poses=[(87, 64, "N")], stands=1)]
    assert edges_of((70, 60), *ends) == ({}, "left")
    low, high = unit("LIB-1", poses=[(87, 58, "N")], stands=1), unit("LIB-2", poses=[(87, 62, "N")], stands=1)
    assert edges_of((70, 60), low) == ({"left": 0.25}, "left")
    assert edges_of((70, 60), low, high) == ({"left": 0.5}, "left")
    both = unit("LIB-3", poses=[(87, 60, "N")], stands=1)
    assert edges_of((70, 60.5), low, high, both) == ({"left": 1.0}, "front")
    close = unit("LIB-2", poses=[(86.96, 58, "N")], stands=1)  # within touching distance
    assert edges_of((70, 60), close) == ({"left": 0.25}, "left")


@pytest.mark.clause("WMA-S11")
def test_a_target_covered_all_round_cannot_be_charged():
    # a mounted stand; stands of its side lie along more than half of every edge, but leave a corner in sight
    target = unit("PUN-1", poses=[(90, 60, "N")], stands=1)
    sides = [
        unit("LIB-1", poses=[(91, 63, "N")], stands=1),
        unit("LIB-2", poses=[(91, 57, "N")], stands=1),
        unit("LIB-3", poses=[(92, 60, "E")], stands=1),
        unit("GAL-2", poses=[(88, 59.2, "E")], stands=1),
    ]
    charger = unit("LEG-1", poses=[(83, 66, 135)], stands=1)
    assert place_charge(table(charger, target, *sides[:3]), "LEG-1", "PUN-1").edge == "left"
    assert why(place_charge(table(charger, target, *sides), "LEG-1", "PUN-1")) == ("WMA-S11", "PUN-1")


# --- the lead stand ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11")
def test_the_eye_goes_to_the_nearest_point_of_the_edge():
    state = table(unit("EQU-1", poses=[(85, 45, "N")], stands=1), unit("GAL-1", poses=[(90, 60, "S")], stands=1))
    found = place_charge(state, "EQU-1", "GAL-1")
    # the eye at x 85 has the corner (88, 59) as its nearest point
    assert ends(found) == [(88, 57, 0)]
    assert found.travel == {"EQU-1.1": pytest.approx(10 * (3**2 + 12**2) ** 0.5, abs=0.001)}


@pytest.mark.clause("WMA-S11")
def test_a_lead_stand_slides_to_the_nearest_free_place():
    # a friend already in contact takes three quarters of the front; the eye would go to its right-hand end
    friend = unit("LEG-2", poses=[(89, 58, "N")], stands=1)
    state = table(
        unit("LEG-1", poses=[(95, 45, "N")], stands=1), friend, unit("GAL-1", poses=[(90, 60, "S")], stands=1)
    )
    found = place_charge(state, "LEG-1", "GAL-1")
    assert ends(found) == [(93, 58, 0)]


@pytest.mark.clause("WMA-S11")
@pytest.mark.parametrize(("free", "possible"), [(0.06, True), (0.05, False)])
def test_sliding_keeps_more_than_half_a_millimetre_of_common_edge(free, possible):
    # the friend leaves `free` cm of the front on its right; on its left there is as much room as there is front
    friend = unit("LEG-2", poses=[(90 - free, 58, "N")], stands=1)
    state = table(
        unit("LEG-1", poses=[(95, 45, "N")], stands=1), friend, unit("GAL-1", poses=[(90, 60, "S")], stands=1)
    )
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.possible is possible
    if possible:
        assert ends(found) == [(94 - free, 58, 0)]
        after = state.with_poses(dict(found.ends))
        assert [t.length for t in facts.contacts(after, "LEG-1")] == [pytest.approx(0.6)]
    else:
        assert why(found) == ("WMA-S11", "LEG-2")


@pytest.mark.clause("WMA-S11")
@pytest.mark.parametrize(("x", "possible"), [(94.57, True), (94.55, False), (92.6, False)])
def test_a_single_stand_slides_out_beyond_the_target_only_where_there_is_room(x, possible):
    # the friend takes 0.5 cm of the front on the left: the charger gets by it if it ends from 88.56 to 92.56, which
    # is beyond where it and its target stand; there another friend leaves it the room or does not
    friends = [unit("LEG-2", poses=[(86.5, 58, "N")], stands=1), unit("LEG-3", poses=[(x, 58, "N")], stands=1)]
    state = table(
        unit("LEG-1", poses=[(90, 45, "N")], stands=1), *friends, unit("GAL-1", poses=[(90, 60, "S")], stands=1)
    )
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.possible is possible
    if possible:
        assert ends(found) == [(90.56, 58, 0)]
    else:
        assert why(found) == ("WMA-S11", "LEG-2")


@pytest.mark.clause("WMA-S11")
def test_equal_slides_go_to_the_leads_left():
    # a narrow friend in the middle of the front, its rear corner at (89, 55): a stand gets by on its left if its right
    # edge runs from (92, 41) to (88.22, 59), which cuts off no more than 0.01 square cm of that corner
    friend = unit("EQU-1", poses=[(90, 57, "N")], stands=1)
    state = table(
        unit("LEG-1", poses=[(90, 40, "N")], stands=1), friend, unit("GAL-1", poses=[(90, 60, "S")], stands=1)
    )
    found = place_charge(state, "LEG-1", "GAL-1")
    ((x, y, facing),) = ends(found)
    assert (y, facing) == (58, 0)
    assert x == 86.22


@pytest.mark.clause("WMA-S11", "WMA-MOV-08")
@pytest.mark.parametrize(("x", "possible"), [(93.0, True), (92.9, False)])
def test_a_friend_in_the_way_hinders_the_sweep(x, possible):
    # two friends leave a lane for a stand of 2 cm, or not quite; through it the enemy is seen either way
    state = table(
        unit("EQU-1", poses=[(90, 40, "N")], stands=1),
        unit("LEG-2", poses=[(87, 46, "N")], stands=1),
        unit("LEG-3", poses=[(x, 46, "N")], stands=1),
        unit("GAL-1", at=(90, 55)),
    )
    found = place_charge(state, "EQU-1", "GAL-1")
    if possible:
        assert ends(found) == [(90, 52, 0)]
    else:
        assert why(found) == ("WMA-MOV-08", "LEG-3")


@pytest.mark.clause("WMA-S11", "WMA-TER-03")
def test_forbidden_ground_bars_the_charge():
    wood = feature("wood", box=(70, 50, 110, 52))
    state = table(unit("EQU-1", at=(90, 40)), unit("GAL-1", at=(90, 60)), terrain=[wood])
    found = place_charge(state, "EQU-1", "GAL-1")
    assert why(found) == ("WMA-TER-07", "wood-1")
    foot = table(unit("LEG-1", at=(90, 41)), unit("GAL-1", at=(90, 60)), terrain=[wood])
    assert place_charge(foot, "LEG-1", "GAL-1").possible


# --- the other stands --------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11")
@pytest.mark.parametrize(("y", "third"), [(56, 82), (60, 94)])
def test_others_prefer_the_end_that_touches_then_less_travel(y, third):
    # LEG-1.1 leads; LEG-1.2 touches at either end and takes the nearer; LEG-1.3 touches only at the left end, which is
    # 18.44 cm away in the first case and 21.63 cm, out of reach, in the second
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", poses=[(88, y, "S"), (84, y, "S")], lost=[3]))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert (found.lead, found.mark) == ("LEG-1.1", "GAL-1.1")
    assert ends(found) == [(86, y - 2, 0), (90, y - 2, 0), (third, y - 2, 0)]


@pytest.mark.clause("WMA-S11")
def test_a_stand_that_finds_no_end_free_goes_behind():
    # friends in contact on both sides leave 8 cm of front: room for two stands, the third goes behind the nearer
    friends = [unit("LEG-2", at=(80, 58)), unit("TRI-1", at=(100, 58))]
    enemies = [unit("GAL-1", at=(90, 60)), unit("LIB-1", at=(78, 60)), unit("LIB-2", at=(102, 60))]
    state = table(unit("LEG-1", at=(92, 48)), *friends, *enemies)
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.lead == "LEG-1.1"
    assert ends(found) == [(88, 58, 0), (92, 58, 0), (92, 56, 0)]


@pytest.mark.clause("WMA-S11")
def test_a_charging_column_opens_into_line():
    state = table(unit("LEG-1", formation="column", at=(90, 40)), unit("GAL-1", at=(90, 55)))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.lead == "LEG-1.1"
    assert ends(found) == [(90, 53, 0), (86, 53, 0), (94, 53, 0)]


@pytest.mark.clause("WMA-S11")
def test_a_stand_out_of_reach_of_both_ends_goes_behind_if_that_is_in_reach():
    # a column at the limit: its second stand reaches neither end of the line, but the place behind the first
    state = table(unit("LEG-1", formation="column", at=(90, 40)), unit("GAL-1", at=(90, 64)))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert ends(found) == [(90, 62, 0), (90, 60, 0), (90, 58, 0)]
    assert found.travel == {"LEG-1.1": 200.0, "LEG-1.2": 200.0, "LEG-1.3": 200.0}


# --- anywhere on the table -----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11", "WMA-MOV-08")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
@pytest.mark.parametrize("at", [(30, 30), (30, 90), (150, 30), (150, 90)])
def test_a_charge_is_placed_the_same_in_every_corner_and_whichever_way_it_goes(at, facing):
    """LEG-1 charges GAL-1, 12 cm ahead: friends in contact leave it 8 cm, or LEG-4 halfway bars the way."""

    def there(aside, ahead, turn=0):
        x, y = to_world(Pose(*at, facing), (aside, ahead))
        return {"at": (round(x, 4), round(y, 4)), "facing": (facing + turn) % 360}

    friends = [unit("LEG-2", **there(-10, 10)), unit("TRI-1", **there(10, 10))]
    enemies = [unit("GAL-1", **there(0, 12, 180)), unit("LIB-1", **there(-12, 12, 180))]
    enemies.append(unit("LIB-2", **there(12, 12, 180)))
    state = table(unit("LEG-1", "south", **there(2, 0)), *friends, *enemies)
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.possible, found.refusal
    assert (found.lead, found.mark, found.touched) == ("LEG-1.1", "GAL-1.2", ("GAL-1",))
    seen = {b: to_local(Pose(at[0] * 10, at[1] * 10, facing), (p.x, p.y)) for b, p in found.ends.items()}
    assert {b: (round(x, 1) + 0.0, round(y, 1)) for b, (x, y) in seen.items()} == {
        "LEG-1.1": (-20.0, 100.0),
        "LEG-1.2": (20.0, 100.0),
        "LEG-1.3": (20.0, 80.0),
    }
    column = unit("LEG-4", "south", "column", **there(2, 5, 90))
    barred = place_charge(table(unit("LEG-1", "south", **there(2, 0)), column, *friends, *enemies), "LEG-1", "GAL-1")
    assert why(barred) == ("WMA-MOV-08", "LEG-4")


# --- legs before the last ----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S10", "WMA-S09")
def test_legs_before_the_last_go_round_an_obstacle():
    state = table(
        unit("EQU-1", poses=[(90, 40, "N")], stands=1),
        unit("LEG-2", poses=[(87, 46, "N")], stands=1),
        unit("LEG-3", poses=[(92.9, 46, "N")], stands=1),
        unit("GAL-1", at=(90, 55)),
    )
    assert not place_charge(state, "EQU-1", "GAL-1").possible
    legs = [{"EQU-1.1": Pose(965, 410, 0)}, {"EQU-1.1": Pose(965, 490, 0)}]
    found = place_charge(state, "EQU-1", "GAL-1", legs)
    assert ends(found) == [(90, 52, 0)]
    assert found.paths == (((900.0, 400.0), (965.0, 410.0), (965.0, 490.0), (900.0, 520.0)),)
    assert found.travel["EQU-1.1"] == pytest.approx(65.765 + 80 + 71.589, abs=0.002)
    three = [*legs, {"EQU-1.1": Pose(965, 495, 0)}]
    assert why(place_charge(state, "EQU-1", "GAL-1", three)) == ("WMA-S09", "")
    through = [{"EQU-1.1": Pose(900, 500, 0)}]
    assert why(place_charge(state, "EQU-1", "GAL-1", through)) == ("WMA-MOV-08", "LEG-3")


@pytest.mark.clause("WMA-S10")
def test_nobody_rides_round_to_a_flank():
    state = table(unit("EQU-1", poses=[(90, 40, "N")], stands=1), unit("GAL-1", at=(90, 55)))
    round_the_flank = [{"EQU-1.1": Pose(1000, 480, 0)}, {"EQU-1.1": Pose(1000, 540, 270)}]
    found = place_charge(state, "EQU-1", "GAL-1", round_the_flank)
    assert (found.mark, found.edge, ends(found)) == ("GAL-1.2", "front", [(90, 52, 0)])


@pytest.mark.clause("WMA-S11", "WMA-S09")
def test_the_whole_travel_counts():
    state = table(unit("LEG-1", poses=[(90, 40, "N")], stands=1), unit("GAL-1", at=(90, 57)))
    assert place_charge(state, "LEG-1", "GAL-1").travel == {"LEG-1.1": 150.0}
    detour = [{"LEG-1.1": Pose(900, 370, 0)}]
    found = place_charge(state, "LEG-1", "GAL-1", detour)
    assert found.refusal is not None
    assert found.refusal.over == 10.0


@pytest.mark.clause("WMA-S10", "WMA-S11")
def test_a_table_of_charges():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 55)), unit("GAL-2", at=(90, 100)))
    found = [place_charge(state, "LEG-1", target) for target in ("GAL-1", "GAL-2")]
    assert [p.possible for p in found] == [True, False]


@pytest.mark.clause("WMA-S03", "WMA-S21")
@pytest.mark.parametrize(("west", "east"), [("LIB-1", "GAL-1"), ("GAL-1", "LIB-1")])
def test_the_enemies_whom_a_unit_touches_stand_in_the_order_of_their_list(west: str, east: str) -> None:
    """Whichever of them its first stand touches."""
    state = table(unit("LEG-1", at=(90, 50)), unit(west, at=(84, 52)), unit(east, at=(96, 52)))
    assert facts.engaged_enemies(state, "LEG-1") == ("LIB-1", "GAL-1")


@pytest.mark.clause("WMA-S11")
def test_a_stand_as_near_to_two_places_behind_takes_that_behind_the_lower_number() -> None:
    """The second stand leads and is placed first; the third has no reach to either end of their line."""
    poses = [(86, 40, "N"), (90, 40.1, "N"), (88, 34, "N")]
    state = table(unit("LEG-1", poses=poses), unit("GAL-1", "north", at=(88, 57)))
    found = place_charge(state, "LEG-1", "GAL-1")
    assert found.lead == "LEG-1.2"
    assert ends(found) == [(86, 55, 0), (90, 55, 0), (86, 53, 0)]
