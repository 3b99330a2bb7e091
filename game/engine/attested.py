"""What a record attests beside its events: who threw the dice, which throws were undone, which answers were sealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.engine import command as cmd
from game.engine.decision import Reply, RollAnswer
from game.engine.event import Event
from game.engine.records.lines import Entry, Record
from game.engine.sealing import seal_of
from game.engine.text import TN, T, Text


@dataclass(frozen=True)
class Attested:
    """Counts over the lines of a record, those that were undone too.

    Attributes
    ----------
    typed
        Throws whose faces the players typed in.
    undone
        Times that the battle went back past a throw of dice.
    forks
        Times that it was branched off from a battle that was not over.
    sealed, unsealed
        Hidden answers with a seal, and those without one.
    broken
        Lines (of the file, from 1) whose answer does not have the seal that was shown.
    """

    typed: int
    undone: int
    forks: int
    sealed: int
    unsealed: int
    broken: tuple[int, ...]


def attested(record: Record) -> Attested:
    """Count what a record attests."""
    typed = undone = forks = sealed = unsealed = 0
    broken = []
    for n, entry in enumerate(record.entries):
        command = entry.command
        if isinstance(command, cmd.Fork):
            forks += 1
        elif isinstance(command, cmd.Undo):
            undone += _past_dice(record.entries, n, command.to)
        elif isinstance(command, cmd.Answering):
            typed += isinstance(command.reply.answer, RollAnswer)
            for event in (e for e in entry.events if e.type == "sealed"):
                sealed += bool(command.salt)
                unsealed += not command.salt
                if not _fits(command.reply, command.salt, event):
                    broken.append(n + 2)
    return Attested(typed, undone, forks, sealed, unsealed, tuple(broken))


def _fits(reply: Reply, salt: str, event: Event) -> bool:
    """Whether a sealed answer has the seal that its event showed; an answer without a seal showed none."""
    shown: str = event.data.get("seal", "")
    return shown == (seal_of(reply, salt) if salt else "")


def _past_dice(entries: Sequence[Entry], at: int, to: int) -> bool:
    """Whether an undo at a line back to another one passes a throw of dice."""
    n = at - 1
    while n > to:
        command = entries[n].command
        if isinstance(command, cmd.Undo):
            n = command.to
            continue
        if any(e.rolled is not None for e in entries[n].events):
            return True
        n -= 1
    return False


def sentences(found: Attested) -> Iterator[Text]:
    """What is worth saying of the counts."""
    if found.typed:
        yield TN(
            "The players typed in the dice: {n} throw rests on their word.",
            "The players typed in the dice: {n} throws rest on their word.",
            found.typed,
        )
    if found.undone:
        yield TN(
            "Answers undone after dice had been rolled: {n} time.",
            "Answers undone after dice had been rolled: {n} times.",
            found.undone,
        )
    if found.forks:
        yield TN(
            "Branched off from an unfinished battle, with other dice: {n} time.",
            "Branched off from an unfinished battle, with other dice: {n} times.",
            found.forks,
        )
    if found.sealed:
        good = found.sealed - len(found.broken)
        yield T("Hidden answers with a seal: {n}. Answers that fit their seal: {good}.", n=found.sealed, good=good)
    if found.unsealed:
        yield T("Hidden answers without a seal, and so bound by nothing: {n}.", n=found.unsealed)
