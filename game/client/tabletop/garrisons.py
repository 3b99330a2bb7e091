"""Where those are drawn who are inside a piece of terrain and have no place of their own on the table."""

from __future__ import annotations

import math

import shapely

from game.engine.state import Base, State
from game.geometry.shapes import Pose

GAP = 1.0
"""mm between bases."""


def garrisons(view: State) -> dict[str, list[Base]]:
    """The bases inside each feature that somebody is inside of."""
    found: dict[str, list[Base]] = {}
    for base in view.bases.values():
        if base.where == "inside" and base.pose is None and base.place in view.features:
            found.setdefault(base.place, []).append(base)
    return found


def housed(view: State) -> dict[str, Pose]:
    """A pose to be drawn at for each base inside a feature: in ranks about its middle. No rule knows of them."""
    return {
        base: pose
        for feature, bases in garrisons(view).items()
        for base, pose in ranks(view.features[feature].points, bases).items()
    }


def ranks(points: tuple[tuple[float, float], ...], bases: list[Base]) -> dict[str, Pose]:
    """Poses for bases in ranks about the middle of an outline (mm), or of a point."""
    if len(points) < 3:
        middle = points[0]
        across = 0.0
    else:
        area = shapely.make_valid(shapely.Polygon(points))
        x0, _y0, x1, _y1 = shapely.bounds(area)
        inner = shapely.centroid(area) if shapely.contains(area, shapely.centroid(area)) else None
        inner = inner if inner is not None else shapely.point_on_surface(area)
        middle, across = (inner.x, inner.y), 0.8 * (x1 - x0)
    wide = max(b.shape.width for b in bases) + GAP
    deep = max(b.shape.depth for b in bases) + GAP
    files = max(1, min(len(bases), int(across / wide), math.ceil(math.sqrt(len(bases) * deep / wide))))
    ranks = math.ceil(len(bases) / files)
    out = {}
    for n, base in enumerate(bases):
        row, file = divmod(n, files)
        here = min(files, len(bases) - row * files)
        x = middle[0] + (file - (here - 1) / 2) * wide
        y = middle[1] + ((ranks - 1) / 2 - row) * deep
        out[base.id] = Pose(x, y, 0.0)
    return out
