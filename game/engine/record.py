"""Records: the append-only file of a battle. A save is a record, a replay reads one.

JSON Lines. The first line is the header (format, versions, set-up, the state before the first step), every further one
a command with its events. Each line ends with a rolling hash over everything before it. docs/record.md describes the
format for others who want to read it.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from game import __version__
from game.engine import command as cmd
from game.engine import event as ev
from game.engine.apply import apply_all
from game.engine.dice import SeededDice, seed_hash
from game.engine.player_files import RECORD, SENSELESS, line_depth, load, printable, shown
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Line, Session
from game.engine.state import State, state_hash
from game.engine.tables import DataError, plain
from game.engine.text import T, Text
from game.engine.thaw import Thawer

FORMAT = 1
SUFFIX = ".tabula"


class RecordError(Exception):
    """A file that is no record, or none that can be read: a sentence with file and line, fit for a player.

    Attributes
    ----------
    text
        The sentence, to be translated.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(plain(text))


class _Unsound(ValueError):
    """A line that is not as it was written, and why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(plain(text))


def _why(fault: Exception) -> Text:
    """What is wrong with a line, to be translated."""
    return fault.text if isinstance(fault, _Unsound) else T("it cannot be understood ({why})", why=str(fault))


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a record.

    Attributes
    ----------
    tabula_belli
        Version of the file format.
    players
        Who plays each side: "person", or the name of a bot.
    seed_hash, sealed_seed
        The seed's hash, shown from the start, and the seed itself, not secret but out of sight (base 64).
    state
        The state before the first step.
    frame
        The frame the battle began with.
    """

    tabula_belli: int
    program: str
    ruleset: str
    ruleset_version: str
    setup: Setup | None
    state: State
    players: dict[str, str] = {}
    seed_hash: str = ""
    sealed_seed: str = ""
    title: str = ""
    began: str = ""


class Entry(msgspec.Struct, frozen=True):
    """A further line of a record. ``after`` is the hash of the state after it."""

    n: int
    command: cmd.Command | None
    events: tuple[ev.Event, ...]
    after: str


_encode = msgspec.json.Encoder().encode
encode_event = _encode
_TAIL = b',"hash":"'


def _seal(previous: str, payload: bytes) -> tuple[bytes, str]:
    """A line with its hash, and the hash."""
    digest = hashlib.blake2b(previous.encode() + payload, digest_size=16).hexdigest()
    return payload[:-1] + _TAIL + digest.encode() + b'"}\n', digest


def _unseal(previous: str, line: bytes) -> tuple[bytes, str]:
    """The payload of a line and its hash. Raises ValueError where they do not belong together."""
    at = line.rfind(_TAIL)
    if at < 0:
        raise _Unsound(T("it has no checksum"))
    payload = line[:at] + b"}"
    again, got = _seal(previous, payload)
    if again != line:
        raise _Unsound(T("its checksum does not match"))
    return payload, got


# --- writing -----------------------------------------------------------------------------------------------------


@dataclass
class Writer:
    """Appends the lines of a session to a file and flushes each: a killed program loses nothing but a torn last line.

    A line that cannot be written (full disk, folder taken away) does not stop the battle: ``fault`` holds a sentence
    and ``why`` what the system said, the lines wait in memory, and every further line tries again.
    """

    path: Path
    why: OSError | None = None
    _file: BinaryIO | None = None
    _hash: str = ""
    _good: int = 0
    _n: int = 0
    _waiting: list[tuple[bytes, str]] = field(default_factory=list)

    @property
    def fault(self) -> str:
        """Why the last lines are not in the file, "" where they are."""
        return f"{self.path.name} cannot be written: {self.why.strerror or self.why}" if self.why is not None else ""

    @classmethod
    def create(cls, path: Path, session: Session, players: dict[str, str] | None = None, **more: str) -> Writer:
        """Begin a new file for a session and follow it. The file must not exist yet; faults are kept in ``fault``."""
        writer = cls(path)
        header = make_header(session, players or {}, **more)
        writer._queue(_encode(header))
        for line in session.lines:
            writer._line(line)
        writer.flush()
        session.on_line.append(writer.append)
        return writer

    @classmethod
    def follow(cls, record: Record, session: Session) -> Writer:
        """Go on with the file a record was read from."""
        writer = cls(record.path, _hash=record.last_hash, _good=record.good_bytes, _n=len(record.entries))
        session.on_line.append(writer.append)
        return writer

    def append(self, line: Line) -> None:
        """Write one more line, and those that waited."""
        self._line(line)
        self.flush()

    def _line(self, line: Line) -> None:
        self._queue(_encode(Entry(self._n, line.command, line.events, state_hash(line.state))))
        self._n += 1

    def _queue(self, payload: bytes) -> None:
        previous = self._waiting[-1][1] if self._waiting else self._hash
        self._waiting.append(_seal(previous, payload))

    def flush(self) -> bool:
        """Try to write what waits. True when all is on disk."""
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = open(self.path, "r+b" if self._good else "xb", buffering=0)  # noqa: SIM115
            self._file.seek(self._good)
            self._file.truncate()
            while self._waiting:
                data, digest = self._waiting[0]
                written = 0
                while written < len(data):
                    written += self._file.write(data[written:]) or 0
                self._good += len(data)
                self._hash = digest
                self._waiting.pop(0)
        except OSError as fault:
            self.why = fault
            return False
        self.why = None
        return True

    def close(self) -> None:
        """Close the file; what waited is tried once more."""
        if self._waiting:
            self.flush()
        if self._file is not None:
            self._file.close()
            self._file = None


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


# --- reading -----------------------------------------------------------------------------------------------------


@dataclass
class Record:
    """A record read from a file.

    Attributes
    ----------
    problems
        What was wrong and has been left out: a torn last line, damage further up. Empty for a sound file.
    good_bytes
        Length of the sound part in bytes.
    damaged
        Set where more than a torn last line is wrong: the file is then never written to.
    """

    path: Path
    header: Header
    entries: list[Entry]
    problems: list[Text]
    good_bytes: int
    last_hash: str
    damaged: bool = False

    @property
    def seed(self) -> str:
        """The seed of the dice."""
        return base64.b64decode(self.header.sealed_seed).decode()

    @property
    def setup(self) -> Setup | None:
        """The set-up with the seed in it."""
        setup = self.header.setup
        return None if setup is None else replace(setup, seed=self.seed)

    def origin(self, ruleset: Ruleset | None = None) -> State:
        """The state before the first step; own parts are typed where the ruleset is given."""
        state = self.header.state
        if state.luck is not None and state.luck.kind == "seeded":
            state = replace(state, luck=replace(state.luck, seed=self.seed))
        return Thawer(ruleset.owns if ruleset is not None else {}).state(state)

    def states(self, ruleset: Ruleset | None = None) -> Iterator[tuple[Entry, State]]:
        """Each line with the state after it; own parts are typed where the ruleset is given."""
        for entry, line in zip(self.entries, self.lines(ruleset), strict=True):
            yield entry, line.state

    def lines(self, ruleset: Ruleset | None = None) -> Iterator[Line]:
        """Each line as a session holds it; own parts are typed where the ruleset is given.

        Raises
        ------
        RecordError
            At a line whose checksum fits, but which tells what cannot have happened.
        """
        place = 1
        try:
            origin = self.origin(ruleset)
            place = 2
            for line in self._lines(origin, Thawer(ruleset.owns if ruleset is not None else {})):
                place += 1
                yield line
        except SENSELESS as fault:
            why = T("what it tells cannot have happened ({why})", why=printable(f"{type(fault).__name__}: {fault}"))
            raise RecordError(T("{file}, line {line}: {why}", file=shown(self.path), line=place, why=why)) from fault

    def _lines(self, state: State, thawer: Thawer) -> Iterator[Line]:
        states: list[State] = []
        for entry in self.entries:
            events = tuple(thawer.event(e) for e in entry.events)
            state = states[_back_to(entry.command)] if _goes_back(entry) else apply_all(state, events)
            states.append(state)
            yield Line(entry.command, events, state)

    def session(self, ruleset: Ruleset) -> Session:
        """The battle, ready to be gone on with.

        Raises
        ------
        RecordError
            Where the lines do not lead to the states they claim.
        """
        lines = list(self.lines(ruleset))
        session = Session(ruleset, self.setup, SeededDice())
        session.origin = self.origin(ruleset)
        session.lines.extend(lines)
        if session.lines and state_hash(session.state) != self.entries[-1].after:
            raise RecordError(T("{file}: the last line does not lead to the state that it claims", file=self.path.name))
        return session


def _goes_back(entry: Entry) -> bool:
    return isinstance(entry.command, cmd.Undo)


def _back_to(command: cmd.Command | None) -> int:
    assert isinstance(command, cmd.Undo)
    return command.to


_header_decoder = msgspec.json.Decoder(Header)
_entry_decoder = msgspec.json.Decoder(Entry)


def read_record(path: Path) -> Record:
    """Read a record.

    A torn last line is left out and reported; damage further up keeps what is sound before it.

    Raises
    ------
    RecordError
        For a file that is none of ours, is of a newer format, or whose header is damaged.
    """
    try:
        raw = load(path, RECORD)
    except DataError as fault:
        raise RecordError(T("{file}: {why}", file=fault.file, why=fault.message)) from fault
    first, newline, _ = raw.partition(b"\n")
    header, digest = _read_header(path, first + newline)
    record = Record(path, header, [], [], len(first) + 1, digest)
    at = record.good_bytes
    while at < len(raw):
        end = raw.find(b"\n", at)
        line = raw[at : end + 1] if end >= 0 else raw[at:]
        try:
            if end < 0:
                raise _Unsound(T("it is cut off"))
            _bounded(line)
            payload, record.last_hash = _unseal(record.last_hash, line)
            entry = _entry_decoder.decode(payload)
            if entry.n != len(record.entries):
                raise _Unsound(T("it is number {n}, out of order", n=entry.n))
        except (ValueError, msgspec.DecodeError) as fault:
            number = len(record.entries) + 2
            torn = end < 0 or end + 1 == len(raw)
            record.damaged = not torn
            record.problems.append(_problem(path, number, torn, _why(fault)))
            return record
        record.entries.append(entry)
        at = end + 1
        record.good_bytes = at
    return record


def _bounded(line: bytes) -> None:
    """Refuse a line that is longer or deeper than any that was ever written."""
    fault = line_depth(line, RECORD)
    if fault is not None:
        raise _Unsound(fault)


def _problem(path: Path, line: int, torn: bool, why: Text) -> Text:
    """What is told of a line that is left out with all that follows it."""
    if torn:
        return T(
            "{file}, line {line}: {why}. The last answer was not written whole and is left out.",
            file=path.name,
            line=line,
            why=why,
        )
    return T(
        "{file}, line {line}: {why}. The battle is sound up to line {last} and can be gone on with from there.",
        file=path.name,
        line=line,
        why=why,
        last=line - 1,
    )


def _no_record(path: Path) -> Text:
    return T("{file} is not a record of a battle (its first line is no header)", file=path.name)


def _read_header(path: Path, line: bytes) -> tuple[Header, str]:
    try:
        _bounded(line)
        plain = msgspec.json.decode(line)
    except ValueError:
        raise RecordError(_no_record(path)) from None
    version = plain.get("tabula_belli") if isinstance(plain, dict) else None
    if version is None:
        raise RecordError(_no_record(path))
    if version != FORMAT:
        text = T(
            "{file} has format {version}; this program reads format {known}: take a newer version of the program",
            file=path.name,
            version=str(version),
            known=FORMAT,
        )
        raise RecordError(text)
    try:
        payload, digest = _unseal("", line)
        header = _header_decoder.decode(payload)
        base64.b64decode(header.sealed_seed).decode()
        return header, digest
    except (ValueError, msgspec.DecodeError) as fault:
        text = T("{file}, line 1: {why}; the battle cannot be opened", file=path.name, why=_why(fault))
        raise RecordError(text) from fault


def autosave_name(when: str, title: str) -> str:
    """A file name for a new record: date and title without anything a file system dislikes."""
    safe = "".join(c if c.isalnum() or c in "-_ " else "-" for c in title).strip()[:60]
    return f"{when} {safe}{SUFFIX}".replace(os.sep, "-")


__all__ = ["Entry", "Header", "Record", "RecordError", "Writer", "autosave_name", "encode_event", "read_record"]
