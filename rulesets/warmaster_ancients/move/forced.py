"""Forced moves (WMA-S18): a unit shifted as a rigid block along one direction, what it meets, where it halts.

Drive-backs, combat retreats, withdrawals, evades and plain advances are all shifts; how each meets an obstacle is told
here once. WMA-DRV-04, WMA-DRV-06, WMA-DRV-09, WMA-R18, WMA-R20, WMA-R55, WMA-S05, WMA-S18, WMA-S19.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.bases import Bases
from game.geometry.convex import (
    Poly,
    box_of,
    gap,
    hull,
    meeting,
    moved_poly,
    nearing,
    rectangle,
    separation,
    shared_area,
)
from game.geometry.halving import halved
from game.geometry.shapes import Point, Pose
from game.geometry.travel import travel_times, way_to_edge
from game.kit.situation import side_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field.facts import between, engaged, footprint, poses, touches
from rulesets.warmaster_ancients.field.formations import Refusal, Way
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.measures import MEASURES, OVERLAP, length
from rulesets.warmaster_ancients.move.moves import check_legs, enemies_near, nearest_legs, shift_poses, travels

HALT_GAP = length("halt_gap")
Kind = Literal["enemy", "engaged", "terrain", "table", "friend"]
_RANK: Mapping[Kind, int] = {"enemy": 0, "engaged": 0, "terrain": 1, "table": 1, "friend": 2}


class Met(msgspec.Struct, frozen=True):
    """A unit or feature ("" for the table's edge) that a shift meets, "engaged" being a friend in combat.

    ``at`` mm are gone when it is met, ``halt`` mm where the unit halts because of it.
    """

    kind: Kind
    thing: str
    at: float
    halt: float


def unit_vector(dx: float, dy: float) -> Point | None:
    """The vector brought to length 1; None for one too short to have a direction."""
    far = math.hypot(dx, dy)
    return None if far < 1e-6 else (dx / far, dy / far)


def away_from(view: State, unit: str, enemy: str) -> Point:
    """The direction from the nearest point of an enemy unit to the nearest point of a unit (WMA-S18, WMA-S12).

    Where they touch there is no such line; then it is the direction from the enemy stand's centre to the own stand's.
    """
    way = between(view, unit, enemy)
    if way.distance > MEASURES.gap:
        found = unit_vector(way.a[0] - way.b[0], way.a[1] - way.b[1])
        if found is not None:
            return found
    own, other = view.bases[way.stand_a].pose, view.bases[way.stand_b].pose
    assert own is not None
    assert other is not None
    return unit_vector(own.x - other.x, own.y - other.y) or (0.0, 1.0)


class Shift:
    """A shift of a unit's stands along a direction, looked at obstacle by obstacle."""

    def __init__(self, view: State, unit: str, direction: Point, distance: float) -> None:
        self.view, self.unit, self.direction, self.distance = view, unit, direction, distance
        kind = profile(view, unit)
        self.here = board(view)
        self.side = side_of(view, unit)
        self.poses = poses(view, unit)
        self.shape = kind.footprint
        self.outlines = [rectangle(self.shape, p) for p in self.poses.values()]
        dx, dy = direction[0] * distance, direction[1] * distance
        self.sweeps = [hull((*o, *moved_poly(o, dx, dy))) for o in self.outlines]
        self.way = Way(self.here, kind.type, self.side, unit)
        self.bases = Bases.of([self.shape] * len(self.poses), list(self.poses.values()))
        self.box = box_of([p for sweep in self.sweeps for p in sweep])

    def units_near(self) -> dict[str, list[int]]:
        """Units whose stands may be met, with the rows of these stands."""
        found: dict[str, list[int]] = {}
        for row in self.way.near(self.box, HALT_GAP):
            found.setdefault(self.here.unit_of_row(row), []).append(row)
        return found

    def overlaps(self, rows: Sequence[int]) -> bool:
        """Whether the sweep would overlap one of some stands (WMA-S05)."""
        polys = self.here.polys
        return any(MEASURES.overlapping(area=shared_area(s, polys[r])) for s in self.sweeps for r in rows)

    def overlap_at(self, rows: Sequence[int]) -> float:
        """Mm gone when the first of some stands is overlapped; 0 where one is from the start."""
        best = math.inf
        for outline, sweep in zip(self.outlines, self.sweeps, strict=True):
            for row in rows:
                poly = self.here.polys[row]
                if MEASURES.overlapping(area=shared_area(sweep, poly)):
                    span = meeting(outline, poly, self.direction)
                    best = min(best, 0.0 if span is None else max(span[0], 0.0))
        return 0.0 if math.isinf(best) else _round(best)

    def least(self, areas: Sequence[Poly], rows: Sequence[int]) -> float:
        """The least gap (mm) of some areas to some stands; exact where it matters, below twice 1 cm."""
        return min(gap(a, self.here.polys[r], 2.0 * HALT_GAP) for a in areas for r in rows)

    def gap_at(self, rows: Sequence[int]) -> float:
        """Mm gone when the gap to one of some stands has shrunk to 1 cm; 0 where it is nearer from the start."""
        if MEASURES.less_than(self.least(self.outlines, rows), HALT_GAP):
            return 0.0
        best = self.distance
        for outline in self.outlines:
            for poly in map(self.here.polys.__getitem__, rows):
                # a mm gone brings two stands no more than a mm nearer
                if separation(outline, poly, best + HALT_GAP) - HALT_GAP < best:
                    best = min(best, nearing(outline, poly, self.direction, HALT_GAP))
        return _round(best)

    def enemy(self, unit: str, rows: Sequence[int]) -> Met | None:
        """An enemy unit: the gap to it may not fall below 1 cm; one nearer at the start may not be overlapped."""
        if touches(self.view, self.unit, unit) or MEASURES.less_than(self.least(self.outlines, rows), HALT_GAP):
            return Met("enemy", unit, 0.0, 0.0) if self.overlaps(rows) else None
        if MEASURES.at_least(self.least(self.sweeps, rows), HALT_GAP):
            return None
        at = self.gap_at(rows)
        return Met("enemy", unit, at, at)

    def friend(self, unit: str, rows: Sequence[int]) -> Met | None:
        """A friendly unit that would be overlapped."""
        if not self.overlaps(rows):
            return None
        at = self.overlap_at(rows)
        halt = min(self.gap_at(rows), at) if at > 0.0 else 0.0
        return Met("engaged" if engaged(self.view, unit) else "friend", unit, at, halt)

    def terrain(self) -> Met | None:
        """Ground or a line that the unit's type may not enter: it halts at the edge."""
        land = self.here.land
        if not len(land.terrain) or not land.barred_near(self.way.type, self.box):
            return None
        shapes = [shapely.Polygon(sweep) for sweep in self.sweeps]
        features = [land.obstacle(self.way.type, shape) for shape in shapes]
        met = [(self._barred_at(k, shapes[k]), feature) for k, feature in enumerate(features) if feature]
        if not met:
            return None
        at, feature = min(met, key=itemgetter(0))
        return Met("terrain", feature, at, at)

    def _barred_at(self, k: int, sweep: shapely.Polygon) -> float:
        """Mm that one stand goes before it enters what is barred to it."""
        land = self.here.land
        start = shapely.Polygon(self.outlines[k])
        if land.barred_amount(self.way.type, start) > OVERLAP:
            return 0.0
        bars = land.bars(self.way.type)
        parts = (*shapely.get_parts(bars.area), *(line for _, line in bars.lines))
        near = [p for p in parts if shapely.intersects(p, sweep)]
        times = travel_times(self.bases.take([k]), self.direction, self.distance, near)
        best = float(times.min()) if len(times) else math.inf
        return _round(best) if best <= self.distance else self._halved(k)

    def _halved(self, k: int) -> float:
        """As :meth:`_barred_at`, by halving, for what merely grazes."""
        outline, (dx, dy) = self.outlines[k], self.direction

        def is_free(far: float) -> bool:
            sweep = shapely.Polygon(hull((*outline, *moved_poly(outline, dx * far, dy * far))))
            return not self.here.land.obstructs(self.way.type, sweep)

        return _round(halved(0.0, self.distance, 0.01, is_free)[0])

    def table(self) -> Met | None:
        """The table's edge."""
        if self.way.on_table(self.box):
            return None
        way = way_to_edge(np.array(self.outlines), self.direction, self.way.width, self.way.depth)
        at = _round(min(way, self.distance))
        return Met("table", "", at, at)

    def all(self) -> list[Met]:
        """Everything met, in the order in which it is dealt with (WMA-S18)."""
        found = [self.terrain(), self.table()]
        for unit, rows in self.units_near().items():
            meets = self.friend if self.view.units[unit].side == self.side else self.enemy
            found.append(meets(unit, rows))
        order = self.here.order
        met = [m for m in found if m is not None]
        return sorted(met, key=lambda m: (round(m.at, 2), _RANK[m.kind], order.get(m.thing, -1), m.thing))


def _round(mm: float) -> float:
    """A way as it is recorded: recorded poses make the last digits of an exact way meaningless."""
    return round(mm, 2) + 0.0


@remembered
def obstacles(view: State, unit: str, direction: Point, distance: float) -> tuple[Met, ...]:
    """What a shift of ``distance`` mm along a unit vector meets, in the order in which it is dealt with (WMA-S18)."""
    found = Shift(view, unit, direction, distance).all() if distance > 0.0 and poses(view, unit) else ()
    return tuple(found)


def first_obstacle(view: State, unit: str, direction: Point, distance: float) -> Met | None:
    """The first of :func:`obstacles`, None where the way is free."""
    return next(iter(obstacles(view, unit, direction, distance)), None)


def free_way(view: State, unit: str, direction: Point, distance: float) -> float:
    """Mm that a unit can be shifted before anything hinders it, friends being touched but not pushed.

    For evades, withdrawals and plain advances (WMA-S12, WMA-S28, WMA-S30): it stops touching a friend, 1 cm from an
    enemy, at the edge of forbidden terrain or of the table.
    """
    met = stop(view, unit, direction, distance)
    return distance if met is None else free_before(met)


def free_before(met: Met) -> float:
    """Mm that are free before an obstacle, friends being touched."""
    return met.at if met.kind in ("friend", "engaged") else met.halt


def stop(view: State, unit: str, direction: Point, distance: float) -> Met | None:
    """What ends :func:`free_way` before the whole distance, or None."""
    return min(obstacles(view, unit, direction, distance), key=free_before, default=None)


def chosen_way(view: State, unit: str, direction: Point, distance: float) -> tuple[float, Met | None]:
    """As :func:`free_way`, with what stops it, for a move that its owner chooses.

    An enemy nearer than 1 cm may only be left (WMA-S05).
    """
    met = stop(view, unit, direction, distance)
    way = distance if met is None else free_before(met)
    if way <= 0.0 or not enemy_within(view, unit, poses(view, unit)):
        return way, met
    legs = [shifted(view, unit, direction, way)]
    checked = check_legs(view, unit, legs, way)
    if checked.refusal is None or checked.refusal.clause != "WMA-S05":
        return way, met
    shorter = nearest_legs(view, unit, legs, way)
    return (0.0 if shorter is None else _round(max(travels(poses(view, unit), shorter).values()))), met


def shifted(view: State, unit: str, direction: Point, distance: float) -> dict[str, Pose]:
    """Where a unit's stands are after a shift, as it is recorded."""
    return shift_poses(poses(view, unit), direction[0] * distance, direction[1] * distance)


def enemy_within(view: State, unit: str, ends: Mapping[str, Pose], least: float = HALT_GAP) -> str:
    """An enemy unit nearer than ``least`` mm to a unit's stands at some poses, or ""."""
    return next((u for u, away in enemies_near(view, unit, ends, least) if MEASURES.less_than(away, least)), "")


class Aside(msgspec.Struct, frozen=True):
    """How a friend makes way: the unit vector and mm of its shift, and where its stands end (WMA-S19)."""

    unit: str
    direction: Point
    distance: float
    ends: dict[str, Pose]


def make_way(view: State, friend: str, mover: str, direction: Point, distance: float) -> Aside | Refusal:
    """How a friend steps aside for the whole intended move of another, or why it cannot (WMA-S19)."""
    if engaged(view, friend):
        return Refusal(T("{unit}: engaged in combat", unit=Thing(friend)), "WMA-DRV-06", "", friend)
    sweeps = Shift(view, mover, direction, distance).sweeps
    dx, dy = direction
    ways = ((dx, dy), (-dy, dx), (dy, -dx))
    tried = sorted((round(_clearing(view, friend, sweeps, way), 2), k, way) for k, way in enumerate(ways))
    refusals: list[Refusal] = []
    for amount, _, way in tried:
        found = _aside(view, friend, way, amount)
        if isinstance(found, Aside):
            return found
        refusals.append(found)
    return refusals[0]


def _clearing(view: State, friend: str, sweeps: Sequence[Poly], way: Point) -> float:
    """The least shift (mm) of a unit along a direction that takes it out of some areas."""
    shape = footprint(view, friend)
    outlines = [rectangle(shape, pose) for pose in poses(view, friend).values()]
    spans = (meeting(outline, sweep, way) for outline in outlines for sweep in sweeps)
    amount = 0.0
    for low, high in sorted(span for span in spans if span is not None):
        if low < amount + 1e-6 < high:
            amount = high
    return amount


def _aside(view: State, friend: str, way: Point, amount: float) -> Aside | Refusal:
    """One of the three shifts, or why it is not permitted."""
    kind = profile(view, friend)
    if MEASURES.more_than(amount, kind.move):
        text = T("{unit} would have to go {distance}", unit=Thing(friend), distance=Length(amount))
        return Refusal(text, "WMA-S19", "", friend, round(amount - kind.move, 3))
    shift = Shift(view, friend, way, amount)
    if not shift.way.on_table(shift.box):
        return Refusal(T("No room for {unit} at the table's edge", unit=Thing(friend)), "WMA-S19", "", friend)
    blocker = next((unit for unit, rows in shift.units_near().items() if shift.overlaps(rows)), "")
    if blocker:
        text = T("The way of {unit} is blocked by {other}", unit=Thing(friend), other=Thing(blocker))
        return Refusal(text, "WMA-S19", "", blocker)
    if met := shift.terrain():
        text = T("{unit} may not enter {feature}", unit=Thing(friend), feature=Thing(met.thing))
        return Refusal(text, "WMA-S19", "", met.thing)
    ends = shifted(view, friend, way, amount)
    if enemy := enemy_within(view, friend, ends):
        text = T("{unit} would come within 1 cm of {enemy}", unit=Thing(friend), enemy=Thing(enemy))
        return Refusal(text, "WMA-S19", "", enemy)
    return Aside(friend, way, amount, ends)
