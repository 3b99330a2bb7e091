"""Verifying a record: its commands are played again and every event and state is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine import command as cmd
from game.engine.apply import apply_all
from game.engine.decide import begin
from game.engine.dice import SeededDice, seed_hash
from game.engine.record import Record, encode_event
from game.engine.ruleset import Ruleset
from game.engine.session import Line, Session
from game.engine.state import state_hash


@dataclass(frozen=True)
class Difference:
    """Where a record and today's rules part: the line, and what is different."""

    line: int
    what: str


def verify(record: Record, ruleset: Ruleset, progress: Callable[[int, int], None] | None = None) -> list[Difference]:
    """Play the commands of a record again and compare event by event and state by state.

    Parameters
    ----------
    progress
        Called with (lines done, lines in all).
    """
    session = record.session(ruleset)
    again = Session(ruleset, session.setup, SeededDice())
    again.origin = session.origin
    for n, line in enumerate(session.lines):
        if progress is not None:
            progress(n, len(session.lines))
        if line.command is None:
            frame = ruleset.begin(session.setup)[1] if session.setup is not None else None
            if frame is None:
                return [Difference(n + 2, "a record without a set-up cannot be played again")]
            first = begin(ruleset, again.origin, frame, again.dice)
            again.lines.append(Line(None, tuple(first), apply_all(again.origin, first)))
        elif isinstance(line.command, cmd.Undo):
            again.lines.append(Line(line.command, line.events, again.lines[line.command.to].state))
        else:
            events = again.submit(line.command)
            if isinstance(events, cmd.Refusal):
                return [Difference(n + 2, f"the command is refused now: {events.text.key}")]
        got = again.lines[-1]
        for k, (old, new) in enumerate(zip(line.events, got.events, strict=False)):
            if encode_event(old) != encode_event(new):
                return [Difference(n + 2, f"event {k + 1} was {old.type!r} and would now be {new.type!r} or differ")]
        if len(line.events) != len(got.events):
            return [Difference(n + 2, f"there were {len(line.events)} events and would now be {len(got.events)}")]
        if state_hash(got.state) != record.entries[n].after:
            return [Difference(n + 2, "the state after it is another one")]
    if record.header.seed_hash and seed_hash(record.seed) != record.header.seed_hash:
        return [Difference(1, "the seed is not the one that was promised")]
    return []
