"""Blocks and figures under the hand: what is dragged against another slides along it and turns flush; a crowd settles.

What stands gives way to nothing: others are walls. Only poses are offered here, as snaps are; whether anybody may stand
there is the ruleset's to say. Nothing of it is recorded but the poses that were answered.
"""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from game.client.editors.places import all_bases
from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.formed import frame_of
from game.geometry.overlap import overlap_areas
from game.geometry.physics import push, settle
from game.geometry.shapes import Footprint, Pose, rounded

NEAR_MM = 250.0
"""As far beyond what is dragged, others may be in its way."""
SECONDS = 0.6
"""Of the table's time, until what is pushed has come to rest."""
TOUCH = 1.0
"""Overlaps (mm²) up to this are none."""


def others(view: State, poses: Mapping[str, Pose]) -> Bases:
    """The solid bases about what is dragged."""
    xs, ys = [p.x for p in poses.values()], [p.y for p in poses.values()]
    found = [
        b
        for b in view.bases.values()
        if b.pose is not None
        and b.where == "table"
        and b.solid
        and b.id not in poses
        and min(xs) - NEAR_MM < b.pose.x < max(xs) + NEAR_MM
        and min(ys) - NEAR_MM < b.pose.y < max(ys) + NEAR_MM
    ]
    return Bases.of([b.shape for b in found], [b.pose for b in found if b.pose is not None])


def overlaps(view: State, poses: Mapping[str, Pose], walls: Bases) -> bool:
    """Whether something stands in others."""
    if not len(walls):
        return False
    bases = all_bases(view)
    _a, _b, areas = overlap_areas(Bases.of([bases[b].shape for b in poses], list(poses.values())), walls)
    return bool(len(areas)) and float(areas.max()) > TOUCH


def slid(view: State, before: Mapping[str, Pose], wish: Mapping[str, Pose]) -> dict[str, Pose] | None:
    """Where a block comes to rest that is drawn from where it stood free to where it would stand in others.

    None where nothing is in its way, or it stood in somebody already.
    """
    if not before or set(before) != set(wish):
        return None
    walls = others(view, {**before, **wish})
    if not overlaps(view, wish, walls) or overlaps(view, before, walls):
        return None
    bases, ids = all_bases(view), list(wish)
    shapes = [bases[b].shape for b in ids]
    end = frame_of(shapes, [wish[b] for b in ids]).pose
    found = push(shapes, [before[b] for b in ids], end, walls, seconds=SECONDS)
    return dict(zip(ids, found.poses, strict=True))


def settled(view: State, poses: Mapping[str, Pose], gap: float = 0.0) -> dict[str, Pose] | None:
    """Where a loose crowd stands that was let go in itself or in others, each as near as may be; None for no room.

    Parameters
    ----------
    gap
        The distance (mm) to be kept from others, where the rules want one.
    """
    stand = others(view, poses)
    wide = [stand.footprint(i) for i in range(len(stand))]
    wide = [Footprint(f.kind, f.width + 2.0 * gap, f.depth + 2.0 * gap) for f in wide]
    walls = Bases.of(wide, [stand.pose(i) for i in range(len(stand))])
    bases, ids = all_bases(view), list(poses)
    table = shapely.box(0.0, 0.0, view.table.width, view.table.depth)
    found = settle([bases[b].shape for b in ids], [poses[b] for b in ids], table, walls)
    return {b: rounded(p) for b, p in zip(ids, found, strict=True)} if found is not None else None
