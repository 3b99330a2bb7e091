"""A thread in which a bot makes up its mind, and which is gone when nobody waits for it any more.

One that has come to an end by itself is used again: who decides a thousand times a second has no time for new threads.

Threads cannot be ended from outside, only told to. First, what a bot asks of its seat is refused once its decision is
over. Second, an exception is thrown into the thread wherever it is at work, and once it has been caught, again at every
line from there on, so that catching it does not help. Third, who waits for something (a sleep, a lock) uses no time of
anybody's, and goes as soon as he wakes. A process of its own would end even him at once; but the rules that such a bot
comes with run in the window's process anyhow, and every view would have to be written and read, and all that is
remembered of it worked out again, for every single decision.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import ClassVar, Generic, TypeVar

from game.bots.work import Stopped, Work

R = TypeVar("R")

FIRST, LAST = 0.005, 0.2
"""Seconds between two attempts to end a thread, at first and in the end."""
IDLE = 0.1
"""Seconds after which a thread goes in which nobody thinks."""


class _Thinker(threading.Thread):
    """A thread in which minds are made up one after the other, until one is dropped or none has come for a while."""

    idle: ClassVar[list[_Thinker]] = []
    lock = threading.Lock()

    def __init__(self) -> None:
        super().__init__(name="bot", daemon=True)
        self._job: Callable[[], bool] | None = None
        self._called = threading.Lock()
        self._called.acquire()
        self.start()

    @classmethod
    def free(cls) -> _Thinker:
        """One in which nobody thinks, a new one if there is none."""
        with cls.lock:
            return cls.idle.pop() if cls.idle else cls()

    def think(self, job: Callable[[], bool]) -> None:
        """Have a job thought by this thread, in which nobody thinks: one lock is all that is handed over."""
        self._job = job
        self._called.release()

    def run(self) -> None:
        """Think whatever comes; each job tells whether the next may be thought here as well."""
        while True:
            if self._called.acquire(timeout=IDLE):
                job, self._job = self._job, None
                if job is None or not job():
                    return
                continue
            with self.lock:
                if self in self.idle:
                    self.idle.remove(self)
                    return


class Mind(Generic[R]):
    """Something thought out in a thread of its own.

    Parameters
    ----------
    job
        What is to be done.
    work
        What it may spend.
    """

    def __init__(self, job: Callable[[], R], work: Work) -> None:
        self._job, self._work = job, work
        self._settled = threading.Lock()
        self._settled.acquire()
        self._gate, self._begun, self._over = threading.Lock(), False, False
        self._got: R | BaseException | None = None
        self._thread = _Thinker.free()
        self._thread.think(self._think)
        work.at_end(self._drop)

    def wait(self, seconds: float) -> R | BaseException | None:
        """What came of it, or what went wrong; None if it was not ready in time.

        Raises
        ------
        Stopped
            Nobody waits for it any more.
        """
        in_time = self._settled.acquire(timeout=seconds)
        if not in_time:
            self._work.halt()
            return None
        self._settle()
        if self._work.halted:
            raise Stopped
        return self._got

    def _think(self) -> bool:
        try:
            if self._begins():
                self._got = self._job()
        except BaseException as fault:  # whatever a bot does wrong must not end the battle
            self._got = fault
        while not self._at_the_end():
            pass
        again = not self._work.halted
        if again:
            with _Thinker.lock:
                _Thinker.idle.append(self._thread)
        self._settle()
        return again

    def _settle(self) -> None:
        """Let who waits go on; nothing where that has been done already."""
        with suppress(RuntimeError):
            self._settled.release()

    def _begins(self) -> bool:
        """Whether anybody waits for it; only from here on may its thread be told to end."""
        with self._gate:
            self._begun = not self._work.halted
        return self._begun

    def _at_the_end(self) -> bool:
        """Whether it is certain that nothing more is thrown at this thread."""
        try:
            sys.setprofile(None)
            sys.settrace(None)
            with self._gate:
                self._over = True
            return True
        except Stopped:
            return False

    def _drop(self) -> None:
        """Nobody waits for it any more: its thread is told to end until it has."""
        self._settle()
        if not self._over:
            threading.Thread(target=self._see_off, name="bot's end", daemon=True).start()

    def _see_off(self) -> None:
        with _Thinker.lock:
            if not _Unheard.told:
                _Unheard.told, sys.unraisablehook = [sys.unraisablehook], _Unheard.hook
        pause = FIRST
        while self._thread.is_alive() and not self._over:
            with self._gate:
                if self._begun and not self._over:
                    _throw(self._thread.ident, _End)
            self._thread.join(pause)
            pause = min(1.5 * pause, LAST)


class _End(Stopped):
    """Thrown into a thread that is to end. It is made where it is caught, in that thread, and has it watched."""

    def __init__(self) -> None:
        super().__init__()
        sys.setprofile(_watched)


def _watched(frame: FrameType | None, _event: str, _arg: object) -> None:
    """At every call and return of such a thread: its next line is where it ends, should it have caught the last end."""
    if frame is not None and frame.f_code.co_filename != __file__ and sys.gettrace() is None:
        while frame is not None:
            frame.f_trace = _ended
            frame = frame.f_back
        sys.settrace(_ended)


def _ended(frame: FrameType, _event: str, _arg: object) -> None:
    """The next line of such a thread ends it, unless that is dealt with there. It raises once, then is not called."""
    if frame.f_code.co_filename != __file__:
        raise Stopped


class _Unheard:
    """What is raised where nobody can catch it is told, but for an end: the thread is told again elsewhere.

    Such places are destructors, callbacks of weak references, generators that are closed because nobody has them.
    """

    told: ClassVar[list[Callable[[sys.UnraisableHookArgs], object]]] = []
    """Who was told of all of it before the first thread was ended."""

    @classmethod
    def hook(cls, lost: sys.UnraisableHookArgs) -> None:
        """Pass it on, if it is no end."""
        if not issubclass(lost.exc_type, Stopped):
            for hook in cls.told:
                hook(lost)


def _throw(thread: int | None, fault: type[BaseException]) -> None:
    """Throw an exception into a thread, where it next runs Python. Nothing where Python is not the usual one."""
    python = getattr(ctypes, "pythonapi", None)
    if python is not None and thread is not None:
        python.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(fault))
