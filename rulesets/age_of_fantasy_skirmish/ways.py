"""The way of one model: what it costs, what it enters, where it must jump, and what it runs into.

AFS-S07, AFS-S08, AFS-JUMP-01 to -06, AFS-R17, AFS-R18, AFS-R36 (surfaces), AFS-R37, AFS-DIF-01, AFS-DAN-01,
AFS-FLY-01, AFS-FLY-02.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose, polygon, rounded
from game.geometry.steps import Climb, Jump, Path, Step
from rulesets.age_of_fantasy_skirmish import abilities
from rulesets.age_of_fantasy_skirmish.board import Board, board
from rulesets.age_of_fantasy_skirmish.ground import Ground, Stretch
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import CONTACT, MM_PER_INCH, SLACK, full, inch, within

DUST = 0.05
"""mm below which a stretch of a way is nothing."""


class Leap(msgspec.Struct, frozen=True):
    """A Jump: from the last point of a surface to where the model stands after it (AFS-R37).

    ``length`` in three dimensions and ``drop`` (how far it falls when it fails) in mm; ``dice`` 0 for one that
    cannot fail (AFS-FLY-03).
    """

    edge: Point
    land: Point
    length: float
    drop: float
    dice: int


class Bit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a way up to where dice may fall: walked points (from where it begins), then a Jump or danger."""

    points: tuple[Point, ...]
    leap: Leap | None = None
    danger: bool = False


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's way as the rules walk it.

    Attributes
    ----------
    walked
        Counted length (mm): plan and climbs, Jumps left out (AFS-S07, AFS-JUMP-04).
    difficult
        Whether difficult terrain binds it somewhere (AFS-R42).
    bar
        Why it cannot be gone; ``end`` is then where it stops making sense.
    """

    base: str
    end: Pose
    walked: float = 0.0
    bits: tuple[Bit, ...] = ()
    steps: tuple[Step, ...] = ()
    difficult: bool = False
    bar: Bar | None = None

    @property
    def leaps(self) -> tuple[Leap, ...]:
        """The Jumps on it."""
        return tuple(b.leap for b in self.bits if b.leap is not None)

    @property
    def dangers(self) -> int:
        """How often it enters dangerous terrain for dice."""
        return sum(b.danger for b in self.bits)

    @property
    def moves(self) -> bool:
        """Whether it leads anywhere."""
        return bool(self.leaps) or self.walked > DUST


class Walker:
    """One model about to go: what it may pass, and what stands around it.

    Parameters
    ----------
    charge
        The unit charged: the inch is lifted, but no other enemy may be touched (AFS-R18). None for other moves.
    jumps
        Whether Jumps are allowed (AFS-R41).
    free
        Moves that owe no distance to anybody and may end anywhere (a push) pass ``spacing=False``.
    """

    def __init__(
        self, view: State, base: str, charge: str | None = None, jumps: bool = True, spacing: bool = True
    ) -> None:
        thing = view.bases[base]
        assert thing.pose is not None
        self.view, self.base, self.shape, self.start = view, base, thing.shape, thing.pose
        self.now: Board = board(view)
        self.ground: Ground = self.now.ground
        self.charge, self.jumps, self.spacing = charge, jumps, spacing
        self.flies = abilities.has(view, base, "flying")
        self.strides = abilities.has(view, base, "strider")
        self.radius = thing.shape.width / 2.0
        self.round = thing.shape.kind == "circle"
        self.side = view.units[thing.unit].side
        rows = [k for k, u in enumerate(self.now.units) if u != thing.unit]
        self.rows = np.array(rows, dtype=np.intp)
        others = self.now.bases.take(self.rows)
        self.centres: Floats = others.centres.reshape(-1, 2)
        self.radii: Floats = others.widths / 2.0
        self.heights: Floats = self.now.heights[self.rows]
        self.odd = [k for k in range(len(rows)) if not self.round or others.kinds[k] != 1]
        self.outlines = {k: polygon(others.footprint(k), others.pose(k)) for k in self.odd}
        self.names = [self.now.units[k] for k in rows]
        self.foes = np.array([self.now.sides[k] != self.side for k in rows], dtype=np.bool_)

    # -- distances along a way --------------------------------------------------------------------------------

    def gaps(self, a: Point, b: Point) -> Floats:
        """Least distances in plan (n,) of the base's outline to the others' while it goes straight from a to b.

        Negative where it runs into one of them.
        """
        if not len(self.rows):
            return np.empty(0)
        start, way = np.array(a), np.array(b) - np.array(a)
        long = float(way @ way)
        share = np.zeros(len(self.rows)) if long < 1e-12 else np.clip((self.centres - start) @ way / long, 0.0, 1.0)
        near = start + share[:, None] * way
        out: Floats = np.hypot(*(self.centres - near).T) - self.radii - self.radius
        if self.odd:
            if self.round:
                line = shapely.Point(a) if a == b else shapely.LineString((a, b))
                for k in self.odd:
                    out[k] = line.distance(self.outlines[k]) - self.radius
                return out
            swept = self.swept(a, b)
            for k in self.odd:
                gap = swept.distance(self.outlines[k])
                into = gap == 0.0 and swept.buffer(-SLACK).intersects(self.outlines[k].buffer(-SLACK))
                out[k] = -1.0 if into else gap
        return out

    def swept(self, a: Point, b: Point) -> Shape:
        """What the base covers on a straight way; an oval goes with its long axis along it."""
        if self.round:
            return shapely.LineString((a, b)).buffer(self.radius) if a != b else shapely.Point(a).buffer(self.radius)
        facing = self.start.facing if a == b else math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360.0
        two = shapely.MultiPolygon([polygon(self.shape, Pose(*p, facing)) for p in (a, b)])
        return two.convex_hull

    def meets(self, a: Point, b: Point, area: Shape) -> bool:
        """Whether the base comes to overlap an area on a straight way."""
        if area.is_empty:
            return False
        if self.round:
            line = shapely.Point(a) if a == b else shapely.LineString((a, b))
            return bool(shapely.dwithin(area, line, self.radius - SLACK - 1e-9))
        return bool(self.swept(a, b).buffer(-SLACK).intersects(area))

    def enters_at(self, a: Point, b: Point, area: Shape) -> float | None:
        """Share of a straight way at which the base first overlaps an area; None if it does not."""
        if not self.meets(a, b, area):
            return None
        low, high = 0.0, 1.0
        if self.meets(a, a, area):
            return 0.0
        for _ in range(40):
            middle = (low + high) / 2.0
            if self.meets(a, at(a, b, middle), area):
                high = middle
            else:
                low = middle
        return high

    def near_bar(self, gaps: Floats, height: float, limits: Floats) -> Bar | None:
        """Why a stretch comes too near to somebody (AFS-R17, AFS-R18, AFS-S07)."""
        if not len(gaps):
            return None
        rise = np.abs(self.heights - height)
        level = rise <= inch(number("level")) + SLACK
        over = np.flatnonzero(level & (gaps < -SLACK))
        if len(over):
            text = T("{model} would run into {unit}", model=Thing(self.base), unit=Thing(self.names[int(over[0])]))
            return Bar(text, "AFS-S07")
        if self.charge is not None:
            touch = level & self.foes & (gaps <= CONTACT + SLACK)
            for k in np.flatnonzero(touch).tolist():
                if self.names[k] != self.charge:
                    text = T(
                        "{model} would touch {unit}, which is not the target",
                        model=Thing(self.base),
                        unit=Thing(self.names[k]),
                    )
                    return Bar(text, "AFS-R18")
            return None
        if not self.spacing:
            return None
        far = np.hypot(np.maximum(gaps, 0.0), rise)
        for k in np.flatnonzero(far < limits - SLACK).tolist():
            text = T(
                "{model} would come within {distance} of {unit}: at least {least}",
                model=Thing(self.base),
                distance=Length(float(far[k])),
                unit=Thing(self.names[k]),
                least=Length(inch(number("apart"))),
            )
            return Bar(text, "AFS-MOV-03")
        return None

    # -- the way ------------------------------------------------------------------------------------------------

    def walk(self, steps: Sequence[Step]) -> Way:
        """Walk steps; the first thing that is in the way ends the judgement."""
        trip = _Trip(self)
        for step in steps:
            if isinstance(step, Path):
                for point in step.points:
                    trip.go((float(point[0]), float(point[1])))
                if step.facing is not None:
                    trip.facing = step.facing
            elif isinstance(step, Jump | Climb):
                goal = (float(step.to[0]), float(step.to[1]))
                trip.jump(goal) if isinstance(step, Jump) else trip.go(goal)
            else:
                trip.bar = Bar(T("A model moves along a path, climbs and jumps only"), "AFS-S07")
            if trip.bar is not None:
                break
        return trip.way(tuple(steps))


def at(a: Point, b: Point, share: float) -> Point:
    """The point at a share of a straight way."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


class _Trip:
    """A way in the making."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.here: Point = (walker.start.x, walker.start.y)
        self.facing = walker.start.facing
        ground = walker.ground
        self.height = ground.height_at(*self.here)
        self.fallen = self.height < -SLACK
        self.walked = 0.0
        self.difficult = False
        self.bar: Bar | None = None
        self.bits: list[Bit] = []
        self.points: list[Point] = [self.here]
        gaps = walker.gaps(self.here, self.here)
        far = np.hypot(np.maximum(gaps, 0.0), np.abs(walker.heights - self.height))
        self.limits: Floats = np.minimum(far, inch(number("apart")))
        own = walker.view.units[walker.view.bases[walker.base].unit].own
        self.dared = walker.base in own.dared
        self.inside = self._in_danger(self.here, self.here)

    def way(self, steps: tuple[Step, ...]) -> Way:
        """The way as it stands."""
        if len(self.points) > 1 or not self.bits:
            self.bits.append(Bit(tuple(self.points)))
        pose = rounded(Pose(*self.here, self.facing, self.walker.ground.level_at(*self.here)))
        return Way(self.walker.base, pose, round(self.walked, 6), tuple(self.bits), steps, self.difficult, self.bar)

    # -- walking ----------------------------------------------------------------------------------------------

    def go(self, goal: Point) -> None:
        """Walk straight to a point."""
        if math.dist(self.here, goal) <= 1e-9:
            return
        walker = self.walker
        if walker.flies:
            self._stretch(goal, fly=True)
            self.height = walker.ground.height_at(*goal)
            return
        profile = walker.ground.profile(self.here, goal)
        begin, k = self.here, 0
        while k < len(profile):
            part = profile[k]
            if k or abs(part.height - self.height) > SLACK:
                skipped = self._over_gap(profile, k, begin, goal)
                if skipped:
                    k = skipped
                    part = profile[k]
                self._step_to(part, at(begin, goal, part.start))
                if self.bar is not None:
                    return
            self._stretch(at(begin, goal, part.end))
            if self.bar is not None:
                return
            k += 1

    def _over_gap(self, profile: Sequence[Stretch], k: int, begin: Point, goal: Point) -> int:
        """The stretch on the far side of a gap so narrow that one steps over it (AFS-JUMP-01), 0 if there is none."""
        level, climb = inch(number("level")), inch(number("climb"))
        if profile[k].height >= self.height - level - SLACK:
            return 0
        length = math.dist(begin, goal)
        for j in range(k + 1, len(profile)):
            width = (profile[j].start - profile[k].start) * length
            if not within(width, number("gap")):
                return 0
            high = profile[j].height
            if self.height - climb - SLACK <= high <= self.height + level + SLACK and high > profile[k].height + level:
                self._stretch(at(begin, goal, profile[j].start))
                return j
        return 0

    def _step_to(self, part: Stretch, point: Point) -> None:
        """Go up or down where one surface meets the next (AFS-S08)."""
        rise = part.height - self.height
        ground, climb = self.walker.ground, inch(number("climb"))
        if abs(rise) <= inch(number("level")) + SLACK:
            self.height = part.height
            return
        ladders = ground.ladder_near(*point, 1.0)
        if part.height < -SLACK and not self.fallen:
            self.bar = Bar(
                T("{model} would have to jump across {piece}", model=Thing(self.walker.base), piece=Thing(part.piece)),
                "AFS-JUMP-02",
            )
            return
        if abs(rise) > climb + SLACK and not ladders:
            high = Length(abs(rise))
            if rise > 0.0:
                text = T("{model} cannot climb {height} without a ladder", model=Thing(self.walker.base), height=high)
                self.bar = Bar(text, "AFS-S08")
            else:
                text = T("{model} would have to jump down {height}", model=Thing(self.walker.base), height=high)
                self.bar = Bar(text, "AFS-JUMP-02")
            return
        self.walked += abs(rise)
        self.height = part.height

    def _stretch(self, goal: Point, fly: bool = False) -> None:
        """A straight stretch over one surface."""
        walker, begin = self.walker, self.here
        self._meter(begin, goal, fly)
        if not fly:
            self.bar = self._blocked(begin, goal)
            if self.bar is not None:
                return
            self._danger(begin, goal)
        if not self._on_table(goal):
            self.bar = Bar(T("{model} would cross the table edge", model=Thing(walker.base)), "AFS-S02")
            return
        if math.dist(self.here, goal) > 1e-9:
            self.points.append(goal)
        self.here = goal

    def _meter(self, begin: Point, goal: Point, fly: bool) -> None:
        walker = self.walker
        self.walked += math.dist(begin, goal)
        if not (fly or walker.strides or self.difficult):
            self.difficult = walker.meets(begin, goal, walker.ground.area("difficult", self.height))

    def _blocked(self, begin: Point, goal: Point) -> Bar | None:
        walker = self.walker
        for wall in walker.ground.walls:
            if wall.top > self.height + inch(number("level")) + SLACK and walker.meets(begin, goal, wall.area):
                return Bar(
                    T("{piece} is in the way of {model}", piece=Thing(wall.id), model=Thing(walker.base)), "AFS-S07"
                )
        gaps = walker.gaps(begin, goal)
        bar = walker.near_bar(gaps, self.height, self.limits)
        if bar is None and len(gaps):
            there = np.maximum(walker.gaps(goal, goal), 0.0)
            far = np.hypot(there, np.abs(walker.heights - self.height))
            self.limits = np.maximum(self.limits, np.minimum(far, inch(number("apart"))))
        return bar

    def _on_table(self, point: Point) -> bool:
        table, r = self.walker.ground.table, self.walker.radius
        return r - SLACK <= point[0] <= table.width - r + SLACK and r - SLACK <= point[1] <= table.depth - r + SLACK

    # -- danger -----------------------------------------------------------------------------------------------

    def _in_danger(self, begin: Point, goal: Point) -> bool:
        return self.walker.meets(begin, goal, self.walker.ground.area("dangerous", self.height))

    def _danger(self, begin: Point, goal: Point) -> None:
        """Dice where the base first enters dangerous terrain, once an activation (AFS-DAN-01, AFS-R43)."""
        area = self.walker.ground.area("dangerous", self.height)
        if area.is_empty:
            return
        if not self.inside and not self.dared:
            share = self.walker.enters_at(begin, goal, area)
            if share is not None:
                point = at(begin, goal, share)
                if math.dist(self.points[-1], point) > 1e-9:
                    self.points.append(point)
                self.bits.append(Bit(tuple(self.points), danger=True))
                self.points, self.here = [point], point
                self.dared = True
        self.inside = self.walker.meets(goal, goal, area)

    # -- jumping ----------------------------------------------------------------------------------------------

    def jump(self, goal: Point) -> None:
        """Walk to the edge in this direction and jump to the surface at the goal (AFS-R37)."""
        model = Thing(self.walker.base)
        if not self.walker.jumps:
            self.bar = Bar(T("There are no Jumps in this move"), "AFS-R41")
            return
        begin = self.here
        length = math.dist(begin, goal)
        profile = self.walker.ground.profile(begin, goal) if length > DUST else ()
        level = inch(number("level"))
        k = next((i for i, p in enumerate(profile) if p.height < self.height - level - SLACK), -1)
        if k < 0:
            self.bar = Bar(T("{model} has nothing to jump here", model=model), "AFS-R37")
            return
        edge = at(begin, goal, profile[k].start)
        if profile[k].start * length > DUST:
            top = self.height
            self.go(edge)
            if self.bar is not None:
                return
            self.height = top
        leap = self._leap(profile, k, edge, begin, goal)
        if isinstance(leap, Bar):
            self.bar = leap
            return
        self._leave(leap)

    def _leap(self, profile: Sequence[Stretch], k: int, edge: Point, begin: Point, goal: Point) -> Leap | Bar:
        """The Jump from an edge: straight down to the foot, or across to the surface at the goal."""
        model, level = Thing(self.walker.base), inch(number("level"))
        drop = self.height - profile[k].height
        last = len(profile) - 1
        if last == k:
            if profile[k].height < -SLACK:
                return Bar(T("Nothing stands in {piece} but what has fallen", piece=Thing(profile[k].piece)), "AFS-S09")
            return self._leap_down(edge, goal, drop)
        j = last
        while (
            j - 1 > k and profile[j - 1].height == profile[last].height and profile[j - 1].piece == profile[last].piece
        ):
            j -= 1
        if any(p.height > self.height + level + SLACK for p in profile[k:]):
            return Bar(T("{model} cannot jump up", model=model), "AFS-R37")
        land = at(begin, goal, profile[j].start)
        down = self.height - profile[j].height
        if profile[j].height < -SLACK:
            return Bar(T("Nothing stands in {piece} but what has fallen", piece=Thing(profile[j].piece)), "AFS-S09")
        width = math.dist(edge, land)
        if within(width, number("gap")) and within(down, number("climb")):
            return Bar(T("{model} can step across: that is no Jump", model=model), "AFS-R37")
        return self._measured(edge, land, math.hypot(width, down), drop)

    def _leap_down(self, edge: Point, goal: Point, drop: float) -> Leap | Bar:
        model = Thing(self.walker.base)
        if within(drop, number("climb")):
            return Bar(T("{model} can climb down: that is no Jump", model=model), "AFS-R37")
        way = math.dist(edge, goal)
        ux, uy = (goal[0] - edge[0]) / way, (goal[1] - edge[1]) / way
        pieces = [p.area for p in self.walker.ground.tops if p.area.distance(shapely.Point(edge)) <= 1.0]
        low, high = 0.0, 6.0 * max(self.walker.shape.width, self.walker.shape.depth)
        for _ in range(50):
            middle = (low + high) / 2.0
            spot = (edge[0] + ux * middle, edge[1] + uy * middle)
            if any(self.walker.meets(spot, spot, area) for area in pieces):
                low = middle
            else:
                high = middle
        land = (edge[0] + ux * high, edge[1] + uy * high)
        return self._measured(edge, land, drop, drop)

    def _measured(self, edge: Point, land: Point, length: float, drop: float) -> Leap | Bar:
        model = Thing(self.walker.base)
        if not within(length, number("jump")):
            text = T(
                "{model} would have to jump {length}: at most {most}",
                model=model,
                length=Length(length),
                most=Length(inch(number("jump"))),
            )
            return Bar(text, "AFS-JUMP-02")
        dice = 0 if self.walker.flies else full(length, number("jump_step")) + 1
        return Leap(edge, land, round(length, 6), round(drop, 6), dice)

    def _leave(self, leap: Leap) -> None:
        walker = self.walker
        self.bits.append(Bit(tuple(self.points), leap))
        self.here, self.points = leap.land, [leap.land]
        self.height = walker.ground.height_at(*leap.land)
        gaps = walker.gaps(leap.land, leap.land)
        far = np.hypot(np.maximum(gaps, 0.0), np.abs(walker.heights - self.height))
        self.bar = walker.near_bar(gaps, self.height, np.minimum(self.limits, inch(number("apart"))))
        if not self._on_table(leap.land):
            self.bar = Bar(T("{model} would cross the table edge", model=Thing(walker.base)), "AFS-S02")
        if len(gaps):
            self.limits = np.maximum(self.limits, np.minimum(far, inch(number("apart"))))
        if not walker.strides and not walker.flies:
            area = walker.ground.area("difficult", self.height)
            self.difficult = self.difficult or walker.meets(leap.land, leap.land, area)
        before = self.inside
        self.inside = self._in_danger(leap.land, leap.land)
        if self.inside and not before and not self.dared and not walker.flies:
            self.bits.append(Bit((leap.land,), danger=True))
            self.dared = True


def jump_need(view: State, base: str) -> int:
    """What each Jump die must show (AFS-JUMP-03, AFS-STRD-02)."""
    return int(number("strider_need" if abilities.has(view, base, "strider") else "jump_need"))


def counted(mm: float) -> float:
    """A counted length in inches, for sentences and tests."""
    return mm / MM_PER_INCH
