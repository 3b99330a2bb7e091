"""Leadership tests: the General, the battle standard, hatred, re-rolls; nothing automatic."""

from __future__ import annotations

import pytest

from game.engine.text import T
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.leadership import OWN
from tests.rules.ancient_battles.shots_play import Play, row_of, runner
from tests.rules.ancient_battles.table import table, unit


def lost_by(n):
    """The row of a Break test lost by so much."""
    return ((T("lost by {n}", n=n), -float(n), "WAB-BRK-02"),)


def play(state, unit_id, kind, *dice, **more):
    return Play(state, "wab.test", leadership.TestData(unit_id, kind, **more), dice)


def result(state, unit_id, kind, *dice, **more):
    """Tests taken, with default answers."""
    return [t[2:] for t in play(state, unit_id, kind, *dice, **more).to_end().tested()]


def alone():
    """A phalanx with nobody about it."""
    return table(unit("PHA", (36, 20)))


@pytest.mark.clause("WAB-TST-01")
@pytest.mark.parametrize("kind", ["panic", "fear", "terror"])
def test_equal_passes_and_higher_fails(kind):
    assert result(alone(), "PHA", kind, 3, 4) == [(True, 7)]
    assert result(alone(), "PHA", kind, 4, 4) == [(False, 7)]


@pytest.mark.clause("WAB-TST-02")
@pytest.mark.parametrize("kind", ["reform", "rally", "disengage", "return"])
def test_the_other_tests_are_alike(kind):
    assert result(alone(), "PHA", kind, 6, 1) == [(True, 7)]
    assert result(alone(), "PHA", kind, 6, 2) == [(False, 7)]


@pytest.mark.clause("WAB-TST-02", "WAB-BRK-02", "WAB-BRK-03", "WAB-BRK-04")
def test_a_break_test_takes_the_difference_off():
    assert result(alone(), "PHA", "break", 2, 3, modifiers=lost_by(2)) == [(True, 5)]
    assert result(alone(), "PHA", "break", 2, 4, modifiers=lost_by(2)) == [(False, 5)]


@pytest.mark.clause("WAB-TST-03", "WAB-R33")
def test_double_one_may_fail_and_double_six_may_pass():
    assert result(alone(), "PHA", "break", 1, 1, modifiers=lost_by(6)) == [(False, 1)]
    assert result(alone(), "PHA", "break", 1, 1, modifiers=lost_by(5)) == [(True, 2)]
    sure = ((T("sure"), 5.0, "WAB-TST-03"),)
    assert result(alone(), "PHA", "panic", 6, 6, modifiers=sure) == [(True, 12)]


# --- the General -------------------------------------------------------------------------------------------------


def near_general(gap, **more):
    """The Phalanx (Ld 7) and its General (Ld 9) so many inches off its right flank."""
    return table(unit("PHA", (36, 20), **more), unit("SGE", (36 + 2.4 + gap + 0.5, 20)))


@pytest.mark.clause("WAB-CMD-01", "WAB-S27")
@pytest.mark.parametrize("kind", ["panic", "fear", "terror", "break", "rally", "reform", "disengage"])
def test_the_general_lends_his_leadership_within_twelve_inches(kind):
    assert result(near_general(12.0), "PHA", kind, 4, 5) == [(True, 9)]
    assert result(near_general(12.05), "PHA", kind, 4, 5) == [(False, 7)]


@pytest.mark.clause("WAB-CMD-01")
def test_it_is_permission_not_duty():
    asked = play(near_general(6.0), "PHA", "panic", 4, 5)
    assert (asked.asked_for, asked.decision.side) == ("wab.general", "south")
    assert asked.asked.default.answer.parts == {"leadership": "general"}
    assert asked.shown() == []
    asked.option("leadership", OWN)
    assert asked.to_end().tested() == [("PHA", "panic", False, 7)]


@pytest.mark.clause("WAB-CMD-01", "WAB-S27")
def test_no_lending_to_skirmishers_nor_from_a_fleeing_general():
    skirmish = table(row_of("CRE", (30, 20), 6), unit("SGE", (39, 20)))
    assert result(skirmish, "CRE", "panic", 3, 4) == [(False, 6)]
    running = table(unit("PHA", (36, 20)), unit("SGE", (44, 20), fleeing=True))
    assert result(running, "PHA", "panic", 4, 4) == [(False, 7)]
    with_host = table(unit("PHA", (36, 20)), unit("COM", (46, 20), fleeing=True), unit("SGE", joined="COM"))
    assert result(with_host, "PHA", "panic", 4, 4) == [(False, 7)]


@pytest.mark.clause("WAB-S27", "WAB-CMD-01")
def test_measured_from_the_generals_own_model():
    """He stands in the middle of his unit: its near flank within 12 inches is not enough."""
    state = table(unit("PHA", (20, 20)), unit("COM", (37, 20)), unit("SGE", joined="COM"))
    model = state.bases["SGE.1"].pose
    assert model is not None
    gap = model.x / 25.0 - 0.5 - 22.4
    assert gap > 12.0
    assert leadership.general_near(state, "PHA", "panic") == ""
    nearer = table(unit("PHA", (20 + gap - 12.0, 20)), unit("COM", (37, 20)), unit("SGE", joined="COM"))
    assert leadership.general_near(nearer, "PHA", "panic") == "SGE"


@pytest.mark.clause("WAB-S27")
def test_a_unit_uses_the_highest_leadership_in_it():
    state = table(unit("PHA", (36, 20)), unit("SBS", joined="PHA"))
    assert result(state, "PHA", "panic", 4, 4) == [(True, 8)]


@pytest.mark.clause("WAB-S15", "WAB-CMD-01")
def test_coming_back_is_tested_on_ones_own():
    assert result(near_general(6.0), "PHA", "return", 4, 4) == [(False, 7)]


@pytest.mark.clause("WAB-CMD-01")
def test_no_question_where_the_general_makes_no_difference():
    state = table(unit("PHA", (36, 20)), unit("GCH", (44, 20), side="south"), unit("SIL", (28, 20)))
    assert play(state, "SIL", "panic", 4, 4).asked_for == ""


@pytest.mark.clause("WAB-PAN-02", "WAB-PAN-03", "WAB-R39")
def test_half_strength_counts_against_borrowed_leadership_too():
    assert result(near_general(6.0, models=12), "PHA", "panic", 4, 4) == [(True, 8)]
    assert result(near_general(6.0, models=12), "PHA", "panic", 4, 5) == [(False, 8)]
    assert result(near_general(6.0, models=13), "PHA", "panic", 4, 5) == [(True, 9)]
    assert result(table(unit("PHA", (36, 20), models=12)), "PHA", "fear", 3, 4) == [(True, 7)]


# --- the battle standard -----------------------------------------------------------------------------------------


def near_standard(gap, code="PHA", n=24):
    """A unit and the bearer so many inches to the right of it."""
    if code == "CRE":
        return table(row_of("CRE", (30, 20), n), unit("SBS", (30 + 1.2 * (n - 1) + 0.8 + gap, 20)))
    return table(unit(code, (36, 20), models=n), unit("SBS", (36 + 2.4 + gap + 0.4, 20)))


@pytest.mark.clause("WAB-CMD-02", "WAB-S30")
def test_the_standard_lets_a_break_test_be_rolled_again():
    """W13: Ld 7, 12.0 inches off, lost by 2."""
    state = near_standard(12.0)
    told = play(state, "PHA", "break", 4, 3, 2, 3, modifiers=lost_by(2))
    assert (told.asked_for, told.decision.clauses) == ("wab.reroll", ("WAB-CMD-02",))
    assert told.to_end().tested() == [("PHA", "break", False, 5), ("PHA", "break", True, 5)]
    assert result(near_standard(12.05), "PHA", "break", 4, 3, modifiers=lost_by(2)) == [(False, 5)]
    assert result(near_standard(6.0, "CRE", 6), "CRE", "break", 4, 3, modifiers=lost_by(2)) == [(False, 4)]


@pytest.mark.clause("WAB-CMD-02", "WAB-R33")
def test_one_reroll_that_may_be_left_and_is_allowed_though_hopeless():
    state = near_standard(6.0)
    twice = play(state, "PHA", "break", 6, 6, 6, 5, modifiers=lost_by(6))
    assert twice.asked_for == "wab.reroll"
    assert [t[2] for t in twice.to_end().tested()] == [False, False]
    left = play(state, "PHA", "break", 6, 6, modifiers=lost_by(2))
    left.option("reroll", "no")
    assert [t[2] for t in left.to_end().tested()] == [False]


@pytest.mark.clause("WAB-CMD-03")
@pytest.mark.parametrize("kind", ["panic", "fear", "terror", "rally", "reform", "return", "disengage"])
def test_the_standard_helps_break_tests_only(kind):
    assert result(near_standard(6.0), "PHA", kind, 6, 6) == [(False, 7)]


@pytest.mark.clause("WAB-PAN-06")
def test_winners_may_roll_a_panic_test_again():
    """W17: Ld 6, 9 fails, 5 passes."""
    state = table(unit("WAR", (36, 20), 180))
    again = play(state, "WAR", "panic", 5, 4, 2, 3, reroll="winner")
    assert again.asked_for == "wab.reroll"
    assert again.decision.clauses == ("WAB-PAN-06",)
    assert again.to_end().tested() == [("WAR", "panic", False, 6), ("WAR", "panic", True, 6)]
    assert result(state, "WAR", "panic", 5, 4) == [(False, 6)]


# --- hatred ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-HAT-01", "WAB-R25")
def test_hatred_breaks_at_ten():
    """W14: Ld 6, General 8 near, lost by 3: 7 against the hated, 5 otherwise."""
    state = table(
        unit("OAT", (36, 24), 180),
        unit("GCH", (36 + 2.0 + 3.5, 24), 180),
        unit("PHA", (36, 24), 0),
    )
    assert result(state, "OAT", "break", 6, 1, modifiers=lost_by(3)) == [(True, 7)]
    assert result(state, "OAT", "break", 6, 2, modifiers=lost_by(3), causes=("PHA",)) == [(False, 7)]
    cold = table(unit("OAT", (36, 24), 180), unit("GCH", (41.5, 24), 180), unit("WAR", (36, 24), 0, side="south"))
    assert result(cold, "OAT", "break", 3, 2, modifiers=lost_by(3)) == [(True, 5)]
    assert result(cold, "OAT", "break", 3, 3, modifiers=lost_by(3)) == [(False, 5)]


@pytest.mark.clause("WAB-HAT-01", "WAB-R25")
def test_hatred_is_for_break_tests_alone():
    state = table(unit("OAT", (36, 24), 180), unit("PHA", (36, 24), 0))
    assert result(state, "OAT", "rally", 3, 4) == [(False, 6)]
    assert result(state, "OAT", "panic", 3, 4) == [(False, 6)]


@pytest.mark.clause("WAB-R28", "WAB-R25")
def test_frenzy_drowns_hatred(monkeypatch):
    from tests.rules.ancient_battles.shots_play import recruit

    recruit(monkeypatch, "XFH", "OAT", traits=("frenzy",))
    state = table(unit("XFH", (36, 24), 180, side="north"), unit("PHA", (36, 24), 0))
    assert result(state, "XFH", "break", 3, 4) == [(False, 6)]
    calm = table(unit("XFH", (36, 24), 180, side="north", calm=True), unit("PHA", (36, 24), 0))
    assert result(calm, "XFH", "break", 6, 4) == [(True, 10)]


# --- who takes none ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-R48")
def test_fleeing_units_take_no_further_tests_but_rally():
    state = table(unit("PHA", (36, 20), fleeing=True))
    for kind in ("panic", "fear", "terror", "break"):
        assert result(state, "PHA", kind) == []
    assert result(state, "PHA", "rally", 3, 4) == [(True, 7)]


@pytest.mark.clause("WAB-FRZ-05", "WAB-R28")
def test_the_frenzied_take_no_psychology_tests_but_break_and_rally():
    state = table(unit("GAE", (36, 20), 180))
    for kind in ("panic", "fear", "terror"):
        assert result(state, "GAE", kind) == []
    assert result(state, "GAE", "break", 4, 3) == [(True, 7)]


@pytest.mark.clause("WAB-S28")
def test_elephants_know_neither_fear_nor_terror_but_panic():
    state = table(unit("SEL", (36, 20)))
    assert result(state, "SEL", "fear") == result(state, "SEL", "terror") == []
    assert result(state, "SEL", "panic", 4, 5) == [(False, 8)]


@pytest.mark.clause("WAB-CMD-01", "WAB-R39")
def test_the_number_for_odds_takes_the_better_leadership():
    found = leadership.need(near_general(6.0, models=12), "PHA", "panic")
    assert (found.total, [r[2] for r in found.rows]) == (8, ["WAB-CMD-01", "WAB-PAN-02"])
    assert leadership.need(near_general(6.0), "PHA", "panic", lead="").total == 7
    assert leadership.chance(8) == pytest.approx(26 / 36)


@pytest.mark.clause("WAB-R48", "WAB-FRZ-05", "WAB-S28")
@pytest.mark.parametrize(
    ("who", "kind"),
    [
        (unit("PHA", (36, 20), fleeing=True), "panic"),
        (unit("GAE", (36, 20)), "panic"),
        (unit("SEL", (36, 20)), "terror"),
    ],
)
def test_who_takes_no_test_counts_as_having_passed_it(who, kind):
    """Nothing is thrown, and whoever asked goes on as after a passed test."""
    run = runner(table(who))
    done = leadership.TEST.steps["begin"](run, leadership.TestData(who["id"], kind), None)
    assert done.result.passed
    assert run.events == []


def test_who_is_not_there_any_more_takes_no_test():
    run = runner(table(unit("PHA"), unit("WAR", (36, 40), 180)))
    assert leadership.TEST.steps["begin"](run, leadership.TestData("PHA", "panic"), None).result.passed
