"""Poses and footprints, and the outlines they give.

Lengths are millimetres, angles compass degrees: 0 looks north (+y), 90 east (+x), growing clockwise. Local axes of a
base: u to its right, v forward, origin at its centre. Corners come in the order front-left, front-right, rear-right,
rear-left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]
Kind = Literal["rect", "circle", "oval"]
EDGES = ("front", "right", "rear", "left")
"""Names of the edges in the order of the corners: edge i runs from corner i to corner i + 1."""

ROUND_SIDES = 96
"""Sides of the polygon that stands for a round base where an outline is wanted; distances never use it."""


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """Where a base stands: centre (mm), compass facing (degrees) and the level it stands on."""

    x: float
    y: float
    facing: float = 0.0
    level: int = 0


class Footprint(msgspec.Struct, frozen=True):
    """Outline of a base: `width` along its front, `depth` along its facing (mm). A circle has its diameter in both."""

    kind: Kind
    width: float
    depth: float


def sin_cos(degrees: float) -> tuple[float, float]:
    """Sine and cosine of an angle in degrees, exact at multiples of 90.

    >>> sin_cos(90.0)
    (1.0, 0.0)
    """
    quarter = degrees / 90.0
    if quarter == int(quarter):
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.sin(angle), math.cos(angle)


def sin_cos_all(degrees: ArrayLike) -> tuple[Floats, Floats]:
    """`sin_cos` of an array of angles in degrees, of any shape."""
    angles = np.asarray(degrees, dtype=np.float64)
    radians = np.radians(angles)
    sines, cosines = np.sin(radians), np.cos(radians)
    even = np.mod(angles, 90.0) == 0.0
    if np.any(even):
        sines, cosines = np.where(even, np.rint(sines), sines), np.where(even, np.rint(cosines), cosines)
    return sines + 0.0, cosines + 0.0


def forward(facing: float) -> Point:
    """Unit vector ahead of a base that faces `facing` (degrees).

    >>> forward(0.0), forward(90.0)
    ((0.0, 1.0), (1.0, 0.0))
    """
    sine, cosine = sin_cos(facing)
    return sine, cosine


def right(facing: float) -> Point:
    """Unit vector to the right of a base that faces `facing` (degrees).

    >>> right(0.0)
    (1.0, 0.0)
    >>> right(90.0)
    (0.0, -1.0)
    """
    sine, cosine = sin_cos(facing)
    return cosine, 0.0 - sine


def bearing(dx: float, dy: float) -> float:
    """Compass bearing in [0, 360) of the vector (dx, dy); 0 for the null vector.

    >>> bearing(1.0, 0.0), bearing(0.0, -2.0), bearing(-1.0, 0.0)
    (90.0, 180.0, 270.0)
    """
    return norm_deg(math.degrees(math.atan2(dx, dy)))


def norm_deg(degrees: float) -> float:
    """The angle brought into [0, 360).

    >>> norm_deg(-90.0), norm_deg(720.0)
    (270.0, 0.0)
    """
    angle = math.fmod(degrees, 360.0)
    if angle < 0.0:
        angle += 360.0
    return 0.0 if angle >= 360.0 else angle + 0.0


def turn_between(start: float, end: float) -> float:
    """Signed turn in (-180, 180] from one facing to another (degrees, clockwise positive).

    >>> turn_between(350.0, 10.0), turn_between(10.0, 350.0)
    (20.0, -20.0)
    """
    angle = math.fmod(end - start, 360.0)  # `norm_deg` without a call: asked hundreds of thousands of times
    if angle < 0.0:
        angle += 360.0
    if angle > 180.0:
        return 0.0 if angle >= 360.0 else angle - 360.0
    return angle + 0.0


def rounded(pose: Pose, digits: int = 3) -> Pose:
    """The pose as it is recorded: 0.001 mm, 0.001 degree, facing in [0, 360), no negative zero.

    >>> rounded(Pose(1.00049, -0.0001, 359.9999))
    Pose(x=1.0, y=0.0, facing=0.0, level=0)
    """
    facing = round(norm_deg(pose.facing), digits)
    return Pose(
        round(pose.x, digits) + 0.0, round(pose.y, digits) + 0.0, 0.0 if facing >= 360.0 else facing + 0.0, pose.level
    )


def to_world(pose: Pose, point: Point) -> Point:
    """Table point (mm) of the local point (u right, v forward).

    >>> to_world(Pose(100.0, 50.0, 90.0), (5.0, 10.0))
    (110.0, 45.0)
    """
    sine, cosine = sin_cos(pose.facing)
    u, v = point
    return pose.x + u * cosine + v * sine, pose.y - u * sine + v * cosine


def to_local(pose: Pose, point: Point) -> Point:
    """Local point (u right, v forward) of a table point (mm); the inverse of `to_world`.

    >>> to_local(Pose(100.0, 50.0, 90.0), (110.0, 45.0))
    (5.0, 10.0)
    """
    sine, cosine = sin_cos(pose.facing)
    dx, dy = point[0] - pose.x, point[1] - pose.y
    return dx * cosine - dy * sine, dx * sine + dy * cosine


def moved(pose: Pose, ahead: float = 0.0, aside: float = 0.0, turn: float = 0.0) -> Pose:
    """The pose moved by `ahead` and `aside` (to the right) mm in its own axes, then turned by `turn` degrees.

    >>> moved(Pose(0.0, 0.0, 90.0), ahead=10.0, aside=2.0)
    Pose(x=10.0, y=-2.0, facing=90.0, level=0)
    """
    x, y = to_world(pose, (aside, ahead))
    return Pose(x, y, norm_deg(pose.facing + turn) if turn else pose.facing, pose.level)


def rounded_at(pose: Pose, points: Iterable[Point]) -> list[Pose]:
    """`rounded` poses that look ahead from local points (u right, v forward) of a pose: its turn is reckoned once.

    >>> rounded_at(Pose(0.0, 0.0, 90.0), [(2.0, 10.0)]) == [rounded(moved(Pose(0.0, 0.0, 90.0), 10.0, 2.0))]
    True
    """
    sine, cosine = sin_cos(pose.facing)
    facing = rounded(pose).facing
    return [
        Pose(
            round(pose.x + u * cosine + v * sine, 3) + 0.0,
            round(pose.y - u * sine + v * cosine, 3) + 0.0,
            facing,
            pose.level,
        )
        for u, v in points
    ]


def shifted(pose: Pose, dx: float, dy: float) -> Pose:
    """The pose shifted by (dx, dy) mm, facing kept."""
    return Pose(pose.x + dx, pose.y + dy, pose.facing, pose.level)


def turned_about(pose: Pose, pivot: Point, turn: float) -> Pose:
    """The pose turned clockwise by `turn` degrees about a table point.

    >>> turned_about(Pose(0.0, 10.0, 0.0), (0.0, 0.0), 90.0)
    Pose(x=10.0, y=0.0, facing=90.0, level=0)
    """
    sine, cosine = sin_cos(turn)
    dx, dy = pose.x - pivot[0], pose.y - pivot[1]
    return Pose(
        pivot[0] + dx * cosine + dy * sine,
        pivot[1] - dx * sine + dy * cosine,
        norm_deg(pose.facing + turn),
        pose.level,
    )


def corners_of(widths: ArrayLike, depths: ArrayLike, xs: ArrayLike, ys: ArrayLike, facings: ArrayLike) -> Floats:
    """Corners (n, 4, 2) of n bases given by arrays of n; for round ones, of the rectangle about them.

    >>> corners_of([40.0], [20.0], [0.0], [0.0], [0.0])[0].tolist()
    [[-20.0, 10.0], [20.0, 10.0], [20.0, -10.0], [-20.0, -10.0]]
    """
    a, b = np.asarray(widths, dtype=np.float64) / 2.0, np.asarray(depths, dtype=np.float64) / 2.0
    sines, cosines = sin_cos_all(facings)
    x, y = np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64)
    ux, uy, vx, vy = a * cosines, -a * sines, b * sines, b * cosines
    out = np.empty((*np.broadcast_shapes(x.shape, a.shape), 4, 2))
    out[..., 0, 0], out[..., 0, 1] = x - ux + vx, y - uy + vy
    out[..., 1, 0], out[..., 1, 1] = x + ux + vx, y + uy + vy
    out[..., 2, 0], out[..., 2, 1] = x + ux - vx, y + uy - vy
    out[..., 3, 0], out[..., 3, 1] = x - ux - vx, y - uy - vy
    return out


def corners(footprint: Footprint, pose: Pose) -> Floats:
    """Corners (4, 2) of one base: front-left, front-right, rear-right, rear-left (mm).

    >>> corners(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0, 90.0)).tolist()
    [[10.0, 20.0], [10.0, -20.0], [-10.0, -20.0], [-10.0, 20.0]]
    """
    sine, cosine = sin_cos(pose.facing)
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    ux, uy, vx, vy = a * cosine, 0.0 - a * sine, b * sine, b * cosine
    x, y = pose.x, pose.y
    return np.array(
        ((x - ux + vx, y - uy + vy), (x + ux + vx, y + uy + vy), (x + ux - vx, y + uy - vy), (x - ux - vx, y - uy - vy))
    )


def all_corners(footprints: Sequence[Footprint], poses: Sequence[Pose]) -> Floats:
    """Corners (n, 4, 2) of bases given as sequences of equal length.

    Raises
    ------
    ValueError
        If the sequences differ in length.
    """
    if len(footprints) != len(poses):
        raise ValueError(f"{len(footprints)} footprints for {len(poses)} poses")
    return corners_of(
        [f.width for f in footprints],
        [f.depth for f in footprints],
        [p.x for p in poses],
        [p.y for p in poses],
        [p.facing for p in poses],
    )


def outline(footprint: Footprint, pose: Pose, sides: int = ROUND_SIDES) -> Floats:
    """Vertices (k, 2) of the outline, clockwise: 4 of a rectangle, `sides` on the curve of a round base."""
    if footprint.kind == "rect":
        return corners(footprint, pose)
    u, v = _curve(footprint.width, footprint.depth, sides)
    sine, cosine = sin_cos(pose.facing)
    out = np.empty((sides, 2))
    out[:, 0], out[:, 1] = pose.x + u * cosine + v * sine, pose.y - u * sine + v * cosine
    return out


@lru_cache(maxsize=256)
def _curve(width: float, depth: float, sides: int) -> tuple[Floats, Floats]:
    """Points on the outline of a round base, to its right and ahead of its middle (mm)."""
    angles = np.linspace(0.0, 2.0 * math.pi, sides, endpoint=False)
    return width / 2.0 * np.sin(angles), depth / 2.0 * np.cos(angles)


def polygon(footprint: Footprint, pose: Pose) -> shapely.Polygon:
    """Outline as a shapely polygon: exact for rectangles, inscribed in round bases (within 0.06 % of the radius).

    >>> polygon(Footprint("rect", 40.0, 20.0), Pose(7.0, 9.0, 0.0)).area
    800.0
    """
    return shapely.Polygon(outline(footprint, pose))


def eye(footprint: Footprint, pose: Pose) -> Point:
    """Middle of the front edge; of a round base the foremost point of its outline (mm).

    >>> eye(Footprint("rect", 40.0, 20.0), Pose(0.0, 0.0, 180.0))
    (0.0, -10.0)
    """
    return to_world(pose, (0.0, footprint.depth / 2.0))


def edge_normal(pose: Pose, edge: str) -> Point:
    """Outward unit normal of a named edge of a base standing at `pose`.

    Raises
    ------
    ValueError
        If `edge` is not one of `EDGES`.
    """
    return forward(pose.facing + 90.0 * EDGES.index(edge))


def bounds(points: Iterable[Point] | Floats) -> tuple[float, float, float, float]:
    """Least x, least y, greatest x, greatest y of some points (mm)."""
    array = np.asarray(points if isinstance(points, np.ndarray) else list(points), dtype=np.float64).reshape(-1, 2)
    low, high = array.min(axis=0), array.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
