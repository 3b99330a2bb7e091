"""The program stopped dead at each single call to the system: what had been acknowledged before is in the file.

A kill leaves a file as the last call left it. So the calls of a battle's writer are counted, and the battle is fought
again for each of them, broken off before it, or in the middle of what it writes.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from game.engine import command as cmd
from game.engine.records import kept_file
from game.engine.records.kept_file import KeptFile
from game.engine.records.record import RecordError, Writer, read_record
from game.engine.records.verify import verify
from game.engine.session import Session
from tests.engine.conftest import toy_session
from tests.toy import TOY


class Killed(BaseException):
    """The program is no more."""


class Fate:
    """Counts calls to the system, and kills at one of them; of what is written a part still reaches the file."""

    def __init__(self, at: int, share: float = 0.0) -> None:
        self.at, self.share, self.calls = at, share, 0
        self.dead = False

    def strike(self) -> bool:
        """Count a call; whether it is the last."""
        if self.dead:
            raise Killed
        self.calls += 1
        self.dead = self.calls == self.at
        return self.dead


class Watched:
    """An open file whose every doing may be the last."""

    def __init__(self, raw: Any, fate: Fate) -> None:
        self.raw, self.fate = raw, fate

    def fileno(self) -> int:
        return int(self.raw.fileno())

    def write(self, data: bytes) -> int:
        if self.fate.strike():
            self.raw.write(data[: int(len(data) * self.fate.share)])
            raise Killed
        return int(self.raw.write(data))

    def seek(self, at: int) -> int:
        return int(self._do("seek", at))

    def read(self, n: int) -> bytes:
        return bytes(self._do("read", n))

    def truncate(self) -> int:
        return int(self._do("truncate"))

    def close(self) -> None:
        self.raw.close()

    def _do(self, name: str, *args: Any) -> Any:
        if self.fate.strike():
            raise Killed
        return getattr(self.raw, name)(*args)


def under(fate: Fate, patch: pytest.MonkeyPatch) -> list[Watched]:
    """Let all files that are held from now on stand under a fate; they are let go of by the system at the end."""
    opened: list[Watched] = []
    real_init, real_sync = KeptFile.__init__, KeptFile.sync

    def init(self: KeptFile, path: Path, new: bool = False) -> None:
        if fate.strike():
            raise Killed
        real_init(self, path, new)
        opened.append(Watched(self.raw, fate))
        self.raw = opened[-1]  # type: ignore[assignment]

    def sync(self: KeptFile) -> None:
        if fate.strike():
            raise Killed
        real_sync(self)

    patch.setattr(KeptFile, "__init__", init)
    patch.setattr(KeptFile, "sync", sync)
    patch.setattr(kept_file, "_unlock", lambda file: None)
    return opened


def answer(session: Session) -> None:
    decision = session.waiting[0]
    session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))


def fought(path: Path, told: list[int]) -> None:
    """A battle begun, left, and gone on with; ``told`` gets how many lines were acknowledged."""
    session = toy_session("3")
    writer = Writer.create(path, session)
    told.append(len(session.lines))
    for _ in range(3):
        answer(session)
        assert writer.fault == ""
        told.append(len(session.lines))
    writer.close()
    with path.open("ab") as file:
        file.write(b'{"n":4,"comm')  # torn, to be cut off before the next line
    record = read_record(path)
    again = record.session(TOY)
    second = Writer.follow(record, again)
    for _ in range(3):
        answer(again)
        assert second.fault == ""
        told.append(len(again.lines))
    second.close()


def broken_off(path: Path, fate: Fate) -> int:
    """Fight until the fate strikes: how many lines had been acknowledged."""
    told = [0]
    with pytest.MonkeyPatch.context() as patch:
        opened = under(fate, patch)
        try:
            fought(path, told)
        except Killed:
            pass
        finally:
            for file in opened:
                file.close()
    return told[-1]


def gone_on_with(path: Path) -> None:
    """What was torn is left out, and the battle is gone on with; it plays again from its set-up."""
    record = read_record(path)
    assert not record.damaged
    session = record.session(TOY)
    writer = Writer.follow(record, session)
    for _ in range(2):
        answer(session)
    writer.close()
    again = read_record(path)
    assert again.problems == []
    assert len(again.entries) == len(session.lines)
    assert verify(again, TOY) == []


def test_the_battle_makes_calls_enough_to_be_killed_at(tmp_path: Path) -> None:
    fate = Fate(0)
    assert broken_off(tmp_path / "whole.tabula", fate) == 7
    assert fate.calls > 25


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_nothing_acknowledged_is_lost_at_any_call(tmp_path: Path, share: float) -> None:
    counted = Fate(0)
    broken_off(tmp_path / "whole.tabula", counted)
    for at in range(1, counted.calls + 1):
        path = tmp_path / f"{at}.tabula"
        told = broken_off(path, Fate(at, share))
        if not told:  # the program died while it began: a file without a header is told apart, nothing was played
            with pytest.raises(RecordError) if not _has_header(path) else contextlib.nullcontext():
                read_record(path)
            continue
        assert len(read_record(path).entries) >= told, at
        gone_on_with(path)


def _has_header(path: Path) -> bool:
    return path.exists() and b"\n" in path.read_bytes()
