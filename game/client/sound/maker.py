"""Making sounds beside the window: one after the other in a thread, what is waited for first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable

from game.client.sound.synth import Wave
from game.client.sound.voices import VOICES


class Maker:
    """Makes sounds when they are asked for, each once.

    A thread lives only as long as there is something to make. Computing is done by numpy in great pieces, during which
    the window is drawn.

    Attributes
    ----------
    made
        The samples of what has been made, by name.
    """

    def __init__(self) -> None:
        self.made: dict[str, Wave] = {}
        self._wanted: deque[str] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, names: Iterable[str], first: bool = False) -> None:
        """Make sounds as soon as may be; ``first``: before all others that are waited for."""
        with self._lock:
            for name in names:
                if name in self.made:
                    continue
                if first and name in self._wanted:
                    self._wanted.remove(name)
                if name not in self._wanted:
                    (self._wanted.appendleft if first else self._wanted.append)(name)
            if self._wanted and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="sounds", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Nothing is waited for any more."""
        with self._lock:
            self._wanted.clear()

    def wait(self, seconds: float) -> None:
        """Wait until all has been made that was asked for."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._thread = None
                    return
                name = self._wanted.popleft()
            if name not in self.made:
                self.made[name] = VOICES[name].made()
