"""Writing a record as the battle goes on: nothing is played that cannot be kept, and what is kept is safe."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from game import __version__
from game.engine.command import Answering
from game.engine.dice import seed_hash
from game.engine.files.os_faults import os_reason
from game.engine.files.player_files import RECORD
from game.engine.files.toml_reading import plain
from game.engine.records.kept_file import KeptFile, Lost, Taken
from game.engine.records.lines import (
    FORMAT,
    TAIL,
    Entry,
    Header,
    Record,
    RecordError,
    Unsound,
    changed,
    decode_entry,
    decode_header,
    encode,
    hash_in,
    seal,
)
from game.engine.session import Line, Session, Unkept
from game.engine.state import State
from game.engine.text import T

LONGER = 1000
"""Bytes that a line is longer than what it says, at most."""
SPARE = 1_000_000
"""Bytes of a record that answers leave free: whoever gives up, agrees or undoes something still can."""


@dataclass
class Writer:
    """Appends the lines of a session to a file and flushes each: a killed program loses nothing but a torn last line.

    What cannot be written at all is not played: each line is put into bytes, and these are read back, before it counts
    (:attr:`Session.before_line`). A line that cannot be written now (full disk, file taken away, whatever else) does
    not stop the battle: ``why`` holds what is wrong and ``fault`` a sentence, the lines wait in memory, and every
    further line tries again. The file is held, so that no second program writes into it; at turns, at the end and when
    it is left it is made safe on the disk.
    """

    path: Path
    session: Session
    header: Header
    why: Exception | None = None
    _file: KeptFile | None = None
    _hash: str = ""
    _good: int = 0
    _n: int = 0
    _waiting: list[tuple[bytes, str]] = field(default_factory=list)
    _ready: tuple[Line, bytes] | None = None
    _stage: object = None
    _unsafe: bool = False
    _size: int = 0

    @property
    def fault(self) -> str:
        """Why the last lines are not in the file, "" where they are."""
        if self.why is None:
            return ""
        said = (isinstance(self.why, OSError) and self.why.strerror) or plain(os_reason(self.why))
        return f"{self.path.name} cannot be written: {said}"

    @property
    def lost(self) -> bool:
        """Whether the file is no longer there, or no longer the same."""
        return isinstance(self.why, Lost)

    @classmethod
    def create(cls, path: Path, session: Session, players: dict[str, str] | None = None, **more: str) -> Writer:
        """Begin a new file for a session and follow it. The file must not exist yet; faults are kept in ``fault``.

        Raises
        ------
        Unkept
            Where the battle holds something that cannot be written at all.
        """
        return cls._anew(path, session, make_header(session, players or {}, **more))

    @classmethod
    def _anew(cls, path: Path, session: Session, header: Header) -> Writer:
        writer = cls(path, session, header)
        try:
            payload = encode(header)
            if encode(decode_header(payload)) != payload:
                raise Unsound(T("reading it back gives a different result"))
            writer._queue(payload)
            for line in session.lines:
                writer._line(line)
        except Exception as fault:
            raise Unkept(T("this battle cannot be kept in a record: {why}", why=os_reason(fault))) from fault
        writer._stage = _stage(session.state)
        writer.flush(safe=True)
        writer._hang()
        return writer

    @classmethod
    def follow(cls, record: Record, session: Session) -> Writer:
        """Go on with the file a record was read from. Other faults than these are kept in ``fault``.

        Raises
        ------
        Taken
            Where another window or program is playing it.
        RecordError
            Where it has changed since it was read.
        """
        writer = cls(record.path, session, record.header, _hash=record.last_hash, _good=record.good_bytes)
        writer._n = len(record.entries)
        writer._stage = _stage(session.state)
        writer._size = record.size
        try:
            writer._file = writer._opened()
        except Taken:
            raise
        except Lost:
            raise RecordError(changed(record.path)) from None
        except (OSError, ValueError) as fault:
            writer.why = fault
        writer._hang()
        return writer

    def elsewhere(self, path: Path) -> Writer:
        """Write the whole battle anew into another file, and follow it there; this one is left where that succeeds.

        The new writer's ``fault`` says why where it does not; this one then goes on trying.
        """
        other = Writer._anew(path, self.session, self.header)
        (other if other.why is not None else self).leave()
        return other

    def _hang(self) -> None:
        self.session.before_line.append(self.prepare)
        self.session.on_line.append(self.append)

    def leave(self) -> None:
        """Let go of battle and file; what waits is not written."""
        if self.prepare in self.session.before_line:
            self.session.before_line.remove(self.prepare)
            self.session.on_line.remove(self.append)
        if self._file is not None:
            self._size = self._file.size
            self._file.close()
            self._file = None

    def prepare(self, line: Line) -> None:
        """Put a line into bytes before it counts, and read them back. Raises ValueError where that cannot be."""
        payload = encode(Entry(self._n, line.command, line.events, hash_in(self.header, line.state)))
        if encode(decode_entry(payload)) != payload:
            raise Unsound(T("reading it back gives a different result"))
        size = self._good + sum(len(data) for data, _ in self._waiting) + len(payload)
        spare = SPARE if isinstance(line.command, Answering) else 0
        if size + spare > RECORD.most or len(payload) > RECORD.line - LONGER:
            most = RECORD.most // 10**6
            raise Unsound(T("the record would be larger than {n} MB, and could not be read again", n=most))
        self._ready = (line, payload)

    def append(self, line: Line) -> None:
        """Write one more line, and those that waited."""
        self._line(line)
        stage = _stage(line.state)
        self._unsafe = self._unsafe or stage != self._stage
        self._stage = stage
        self.flush()

    def _line(self, line: Line) -> None:
        if self._ready is None or self._ready[0] is not line:
            self.prepare(line)
        assert self._ready is not None
        payload, self._ready = self._ready[1], None
        self._queue(payload)
        self._n += 1

    def _queue(self, payload: bytes) -> None:
        previous = self._waiting[-1][1] if self._waiting else self._hash
        self._waiting.append(seal(previous, payload))

    def flush(self, safe: bool = False) -> bool:
        """Try to write what waits; with ``safe`` wait until it is on the disk itself. True when all is written."""
        self._unsafe = self._unsafe or safe
        try:
            self._store()
        except Exception as fault:  # whatever it is: it waits, is told, and is tried again
            self.why = fault
            return False
        self.why = None
        return True

    def _opened(self) -> KeptFile:
        """The file, made or found as it was left. Raises Lost where it is another one."""
        if not self._good:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return KeptFile(self.path, new=True)
        file = KeptFile(self.path)
        ending = TAIL + self._hash.encode() + b'"}\n'
        if file.size != self._size or file.tail(self._good, len(ending)) != ending:
            file.close()
            raise Lost(T("another program wrote to it"))
        return file

    def _store(self) -> None:
        if self._file is None:
            self._file = self._opened()
        self._file.check()
        if self._waiting:
            self._file.cut(self._good)
        while self._waiting:
            data, digest = self._waiting[0]
            self._file.append(data)
            self._good += len(data)
            self._hash = digest
            self._waiting.pop(0)
        if self._unsafe:
            self._file.sync()
            self._unsafe = False

    def close(self) -> None:
        """Leave the battle: what waited is tried once more, and all is made safe on the disk."""
        if self._file is not None or self._waiting:
            self.flush(safe=True)
        self.leave()


def _stage(state: State) -> object:
    """What a file is made safe at when it changes: turn, round or move, whose turn it is, the end."""
    return *(getattr(state.own, name, None) for name in ("turn", "round", "move", "active")), state.over is None


def make_header(session: Session, players: dict[str, str], title: str = "", began: str = "") -> Header:
    """The header of a session's record."""
    meta = session.ruleset.meta
    setup = session.setup
    seed = setup.seed if setup is not None else ""
    origin = session.origin
    if origin.luck is not None:
        origin = replace(origin, luck=replace(origin.luck, seed=""))
    return Header(
        FORMAT,
        __version__,
        meta.id,
        meta.version,
        replace(setup, seed="") if setup is not None else None,
        origin,
        players,
        seed_hash(seed) if seed else "",
        base64.b64encode(seed.encode()).decode(),
        title,
        began,
    )
