"""The commands that report: ``lab ladder``, ``lab balance``, ``lab report``, ``lab exam``, ``lab tune``."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from click import echo

from game.engine.files.player_files import shown
from game.lab.command import FAILED, How, fought, guarded, planned
from game.lab.rows import Row

if TYPE_CHECKING:
    from rich.console import Console

    from game.lab.exam import Mark, Task
    from game.lab.ladder import Ladder
    from game.lab.run import Run

PLAN = ".toml"


class Drawn(msgspec.Struct, frozen=True):
    """Where results are drawn: a page, and a folder of pictures."""

    html: Path | None = None
    png: Path | None = None


def rows_of(source: Path, how: How, errors: Console) -> list[Row]:
    """The rows of a file, or those of a plan, which is fought first."""
    from game.lab.journal import read_rows

    if source.suffix.lower() != PLAN:
        return [*read_rows(source)]
    return [*fought(planned(source, how), how, errors)]


def ladder(source: Path, how: How, drawn: Drawn, as_json: bool) -> int:
    """Rate the players of a plan or of rows; the exit code."""

    def show(rows: Sequence[Row]) -> None:
        from game.lab.ladder import ladders
        from game.lab.page import LADDER, ladder_rows

        for one in ladders(rows):
            if as_json:
                echo(msgspec.json.encode(one).decode())
                continue
            _grid(one.ruleset, LADDER, ladder_rows(one))
            names = [rating.player for rating in one.ratings]
            cells = [(a, *(_against(one, a, b) for b in names)) for a in names]
            _grid("score of the row against the column", ("", *names), cells)

    return _reported(source, how, drawn, show)


def _against(one: Ladder, a: str, b: str) -> str:
    if b not in one.scores[a]:
        return ""
    score, low, high = one.scores[a][b]
    return f"{score:.2f} ({low:.2f} to {high:.2f})"


def balance(source: Path, how: How, drawn: Drawn, lost: Sequence[str], as_json: bool) -> int:
    """Compare sides, first turns, armies and losses of a plan or of rows; the exit code."""

    def show(rows: Sequence[Row]) -> None:
        from game.lab.balance import findings
        from game.lab.page import BALANCE, balance_row

        found = findings(rows, lost)
        if as_json:
            for one in found:
                echo(msgspec.json.encode(one).decode())
            return
        _grid("", BALANCE, [balance_row(one) for one in found])
        unequal = [one for one in found if one.verdict == "unequal"]
        echo(f"{len(unequal)} of {len(found)} comparisons are unequal: the whole interval lies outside .45 to .55.")

    return _reported(source, how, drawn, show, lost)


def exam(folder: Path, players: Sequence[str], tries: int, processes: int | None, as_json: bool) -> int:
    """Give an exam to players and print their points; the exit code."""

    def job(errors: Console) -> int:
        from game.bots.roster import bot_names, make_bot
        from game.engine.loader import load_ruleset
        from game.lab.exam import read_exam, totals
        from game.processes import here

        tasks = read_exam(folder)
        rulesets = [load_ruleset(one) for one in dict.fromkeys(task.position.ruleset for task in tasks)]
        names = list(players) or list(bot_names(rulesets[0]))
        for ruleset in rulesets:
            for name in names:
                make_bot(ruleset, name, outside=True)
        asked = [(task, name) for task in tasks for name in names]
        found: dict[tuple[str, str], Mark] = {}
        for done in here(partial(_marked, tries), asked, min(processes or os.cpu_count() or 1, len(asked))):
            task, name = done.asked
            found[task.name, name] = done.answer(_broken)
        marks = [found[task.name, name] for task, name in asked]
        if as_json:
            for mark in marks:
                echo(msgspec.json.encode(mark).decode())
            return 0
        rows = [(task.name, task.points, *(f"{found[task.name, name].solved:.0%}" for name in names)) for task in tasks]
        points = {name: f"{got:g} of {of}" for name, got, of in totals(marks)}
        _grid("", ("task", "points", *names), [*rows, ("points", "", *(points[name] for name in names))])
        return 0

    return guarded(job)


def tune(file: Path, how: How) -> int:
    """Tune a bot and write its best parameters into a file; the exit code."""

    def job(errors: Console) -> int:
        from game.lab.command import pool_for, short
        from game.lab.tune import Tuner, parameter_file, read_tuning

        tuning = read_tuning(file)
        rows = how.out or file.with_suffix(".jsonl")
        tuner = Tuner(tuning, file.parent, shown(file), file.with_suffix(".journal"), rows)
        with pool_for({tuning.battles[0].ruleset}, how) as pool, errors.status("") as status:

            def tell(run: Run) -> None:
                match, tally = next(reversed(run.tallies.items()))
                status.update(f"{run.done} of {run.total} battles, {short(match, tally)}")

            for number, parameters, score in tuner.go_on(pool, tell):
                told = ", ".join(f"{key} {value:.4g}" for key, value in parameters.items())
                echo(f"trial {number}: {score:.3f} with {told}")
            best = tuner.best(pool, tell)
        found = file.with_suffix(".best.toml")
        found.write_text(parameter_file(tuning, best), encoding="utf-8")
        low, high = best.check.low, best.check.high
        echo(f"best: trial {best.trial}, {best.score:.3f} in the trials")
        echo(f"against {tuning.bot} as it is: {best.check.score:.3f}, 95 % interval {low:.3f} to {high:.3f}")
        echo(f"parameters: {found}")
        return 0

    return guarded(job)


def _broken(one: tuple[Task, str], why: BaseException) -> Mark:
    from game.lab.exam import Mark

    return Mark(one[0].name, one[1], one[0].points, 0.0, f"{type(why).__name__}: {why}")


def _marked(tries: int, one: tuple[Task, str]) -> Mark:
    from game.lab.exam import marked

    return marked(*one, tries)


def report(source: Path, how: How, drawn: Drawn, lost: Sequence[str]) -> int:
    """Draw what a plan or rows show; the exit code."""
    return _reported(source, how, drawn, lambda _: None, lost)


def _reported(
    source: Path, how: How, drawn: Drawn, show: Callable[[Sequence[Row]], None], lost: Sequence[str] = ()
) -> int:
    def job(errors: Console) -> int:
        rows = rows_of(source, how, errors)
        if not rows:
            raise ValueError(f"{source.name} has no rows")
        show(rows)
        if drawn.html is not None:
            from game.lab.page import page

            drawn.html.write_text(page(source.stem, rows, lost), encoding="utf-8")
        if drawn.png is not None:
            from game.lab.page import write_pictures

            for path in write_pictures(rows, drawn.png):
                echo(str(path))
        return FAILED if any(row.failed for row in rows) else 0

    return guarded(job)


def _grid(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from game.terminal import cell

    grid = Table(title=title or None, title_justify="left")
    for n, head in enumerate(heads):
        grid.add_column(cell(head), justify="left" if n == 0 else "right")
    for row in rows:
        grid.add_row(*map(cell, row))
    Console().print(grid)
