"""Volleys with their dice, and the Shooting phase: nominated whole, shot in order, Panic at the end."""

from __future__ import annotations

import pytest

from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.shoot import missiles
from rulesets.ancient_battles.shoot.shooting import NONE, VolleyData
from tests.rules.ancient_battles.shots_play import Play, aims, recruit, row_of
from tests.rules.ancient_battles.table import piece, table, unit


def foes(gap, code="PHA", **more):
    """The target: its front so many inches off the line y = 20, facing the shooters."""
    return unit(code, (36, 20 + gap), 180, side="north", **more)


@pytest.fixture
def bare(monkeypatch):
    """Foot without armour."""
    return recruit(monkeypatch, "XTG", "PHA", armour=())


def volley(state, shooter, target, *dice, **more):
    """A volley played to its end; what its report says."""
    play = Play(state, "wab.volley", VolleyData(shooter, target, **more), dice).to_end()
    return play, play.of("shots")[0].data if play.of("shots") else {}


@pytest.mark.clause("WAB-WPN-07", "WAB-R10", "WAB-SHT-06", "WAB-SHT-02", "WAB-SHT-14")
def test_slings_near_and_far(bare):
    slingers = row_of("GSL", (33, 19.6), 6, side="south")
    near = table(slingers, foes(9.0, bare))
    play, told = volley(near, "GSL", bare, 4, 4, 3, 2, 6, 5, 1, 3, 4, 2, 5, 1, 5, 4, 6, 2, 3, 5)
    assert (told["hits"], told["through"], play.count(bare)) == (6, 3, 21)
    far = table(slingers, foes(9.1, bare))
    play, told = volley(far, "GSL", bare, 4, 4, 3, 2, 6, 5, 4, 3)
    assert (told["hits"], told["through"], play.count(bare)) == (2, 1, 23)


@pytest.mark.clause("WAB-S19", "WAB-S30", "WAB-SHT-04", "WAB-SHT-12")
def test_seven_is_a_six_and_then_four(monkeypatch):
    recruit(monkeypatch, "XAR", "CRE", bs=3)
    wood = piece("wood", box=(30, 33.5, 42, 40))
    archers = row_of("XAR", (34.8, 19.6), 3)
    state = table(archers, foes(14.0, "LCH", moved=True), terrain=[wood])
    play, told = volley(state, "XAR", "LCH", 6, 6, 5, 4, 3, 5, 4)
    assert told["hits"] == 1
    assert play.shown() == [(6, 6, 5), (4, 3), (5,), (4,)]


@pytest.mark.clause("WAB-S19")
@pytest.mark.parametrize(("bs", "faces", "hits"), [(2, (6, 5), 1), (2, (6, 4), 0), (1, (6, 6), 1), (1, (6, 5), 0)])
def test_eight_and_nine(monkeypatch, bs, faces, hits):
    """One archer at skirmishers behind a wall: 7 - BS + 3."""
    recruit(monkeypatch, "XAR", "CRE", bs=bs)
    wall = piece("wall", points=[(30, 24), (42, 24)])
    state = table(row_of("XAR", (36, 19.6), 1), row_of("GJA", (33, 27), 6), terrain=[wall])
    assert missiles.to_hit(state, "XAR", "GJA", inch(6.0)).total == 10 - bs
    play, told = volley(state, "XAR", "GJA", *faces, *((1,) if hits else ()))
    assert (told["hits"], told["wounds"], told["through"], play.count("GJA")) == (hits, 0, 0, 6)


@pytest.mark.clause("WAB-S19")
def test_ten_cannot_hit_and_a_one_always_misses(monkeypatch):
    recruit(monkeypatch, "XAR", "CRE", bs=1)
    wall = piece("wall", points=[(30, 32), (42, 32)])
    state = table(row_of("XAR", (36, 19.6), 2), row_of("GJA", (33, 34), 6), terrain=[wall])
    assert missiles.to_hit(state, "XAR", "GJA", inch(14.0)).total == 10
    play, told = volley(state, "XAR", "GJA")
    assert (told["hits"], told["wounds"], told["through"], play.shown()) == (0, 0, 0, [])
    assert play.count("GJA") == 6
    recruit(monkeypatch, "XAR", "CRE", bs=10)
    state = table(row_of("XAR", (36, 19.6), 2), foes(6.0))
    _, told = volley(state, "XAR", "PHA", 1, 2, 1)
    assert told["hits"] == 1


@pytest.mark.clause("WAB-SHT-14", "WAB-ARM-13", "WAB-S30", "WAB-S19")
def test_hits_wounds_saves_in_that_order(monkeypatch):
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    state = table(unit("XBO", (36, 20), 0, side="south", models=5, files=5), foes(6.0))
    play, told = volley(state, "XBO", "PHA", 4, 3, 6, 5, 1, 4, 3, 6, 5, 4)
    assert play.shown() == [(4, 3, 6, 5, 1), (4, 3, 6), (5, 4)]
    assert (told["hits"], told["wounds"], told["through"]) == (3, 2, 1)
    assert play.count("PHA") == 23


@pytest.mark.clause("WAB-SHT-14", "WAB-CMB-07")
def test_who_cannot_be_wounded_throws_no_saves(monkeypatch):
    recruit(monkeypatch, "XDA", "PHA", weapon="darts")
    state = table(unit("XDA", (36, 20), 0, side="south", models=2, files=2), foes(6.0, "SEL"))
    play, told = volley(state, "XDA", "SEL", 4, 4)
    assert (told["hits"], told["wounds"], told["through"], len(play.shown())) == (2, 0, 0, 1)


@pytest.mark.clause("WAB-RCT-03", "WAB-SHT-05", "WAB-S17", "WAB-R23")
def test_a_volley_at_a_charger_takes_its_losses_at_once():
    """Javelins of four in the front rank at full range, and no Panic for losses outside the Shooting phase."""
    state = table(unit("NOB", (36, 20), 0), unit("COM", (36, 29), 180, models=3, files=3))
    play, told = volley(state, "NOB", "COM", 5, 2, 4, 6, 4, 1, 3, reaction=True)
    assert (told["hits"], told["wounds"], told["through"], play.count("COM")) == (2, 1, 1, 2)
    assert (play.own("COM").shot_down, play.own("COM").shot_from, play.state.due) == (0, 0, ())
    assert not play.own("NOB").shot


# --- the phase ---------------------------------------------------------------------------------------------------


@pytest.fixture
def line(monkeypatch):
    """Two blocks of bowmen side by side, a target before each."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    return table(
        unit("XBO", (30, 20), 0, side="south", models=10, files=5),
        unit("XBO2", (42, 20), 0, side="south", models=10, files=5, kind="XBO"),
        unit("WAR", (30, 32), 180),
        unit("GSL", poses=[(42, 32), (43.2, 32)], models=2, began=2),
        phase="shooting",
    )


@pytest.mark.clause("WAB-SHT-01", "WAB-R34", "WAB-TRN-06")
def test_all_is_nominated_before_the_first_die(line):
    play = Play(line, "wab.shooting")
    assert (play.asked_for, play.decision.side) == ("wab.nominate", "south")
    assert play.asked.draft == aims(("XBO", "massed", "WAR"), ("XBO2", "massed", "GSL"))
    assert play.shown() == []
    assert [a.id for a in play.asked.space.actors] == ["XBO", "XBO2"]


@pytest.mark.clause("WAB-R34")
def test_whose_target_is_gone_loses_his_shots(line):
    dice = [5] * 8 + [4] * 8
    play = Play(line, "wab.shooting", dice=dice)
    play.give(aims(("XBO2", "massed", "GSL"), ("XBO", "massed", "GSL")))
    play.to_end()
    assert play.count("GSL") == 0
    assert [e.data["unit"] for e in play.of("volley")] == ["XBO2"]
    assert [(e.data["unit"], e.clauses) for e in play.of("shots_lost")] == [("XBO", ("WAB-R34",))]


@pytest.mark.clause("WAB-R34", "WAB-SHT-01")
def test_volleys_go_in_the_order_nominated_and_none_is_allowed(line):
    play = Play(line, "wab.shooting", dice=[1] * 16)
    play.give(aims(("XBO2", "massed", "WAR"), ("XBO", "massed", "WAR")))
    assert [e.data["unit"] for e in play.of("volley")] == ["XBO2", "XBO"]
    assert play.to_end().of("shots_lost") == []
    play = Play(line, "wab.shooting")
    play.give(way_out=NONE)
    assert play.to_end().of("volley") == []


@pytest.mark.clause("WAB-WPN-05", "WAB-S17")
def test_rear_ranks_shoot_or_not_as_their_player_likes(line):
    play = Play(line, "wab.shooting", dice=[1] * 13)
    play.give(aims(("XBO", "front", "WAR"), ("XBO2", "massed", "WAR")))
    assert [e.data["dice"] for e in play.to_end().of("volley")] == [5, 8]


@pytest.mark.clause("WAB-SHT-01", "WAB-S17", "WAB-TRN-06")
def test_what_may_not_be_nominated(line):
    play = Play(line, "wab.shooting")
    twice = play.check(aims(("XBO", "massed", "WAR"), ("XBO", "front", "GSL")))
    assert (twice.status, twice.reasons[0].clause) == ("refused", "WAB-S17")
    assert play.check(aims(("WAR", "volley", "XBO"))).reasons[0].clause == "WAB-TRN-06"
    assert play.check(aims(("XBO", "volley", "WAR"))).reasons[0].clause == "WAB-WPN-05"
    assert play.check(aims(("XBO", "massed", ""))).status == "unfinished"
    assert play.check(aims()).status == "unfinished"
    assert play.check(aims(("XBO", "massed", "XBO2"))).status == "refused"


def test_every_candidate_may_be_given(line):
    play = Play(line, "wab.shooting")
    question = play.session.ruleset.questions["wab.nominate"]
    found = list(question.candidates(play.state, play.decision, "any", 99))
    assert len(found) == 3 + 8 + 1
    assert all(r.exit == NONE or play.check(r.answer).legal for r in found)
    assert len(list(question.candidates(play.state, play.decision, "any", 3))) == 3


@pytest.mark.clause("WAB-SHT-01")
def test_nobody_is_asked_where_nobody_can_shoot():
    state = table(unit("PHA", (36, 20), 0), unit("WAR", (36, 32), 180), phase="shooting")
    assert Play(state, "wab.shooting").asked_for == ""


@pytest.mark.clause("WAB-PAN-09", "WAB-R23", "WAB-R54")
@pytest.mark.parametrize(("models", "tests"), [(16, True), (17, False)])
def test_a_quarter_lost_in_the_phase_calls_for_one_test(monkeypatch, models, tests):
    """Two volleys kill two each: four of 16 are a quarter, of 17 not."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    state = table(
        unit("XBO", (33, 20), 0, side="south", models=2, files=2),
        unit("XBO2", (39, 20), 0, side="south", models=2, files=2, kind="XBO"),
        unit("WAR", (36, 30), 180, models=models, began=models),
        phase="shooting",
    )
    volleys = [6, 6, 6, 6, 1, 1] * 2
    play = Play(state, "wab.shooting", dice=[*volleys, *((3, 3) if tests else ())])
    play.give(aims(("XBO", "volley", "WAR"), ("XBO2", "volley", "WAR")))
    play.to_end()
    assert play.count("WAR") == models - 4
    assert play.tested() == ([("WAR", "panic", True, 6)] if tests else [])
    assert (play.own("WAR").shot_down, play.own("WAR").shot_from) == (0, 0)
    if tests:
        assert play.of("panic_cause")[0].clauses == ("WAB-PAN-09",)


@pytest.mark.clause("WAB-PAN-09", "WAB-FLE-06", "WAB-S30")
def test_who_fails_runs_at_once(monkeypatch):
    """Two of eight shot down, 7 on Leadership 6 fails; flight 3 and 4: seven inches straight away."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    state = table(
        unit("XBO", (36, 20), 0, side="south", models=2, files=2),
        unit("WAR", (36, 30), 180, models=8, began=8, files=4),
        phase="shooting",
    )
    play = Play(state, "wab.shooting", dice=[6, 6, 6, 6, 1, 1, 3, 4, 3, 4]).to_end()
    assert play.tested() == [("WAR", "panic", False, 6)]
    assert play.own("WAR").fleeing
    front = play.state.bases["WAR.1"].pose
    assert front.y == pytest.approx(25 * (30.4 + 7))


@pytest.mark.clause("WAB-PAN-08", "WAB-R54", "WAB-SHT-08")
def test_a_general_shot_dead_is_tested_for_at_the_end_of_the_phase(monkeypatch):
    """Two volleys; the first kills him, the tests wait until the second is shot."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    state = table(
        unit("XBO", (33, 20), 0, side="south", models=3, files=3),
        unit("XBO2", (39, 20), 0, side="south", models=1, files=1, kind="XBO"),
        unit("GCH", (33, 28), 180),
        unit("WAR", (40, 28), 180),
        unit("NOB", (60, 40), 180),
        phase="shooting",
    )
    killed = [6, 6, 6, 6, 6, 6, 1, 1, 1]
    play = Play(state, "wab.shooting", dice=[*killed, 1, 1, 2, 1, 2])
    play.give(aims(("XBO", "volley", "GCH"), ("XBO2", "volley", "WAR")))
    play.to_end()
    assert play.count("GCH") == 0
    assert play.tested() == [("WAR", "panic", True, 6), ("NOB", "panic", True, 7)]
    kinds = [e.type for e in play.events if e.type in ("volley", "destroyed", "test_passed")]
    assert kinds == ["volley", "destroyed", "volley", "test_passed", "test_passed"]
