"""Records: what is written is what was played; whatever happens to the file, a sentence and nothing lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.engine import command as cmd
from game.engine.files.toml_reading import plain
from game.engine.records.record import RecordError, Writer, read_record
from game.engine.records.verify import verify
from game.engine.session import Session
from game.engine.state import state_hash
from tests.engine.conftest import random_battle, toy_session
from tests.toy import TOY


def written(tmp_path: Path, seed: int = 3) -> tuple[Path, Session]:
    session = random_battle(seed)
    path = tmp_path / "battle.tabula"
    writer = Writer.create(path, session, {"red": "random", "blue": "random"})
    writer.close()
    return path, session


def test_a_record_reads_back_to_the_same_states(tmp_path: Path) -> None:
    path, session = written(tmp_path)
    record = read_record(path)
    assert record.problems == []
    again = record.session(TOY)
    assert [state_hash(x.state) for x in again.lines] == [state_hash(x.state) for x in session.lines]
    assert verify(record, TOY) == []
    assert record.header.players == {"red": "random", "blue": "random"}


def test_a_record_plays_without_its_ruleset(tmp_path: Path) -> None:
    path, session = written(tmp_path)
    *_, (_, last) = read_record(path).states()
    assert {b.id: b.pose for b in last.bases.values()} == {b.id: b.pose for b in session.state.bases.values()}


def test_undone_lines_stay_and_lead_back(tmp_path: Path) -> None:
    session = toy_session()
    session.solo = True
    path = tmp_path / "undo.tabula"
    writer = Writer.create(path, session)
    decision = session.waiting[0]
    default = session.asked(decision).default
    session.submit(cmd.Answering(decision.id, decision.side, default))
    session.submit(cmd.Undo("red", 0))
    session.submit(cmd.Answering(decision.id, decision.side, default))
    writer.close()
    record = read_record(path)
    assert len(record.entries) == 4
    assert state_hash(record.session(TOY).state) == state_hash(session.state)
    assert verify(record, TOY) == []


def test_a_takeback_that_was_agreed_to_verifies(tmp_path: Path) -> None:
    session = toy_session()
    path = tmp_path / "agreed.tabula"
    writer = Writer.create(path, session)
    decision = session.waiting[0]
    session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
    session.submit(cmd.Propose("red", "takeback", 0))
    session.submit(cmd.Respond("blue", session.state.offers[0].id, True))
    decision = session.waiting[0]
    session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
    writer.close()
    record = read_record(path)
    assert [type(e.command).__name__ for e in record.entries[2:5]] == ["Propose", "Respond", "Undo"]
    assert verify(record, TOY) == []


def test_a_seed_is_promised_and_kept_out_of_sight(tmp_path: Path) -> None:
    path, session = written(tmp_path)
    assert session.setup is not None
    header = path.read_text().splitlines()[0]
    assert f'"seed":"{session.setup.seed}"' not in header
    record = read_record(path)
    assert record.seed == session.setup.seed


@pytest.mark.parametrize("cut", [1, 2, 10, 60])
def test_a_torn_last_line_is_left_out_and_reported(tmp_path: Path, cut: int) -> None:
    path, session = written(tmp_path)
    raw = path.read_bytes()
    path.write_bytes(raw[:-cut])
    record = read_record(path)
    assert len(record.entries) == len(session.lines) - 1
    assert len(record.problems) == 1
    assert f"line {len(session.lines) + 1}" in plain(record.problems[0])
    assert not record.damaged
    resumed = record.session(TOY)
    assert state_hash(resumed.state) == state_hash(session.lines[-2].state)
    writer = Writer.follow(record, resumed)
    resumed.submit(session.lines[-1].command)  # type: ignore[arg-type]
    writer.close()
    assert path.read_bytes() == raw


def test_every_flipped_byte_is_noticed(tmp_path: Path) -> None:
    path, _session = written(tmp_path)
    raw = path.read_bytes()
    dice = Random(1)
    for _ in range(60):
        at = dice.randrange(len(raw))
        bad = bytearray(raw)
        bad[at] ^= 1 << dice.randrange(8)
        path.write_bytes(bad)
        line = raw[:at].count(b"\n")
        if line == 0:
            with pytest.raises(RecordError, match="battle"):
                read_record(path)
            continue
        record = read_record(path)
        assert record.problems
        assert len(record.entries) <= line - 1 + (raw[at : at + 1] == b"\n")
        assert len(record.entries) >= line - 1


def test_a_whole_last_line_that_is_wrong_was_not_torn_and_stays_in_its_file(tmp_path: Path) -> None:
    path, session = written(tmp_path)
    raw = bytearray(path.read_bytes())
    raw[-60] ^= 1
    path.write_bytes(raw)
    record = read_record(path)
    assert record.damaged
    assert len(record.entries) == len(session.lines) - 1
    assert "intact up to line" in plain(record.problems[0])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a record"),
        (b"hello\n", "not a record"),
        (b'{"a": 1}\n', "not a record"),
        (b"[1, 2]\n", "not a record"),
        (b'{"tabula_belli": 99}\n', "newer version"),
        (b'{"tabula_belli": 1}\n', "line 1"),
        (b"\xff\xfe\x00\n", "not a record"),
    ],
)
def test_foreign_files_are_told_apart(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "x.tabula"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=says):
        read_record(path)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path / "none.tabula")


class FullDisk:
    """A file that takes so many bytes and then says that the disk is full."""

    def __init__(self, inner: object, room: int) -> None:
        self.inner, self.room = inner, room

    def write(self, data: bytes) -> int:
        if self.room <= 0:
            raise OSError(28, "No space left on device")
        part = data[: self.room]
        self.room -= len(part)
        return self.inner.write(part)  # type: ignore[attr-defined, no-any-return]

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


def test_a_full_disk_does_not_stop_the_battle_and_nothing_is_lost(tmp_path: Path) -> None:
    session = toy_session("5")
    path = tmp_path / "full.tabula"
    writer = Writer.create(path, session)
    assert writer._file is not None
    real = writer._file.raw
    writer._file.raw = FullDisk(real, 100)  # type: ignore[assignment]
    for _ in range(4):
        decision = session.waiting[0]
        session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
    assert "No space left" in writer.fault
    assert "full.tabula" in writer.fault
    assert len(read_record(path).entries) == 1
    writer._file.raw = real
    decision = session.waiting[0]
    session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
    assert writer.fault == ""
    writer.close()
    assert len(read_record(path).entries) == len(session.lines)


def test_a_read_only_folder_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*args: object, **more: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", forbidden)
    session = toy_session()
    writer = Writer.create(tmp_path / "x.tabula", session)
    assert writer.fault == "x.tabula cannot be written: Permission denied"
    monkeypatch.undo()
    assert writer.flush()
    writer.close()
    assert len(read_record(tmp_path / "x.tabula").entries) == 1


def test_a_file_in_the_way_of_the_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("I am a file")
    session = toy_session()
    writer = Writer.create(tmp_path / "saves" / "x.tabula", session)
    assert "cannot be written" in writer.fault
    decision = session.waiting[0]
    session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
    assert len(session.lines) == 2


def test_a_record_is_never_overwritten_by_a_new_battle(tmp_path: Path) -> None:
    path, _ = written(tmp_path)
    raw = path.read_bytes()
    writer = Writer.create(path, toy_session())
    assert "cannot be written" in writer.fault
    assert path.read_bytes() == raw


def test_verifying_notices_a_changed_story(tmp_path: Path) -> None:
    """The checker is checked: a record whose checksums are right but whose dice are not."""
    import msgspec
    from msgspec.structs import replace

    from game.engine.event import Rolled

    _path, session = written(tmp_path)
    n, line = next((n, x) for n, x in enumerate(session.lines) if any(e.type == "rolled" for e in x.events))
    events = tuple(
        replace(e, rolled=Rolled(tuple(tuple(7 - f for f in r) for r in e.rolled.faces))) if e.rolled else e
        for e in line.events
    )
    session.lines[n] = replace_line(line, events)
    forged = tmp_path / "forged.tabula"
    Writer.create(forged, session).close()
    (difference,) = verify(read_record(forged), TOY)
    assert difference.line == n + 2
    assert msgspec.to_builtins(events[0])


def replace_line(line: object, events: tuple[object, ...]) -> object:
    from dataclasses import replace

    return replace(line, events=events)  # type: ignore[type-var]
