"""Special rules held, Musician and Banner, allowances (AFS-ACT-08, AFS-R46, AFS-R57)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.client.words import Words
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.table import table, unit


def moves(state, base: str) -> tuple[float, ...]:
    return tuple(
        round(specials.allowance(state, base, action).total / MM_PER_INCH, 3)
        for action in ("hold", "advance", "rush", "charge")
    )


def with_effect(state, unit_id: str, **rules: int):
    one = state.units[unit_id]
    own = replace(one.own, effects=(Effect("spell", rules),))
    return replace(state, units={**state.units, unit_id: replace(one, own=own)})


@pytest.mark.clause(
    "AFS-ACT-02", "AFS-ACT-08", "AFS-FAST-01", "AFS-SLOW-01", "AFS-MUS-01", "AFS-MUS-04", "AFS-FAST-02", "AFS-SLOW-02"
)
@pytest.mark.parametrize(
    ("rules", "musician", "found"),
    [
        ({}, False, (0, 6, 12, 12)),
        ({"fast": 0}, False, (0, 8, 16, 16)),
        ({"slow": 0}, False, (0, 4, 8, 8)),
        ({}, True, (0, 7, 13, 13)),
        ({"fast": 0}, True, (0, 9, 17, 17)),
        ({"slow": 0}, True, (0, 5, 9, 9)),
        ({"fast": 0, "slow": 0}, False, (0, 6, 12, 12)),
    ],
)
def test_the_table_of_allowances(rules, musician, found):
    sides = {"south": {"musician": ["A5"] if musician else []}}
    state = table(unit("A5", (10, 10), rules=rules), unit("A4", (20, 10)), sides=sides)
    assert moves(state, "A5.1") == found


@pytest.mark.clause("AFS-ACT-08")
def test_an_allowance_tells_how_it_came_about():
    state = table(unit("B4", (10, 10)), unit("B6", (20, 10)), sides={"north": {"musician": ["B4"]}})
    total = specials.allowance(state, "B4.1", "rush")
    assert [(round(v / MM_PER_INCH, 3), c) for _, v, c in total.rows] == [
        (12.0, "AFS-ACT-05"),
        (4.0, "AFS-FAST-01"),
        (1.0, "AFS-MUS-01"),
    ]


@pytest.mark.clause("AFS-R46", "AFS-MUS-01", "AFS-MUS-02", "AFS-MUS-03")
def test_the_bearers_whole_unit_and_the_chosen_ones_benefit_while_he_lives():
    sides = {"south": {"musician": ["A5"]}}
    state = table(unit("A4", (10, 10)), unit("A5", (20, 10)), unit("A1", (30, 10)), sides=sides)
    assert [moves(state, b)[1] for b in ("A4.1", "A4.3", "A5.1", "A1.1")] == [7, 7, 7, 6]
    dead = table(unit("A4", (10, 10), lost=[1]), unit("A5", (20, 10)), unit("A1", (30, 10)), sides=sides)
    assert [moves(dead, b)[1] for b in ("A4.2", "A5.1", "A1.1")] == [6, 6, 6]
    assert specials.bearer(dead, "south", "musician") == ""


@pytest.mark.clause("AFS-MUS-04", "AFS-R46")
def test_the_musician_helps_from_the_reserve_and_shaken():
    sides = {"south": {"musician": ["A5"]}}
    reserve = table(unit("A4"), unit("A5", (20, 10)), sides=sides)
    shaken = table(unit("A4", (40, 40), shaken=True), unit("A5", (20, 10)), sides=sides)
    assert moves(reserve, "A5.1")[1] == moves(shaken, "A5.1")[1] == 7


@pytest.mark.clause("AFS-BAN-01", "AFS-BAN-02", "AFS-BAN-03", "AFS-R46")
def test_the_banner_helps_its_unit_and_the_chosen_ones():
    sides = {"south": {"banner": ["A4"]}}
    state = table(unit("A3", (10, 10)), unit("A4", (20, 10)), unit("A5", (30, 10)), sides=sides)
    assert [specials.helped_by(state, u, "banner") for u in ("A3", "A4", "A5")] == ["A3.2", "A3.2", ""]
    dead = table(unit("A3", (10, 10), lost=[2]), unit("A4", (20, 10)), sides=sides)
    assert [specials.helped_by(dead, u, "banner") for u in ("A3", "A4")] == ["", ""]


@pytest.mark.clause("AFS-R57", "AFS-GEN-05", "AFS-S22")
def test_the_same_rule_twice():
    state = with_effect(table(unit("B4", (10, 10)), unit("A1", (30, 10))), "B4", fast=0)
    assert moves(state, "B4.1") == (0, 8, 16, 16)
    slow = with_effect(table(unit("A6", (10, 10))), "A6", slow=0)
    assert moves(slow, "A6.1") == (0, 4, 8, 8)


@pytest.mark.clause("AFS-R57")
@pytest.mark.parametrize(("given", "found"), [(2, 3), (3, 3), (4, 4)])
def test_a_number_given_in_play_counts_only_if_it_is_higher(given, found):
    state = with_effect(table(unit("A1", (30, 10))), "A1", tough=given)
    assert specials.rating(state, "A1.1", "tough") == found


@pytest.mark.clause("AFS-R57")
def test_rules_without_number_and_rules_not_held():
    state = table(unit("A1", (30, 10)), unit("B3", (20, 20)))
    assert specials.rating(state, "A1.1", "hero") == 0
    assert specials.rating(state, "A1.1", "flying") is None
    assert specials.all_have(state, "B3", "furious")
    assert not specials.all_have(state, "A1", "stealth")


@pytest.mark.clause("AFS-REG-02", "AFS-FRLS-02")
def test_all_models_that_are_left_must_have_the_rule():
    state = table(unit("B3", (20, 20)))
    own = replace(state.bases["B3.2"].own, rules={})
    mixed = replace(state, bases={**state.bases, "B3.2": replace(state.bases["B3.2"], own=own)})
    assert not specials.all_have(mixed, "B3", "furious")
    gone = replace(mixed, bases={**mixed.bases, "B3.2": replace(mixed.bases["B3.2"], pose=None, where="gone")})
    assert specials.all_have(gone, "B3", "furious")


@pytest.mark.clause("AFS-ACT-08")
def test_an_allowance_is_never_below_nothing():
    state = table(unit("A5", (10, 10)))
    assert specials.allowance(state, "A5.1", "hold").total == 0.0


def test_allowances_are_shown_as_lengths():
    total = specials.allowance(table(unit("B4", (10, 10))), "B4.1", "advance")
    assert total.lengths
    words = Words("en", RULESET)
    assert (words.part(total.total, total), words.part(total.rows[1][1], total, signed=True)) == ('8"', '+2"')
    assert words.part(-25.4, total, signed=True) == '−1"'
