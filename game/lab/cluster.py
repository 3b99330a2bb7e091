"""Battles on many machines: a scheduler of dask.distributed hands them out, and fights those of lost workers again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

from game.lab.extra import library
from game.lab.rows import Row, Task
from game.lab.run import Pool
from game.lab.versions import versions
from game.processes import AHEAD, Done, handed_out

WAIT = 30.0
"""Seconds to wait for the scheduler and its first worker."""
ALLOWED = 3
"""Workers that may be lost with a battle before it counts as failed."""


class ClusterFault(ValueError):
    """The cluster cannot be used; the message says why and what would be right."""


@contextmanager
def pool_of_cluster(address: str, rulesets: frozenset[str]) -> Iterator[Pool]:
    """The workers of a scheduler as a pool.

    Raises
    ------
    ClusterFault
        Where it does not answer, has no workers, or has some that would fight other battles.
    NeedsExtra
        Without the library.
    """
    distributed = library("distributed")
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client = distributed.Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise ClusterFault(f"there is no scheduler at {address}: {fault}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WAIT)
        except TimeoutError:
            raise ClusterFault(
                f"the scheduler at {address} has no workers; begin some with: {WORKER} {address}"
            ) from None
        compare(client, rulesets)

        def pool(job: Callable[[Task], Row], asked: Iterator[Task]) -> Generator[Done[Task, Row]]:
            executor = client.get_executor(pure=False, retries=0)
            with closing(handed_out(executor, job, asked, lambda: AHEAD * max(1, len(client.ncores())))) as jobs:
                yield from jobs

        yield pool


WORKER = "dask worker --nthreads 1 --nworkers auto"


def compare(client: Any, rulesets: frozenset[str]) -> None:
    """Refuse workers that have other versions than this program, or several threads. Raises ClusterFault."""
    mine = {ruleset: versions(ruleset) for ruleset in sorted(rulesets)}
    wrong = []
    for address, theirs in client.run(_versions, sorted(rulesets), on_error="return").items():
        if isinstance(theirs, BaseException):
            wrong.append(f"{address}: {type(theirs).__name__}: {theirs}")
        elif theirs != mine:
            ruleset = next(one for one in mine if theirs.get(one) != mine[one])
            wrong.append(f"{address}: {ruleset} is {theirs.get(ruleset)} there and {mine[ruleset]} here")
    wrong += [f"{address}: {n} threads instead of 1" for address, n in client.ncores().items() if n != 1]
    if wrong:
        told = "\n".join(wrong)
        raise ClusterFault(f"these workers would not fight the same battles; begin them with: {WORKER}\n{told}")


def _versions(rulesets: list[str]) -> dict[str, dict[str, str]]:
    return {ruleset: versions(ruleset) for ruleset in rulesets}
