"""Retreat, withdrawal, pursuit, advance and reform on the table (WMA-S27 to WMA-S31)."""

from __future__ import annotations

import math

import pytest

from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import advance as advancing
from rulesets.warmaster_ancients.fight import after_round as pursuing
from rulesets.warmaster_ancients.fight import reform as reforming
from rulesets.warmaster_ancients.fight import retreats as retreating
from tests.rules.warmaster_ancients.table import at_cm, feature, table, unit

# --- retreat -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S27", "WMA-RES-08")
def test_a_frontal_contact_drives_straight_back():
    state = table(unit("LEG-1", at=(90, 60)), unit("GAL-1", at=(90, 62)))
    assert retreating.direction(state, "LEG-1") == (0.0, -1.0)
    assert retreating.direction(state, "GAL-1") == (0.0, 1.0)


@pytest.mark.clause("WMA-S27")
@pytest.mark.parametrize(
    ("x", "y", "facing", "direction"),
    [(87, 60, "E", (1.0, 0.0)), (93, 60, "W", (-1.0, 0.0)), (90, 57, "N", (0.0, 1.0)), (90, 63, "S", (0.0, -1.0))],
)
def test_away_from_the_flank_forward_from_the_rear(x, y, facing, direction):
    target = unit("LEG-1", poses=[(90, 60, "N")], stands=1)
    state = table(target, unit("PUN-1", poses=[(x + (1 if x < 90 else -1 if x > 90 else 0) * -1, y, facing)], stands=1))
    assert retreating.direction(state, "LEG-1") == direction


@pytest.mark.clause("WMA-S27")
def test_every_pair_counts_once_whatever_its_length():
    # two stands in front, one on the left flank: twice back, once to the right
    state = table(
        unit("LEG-1", poses=[(90, 60, "N"), (94, 60, "N")], lost=[3]),
        unit("GAL-1", poses=[(90, 62, "S"), (94, 62, "S")], lost=[3]),
        unit("PUN-1", poses=[(86, 60, "E")], stands=1),
    )
    found = retreating.direction(state, "LEG-1")
    # GAL's two stands make two straight pairs; their corners make no third
    assert found == pytest.approx((1 / math.sqrt(5), -2 / math.sqrt(5)))


@pytest.mark.clause("WMA-S27", "WMA-S26")
def test_corner_contacts_count_only_where_there_is_no_edge_contact():
    only = table(unit("LEG-1", poses=[(90, 60, "N")], stands=1), unit("GAL-1", poses=[(94, 62, "S")], stands=1))
    assert retreating.direction(only, "LEG-1") == (0.0, -1.0)
    ex24 = table(unit("LEG-1", at=(90, 60)), unit("EQU-1", "north", at=(98, 60), facing="W"))
    assert retreating.direction(ex24, "LEG-1") == (-1.0, 0.0)


@pytest.mark.clause("WMA-S27")
def test_attacked_from_opposite_sides_there_is_no_way():
    state = table(
        unit("LEG-1", poses=[(90, 60, "N")], stands=1),
        unit("GAL-1", poses=[(90, 62, "S")], stands=1),
        unit("GAL-2", poses=[(90, 58, "N")], stands=1),
    )
    assert retreating.direction(state, "LEG-1") is None
    assert retreating.trapped(state, "LEG-1", None)


@pytest.mark.clause("WMA-S27")
@pytest.mark.parametrize(("south", "trapped"), [(58.0, False), (58.003, False), (58.01, True)])
def test_who_cannot_move_a_centimetre_is_trapped(south, trapped):
    rock = feature("impassable", box=(80, 50, 100, south))
    state = table(unit("LEG-1", at=(90, 60)), unit("GAL-1", at=(90, 62)), terrain=[rock])
    assert retreating.trapped(state, "LEG-1", (0.0, -1.0)) is trapped


@pytest.mark.clause("WMA-S27", "WMA-S19")
def test_a_friend_who_can_make_way_does_not_trap():
    state = table(unit("LEG-1", at=(90, 60)), unit("GAL-1", at=(90, 62)), unit("LEG-2", at=(90, 58)))
    assert not retreating.trapped(state, "LEG-1", (0.0, -1.0))


@pytest.mark.clause("WMA-S28", "WMA-RES-05")
@pytest.mark.parametrize(("gap", "free"), [(20.0, 10), (5.0, 5), (4.99, 4), (1.0, 1), (0.99, 0), (0.0, 0)])
def test_withdrawing_goes_whole_centimetres_as_far_as_it_is_free(gap, free):
    state = table(unit("LEG-1", at=(90, 60)), unit("GAL-1", at=(90, 62)), unit("LEG-2", at=(90, 58 - gap)))
    assert retreating.free_cm(state, "LEG-1", (0.0, -1.0), 10) == free


@pytest.mark.clause("WMA-S28")
def test_withdrawing_keeps_a_centimetre_from_other_enemies():
    state = table(unit("LEG-1", at=(90, 60)), unit("GAL-1", at=(90, 62)), unit("GAL-2", at=(90, 50), facing="N"))
    assert retreating.free_cm(state, "LEG-1", (0.0, -1.0), 18) == 7
    assert retreating.free_cm(state, "LEG-1", None, 18) == 0


# --- pursuit -----------------------------------------------------------------------------------------------------


def beaten(*others, terrain=(), moved=-30.0, **more):
    """GAL has beaten LEG, which has gone back; the vector of its retreat is (0, moved)."""
    return table(unit("LEG-1", at=(90, 60 + moved / 10)), unit("GAL-1", at=(90, 62), **more), *others, terrain=terrain)


@pytest.mark.clause("WMA-S29", "WMA-RES-12")
def test_a_pursuer_follows_by_the_same_vector():
    found = pursuing.pursuit(beaten(), "GAL-1", "LEG-1", (0.0, -30.0))
    assert found.refusal is None
    assert [at_cm(p) for p in found.ends.values()] == [(94, 59, 180), (90, 59, 180), (86, 59, 180)]
    assert (found.farthest, found.lead, found.touched) == (30.0, "", ("LEG-1",))


@pytest.mark.clause("WMA-S29", "WMA-PUR-04")
def test_not_over_forbidden_ground_nor_through_other_units():
    state = table(
        unit("LEG-1", at=(90, 57)), unit("PUN-1", at=(90, 63)), terrain=[feature("marsh", box=(80, 58.5, 100, 59.5))]
    )
    found = pursuing.pursuit(state, "PUN-1", "LEG-1", (0.0, -30.0))
    assert found.refusal is not None
    assert (found.refusal.clause, found.refusal.thing) == ("WMA-PUR-04", "marsh-1")
    blocked = beaten(unit("LIB-1", poses=[(97, 59.5, "S")], stands=1))
    found = pursuing.pursuit(blocked, "GAL-1", "LEG-1", (0.0, -30.0))
    assert found.refusal is not None
    assert (found.refusal.clause, found.refusal.thing) == ("WMA-S29", "LIB-1")


@pytest.mark.clause("WMA-S29")
def test_other_enemies_touched_join():
    found = pursuing.pursuit(beaten(unit("TRI-1", poses=[(98, 57, "N")], stands=1)), "GAL-1", "LEG-1", (0.0, -30.0))
    assert found.touched == ("LEG-1", "TRI-1")


@pytest.mark.clause("WMA-S29", "WMA-S11")
@pytest.mark.parametrize(("x", "possible"), [(84.0, True), (81.5, False)])
def test_if_nobody_touches_any_more_the_pursuer_is_placed_within_four_cm(x, possible):
    # only the left-hand stand of the pursued is left, the pursuer has but one stand too
    state = table(
        unit("LEG-1", poses=[(x, 57, "N")], lost=[2, 3]),
        unit("GAL-1", poses=[(90, 62, "S")], lost=[1, 3]),
    )
    found = pursuing.pursuit(state, "GAL-1", "LEG-1", (0.0, -30.0))
    assert found.possible is possible
    if possible:
        assert found.lead
        # after the shift to (90, 59) it stands in the flank zone of the stand that is left
        assert at_cm(found.ends["GAL-1.2"]) == (87, 58, 270)
        assert found.touched == ("LEG-1",)


@pytest.mark.clause("WMA-PUR-01", "WMA-R40")
@pytest.mark.parametrize(
    ("hunter", "prey", "clause"),
    [
        ("LEG-1", "PUN-1", "WMA-PUR-01"),
        ("LEG-1", "LCH-1", "WMA-PUR-01"),
        ("LEG-1", "ELE-1", None),
        ("LEG-1", "GAL-1", None),
        ("EQU-1", "PUN-1", None),
        ("SCO-1", "GAL-1", "WMA-S33"),
    ],
)
def test_ex19_who_may_pursue_whom(hunter, prey, clause):
    state = table(unit(hunter, "south", at=(90, 40)), unit(prey, "north", at=(90, 60)))
    found = pursuing.may_pursue(state, hunter, prey)
    assert (None if found is None else found.clause) == clause


@pytest.mark.clause("WMA-PUR-03", "WMA-S15")
@pytest.mark.parametrize(("west", "barred"), [(90.0, True), (90.1, False)])
def test_fortified_infantry_does_not_pursue(west, barred):
    fort = feature("fortification", box=(west, 30, 100, 50))
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 60)), terrain=[fort])
    found = pursuing.may_pursue(state, "LEG-1", "GAL-1")
    assert (found is not None) is barred


# --- advance -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-ADV-03", "WMA-ADV-04", "WMA-R56")
def test_twenty_cm_after_one_round_and_ten_after_more():
    assert [advancing.limit_for(rounds) for rounds in (1, 2)] == [200.0, 100.0]


@pytest.mark.clause("WMA-ADV-01", "WMA-ADV-03", "WMA-ADV-04", "WMA-R38", "WMA-S30")
@pytest.mark.parametrize(
    ("gap", "limit", "clause"),
    [(20.0, 200.0, None), (20.01, 200.0, "WMA-ADV-03"), (10.0, 100.0, None), (10.01, 100.0, "WMA-ADV-04")],
)
def test_ex21_the_reach_of_an_advance_charge(gap, limit, clause):
    state = table(unit("PUN-1", "south", at=(90, 40)), unit("LEG-2", "north", at=(90, 43 + gap)))
    found = advancing.advance_charge(state, "PUN-1", "LEG-2", limit)
    assert (None if found.refusal is None else found.refusal.clause) == clause
    near = tuple(advancing.advance_targets(state, "PUN-1", limit))
    assert [p.target for p in near] == ([] if clause else ["LEG-2"])


@pytest.mark.clause("WMA-S30", "WMA-S11")
def test_the_lead_goes_ten_cm_the_others_up_to_their_maximum_move():
    # in column, the stands behind have farther to go than the lead
    state = table(unit("PUN-1", "south", formation="column", at=(90, 40)), unit("LEG-2", "north", at=(90, 57)))
    found = advancing.advance_charge(state, "PUN-1", "LEG-2", 100.0)
    assert found.refusal is None
    assert found.travel["PUN-1.1"] == 100.0
    assert 100.0 < found.farthest <= 300.0


@pytest.mark.clause("WMA-ADV-01", "WMA-S30")
def test_an_enemy_out_of_sight_cannot_be_charged():
    state = table(unit("PUN-1", "south", at=(90, 40)), unit("LEG-2", "north", at=(90, 32)))
    (found,) = advancing.advance_targets(state, "PUN-1", 200.0)
    assert found.refusal is not None
    assert found.refusal.clause == "WMA-S10"


@pytest.mark.clause("WMA-R38", "WMA-S30")
@pytest.mark.parametrize(("gap", "most"), [(30.0, 200.0), (15.0, 140.0), (1.0, 0.0)])
def test_a_plain_advance_goes_straight_ahead_and_keeps_a_centimetre(gap, most):
    state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 42 + gap)))
    assert advancing.plain_advance(state, "LEG-1", 200.0)[0] == most
    assert [at_cm(p)[1] for p in advancing.advanced(state, "LEG-1", most).values()] == [40 + most / 10] * 3


@pytest.mark.clause("WMA-S30", "WMA-S05")
@pytest.mark.parametrize(("west", "most"), [(97.0, 200.0), (96.5, 0.0)])
def test_a_plain_advance_does_not_bring_a_near_enemy_nearer(west, most):
    # an enemy ahead and to the right: the gap to it shrinks to 1 cm, or from 0.71 to 0.5 cm
    state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", poses=[(west + 2, 42.5, "S")], stands=1))
    assert advancing.plain_advance(state, "LEG-1", 200.0)[0] == most


@pytest.mark.clause("WMA-S33")
def test_artillery_does_not_advance():
    state = table(unit("SCO-1", at=(90, 40)), unit("GAL-1", at=(90, 48)))
    assert advancing.plain_advance(state, "SCO-1", 200.0)[0] == 0.0
    found = advancing.advance_charge(state, "SCO-1", "GAL-1", 200.0)
    assert found.refusal is not None
    assert found.refusal.clause == "WMA-S33"


# --- reform ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S31", "WMA-END-03")
def test_a_line_becomes_a_column_about_its_centre():
    state = table(unit("LEG-1", at=(90, 40)))
    found = reforming.reform(state, "LEG-1", "column", 0.0)
    assert found.legal
    assert sorted(at_cm(p)[:2] for p in found.ends.values()) == [(90, 38), (90, 40), (90, 42)]
    assert found.travel["LEG-1.2"] == 0.0
    assert max(found.travel.values()) == pytest.approx(10 * math.hypot(4, 2), abs=0.001)


@pytest.mark.clause("WMA-S31")
def test_turning_about_costs_nothing_and_a_quarter_turn_of_a_line_too_much_for_some():
    state = table(unit("LEG-1", at=(90, 40)), unit("EQU-1", at=(60, 40)))
    assert max(reforming.reform(state, "LEG-1", "line", 180.0).travel.values()) == 0.0
    # stands at 4 cm go to 4 cm at right angles: 5.66 cm
    assert reforming.reform(state, "LEG-1", "line", 90.0).legal
    assert reforming.reform(state, "EQU-1", "line", 90.0).legal


@pytest.mark.clause("WMA-S31")
@pytest.mark.parametrize(("gap", "legal"), [(6.0, True), (6.01, False)])
def test_no_stand_travels_more_than_six_cm(gap, legal):
    # three stands in a chain: the outer ones must come in
    state = table(unit("LEG-1", poses=[(90 - 4 - gap, 40, "N"), (90, 40, "N"), (90 + 4 + gap, 40, "N")]))
    assert reforming.reform(state, "LEG-1", "line", 0.0).legal is legal


@pytest.mark.clause("WMA-S31")
def test_no_room_no_reform():
    state = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 42)))
    found = reforming.reform(state, "LEG-1", "column", 0.0)
    assert found.refusal is not None
    assert (found.refusal.clause, found.refusal.thing) == ("WMA-S31", "LEG-2")
    beside = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 44)))
    assert reforming.reform(beside, "LEG-1", "column", 0.0).legal  # touching a friend
    edge = table(unit("LEG-1", at=(90, 1.5)))
    assert not reforming.reform(edge, "LEG-1", "column", 0.0).legal
    wood = table(unit("EQU-1", at=(90, 40)), terrain=[feature("wood", box=(80, 45.9, 100, 60))])
    found = reforming.reform(wood, "EQU-1", "column", 0.0)
    assert found.refusal is not None
    assert found.refusal.thing == "wood-1"
    # no sweep is checked: a friend between start and end does not matter
    assert reforming.reform(wood, "EQU-1", "line", 180.0).legal


@pytest.mark.clause("WMA-S31")
@pytest.mark.parametrize(("y", "legal"), [(45.0, True), (44.99, False)])
def test_a_reformed_unit_keeps_a_centimetre_from_enemies(y, legal):
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, y)))
    assert reforming.reform(state, "LEG-1", "column", 0.0).legal is legal


@pytest.mark.clause("WMA-S31", "WMA-S04")
def test_the_reforms_offered_are_legal_and_the_first_faces_the_nearest_enemy():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(120, 70)))
    found = list(reforming.reforms(state, "LEG-1"))
    assert (found[0].formation, found[0].facing) == ("line", 45.0)
    for made in found:
        assert made.legal
        after = state.with_poses(dict(made.ends))
        assert facts.formation(after, "LEG-1") == made.formation
        assert facts.facing(after, "LEG-1") == pytest.approx(made.facing)
    crooked = table(unit("LEG-1", poses=[(88, 40, "N"), (92, 40, "E"), (92, 36.5, "S")]))
    assert all(made.legal for made in reforming.reforms(crooked, "LEG-1"))


@pytest.mark.clause("WMA-S31")
def test_a_reform_is_offered_in_its_own_facing_and_its_quarter_turns():
    state = table(unit("LEG-1", at=(90, 40), facing=20), unit("GAL-1", at=(120, 70)))
    assert {20.0, 110.0, 200.0, 290.0} <= set(reforming.facings(state, "LEG-1"))
