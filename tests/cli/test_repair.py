"""A damaged record on the command line: told, and what is sound of it written into a new file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game import cli
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.records.verify import verify

SAMPLE = Path(__file__).resolve().parents[2] / "saves" / "sample-hills-and-wood.tabula"
LINES = SAMPLE.read_bytes().splitlines(keepends=True)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.cli, ["replay", *map(str, arguments)], env={"COLUMNS": "200"})


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """Line 41 has one letter changed."""
    path = tmp_path / "dam[x]aged [red].tabula"
    path.write_bytes(b"".join([*LINES[:40], LINES[40].replace(b"e", b"f", 1), *LINES[41:]]))
    return path


def test_what_is_wrong_is_told_and_what_can_be_done(damaged: Path) -> None:
    got = run(damaged, "--verify")
    assert got.exit_code == 1
    told = "line 41: its checksum does not match. The battle is intact up to line 40"
    assert f"dam[x]aged [red].tabula, {told}" in got.output
    assert "39 lines, every event and state as recorded" in got.output
    assert "replay FILE --repair NEW" in got.output


def test_the_sound_part_becomes_a_record_of_its_own(damaged: Path, tmp_path: Path) -> None:
    before = damaged.read_bytes()
    new = tmp_path / "sound" / "new.tabula"
    got = run(damaged, "--repair", new)
    assert got.exit_code == 0, got.output
    assert "new.tabula holds the battle up to line 40" in got.output
    assert new.read_bytes() == b"".join(LINES[:40])
    assert damaged.read_bytes() == before
    record = read_record(new)
    assert record.problems == []
    assert verify(record, load_ruleset("WAB")) == []


def test_in_polish_too(damaged: Path, tmp_path: Path) -> None:
    got = run(damaged, "--repair", tmp_path / "nowy.tabula", "--lang", "pl")
    assert "nowy.tabula zawiera bitwę do wiersza 40 i można w nim grać dalej." in got.output


def test_a_torn_one_loses_its_last_line(tmp_path: Path) -> None:
    torn = tmp_path / "torn.tabula"
    torn.write_bytes(b"".join(LINES)[:-30])
    assert run(torn, "--repair", tmp_path / "new.tabula").exit_code == 0
    assert (tmp_path / "new.tabula").read_bytes() == b"".join(LINES[:-1])


def test_nothing_is_written_where_nothing_is_wrong_or_something_stands_there(damaged: Path, tmp_path: Path) -> None:
    got = run(SAMPLE, "--repair", tmp_path / "new.tabula")
    assert got.exit_code == 0
    assert "is intact; nothing was written" in got.output
    assert not (tmp_path / "new.tabula").exists()
    (tmp_path / "mine").write_text("mine")
    got = run(damaged, "--repair", tmp_path / "mine")
    assert got.exit_code == 2
    assert "mine cannot be written: it already exists" in got.output
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_line_that_leads_elsewhere_is_told_and_cut_off(tmp_path: Path) -> None:
    """Checksums made to fit: the third answer is missing."""
    from game.engine.records.record import Writer

    session = read_record(SAMPLE).session(load_ruleset("WAB"))
    del session.lines[3]
    hole = tmp_path / "hole.tabula"
    Writer.create(hole, session).close()
    got = run(hole, "--verify")
    assert got.exit_code == 1
    assert "line 5: " in got.output
    got = run(hole, "--repair", tmp_path / "new.tabula")
    assert got.exit_code == 0, got.output
    assert "hole.tabula, line 5: it does not lead to the state that it states" in got.output
    assert len(read_record(tmp_path / "new.tabula").entries) == 3


def test_a_story_ends_where_it_cannot_be_followed(tmp_path: Path) -> None:
    from dataclasses import replace as changed

    from msgspec.structs import replace

    from game.engine.event import SetPose
    from game.engine.records.record import Writer
    from game.geometry.shapes import Pose

    session = read_record(SAMPLE).session(load_ruleset("WAB"))
    event = replace(session.lines[6].events[0], changes=(SetPose("nobody", Pose(1.0, 1.0, 0.0)),))
    session.lines[6] = changed(session.lines[6], events=(event,))
    bad = tmp_path / "bad.tabula"
    Writer.create(bad, session).close()
    got = run(bad, "--text", "--both")
    assert got.exit_code == 1
    assert "line 8: it cannot be understood" in got.output
