"""Where a replay may stop: the beginnings of turns and phases, every event that is told, and what was lost where."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.report.facts import bases_lost, turn_number
from game.client.words import _
from game.engine.session import Line, Session
from game.engine.state import State


def phase_of(state: State) -> tuple[int, str]:
    """The turn and the phase in it, as far as the system's own state tells them."""
    phase = getattr(state.own, "phase", "")
    return turn_number(state), phase if isinstance(phase, str) else ""


def turn_starts(lines: Sequence[Line]) -> list[int]:
    """The lines after which a new turn has begun, the first line among them."""
    numbers = [turn_number(line.state) for line in lines]
    return [n for n in range(len(numbers)) if n == 0 or numbers[n] != numbers[n - 1]]


def phase_starts(lines: Sequence[Line]) -> list[int]:
    """The lines after which a new phase has begun, those of turns among them."""
    phases = [phase_of(line.state) for line in lines]
    return [n for n in range(len(phases)) if n == 0 or phases[n] != phases[n - 1]]


def losses(lines: Sequence[Line]) -> dict[int, dict[str, int]]:
    """By line how many bases each side lost in it; only lines in which some were lost."""
    out: dict[int, dict[str, int]] = {}
    before: dict[str, int] = {}
    for n, line in enumerate(lines):
        now = bases_lost(line.state)
        lost = {side: k - before.get(side, 0) for side, k in now.items() if k > before.get(side, 0)}
        if n and lost:
            out[n] = lost
        before = now
    return out


def event_stops(line: Line) -> list[int]:
    """After how many events of a line there is something new to be told; the last stop is the whole line."""
    told = [k + 1 for k, event in enumerate(line.events) if event.text is not None]
    return [*(k for k in told[:-1] if k < len(line.events)), len(line.events)]


def why_no_fork(session: Session, line: int) -> str:
    """Why a battle cannot be gone on with from a line; "" where it can."""
    state = session.lines[line].state
    if state.over is not None:
        return _("The battle is over at this moment. Go back to an earlier one.")
    if state.pending is None or not state.pending.waiting:
        return _("No decision is pending at this moment. Go to another one.")
    return ""
