"""Exam positions for the general: situations in which the right choice is clear."""

from __future__ import annotations

import math

import pytest

from game.engine.decision import Aim, AllocateAnswer, OptionAnswer, PickAnswer, PlaceAnswer, TargetsAnswer
from rulesets.age_of_fantasy_skirmish.field import cover, facts, sight
from rulesets.age_of_fantasy_skirmish.general.worth import BOLD, CAUTIOUS, STEADY
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.general_play import Exam, exam
from tests.rules.age_of_fantasy_skirmish.table import marker, piece, table, unit

FAR_NORTH = unit("B7", (40, 46))
"""An enemy in a corner who matters to nobody."""
LAST = 4

# --- markers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", [STEADY, BOLD, CAUTIOUS], ids=lambda t: t.name)
def test_in_the_last_round_it_takes_the_marker_in_reach(temper):
    state = table(unit("A3", (12, 12)), FAR_NORTH, markers=[marker(12, 22)], round=LAST)
    found = exam(state, "activation", temper=temper, unit="A3")
    assert facts.to_marker(found.after, "A3", "M1") <= inch(3)


def test_it_rushes_only_where_an_advance_does_not_do():
    """A marker at 8 inches and one at 14: 6 inches and the 3 of the marker do for the first."""
    for y, mode in ((20.0, "advance"), (26.0, "rush")):
        state = table(unit("A4", (12, 12)), unit("B3", (12, 40)), markers=[marker(12, y)], round=LAST)
        found = exam(state, "activation", unit="A4")
        assert facts.to_marker(found.after, "A4", "M1") <= inch(3)
        assert found.move == ("A4", mode, "")


def test_who_holds_the_marker_in_the_last_round_stays_by_it():
    state = table(
        unit("A3", (12, 12)), unit("B6", (12, 30)), markers=[marker(12, 13, "south"), marker(36, 40)], round=LAST
    )
    found = exam(state, "activation", unit="A3")
    assert facts.to_marker(found.after, "A3", "M1") <= inch(3)


def test_the_unit_in_reach_of_a_marker_goes_before_the_one_with_nothing_to_do():
    state = table(
        unit("A2", (4, 4)), unit("A3", (24, 20)), unit("B4", (24, 31)), FAR_NORTH, markers=[marker(24, 24)], round=2
    )
    assert exam(state, "activations", side="south").answer == PickAnswer(("A3",))


# --- shooting ----------------------------------------------------------------------------------------------------


def test_it_shoots_at_the_nearly_dead():
    """Lord and caller, as far away: the caller has taken three wounds already."""
    state = table(unit("A4", (24, 12)), unit("B1", (20, 26)), unit("B2", (28, 26), wounds=3))
    found = exam(state, "shooting", unit="A4")
    assert found.answer == TargetsAnswer((Aim("A4", "Crossbow", "B2"),))
    assert found.why == "the shots at {target} cost the enemy most"


def test_it_shoots_at_those_in_the_open_not_at_those_in_cover():
    """Three archers in the open and three ghouls in a wood."""
    state = table(
        unit("A4", (24, 12)),
        unit("B6", (18, 28)),
        unit("B3", (30, 28), lost=[4]),
        terrain=[piece("woods", "wood", box=(26, 25, 34, 31))],
    )
    assert cover.covered(state, "A4.1", "B3")[0]
    assert exam(state, "shooting", unit="A4").answer == TargetsAnswer((Aim("A4", "Crossbow", "B6"),))


def test_the_fire_pot_is_thrown_at_a_crowd_and_kept_from_the_last_archer_early():
    crowd = table(unit("A1", (24, 12)), unit("B3", (24, 19)), round=2)
    found = exam(crowd, "shooting", unit="A1")
    assert isinstance(found.answer, TargetsAnswer)
    assert {a.means for a in found.answer.aims} == {"Pistols", "Fire-pot"}
    archer = table(unit("A1", (24, 12)), unit("B6", (24, 19), lost=[2, 3]), round=1)
    found = exam(archer, "shooting", unit="A1")
    assert found.answer == TargetsAnswer((Aim("A1", "Pistols", "B6"),))


def test_shooters_with_a_target_stay_and_shoot_where_nothing_calls():
    state = table(unit("A4", (24, 12)), unit("B3", (24, 34)), round=1)
    found = exam(state, "activation", unit="A4")
    assert found.move == ("A4", "hold", "")
    assert found.why == "shots at {target} are worth more than a better place"


def test_shooters_who_see_nothing_step_out_to_where_they_do():
    state = table(
        unit("A5", (20, 12)),
        unit("B3", (20, 36)),
        terrain=[piece("wall", "ruin", box=(17.5, 14, 22.5, 14.5))],
        round=1,
    )
    assert not sight.sees_unit(state, "A5.1", "B3")
    found = exam(state, "activation", unit="A5")
    assert found.move[1] == "advance"
    assert sight.sees_unit(found.after, "A5.1", "B3")


# --- charges -----------------------------------------------------------------------------------------------------


def test_the_lancer_rides_down_archers():
    state = table(unit("A7", (24, 12)), unit("B6", (24, 24)))
    assert exam(state, "activation", unit="A7").move == ("A7", "charge", "B6")


def test_the_witch_does_not_charge_the_barrow_lord():
    state = table(unit("A2", (24, 12)), unit("B1", (24, 20)))
    for temper in (STEADY, BOLD, CAUTIOUS):
        assert exam(state, "activation", until="act", temper=temper, unit="A2").move[1] != "charge"


def test_of_two_enemies_the_one_that_breaks_is_charged():
    """Pikes that would strike first, and the last of the crossbows."""
    state = table(unit("B5", (24, 12)), unit("A3", (20, 18)), unit("A4", (28, 18), lost=[2, 3]))
    assert exam(state, "activation", unit="B5").move == ("B5", "charge", "A4")


def test_who_can_strike_back_does():
    state = table(unit("A7", (24, 12)), unit("B5", (24, 13.5)))
    found = exam(state, "melee", dice=[1] * 12, until="strike_back", charger="A7", target="B5")
    assert isinstance(found.answer, OptionAnswer)
    assert set(found.answer.parts.values()) == {"yes"}


def test_pikes_counter():
    state = table(unit("B3", (24, 13.6)), unit("A3", (24, 12)))
    found = exam(state, "melee", until="counter", charger="B3", target="A3")
    assert isinstance(found.answer, OptionAnswer)
    assert "yes" in found.answer.parts.values()


# --- places ------------------------------------------------------------------------------------------------------


def test_a_weak_caster_goes_out_of_the_way_of_what_would_kill_it():
    state = table(unit("A2", (24, 20)), unit("B1", (24, 28)), unit("B3", (30, 28)), round=2)
    found = exam(state, "activation", unit="A2")
    assert facts.unit_distance(found.after, "A2", "B1") > facts.unit_distance(state, "A2", "B1") + inch(2)


def test_ambushers_come_as_soon_as_they_may_and_near_a_marker_of_the_enemy():
    state = table(
        unit("B3", aside="ambush", where="reserve"),
        unit("B6", (24, 44)),
        unit("A3", (6, 6)),
        markers=[marker(36, 12, "south"), marker(12, 40, "north")],
        round=2,
        starter="north",
    )
    found = exam(state, "arrivals")
    assert isinstance(found.answer, PlaceAnswer)
    assert found.answer.places[0].thing == "B3"
    assert all(math.dist((p.x, p.y), (inch(36), inch(12))) < inch(5) for p in found.answer.places[0].poses.values())


# --- magic -------------------------------------------------------------------------------------------------------


def test_it_casts_where_the_tokens_do():
    """Will-o'-Flame on a wounded hero within 12 inches; without tokens there is no way out to a spell."""
    for tokens, cast in ((2, True), (0, False)):
        state = table(unit("A2", (24, 12), tokens=tokens), unit("B1", (24, 23), wounds=2), round=2)
        found = exam(state, "activation", unit="A2")
        assert (found.exit == "cast") is cast


def test_a_spell_falls_on_whom_it_finishes():
    state = table(unit("A2", (24, 12), tokens=2), unit("B1", (20, 22), wounds=3), unit("B7", (28, 22)), round=2)
    found = exam(state, "cast", unit="A2")
    assert isinstance(found.answer, TargetsAnswer)
    assert [(a.means, a.mark) for a in found.answer.aims] == [("will_o_flame", "B1")]


def test_a_spell_on_its_hero_is_hindered_and_a_trifle_is_not():
    for spell, give in (("will_o_flame", 2), ("needle_rain", 0)):
        state = table(unit("A2", (24, 12), tokens=2), unit("B1", (24, 22)), unit("B2", (26, 22), tokens=4), round=2)
        found = exam(state, "cast", unit="A2")
        found.play.aim("A2.1", spell, "B1")
        hinder = Exam(found.play, side="north")
        assert isinstance(hinder.answer, AllocateAnswer)
        assert sum(hinder.answer.boxes.values()) == give
