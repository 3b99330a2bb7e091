"""The command ``lab match``: two players, paired battles, a score with its interval."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from click import echo
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from game.bots.roster import UnknownBot, make_bot
from game.engine.loader import UnknownRuleset, load_ruleset, ruleset_ids
from game.engine.options import typed_options
from game.lab.local import fight_all, known_rows
from game.lab.match import Standing, pairs, standing
from game.lab.rows import Row


def match(
    players: Sequence[str],
    ruleset: str,
    games: int,
    seed: str | None,
    processes: int | None,
    out: Path | None,
    until: float | None,
    scenario: str,
    points: int | None,
    options: Sequence[str],
    as_json: bool,
) -> int:
    """Fight a match and print its score; the exit code: 0, or 2 where it cannot begin, 1 where battles failed."""
    errors = Console(stderr=True)
    try:
        known = ruleset.upper() if ruleset.upper() in ruleset_ids() else ruleset
        rules = load_ruleset(known)
        for player in players:
            make_bot(rules, player, outside=True)
        typed = typed_options(rules.meta.options, options)
        tasks = pairs(rules.meta.id, players, games, seed or secrets.token_hex(4), scenario, points, options=typed)
        rows, missing = known_rows(tasks, out)
    except (UnknownRuleset, UnknownBot, ValueError, OSError) as fault:
        errors.print(str(fault), style="red", markup=False)
        return 2
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        shown = progress.add_task(_short(standing(rows, until)), total=games, completed=len(rows))
        with closing(fight_all(missing, processes or os.cpu_count() or 1, out)) as fought:
            for row in fought:
                rows.append(row)
                now = standing(rows, until)
                progress.update(shown, advance=1, description=_short(now))
                if now.verdict:
                    break
    end = standing(rows, until)
    if as_json:
        echo(msgspec.json.encode(end).decode())
    else:
        _show(players, rows, end, Console())
    return 1 if end.failed else 0


def _short(now: Standing) -> str:
    return f"{now.score:.3f} ({now.low:.3f} to {now.high:.3f})"


def _show(players: Sequence[str], rows: Sequence[Row], end: Standing, console: Console) -> None:
    cpu = sum(row.cpu for row in rows)
    decisions = sum(row.decisions for row in rows)
    faults = {
        name: sum(row.faults.get(side, 0) for row in rows for side, one in row.players.items() if one == name)
        for name in dict.fromkeys(players)
    }
    lines = [
        f"{players[0]} against {players[1]}: score {end.score:.3f}, 95 % interval {end.low:.3f} to {end.high:.3f}",
        f"{end.games} battles: {end.won} won, {end.drawn} drawn, {end.lost} lost",
        f"{sum(row.length for row in rows) / max(1, end.games):.1f} turns a battle, {cpu / max(1, len(rows)):.2f} s of "
        f"processor time, {decisions / cpu if cpu else 0:.0f} decisions a second",
        "default taken by the referee: " + ", ".join(f"{name} {n}" for name, n in faults.items()),
    ]
    if end.verdict:
        lines.append(f"The sequential test has ended: {players[0]} is {end.verdict}.")
    lines += [f"failed: {row.key}: {row.failed}" for row in rows if row.failed]
    for line in lines:
        console.print(line, markup=False, highlight=False)
