"""How well a loose group holds together: nearest and farthest mates, scatter, chains. Distances in mm, base to base."""

from __future__ import annotations

import math

import numpy as np

from .bases import Bases
from .contact import connected_groups
from .measure import bases_matrix
from .shapes import Floats


def mate_distances(bases: Bases) -> Floats:
    """Distances (n, n) of the bases of a group; infinity on the diagonal, for nobody is his own mate."""
    out = bases_matrix(bases, bases)
    np.fill_diagonal(out, math.inf)
    return out


def scatter(distances: Floats, near: float, far: float) -> float:
    """By how much (mm) a group is too scattered, 0 if it is coherent; a lone base always is.

    For each base the excess over `near` of the distance to its nearest mate, and for each pair the excess over `far` of
    their distance, all added up.

    Parameters
    ----------
    distances
        `mate_distances` of the group.

    >>> from .shapes import Footprint, Pose
    >>> coin = Footprint("circle", 25.0, 25.0)
    >>> row = Bases.of([coin] * 3, [Pose(x, 0.0) for x in (0.0, 45.0, 100.0)])
    >>> scatter(mate_distances(row), 25.0, 70.0)
    10.0
    """
    if len(distances) < 2:
        return 0.0
    lonely = np.maximum(distances.min(axis=1) - near, 0.0).sum()
    i, j = np.triu_indices(len(distances), 1)
    return float(lonely + np.maximum(distances[i, j] - far, 0.0).sum())


def is_coherent(distances: Floats, near: float, far: float = math.inf, chain: bool = False) -> bool:
    """Whether every base has a mate within `near` and all within `far` (mm); with `chain` also one unbroken chain.

    >>> from .shapes import Footprint, Pose
    >>> coin = Footprint("circle", 25.0, 25.0)
    >>> pairs = mate_distances(Bases.of([coin] * 4, [Pose(x, 0.0) for x in (0.0, 40.0, 150.0, 190.0)]))
    >>> is_coherent(pairs, 25.0), is_coherent(pairs, 25.0, chain=True), is_coherent(pairs, 25.0, far=100.0)
    (True, False, False)
    """
    if len(distances) < 2:
        return True
    i, j = np.triu_indices(len(distances), 1)
    if distances.min(axis=1).max() > near or distances[i, j].max() > far:
        return False
    return not chain or len(clumps(distances, near)) == 1


def clumps(distances: Floats, near: float) -> list[list[int]]:
    """Groups of bases linked by gaps of at most `near` mm, as `connected_groups` orders them."""
    return connected_groups(len(distances), np.argwhere(np.triu(distances <= near, 1)))
