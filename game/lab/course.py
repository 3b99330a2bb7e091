"""The course of a battle for its row: losses in one vocabulary, where units were lost, points turn by turn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from statistics import fmean

import msgspec

from game.battle import length_of
from game.engine.playout import scores
from game.engine.session import Line, Session
from game.engine.state import Base, State

BEGINNINGS = frozenset({"first_turn", "turn_begins", "round_begins", "activated"})
"""Types of events that tell whose turn it is."""


class Losses(msgspec.Struct, frozen=True):
    """What a side lost: units without a base left, bases gone, of how many that began."""

    units: int
    of_units: int
    bases: int
    of_bases: int


class Death(msgspec.Struct, frozen=True):
    """A unit that was lost: its side and profile, the turn, and where its last bases stood (mm, from the south-west).

    ``x`` and ``y`` are None for a unit that was lost off the table.
    """

    side: str
    kind: str
    turn: int
    x: float | None
    y: float | None


def losses(state: State, side: str) -> Losses:
    """What a side has lost."""
    units = [unit for unit in state.units_of(side) if unit.bases]
    bases = [base for unit in units for base in solid(state, unit.bases)]
    return Losses(
        sum(gone(state, unit.bases) for unit in units),
        len(units),
        sum(base.where == "gone" for base in bases),
        len(bases),
    )


def solid(state: State, bases: Sequence[str]) -> list[Base]:
    """Those of some bases that are no tokens."""
    return [base for base in map(state.bases.__getitem__, bases) if base.solid]


def gone(state: State, bases: Sequence[str]) -> bool:
    """Whether none of some bases is left; they may have come later than the state."""
    return all(base not in state.bases or state.bases[base].where == "gone" for base in bases)


def deaths(session: Session) -> list[Death]:
    """The units that were lost, in the order of losing."""
    end = session.state
    lines = session.lines
    found = []
    for unit in end.units.values():
        if not unit.bases or not gone(end, unit.bases):
            continue
        at = min(bisect_left(lines, True, key=partial(_lost, unit.bases)), len(lines) - 1)
        last = lines[at - 1].state if at else lines[at].state
        poses = [base.pose for base in map(last.bases.get, unit.bases) if base is not None and base.pose is not None]
        x, y = (fmean(p.x for p in poses), fmean(p.y for p in poses)) if poses else (None, None)
        found.append((at, Death(unit.side, unit.kind, length_of(lines[at].state), _mm(x), _mm(y))))
    return [death for _, death in sorted(found, key=lambda one: one[0])]


def curves(session: Session) -> dict[str, list[float]]:
    """The points of each side at the end of each turn."""
    found: dict[str, list[float]] = {side: [] for side in session.state.sides}
    lines = session.lines
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if after is None or length_of(after.state) != length_of(line.state):
            for side, points in scores(session.ruleset, line.state).items():
                found[side].append(points)
    return found


def began(session: Session) -> str:
    """The side that acted first in the first turn, "" where both act at once."""
    for line in session.lines:
        for event in line.events:
            if event.type in BEGINNINGS and event.side and length_of(line.state):
                return event.side
    return ""


def _lost(bases: Sequence[str], line: Line) -> bool:
    present = [base for base in bases if base in line.state.bases]
    return bool(present) and gone(line.state, present)


def _mm(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
