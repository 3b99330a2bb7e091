"""Friends who pass through each other, for nothing or not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.clock.mixing import Passing, factors, harmless
from tests.rules.napoleonic_wars.disorder.test_book import one as alone


def two(first: dict[str, Any], second: dict[str, Any]) -> State:
    """Two bodies of one side, L1 and L2."""
    state, _ = alone(**first)
    other, _ = alone(**second)
    unit = replace(other.units["L1"], id="L2", bases=tuple(f"L2.{k}" for k in range(1, 7)))
    bases = {f"L2.{k}": replace(b, id=f"L2.{k}", unit="L2") for k, b in enumerate(other.bases.values(), 1)}
    return replace(state, units={**state.units, "L2": unit}, bases={**state.bases, **bases})


OPEN: dict[str, Any] = {"formation": "open"}
RIDERS: dict[str, Any] = {"formation": "open", "arm": "horse", "mounted": True}
LINE: dict[str, Any] = {"formation": "line"}
GUNS: dict[str, Any] = {"formation": "deployed", "arm": "guns"}
HORSE: dict[str, Any] = {"formation": "line", "arm": "horse", "mounted": True}


@pytest.mark.clause("NAP-INT-01")
@pytest.mark.parametrize("other", [OPEN, RIDERS, GUNS])
def test_skirmishers_pass_skirmishers_and_deployed_guns_for_nothing_unless_they_rout(other: dict[str, Any]) -> None:
    state = two(OPEN, other)
    assert harmless(state, Passing("L1", fast=True, evades=True), Passing("L2")) == "NAP-INT-01"
    routs = two({**OPEN, "result": "rout"}, other)
    assert harmless(routs, Passing("L1", routs=True), Passing("L2")) == ""


@pytest.mark.clause("NAP-INT-02", "NAP-EVD-06", "NAP-DIS-27", "NAP-R33")
def test_evaders_pass_close_order_that_stands_for_nothing_and_disorder_both_where_it_moves() -> None:
    state = two(OPEN, LINE)
    evades = Passing("L1", fast=True, evades=True)
    assert harmless(state, evades, Passing("L2", still=True)) == "NAP-INT-02"
    assert factors(state, evades, Passing("L2")) == {"L1": 2, "L2": 2}
    riders = two(RIDERS, LINE)
    assert harmless(riders, evades, Passing("L2", still=True)) == "NAP-INT-02"
    irregular = two({**OPEN, "regular": False}, LINE)
    assert factors(irregular, evades, Passing("L2", still=True)) == {"L1": 2, "L2": 2}


@pytest.mark.clause("NAP-INT-03", "NAP-SKR-04")
def test_foot_skirmishers_and_close_order_pass_for_nothing_at_normal_speed() -> None:
    state = two(OPEN, LINE)
    assert harmless(state, Passing("L1"), Passing("L2")) == "NAP-INT-03"
    assert harmless(state, Passing("L1", still=True), Passing("L2", charges=True)) == "NAP-INT-03"
    assert factors(state, Passing("L1"), Passing("L2", fast=True)) == {"L1": 2, "L2": 2}
    assert factors(two({**OPEN, "regular": False}, LINE), Passing("L1"), Passing("L2")) == {"L1": 2, "L2": 2}


@pytest.mark.clause("NAP-INT-04")
def test_mounted_skirmishers_mix_for_nothing_where_one_stands_and_nobody_charges_or_doubles() -> None:
    state = two(LINE, RIDERS)
    assert harmless(state, Passing("L1", still=True), Passing("L2")) == "NAP-INT-04"
    assert harmless(state, Passing("L1"), Passing("L2")) == ""
    assert harmless(state, Passing("L1", still=True), Passing("L2", fast=True)) == ""
    assert harmless(state, Passing("L1", still=True), Passing("L2", charges=True)) == ""


@pytest.mark.clause("NAP-INT-05", "NAP-DIS-27")
def test_example_eighteen_two_in_close_order_take_four_each_and_routers_leave_theirs_behind() -> None:
    assert factors(two(LINE, HORSE), Passing("L1"), Passing("L2")) == {"L1": 4, "L2": 4}
    routs = two({**LINE, "result": "rout", "carried": 3}, LINE)
    assert factors(routs, Passing("L1", routs=True), Passing("L2", still=True)) == {"L2": 3}


@pytest.mark.clause("NAP-INT-06", "NAP-S44")
def test_gunners_away_from_their_guns_count_as_skirmishers() -> None:
    state = two({**LINE, "arm": "guns"}, LINE)
    assert harmless(state, Passing("L1", away=True), Passing("L2")) == "NAP-INT-03"
