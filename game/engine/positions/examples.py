"""Worked examples: the positions beside a ruleset's clauses, found by clause id and played event by event.

``resolve`` plays a position in one go and compares; here it becomes a session whose every line is one event, so that
whatever shows a battle can show it step by step, forwards and backwards.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.apply import apply
from game.engine.decide import begin, decide
from game.engine.dice import ScriptError
from game.engine.event import Event
from game.engine.positions.position import Position, PositionError, read_position, reply_of, start_of
from game.engine.positions.puzzle import dice_of
from game.engine.ruleset import Ruleset
from game.engine.session import Line, Session
from game.engine.state import State
from game.engine.text import T

FOLDER = "examples"


def examples_of(folder: Path) -> dict[str, tuple[Position, ...]]:
    """The worked examples of a ruleset's folder by the clauses they prove, in the order of their files.

    Positions that only check a set-up are left out: there is nothing to watch. A file that cannot be read is left out
    too; the command ``check`` tells of it.
    """
    out: dict[str, tuple[Position, ...]] = {}
    for path in sorted((folder / FOLDER).glob("*.toml")):
        try:
            found = read_position(path)
        except PositionError:
            continue
        for clause in found.clauses if found.entry is not None else ():
            out[clause] = (*out.get(clause, ()), found)
    return out


def played(position: Position, ruleset: Ruleset) -> Session:
    """A position played to its end with its own dice, one line an event; the first line is the situation as written.

    Answers that the rules refuse stand in it as events of their own, with the reason.

    Raises
    ------
    PositionError
        Where the position cannot be built, an answer cannot be read, or the dice do not fit.
    """
    state, frame, _problems = start_of(position, ruleset)
    if frame is None and position.moment is None:
        raise PositionError(T("key setup: this position only checks a set-up, so there is nothing to play"))
    dice, luck = dice_of(position)
    state = replace(state, luck=luck)
    session = Session(ruleset, None, dice, solo=True, origin=state)
    session.lines.append(Line(None, (), state))
    try:
        if frame is not None:
            events, after = begin(ruleset, state, frame, dice)
            _add(session, None, events, after)
        for n, doc in enumerate(position.command):
            decision, reply = reply_of(ruleset, session.state, n, doc)
            command = cmd.Answering(decision.id, decision.side, reply)
            got = decide(ruleset, session.state, command, dice)
            if isinstance(got, cmd.Refusal):
                session.lines.append(Line(command, (_refused(got, decision.side),), session.state))
            else:
                _add(session, command, got.events, got.state)
    except ScriptError as fault:
        raise PositionError(T("key dice: {why}", why=fault.text)) from fault
    return session


def _refused(refusal: cmd.Refusal, side: str) -> Event:
    """What is told of an answer that the rules do not allow; nothing has changed."""
    clauses = (refusal.clause,) if refusal.clause else ()
    return Event("refused", "flow", T("Not allowed: {why}", why=refusal.text), clauses=clauses, side=side)


def _add(session: Session, command: cmd.Command | None, events: tuple[Event, ...], after: State) -> None:
    """Lines for events, those that say nothing together with the next that does; the last line has the state after."""
    silent: list[Event] = []
    state = session.state
    for n, event in enumerate(events):
        state = apply(state, event)
        silent.append(event)
        if n == len(events) - 1:
            session.lines.append(Line(command, tuple(silent), after))
        elif event.text is not None:
            session.lines.append(Line(command, tuple(silent), state))
            silent = []
