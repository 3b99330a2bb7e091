"""How well a loose group holds together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .shapes import Floats


@lru_cache(maxsize=64)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of all pairs of so many; never to be changed in place."""
    i, j = np.triu_indices(count, 1)
    return i, j


def scatter(distances: Floats, near: float, far: float, slack: float = 0.0) -> float:
    """By how much (mm) a group is too scattered, 0 if it is coherent; a lone base always is.

    For each base the excess over `near` of the distance to its nearest mate, and for each pair the excess over `far` of
    their distance, all added up.

    Parameters
    ----------
    distances
        (n, n) between the bases of the group (mm), however they are measured, with infinity on the diagonal: nobody is
        his own mate.
    slack
        An excess of no more than this (mm) is none: the tolerance of measuring.

    >>> row = np.array([[np.inf, 20.0, 75.0], [20.0, np.inf, 30.0], [75.0, 30.0, np.inf]])
    >>> scatter(row, 25.0, 70.0), scatter(row, 25.0, 75.0), scatter(row, 25.0, 75.0, slack=5.0)
    (10.0, 5.0, 0.0)
    """
    if len(distances) < 2:
        return 0.0
    lonely = distances.min(axis=1) - near
    i, j = _pairs(len(distances))
    apart = distances[i, j] - far
    return float(lonely[lonely > slack].sum() + apart[apart > slack].sum())
