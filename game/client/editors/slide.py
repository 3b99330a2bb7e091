"""Blocks and figures under the hand: what is dragged against another slides along it and turns flush; a crowd settles.

What stands gives way to nothing: others are walls. Only poses are offered here, as snaps are; whether anybody may stand
there is the ruleset's to say. Nothing of it is recorded but the poses that were answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import shapely

from game.client.editors.whereabouts import all_bases, centre_of
from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.formed import frame_of
from game.geometry.overlap import overlap_areas
from game.geometry.physics import push, settle
from game.geometry.shapes import Footprint, Pose, forward, norm_deg, right, rounded, turn_between, turned_about

NEAR_MM = 250.0
"""As far beyond what is dragged, others may be in its way."""
SECONDS = 0.6
"""Of the table's time, until what is pushed has come to rest."""
ROOM_MM = (0.0, 3.0)
"""So far off what it is flush to a block is set, the first that will do."""
SET_MM, FINE_MM = 160.0, 0.05
"""As far at most a block is drawn out of others, and how exactly."""
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


def flush(view: State, before: Mapping[str, Pose], wish: Mapping[str, Pose]) -> Iterator[dict[str, Pose]]:
    """Where a block would stand flush to what it would stand in: turned about its middle, set against that.

    First in the quarter nearest to how it would face, then in the one nearest to how it stood; a little farther off
    where it needs room to wheel. It is not pushed askew: what it touches would turn it otherwise than it may.
    """
    if not before or set(before) != set(wish):
        return
    walls = others(view, {**before, **wish})
    bases = all_bases(view)
    _a, b, areas = overlap_areas(Bases.of([bases[i].shape for i in wish], list(wish.values())), walls)
    if not len(areas) or float(areas.max()) <= TOUCH:
        return
    edge = walls.pose(int(b[int(areas.argmax())])).facing
    now, stood = next(iter(wish.values())).facing, next(iter(before.values())).facing
    quarters = [norm_deg(edge + 90.0 * round(turn_between(edge, like) / 90.0)) for like in (now, stood)]
    for facing in dict.fromkeys(quarters):
        yield from _set_against(view, _faced(wish, facing), facing, walls)


def _set_against(view: State, poses: Mapping[str, Pose], facing: float, walls: Bases) -> Iterator[dict[str, Pose]]:
    """A block drawn out of others straight back or aside, the shortest way first."""
    if not overlaps(view, poses, walls):
        yield dict(poses)
        return
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    found: list[tuple[float, float, float]] = []
    for dx, dy in ((-fx, -fy), (rx, ry), (-rx, -ry)):
        near, far = 0.0, SET_MM
        if overlaps(view, _shifted(poses, dx * far, dy * far), walls):
            continue
        while far - near > FINE_MM:
            middle = (near + far) / 2.0
            inside = overlaps(view, _shifted(poses, dx * middle, dy * middle), walls)
            near, far = (middle, far) if inside else (near, middle)
        found.append((far, dx, dy))
    for far, dx, dy in sorted(found):
        for off in ROOM_MM:
            yield _shifted(poses, dx * (far + off), dy * (far + off))


def _shifted(poses: Mapping[str, Pose], dx: float, dy: float) -> dict[str, Pose]:
    return {b: Pose(p.x + dx, p.y + dy, p.facing, p.level) for b, p in poses.items()}


def _faced(poses: Mapping[str, Pose], facing: float) -> dict[str, Pose]:
    """A block turned about its middle to a facing."""
    turn, middle = turn_between(next(iter(poses.values())).facing, facing), centre_of(poses.values())
    return {b: turned_about(p, middle, turn) for b, p in poses.items()}


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
