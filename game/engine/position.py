"""Positions: any situation as a small hand-written file, with scripted dice, commands, and what must come out.

A position is to this program what FEN is to chess: bug reports, puzzles, tutorials and rule tests are positions.
docs/position.md describes the format. Lengths in the file are in the ruleset's unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.engine import command as cmd
from game.engine import player_files
from game.engine.decide import begin, decide
from game.engine.decision import Answer, Decision, Reply
from game.engine.dice import ScriptedDice, ScriptError
from game.engine.event import Event
from game.engine.flow import question_of
from game.engine.player_files import toml_file
from game.engine.ruleset import Problem, Ruleset, Setup, SideSetup
from game.engine.state import Frame, Luck, State
from game.engine.tables import DataError, convert
from game.engine.text import T

FORMAT = 1


class PositionError(Exception):
    """A position that cannot be read or played: a sentence with file and key."""


class EntryDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where play begins: the name of an entry of the ruleset and its arguments."""

    name: str
    args: dict[str, Any] = {}


class SetupDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set-up to be checked, and to be begun where nothing is wrong with it."""

    scenario: str
    sides: dict[str, SideSetup]
    options: dict[str, Any] = {}


class ProblemDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be found wrong with a set-up: the key's path and the clause."""

    where: str
    clause: str = ""


class CommandDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer: exactly one of ``exit``, ``answer`` and ``default``.

    ``question`` is checked against what is asked; ``refused`` names the clause for which the answer must be refused
    ("" for a refusal without clause).
    """

    question: str = ""
    side: str = ""
    exit: str = ""
    answer: dict[str, Any] | None = None
    default: bool = False
    refused: str | None = None


class EventDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event that must occur, in this order among those expected; what is not named is not compared."""

    type: str
    about: tuple[str, ...] | None = None
    data: dict[str, Any] = {}
    faces: tuple[int, ...] | None = None
    clauses: tuple[str, ...] = ()


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must come out.

    ``problems`` are all that is wrong with the set-up, in any order. ``things`` gives per id the values of fields:
    ``alive`` is the number of bases on the table of a unit, ``pose`` is [x, y, facing] of a base in the ruleset's
    unit (to 0.01), anything else a path such as ``own.hits``.
    """

    waiting: str | None = None
    winner: str | None = None
    problems: tuple[ProblemDoc, ...] = ()
    things: dict[str, dict[str, Any]] = {}
    events: tuple[EventDoc, ...] = ()
    never: tuple[str, ...] = ()


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position as read; ``document`` is the part that the ruleset understands.

    It begins at its ``entry`` or with its ``setup``. ``title`` is English, ``title_pl`` the same in Polish.
    """

    title: str
    ruleset: str
    document: dict[str, Any]
    entry: EntryDoc | None = None
    setup: SetupDoc | None = None
    title_pl: str = ""
    about: str = ""
    clauses: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    command: tuple[CommandDoc, ...] = ()
    expect: Expect = Expect()


_OWN_KEYS = ("title", "title_pl", "ruleset", "entry", "setup", "about", "clauses", "dice", "command", "expect")


def read_position(path: Path) -> Position:
    """Read a position file. Raises PositionError with file and key."""
    try:
        plain = toml_file(path, player_files.POSITION)
    except DataError as fault:
        raise PositionError(str(fault)) from fault
    version = plain.pop("position", None)
    if version != FORMAT:
        raise PositionError(f"{path.name}, key position: it must be {FORMAT} (a position file of this program)")
    own = {k: plain.pop(k) for k in _OWN_KEYS if k in plain}
    try:
        found = convert({**own, "document": plain}, Position, player_files.shown(path))
    except DataError as fault:
        raise PositionError(str(fault)) from fault
    if (found.entry is None) == (found.setup is None):
        raise PositionError(f"{path.name}, key entry: a position begins either at an entry or with a set-up")
    return found


@dataclass
class Resolution:
    """What a position came to.

    Attributes
    ----------
    refusals
        The refusals met, by number of the command.
    failures
        Where it did not come out as expected, sentence by sentence.
    problems
        What is wrong with its set-up.
    """

    start: State
    state: State
    events: list[Event] = field(default_factory=list)
    refusals: dict[int, cmd.Refusal] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    problems: tuple[Problem, ...] = ()


def to_mm(ruleset: Ruleset, value: Any, key: str = "") -> Any:
    """An answer written in the ruleset's unit in mm: points, poses and distances, by their keys."""
    k = ruleset.meta.measures.mm_per_unit
    if isinstance(value, Mapping):
        if key == "poses":
            return {b: [p[0] * k, p[1] * k, *p[2:]] for b, p in value.items()}
        return {x: to_mm(ruleset, v, x) for x, v in value.items()}
    if key == "points":
        return [[x * k, y * k] for x, y in value]
    if key == "to" and isinstance(value, list):
        return [x * k for x in value]
    if key == "distance":
        return value * k
    if isinstance(value, list):
        return [to_mm(ruleset, v) for v in value]
    return value


def resolve(position: Position, ruleset: Ruleset) -> Resolution:
    """Play a position: its entry, its commands, its dice; then compare with what it expects.

    Raises
    ------
    PositionError
        Where the document cannot be built, an answer cannot be read, or the dice do not fit.
    """
    state, frame, problems = start_of(position, ruleset)
    dice = ScriptedDice(position.dice)
    state = msgspec.structs.replace(state, luck=Luck("scripted"))
    out = Resolution(state, state, problems=problems)
    if frame is None:
        _compare(position.expect, ruleset, out)
        return out
    try:
        first, out.state = begin(ruleset, state, frame, dice)
        out.events.extend(first)
        for n, doc in enumerate(position.command):
            _command(out, ruleset, dice, n, doc)
    except ScriptError as fault:
        raise PositionError(f"key dice: {fault}") from fault
    luck = out.state.luck
    left = dice.left(luck) if luck is not None else ()
    if left:
        out.failures.append(f"dice left over that nobody asked for: {list(left)}")
    _compare(position.expect, ruleset, out)
    return out


def start_of(position: Position, ruleset: Ruleset) -> tuple[State, Frame | None, tuple[Problem, ...]]:
    """The state and the frame that a position begins with; no frame where its set-up has problems."""
    try:
        if position.setup is not None:
            doc = position.setup
            setup = Setup(position.ruleset, doc.scenario, doc.sides, doc.options)
            problems = tuple(ruleset.check_setup(setup))
            if any(p.fatal for p in problems):
                return ruleset.position(position.document), None, problems
            return *ruleset.begin(setup), problems
        assert position.entry is not None
        if position.entry.name not in ruleset.entries:
            known = ", ".join(sorted(ruleset.entries))
            raise PositionError(f"key entry.name: there is no entry {position.entry.name!r}; there are: {known}")
        state = ruleset.position(position.document)
        return state, ruleset.entries[position.entry.name](state, position.entry.args), ()
    except (ValueError, KeyError) as fault:
        raise PositionError(str(fault)) from fault
    except player_files.SENSELESS as fault:  # a value of another kind than any that could stand there
        raise PositionError(f"the situation makes no sense ({type(fault).__name__}: {fault})") from fault


def reply_of(ruleset: Ruleset, state: State, n: int, doc: CommandDoc) -> tuple[Decision, Reply]:
    """The decision that the n-th command (from 0) answers, and the reply it gives. Raises PositionError."""
    where = f"command {n + 1}"
    pending = state.pending
    waiting = [d for d in (pending.waiting if pending else ()) if doc.side in ("", d.side)]
    if not waiting:
        raise PositionError(f"{where}: nothing is asked" + (f" of {doc.side}" if doc.side else ""))
    decision = waiting[0]
    if doc.question and doc.question != decision.question:
        raise PositionError(f"{where}: the question is {decision.question!r}, not {doc.question!r}")
    if doc.default:
        return decision, question_of(ruleset, decision.question).asked(state, decision).default
    if doc.answer is None:
        return decision, Reply(exit=doc.exit)
    plain = {"type": decision.kind, **to_mm(ruleset, doc.answer)}
    try:
        return decision, Reply(msgspec.convert(plain, Answer, strict=False))
    except msgspec.ValidationError as fault:
        raise PositionError(f"{where}, key answer: {fault}") from fault


def _command(out: Resolution, ruleset: Ruleset, dice: ScriptedDice, n: int, doc: CommandDoc) -> None:
    where = f"command {n + 1}"
    decision, reply = reply_of(ruleset, out.state, n, doc)
    got = decide(ruleset, out.state, cmd.Answering(decision.id, decision.side, reply), dice)
    if isinstance(got, cmd.Refusal):
        out.refusals[n] = got
        if doc.refused is None:
            out.failures.append(f"{where} was refused: {got.text.key} {got.text.args} ({got.clause})")
        elif doc.refused and doc.refused != got.clause:
            out.failures.append(f"{where} was refused by {got.clause}, not by {doc.refused}")
        return
    if doc.refused is not None:
        out.failures.append(f"{where} was accepted, but should be refused by {doc.refused or 'the rules'}")
    out.events.extend(got.events)
    out.state = got.state


def _compare(expect: Expect, ruleset: Ruleset, out: Resolution) -> None:
    got, want = ({(p.where, p.clause) for p in told} for told in (out.problems, expect.problems))
    for where, clause in sorted(got - want):
        out.failures.append(f"the set-up is wrong at {where} ({clause or 'no clause'}), which is not expected")
    for where, clause in sorted(want - got):
        out.failures.append(f"the set-up is not wrong at {where} ({clause or 'no clause'})")
    pending = out.state.pending
    waiting = pending.waiting[0].question if pending else ""
    if expect.waiting is not None and waiting != expect.waiting:
        out.failures.append(f"the game waits for {waiting or 'nothing'!r}, not for {expect.waiting!r}")
    if expect.winner is not None:
        winner = out.state.over.winner if out.state.over else None
        if winner != expect.winner:
            out.failures.append(f"the winner is {winner!r}, not {expect.winner!r}")
    for thing, fields in expect.things.items():
        for path, want in fields.items():
            try:
                got = _value(out.state, ruleset, thing, path)
            except (KeyError, AttributeError):
                out.failures.append(f"{thing} has no {path}")
                continue
            if not _same(got, want):
                out.failures.append(f"{thing}: {path} is {got}, not {want}")
    at = 0
    for doc in expect.events:
        found = next((i for i in range(at, len(out.events)) if _fits(out.events[i], doc)), None)
        if found is None:
            out.failures.append(f"there is no event {doc.type!r} with {msgspec.to_builtins(doc)} (in this order)")
            continue
        at = found + 1
    for kind in expect.never:
        if any(e.type == kind for e in out.events):
            out.failures.append(f"there was an event {kind!r}")


def _value(state: State, ruleset: Ruleset, thing: str, path: str) -> Any:
    k = ruleset.meta.measures.mm_per_unit
    if path == "alive":
        return len(state.bases_of(thing))
    if path == "pose":
        pose = state.bases[thing].pose
        return None if pose is None else [pose.x / k, pose.y / k, pose.facing]
    found: Any = None
    for table in (state.units, state.bases, state.sides, state.markers, state.ties):
        if thing in table:
            found = table[thing]
            break
    else:
        if thing == "state":
            found = state
        else:
            raise KeyError(thing)
    for part in path.split("."):
        found = found[part] if isinstance(found, Mapping) else getattr(found, part)
    return found


def _same(got: Any, want: Any) -> bool:
    if isinstance(want, list) and isinstance(got, list | tuple):
        return len(got) == len(want) and all(_same(g, w) for g, w in zip(got, want, strict=True))
    if isinstance(want, int | float) and not isinstance(want, bool) and isinstance(got, int | float):
        return abs(got - want) <= 0.01
    return bool(got == want)


def _fits(event: Event, doc: EventDoc) -> bool:
    if event.type != doc.type:
        return False
    if doc.about is not None and not set(doc.about) <= set(event.about):
        return False
    if doc.faces is not None:
        faces = tuple(f for row in event.rolled.faces for f in row) if event.rolled else ()
        if faces != doc.faces:
            return False
    if not set(doc.clauses) <= set(event.clauses):
        return False
    return all(k in event.data and _same(event.data[k], v) for k, v in doc.data.items())


def refusal_text(refusal: cmd.Refusal) -> Any:
    """A refusal as a sentence with its clause."""
    return T("{why} ({clause})", why=refusal.text, clause=refusal.clause) if refusal.clause else refusal.text
