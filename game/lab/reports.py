"""The commands that read rows: ``lab ladder``, ``lab balance``, ``lab report``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from click import echo

from game.lab.command import FAILED, How, fought, guarded, planned
from game.lab.rows import Row

if TYPE_CHECKING:
    from rich.console import Console

    from game.lab.ladder import Ladder

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
