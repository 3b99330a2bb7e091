"""What the list of battles tells of a record: its title, when, who, which turn, how it ended. Little of it is read."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from game.client.battle.played import last_first
from game.client.library import Library
from game.client.words import Words, _, data_words
from game.engine.files.player_files import RECORD, changed, first_line, line_depth, load, long, printable, shown, tail
from game.engine.files.toml_reading import DataError
from game.engine.loader import UnknownRuleset
from game.engine.records.record import SUFFIX

MOST_NAME = 40
"""Letters of a player's name and of a side that a row shows."""
MOST_SIDES = 8
"""Sides that a row shows."""
NEAR_END = 200_000
"""Bytes at the end of a record in which its last line and mostly its last turn are looked for."""
_TURN = re.compile(rb'"field":"own\.(?:turn|round|move)","value":(\d{1,4})\b')


@dataclass(frozen=True)
class Found:
    """A record in the folder: what its first and last lines say, or why it cannot be read.

    Attributes
    ----------
    names
        What the sides are called, by id.
    when
        When it was last changed, seconds since 1970.
    turn
        The turn (or round) it has come to, 0 before the first.
    over, winner
        Whether it has ended, and the id of the side that won; empty for a draw.
    size
        Bytes: the longer a battle, the larger its file.
    """

    path: Path
    title: str
    ruleset: str
    players: dict[str, str]
    when: float
    trouble: str = ""
    names: tuple[tuple[str, str], ...] = ()
    turn: int = 0
    over: bool = False
    winner: str = ""
    size: int = 0


class _Side(msgspec.Struct):
    name: str = ""


class _State(msgspec.Struct):
    sides: dict[str, _Side] = {}


class _Head(msgspec.Struct):
    """As much of a record's header as the list shows."""

    tabula_belli: int
    ruleset: str
    players: dict[str, str] = {}
    title: str = ""
    state: _State = msgspec.field(default_factory=_State)


class _Over(msgspec.Struct):
    winner: str = ""


class _Change(msgspec.Struct):
    type: str = ""
    over: _Over | None = None


class _Event(msgspec.Struct):
    changes: list[_Change] = []


class _Last(msgspec.Struct):
    """As much of a record's last line as the list shows."""

    events: list[_Event] = []


_head = msgspec.json.Decoder(_Head)
_last = msgspec.json.Decoder(_Last)


def records_in(folder: Path) -> list[Found]:
    """The records of a folder and its samples, newest first. Only first and last lines are read."""
    paths: list[Path] = []
    for place in (folder, folder / "samples"):
        try:
            paths += [p for p in place.iterdir() if p.suffix == SUFFIX]
        except OSError:
            continue
    return sorted((found_at(path) for path in paths), key=lambda f: (-f.when, f.path.name))


def found_at(path: Path) -> Found:
    """What a record says of itself; whatever is wrong with it is told in the row."""
    try:
        line = first_line(path, RECORD)
        if fault := line_depth(line, RECORD):
            raise DataError(shown(path), "line 1", fault)
        head = _head.decode(line)
    except DataError as fault:
        return Found(path, shown(path.stem), "", {}, 0.0, data_words(fault))
    except ValueError:  # what cannot be decoded, and text that is none
        why = _("cannot be read: its first line is damaged, or it is not a battle of this program")
        return Found(path, shown(path.stem), "", {}, 0.0, why)
    players = {printable(side, MOST_NAME): printable(kind, MOST_NAME) for side, kind in head.players.items()}
    names = [(side, printable(row.name, MOST_NAME)) for side, row in head.state.sides.items()]
    when = changed(path)
    turn, over, winner = _end(path, when)
    return Found(
        path,
        shown(head.title or path.stem),
        printable(head.ruleset, MOST_NAME),
        dict(list(players.items())[:MOST_SIDES]),
        when,
        names=tuple(names[:MOST_SIDES]),
        turn=turn,
        over=over,
        winner=winner,
        size=long(path),
    )


@lru_cache(maxsize=512)
def _end(path: Path, when: float) -> tuple[int, bool, str]:
    """The turn that a record has come to, whether it is over, and who won; ``when`` tells whether it has changed."""
    try:
        near = tail(path, NEAR_END)
        turns = _TURN.findall(near) or (_TURN.findall(load(path, RECORD)) if len(near) == NEAR_END else [])
    except DataError:
        return 0, False, ""
    turn = int(turns[-1]) if turns else 0
    line = near.rsplit(b"\n", 2)[-2] if near.count(b"\n") >= 2 else b""
    if line_depth(line, RECORD) is not None:
        return turn, False, ""
    try:
        last = _last.decode(line)
    except ValueError:
        return turn, False, ""
    ends = [c.over for e in last.events for c in e.changes if c.type == "over" and c.over is not None]
    return turn, bool(ends), printable(ends[-1].winner, MOST_NAME) if ends else ""


def last_battle(folder: Path) -> Found | None:
    """The record played last that is not over, or None; the newest of those never played here. Samples do not count."""
    sound = {f.path.name: f for f in records_in(folder) if not f.trouble and f.path.parent == folder}
    names = dict.fromkeys([*(n for n in last_first(folder) if n in sound), *sound])
    return next((sound[name] for name in names if not sound[name].over), None)


def names_of(found: Found, library: Library, language: str) -> Callable[[str], str]:
    """What the sides of a record are called, in the language of the window where their system is installed."""
    names = {side: name or _(side.capitalize()) for side, name in found.names}
    try:
        words = Words(language, library.ruleset(found.ruleset))
    except UnknownRuleset:
        words = Words(language)
    return lambda side: words.name(side, names)


def day_told(found: Found) -> str:
    """When it was played last."""
    return datetime.datetime.fromtimestamp(found.when).strftime("%Y-%m-%d %H:%M")


def turn_told(found: Found) -> str:
    """How far it has come, and when."""
    turn = _("turn {n}").format(n=found.turn) if found.turn else _("no turn yet")
    return "  ·  ".join((turn, day_told(found)))


def answers_in(found: Found) -> int:
    """How many answers were given in a battle: a line for each, beside the first two."""
    try:
        return max(0, load(found.path, RECORD).count(b"\n") - 2)
    except DataError:
        return 0


def told(found: Found, name: Callable[[str], str]) -> str:
    """Date, turn and result of a record, in the language of the window; ``name`` tells what a side is called."""
    day = day_told(found)
    turn = _("turn {n}").format(n=found.turn) if found.turn else "" if found.over else _("no turn yet")
    if not found.over:
        result = _("in progress")
    elif found.winner:
        result = _("{side} won").format(side=name(found.winner))
    else:
        result = _("a draw")
    return "  ·  ".join(part for part in (found.ruleset, day, turn, result) if part)


def sides(found: Found, name: Callable[[str], str], player: Callable[[str], str]) -> str:
    """Who led whom: each side with its player, by what the two are called."""
    rows = {**dict.fromkeys(dict(found.names), ""), **found.players}
    return ", ".join(f"{name(side)} – {player(kind)}" if kind else name(side) for side, kind in rows.items())
