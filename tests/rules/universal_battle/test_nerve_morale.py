"""Morale: thresholds, statuses and what ends them, a hero near, the Unbreakable, the commander's death."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from game.engine.text import T
from game.kit.situation import OfUnit
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.nerve.morale import MORALE, RECOVER, MoraleData, need, tough_of
from tests.rules.universal_battle.attack_play import Called, lost
from tests.rules.universal_battle.table import hero, monster, piece, scene, standing, troops

HERE, THERE = (10, 5), (10, 15)
FAR = (10, 30)


def nerve(state: State, *dice: int, units: tuple[str, ...] = ("B",), **fakes: Any) -> Called:
    played = Called(state, MORALE, MoraleData(units), *dice, **fakes)
    played.give()
    return played


def after(state: State, n: int, *dice: int, unit: str = "B") -> Called:
    """So many wounds, and then the test."""
    hit = Called(state, LOSSES, LossesData(unit, n, T("test")))
    hit.give()
    return nerve(hit.state, *dice, units=(unit,))


def recover(state: State, *dice: int, unit: str = "B") -> str:
    played = Called(state, RECOVER, OfUnit(unit), *dice)
    played.give()
    return status(played.state, unit)


def status(state: State, unit: str = "B") -> str:
    return str(facts.own(state, facts.host(state, unit)).status)


@pytest.mark.clause("USB-MOR-01", "USB-R18")
@pytest.mark.parametrize(("die", "becomes"), [(3, "shaken"), (4, "")])
def test_e06_a_quarter_lost(die: int, becomes: str) -> None:
    played = after(scene(troops("B", THERE, 6)), 2, die)
    assert (standing(played.state, "B"), status(played.state)) == (4, becomes)
    assert played.needs() == [4]


@pytest.mark.clause("USB-R17", "USB-MOR-01")
def test_a_quarter_is_exact_and_each_threshold_is_tested_once() -> None:
    state = scene(troops("B", THERE, 8))
    one = after(state, 1)
    assert (status(one.state), one.needs()) == ("", [])
    two = after(one.state, 1, 4)
    assert two.state.units["B"].own.tested == 25
    three = after(two.state, 1)
    assert three.needs() == []
    four = after(three.state, 1, 3)
    assert (status(four.state), four.state.units["B"].own.tested) == ("panicked", 50)


@pytest.mark.clause("USB-MOR-04", "USB-MOR-06", "USB-MOR-07", "USB-R17")
def test_e11_two_thresholds_at_once() -> None:
    played = after(scene(troops("B", THERE, 12, "rookie")), 7, 4)
    assert (status(played.state), played.needs()) == ("panicked", [5])
    assert recover(played.state, 5) == "shaken"
    shaken = Called(played.state, RECOVER, OfUnit("B"), 5)
    shaken.give()
    last = after(shaken.state, 2, 5)
    assert (status(last.state), standing(last.state, "B")) == ("panicked", 3)


@pytest.mark.clause("USB-MOR-07")
def test_who_fails_at_three_quarters_is_out_of_the_battle() -> None:
    state = scene(troops("B", THERE, 4), hero("D", (16, 15), joined="B"), troops("A", HERE, 3), locks=[("A", "B")])
    played = after(state, 5, 3)
    assert facts.activations(played.state, "north") == ()
    assert not played.state.ties


@pytest.mark.clause("USB-MOR-04", "USB-R19", "USB-TER-06")
def test_e15_after_a_minefield() -> None:
    played = after(scene(troops("B", THERE, 6, entrenched=True, formation="column")), 3, 4)
    assert (status(played.state), played.needs()) == ("", [4])


@pytest.mark.clause("USB-MOR-01", "USB-R16", "USB-R18")
def test_e16_after_a_drop() -> None:
    played = after(scene(troops("B", THERE, 4, kind="heavy")), 3, 1)
    assert lost(played.state, "B") == [2, 2, 1]
    assert (status(played.state), played.state.units["B"].own.tested) == ("shaken", 25)


@pytest.mark.clause("USB-R17")
def test_a_joined_hero_counts_with_his_unit_and_joining_alone_calls_for_no_test() -> None:
    state = scene(troops("B", THERE, 8, lost=[1]), hero("D", (16, 15), "daredevil", joined="B", lost=1))
    assert (facts.losses(state, "B"), facts.initial(state, "B")) == (2, 10)
    thin = scene(troops("B", THERE, 6, lost=[1]), hero("D", (16, 15), "daredevil", joined="B", lost=1))
    assert (facts.losses(thin, "B"), facts.initial(thin, "B")) == (2, 8)
    assert nerve(thin).needs() == []
    played = after(state, 1, 4)
    assert played.told("morale_due")[0]["percent"] == 25
    assert (played.state.units["B"].own.tested, played.state.units["D"].own.tested) == (25, 0)


@pytest.mark.clause("USB-R18")
def test_those_named_are_tested_first_then_others_who_were_hurt_and_the_wiped_out_never() -> None:
    state = scene(
        troops("A", HERE, 4, hurt=True, lost=[1]),
        troops("C", (20, 5), 4, hurt=True, lost=[1]),
        troops("B", THERE, 4, hurt=True, lost=[1]),
        troops("D", (20, 15), 4, hurt=True, lost=[1, 1, 1, 1]),
        active="north",
    )
    played = nerve(state, 4, 4, 4, units=("C", "D"))
    assert [e["unit"] for e in played.told("morale_due")] == ["C", "B", "A"]
    assert not any(u.own.hurt for u in played.state.units.values() if u.id != "D")


# --- what a die of nerve needs ------------------------------------------------------------------------------------


@pytest.mark.clause("USB-R19", "USB-SPC-13", "USB-TER-05", "USB-R29")
def test_bare_tough_with_brave_and_the_pit() -> None:
    state = scene(troops("B", THERE, 4, entrenched=True, status="shaken", fatigue=2))
    assert need(state, "B").total == 4
    brave = scene(troops("B", THERE, 4, specs=["brave"]))
    assert need(brave, "B").total == 3
    led = scene(troops("B", THERE, 4, specs=["brave"]), hero("D", (14, 15), joined="B"))
    assert need(led, "B").total == 4
    pit = scene(troops("B", THERE, 4), terrain=[piece("pit", 6, 13, 14, 17)])
    assert [(row[1], row[2]) for row in need(pit, "B").rows] == [(4.0, "USB-MOR-01"), (1.0, "USB-TER-05")]


@pytest.mark.clause("USB-MOR-08")
def test_the_best_tough_is_ones_own_or_a_friendly_heros_within_ten_inches() -> None:
    at = (10, 15)
    for gap, tough in ((10.0, (3, "D.1")), (10.01, (5, "B.1"))):
        state = scene(
            troops("B", at, 1, "rookie"), hero("D", (10 + 1.0 + gap, 15), "legend"), hero("A", (10, 13), "legend")
        )
        assert tough_of(state, "B") == tough
    joined = scene(troops("B", at, 2, "rookie"), hero("D", (13, 15), "champion", joined="B"))
    assert tough_of(joined, "B") == (3, "D.1")
    worse = scene(troops("B", at, 2, "veteran"), hero("D", (13, 15), "legend"))
    assert tough_of(worse, "B") == (3, "B.1")
    fallen = Called(
        scene(troops("B", at, 2, "rookie"), hero("D", (13, 15), "legend")), LOSSES, LossesData("D", 4, T("test"))
    )
    fallen.give()
    assert tough_of(fallen.state, "B") == (5, "B.1")


@pytest.mark.clause("USB-MOR-08", "USB-S18")
def test_a_hero_inside_lends_his_tough_from_where_the_carrier_is() -> None:
    carrier = monster("C", (10, 5), 1, "rookie", cargo=10)
    state = scene(carrier, hero("A", None, "legend", aboard="C"), troops("Ax", (10, 16), 1, "rookie"))
    assert tough_of(state, "Ax") == (3, "A.1")
    assert tough_of(state, "C") == (3, "A.1")


# --- statuses -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-MOR-03", "USB-MOR-06", "USB-R20")
@pytest.mark.parametrize(
    ("now", "die", "then"),
    [("shaken", 4, ""), ("shaken", 3, "shaken"), ("panicked", 4, "shaken"), ("panicked", 3, "panicked")],
)
def test_recovery(now: str, die: int, then: str) -> None:
    played = Called(scene(troops("B", THERE, 4, status=now)), RECOVER, OfUnit("B"), die)
    played.give()
    assert status(played.state) == then
    word = {"": "steady", "shaken": "shaken", "panicked": "panicked"}[then]
    assert [e.type for e in played.events if e.family in ("test", "status")] == [word if now != then else "no_recovery"]


@pytest.mark.clause("USB-R20", "USB-SPC-13")
def test_recovery_is_a_roll_of_nerve_and_the_steady_throw_none() -> None:
    brave = scene(troops("B", THERE, 4, specs=["brave"], status="shaken"))
    assert recover(brave, 3) == ""
    assert recover(scene(troops("B", THERE, 4))) == ""
    led = scene(troops("B", THERE, 4, "rookie", status="panicked"), hero("D", (16, 15), "legend"))
    assert recover(led, 3) == "shaken"


@pytest.mark.clause("USB-R20")
def test_a_lesser_status_is_not_added_to_a_worse() -> None:
    for now in ("shaken", "panicked"):
        played = after(scene(troops("B", THERE, 4, status=now)), 1, 1)
        assert status(played.state) == now
        assert played.told("shaken") == []


@pytest.mark.clause("USB-MOR-07")
@pytest.mark.parametrize("now", ["", "shaken", "panicked"])
def test_who_passes_at_three_quarters_is_panicked(now: str) -> None:
    assert status(after(scene(troops("B", THERE, 4, status=now)), 3, 4).state) == "panicked"


# --- Unbreakable --------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-SPC-05", "USB-R44")
def test_e18_the_unbreakable_bleed_and_do_not_panic() -> None:
    played = after(scene(troops("B", THERE, 20, "rookie", specs=["unbreakable"])), 10, 1)
    assert (standing(played.state, "B"), status(played.state)) == (6, "")
    assert played.state.units["B"].own.tested == 50


@pytest.mark.clause("USB-R44")
def test_the_unbreakable_lose_one_at_least_reach_thresholds_untested_and_are_shaken_as_others() -> None:
    brave = scene(troops("B", THERE, 8, "rookie", specs=["unbreakable"]))
    assert standing(after(brave, 4, 4).state, "B") == 3
    bled = after(brave, 5, 1)
    assert (standing(bled.state, "B"), bled.needs()) == (0, [5])
    heavy = scene(monster("B", THERE, 4, "rookie", specs=["unbreakable"]))
    quiet = after(heavy, 8, 1)
    assert (lost(quiet.state, "B"), quiet.state.units["B"].own.tested, quiet.needs()) == ([3], 75, [5])
    assert status(after(brave, 2, 4).state) == "shaken"
    passed = after(brave, 6, 5)
    assert (standing(passed.state, "B"), status(passed.state)) == (2, "")


@pytest.mark.clause("USB-R44", "USB-MOR-08")
def test_the_tough_of_the_test_says_what_the_unbreakable_lose() -> None:
    led = scene(troops("B", THERE, 8, "rookie", specs=["unbreakable"]), hero("D", (16, 15), "legend"))
    assert standing(after(led, 4, 1).state, "B") == 2


@pytest.mark.clause("USB-R44", "USB-TER-05")
@pytest.mark.parametrize(("die", "left"), [(5, 3), (4, 3), (3, 2), (6, 4)])
def test_in_a_pit_the_unbreakable_may_fail_by_nothing_and_lose_one(die: int, left: int) -> None:
    """Tough 5, in the pit 6: a 5 fails by none of the Tough, a 6 passes."""
    pit = piece("pit", 0, 0, 36, 36)
    state = scene(troops("B", THERE, 8, "rookie", specs=["unbreakable"]), terrain=[pit])
    played = after(state, 4, die)
    assert played.needs() == [6]
    assert standing(played.state, "B") == left


# --- the commander ------------------------------------------------------------------------------------------------


def commanded(*made: Any, **more: Any) -> State:
    return scene(*made, sides={"north": {"commander": "D"}}, **more)


@pytest.mark.clause("USB-CDR-01", "USB-CDR-02", "USB-MOR-08", "USB-R65")
def test_e19_the_commander_dies() -> None:
    state = commanded(
        hero("D", (2, 30), "aspirant", lost=1),
        hero("L", (10, 17), "legend"),
        troops("B1", (10, 15), 1, "rookie"),
        troops("B2", (30, 15), 1, "rookie"),
        troops("B3", (30, 20), 4, "regular"),
    )
    played = after(state, 1, 3, 3, 4, 4, unit="D")
    assert played.needs() == [3, 3, 5, 4]
    asked = [e.request.why.args["unit"].id for e in played.events if e.request is not None]
    assert asked == ["L", "B1", "B2", "B3"]
    assert [status(played.state, u) for u in ("L", "B1", "B2", "B3")] == ["", "", "panicked", ""]
    assert nerve(played.state, units=()).needs() == []


@pytest.mark.clause("USB-CDR-02", "USB-R65", "USB-R18")
def test_the_commander_is_mourned_after_the_tests_for_losses_by_all_deployed_or_aboard() -> None:
    state = commanded(
        hero("D", (14, 15), "aspirant", joined="B"),
        troops("B", THERE, 4, "rookie"),
        monster("E", (30, 15), 1, "rookie", cargo=10),
        troops("F", None, 4, "rookie", aboard="E"),
        troops("G", None, 4, "rookie", arrival="sudden"),
    )
    hit = Called(state, LOSSES, LossesData("B", 6, T("test")))
    hit.give()
    alive = scene(troops("B", THERE, 4, "rookie"), hero("D", (14, 15), "aspirant", joined="B"))
    assert facts.activations(hit.state, "north") == ("E", "F", "G")
    played = nerve(hit.state, 5, 5)
    assert [e["unit"] for e in played.told("morale_passed")] == ["E", "F"]
    assert nerve(alive).needs() == []


@pytest.mark.clause("USB-R65", "USB-R44")
def test_thresholds_come_before_mourning_and_the_unbreakable_bleed_for_him() -> None:
    state = commanded(
        hero("D", (16, 15), "aspirant", joined="B", lost=1),
        troops("B", THERE, 4, kind="heavy"),
        troops("E", (30, 15), 4, "rookie", specs=["unbreakable"]),
    )
    played = after(state, 4, 4, 4, 2)
    assert [e["percent"] for e in played.told("morale_passed")] == [50, 0]
    assert (standing(played.state, "E"), status(played.state, "E")) == (1, "")
