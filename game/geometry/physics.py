"""The table's physics, where it is what a hand would do: pushing a block into contact, settling a mob, tumbling dice.

Every call makes a space of its own, puts everything in by the order given, and steps it alone, so that it repeats bit
for bit. What comes out is still to be recorded as poses, never computed again in a replay; poses are rounded, and exact
geometry has the last word on overlaps.

pymunk is loaded by the first call: nothing else needs it, and the program starts without.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from .align import flush
from .bases import Bases
from .formed import frame_of
from .measure import base_nearest, bases_matrix
from .overlap import overlap_areas
from .packing import CLEAR, nearest_free
from .planar import Shape
from .shapes import Floats, Footprint, Pose, rounded, shifted, to_local, to_world, turn_between, turned_about
from .travel import travel_until

if TYPE_CHECKING:
    import pymunk

STEP = 1.0 / 120.0
FLUSH_DEGREES = 12.0
"""A pushed block that comes to touch an edge at a smaller angle than this turns flush onto it."""


class Pushed(msgspec.Struct, frozen=True):
    """Where a pushed block came to rest, and the obstacles (indices) it touches there."""

    poses: tuple[Pose, ...]
    touched: tuple[int, ...]


def _space(damping: float) -> pymunk.Space:
    import pymunk

    space = pymunk.Space(threaded=False)
    space.iterations = 25
    space.damping = damping
    space.collision_slop = 0.02
    space.collision_bias = (1.0 - 0.4) ** 120
    return space


def _shape(body: pymunk.Body, footprint: Footprint, at: Pose) -> pymunk.Shape:
    """The collision shape of a base that stands at a pose in a body's own axes (u right, v forward)."""
    import pymunk

    if footprint.kind == "circle":
        return pymunk.Circle(body, footprint.width / 2.0, (at.x, at.y))
    if footprint.kind == "rect":
        local = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
    else:
        local = [(math.sin(k * math.pi / 12.0), math.cos(k * math.pi / 12.0)) for k in range(24)]
    a, b = footprint.width / 2.0, footprint.depth / 2.0
    return pymunk.Poly(body, [to_world(at, (u * a, v * b)) for u, v in local])


def _walls(space: pymunk.Space, fixed: Bases, friction: float) -> None:
    for i in range(len(fixed)):
        shape = _shape(space.static_body, fixed.footprint(i), fixed.pose(i))
        shape.friction = friction
        space.add(shape)


def _body(space: pymunk.Space, pose: Pose, mass: float, moment: float) -> pymunk.Body:
    import pymunk

    body = pymunk.Body(mass, moment)
    body.position = (pose.x, pose.y)
    body.angle = -math.radians(pose.facing)
    space.add(body)
    return body


def _pose(body: pymunk.Body, level: int) -> Pose:
    return Pose(float(body.position.x), float(body.position.y), -math.degrees(body.angle), level)


def push(
    footprints: Sequence[Footprint],
    poses: Sequence[Pose],
    wish: Pose,
    obstacles: Bases,
    gap: float = 0.5,
    seconds: float = 1.5,
) -> Pushed:
    """Push a rigid block towards a wish for the middle of its frame until it gets there or is held up.

    It slides along what it touches; where one of its bases comes to touch an edge nearly flush, the block is turned
    flush and set against it. It never ends overlapping an obstacle by more than rounding, unless it began so.

    Parameters
    ----------
    wish
        Pose (mm, degrees) that the block's frame is drawn to.
    gap
        Widest gap (mm) that counts as touching.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> wall = Bases.of([stand], [Pose(100.0, 150.0)])
    >>> found = push([stand], [Pose(100.0, 100.0, 3.0)], Pose(100.0, 200.0, 3.0), wall)
    >>> found.poses[0].facing, round(found.poses[0].y, 1), found.touched
    (0.0, 130.0, (0,))
    """
    import pymunk

    frame = frame_of(footprints, poses)
    offsets = [_in_frame(frame.pose, pose) for pose in poses]
    space = _space(damping=0.02)
    _walls(space, obstacles, friction=0.1)
    size = max(frame.footprint.width, frame.footprint.depth)
    body = _body(space, frame.pose, 1.0, (size * size) / 6.0)
    for footprint, offset in zip(footprints, offsets, strict=True):
        shape = _shape(body, footprint, Pose(offset.x, offset.y, offset.facing))
        shape.friction = 0.1
        space.add(shape)
    hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    hand.position = (wish.x, wish.y)
    hand.angle = body.angle - math.radians(turn_between(frame.pose.facing, wish.facing))
    space.add(hand)
    hold = pymunk.PivotJoint(hand, body, (0.0, 0.0), (0.0, 0.0))
    hold.max_force, hold.error_bias = 40_000.0, (1.0 - 0.15) ** 60
    turn = pymunk.GearJoint(hand, body, 0.0, 1.0)
    turn.max_force, turn.error_bias = 200_000.0, (1.0 - 0.15) ** 60
    space.add(hold, turn)
    for _ in range(round(seconds / STEP)):
        space.step(STEP)
    rested = [
        _out_of_frame(_pose(body, pose.level), offset, pose.level) for pose, offset in zip(poses, offsets, strict=True)
    ]
    placed = _laid_flush(footprints, rested, obstacles)
    if not _clear(footprints, placed, obstacles):
        placed = rested
    placed = _backed_off(footprints, poses, placed, obstacles)
    final = tuple(rounded(pose) for pose in placed)
    near = bases_matrix(Bases.of(footprints, final), obstacles) <= gap
    return Pushed(final, tuple(int(j) for j in np.flatnonzero(near.any(axis=0))))


def _in_frame(frame: Pose, pose: Pose) -> Pose:
    u, v = to_local(frame, (pose.x, pose.y))
    return Pose(u, v, pose.facing - frame.facing)


def _out_of_frame(frame: Pose, offset: Pose, level: int) -> Pose:
    x, y = to_world(frame, (offset.x, offset.y))
    return Pose(x, y, (offset.facing + frame.facing) % 360.0, level)


def _clear(footprints: Sequence[Footprint], poses: Sequence[Pose], obstacles: Bases) -> bool:
    _, _, areas = overlap_areas(Bases.of(footprints, poses), obstacles)
    return not len(areas) or float(areas.max()) <= CLEAR * 100.0


def _laid_flush(footprints: Sequence[Footprint], poses: Sequence[Pose], obstacles: Bases) -> list[Pose]:
    """The block turned and set flush against the obstacle it lies on, if it lies nearly so already."""
    if not len(obstacles):
        return list(poses)
    far = bases_matrix(Bases.of(footprints, poses), obstacles)
    i, j = (int(k) for k in np.unravel_index(int(np.argmin(far)), far.shape))
    if far[i, j] > 1.0 or footprints[i].kind != "rect" or obstacles.kinds[j] != 0:
        return list(poses)
    at = base_nearest(footprints[i], poses[i], obstacles.footprint(j), obstacles.pose(j)).on_b
    # Any edge of the block may lie on the obstacle: turn it to the front for the asking.
    best: tuple[float, Pose, Pose] | None = None
    for quarter in range(4):
        size = footprints[i] if quarter % 2 == 0 else Footprint("rect", footprints[i].depth, footprints[i].width)
        facing = Pose(poses[i].x, poses[i].y, poses[i].facing + 90.0 * quarter)
        _, placed = flush(size, facing, obstacles.footprint(j), obstacles.pose(j), at)
        turn = turn_between(facing.facing, placed.facing)
        moved = math.hypot(placed.x - poses[i].x, placed.y - poses[i].y)
        if abs(turn) <= FLUSH_DEGREES and moved < size.width + size.depth and (best is None or abs(turn) < best[0]):
            best = (abs(turn), Pose(placed.x, placed.y, placed.facing - 90.0 * quarter), poses[i])
    if best is None:
        return list(poses)
    _, new, old = best
    turn = turn_between(old.facing, new.facing)
    turned = [turned_about(pose, (old.x, old.y), turn) for pose in poses]
    return [shifted(pose, new.x - old.x, new.y - old.y) for pose in turned]


def _backed_off(
    footprints: Sequence[Footprint], start: Sequence[Pose], poses: Sequence[Pose], obstacles: Bases
) -> list[Pose]:
    """Poses without overlap: pulled straight back the way they came as far as exact geometry asks."""
    if _clear(footprints, poses, obstacles):
        return list(poses)
    dx, dy = poses[0].x - start[0].x, poses[0].y - start[0].y
    length = math.hypot(dx, dy)
    if length < 1e-6:
        return list(start)
    ahead = (dx / length, dy / length)
    away = [shifted(pose, -dx, -dy) for pose in poses]
    if not _clear(footprints, away, obstacles):
        return list(start)
    way = travel_until(Bases.of(footprints, away), ahead, length, obstacles).way
    return [shifted(pose, ahead[0] * way, ahead[1] * way) for pose in away]


def settle(
    footprints: Sequence[Footprint],
    poses: Sequence[Pose],
    within: Shape,
    fixed: Bases | None = None,
    areas: Sequence[Shape] = (),
    seconds: float = 1.0,
) -> list[Pose] | None:
    """Let figures that stand in each other (a mob, a screen) move apart by themselves until none overlap.

    Parameters
    ----------
    within
        Area they must stay in.
    fixed, areas
        What does not give way.

    Returns
    -------
    Poses in order, or None if there is no room for one of them. Nobody who stands free of all is moved by more than a
    little.

    >>> import shapely
    >>> coin, table = Footprint("circle", 25.0, 25.0), shapely.box(0.0, 0.0, 300.0, 300.0)
    >>> found = settle([coin] * 2, [Pose(100.0, 100.0), Pose(110.0, 100.0)], table)
    >>> math.dist((found[0].x, found[0].y), (found[1].x, found[1].y)) >= 25.0
    True
    """
    space = _space(damping=0.05)
    held = fixed if fixed is not None else Bases.of([], [])
    _walls(space, held, friction=0.2)
    bodies = []
    for footprint, pose in zip(footprints, poses, strict=True):
        body = _body(space, pose, 1.0, (footprint.width**2 + footprint.depth**2) / 3.0)
        shape = _shape(body, Footprint(footprint.kind, footprint.width + 0.1, footprint.depth + 0.1), Pose(0.0, 0.0))
        shape.friction = 0.2
        space.add(shape)
        bodies.append(body)
    for _ in range(round(seconds / STEP)):
        space.step(STEP)
    rested = [_pose(body, pose.level) for body, pose in zip(bodies, poses, strict=True)]
    return _sorted_out(footprints, rested, within, held, areas)


def _sorted_out(
    footprints: Sequence[Footprint], poses: Sequence[Pose], within: Shape, fixed: Bases, areas: Sequence[Shape]
) -> list[Pose] | None:
    """Whoever still overlaps goes to the nearest free place, in order."""
    out: list[Pose] = []
    for k, (footprint, pose) in enumerate(zip(footprints, poses, strict=True)):
        taken = Bases.of(
            [fixed.footprint(i) for i in range(len(fixed))] + list(footprints[:k]),
            [fixed.pose(i) for i in range(len(fixed))] + out,
        )
        found = nearest_free(footprint, rounded(pose), within, taken, areas)
        if found is None:
            return None
        out.append(found)
    return out


class Tumble(msgspec.Struct, frozen=True):
    """Dice on their way through the tray, 60 frames a second.

    Parameters
    ----------
    places
        (frames, dice, 3): x, y (mm in the tray) and angle (degrees, clockwise).
    faces
        (frames, dice): index of the face that is up; in the last frame the ones asked for.
    """

    places: Floats
    faces: NDArray[np.int64]


def tumble(
    faces: Sequence[int], sides: int, seed: int, tray: tuple[float, float] = (240.0, 160.0), size: float = 16.0
) -> Tumble:
    """Throw dice into a tray so that given faces come up: for the eye only, the faces are decided before.

    Parameters
    ----------
    faces
        Index of the face that each die ends on.
    sides
        Faces of a die.
    seed
        Anything that varies the throw.

    Raises
    ------
    ValueError
        If a face is not one of the die's.

    >>> thrown = tumble([5, 0], 6, seed=1)
    >>> thrown.faces[-1].tolist(), thrown.places.shape[1:]
    ([5, 0], (2, 3))
    """
    if any(not 0 <= face < sides for face in faces):
        raise ValueError("a die ends on one of its faces")
    rng = random.Random(seed)
    space = _space(damping=0.35)
    bodies = _in_the_tray(space, len(faces), tray, size, rng)
    places: list[list[tuple[float, float, float]]] = []
    shown: list[list[int]] = []
    rolled = [0.0] * len(faces)
    now = [rng.randrange(sides) for _ in faces]
    for frame in range(150):
        for _ in range(2):
            space.step(STEP)
        for k, body in enumerate(bodies):
            rolled[k] += float(body.velocity.length) / 60.0
            if rolled[k] > size:
                rolled[k] = 0.0
                now[k] = (now[k] + 1 + rng.randrange(max(1, sides - 1))) % sides
        places.append([(float(b.position.x), float(b.position.y), -math.degrees(b.angle)) for b in bodies])
        still = all(b.velocity.length < 6.0 and abs(b.angular_velocity) < 0.4 for b in bodies)
        shown.append(list(faces) if still else list(now))
        if still and frame > 10:
            break
    shown[-1] = list(faces)
    return Tumble(np.array(places).reshape(len(places), len(faces), 3), np.array(shown).reshape(len(shown), len(faces)))


def _in_the_tray(
    space: pymunk.Space, count: int, tray: tuple[float, float], size: float, rng: random.Random
) -> list[pymunk.Body]:
    """Dice in flight, in columns by one wall of a tray."""
    import pymunk

    wide, deep = tray
    for a, b in (((0, 0), (wide, 0)), ((wide, 0), (wide, deep)), ((wide, deep), (0, deep)), ((0, deep), (0, 0))):
        wall = pymunk.Segment(space.static_body, a, b, 4.0)
        wall.elasticity, wall.friction = 0.6, 0.4
        space.add(wall)
    bodies = []
    across = max(1, int((deep - size) // (size * 1.6)))
    for k in range(count):
        row, column = k % across, k // across
        x, y = size + column * size * 1.5, size + row * size * 1.6
        body = _body(space, Pose(min(x, wide - size), y, rng.uniform(0.0, 360.0)), 1.0, size * size / 6.0)
        shape = pymunk.Poly.create_box(body, (size, size), 1.0)
        shape.elasticity, shape.friction = 0.45, 0.5
        space.add(shape)
        body.velocity = (rng.uniform(450.0, 900.0), rng.uniform(-260.0, 260.0))
        body.angular_velocity = rng.uniform(-18.0, 18.0)
        bodies.append(body)
    return bodies
