"""Surrounded troops, surrender, prisoners of a pursuit, guards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock import running
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import targets
from rulesets.napoleonic_wars.march import duty
from rulesets.napoleonic_wars.nerve import surrender
from rulesets.napoleonic_wars.nerve.surrounded import is_surrounded
from rulesets.napoleonic_wars.own import Leg, Track
from tests.rules.napoleonic_wars.melee_play import melee
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, given, of, put, regiment


def ring(gap: float = 4.0, **told: Any) -> State:
    """A battalion with enemies on all four sides, ``gap`` cm open at a corner."""
    return field(
        battalion("L1", "south", at=(100, 60), figures=12, **told),
        battalion("N", "north", at=(100, 66), figures=30, facing=180.0),
        battalion("S", "north", at=(100, 54), figures=30, facing=0.0),
        battalion("W", "north", at=(86, 60), figures=6, facing=90.0),
        battalion("E", "north", at=(114 + gap - 4.0, 60), figures=6, facing=270.0),
        move=3,
    )


@pytest.mark.clause("NAP-SUR-04")
def test_surrounded_is_who_has_no_gap_wider_than_five_cm_to_go_through() -> None:
    assert is_surrounded(ring(), "L1")
    assert not is_surrounded(ring(14.0), "L1")
    loose = field(battalion("L1", "south", at=(100, 60)), battalion("N", "north", at=(100, 66), figures=30), move=3)
    assert not is_surrounded(loose, "L1")


@pytest.mark.clause("NAP-SUR-04", "NAP-S45")
@pytest.mark.parametrize(("weapon", "surrounded"), [("musket", True), ("", False)])
def test_a_line_surrounds_from_as_far_as_it_fires(weapon: str, surrounded: bool) -> None:
    state = field(
        battalion("L1", "south", at=(100, 60), figures=12),
        battalion("N", "north", at=(100, 83), figures=76, facing=180.0, weapon=weapon),
        battalion("S", "north", at=(100, 36), figures=76, facing=0.0, weapon=weapon),
        battalion("W", "north", at=(72, 60), figures=64, facing=90.0, weapon=weapon),
        battalion("E", "north", at=(128, 60), figures=64, facing=270.0, weapon=weapon),
        move=3,
    )
    assert is_surrounded(state, "L1") is surrounded


@pytest.mark.clause("NAP-SUR-04", "NAP-ORG-44")
@pytest.mark.parametrize(
    ("ground", "south", "surrounded"),
    [("scrub", 62, True), ("scrub", 56, True), ("river", 62, True), ("river", 56, False), ("deep_river", 56, False)],
)
def test_half_of_the_line_has_to_reach_the_surrounded(ground: str, south: float, surrounded: bool) -> None:
    """Without firearms they have to come: a river keeps the line in the north back, or both long lines."""
    state = put(ring(), "S", (100, 53.6), 0.0, "line")
    for body in "NSWE":
        subs = tuple(replace(s, weapon="") for s in of(state, body).subs)
        state = given(state, body, subs=subs)
    strips = [box(ground, 0, 62, 200, 64), *([box(ground, 0, 55, 200, 57)] if south == 56 else [])]
    there = field(features=strips).features
    assert is_surrounded(replace(state, features=there), "L1") is surrounded


@pytest.mark.clause("NAP-SUR-04")
@pytest.mark.parametrize(("at", "surrounded"), [((139.5, 60.0), True), ((139.7, 60.0), False)])
def test_guns_within_a_rout_move_close_the_gap_that_they_cover(at: tuple[float, float], surrounded: bool) -> None:
    """The battery in the east looks along the gap; foot run 35 cm in a move."""
    state = field(
        battalion("L1", "south", at=(100, 60), figures=12),
        battalion("N", "north", at=(100, 66), figures=30, facing=180.0),
        battalion("S", "north", at=(100, 54), figures=30, facing=0.0),
        battalion("W", "north", at=(86, 60), figures=6, facing=90.0),
        battery("G", "north", at=at, facing=270.0),
        move=3,
    )
    assert is_surrounded(state, "L1") is surrounded


@pytest.mark.clause("NAP-SUR-03", "NAP-R104", "NAP-S88", "NAP-PRI-02")
@pytest.mark.parametrize(("dice", "result"), [((2, 2, 2), "surrendered"), ((5, 5, 5), "withdraw")])
def test_surrounded_troops_surrender_where_others_retreat(dice: tuple[int, ...], result: str) -> None:
    state = ring(lost=6, lost_now=6, began=18, at_start=18)
    run = Called(state, "nap.morale", None, *dice)
    run.to_end()
    told = of(run.state, "L1")
    assert told.nerve.result == result
    assert bool(run.state.bases_of("L1")) is (result == "withdraw")
    if result == "surrendered":
        assert told.captivity.captors in ("N", "S")
        assert [g.what for g in run.state.own.gone] == ["surrendered"]


@pytest.mark.clause("NAP-SUR-02", "NAP-SUR-01")
def test_who_would_withdraw_holds_out_for_another_move() -> None:
    for since, result in ((3, "withdraw"), (2, "surrendered")):
        run = Called(ring(result="withdraw", since=since), "nap.rally")
        run.to_end()
        assert of(run.state, "L1").nerve.result == result


@pytest.mark.clause("NAP-PRI-03", "NAP-RLY-01")
def test_a_surrender_that_is_refused_is_ignored_and_they_may_rally() -> None:
    state = ring(lost=6, lost_now=6, began=18, at_start=18)
    run = Called(state, "nap.morale", None, 2, 2, 2)
    run.answer(OptionAnswer({"L1": "refuse"}))
    run.give()
    assert of(run.state, "L1").nerve.result == "rout"
    assert len(run.state.bases_of("L1")) == 12
    assert "refused" in of(run.state, "L1").march.did


def chase(gap: float = 3.0, figures: int = 7, since: int = 2, **told: Any) -> State:
    return field(
        battalion("L1", "south", at=(100, 60), figures=12, result="rout", since=since),
        regiment("E1", "north", at=(100, 60 + gap), figures=figures, companies=1, result="pursue", since=since,
                 from_whom="L1", **told),
        move=3,
    )  # fmt: skip


@pytest.mark.clause("NAP-ROU-07", "NAP-R101", "NAP-PUR-03", "NAP-S69", "NAP-S88")
def test_example_twenty_half_of_the_pursuers_without_a_prisoner_take_one() -> None:
    assert surrender.due(7, 2, 30) == 3
    assert surrender.guards(11) == 3
    run = Called(chase(), "nap.captures")
    run.give()
    (taken,) = surrender.prisoners(run.state, "E1")
    assert len(run.state.units[taken].bases) == 4
    assert run.state.bases_of(taken) == ()
    assert len(run.state.bases_of("L1")) == 8


@pytest.mark.clause("NAP-ROU-07", "NAP-S69")
@pytest.mark.parametrize("state", [chase(5.2), chase(since=3)])
def test_none_farther_off_than_five_cm_nor_in_the_first_move(state: State) -> None:
    run = Called(state, "nap.captures")
    run.give()
    assert surrender.prisoners(run.state, "E1") == ()


@pytest.mark.clause("NAP-ROU-07", "NAP-S69", "NAP-PUR-02")
def test_none_are_taken_in_the_move_in_which_pursuers_strike() -> None:
    blows = melee("L1", "E1", "pursuit", following="E1")
    run = Called(replace(chase(), ties={blows.id: blows}), "nap.captures")
    run.give()
    assert surrender.prisoners(run.state, "E1") == ()


def next_move(state: State) -> State:
    return replace(state, own=replace(state.own, move=state.own.move + 1))


@pytest.mark.clause("NAP-PRI-01", "NAP-ROU-07")
def test_uncontrolled_pursuers_kill_in_the_move_after_the_surrender_and_stop_once_each_has_killed_one() -> None:
    state = given(chase(uncontrolled=True), "L1", men_now=99)  # seven pursuers, and routers who cannot rally
    fallen, taken = [], []
    for _ in range(5):
        run = Called(state, "nap.captures")
        run.give()
        gone = [b for b in run.state.bases.values() if b.where == "gone"]
        fallen.append(len(gone))
        taken.append(surrender.held(run.state, "E1"))
        last = run.state
        again = Called(last, "nap.rally")
        again.to_end()
        if not of(again.state, "E1").nerve.result:
            break
        state = next_move(run.state)
    # half of those who have neither taken nor killed one: 4, 2, 1
    assert (fallen, taken) == ([0, 4, 6, 7], [4, 2, 1, 0])
    assert of(last, "L1").nerve.result == "rout"  # the others flee
    assert len(last.bases_of("L1")) == 5


@pytest.mark.clause("NAP-RLY-07")
def test_pursuers_who_have_a_prisoner_each_rally() -> None:
    run = Called(chase(figures=24, gap=3.0), "nap.captures")
    run.give()
    assert of(run.state, "L1").nerve.result == "surrendered"
    again = Called(run.state, "nap.rally")
    again.give()
    assert of(again.state, "E1").nerve.result == ""


@pytest.mark.clause("NAP-ROU-03", "NAP-ROU-08")
def test_routers_before_an_enemy_in_close_order_surrender_to_him() -> None:
    track = Track(("L1.1",), (Leg(0.5, 1.0, ((0.0, 0.0, 0.0),), what=running.BLOCKED),))
    state = field(
        battalion("L1", "south", at=(100, 60), figures=12, result="rout", since=2),
        battalion("E1", "north", at=(100, 60.05), figures=12),
        move=3,
        tracks={"L1": track},
    )
    run = Called(state, "nap.captures")
    run.give()
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").captivity.captors) == ("surrendered", "E1")


@pytest.mark.clause("NAP-ROU-03", "NAP-S87")
def test_routers_stop_before_an_enemy_in_close_order_they_cannot_avoid() -> None:
    wide = [battalion(f"E{k}", "north", at=(100 + 60 * k, 66), figures=100, facing=0.0) for k in (-1, 0, 1)]
    state = field(
        battalion("L1", "south", at=(100, 80), figures=12, result="rout", since=2),
        *wide,
        regiment("H", "north", at=(100, 85), light=True),
        move=3,
    )
    run = Called(state, "nap.first_pass")
    run.to_end()
    assert surrender.is_blocked(run.state, "L1")
    run = Called(run.state, "nap.captures")
    run.give()
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").captivity.captors) == ("surrendered", "E0")


def taken(since: int = 2, **told: Any) -> Run:
    run = Run(
        field(
            battalion("L1", "south", at=None, figures=11, result="surrendered", captors="E1", since=since),
            battalion("E1", "north", at=(100, 60), **told),
            move=3,
        )
    )
    surrender.disarm(run)
    return run


@pytest.mark.clause("NAP-PRI-02", "NAP-S88")
def test_prisoners_are_guarded_after_a_quiet_move() -> None:
    run = taken()
    assert of(run.state, "L1").captivity.guarded
    (guards,) = [u for u in run.state.units.values() if u.parent == "E1"]
    assert len(guards.bases) == 3


@pytest.mark.clause("NAP-S88", "NAP-PRI-05")
def test_captors_who_are_charged_lose_prisoners_who_are_not_disarmed() -> None:
    run = taken(did=("was_charged",))
    assert not of(run.state, "L1").captivity.guarded
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").captivity.captors) == ("dispersed", "")


def with_prisoners(since: int = 2, **told: Any) -> State:
    """E1 has taken eleven of L1 in move 2, the other side's H1 stands 15 cm before its muskets."""
    return field(
        battalion("L1", "south", at=None, figures=11, result="surrendered", captors="E1", since=since),
        battalion("E1", "north", at=(100, 60), **told),
        battalion("H1", "south", at=(100, 45), weapon=""),
        move=3,
    )


@pytest.mark.clause("NAP-S88", "NAP-S85")
@pytest.mark.parametrize(("since", "busy"), [(2, True), (3, False)])
def test_who_disarms_prisoners_stands_and_does_not_fire(since: int, busy: bool) -> None:
    state = with_prisoners(since)
    assert targets.may_fire(state, "E1") is not busy
    bar = duty.held(state, "E1")
    assert (bar is not None and bar.clause == "NAP-S88") is busy
    charge = legal.attack_bar(state, "E1", "H1")
    assert (charge is not None and charge.clause == "NAP-S88") is busy


@pytest.mark.clause("NAP-S88")
def test_who_has_disarmed_prisoners_in_a_move_has_not_reformed_in_it() -> None:
    run = Called(with_prisoners(carried=3, rest=1.0), "nap.rally")
    run.to_end()
    assert of(run.state, "L1").captivity.guarded
    assert reform.after(run.state, "E1") == 3


@pytest.mark.clause("NAP-S88", "NAP-PRI-03")
@pytest.mark.parametrize(("dice", "result"), [((3, 3, 3), "halt"), ((2, 2, 2), "rout")])
def test_captors_who_are_charged_have_refused_those_who_are_not_disarmed(dice: tuple[int, ...], result: str) -> None:
    """They are set down beside their captors, and rally or run: 9 or 6, less 6 and 1 for an enemy of good morale."""
    worn = given(with_prisoners(did=("was_charged",)), "L1", carried=6)
    run = Called(worn, "nap.rally", None, *dice)
    run.give()
    assert (of(run.state, "L1").nerve.result, of(run.state, "L1").captivity.captors) == (result, "")
    assert len(run.state.bases_of("L1")) == 11
    assert not board_of(run.state).touching("L1", "E1")
    assert board_of(run.state).within("L1", "E1", 5.0)


@pytest.mark.clause("NAP-PRI-01")
@pytest.mark.parametrize(("since", "where"), [(2, "gone"), (3, "reserve")])
def test_uncontrolled_captors_kill_them_in_step_fourteen_of_the_move_after(since: int, where: str) -> None:
    waiting = taken(uncontrolled=True, since=since).state
    assert {b.where for b in waiting.bases.values() if b.unit == "L1"} == {"reserve"}
    run = Called(waiting, "nap.captures")
    run.give()
    assert {b.where for b in run.state.bases.values() if b.unit == "L1"} == {where}
