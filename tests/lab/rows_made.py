"""Rows made for tests, without a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.lab.rows import Row

SIDES = ("south", "north")


def row(
    pair: str, score: float, key: str, players: Sequence[str] = ("A", "B"), first: str = "south", **more: Any
) -> Row:
    """A row of two players on south and north; ``score`` is that of the side ``first``."""
    other = SIDES[1 - SIDES.index(first)]
    winner = first if score == 1.0 else other if score == 0.0 else ""
    seats = dict(zip(SIDES, players, strict=True))
    told: dict[str, Any] = {"match": "AFS A - B", "armies": dict(zip(SIDES, ("x", "y"), strict=True)), **more}
    armies = told.pop("armies")
    return Row(
        key, pair, "AFS", {}, "s", "x", 0, {}, seats, armies, {}, first=first, winner=winner, score=score, **told
    )


def played(scores: Iterable[float]) -> list[Row]:
    """Rows of pairs whose two battles have the same score."""
    return [row(f"p{n}", score, f"{n}{turn}") for n, score in enumerate(scores) for turn in "ab"]
