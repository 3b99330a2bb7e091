"""Where the table lies on the screen: millimetres to pixels and back, pan and zoom.

World millimetres have their origin in the table's south-west corner, x east, y north. *Sheet* pixels are the table
scaled, with the origin in the corner that is shown at the upper left (the north-west one, unless the table is turned)
and y down. Screen pixels are those of the window. The top left pixel of the viewport is always a whole sheet pixel, so
that what is drawn once stays put while the table is panned.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Along = TypeVar("Along", float, npt.NDArray[np.float64])
"""A coordinate of one point, or of many."""
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

    Attributes
    ----------
    turn
        By how many quarters the table is turned: 0 shows the north at the top, 1 the east, and so on.
    inset
        What floats over the viewport at its left, top, right and lower edge, pixels: what is brought into sight lies
        within.
    """

    def __init__(self, table_mm: tuple[float, float], viewport: tuple[int, int, int, int]) -> None:
        self.width_mm, self.depth_mm = float(table_mm[0]), float(table_mm[1])
        self.left, self.top, self.width, self.height = viewport
        self.scale = 1.0
        self.turn = 0
        self.origin: tuple[int, int] = (0, 0)
        self.inset: tuple[int, int, int, int] = (0, 0, 0, 0)
        self.fit_table()

    def copy(self) -> Camera:
        """Another camera that shows the same."""
        other = Camera((self.width_mm, self.depth_mm), self.viewport)
        other.take(self)
        return other

    def take(self, other: Camera) -> None:
        """Show what another camera shows."""
        self.left, self.top, self.width, self.height = other.viewport
        self.scale, self.turn, self.origin, self.inset = other.scale, other.turn, other.origin, other.inset

    def widen(self, by: int) -> None:
        """Show so many pixels more at every edge; what was seen stays where it is."""
        self.left, self.top, self.width, self.height = (
            self.left - by,
            self.top - by,
            self.width + 2 * by,
            self.height + 2 * by,
        )
        self.origin = (self.origin[0] - by, self.origin[1] - by)

    # --- conversion ----------------------------------------------------------------------------------------------

    @property
    def key(self) -> tuple[float, int, int, int, int, int]:
        """What a picture of the viewport depends on: scale, turn, origin, size (not its place in the window)."""
        return (self.scale, self.turn, self.origin[0], self.origin[1], self.width, self.height)

    @property
    def sheet_mm(self) -> tuple[float, float]:
        """Width and depth of the table as it is shown, mm."""
        return (self.width_mm, self.depth_mm) if self.turn % 2 == 0 else (self.depth_mm, self.width_mm)

    def to_sheet(self, x: float, y: float) -> Point:
        """Millimetres from the upper left corner of the table as it is shown, to the right and down."""
        return _quartered(x, y, (self.width_mm, self.depth_mm), self.turn)

    def from_sheet(self, u: float, v: float) -> Point:
        """The point of the table at so many mm from the corner shown at the upper left; turns :meth:`to_sheet` back."""
        return _quartered(u, v, self.sheet_mm, self.turn)

    def bearing(self, facing: float) -> float:
        """A bearing on the table (degrees) as it is seen on the screen, where 0 is up."""
        return facing - 90.0 * self.turn

    def way_on_screen(self, east: float, north: float) -> Point:
        """A way on the table as it is seen on the screen: to the right and down, as long as it was."""
        (u0, v0), (u1, v1) = self.to_sheet(0.0, 0.0), self.to_sheet(east, north)
        return (u1 - u0, v1 - v0)

    def on_table(self, dx: float, dy: float) -> Point:
        """The way in mm on the table of (dx, dy) pixels to the right and down on the screen."""
        (x0, y0), (x1, y1) = self.from_sheet(0.0, 0.0), self.from_sheet(dx / self.scale, dy / self.scale)
        return (x1 - x0, y1 - y0)

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
        u, v = self.to_sheet(x, y)
        return (u * self.scale - self.origin[0] + self.left, v * self.scale - self.origin[1] + self.top)

    def to_table(self, px: float, py: float) -> Point:
        """Millimetres of a point in window pixels; the inverse of :meth:`to_screen`."""
        return self.from_sheet(
            (px - self.left + self.origin[0]) / self.scale, (py - self.top + self.origin[1]) / self.scale
        )

    def many_to_screen(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Window pixels of an (n, 2) array of points in mm."""
        p = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        out = np.empty_like(p)
        u, v = self.many_to_sheet(p[:, 0], p[:, 1])
        out[:, 0] = u * self.scale + (self.left - self.origin[0])
        out[:, 1] = v * self.scale + (self.top - self.origin[1])
        return out

    def many_to_sheet(
        self, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Like :meth:`to_sheet`, of many points at once."""
        return _quartered(x, y, (self.width_mm, self.depth_mm), self.turn)

    def contains(self, px: float, py: float) -> bool:
        """Whether a window pixel lies in the viewport."""
        return self.left <= px < self.left + self.width and self.top <= py < self.top + self.height

    def visible_mm(self) -> RectMm:
        """The rectangle in mm that the viewport shows (it may reach beyond the table)."""
        (ax, ay), (bx, by) = (
            self.to_table(self.left, self.top),
            self.to_table(self.left + self.width, self.top + self.height),
        )
        return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    @property
    def centre_mm(self) -> Point:
        """The point of the table in the middle of the viewport, mm."""
        return self.to_table(self.left + self.width / 2, self.top + self.height / 2)

    # --- movement ------------------------------------------------------------------------------------------------

    @property
    def fit_scale(self) -> float:
        """The scale (px/mm) at which the whole table with its frame just fits the viewport."""
        margin = 0.92
        wide, deep = self.sheet_mm
        return max(0.01, min(self.width * margin / wide, self.height * margin / deep))

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
            self.look_at(self.from_sheet(x / self.scale, y / self.scale), self.scale)
            return
        self.origin = (self.origin[0] - int(wider / 2), self.origin[1] - int(taller / 2))
        self.pan(0, 0)

    def look_at(self, centre: Point, scale: float | None = None) -> None:
        """Put a point (mm) in the middle of the viewport, at a scale (px/mm)."""
        if scale is not None:
            self.scale = min(MAX_SCALE, max(self.min_scale, scale))
        x = min(max(centre[0], 0.0), self.width_mm)
        y = min(max(centre[1], 0.0), self.depth_mm)
        u, v = self.to_sheet(x, y)
        self.origin = (_whole(u * self.scale - self.width / 2), _whole(v * self.scale - self.height / 2))

    def turn_to(self, quarters: int) -> None:
        """Turn the table so that the bearing of so many quarters is at the top; the middle stays in the middle."""
        centre, whole = self.centre_mm, self.shows_table
        self.turn = quarters % 4
        if whole:
            self.fit_table()
        else:
            self.look_at(centre, self.scale)

    def pan(self, dx: float, dy: float) -> None:
        """Move the table by (dx, dy) pixels on the screen, as far as bounds allow.

        The middle of the viewport never leaves the table, so that the table cannot be lost.
        """
        w, d = (mm * self.scale for mm in self.sheet_mm)
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
        u, v = self.to_sheet(*self.to_table(px, py))
        self.scale = min(MAX_SCALE, max(self.min_scale, round(scale, 9)))  # two notches are twice one, to the bit
        self.origin = (_whole(u * self.scale + self.left - px), _whole(v * self.scale + self.top - py))
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
        if self.turn % 2:
            w, h = h, w
        left, top, right, low = self.inset
        wide, tall = max(50, self.width - left - right), max(50, self.height - top - low)
        self.look_at(((x0 + x1) / 2, (y0 + y1) / 2), min(closest, wide / w, tall / h))
        self.origin = (self.origin[0] - (left - right) // 2, self.origin[1] - (top - low) // 2)
        self.pan(0, 0)


def _quartered(x: Along, y: Along, size: tuple[float, float], turn: int) -> tuple[Along, Along]:
    """A point of a sheet of a size, whose other end is up, once it is turned by so many quarters."""
    wide, deep = size
    return ((x, deep - y), (deep - y, wide - x), (wide - x, y), (y, x))[turn]


def _whole(value: float) -> int:
    """The nearest whole pixel, halves upwards (so that it does not depend on even or odd)."""
    return math.floor(value + 0.5)
