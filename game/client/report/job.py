"""A report on its way: the process that makes it, how far it is, and stopping it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import msgspec

from game.client.report.worker import Task, Told
from game.client.words import _, os_words

_told = msgspec.json.Decoder(Told)


class Job:
    """A process that makes a report. It begins at once.

    Attributes
    ----------
    share
        How much is done, 0 to 1.
    ended
        It is over: written, failed, or stopped.
    why
        A sentence where it failed.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.share = 0.0
        self.ended = False
        self.why = ""
        self.stopped = False
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "game.client.report.worker", msgspec.json.encode(task).decode()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path), **_DUMMY},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as fault:
            self.why, self.ended = os_words(fault), True
            return
        threading.Thread(target=self._listen, name="report", daemon=True).start()

    @property
    def path(self) -> Path:
        """The file that it writes."""
        return Path(self.task.to)

    def _listen(self) -> None:
        """Hear what the process tells, to its end."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        whole = False
        for line in process.stdout:
            try:
                told = _told.decode(line)
            except msgspec.DecodeError:
                continue  # a library's greeting
            if told.ended:
                whole, self.why = True, told.why
            elif told.of:
                self.share = told.done / told.of
        process.stdout.close()
        code = process.wait()
        if not whole and not self.stopped:
            self.why = _("the process ended too early ({code})").format(code=code)
        if self.stopped:
            with contextlib.suppress(OSError):
                self.task.part.unlink()
        self.ended = True

    def stop(self) -> None:
        """Let it be; nothing is left of it."""
        if self.ended or self._process is None:
            return
        self.stopped = True
        self._process.kill()

    def wait(self, seconds: float) -> None:
        """Wait for a stopped process to be gone, at most so long."""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)


_DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
"""The process draws without a window, whatever the window has."""
