"""Setting a unit up: the zones and strips, a unit's arrangements, what forbids a place, the nearest free one.

AFS-DEP-03, AFS-MIS-03, AFS-MOV-01 to AFS-MOV-03, AFS-R14, AFS-R49, AFS-R55, AFS-R60, AFS-S02, AFS-S08, AFS-S31.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.decision import Bar, Choice
from game.engine.state import State
from game.engine.text import T
from game.geometry.planar import Shape as Planar
from game.geometry.shapes import Floats, Footprint, Point, Pose, forward, right, rounded
from game.kit.deploy import Ring, facing_across
from game.kit.deploy import ground_of as covered
from game.kit.figures.outlines import half_extents
from rulesets.age_of_fantasy_skirmish.field import spacing
from rulesets.age_of_fantasy_skirmish.field.board import board
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.field.outlines import inside
from rulesets.age_of_fantasy_skirmish.flow_numbers import number as flow
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ZoneOwn


class Strip(msgspec.Struct, frozen=True):
    """A part of the table across its whole width, from one y to another (mm); ``rings``: only these parts of it."""

    width: float
    low: float
    high: float
    rings: tuple[Ring, ...] = ()

    @property
    def outlines(self) -> tuple[Ring, ...]:
        """The corners of its parts, not closed."""
        whole = ((0.0, self.low), (self.width, self.low), (self.width, self.high), (0.0, self.high))
        return self.rings or (whole,)

    def holds(self, shape: Footprint, pose: Pose) -> bool:
        """Whether a base stands wholly in it (AFS-R60)."""
        along, across = half_extents(shape, pose.facing)
        across_it = pose.x - along >= -SLACK and pose.x + along <= self.width + SLACK
        within = across_it and pose.y - across >= self.low - SLACK and pose.y + across <= self.high + SLACK
        return within and (not self.rings or inside(shape, pose, covered(self.rings, SLACK)))

    def about(self, points: Floats) -> NDArray[np.bool_]:
        """Which points (n, 2) lie in its parts."""
        if not self.rings:
            return np.ones(len(points), dtype=np.bool_)
        found: NDArray[np.bool_] = shapely.contains_xy(covered(self.rings, SLACK), points[:, 0], points[:, 1])
        return found


def _rings_of(shape: Planar) -> tuple[Ring, ...]:
    """The outlines of a shape's parts; one with a hole in it is cut through the hole."""
    todo = [p for p in shapely.get_parts(shape) if isinstance(p, shapely.Polygon) and p.area > 1.0]
    found: list[Ring] = []
    while todo:
        part = todo.pop()
        if part.interiors:
            x = round(shapely.Polygon(part.interiors[0]).centroid.x, 3)
            west, south, east, north = part.bounds
            for box in (shapely.box(west, south, x, north), shapely.box(x, south, east, north)):
                todo += [p for p in shapely.get_parts(part.intersection(box)) if p.area > 1.0]
            continue
        ring = shapely.normalize(part).exterior.coords[:-1]
        found.append(tuple((round(p[0], 3) + 0.0, round(p[1], 3) + 0.0) for p in ring))
    return tuple(sorted(found))


def _part(view: State, rings: tuple[Ring, ...]) -> Strip:
    ys = [y for ring in rings for _, y in ring]
    return Strip(view.table.width, min(ys, default=0.0), max(ys, default=0.0), rings)


def _polygons(battle: BattleOwn, edge: str) -> tuple[Ring, ...]:
    """The polygons in which the side of an edge deploys, on a table that has them."""
    return tuple(ring for owner, ring in battle.zones if owner == edge)


@lru_cache(maxsize=8)
def _ahead(rings: tuple[Ring, ...], width: float, depth: float, dx: float, dy: float) -> tuple[Ring, ...]:
    """Polygons and the ground so far (mm to the east and to the north) before them, on a table."""
    parts: list[Planar] = []
    for ring in rings:
        parts += [shapely.Polygon(ring), shapely.Polygon([(x + dx, y + dy) for x, y in ring])]
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            parts.append(shapely.MultiPoint([a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)]).convex_hull)
    return _rings_of(shapely.union_all(parts).intersection(shapely.box(0.0, 0.0, width, depth)))


@lru_cache(maxsize=8)
def _besides(zones: tuple[ZoneOwn, ...], width: float, depth: float) -> tuple[Ring, ...]:
    return _rings_of(shapely.box(0.0, 0.0, width, depth) - shapely.union_all([shapely.Polygon(r) for _, r in zones]))


def strip(view: State, edge: str, depth: float) -> Strip:
    """The strip so deep (mm) along an edge."""
    table = view.table
    if edge == "north":
        return Strip(table.width, max(0.0, round(table.depth - depth, 3)), round(table.depth, 3))
    return Strip(table.width, 0.0, min(depth, table.depth))


def whole(view: State) -> Strip:
    """The table."""
    return Strip(view.table.width, 0.0, view.table.depth)


def own_zone(view: State, side: str) -> Strip:
    """The deployment zone of a side that has its edge (AFS-DEP-03)."""
    battle, edge = view.own, view.sides[side].own.edge
    return _part(view, _polygons(battle, edge)) if battle.zones else strip(view, edge, battle.zone)


def scout_zone(view: State, side: str) -> Strip:
    """Where a side's Scouts may be set up: its zone and the strip before it (AFS-R49)."""
    battle, edge, far = view.own, view.sides[side].own.edge, inch(flow("scout_strip"))
    if not battle.zones:
        return strip(view, edge, battle.zone + far)
    fx, fy = forward(facing_of(view, side))
    dx, dy = round(fx * far, 3) + 0.0, round(fy * far, 3) + 0.0
    return _part(view, _ahead(_polygons(battle, edge), view.table.width, view.table.depth, dx, dy))


def between(view: State) -> Strip:
    """The ground between the two zones, whichever side has which: where markers lie (AFS-MIS-03, AFS-R14)."""
    battle = view.own
    if battle.zones:
        return _part(view, _besides(battle.zones, view.table.width, view.table.depth))
    return Strip(view.table.width, battle.zone, round(view.table.depth - battle.zone, 3))


def facing_of(view: State, side: str) -> float:
    """Degrees: towards the enemy's edge; on a table with zones of its own, from one zone towards the other."""
    battle, edge = view.own, view.sides[side].own.edge
    if battle.zones:
        return facing_across(battle.zones, edge, view.table)
    return 180.0 if edge == "north" else 0.0


FORMATIONS = (
    Choice("line", T("Line")),
    Choice("open", T("Open line")),
    Choice("block", T("Block")),
    Choice("column", T("Column")),
)
"""Arrangements of a unit of several models; every one is coherent."""

TIGHT = inch(0.1)
OPEN = inch(0.9)
STEP = inch(0.5)
"""mm between the places that a search tries."""
HAIR = 0.1
"""mm of doubt with which places are sifted in bulk; what is left is judged exactly."""

Rule = Callable[[Mapping[str, Pose]], Bar | None]
"""What else a place must satisfy: a reason, or None."""


@lru_cache(maxsize=256)
def offsets(count: int, width: float, depth: float, formation: str) -> tuple[Point, ...]:
    """Where the models of an arrangement stand: mm to the right and ahead of its middle, in the order of numbers."""
    gap = OPEN if formation == "open" else TIGHT
    files = math.ceil(math.sqrt(count))
    fits = [f for f in range(1, count + 1) if _fits(count, f, width + gap, depth + gap, width, depth)]
    if fits and formation != "block":
        files = fits[0] if formation == "column" else fits[-1]
    return _grid(count, files, width + gap, depth + gap)


def _grid(count: int, files: int, across: float, along: float) -> tuple[Point, ...]:
    """Ranks of so many files; those of the last rank stand right behind others."""
    ranks = -(-count // files)
    found = []
    for k in range(count):
        rank, file = divmod(k, files)
        here = files if rank < ranks - 1 else count - files * (ranks - 1)
        x = (file + (files - here) // 2 - (files - 1) / 2.0) * across
        found.append((x, ((ranks - 1) / 2.0 - rank) * along))
    return tuple(found)


def _fits(count: int, files: int, across: float, along: float, width: float, depth: float) -> bool:
    """Whether all models of a grid are within 6 inches of each other (AFS-MOV-02), judged by circles."""
    points = _grid(count, files, across, along)
    thick = min(width, depth)
    return all(math.dist(p, q) - thick <= inch(6.0) for i, p in enumerate(points) for q in points[:i])


def shapes(view: State, unit: str) -> dict[str, Footprint]:
    """The footprints of the models of a unit that are not lost."""
    return {b: view.bases[b].shape for b in view.units[unit].bases if view.bases[b].where != "gone"}


def arranged(view: State, unit: str, formation: str, at: Pose) -> dict[str, Pose]:
    """Poses of a unit's models in an arrangement about a point, with the levels that they stand on."""
    models = shapes(view, unit)
    (rx, ry), (fx, fy) = right(at.facing), forward(at.facing)
    level_at = ground_of(view).level_at
    return {
        base: levelled(level_at, Pose(at.x + u * rx + v * fx, at.y + u * ry + v * fy, at.facing))
        for base, (u, v) in zip(models, _offsets_of(models.values(), formation), strict=True)
    }


def _offsets_of(models: Collection[Footprint], formation: str) -> tuple[Point, ...]:
    """Where models of these footprints stand in an arrangement."""
    return offsets(len(models), max(s.width for s in models), max(s.depth for s in models), formation)


def levelled(level_at: Callable[[float, float], int], pose: Pose) -> Pose:
    """A pose as it is recorded: rounded, at the level of the surface under its centre."""
    exact = rounded(pose)
    return Pose(exact.x, exact.y, exact.facing, level_at(exact.x, exact.y))


def bar_of(
    view: State, unit: str, poses: Mapping[str, Pose], strip: Strip, outside: Bar, rule: Rule | None = None
) -> Bar | None:
    """Why a unit cannot be set up so, or None.

    Every base lies wholly in the strip (``outside`` is the reason where one does not), stands where it can, keeps its
    distance from other units, and the unit is coherent (AFS-DEP-03).
    """
    models, ground = shapes(view, unit), ground_of(view)
    for base, pose in poses.items():
        if not strip.holds(models[base], pose):
            return outside
        why = ground.may_stand(models[base], pose)
        if why is not None:
            return why
    return spacing.bar(view, unit, poses) or (rule and rule(poses)) or spacing.loose(view, unit, poses)


def spots(strip: Strip, wish: Point) -> Floats:
    """Points (n, 2) of a strip, a wish first, then those near it."""
    columns = int(strip.width / STEP + 1e-6)
    rows = int((strip.high - strip.low) / STEP + 1e-6)
    xs, ys = np.meshgrid(np.arange(columns + 1) * STEP, strip.low + np.arange(rows + 1) * STEP, indexing="ij")
    grid = np.column_stack((xs.ravel(), ys.ravel()))
    grid = grid[strip.about(grid)]
    order = np.argsort(np.round(np.hypot(grid[:, 0] - wish[0], grid[:, 1] - wish[1]), 6), kind="stable")
    return np.concatenate((np.array([wish]), grid[order]))


def nearest(
    view: State,
    unit: str,
    formation: str,
    wish: Pose,
    strip: Strip,
    outside: Bar,
    rule: Rule | None = None,
    tries: int = 6000,
    clear: float = 0.0,
) -> dict[str, Pose] | None:
    """The place nearest to a wish where a unit may be set up in an arrangement, None where there is none.

    ``clear``: mm that ``rule`` demands between the unit and every enemy, so that what is nearer need not be asked.
    """
    points = spots(strip, (wish.x, wish.y))[:tries]
    done, size = 0, 1
    while done < len(points):
        part = points[done : done + size]
        for x, y in part[_roomy(view, unit, formation, wish.facing, part, strip, clear)].tolist():
            poses = arranged(view, unit, formation, Pose(x, y, wish.facing))
            if bar_of(view, unit, poses, strip, outside, rule) is None:
                return poses
        done, size = done + size, min(8 * size, 1024)
    return None


def _roomy(
    view: State, unit: str, formation: str, facing: float, points: Floats, strip: Strip, clear: float
) -> NDArray[np.bool_]:
    """About which points (n,) an arrangement may find room: in the strip, not too near to others; roughly, in bulk."""
    models = list(shapes(view, unit).values())
    (rx, ry), (fx, fy) = right(facing), forward(facing)
    at = np.array(_offsets_of(models, formation))
    xs = points[:, 0, None] + at[:, 0] * rx + at[:, 1] * fx
    ys = points[:, 1, None] + at[:, 0] * ry + at[:, 1] * fy
    along, across = np.array([half_extents(s, facing) for s in models]).T
    out = (xs - along < -HAIR) | (xs + along > strip.width + HAIR)
    out |= (ys - across < strip.low - HAIR) | (ys + across > strip.high + HAIR)
    found: NDArray[np.bool_] = ~out.any(axis=1)
    now = board(view)
    others = np.array([k for k, u in enumerate(now.units) if u != unit], dtype=np.intp)
    keep = np.flatnonzero(found)
    if not len(others) or not len(keep):
        return found
    # circles within the bases are farther apart than the bases
    bases, side = now.bases.take(others), view.units[unit].side
    enemy = np.array([now.sides[k] != side for k in others.tolist()], dtype=np.bool_)
    least = np.where(enemy, max(clear, inch(number("apart"))), inch(number("apart"))) - HAIR
    mine = np.array([min(s.width, s.depth) / 2.0 for s in models])
    thin = mine[:, None] + np.minimum(bases.widths, bases.depths) / 2.0
    x, y = xs[keep], ys[keep]
    gaps = np.maximum(np.hypot(x[..., None] - bases.xs, y[..., None] - bases.ys) - thin, 0.0)
    heights = now.ground.heights_at(np.column_stack((x.ravel(), y.ravel()))).reshape(x.shape)
    near = np.hypot(gaps, heights[..., None] - now.heights[others]) < least
    found[keep] = ~near.any(axis=(1, 2))
    return found
