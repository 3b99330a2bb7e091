"""What a clause costs: the lines of Python of every installed ruleset by the clauses, rulings and conventions it has.

    .venv/bin/python docs/cost_of_clause.py             all that is installed
    .venv/bin/python docs/cost_of_clause.py FOLDER ...  packages that are not installed, by their folders

Lines are those of the files, blank ones, comments and docstrings with them; data, texts and tests are not counted.
What the rulesets share is told below them: it belongs to no clause.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import msgspec

from game.clauses import Book, read_book, ruleset_folders

ROOT = Path(__file__).resolve().parents[1]
SHARED = ("kit", "engine", "geometry")
HEADS = ("ruleset", "clauses", "rulings", "conventions", "lines", "lines by all", "by clauses alone")


class Cost(msgspec.Struct, frozen=True):
    """What one ruleset has, and what it takes."""

    name: str
    clauses: int
    rulings: int
    conventions: int
    lines: int

    @property
    def each(self) -> float:
        """Lines for each clause, ruling and convention."""
        return self.lines / max(1, self.clauses + self.rulings + self.conventions)

    @property
    def row(self) -> tuple[str, ...]:
        """What is printed, in the order of the heads."""
        counts = (self.clauses, self.rulings, self.conventions, self.lines)
        return (self.name, *(f"{n:,}" for n in counts), f"{self.each:.1f}", f"{self.lines / max(1, self.clauses):.1f}")


def lines_in(folder: Path) -> int:
    """Lines of Python in a folder and below it."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(folder.rglob("*.py")))


def cost_of(book: Book) -> Cost:
    """What the ruleset of a book costs."""
    kinds = Counter(clause.kind for clause in book.clauses)
    return Cost(book.ruleset, kinds["clause"], kinds["ruling"], kinds["convention"], lines_in(book.folder))


def books(folders: list[Path]) -> list[Book]:
    """The books in some folders, each named by the prefix of its first clause, else those of all that is installed."""
    if not folders:
        return [read_book(name, folder) for name, folder in ruleset_folders().items()]
    found = [read_book("", folder) for folder in folders]
    return [Book(b.clauses[0].id.partition("-")[0], b.folder, b.clauses, b.words) for b in found]


def table(rows: list[tuple[str, ...]]) -> str:
    """Rows below their heads, in columns."""
    widths = [max(len(row[k]) for row in (HEADS, *rows)) for k in range(len(HEADS))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (HEADS, *rows)
    )


def main(arguments: list[str]) -> None:
    """Print the table."""
    costs = [cost_of(book) for book in books([Path(argument) for argument in arguments])]
    total = Cost("all", *(sum(getattr(c, part) for c in costs) for part in Cost.__struct_fields__[1:]))
    print(table([cost.row for cost in (*costs, total)]))
    for name in SHARED:
        if (ROOT / "game" / name).is_dir():
            print(f"game/{name}: {lines_in(ROOT / 'game' / name):,} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
