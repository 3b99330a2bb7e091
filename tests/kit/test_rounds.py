"""A battle in rounds: parts of the set-up in turn, what is not due left out; rounds until the last or until the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine.declared import FrameOf
from game.engine.event import Event
from game.engine.flow import Call, Done, Goto, Run
from game.engine.text import T
from game.kit.rounds import BattleData, RoundData, Rounds, round_of
from tests.toy import TOY


class Own(msgspec.Struct, frozen=True):
    """The battle's own part."""

    round: int = 0
    rounds: int = 2
    phase: str = ""
    active: str = "red"


STATE = replace(TOY.begin(TOY.default_setup("field", 0))[0], own=Own())
BATTLE, ROUND = FrameOf("x.battle", BattleData), FrameOf("x.round", RoundData)
OVER: list[bool] = []


def settle(run: Run) -> None:
    run.emit("settled", "flow")


ROUNDS = Rounds(
    BATTLE,
    ROUND,
    {p: T(p) for p in ("camp", "cards", "field")},
    ("camp", "cards", "field"),
    "X-1",
    lambda state: OVER,
    settle,
    lambda state, phase: phase != "cards",
)


def step(name: str, data: BattleData, **own: Any) -> tuple[Any, list[Event]]:
    run = Run(replace(STATE, own=Own(**own)))
    return BATTLE.steps[name](run, data, None), run.events


def test_the_parts_of_the_set_up_follow_one_another_and_what_is_not_due_is_left_out() -> None:
    out, told = step("set_up", BattleData())
    assert out == Call("x.camp", None, "set_up", BattleData(1))
    assert [(e.type, e.clauses, e.data) for e in told] == [("phase_begins", ("X-1",), {"phase": "camp"})]
    out, told = step("set_up", BattleData(1))
    assert (out, told) == (Goto("set_up", BattleData(2)), [])
    assert step("set_up", BattleData(3))[0] == Goto("next", BattleData(3))


def test_a_round_that_has_begun_elsewhere_goes_on_with_whose_turn_it_is() -> None:
    begun = {"round": 2, "due": "blue", "midway": True}
    assert step("next", BattleData(3, 2, "blue"))[0] == Call("x.round", begun, "played", BattleData(3, 2))
    fresh = {"round": 1, "due": "", "midway": False}
    assert step("next", BattleData(3))[0] == Call("x.round", fresh, "played", BattleData(3))


@pytest.mark.parametrize(("round", "over", "ends"), [(1, False, False), (2, False, True), (1, True, True)])
def test_the_last_round_ends_it_or_that_after_which_nobody_is_left(round: int, over: bool, ends: bool) -> None:
    OVER[:] = [True] * over
    out, told = step("played", BattleData(3, round))
    assert [e.type for e in told] == ["settled"] * ends
    assert out == (Done() if ends else Goto("next", BattleData(3, round + 1)))


def test_play_begins_at_a_round_or_within_it() -> None:
    entries = ROUNDS.entries()
    assert entries["set_up"](STATE, {}) == BATTLE.at()
    assert entries["battle"](STATE, {"round": 2}) == BATTLE.at("next", BattleData(3, 2))
    assert entries["activations"](STATE, {"side": "blue"}) == BATTLE.at("next", BattleData(3, 1, "blue"))
    assert [round_of(replace(STATE, own=Own(3)), args) for args in ({}, {"round": 1})] == [3, 1]
