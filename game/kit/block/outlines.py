"""What figures in ranks cover: those that stand shoulder to shoulder are one rectangle, a piece."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.geometry.measure import signed_matrix
from game.geometry.shapes import Footprint, Pose, sin_cos

Floats = NDArray[np.float64]
SHOULDER = 0.2
"""mm between figures that still stand shoulder to shoulder."""


def axes(facings: Floats) -> tuple[Floats, Floats]:
    """Unit vectors (n, 2) ahead and to the right of some facings (compass degrees)."""
    angles = np.radians(facings)
    ahead = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    return ahead, np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)


def poses_of(poses: Iterable[Pose]) -> Floats:
    """Poses as an array (n, 3): x and y in mm, facing in degrees."""
    return np.array([(p.x, p.y, p.facing) for p in poses], dtype=float).reshape(-1, 3)


def sizes_of(shapes: Iterable[Footprint]) -> Floats:
    """Width and depth (n, 2) of figures, mm."""
    return np.array([(s.width, s.depth) for s in shapes], dtype=float).reshape(-1, 2)


def pieces(poses: Floats, sizes: Floats) -> Floats:
    """Corners (k, 4, 2) of the rectangles of figures that stand shoulder to shoulder.

    Each runs clockwise from its front left corner.

    Parameters
    ----------
    poses, sizes
        x, y and facing (n, 3); width and depth (n, 2) of the figures, mm and degrees.
    """
    if not len(poses):
        return np.zeros((0, 4, 2))
    ahead, right = axes(poses[:, 2])
    along = (poses[:, :2] * ahead).sum(axis=1)
    across = (poses[:, :2] * right).sum(axis=1)
    order = np.lexsort((across.round(1), along.round(1), poses[:, 2].round(2)))
    found: list[tuple[int, float, float]] = []
    for i in order.tolist():
        low, high = across[i] - sizes[i, 0] / 2.0, across[i] + sizes[i, 0] / 2.0
        if found:
            first, left, last = found[-1]
            same = abs(along[i] - along[first]) < SHOULDER and abs(sizes[i, 1] - sizes[first, 1]) < SHOULDER
            if same and abs(poses[i, 2] - poses[first, 2]) < 0.01 and abs(low - last) < SHOULDER:
                found[-1] = (first, left, high)
                continue
        found.append((i, low, high))
    out = np.empty((len(found), 4, 2))
    for k, (i, low, high) in enumerate(found):
        front, rear = along[i] + sizes[i, 1] / 2.0, along[i] - sizes[i, 1] / 2.0
        for c, (a, x) in enumerate(((front, low), (front, high), (rear, high), (rear, low))):
            out[k, c] = ahead[i] * a + right[i] * x
    return out


class Extent(NamedTuple):
    """How far a figure reaches, seen along a facing from the table's corner: to the right, and ahead (mm)."""

    left: float
    right: float
    rear: float
    front: float


def extents(sizes: Iterable[Footprint], places: Iterable[tuple[float, float, float]], facing: float) -> list[Extent]:
    """How far each of some figures, at x, y and a facing, reaches along another facing."""
    sine, cosine = sin_cos(facing)
    found = []
    for size, (x, y, turned) in zip(sizes, places, strict=True):
        s, c = (abs(part) for part in sin_cos(turned - facing))
        half_u, half_v = (c * size.width + s * size.depth) / 2.0, (s * size.width + c * size.depth) / 2.0
        u, v = x * cosine - y * sine, x * sine + y * cosine
        found.append(Extent(u - half_u, u + half_u, v - half_v, v + half_v))
    return found


def about(points: Floats, pivot: tuple[float, float], turn: float) -> Floats:
    """Points (..., 2) turned about a pivot by an angle (radians, clockwise)."""
    cos, sin = math.cos(turn), math.sin(turn)
    offset = points - np.array(pivot)
    x, y = offset[..., 0], offset[..., 1]
    turned: Floats = np.stack([x * cos + y * sin, y * cos - x * sin], axis=-1) + np.array(pivot)
    return turned


def turned(poses: Floats, pivot: tuple[float, float], degrees: float) -> Floats:
    """Poses (n, 3) turned about a pivot by an angle (degrees, clockwise)."""
    places = about(poses[:, :2], pivot, math.radians(degrees))
    return np.concatenate([places, (poses[:, 2:] + degrees) % 360.0], axis=1)


def between(a: Floats, b: Floats) -> float:
    """Mm between the nearest of some pieces, below 0 where they overlap; infinite where there are none."""
    if not len(a) or not len(b):
        return float("inf")
    return float(signed_matrix(a, b).min())


def arm(poses: Floats, sizes: Floats, pivot: tuple[float, float], hand: float) -> float:
    """Mm from the pivot of a wheel to the front corner of the figure that goes farthest in it.

    ``hand`` is the side of that corner in widths of a figure: 0.5 the right one, of a wheel to the left.
    """
    ahead, right = axes(poses[:, 2])
    corners = poses[:, :2] + right * (sizes[:, :1] * hand) + ahead * (sizes[:, 1:] / 2.0)
    away = corners - np.array(pivot)
    return float(np.hypot(away[:, 0], away[:, 1]).max())
