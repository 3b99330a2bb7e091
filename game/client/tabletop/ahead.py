"""Drawing ahead: what the next zooms and the nearest surroundings need is made while nothing else is to be done."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.client.camera import Camera
from game.client.tabletop.squares import SQUARE

AHEAD_MS = 4.0
"""Milliseconds of it a frame."""
AFTER = 12
"""Frames that a picture must have rested before."""
NOTCHES = (1, -1, 2, -2)
"""Notches of the wheel at whose zooms the table is drawn ahead."""


class Ahead:
    """Makes what may be asked for next.

    Parameters
    ----------
    make
        Makes what a camera needs until a moment (seconds of the clock); True when nothing is left to do.
    """

    def __init__(self, make: Callable[[Camera, float], bool]) -> None:
        self._make = make
        self._resting: object = None
        self._rested = 0
        self._done: object = None

    def done(self, key: object) -> bool:
        """Whether nothing is left to be made for a picture."""
        return self._done == key

    def go_on(
        self,
        key: object,
        camera: Camera,
        about: tuple[int, int],
        likely: Callable[[], Sequence[Camera]],
        budget_ms: float,
    ) -> None:
        """Go on with it, for a picture that is there.

        Parameters
        ----------
        about
            The window pixel that would be zoomed at.
        likely
            Other places that a key leads to.
        """
        if self._done == key:
            return
        if key != self._resting:
            self._resting, self._rested = key, 0
        self._rested += 1
        if self._rested < AFTER:
            return
        stop = time.perf_counter() + budget_ms / 1000.0
        around = camera.copy()
        around.widen(SQUARE // 2)
        others = [camera.copy() for _notches in NOTCHES]
        for other, notches in zip(others, NOTCHES, strict=True):
            other.zoom_at(notches, *about)
        if all(self._make(other, stop) for other in (around, *others, *likely())):
            self._done = key
