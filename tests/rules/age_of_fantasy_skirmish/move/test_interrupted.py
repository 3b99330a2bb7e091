"""Moves that dice interrupt: what those who are left keep, what the fallen lose, and how often danger is rolled for.

AFS-MUS-04, AFS-FALL-04, AFS-FALL-07, AFS-DIF-01, AFS-R42, AFS-R43, AFS-S31, AFS-MEL-08.
"""

from __future__ import annotations

import pytest

from game.engine.decision import Aim, Course, MoveAnswer, PickAnswer, PlaceAnswer, Standing, TargetsAnswer
from game.engine.event import SetPose
from game.engine.state import Frame
from game.geometry.shapes import Pose
from game.geometry.steps import Path
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import strikes
from rulesets.age_of_fantasy_skirmish.field import spacing
from rulesets.age_of_fantasy_skirmish.fight.melee_moves import PairData
from rulesets.age_of_fantasy_skirmish.magic import casting as spell_choices
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.pushing import PushData
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.move_play import (
    R25,
    Move,
    activation,
    answer,
    clause,
    courses,
    jump,
    long,
    way,
)
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

TOUCH = 2 * R25
THORNS = piece("thorns", box=(9.4, 11, 10.6, 12))
"""In the way of a model that goes north from (10, 10)."""


def reasons(play, given):
    """The clause of the first reason of a refusal, "" where it is legal."""
    verdict = play.check(given)
    return verdict.reasons[0].clause if verdict.reasons else ""


def crossbows(*dice, mode="rush", far=(12.5, 12.5, 12.5), pick="A4.1", terrain=(THORNS,), **more):
    """Crossbows go north, their Musician first, into the thorns; the model picked dies there."""
    state = table(unit("A4", (10, 10), (11.1, 10), (12.2, 10), **more), terrain=terrain)
    play = activation(state, "A4", *dice)
    play.give(answer("A4", mode, A4_1=[(10, far[0])], A4_2=[(11.1, far[1])], A4_3=[(12.2, far[2])]))
    if play.asked_for == "casualties":
        play.give(PickAnswer((pick,)))
    return play


# --- the Musician ------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MUS-04", "AFS-MUS-03", "AFS-ACT-05")
@pytest.mark.parametrize(("far", "rule"), [(13.0, ""), (13.01, "AFS-ACT-05")])
def test_who_loses_the_musician_on_the_way_ends_that_move_with_the_bonus(far, rule):
    play = crossbows(1, far=(20, 20, 20))
    assert (play.asked_for, play.alive("A4")) == ("act_rest", [2, 3])
    rest = answer("A4", "rush", A4_2=[(11.1, 10 + far)], A4_3=[(12.2, 10 + far)])
    assert reasons(play, rest) == rule
    (mode,) = play.asked.space.among[0].modes
    assert long(mode.allowance) == 13.0


@pytest.mark.clause("AFS-MUS-03", "AFS-MUS-04")
def test_after_that_activation_the_bonus_is_lost():
    play = crossbows(1, far=(20, 20, 20))
    assert long(specials.allowance(play.state, "A4.2", "advance").total) == 7.0
    play.finish()
    assert play.own("A4").helped == ""
    assert long(specials.allowance(play.state, "A4.2", "advance").total) == 6.0


@pytest.mark.clause("AFS-MUS-03", "AFS-MUS-04")
def test_a_unit_that_begins_its_move_without_the_musician_has_no_bonus():
    state = table(unit("A4", (10, 10), (11.1, 10), lost=[1]))
    play = activation(state, "A4")
    assert reasons(play, answer("A4", "rush", A4_2=[(10, 22.5)], A4_3=[(11.1, 22.5)])) == "AFS-ACT-05"


# --- the fallen --------------------------------------------------------------------------------------------------


def leap(*dice, code="A4", height=1.9, mode="advance"):
    """Two platforms two inches apart; the second of three models jumps north first and fails; the rest is asked."""
    land = [
        piece("platform", box=(7, 7, 13, 12), height=height),
        piece("platform", box=(7, 14, 13, 18), height=height),
    ]
    state = table(unit(code, (9, 11), (10.1, 11), (11.2, 11)), unit("B1", (10.1, 26)), terrain=land)
    play = activation(state, code, *dice)
    there = {n: (9 + 1.1 * (n - 1), 14.6) for n in (2, 1, 3)}
    play.give(answer(code, mode, **{f"{code}_{n}": [jump(*to)] for n, to in there.items()}))
    if play.asked_for == "fall":
        play.give(put(f"{code}.2", 10.1, 12.6))
    return play


def put(base, x, y):
    return PlaceAnswer((Standing(base, {base: Pose(inch(x), inch(y), 0.0)}),))


def bows(*models):
    extras = {"models": list(models)} if models else {}
    return TargetsAnswer((Aim("A4", "Crossbow", "B1", extras),))


@pytest.mark.clause("AFS-FALL-04", "AFS-FALL-07", "AFS-R38", "AFS-SHT-01")
def test_a_model_of_a_group_that_has_fallen_shoots_no_more_though_it_lives():
    play = leap(2, 5, 5, 1, 1, 1, 1)
    assert (play.asked_for, play.alive("A4")) == ("act_rest", [1, 2, 3])
    play.give(None, "stay")
    assert play.asked_for == "shoot"
    assert reasons(play, bows("A4.1", "A4.2")) == "AFS-FALL-04"
    assert reasons(play, bows("A4.1", "A4.3")) == ""
    play.give(bows())
    (attack,) = play.of("attack")
    assert attack.data["attacks"] == [["A4.1", "Crossbow"], ["A4.3", "Crossbow"]]


@pytest.mark.clause("AFS-FALL-04", "AFS-FALL-07")
def test_the_fallen_has_its_part_in_the_next_activation_again():
    play = leap(2, 5, 5, 6, 6)
    play.give(None, "stay")
    play.give(None, "hold_fire")
    assert (play.asked_for, play.own("A4").fell) == ("", ())


@pytest.mark.clause("AFS-FALL-04", "AFS-S07")
def test_the_fallen_goes_no_farther_in_that_move():
    play = leap(2)
    again = answer("A4", "advance", A4_2=[(10.1, 13.2)])
    assert reasons(play, again) == "AFS-S07"


@pytest.mark.clause("AFS-FALL-04", "AFS-FALL-07", "AFS-JUMP-05")
def test_where_only_the_fallen_are_left_the_activation_is_over():
    """One falls less than two inches and lives, the other falls to death of thorns: nobody may shoot."""
    thorns = piece("thorns", box=(11.0, 12.1, 11.8, 13.9))
    land = [
        piece("platform", box=(7, 10.2, 13, 12), height=1.9),
        piece("platform", box=(7, 14, 13, 18), height=1.9),
    ]
    state = table(unit("A4", (10.1, 11), (11.2, 11), lost=[1]), unit("B1", (10.1, 26)), terrain=[*land, thorns])
    play = activation(state, "A4", 2, 1)
    play.give(answer("A4", "advance", A4_2=[jump(10.1, 14.6)], A4_3=[jump(11.2, 14.6)]))
    play.give(put("A4.2", 10.1, 12.6))
    assert play.asked_for == "act_rest"
    play.give(answer("A4", "advance", A4_3=[(11.2, 12.6)]))
    play.give(PickAnswer(("A4.3",)))
    assert (play.asked_for, play.alive("A4")) == ("", [2])


@pytest.mark.clause("AFS-FALL-07", "AFS-MEL-03")
def test_a_charger_that_has_fallen_does_not_strike_and_has_no_impact():
    near = unit("B2", (10, 10 + TOUCH))
    well = table(unit("A3", (10, 10), (11, 10), (9, 10)), near)
    fell = table(unit("A3", (10, 10), (11, 10), (9, 10), fell=["A3.1"]), near)
    assert "A3.1" in strikes.in_reach(well, "A3", "B2")
    assert strikes.in_reach(fell, "A3", "B2") == ("A3.2", "A3.3")
    assert {a.base for a in strikes.blows(fell, "A3", "B2", "charge")} == {"A3.2", "A3.3"}


@pytest.mark.clause("AFS-FALL-04", "AFS-CAST-08")
def test_a_caster_that_has_fallen_casts_no_more_in_that_activation():
    seen = unit("B2", (10, 16))
    assert spell_choices.ready(table(unit("A2", (10, 10), tokens=3), seen), "A2") == ("A2.1",)
    fell = table(unit("A2", (10, 10), tokens=3, fell=["A2.1"]), seen)
    assert spell_choices.ready(fell, "A2") == ()
    play = Move(fell, Frame("afs.cast", data={"unit": "A2"}))
    assert play.asked_for == ""


# --- what the dead have touched ----------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R42", "AFS-DIF-01")
@pytest.mark.parametrize(("swamp", "most"), [((9.4, 12.5, 10.6, 14), 13.0), ((9.4, 10.8, 10.6, 14), 6.0)])
def test_difficult_ground_binds_the_others_only_if_the_dead_model_had_come_to_it(swamp, most):
    """It dies in the thorns, from y = 11: the swamp behind them was never touched, the one before them was."""
    play = crossbows(1, far=(12.9, 12.9, 12.9), terrain=(THORNS, piece("swamp", box=swamp)))
    assert play.asked_for == "act_rest"
    for far, rule in ((most, ""), (most + 0.02, "AFS-DIF-01" if most == 6.0 else "AFS-ACT-05")):
        rest = answer("A4", "rush", A4_2=[(11.1, 10 + far)], A4_3=[(12.2, 10 + far)])
        assert reasons(play, rest) == rule


# --- losses among those who have gone, and those who were to stay ------------------------------------------------


@pytest.mark.clause("AFS-S31", "AFS-R43")
def test_a_loss_on_the_way_is_answered_anew_even_by_those_who_were_to_stay():
    """The second goes through the thorns and the first, who has gone, is taken off: the third may move still."""
    state = table(unit("A4", (10, 10), (11.1, 10), (12.2, 10)), terrain=[piece("thorns", box=(10.7, 11, 11.5, 12))])
    play = activation(state, "A4", 1)
    play.give(answer("A4", "advance", A4_1=[(10, 11)], A4_2=[(11.1, 11.5)]))
    play.give(PickAnswer(("A4.1",)))
    assert (play.asked_for, play.at("A4.2")) == ("act_rest", (11.1, 11.5))
    play.give(answer("A4", "advance", A4_3=[(12.2, 11.5)]))
    assert play.where("A4") == [(11.1, 11.5), (12.2, 11.5)]


@pytest.mark.clause("AFS-S31", "AFS-MOV-05")
@pytest.mark.parametrize(("x", "rule"), [(11.1, ""), (11.2, ""), (11.3, "AFS-MOV-01")])
@pytest.mark.parametrize("height", [1.9, 2.0])
def test_the_scatter_counts_afresh_after_a_loss_and_after_a_fall_that_kills_nobody(height, x, rule):
    """The middle one falls, to its death from 2 inches. Its comrade to the east comes nearer, stands or goes away."""
    play = leap(2, height=height)
    assert play.asked_for == "act_rest"
    assert len(play.alive("A4")) == (3 if height < 2.0 else 2)
    assert reasons(play, answer("A4", "advance", A4_3=[(x, 11)])) == rule


@pytest.mark.clause("AFS-S31", "AFS-R38")
def test_the_fallen_counts_where_it_lies():
    """It lies 1.9 inches below the other two, who are apart: one that comes nearer to it alone is less scattered."""
    play = leap(2)
    assert play.at("A4.2") == (10.1, 12.6)
    assert reasons(play, answer("A4", "advance", A4_1=[(9.2, 11)])) == ""
    assert reasons(play, answer("A4", "advance", A4_1=[(8.9, 11)])) == "AFS-MOV-01"
    assert play.decision.args["before"] == pytest.approx(spacing.scatter_now(play.state, "A4"))


# --- several hazards in a straight line --------------------------------------------------------------------------


def patches(second):
    return [piece("thorns", box=(8, 10.6, 12, 10.65)), piece("thorns", box=(8, second, 12, second + 0.3))]


@pytest.mark.clause("AFS-R43", "AFS-PUSH-04")
@pytest.mark.parametrize(("second", "rolls"), [(12.0, 2), (11.66, 2), (11.62, 1), (11.2, 1)])
def test_a_straight_push_through_two_patches_is_rolled_for_twice(second, rolls):
    """The base is out of the first from y = 10.65 and its radius, 11.142, on; the second begins to matter a radius
    before it."""
    state = table(unit("B2", (10, 10)), terrain=patches(second))
    play = Move(state, Frame("afs.push", data=PushData("B2.1", "south")), (4, *[5, 5, 5] * rolls))
    play.option("push", "yes")
    play.give(answer("B2", "push", B2_1=[(10, 12)]))
    assert play.thrown("AFS-DAN-01") == [(3, None)] * rolls
    assert (play.at("B2.1"), play.left()) == ((10, 12), ())


@pytest.mark.clause("AFS-R43", "AFS-PUSH-04")
def test_who_stands_in_thorns_and_is_pushed_into_others_rolls_for_those():
    land = [piece("thorns", box=(8, 9, 12, 10)), piece("thorns", box=(8, 11.5, 12, 13))]
    play = Move(
        table(unit("B2", (10, 10)), terrain=land), Frame("afs.push", data=PushData("B2.1", "south")), (4, 5, 5, 5)
    )
    play.option("push", "yes")
    play.give(answer("B2", "push", B2_1=[(10, 12)]))
    assert play.thrown("AFS-DAN-01") == [(3, None)]


@pytest.mark.clause("AFS-R43")
@pytest.mark.parametrize(
    ("kind", "second", "dangers"),
    [
        ("consolidate", 12.0, 2),
        ("consolidate", 11.62, 1),
        ("pile_in", 12.0, 2),
        ("draw_back", 12.0, 2),
        ("advance", 12.0, 1),
    ],
)
def test_moves_outside_the_activation_roll_at_every_entry_of_a_straight_way(kind, second, dangers):
    state = table(unit("A2", (10, 10)), unit("B2", (30, 30)), terrain=patches(second))
    assert way(state, "A2.1", (10, 13), kind=kind, target="B2" if kind == "pile_in" else "").dangers == dangers


@pytest.mark.clause("AFS-R43")
def test_who_begins_in_thorns_enters_the_next_on_the_same_straight_way():
    land = [piece("thorns", box=(8, 9, 12, 10)), piece("thorns", box=(8, 11.5, 12, 13))]
    assert way(table(unit("A2", (10, 10)), terrain=land), "A2.1", (10, 12.5), kind="consolidate").dangers == 1


@pytest.mark.clause("AFS-R43")
def test_a_rider_enters_two_patches_along_his_way_and_clips_the_corner_of_a_third():
    """An oval, 25 mm by 50 mm, going north: half its length is 0.984 inches, half its width 0.492."""
    land = [
        piece("thorns", box=(8, 12, 12, 12.05)),
        piece("thorns", box=(8, 15.2, 12, 15.25)),
        piece("thorns", box=(10.48, 18.4, 12, 18.45)),
    ]
    state = table(unit("A7", (10, 10, 0.0)), terrain=land)
    assert way(state, "A7.1", (10, 21), kind="consolidate").dangers == 3


# --- drawing back ------------------------------------------------------------------------------------------------


def drawing(*units, dice=(), terrain=()):
    state = table(*units, terrain=terrain)
    return Move(state, Frame("afs.draw_back", data=PairData("A3", "B2")), dice)


@pytest.mark.clause("AFS-MEL-08", "AFS-R19")
def test_drawing_back_is_told_as_such():
    play = drawing(unit("A3", (24, 20), (22.9, 19.8), (21.8, 18.0)), unit("B2", (24, 20 + TOUCH)))
    play.default()
    told = play.of("moved")
    assert told
    assert {e.data["action"] for e in told} == {"draw_back"}
    assert all("AFS-MEL-08" in e.clauses and "AFS-MEL-07" not in e.clauses for e in told)


@pytest.mark.clause("AFS-MEL-08", "AFS-R19", "AFS-R43")
def test_when_one_dies_drawing_back_the_others_still_draw_back_and_nothing_else():
    """Two touch the enemy; the first enters thorns behind it and is lost; the second owes its inch still."""
    thorns = piece("thorns", box=(23.0, 18.0, 24.6, 19.4))
    play = drawing(
        unit("A3", (24, 20), (24, 20 + 2 * TOUCH), (25.2, 20 + 2 * TOUCH)),
        unit("B2", (24, 20 + TOUCH)),
        dice=(1,),
        terrain=[thorns],
    )
    assert play.asked_for == "draw_back"
    play.give(answer("A3", "draw_back", A3_1=[(24, 18.98)], A3_2=[(24, 22.99)], A3_3=[(25.55, 22.25)]))
    assert play.asked_for == "casualties"
    play.give(PickAnswer(("A3.1",)))
    assert play.asked_for == "draw_back"
    assert reasons(play, answer("A3", "draw_back", A3_2=[(24, 22.2)])) == "AFS-MEL-08"
    told = play.check(answer("A3", "draw_back", A3_2=[(24, 22.99)]))
    assert [plain(r.text) for r in told.reasons] == ["A3.3 must draw back"]
    play.default()
    assert play.asked_for == ""
    assert {e.data["action"] for e in play.of("moved")} == {"draw_back"}


# --- refusals that name the cause --------------------------------------------------------------------------------


@pytest.mark.clause("AFS-DIF-01", "AFS-ACT-04", "AFS-R42")
@pytest.mark.parametrize(("mode", "rule"), [("advance", "AFS-ACT-04"), ("rush", "AFS-DIF-01")])
def test_difficult_ground_is_named_only_where_it_is_what_limits(mode, rule):
    """An Advance of six inches is six inches in the swamp and out of it."""
    state = table(unit("A2", (10, 10)), terrain=[piece("swamp", box=(8, 11, 12, 13))])
    assert reasons(activation(state, "A2"), answer("A2", mode, A2_1=[(10, 16.1)])) == rule


@pytest.mark.clause("AFS-KO-01", "AFS-S07")
def test_a_model_that_is_out_of_play_is_not_called_a_stranger():
    play = activation(table(unit("A4", (10, 10), (11.1, 10), lost=[1])), "A4")
    assert reasons(play, answer("A4", "advance", A4_1=[(10, 12)])) == "AFS-KO-01"
    assert reasons(play, answer("A4", "advance", B1_1=[(10, 12)])) == "AFS-S07"


@pytest.mark.clause("AFS-IMMO-01")
def test_an_immobile_model_is_not_told_that_it_went_too_far():
    state = table(unit("B7", (10, 10)))
    assert clause(plans.judge(state, "B7", "consolidate", "", courses(B7_1=[(10, 11)])).bar) == "AFS-IMMO-01"


# --- facing and duty on the way ----------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S07", "AFS-R43")
def test_a_rider_turns_to_the_facing_told_only_where_his_way_ends():
    """He stops in the thorns for their dice as he came, and ends as he was told to."""
    state = table(unit("A7", (10, 10, 0.0)), terrain=[piece("thorns", box=(8, 13, 12, 13.5))])
    play = activation(state, "A7", 5, 5, 5)
    play.give(MoveAnswer("A7", "rush", "", (Course("A7.1", (Path(((inch(10), inch(20)),), 90.0),)),)))
    facings = [p.pose.facing for e in play.of("moved") for p in e.changes if isinstance(p, SetPose) and p.pose]
    assert facings == [0.0, 90.0]
    assert play.state.bases["A7.1"].pose.facing == 90.0


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-R43")
def test_in_a_charge_the_others_may_not_stay_who_can_get_nearer():
    """The first dies in the thorns before the enemy; one of his comrades could go nearer and keep by the other."""
    state = table(unit("A4", (10, 10), (11.1, 10), (12.2, 10)), unit("B2", (10, 18)), terrain=[THORNS])
    play = activation(state, "A4", 1)
    play.give(MoveAnswer("A4", "charge", "B2"))
    if play.asked_for == "casualties":
        play.give(PickAnswer(("A4.1",)))
    assert (play.asked_for, play.alive("A4")) == ("act_rest", [2, 3])
    (stay,) = play.asked.exits
    assert (stay.id, clause(stay.bar)) == ("stay", "AFS-S12")
    assert play.asked.default.answer.courses


@pytest.mark.clause("AFS-MEL-01", "AFS-R43")
def test_in_a_charge_who_stands_in_contact_already_may_stay():
    at = [(10, 8.6), (11.6, 11 - TOUCH), (11.6 - TOUCH, 11)]
    state = table(unit("A4", *at), unit("B2", (11.6, 11)), terrain=[piece("thorns", box=(9, 9.2, 13, 9.3))])
    play = activation(state, "A4", 1)
    play.give(MoveAnswer("A4", "charge", "B2"))
    if play.asked_for == "casualties":
        play.give(PickAnswer(("A4.1",)))
    assert (play.asked_for, play.alive("A4")) == ("act_rest", [2, 3])
    (stay,) = play.asked.exits
    assert (stay.id, stay.bar) == ("stay", None)
