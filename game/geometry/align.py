"""Finding room: the spans of a slide that are free, the least slide to a free place, and coming flush on contact."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import shapely

from .arcs import ZONES, Zone
from .bases import Bases
from .contact import place_against
from .convex import GRAZING, Poly, meeting, rectangle
from .planar import Shape
from .shapes import Footprint, Point, Pose, corners, outline, turn_between, turned_about

Span = tuple[float, float]


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


def outlines_in_the_way(bases: Bases | None = None, areas: Iterable[Shape] = ()) -> list[Poly]:
    """Convex outlines of bases and areas, for `free_spans`."""
    found: list[Poly] = []
    if bases is not None:
        for i in range(len(bases)):
            footprint, pose = bases.footprint(i), bases.pose(i)
            ring = rectangle(footprint, pose) if footprint.kind == "rect" else outline(footprint, pose).tolist()
            found.append([(x, y) for x, y in ring])
    for area in areas:
        found.extend(convex_parts(area))
    return found


def free_spans(
    footprint: Footprint,
    pose: Pose,
    direction: Point,
    low: float,
    high: float,
    obstacles: Sequence[Poly],
    grazing: float = GRAZING,
) -> list[Span]:
    """Spans (mm) of a slide from `low` to `high` in which a base overlaps no obstacle; touching is free.

    Parameters
    ----------
    pose
        Where the base stands at 0.
    direction
        Unit vector of the slide.
    obstacles
        Convex outlines (`outlines_in_the_way`).

    Returns
    -------
    Closed spans in ascending order; a single place as (s, s).

    >>> stand = Footprint("rect", 40.0, 20.0)
    >>> wall = outlines_in_the_way(Bases.of([stand], [Pose(50.0, 0.0)]))
    >>> free_spans(stand, Pose(0.0, 0.0), (1.0, 0.0), -100.0, 100.0, wall)
    [(-100.0, 10.0), (90.0, 100.0)]
    """
    ring = (
        rectangle(footprint, pose)
        if footprint.kind == "rect"
        else [(x, y) for x, y in outline(footprint, pose).tolist()]
    )
    taken = sorted(span for span in (meeting(ring, poly, direction, grazing) for poly in obstacles) if span is not None)
    spans: list[Span] = []
    at = low
    for first, last in taken:
        if last <= at:
            continue
        if first >= at:
            if first > high:
                break
            spans.append((at, min(first, high)))
        at = max(at, last)
    if at <= high:
        spans.append((at, high))
    return spans


def nearest_in(spans: Sequence[Span], wish: float = 0.0) -> float | None:
    """The value in some spans nearest to a wish, the lower of two equally near; None if there is no span.

    >>> nearest_in([(-9.0, -4.0), (4.0, 8.0)]), nearest_in([(-9.0, -4.0), (3.0, 8.0)]), nearest_in([])
    (-4.0, 3.0, None)
    """
    near = [min(max(wish, low), high) for low, high in spans]
    return min(near, key=lambda at: (abs(at - wish), at), default=None)


def least_slide(
    free: Callable[[float], bool], low: float, high: float, hints: Iterable[float] = (), step: float = 1.0
) -> float | None:
    """The least slide (mm) from 0 at which a question about the place is answered yes; the lower of two equally great.

    The question is asked at 0, then outward at every `step` and every hint; where a yes follows a no the border between
    is halved down to 0.001 mm.

    >>> least_slide(lambda s: s >= 12.25 or s <= -30.0, -100.0, 100.0)
    12.25
    """
    if low <= 0.0 <= high and free(0.0):
        return 0.0
    reach = max(abs(low), abs(high))
    asked = {step * k for k in range(1, math.ceil(reach / step) + 1)} | {abs(hint) for hint in hints}
    asked |= {abs(low), abs(high)}
    last = {-1.0: 0.0, 1.0: 0.0}
    for distance in sorted(asked):
        found: list[float] = []
        for sign in (-1.0, 1.0):
            at = sign * distance
            if not low <= at <= high:
                continue
            if free(at):
                found.append(_border(free, last[sign], at))
            last[sign] = at
        if found:
            return min(found, key=lambda at: (abs(at), at))
    return None


def _border(free: Callable[[float], bool], no: float, yes: float) -> float:
    """The free place nearest to `no` between a place that is not and one that is."""
    while abs(yes - no) > 0.001:
        middle = (no + yes) / 2.0
        if free(middle):
            yes = middle
        else:
            no = middle
    rough = round(yes, 3)
    return rough if min(no, yes) <= rough <= max(no, yes) and free(rough) else yes


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
