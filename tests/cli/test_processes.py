"""Work over several processes: each job once, faults with their job, a lost process ends nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

from game.processes import AHEAD, here


def halved(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def fatal(number: int) -> int:
    if number == 3:
        os._exit(9)
    return number


def test_every_job_ends_once_and_a_fault_stays_with_its_job() -> None:
    for processes in (1, 2):
        got = {done.asked: done.answer(lambda n, _: -n) for done in here(halved, range(6), processes)}
        assert got == {0: 0, 1: -1, 2: 1, 3: -3, 4: 2, 5: -5}


def test_a_job_that_loses_its_process_is_the_only_one_at_fault() -> None:
    got = {done.asked: done.answer(lambda _n, _: -1) for done in here(fatal, range(8), 2)}
    assert got == {n: -1 if n == 3 else n for n in range(8)}


def test_jobs_are_drawn_as_late_as_can_be_and_none_after_the_reader_has_enough() -> None:
    drawn = []

    def coming() -> Iterator[int]:
        for number in range(0, 2000, 2):
            drawn.append(number)
            yield number

    with closing(here(halved, coming(), 2)) as jobs:
        next(jobs)
    assert len(drawn) == 2 * AHEAD
