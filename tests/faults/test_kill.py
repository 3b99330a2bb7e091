"""Kill -9 at any moment: reopening has everything up to the last answered decision, and the battle goes on.

A battle is begun, killed, gone on with, killed again, until it is over; then another is begun. Kills fall after a
number of answers, and so many thousandths of a second later, or right into the opening: the lock, the cutting off of
what was torn, the first line. What they find at each single call to the system is in test_every_call.py.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from game.engine.records.kept_file import held
from game.engine.records.record import RecordError, read_record
from game.engine.records.verify import verify
from tests.faults.player import gone_on_with, ruleset_named

ROOT = Path(__file__).parents[2]
INTO_THE_OPENING = 0.3
"""Share of kills that fall before the first answer."""


@dataclass
class Killing:
    """Battles of one system that are killed over and over.

    Attributes
    ----------
    told
        How many lines the battle in hand has acknowledged, over all its lives.
    hashes
        The hash after each of these lines when it was first read: no later life may change them.
    """

    folder: Path
    name: str
    dice: Random
    battles: int = 0
    told: int = 0
    hashes: list[str] = field(default_factory=list)

    @property
    def path(self) -> Path:
        return self.folder / f"{self.battles}.tabula"

    def kill(self) -> None:
        """Let the battle go on for a while and kill it; see that nothing is missing."""
        over, heard = self._life()
        self.told = max(self.told, heard)
        assert not held(self.path)
        try:
            record = read_record(self.path)
        except RecordError:
            assert self.told == 0  # killed before the first line was whole
            self.path.unlink(missing_ok=True)
            return
        assert not record.damaged
        assert len(record.entries) >= self.told
        hashes = [digest for _at, digest in record.marks]
        assert hashes[: len(self.hashes)] == self.hashes
        self.hashes = hashes[: self.told + 1]
        if over:
            assert record.problems == []
            assert verify(record, ruleset_named(self.name)) == []
            self.battles, self.told, self.hashes = self.battles + 1, 0, []

    def _life(self) -> tuple[bool, int]:
        """One life of the program: whether the battle came to its end in it, and the last number heard."""
        lines = 0 if self.dice.random() < INTO_THE_OPENING else self.dice.randrange(1, 25)
        late = self.dice.random() * 0.04
        arguments = [str(self.path), str(self.dice.randrange(1000)), self.name]
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.player", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            said: list[str] = []
            for n, word in enumerate(process.stdout):
                said.append(word.strip())
                if n >= lines or said[-1] == "over":
                    break
            time.sleep(late)
            process.kill()
            said += [word.strip() for word in process.stdout]
            complaint = process.stderr.read()
        assert said, complaint
        assert not complaint
        return "over" in said, max([0, *(int(s) for s in said if s.isdigit())])

    def last_life(self) -> None:
        """What was killed last opens, goes on, and plays again from its set-up."""
        if not self.path.exists():
            return
        ruleset = ruleset_named(self.name)
        session, writer = gone_on_with(self.path, ruleset)
        assert len(session.lines) >= self.told
        writer.close()
        assert verify(read_record(self.path), ruleset) == []


def killed(folder: Path, name: str, seed: int, kills: int) -> None:
    killing = Killing(folder, name, Random(seed))
    for _ in range(kills):
        killing.kill()
    killing.last_life()


def test_a_toy_battle_killed_over_and_over_loses_nothing(tmp_path: Path) -> None:
    killed(tmp_path, "TOY", 1, 10)


@pytest.mark.parametrize("name", ["WMA", "AFS", "WAB", "USB", "NAP"])
def test_a_battle_killed_over_and_over_loses_nothing(tmp_path: Path, name: str) -> None:
    killed(tmp_path, name, 2, 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize(("name", "kills"), [("TOY", 15), ("WMA", 15), ("AFS", 15), ("WAB", 15), ("USB", 15)])
def test_three_hundred_kills_lose_nothing(tmp_path: Path, name: str, kills: int, part: int) -> None:
    killed(tmp_path, name, 100 + part, kills)
