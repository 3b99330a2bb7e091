"""How the bases of a unit stand to each other: which edges are free, and the box about those that form one block."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

import numpy as np

from game.client.art.blocks import FRONT, LEFT, REAR, RIGHT, Cell
from game.client.tabletop.hit import Pose
from game.client.tabletop.scene import BlockArt

TOUCH_MM = 4.0
"""Bases nearer than this to each other stand side by side."""
STRAIGHT = 2.0
"""Degrees within which bases face alike."""
CLOSED, LOOSE = 0.55, 0.2
"""Share of the box about them that bases of one block fill at least, and those of a crowd that is not scattered."""
HALF = 0.5
STEPS = 4

Spot = tuple[float, float, float, float, float, bool]
"""x, y, facing, width, depth of a base, and whether it is round."""
Box = tuple[float, float, float, float, float]
"""x, y, facing, width, depth of a block."""


def spots_of(bases: Sequence[BlockArt], moves: Mapping[str, Pose] | None = None) -> tuple[Spot, ...]:
    """Where bases are, at rest or as ``moves`` has them."""
    moved = moves or {}
    return tuple((*(moved.get(b.id) or (b.x, b.y, b.facing)), b.width, b.depth, b.shape == "oval") for b in bases)


def box_about(spots: Sequence[Spot], crowd: bool = False) -> Box | None:
    """The box about bases that face alike and stand close; about a ``crowd`` too, if it is not scattered. Else None."""
    facing = spots[0][2]
    if not crowd and any(abs((s[2] - facing + 180.0) % 360.0 - 180.0) > STRAIGHT for s in spots):
        return None
    angle = math.radians(facing)
    s, c = math.sin(angle), math.cos(angle)
    right = [(x * c - y * s, w / 2) for x, y, _, w, _, _ in spots]
    ahead = [(x * s + y * c, d / 2) for x, y, _, _, d, _ in spots]
    u0, u1 = min(u - h for u, h in right), max(u + h for u, h in right)
    v0, v1 = min(v - h for v, h in ahead), max(v + h for v, h in ahead)
    if sum(w * d for _, _, _, w, d, _ in spots) < (LOOSE if crowd else CLOSED) * (u1 - u0) * (v1 - v0):
        return None
    u, v = (u0 + u1) / 2, (v0 + v1) / 2
    return u * c + v * s, v * c - u * s, facing, u1 - u0, v1 - v0


@functools.lru_cache(maxsize=4096)
def cells_of(spots: tuple[Spot, ...]) -> tuple[Cell, ...]:
    """What each base is of its unit's block, in the order of the bases."""
    if len(spots) == 1 or any(s[5] for s in spots):
        return tuple(Cell() for _ in spots)
    rows = np.array([s[:5] for s in spots])
    angle = np.radians(rows[:, 2])
    s, c = np.sin(angle)[:, None], np.cos(angle)[:, None]
    dx, dy = rows[None, :, 0] - rows[:, None, 0], rows[None, :, 1] - rows[:, None, 1]
    right, ahead = dx * c - dy * s, dx * s + dy * c
    width = (rows[:, None, 3] + rows[None, :, 3]) / 2
    depth = (rows[:, None, 4] + rows[None, :, 4]) / 2
    alike = np.abs((rows[None, :, 2] - rows[:, None, 2] + 180.0) % 360.0 - 180.0) < STRAIGHT
    beside = alike & (np.abs(np.abs(right) - width) < TOUCH_MM) & (np.abs(ahead) < depth * HALF)
    behind = alike & (np.abs(np.abs(ahead) - depth) < TOUCH_MM) & (np.abs(right) < width * 0.75)
    free = (
        FRONT * ~(behind & (ahead > 0)).any(axis=1)
        + REAR * ~(behind & (ahead < 0)).any(axis=1)
        + RIGHT * ~(beside & (right > 0)).any(axis=1)
        + LEFT * ~(beside & (right < 0)).any(axis=1)
    )
    box = box_about(spots)
    return tuple(Cell(int(f), _light(spot, box)) for f, spot in zip(free, spots, strict=True))


def _light(spot: Spot, box: Box | None) -> float:
    """The share of a base's depth that lies in the front half of its block."""
    if box is None:
        return HALF
    angle = math.radians(box[2])
    ahead = (spot[0] - box[0]) * math.sin(angle) + (spot[1] - box[1]) * math.cos(angle)
    share = (ahead + spot[4] / 2) / spot[4]
    return round(min(1.0, max(0.0, share)) * STEPS) / STEPS
