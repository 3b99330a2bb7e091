"""Whether every word of a position is one: events and their data, questions, sides, clauses, words of answers."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from game.engine import decision as dec
from game.engine.entries import strange_word
from game.engine.positions.events_told import Told, events_of
from game.engine.positions.types import CommandDoc, EventDoc, Expect, Position, PositionError
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.text import T, Text

_PROGRAM = (Path(__file__).parents[1], Path(__file__).parents[2] / "kit")
"""Where events are told that are no system's own; the kit is read here, not imported."""


def events_told(ruleset: Ruleset) -> dict[str, Told]:
    """The events that a battle of a system can tell, those of engine and kit among them."""
    found: dict[str, Told] = {}
    for type_, told in (row for folder in (*_PROGRAM, ruleset.meta.folder) for row in events_of(folder).items()):
        other = found.get(type_)
        if other is not None:
            more, said = told.more or other.more, told.sentences or other.sentences
            told = Told(type_, told.families | other.families, told.keys | other.keys, more, said)
        found[type_] = told
    return found


@cache
def clauses_of(folder: Path) -> frozenset[str]:
    """The ids of a ruleset's clauses; empty where it has none beside it."""
    files = sorted((folder / "clauses").glob("*.toml")) or [folder / "clauses.toml"]
    try:
        found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    except OSError:
        return frozenset()
    return frozenset(str(row["id"]) for file in found for row in file.get("clause", ()))


def check_words(position: Position, ruleset: Ruleset, state: State) -> None:
    """Refuse words of a position that are none: answers apart, which are looked at when they are asked for.

    Raises
    ------
    PositionError
        For the first of them, with what was probably meant.
    """
    clauses = clauses_of(ruleset.meta.folder)
    _clauses("clauses", position.clauses, clauses)
    questions, sides = tuple(ruleset.questions), tuple(state.sides)
    for n, doc in enumerate(position.command, 1):
        if (doc.answer is not None) + bool(doc.exit) + doc.default != 1 and doc.refused is None:
            raise PositionError(T("command {n}: give one of answer, exit and default", n=n))
        _known(f"command {n}, question", T("question"), doc.question, questions)
        _known(f"command {n}, side", T("side"), doc.side, sides)
        _clauses(f"command {n}, refused", (doc.refused,) if doc.refused else (), clauses)
    _check_expect(position.expect, questions, sides, ruleset, clauses)
    if position.puzzle is not None:
        if position.puzzle.side not in sides:
            raise PositionError(strange_word("puzzle.side", T("side"), position.puzzle.side, sides))
        told = events_told(ruleset)
        for type_ in position.puzzle.until if told else ():
            _known("puzzle.until", T("type of event"), type_, sorted(told))


def _check_expect(
    expect: Expect, questions: Sequence[str], sides: Sequence[str], ruleset: Ruleset, clauses: Collection[str]
) -> None:
    _known("expect.waiting", T("question"), expect.waiting or "", questions)
    _known("expect.winner", T("side"), expect.winner or "", sides)
    docs = [(f"expect.events {n}", doc) for n, doc in enumerate(expect.events, 1)]
    docs += [
        (f"expect.never {n}", EventDoc(doc) if isinstance(doc, str) else doc) for n, doc in enumerate(expect.never, 1)
    ]
    told = events_told(ruleset) if docs else {}
    for where, doc in docs:
        if told:
            _known(f"{where}, type", T("type of event"), doc.type, sorted(told))
            _check_data(f"{where}, data", doc, told[doc.type])
        _known(f"{where}, side", T("side"), doc.side or "", sides)
        _clauses(f"{where}, clauses", doc.clauses, clauses)


def _check_data(where: str, doc: EventDoc, told: Told) -> None:
    if told.more:
        return
    for key in doc.data:
        if key not in told.keys:
            raise PositionError(strange_word(where, T("datum of this event"), key, sorted(told.keys)))


def _clauses(where: str, given: Sequence[str], known: Collection[str]) -> None:
    for clause in given if known else ():
        if clause not in known:
            raise PositionError(strange_word(where, T("clause"), clause, sorted(known)))


def _known(where: str, what: Text, word: str, known: Sequence[str]) -> None:
    if word and word not in known:
        raise PositionError(strange_word(where, what, word, known))


# --- words of answers --------------------------------------------------------------------------------------------


def strange_in_answer(doc: CommandDoc, asked: dec.Asked, reply: dec.Reply, state: State) -> Text | None:
    """What is told of a word of an answer that the question does not know, None where all are known."""
    if doc.exit:
        exits = tuple(e.id for e in asked.exits)
        return None if doc.exit in exits else strange_word("exit", T("exit of this question"), doc.exit, exits)
    if reply.answer is None:
        return None
    for where, what, word, known in _words_of(asked.space, reply.answer, state):
        if word not in known:
            return strange_word(f"answer.{where}", what, word, tuple(dict.fromkeys(known)))
    return None


def _words_of(space: Any, answer: Any, state: State) -> Iterator[tuple[str, Text, str, tuple[str, ...]]]:
    """The words of an answer, each with those that it could be."""
    if isinstance(answer, dec.OptionAnswer) and isinstance(space, dec.OptionSpace):
        for part, option in answer.parts.items():
            yield "parts", T("part of this question"), part, tuple(space.parts)
            yield f"parts.{part}", T("option of this question"), option, tuple(c.id for c in space.parts[part])
    elif isinstance(answer, dec.PickAnswer) and isinstance(space, dec.PickSpace):
        for one in answer.ids:
            yield "ids", T("thing that can be picked"), one, tuple(c.id for c in space.things)
    elif isinstance(answer, dec.AllocateAnswer) and isinstance(space, dec.AllocateSpace):
        for box in answer.boxes:
            yield "boxes", T("box of this question"), box, tuple(b.id for b in space.boxes)
    elif isinstance(answer, dec.TargetsAnswer) and isinstance(space, dec.TargetsSpace):
        means = tuple(m for a in space.actors for m in a.means) + tuple(m.id for m in space.means)
        for n, aim in enumerate(answer.aims, 1):
            yield f"aims {n}, actor", T("unit or model of this question"), aim.actor, tuple(a.id for a in space.actors)
            if aim.means or means:
                yield f"aims {n}, means", T("means of this question"), aim.means, means or ("",)
            if aim.mark:
                yield f"aims {n}, mark", T("thing on the table"), aim.mark, _things(state)
    elif isinstance(answer, dec.MoveAnswer) and isinstance(space, dec.MoveSpace):
        yield "subject", T("unit that may move"), answer.subject, tuple(m.id for m in space.among)
        modes = tuple(m.id for mover in space.among if mover.id == answer.subject for m in mover.modes)
        yield "mode", T("way of moving here"), answer.mode, modes
        if answer.mark:
            yield "mark", T("thing on the table"), answer.mark, _things(state)
        for course in answer.courses:
            yield "courses, who", T("unit or base"), course.who, (answer.subject, *state.bases)
    elif isinstance(answer, dec.PlaceAnswer) and isinstance(space, dec.PlaceSpace):
        for place in answer.places:
            yield "places, thing", T("thing that can be placed"), place.thing, tuple(c.id for c in space.things)


def _things(state: State) -> tuple[str, ...]:
    return (*state.units, *state.bases, *state.features, *state.markers, *state.sides, "")
