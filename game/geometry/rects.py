"""Many rectangles against many, given by their corners: exact gaps and penetration depths (mm), without a loop."""

from __future__ import annotations

import math

import numpy as np

from .bases import near_boxes
from .shapes import Floats


def _frame(points: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Centre (..., 2), unit axes u and v (..., 2), half-width and half-depth (...) of rectangles given by corners."""
    centre = (points[..., 0, :] + points[..., 2, :]) / 2.0
    across, along = points[..., 1, :] - points[..., 0, :], points[..., 0, :] - points[..., 3, :]
    width, depth = np.hypot(across[..., 0], across[..., 1]), np.hypot(along[..., 0], along[..., 1])
    if np.any(width == 0.0) or np.any(depth == 0.0):
        across = np.where((width == 0.0)[..., None], np.stack((along[..., 1], -along[..., 0]), axis=-1), across)
        flat = np.hypot(across[..., 0], across[..., 1])
        across = np.where((flat == 0.0)[..., None], np.array((1.0, 0.0)), across)
        flat = np.where(flat == 0.0, 1.0, flat)
        u = across / flat[..., None]
        v = np.stack((-u[..., 1], u[..., 0]), axis=-1)
    else:
        u, v = across / width[..., None], along / depth[..., None]
    return centre, u, v, width / 2.0, depth / 2.0


def _locals(points: Floats, frame: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Local u and v (4, ...) of corners in the frame of another rectangle; corners first, which folds them faster."""
    centre, u, v = frame[0], frame[1], frame[2]
    last = points.ndim - 1
    xs, ys = points.transpose((last, last - 1, *range(last - 1)))
    dx, dy = xs - centre[..., 0], ys - centre[..., 1]
    return dx * u[..., 0] + dy * u[..., 1], dx * v[..., 0] + dy * v[..., 1]


def _one_way(points: Floats, frame: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Least distance of the corners to the other rectangle, and the greatest separation along its two axes."""
    u, v = _locals(points, frame)
    a, b = frame[3], frame[4]
    du, dv = np.maximum(np.abs(u) - a, 0.0), np.maximum(np.abs(v) - b, 0.0)
    nearest = np.sqrt((du * du + dv * dv).min(axis=0))
    apart_u = np.maximum(u.min(axis=0) - a, -a - u.max(axis=0))
    apart_v = np.maximum(v.min(axis=0) - b, -b - v.max(axis=0))
    return nearest, np.maximum(apart_u, apart_v)


def signed_pairs(a: Floats, b: Floats) -> Floats:
    """Gap of rectangles given by corners (..., 4, 2), broadcast; negative is the penetration depth.

    The penetration depth is the least push along an edge normal that parts the two.

    >>> import numpy as np
    >>> unit = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    >>> signed_pairs(unit, np.stack([unit + (3.0, 0.0), unit + (1.5, 1.0)])).tolist()
    [1.0, -0.5]
    """
    if a.ndim != b.ndim:
        a, b = np.broadcast_arrays(a, b)
    near_a, apart_a = _one_way(a, _frame(b))
    near_b, apart_b = _one_way(b, _frame(a))
    apart = np.maximum(apart_a, apart_b)
    return np.where(apart > 0.0, np.minimum(near_a, near_b), apart)


def distance_pairs(a: Floats, b: Floats) -> Floats:
    """Distance of rectangles given by corners (..., 4, 2), broadcast against each other; 0 where they meet."""
    return np.maximum(signed_pairs(a, b), 0.0)


def signed_matrix(a: Floats, b: Floats, limit: float = math.inf) -> Floats:
    """`signed_pairs` of all n x m pairs of rectangles (n, 4, 2) and (m, 4, 2).

    Parameters
    ----------
    limit
        Pairs farther apart than this (mm) may be given as infinity, which saves the work.
    """
    if limit == math.inf or a.shape[0] * b.shape[0] <= 16:
        return signed_pairs(a[:, None], b[None, :])
    out = np.full((a.shape[0], b.shape[0]), math.inf)
    i, j = near_boxes(_boxes(a), _boxes(b), limit)
    if len(i):
        out[i, j] = signed_pairs(a[i], b[j])
    return out


def distance_matrix(a: Floats, b: Floats, limit: float = math.inf) -> Floats:
    """Distances (n, m) of rectangles given by corners (n, 4, 2) and (m, 4, 2); exact, 0 where they meet.

    Parameters
    ----------
    limit
        Pairs farther apart than this (mm) may be given as infinity, which saves the work.
    """
    return np.maximum(signed_matrix(a, b, limit), 0.0)


def rect_gap(a: Floats, b: Floats) -> float:
    """Distance of two rectangles given by corners (4, 2), 0 where they meet: to the last bit as `distance_pairs`.

    Without arrays, which for a single pair cost more than the sum itself.

    >>> unit = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    >>> rect_gap(unit, unit + (3.0, 0.0))
    1.0
    """
    first, second = a.tolist(), b.tolist()
    one, two = _axes(first), _axes(second)
    if one is None or two is None:
        return float(distance_pairs(a, b))
    near_a, apart_a = _onto(first, two)
    near_b, apart_b = _onto(second, one)
    return min(near_a, near_b) if max(apart_a, apart_b) > 0.0 else 0.0


_Axes = tuple[float, float, float, float, float, float, float, float]


def _axes(four: list[list[float]]) -> _Axes | None:
    """Centre, unit axes u and v, half-width and half-depth as `_frame`; None of what has no width or no depth."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = four
    ax, ay, bx, by = x1 - x0, y1 - y0, x0 - x3, y0 - y3
    # the same function of the C library as numpy's; math.hypot differs from it in the last bit
    width, depth = abs(complex(ax, ay)), abs(complex(bx, by))
    if width == 0.0 or depth == 0.0:
        return None
    middle = (x0 + x2) / 2.0, (y0 + y2) / 2.0
    return (*middle, ax / width, ay / width, bx / depth, by / depth, width / 2.0, depth / 2.0)


def _onto(four: list[list[float]], axes: _Axes) -> tuple[float, float]:
    """As `_one_way` of a single pair."""
    cx, cy, ux, uy, vx, vy, a, b = axes
    us = [(x - cx) * ux + (y - cy) * uy for x, y in four]
    vs = [(x - cx) * vx + (y - cy) * vy for x, y in four]
    square = math.inf
    for u, v in zip(us, vs, strict=True):
        du, dv = max(abs(u) - a, 0.0), max(abs(v) - b, 0.0)
        square = min(square, du * du + dv * dv)
    return math.sqrt(square), max(min(us) - a, -a - max(us), min(vs) - b, -b - max(vs))


def _boxes(points: Floats) -> Floats:
    return np.concatenate((points.min(axis=1), points.max(axis=1)), axis=1)
