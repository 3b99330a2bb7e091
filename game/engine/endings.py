"""How a battle ends: points side by side, and the event after which nothing more is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.flow import Run
from game.engine.state import Over
from game.engine.text import Text


def points_of(sums: Mapping[str, Sum]) -> dict[str, int]:
    """Whole points by side."""
    return {side: int(found.total) for side, found in sums.items()}


def leader(points: Mapping[str, int]) -> str:
    """The side with the most points, "" where several have as many."""
    best = max(points.values())
    leaders = [side for side, n in points.items() if n == best]
    return leaders[0] if len(leaders) == 1 else ""


def battle_ends(
    run: Run,
    winner: str,
    why: Text,
    sums: Mapping[str, Sum],
    clauses: Sequence[str],
    *changes: ev.Change,
    **data: Any,
) -> None:
    """Let the battle be over; ``sums`` are the points of each side, ``winner`` is "" for a draw."""
    points = points_of(sums)
    run.emit(
        "battle_ends",
        "score",
        why,
        *changes,
        ev.End(Over(winner, why, points)),
        clauses=clauses,
        side=winner,
        data={"scores": points, **data},
        sums=tuple(sums.values()),
    )
