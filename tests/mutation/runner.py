"""Runs tests against one fault: a process of its own in which the module is another one. Nothing on disk changes."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import CodeType, ModuleType

import msgspec

from tests.mutation.mutants import ROOT, Mutant

PRELOADED = ["pytest", "hypothesis", "numpy", "shapely", "msgspec"]
PRELOADED += ["game.engine.session", "game.engine.positions.position"]
KILLED, SURVIVED, SLOW, BROKEN = "killed", "survived", "killed by time", "no tests"
NO_TESTS = 5


class Fate(msgspec.Struct, frozen=True):
    """What became of a fault, and how long that took in seconds."""

    mutant: Mutant
    outcome: str
    seconds: float
    tests: int


class _Altered(importlib.machinery.SourceFileLoader):
    """Loads one module from a text instead of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, path: str, text: str) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = _Altered(self.name, self.path, self.text)
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)


def module_name(path: str) -> str:
    """Return the dotted name of a file below the project's root."""
    parts = list(Path(path).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def run_tests(altered: tuple[str, str] | None, tests: list[str], log: str, limit: float) -> None:
    """Run tests in this process, with a module replaced, and leave with pytest's exit code."""
    os.chdir(ROOT)
    if hasattr(signal, "alarm"):
        signal.alarm(int(limit) + 30)  # an endless loop ends even where whoever began it was killed
    with open(log, "w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    if altered is not None:
        path, text = altered
        name = module_name(path)
        assert name not in sys.modules, f"{name} was loaded before it could be changed"
        sys.meta_path.insert(0, _Finder(name, str(ROOT / path), text))
    import pytest

    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", *tests])
    sys.stdout.flush()
    os._exit(int(code))


class Bench:
    """Runs faults side by side, a process each.

    Parameters
    ----------
    jobs : int
        How many processes at a time.
    limit : float
        After how many seconds a fault counts as killed by time (an endless loop, say).
    logs : Path
        Where the tests' output lies, a file for each fault.
    """

    def __init__(self, jobs: int, limit: float, logs: Path) -> None:
        self.jobs, self.limit, self.logs = jobs, limit, logs
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self.context = multiprocessing.get_context(method)
        if method == "forkserver":
            self.context.set_forkserver_preload(PRELOADED)

    def start(self, altered: tuple[str, str] | None, tests: list[str], name: str) -> BaseProcess:
        """Begin a run of tests."""
        process = self.context.Process(
            target=run_tests, args=(altered, tests, str(self.logs / f"{name}.log"), self.limit)
        )
        process.start()
        return process

    def run(self, work: list[tuple[Mutant, list[str]]]) -> Iterator[Fate]:
        """Yield the fate of each fault as it becomes known."""
        waiting = list(enumerate(work))
        running: list[tuple[BaseProcess, float, Mutant, int]] = []
        while waiting or running:
            while waiting and len(running) < self.jobs:
                number, (mutant, tests) = waiting.pop(0)
                if not tests:  # pytest without a name would run everything
                    yield Fate(mutant, BROKEN, 0.0, 0)
                    continue
                process = self.start((mutant.path, mutant.source()), tests, f"{number:04}")
                running.append((process, time.monotonic(), mutant, len(tests)))
            for one in list(running):
                process, begun, mutant, tests_run = one
                spent = time.monotonic() - begun
                if process.is_alive() and spent < self.limit:
                    continue
                running.remove(one)
                outcome = self._outcome(process)
                yield Fate(mutant, outcome, round(spent, 1), tests_run)
            time.sleep(0.02)

    def _outcome(self, process: BaseProcess) -> str:
        if process.is_alive():
            process.kill()
            process.join()
            return SLOW
        process.join()
        if process.exitcode == 0:
            return SURVIVED
        return BROKEN if process.exitcode == NO_TESTS else KILLED  # a test module that no longer loads has noticed it

    def passes(self, tests: list[str]) -> bool:
        """Whether tests pass on the rules as they are."""
        process = self.start(None, tests, "untouched")
        process.join()
        return process.exitcode == 0

    def close(self) -> None:
        """Stop what still runs."""
        for child in multiprocessing.active_children():
            with contextlib.suppress(OSError):
                child.kill()
