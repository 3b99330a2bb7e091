"""Finding the way of one model to a place: straight, with Jumps, or round what is in the way (AFS-S07)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import shapely

from game.engine.state import State
from game.geometry.paths import shortest
from game.geometry.planar import Shape
from game.geometry.room import around, minkowski
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Jump, Path, Step
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.ways import DUST, Walker, Way, at

ROUND = math.cos(math.pi / 24)
"""How much nearer to its middle a side of the polygons drawn for circles comes than the circle."""
HAIR = 0.02
"""mm by which a route keeps farther from what it goes round than it must."""


def straight(walker: Walker, goal: Point, facing: float | None = None) -> Way:
    """The straight way to a point."""
    return walker.walk((Path((goal,), facing),))


def with_jumps(walker: Walker, goal: Point, facing: float | None = None) -> tuple[Step, ...]:
    """The steps of a straight way, with a Jump wherever it leaves a surface that it cannot climb down from."""
    here = (walker.start.x, walker.start.y)
    height = walker.ground.height_at(*here)
    level, climb, gap = inch(number("level")), inch(number("climb")), inch(number("gap"))
    profile = walker.ground.profile(here, goal)
    length = math.dist(here, goal)
    steps: list[Step] = []
    k = 0
    while k < len(profile):
        part = profile[k]
        if part.height >= height - level - SLACK:
            height = part.height
            k += 1
            continue
        far = next((j for j in range(k + 1, len(profile)) if profile[j].height > part.height + level), -1)
        width = (profile[far].start - part.start) * length if far > 0 else math.inf
        across = far > 0 and profile[far].height <= height + level + SLACK
        narrow = across and width <= gap + SLACK and profile[far].height >= height - climb - SLACK
        shallow = part.height >= height - climb - SLACK and part.height >= -SLACK
        if narrow or (shallow and not (across and width <= inch(number("jump")))):
            height = profile[far].height if narrow else part.height
            k = far if narrow else k + 1
            continue
        j = far if across else k
        edge = at(here, goal, part.start)
        if part.start * length > DUST:
            steps.append(Path((edge,)))
        if across:
            land = at(here, goal, min(1.0, profile[j].start + 2.0 * DUST / max(length, DUST)))
        else:
            land = at(here, goal, min(part.end, part.start + 4.0 * DUST / max(length, DUST)))
        steps.append(Jump(land))
        height, k = profile[j].height, j + 1
    steps.append(Path((goal,), facing))
    return tuple(steps)


def find(walker: Walker, goal: Point, facing: float | None = None, jumps: bool = False) -> Way | None:
    """The shortest legal way to a point that is found: straight, else round; with Jumps where told; None if none is."""
    first = straight(walker, goal, facing)
    if first.bar is None:
        return first
    found = _round(walker, goal, facing)
    if found is not None:
        return found
    if jumps and walker.jumps:
        leaping = walker.walk(with_jumps(walker, goal, facing))
        if leaping.bar is None:
            return leaping
    return None


def _round(walker: Walker, goal: Point, facing: float | None) -> Way | None:
    """A way round walls, units, high terrain and pits."""
    here = (walker.start.x, walker.start.y)
    walls = list(obstacles(walker, here, goal))
    table = walker.ground.table
    r = walker.radius
    within = shapely.box(r, r, table.width - r, table.depth - r)
    route = shortest(here, goal, walls, within=within)
    if route is None:
        return None
    way = walker.walk((Path(tuple(route.points[1:]), facing),))
    return way if way.bar is None else None


def obstacles(walker: Walker, here: Point, goal: Point) -> Iterable[Shape]:
    """Convex areas that the centre of a model keeps out of on its way."""
    ground = walker.ground
    spots = shapely.Point(here), shapely.Point(goal)
    ring = around(walker.shape, Pose(0.0, 0.0, walker.start.facing)) if not walker.round else None
    grow = (walker.radius + HAIR) / ROUND
    for wall in ground.walls:
        hull = wall.area.convex_hull
        if ring is not None:
            yield shapely.Polygon(minkowski(shapely.get_coordinates(hull)[:-1], ring))
        else:
            yield hull.buffer(grow, quad_segs=6)
    for piece in (*ground.tops, *ground.pits):
        if not any(piece.area.distance(spot) <= DUST for spot in spots):
            yield piece.area.convex_hull
    apart = 0.0 if walker.charge is not None else inch(number("apart"))
    goal_height = ground.height_at(*goal)
    for k, centre in enumerate(walker.centres.tolist()):
        rise = abs(walker.heights[k] - goal_height)
        if rise >= max(apart, inch(number("level"))):
            continue
        gap = math.sqrt(max(apart * apart - rise * rise, 0.0)) + HAIR
        if k in walker.outlines:
            yield walker.outlines[k].buffer(gap + max(walker.shape.width, walker.shape.depth) / 2.0, quad_segs=6)
        else:
            yield shapely.Point(centre).buffer((walker.radii[k] + walker.radius + gap) / ROUND, quad_segs=6)


def cut(walker: Walker, way: Way, allowance: float) -> Way:
    """A way cut back to what an allowance (mm) pays for, the first Jump and all that follows it left out."""
    if way.walked <= allowance + SLACK:
        return way
    points = [p for bit in way.bits[:1] for p in bit.points]
    low, high = 0.0, 1.0
    best = walker.walk(())
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    for _ in range(24):
        middle = (low + high) / 2.0
        tried = walker.walk((Path(_first(points, total * middle)),))
        if tried.bar is None and tried.walked <= allowance + 1e-6:
            best, low = tried, middle
        else:
            high = middle
    return best


def _first(points: list[Point], length: float) -> tuple[Point, ...]:
    """The first part of a polyline, without its first point."""
    out: list[Point] = []
    for a, b in pairwise(points):
        part = math.dist(a, b)
        if part >= length:
            out.append(at(a, b, length / part if part else 0.0))
            break
        out.append(b)
        length -= part
    return tuple((round(x, 3), round(y, 3)) for x, y in out)


def walker(view: State, base: str, charge: str | None = None, jumps: bool = True, spacing: bool = True) -> Walker:
    """A model about to go (see :class:`Walker`)."""
    return Walker(view, base, charge, jumps, spacing)
