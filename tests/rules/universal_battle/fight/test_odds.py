"""What a fight is reckoned to come to before it is fought: blows, answer, duels, and the forecast of a charge."""

from __future__ import annotations

import math

import pytest

from game.engine.decision import MoveAnswer
from game.engine.state import Frame
from rulesets.universal_battle.fight import odds
from rulesets.universal_battle.turn.activation import ActQuestion
from tests.rules.universal_battle.table import Play, hero, scene, troops


def test_the_first_blows_are_those_of_all_models_with_the_charge():
    """Four dice at 4+, ones again: 7/12 each; saves at 4+."""
    state = scene(troops("A", (10, 10), 4), troops("B", (10, 16), 4))
    blow = odds.first_blows(state, "A", "B", charge=True)
    assert blow.charging
    assert odds.volley.spread(state, blow).mean == pytest.approx(4 * 7 / 12 / 2)


def test_who_answers_is_who_is_left():
    """The more fall by the first blows, the fewer strike back; pole weapons strike all the same."""
    for items, all_strike in ((("basic",), False), (("pole",), True)):
        state = scene(troops("A", (10, 10), 4), troops("B", (10, 16), 4, "regular", *items))
        found = [*odds.ways(state, "A", "B", charge=True, met=odds.Duel())]
        assert math.fsum(way.chance for way in found) == pytest.approx(1.0)
        taken = [way.taken for way in found]
        assert (taken[0] == taken[-1]) is all_strike
        assert all_strike or taken[-1] == 0.0


def test_a_great_creature_strikes_with_all_it_has_until_it_falls():
    state = scene(troops("A", (10, 10), 8), hero("B", (10, 16), "legend"))
    found = [*odds.ways(state, "A", "B", charge=True, met=odds.Duel())]
    assert len({way.taken for way in found if way.dealt < 4}) == 1


@pytest.mark.clause("USB-DUE-04")
def test_a_duel_is_reckoned_apart_from_the_blows():
    state = scene(hero("A", (10, 10), "champion", power=0), hero("B", (10, 16), "aspirant", power=0))
    met = odds.duel(state, "A", "B", charge=True)
    assert met.wins > 0.5 > met.loses
    (only,) = odds.ways(state, "A", "B", charge=True, met=met)
    assert (only.dealt, only.taken) == (met.dealt, met.taken)
    assert odds.duel(scene(troops("A", (10, 10), 4), hero("B", (10, 16))), "A", "B", charge=True) == odds.Duel()


def test_a_phalanx_is_reckoned_with_its_front():
    state = scene(troops("A", (10, 10), 6), troops("B", (10, 16), 6))
    plain = odds.volley.spread(state, odds.first_blows(state, "A", "B", charge=True)).mean
    block = odds.formed(state, "A", "phalanx")
    assert odds.first_blows(block, "A", "B", charge=True).front == ("A",)
    assert odds.volley.spread(block, odds.first_blows(block, "A", "B", charge=True)).mean > plain


def test_power_points_go_into_an_attack():
    rich, poor = (scene(hero("A", (10, 10), "champion", power=n), troops("B", (10, 16), 6)) for n in (5, 0))
    again = odds.daring(rich, odds.first_blows(rich, "A", "B", charge=True))
    assert again is not None
    assert again.mean == pytest.approx(2 * odds.volley.spread(rich, odds.first_blows(rich, "A", "B", charge=True)).mean)
    assert odds.daring(poor, odds.first_blows(poor, "A", "B", charge=True)) is None


def test_who_is_about_to_charge_sees_the_odds():
    """The wounds of the blows exactly, then what is played; no odds for what cannot be done, or is no charge."""
    state = scene(troops("A", (10, 10), 8, "veteran"), troops("B", (10, 16), 3, "rookie"), troops("D", (30, 34), 3))
    decision = Play(state, Frame("usb.activation", data={"unit": "A"})).asked
    found = ActQuestion().forecast(state, decision, MoveAnswer("A", "charge", "B"))
    assert found is not None
    first, *played = found.rows
    assert first.mean == pytest.approx(8 * 7 / 9 * 2 / 3 * 1.0, abs=1.0)
    assert math.fsum(first.spread.values()) == pytest.approx(1.0, abs=0.01)
    assert first.runs == 0
    assert {row.runs for row in played} == {odds.RUNS}
    gone = next(row for row in played if row.id == "unit_destroyed")
    assert gone.about == ("B",)
    assert gone.chance is not None
    assert gone.chance > 0.6
    assert found == ActQuestion().forecast(state, decision, MoveAnswer("A", "charge", "B"))
    for answer in (MoveAnswer("A", "charge", "D"), MoveAnswer("A", "run"), MoveAnswer("A", "charge")):
        assert ActQuestion().forecast(state, decision, answer) is None
