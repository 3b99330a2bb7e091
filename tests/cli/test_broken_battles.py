"""Bots and battles that break: what they say or raise ends nothing but themselves; letters for every console."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game import battle
from game.bots.referee import Referee
from game.bots.seat import Choice, Seat
from game.engine.text import T
from tests.engine.conftest import toy_session


class Odd:
    """Answers well, and gives something else than a text for a reason."""

    def __init__(self, why: Any) -> None:
        self.why = why

    def choose(self, seat: Seat) -> Choice:
        return Choice(seat.default, self.why)


@pytest.mark.parametrize("why", ["words", 7, object(), {"a": 1}, T("x", y=object()), T("half \ud83d")])
def test_a_reason_that_is_no_text_is_left_out_and_the_answer_counts(why: Any) -> None:
    session = toy_session()
    referee = Referee(60.0)
    decision = session.waiting[0]
    got = referee.answer(session.ruleset, session.state, decision, Odd(why), Random(1))
    assert got.why is None
    assert isinstance(session.submit(got), tuple)
    kept = referee.answer(session.ruleset, session.state, session.waiting[0], Odd(T("good")), Random(1))
    assert kept.why == T("good")


def test_one_battle_that_raises_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    fought = battle.fight

    def fight(what: battle.Order) -> battle.Result:
        if what.setup.seed.endswith("-2"):
            raise KeyError("a rule stumbles")
        return battle.Result(what.setup.seed, "s", "", "", {}, 1, 1, 0.0, {}, {}, "h", what.bots)

    assert fought is not fight
    monkeypatch.setattr(battle, "fight", fight)
    code = battle.run("WMA", games=3, seed="x", processes=1, as_json=True, red="random", blue="random")
    told = capsys.readouterr()
    assert code == battle.FAILED
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert [(row["seed"], row.get("failed")) for row in rows] == [
        ("x-1", None),
        ("x-2", "KeyError: 'a rule stumbles'"),
        ("x-3", None),
    ]
    assert "battle x-2 failed: KeyError: 'a rule stumbles'" in told.err


def test_a_failure_of_the_disk_is_told_as_before() -> None:
    order = battle.order("WMA", "open_field", {}, "1")
    told = battle.failure(order, OSError("no room"))
    assert (told.failed, told.code) == ("no room", 2)
    assert replace(told, code=0).seed == "1"


def test_polish_goes_into_a_file_whatever_the_console_knows() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "game.cli", "rules", "WMA-CMD-11", "--lang", "pl"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert any(letter in done.stdout.decode("utf-8") for letter in "ąęłśż")
    assert "The output is written as UTF-8: cp1252 lacks letters of it." in done.stderr.decode("utf-8")
