"""Verifying a record: its commands are played again and every event and state is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine import command as cmd
from game.engine.decide import Decided, begin, decide
from game.engine.dice import SeededDice, seed_hash
from game.engine.event import Event
from game.engine.record import Record, encode_event
from game.engine.ruleset import Ruleset
from game.engine.state import State, state_hash
from game.engine.thaw import Thawer


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
    setup = record.setup
    if setup is None or not record.entries:
        return [Difference(2, "a record without a set-up cannot be played again")]
    thawer = Thawer(ruleset.owns)
    dice = SeededDice()
    states: list[State] = []
    for n, entry in enumerate(record.entries):
        if progress is not None:
            progress(n, len(record.entries))
        if isinstance(entry.command, cmd.Undo):
            if not 0 <= entry.command.to < n:
                return [Difference(n + 2, "it takes back to a line that there is not")]
            states.append(states[entry.command.to])
        else:
            if entry.command is None:
                before = record.origin(ruleset)
                got: Decided | cmd.Refusal = begin(ruleset, before, ruleset.begin(setup)[1], dice)
            else:
                before = states[-1]
                got = decide(ruleset, before, entry.command, dice)
            if isinstance(got, cmd.Refusal):
                return [Difference(n + 2, f"the command is refused now: {got.text.key}")]
            different = _difference(entry.events, got.events, thawer)
            if different:
                return [Difference(n + 2, different)]
            states.append(got.state)
        if state_hash(states[-1]) != entry.after:
            return [Difference(n + 2, "the state after it is another one")]
    if record.header.seed_hash and seed_hash(record.seed) != record.header.seed_hash:
        return [Difference(1, "the seed is not the one that was promised")]
    return []


def _difference(old: Sequence[Event], new: Sequence[Event], thawer: Thawer) -> str:
    """In what the events of a line are others than today's; "" where they are the same."""
    # Own parts read as plain maps come out as they were written; only where they do not are they typed and compared so.
    if encode_event(old) == encode_event(new):
        return ""
    for k, (a, b) in enumerate(zip(old, new, strict=False)):
        if encode_event(thawer.event(a)) != encode_event(b):
            return f"event {k + 1} was {a.type!r} and would now be {b.type!r} or differ"
    return "" if len(old) == len(new) else f"there were {len(old)} events and would now be {len(new)}"
