"""Where a line of a sheet stands at a moment, and where two of the same side would come into each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import shapely

from game.client.editors.whereabouts import all_bases
from game.engine.state import State
from game.engine.tells import Span
from game.geometry.shapes import Pose

QUARTERS = (0.25, 0.5, 0.75, 1.0)
STEPS = 20
"""Into so many moments the time is cut where clashes are looked for."""
TOUCH = 2.0
"""Mm by which bodies may lie in each other and do not clash: rules leave room for rounding."""


def poses_at(spans: Sequence[Span], moment: float) -> dict[str, Pose]:
    """Where the bases of a line are at a moment from 0 to 1."""
    last = next((s for s in reversed(spans) if s.start <= moment), spans[0] if spans else None)
    if last is None:
        return {}
    if moment >= last.end:
        return dict(last.after or last.poses)
    share = (moment - last.start) / (last.end - last.start) if last.end > last.start else 1.0
    if not last.after or share <= 0.0:
        return dict(last.poses)
    return {b: _between(p, last.after.get(b, p), share, last.pivot) for b, p in last.poses.items()}


def _between(a: Pose, b: Pose, share: float, pivot: tuple[float, float] | None) -> Pose:
    turn = ((b.facing - a.facing + 180.0) % 360.0 - 180.0) * share
    if pivot is None:
        return Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.facing + turn, a.level)
    dx, dy, angle = a.x - pivot[0], a.y - pivot[1], math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    return Pose(pivot[0] + dx * cos + dy * sin, pivot[1] - dx * sin + dy * cos, a.facing + turn, a.level)


def hull(view: State, poses: Mapping[str, Pose]) -> tuple[tuple[float, float], ...]:
    """The outline about bases where they would be; () where there are none."""
    bases = all_bases(view)
    points: list[tuple[float, float]] = []
    for base, p in poses.items():
        shape = bases[base].shape if base in bases else None
        if shape is None:
            continue
        angle = math.radians(p.facing)
        ahead, right = (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))
        w, d = shape.width / 2.0, shape.depth / 2.0
        for sx, sy in ((-w, -d), (-w, d), (w, d), (w, -d)):
            points.append((p.x + right[0] * sx + ahead[0] * sy, p.y + right[1] * sx + ahead[1] * sy))
    if not points:
        return ()
    found = shapely.MultiPoint(points).convex_hull
    if not isinstance(found, shapely.Polygon):
        return ()
    return tuple((float(x), float(y)) for x, y in found.exterior.coords[:-1])


def clashes(view: State, lines: Mapping[str, Sequence[Span]]) -> list[tuple[float, str, str, tuple[float, float]]]:
    """Where two lines would come into each other that did not lie so at first: when, who, and where (mm)."""
    found: dict[tuple[str, str], tuple[float, tuple[float, float]] | None] = {}
    for step in range(STEPS + 1):
        moment = step / STEPS
        outlines = [(line, hull(view, poses_at(spans, moment))) for line, spans in lines.items() if spans]
        shapes = [(line, shapely.Polygon(o).buffer(-TOUCH)) for line, o in outlines if len(o) > 2]
        tree = shapely.STRtree([s for _, s in shapes])
        for i, j in sorted(tree.query([s for _, s in shapes], predicate="intersects").T.tolist()):
            if i < j and (shapes[i][0], shapes[j][0]) not in found:
                middle = shapes[i][1].intersection(shapes[j][1]).centroid
                pair = (shapes[i][0], shapes[j][0])
                found[pair] = (moment, (middle.x, middle.y)) if step and not middle.is_empty else None
    return sorted((told[0], a, b, told[1]) for (a, b), told in found.items() if told is not None)
