"""Work over several processes of this machine: handed out a little at a time, and no lost process ends it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import resource_tracker
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
AHEAD = 2
"""Jobs that lie ready for each process, so that none waits for the next."""


@dataclass(frozen=True)
class Done(Generic[Asked, Answer]):
    """A job that has ended: what was asked, and what came of it."""

    asked: Asked
    future: Future[Answer]

    @property
    def fault(self) -> BaseException | None:
        """What went wrong, None where there is an answer."""
        return self.future.exception()

    def answer(self, otherwise: Callable[[Asked, BaseException], Answer]) -> Answer:
        """The answer, or what is to be said of the fault."""
        return self.future.result() if self.fault is None else otherwise(self.asked, self.fault)


def handed_out(
    pool: Executor, job: Callable[[Asked], Answer], asked: Iterable[Asked], width: Callable[[], int]
) -> Generator[Done[Asked, Answer]]:
    """Hand jobs to a pool as it can take them, and yield each as it ends; ``asked`` is drawn from as late as can be.

    ``width`` says how many jobs may lie with the pool at once.
    """
    coming = iter(asked)
    running: dict[Future[Answer], Asked] = {}
    try:
        while True:
            for one in islice(coming, max(0, width() - len(running))):
                running[_submitted(pool, job, one)] = one
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield Done(running.pop(future), future)
    finally:
        for future in running:
            future.cancel()


def _submitted(pool: Executor, job: Callable[[Asked], Answer], one: Asked) -> Future[Answer]:
    try:
        return pool.submit(job, one)
    except BrokenExecutor as fault:
        lost: Future[Answer] = Future()
        lost.set_exception(fault)
        return lost


def here(job: Callable[[Asked], Answer], asked: Iterable[Asked], processes: int) -> Generator[Done[Asked, Answer]]:
    """Do jobs on this machine, over several processes where asked, and yield each as it ends.

    Where a process is lost, the jobs in hand are done again, each in a process of its own: only one that loses its
    process again has the fault. Whoever stops it (an interrupt, or a reader who has enough) stops the other processes
    at once and without a word.
    """
    coming = iter(asked)
    if processes <= 1:
        yield from (_at_once(job, one) for one in coming)
        return
    while True:
        lost: list[Asked] = []
        with _pool(processes) as pool:
            for done in handed_out(pool, job, _until_lost(coming, lost), lambda: AHEAD * processes):
                if isinstance(done.fault, BrokenExecutor):
                    lost.append(done.asked)
                else:
                    yield done
        for one in lost:
            with _pool(1) as alone:
                yield from handed_out(alone, job, [one], lambda: 1)
        if not lost:
            return


def _at_once(job: Callable[[Asked], Answer], one: Asked) -> Done[Asked, Answer]:
    future: Future[Answer] = Future()
    try:
        future.set_result(job(one))
    except Exception as fault:
        future.set_exception(fault)
    return Done(one, future)


def _until_lost(coming: Iterator[Asked], lost: list[Asked]) -> Iterator[Asked]:
    while not lost:
        try:
            yield next(coming)
        except StopIteration:
            return


@contextlib.contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    # fork would copy an open display and threads along; spawn starts clean on every platform
    context = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)
    try:
        with _deaf_children():
            for _ in range(processes):
                pool.submit(int)
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        # waited for: a pool that is still ending when the program does may complain of its own closed pipe
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """A terminal interrupts all processes of a command: this one leaves it to that which began it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes begun meanwhile are deaf to interrupts from their first step, where the system hands that down.

    An interrupt of this one waits until then: a process that is only half begun would complain.
    """
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    resource_tracker.ensure_running()  # a process of its own, whose beginning would let interrupts through again
    answers = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, answers)
    if heard:
        raise KeyboardInterrupt
