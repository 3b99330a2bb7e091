"""The same seed gives the same battle: whatever the clock says, whatever else the machine does, in whatever process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from game import battle, cli
from game.bots.referee import Referee, Table
from game.bots.roster import make_bot
from game.engine.loader import load_ruleset
from game.engine.session import Session
from game.engine.state import state_hash

SYSTEMS = ("AFS", "NAP", "USB", "WAB", "WMA")
SMALLEST = {"AFS": 150, "NAP": 1000, "USB": 250, "WAB": 750, "WMA": 600}
SHORT = {"NAP": {"moves": 8}}
"""Options of battles that show as much in less time."""
STEPS = {"NAP": 10}
"""Answers after which a test has seen enough, where each is for a whole side."""
ROOT = Path(__file__).parents[2]
BUSY = "while True: pass"


class WildClock:
    """A clock that stands, leaps by hours and runs backwards."""

    def __init__(self, seed: str) -> None:
        self.chance, self.now = Random(seed), 0.0
        self.read = 0

    def __call__(self) -> float:
        self.read += 1
        self.now += self.chance.choice((0.0, 1e-6, 0.3, 2.0, 5000.0, -3000.0))
        return self.now


@contextmanager
def other_programs(how_many: int) -> Iterator[None]:
    """Programs that take all the time they get."""
    eaters = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(how_many)]
    try:
        yield
    finally:
        for eater in eaters:
            eater.kill()
            eater.wait()


def ordered(system: str, seed: str) -> battle.Order:
    """The smallest battle of two generals."""
    scenario = load_ruleset(system).scenarios()[0]
    return battle.order(
        system,
        scenario.id,
        dict.fromkeys(scenario.sides, "general"),
        seed,
        SMALLEST[system],
        options=SHORT.get(system, {}),
    )


def hashes(system: str, seed: str, games: int, size: int | None, **surroundings: str) -> dict[str, str]:
    """Hash of the last state by seed, of battles of generals fought by the command in processes of their own.

    Those of no told size are whole ones of the usual size.
    """
    command = [sys.executable, "-m", "game.cli", "battle", "--ruleset", system, "--seed", seed, "--games", str(games)]
    points = ["--points", str(size), *(f"--option={k}={v}" for k, v in SHORT.get(system, {}).items())] if size else []
    ran = subprocess.run(
        [*command, *points, "--json"], cwd=ROOT, env={**os.environ, **surroundings}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    results = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [r for r in results if r.get("late")] == []
    return {r["seed"]: r["hash"] for r in results}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_clock_and_the_machine_have_no_say(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once in a process with another order of hashes, one system's beside a program that eats a core; once under a
    wild clock.
    """
    with other_programs(1 if system == SYSTEMS[0] else 0):
        there = hashes(system, "alike", 1, SMALLEST[system], PYTHONHASHSEED="7")
    wild = WildClock(system)
    for name in ("monotonic", "perf_counter", "time", "process_time"):
        monkeypatch.setattr(time, name, wild)
    here = battle.fight(ordered(system, "alike"))
    assert wild.read > 50
    assert there == {"alike": here.hash}
    assert sum(here.faults.values()) == 0
    assert here.late == {}


@pytest.mark.parametrize("system", SYSTEMS)
def test_with_little_work_a_general_takes_the_best_he_has_found(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """He is never cut short, and what he finds in it does not hang on the clock either."""
    found = []
    for clock in ("slow", "fast"):
        monkeypatch.setattr(time, "monotonic", WildClock(clock))
        session = Session.start(load_ruleset(system), ordered(system, "little").setup)
        bots = {s: make_bot(session.ruleset, "general") for s in session.state.sides}
        table = Table(session, bots, 1, Referee(work=120))
        for _ in range(STEPS.get(system, 45)):
            table.step()
        assert [w.faults for w in table.referee.watches.values()] == [0, 0]
        found.append(state_hash(session.state))
    assert found[0] == found[1]


def test_with_less_work_he_finds_less() -> None:
    """The limit does limit: else the test above would prove nothing."""
    found = set()
    for work in (5000, 120):
        session = Session.start(load_ruleset("WMA"), ordered("WMA", "little").setup)
        table = Table(
            session, {s: make_bot(session.ruleset, "general") for s in session.state.sides}, 1, Referee(work=work)
        )
        for _ in range(45):
            table.step()
        found.add(state_hash(session.state))
    assert len(found) == 2


def test_who_was_not_waited_for_is_told_and_the_exit_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(orders: list[battle.Order], processes: int) -> Iterator[battle.Result]:
        return map(battle.fight, [msgspec.structs.replace(o, patience=0.02) for o in orders])

    monkeypatch.setattr(battle, "fight_many", impatient)
    monkeypatch.setenv("COLUMNS", "80")
    arguments = ["--ruleset", "AFS", "--points", "150", "--seed", "hung", "--blue", "default"]
    told = CliRunner().invoke(cli.cli, ["battle", *arguments, "--red", "hanging"])
    assert told.exit_code == battle.TIMED == 3
    assert "because no answer came in time" in " ".join(told.output.split())
    assert "The same seed may give another battle elsewhere." in " ".join(told.output.split())
    raw = CliRunner().invoke(cli.cli, ["battle", *arguments, "--red", "hanging", "--json"])
    assert raw.exit_code == battle.TIMED
    result = json.loads(raw.output.splitlines()[0])
    assert result["late"]["south"] == result["faults"]["south"]
    assert result["late"]["south"] > 0


def test_who_is_at_fault_on_any_machine_alike_does_not_change_the_exit_code() -> None:
    arguments = ["--ruleset", "AFS", "--points", "150", "--seed", "bad", "--red", "crashing", "--blue", "default"]
    told = CliRunner().invoke(cli.cli, ["battle", *arguments])
    assert told.exit_code == 0
    assert "referee stepped in" in told.output
    assert "in time" not in told.output


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_twenty_battles_twice_the_second_time_on_a_busy_machine(system: str) -> None:
    first = hashes(system, "x", 20, None)
    with other_programs(os.cpu_count() or 2):
        second = hashes(system, "x", 20, None, PYTHONHASHSEED="99")
    assert len(first) == 20
    assert first == second
