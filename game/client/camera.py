"""Where the table lies on the screen: millimetres to pixels and back, pan and zoom.

World millimetres have their origin in the table's south-west corner, x east, y north. *Sheet* pixels are the table
scaled, with the origin in its north-west corner and y down. Screen pixels are those of the window. The top left pixel
of the viewport is always a whole sheet pixel, so that what is drawn once stays put while the table is panned.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
RectMm = tuple[float, float, float, float]
"""(x0, y0, x1, y1) in mm, x0 < x1 and y0 < y1."""

MAX_SCALE = 8.0
"""The greatest zoom, pixels per mm."""
ZOOM_STEP = 1.15
"""What one notch of the mouse wheel multiplies the scale by."""


class Camera:
    """The part of the table that a viewport shows.

    Parameters
    ----------
    table_mm
        Width and depth of the table in mm.
    viewport
        (left, top, width, height) of the part of the window it is drawn in, pixels.
    """

    def __init__(self, table_mm: tuple[float, float], viewport: tuple[int, int, int, int]) -> None:
        self.width_mm, self.depth_mm = float(table_mm[0]), float(table_mm[1])
        self.left, self.top, self.width, self.height = viewport
        self.scale = 1.0
        self.origin: tuple[int, int] = (0, 0)
        self.fit_table()

    # --- conversion ----------------------------------------------------------------------------------------------

    @property
    def key(self) -> tuple[float, int, int, int, int]:
        """What a picture of the viewport depends on: scale, origin, size (not its place in the window)."""
        return (self.scale, self.origin[0], self.origin[1], self.width, self.height)

    @property
    def viewport(self) -> tuple[int, int, int, int]:
        """(left, top, width, height) in window pixels."""
        return (self.left, self.top, self.width, self.height)

    def to_screen(self, x: float, y: float) -> Point:
        """Window pixels (fractional) of a point in mm.

        >>> c = Camera((100, 50), (10, 20, 200, 100))
        >>> c.scale, c.to_screen(0, 50)
        (1.84, (18.0, 24.0))
        """
        return (
            x * self.scale - self.origin[0] + self.left,
            (self.depth_mm - y) * self.scale - self.origin[1] + self.top,
        )

    def to_table(self, px: float, py: float) -> Point:
        """Millimetres of a point in window pixels; the inverse of :meth:`to_screen`."""
        return (
            (px - self.left + self.origin[0]) / self.scale,
            self.depth_mm - (py - self.top + self.origin[1]) / self.scale,
        )

    def many_to_screen(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Window pixels of an (n, 2) array of points in mm."""
        p = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        out = np.empty_like(p)
        out[:, 0] = p[:, 0] * self.scale + (self.left - self.origin[0])
        out[:, 1] = (self.depth_mm - p[:, 1]) * self.scale + (self.top - self.origin[1])
        return out

    def contains(self, px: float, py: float) -> bool:
        """Whether a window pixel lies in the viewport."""
        return self.left <= px < self.left + self.width and self.top <= py < self.top + self.height

    def visible_mm(self) -> RectMm:
        """The rectangle in mm that the viewport shows (it may reach beyond the table)."""
        x0, y1 = self.to_table(self.left, self.top)
        x1, y0 = self.to_table(self.left + self.width, self.top + self.height)
        return (x0, y0, x1, y1)

    @property
    def centre_mm(self) -> Point:
        """The point of the table in the middle of the viewport, mm."""
        return self.to_table(self.left + self.width / 2, self.top + self.height / 2)

    # --- movement ------------------------------------------------------------------------------------------------

    @property
    def fit_scale(self) -> float:
        """The scale (px/mm) at which the whole table with its frame just fits the viewport."""
        margin = 0.92
        return max(0.01, min(self.width * margin / self.width_mm, self.height * margin / self.depth_mm))

    @property
    def min_scale(self) -> float:
        """The smallest scale allowed: a little farther than the whole table."""
        return min(self.fit_scale * 0.7, MAX_SCALE)

    def set_viewport(self, viewport: tuple[int, int, int, int]) -> None:
        """Move or resize the viewport; the point in its middle and the scale are kept where bounds allow.

        There and back again leads to the same pixel, however often: what lies half a pixel off is cut towards zero.
        """
        wider, taller = viewport[2] - self.width, viewport[3] - self.height
        self.left, self.top, self.width, self.height = viewport
        if self.scale < self.min_scale:
            x, y = self.origin[0] + (self.width - wider) / 2, self.origin[1] + (self.height - taller) / 2
            self.look_at((x / self.scale, self.depth_mm - y / self.scale), self.scale)
            return
        self.origin = (self.origin[0] - int(wider / 2), self.origin[1] - int(taller / 2))
        self.pan(0, 0)

    def look_at(self, centre: Point, scale: float | None = None) -> None:
        """Put a point (mm) in the middle of the viewport, at a scale (px/mm)."""
        if scale is not None:
            self.scale = min(MAX_SCALE, max(self.min_scale, scale))
        x = min(max(centre[0], 0.0), self.width_mm)
        y = min(max(centre[1], 0.0), self.depth_mm)
        self.origin = (
            _whole(x * self.scale - self.width / 2),
            _whole((self.depth_mm - y) * self.scale - self.height / 2),
        )

    def pan(self, dx: float, dy: float) -> None:
        """Move the table by (dx, dy) pixels on the screen, as far as bounds allow.

        The middle of the viewport never leaves the table, so that the table cannot be lost.
        """
        w, d = self.width_mm * self.scale, self.depth_mm * self.scale
        half_w, half_h = self.width / 2, self.height / 2
        self.origin = (
            _whole(min(max(self.origin[0] - dx, -half_w), w - half_w)),
            _whole(min(max(self.origin[1] - dy, -half_h), d - half_h)),
        )

    def zoom_at(self, notches: float, px: float, py: float) -> None:
        """Zoom by wheel notches (positive nearer); the point of the table under (px, py) stays there."""
        self.scale_at(self.scale * ZOOM_STEP**notches, px, py)

    def scale_at(self, scale: float, px: float, py: float) -> None:
        """Set the scale (px/mm); the point of the table under (px, py) stays there to the pixel."""
        x, y = self.to_table(px, py)
        self.scale = min(MAX_SCALE, max(self.min_scale, scale))
        self.origin = (
            _whole(x * self.scale + self.left - px),
            _whole((self.depth_mm - y) * self.scale + self.top - py),
        )
        self.pan(0, 0)

    def fit_table(self) -> None:
        """Show the whole table with its frame."""
        self.look_at((self.width_mm / 2, self.depth_mm / 2), self.fit_scale)

    @property
    def shows_table(self) -> bool:
        """Whether the camera shows the whole table as :meth:`fit_table` does."""
        x, y = self.centre_mm
        near = 2.0 / self.scale
        in_middle = abs(x - self.width_mm / 2) < near and abs(y - self.depth_mm / 2) < near
        return in_middle and abs(self.scale - self.fit_scale) < 1e-9

    def fit_rect(self, rect: RectMm, margin: float = 0.15, closest: float = 3.0) -> None:
        """Show a rectangle (mm) with a margin (share of its size), not nearer than ``closest`` px/mm."""
        x0, y0, x1, y1 = rect
        w, h = max(x1 - x0, 1.0) * (1 + 2 * margin), max(y1 - y0, 1.0) * (1 + 2 * margin)
        self.look_at(((x0 + x1) / 2, (y0 + y1) / 2), min(closest, self.width / w, self.height / h))

    def fit_points(self, points: npt.ArrayLike, margin_mm: float = 60.0) -> None:
        """Show all of some points (n, 2) in mm, with a margin in mm; nothing happens without points."""
        p: npt.NDArray[Any] = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        if len(p):
            lo, hi = p.min(axis=0) - margin_mm, p.max(axis=0) + margin_mm
            self.fit_rect((float(lo[0]), float(lo[1]), float(hi[0]), float(hi[1])), margin=0.0)


def _whole(value: float) -> int:
    """The nearest whole pixel, halves upwards (so that it does not depend on even or odd)."""
    return math.floor(value + 0.5)
