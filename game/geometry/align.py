"""Coming flush on contact, and areas taken apart into convex pieces."""

from __future__ import annotations

import math

import shapely

from .arcs import ZONES, Zone
from .contact import place_against
from .convex import Poly
from .planar import Shape
from .shapes import Footprint, Point, Pose, corners, turn_between, turned_about


def convex_parts(area: Shape) -> list[Poly]:
    """Convex parts that make up an area: itself if it is convex, else its triangles.

    >>> len(convex_parts(shapely.box(0.0, 0.0, 1.0, 1.0)))
    1
    """
    parts: list[Poly] = []
    for piece in shapely.get_parts(area):
        if piece.geom_type != "Polygon":
            continue
        if not piece.interiors and math.isclose(piece.convex_hull.area, piece.area, rel_tol=1e-9):
            parts.append(_ring(piece))
        else:
            triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(piece))
            parts.extend(_ring(triangle) for triangle in triangles)
    return parts


def _ring(polygon: Shape) -> Poly:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(polygon)[:-1]]


def flush_turn(pose: Pose, other: Footprint, other_pose: Pose, at: Point) -> tuple[Zone, float]:
    """Edge of another base that a contact point lies on, and the turn (degrees) that lays one's front flush on it.

    The edge is that with the point nearest to its line and stretch; of two (a corner) the one needing the least turn.

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> flush_turn(Pose(0.0, -40.0, 10.0), stand, Pose(0.0, 0.0, 180.0), (3.0, -10.0))
    ('front', -10.0)
    """
    points = corners(other, other_pose)
    found: list[tuple[float, float, int, Zone, float]] = []
    for i, edge in enumerate(ZONES):
        line = shapely.LineString((points[i], points[(i + 1) % 4]))
        turn = turn_between(pose.facing, other_pose.facing + 90.0 * i + 180.0)
        found.append((round(line.distance(shapely.Point(at)), 2), abs(turn), i, edge, turn))
    _, _, _, edge, turn = min(found)
    return edge, turn


def flush(footprint: Footprint, pose: Pose, other: Footprint, other_pose: Pose, at: Point) -> tuple[Zone, Pose]:
    """The pose turned about a contact point until the front lies flush on the edge touched, and that edge.

    What remains of a gap or overlap (the point may lie off both outlines by the contact gap) is closed by a shift
    square to the edge.
    """
    edge, turn = flush_turn(pose, other, other_pose, at)
    turned = turned_about(pose, at, turn)
    i = ZONES.index(edge)
    points = corners(other, other_pose)
    start, end = points[i], points[(i + 1) % 4]
    along = (end - start) / math.hypot(*(end - start))
    front = corners(footprint, turned)[:2].mean(axis=0)
    foot = start + along * float((front - start) @ along)
    placed = place_against(
        (float(start[0]), float(start[1])), (float(end[0]), float(end[1])), footprint, (float(foot[0]), float(foot[1]))
    )
    return edge, Pose(placed.x, placed.y, placed.facing, pose.level)
