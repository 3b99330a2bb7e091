"""Packing without overlap: the free place nearest to a wish, blocks side by side, figures scattered about a point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import shapely
import shapely.affinity

from .bases import Bases
from .formed import frame_of
from .planar import Shape, difference, union
from .room import forbidden, nearest_place, open_ground
from .shapes import Footprint, Point, Pose, forward, right, rounded, shifted

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

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> table = shapely.box(0.0, 0.0, 500.0, 500.0)
    >>> nearest_free(stand, Pose(100.0, 96.0), table, Bases.of([stand], [Pose(100.0, 100.0)]))
    Pose(x=100.0, y=79.998, facing=0.0, level=0)
    """
    ground = open_ground(footprint, wish.facing, within, bases, areas, max(gap, CLEAR), max(area_gap, CLEAR))
    place = nearest_place(ground, (wish.x, wish.y))
    return None if place is None else rounded(Pose(place[0], place[1], wish.facing, wish.level))


def nearest_free_block(
    footprints: Sequence[Footprint],
    poses: Sequence[Pose],
    within: Shape,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> list[Pose] | None:
    """A rigid block shifted by the least way to where all its bases are free; None if there is no room."""
    if not poses:
        return []
    first = poses[0]
    areas = list(areas)
    ground: Shape | None = None
    for footprint, pose in zip(footprints, poses, strict=True):
        own = open_ground(footprint, pose.facing, within, bases, areas, max(gap, CLEAR), max(area_gap, CLEAR))
        own = shapely.affinity.translate(own, first.x - pose.x, first.y - pose.y)
        ground = own if ground is None else shapely.intersection(ground, own)
    assert ground is not None
    place = nearest_place(ground, (first.x, first.y))
    if place is None:
        return None
    return [rounded(shifted(pose, place[0] - first.x, place[1] - first.y)) for pose in poses]


def scatter(
    footprints: Sequence[Footprint],
    about: Point,
    facing: float,
    within: Shape,
    bases: Bases | None = None,
    areas: Iterable[Shape] = (),
    gap: float = 0.0,
    area_gap: float = 0.0,
) -> list[Pose] | None:
    """Poses of figures huddled about a point, each as near to it as those before allow; None if they do not all fit.

    The result depends on nothing but the arguments, and is rounded.
    """
    areas = list(areas)
    grounds: dict[Footprint, Shape] = {}
    placed: list[tuple[Footprint, Pose]] = []
    for footprint in footprints:
        if footprint not in grounds:
            ground = open_ground(footprint, facing, within, bases, areas, max(gap, CLEAR), max(area_gap, CLEAR))
            mates = Bases.of([f for f, _ in placed], [p for _, p in placed])
            walls = forbidden(footprint, facing, mates, gap=max(gap, CLEAR))
            grounds[footprint] = difference(ground, union(walls)) if walls else ground
        place = nearest_place(grounds[footprint], about)
        if place is None:
            return None
        pose = rounded(Pose(place[0], place[1], facing))
        placed.append((footprint, pose))
        one = Bases.of([footprint], [pose])
        for other, ground in grounds.items():
            wall = forbidden(other, facing, one, gap=max(gap, CLEAR))
            grounds[other] = difference(ground, union(wall))
    return [pose for _, pose in placed]


def in_rows(sizes: Sequence[tuple[float, float]], anchor: Pose, breadth: float, gap: float = 0.0) -> list[Pose]:
    """Centres of blocks set side by side in rows of at most `breadth` mm, from left to right, then behind.

    Parameters
    ----------
    sizes
        Width and depth (mm) of each block, along the anchor's facing.
    anchor
        Front left corner of the whole, and the facing of all.

    Raises
    ------
    ValueError
        If a block is wider than the breadth.

    >>> [(p.x, p.y) for p in in_rows([(40.0, 20.0)] * 3, Pose(0.0, 0.0), 100.0, gap=10.0)]
    [(20.0, -10.0), (70.0, -10.0), (20.0, -40.0)]
    """
    u_axis, v_axis = right(anchor.facing), forward(anchor.facing)
    out: list[Pose] = []
    u, v, deepest = 0.0, 0.0, 0.0
    for width, depth in sizes:
        if width > breadth:
            raise ValueError(f"a block {width} mm wide does not fit a row of {breadth} mm")
        if u > 0.0 and u + width > breadth:
            u, v, deepest = 0.0, v + deepest + gap, 0.0
        a, b = u + width / 2.0, -(v + depth / 2.0)
        x, y = anchor.x + a * u_axis[0] + b * v_axis[0], anchor.y + a * u_axis[1] + b * v_axis[1]
        out.append(Pose(x, y, anchor.facing, anchor.level))
        u, deepest = u + width + gap, max(deepest, depth)
    return out


def spread_blocks(
    blocks: Sequence[tuple[Sequence[Footprint], Sequence[Pose]]], anchor: Pose, breadth: float, gap: float = 0.0
) -> list[list[Pose]]:
    """Rigid blocks, each turned to the anchor's facing and set in rows before it as by `in_rows`."""
    frames = [frame_of(footprints, poses) for footprints, poses in blocks]
    seats = in_rows([(f.footprint.width, f.footprint.depth) for f in frames], anchor, breadth, gap)
    out = []
    for (_, poses), frame, seat in zip(blocks, frames, seats, strict=True):
        out.append([_carried(pose, frame.pose, seat) for pose in poses])
    return out


def _carried(pose: Pose, old: Pose, new: Pose) -> Pose:
    """A pose that keeps its place in a frame which moves from one pose to another."""
    turn = math.radians(new.facing - old.facing)
    dx, dy = pose.x - old.x, pose.y - old.y
    sine, cosine = math.sin(turn), math.cos(turn)
    x, y = new.x + dx * cosine + dy * sine, new.y - dx * sine + dy * cosine
    return rounded(Pose(x, y, pose.facing + new.facing - old.facing, pose.level))
