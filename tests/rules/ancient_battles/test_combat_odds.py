"""Odds of a round of combat: exact where they can be, and as the game plays it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer, PickAnswer
from game.engine.dice import SeededDice
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.fight import combat_odds
from rulesets.ancient_battles.fight import pursuit as quarry
from rulesets.ancient_battles.fight.combat_round import FightData
from tests.rules.ancient_battles.combat_play import Play, rout
from tests.rules.ancient_battles.table import table, unit
from tests.rules.ancient_battles.test_combat_pursuit import WON, beaten


def pair(**more: Any) -> State:
    return table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("WAR", (36, 24), 180, files=5, models=25),
        contacts=[{"a": "PHA", "b": "WAR", "how": "charge"}],
        **more,
    )


@pytest.mark.clause("WAB-CMB-05", "WAB-CMB-08", "WAB-CMB-09", "WAB-CMB-04")
def test_one_against_one_by_hand() -> None:
    """A Silver Shield charges a warrior: he hits on 3+, wounds on 4+, is saved on 5+; the dead do not strike back."""
    state = table(
        unit("SIL", (36, 24), 0, files=1, models=1, began=1),
        unit("WAR", (36, 24), 180, files=1, models=1, began=1),
        contacts=[{"a": "SIL", "b": "WAR", "how": "charge"}],
    )
    found = combat_odds.round_odds(state, ("SIL", "WAR"), "south")
    first = 4 / 6 * 3 / 6 * 4 / 6
    # Weapon Skill 3 against 4: 4+; Strength 3: 4+; heavy armour and shield: saved on 4+.
    second = (1 - first) * 3 / 6 * 3 / 6 * 3 / 6
    assert found.wiped["WAR"] == pytest.approx(first)
    assert found.wiped["SIL"] == pytest.approx(second)
    # Each has close order and a standard; the charger has Momentum: without losses he wins by one.
    assert found.win == pytest.approx(1 - second)
    assert found.lose == pytest.approx(second)
    assert found.draw == 0
    assert found.runs == 0
    # The warrior tests only if he lives and has lost by one: Leadership 6 - 1 = 5, 10 of 36.
    assert found.breaks["WAR"] == pytest.approx((1 - first) * (1 - second / (1 - first)) * 26 / 36)


@pytest.mark.clause("WAB-RES-01", "WAB-CMB-04", "WAB-S20")
def test_exact_odds_are_those_of_the_game() -> None:
    """Six hundred rounds played with seeded dice: wins, margin and losses lie within what chance allows."""
    state = pair(phase="combat", fight=1)
    odds = combat_odds.round_odds(state, ("PHA", "WAR"), "south")
    runs, wins, margin, lost = 600, 0, 0, 0
    for seed in range(runs):
        begun = replace(state, luck=Luck("seeded", f"odds{seed}"))
        session = Session.from_state(RULESET, begun, Frame("wab.fight", data=FightData(("PHA", "WAR"))), SeededDice())
        result = next(e for line in session.lines for e in line.events if e.type == "combat_result")
        scores = result.data["scores"]
        wins += result.data["winner"] == "south"
        margin += scores["south"] - scores["north"]
        lost += 20 - len(session.state.bases_of("PHA"))
    assert abs(wins / runs - odds.win) < 0.06
    assert abs(margin / runs - odds.margin.mean) < 0.2
    assert abs(lost / runs - odds.lost["PHA"].mean) < 0.12


@pytest.mark.clause("WAB-RES-06", "WAB-S27")
def test_the_odds_too_count_the_army_standard_of_a_bearer_left_alone() -> None:
    """Last man and bearer before a lone warrior: the man may fall, and the bearer fights on."""
    state = table(
        unit("PHA", (36, 24), 0, files=2, models=1, began=1),
        unit("SBS", joined="PHA"),
        unit("GSL", poses=[[36.4, 24.4, 180]], models=1),
        contacts=[{"a": "GSL", "b": "PHA", "how": "charge"}],
        active="north",
    )
    found = combat_odds.round_odds(state, ("GSL", "PHA"), "north")
    fallen = found.lost["PHA"].chance(1)
    assert 0 < fallen < 0.2
    # A wound and Momentum against the army standard; or, the slinger slain by the bearer, a wound against two.
    ways = dict(found.margin.items())
    assert max(ways) == 1
    assert ways[1] + ways[-1] == pytest.approx(fallen)


@pytest.mark.clause("WAB-RES-01")
def test_all_chances_add_up_from_both_sides() -> None:
    south = combat_odds.round_odds(pair(), ("PHA", "WAR"), "south")
    north = combat_odds.round_odds(pair(), ("PHA", "WAR"), "north")
    assert south.win + south.draw + south.lose == pytest.approx(1.0)
    assert (south.win, south.draw, south.lose) == pytest.approx((north.lose, north.draw, north.win))
    assert south.margin.mean == pytest.approx(-north.margin.mean)


@pytest.mark.clause("WAB-HAT-02")
def test_hatred_makes_more_hits() -> None:
    """A half to hit becomes three quarters in the first round."""

    def through(code: str) -> float:
        state = table(
            unit("PHA", (36, 24), 0, files=1, models=1, began=1), unit(code, (36, 24), 180, files=1, models=1, began=1)
        )
        return combat_odds.round_odds(state, ("PHA", code), "north").dealt.mean

    assert through("OAT") / through("WAR") == pytest.approx(1.5)


@pytest.mark.clause("WAB-BRK-09", "WAB-FEA-05", "WAB-STB-02", "WAB-STB-03")
def test_breaking_without_a_test_and_giving_ground_are_known() -> None:
    def breaks(**more: Any) -> float:
        state = table(
            unit("SIL", (36, 24), 0, files=4, models=more.pop("models", 16), **more),
            unit("GAE", (36, 24), 180, files=4, models=16),
        )
        found = combat_odds.round_odds(state, ("SIL", "GAE"), "south")
        return found.breaks["SIL"] / found.lose

    # With 16 against 16 who has lost is outnumbered by whom it fears: the die of the stubborn decides.
    assert breaks() == pytest.approx(0.5)
    # Four left: broken whatever the dice; those who are wiped out do not break.
    assert breaks(models=4, began=16) > 0.9


@pytest.mark.clause("WAB-RES-01")
def test_long_chains_are_sampled_and_tell_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = combat_odds.round_odds(pair(), ("PHA", "WAR"), "south")
    monkeypatch.setattr(combat_odds, "MOST", 3)
    found = combat_odds.round_odds(pair(), ("PHA", "WAR"), "south")
    assert found.runs == combat_odds.RUNS
    assert exact.error == 0.0
    assert 0.0 < found.error < 0.025
    assert abs(found.win - exact.win) < 2 * found.error
    assert abs(found.dealt.mean - exact.dealt.mean) < 0.1
    assert abs(found.taken.mean - exact.taken.mean) < 0.1
    again = combat_odds.round_odds(pair(), ("PHA", "WAR"), "south")
    assert again.win == found.win


@pytest.mark.clause("WAB-S24")
def test_the_chance_to_run_down_is_that_of_the_dice() -> None:
    """Two dice against two: 721 of 1296; the question tells it."""
    play = rout(beaten(), 1, 1, 1, 1, fought=[WON], runners=["WAR"])
    ways = sum(a + b >= c + d for a, b, c, d in itertools.product(range(1, 7), repeat=4))
    assert quarry.catch_chance(play.state, "PHA", "WAR") == pytest.approx(ways / 1296)
    found = play.session.forecast(play.decision, play.asked.default)
    assert found is not None
    assert found.rows[0].chance == pytest.approx(ways / 1296)
    assert isinstance(play.asked.default.answer, OptionAnswer)


@pytest.mark.clause("WAB-TRN-07")
def test_the_combats_to_choose_from_come_with_their_odds() -> None:
    state = table(
        unit("PHA", (16, 24), 0, files=5, models=10),
        unit("WAR", (16, 24), 180, files=5, models=10),
        unit("SIL", (50, 24), 0, files=4, models=8),
        unit("GAE", (50, 24), 180, files=4, models=8),
    )
    play = Play(state)
    told = play.session.forecast(play.decision, play.asked.default)
    assert play.asked.default.answer == PickAnswer(("PHA",))
    assert told is not None
    assert sum(r.chance or 0.0 for r in told.rows[:3]) == pytest.approx(1.0)


@pytest.mark.clause("WAB-S21", "WAB-RES-08")
def test_a_charge_that_reaches_has_odds_and_one_that_does_not_has_none() -> None:
    state = table(unit("PHA", (36, 20), 0, files=5, models=20), unit("WAR", (36, 26), 180, files=5, models=25))
    found = combat_odds.charge_odds(state, "PHA", "WAR")
    standing = combat_odds.round_odds(pair(), ("PHA", "WAR"), "south")
    assert found is not None
    assert found.win == pytest.approx(standing.win)
    far = table(unit("PHA", (36, 10), 0, files=5, models=20), unit("WAR", (36, 26), 180, files=5, models=25))
    assert combat_odds.charge_odds(far, "PHA", "WAR") is None
