"""A run: the battles of a plan fought by some pool, each row written as its battle ends, resumed where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from game.lab.battles import Cell, battles
from game.lab.columns import Columns
from game.lab.journal import Journal, read_rows
from game.lab.rows import Row, Task, fought, not_fought
from game.lab.standing import Tally
from game.lab.versions import versions
from game.processes import Done, here

Pool = Callable[[Callable[[Task], Row], Iterator[Task]], Generator[Done[Task, Row]]]
"""Does jobs somewhere and yields each as it ends."""


class OtherVersion(ValueError):
    """A file has rows of another version of the program."""


def pool_here(processes: int) -> Pool:
    """The processes of this machine."""
    return lambda job, asked: here(job, asked, processes)


class Run:
    """The battles of some cells, those included that a file has already.

    Parameters
    ----------
    out
        File of rows, None for none.
    parquet
        Folder for the same rows as columns, None for none.

    Raises
    ------
    ValueError
        Where the file is damaged, or its rows were written by another version of the program.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        seed: str | int,
        until: float | None = None,
        out: Path | None = None,
        parquet: Path | None = None,
    ) -> None:
        self.cells, self.seed, self.out, self.parquet = cells, seed, out, parquet
        self.tallies = {cell.match: Tally(until) for cell in cells}
        self.failed: list[str] = []
        self.total = sum(cell.rounds * (1 if cell.single else 2) for cell in cells)
        self.done = 0
        self._known: set[str] = set()
        if out is not None:
            Journal(out).close()  # a torn last line goes before anything is read

    def rows(self, pool: Pool) -> Generator[Row]:
        """Fight what is missing and yield every row, those that the file has first.

        Whoever stops taking rows stops the run: battles that have not begun are not fought.
        """
        columns = Columns(self.parquet) if self.parquet is not None else None
        try:
            for row in self._written():
                if columns is not None:
                    columns.add(row)
                yield self._counted(row)
            yield from self._fought(pool, columns)
        finally:
            if columns is not None:
                columns.close()

    def _fought(self, pool: Pool, columns: Columns | None) -> Generator[Row]:
        journal = Journal(self.out) if self.out is not None else None
        try:
            with closing(pool(fought, self._missing())) as jobs:
                for done in jobs:
                    row = _checked(done.answer(not_fought))
                    if journal is not None:
                        journal.add(row)
                    if columns is not None:
                        columns.add(row)
                    yield self._counted(row)
        finally:
            if journal is not None:
                journal.close()

    def _written(self) -> Iterator[Row]:
        """The rows that the file has of these cells."""
        if self.out is None:
            return
        rounds = {cell.title: cell.rounds for cell in self.cells}
        for row in read_rows(self.out):
            if row.key in self._known or not self._asked(row, rounds):
                continue
            if row.versions != versions(row.ruleset):
                raise OtherVersion(
                    f"{self.out.name}: {row.key} was fought by another version of the program or its data; "
                    "write to another file"
                )
            self._known.add(row.key)
            yield row

    def _asked(self, row: Row, rounds: dict[str, int]) -> bool:
        title = row.key.removesuffix("b").removesuffix("a").removesuffix(f" {row.seed}")
        head, _, number = row.seed.rpartition("-")
        return head == str(self.seed) and number.isdecimal() and int(number) <= rounds.get(title, 0)

    def _missing(self) -> Iterator[Task]:
        for task in battles(self.cells, self.seed, self._ended):
            asked = self.tallies[task.match].asked
            if not asked or asked[-1] != (task.pair or task.key):
                asked.append(task.pair or task.key)
            if task.key not in self._known:
                yield task

    def _ended(self, match: str) -> bool:
        return bool(self.tallies[match].verdict())

    def _counted(self, row: Row) -> Row:
        self.done += 1
        self.tallies[row.match].add(row)
        if row.failed:
            self.failed.append(f"{row.key}: {row.failed}")
        return row


def _checked(row: Row) -> Row:
    """A row that came from a process with other code has failed, whatever it says."""
    mine = versions(row.ruleset)
    if row.versions == mine:
        return row
    return replace(row, failed=f"it was fought by other code: {row.versions} instead of {mine}")
