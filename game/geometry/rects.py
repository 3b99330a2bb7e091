"""Many rectangles against many, given by their corners: exact gaps and penetration depths (mm), without a loop."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .bases import near_boxes
from .shapes import Floats

FEW = 400
"""So many pairs are looked at alike, without a look for those that are near enough to meet."""


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


def _nearest(u: Floats, v: Floats, frame: tuple[Floats, ...]) -> Floats:
    """Least distance of corners, in the frame of another rectangle, to that."""
    du, dv = np.abs(u), np.abs(v)
    for of, half in ((du, frame[3]), (dv, frame[4])):
        of -= half
        np.maximum(of, 0.0, out=of)
        of *= of
    du += dv
    return np.asarray(np.sqrt(du.min(axis=0)))


def _apart(u: Floats, v: Floats, a: Floats, b: Floats) -> Floats:
    """The greatest separation of corners from a rectangle along its two axes, in its frame."""
    apart_u = np.maximum(u.min(axis=0) - a, -a - u.max(axis=0))
    apart_v = np.maximum(v.min(axis=0) - b, -b - v.max(axis=0))
    return np.asarray(np.maximum(apart_u, apart_v))


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
    return _signed(a, _frame(a), b, _frame(b))


def _signed(a: Floats, of_a: tuple[Floats, ...], b: Floats, of_b: tuple[Floats, ...]) -> Floats:
    """:func:`signed_pairs` of rectangles with their frames."""
    in_b, in_a = _locals(a, of_b), _locals(b, of_a)
    found = np.minimum(_nearest(*in_b, of_b), _nearest(*in_a, of_a))
    if found.size <= FEW:
        apart = np.maximum(_apart(*in_b, *of_b[3:]), _apart(*in_a, *of_a[3:]))
        return np.where(apart > 0.0, found, apart)
    # along one of the axes those are parted for sure whose corners are on circles about their middles that do not meet
    away, reach = of_a[0] - of_b[0], np.hypot(of_a[3], of_a[4]) + np.hypot(of_b[3], of_b[4]) + 1.0
    close = np.nonzero((away * away).sum(axis=-1) < reach * reach)
    if len(close[0]):
        halves = [np.broadcast_to(half, found.shape)[close] for half in (*of_b[3:], *of_a[3:])]
        at: tuple[Any, ...] = (slice(None), *close)
        corners = [of[at] for of in (*in_b, *in_a)]
        apart = np.maximum(_apart(*corners[:2], *halves[:2]), _apart(*corners[2:], *halves[2:]))
        found[close] = np.where(apart > 0.0, found[close], apart)
    return found


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
    of_a, of_b = _frame(a), _frame(b)
    out = np.full((a.shape[0], b.shape[0]), math.inf)
    i, j = near_boxes(_boxes(a), _boxes(b), limit)
    if len(i):
        out[i, j] = _signed(a[i], tuple(x[i] for x in of_a), b[j], tuple(x[j] for x in of_b))
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
        du, dv = abs(u) - a, abs(v) - b
        du, dv = du if du > 0.0 else 0.0, dv if dv > 0.0 else 0.0  # max() would cost more than all the rest
        square = min(square, du * du + dv * dv)
    return math.sqrt(square), max(min(us) - a, -a - max(us), min(vs) - b, -b - max(vs))


def _boxes(points: Floats) -> Floats:
    return np.concatenate((points.min(axis=1), points.max(axis=1)), axis=1)
