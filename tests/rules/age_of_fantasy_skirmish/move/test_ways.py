"""One model's way: length, climbs, steps over gaps, what stands in it, the inch, difficult and dangerous terrain.

AFS-S07, AFS-S08, AFS-S09, AFS-JUMP-01, AFS-R17, AFS-R37, AFS-R40, AFS-R42, AFS-R43, AFS-FLY, AFS-STRD, AFS-MOV-03, -06.
"""

from __future__ import annotations

import pytest
import shapely

from game.engine.decision import Course
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.walk import routes
from rulesets.age_of_fantasy_skirmish.walk.walker import EDGE, fallen, short_of
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.move_play import R25, R32, clause, judged, jump, long, way
from tests.rules.age_of_fantasy_skirmish.table import at_inch, piece, table, unit


def lone(x=10.0, y=10.0, *others, terrain=(), code="A2", **more):
    return table(unit(code, (x, y), **more), *others, terrain=terrain)


# --- length ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S07")
def test_the_length_of_a_way_is_that_of_its_polyline():
    state = lone()
    found = way(state, "A2.1", (13, 10), (13, 14))
    assert (long(found), found.climbed, clause(found.bar)) == (7.0, 0.0, "")
    assert at_inch(found.end) == (13, 14)


@pytest.mark.clause("AFS-S07")
def test_turning_in_place_is_free():
    state = lone(code="A7")
    course = Course("A7.1", (Path(((inch(10), inch(12)),), 90.0),))
    plan = plans.judge(state, "A7", "advance", "", (course,))
    assert (plan.bar, long(plan.ways[0]), plan.ways[0].end.facing) == (None, 2.0, 90.0)


@pytest.mark.clause("AFS-S07", "AFS-S09")
def test_a_wall_stops_a_base_that_would_touch_it_on_the_way():
    state = lone(terrain=[piece("wall", box=(8, 12, 12, 12.5))])
    assert clause(way(state, "A2.1", (10, 12 - R25 - 0.01)).bar) == ""
    assert clause(way(state, "A2.1", (10, 14)).bar) == "AFS-S07"
    beside = 12 + R25
    assert clause(way(state, "A2.1", (beside + 0.01, 10), (beside + 0.01, 14)).bar) == ""
    assert clause(way(state, "A2.1", (beside - 0.01, 10), (beside - 0.01, 14)).bar) == "AFS-S07"


@pytest.mark.clause("AFS-S07")
def test_obstacles_are_walked_round_at_the_price_of_the_length():
    """The corners of the wall are passed at the radius of the base, and a single point is a place to be reached."""
    state = lone(terrain=[piece("wall", box=(8, 12, 12, 12.5))])
    plan = judged(state, "A2", "rush", A2_1=(10, 14))
    assert plan.bar is None
    assert at_inch(plan.ends["A2.1"]) == (10, 14)
    # Two tangents to the circles about the wall's corners and the arcs and the edge between.
    assert 6.76 < long(plan.ways[0]) < 6.775
    assert clause(judged(state, "A2", "advance", A2_1=(10, 14)).bar) == "AFS-ACT-04"


@pytest.mark.clause("AFS-S07")
def test_models_of_a_unit_pass_through_each_other_but_do_not_end_on_each_other():
    state = table(unit("A3", (10, 10), (11.2, 10), (12.4, 10)))
    assert judged(state, "A3", A3_1=[(13.6, 10)]).bar is None
    found = judged(state, "A3", A3_1=[(11.9, 10)])
    assert (clause(found.bar), found.part) == ("AFS-S07", "A3.1")


@pytest.mark.clause("AFS-S07", "AFS-MOV-05")
def test_coherency_counts_when_the_last_model_has_moved():
    """Both orders are fine, though the first to go is alone on the way."""
    state = table(unit("A3", (10, 10), (11.2, 10), (12.4, 10)))
    forth = {"A3_1": (10, 15), "A3_2": (11.2, 15), "A3_3": (12.4, 15)}
    assert judged(state, "A3", **forth).bar is None
    assert judged(state, "A3", **dict(reversed(forth.items()))).bar is None
    assert clause(judged(state, "A3", A3_1=(10, 15)).bar) == "AFS-MOV-01"


@pytest.mark.clause("AFS-S07")
def test_models_move_one_after_another_in_the_owners_order():
    """The second goes where the first stood: only in that order. Nobody goes twice."""
    state = table(unit("A3", (10, 10), (11.2, 10), (12.4, 10)))
    assert judged(state, "A3", A3_1=(10, 12), A3_2=(10, 11), A3_3=(11, 11)).bar is None
    twice = plans.judge(state, "A3", "advance", "", (*_course("A3.1", 9, 10), *_course("A3.1", 8, 10)))
    assert clause(twice.bar) == "AFS-S07"


def _course(base, x, y):
    return (Course(base, (Path(((inch(x), inch(y)),)),)),)


@pytest.mark.clause("AFS-S02", "AFS-S07")
def test_no_base_crosses_the_table_edge():
    state = lone(2, 2)
    assert clause(way(state, "A2.1", (R25, 2)).bar) == ""
    assert clause(way(state, "A2.1", (R25 - 0.01, 2)).bar) == "AFS-S02"
    assert clause(way(state, "A2.1", (0.2, 2), (2, 3)).bar) == "AFS-S02"


@pytest.mark.clause("AFS-S07")
@pytest.mark.parametrize("other", ["A5", "B2"])
def test_bases_of_other_units_are_not_crossed(other):
    """Friends and foes alike; in a charge, too, where the inch does not count."""
    state = lone(10, 10, unit(other, (10, 13)), unit("B3", (10, 17), (11.2, 17), (10, 18.2), (11.2, 18.2)))
    assert clause(way(state, "A2.1", (10, 16), kind="charge", target="B3").bar) == "AFS-S07"
    aside = 10 + 2 * R25 + 0.02
    assert clause(way(state, "A2.1", (aside, 12), (aside, 15), kind="charge", target="B3").bar) == ""


# --- the inch ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MOV-03", "AFS-R17", "AFS-S05")
@pytest.mark.parametrize("other", ["A5", "B2"])
@pytest.mark.parametrize(("gap", "rule"), [(1.0, ""), (0.9991, ""), (0.998, "AFS-MOV-03")])
def test_exactly_an_inch_from_another_unit_is_allowed_on_the_way_and_at_its_end(other, gap, rule):
    state = lone(10, 10, unit(other, (10, 14)))
    assert clause(way(state, "A2.1", (10, 14 - gap - 2 * R25)).bar) == rule
    x = 10 + gap + 2 * R25
    assert clause(way(state, "A2.1", (x, 12), (x, 17)).bar) == rule


@pytest.mark.clause("AFS-MOV-03", "AFS-S05")
def test_the_inch_is_measured_in_three_dimensions():
    """Half an inch away in plan, two inches below: 2.06 inches."""
    state = lone(10, 10, unit("B2", (10, 14.5)), terrain=[piece("hill", box=(8, 13, 12, 17))])
    assert clause(way(state, "A2.1", (10, 13 - R25 - 0.001)).bar) == ""


@pytest.mark.clause("AFS-R17")
def test_who_stands_nearer_than_an_inch_may_leave_but_not_come_nearer():
    near = 10 + 2 * R25 + 0.5
    state = lone(10, 10, unit("B2", (10, near)))
    assert judged(state, "A2", A2_1=[(10, 9.5)]).bar is None
    assert clause(judged(state, "A2", A2_1=[(10, 10.2), (10, 8)]).bar) == "AFS-MOV-03"
    # Away is right, but not far enough: it must end an inch away where it can.
    assert clause(judged(state, "A2", A2_1=[(10, 9.6)]).bar) == "AFS-MOV-03"
    # Once an inch away it stays so: out, and back to 0.9 inches.
    assert clause(judged(state, "A2", A2_1=[(10, 9), (10, 9.6)]).bar) == "AFS-MOV-03"
    # Round about the other, never nearer than it was, is not enough at its end.
    assert clause(judged(state, "A2", A2_1=[(11, 9.9), (12, 10)]).bar) == ""


@pytest.mark.clause("AFS-R17")
def test_who_cannot_get_an_inch_away_may_end_nearer():
    """In a corner of walls 0.5 inch from an enemy there is no place at 1 inch."""
    walls = [piece("wall", box=(8, 10.7, 12, 11)), piece("wall", box=(9, 6, 9.3, 10.7))]
    walls += [piece("wall", box=(10.7, 6, 11, 10.7)), piece("wall", box=(8, 8.8, 12, 9.1))]
    near = lone(10, 9.8 + 0.3, unit("B2", (12.2, 10.0)), terrain=walls[1:2])
    assert clause(judged(near, "A2", A2_1=[(9.95, 10.1)]).bar) == ""
    boxed = lone(10.0, 10.1, unit("B2", (10.0, 12.0)), terrain=walls)
    assert clause(judged(boxed, "A2", A2_1=[(10.0, 9.9)]).bar) == ""
    free = lone(10.0, 10.1, unit("B2", (10.0, 11.7)))
    assert clause(judged(free, "A2", A2_1=[(10.0, 9.9)]).bar) == "AFS-MOV-03"


@pytest.mark.clause("AFS-R17", "AFS-FLY-01", "AFS-FLY-04")
def test_a_flyer_passes_over_units_and_keeps_the_inch_at_its_end():
    state = table(unit("B4", (10, 10)), unit("A5", (10, 13)))
    assert judged(state, "B4", B4_1=[(10, 16)]).bar is None
    assert clause(judged(state, "B4", B4_1=[(10, 13 + 2 * R25 + 0.99)]).bar) == "AFS-MOV-03"
    assert judged(state, "B4", B4_1=[(10, 13 + 2 * R25 + 1.0)]).bar is None


# --- heights -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S08", "AFS-S09")
def test_a_climb_of_up_to_three_inches_counts_its_height():
    state = lone(terrain=[piece("platform", box=(8, 12, 12, 16))])
    up = way(state, "A2.1", (10, 13))
    assert (clause(up.bar), long(up), long(up.climbed), up.end.level) == ("", 6.0, 3.0, 3)
    down = table(unit("A2", (10, 13)), terrain=[piece("platform", box=(8, 12, 12, 16))])
    found = way(down, "A2.1", (10, 11))
    assert (clause(found.bar), long(found), found.leaps, found.end.level) == ("", 5.0, (), 0)


@pytest.mark.clause("AFS-S08", "AFS-JUMP-01")
@pytest.mark.parametrize(("height", "rule"), [(3.0, ""), (3.0009, ""), (3.01, "AFS-S08")])
def test_a_face_of_more_than_three_inches_is_not_climbed(height, rule):
    state = lone(terrain=[piece("platform", box=(8, 12, 12, 16), height=height)])
    assert clause(way(state, "A2.1", (10, 13)).bar) == rule
    down = table(unit("A2", (10, 13)), terrain=[piece("platform", box=(8, 12, 12, 16), height=height)])
    assert clause(way(down, "A2.1", (10, 11)).bar) == ("AFS-JUMP-02" if rule else "")


@pytest.mark.clause("AFS-S08")
@pytest.mark.parametrize(("height", "walked"), [(0.5, 3.0), (0.51, 3.51)])
def test_steps_of_half_an_inch_are_free(height, walked):
    state = lone(terrain=[piece("platform", box=(8, 11, 12, 16), height=height)])
    assert long(way(state, "A2.1", (10, 13))) == walked


@pytest.mark.clause("AFS-S08")
def test_several_climbs_of_up_to_three_inches_follow_each_other():
    land = [piece("platform", box=(8, 12, 12, 20)), piece("platform", box=(8, 14, 12, 20), height=6)]
    found = way(lone(terrain=land), "A2.1", (10, 15))
    assert (clause(found.bar), long(found), found.end.level) == ("", 11.0, 6)


@pytest.mark.clause("AFS-S08", "AFS-S09", "AFS-R37")
def test_a_ladder_is_a_way_up_and_down_and_its_height_counts():
    """The tower's ladder is on its south face; elsewhere nobody gets up."""
    tower = [piece("tower", box=(8, 12, 12, 16))]
    up = way(lone(terrain=tower), "A2.1", (10, 13))
    assert (clause(up.bar), long(up), up.leaps) == ("", 9.0, ())
    assert clause(way(lone(6, 14, terrain=tower), "A2.1", (10, 14)).bar) == "AFS-S08"
    top = table(unit("A2", (10, 13)), terrain=tower)
    assert (long(way(top, "A2.1", (10, 10))), clause(way(top, "A2.1", (6, 13)).bar)) == (9.0, "AFS-JUMP-02")
    # The whole length of the face.
    assert clause(way(lone(8.2, 10, terrain=tower), "A2.1", (8.2, 13)).bar) == ""


@pytest.mark.clause("AFS-S08")
def test_a_climb_has_to_be_finished_within_the_move():
    tower = [piece("tower", box=(8, 12, 12, 16))]
    assert clause(judged(lone(10, 11.4, terrain=tower), "A2", "advance", A2_1=[(10, 12)]).bar) == "AFS-ACT-04"
    assert judged(lone(10, 11.4, terrain=tower), "A2", "rush", A2_1=[(10, 12.4)]).bar is None


@pytest.mark.clause("AFS-S08", "AFS-MOV-06")
def test_a_move_does_not_end_with_the_base_in_rising_terrain():
    """Hanging over an edge is fine, overlapping a face from below is not; the centre says where one stands."""
    state = lone(terrain=[piece("platform", box=(8, 12, 12, 16))])
    assert judged(state, "A2", A2_1=[(10, 12 - R25)]).bar is None
    assert clause(judged(state, "A2", A2_1=[(10, 12 - R25 + 0.01)]).bar) == "AFS-S08"
    assert judged(state, "A2", "rush", A2_1=[(10, 12.05)]).bar is None


@pytest.mark.clause("AFS-S09")
def test_a_hedge_is_crossed_for_nothing_but_no_centre_stays_on_it():
    state = lone(terrain=[piece("hedge", box=(8, 12, 12, 12.5))])
    over = judged(state, "A2", A2_1=[(10, 14)])
    assert (over.bar, long(over.ways[0])) == (None, 4.0)
    assert clause(judged(state, "A2", A2_1=[(10, 12.2)]).bar) == "AFS-S09"
    assert judged(state, "A2", A2_1=[(10, 12.6)]).bar is None


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37")
@pytest.mark.parametrize(("width", "rule"), [(1.0, ""), (1.0009, ""), (1.01, "AFS-JUMP-02")])
def test_a_gap_of_up_to_an_inch_is_stepped_over(width, rule):
    state = lone(terrain=[piece("chasm", box=(4, 12, 16, 12 + width))])
    found = way(state, "A2.1", (10, 15))
    assert clause(found.bar) == rule
    if not rule:
        assert (long(found), found.leaps) == (5.0, ())


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37", "AFS-S08")
def test_a_gap_between_platforms_is_stepped_over_too_and_may_lead_down():
    """0.8 inch between two platforms; from 3 inches to 2 over the same gap the descent counts."""
    flat = [piece("platform", box=(8, 8, 12, 12)), piece("platform", box=(8, 12.8, 12, 16))]
    level = way(table(unit("A2", (10, 11)), terrain=flat), "A2.1", (10, 14))
    assert (clause(level.bar), long(level)) == ("", 3.0)
    lower = [flat[0], piece("hill", box=(8, 12.8, 12, 16))]
    down = way(table(unit("A2", (10, 11)), terrain=lower), "A2.1", (10, 14))
    assert (clause(down.bar), long(down), down.leaps) == ("", 4.0, ())


@pytest.mark.clause("AFS-S07", "AFS-S08")
def test_a_wider_gap_between_low_platforms_can_be_climbed_through():
    land = [piece("platform", box=(8, 8, 12, 12)), piece("platform", box=(8, 14.5, 12, 18))]
    found = way(table(unit("A2", (10, 11)), terrain=land), "A2.1", (10, 15))
    assert (clause(found.bar), long(found)) == ("", 10.0)


@pytest.mark.clause("AFS-S09")
def test_nobody_walks_into_a_chasm_and_who_fell_climbs_out_anywhere():
    land = [piece("chasm", box=(8, 12, 12, 18))]
    assert clause(way(lone(terrain=land), "A2.1", (10, 14)).bar) == "AFS-JUMP-02"
    down = table(unit("A2", (10, 14)), terrain=land)
    out = judged(down, "A2", "rush", A2_1=[(10, 11)])
    assert (out.bar, long(out.ways[0])) == (None, 9.0)
    inside = judged(down, "A2", A2_1=[(10, 15)])
    assert (inside.bar, long(inside.ways[0])) == (None, 1.0)


# --- Flying ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-FLY-01", "AFS-FLY-02", "AFS-FLY-04", "AFS-R40")
def test_a_flyer_ignores_walls_gaps_and_heights_and_difficult_terrain():
    land = [
        piece("wall", box=(8, 12, 12, 12.5)),
        piece("swamp", box=(8, 13, 12, 14)),
        piece("thorns", box=(8, 14, 12, 15)),
        piece("chasm", box=(8, 15, 12, 17)),
        piece("tower", box=(8, 18, 12, 22)),
    ]
    state = table(unit("B4", (10, 10)), terrain=land)
    found = judged(state, "B4", "rush", B4_1=[(10, 20)])
    assert (found.bar, found.capped) == (None, False)
    path = found.ways[0]
    assert (long(path), path.climbed, path.dangers, path.leaps, path.end.level) == (10.0, 0.0, 0, (), 6)


@pytest.mark.clause("AFS-FLY-04")
@pytest.mark.parametrize(
    ("end", "rule"),
    [((10, 12.2), "AFS-S09"), ((10, 16), "AFS-S09"), ((10, 18 - R25 + 0.05), "AFS-S08"), ((10, 14), "")],
)
def test_a_flyer_has_to_end_where_it_can_stand(end, rule):
    land = [
        piece("wall", box=(8, 12, 12, 12.5)),
        piece("chasm", box=(8, 15, 12, 17)),
        piece("tower", box=(8, 18, 12, 22)),
    ]
    state = table(unit("B4", (10, 10)), terrain=land)
    assert clause(judged(state, "B4", "advance", B4_1=[end]).bar) == rule


@pytest.mark.clause("AFS-FLY-04", "AFS-R40")
def test_a_flyer_may_jump_where_others_have_to_and_only_there():
    """An automatic Jump is free movement: 5 inches without one, 1 with it."""
    chasm = [piece("chasm", box=(4, 12, 16, 14))]
    state = table(unit("B4", (10, 11)), terrain=chasm)
    found = way(state, "B4.1", jump(10, 14.5), (10, 15))
    assert (clause(found.bar), long(found), [x.dice for x in found.leaps]) == ("", 2.0, [0])
    flat = table(unit("B4", (10, 11)))
    assert clause(way(flat, "B4.1", jump(10, 14)).bar) == "AFS-R37"
    wide = table(unit("B4", (10, 11)), terrain=[piece("chasm", box=(4, 12, 16, 18.1))])
    assert clause(way(wide, "B4.1", jump(10, 19)).bar) == "AFS-JUMP-02"


@pytest.mark.clause("AFS-FLY-04")
def test_flying_does_not_help_comrades_without_it():
    """The wraith's rule beside the Court: a unit in which one model cannot fly stops at the wall."""
    land = [piece("wall", box=(0, 12, 48, 12.5))]
    state = table(unit("A3", (10, 10), (11.2, 10), (12.4, 10)), terrain=land)
    assert clause(judged(state, "A3", "rush", A3_1=[(10, 14)]).bar) == "AFS-S07"


@pytest.mark.clause("AFS-R42")
@pytest.mark.parametrize(("start", "length", "difficult"), [(7.0, 11.0, False), (10.0, 4.162, True)])
def test_a_dry_climb_is_not_given_up_for_a_shorter_way_that_would_cap_the_move(start, length, difficult):
    """Over the platform 2 inches up and down; beside it through the swamp, which caps a move at 6 inches."""
    swamps = [piece("swamp", box=(6, 11, 9.5, 13)), piece("swamp", box=(10.5, 11, 14, 13))]
    state = lone(10.0, start, terrain=[piece("platform", box=(9.5, 11.5, 10.5, 12.5), height=2), *swamps])
    plan = judged(state, "A2", "rush", A2_1=(10, 14))
    assert plan.bar is None
    assert (long(plan.ways[0]), plan.ways[0].difficult) == (pytest.approx(length, abs=0.001), difficult)


# --- difficult and dangerous terrain -----------------------------------------------------------------------------


@pytest.mark.clause("AFS-DIF-01", "AFS-R42", "AFS-S05")
@pytest.mark.parametrize(("clip", "capped"), [(0.5, True), (0.01, True), (0.0, False)])
def test_who_touches_difficult_terrain_is_capped_and_touching_the_outline_is_outside(clip, capped):
    edge = 10 + R25 - clip
    state = lone(terrain=[piece("swamp", box=(edge, 12, 14, 13))])
    found = judged(state, "A2", "rush", A2_1=[(10, 18)])
    assert (found.capped, clause(found.bar)) == ((True, "AFS-DIF-01") if capped else (False, ""))


@pytest.mark.clause("AFS-DIF-01", "AFS-STRD-01")
def test_a_strider_ignores_difficult_terrain():
    land = [piece("swamp", box=(8, 12, 14, 13))]
    assert judged(lone(code="A5", terrain=land), "A5", "rush", A5_1=[(10, 22)]).bar is None
    assert clause(judged(lone(terrain=land), "A2", "rush", A2_1=[(10, 22)]).bar) == "AFS-DIF-01"


@pytest.mark.clause("AFS-STRD-03", "AFS-DAN-01")
def test_a_strider_does_not_ignore_dangerous_terrain():
    state = lone(code="A5", terrain=[piece("thorns", box=(8, 12, 14, 13))])
    assert way(state, "A5.1", (10, 15)).dangers == 1


@pytest.mark.clause("AFS-DAN-01", "AFS-R43")
def test_dangerous_terrain_is_rolled_for_where_the_base_first_overlaps_it():
    """Once, however many pieces it enters; the first part of the way ends where the base comes in."""
    state = lone(terrain=[piece("thorns", box=(8, 12, 12, 13)), piece("thorns", box=(8, 14, 12, 14.5))])
    found = way(state, "A2.1", (10, 15))
    assert [b.danger for b in found.bits] == [True, False]
    assert found.bits[0].points[-1][1] / 25.4 == pytest.approx(12 - R25, abs=0.003)
    assert long(found) == 5.0


@pytest.mark.clause("AFS-R43", "AFS-S05")
def test_touching_the_outline_of_thorns_is_outside():
    state = lone(terrain=[piece("thorns", box=(10 + R25, 8, 14, 20))])
    assert way(state, "A2.1", (10, 15)).dangers == 0
    assert way(state, "A2.1", (10.01, 15)).dangers == 1


@pytest.mark.clause("AFS-R43")
def test_a_model_that_has_rolled_in_this_activation_rolls_no_more_and_one_inside_enters_nothing():
    thorns = [piece("thorns", box=(8, 12, 12, 13))]
    assert way(lone(terrain=thorns, dared=["A2.1"]), "A2.1", (10, 15)).dangers == 0
    within = lone(10, 12.5, terrain=thorns, dared=["A2.1"])
    assert way(within, "A2.1", (10, 15), (10, 12.5)).dangers == 0


@pytest.mark.clause("AFS-R43")
def test_a_move_outside_the_activation_rolls_at_every_entry():
    """Consolidating in and out and in again: two rolls; standing inside at the start is no entry."""
    thorns = [piece("thorns", box=(8, 12, 12, 13))]
    state = lone(10, 11, terrain=thorns, dared=["A2.1"])
    assert way(state, "A2.1", (10, 12), (10, 11), (10, 12), kind="consolidate").dangers == 2
    assert way(lone(10, 12.5, terrain=thorns), "A2.1", (10, 12), (10, 11), kind="consolidate").dangers == 0


@pytest.mark.clause("AFS-S09", "AFS-DIF-01")
def test_areas_reach_only_who_walks_at_their_height():
    """On a tower over a wood of 4 inches nothing is difficult, on a platform of 3 it is."""
    wood = piece("woods", box=(6, 6, 14, 18))
    high = table(unit("A2", (10, 10)), terrain=[wood, piece("tower", box=(8, 8, 12, 16))])
    low = table(unit("A2", (10, 10)), terrain=[wood, piece("platform", box=(8, 8, 12, 16))])
    assert not way(high, "A2.1", (10, 14)).difficult
    assert way(low, "A2.1", (10, 14)).difficult


# --- finding a way -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S07")
def test_a_way_round_a_unit_keeps_the_inch():
    state = lone(10, 10, unit("B6", (8.8, 13), (10, 13), (11.2, 13)))
    found = routes.find(plans.walker_of(state, "A2.1", "rush", ""), (inch(10), inch(16)))
    assert found is not None
    assert found.bar is None
    # Two tangents of 2.55 inches to a circle of 1.984 about the outer model, and 119 degrees of it.
    assert 9.23 < long(found) < 9.26


@pytest.mark.clause("AFS-S07", "AFS-S08")
def test_a_way_up_a_tower_leads_to_its_ladder():
    """From the west side: to the south face and up, 6 inches of height included."""
    state = lone(6.5, 13, terrain=[piece("tower", box=(8, 12, 12, 16))])
    found = routes.find(plans.walker_of(state, "A2.1", "rush", ""), (inch(10), inch(14)))
    assert found is not None
    assert (found.bar, long(found.climbed), found.leaps) == (None, 6.0, ())
    assert long(found) < 12.0


@pytest.mark.clause("AFS-S07")
def test_where_no_way_leads_none_is_found():
    walls = [piece("wall", box=(8, 12, 12, 12.3)), piece("wall", box=(8, 15, 12, 15.3))]
    walls += [piece("wall", box=(8, 12.3, 8.3, 15)), piece("wall", box=(11.7, 12.3, 12, 15))]
    state = lone(terrain=walls)
    assert routes.find(plans.walker_of(state, "A2.1", "rush", ""), (inch(10), inch(13.5))) is None
    bar = judged(state, "A2", "rush", A2_1=(10, 13.5)).bar
    assert bar is not None
    assert plain(bar.text) == "wall-1 is in the way of A2.1"


@pytest.mark.clause("AFS-S03", "AFS-S07")
def test_bigger_bases_need_more_room():
    """Between two walls 1.1 inches apart a 25 mm base goes through, a 32 mm base does not."""
    walls = [piece("wall", box=(2, 12, 9.45, 12.5)), piece("wall", box=(10.55, 12, 20, 12.5))]
    assert clause(way(lone(terrain=walls), "A2.1", (10, 14)).bar) == ""
    assert clause(way(lone(code="A1", terrain=walls), "A1.1", (10, 14)).bar) == "AFS-S07"
    assert 2 * R25 < 1.1 < 2 * R32


@pytest.mark.clause("AFS-S07")
def test_the_way_goes_round_all_walls_though_one_lies_at_its_end():
    """It ends against a wall, a hair nearer than ways keep from walls, behind another that stands across."""
    against = piece("wall", "A", box=(10 + R25 + 0.0005, 15, 11, 17))
    across = piece("wall", "Z", box=(9, 13, 14, 13.5))
    state = table(unit("A2", (10, 10)), terrain=[against, across])
    walker = plans.walker_of(state, "A2.1", "rush", "")
    goal = (inch(10), inch(16))
    found = routes.find(walker, goal)
    assert found is not None
    assert found.bar is None
    assert (found.end.x, found.end.y) == goal
    assert 6.0 < long(found) < 7.0


@pytest.mark.clause("AFS-S07")
def test_the_circle_of_what_is_gone_round_is_about_its_box():
    hurdle = routes._hurdle(shapely.box(10.0, 20.0, 40.0, 60.0))
    assert (hurdle.x, hurdle.y, hurdle.radius) == (25.0, 40.0, 25.0)


@pytest.mark.clause("AFS-S09", "AFS-FALL-04")
def test_a_hair_before_the_end_is_still_on_the_edge():
    assert short_of((0.0, 0.0), (30.0, 40.0)) == pytest.approx((30.0 - 0.6 * EDGE, 40.0 - 0.8 * EDGE), abs=1e-12)
    assert short_of((5.0, 5.0), (5.0, 5.0 + EDGE / 2.0)) == (5.0, 5.0)


@pytest.mark.clause("AFS-S09", "AFS-S08")
def test_only_who_lies_in_a_chasm_may_end_in_one():
    """On the ground beside it one may not; who has fallen into it may go on in it."""
    chasm = piece("chasm", box=(4, 12, 16, 18))
    above = table(unit("A2", (10, 11)), terrain=[chasm])
    below = table(unit("A2", (10, 13)), terrain=[chasm])
    ground = ground_of(above)
    assert [fallen(ground, (inch(x), inch(y))) for x, y in ((10, 11), (10, 13))] == [False, True]
    walk = {"A2_1": [(10, 14)]}
    assert clause(judged(below, "A2", "advance", **walk).bar) == ""
    assert clause(judged(above, "A2", "advance", **walk).bar) != ""


@pytest.mark.clause("AFS-S07", "AFS-R18", "AFS-S12")
def test_the_way_into_contact_goes_round_all_models_though_it_ends_at_one():
    """A charger comes to touch the unit charged, past another that is later in the list and stands across."""
    state = table(unit("A2", (10, 10)), unit("B1", (10, 17)), unit("B2", (10.84, 13.5)))
    walker = plans.walker_of(state, "A2.1", "charge", "B1")
    goal = (inch(10), inch(17 - R25 - R32 - 0.0002))
    found = routes.find(walker, goal)
    assert found is not None
    assert (found.bar, found.end.x, found.end.y) == (None, *goal)
    assert clause(routes.straight(walker, goal).bar) == "AFS-S07"
    assert 17 - 10 - R25 - R32 < long(found) < 6.0


# --- as far as an allowance leads ----------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S07")
def test_a_way_cut_back_on_its_first_leg_has_no_second():
    walker = plans.walker_of(lone(), "A2.1", "advance", "")
    whole = way(lone(), "A2.1", (10, 14), (15, 14))
    part = routes.cut(walker, whole, inch(2))
    assert (long(part), at_inch(part.end), len(part.bits)) == (2.0, (10, 12), 1)


@pytest.mark.clause("AFS-S07", "AFS-S08")
def test_who_cannot_climb_down_goes_as_far_as_the_edge():
    """Half a millimetre is left before the edge of a platform, too high for 2 inches of the move."""
    state = lone(10, 12 + 0.5 / 25.4, terrain=[piece("platform", box=(8, 12, 12, 16))])
    whole = way(state, "A2.1", (10, 10))
    assert (clause(whole.bar), long(whole.climbed)) == ("", 3.0)
    part = routes.cut(plans.walker_of(state, "A2.1", "advance", ""), whole, inch(2))
    assert part.climbed == 0.0
    assert part.walked == pytest.approx(0.5, abs=0.03)
