"""The moves that a melee owes: piling in, drawing back to an inch, the winner's three inches.

AFS-MEL-02, AFS-MEL-07, AFS-MEL-08, AFS-R10, AFS-R17 to -R19, AFS-R41, AFS-R58. Rows 22, 26 and 27 of the decisions.
"""

from __future__ import annotations

import pytest

from game.engine.decision import MoveAnswer
from game.engine.state import Frame
from game.kit.situation import OfUnit
from rulesets.age_of_fantasy_skirmish.charge import reaching
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.fight.melee_moves import PairData
from tests.rules.age_of_fantasy_skirmish.move_play import R25, R32, Move, answer, jump
from tests.rules.age_of_fantasy_skirmish.table import marker, piece, table, unit

TOUCH = 2 * R25 + 0.001


def piling(state, charger, target, dice=()):
    return Move(state, Frame("afs.pile_in", data=PairData(charger, target)), dice)


def back(state, charger, target, dice=()):
    return Move(state, Frame("afs.draw_back", data=PairData(charger, target)), dice)


def winner(state, who, dice=()):
    return Move(state, Frame("afs.consolidate", data=OfUnit(who)), dice)


def reasons(play, given):
    verdict = play.check(given)
    return verdict.reasons[0].clause if verdict.reasons else ""


def in_touch(play, base, other):
    pose = play.state.bases[base].pose
    return reaching.rank_of(play.state, base, pose, other)[0] == reaching.CONTACT


def gap(play, base, other):
    """Inches between a model and a unit."""
    return facts.base_to_unit(play.state, base, other) / 25.4


# --- piling in ---------------------------------------------------------------------------------------------------


def line(*third, **more):
    """Pikemen beside each other, the first charged from the north."""
    return table(
        unit("A3", (10, 10), (11.2, 10), third or (12.4, 10), **more),
        unit("B2", (10, 10 + TOUCH)),
    )


@pytest.mark.clause("AFS-MEL-02", "AFS-MEL-01", "AFS-S12")
def test_every_model_of_the_charged_unit_comes_into_contact_if_it_can():
    play = piling(line(), "B2", "A3")
    assert (play.asked_for, play.decision.side) == ("pile_in", "south")
    before = play.where("A3")
    play.default()
    assert all(in_touch(play, f"A3.{k}", "B2") for k in (1, 2, 3))
    assert play.at("A3.1") == before[0]
    assert play.asked_for == ""


@pytest.mark.clause("AFS-MEL-02", "AFS-S12")
def test_nobody_may_stay_away_who_could_get_there():
    play = piling(line(), "B2", "A3")
    assert reasons(play, answer("A3", "pile_in", A3_2=[(11.2, 10), (11.2, 10.1)])) == "AFS-MEL-01"


@pytest.mark.clause("AFS-MEL-02", "AFS-S01", "AFS-FAST-02", "AFS-MUS-04", "AFS-SLOW-02")
@pytest.mark.parametrize("rules", [{"tough": 3}, {"tough": 3, "fast": 0}, {"tough": 3, "slow": 0}])
@pytest.mark.parametrize(("far", "touches"), [(2.98, True), (3.0, True), (3.02, False)])
def test_up_to_three_inches_whatever_the_models_rules(rules, far, touches):
    """A lone model: where 3 inches do not lead into contact, it gets within reach, and that is enough."""
    state = table(
        unit("A2", (10, 10), rules=rules),
        unit("B2", (10, 10 + TOUCH + far)),
        unit("A4", (30, 30), (31.1, 30), (32.2, 30)),
        sides={"south": {"musician": ["A2"]}},
    )
    play = piling(state, "B2", "A2")
    play.default()
    assert in_touch(play, "A2.1", "B2") == touches
    if not touches:
        assert play.at("A2.1")[1] <= 13.001
        assert gap(play, "A2.1", "B2") <= 2.0


@pytest.mark.clause("AFS-R58", "AFS-MEL-02", "AFS-R10")
@pytest.mark.parametrize("own", [{"shaken": True}, {"fatigued": True}, {"shaken": True, "fatigued": True}])
def test_the_shaken_and_the_tired_pile_in_too(own):
    state = table(unit("A2", (10, 10), **own), unit("B2", (10, 10 + TOUCH + 1.5)))
    play = piling(state, "B2", "A2")
    assert play.asked_for == "pile_in"
    play.default()
    assert in_touch(play, "A2.1", "B2")
    assert play.own("A2").shaken == own.get("shaken", False)


@pytest.mark.clause("AFS-R58", "AFS-MEL-02")
def test_piling_in_is_compulsory():
    """No way out is offered, and an answer without ways is what duty leads to."""
    state = table(unit("A2", (10, 10), shaken=True), unit("B2", (10, 10 + TOUCH + 1.5)))
    play = piling(state, "B2", "A2")
    assert play.asked.exits == ()
    play.give(MoveAnswer("A2", "pile_in", "B2"))
    assert in_touch(play, "A2.1", "B2")


@pytest.mark.clause("AFS-MEL-02")
def test_nothing_is_asked_where_everybody_is_in_contact_or_nobody_is_left():
    touching = table(unit("A2", (10, 10)), unit("B2", (10, 10 + TOUCH)))
    assert piling(touching, "B2", "A2").asked_for == ""
    gone = table(unit("A2", lost=[1]), unit("B2", (10, 10)))
    assert piling(gone, "B2", "A2").asked_for == ""


@pytest.mark.clause("AFS-R18", "AFS-MEL-02")
def test_whoever_piles_in_touches_no_other_enemy():
    """Another enemy stands so that only places on the far side of the charger are free of him."""
    state = table(unit("A2", (10, 10)), unit("B2", (10, 10 + TOUCH + 2)), unit("B4", (10.99, 10 + TOUCH + 1.3)))
    play = piling(state, "B2", "A2")
    play.default()
    assert in_touch(play, "A2.1", "B2")
    assert not in_touch(play, "A2.1", "B4")


@pytest.mark.clause("AFS-R41", "AFS-MEL-02")
def test_nobody_jumps_while_piling_in():
    """The charger's friend holds him over a chasm of 1.5 inches: only as near as the edge."""
    chasm = [piece("chasm", box=(2, 11, 18, 12.5))]
    state = table(unit("A2", (10, 10)), unit("B2", (10, 13)), terrain=chasm)
    play = piling(state, "B2", "A2")
    if play.asked_for:
        assert reasons(play, answer("A2", "pile_in", A2_1=[jump(10, 12.6)])) == "AFS-R41"
        play.default()
    assert play.at("A2.1")[1] <= 11
    assert not in_touch(play, "A2.1", "B2")


@pytest.mark.clause("AFS-R41", "AFS-JUMP-01", "AFS-MEL-02")
def test_a_gap_of_an_inch_is_stepped_over_while_piling_in():
    """The chasm lies under the middle of the way."""
    state = table(unit("A2", (10, 10)), unit("B2", (10, 13)), terrain=[piece("chasm", box=(2, 10.5, 18, 11.5))])
    play = piling(state, "B2", "A2")
    play.default()
    assert in_touch(play, "A2.1", "B2")


@pytest.mark.clause("AFS-R43", "AFS-MEL-02")
def test_thorns_entered_while_piling_in_are_rolled_for():
    thorns = [piece("thorns", box=(8, 10.8, 12, 11.2))]
    state = table(unit("A2", (10, 10)), unit("B2", (10, 13)), terrain=thorns)
    play = piling(state, "B2", "A2", (2, 2, 2))
    play.default()
    assert play.thrown("AFS-DAN-01") == [(3, None)]


# --- drawing back ------------------------------------------------------------------------------------------------


def duel(off=0.001, *others, terrain=(), **more):
    """A charger south of its target, so many inches apart."""
    return table(unit("A2", (24, 20), **more), unit("B2", (24, 20 + 2 * R25 + off)), *others, terrain=terrain)


@pytest.mark.clause("AFS-R19", "AFS-MEL-08")
@pytest.mark.parametrize("off", [0.001, 0.5, 0.99])
def test_the_charger_draws_back_until_it_is_an_inch_away(off):
    """Not by an inch: to an inch, from wherever it stands."""
    play = back(duel(off), "A2", "B2")
    assert (play.asked_for, play.decision.side) == ("draw_back", "south")
    play.default()
    assert 0.999 <= gap(play, "A2.1", "B2") <= 1.01
    x, y = play.at("A2.1")
    assert (x, y) == (pytest.approx(24, abs=0.01), pytest.approx(20 - (1 - off), abs=0.01))


@pytest.mark.clause("AFS-R19", "AFS-MEL-08", "AFS-S01")
@pytest.mark.parametrize("off", [0.9991, 1.0, 1.5])
def test_who_is_an_inch_away_does_not_move(off):
    assert back(duel(off), "A2", "B2").asked_for == ""


@pytest.mark.clause("AFS-R19")
def test_of_several_models_only_those_too_near_move():
    state = table(
        unit("A3", (24, 20), (22.9, 19.8), (21.8, 18.0)),
        unit("B2", (24, 20 + TOUCH)),
    )
    play = back(state, "A3", "B2")
    far = answer("A3", "draw_back", A3_1=[(24, 18.9)], A3_2=[(22.4, 19.4)], A3_3=[(21, 17)])
    assert reasons(play, far) == "AFS-R19"
    play.default()
    assert play.at("A3.3") == (21.8, 18.0)
    assert all(gap(play, f"A3.{k}", "B2") >= 0.999 for k in (1, 2, 3))


@pytest.mark.clause("AFS-R19", "AFS-MEL-08")
@pytest.mark.parametrize(
    ("goal", "rule"),
    [
        ((24, 18.98), ""),
        ((24, 18.76), ""),
        ((24, 18.7), "AFS-R19"),
        ((24, 19.1), "AFS-MEL-08"),
        ((23.3, 19.1), ""),
    ],
)
def test_in_any_direction_to_an_inch_and_a_quarter_inch_of_way_is_free(goal, rule):
    assert reasons(back(duel(), "A2", "B2"), answer("A2", "draw_back", A2_1=[goal])) == rule


@pytest.mark.clause("AFS-R19", "AFS-MOV-05")
def test_coherency_is_not_judged():
    """The one in contact goes his inch and leaves the others behind."""
    state = table(unit("A3", (24, 20), (25.9, 20.3), (27, 20.3)), unit("B2", (24, 20 + TOUCH)))
    play = back(state, "A3", "B2")
    play.default()
    assert gap(play, "A3.1", "B2") >= 0.999
    assert gap(play, "A3.2", "A3") == 0.0
    x, y = play.at("A3.1")
    assert ((x - 25.9) ** 2 + (y - 20.3) ** 2) ** 0.5 - 2 * R25 > 1.0


@pytest.mark.clause("AFS-R19", "AFS-MEL-08")
def test_a_model_with_no_such_place_stays():
    """Walls on three sides: it cannot get away, and nothing is asked."""
    walls = [
        piece("wall", box=(23.0, 19.0, 23.4, 20.9)),
        piece("wall", box=(24.6, 19.0, 25.0, 20.9)),
        piece("wall", box=(23.0, 18.8, 25.0, 19.3)),
    ]
    play = back(duel(terrain=walls), "A2", "B2")
    assert (play.asked_for, play.at("A2.1")) == ("", (24, 20))


@pytest.mark.clause("AFS-R19", "AFS-R17")
def test_the_way_back_does_not_come_nearer_to_others():
    """A friend stands an inch behind: it goes aside, and never within an inch of him."""
    state = duel(0.001, unit("A5", (24, 20 - 2 * R25 - 1.0)))
    play = back(state, "A2", "B2")
    assert reasons(play, answer("A2", "draw_back", A2_1=[(24, 18.99)])) == "AFS-MOV-03"
    play.default()
    assert gap(play, "A2.1", "B2") >= 0.999
    assert gap(play, "A2.1", "A5") >= 0.999


@pytest.mark.clause("AFS-R19", "AFS-R41", "AFS-S08")
@pytest.mark.parametrize(("height", "goes"), [(2.2, True), (2.3, False)])
def test_the_descent_counts_in_the_three_inches_of_the_way_back(height, goes):
    """Both on a ledge between towers: behind the charger, 0.742 inches of way and the face down."""
    tower = piece("tower", box=(22.5, 19.95, 25.5, 22), height=height, ladders=[])
    walls = [
        piece("tower", box=(20, 16, 22.5, 24), height=9, ladders=[]),
        piece("tower", box=(25.5, 16, 28, 24), height=9, ladders=[]),
    ]
    state = table(unit("A2", (24, 20.2)), unit("B2", (24, 20.2 + TOUCH)), terrain=[tower, *walls])
    play = back(state, "A2", "B2")
    assert (play.asked_for == "draw_back") == goes
    if goes:
        play.default()
        assert play.state.bases["A2.1"].pose.level == 0


@pytest.mark.clause("AFS-R19", "AFS-R17", "AFS-FLY-04", "AFS-MOV-03")
def test_a_flyer_draws_back_over_others_but_neither_onto_them_nor_near_them():
    """A troll stands where the shortest way would end, another near by: the end keeps its inch from both."""
    state = table(unit("B4", (24, 20)), unit("A2", (24, 20 - TOUCH)), unit("B5", (24.1, 21.4), (22.6, 21.4)))
    play = back(state, "B4", "A2")
    assert reasons(play, answer("B4", "draw_back", B4_1=[(24, 21.05)])) == "AFS-MEL-08"
    play.default()
    assert gap(play, "B4.1", "A2") >= 0.999
    assert gap(play, "B4.1", "B5") >= 0.999


@pytest.mark.clause("AFS-MEL-08", "AFS-R10")
def test_a_charger_made_shaken_draws_back_too():
    play = back(duel(shaken=True), "A2", "B2")
    play.default()
    assert gap(play, "A2.1", "B2") >= 0.999


# --- the winner --------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-07", "AFS-S01", "AFS-FAST-02")
@pytest.mark.parametrize(("far", "rule"), [(0.5, ""), (3.0, ""), (3.001, ""), (3.01, "AFS-MEL-07")])
def test_the_winner_moves_up_to_three_inches(far, rule):
    play = winner(table(unit("B4", (10, 10)), unit("A2", (30, 30))), "B4")
    assert play.asked_for == "consolidate"
    assert reasons(play, answer("B4", "consolidate", B4_1=[(10, 10 + far)])) == rule


@pytest.mark.clause("AFS-MEL-07")
def test_the_winner_may_stay():
    play = winner(table(unit("A2", (10, 10)), unit("B2", (30, 30))), "A2")
    play.give(None, "stay")
    assert (play.asked_for, play.at("A2.1")) == ("", (10, 10))


@pytest.mark.clause("AFS-MEL-07", "AFS-MOV-01", "AFS-MOV-03", "AFS-R41")
def test_the_winner_keeps_together_an_inch_from_others_and_does_not_jump():
    state = table(
        unit("A3", (10, 10), (11.1, 10), (12.2, 10)),
        unit("B1", (10, 12 + R25 + R32 + 0.5)),
        terrain=[piece("chasm", box=(4, 6, 20, 8))],
    )
    play = winner(state, "A3")
    assert reasons(play, answer("A3", "consolidate", A3_1=[(10, 12)])) == "AFS-MOV-03"
    assert reasons(play, answer("A3", "consolidate", A3_1=[(8.5, 10)])) == "AFS-MOV-01"
    assert reasons(play, answer("A3", "consolidate", A3_1=[jump(10, 5)])) == "AFS-R41"
    play.give(answer("A3", "consolidate", A3_1=[(10, 11)], A3_2=[(11.1, 11)]))
    assert play.where("A3") == [(10, 11), (11.1, 11), (12.2, 10)]


@pytest.mark.clause("AFS-MEL-07")
def test_the_winner_is_offered_the_marker_then_all_directions_then_to_stay():
    state = table(unit("A2", (20, 20)), unit("B2", (40, 40)), markers=[marker(20, 30), marker(40, 20)])
    play = winner(state, "A2")
    question = play.session.ruleset.questions["consolidate"]

    def offered(limit):
        found = []
        for reply in question.candidates(play.state, play.decision, "any", limit):
            if reply.exit:
                found.append(reply.exit)
                continue
            (x, y), (course,) = (0.0, 0.0), reply.answer.courses
            x, y = course.steps[-1].points[-1]
            found.append((round(x / 25.4, 3), round(y / 25.4, 3)))
        return found

    slant = round(3 / 2**0.5, 3)
    about = [(0, 3), (slant, slant), (3, 0), (slant, -slant), (0, -3), (-slant, -slant), (-3, 0), (-slant, slant)]
    ring = [(round(20 + x, 3), round(20 + y, 3)) for x, y in about]
    assert offered(20) == [(20, 23), *ring, "stay"]
    assert offered(3) == [(20, 23), *ring[:2]]


@pytest.mark.clause("AFS-MEL-08", "AFS-R19")
def test_the_first_of_those_who_stay_though_they_owe_it_is_named():
    state = table(
        unit("A3", (22.9, 20), (24, 20), (25.1, 20)),
        unit("B3", (22.9, 20 + TOUCH), (24, 20 + TOUCH), (25.1, 20 + TOUCH), lost=[4]),
    )
    play = back(state, "A3", "B3")
    verdict = play.check(answer("A3", "draw_back", A3_1=[(22.9, 18.99)]))
    assert [(r.clause, r.part) for r in verdict.reasons] == [("AFS-MEL-08", "A3.2")]
    verdict = play.check(answer("A3", "draw_back", A3_2=[(24, 18.99)]))
    assert [(r.clause, r.part) for r in verdict.reasons] == [("AFS-MEL-08", "A3.1")]
