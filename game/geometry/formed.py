"""Formed bodies: the rectangle about one, places in ranks and files, and in a column that winds along a path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec
import numpy as np

from .shapes import (
    Floats,
    Footprint,
    Point,
    Pose,
    all_corners,
    bearing,
    forward,
    sin_cos,
    to_world,
)

LastRank = Literal["centre", "left", "right"]


class Frame(msgspec.Struct, frozen=True):
    """The rectangle about a body, along its facing: its size (mm) and the pose of its centre."""

    footprint: Footprint
    pose: Pose


def frame_of(footprints: Sequence[Footprint], poses: Sequence[Pose], facing: float | None = None) -> Frame:
    """The least rectangle with a given facing (default: the first base's) that holds all bases.

    Raises
    ------
    ValueError
        If there is no base.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> frame = frame_of([stand] * 2, [Pose(0.0, 0.0), Pose(40.0, 0.0)])
    >>> frame.footprint.width, frame.footprint.depth, frame.pose
    (80.0, 20.0, Pose(x=20.0, y=0.0, facing=0.0, level=0))
    """
    if not poses:
        raise ValueError("no base makes no body")
    angle = poses[0].facing if facing is None else facing
    sine, cosine = sin_cos(angle)
    points = all_corners(footprints, poses).reshape(-1, 2)
    u, v = points[:, 0] * cosine - points[:, 1] * sine, points[:, 0] * sine + points[:, 1] * cosine
    low_u, high_u, low_v, high_v = float(u.min()), float(u.max()), float(v.min()), float(v.max())
    x, y = to_world(Pose(0.0, 0.0, angle), ((low_u + high_u) / 2.0, (low_v + high_v) / 2.0))
    footprint = Footprint("rect", round(high_u - low_u, 9), round(high_v - low_v, 9))
    return Frame(footprint, Pose(x, y, angle, poses[0].level))


def slots(
    footprint: Footprint,
    count: int,
    files: int,
    gap_files: float = 0.0,
    gap_ranks: float = 0.0,
    last_rank: LastRank = "centre",
) -> Floats:
    """Local centres (count, 2) of equal bases in ranks and files, rank by rank from the front, each from left to right.

    Parameters
    ----------
    files
        Bases abreast.
    gap_files, gap_ranks
        Gaps (mm) between neighbours in a rank, and between ranks.
    last_rank
        Where an incomplete rear rank stands.

    Returns
    -------
    (count, 2) of u to the right and v forward (mm), from the middle of the body's front edge.

    >>> slots(Footprint("rect", 20.0, 20.0), 5, 3).tolist()
    [[-20.0, -10.0], [0.0, -10.0], [20.0, -10.0], [-10.0, -30.0], [10.0, -30.0]]
    """
    if files < 1 or count < 0:
        raise ValueError("a body has one file or more")
    wide, deep = footprint.width + gap_files, footprint.depth + gap_ranks
    full = min(files, max(count, 1))
    out = np.empty((count, 2))
    for k in range(count):
        rank, place = divmod(k, full)
        in_rank = min(full, count - rank * full)
        first = -(full - 1) / 2.0
        if last_rank == "centre":
            first = -(in_rank - 1) / 2.0
        elif last_rank == "right":
            first = (full - 1) / 2.0 - (in_rank - 1)
        out[k] = ((first + place) * wide, -footprint.depth / 2.0 - rank * deep)
    return out


def body_size(
    footprint: Footprint, count: int, files: int, gap_files: float = 0.0, gap_ranks: float = 0.0
) -> tuple[float, float]:
    """Width and depth (mm) of a body in ranks and files.

    >>> body_size(Footprint("rect", 20.0, 20.0), 12, 5)
    (100.0, 60.0)
    """
    full = min(files, max(count, 1))
    ranks = math.ceil(count / full) if count else 0
    width = full * footprint.width + (full - 1) * gap_files
    return width, ranks * footprint.depth + max(ranks - 1, 0) * gap_ranks


def snake_poses(footprint: Footprint, count: int, path: Sequence[Point], facing: float, gap: float = 0.0) -> list[Pose]:
    """Poses of a column one base wide that follows its leader's path, front to back, each behind the one before.

    Parameters
    ----------
    path
        Course (mm) of the leader's front edge, from where it came from to where it is.
    facing
        Facing (degrees) of whoever stands before the path's beginning, which is thought to go on straight backward.

    Each base lies with the middles of its front and rear edge on the path, as far apart as it is deep.

    >>> stand = Footprint("rect", 20.0, 20.0)
    >>> [(p.x, p.y, p.facing) for p in snake_poses(stand, 3, [(0.0, 0.0), (0.0, 100.0), (50.0, 100.0)], 0.0)]
    [(40.0, 100.0, 90.0), (20.0, 100.0, 90.0), (5.0, 91.34, 30.0)]
    """
    if not path:
        raise ValueError("a snake needs a path")
    back = forward(facing + 180.0)
    far = count * (footprint.depth + gap) + sum(math.dist(a, b) for a, b in pairwise(path)) + 1.0
    trail = [*reversed(list(path)), (path[0][0] + back[0] * far, path[0][1] + back[1] * far)]
    out: list[Pose] = []
    front, k = trail[0], 0
    for _ in range(count):
        rear, k = _along(trail, k, front, footprint.depth)
        angle = bearing(front[0] - rear[0], front[1] - rear[1])
        out.append(Pose(round((front[0] + rear[0]) / 2.0, 3), round((front[1] + rear[1]) / 2.0, 3), round(angle, 3)))
        front, k = _along(trail, k, rear, gap) if gap > 0.0 else (rear, k)
    return out


def _along(trail: Sequence[Point], k: int, start: Point, reach: float) -> tuple[Point, int]:
    """First point on a trail, from a place on its stretch k on, that is `reach` mm from it in a straight line."""
    while True:
        a, b = trail[k], trail[k + 1]
        dx, dy = b[0] - a[0], b[1] - a[1]
        rx, ry = a[0] - start[0], a[1] - start[1]
        aa, bb, cc = dx * dx + dy * dy, rx * dx + ry * dy, rx * rx + ry * ry - reach * reach
        if aa > 0.0 and math.hypot(b[0] - start[0], b[1] - start[1]) >= reach:
            t = (-bb + math.sqrt(max(0.0, bb * bb - aa * cc))) / aa
            return (a[0] + dx * t, a[1] + dy * t), k
        k += 1
