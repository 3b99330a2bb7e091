"""Kill -9 at any moment: reopening has everything up to the last answered decision, and the battle goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from game.bots.referee import Table
from game.bots.simple import RandomBot
from game.engine.record import Writer, read_record
from game.engine.verify import verify
from tests.faults.player import ruleset_named

ROOT = Path(__file__).parents[2]


def killed_battle(path: Path, name: str, seed: int, lines: int) -> int:
    """Let a battle run in a process until it has said ``lines`` numbers, kill it, and return the last number heard."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.player", str(path), str(seed), name],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    heard = 1
    for n, said in enumerate(process.stdout):
        if said.strip().isdigit():
            heard = int(said)
        if n >= lines or said.strip() == "over":
            break
    process.kill()
    for said in process.stdout:
        if said.strip().isdigit():
            heard = int(said)
    process.wait()
    return heard


def reopen(path: Path, name: str, heard: int) -> None:
    ruleset = ruleset_named(name)
    record = read_record(path)
    assert len(record.entries) >= heard
    assert not record.damaged
    session = record.session(ruleset)
    writer = Writer.follow(record, session)
    table = Table(session, {s: RandomBot() for s in session.state.sides}, 2)
    for _ in range(15):
        if not table.step():
            break
    writer.close()
    again = read_record(path)
    assert again.problems == []
    assert len(again.entries) == len(session.lines)
    assert verify(again, ruleset) == []


@pytest.mark.parametrize("moment", range(8))
def test_a_killed_toy_battle_loses_nothing(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "killed.tabula"
    heard = killed_battle(path, "TOY", moment, Random(moment).randrange(1, 30))
    reopen(path, "TOY", heard)


@pytest.mark.parametrize("moment", range(3))
def test_a_killed_battle_of_warmaster_ancients_loses_nothing(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "killed.tabula"
    heard = killed_battle(path, "WMA", moment, Random(100 + moment).randrange(5, 120))
    reopen(path, "WMA", heard)


@pytest.mark.soak
@pytest.mark.parametrize("moment", range(40))
def test_many_random_moments(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "killed.tabula"
    heard = killed_battle(path, "WMA", moment, Random(200 + moment).randrange(1, 400))
    reopen(path, "WMA", heard)
