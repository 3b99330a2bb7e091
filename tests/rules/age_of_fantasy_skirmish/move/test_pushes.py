"""Pushes: the die, how far and where, what stops one, ledges, thorns on the way.

AFS-PUSH-01 to -04, AFS-R35, AFS-R36, AFS-R43. Rows 19 and 20 of the decisions.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import Frame
from game.geometry.measure import base_distance
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.pushing import PushData, aim_of
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.move_play import R25, Move, answer, to
from tests.rules.age_of_fantasy_skirmish.table import marker, piece, table, unit


def pushing(state, base="B4.1", dice=(), *, by="south"):
    return Move(state, Frame("afs.push", data=PushData(base, by)), dice)


def pushed(state, goal, *dice, base="B4.1", by="south"):
    """A push that succeeds, to a place; what is asked afterwards is open."""
    play = pushing(state, base, (4, *dice), by=by)
    play.option("push", "yes")
    play.give(answer(base.split(".")[0], "push", **{base.replace(".", "_"): [goal]}))
    return play


def lone(*others, code="B4", at=(10, 10), terrain=(), **more):
    return table(unit(code, at, **more), *others, terrain=terrain)


# --- the die -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-PUSH-02", "AFS-PUSH-01", "AFS-R04")
@pytest.mark.parametrize(("die", "succeeds"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_push_succeeds_on_four(die, succeeds):
    play = pushing(lone(), dice=(die,))
    assert (play.asked_for, play.decision.side) == ("try_push", "south")
    play.option("push", "yes")
    assert play.thrown("AFS-PUSH-02") == [(1, 4)]
    assert play.asked_for == ("push" if succeeds else "")
    assert play.types("push_failed") == ([] if succeeds else ["push_failed"])
    if succeeds:
        assert play.decision.side == "south"


@pytest.mark.clause("AFS-PUSH-01")
def test_the_attacker_need_not_try():
    play = pushing(lone())
    play.option("push", "no")
    assert (play.asked_for, play.faces(), play.at("B4.1")) == ("", [], (10, 10))


# --- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-PUSH-03", "AFS-R36", "AFS-S01")
@pytest.mark.parametrize("goal", [(10, 12), (10, 8), (12, 10), (8, 10), (11.4, 11.4), (10, 10.3)])
def test_up_to_two_inches_in_any_direction(goal):
    assert pushed(lone(), goal).at("B4.1") == goal


@pytest.mark.clause("AFS-PUSH-03", "AFS-R36", "AFS-S01")
@pytest.mark.parametrize(("far", "rule"), [(2.0, ""), (2.001, ""), (2.01, "AFS-PUSH-03")])
def test_two_inches_are_the_limit(far, rule):
    play = pushing(lone(), dice=(4,))
    play.option("push", "yes")
    verdict = play.check(answer("B4", "push", B4_1=[(10, 10 + far)]))
    assert (verdict.reasons[0].clause if verdict.reasons else "") == rule


@pytest.mark.clause("AFS-R36")
def test_a_push_is_straight_and_may_be_of_nothing():
    play = pushing(lone(), dice=(4,))
    play.option("push", "yes")
    bent = play.check(answer("B4", "push", B4_1=[(10, 11), (10.5, 11)]))
    assert bent.reasons[0].clause == "AFS-R36"
    parts = play.check(answer("B4", "push", B4_1=[to((10, 11)), to((10.5, 11))]))
    assert parts.reasons[0].clause == "AFS-R36"
    play.give(None, "stay")
    assert (play.asked_for, play.at("B4.1")) == ("", (10, 10))


# --- what stops it -----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R36", "AFS-PUSH-04")
@pytest.mark.parametrize("other", ["A5", "B2"])
def test_it_stops_where_the_base_touches_another_and_may_end_within_an_inch(other):
    """A flyer, too: its own abilities do not count."""
    play = pushed(lone(unit(other, (10, 12.2))), (10, 12))
    assert play.at("B4.1") == (10, pytest.approx(12.2 - 2 * R25, abs=0.003))
    beside = pushed(lone(unit(other, (11.1, 11))), (10, 12))
    assert beside.at("B4.1") == (10, 12)


@pytest.mark.clause("AFS-R36", "AFS-PUSH-04")
def test_a_rider_is_pushed_without_turning():
    """A base of 25 x 50 mm facing north, pushed eastwards: its long side runs into who stands ahead of the flank."""
    state = table(unit("A7", (10, 10), facing=0.0), unit("B2", (11.6, 10.7)))
    play = pushed(state, (12, 10), base="A7.1", by="north")
    pose, other = play.state.bases["A7.1"].pose, play.state.bases["B2.1"].pose
    assert pose.facing == 0.0
    rider, foe = (play.state.bases[b].shape for b in ("A7.1", "B2.1"))
    assert base_distance(rider, pose, foe, other) == pytest.approx(0.0, abs=0.03)
    assert 10.2 < play.at("A7.1")[0] < 10.8


@pytest.mark.clause("AFS-R36")
@pytest.mark.parametrize(
    ("terrain", "at", "goal", "end"),
    [
        ([piece("wall", box=(8, 11, 12, 11.5))], (10, 10), (10, 12), (10, 11 - R25)),
        ([piece("platform", box=(8, 11, 12, 15), height=0.51)], (10, 10), (10, 12), (10, 11 - R25)),
        ([piece("platform", box=(8, 11, 12, 15), height=0.5)], (10, 10), (10, 12), (10, 12)),
        ([], (1, 10), (0, 10), (R25, 10)),
        ([], (10, 47.2), (10, 48), (10, 48 - R25)),
    ],
)
def test_it_stops_at_walls_at_rising_ground_and_at_the_table_edge(terrain, at, goal, end):
    x, y = pushed(lone(at=at, terrain=terrain), goal).at("B4.1")
    assert (x, y) == (pytest.approx(end[0], abs=0.003), pytest.approx(end[1], abs=0.003))


@pytest.mark.clause("AFS-R36", "AFS-DIF-01")
def test_difficult_ground_does_not_shorten_it():
    assert pushed(lone(terrain=[piece("swamp", box=(6, 6, 14, 14))]), (10, 12)).at("B4.1") == (10, 12)


# --- ledges ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R36", "AFS-PUSH-04", "AFS-FALL-01", "AFS-FLY-04", "AFS-R40")
@pytest.mark.parametrize(("height", "falls"), [(1.9, False), (1.9991, True), (2.0, True)])
def test_over_a_ledge_of_two_inches_it_falls_below_that_it_is_lowered_and_pushed_on(height, falls):
    """The wraith flies, and falls all the same, from where its centre leaves the surface."""
    state = lone(at=(11.2, 10), terrain=[piece("platform", box=(8, 8, 12, 12), height=height)])
    play = pushed(state, (13.2, 10), *([6] if falls else []))
    if falls:
        assert (play.asked_for, play.decision.side) == ("fall", "south")
        assert play.decision.args["foot"][0] / 25.4 == pytest.approx(12, abs=0.002)
        play.default()
        assert play.thrown("AFS-FALL-01") == [(1, 4)]
    else:
        assert play.at("B4.1") == (13.2, 10)
    assert play.asked_for == ""
    assert play.state.bases["B4.1"].pose.level == 0


@pytest.mark.clause("AFS-R36")
def test_it_ends_at_the_ledge_only_if_the_centre_leaves_the_surface():
    state = lone(at=(11.2, 10), terrain=[piece("tower", box=(8, 8, 12, 12))])
    play = pushed(state, (11.99, 10))
    assert (play.asked_for, play.at("B4.1")) == ("", (11.99, 10))
    assert play.state.bases["B4.1"].pose.level == 6


@pytest.mark.clause("AFS-PUSH-04", "AFS-FALL-07", "AFS-R39", "AFS-R35")
def test_whoever_pushed_places_the_fallen_and_pushes_no_more():
    """Shaken by the fall as well (2 and 2 markers and 1 for Shaken): no second push."""
    state = lone(code="B4", at=(11.2, 10), terrain=[piece("tower", box=(8, 8, 12, 12))], shaken=True, wounds=1)
    play = pushed(state, (13.2, 10), 3, 2)
    play.default()
    assert play.faces() == [(4,), (3,), (2,)]
    assert (play.asked_for, play.wounds("B4.1"), play.own("B4").shaken) == ("", 2, True)


# --- thorns ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-PUSH-04", "AFS-R43", "AFS-DAN-01", "AFS-S16")
@pytest.mark.parametrize(("edge", "rolls"), [(11.0, True), (12 + R25 - 0.01, True), (12 + R25, False)])
def test_thorns_on_the_way_are_rolled_for_and_the_push_goes_on(edge, rolls):
    state = lone(code="B2", terrain=[piece("thorns", box=(8, edge, 12, edge + 3))])
    play = pushed(state, (10, 12), *([1, 5, 5] if rolls else []), base="B2.1")
    assert play.thrown("AFS-DAN-01") == ([(3, None)] if rolls else [])
    assert play.at("B2.1") == (10, 12)
    assert play.wounds("B2.1") == int(rolls)
    assert play.left() == ()


@pytest.mark.clause("AFS-R43", "AFS-PUSH-04")
def test_a_model_killed_by_thorns_is_pushed_no_farther():
    state = lone(wounds=1, terrain=[piece("thorns", box=(8, 11, 12, 15))])
    play = pushed(state, (10, 12), 1, 4)
    assert (play.alive("B4"), play.asked_for) == ([], "")


@pytest.mark.clause("AFS-R43", "AFS-PUSH-04")
def test_who_stands_in_thorns_enters_nothing():
    state = lone(terrain=[piece("thorns", box=(8, 8, 12, 15))])
    assert pushed(state, (10, 12)).thrown("AFS-DAN-01") == []


# --- what is proposed --------------------------------------------------------------------------------------------


def proposed(*markers, terrain=()):
    """Whether a push is proposed, and where to."""
    play = pushing(table(unit("B4", (10, 10)), terrain=terrain, markers=markers), dice=(4,))
    tries = play.asked.default.answer.parts["push"]
    play.option("push", "yes")
    x, y = play.asked.default.answer.courses[0].steps[0].points[-1]
    return tries, (round(x / 25.4, 3), round(y / 25.4, 3))


@pytest.mark.clause("AFS-PUSH-01", "AFS-PUSH-03")
def test_it_is_proposed_away_from_the_nearest_marker_if_that_is_near():
    assert proposed(marker(10, 12), marker(10, 40)) == ("yes", (10, 8))
    assert proposed(marker(12, 10), marker(40, 10)) == ("yes", (8, 10))
    assert proposed(marker(10, 5.5), marker(10, 40)) == ("yes", (10, 12))
    assert proposed(marker(10, 40))[0] == "no"
    assert proposed()[0] == "no"


@pytest.mark.clause("AFS-PUSH-01", "AFS-PUSH-04")
def test_a_ledge_comes_before_thorns_and_thorns_before_markers():
    thorns = piece("thorns", box=(11.5, 8, 14, 12))
    assert proposed(marker(10, 12), terrain=[thorns]) == ("yes", (11.414, 8.586)), "into the thorns, off the marker"
    pit = piece("chasm", box=(5, 8, 9, 12))
    assert proposed(marker(10, 12), terrain=[thorns, pit]) == ("yes", (8.586, 8.586)), "over the ledge"


@pytest.mark.clause("AFS-PUSH-01")
def test_what_is_proposed_does_not_hang_on_what_was_asked_before():
    """The same models in the same places: with a marker near, without one, and with one again."""
    assert [proposed(*m)[0] for m in ((marker(10, 12),), (), (marker(10, 12),), (marker(10, 40),))] == [
        "yes",
        "no",
        "yes",
        "no",
    ]


# --- what it is for ----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-PUSH-04", "AFS-FALL-01")
@pytest.mark.parametrize(
    ("terrain", "dice", "why"),
    [
        ([], (), "a push would gain nothing"),
        ([piece("tower", box=(8, 8, 11.5, 12), height=3)], (6,), 'off the edge: a fall of 3"'),
        ([piece("thorns", box=(10.6, 8, 14, 14))], (6,), "into dangerous terrain"),
        ([piece("tower", box=(4, 4, 16, 16), height=3)], (), "a push would gain nothing"),
        ([piece("tower", box=(8, 8, 11.5, 12), height=1.9)], (), "a push would gain nothing"),
    ],
)
def test_why_a_push_is_tried_is_what_comes_of_it(terrain, dice, why):
    """What is said before it is what happens after it, by the default push of a model that stands at (10, 10)."""
    play = pushing(lone(terrain=terrain), dice=(4, *dice))
    assert plain(aim_of(play.state, "B4.1")) == why
    yes = play.asked.default.answer.parts["push"]
    assert (yes == "yes") == (why != "a push would gain nothing")
    play.option("push", "yes")
    play.default()
    play.finish()
    assert len(play.of("fell")) == ("fall" in why)
    assert bool(play.thrown("AFS-DAN-01")) == ("dangerous" in why)


@pytest.mark.clause("AFS-ACT-08")
def test_what_a_model_may_move_is_worked_out_anew_when_options_differ(monkeypatch):
    """A set-up with another option shares its bases with this one, and so what is remembered of them."""
    state = lone()
    other = replace(state, options={**state.options, "tough_in_groups": "every_wound"})
    monkeypatch.setattr(plans, "_allowance", lambda view, base, kind: len(view.options["tough_in_groups"]) * 1.0)
    assert plans.allowances(state, "B4", "advance") == {"B4.1": 10.0}
    assert plans.allowances(other, "B4", "advance") == {"B4.1": 11.0}
