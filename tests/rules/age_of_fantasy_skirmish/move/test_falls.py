"""Falls: the hit, its AP, who places the model and where, what ends, what a group loses; dangerous terrain's dice.

AFS-FALL-01 to -07, AFS-R38, AFS-R39, AFS-S08, AFS-DAN-01 to -03, AFS-TOUGH-04, AFS-R43. Row 21 of the decisions.
"""

from __future__ import annotations

import pytest

from game.engine.decision import PickAnswer, PlaceAnswer, Standing
from game.engine.state import Frame
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move.falling import DangerData, FallData
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.move_play import R25, Move, activation, answer, jump
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit


def drop(height, *dice, code="B2", by="south", where=(10.0, 10.0), foot=(12.0, 10.0), beyond=(13.0, 10.0), **more):
    """A model on a tower of a height falls over its east edge."""
    tower = piece("tower", box=(8, 8, 12, 12), height=height)
    state = table(unit(code, where, **more.pop("own", {})), *more.pop("others", ()), terrain=[tower], **more)
    data = FallData(f"{code}.1", inch(height), (inch(foot[0]), inch(foot[1])), by, (inch(beyond[0]), inch(beyond[1])))
    return Move(state, Frame("afs.fall", data=data), dice)


def put(base, x, y):
    return PlaceAnswer((Standing(base, {base: Pose(inch(x), inch(y), 0.0)}),))


# --- the hit -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-FALL-01", "AFS-FALL-02", "AFS-FALL-06", "AFS-S01")
@pytest.mark.parametrize(
    ("height", "need"), [(2.0, 5), (2.99, 5), (2.9991, 6), (3.0, 6), (5.99, 6), (6.0, 7), (8.9, 7), (9.0, 8), (12.0, 9)]
)
def test_one_hit_with_ap_one_for_each_full_three_inches(height, need):
    """Grave-Caller: D5+."""
    play = drop(height, 6).finish()
    assert play.thrown("AFS-FALL-01") == [(1, need)]
    assert play.wounds("B2.1") == 0


@pytest.mark.clause("AFS-FALL-01", "AFS-R38", "AFS-S01")
@pytest.mark.parametrize(("height", "hit"), [(2.0, True), (1.9991, True), (1.99, False), (0.6, False)])
def test_a_fall_of_less_than_two_inches_does_not_hit(height, hit):
    play = drop(height, *([6] if hit else [])).finish()
    assert bool(play.faces()) == hit
    assert play.state.bases["B2.1"].pose.level == 0


@pytest.mark.clause("AFS-FALL-07", "AFS-REG-02")
def test_regeneration_works_against_the_hit_and_there_is_no_cover():
    """Bog Trolls' last: block fails, Regeneration on 5+ saves."""
    wood = piece("woods", box=(12, 6, 18, 14))
    tower = piece("tower", box=(8, 8, 12, 12), height=3)
    state = table(unit("B5", (10, 10), lost=[2]), terrain=[tower, wood])
    data = FallData("B5.1", inch(3), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    play = Move(state, Frame("afs.fall", data=data), (4, 5)).finish()
    assert play.faces() == [(4,), (5,)]
    assert play.thrown("AFS-FALL-01") == [(1, 5)]
    assert play.wounds("B5.1") == 0


@pytest.mark.clause("AFS-FALL-07", "AFS-R35")
def test_the_wound_effect_of_a_fall_causes_no_further_push():
    """The last Bone Archer: marker 1, 2 + 1: Shaken; nobody is asked to push."""
    play = drop(3.0, 5, 2, code="B6", own={"lost": [2, 3]})
    play.finish()
    assert play.own("B6").shaken
    assert "try_push" not in {e.data.get("question") for e in play.events}
    assert play.faces() == [(5,), (2,)]


@pytest.mark.clause("AFS-FALL-07", "AFS-R08")
@pytest.mark.parametrize(("die", "alive"), [(2, [1]), (3, [])])
def test_a_model_shaken_before_adds_one_to_the_roll_of_the_fall(die, alive):
    """E14's end: one marker and Shaken already; markers 2 and 1 more."""
    play = drop(3.0, 5, die, code="B6", own={"lost": [2, 3], "shaken": True, "wounds": 1}).finish()
    assert play.alive("B6") == alive


@pytest.mark.clause("AFS-FALL-05", "AFS-TOUGH-06", "AFS-REG-02")
@pytest.mark.parametrize(("height", "alive"), [(2.0, [2]), (1.9, [1, 2])])
def test_in_a_group_a_fall_kills_the_falling_model(height, alive):
    """Even a Tough one with Regeneration, without a die; below 2 inches nobody dies (AFS-R38)."""
    tower = piece("tower", box=(8, 8, 12, 12), height=height)
    state = table(unit("B5", (10, 10), (8.7, 10)), terrain=[tower])
    data = FallData("B5.1", inch(height), (inch(12), inch(10)), "north", (inch(13), inch(10)))
    play = Move(state, Frame("afs.fall", data=data), ()).finish()
    assert play.alive("B5") == alive
    assert play.faces() == []


@pytest.mark.clause("AFS-FALL-05")
def test_the_last_of_a_group_falls_as_a_lone_model():
    play = drop(3.0, 6, code="A3", own={"lost": [2, 3]}).finish()
    assert play.alive("A3") == [1]
    assert len(play.faces()) == 1


# --- where -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-FALL-03", "AFS-R39")
@pytest.mark.parametrize(
    ("spot", "rule"),
    [
        ((14.4, 10), ""),
        ((12 + 2 + R25 + 0.004, 10), ""),
        ((12 + 2 + R25 + 0.02, 10), "AFS-FALL-03"),
        ((12 + R25 + 0.01, 10), ""),
        ((12.3, 10), "AFS-S08"),
        ((11, 10), "AFS-R39"),
    ],
)
def test_a_fallen_model_is_put_within_two_inches_of_the_foot_on_the_lower_surface(spot, rule):
    play = drop(6.0, 6)
    assert play.asked_for == "fall"
    got = play.check(put("B2.1", *spot))
    assert (got.legal, got.reasons[0].clause if got.reasons else "") == (not rule, rule)


@pytest.mark.clause("AFS-R39")
@pytest.mark.parametrize("by", ["south", "north"])
def test_whoever_is_told_places_the_model(by):
    """The owner after a Jump, the attacker after a Push."""
    play = drop(6.0, 6, by=by)
    assert play.decision.side == by
    play.give(put("B2.1", 13, 11))
    assert play.at("B2.1") == (13, 11)


@pytest.mark.clause("AFS-R39", "AFS-MOV-03")
def test_nearer_than_an_inch_to_units_only_where_nothing_else_is_free():
    play = drop(6.0, 6, others=[unit("A5", (14.0, 10.0))])
    assert plain(play.check(put("B2.1", 12.6, 10)).reasons[0].text).startswith("B2.1 would be")
    assert play.check(put("B2.1", 12.6, 11.9)).legal
    around = [("A5", 13.7, 10.0), ("A2", 12.6, 8.6), ("A1", 13.0, 11.9)]
    packed = drop(6.0, 6, others=[unit(u, (x, y)) for u, x, y in around])
    assert packed.check(put("B2.1", 12.55, 10.0)).legal
    assert packed.check(put("B2.1", 13.0, 10.0)).reasons[0].clause == "AFS-S07"


@pytest.mark.clause("AFS-R39")
def test_where_no_place_is_free_the_nearest_free_one_is_used():
    """Walls and units fill everything within 2 inches of the foot."""
    walls = [piece("wall", box=(12.0, 6, 16, 14))]
    state = table(unit("B2", (10, 10)), terrain=[piece("tower", box=(8, 8, 12, 12), height=6), *walls])
    data = FallData("B2.1", inch(6), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    play = Move(state, Frame("afs.fall", data=data), (6,)).finish()
    x, y = play.at("B2.1")
    assert play.state.bases["B2.1"].pose.level == 0
    # South or north of the tower's corner, the nearest strip of ground.
    assert x == pytest.approx(12 - R25, abs=0.1)
    assert abs(y - 10) == pytest.approx(2 + R25, abs=0.1)


@pytest.mark.clause("AFS-R39", "AFS-S09")
def test_who_falls_into_a_chasm_lies_down_there_and_climbs_out_later():
    land = [piece("chasm", box=(4, 12, 16, 15))]
    play = activation(table(unit("A2", (10, 11)), terrain=land), "A2", 3, 2, 6)
    play.give(answer("A2", "advance", A2_1=[jump(10, 15.1)]))
    assert play.asked_for == "fall"
    assert play.check(put("A2.1", 10, 12 + R25 + 0.05)).legal
    assert play.check(put("A2.1", 10, 12.2)).reasons[0].clause == "AFS-S08"
    play.finish()
    assert play.state.bases["A2.1"].pose.level == -6


@pytest.mark.clause("AFS-R43", "AFS-FALL-03")
def test_arriving_by_a_fall_in_thorns_costs_no_dice():
    tower, thorns = piece("tower", box=(8, 8, 12, 12)), piece("thorns", box=(12, 6, 18, 14))
    data = FallData("B2.1", inch(6), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    play = Move(table(unit("B2", (10, 10)), terrain=[tower, thorns]), Frame("afs.fall", data=data), (6,))
    play.give(put("B2.1", 13, 10))
    assert play.thrown("AFS-DAN-01") == []


# --- what ends ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-FALL-04", "AFS-JUMP-05")
def test_a_lone_faller_s_activation_ends_at_once():
    """The Ranger would have shot after the Advance."""
    state = table(unit("A5", (10, 11)), unit("B2", (10, 25)), terrain=[piece("chasm", box=(4, 12, 16, 15))])
    play = activation(state, "A5", 1, 4, 6)
    play.give(answer("A5", "advance", A5_1=[jump(10, 15.1)]))
    play.finish()
    assert "shoot" not in {e.type for e in play.events}
    assert play.types("activation_ends") == ["activation_ends"]
    assert play.faces() == [(1, 4), (6,)]


@pytest.mark.clause("AFS-FALL-07", "AFS-R20", "AFS-MEL-09")
def test_who_falls_in_a_charge_does_not_fight_but_has_charged():
    """E16: Captain Varn on a tower; 3 and 2; AP(2) needs 6: the 4 fails: one marker, no roll."""
    towers = [piece("tower", box=(8, 8, 12, 12)), piece("tower", box=(8, 16, 12, 20))]
    state = table(unit("A1", (10, 10)), unit("B2", (10, 18)), terrain=towers)
    play = activation(state, "A1", 3, 2, 4)
    play.give(answer("A1", "charge", "B2", A1_1=[jump(10, 16.1), (10, 18 - 28.5 / 25.4)]))
    assert (play.asked_for, play.decision.side) == ("fall", "south")
    play.give(put("A1.1", 10, 13.5))
    assert play.left() == ()
    assert play.wounds("A1.1") == 1
    assert play.own("A1").fatigued
    assert not play.own("A1").shaken
    assert "melee" not in play.types()


@pytest.mark.clause("AFS-FALL-07", "AFS-FALL-05", "AFS-JUMP-07")
def test_the_others_of_a_group_go_on():
    """The first pikeman falls to his death; what is left comes back as a question, and both jump."""
    state = table(unit("A3", (9, 11.4), (10.2, 11.4), (11.4, 11.4)), terrain=[piece("chasm", box=(4, 12, 16, 14))])
    play = activation(state, "A3", 2, 3, 3)
    ways = {f"A3_{k}": [jump(x, 14.1), (x, 15.0)] for k, x in ((1, 9), (2, 10.2), (3, 11.4))}
    play.give(answer("A3", "advance", **ways))
    assert (play.asked_for, play.alive("A3")) == ("act_rest", [2, 3])
    play.default()
    assert play.where("A3") == [(10.2, 15), (11.4, 15)]
    assert play.faces() == [(2,), (3,), (3,)]


@pytest.mark.clause("AFS-FALL-07", "AFS-R39")
def test_who_falls_outside_its_activation_keeps_its_own():
    """A push off a platform in the enemy's activation: the unit has not been activated."""
    play = drop(3.0, 6, code="B6", own={"lost": [2, 3]}).finish()
    assert not play.own("B6").activated


# --- dangerous terrain -------------------------------------------------------------------------------------------


def danger(state, unit_id, *bases, dice=(), why="entered"):
    return Move(state, Frame("afs.danger", data=DangerData(unit_id, bases, why)), dice)


@pytest.mark.clause("AFS-DAN-01", "AFS-DAN-02", "AFS-DAN-03", "AFS-TOUGH-04")
@pytest.mark.parametrize(
    ("code", "dice", "markers"), [("B4", (2,), 0), ("A7", (1, 4, 1), 2), ("A7", (2, 3, 4), 0), ("A7", (6, 6, 1), 1)]
)
def test_one_die_or_x_with_tough_and_each_one_is_a_wound_without_a_block_roll(code, dice, markers):
    play = danger(table(unit(code, (10, 10))), code, f"{code}.1", dice=dice).finish()
    assert play.faces() == [dice]
    assert play.wounds(f"{code}.1") == markers


@pytest.mark.clause("AFS-DAN-03", "AFS-R43", "AFS-R35")
def test_a_wound_of_dangerous_terrain_may_shake_but_nobody_pushes():
    play = danger(table(unit("B4", (10, 10))), "B4", "B4.1", dice=(1, 4)).finish()
    assert play.own("B4").shaken
    assert play.faces() == [(1,), (4,)]


@pytest.mark.clause("AFS-R43", "AFS-DAN-03")
def test_in_a_group_the_owner_picks_the_casualty():
    play = danger(table(unit("A4", (10, 10), (11.1, 10), (12.2, 10))), "A4", "A4.2", dice=(1,))
    assert (play.asked_for, play.decision.side) == ("casualties", "south")
    play.give(PickAnswer(("A4.3",)))
    assert play.alive("A4") == [1, 2]


@pytest.mark.clause("AFS-R43", "AFS-DAN-01")
def test_who_is_activated_in_thorns_rolls_first_whatever_it_does():
    """Before the action is chosen, a flyer too (AFS-R40); a Shaken one as well, and it still recovers (AFS-R10)."""
    thorns = [piece("thorns", box=(8, 8, 12, 12))]
    play = activation(table(unit("B4", (10, 10)), terrain=thorns), "B4", 2)
    assert (play.faces(), play.asked_for) == ([(2,)], "act")
    idle = activation(table(unit("B4", (10, 10), shaken=True, wounds=0), terrain=thorns), "B4", 1, 2)
    assert idle.faces() == [(1,), (2,)]
    assert not idle.own("B4").shaken
    assert idle.types("recovered") == ["recovered"]


@pytest.mark.clause("AFS-FLY-04", "AFS-R40")
def test_a_flyer_activated_in_thorns_rolls():
    thorns = [piece("thorns", box=(8, 8, 12, 12))]
    assert activation(table(unit("B4", (10, 10)), terrain=thorns), "B4", 5).faces() == [(5,)]


@pytest.mark.clause("AFS-R43")
def test_who_rolled_at_its_activation_rolls_no_more_on_the_move():
    thorns = [piece("thorns", box=(8, 8, 12, 12)), piece("thorns", box=(8, 13, 12, 14))]
    play = activation(table(unit("A2", (10, 11)), terrain=thorns), "A2", 2, 2, 2)
    play.give(answer("A2", "advance", A2_1=[(10, 15)]))
    assert play.thrown("AFS-DAN-01") == [(3, None)]
    assert play.at("A2.1") == (10, 15)


@pytest.mark.clause("AFS-DAN-01", "AFS-R43", "AFS-TOUGH-01")
def test_the_lancer_rushes_through_thorns():
    """E25: on entry 1, 4, 1: two markers, no roll; the move goes on."""
    state = table(unit("A7", (10, 10), facing=0), terrain=[piece("thorns", box=(8, 14, 12, 16))])
    play = activation(state, "A7", 1, 4, 1)
    play.give(answer("A7", "rush", A7_1=[(10, 26)]))
    assert play.at("A7.1") == (10, 26)
    assert play.wounds("A7.1") == 2
    assert play.thrown("AFS-DAN-01") == [(3, None)]


@pytest.mark.clause("AFS-R10", "AFS-R43")
def test_a_model_made_shaken_on_its_way_stays_where_it_is_and_its_activation_ends():
    state = table(unit("B4", (10, 10)), unit("A1", (10, 30)), terrain=[piece("thorns", box=(8, 13, 12, 14))])
    lone = table(unit("A5", (10, 10)), unit("B2", (10, 30)), terrain=[piece("thorns", box=(8, 13, 12, 14))])
    play = activation(lone, "A5", 1, 3)
    play.give(answer("A5", "advance", A5_1=[(10, 15)]))
    assert play.at("A5.1") == (10, pytest.approx(13 - R25, abs=0.004))
    assert play.own("A5").shaken
    assert play.asked_for == ""
    assert play.types("activation_ends", "recovered") == ["activation_ends"]
    over = activation(state, "B4")
    over.give(answer("B4", "advance", B4_1=[(10, 15)]))
    assert over.faces() == []


@pytest.mark.clause("AFS-FALL-03", "AFS-R39")
def test_one_place_is_asked_for_and_no_less_and_no_more():
    play = drop(3.0, 6)
    one = put("B2.1", 13, 10)
    assert play.check(one).legal
    twice = play.check(PlaceAnswer((*one.places, *one.places)))
    assert (twice.status, twice.reasons[0].clause) == ("refused", "AFS-FALL-03")
    none = play.check(PlaceAnswer(()))
    assert (none.status, none.reasons[0].clause) == ("unfinished", "AFS-FALL-03")
    other = play.check(put("A9.1", 13, 10))
    assert (other.status, other.reasons[0].clause) == ("unfinished", "AFS-FALL-03")
    assert play.check(PickAnswer(("B2.1",))).status == "refused"


@pytest.mark.clause("AFS-FALL-03", "AFS-R39")
@pytest.mark.parametrize(("code", "by", "south"), [("A2", "south", True), ("B2", "north", False)])
def test_by_default_the_owner_puts_it_as_near_to_his_own_edge_as_may_be(code, by, south):
    """Two inches from the foot as the base is measured: straight towards the edge on which its side deploys."""
    play = drop(6.0, 6, code=code, by=by)
    play.default()
    x, y = play.at(f"{code}.1")
    assert y == pytest.approx(10 - (2 + R25) if south else 10 + 2 + R25, abs=0.3)
    assert x > 12


@pytest.mark.clause("AFS-FALL-03", "AFS-R39")
@pytest.mark.parametrize("wooded", [False, True])
def test_by_default_whoever_pushed_it_puts_it_far_from_its_own_edge_and_out_of_cover(wooded):
    """B2, of the northern side, pushed by the southern one: to the south, but not into the wood that lies there."""
    wood = [piece("woods", box=(12, 4, 18, 10))] if wooded else []
    tower = piece("tower", box=(8, 8, 12, 12), height=6)
    data = FallData("B2.1", inch(6), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    play = Move(table(unit("B2", (10, 10)), terrain=[tower, *wood]), Frame("afs.fall", data=data), (6,))
    play.default()
    y = play.at("B2.1")[1]
    assert (y > 10) if wooded else (y == pytest.approx(10 - (2 + R25), abs=0.3))
