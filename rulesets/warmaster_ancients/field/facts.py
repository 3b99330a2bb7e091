"""Plain facts of a situation: who stands where, how far, who touches whom and how, what formation, what ground.

Every function takes a view and ids and changes nothing. WMA-CMB-01, WMA-CMD-14, WMA-CMD-15, WMA-TER-06, WMA-S01,
WMA-S03 to WMA-S06, WMA-S21, WMA-S24, WMA-S26.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from game.engine.state import Base, State, Tie
from game.geometry.arcs import Zone
from game.geometry.bases import near_boxes
from game.geometry.contact import contact
from game.geometry.convex import Poly, nearest_points, separation
from game.geometry.measure import point_base_distance, point_base_nearest, point_distance
from game.geometry.shapes import Footprint, Point, Pose, bounds
from game.kit.situation import on_table, side_of
from rulesets.warmaster_ancients.army.profiles import is_character, profile
from rulesets.warmaster_ancients.field.formations import Formation, formation_of
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.measures import EDGE, MEASURES, SAME


class Touch(msgspec.Struct, frozen=True):
    """A stand touches a stand of an enemy unit, as the first sees it (WMA-S05, WMA-S26).

    ``side`` is that on which ``own`` is touched, ``length`` mm of common edge, 0 where only a corner touches.
    """

    own: str
    other: str
    other_unit: str
    side: Zone
    length: float

    @property
    def by_edge(self) -> bool:
        """Whether they share an edge, not only a corner."""
        return self.length > 0.0

    @property
    def flank_or_rear(self) -> bool:
        """Whether ``own`` is touched in flank or rear (WMA-MOD-06)."""
        return self.side != "front"


def stands(view: State, unit: str) -> tuple[Base, ...]:
    """The stands of a unit that are alive and on the table, in the order of their numbers."""
    return view.bases_of(unit)


def poses(view: State, unit: str) -> dict[str, Pose]:
    """Poses of a unit's stands by id, in the order of their numbers."""
    return {b.id: b.pose for b in view.bases_of(unit) if b.pose is not None}


def footprint(view: State, unit: str) -> Footprint:
    """The footprint of each of a unit's stands."""
    return profile(view, unit).footprint


def enemy_of(view: State, side: str) -> str:
    """The other side."""
    return next(s for s in view.sides if s != side)


def troops(view: State, side: str) -> tuple[str, ...]:
    """Ids of a side's units with stands on the table, without characters, in the order of the list."""
    return tuple(u.id for u in view.units.values() if u.side == side and not u.own.character and on_table(view, u.id))


def enemies(view: State, side: str) -> tuple[str, ...]:
    """Ids of the living units that are not of ``side``, without characters, in order."""
    return tuple(u.id for u in view.units.values() if u.side != side and not u.own.character and on_table(view, u.id))


def characters(view: State, side: str) -> tuple[str, ...]:
    """Ids of a side's characters on the table, in the order of the list."""
    return tuple(u.id for u in view.units.values() if u.side == side and u.own.character and on_table(view, u.id))


def lost(view: State, unit: str) -> int:
    """Stands that a unit has lost since the start of the game (WMA-CMD-15)."""
    return sum(1 for b in view.units[unit].bases if view.bases[b].where == "gone")


def point_of(view: State, character: str) -> Point:
    """The point that a character is for all measuring (WMA-S02). Raises ValueError where it is not on the table."""
    pose = view.bases[view.units[character].bases[0]].pose
    if pose is None:
        raise ValueError(f"{character} is not on the table")
    return pose.x, pose.y


def distance(view: State, a: str, b: str) -> float:
    """Distance (mm) of two units, or of a character and a unit, rounded as it is compared (WMA-S01, WMA-S06).

    Infinite where one of them is not on the table.
    """
    return MEASURES.round(raw_distance(view, a, b))


def raw_distance(view: State, a: str, b: str) -> float:
    """As :func:`distance`, unrounded."""
    first, second = is_character(view, a), is_character(view, b)
    if not on_table(view, a) or not on_table(view, b):
        return math.inf
    if first and second:
        return point_distance(point_of(view, a), point_of(view, b))
    if first or second:
        token, unit = (a, b) if first else (b, a)
        shape = footprint(view, unit)
        return min(point_base_distance(point_of(view, token), shape, p) for p in poses(view, unit).values())
    here = board(view)
    return max(float(here.gaps(a)[:, here.rows(b)].min()), 0.0)


@remembered
def unit_distances(view: State, unit: str, among: tuple[str, ...]) -> dict[str, float]:
    """Distances (mm, rounded) from a unit to several others, in their order."""
    here = board(view)
    gaps = here.gaps(unit)
    return {u: MEASURES.round(max(float(gaps[:, here.rows(u)].min()), 0.0)) for u in among}


@remembered
def nearest_enemy(view: State, unit: str) -> tuple[str, float] | None:
    """The nearest enemy unit and its distance (mm, rounded); ties: lower id. None where there is no enemy."""
    here = board(view)
    rows = here.enemy_rows(side_of(view, unit))
    gaps = here.gaps(unit)
    if not len(rows) or not len(gaps):
        return None
    near = gaps[:, rows].min(axis=0)
    first = int(np.argmax(near <= near.min() + SAME))
    return here.unit_of_row(int(rows[first])), MEASURES.round(max(float(near.min()), 0.0))


def within_of_enemy(view: State, unit: str, limit: float) -> bool:
    """Whether a unit stands within ``limit`` mm of an enemy unit; the limit itself counts (WMA-R03)."""
    here = board(view)
    own = here.corners[here.rows(unit)]
    if not len(own) or not here.near(here.enemy_rows(side_of(view, unit)), bounds(own), limit + 1.0):
        return False
    found = nearest_enemy(view, unit)
    return found is not None and MEASURES.within(found[1], limit)


class Between(msgspec.Struct, frozen=True):
    """The shortest line between two units: length (mm, unrounded), its ends, and the stands it joins (WMA-S06)."""

    distance: float
    a: Point
    b: Point
    stand_a: str
    stand_b: str


@remembered
def between(view: State, a: str, b: str) -> Between:
    """The shortest line from unit ``a`` to unit ``b`` (WMA-S06).

    Among pairs of points equally near: along parallel edges the middle of the common stretch, which may run over
    several stands side by side; otherwise the pair with the lowest stand number of ``a``, then of ``b``.
    """
    here = board(view)
    own, theirs = here.rows(a), here.rows(b)
    # Stands farther off than the nearest, by far more than any rounding, have no say.
    gaps = here.gaps(a)[:, theirs]
    near = gaps <= max(float(gaps.min()), 0.0) + MEASURES.rounding
    rows, others = own[near.any(axis=1)].tolist(), theirs[near.any(axis=0)].tolist()
    polys, ids = here.polys, here.scene.ids
    return nearest_line(
        [polys[r] for r in rows], [ids[r] for r in rows], [polys[r] for r in others], [ids[r] for r in others]
    )


def nearest_line(
    own: Sequence[Poly], own_ids: Sequence[str], other: Sequence[Poly], other_ids: Sequence[str]
) -> Between:
    """The shortest line between two groups of stands given by corners, each in the order of their numbers (WMA-S06)."""
    found: list[tuple[int, int, float, list[tuple[Point, Point]]]] = []
    for i, a in enumerate(own):
        for j, b in enumerate(other):
            apart = separation(a, b)
            if found and apart > min(row[2] for row in found) + SAME:
                continue
            distance, ends = nearest_points(a, b, SAME)
            found.append((i, j, 0.0 if apart <= 0.0 else distance, ends))
    least = min(row[2] for row in found)
    ties = [row for row in found if row[2] <= least + SAME]
    # stands equally near along a stretch come before those that are so at two corners
    ties.sort(key=lambda row: max(math.dist(row[3][0][0], p) for p, _ in row[3]) <= MEASURES.gap)
    i, j = ties[0][:2]
    on_a, on_b = _measured_at([row[3] for row in ties])
    return Between(least, on_a, on_b, own_ids[i], other_ids[j])


def _measured_at(ties: list[list[tuple[Point, Point]]]) -> tuple[Point, Point]:
    """Where a shortest line is measured: the middle of the stretch on which parallel edges lie beside each other.

    The stretch of the first pair of stands, with those of other pairs that run on from it.
    """
    first = ties[0]
    start = first[0]
    far = max(first, key=lambda row: math.dist(row[0], start[0]))
    ux, uy = far[0][0] - start[0][0], far[0][1] - start[0][1]
    length = math.hypot(ux, uy)
    if length < SAME:
        return start
    ux, uy = ux / length, uy / length
    low, high = 0.0, length
    level = start[0][0] * -uy + start[0][1] * ux
    spans = []
    for ends in ties[1:]:
        along = [(p[0] - start[0][0]) * ux + (p[1] - start[0][1]) * uy for p, _ in ends]
        if all(abs(p[0] * -uy + p[1] * ux - level) <= MEASURES.gap for p, _ in ends):
            spans.append((min(along), max(along)))
    for a, b in sorted(spans) + sorted(spans, reverse=True):
        if a <= high + MEASURES.gap and b >= low - MEASURES.gap:
            low, high = min(low, a), max(high, b)
    slide = (low + high) / 2.0
    (ax, ay), (bx, by) = start
    return (ax + ux * slide, ay + uy * slide), (bx + ux * slide, by + uy * slide)


def nearest_point(view: State, unit: str, point: Point) -> Point:
    """The point of a unit nearest to a point (mm)."""
    shape = footprint(view, unit)
    ways = [point_base_nearest(point, shape, p) for p in poses(view, unit).values()]
    return min(ways, key=lambda p: round(point_distance(point, p), 3))


def engaged(view: State, unit: str) -> bool:
    """Whether one of a unit's stands touches an enemy stand (WMA-CMB-01); corners count (WMA-S05)."""
    return unit in board(view).touched


def engaged_enemies(view: State, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit touches, in order."""
    return tuple(board(view).touched.get(unit, ()))


def touches(view: State, a: str, b: str) -> bool:
    """Whether two enemy units touch."""
    return b in board(view).touched.get(a, ())


@remembered
def contacts(view: State, unit: str) -> tuple[Touch, ...]:
    """Every pair of touching enemy stands of a unit, by own number, then in the order of the enemy stands (WMA-S05)."""
    here = board(view)
    bases, ids, groups = here.scene.bases, here.scene.ids, here.scene.groups

    def touch(i: int, j: int) -> Touch:
        met = _touched_at(bases.footprint(i), bases.pose(i), bases.footprint(j), bases.pose(j))
        return Touch(ids[i], ids[j], groups[j], *met)

    pairs = (pair for found in here.touched.get(unit, {}).values() for pair in found)
    return tuple(touch(i, j) for i, j in sorted(pairs))


@lru_cache(maxsize=16384)
def _touched_at(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> tuple[Zone, float]:
    """On which side a stand is touched by another, and the mm of edge they share (WMA-S26).

    The edge shared for more than 0.05 cm; for a corner contact the side of the line of the front or rear edge on which
    the other's centre lies.
    """
    found = contact(fa, pa, fb, pb, MEASURES.gap, least=EDGE)
    if found is not None and found.edges:
        return found.edges[0].edge, found.edges[0].length
    return (found.corner if found is not None else None) or "front", 0.0


def ties_between(view: State, a: str, b: str) -> tuple[Tie, ...]:
    """The contact ties between two units, in the order they were made."""
    return tuple(t for t in view.ties.values() if t.kind == "contact" and {t.a, t.b} == {a, b})


def combats(view: State) -> tuple[tuple[str, ...], ...]:
    """The combats that there are: maximal groups of units linked by enemy contacts (WMA-S21), in order."""
    return tuple(board(view).combats)


def combat_of(view: State, unit: str) -> tuple[str, ...]:
    """The combat a unit is in; empty where it touches no enemy."""
    return next((c for c in board(view).combats if unit in c), ())


def fighting_stands(view: State, unit: str) -> tuple[str, ...]:
    """Stands of a unit that touch an enemy stand, in the order of their numbers (WMA-CMB-05)."""
    seen = {t.own for t in contacts(view, unit)}
    return tuple(b.id for b in stands(view, unit) if b.id in seen)


def supporters(view: State, combat: tuple[str, ...], side: str) -> tuple[tuple[str, str], ...]:
    """Stands that support a side in a combat, each with a fighting stand that it touches (WMA-RES-04, WMA-S24).

    A stand of any friendly unit that touches no enemy and shares more than 0.05 cm of edge with a side or rear edge
    of a friendly fighting stand. In the order of the lists; each once (WMA-R33).
    """
    here = board(view)
    fighting = [here.scene.index[b] for u in combat if side_of(view, u) == side for b in fighting_stands(view, u)]
    if not fighting:
        return ()
    engaged_rows = {row for pair in here.touching for row in pair}
    own = np.flatnonzero(here.sides == here.side_names.index(side))
    own = own[[row not in engaged_rows for row in own.tolist()]]
    bases, ids = here.scene.bases, here.scene.ids
    found: dict[str, str] = {}
    for k, n in zip(*near_boxes(here.boxes[own], here.boxes[fighting], MEASURES.gap), strict=True):
        row, other = int(own[k]), fighting[n]
        if ids[row] not in found:
            shapes = bases.footprint(row), bases.pose(row), bases.footprint(other), bases.pose(other)
            if _backs(*shapes):
                found[ids[row]] = ids[other]
    return tuple(found.items())


@lru_cache(maxsize=16384)
def _backs(fa: Footprint, pa: Pose, fb: Footprint, pb: Pose) -> bool:
    """Whether a stand shares an edge with a side or rear edge of another (WMA-S24)."""
    met = contact(fa, pa, fb, pb, MEASURES.gap, least=EDGE)
    return met is not None and any(e.other != "front" for e in met.edges)


def formation(view: State, unit: str) -> Formation:
    """The formation of a unit: "line", "column", "single" or "irregular" (WMA-S04)."""
    return formation_of(footprint(view, unit), list(poses(view, unit).values()))


def regular(view: State, unit: str) -> bool:
    """Whether a unit is in line, in column, or a single stand (WMA-S04)."""
    return formation(view, unit) != "irregular"


def facing(view: State, unit: str) -> float:
    """The facing of a unit: that of its lowest-numbered stand (WMA-S04), in degrees."""
    return next(iter(poses(view, unit).values())).facing


def in_difficult(view: State, unit: str) -> bool:
    """Whether a unit is in difficult terrain: any of its stands at least partly inside (WMA-CMD-14)."""
    here = board(view)
    return bool(here.in_difficult[here.rows(unit)].any())


def half(count: int, total: int) -> bool:
    """Whether ``count`` is at least half of ``total`` stands: 2 of 3, 1 of 2, 1 of 1 (WMA-S15).

    >>> [half(1, 3), half(2, 3), half(1, 2), half(1, 1), half(0, 0)]
    [False, True, True, True, False]
    """
    return total > 0 and 2 * count >= total


def counts_in(view: State, unit: str) -> dict[str, int]:
    """How many of a unit's stands have their centre on each area, by feature; areas without any are left out."""
    here = board(view)
    under = here.under_centres
    areas = [feature for row in here.rows(unit).tolist() for feature in under[row]]
    if not areas:
        return {}
    found = Counter(areas)
    return {f.id: found[f.id] for f in here.land.terrain.features if f.id in found}


def inside(view: State, unit: str, feature: str) -> bool:
    """Whether at least half of a unit's stands have their centre on an area (WMA-S15)."""
    return half(counts_in(view, unit).get(feature, 0), len(stands(view, unit)))


def fort_of(view: State, unit: str) -> str:
    """The fortification that holds at least half of a unit's stands, or "" (WMA-S15)."""
    return next((f for f in board(view).land.of_protection("fortified", "outside") if inside(view, unit, f)), "")
