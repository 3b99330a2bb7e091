"""What a record is made of: its header, its lines with their checksums, and the whole of it once it is read."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine import event as ev
from game.engine.apply import apply_all
from game.engine.dice import SeededDice
from game.engine.files.os_faults import FileFault
from game.engine.files.toml_reading import plain, printable
from game.engine.records.thaw import Thawer
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Line, Session
from game.engine.state import State, state_hash, state_hash_without_parts
from game.engine.text import T, Text

FORMAT = 3
"""Format of the records that are written: 2 knows seals of hidden answers and branches with dice of their own; since 3
what a system keeps of a unit may lie in parts."""
KNOWN_FORMATS = (1, 2, FORMAT)
PARTS_SINCE = 3
SUFFIX = ".tabula"
MOST_TABLE = 100_000.0
"""Sides of the largest table that a record may claim, mm."""


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


class Unsound(FileFault, ValueError):
    """A line that is not as it was written, and why."""


def why_unsound(fault: Exception) -> Text:
    """What is wrong with a line, to be translated."""
    return fault.text if isinstance(fault, Unsound) else T("it cannot be understood ({why})", why=printable(str(fault)))


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


def hash_in(header: Header, state: State) -> str:
    """The hash of a state as a record with this header claims it."""
    return state_hash(state) if header.tabula_belli >= PARTS_SINCE else state_hash_without_parts(state)


encode = msgspec.json.Encoder().encode
encode_event = encode
decode_header = msgspec.json.Decoder(Header).decode
decode_entry = msgspec.json.Decoder(Entry).decode
TAIL = b',"hash":"'


def seal(previous: str, payload: bytes) -> tuple[bytes, str]:
    """A line with its hash, and the hash."""
    digest = hashlib.blake2b(previous.encode() + payload, digest_size=16).hexdigest()
    return payload[:-1] + TAIL + digest.encode() + b'"}\n', digest


def unseal(previous: str, line: bytes) -> tuple[bytes, str]:
    """The payload of a line and its hash. Raises ValueError where they do not belong together."""
    at = line.rfind(TAIL)
    if at < 0:
        raise Unsound(T("it has no checksum"))
    payload = line[:at] + b"}"
    again, got = seal(previous, payload)
    if again != line:
        raise Unsound(T("its checksum does not match"))
    return payload, got


@dataclass
class Record:
    """A record read from a file.

    Attributes
    ----------
    problems
        What was wrong and has been left out: a torn last line, damage further up. Empty for a sound file.
    good_bytes, size
        Length of the sound part, and of the whole file, in bytes.
    damaged
        Set where more than a torn last line is wrong: the file is then never written to.
    marks
        Where the header and each line end, in bytes, and the hash there.
    """

    path: Path
    header: Header
    entries: list[Entry]
    problems: list[Text]
    good_bytes: int
    last_hash: str
    damaged: bool = False
    size: int = 0
    marks: list[tuple[int, str]] = field(default_factory=list)

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
        if not (0.0 < state.table.width <= MOST_TABLE and 0.0 < state.table.depth <= MOST_TABLE):
            why = T("its table is not between 0 and {most} m wide and deep", most=round(MOST_TABLE / 1000))
            raise unopened(self.path, 1, why)
        try:
            return Thawer(ruleset.owns if ruleset is not None else {}).state(state)
        except msgspec.ValidationError as fault:
            raise unopened(self.path, 1, why_unsound(fault)) from fault

    def states(self, ruleset: Ruleset | None = None) -> Iterator[tuple[Entry, State]]:
        """Each line with the state after it; own parts are typed where the ruleset is given."""
        for entry, line in zip(self.entries, self.lines(ruleset), strict=True):
            yield entry, line.state

    def lines(self, ruleset: Ruleset | None = None) -> Iterator[Line]:
        """Each line as a session holds it; own parts are typed where the ruleset is given.

        Raises
        ------
        RecordError
            At a line that cannot be followed, though its checksum is right.
        """
        thawer = Thawer(ruleset.owns if ruleset is not None else {})
        state = self.origin(ruleset)
        states: list[State] = []
        for n, entry in enumerate(self.entries):
            try:
                events = tuple(thawer.event(e) for e in entry.events)
                state = states[_back_to(entry.command, n)] if _goes_back(entry) else apply_all(state, events)
            except Exception as fault:  # what a foreign hand has written may go wrong anywhere
                raise self._broken(n, why_unsound(fault)) from fault
            states.append(state)
            yield Line(entry.command, events, state)

    def session(self, ruleset: Ruleset) -> Session:
        """The battle, ready to be gone on with, up to the last line that leads to the state it claims.

        What follows that line is left out, and told in ``problems``.

        Raises
        ------
        RecordError
            Where not even the first line does.
        """
        session = Session(ruleset, self.setup, SeededDice())
        session.origin = self.origin(ruleset)
        broken: Text | None = None
        try:
            for entry, line in zip(self.entries, self.lines(ruleset), strict=True):
                if hash_in(self.header, line.state) != entry.after:
                    raise self._broken(len(session.lines), T("it does not lead to the state that it states"))
                session.lines.append(line)
        except RecordError as fault:
            broken = fault.text
        if broken is not None:
            if not session.lines:
                raise RecordError(broken)
            self._cut(len(session.lines), broken)
        return session

    def _broken(self, n: int, why: Text) -> RecordError:
        """What is told of the n-th line, from 0, where it is wrong."""
        if not n:
            return unopened(self.path, 2, why)
        return RecordError(problem(self.path, n + 2, False, why))

    def _cut(self, lines: int, why: Text) -> None:
        """Leave out all lines but the first ones."""
        del self.entries[lines:], self.marks[lines + 1 :]
        self.good_bytes, self.last_hash = self.marks[-1]
        self.damaged = True
        self.problems.append(why)


def problem(path: Path, line: int, torn: bool, why: Text) -> Text:
    """What is told of a line that is left out with all that follows it."""
    if torn:
        return T(
            "{file}, line {line}: {why}. The last answer was not written whole and is left out.",
            file=printable(path.name),
            line=line,
            why=why,
        )
    return T(
        "{file}, line {line}: {why}. The battle is intact up to line {last} and can be continued from there.",
        file=printable(path.name),
        line=line,
        why=why,
        last=line - 1,
    )


def changed(path: Path) -> Text:
    """What is told where a file is no longer the one that was read."""
    return T("{file} has changed since it was read; open it again", file=printable(path.name))


def unopened(path: Path, line: int, why: Text) -> RecordError:
    """What is told where nothing of a battle can be saved."""
    return RecordError(
        T("{file}, line {line}: {why}; the battle cannot be opened", file=printable(path.name), line=line, why=why)
    )


def _goes_back(entry: Entry) -> bool:
    return isinstance(entry.command, cmd.Undo)


def _back_to(command: cmd.Command | None, lines: int) -> int:
    assert isinstance(command, cmd.Undo)
    if not 0 <= command.to < lines:
        raise Unsound(T("it undoes to a line that does not exist"))
    return command.to
