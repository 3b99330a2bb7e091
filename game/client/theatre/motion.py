"""Bases on their way: where each of them is at any moment of the course they go along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from game.geometry.shapes import Pose, turn_between

Poses = dict[str, tuple[float, float, float]]
Floats = npt.NDArray[np.float64]


class Motion:
    """Bases on their way: along which places, and how much of the time is gone.

    Parameters
    ----------
    start, end
        Where the bases stand before and after, by id.
    seconds
        How long the way takes.
    ways
        Moments of the way, evenly spread over the time, as (x, y, facing) by base; facings may go beyond 360. What has
        none goes straight from start to end.
    """

    def __init__(
        self,
        start: Mapping[str, Pose],
        end: Mapping[str, Pose],
        seconds: float,
        ways: Mapping[str, Sequence[tuple[float, float, float]]] | None = None,
    ) -> None:
        self.start, self.end, self.seconds = dict(start), dict(end), seconds
        self.passed = 0.0
        ways = ways or {}
        self._ids = list(self.start)
        moments = max((len(w) for w in ways.values()), default=2)
        self._at = np.zeros((moments, len(self._ids), 3))
        even = np.linspace(0.0, 1.0, moments)
        for k, base in enumerate(self._ids):
            way = np.array(ways.get(base) or straight(self.start[base], self.end[base]), dtype=np.float64)
            if len(way) == moments:
                self._at[:, k] = way
            else:
                for column in range(3):
                    self._at[:, k, column] = np.interp(even, np.linspace(0.0, 1.0, len(way)), way[:, column])
        self._known: tuple[float, Poses] | None = None

    def poses(self) -> Poses:
        """Where they are now: x, y (mm), facing (degrees)."""
        if self._known is None or self._known[0] != self.passed:
            rows = self._now().tolist()
            self._known = (self.passed, {b: (x, y, f) for b, (x, y, f) in zip(self._ids, rows, strict=True)})
        return self._known[1]

    def _now(self) -> Floats:
        t = min(1.0, self.passed / self.seconds) if self.seconds > 0 else 1.0
        at = eased(t) * (len(self._at) - 1)
        before = min(int(at), len(self._at) - 2)
        share = at - before
        now: Floats = self._at[before] * (1.0 - share) + self._at[before + 1] * share
        return now


def straight(a: Pose, b: Pose) -> list[tuple[float, float, float]]:
    """From one place to another by the shortest way, turning on it."""
    return [(a.x, a.y, a.facing), (b.x, b.y, a.facing + turn_between(a.facing, b.facing))]


def eased(t: float) -> float:
    """How far one is after a share of the time: fast at first, at rest in the end.

    >>> eased(0.0), eased(0.5), eased(1.0)
    (0.0, 0.75, 1.0)
    """
    return 1.0 - (1.0 - t) * (1.0 - t)
