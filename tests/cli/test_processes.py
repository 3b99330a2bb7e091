"""Work over several processes: each job once, faults with their job, a lost process ends nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from game.processes import AHEAD, here

ROOT = Path(__file__).resolve().parents[2]


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


PARENT = """
import time
from game.processes import here
for done in here(time.sleep, [0, 600], 2):
    print(done.asked, flush=True)
"""


def test_the_other_processes_end_with_that_which_began_them() -> None:
    program = [sys.executable, "-c", PARENT]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "0\n"
        parent.kill()
        assert parent.stdout.read() == ""  # which comes when the last of them has closed it


def test_jobs_are_drawn_as_late_as_can_be_and_none_after_the_reader_has_enough() -> None:
    drawn = []

    def coming() -> Iterator[int]:
        for number in range(0, 2000, 2):
            drawn.append(number)
            yield number

    with closing(here(halved, coming(), 2)) as jobs:
        next(jobs)
    assert len(drawn) == 2 * AHEAD
