"""The laboratory: matches and plans of battles with an interval, and the rows of their battles (docs/lab.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from game.lab.battles import cells
from game.lab.course import Death, Losses
from game.lab.journal import read_rows
from game.lab.plan import Battles, Plan, Player, read_plan
from game.lab.rows import Row
from game.lab.run import Run, pool_here
from game.lab.standing import Standing, interval

__all__ = [
    "Battles",
    "Death",
    "Losses",
    "Match",
    "Plan",
    "Player",
    "Row",
    "Standing",
    "fight",
    "interval",
    "match",
    "read_plan",
    "read_rows",
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
    armies: Sequence[str] = (),
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
    armies
        Ids of armies on offer, or files; every two of them meet. The scenario's own where none is named.
    until
        The score at which the sequential test ends the match early.
    out
        A file for the rows; battles whose rows it has are not fought again.
    processes
        Processes of this machine. A script that asks for more than one must run under ``if __name__ == "__main__"``.
    """
    one = Battles(
        ruleset=system,
        scenarios=(scenario,) if scenario else (),
        points=(points,) if points else (),
        armies=tuple(armies),
        options=dict(options or {}),
    )
    plan = Plan(version=1, players=(first, second), games=games, seed=seed, until=until, sets=(one,))
    (found,) = fight(plan, out=out, processes=processes).values()
    return found


def fight(
    plan: Plan | Path, *, out: Path | None = None, parquet: Path | None = None, processes: int = 1
) -> dict[str, Match]:
    """Fight the battles of a plan, as ``lab run`` does; a match for every two players of every system.

    Parameters
    ----------
    plan
        A plan, or the file of one. Files that it names are looked for beside it.
    parquet
        A folder for the rows as columns; needs the extra ``lab``.

    Raises
    ------
    ValueError
        Naming the key of the plan that is wrong, or the line of ``out``.
    """
    folder, file = (Path(), "plan") if isinstance(plan, Plan) else (plan.parent, plan.name)
    asked = plan if isinstance(plan, Plan) else read_plan(plan)
    run = Run(cells(asked, folder, file), asked.seed, asked.until, out, parquet)
    rows: dict[str, list[Row]] = {name: [] for name in run.tallies}
    with closing(run.rows(pool_here(processes))) as fought:
        for row in fought:
            rows[row.match].append(row)
    return {name: Match(tally.standing(), rows[name]) for name, tally in run.tallies.items()}
