"""Battles of a match over several processes of this machine, row by row, resumed where a run was stopped."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from game.lab.rows import Row, Task, add_row, fought, read_rows


def known_rows(tasks: Iterable[Task], out: Path | None) -> tuple[list[Row], list[Task]]:
    """The rows that a file has of some battles, in the order of the file, and the battles it lacks."""
    there = {row.key: row for row in read_rows(out)} if out is not None else {}
    asked = list(tasks)
    keys = {task.key for task in asked}
    return [row for row in there.values() if row.key in keys], [task for task in asked if task.key not in there]


def fight_all(tasks: Iterable[Task], processes: int, out: Path | None = None) -> Generator[Row]:
    """Fight battles and yield each row as its battle ends, already written to the file.

    Whoever stops taking rows stops the run: battles that have not begun are not fought.
    """
    for row in _fought(list(tasks), processes):
        if out is not None:
            add_row(out, row)
        yield row


def _fought(tasks: list[Task], processes: int) -> Iterator[Row]:
    if processes <= 1 or len(tasks) <= 1:
        yield from map(fought, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(tasks)), mp_context=context) as pool:
        try:
            for job in as_completed([pool.submit(fought, task) for task in tasks]):
                yield job.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
