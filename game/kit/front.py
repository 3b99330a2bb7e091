"""The ground of a side: what its zones cover, which way it looks, how units stand side by side along its front."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import shapely

from game.engine.state import Table
from game.geometry.planar import Shape
from game.geometry.shapes import bearing, norm_deg

Ring = tuple[tuple[float, float], ...]
"""The corners of a polygon, mm."""


@lru_cache(maxsize=64)
def ground_of(rings: tuple[Ring, ...], slack: float = 0.0) -> Shape:
    """The ground that polygons cover together, with a slack of its edges (mm); prepared."""
    found = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    found = found.buffer(slack) if slack else found
    shapely.prepare(found)
    return found


@lru_cache(maxsize=16)
def facing_across(zones: tuple[tuple[str, Ring], ...], edge: str, table: Table) -> float:
    """The facing from the zones of an edge towards the others, to the nearest quarter; to the middle without any.

    Parameters
    ----------
    zones
        Polygons, each with the edge whose it is.

    Zones that lie about each other have no way between them: the facing then leads to the middle of the table, and is
    north where that is no way either.
    """
    x, y = _middle(tuple(ring for owner, ring in zones if owner == edge), table)
    others = _middle(tuple(ring for owner, ring in zones if owner != edge), table)
    for tx, ty in (others, (table.width / 2.0, table.depth / 2.0)):
        if math.hypot(tx - x, ty - y) > 1.0:
            return norm_deg(round(bearing(tx - x, ty - y) / 90.0) * 90.0)
    return 0.0


def _middle(rings: tuple[Ring, ...], table: Table) -> tuple[float, float]:
    """The middle of the ground that polygons cover, mm; of the table where there are none."""
    found = ground_of(rings).centroid
    return (table.width / 2.0, table.depth / 2.0) if found.is_empty else (found.x, found.y)


def abreast(wished: Sequence[float], widths: Sequence[float], gap: float, room: float) -> list[float]:
    """Middles of units side by side along a front (mm from its end), as near to those wished as lets nobody overlap.

    Parameters
    ----------
    wished
        Where they would like to stand, in the order in which they do.
    widths, gap
        How broad they are, and how far apart neighbours stand at least; closer where there is no room for it.
    room
        How long the front is.

    >>> abreast([100, 120, 400], [50, 50, 50], 10, 1000)
    [80.0, 140.0, 400.0]
    """
    spare = (room - sum(widths)) / max(len(widths) + 1, 1)
    gap = max(0.0, min(gap, spare))
    ends = list(accumulate((width + gap for width in widths), initial=0.0))
    offsets = [end + width / 2.0 for end, width in zip(ends, widths, strict=False)]
    # pools of neighbours that touch: how many, and how far their offsets are moved on the average
    pools: list[tuple[int, float]] = []
    for wish, offset in zip(wished, offsets, strict=True):
        count, shift = 1, wish - offset
        while pools and pools[-1][1] > shift:
            more, other = pools.pop()
            count, shift = count + more, (count * shift + more * other) / (count + more)
        pools.append((count, shift))
    last = max(0.0, room - ends[-1] + gap)
    shifts = [min(max(shift, 0.0), last) for count, shift in pools for _unit in range(count)]
    return [offset + shift for offset, shift in zip(offsets, shifts, strict=True)]
