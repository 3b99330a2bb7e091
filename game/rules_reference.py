"""The rules reference on the terminal: one clause, all of them by phase, or how far the tests cover them."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from click import echo

from game.clauses import Book, Clause, DataError, read_book
from game.coverage import FEW, Coverage, cover, read_tests
from game.engine.files.toml_reading import plain
from game.engine.packages import Package, packages

if TYPE_CHECKING:
    from rich.console import Console

INDENT = "    "
KINDS = {"clause": "", "ruling": "ruling", "convention": "convention"}


def show(console: Console, wanted: str = "", language: str = "en", ruleset: str = "") -> int:
    """Print one clause, those whose id begins with ``wanted``, or all.

    Parameters
    ----------
    console
        Where to.
    wanted
        A clause id or its beginning, in any case; empty for everything.
    language
        "en" or another language the ruleset's clauses are translated into.
    ruleset
        Only this ruleset; empty for all.

    Returns
    -------
    int
        Exit code: 0, or 1 if no clause matches.
    """
    books = _books(ruleset)
    exact = [(book, c) for book in books for c in book.clauses if c.id.upper() == wanted.upper()]
    chosen = exact or [(book, c) for book in books for c in book.clauses if c.id.upper().startswith(wanted.upper())]
    if not chosen:
        none = f"No clause begins with {wanted}." if wanted else "No installed ruleset has clauses."
        console.print(none, markup=False)
        return 1
    heading: tuple[str, str] | None = None
    for book, clause in chosen:
        if (book.ruleset, clause.phase) != heading:
            heading = (book.ruleset, clause.phase)
            console.rule(f"{book.ruleset}: {clause.phase.replace('_', ' ')}", align="left")
        _print_clause(console, book, clause, language)
    return 0


def _print_clause(console: Console, book: Book, clause: Clause, language: str) -> None:
    from rich.text import Text

    title, text = book.shown(clause, language)
    head = Text.assemble((clause.id, "bold cyan"), "  ", (title, "bold"))
    if KINDS[clause.kind]:
        head.append(f"  ({KINDS[clause.kind]})", "dim")
    console.print(head)
    width = max(console.width, 40)
    paragraphs = (
        fill(part, width, initial_indent=INDENT, subsequent_indent=INDENT) for part in text.strip().splitlines()
    )
    console.print("\n".join(paragraphs) + "\n", markup=False, highlight=False, soft_wrap=True)


def show_coverage(console: Console, tests: Path, ruleset: str = "", ours: Path | None = None) -> int:
    """Print how many clauses of each ruleset a test proves, and which are missing.

    Parameters
    ----------
    console
        Where to.
    tests
        Folder of the tests.
    ruleset
        Only this ruleset; empty for all.
    ours
        Unless one is asked for, only rulesets in this folder: tests prove nothing of what lies elsewhere.

    Returns
    -------
    int
        Exit code: 0 if everything is covered, else 1.
    """
    if not tests.is_dir():
        console.print(f"No tests at {tests}: they come with the source, not with the installed program.", markup=False)
        return 1
    citations, opaque = read_tests(tests)
    for mark in opaque:
        console.print(f"{mark.path}:{mark.line}: clause ids must be plain strings to be counted", markup=False)
    found = [(book, cover(book, citations)) for book in _books(ruleset, ours)]
    for book, coverage in found:
        _print_table(console, book, coverage)
    return 0 if found and not opaque and all(coverage.whole for _, coverage in found) else 1


def _print_table(console: Console, book: Book, coverage: Coverage) -> None:
    from rich.table import Table

    table = Table(title=f"{coverage.ruleset}: clauses proven by tests", title_justify="left")
    table.add_column("phase")
    for name in ("clauses", "proven", "words only", "rulings, conventions", "proven"):
        table.add_column(name, justify="right")
    for phase in dict.fromkeys(clause.phase for clause in book.clauses):
        rows = [clause for clause in book.clauses if clause.phase == phase]
        own = [clause.id for clause in rows if clause.kind == "clause"]
        other = [clause.id for clause in rows if clause.kind != "clause"]
        table.add_row(
            phase.replace("_", " "),
            str(len(own)),
            str(sum(one in coverage.proven for one in own)),
            str(sum(one in coverage.words_only for one in own)),
            str(len(other)),
            str(sum(one in coverage.proven or one in coverage.words_only for one in other)),
        )
    console.print(table)
    others = sum(clause.kind != "clause" for clause in book.clauses)
    console.print(
        f"{coverage.ruleset}: {coverage.covered} of {len(coverage.counted)} clauses covered"
        f" ({others - len(coverage.others_missing)} of {others} rulings and conventions)",
        markup=False,
        highlight=False,
    )
    for one, reason in coverage.words_only.items():
        console.print(f"  words only: {one}: {reason}", markup=False, highlight=False)
    lists = (
        ("missing", coverage.missing),
        ("rulings and conventions missing", coverage.others_missing),
        (f"cited only by tests of more than {FEW} ids ({len(coverage.in_company)})", coverage.in_company),
    )
    for label, ids in lists:
        if ids:
            console.print(f"  {label}: {', '.join(ids)}", markup=False, highlight=False)


def _books(ruleset: str, ours: Path | None = None) -> list[Book]:
    """The books that can be read; those that cannot are named, and raise DataError where they are the one asked for.

    ``ours`` is the folder in which rulesets lie whose clauses are wanted; None for all.
    """
    found = []
    for package in packages().values():
        if ruleset and package.id != ruleset.upper():
            continue
        elsewhere = package.folder is not None and ours is not None and not package.folder.is_relative_to(ours)
        if elsewhere and not ruleset:
            continue
        try:
            found.append(_book(package))
        except DataError as fault:
            if ruleset:
                raise
            echo(f"Left out: {fault}", err=True)
    return found


def _book(package: Package) -> Book:
    """The clauses of a package. Raises DataError."""
    if package.fault is not None or package.folder is None:
        raise DataError(package.folder or Path(package.module), plain(package.fault) if package.fault else "")
    return read_book(package.id, package.folder)
