"""Rows of the benchmark: what was measured, the plain way's figure and ours, from the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes
    ----------
    plain
        Figure of the straightforward implementation, None where there is nothing to compare with.
    ours
        Our figure.
    unit
        "ms" (less is better), or anything a second (more is better).
    wanted
        What was set out for, in words.
    met
        Whether it is so in this run.
    """

    area: str
    what: str
    plain: float | None
    ours: float
    unit: str
    wanted: str = ""
    met: bool = True

    @property
    def ratio(self) -> float | None:
        """How many times better ours is than the plain way."""
        if self.plain is None or not self.plain or not self.ours:
            return None
        return self.plain / self.ours if self.unit == "ms" else self.ours / self.plain


def clock(job: Callable[[], object], at_least: float = 0.4, most: int = 10_000) -> list[float]:
    """Seconds of single runs of a job, repeated for ``at_least`` seconds, after one run to warm up."""
    job()
    times: list[float] = []
    began = time.perf_counter()
    while len(times) < most and (len(times) < 3 or time.perf_counter() - began < at_least):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return times


def median(times: Sequence[float]) -> float:
    """Median, in the unit of the times."""
    return sorted(times)[len(times) // 2]


def p95(times: Sequence[float]) -> float:
    """95th percentile, in the unit of the times."""
    return sorted(times)[int(0.95 * (len(times) - 1))]
