"""The laboratory: matches of bots with an interval, and the rows of their battles (docs/lab.md)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from game.lab.local import fight_all, known_rows
from game.lab.match import Standing, interval, pairs, standing
from game.lab.rows import Losses, Row, Task, add_row, fought, read_rows

__all__ = [
    "Losses",
    "Match",
    "Row",
    "Standing",
    "Task",
    "add_row",
    "fight_all",
    "fought",
    "interval",
    "known_rows",
    "match",
    "pairs",
    "read_rows",
    "standing",
]


class Match(NamedTuple):
    """What a match showed of the first player, and the row of each battle."""

    standing: Standing
    rows: list[Row]


def match(
    first: str,
    second: str,
    system: str,
    games: int = 40,
    *,
    seed: str = "1",
    scenario: str = "",
    points: int | None = None,
    armies: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    until: float | None = None,
    out: Path | None = None,
    processes: int = 1,
) -> Match:
    """Let two players fight paired battles, with sides and armies exchanged, as ``lab match`` does.

    Parameters
    ----------
    first, second
        Names of bots, ``module:Class`` or ``exec:`` with a command line.
    until
        The score at which the sequential test ends the match early.
    out
        A file for the rows; battles whose rows it has are not fought again.
    processes
        Processes of this machine. A script that asks for more than one must run under ``if __name__ == "__main__"``.
    """
    tasks = pairs(system, (first, second), games, seed, scenario, points, armies, options)
    rows, missing = known_rows(tasks, out)
    with closing(fight_all(missing, processes, out)) as fighting:
        for row in fighting:
            rows.append(row)
            if standing(rows, until).verdict:
                break
    return Match(standing(rows, until), rows)
