"""What a report tells of a battle: where its turns end, what each side had lost by then, what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.client.battle.account import standing_lines
from game.engine.event import Event
from game.engine.i18n import Speaker
from game.engine.records.transcript import sentence
from game.engine.session import Session
from game.engine.state import State, view


@dataclass(frozen=True)
class Turn:
    """A turn that was played.

    Attributes
    ----------
    number
        As the rules count it; 0 is what lies before the first turn.
    lines
        The lines of the record that belong to it and stand, in order.
    state
        The table after the last of them.
    """

    number: int
    lines: tuple[int, ...]
    state: State


def turn_number(state: State) -> int:
    """The turn a state is in: what the system calls a turn or a round; 0 where it counts none."""
    own = state.own
    for name in ("turn", "round"):
        number = getattr(own, name, None)
        if isinstance(number, int):
            return number
    return 0


def turns(session: Session) -> list[Turn]:
    """The turns of a battle; what was taken back is not told."""
    out: list[Turn] = []
    for n in standing_lines(session):
        state = session.lines[n].state
        number = turn_number(state)
        if out and out[-1].number == number:
            out[-1] = Turn(number, (*out[-1].lines, n), state)
        else:
            out.append(Turn(number, (n,), state))
    return out


def bases_lost(state: State) -> dict[str, int]:
    """How many solid bases each side has lost."""
    out = dict.fromkeys(state.sides, 0)
    for base in state.bases.values():
        unit = state.units.get(base.unit)
        if unit is not None and unit.side in out and base.solid and base.where == "gone":
            out[unit.side] += 1
    return out


def losses(played: list[Turn]) -> dict[str, list[int]]:
    """Bases lost by the end of each turn, by side."""
    out: dict[str, list[int]] = {}
    for turn in played:
        for side, lost in bases_lost(turn.state).items():
            out.setdefault(side, []).append(lost)
    return out


def events(session: Session) -> Iterator[Event]:
    """Every event that stands."""
    for n in standing_lines(session):
        yield from session.lines[n].events


def turn_sentences(session: Session, turn: Turn, speaker: Speaker) -> list[str]:
    """A turn as sentences. What is one side's alone is left out: a report is read by everybody."""
    out = []
    for n in turn.lines:
        line = session.lines[n]
        seen = view(line.state, None)
        for event in line.events:
            said = "" if event.only else sentence(event, speaker, seen)
            if said:
                out.append(said)
    return out
