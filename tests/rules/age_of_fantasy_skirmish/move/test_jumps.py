"""Jumps: where one is needed, how long it is, how many dice, what they must show, what is free, what failing does.

AFS-JUMP-01 to -07, AFS-R37, AFS-R40, AFS-R41, AFS-STRD-02, AFS-STRD-03, AFS-FLY-03, AFS-S08, AFS-S16.
"""

from __future__ import annotations

import math

import pytest

from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.attack import casualties
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.walk import routes
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.move_play import (
    R25,
    activation,
    answer,
    clause,
    judged,
    jump,
    long,
    way,
)
from tests.rules.age_of_fantasy_skirmish.table import at_inch, piece, table, unit


def chasm(width, south=12.0):
    return [piece("chasm", box=(2, south, 22, south + width))]


def facing(width, code="A2", y=11.0, *others, **more):
    """A model an inch from a chasm that runs across its way."""
    return table(unit(code, (10, y), **more), *others, terrain=chasm(width))


def towers(gap, high=6.0, low=6.0):
    """Two towers, ``gap`` inches between them."""
    return [
        piece("tower", box=(8, 8, 12, 12), height=high, ladder="south"),
        piece("tower", box=(8, 12 + gap, 12, 16 + gap), height=low, ladder="north"),
    ]


# --- how long, how many dice -------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-JUMP-02", "AFS-JUMP-03", "AFS-JUMP-06", "AFS-R37", "AFS-S01")
@pytest.mark.parametrize(
    ("width", "dice"),
    [(1.01, 1), (2.9, 1), (2.998, 1), (2.9991, 2), (3.0, 2), (5.9, 2), (5.998, 2), (6.0, 3), (6.0009, 3)],
)
def test_a_jump_has_a_die_and_one_for_each_full_three_inches(width, dice):
    found = way(facing(width), "A2.1", jump(10, 12.1 + width))
    assert (clause(found.bar), [x.dice for x in found.leaps]) == ("", [dice])
    assert found.leaps[0].length == pytest.approx(inch(width), abs=0.01)


@pytest.mark.clause("AFS-JUMP-02", "AFS-JUMP-06")
def test_beyond_six_inches_no_jump_is_possible():
    found = way(facing(6.01), "A2.1", jump(10, 19))
    assert (clause(found.bar), found.leaps) == ("AFS-JUMP-02", ())
    assert plain(found.bar.text) == 'A2.1 would have to jump 6.01": at most 6"'


@pytest.mark.clause("AFS-R37", "AFS-JUMP-01")
@pytest.mark.parametrize(("width", "rule"), [(0.9, "AFS-R37"), (1.0, "AFS-R37"), (1.01, "")])
def test_a_normal_crossing_cannot_be_declared_a_jump(width, rule):
    assert clause(way(facing(width), "A2.1", jump(10, 14)).bar) == rule


@pytest.mark.clause("AFS-R37", "AFS-JUMP-01", "AFS-JUMP-06")
@pytest.mark.parametrize(
    ("height", "rule", "dice"), [(3.0, "AFS-R37", []), (3.01, "", [2]), (5.99, "", [2]), (6.0, "", [3])]
)
def test_a_descent_of_up_to_three_inches_is_no_jump_and_a_pure_descent_has_two_dice_or_three(height, rule, dice):
    state = table(unit("A2", (11, 10)), terrain=[piece("tower", box=(8, 8, 12, 12), height=height)])
    found = way(state, "A2.1", jump(13, 10))
    assert (clause(found.bar), [x.dice for x in found.leaps]) == (rule, dice)


@pytest.mark.clause("AFS-R37", "AFS-JUMP-02")
def test_a_descent_of_more_than_six_inches_cannot_be_jumped():
    state = table(unit("A2", (11, 10)), terrain=[piece("tower", box=(8, 8, 12, 12), height=6.1)])
    assert clause(way(state, "A2.1", jump(13, 10)).bar) == "AFS-JUMP-02"


@pytest.mark.clause("AFS-S08", "AFS-JUMP-04")
def test_after_a_jump_down_a_face_the_base_touches_the_foot_and_that_offset_is_free():
    state = table(unit("A2", (11, 10)), terrain=[piece("tower", box=(8, 8, 12, 12))])
    found = way(state, "A2.1", jump(13, 10))
    assert at_inch(found.end) == (pytest.approx(12 + R25, abs=0.002), 10)
    assert (long(found), found.end.level) == (1.0, 0)
    assert judged(state, "A2", A2_1=[jump(13, 10)]).bar is None


@pytest.mark.clause("AFS-R37", "AFS-JUMP-06")
def test_a_gap_and_a_height_make_one_length_in_three_dimensions():
    """E17: from a tower to a platform 4 inches away and 3 lower: 5 inches, 2 dice."""
    state = table(
        unit("A2", (13, 16)),
        terrain=[piece("tower", box=(10, 13, 14, 17)), piece("platform", box=(18, 15, 23.5, 19))],
    )
    found = way(state, "A2.1", jump(18.2, 16))
    assert [(long(x.length), x.dice, long(x.drop)) for x in found.leaps] == [(5.0, 2, 6.0)]
    assert at_inch(found.end) == (pytest.approx(18, abs=0.002), 16)
    # Down into the strip between them: 6 inches, 3 dice; the landing touches the foot.
    down = way(state, "A2.1", jump(16, 16))
    assert [(long(x.length), x.dice) for x in down.leaps] == [(6.0, 3)]


@pytest.mark.clause("AFS-R37", "AFS-JUMP-02", "AFS-S01")
@pytest.mark.parametrize(("gap", "rule"), [(5.19, ""), (5.2, "AFS-JUMP-02")])
def test_six_inches_in_three_dimensions_are_the_limit(gap, rule):
    """3 inches lower: the root of 36 less 9 is 5.196."""
    state = table(unit("A2", (10, 11)), terrain=towers(gap, 6, 3))
    assert clause(way(state, "A2.1", jump(10, 12.1 + gap)).bar) == rule


@pytest.mark.clause("AFS-R37", "AFS-S08")
@pytest.mark.parametrize(("rise", "rule"), [(0.5, ""), (0.51, "AFS-R37")])
def test_nobody_jumps_up_by_more_than_half_an_inch(rise, rule):
    state = table(unit("A2", (10, 11)), terrain=towers(3.0, 4.0, 4.0 + rise))
    assert clause(way(state, "A2.1", jump(10, 15.1)).bar) == rule


@pytest.mark.clause("AFS-R37")
def test_a_jump_across_something_high_is_not_possible():
    land = [*towers(5.0), piece("tower", box=(8, 13, 12, 15), height=8)]
    assert clause(way(table(unit("A2", (10, 11)), terrain=land), "A2.1", jump(10, 17.1)).bar) == "AFS-R37"
    low = [*towers(5.0), piece("tower", box=(8, 13, 12, 15), height=4)]
    assert clause(way(table(unit("A2", (10, 11)), terrain=low), "A2.1", jump(10, 17.1)).bar) == ""
    wall = [*chasm(1.5), piece("wall", box=(2, 13, 22, 13.3))]
    assert clause(way(table(unit("A2", (10, 11)), terrain=wall), "A2.1", jump(10, 14)).bar) == "AFS-S07"


@pytest.mark.clause("AFS-R37")
def test_a_slanting_jump_is_as_long_as_the_way_over_nothing():
    state = facing(3.0)
    found = way(state, "A2.1", jump(14.1, 15.1))
    assert found.leaps[0].length == pytest.approx(inch(3.0 * math.sqrt(2.0)), abs=0.02)
    assert found.leaps[0].dice == 2


@pytest.mark.clause("AFS-JUMP-07", "AFS-S09")
def test_a_jump_lands_where_one_can_stand_and_keeps_the_inch():
    assert clause(way(facing(8.0), "A2.1", jump(10, 14)).bar) == "AFS-S09"
    near = facing(3.0, "A2", 11.0, unit("B2", (10, 15 + 2 * R25 + 0.5)))
    assert clause(way(near, "A2.1", jump(10, 15.1)).bar) == "AFS-MOV-03"
    room = facing(3.0, "A2", 11.0, unit("B2", (10, 15 + 2 * R25 + 1.0)))
    assert clause(way(room, "A2.1", jump(10, 15.1)).bar) == ""


# --- what it costs -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-JUMP-04", "AFS-JUMP-07")
def test_a_jump_is_outside_the_allowance_and_the_rest_may_be_walked():
    state = facing(3.0, y=8.0)
    found = judged(state, "A2", "advance", A2_1=[jump(10, 15.1), (10, 17)])
    assert (found.bar, long(found.ways[0])) == (None, 6.0)
    assert clause(judged(state, "A2", "advance", A2_1=[jump(10, 15.1), (10, 17.1)]).bar) == "AFS-ACT-04"


@pytest.mark.clause("AFS-JUMP-07")
def test_with_nothing_left_at_the_edge_one_may_still_jump_and_several_times():
    land = [*chasm(2.0), *chasm(2.0, 16.0)]
    state = table(unit("A2", (10, 8)), terrain=land)
    found = judged(state, "A2", "advance", A2_1=[jump(10, 14.1), jump(10, 18.1)])
    assert (found.bar, long(found.ways[0]), len(found.ways[0].leaps)) == (None, 6.0, 2)


@pytest.mark.clause("AFS-JUMP-07", "AFS-DIF-01")
def test_a_jump_is_outside_the_cap_of_difficult_terrain():
    land = [*chasm(4.0), piece("swamp", box=(2, 8, 22, 9))]
    state = table(unit("A2", (10, 8)), terrain=land)
    found = judged(state, "A2", "rush", A2_1=[jump(10, 16.1), (10, 18)])
    assert (found.bar, found.capped, long(found.ways[0])) == (None, True, 6.0)
    assert clause(judged(state, "A2", "rush", A2_1=[jump(10, 16.1), (10, 18.1)]).bar) == "AFS-DIF-01"


@pytest.mark.clause("AFS-JUMP-07", "AFS-R41")
@pytest.mark.parametrize("kind", ["pile_in", "consolidate"])
def test_moves_of_a_melee_contain_no_jump(kind):
    state = table(unit("A2", (10, 11.5)), unit("B2", (20, 30)), terrain=chasm(1.5))
    assert clause(way(state, "A2.1", jump(10, 14), kind=kind, target="B2").bar) == "AFS-R41"
    narrow = table(unit("A2", (10, 11.5)), unit("B2", (20, 30)), terrain=chasm(1.0))
    assert clause(way(narrow, "A2.1", (10, 14), kind=kind, target="B2").bar) == ""


@pytest.mark.clause("AFS-JUMP-01", "AFS-JUMP-02", "AFS-R37")
def test_jumps_are_put_in_only_where_they_are_needed():
    """A straight way over a step, a narrow chasm, a wide one: one Jump."""
    land = [piece("hill", box=(2, 11, 22, 13)), *chasm(0.8, 14.0), *chasm(2.0, 16.0)]
    state = table(unit("A2", (10, 10)), terrain=land)
    walker = plans.walker_of(state, "A2.1", "rush", "")
    steps = routes.with_jumps(walker, (inch(10), inch(19)))
    assert [type(s).__name__ for s in steps] == ["Path", "Jump", "Path"]
    found = judged(state, "A2", "rush", A2_1=[jump(10, 19)])
    assert (found.bar, len(found.ways[0].leaps)) == (None, 1)
    # 9 inches in plan, 2 up and 2 down, less the Jump.
    assert long(found.ways[0]) == pytest.approx(11.0, abs=0.01)
    assert at_inch(found.ways[0].end) == (10, 19)


# --- dice --------------------------------------------------------------------------------------------------------


def jumps(state, *dice, code="A2", goal=(10.0, 15.1), more=(), mode="advance"):
    """The first model of a unit jumps."""
    play = activation(state, code, *dice)
    play.give(answer(code, mode, **{f"{code}_1": [jump(*goal), *more]}))
    return play


@pytest.mark.clause("AFS-JUMP-03", "AFS-JUMP-04", "AFS-S16")
def test_all_dice_of_a_jump_must_show_three_and_are_thrown_together():
    play = jumps(facing(3.0), 3, 3, more=[(10, 17)])
    assert play.thrown("AFS-JUMP-03") == [(2, 3)]
    assert play.at("A2.1") == (10, 17)
    assert "jumped" in play.types()


@pytest.mark.clause("AFS-JUMP-05", "AFS-FALL-04")
@pytest.mark.parametrize("dice", [(3, 2), (2, 6), (1, 6)])
def test_one_die_below_three_and_it_falls(dice):
    play = jumps(facing(3.0), *dice, 6, more=[(10, 17)])
    assert play.event("jump_failed").data["base"] == "A2.1"
    play.finish()
    assert play.at("A2.1")[1] > 12
    assert play.state.bases["A2.1"].pose.level == -6


@pytest.mark.clause("AFS-STRD-02", "AFS-STRD-03", "AFS-JUMP-07")
def test_a_strider_jumps_on_two_and_a_natural_one_fails():
    """E15: 4 inches to the edge, 3 over the gap, 2 inches left."""
    play = jumps(facing(3.0, "A5", 8.0), 2, 2, code="A5", more=[(10, 17)])
    assert play.thrown("AFS-JUMP-03") == [(2, 2)]
    assert play.at("A5.1") == (10, 17)
    fallen = jumps(facing(3.0, "A5", 8.0), 2, 1, 6, code="A5")
    assert "jump_failed" in fallen.types()
    lesser = jumps(facing(3.0, "A2", 8.0), 2, 2, 6)
    assert "jump_failed" in lesser.types()
    assert way(facing(2.9, "A5", 8.0), "A5.1", jump(10, 15)).leaps[0].dice == 1


@pytest.mark.clause("AFS-FLY-03", "AFS-JUMP-07")
def test_a_flyer_passes_without_dice():
    play = jumps(facing(3.0, "B4"), code="B4")
    assert play.faces() == []
    assert play.at("B4.1") == (10, 15.1)
    assert "jumped" in play.types()


@pytest.mark.clause("AFS-JUMP-07")
def test_each_model_of_a_group_rolls_for_itself_and_lands_where_it_was_told():
    state = table(unit("A3", (9, 11.4), (10.2, 11.4), (11.4, 11.4)), terrain=chasm(2.0))
    play = activation(state, "A3", 3, 4, 5)
    ways = {f"A3_{k}": [jump(x, 14.1), (x, 15.0)] for k, x in ((1, 9), (2, 10.2), (3, 11.4))}
    play.give(answer("A3", "advance", **ways))
    assert play.faces() == [(3,), (4,), (5,)]
    assert play.where("A3") == [(9, 15), (10.2, 15), (11.4, 15)]


@pytest.mark.clause("AFS-JUMP-07")
@pytest.mark.parametrize("mode", ["advance", "rush"])
def test_jumps_are_allowed_in_advance_and_rush(mode):
    play = jumps(facing(3.0), 6, 6, mode=mode, more=[(10, 16)])
    assert play.at("A2.1") == (10, 16)


@pytest.mark.clause("AFS-JUMP-07", "AFS-S12")
def test_jumps_are_allowed_in_a_charge():
    state = facing(3.0, "A2", 11.0, unit("B2", (10, 18)))
    play = activation(state, "A2", 6, 6, 1)
    play.give(answer("A2", "charge", "B2", A2_1=[jump(10, 15.1), (10, 18 - 2 * R25)]))
    assert play.faces() == [(6, 6), (1,)]
    assert play.at("A2.1") == (10, pytest.approx(18 - 2 * R25, abs=0.002))


@pytest.mark.clause("AFS-JUMP-07", "AFS-R43")
def test_thorns_at_the_landing_are_rolled_for_after_the_jump():
    state = table(unit("A2", (10, 11)), terrain=[*chasm(3.0), piece("thorns", box=(8, 15.2, 12, 18))])
    play = jumps(state, 3, 3, 2, 2, 2)
    assert play.thrown("AFS-DAN-01") == [(3, None)]
    assert play.types("jumped", "rolled") == ["rolled", "jumped", "rolled"]


@pytest.mark.clause("AFS-JUMP-05", "AFS-S08")
def test_at_the_take_off_a_model_still_stands_on_its_surface():
    """A hair before the edge, so that who fails falls from there."""
    state = table(unit("A2", (10, 11)), terrain=towers(3.0))
    play = activation(state, "A2", 1, 1, 6)
    play.give(answer("A2", "advance", A2_1=[jump(10, 15.1)]))
    poses = [c.pose for e in play.of("moved") for c in e.changes if getattr(c, "pose", None) is not None]
    assert poses[0].level == 6
    assert inch(12) - 0.01 < poses[0].y < inch(12)
    assert play.asked_for == "fall"


# --- what counts as the landing, where a Jump is put in ----------------------------------------------------------


@pytest.mark.clause("AFS-R37", "AFS-JUMP-06")
def test_a_jump_is_measured_to_where_the_ground_begins_whatever_lies_behind():
    """A hedge just beyond a chasm of 3 inches: the Jump ends at the rim, and leads over the hedge on foot."""
    state = table(unit("A2", (10, 11)), terrain=[*chasm(3.0), piece("hedge", box=(2, 15.6, 22, 15.8))])
    found = way(state, "A2.1", jump(10, 16.5))
    assert found.bar is None
    (leap,) = found.leaps
    assert (long(leap.length), leap.dice) == (3.0, 2)
    assert (round(leap.land[0] / 25.4, 3), round(leap.land[1] / 25.4, 3)) == (10, 15)


@pytest.mark.clause("AFS-S08", "AFS-JUMP-04")
@pytest.mark.parametrize(
    ("goal", "end"),
    [
        ((10, 13), (10, 12 + R25)),
        ((10, 7), (10, 8 - R25)),
        ((13, 10), (12 + R25, 10)),
        ((7, 10), (8 - R25, 10)),
    ],
)
def test_the_base_touches_the_foot_on_whichever_side_it_jumps_down(goal, end):
    state = table(unit("A2", (10, 10)), terrain=[piece("tower", box=(8, 8, 12, 12), height=5)])
    x, y = at_inch(way(state, "A2.1", jump(*goal)).end)
    assert (x, y) == (pytest.approx(end[0], abs=0.002), pytest.approx(end[1], abs=0.002))


def straight_on(start, goal, *terrain):
    """The kinds of the steps of a straight way with Jumps where they are needed."""
    state = table(unit("A2", start), terrain=terrain)
    walker = plans.walker_of(state, "A2.1", "rush", "")
    return [type(s).__name__ for s in routes.with_jumps(walker, (inch(goal[0]), inch(goal[1])))]


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37")
@pytest.mark.parametrize(
    ("height", "found"),
    [(0.4, ["Path"]), (2.0, ["Path"]), (3.0, ["Path"]), (3.01, ["Path", "Jump", "Path"])],
)
def test_a_jump_is_put_in_where_a_face_is_too_high_to_climb_down(height, found):
    assert straight_on((10, 10), (10, 16), piece("platform", box=(8, 8, 12, 12), height=height)) == found


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37")
@pytest.mark.parametrize(("width", "found"), [(0.9, ["Path"]), (1.0, ["Path"]), (1.01, ["Path", "Jump", "Path"])])
def test_a_jump_is_put_in_where_a_gap_is_too_wide_to_step_over(width, found):
    assert straight_on((10, 10), (10, 16), *chasm(width)) == found


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37")
@pytest.mark.parametrize(
    ("gap", "found"),
    [(0.9, ["Path"]), (2.0, ["Path", "Jump", "Path"]), (6.0, ["Path", "Jump", "Path"]), (6.1, ["Path"])],
)
def test_between_two_low_platforms_a_jump_is_put_in_where_it_reaches(gap, found):
    """Both 2 inches high: one steps over a narrow gap, jumps a wider one, and climbs down where none reaches."""
    land = [piece("platform", box=(8, 8, 12, 12), height=2), piece("platform", box=(8, 12 + gap, 12, 24), height=2)]
    assert straight_on((10, 10), (10, 22), *land) == found


@pytest.mark.clause("AFS-JUMP-01", "AFS-R37", "AFS-S08")
def test_steps_of_half_an_inch_are_no_gap():
    """From a hill of 0.4 inches over 3 inches of ground onto one of 0.9: half an inch down is level."""
    land = [piece("hill", box=(8, 8, 12, 12), height=0.4), piece("hill", box=(8, 15, 12, 20), height=0.9)]
    assert straight_on((10, 10), (10, 18), *land) == ["Path"]


@pytest.mark.clause("AFS-S07", "AFS-S01")
def test_a_way_is_cut_only_where_it_is_longer_than_the_allowance_by_more_than_a_thousandth():
    state = table(unit("A2", (10, 10)))
    walker = plans.walker_of(state, "A2.1", "rush", "")
    whole = way(state, "A2.1", (10, 20), kind="rush")
    assert whole.walked == 254.0
    slack = 0.001 * 25.4
    for allowance in (300.0, 254.0, 254.0 - slack):
        assert allowance + slack >= whole.walked
        assert routes.cut(walker, whole, allowance) is whole
    shorter = routes.cut(walker, whole, 254.0 - 2.0 * slack)
    assert shorter.walked == pytest.approx(254.0 - 2.0 * slack, abs=0.001)
    assert at_inch(routes.cut(walker, whole, inch(6)).end) == (10, 16)


@pytest.mark.clause("AFS-JUMP-04", "AFS-JUMP-07", "AFS-S07")
@pytest.mark.parametrize(
    ("legs", "bits"),
    [
        ([jump(10, 15.1)], [True]),
        ([jump(10, 15.1), (10, 16)], [True, False]),
        ([(10, 11.5), jump(10, 15.1)], [True]),
        ([(10, 11.4)], [False]),
    ],
)
def test_a_way_is_cut_into_its_jumps_and_what_is_walked_after_them(legs, bits):
    """What leads up to an edge belongs to the Jump; where it lands and stops, nothing is left to walk."""
    found = way(facing(3.0), "A2.1", *legs)
    assert [b.leap is not None for b in found.bits] == bits


@pytest.mark.clause("AFS-JUMP-07", "AFS-DIF-01", "AFS-DAN-01", "AFS-R43")
@pytest.mark.parametrize(("kind", "difficult", "dangers"), [("swamp", True, 0), ("thorns", False, 1), ("", False, 0)])
def test_where_one_lands_the_ground_counts(kind, difficult, dangers):
    """Beyond the chasm lies rough ground, and the way ends where the Jump does."""
    beyond = [piece(kind, box=(2, 14.2, 22, 20))] if kind else []
    state = table(unit("A2", (10, 11)), terrain=[*chasm(2.0), *beyond])
    found = way(state, "A2.1", jump(10, 15.2), kind="rush")
    assert clause(found.bar) == ""
    assert found.difficult is difficult
    assert sum(bit.danger for bit in found.bits) == dangers


# --- what is told before ------------------------------------------------------------------------------------------


def told(state, **ways):
    """The rows of the forecast of an advance, by what they tell: chance or mean."""
    (decision,) = activation(state, "A2").session.waiting
    found = RULESET.questions["act"].forecast(state, decision, answer("A2", "advance", **ways))
    return None if found is None else {r.id: (r.about, r.chance if r.mean is None else r.mean) for r in found.rows}


@pytest.mark.clause("AFS-JUMP-03", "AFS-JUMP-04")
@pytest.mark.parametrize(("width", "chance"), [(2.0, 2 / 3), (3.0, 4 / 9)])
def test_every_die_of_a_jump_counts_in_what_is_told_before(width, chance):
    """A die must show 3 or more; from three inches on there are two."""
    assert told(facing(width), **{"A2.1": [jump(10, 12.1 + width)]}) == {
        "model_makes_the_jump": (("A2.1",), pytest.approx(chance))
    }


@pytest.mark.clause("AFS-DAN-01", "AFS-DAN-02", "AFS-DAN-03")
def test_wounds_of_dangerous_terrain_are_told_before():
    state = table(unit("A2", (10, 10)), terrain=[piece("thorns", box=(6, 12, 14, 14))])
    dice = casualties.toughness(state, "A2.1")
    assert told(state, **{"A2.1": [(10, 13)]}) == {
        "wounds_in_dangerous_terrain": ((), pytest.approx(dice / 6, abs=1e-3))
    }
    assert told(state, **{"A2.1": [(10, 11)]}) is None
