"""Forecasts of shooting are exact: they agree with every roll counted through, and with what the dice then do."""

from __future__ import annotations

import itertools
from math import comb

import pytest

from game.engine.decision import OptionAnswer, Reply
from game.engine.odds import spread
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData
from rulesets.ancient_battles.shoot.shooting import VolleyData as Shot
from tests.rules.ancient_battles.shots_play import Play, aims, recruit, row_of
from tests.rules.ancient_battles.table import piece, table, unit


def binomial(n, p):
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


@pytest.fixture
def duel(monkeypatch):
    """Three bowmen before a Phalanx of eight: 4+, 4+, save 5+."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    return table(
        unit("XBO", (36, 20), 0, side="south", models=3, files=3),
        unit("PHA", (36, 26), 180, side="north", models=8, files=4, began=8),
        phase="shooting",
    )


@pytest.mark.clause("WAB-SHT-14", "WAB-S19")
def test_hits_and_losses_are_binomial(duel):
    found = shooting.volleys(duel, [Shot("XBO", "PHA")])
    assert dict(found.hits.items()) == pytest.approx(binomial(3, 1 / 2))
    assert dict(found.lost.items()) == pytest.approx(binomial(3, 1 / 2 * 1 / 2 * 2 / 3))
    assert found.destroyed == 0.0


def test_the_odds_are_what_the_dice_do(duel):
    """Every roll to hit and wound of the three, saves at their chance, played through the rules."""
    lost: dict[int, float] = {}
    for hits in itertools.product((3, 4), repeat=3):
        n = hits.count(4)
        for wounds in itertools.product((3, 4), repeat=n):
            w = wounds.count(4)
            for saves in itertools.product((4, 5), repeat=w):
                p = 0.5**3 * 0.5**n * (2 / 3) ** saves.count(4) * (1 / 3) ** saves.count(5)
                play = Play(duel, "wab.volley", VolleyData("XBO", "PHA"), (*hits, *wounds, *saves)).to_end()
                k = 8 - play.count("PHA")
                lost[k] = lost.get(k, 0.0) + p
    assert dict(shooting.volleys(duel, [Shot("XBO", "PHA")]).lost.items()) == pytest.approx(lost)


@pytest.mark.clause("WAB-S19")
def test_second_dice_count_in_the_odds(monkeypatch):
    recruit(monkeypatch, "XAR", "CRE", bs=3)
    wood = piece("wood", box=(30, 33.5, 42, 40))
    state = table(row_of("XAR", (34.8, 19.6), 3), unit("LCH", (36, 34), 180, side="north", moved=True), terrain=[wood])
    assert spread(shooting.attack_of(state, Shot("XAR", "LCH"))[1].hits(1)).chance(1) == pytest.approx(1 / 6 * 1 / 2)


@pytest.mark.clause("WAB-PAN-09", "WAB-R23", "WAB-PAN-02")
def test_the_chance_of_panic(duel):
    """Two of eight are a quarter; with three gone of eight the unit is still above half."""
    found = shooting.volleys(duel, [Shot("XBO", "PHA")])
    enough = found.lost.at_least(2)
    assert found.tests == pytest.approx(enough)
    assert found.panics == pytest.approx(enough * (1 - 21 / 36))


@pytest.mark.clause("WAB-PAN-02", "WAB-PAN-09")
def test_panic_at_half_strength_is_worse(monkeypatch):
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    state = table(
        unit("XBO", (36, 20), 0, side="south", models=3, files=3),
        unit("PHA", (36, 26), 180, side="north", models=8, files=4, began=12),
        phase="shooting",
    )
    found = shooting.volleys(state, [Shot("XBO", "PHA")])
    assert found.panics == pytest.approx(found.lost.at_least(2) * (1 - 15 / 36))


def test_volleys_at_one_target_add_up_and_a_reaction_threatens_no_panic(duel):
    both = shooting.volleys(duel, [Shot("XBO", "PHA"), Shot("XBO", "PHA")])
    assert dict(both.lost.items()) == pytest.approx(binomial(6, 1 / 6))
    reaction = shooting.volleys(duel, [Shot("XBO", "PHA", reaction=True)])
    assert (reaction.tests, reaction.panics) == (0.0, 0.0)
    assert reaction.hits.mean == pytest.approx(3 * 1 / 3)


def test_losses_stop_at_the_last_model(monkeypatch):
    recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=10)
    state = table(
        unit("XBO", (36, 20), 0, side="south", models=5, files=5),
        unit("GSL", poses=[(36, 26)], models=1, began=1),
    )
    found = shooting.volleys(state, [Shot("XBO", "GSL")])
    assert found.lost.high == 1
    assert found.destroyed == pytest.approx(1 - (1 - 5 / 6 * 1 / 2) ** 5)


def test_the_question_tells_the_odds_of_the_whole_answer(duel):
    play = Play(duel, "wab.shooting")
    question = play.session.ruleset.questions["wab.nominate"]
    answer = aims(("XBO", "volley", "PHA"))
    told = question.forecast(play.state, play.decision, answer)
    assert told.runs == 0
    assert [r.label.key for r in told.rows] == [
        "Hits on {unit}",
        "Wounds of {unit}",
        "Models lost by {unit}",
        "Panic test of {unit}",
        "{unit} fled in panic",
    ]
    assert told.rows[0].mean == 1.5
    assert play.check(answer).sums[0].total == 3
    assert question.forecast(play.state, play.decision, aims()) is None
    assert Reply(answer) in question.candidates(play.state, play.decision, "any", 9)


def test_a_reaction_is_told_its_odds(monkeypatch):
    """Five archers at a Phalanx that charges from 4.1 inches: 4+, 4+, save 5+."""
    state = table(row_of("CRE", (33.6, 19.6), 5), unit("PHA", (36, 24.1), 180, side="north"), active="north")
    play = Play(state, "wab.charges")
    play.give(aims(("PHA", "charge", "CRE")))
    play.to_question("wab.react")
    question = play.session.ruleset.questions["wab.react"]

    def told(reaction):
        return question.forecast(play.state, play.decision, OptionAnswer({"reaction": reaction}))

    assert told("flee") is None
    chances = {r.label.key: r.chance for r in told("hold").rows if r.chance is not None}
    assert chances["Win"] + chances["Draw"] + chances["Lose"] == pytest.approx(1.0)
    for reaction in ("shoot:PHA", "fire:PHA"):
        assert [r.label.key for r in told(reaction).rows] == [
            "Hits on {unit}",
            "Wounds of {unit}",
            "Models lost by {unit}",
        ]
        assert told(reaction).rows[0].mean == pytest.approx(2.5)
