"""Puzzles: a position with a task and limits, played by somebody and judged by what the position expects."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import begin
from game.engine.dice import DiceSource, ScriptedDice, SeededDice
from game.engine.positions.expect import differences
from game.engine.positions.types import Expect, Position, PositionError, PuzzleDoc
from game.engine.ruleset import Ruleset
from game.engine.session import Line, Session
from game.engine.state import Frame, Luck, State
from game.engine.text import TN, T, Text, Thing

FOLDER = "puzzles"
"""The folder of a ruleset, and of the player's saves, in which puzzles lie."""
USUAL = "default"
"""The bot that answers for everybody else where a puzzle names none."""


def dice_of(position: Position) -> tuple[DiceSource, Luck]:
    """The dice of a position: those of its puzzle's seed, else those written in it."""
    if position.puzzle is not None:
        return SeededDice(), Luck("seeded", position.puzzle.seed)
    return ScriptedDice(position.dice), Luck("scripted")


def check_puzzle(position: Position) -> None:
    """Refuse a puzzle without end, without anything to bring about, or with dice that fit one way of playing alone.

    Raises
    ------
    PositionError
        With the key.
    """
    puzzle = position.puzzle
    if puzzle is None:
        return
    if position.setup is not None:
        raise PositionError(T("key setup: a puzzle begins at an entry or at a moment"))
    if position.dice:
        raise PositionError(T("key dice: a puzzle throws the dice of its seed"))
    if not puzzle.answers and not puzzle.until:
        raise PositionError(T("key puzzle: it ends after a number of answers, or with an event (until)"))
    if position.expect == Expect():
        raise PositionError(T("key expect: a puzzle says what is to come about"))


def begun(position: Position, ruleset: Ruleset, state: State, frame: Frame | None, seed: str = "") -> Session:
    """A puzzle as a battle that begins in the middle; ``seed`` throws other dice than its own.

    ``state`` and ``frame`` are those of :func:`game.engine.positions.position.start_of`.
    """
    dice, luck = dice_of(position)
    if seed:
        luck = Luck("seeded", seed)
    state = replace(state, luck=luck)
    session = Session(ruleset, None, dice, solo=True, origin=state)
    if frame is not None:
        session.lines.append(Line(None, *begin(ruleset, state, frame, dice)))
    else:
        session.lines.append(Line(None, (), state))
    return session


def course_of(lines: Sequence[Line]) -> list[Line]:
    """The lines that count, in order: those undone left out."""
    out: list[Line] = []
    at = len(lines) - 1
    while at >= 0:
        command = lines[at].command
        if isinstance(command, cmd.Undo):
            at = command.to
            continue
        out.append(lines[at])
        at -= 1
    return out[::-1]


def answers_given(puzzle: PuzzleDoc, lines: Sequence[Line]) -> int:
    """How many answers of the side that solves have been given by a player."""
    return sum(
        isinstance(line.command, cmd.Answering) and line.command.side == puzzle.side and line.command.by == "player"
        for line in course_of(lines)
    )


def plays_on(puzzle: PuzzleDoc, lines: Sequence[Line]) -> bool:
    """Whether the side that solves has given all its answers, so that the bot answers for it from now on."""
    return bool(puzzle.answers) and answers_given(puzzle, lines) >= puzzle.answers


def is_at_end(puzzle: PuzzleDoc, session: Session) -> bool:
    """Whether a puzzle is to be judged now: its event has happened, its answers are given, or the battle is over."""
    state = session.state
    if state.over is not None or not session.waiting:
        return True
    if puzzle.until:
        told = (e.type for line in course_of(session.lines)[1:] for e in line.events)
        return any(one in puzzle.until for one in told)
    return plays_on(puzzle, session.lines) and any(d.side == puzzle.side for d in session.waiting)


def shortfalls(position: Position, session: Session) -> list[Text]:
    """What has not come out as a position expects, in words for a player; none where it is solved."""
    expect, ruleset, state = position.expect, session.ruleset, session.state
    events = [e for line in course_of(session.lines) for e in line.events]
    out: list[Text] = []
    for thing, fields in expect.things.items():
        one = Expect(things={thing: fields})
        wrong = list(differences(one, ruleset, state, events, ()))
        if wrong and list(fields) == ["alive"] and thing in state.units:
            n = len(state.bases_of(thing))
            out.append(
                TN("{unit}: {n} base is on the table", "{unit}: {n} bases are on the table", n, unit=Thing(thing))
            )
        else:
            out += wrong
    if expect.winner and (state.over is None or state.over.winner != expect.winner):
        out.append(T("{side} has not won", side=Thing(expect.winner)))
    rest = replace(expect, things={}, winner=None if expect.winner else expect.winner)
    return [*out, *differences(rest, ruleset, state, events, ())]
