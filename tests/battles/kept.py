"""Recorded battles: set-up and commands, and a hash of all that each of them brought about.

A kept battle is a JSON document packed with xz. It holds no events: they come about again when the commands are played,
and the hashes tell whether they are the same, line by line. So one battle takes a few thousand bytes, and any change of
a rule, of the geometry, of the dice's order or of a sentence's numbers that shows in it is found, with the line. The
words of sentences are left out: a text can be corrected without fighting a battle again.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.records.record import encode_event
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import Line, Session

FOLDER = Path(__file__).parent
SUFFIX = ".json.xz"
SHORT = 8
"""Hexadecimal digits kept of each line's hash; that of the last line is kept whole."""
WORDS = re.compile(rb'"(?:key|many)":"(?:[^"\\]|\\.)*"')
"""The pattern of a sentence and its plural, as they are encoded (:class:`game.engine.text.Text`)."""
STATE = msgspec.json.Encoder(order="sorted")


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that is kept.

    Attributes
    ----------
    version
        Of the ruleset with which it was played.
    players
        The bot that played each side.
    commands
        All answers, without the bots' reasons.
    told
        The types of the events of each line, for a line that comes out otherwise to say how.
    lines
        The first digits of the rolling hash after each line, the one that begins the battle among them.
    hash
        The whole of the last.
    winner
        The side that won, "" for none.
    """

    version: str
    setup: Setup
    players: dict[str, str]
    commands: list[cmd.Command]
    told: list[str]
    lines: str
    hash: str
    winner: str


class Otherwise(AssertionError):
    """A kept battle does not come out as it did."""


def wordless(encoded: bytes) -> bytes:
    """JSON without the patterns of its sentences; what fills them stays."""
    return WORDS.sub(b"", encoded)


def rolled(before: str, line: Line) -> str:
    """The rolling hash after a line: over its events and the whole state after it, without the words of sentences."""
    made = wordless(encode_event(line.events)) + b"\n" + wordless(STATE.encode(line.state))
    return hashlib.blake2b(before.encode() + made, digest_size=16).hexdigest()


def told(line: Line) -> str:
    """The types of a line's events."""
    return " ".join(event.type for event in line.events)


def keep(session: Session, players: dict[str, str]) -> Kept:
    """A battle as it is kept."""
    assert session.setup is not None
    assert session.state.over is not None
    digest, lines = "", ""
    for line in session.lines:
        digest = rolled(digest, line)
        lines += digest[:SHORT]
    commands = [line.command for line in session.lines[1:] if line.command is not None]
    plain = [replace(c, why=None) if isinstance(c, cmd.Answering) else c for c in commands]
    return Kept(
        session.ruleset.meta.version,
        session.setup,
        players,
        plain,
        [told(line) for line in session.lines],
        lines,
        digest,
        session.state.over.winner,
    )


def replay(kept: Kept, ruleset: Ruleset) -> Session:
    """Play a kept battle again. Raises Otherwise at the first line that is not what it was."""
    session = Session.start(ruleset, kept.setup)
    digest = ""
    for n in range(len(kept.commands) + 1):
        if n:
            command = kept.commands[n - 1]
            got = session.submit(command)
            if isinstance(got, cmd.Refusal):
                raise Otherwise(f"line {n}: {_asked(session, command)} is refused now: {got.text.key} {got.clause}")
        line = session.lines[-1]
        digest = rolled(digest, line)
        if not kept.lines.startswith(digest[:SHORT], n * SHORT):
            before = session.lines[-2].command if n > 1 else None
            raise Otherwise(
                f"line {n}, after {before}: {line.command} brought about {kept.told[n]!r} and brings about "
                f"{told(line)!r} now" + (", the same events with other contents" if told(line) == kept.told[n] else "")
            )
    if digest != kept.hash or len(kept.lines) != SHORT * len(session.lines):
        raise Otherwise("the last line is another one")
    over = session.state.over
    if over is None or over.winner != kept.winner:
        raise Otherwise(f"{kept.winner!r} won, and now it is {over}")
    return session


def _asked(session: Session, command: cmd.Command) -> str:
    asked = [d.question for d in session.waiting]
    return f"{command} (asked is {asked})"


def write(path: Path, kept: Kept) -> None:
    """Write a battle that is to be kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(msgspec.json.encode(kept), preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> Kept:
    """Read a kept battle."""
    return msgspec.json.decode(lzma.decompress(path.read_bytes()), type=Kept)


def battles(ruleset_id: str) -> list[Path]:
    """The kept battles of a system."""
    return sorted((FOLDER / ruleset_id).glob(f"*{SUFFIX}"))
