"""Positions: any situation as a small hand-written file, with scripted dice, commands, and what must come out.

A position is to this program what FEN is to chess: bug reports, puzzles, tutorials and rule tests are positions.
docs/position.md describes the format. Lengths in the file are in the ruleset's unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.engine import command as cmd
from game.engine.decide import begin, decide
from game.engine.decision import Answer, Decision, Reply
from game.engine.dice import DiceSource, ScriptedDice, ScriptError
from game.engine.entries import EntryError, strange_word
from game.engine.event import Event
from game.engine.fields import strange_keys
from game.engine.files import player_files
from game.engine.files.player_files import toml_file
from game.engine.files.toml_reading import DataError, convert, near_word
from game.engine.lookup import question_of
from game.engine.positions.expect import differences
from game.engine.positions.impossible import check_possible
from game.engine.positions.moment import restored
from game.engine.positions.puzzle import check_puzzle, dice_of
from game.engine.positions.types import (
    OWN_KEYS,
    CommandDoc,
    DistanceDoc,
    EntryDoc,
    EventDoc,
    Expect,
    MomentDoc,
    Position,
    PositionError,
    ProblemDoc,
    PuzzleDoc,
    SetupDoc,
)
from game.engine.positions.units import Written, plain_numbers, to_mm
from game.engine.positions.words import check_words, strange_in_answer
from game.engine.ruleset import Problem, Ruleset, Setup
from game.engine.state import Frame, State, view
from game.engine.text import T, Text

__all__ = [
    "Answered",
    "CommandDoc",
    "DistanceDoc",
    "EntryDoc",
    "EventDoc",
    "Expect",
    "MomentDoc",
    "Position",
    "PositionError",
    "ProblemDoc",
    "PuzzleDoc",
    "Resolution",
    "SetupDoc",
    "read_position",
    "refusal_text",
    "reply_of",
    "resolve",
    "start_of",
]

FORMAT = 1


MOST_NUMBER = 100_000
"""The largest whole number of a position: no count, no hit and no loss of a battle comes near it."""


def read_position(path: Path) -> Position:
    """Read a position file. Raises PositionError with file and key."""
    try:
        plain = toml_file(path, player_files.POSITION, parse_float=Written)
    except DataError as fault:
        raise PositionError(_fault_text(fault)) from fault
    version = plain.pop("position", None)
    if version != FORMAT:
        text = T(
            "{file}, key position: it must be {format} (a position file of this program)", file=path.name, format=FORMAT
        )
        raise PositionError(text)
    for where, number in _numbers(plain, ""):
        if abs(number) > MOST_NUMBER:
            text = T("{file}, key {key}: numbers go up to {most}", file=path.name, key=where, most=MOST_NUMBER)
            raise PositionError(text)
    plain.pop("title_pl", None)  # files of older versions hold their title in Polish too
    own = {k: v if k == "command" else plain_numbers(v) for k in OWN_KEYS if (v := plain.pop(k, None)) is not None}
    own["document"] = plain_numbers(plain)
    for where, wrong, known in strange_keys(Position, own):
        known = [k for k in known if k != "document"]
        raise PositionError(strange_word(f"{path.name}, {where}", T("key here"), wrong, known))
    try:
        found = convert(own, Position, player_files.shown(path))
    except DataError as fault:
        raise PositionError(_fault_text(fault)) from fault
    if sum(one is not None for one in (found.entry, found.setup, found.moment)) != 1:
        text = T(
            "{file}, key entry: a position begins either at an entry or with a set-up, or at a moment", file=path.name
        )
        raise PositionError(text)
    try:
        check_puzzle(found)
    except PositionError as fault:
        raise PositionError(T("{file}, {why}", file=path.name, why=fault.text)) from fault
    return found


def _numbers(part: Any, where: str) -> Iterator[tuple[str, int]]:
    """All whole numbers of a document, with their keys."""
    if isinstance(part, int):
        yield where, part
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from _numbers(value, f"{where}.{key}" if where else str(key))
    elif isinstance(part, list):
        for n, value in enumerate(part, 1):
            yield from _numbers(value, f"{where}[{n}]")


def _fault_text(fault: DataError) -> Text:
    """What is wrong with data, with file and key."""
    where = f"{fault.file}, {fault.key}" if fault.key else fault.file
    return T("{file}: {why}", file=where, why=fault.message)


@dataclass(frozen=True)
class Answered:
    """A command of a position as it was played: its number from 1, what was asked, the reply, and its refusal."""

    n: int
    decision: Decision
    reply: Reply
    doc: CommandDoc
    before: State
    refusal: cmd.Refusal | None = None


@dataclass
class Resolution:
    """What a position came to.

    Attributes
    ----------
    told
        What happened, in order: events and the commands between them.
    refusals
        The refusals met, by number of the command.
    failures
        Where it did not come out as expected, sentence by sentence.
    stopped
        The command at which it could not go on, from 1; 0 for its beginning, None where it was played to its end. What
        it expects is then not looked at.
    problems
        What is wrong with its set-up.
    """

    start: State
    state: State
    told: list[Event | Answered] = field(default_factory=list)
    refusals: dict[int, cmd.Refusal] = field(default_factory=dict)
    failures: list[Text] = field(default_factory=list)
    stopped: int | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def events(self) -> list[Event]:
        """The events, in order."""
        return [one for one in self.told if isinstance(one, Event)]


class _StopError(Exception):
    """A position cannot go on: why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.key)


def resolve(position: Position, ruleset: Ruleset) -> Resolution:
    """Play a position: its entry, its commands, its dice; then compare with what it expects.

    Whatever the rules do not take (an answer refused that should not be, dice that do not fit, a question that is not
    asked) stops it there.

    Raises
    ------
    PositionError
        Where the document cannot be built or a word of it is none.
    """
    state, frame, problems = start_of(position, ruleset)
    dice, luck = dice_of(position)
    state = msgspec.structs.replace(state, luck=luck)
    out = Resolution(state, state, problems=problems)
    n = 0
    try:
        if frame is not None:
            first, out.state = begin(ruleset, state, frame, dice)
            out.told.extend(first)
        for n, doc in enumerate(position.command if frame is not None or position.moment is not None else (), 1):
            _command(out, ruleset, dice, n, doc)
    except ScriptError as fault:
        if fault.run is not None:
            out.told.extend(fault.run.events)
            out.state = fault.run.state
        out.stopped = n
        out.failures.append(T("key dice: {why}", why=fault.text))
        return out
    except _StopError as fault:
        out.stopped = n
        out.failures.append(T("command {n}: {why}", n=n, why=fault.text))
        return out
    used = out.state.luck
    left = dice.left(used) if used is not None and isinstance(dice, ScriptedDice) else ()
    if left:
        out.failures.append(T("unused dice: {dice}", dice=list(left)))
    out.failures.extend(differences(position.expect, ruleset, out.state, out.events, out.problems))
    return out


def start_of(position: Position, ruleset: Ruleset) -> tuple[State, Frame | None, tuple[Problem, ...]]:
    """The state and the frame that a position begins with.

    There is no frame where its set-up has problems, and where it begins in the middle, with what the state waits for.
    """
    try:
        if position.setup is not None:
            doc = position.setup
            setup = Setup(position.ruleset, doc.scenario, doc.sides, doc.options)
            problems = tuple(ruleset.check_setup(setup))
            if any(p.fatal for p in problems):
                state, frame = ruleset.position(position.document), None
            else:
                state, frame = ruleset.begin(setup)
            check_words(position, ruleset, state)
            return state, frame, problems
        state = ruleset.position(position.document)
        if position.moment is not None:
            state = restored(state, position.moment, ruleset)
        else:
            check_possible(state, ruleset)
        check_words(position, ruleset, state)
        return state, _entry(position, ruleset, state), ()
    except EntryError as fault:
        raise PositionError(fault.text) from fault
    except DataError as fault:
        near = near_word(fault.key, [k for k in OWN_KEYS if k != fault.key])
        if fault.key in position.document and near:
            raise PositionError(strange_word("position", T("key here"), fault.key, [near])) from fault
        raise PositionError(_fault_text(fault)) from fault
    except (ValueError, KeyError) as fault:
        raise PositionError(T("{why}", why=player_files.printable(str(fault)))) from fault
    except player_files.SENSELESS as fault:  # a value of another kind than any that could stand there
        why = player_files.printable(f"{type(fault).__name__}: {fault}")
        raise PositionError(T("this situation is impossible ({why})", why=why)) from fault


def _entry(position: Position, ruleset: Ruleset, state: State) -> Frame | None:
    if position.entry is None:
        return None
    name = position.entry.name
    if name not in ruleset.entries:
        raise PositionError(strange_word("entry.name", T("entry"), name, sorted(ruleset.entries)))
    return ruleset.entries[name](state, position.entry.args)


def asked_of(state: State, doc: CommandDoc) -> Decision | Text:
    """The decision that a command answers, or why there is none."""
    pending = state.pending
    everybody = pending.waiting if pending else ()
    waiting = [d for d in everybody if doc.side in ("", d.side)]
    if not waiting:
        if everybody:
            others = ", ".join(d.side for d in everybody)
            return T("the question is for {others}, not for {side}", side=doc.side, others=others)
        return T("no question is open any more")
    if doc.question and doc.question != waiting[0].question:
        return T("the question is “{got}”, not “{want}”", got=waiting[0].question, want=doc.question)
    return waiting[0]


def reply_of(ruleset: Ruleset, state: State, n: int, doc: CommandDoc) -> tuple[Decision, Reply]:
    """The decision that the n-th command (from 0) answers, and the reply it gives. Raises PositionError."""
    try:
        return _reply_of(ruleset, state, doc)
    except _StopError as fault:
        raise PositionError(T("command {n}: {why}", n=n + 1, why=fault.text)) from fault


def _reply_of(ruleset: Ruleset, state: State, doc: CommandDoc) -> tuple[Decision, Reply]:
    decision = asked_of(state, doc)
    if isinstance(decision, Text):
        raise _StopError(decision)
    if doc.default:
        return decision, question_of(ruleset, decision.question).asked(state, decision).default
    if doc.answer is None:
        return decision, Reply(exit=doc.exit)
    plain = {"type": decision.kind, **to_mm(ruleset, doc.answer)}
    for where, wrong, known in strange_keys(Answer, plain):
        raise _StopError(strange_word(f"answer.{where}" if where else "answer", T("key here"), wrong, known))
    try:
        return decision, Reply(msgspec.convert(plain, Answer, strict=False))
    except msgspec.ValidationError:
        pass
    kind = next(k for k in Answer.__args__ if k.__struct_config__.tag == decision.kind)
    try:
        convert(plain, kind, "answer")
    except DataError as fault:
        raise _StopError(_fault_text(fault)) from fault
    raise _StopError(T("this answer does not fit such a question"))


def _command(out: Resolution, ruleset: Ruleset, dice: DiceSource, n: int, doc: CommandDoc) -> None:
    before = out.state
    decision, reply = _reply_of(ruleset, before, doc)
    asked = question_of(ruleset, decision.question).asked(view(before, decision.side), decision)
    strange = strange_in_answer(doc, asked, reply, before)
    if strange is not None and doc.refused is None:
        raise _StopError(strange)
    try:
        got = decide(ruleset, before, cmd.Answering(decision.id, decision.side, reply), dice)
    except ScriptError:
        out.told.append(Answered(n, decision, reply, doc, before))
        raise
    refusal = got if isinstance(got, cmd.Refusal) else None
    out.told.append(Answered(n, decision, reply, doc, before, refusal))
    if not isinstance(got, cmd.Refusal):
        if doc.refused is not None:
            raise _StopError(_not_refused(doc.refused))
        out.told.extend(got.events)
        out.state = got.state
        return
    out.refusals[n - 1] = got
    if doc.refused is None:
        raise _StopError(T("it was refused: {why}", why=refusal_text(got)))
    if strange is not None and doc.refused != got.clause:
        raise _StopError(strange)
    if doc.refused and doc.refused != got.clause:
        text = T("it was refused by {got}, not by {want}: {why}", got=got.clause or "-", want=doc.refused, why=got.text)
        raise _StopError(text)


def _not_refused(clause: str) -> Text:
    if clause:
        return T("it was accepted, but should be refused by {clause}", clause=clause)
    return T("it was accepted, but should be refused")


def refusal_text(refusal: cmd.Refusal) -> Any:
    """A refusal as a sentence with its clause."""
    return T("{why} ({clause})", why=refusal.text, clause=refusal.clause) if refusal.clause else refusal.text
