"""Dice that tumble: the course of a throw through its tray, hitting walls and each other, worked out once a throw.

For the eye alone: the faces were thrown before, and nothing that is kept depends on it. At the end each die lies where
its row is to be read.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

from game.geometry.physics import Tumble, tumble

DIE_MM = 16.0
"""The side of a die in the tray."""
MOST = 24
"""More dice than these lie in their rows at once: nobody could follow them."""
LINES_UP = 0.78
"""The share of its time for which a throw tumbles; then it is lined up in rows."""


class Lying(NamedTuple):
    """A die under way: its middle (pixels in the tray), its angle (degrees, clockwise), the index of the face up."""

    x: float
    y: float
    angle: float
    face: int


class Tumbling:
    """The throw in the tray."""

    def __init__(self) -> None:
        self._of: object = None
        self._course: Tumble | None = None

    def course(self, key: object, faces: Sequence[int], sides: int, room: tuple[int, int], side: int) -> Tumble | None:
        """The course of a throw, by anything that names it; None where there are too many dice.

        Parameters
        ----------
        faces
            Index of the face on which each die comes to rest.
        room, side
            The size of the tray and the side of a die, in pixels.
        """
        now = (key, tuple(faces), sides, room, side)
        if now != self._of:
            self._of = now
            mm = DIE_MM / side
            tray = (max(room[0] * mm, DIE_MM * 4), max(room[1] * mm, DIE_MM * 4))
            seed = zlib.crc32(repr((tuple(faces), sides, len(faces))).encode())
            fits = 0 < len(faces) <= MOST
            self._course = tumble(faces, sides, seed, tray, DIE_MM) if fits else None
        return self._course


def lying(course: Tumble, k: int, share: float, side: int, slot: tuple[float, float]) -> Lying:
    """Where the k-th die is after a share (0 to 1) of the time; ``slot`` is where it is to lie (pixels in the tray)."""
    frames = len(course.places)
    rolled = min(1.0, share / LINES_UP)
    n = min(frames - 1, int(rolled * (frames - 1)))
    scale = side / DIE_MM
    x, y, angle = (float(v) for v in course.places[n][k])
    x, y = x * scale, y * scale
    left = max(0.0, (share - LINES_UP) / (1.0 - LINES_UP))
    eased = 1.0 - (1.0 - left) ** 2
    turn = (angle + 45.0) % 90.0 - 45.0  # a die is square: the nearest quarter is straight
    if left > 0.0:
        return Lying(
            x + (slot[0] - x) * eased, y + (slot[1] - y) * eased, turn * (1.0 - eased), int(course.faces[-1][k])
        )
    return Lying(x, y, angle, int(course.faces[n][k]))
