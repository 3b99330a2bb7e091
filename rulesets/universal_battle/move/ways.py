"""Ways of single models: what bars them, the shortest round it, where they may end (USB-MOV-04 to -06, USB-S06).

A model goes along a polyline of its centre. Own units are passed through, narrow gaps too: only what is solid bars the
way. From enemies an inch is kept all along; fliers keep it at the end alone (USB-R46). All bases are round (USB-S01).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.paths import shortest
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, spacing
from rulesets.universal_battle.field.ground import board, ground_of, standing
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.move.allowance import Line, flies

HAIR = 0.02
"""mm by which a way found keeps farther from what it goes round than it must."""
SIDES = 8
"""Segments of a quarter of the polygons drawn for circles."""


class Ways:
    """What stands round a unit about to go; a ``target`` charged may be touched, others are kept ``apart`` (mm)."""

    def __init__(self, view: State, unit: str, target: str = "", apart: float | None = None) -> None:
        self.view, self.unit, self.target = view, unit, target
        self.company = facts.company(view, unit)
        self.ground = ground_of(view)
        self.flies = flies(view, unit)
        now = board(view)
        prey = facts.company(view, target) if target else ()
        rows = [k for k, u in enumerate(now.units) if u not in self.company]
        self.names = [now.units[k] for k in rows]
        self.xs, self.ys, self.radii = now.bases.xs[rows], now.bases.ys[rows], now.bases.widths[rows] / 2.0
        side = view.units[unit].side
        self.foes = np.array([now.sides[k] != side for k in rows], dtype=np.bool_)
        self.prey = np.array([n in prey for n in self.names], dtype=np.bool_)
        self.apart = inch(number("apart")) if apart is None else apart
        self._limits: dict[str, Floats] = {}

    def here(self, base: str) -> Pose:
        """Where a model stands."""
        pose = self.view.bases[base].pose
        assert pose is not None
        return pose

    def radius(self, base: str) -> float:
        """Half the width of its base (mm)."""
        return self.view.bases[base].shape.width / 2.0

    def gaps(self, line: Line, radius: float) -> Floats:
        """Least distances (mm, (n,)) of a base to the others on its way, negative where it runs into them."""
        best = np.full(len(self.xs), np.inf)
        for a, b in pairwise(line if len(line) > 1 else (line[0], line[0])):
            dx, dy = b[0] - a[0], b[1] - a[1]
            long = dx * dx + dy * dy
            ox, oy = self.xs - a[0], self.ys - a[1]
            share = np.clip((ox * dx + oy * dy) / long, 0.0, 1.0) if long > 1e-12 else np.zeros(len(ox))
            best = np.minimum(best, np.hypot(ox - share * dx, oy - share * dy))
        return best - self.radii - radius

    def limits(self, base: str) -> Floats:
        """How near (mm) a model may come to each of the others: an inch to enemies, or as near as it is (USB-S06)."""
        if base not in self._limits:
            pose = self.here(base)
            now = self.gaps(((pose.x, pose.y),), self.radius(base))
            limits = np.where(self.foes, np.minimum(np.maximum(now, 0.0), self.apart), -np.inf)
            self._limits[base] = np.where(self.prey, 0.0, limits)
        return self._limits[base]

    def bar(self, base: str, line: Line) -> Bar | None:
        """Why a model cannot go along a line, or None."""
        table, r, model = self.ground.table, self.radius(base), Thing(base)
        for x, y in line[1:]:
            if not (r - SLACK <= x <= table.width - r + SLACK and r - SLACK <= y <= table.depth - r + SLACK):
                return Bar(T("{model} would cross the table edge", model=model), "USB-MOV-05")
        if self.flies or len(line) < 2:
            return None
        gaps = self.gaps(line, r)
        short = np.flatnonzero(gaps < self.limits(base) - SLACK)
        return self._near_bar(base, int(short[0]), float(gaps[short[0]])) if len(short) else None

    def _near_bar(self, base: str, k: int, gap: float) -> Bar:
        words: dict[str, Thing | Length] = {"model": Thing(base), "unit": Thing(self.names[k])}
        if gap < -SLACK:
            return Bar(T("{model} would run into {unit}", **words), "USB-MOV-06")
        least = Length(inch(number("apart")))
        words |= {"distance": Length(gap), "least": least}
        text = T("{model} would come within {distance} of {unit}: at least {least}", **words)
        return Bar(text, "USB-MOV-06")

    def find(
        self, base: str, goal: Point, most: float = math.inf, via: Sequence[Point] = ()
    ) -> tuple[Point, ...] | None:
        """The way of a model to a point: through the points told, straight, else the shortest round what bars it."""
        pose = self.here(base)
        start = (pose.x, pose.y)
        direct = (start, *via, goal)
        barred = self.bar(base, direct) is not None
        if via or self.flies or not (barred or self._climbs(start, goal)):
            return None if barred else direct
        if math.dist(start, goal) > most + SLACK:
            return None
        r, table = self.radius(base), self.ground.table
        within = shapely.box(r, r, table.width - r, table.depth - r)
        route = shortest(start, goal, self._hurdles(base, goal), within=within, most=most + SLACK)
        found = None if route is None else (start, *route.points[1:-1], goal)
        if found is not None and self.bar(base, found) is None:
            return found
        return None if barred else direct

    def _steep(self, start: Point, goal: Point) -> list[Shape]:
        """What rises so high above both ends that one goes round it rather than over it."""
        low = max(self.ground.height_at(*start), self.ground.height_at(*goal)) + inch(number("level")) + SLACK
        return [p.area.convex_hull for p in self.ground.tops if p.top > low]

    def _climbs(self, start: Point, goal: Point) -> bool:
        line = shapely.LineString((start, goal))
        return any(area.intersects(line) for area in self._steep(start, goal))

    def _hurdles(self, base: str, goal: Point) -> list[Shape]:
        """What the centre of a base keeps out of: high blocks, enemies and as much about them as is kept free."""
        pose = self.here(base)
        walls: list[Shape] = [area.buffer(HAIR, join_style="mitre") for area in self._steep((pose.x, pose.y), goal)]
        limits, r = self.limits(base), self.radius(base)
        grow = 1.0 / math.cos(math.pi / (4 * SIDES))
        for k in np.flatnonzero(self.foes).tolist():
            size = self.radii[k] + r + limits[k] + HAIR
            near = math.dist(goal, (self.xs[k], self.ys[k]))
            if near < size * grow:  # at the goal: as fine as may be
                size, quads = max(0.0, min(size, near - HAIR)), 4 * SIDES
                walls.append(shapely.Point(self.xs[k], self.ys[k]).buffer(size, quad_segs=quads))
            else:
                walls.append(shapely.Point(self.xs[k], self.ys[k]).buffer(size * grow, quad_segs=SIDES))
        return walls

    def place_bar(self, base: str, pose: Pose, mates: Mapping[str, Pose]) -> Bar | None:
        """Why a model may not end at a place, its comrades standing at theirs (itself left out of account)."""
        shape, r, model = self.view.bases[base].shape, self.radius(base), Thing(base)
        bar = self.ground.may_stand(shape, pose)
        if bar is not None:
            return bar
        spot = shapely.Point(pose.x, pose.y)
        for piece in self.ground.areas:
            if piece.kind.dangerous and piece.area.distance(spot) < r - SLACK:
                text = T("{model} may not stop in {piece}", model=model, piece=Thing(piece.id))
                return Bar(text, "USB-TER-06")
        gaps = self.gaps(((pose.x, pose.y),), r)
        over = np.flatnonzero(gaps < -SLACK)
        if len(over):
            return Bar(T("{model} would overlap {unit}", model=model, unit=Thing(self.names[over[0]])), "USB-MOV-05")
        short = np.flatnonzero(gaps < self.limits(base) - SLACK)
        if len(short):
            return self._near_bar(base, int(short[0]), float(gaps[short[0]]))
        for other, at in mates.items():
            if other != base and math.dist((pose.x, pose.y), (at.x, at.y)) < r + self.radius(other) - SLACK:
                return Bar(T("{model} would overlap {unit}", model=model, unit=Thing(other)), "USB-MOV-05")
        return None

    def loose(self, ends: Mapping[str, Pose]) -> Bar | None:
        """Why the unit may not end so, all its models told: in coherency, or less scattered than it was (USB-S16)."""
        return spacing.loose(self.view, ends, spacing.scatter_now(self.view, self.unit))


@standing
def ways_of(view: State, unit: str) -> Ways:
    """The ways of a unit that charges nobody; the same for all moves of it that are tried in a situation."""
    return Ways(view, unit)
