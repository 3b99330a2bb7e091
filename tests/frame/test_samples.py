"""The battles that come with the program still come out as they were recorded.

A change of the rules, of the geometry or of the general does not touch old records: a record keeps its commands. If
its events come out differently, the change is either a fault or a correction of the rules; then the sample is fought
again (its seed is the end of its title) and the change explained.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.engine import command as cmd
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.session import Session
from game.engine.state import State

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = {
    "sample-open-field": ("north", 404),
    "sample-sunken-causeway": ("south", 178),
    "sample-hills-and-wood": ("south", 116),
    "sample-meeting": ("south", 130),
    "sample-meeting-engagement": ("south", 97),
}


def test_every_sample_is_known_here() -> None:
    assert {path.stem for path in (ROOT / "saves").glob("sample*.tabula")} == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_verifies_and_ends_as_it_did(name: str) -> None:
    path = ROOT / "saves" / f"{name}.tabula"
    result = CliRunner().invoke(cli.cli, ["replay", str(path), "--verify"])
    assert result.exit_code == 0, result.output
    record = read_record(path)
    *_, (_, last) = record.states()
    assert last.over is not None
    assert (last.over.winner, len(record.entries)) == SAMPLES[name]


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_read_of_a_battle_is_what_was_played_type_for_type(name: str) -> None:
    """Equal structs, not only equal hashes: an own part read as a plain map would break what goes on from there."""
    record = read_record(ROOT / "saves" / f"{name}.tabula")
    ruleset = load_ruleset(record.header.ruleset)
    assert record.setup is not None
    session = Session.start(ruleset, replace(record.setup, seed=record.seed))
    lines = list(record.lines(ruleset))
    for line in lines[1:]:
        assert not isinstance(session.submit(line.command), cmd.Refusal)
    assert len(session.lines) == len(lines)
    for n, (played, read) in enumerate(zip(session.lines, lines, strict=True)):
        assert owns(read.state) == owns(played.state), n


def owns(state: State) -> list[object]:
    """What the system keeps of the battle and of each thing in it."""
    tables = (state.sides, state.units, state.bases, state.features, state.markers, state.ties)
    return [state.own, *({key: thing.own for key, thing in table.items()} for table in tables)]


def test_one_changed_die_is_noticed(tmp_path: Path) -> None:
    """The check is checked: a record whose dice were other than its seed's does not verify."""
    lines = (ROOT / "saves" / "sample-open-field.tabula").read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"rolled":{' in line)
    forged = tmp_path / "forged.tabula"
    forged.write_bytes(b"".join(lines[:at]) + lines[at].replace(b'"faces":[[', b'"faces":[[7,', 1))
    result = CliRunner().invoke(cli.cli, ["replay", str(forged), "--verify"])
    assert result.exit_code == 1
    assert "its checksum does not match" in result.output
