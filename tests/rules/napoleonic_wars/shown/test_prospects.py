"""Odds of two bodies: volleys, the value of a charge and what comes of it, a round of melee; looks and the theatre."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.client.tabletop import looks
from game.client.theatre.script import read_script
from game.engine.prospects import Prospect, prospects_of
from game.engine.ruleset import ForecastRow
from game.engine.state import Secret, State, Tie, view
from rulesets.napoleonic_wars.army import data_army
from rulesets.napoleonic_wars.charge import parties, reaction
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import dice
from rulesets.napoleonic_wars.own import MeleeOwn
from rulesets.napoleonic_wars.shown import prospects
from rulesets.napoleonic_wars.system import RULESET
from tests.rules.napoleonic_wars.table import battalion, field, regiment

HERE = Path(prospects.__file__).parent.parent


def told(state: State, unit: str, other: str, side: str = "south") -> dict[tuple[str, str], Prospect]:
    state = replace(state, secret={s: state.secret.get(s, Secret()) for s in state.sides})
    found = prospects_of(RULESET, view(state, side), unit, other)
    return {(p.what, p.actor): p for p in found}


def rows(found: Prospect) -> dict[str, ForecastRow]:
    assert found.forecast is not None
    return {row.label.key: row for row in found.forecast.rows}


def facing(far: float, **own: Any) -> State:
    return field(
        battalion("L1", "south", at=(50, 30)),
        regiment("H1", "south", at=(90, 30)),
        battalion("E1", "north", at=(50, 30 + far), **own),
    )


def test_the_value_of_a_charge_is_that_of_its_rows_and_four_dice() -> None:
    state = field(regiment("H1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 55)))
    found = rows(told(state, "H1", "E1")["charge", "H1"])
    base = parties.value(parties.sides(moments.start(state), "H1", "E1"))
    throws = [sum(t[:2]) - sum(t[2:]) for t in itertools.product(dice().average, repeat=4)]
    spread = found["Value of the charge"].spread
    for n in range(-6, 7):
        assert spread.get(base + n, 0.0) == pytest.approx(throws.count(n) / len(throws), abs=1e-6)
    refused = sum(reaction.charger_does(base + n, "initial") != "charge" for n in throws) / len(throws)
    assert 1.0 - (found["{unit}: charge"].chance or 0.0) == pytest.approx(refused)


def test_what_both_do_adds_up_to_certainty() -> None:
    state = field(regiment("H1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 55), formation="square"))
    found = rows(told(state, "H1", "E1")["charge", "H1"])
    charger = sum(found[t.key].chance or 0.0 for t in prospects.CHARGER.values() if t.key in found)
    target = sum(found[t.key].chance or 0.0 for t in prospects.DEFENDER.values() if t.key in found)
    assert (charger, target) == (pytest.approx(1.0), pytest.approx(1.0))


def test_the_rows_of_a_charge_on_an_unknown_class_are_kept_back() -> None:
    def sums(seen: bool) -> int:
        state = field(regiment("H1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 55), seen=seen))
        return len(rows(told(state, "H1", "E1")["charge", "H1"])["Value of the charge"].sums)

    assert (sums(False), sums(True)) == (0, 1)


def test_a_charge_that_may_not_be_made_says_why() -> None:
    found = told(facing(60.0), "L1", "E1")["charge", "L1"]
    assert found.bar is not None
    assert found.forecast is None


def test_a_volley_in_range_has_six_results_at_most() -> None:
    row = rows(told(facing(8.0), "L1", "E1")["shoot", "L1"])["Casualties in men"]
    assert row.spread
    assert 1 < len(row.spread) <= 6
    assert ("shoot", "L1") not in told(facing(60.0), "L1", "E1")


def test_an_enemys_deeds_are_told_only_as_far_as_measuring_is_free() -> None:
    state = facing(25.0)
    assert {actor for _, actor in told(state, "L1", "E1")} == {"L1"}
    free = replace(state, options={"measuring": "free"})
    assert {actor for _, actor in told(free, "L1", "E1")} == {"L1", "E1"}


def test_a_round_of_melee_is_told_of_both() -> None:
    state = facing(0.0)
    tie = Tie("melee E1 L1", "melee", "E1", "L1", MeleeOwn(attacker="L1"))
    found = told(replace(state, ties={tie.id: tie}), "L1", "E1")
    assert set(found) == {("combat", "L1"), ("combat", "E1")}
    assert (rows(found["combat", "L1"])["Casualties in men"].mean or 0.0) > 0.0


def test_every_row_of_the_ready_armies_has_a_figure() -> None:
    table = (HERE / looks.FILE).read_text(encoding="utf-8")
    missing = [c for codes in data_army.OWN_ARMIES.shipped().values() for c in codes if f"\n{c} = " not in table]
    assert missing == []


def test_the_script_of_the_theatre_can_be_read() -> None:
    script = read_script(HERE / "theatre.toml")
    assert "fired" in script.volleys
    assert script.headline["general_killed"] == "general"
