"""The arc of a gun, the point that it aims at, its lane, and who stands on it how deep.

NAP-ARC-08, NAP-ARC-09, NAP-LOF-01, NAP-S53, NAP-S54, NAP-S56.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely

from game.engine.memo import Bounded
from game.engine.state import Base, State
from game.geometry.lanes import lane
from game.geometry.planar import Shape, Shapes
from game.geometry.shapes import Point, forward, to_world
from game.geometry.shapes import Pose as At
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of, remembered
from rulesets.napoleonic_wars.fire import arcs
from rulesets.napoleonic_wars.fire.arcs import DUST, FAR, Bears, Part
from rulesets.napoleonic_wars.measures import CONTACT, SLACK

CLEAR = 1e-3
"""Mm by which a box is clear of the side of an arc."""


def muzzle(base: Base) -> Point:
    """The middle of a base's front edge."""
    return to_world(base.pose or At(0.0, 0.0), (0.0, base.shape.depth / 2.0))


def gun_arc(base: Base, reach: float) -> Shape:
    """The arc of a gun: from the middle of its rear edge through its front corners (NAP-ARC-08, NAP-S53)."""
    start, facing, half = _sector(base)
    return arcs.wedge(start, facing, half, reach + base.shape.depth)


def _sector(base: Base) -> tuple[Point, float, float]:
    """Where the arc of a gun begins, its middle, and degrees to either side."""
    pose = base.pose or At(0.0, 0.0)
    half = math.degrees(math.atan2(base.shape.width / 2.0, base.shape.depth))
    return to_world(pose, (0.0, -base.shape.depth / 2.0)), pose.facing, half + DUST


def _is_aside(base: Base, box: tuple[float, float, float, float]) -> bool:
    """Whether all of a box lies beyond one side of a gun's arc: nothing in it can be aimed at."""
    (x, y), facing, half = _sector(base)
    west, south, east, north = box
    corners = [(px - x, py - y) for px in (west, east) for py in (south, north)]
    (left_x, left_y), (right_x, right_y) = forward(facing - half), forward(facing + half)
    if all(left_x * py - left_y * px > CLEAR for px, py in corners):
        return True
    return all(right_x * py - right_y * px < -CLEAR for px, py in corners)


@remembered
def is_ahead(view: State, gun: str, target: str) -> bool:
    """Whether some of a body may lie in a gun's arc, however far: whether its box is not all beyond a side of it."""
    board, base = board_of(view), view.bases[gun]
    if base.pose is None or not board.rows(target).size + (target in board.inside):
        return False
    return not _is_aside(base, board.box(target))


@remembered
def gun_bears(view: State, gun: str, target: str, reach: float, part: Part = "") -> Bears | None:
    """A gun's arc on a body within so many mm, and the point that it aims at (NAP-S53, NAP-S54).

    Who sees the body and what stands in the lane is not asked.
    """
    board = board_of(view)
    base = view.bases[gun]
    if board.least(base.unit, target) > reach + SLACK:
        return None
    if not is_ahead(view, gun, target):
        return None
    inside = (board.ground, board.inside[target].id) if target in board.inside else None
    names, outlines = arcs.marks(view, target, part)
    if not outlines:
        return None
    key = (gun, base.shape, base.pose, inside, board.stance(target), names, reach)
    if key not in _borne_on:
        whole = names if inside else ()
        _borne_on[key] = _bears(base, board.bases.polygons[board.index[gun]], names, outlines, reach, whole)
    return _borne_on[key]


_borne_on: Bounded[Any, Bears | None] = Bounded(4000)
"""What guns bore on lately: it depends on how a gun and its target stand, and on nobody else."""


def _bears(
    base: Base, mine: Shape, names: tuple[str, ...], outlines: list[Shape], reach: float, whole: tuple[str, ...]
) -> Bears | None:
    """The same of bases with these names and outlines; ``whole``: all that one outline stands for."""
    shapes = np.array(outlines, dtype=object)
    near = np.flatnonzero(shapely.dwithin(shapes, mine, reach + 2.0 * SLACK))
    if not len(near):
        return None
    names, shapes = tuple(names[k] for k in near.tolist()) if not whole else names, shapes[near]
    clipped = shapely.intersection(gun_arc(base, reach), shapes)
    far = shapely.distance(mine, clipped)
    hit = np.flatnonzero(~shapely.is_empty(clipped) & (far <= reach + SLACK))
    if not len(hit):
        return None
    on = whole or tuple(names[k] for k in hit.tolist())
    return Bears(base.id, float(far[hit].min()), on, _aimed_at(base, clipped[hit]))


def _aimed_at(base: Base, parts: Shapes) -> Point:
    """The first point straight ahead, else the nearest to the muzzle; of equal ones the straighter, then the left."""
    start = muzzle(base)
    facing = base.pose.facing if base.pose is not None else 0.0
    x, y = forward(facing)
    ahead = shapely.LineString((start, (start[0] + x * FAR, start[1] + y * FAR)))
    met = parts[shapely.distance(ahead, parts) <= DUST]
    if len(met):
        far = min(_first(ahead, one) for one in met)
        return (start[0] + x * far, start[1] + y * far)
    ends = shapely.get_coordinates(shapely.get_point(shapely.shortest_line(shapely.Point(start), parts), 1))
    found: list[tuple[float, float, float, Point]] = []
    for px, py in ends.tolist():
        aside = (px - start[0]) * y - (py - start[1]) * x  # to the right of straight ahead
        off = abs(math.atan2(aside, (px - start[0]) * x + (py - start[1]) * y))
        found.append((round(math.dist(start, (px, py)), 2), round(off, 5), aside, (px, py)))
    return min(found)[3]


def _first(line: Shape, shape: Shape) -> float:
    """How far (mm) along a line it meets a shape that it passes within a hair of."""
    cut = line.intersection(shape)
    near = cut if not cut.is_empty else shapely.shortest_line(line, shape)
    return min(line.project(shapely.Point(p)) for p in shapely.get_coordinates(near).tolist())


def lane_of(base: Base, point: Point, reach: float = 0.0) -> Shape:
    """The lane of a gun to a point, or on behind it to so many mm from the front edge (NAP-ARC-09, NAP-S54)."""
    start = muzzle(base)
    far = math.dist(start, point)
    if far < SLACK:
        return shapely.Polygon()
    on = max(far, reach) / far
    end = (start[0] + (point[0] - start[0]) * on, start[1] + (point[1] - start[1]) * on)
    return lane(start, end, base.shape.width)


@remembered
def in_lane(view: State, gun: str, point: Point, reach: float = 0.0) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The bodies in a gun's lane with their bases there, the nearest to the gun first; its own battery's teams not."""
    board = board_of(view)
    base = view.bases[gun]
    strip = lane_of(base, point, reach)
    west, south, east, north = strip.bounds if not strip.is_empty else (0.0,) * 4
    boxes = board.bases.boxes
    near = (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= north) & (boxes[:, 3] >= south)
    start = shapely.Point(muzzle(base))
    found: dict[str, list[tuple[float, str]]] = {}
    some = ((k, board.figures[k]) for k in np.flatnonzero(near).tolist())
    others = [(k, b) for k, b in some if b.id != gun and not (b.unit == base.unit and facts.figure(b).role != "gun")]
    outlines = board.bases.polygons[[k for k, _ in others]]
    cut = shapely.area(shapely.intersection(outlines, strip)) > number("lane_bite") + DUST
    far = shapely.distance(outlines, start).tolist()
    for k in np.flatnonzero(cut).tolist():
        other = others[k][1]
        found.setdefault(other.unit, []).append((far[k], other.id))
    for body, piece in board.inside.items():
        if piece.shape.intersects(strip) and body != base.unit:
            inside = [(float(piece.shape.distance(start)), b.id) for b in facts.left(view, body)]
            found.setdefault(body, []).extend(inside)
    order = sorted(found, key=lambda u: (min(found[u])[0], u))
    return tuple((u, tuple(name for _, name in sorted(found[u]))) for u in order)


def at_point(view: State, found: Bears) -> tuple[str, ...]:
    """The bases that a gun bears on of which it hits one that reaches to the point aimed at."""
    board, point = board_of(view), shapely.Point(found.point)
    rows = [board.index[b] for b in found.bases if b in board.index]
    near = [board.figures[k].id for k in rows if board.bases.polygons[k].distance(point) <= CONTACT]
    return tuple(near) or found.bases


def on_lane(view: State, gun: str, body: str, bases: tuple[str, ...], point: Point) -> Bears:
    """A body on a gun's lane: how far its nearest base there is, and the point abreast of that on the centre line."""
    board = board_of(view)
    mine = board.bases.polygons[board.index[gun]]
    rows = [board.index[b] for b in bases if b in board.index]
    there = shapely.union_all(board.bases.outlines(rows)) if rows else board.inside[body].shape
    start = muzzle(view.bases[gun])
    far = max(math.dist(start, point), SLACK)
    x, y = (point[0] - start[0]) / far, (point[1] - start[1]) / far
    line = shapely.LineString((start, (start[0] + x * FAR, start[1] + y * FAR)))
    along = _first(line, there)
    return Bears(gun, float(mine.distance(there)), bases, (start[0] + x * along, start[1] + y * along))


def depth(view: State, gun: str, body: str, point: Point) -> int:
    """Figures of a body one behind another on the centre line of a gun's lane to a point (NAP-S56, NAP-R71)."""
    if fixed := shape.fixed_ranks(view, body):
        return fixed
    return arcs.crossed(view, muzzle(view.bases[gun]), point, body)
