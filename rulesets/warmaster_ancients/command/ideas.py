"""Moves worth thinking of: poses made by geometry for each goal; what is not legal the question throws out.

Nothing here judges. The order is fixed, so that two runs think of the same moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import shapely

from game.engine.decision import MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.geometry.shapes import Point, bearing, forward, norm_deg, turn_between
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.field.scene import Land, land_of
from rulesets.warmaster_ancients.measures import ENEMY_GAP
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.move.courses import block_course

FAN = tuple(22.5 * k for k in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8))
"""Bearings of the fan, relative to the unit's facing, straight ahead first."""

SHARES = (1.0, 0.5)
NEAREST = 3
"""How many enemies, places of cover and objectives are thought of."""

SPARE_MM = 0.02
SHELTERS = (("fortified", "outside"), ("defended", "any"), ("defended", "outside"))
"""What protects whoever is in it: how, and against whom."""


def heading(a: Point, b: Point) -> float:
    """The bearing (degrees) from one point to another."""
    return bearing(b[0] - a[0], b[1] - a[1])


def march_to(unit: str, point: Point, facing: float, form: str = "") -> MoveAnswer:
    """A march of a unit straight to a point, facing as told."""
    return MoveAnswer(unit, "march", courses=(block_course(unit, point, facing, form),))


class Mover:
    """A unit about to move: where its middle is, how it faces, how far it may go.

    ``spare`` are mm of the allowance that are left, so that no rounding makes a move too long.
    """

    spare = SPARE_MM

    def __init__(self, view: State, unit: str) -> None:
        self.view, self.unit = view, unit
        places = list(facts.poses(view, unit).values())
        self.at = formations.centre_of(places)
        self.facing = places[0].facing
        self.limit = moves.allowance(view, unit, "march").mm
        self.radius = max(math.dist(self.at, (p.x, p.y)) for p in places)
        self.form = facts.formation(view, unit)
        self._reach: dict[float, float] = {}

    def reach(self, facing: float) -> float:
        """How far (mm) the middle may go if the block is turned to a facing: the outer stands go farther than it."""
        found = self._reach.get(facing)
        if found is None:
            turn = abs(turn_between(self.facing, facing))
            found = max(self.limit - 2.0 * self.radius * math.sin(math.radians(turn) / 2.0) - self.spare, 0.0)
            self._reach[facing] = found
        return found

    def ahead(self, direction: float, distance: float) -> Point:
        """The point at a distance (mm) in a compass direction."""
        dx, dy = forward(direction)
        return self.at[0] + dx * distance, self.at[1] + dy * distance

    def to(self, point: Point, facing: float, form: str = "") -> MoveAnswer:
        """Straight to a point, facing as told."""
        return march_to(self.unit, point, facing, form)

    def along(self, direction: float, distance: float, facing: float, form: str = "") -> MoveAnswer:
        """Straight in a compass direction by a distance (mm)."""
        return self.to(self.ahead(direction, distance), facing, form)

    def as_far(self, spot: Point, facing: float) -> MoveAnswer:
        """To a point, or as far towards it as the allowance goes."""
        most = self.reach(facing)
        if math.dist(self.at, spot) <= most:
            return self.to(spot, facing)
        return self.along(heading(self.at, spot), most, facing)


def ideas(view: State, unit: str, goal: Goal) -> Iterator[MoveAnswer]:
    """Moves of an ordered unit for a goal, best known first; holding is always the last of "any" and "hold"."""
    mover = Mover(view, unit)
    for known, think in IDEAS:
        if goal in (known, "any"):
            yield from think(mover)


def charges(mover: Mover) -> Iterator[MoveAnswer]:
    """A charge at every enemy that is near enough, nearest first."""
    for target in charging.targets_near(mover.view, mover.unit, initiative=False):
        yield MoveAnswer(mover.unit, "charge", target)


def hold(mover: Mover) -> Iterator[MoveAnswer]:
    """Staying in place."""
    yield MoveAnswer(mover.unit, "hold")


def _near_enemies(mover: Mover) -> list[tuple[str, float]]:
    enemies = facts.enemies(mover.view, mover.view.units[mover.unit].side)
    found = facts.unit_distances(mover.view, mover.unit, enemies)
    return sorted(found.items(), key=lambda row: row[1])[:NEAREST]


def _direction(mover: Mover, enemy: str) -> float:
    way = facts.between(mover.view, mover.unit, enemy)
    if way.distance > 0.0:
        return heading(way.a, way.b)
    return heading(mover.at, formations.centre_of(list(facts.poses(mover.view, enemy).values())))


def towards(mover: Mover) -> Iterator[MoveAnswer]:
    """Towards each of the nearest enemies: as far as may be, then half; turned to him, then as it stands."""
    for enemy, distance in _near_enemies(mover):
        way = _direction(mover, enemy)
        for facing in (way, mover.facing):
            most = min(mover.reach(facing), distance - ENEMY_GAP - SPARE_MM)
            for share in SHARES:
                if most * share > 1.0:
                    yield mover.along(way, most * share, facing)


def at_range(mover: Mover) -> Iterator[MoveAnswer]:
    """To where the nearest enemies are just within missile range, facing them."""
    limit = profile(mover.view, mover.unit).range
    if limit is None:
        return
    for enemy, distance in _near_enemies(mover):
        way = _direction(mover, enemy)
        for keep in (0.95, 0.75):
            step = distance - limit * keep
            if abs(step) > 1.0:
                most = mover.reach(way)
                yield mover.along(way, max(-most, min(step, most)), way)


def _cover_spots(land: Land, at: Point, reach: float) -> list[Point]:
    """Points of the features that protect, nearest first: the near edge, a little inside, and the middle."""
    found: list[tuple[float, Point]] = []
    here = shapely.Point(at)
    for feature in (f for how in (*SHELTERS, ("defended", "across")) for f in land.of_protection(*how)):
        shape = land.terrain.geometry(feature)
        gap = float(shapely.distance(here, shape))
        if gap > reach:
            continue
        near = shapely.shortest_line(here, shape).coords[-1]
        middle = (shape.centroid.x, shape.centroid.y)
        for share in (0.35, 1.0):
            x = near[0] + (middle[0] - near[0]) * share
            y = near[1] + (middle[1] - near[1]) * share
            found.append((gap, (x, y)))
    return [point for _, point in sorted(found)][: 2 * NEAREST]


def into_cover(mover: Mover) -> Iterator[MoveAnswer]:
    """Into the nearest cover, facing the nearest enemy."""
    near = _near_enemies(mover)
    for spot in _cover_spots(land_of(mover.view), mover.at, mover.limit + 100.0):
        yield mover.as_far(spot, _direction(mover, near[0][0]) if near else mover.facing)


def onto(mover: Mover) -> Iterator[MoveAnswer]:
    """Onto the places that are worth points, nearest first."""
    spots = [(m.pose.x, m.pose.y) for m in mover.view.markers.values() if m.kind == "objective" and m.pose is not None]
    for spot in sorted(spots, key=lambda p: (math.dist(p, mover.at), p))[:NEAREST]:
        if math.dist(spot, mover.at) > 1.0:
            for facing in (mover.facing, heading(mover.at, spot)):
                yield mover.as_far(spot, facing)


def fan(mover: Mover) -> Iterator[MoveAnswer]:
    """Full and half courses on a fan of bearings, facing kept, then turned that way, then in column, then in line."""
    for offset in FAN:
        way = norm_deg(mover.facing + offset)
        for share in SHARES:
            yield mover.along(way, mover.reach(mover.facing) * share, mover.facing)
    for offset in FAN[1:9]:
        way = norm_deg(mover.facing + offset)
        yield mover.along(way, mover.reach(way), way)
    for form in ("column", "line"):
        if form == mover.form:
            continue
        for offset in FAN[:5]:
            way = norm_deg(mover.facing + offset)
            room = max(mover.limit - 2.0 * mover.radius - 30.0, 0.0)
            yield mover.along(way, room, way, form)


def face(mover: Mover) -> Iterator[MoveAnswer]:
    """On the spot, facing the nearest enemies; then forming line or column as it stands."""
    for enemy, _ in _near_enemies(mover):
        way = _direction(mover, enemy)
        yield mover.to(mover.at, way)
        if mover.form not in ("line", "single"):
            yield mover.to(mover.at, way, "line")
    for form in ("line", "column"):
        if form != mover.form and mover.form != "single":
            yield mover.to(mover.at, mover.facing, form)


def away(mover: Mover) -> Iterator[MoveAnswer]:
    """Away from the nearest enemies, facing kept, then turned away."""
    for enemy, _ in _near_enemies(mover):
        way = norm_deg(_direction(mover, enemy) + 180.0)
        for facing in (mover.facing, way):
            for share in SHARES:
                yield mover.along(way, mover.reach(facing) * share, facing)


IDEAS: tuple[tuple[Goal, Callable[[Mover], Iterator[MoveAnswer]]], ...] = (
    ("contact", charges),
    ("towards", towards),
    ("range", at_range),
    ("cover", into_cover),
    ("onto", onto),
    ("towards", fan),
    ("face", face),
    ("away", away),
    ("hold", hold),
)
"""Goals, and who thinks of moves for them, best known first."""
