"""Formations (WMA-S04): telling line, column and the rest apart, and poses of a line or column anywhere.

WMA-S02, WMA-S03, WMA-S04.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, permutations
from typing import Literal

from game.geometry.contact import connected_groups
from game.geometry.convex import gap, rectangle
from game.geometry.shapes import Footprint, Point, Pose, forward, right, rounded, turn_between
from rulesets.warmaster_ancients.measures import MEASURES, length, value

Formation = Literal["line", "column", "single", "irregular"]
SLACK = length("formation_slack")
ANGLE = value("formation_angle")
SURE = 0.01
"""Mm by which stands may be apart, or in each other, that touch for sure: less than a rounded pose is off."""


def formation_poses(formation: str, footprint: Footprint, count: int, at: Point, facing: float) -> list[Pose]:
    """Poses of ``count`` stands about the block's centre: in line from the left, in column from the front.

    Raises
    ------
    ValueError
        If ``formation`` is neither "line" nor "column".
    """
    if formation not in ("line", "column"):
        raise ValueError(f"no regular formation {formation!r}")
    (dx, dy), step = (right(facing), footprint.width) if formation == "line" else (forward(facing), -footprint.depth)
    steps = [k - (count - 1) / 2.0 for k in range(count)]
    return [rounded(Pose(at[0] + dx * step * n, at[1] + dy * step * n, facing)) for n in steps]


def assigned(poses: Sequence[Pose], starts: Mapping[str, Pose]) -> dict[str, Pose]:
    """Which stand takes which place: the assignment with the least greatest travel, then the least sum, then by number.

    ``starts`` holds where the stands are, in the order of their numbers.
    """

    def cost(order: tuple[int, ...]) -> tuple[float, float, tuple[int, ...]]:
        ways = [
            ((poses[k].x - start.x) ** 2 + (poses[k].y - start.y) ** 2) ** 0.5
            for start, k in zip(starts.values(), order, strict=True)
        ]
        return round(max(ways, default=0.0), 2), round(sum(ways), 2), order

    best = min(permutations(range(len(starts))), key=cost)
    return {i: poses[k] for i, k in zip(starts, best, strict=True)}


def formation_of(footprint: Footprint, poses: Sequence[Pose]) -> Formation:
    """The formation of stands given in the order of their numbers (WMA-S04)."""
    if len(poses) == 1:
        return "single"
    lead = poses[0]
    if any(abs(turn_between(lead.facing, p.facing)) > ANGLE for p in poses[1:]):
        return "irregular"
    rx, ry = right(lead.facing)
    fx, fy = forward(lead.facing)
    local = [((p.x - lead.x) * rx + (p.y - lead.y) * ry, (p.x - lead.x) * fx + (p.y - lead.y) * fy) for p in poses]
    if _in_row(local, footprint.width):
        return "line"
    return "column" if _in_row([(v, u) for u, v in local], footprint.depth) else "irregular"


def _in_row(points: Sequence[Point], step: float) -> bool:
    """Whether points follow one another at a step along the first axis, level along the second."""
    return all(
        MEASURES.within(abs(b[0] - a[0] - step), SLACK) and MEASURES.within(abs(b[1] - a[1]), SLACK)
        for a, b in pairwise(sorted(points))
    )


def connected(footprint: Footprint, poses: Sequence[Pose]) -> bool:
    """Whether stands form one chain of touching stands (WMA-S03)."""
    outlines = [rectangle(footprint, p) for p in poses]
    pairs = [
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(outlines), 2)
        if gap(a, b, 2.0 * MEASURES.gap) <= MEASURES.gap
    ]
    return len(connected_groups(len(poses), pairs)) <= 1


def in_order(footprint: Footprint, poses: Sequence[Pose]) -> bool:
    """Whether stands that face alike hang together side by side or one behind another, told at a glance.

    Where this is so, each touches the one before and none overlaps another; where it is not, nothing is said.
    """
    lead = poses[0]
    rx, ry = right(lead.facing)
    fx, fy = forward(lead.facing)
    local: list[Point] = []
    for p in poses:
        if p.facing != lead.facing:
            return False
        dx, dy = p.x - lead.x, p.y - lead.y
        u, v = dx * rx + dy * ry, dx * fx + dy * fy
        for k, (i, j) in enumerate(local):
            aside, behind = abs(u - i) - footprint.width, abs(v - j) - footprint.depth
            if aside < -SURE and behind < -SURE:
                return False
            if k == len(local) - 1 and (aside > SURE or behind > SURE):
                return False
        local.append((u, v))
    return True


def centre_of(poses: Sequence[Pose]) -> Point:
    """The middle of the stands' centres: the centre point of a line or column."""
    n = len(poses)
    return sum(p.x for p in poses) / n, sum(p.y for p in poses) / n
