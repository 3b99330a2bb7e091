"""Snaking columns: a fast march one model wide, each model on the path of its leader (WAB-FMR-11, WAB-S13).

The points of the path are where the middle of the figures would come to if the column kept its shape: the leader's
front goes parallel to that. What it costs is the length of his path. Lengths are mm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.formed import snake_poses
from game.geometry.planar import polygons_from
from game.geometry.shapes import Floats, Footprint, Point, Pose, corners, moved, rounded
from game.geometry.steps import Path, Step
from game.geometry.sweep import hull_sweeps
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.barriers import Barrier
from rulesets.ancient_battles.field.blocks import block_of, formed, gap_of, models, pose_of, shared, slots
from rulesets.ancient_battles.field.board import settled
from rulesets.ancient_battles.field.straights import halved
from rulesets.ancient_battles.measures import SLACK, TOUCH
from rulesets.ancient_battles.move import marching
from rulesets.ancient_battles.move.plans import Plan, too_far

LOOK = 2.0
"""mm between two looks at where the leader is."""
CROSSED = 0.1
"""Share of a base by which two models that are no neighbours may overlap in a bend."""


def snakes(view: State, unit: str, mode: str, steps: Sequence[Step]) -> bool:
    """Whether a course is that of a snaking column: a fast march one model wide along a path."""
    one = formed(view, unit) and block_of(view, unit).files == 1
    return one and mode == "fast_march" and bool(steps) and all(isinstance(s, Path) for s in steps)


@settled
def straight_bar(view: State, unit: str) -> Bar | None:
    """Why a snaking column cannot straighten behind its leader before it moves (WAB-S13)."""
    bar = barriers.end_bar(view, unit, [block_of(view, unit).polygon]) if own(view, unit).snake else None
    return bar and Bar(T("{unit}: no room to straighten: {why}", unit=Thing(unit), why=bar.text), "WAB-S13")


def trail(view: State, unit: str) -> list[Point]:
    """Where the leader's front came along, to where it is: straight behind it, or the way the column lies."""
    front = block_of(view, unit).front
    here = [(front.x, front.y)]
    if straight_bar(view, unit) is not None:
        for base in models(view, unit)[1:]:
            head = moved(pose_of(view, base), view.bases[base].shape.depth / 2.0)
            here.insert(0, (head.x, head.y))
    return here


def leader_points(view: State, unit: str, steps: Sequence[Step]) -> list[Point]:
    """The points to which a course leads the leader's front, where it stands not among them."""
    dx, dy = _ahead(view, unit)
    return [(px + dx, py + dy) for s in steps if isinstance(s, Path) for px, py in s.points]


def _ahead(view: State, unit: str) -> Point:
    """By how much (mm) the leader's front lies ahead of the middle of the figures, which a path leads."""
    front = block_of(view, unit).front
    poses = [pose_of(view, b) for b in models(view, unit) if view.bases[b].unit == unit]
    x, y = barriers.middle((p.x, p.y) for p in poses)
    return front.x - x, front.y - y


def _length(path: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


def poses_on(view: State, unit: str, path: Sequence[Point]) -> dict[str, Pose]:
    """Where the models of a column stand whose leader's front has come along a path."""
    ids, shape = models(view, unit), profile(view, unit).footprint
    found = snake_poses(shape, len(ids), path, _behind(view, unit, path), gap_of(own(view, unit).order, shape))
    return {b: rounded(p) for b, p in zip(ids, found, strict=True)}


def judge(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """Judge the course of a snaking column."""
    allowance = marching.allowance(view, unit, "fast_march")
    behind = trail(view, unit)
    points = leader_points(view, unit, steps)
    whole = _length([behind[-1], *points])
    plan = _plan(view, unit, behind, points, allowance)
    if not points:
        return replace(plan, bar=Bar(T("Show where it goes"), "WAB-FMR-11"))
    reach = allowance + _length(behind) + 50.0
    found = barriers.barriers(view, unit, reach, marching.march_clauses("fast_march"))
    free, bar = _free(view, unit, behind, _cut(behind[-1], points, allowance), found)
    if bar is None and whole > allowance + SLACK:
        bar = too_far(whole, allowance, "WAB-FMR-03")
    bar = bar or _end_bar(view, unit, behind, points)
    if bar is None:
        return plan

    def stands(way: float) -> bool:
        return _end_bar(view, unit, behind, _cut(behind[-1], points, way)) is None

    most = min(free, whole, allowance)
    low = most if stands(most) else halved(0.0, most, 1.0, stands)[0]
    if low <= 1.0:
        return replace(plan, bar=bar)
    nearest = _plan(view, unit, behind, _cut(behind[-1], points, low - 0.001), allowance).steps
    return replace(plan, bar=bar, nearest=nearest)


def _cut(start: Point, points: Sequence[Point], way: float) -> list[Point]:
    """The first so many mm of a path."""
    out: list[Point] = []
    here, left = start, way
    for point in points:
        far = math.dist(here, point)
        if far >= left:
            share = left / far if far > 0.0 else 0.0
            out.append((here[0] + (point[0] - here[0]) * share, here[1] + (point[1] - here[1]) * share))
            return out
        out.append(point)
        here, left = point, left - far
    return out


def _plan(view: State, unit: str, behind: list[Point], points: Sequence[Point], allowance: float) -> Plan:
    poses = poses_on(view, unit, [*behind, *points])
    dx, dy = _ahead(view, unit)
    told = Path(tuple((round(px - dx, 3), round(py - dy, 3)) for px, py in points))
    front = moved(next(iter(poses.values())), profile(view, unit).footprint.depth / 2.0)
    path = (behind[-1], *points)
    return Plan(unit, "fast_march", (told,), (_length(path),), allowance, front, 1, poses, path)


def is_straight(view: State, unit: str, plan: Plan) -> bool:
    """Whether a column ends as a straight one after all."""
    assert plan.front is not None
    straight = slots(view, unit, plan.front, 1)
    return all(math.dist((p.x, p.y), (straight[b].x, straight[b].y)) <= 0.05 for b, p in plan.poses.items())


def _quads(view: State, unit: str, poses: Sequence[Pose]) -> Floats:
    shape = profile(view, unit).footprint
    inner = Footprint("rect", shape.width - 2.0 * SLACK, shape.depth - 2.0 * SLACK)
    return np.stack([corners(inner, p) for p in poses])


def _free(
    view: State, unit: str, behind: list[Point], points: Sequence[Point], found: Sequence[Barrier]
) -> tuple[float, Bar | None]:
    """How far (mm) along its path the leader's base sweeps nothing that stops it, and what does."""
    whole = _length([behind[-1], *points])
    ways = np.linspace(0.0, whole, max(1, math.ceil(whole / LOOK)) + 1)
    shape, facing = profile(view, unit).footprint, _behind(view, unit, [*behind, *points])
    cuts = [[*behind, *_cut(behind[-1], points, float(way))] for way in ways]
    four = _quads(view, unit, [snake_poses(shape, 1, cut, facing)[0] for cut in cuts])
    hulls = hull_sweeps(four[:-1], four[1:])
    first, bar = len(hulls), None
    outside = [k for k in range(len(hulls)) if facts.off_table(view, four[k + 1])]
    if outside:
        first, bar = outside[0], Bar(barriers.sentence(None), "WAB-S07")
    start = shapely.Polygon(four[0])
    for barrier in found:
        line = barrier.what == "obstacle"
        if line and shapely.intersects(barrier.shape, start):
            continue
        met = np.nonzero(shapely.intersects(barrier.shape, hulls[:first]))[0].tolist()
        k = next((k for k in met if line or shared(hulls[k], barrier.shape) > TOUCH), None)
        if k is not None:
            first, bar = k, Bar(barriers.sentence(barrier), barrier.clause)
    return (whole if bar is None else float(ways[first])), bar


def _end_bar(view: State, unit: str, behind: list[Point], points: Sequence[Point]) -> Bar | None:
    """Why the models of a column cannot stand on a path as they end."""
    ends = list(poses_on(view, unit, [*behind, *points]).values())
    shapes = polygons_from(_quads(view, unit, ends))
    shape = profile(view, unit).footprint
    i, j = np.triu_indices(len(shapes), 2)
    close = shapely.intersects(shapes[i], shapes[j])
    if np.any(
        shapely.area(shapely.intersection(shapes[i[close]], shapes[j[close]])) > CROSSED * shape.width * shape.depth
    ):
        return Bar(T("The column would cross itself"), "WAB-S13")
    return barriers.end_bar(view, unit, shapes.tolist())


def _behind(view: State, unit: str, path: Sequence[Point]) -> float:
    """The facing of whoever stands before the beginning of a path: as the block faces, or as a snake's tail lay."""
    if len(path) == 1 or straight_bar(view, unit) is None:
        return block_of(view, unit).front.facing
    (ax, ay), (bx, by) = path[0], path[1]
    return math.degrees(math.atan2(bx - ax, by - ay)) % 360.0
