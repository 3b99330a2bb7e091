"""Two lanes of tests: the fast one runs first and tells most of what is wrong in a fifth of the time.

Few tests take most of the time: whole battles, soaks, sweeps through the window. ``tests/slow.txt`` names them, one
test function a line, without its parameters. It is measured, not written by hand::

    python3 run.py test --measure times.json     # processor seconds by test function
    .venv/bin/python -m tests.lanes times.json   # write tests/slow.txt again

A test that is new or renamed belongs to the fast lane until the next measure.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SLOW = Path(__file__).with_name("slow.txt")
SHARE = 0.05
"""The share of all tests that the slow lane may hold."""


def function_of(nodeid: str) -> str:
    """The test function of a test, without its parameters."""
    return nodeid.split("[", 1)[0]


def slow_functions() -> frozenset[str]:
    """The test functions of the slow lane."""
    return frozenset(SLOW.read_text(encoding="utf-8").split()) if SLOW.exists() else frozenset()


@cache
def slow_files() -> frozenset[Path]:
    """The files that have a test function of the slow lane."""
    root = SLOW.parents[1]
    return frozenset(root / name.split("::", 1)[0] for name in slow_functions())


def slowest(seconds: dict[str, float], counts: dict[str, int], share: float = SHARE) -> list[str]:
    """Return the functions with most time for each of their tests, up to a share of all tests, sorted by name.

    Parameters
    ----------
    seconds, counts
        Processor seconds and number of tests by function.
    share
        Of the number of tests, 0 to 1.
    """
    room = int(sum(counts.values()) * share)
    out: list[str] = []
    for name in sorted(seconds, key=lambda one: (-seconds[one] / counts[one], one)):
        if counts[name] <= room:
            room -= counts[name]
            out.append(name)
    return sorted(out)


class Measure:
    """A plugin that adds up the processor time of each test function, its children's time included."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Time one test with what it sets up."""
        began = _spent()
        result = yield
        name = function_of(item.nodeid)
        self.seconds[name] += _spent() - began
        self.counts[name] += 1
        return result

    def pytest_sessionfinish(self) -> None:
        """Write what this process has measured; workers write a file each beside it."""
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        if self.seconds:
            path = self.path.with_suffix(f".{worker}.json") if worker else self.path
            path.write_text(json.dumps({"seconds": self.seconds, "counts": self.counts}), encoding="utf-8")


def _spent() -> float:
    own = time.process_time()
    times = os.times()
    return own + times.children_user + times.children_system


def read(paths: list[Path]) -> tuple[Counter[str], Counter[str]]:
    """Processor seconds and numbers of tests by function, of some measured files together."""
    seconds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for path in paths:
        measured = json.loads(path.read_text(encoding="utf-8"))
        seconds.update(measured["seconds"])
        counts.update(measured["counts"])
    return seconds, counts


def main(names: list[str]) -> None:
    """Write the slow lane from measured files, and print what each lane holds."""
    paths = [found for name in names for found in sorted({Path(name), *Path(name).parent.glob(f"{Path(name).stem}.*")})]
    seconds, counts = read([path for path in paths if path.exists()])
    slow = slowest(seconds, counts)
    SLOW.write_text("".join(f"{name}\n" for name in slow), encoding="utf-8")
    tests, time_of = sum(counts[name] for name in slow), sum(seconds[name] for name in slow)
    print(
        f"{tests} of {counts.total()} tests and {time_of:.0f} of {seconds.total():.0f} processor seconds"
        f" ({time_of / max(seconds.total(), 1e-9):.0%}) are in the slow lane"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
