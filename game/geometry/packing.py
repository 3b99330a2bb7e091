"""Packing without overlap: the free place nearest to a wish."""

from __future__ import annotations

from collections.abc import Iterable

from .bases import Bases
from .planar import Shape
from .room import nearest_place, open_ground
from .shapes import Footprint, Pose, rounded

CLEAR = 0.002
"""Places found are kept this far (mm) from what they would touch, so that rounding makes no overlap of them."""


def nearest_free(
    footprint: Footprint,
    wish: Pose,
    within: Shape,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> Pose | None:
    """The free pose nearest to a wish, facing kept; None if there is no room at all. The result is rounded.

    Parameters
    ----------
    within
        Area in which the base must stand wholly.
    bases, areas
        What it must not overlap.
    gap, area_gap
        Least gap (mm) to bases, to areas.

    >>> import shapely
    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> table = shapely.box(0.0, 0.0, 500.0, 500.0)
    >>> nearest_free(stand, Pose(100.0, 96.0), table, Bases.of([stand], [Pose(100.0, 100.0)]))
    Pose(x=100.0, y=79.998, facing=0.0, level=0)
    """
    ground = open_ground(footprint, wish.facing, within, bases, areas, max(gap, CLEAR), max(area_gap, CLEAR))
    place = nearest_place(ground, (wish.x, wish.y))
    return None if place is None else rounded(Pose(place[0], place[1], wish.facing, wish.level))
