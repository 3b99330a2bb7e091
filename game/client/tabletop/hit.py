"""Which base is under a point: all bases at once, in numpy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from game.client.tabletop.scene import BlockArt

Pose = tuple[float, float, float]
"""x, y (mm), facing (degrees)."""


class HitMap:
    """The bases of a scene as arrays.

    Parameters
    ----------
    blocks
        Bases, the one drawn last on top.
    poses
        Other poses for some of them (being dragged), by id.
    """

    def __init__(self, blocks: Sequence[BlockArt], poses: Mapping[str, Pose] | None = None) -> None:
        self.ids = [b.id for b in blocks]
        moved = poses or {}
        rows = [(*moved.get(b.id, (b.x, b.y, b.facing)), b.width / 2, b.depth / 2) for b in blocks]
        data = np.array(rows, dtype=np.float64).reshape(-1, 5)
        self.x, self.y = data[:, 0], data[:, 1]
        angle = np.radians(data[:, 2])
        self.sin, self.cos = np.sin(angle), np.cos(angle)
        self.half_w, self.half_d = data[:, 3], data[:, 4]
        self.oval = np.array([b.shape == "oval" for b in blocks], dtype=bool)

    def away(self, x: float, y: float, least_mm: float = 0.0) -> npt.NDArray[np.float64]:
        """Distance in mm from a point to each base, 0 inside; nearly so for ovals, of ``least_mm`` radius at least."""
        dx, dy = x - self.x, y - self.y
        right = np.abs(dx * self.cos - dy * self.sin)
        ahead = np.abs(dx * self.sin + dy * self.cos)
        box = np.hypot(np.maximum(right - self.half_w, 0.0), np.maximum(ahead - self.half_d, 0.0))
        half_w, half_d = np.maximum(self.half_w, least_mm), np.maximum(self.half_d, least_mm)
        # how far out on its own ray a point lies, in radii of the oval along that ray
        share = np.hypot(right / half_w, ahead / half_d)
        reach = np.hypot(dx, dy)
        disc = np.where(share > 1.0, reach * (1.0 - 1.0 / np.maximum(share, 1.0)), 0.0)
        out: npt.NDArray[np.float64] = np.where(self.oval, disc, box)
        return out

    def at(self, x: float, y: float, slack_mm: float = 0.0, least_mm: float = 0.0, reach_mm: float = 0.0) -> str | None:
        """The base at a point (mm): the topmost of those that hold it, else the nearest that is near enough.

        Parameters
        ----------
        slack_mm
            How far beside its edge a base is still caught.
        least_mm
            The radius that tokens are drawn with where theirs would be too small to see.
        reach_mm
            How far from its middle the smallest base is caught at least.
        """
        if not self.ids:
            return None
        away = self.away(x, y, least_mm)
        inside = np.flatnonzero(away <= 0.0)
        if len(inside):
            return self.ids[int(inside[-1])]
        half = np.minimum(self.half_w, self.half_d)
        slack = np.maximum(slack_mm, reach_mm - np.where(self.oval, np.maximum(half, least_mm), half))
        near = np.where(away <= slack, away, np.inf)
        best = int(np.argmin(near))
        return self.ids[best] if np.isfinite(near[best]) else None


def corners(pose: Pose, width: float, depth: float) -> list[tuple[float, float]]:
    """Front-left, front-right, rear-right, rear-left corner of a base, mm."""
    x, y, facing = pose
    angle = math.radians(facing)
    s, c = math.sin(angle), math.cos(angle)
    out = []
    for u, v in ((-width / 2, depth / 2), (width / 2, depth / 2), (width / 2, -depth / 2), (-width / 2, -depth / 2)):
        out.append((x + u * c + v * s, y - u * s + v * c))
    return out
