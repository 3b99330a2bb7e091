"""Writing a record: what cannot be kept is not played, and whatever befalls the file is told and loses nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.event import Event
from game.engine.files.toml_reading import plain
from game.engine.records import kept_file
from game.engine.records.kept_file import KeptFile, Taken, held
from game.engine.records.record import RecordError, Writer, read_record
from game.engine.records.verify import verify
from game.engine.session import Session, Unkept
from game.engine.state import State, state_hash
from game.engine.text import T
from tests.engine.conftest import toy_session
from tests.engine.test_record import replace_line, written
from tests.toy import TOY


def begun(folder: Path, seed: str = "1") -> tuple[Session, Writer]:
    session = toy_session(seed)
    writer = Writer.create(folder / "kept.tabula", session)
    assert writer.fault == ""
    return session, writer


def answer(session: Session, times: int = 1) -> None:
    for _ in range(times):
        decision = session.waiting[0]
        got = session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
        assert not isinstance(got, cmd.Refusal)


def reads_as(path: Path, session: Session) -> None:
    """The file holds the whole battle, and it plays again."""
    record = read_record(path)
    assert record.problems == []
    assert len(record.entries) == len(session.lines)
    assert verify(record, TOY) == []


class TestWhatCannotBeKept:
    @pytest.mark.parametrize("words", ["half a face: \ud83d", "\udcff"])
    def test_a_remark_that_cannot_be_written_is_refused_and_the_battle_goes_on(
        self, tmp_path: Path, words: str
    ) -> None:
        session, writer = begun(tmp_path)
        answer(session)
        before = list(session.lines)
        got = session.submit(cmd.Note("red", words))
        assert isinstance(got, cmd.Refusal)
        assert got.text.key == "This was not done, because it cannot be kept in the record: {why}"
        assert "an incomplete character" in plain(got.text)
        assert session.lines == before
        assert writer.fault == ""
        answer(session, 2)
        writer.close()
        reads_as(writer.path, session)

    @pytest.mark.parametrize("bad", [float("nan"), float("inf"), object(), {1, 2}, b"\xff"])
    def test_an_event_that_does_not_read_back_is_not_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: Any
    ) -> None:
        """A number that is none is written as null: it would open as something else, or not at all."""
        session, writer = begun(tmp_path)
        real = "game.engine.session.decide"
        from game.engine.decide import Decided, decide

        def odd(*args: Any) -> Any:
            got = decide(*args)
            assert isinstance(got, Decided)
            pose = next(b for b in got.state.bases.values() if b.pose is not None)
            assert pose.pose is not None
            bent = replace(pose, pose=replace(pose.pose, x=bad))
            event = Event("bent", "flow", T("Bent"))
            from game.engine.event import Put

            event = replace(event, changes=(Put(base=bent),))
            return Decided((*got.events, event), got.state)

        monkeypatch.setattr(real, odd)
        decision = session.waiting[0]
        got = session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
        assert isinstance(got, cmd.Refusal)
        assert len(session.lines) == 1
        monkeypatch.undo()
        answer(session, 3)
        writer.close()
        reads_as(writer.path, session)

    def test_a_set_up_that_cannot_be_written_begins_no_file(self, tmp_path: Path) -> None:
        session = toy_session()
        assert session.setup is not None
        sides = {s: replace(x, name="\ud83d") for s, x in session.setup.sides.items()}
        session.setup = replace(session.setup, sides=sides)
        with pytest.raises(Unkept, match="cannot be kept"):
            Writer.create(tmp_path / "kept.tabula", session)
        assert not (tmp_path / "kept.tabula").exists()
        assert session.on_line == session.before_line == []

    def test_a_bot_that_gives_such_a_reason_is_told_of_and_leaves_no_gap(self, tmp_path: Path) -> None:
        session, writer = begun(tmp_path)
        decision = session.waiting[0]
        default = session.asked(decision).default
        got = session.submit(cmd.Answering(decision.id, decision.side, default, "bot", T("because \ud83d")))
        assert isinstance(got, cmd.Refusal)
        answer(session, 2)
        writer.close()
        reads_as(writer.path, session)


class Broken:
    """An open file one of whose doings fails."""

    def __init__(self, inner: Any, doing: str, fault: BaseException) -> None:
        self.inner, self.doing, self.fault = inner, doing, fault

    def __getattr__(self, name: str) -> Any:
        if name != self.doing:
            return getattr(self.inner, name)

        def fail(*_args: object) -> Any:
            raise self.fault

        return fail


class TestFaultsOfAnyKind:
    @pytest.mark.parametrize("doing", ["seek", "truncate", "write"])
    @pytest.mark.parametrize(
        "fault",
        [OSError(5, "Input/output error"), ValueError("not a file"), MemoryError(), RuntimeError("odd"), KeyError("x")],
        ids=lambda f: type(f).__name__,
    )
    def test_it_waits_is_told_and_is_tried_again(self, tmp_path: Path, doing: str, fault: Exception) -> None:
        session, writer = begun(tmp_path)
        assert writer._file is not None
        real = writer._file.raw
        writer._file.raw = Broken(real, doing, fault)  # type: ignore[assignment]
        answer(session, 3)
        assert writer.fault.startswith("kept.tabula cannot be written: ")
        assert not writer.lost
        assert len(read_record(writer.path).entries) == 1
        writer._file.raw = real
        answer(session)
        assert writer.fault == ""
        writer.close()
        reads_as(writer.path, session)

    def test_an_open_file_that_the_system_has_let_go_of_is_opened_again(self, tmp_path: Path) -> None:
        session, writer = begun(tmp_path)
        assert writer._file is not None
        writer._file.raw.close()
        answer(session, 2)
        assert writer.fault == ""
        with pytest.raises(Taken):
            KeptFile(writer.path)
        writer.close()
        reads_as(writer.path, session)

    def test_a_path_that_is_none_is_a_sentence(self, tmp_path: Path) -> None:
        session = toy_session()
        writer = Writer.create(tmp_path / "a\0b.tabula", session)
        assert "cannot be written" in writer.fault
        answer(session, 2)
        assert len(session.lines) == 3

    def test_what_cannot_be_made_safe_is_told_and_tried_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session, writer = begun(tmp_path)

        def fails(handle: int) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(os, "fsync", fails)
        assert not writer.flush(safe=True)
        assert "Input/output error" in writer.fault
        monkeypatch.undo()
        answer(session)
        assert writer.fault == ""
        assert not writer._unsafe

    def test_a_disk_that_knows_no_such_thing_is_no_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(handle: int) -> None:
            raise OSError(22, "Invalid argument")

        monkeypatch.setattr(os, "fsync", fails)
        session, writer = begun(tmp_path)
        answer(session)
        assert writer.flush(safe=True)


def removed(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("elsewhere.tabula"))


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    os.replace(path.with_name("copy"), path)


def folder_removed(path: Path) -> None:
    shutil.rmtree(path.parent)


def folder_renamed(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def file_for_folder(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")


def cut_short(path: Path) -> None:
    os.truncate(path, 100)


def written_into(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"something\n")


LOSSES: dict[str, tuple[Callable[[Path], None], str]] = {
    "removed": (removed, "it has been removed or renamed"),
    "renamed": (renamed, "it has been removed or renamed"),
    "replaced": (replaced, "another file stands in its place"),
    "folder removed": (folder_removed, "it has been removed or renamed"),
    "folder renamed": (folder_renamed, "it has been removed or renamed"),
    "file for folder": (file_for_folder, "it has been removed or renamed"),
    "cut short": (cut_short, "another program wrote to it"),
    "written into": (written_into, "another program wrote to it"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take an open file away")
class TestAFileTakenAway:
    @pytest.mark.parametrize("how", LOSSES)
    def test_it_is_noticed_at_the_next_answer_and_written_anew_elsewhere(self, tmp_path: Path, how: str) -> None:
        (tmp_path / "saves").mkdir()
        session, writer = begun(tmp_path / "saves")
        answer(session, 2)
        take, says = LOSSES[how]
        take(writer.path)
        answer(session)
        assert writer.fault == f"kept.tabula cannot be written: {says}"
        assert writer.lost
        answer(session)
        other = writer.elsewhere(tmp_path / "else" / "again.tabula")
        assert other.fault == ""
        assert len(session.on_line) == len(session.before_line) == 1
        answer(session)
        other.close()
        reads_as(other.path, session)

    @pytest.mark.parametrize("how", [renamed, folder_renamed])
    def test_what_is_put_back_is_gone_on_with(self, tmp_path: Path, how: Callable[[Path], None]) -> None:
        (tmp_path / "saves").mkdir()
        session, writer = begun(tmp_path / "saves")
        how(writer.path)
        answer(session, 2)
        assert writer.lost
        if how is renamed:
            writer.path.with_name("elsewhere.tabula").rename(writer.path)
        else:
            (tmp_path / "moved").rename(tmp_path / "saves")
        answer(session)
        assert writer.fault == ""
        writer.close()
        reads_as(writer.path, session)

    def test_where_nothing_can_be_written_elsewhere_either_it_goes_on_trying(self, tmp_path: Path) -> None:
        session, writer = begun(tmp_path)
        answer(session)
        writer.path.rename(tmp_path / "away")
        answer(session)
        (tmp_path / "file").write_text("")
        other = writer.elsewhere(tmp_path / "file" / "x.tabula")
        assert "cannot be written" in other.fault
        (tmp_path / "away").rename(writer.path)
        answer(session)
        assert writer.fault == ""
        assert len(session.on_line) == 1
        writer.close()
        reads_as(writer.path, session)


HOLDER = """
import sys, time
from pathlib import Path
from game.engine.records.kept_file import KeptFile
file = KeptFile(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


class TestTwoWindows:
    def test_a_second_writer_is_turned_away_and_harms_nothing(self, tmp_path: Path) -> None:
        session, writer = begun(tmp_path)
        answer(session, 2)
        record = read_record(writer.path)
        second = record.session(TOY)
        assert held(writer.path)
        with pytest.raises(Taken) as fault:
            Writer.follow(record, second)
        assert plain(fault.value.text) == "it is being played in another window"
        assert second.on_line == []
        answer(session, 2)
        writer.close()
        assert not held(writer.path)
        reads_as(writer.path, session)

    def test_what_was_played_meanwhile_is_not_overwritten(self, tmp_path: Path) -> None:
        """Read here, gone on with and left there: what was read is old."""
        session, writer = begun(tmp_path)
        record = read_record(writer.path)
        second = record.session(TOY)
        answer(session, 2)
        writer.close()
        with pytest.raises(RecordError, match="has changed since it was read"):
            Writer.follow(record, second)
        reads_as(writer.path, session)

    def test_a_file_of_the_same_length_in_its_place_is_not_gone_on_with(self, tmp_path: Path) -> None:
        path, session = written(tmp_path)
        record = read_record(path)
        raw = path.read_bytes()
        path.write_bytes(raw[:-20] + bytes(20))
        with pytest.raises(RecordError, match="has changed since it was read"):
            Writer.follow(record, record.session(TOY))
        assert session.lines

    def test_another_program_holds_it_until_it_is_killed(self, tmp_path: Path) -> None:
        path, _ = written(tmp_path)
        program = [sys.executable, "-c", HOLDER, str(path)]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                assert process.stdout.readline() == "held\n"
                assert held(path)
                with pytest.raises(Taken):
                    KeptFile(path)
                read_record(path)  # to watch it is no harm
            finally:
                process.kill()
        assert not held(path)
        KeptFile(path).close()

    def test_a_file_system_without_locks_does_not_stop_the_battle(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_locks(file: object) -> None:
            raise OSError(37, "No locks available")

        monkeypatch.setattr(kept_file, "_lock", no_locks)
        session, writer = begun(tmp_path)
        answer(session, 2)
        writer.close()
        reads_as(writer.path, session)

    def test_nor_does_one_that_names_its_files_otherwise_at_every_look(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looks = iter(range(1000))
        monkeypatch.setattr(kept_file, "_identity", lambda found: (0, next(looks)))
        session, writer = begun(tmp_path)
        answer(session, 2)
        assert writer.fault == ""
        writer.path.unlink()
        answer(session)
        assert writer.lost


class TestSafeOnTheDisk:
    def test_it_is_made_safe_at_the_beginning_at_turns_at_the_end_and_when_it_is_left(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from game.engine.loader import load_ruleset

        done: list[int] = []
        real = os.fsync
        monkeypatch.setattr(os, "fsync", lambda handle: (done.append(handle), real(handle))[1])
        ruleset = load_ruleset("WMA")
        session = Session.start(ruleset, replace(ruleset.default_setup("open_field", 600), seed="safe"))
        writer = Writer.create(tmp_path / "safe.tabula", session)
        assert len(done) == (1 if sys.platform == "win32" else 2)  # the file, and its name in the folder
        done.clear()
        turns: list[tuple[int, str]] = [(0, "")]
        for _ in range(2000):
            before = len(done)
            answer(session)
            turn = (session.state.own.turn, session.state.own.active)
            assert len(done) - before == (turn != turns[-1])
            if turn != turns[-1]:
                turns.append(turn)
            if len(turns) == 4:
                break
        assert [n for n, _side in turns] == [0, 1, 1, 2]
        assert len(done) == 3
        session.submit(cmd.Concede(session.waiting[0].side))
        assert len(done) == 4
        writer.close()
        assert len(done) == 5

    def test_what_is_left_open_by_an_interrupt_in_mid_line_is_written_whole_by_the_next(self, tmp_path: Path) -> None:
        session, writer = begun(tmp_path)
        assert writer._file is not None
        real = writer._file.raw

        class Interrupted:
            def write(self, data: bytes) -> int:
                real.write(data[:7])
                raise KeyboardInterrupt

            def __getattr__(self, name: str) -> Any:
                return getattr(real, name)

        writer._file.raw = Interrupted()  # type: ignore[assignment]
        decision = session.waiting[0]
        with pytest.raises(KeyboardInterrupt):
            session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
        writer._file.raw = real
        answer(session, 2)
        assert writer.fault == ""
        writer.close()
        reads_as(writer.path, session)


class TestOpeningWhatDoesNotFit:
    def test_lines_that_lead_elsewhere_are_left_out_and_told(self, tmp_path: Path) -> None:
        """Sound checksums, but a line is missing: as an older version left it where a line could not be written."""
        _path, session = written(tmp_path)
        assert len(session.lines) > 9
        hole = tmp_path / "hole.tabula"
        lines = list(session.lines)
        del session.lines[7]
        Writer.create(hole, session).close()
        record = read_record(hole)
        assert record.problems == []
        again = record.session(TOY)
        assert [state_hash(x.state) for x in again.lines] == [state_hash(x.state) for x in lines[:7]]
        assert record.damaged
        assert "line 9" in plain(record.problems[0])
        assert "intact up to line 8" in plain(record.problems[0])
        assert len(record.entries) == 7
        raw = hole.read_bytes()
        assert raw[: record.good_bytes].count(b"\n") == 8

    def test_a_line_that_cannot_be_followed_ends_what_is_sound(self, tmp_path: Path) -> None:
        from game.engine.event import SetPose
        from game.geometry.shapes import Pose

        _path, session = written(tmp_path)
        event = replace(session.lines[4].events[0], changes=(SetPose("nobody", Pose(1.0, 1.0, 0.0)),))
        session.lines[4] = replace_line(session.lines[4], (event,))  # type: ignore[call-overload]
        bad = tmp_path / "bad.tabula"
        Writer.create(bad, session).close()
        record = read_record(bad)
        with pytest.raises(RecordError, match="line 6"):
            list(record.states())
        again = record.session(TOY)
        assert len(again.lines) == 4
        assert "line 6" in plain(record.problems[0])

    def test_a_taking_back_to_nowhere_ends_what_is_sound(self, tmp_path: Path) -> None:
        from dataclasses import replace as changed

        for to in (-1, 5, 99):
            folder = tmp_path / str(to)
            folder.mkdir()
            _path, session = written(folder)
            session.lines[5] = changed(session.lines[5], command=cmd.Undo("red", to))
            bad = folder / "bad.tabula"
            Writer.create(bad, session).close()
            record = read_record(bad)
            assert len(record.session(TOY).lines) == 5
            assert "it undoes to a line that does not exist" in plain(record.problems[0])

    def test_where_not_even_the_first_line_fits_it_is_not_opened(self, tmp_path: Path) -> None:
        from dataclasses import replace as changed

        _path, session = written(tmp_path)
        state: State = session.lines[0].state
        session.lines[0] = changed(session.lines[0], state=replace(state, seen=99))
        del session.lines[1:]
        bad = tmp_path / "bad.tabula"
        Writer.create(bad, session).close()
        with pytest.raises(RecordError, match=r"line 2.*cannot be opened"):
            read_record(bad).session(TOY)


def test_a_battle_of_bots_whose_record_cannot_be_written_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from game import battle

    real = KeptFile.append

    def full(self: KeptFile, data: bytes) -> None:
        if self.size > 30_000:
            raise OSError(28, "No space left on device")
        real(self, data)

    monkeypatch.setattr(KeptFile, "append", full)
    path = tmp_path / "full.tabula"
    code = battle.run("WMA", "open_field", "default", "default", points=600, seed="1", processes=1, save=path)
    assert code == 2
    assert "cannot be written: No space left on device" in " ".join(capsys.readouterr().err.split())
