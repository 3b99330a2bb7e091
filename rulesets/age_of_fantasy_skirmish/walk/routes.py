"""Finding the way of one model to a place: straight, round what is in the way, by a ladder, or with Jumps (AFS-S07)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.geometry.paths import shortest
from game.geometry.planar import Shape
from game.geometry.room import around, minkowski
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Jump, Path, Step
from game.kit.figures.ground import SurfaceSpan
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.ground import Piece
from rulesets.age_of_fantasy_skirmish.measures import CONTACT, SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.walker import DUST, Walker, at
from rulesets.age_of_fantasy_skirmish.walk.ways import Way, walk

HAIR = 0.02
"""mm by which a route keeps farther from what it goes round than it must."""
SIDES, FINE = 8, 24
"""Segments of a quarter of the polygons drawn for circles: round about them, and fine, within them."""


class Hurdle(msgspec.Struct, frozen=True):
    """A convex area that the centre of a model keeps out of: its circle, its outline, a finer one if it is round."""

    x: float
    y: float
    radius: float
    area: Shape
    size: float = 0.0


def straight(walker: Walker, goal: Point, facing: float | None = None) -> Way:
    """The straight way to a point."""
    return walk(walker, (Path((goal,), facing),))


def find(
    walker: Walker,
    goal: Point,
    facing: float | None = None,
    jumps: bool = False,
    most: float = math.inf,
    dry: bool = False,
) -> Way | None:
    """The shortest legal way to a point that is found, of at most ``most`` mm; with Jumps where told and needed.

    ``dry``: also round difficult terrain, which would cap the move (AFS-R42). What has been found once is remembered.
    """
    key = ("find", goal, facing, jumps, most, dry, *walker.stance)
    return walker.field.kept.once(key, lambda: _shortest(walker, goal, facing, jumps, most, dry))


def _shortest(walker: Walker, goal: Point, facing: float | None, jumps: bool, most: float, dry: bool) -> Way | None:
    far = math.dist(walker.here, goal)
    if far > most + 2.0 * inch(number("jump")):
        return None
    if not walker.flies and far > most + 2.0 * SLACK and not (jumps and _jumping(walker, goal, facing)):
        return None
    first = straight(walker, goal, facing)
    if walker.flies:
        return first if first.bar is None else None
    best = first if first.bar is None and not (dry and first.difficult) else None
    if (best is None or best.climbed > DUST) and far <= most + SLACK:
        for points in (*_round(walker, goal, most, dry), *_ladders(walker, goal, most)):
            way = walk(walker, (Path(points, facing),))
            if way.bar is None and (best is None or _better(way, best)):
                best = way
    steps = _jumping(walker, goal, facing) if best is None and jumps else ()
    if steps:
        leaping = walk(walker, steps)
        best = leaping if leaping.bar is None else None
    return best if best is None or best.walked <= most + SLACK else None


def _jumping(walker: Walker, goal: Point, facing: float | None) -> tuple[Step, ...]:
    """The steps of a straight way with Jumps; () where there are none on it."""
    ground = walker.ground
    if not walker.jumps or not (ground.tops or ground.pits) or ground.even(walker.here, goal):
        return ()
    steps = with_jumps(walker, goal, facing)
    return steps if any(isinstance(step, Jump) for step in steps) else ()


def _better(way: Way, best: Way) -> bool:
    """Whether a way is shorter, and no way through difficult terrain that would cap a move gone dry before."""
    capped = way.difficult and not best.difficult and way.walked > inch(number("cap"))
    return way.walked < best.walked and not capped


def _round(walker: Walker, goal: Point, most: float, dry: bool = False) -> list[tuple[Point, ...]]:
    """Points of a way round walls, units, high terrain and pits, after the present one; none or one."""
    here, spots = walker.here, (shapely.Point(walker.here), shapely.Point(goal))
    walls = _between(walker, goal, most)
    if dry:
        key = ("difficult", walker.shape, 0.0 if walker.round else walker.start.facing)
        wet = [p for p in walker.ground.areas if p.kind.difficult]
        grown = walker.field.kept.once(key, lambda: _grown(walker, wet))
        walls += [h.area for h in grown if not any(h.area.intersects(s) for s in spots)]
    table, r = walker.ground.table, walker.radius
    route = shortest(here, goal, walls, within=shapely.box(r, r, table.width - r, table.depth - r), most=most + SLACK)
    if route is None or len(route.points) < 3 or route.length > most + SLACK:
        return []
    return [tuple(route.points[1:])]


def _between(walker: Walker, goal: Point, most: float) -> list[Shape]:
    """The hurdles that a way of at most so many mm can meet; those that hold the goal drawn fine, or left out."""
    found: list[Shape] = []
    here, begin, end = walker.here, shapely.Point(walker.here), shapely.Point(goal)
    for h in hurdles(walker):
        area, to_goal = h.area, math.dist((h.x, h.y), goal)
        if math.dist((h.x, h.y), here) + to_goal - 2.0 * h.radius > most:
            continue
        if h.size and to_goal <= h.radius and area.intersects(end):
            area = shapely.Point(h.x, h.y).buffer(h.size, quad_segs=FINE)
        if to_goal > h.radius or not area.intersects(end):
            found.append(area)
    height = walker.ground.height_at(*goal)
    for piece in (*walker.ground.tops, *walker.ground.pits):
        near = piece.area.distance(begin) <= DUST or piece.area.distance(end) <= DUST
        if not near and abs(piece.top - height) > SLACK:
            found.append(piece.area.convex_hull)
    return found


def hurdles(walker: Walker) -> list[Hurdle]:
    """Walls and models of other units grown by the base; made once for a situation and a size of base."""
    key = (walker.shape, walker.charge, 0.0 if walker.round else walker.start.facing)
    return walker.field.kept.once(key, lambda: [*_grown(walker, walker.ground.walls), *_models(walker)])


def _grown(walker: Walker, pieces: Sequence[Piece]) -> list[Hurdle]:
    """Terrain grown by the base."""
    found = []
    for piece in pieces:
        hull = piece.area.convex_hull
        if walker.round:
            area = hull.buffer((walker.radius + HAIR) / math.cos(math.pi / (4 * SIDES)), quad_segs=SIDES)
        else:
            ring = around(walker.shape, Pose(0.0, 0.0, walker.start.facing))
            area = shapely.Polygon(minkowski(shapely.get_coordinates(hull)[:-1], ring))
        found.append(_hurdle(area))
    return found


def _models(walker: Walker) -> list[Hurdle]:
    """The models of other units, and how near to each the centre may come."""
    field, apart = walker.field, inch(number("apart")) + HAIR
    gaps = np.full(len(field.names), apart if walker.charge is None else HAIR / 2.0)
    if walker.charge is not None:
        others = np.array([name != walker.charge for name in field.names], dtype=np.bool_)
        gaps[field.foes & others] = CONTACT + HAIR
    sizes = field.radii + walker.half + gaps
    wide = sizes * (1.0 / math.cos(math.pi / (4 * SIDES)))
    areas = shapely.buffer(field.spots, wide, quad_segs=SIDES)
    rows = zip(field.xs.tolist(), field.ys.tolist(), wide.tolist(), areas, sizes.tolist(), strict=True)
    found = [Hurdle(*row) for row in rows]
    for k in field.odd:
        found[k] = _hurdle(field.outline(k).buffer(float(gaps[k]) + walker.half, quad_segs=SIDES))
    return found


def _hurdle(area: Shape) -> Hurdle:
    west, south, east, north = area.bounds
    return Hurdle((west + east) / 2.0, (south + north) / 2.0, math.hypot(east - west, north - south) / 2.0, area)


def _ladders(walker: Walker, goal: Point, most: float) -> list[tuple[Point, ...]]:
    """Ways up to the goal's surface, or down from the start's, by a ladder: to its foot, up or down, on to the goal."""
    ground, here = walker.ground, walker.here
    rise = ground.height_at(*goal) - ground.height_at(*here)
    piece = ground.by_id.get(ground.surface_at(*(goal if rise > 0.0 else here)))
    if abs(rise) <= inch(number("climb")) + SLACK or piece is None:
        return []
    found = []
    for face in piece.ladders:
        outside, inside = _steps_of(piece, face, here if rise > 0.0 else goal)
        if math.dist(here, outside) + math.dist(outside, goal) > most:
            continue
        if rise > 0.0:
            found += [(*p, inside, goal) for p in ((outside,), *_round(walker, outside, most))]
        else:
            found.append((inside, outside, goal))
    return found


def _steps_of(piece: Piece, face: tuple[Point, Point], spot: Point) -> tuple[Point, Point]:
    """Points a hair outside and inside of a ladder, where it is nearest to a spot."""
    (ax, ay), (bx, by) = face
    dx, dy = bx - ax, by - ay
    long = math.hypot(dx, dy)
    share = min(0.99, max(0.01, ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / (long * long)))
    x, y = ax + dx * share, ay + dy * share
    nx, ny = -dy / long * 0.5, dx / long * 0.5
    if piece.area.contains(shapely.Point(x + nx, y + ny)):
        nx, ny = -nx, -ny
    return (x + nx, y + ny), (x - nx, y - ny)


def with_jumps(walker: Walker, goal: Point, facing: float | None = None) -> tuple[Step, ...]:
    """The steps of a straight way, with a Jump wherever it leaves a surface that it cannot climb down from."""
    here = walker.here
    height = walker.ground.height_at(*here)
    profile = walker.ground.profile(here, goal)
    length = math.dist(here, goal)
    steps: list[Step] = []
    k = 0
    while k < len(profile):
        part = profile[k]
        if part.height >= height - inch(number("level")) - SLACK:
            height, k = part.height, k + 1
            continue
        far = _across(profile, k, height)
        width = (profile[far].start - part.start) * length if far else math.inf
        if _normal(profile, k, far, width, height):
            narrow = far and width <= inch(number("gap")) + SLACK
            height, k = (profile[far].height, far) if narrow else (part.height, k + 1)
            continue
        j = far or k
        if part.start * length > DUST:
            steps.append(Path((at(here, goal, part.start),)))
        begin, end = (profile[far].start, 1.0) if far else (part.start, part.end)
        steps.append(Jump(at(here, goal, min(end, begin + 2.0 * DUST / max(length, DUST)))))
        height, k = profile[j].height, j + 1
    steps.append(Path((goal,), facing))
    return tuple(steps)


def _across(profile: tuple[SurfaceSpan, ...], k: int, height: float) -> int:
    """The first stretch beyond a gap that rises above its ground and can be landed on, 0 if there is none."""
    level = inch(number("level"))
    rising = (j for j in range(k + 1, len(profile)) if profile[j].height > profile[k].height + level)
    j = next(rising, 0)
    return j if profile[j].height <= height + level + SLACK else 0


def _normal(profile: tuple[SurfaceSpan, ...], k: int, far: int, width: float, height: float) -> bool:
    """Whether leaving a surface needs no Jump (AFS-JUMP-01): a narrow gap, a low face, nothing to jump to (AFS-R37)."""
    lowest = height - inch(number("climb")) - SLACK
    if far and width <= inch(number("gap")) + SLACK and profile[far].height >= lowest:
        return True
    shallow = profile[k].height >= max(lowest, -SLACK)
    return shallow and not (far and width <= inch(number("jump")))


def cut(walker: Walker, way: Way, allowance: float) -> Way:
    """A way cut back to what an allowance (mm) pays for, the first Jump and all that follows it left out."""
    if way.walked <= allowance + SLACK:
        return way
    points = [p for k, bit in enumerate(way.bits) for p in bit.points if not any(b.leap for b in way.bits[:k])]
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    best = walk(walker, ())
    low, high, middle = 0.0, total, min(total, allowance)
    for _ in range(14 if way.climbed or way.leaps else 1):
        tried = walk(walker, (Path(first_part(points, middle), way.end.facing),))
        if tried.bar is None and tried.walked <= allowance + SLACK:
            best, low = tried, middle
        else:
            high = middle
        middle = (low + high) / 2.0
    return best


def first_part(points: Sequence[Point], length: float) -> tuple[Point, ...]:
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
