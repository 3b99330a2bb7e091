"""Charges: who may charge whom, how far, along which way, and what every charging model owes.

AFS-ACT-06, AFS-MOV-04, AFS-MEL-01, AFS-R18, AFS-R42, AFS-R59, AFS-R64, AFS-S12, AFS-S31. Row 12 of the decisions.
"""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from game.engine.decision import MoveAnswer, Reply
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.charge import reaching
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.walk import routes
from tests.rules.age_of_fantasy_skirmish.move_play import (
    R25,
    R50,
    activation,
    answer,
    clause,
    courses,
    judged,
    long,
    way,
)
from tests.rules.age_of_fantasy_skirmish.table import at_inch, piece, table, unit

TOUCH = 2 * R25
"""Inches between the centres of two 25 mm bases in contact."""


def duel(gap, code="A2", terrain=(), foe="B2", **more):
    """A lone model south of another, their outlines so many inches apart."""
    radius = {"A6": R50}.get(code, R25)
    return table(unit(code, (24, 10)), unit(foe, (24, 10 + radius + R25 + gap), **more), terrain=terrain)


def ranks(state, charger, target, found):
    """How the models of a unit end towards a target: 0 contact, 1 reach, 2 neither."""
    ends = {b.id: b.pose for b in state.bases_of(charger)} | found.ends
    return {b: reaching.rank_of(state, b, p, target)[0] for b, p in ends.items()}


@pytest.mark.clause("AFS-S05", "AFS-S12")
def test_how_far_off_many_places_are_is_what_each_is_off():
    """On the ground, on a tower and on its very outline, for round bases and an oval one."""
    tower = piece("tower", box=(20, 18, 26, 24))
    for code in ("A2", "A6"):
        state = table(unit(code, (24, 6)), unit("B2", (24, 20)), unit("B3", (30, 12)), terrain=[tower])
        [base] = state.bases_of(code)[:1]
        poses = [Pose(inch(x), inch(y), 30.0 * k) for k, (x, y) in enumerate(((24, 12), (22, 17), (26, 20), (21, 22)))]
        for target in ("B2", "B3"):
            one_by_one = [reaching.rank_of(state, base.id, pose, target)[1] for pose in poses]
            assert reaching._offs(state, base.id, poses, target) == one_by_one
            assert min(one_by_one) < max(one_by_one)


def usual(state, charger, target, kind="charge"):
    """The plan of the rules, judged."""
    ways = plans.into_contact(state, charger, kind, target)
    return plans.judge(state, charger, kind, target, ways)


# --- charge distance ---------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MOV-04", "AFS-R64", "AFS-S12", "AFS-S01")
@pytest.mark.parametrize(("gap", "rule"), [(11.9, ""), (12.0, ""), (12.02, "AFS-MOV-04"), (14.0, "AFS-MOV-04")])
def test_a_charge_needs_a_way_of_the_charge_allowance_into_contact(gap, rule):
    """Within 2 inches is no substitute where only the distance forbids contact: at 13 inches nobody charges."""
    assert clause(plans.charge_bar(duel(gap), "A2", "B2")) == rule


@pytest.mark.clause("AFS-MOV-04", "AFS-R64", "AFS-R18", "AFS-IMMO-01")
@pytest.mark.parametrize(
    ("gap", "more", "mark", "rule"),
    [
        (11.9, {}, "B2", ""),
        (12.02, {}, "B2", "AFS-MOV-04"),
        (5.0, {}, "A1", "AFS-MOV-04"),
        (5.0, {"rules": {"immobile": 0, "caster": 2}, "tokens": 2}, "B2", "AFS-IMMO-01"),
    ],
)
def test_odds_of_a_charge_that_cannot_be_are_the_words_of_its_refusal(gap, more, mark, rule):
    state = table(unit("A2", (24, 10), **more), unit("A1", (4, 4)), unit("B2", (24, 10 + 2 * R25 + gap)))
    play = activation(state, "A2")
    charge = Reply(MoveAnswer("A2", "charge", mark))
    verdict, odds = play.session.check(play.decision, charge), play.session.forecast(play.decision, charge)
    assert clause(odds.bar) == rule
    assert bool(odds.rows) == (not rule)
    assert ([odds.bar.text] if rule else []) == [r.text for r in verdict.reasons]


@pytest.mark.clause("AFS-ACT-08", "AFS-FAST-01", "AFS-SLOW-01", "AFS-MOV-04")
@pytest.mark.parametrize(("code", "most"), [("A6", 8), ("B4", 16)])
def test_fast_and_slow_change_the_charge_distance(code, most):
    foe = "B2" if code == "A6" else "A2"
    near, far = duel(most - 0.05, code, foe=foe), duel(most + 0.05, code, foe=foe)
    assert clause(plans.charge_bar(near, code, foe)) == ""
    assert clause(plans.charge_bar(far, code, foe)) == "AFS-MOV-04"


@pytest.mark.clause("AFS-R64", "AFS-S07")
@pytest.mark.parametrize(("half", "rule"), [(2.0, ""), (8.0, "AFS-MOV-04")])
def test_charge_distance_is_measured_along_the_way_round_a_wall(half, rule):
    """A target 9 inches off behind a wall: round a short one, too far round a long one."""
    wall = piece("wall", box=(24 - half, 14, 24 + half, 14.5))
    state = duel(9.0, terrain=[wall])
    assert clause(plans.charge_bar(state, "A2", "B2")) == rule
    if not rule:
        found = usual(state, "A2", "B2")
        assert found.bar is None
        assert ranks(state, "A2", "B2", found) == {"A2.1": 0}
        assert 9.0 < long(found.ways[0]) <= 12.0


@pytest.mark.clause("AFS-R59", "AFS-MOV-04")
def test_no_line_of_sight_is_needed():
    """Behind a tower that blocks every line: the charge goes round it."""
    tower = piece("tower", box=(23.2, 13, 24.8, 14.6))
    state = duel(8.0, terrain=[tower])
    assert clause(plans.charge_bar(state, "A2", "B2")) == ""
    assert usual(state, "A2", "B2").bar is None


@pytest.mark.clause("AFS-S12", "AFS-DIF-01", "AFS-R42")
@pytest.mark.parametrize(("gap", "rule"), [(6.0, ""), (6.1, "AFS-MOV-04")])
def test_the_cap_of_difficult_terrain_belongs_to_the_charge_distance(gap, rule):
    swamp = piece("swamp", box=(0, 11, 48, 12))
    assert clause(plans.charge_bar(duel(gap, terrain=[swamp]), "A2", "B2")) == rule


@pytest.mark.clause("AFS-S12", "AFS-R37")
def test_planned_jumps_are_part_of_the_way():
    """Over a chasm 3 inches wide: 6 inches are walked, 3 jumped."""
    chasm = piece("chasm", box=(0, 13, 48, 16))
    state = duel(9.0, terrain=[chasm])
    assert clause(plans.charge_bar(state, "A2", "B2")) == ""
    found = usual(state, "A2", "B2")
    assert (found.bar, len(found.ways[0].leaps), long(found.ways[0].leaps[0].length)) == (None, 1, 3.0)
    assert long(found.ways[0]) == pytest.approx(6.0, abs=0.01)


@pytest.mark.clause("AFS-S12")
def test_a_place_in_reach_will_do_where_height_prevents_contact():
    """On a tower without a ladder nobody is touched, yet within 2 inches and 4 in height he is fought from below."""
    high = piece("tower", box=(20, 20, 28, 28), height=3.9, ladders=[])
    state = table(unit("A2", (24, 12)), unit("B2", (24, 20.3)), terrain=[high])
    assert clause(plans.charge_bar(state, "A2", "B2")) == ""
    found = usual(state, "A2", "B2")
    assert (found.bar, ranks(state, "A2", "B2", found)) == (None, {"A2.1": 1})
    higher = piece("tower", box=(20, 20, 28, 28), height=4.1, ladders=[])
    state = table(unit("A2", (24, 12)), unit("B2", (24, 20.3)), terrain=[higher])
    assert clause(plans.charge_bar(state, "A2", "B2")) == "AFS-MOV-04"


# --- obligations -------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-01", "AFS-S12")
def test_who_can_get_into_contact_has_to():
    state = duel(5.0)
    short = judged(state, "A2", "charge", "B2", A2_1=[(24, 14), (24, 14.2)])
    assert (clause(short.bar), short.part) == ("AFS-MEL-01", "A2.1")
    there = 10 + 2 * R25 + 5.0 - TOUCH
    assert clause(judged(state, "A2", "charge", "B2", A2_1=[(24, 12), (24, there)]).bar) == ""


@pytest.mark.clause("AFS-S12", "AFS-S01")
@pytest.mark.parametrize(("off", "rule"), [(0.009, ""), (0.02, "AFS-MEL-01")])
def test_contact_is_a_gap_of_a_hundredth_of_an_inch(off, rule):
    state = duel(5.0)
    assert clause(judged(state, "A2", "charge", "B2", A2_1=[(24, 12), (24, 15.0 - off)]).bar) == rule


@pytest.mark.clause("AFS-S12", "AFS-S07")
def test_a_drag_near_the_enemy_means_contact():
    """A single place within half an inch of the enemy, or on him, is taken for the place that touches him."""
    state = duel(5.0)
    for y in (14.7, 15.3):
        found = judged(state, "A2", "charge", "B2", A2_1=(24.2, y))
        assert (found.bar, ranks(state, "A2", "B2", found)) == (None, {"A2.1": 0})


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-S31")
@pytest.mark.parametrize("count", [3, 4])
def test_every_model_of_a_unit_goes_into_contact_where_it_can(count):
    """Ghouls in a line against a lone model: all find room about it, and the pack holds together."""
    pack = unit("B3", *[(22 + 1.2 * k, 20) for k in range(count)], lost=[4] if count == 3 else [])
    state = table(unit("A2", (24, 12)), pack)
    found = usual(state, "B3", "A2")
    assert found.bar is None
    assert set(ranks(state, "B3", "A2", found).values()) == {0}


@pytest.mark.clause("AFS-MEL-01", "AFS-S12")
def test_who_finds_no_room_in_contact_gets_within_reach():
    """A target in a corner of walls: two find room, the others stand within 2 inches."""
    walls = [piece("wall", box=(20, 12.6, 23.3, 13)), piece("wall", box=(24.7, 12.6, 28, 13))]
    state = table(unit("A2", (24, 12)), unit("B3", *[(22.2 + 1.2 * k, 20) for k in range(4)]), terrain=walls)
    found = usual(state, "B3", "A2")
    assert found.bar is None
    got = ranks(state, "B3", "A2", found)
    assert sorted(got.values())[0] == 0
    assert max(got.values()) <= 1


@pytest.mark.clause("AFS-S12", "AFS-MEL-01")
def test_who_gets_neither_there_nor_near_goes_as_far_as_he_can():
    """Only the first ghoul is within 12 inches; the others end within a quarter inch of the best, in coherency."""
    state = table(unit("A2", (24, 8)), unit("B3", (24, 20.9), (24, 22.5), (24, 24.1), (24, 25.7)))
    found = usual(state, "B3", "A2")
    assert found.bar is None
    assert ranks(state, "B3", "A2", found)["B3.1"] == 0
    assert len(found.ways) == 4
    lazy = judged(state, "B3", "charge", "A2", B3_1=(24, 8 + TOUCH + 0.001))
    assert clause(lazy.bar) in ("AFS-MOV-01", "AFS-MOV-02")


@pytest.mark.clause("AFS-R18", "AFS-MOV-03")
def test_a_charger_may_pass_near_others_but_touch_no_other_enemy():
    """The gap between two other enemies is 0.4 inches wider than the base: passed in a charge, barred in a Rush."""
    aside = R25 * 2 + 0.2
    state = table(
        unit("A2", (24, 10)), unit("B4", (24 - aside, 14)), unit("B1", (24 + aside + 0.2, 14)), unit("B2", (24, 18))
    )
    there = 18 - TOUCH - 0.001
    assert clause(judged(state, "A2", "charge", "B2", A2_1=[(24, 12), (24, there)]).bar) == ""
    assert clause(judged(state, "A2", "rush", "", A2_1=[(24, 12), (24, 16)]).bar) == "AFS-MOV-03"
    touching = judged(state, "A2", "charge", "B2", A2_1=[(24 - aside + TOUCH + 0.005, 14), (24, there)])
    assert clause(touching.bar) == "AFS-R18"


@pytest.mark.clause("AFS-R18", "AFS-S12")
def test_one_target_is_named_and_it_has_to_be_an_enemy():
    state = table(unit("A2", (24, 10)), unit("A1", (24, 14)), unit("B2", (20, 14)))
    play = activation(state, "A2")
    assert play.check(MoveAnswer("A2", "charge")).status == "unfinished"
    refused = play.check(MoveAnswer("A2", "charge", "A1"))
    assert (refused.status, refused.reasons[0].clause) == ("refused", "AFS-MOV-04")
    marks = play.asked.space.among[0].modes[3].marks
    assert [c.id for c in marks] == ["B2"]


@pytest.mark.clause("AFS-S12", "AFS-MEL-01")
def test_a_refused_charge_tells_the_nearest_legal_one():
    state = duel(5.0)
    play = activation(state, "A2")
    verdict = play.check(answer("A2", "charge", "B2", A2_1=[(24, 12), (24, 12.5)]))
    assert verdict.status == "refused"
    assert verdict.reasons[0].clause == "AFS-MEL-01"
    assert verdict.nearest is not None
    assert play.check(verdict.nearest).legal


@pytest.mark.clause("AFS-ACT-06", "AFS-S12")
def test_a_charge_without_ways_is_planned_by_the_rules():
    """The mark says it all; the charger then stands in contact and the melee begins."""
    state = duel(5.0)
    play = activation(state, "A2", *[1] * 6)
    play.give(MoveAnswer("A2", "charge", "B2"))
    assert "melee" in play.types()
    start = next(e for e in play.events if e.type == "moved")
    assert start.data["action"] == "charge"
    assert start.data["way"][-1][1] == pytest.approx(inch(15.0), abs=0.3)


@pytest.mark.clause("AFS-S31", "AFS-S12")
def test_a_scattered_unit_may_charge_if_it_ends_less_scattered():
    """Two pairs 8 inches apart: the first pair charges, the second follows as far as it gets."""
    state = table(unit("A2", (24, 12)), unit("B3", (23.4, 20), (24.6, 20), (33, 20), (34.2, 20)))
    found = usual(state, "B3", "A2")
    assert found.bar is None
    assert min(ranks(state, "B3", "A2", found).values()) == 0


@pytest.mark.clause("AFS-R42", "AFS-DIF-01", "AFS-S12")
def test_difficult_ground_is_gone_round_if_that_is_how_contact_is_made():
    """A swamp before one model of three, at 9 inches: he may not pull the others below their distance."""
    swamp = piece("swamp", box=(25, 13, 32, 16))
    state = table(unit("B2", (22, 20)), unit("A3", (22, 10), (23.2, 10), (24.4, 10)), terrain=[swamp])
    found = usual(state, "A3", "B2")
    assert (found.bar, found.capped) == (None, False)
    assert min(ranks(state, "A3", "B2", found).values()) == 0


@pytest.mark.clause("AFS-JUMP-07", "AFS-MEL-12", "AFS-R20")
def test_a_lone_charger_that_falls_does_not_fight_but_is_fatigued():
    chasm = piece("chasm", box=(0, 13, 48, 16))
    state = duel(9.0, terrain=[chasm])
    play = activation(state, "A2", 3, 2, 6)
    play.give(MoveAnswer("A2", "charge", "B2"))
    play.finish()
    assert "melee" not in play.types()
    assert play.own("A2").fatigued
    assert play.state.bases["A2.1"].pose.level == -6


@pytest.mark.clause("AFS-MEL-01", "AFS-S12")
def test_the_usual_plan_is_legal_for_every_pair_of_a_crowded_table():
    """Whatever may be charged has a plan that the judge accepts, and no worse place is offered as contact."""
    state = table(
        unit("A1", (20, 18)),
        unit("A3", (22, 17)),
        unit("A4", (26, 17)),
        unit("A7", (30, 18)),
        unit("B1", (21, 24)),
        unit("B3", (25, 24)),
        unit("B5", (30, 25)),
        unit("B6", (17, 24)),
        terrain=[piece("wall", box=(22, 20, 24, 20.5)), piece("woods", box=(27, 19, 31, 22))],
    )
    charged = 0
    for charger in ("A1", "A3", "A4", "A7", "B1", "B3", "B5", "B6"):
        for target in state.units:
            if state.units[target].side == state.units[charger].side:
                continue
            if plans.charge_bar(state, charger, target) is not None:
                continue
            found = usual(state, charger, target)
            assert found.bar is None, (charger, target, found.bar)
            assert min(ranks(state, charger, target, found).values()) == 0, (charger, target)
            charged += 1
    assert charged >= 20


def test_courses_are_kept_as_told():
    """The helper of these tests makes courses of single places and of lists alike."""
    assert [len(c.steps[0].points) for c in courses(A=(1, 2), B=[(1, 2), (3, 4)])] == [1, 2]


@pytest.mark.clause("AFS-R18", "AFS-S12", "AFS-S01")
@pytest.mark.parametrize(("gap", "rule"), [(0.0, "AFS-R18"), (0.0105, "AFS-R18"), (0.0115, "")])
def test_to_touch_is_to_come_within_a_hundredth_of_an_inch(gap, rule):
    """Past another enemy on the way to the target: contact is 0.01 inch, with 0.001 of tolerance."""
    state = table(unit("A2", (10, 10)), unit("B2", (10, 18)), unit("B4", (10 + 2 * R25 + gap, 14)))
    assert clause(way(state, "A2.1", (10, 18 - 2 * R25), kind="charge", target="B2").bar) == rule
    assert clause(way(state, "A2.1", (10, 13.9), kind="charge", target="B4").bar) == ""


@pytest.mark.clause("AFS-MOV-04", "AFS-R64", "AFS-FLY-01")
def test_who_can_charge_does_not_hang_on_what_was_asked_before():
    """The same models in the same places behind a wall too long to go round: on foot, flying, and on foot again."""
    wall = piece("wall", box=(0.5, 14, 40, 14.5))
    for rules, rule in (({}, "AFS-MOV-04"), ({"flying": 0}, ""), ({}, "AFS-MOV-04"), ({"strider": 0}, "AFS-MOV-04")):
        state = table(unit("A5", (10, 10), rules=rules), unit("B2", (10, 18)), terrain=[wall])
        assert clause(plans.charge_bar(state, "A5", "B2")) == rule


# --- as near as there is room ------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-S31")
def test_who_finds_no_contact_still_comes_as_near_as_his_comrades_leave_him_room():
    """Another enemy by the target's side: one pikeman touches, the two others stand 0.3 inches off."""
    state = table(unit("A3", (13, 8), (14.2, 8.9), (15.2, 9.8)), unit("B2", (9, 16)), unit("B4", (10.2, 15)))
    found = usual(state, "A3", "B2")
    assert found.bar is None
    ends = {b: reaching.rank_of(state, b, p, "B2") for b, p in found.ends.items()}
    assert {b: (rank, round(off / 25.4, 1)) for b, (rank, off) in ends.items()} == {
        "A3.1": (1, 0.3),
        "A3.2": (0, 0.0),
        "A3.3": (1, 0.3),
    }


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-S31")
def test_a_unit_shifted_as_it_stands_is_shifted_alike_to_a_thousandth_of_a_millimetre():
    """Nobody finds contact that keeps them together: two go the same way, the third where he can."""
    land = [piece("platform", box=(8, 15, 12, 15.5)), piece("swamp", box=(6, 16, 8, 16.5))]
    state = table(
        unit("A3", (13, 10), (14.9, 10.3), (15.9, 9.5)), unit("B2", (10, 15)), unit("B4", (8.5, 15.5)), terrain=land
    )
    told = {c.who: c.steps[-1].points[-1] for c in plans.into_contact(state, "A3", "charge", "B2")}
    assert told["A3.1"] == (250.644, 349.921)
    assert told["A3.2"] == (298.904, 357.541)
    shift = [(round(told[b][0] - x * 25.4, 3), round(told[b][1] - y * 25.4, 3)) for b, x, y in STOOD]
    assert shift[0] == shift[1] == (-79.556, 95.921)


STOOD = (("A3.1", 13, 10), ("A3.2", 14.9, 10.3))


# --- places to end at --------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-S07")
@pytest.mark.parametrize(
    ("where", "found"),
    [
        ((24.0, 14.0), True),
        ((24.0 + 2 * R25, 14.0), True),
        ((24.0 + 2 * R25 - 0.01, 14.0), True),
        ((24.0 + R25, 14.0), False),
        ((24.0, 14.0 - R25), False),
        ((25.0, 14.0), False),
    ],
)
def test_a_charger_does_not_end_on_a_comrade(where, found):
    """Comrades end at (25, 14) and elsewhere; right beside one is room."""
    state = table(unit("A3", (24, 10), (25, 10), (26, 10)), unit("B2", (24, 20)))
    walker = plans.walker_of(state, "A3.1", "charge", "B2")
    mates = {"A3.2": Pose(inch(24.0 + 4 * R25), inch(14), 0.0), "A3.3": Pose(inch(40), inch(14), 0.0)}
    if not found:
        mates["A3.2"] = Pose(inch(24.5), inch(14), 0.0)
    quest = reaching.Quest("B2", inch(12), mates)
    assert reaching.fits(state, walker, Pose(inch(where[0]), inch(where[1]), 0.0), quest) == found


@pytest.mark.clause("AFS-S12", "AFS-R42", "AFS-MEL-01")
@pytest.mark.parametrize(
    ("terrain", "allowance", "most"), [((), 12, 12), ((), 4, 4), ("swamp", 12, 6), ("swamp", 4, 4), ((), 20, 14)]
)
def test_who_cannot_get_there_stops_as_far_along_the_way_as_is_paid_for(terrain, allowance, most):
    """14 inches north; through a swamp no more than six are."""
    land = [piece("swamp", box=(20, 11, 28, 12))] if terrain else []
    state = table(unit("A2", (24, 10)), unit("B2", (24, 30)), terrain=land)
    stops = list(
        reaching._stops(way(state, "A2.1", (24, 24), kind="charge", target="B2"), reaching.Quest("B2", inch(allowance)))
    )
    assert round(max(p.y for p in stops) / 25.4 - 10, 2) == most
    assert [round((p.y / 25.4 - 10) / most, 2) for p in stops] == [1.0, 0.9, 0.75, 0.6, 0.45, 0.3, 0.15]
    quest = reaching.Quest("B2", inch(allowance))
    walker = plans.walker_of(state, "A2.1", "charge", "B2")
    whole = way(state, "A2.1", (24, 24), kind="charge", target="B2")
    assert long(routes.cut(walker, whole, quest.limit(whole))) == most


# --- the lancer --------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-MEL-01", "AFS-S12", "AFS-S05")
@pytest.mark.parametrize("facing", [0.0, 90.0])
def test_an_oval_led_into_contact_keeps_the_facing_it_has_unless_another_is_told(facing):
    """A lancer led to touch: by the end of his base, or by its side where he stands across."""
    half = (25.0 if facing == 0.0 else 12.5) / 25.4
    goal = (24.0, 20.0 - R25 - half - 0.001)
    state = table(unit("A7", (24, 10, facing)), unit("B2", (24, 20)))
    found = judged(state, "A7", "charge", "B2", A7_1=goal)
    assert found.bar is None
    assert at_inch(found.ends["A7.1"]) == (24, pytest.approx(goal[1], abs=0.001))
    assert found.ends["A7.1"].facing == facing


@pytest.mark.clause("AFS-S07", "AFS-R17", "AFS-S05")
@pytest.mark.parametrize("turn", [0, 45, 90, 135, 180, 225, 270, 315])
def test_an_oval_goes_with_its_long_axis_along_the_way(turn):
    """What it covers lies within half its width of the way and half its length beyond both ends, whatever way."""
    walker = plans.walker_of(table(unit("A7", (24, 24, 10.0))), "A7.1", "rush", "")
    ux, uy = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    a = (600.0, 600.0)
    b = (a[0] + 100.0 * ux, a[1] + 100.0 * uy)
    points = [(x - a[0], y - a[1]) for x, y in walker.swept(a, b).exterior.coords]
    along = [x * ux + y * uy for x, y in points]
    across = [x * uy - y * ux for x, y in points]
    assert (min(along), max(along)) == (pytest.approx(-25.0, abs=0.001), pytest.approx(125.0, abs=0.001))
    assert (min(across), max(across)) == (pytest.approx(-12.5, abs=0.001), pytest.approx(12.5, abs=0.001))
    walker.along = False
    walker.facing = 0.0
    west, south, east, north = walker.swept(a, a).bounds
    assert (west, south, east, north) == pytest.approx((587.5, 575.0, 612.5, 625.0), abs=0.001)


@pytest.mark.clause("AFS-S12", "AFS-MOV-04")
def test_one_model_that_gets_within_reach_is_enough_though_the_nearest_cannot_move():
    """Below a tower without ladders, where nobody is touched: the Immobile pikeman stands nearest, 4 inches off."""
    high = piece("tower", box=(20, 20, 28, 28), height=3.9, ladders=[])
    state = table(unit("A3", (24, 16), (24, 14), (24, 13)), unit("B2", (24, 20.3)), terrain=[high])
    first = state.bases["A3.1"]
    stuck = replace(first, own=replace(first.own, rules={**first.own.rules, "immobile": 0}))
    state = replace(state, bases={**state.bases, "A3.1": stuck})
    limits = plans.allowances(state, "A3", "charge")
    assert limits["A3.1"] == 0.0
    assert clause(plans.charge_bar(state, "A3", "B2")) == ""


@pytest.mark.clause("AFS-S12")
def test_every_place_to_which_a_straight_way_leads_is_one():
    """However many there are; only ways round what is in the way are looked for to the nearest few alone."""
    state = duel(5.0)
    walker = plans.walker_of(state, "A2.1", "charge", "B2")
    poses = [Pose(inch(20 + k), inch(12), 0.0) for k in range(reaching.ROUTES + 3)]
    found = list(reaching._ways(state, walker, poses, reaching.Quest("B2", inch(12))))
    assert [pose for pose, _ in found] == poses
    assert all(len(w.bits) == 1 for _, w in found)
