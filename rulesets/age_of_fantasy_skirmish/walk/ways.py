"""The way of one model: what it costs, what it enters, where it must jump, and what it runs into.

AFS-S07 to -S09, AFS-JUMP-01 to -03, AFS-JUMP-06, AFS-R17, AFS-R37, AFS-R43, AFS-DIF-01, AFS-DAN-01, AFS-FLY-01 to -03.
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
from game.geometry.halving import halved_times
from game.geometry.shapes import Floats, Point, Pose, rounded
from game.geometry.steps import Climb, Jump, Path, Step
from game.kit.figures.ground import SurfaceSpan
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.ground import level_of
from rulesets.age_of_fantasy_skirmish.measures import SLACK, full, inch, within
from rulesets.age_of_fantasy_skirmish.walk.walker import DUST, Walker, at, patches


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
    """A part of a way up to where dice may fall: walked points (from where it begins), then a Jump or danger.

    ``difficult`` tells whether difficult terrain binds the model by its end (AFS-R42).
    """

    points: tuple[Point, ...]
    leap: Leap | None = None
    danger: bool = False
    difficult: bool = False


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's way as the rules walk it.

    ``walked`` is its counted length (mm): plan and climbs, Jumps left out (AFS-S07, AFS-JUMP-04); ``climbed`` the part
    of it that is vertical. ``difficult`` tells whether difficult terrain binds it somewhere (AFS-R42), ``bar`` why it
    cannot be gone; ``end`` is then where it stops making sense.
    """

    base: str
    end: Pose
    walked: float = 0.0
    climbed: float = 0.0
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


def walk(walker: Walker, steps: Sequence[Step]) -> Way:
    """Walk steps; the first thing that is in the way ends the judgement. What has been walked once is remembered."""
    told = tuple(steps)
    walker.facing = walker.start.facing
    return walker.field.kept.once(("walk", told, *walker.stance), lambda: _walked(walker, told))


def _walked(walker: Walker, steps: tuple[Step, ...]) -> Way:
    trip = _Trip(walker)
    for step in steps:
        if isinstance(step, Path):
            for x, y in step.points:
                if trip.bar is None:
                    trip.go((float(x), float(y)))
            trip.facing = trip.facing if step.facing is None else step.facing
        elif isinstance(step, Jump | Climb):
            x, y = step.to
            go = trip.jump if isinstance(step, Jump) else trip.go
            go((float(x), float(y)))
        else:
            trip.bar = Bar(T("A model can only move along a path, climb and jump"), "AFS-S07")
        if trip.bar is not None:
            break
    return trip.way(steps)


class _Trip:
    """A way in the making."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.here: Point = walker.here
        self.facing = walker.facing = walker.start.facing
        self.height = walker.ground.height_at(*self.here)
        self.deep = self.height < -SLACK
        self.walked = self.climbed = 0.0
        self.difficult = False
        self.bar: Bar | None = None
        self.bits: list[Bit] = []
        self.points: list[Point] = [self.here]
        self.limits: Floats = np.empty(0)
        if walker.spacing and walker.charge is None and not walker.flies:
            self.limits = walker.limits(walker.gaps(self.here, self.here), self.height)
        self.tight = bool(len(self.limits)) and float(self.limits.min()) < inch(number("apart")) - SLACK
        own = walker.view.units[walker.unit].own
        self.dared = walker.inside and walker.base in own.dared
        self.within_danger = walker.touches(self.here, self.here, "dangerous", self.height)

    def way(self, steps: tuple[Step, ...]) -> Way:
        """The way as it stands."""
        if len(self.points) > 1 or not self.bits:
            self.bits.append(Bit(tuple(self.points), difficult=self.difficult))
        pose = rounded(Pose(*self.here, self.facing, level_of(self.height)))
        walked, climbed = round(self.walked, 6), round(self.climbed, 6)
        return Way(self.walker.base, pose, walked, climbed, tuple(self.bits), steps, self.difficult, self.bar)

    def go(self, goal: Point) -> None:
        """Walk straight to a point."""
        begin, ground = self.here, self.walker.ground
        if math.dist(begin, goal) <= 1e-9:
            return
        if self.walker.flies:
            self._fly(goal)
            return
        profile, k = ground.profile(begin, goal), 0
        while k < len(profile):
            if k or abs(profile[k].height - self.height) > SLACK:
                k = self._over_gap(profile, k, begin, goal)
                self._step_to(profile[k], at(begin, goal, profile[k].start))
            self._stretch(at(begin, goal, profile[k].end) if profile[k].end < 1.0 else goal)
            if self.bar is not None:
                return
            k += 1
        height = ground.height_at(*goal)
        if abs(height - self.height) > SLACK:
            # Who stops right on the outline of a top stands on it, and has climbed it.
            self._step_to(SurfaceSpan(1.0, 1.0, height, ground.surface_at(*goal)), goal)

    def _fly(self, goal: Point) -> None:
        """Over everything; only the length in plan counts (AFS-FLY-01, AFS-FLY-02, AFS-FLY-04)."""
        self.walked += math.dist(self.here, goal)
        self._arrive(goal)
        if self.bar is None:
            self.height = self.walker.ground.height_at(*goal)

    def _arrive(self, goal: Point) -> None:
        """Come to a point, if that is on the table."""
        if not self.walker.on_table(goal):
            self.bar = Bar(T("{model} would cross the table edge", model=Thing(self.walker.base)), "AFS-S02")
            return
        if math.dist(self.here, goal) > 1e-9:
            self.points.append(goal)
        self.here = goal

    def _over_gap(self, profile: Sequence[SurfaceSpan], k: int, begin: Point, goal: Point) -> int:
        """The stretch on the far side of a gap so narrow that one steps over it (AFS-JUMP-01), else this one."""
        level, climb = inch(number("level")), inch(number("climb"))
        if profile[k].height >= self.height - level - SLACK:
            return k
        length = math.dist(begin, goal)
        for j in range(k + 1, len(profile)):
            if not within((profile[j].start - profile[k].start) * length, number("gap")):
                break
            high = profile[j].height
            if self.height - climb - SLACK <= high <= self.height + level + SLACK and high > profile[k].height + level:
                self._stretch(at(begin, goal, profile[j].start))
                return j
        return k

    def _step_to(self, part: SurfaceSpan, point: Point) -> None:
        """Go up or down where one surface meets the next (AFS-S08)."""
        if self.bar is not None:
            return
        rise = part.height - self.height
        model, high = Thing(self.walker.base), Length(abs(rise))
        if abs(rise) > inch(number("level")) + SLACK:
            if part.height < -SLACK and not self.deep:
                text = T("{model} would have to jump across {piece}", model=model, piece=Thing(part.piece))
                self.bar = Bar(text, "AFS-JUMP-02")
            elif abs(rise) > inch(number("climb")) + SLACK and not self.walker.ground.ladder_near(*point, 1.0):
                up = T("{model} cannot climb {height} without a ladder", model=model, height=high)
                down = T("{model} would have to jump down {height}", model=model, height=high)
                self.bar = Bar(up, "AFS-S08") if rise > 0.0 else Bar(down, "AFS-JUMP-02")
            if self.bar is not None:
                return
            self.walked += abs(rise)
            self.climbed += abs(rise)
        self.height = part.height

    def _stretch(self, goal: Point) -> None:
        """A straight stretch over one surface."""
        walker, begin = self.walker, self.here
        if self.bar is not None:
            return
        self.walked += math.dist(begin, goal)
        before = self.difficult
        if not (walker.strides or self.difficult):
            self.difficult = walker.touches(begin, goal, "difficult", self.height)
        self.bar = self._blocked(begin, goal)
        if self.bar is not None and not walker.round:
            # An oval that has no room along its way may go as it is turned.
            walker.facing, walker.along = self.facing, False
            self.bar = self._blocked(begin, goal)
            walker.along = True
        if self.bar is None:
            self._danger(begin, goal, before)
            self._arrive(goal)

    def _blocked(self, begin: Point, goal: Point) -> Bar | None:
        walker = self.walker
        limit = self.height + inch(number("level")) + SLACK
        for wall in walker.meets_any(begin, goal, patches(walker.ground, "walls")):
            if wall.top > limit:
                text = T("{piece} is in the way of {model}", piece=Thing(wall.id), model=Thing(walker.base))
                return Bar(text, "AFS-S07")
        if self.tight:
            return self._widening(begin, goal)
        return walker.near_bar(walker.gaps(begin, goal), self.height, self.limits)

    def _widening(self, begin: Point, goal: Point) -> Bar | None:
        """From nearer than an inch: the distance to no unit may shrink until it is an inch (AFS-R17)."""
        walker = self.walker
        count, kept = max(1, math.ceil(math.dist(begin, goal) / 2.0)), (self.limits, self.tight)
        for k in range(count):
            a, b = at(begin, goal, k / count), at(begin, goal, (k + 1) / count)
            bar = walker.near_bar(walker.gaps(a, b), self.height, self.limits)
            if bar is not None:
                self.limits, self.tight = kept
                return bar
            self._ease(walker.gaps(b, b))
        return None

    def _ease(self, gaps: Floats) -> None:
        """From here on the distances to others may not shrink below what they are now (AFS-R17)."""
        self.limits = np.maximum(self.limits, self.walker.limits(gaps, self.height))
        self.tight = float(self.limits.min()) < inch(number("apart")) - SLACK

    def _danger(self, begin: Point, goal: Point, before: bool) -> None:
        """Dice where the base enters danger, once (AFS-DAN-01, AFS-R43); ``before``: it was bound before this part."""
        walker = self.walker
        if self.dared:
            return
        inside = self.within_danger
        entries, self.within_danger = walker.entries(begin, goal, self.height, inside, walker.inside)
        for point in entries:
            if math.dist(self.points[-1], point) > 1e-9:
                self.points.append(point)
            difficult = before or (self.difficult and walker.touches(begin, point, "difficult", self.height))
            self.bits.append(Bit(tuple(self.points), danger=True, difficult=difficult))
            self.here = self.points[-1]
            self.points = [self.here]
            self.dared = walker.inside

    def jump(self, goal: Point) -> None:
        """Walk to the edge in this direction and jump to the surface at the goal (AFS-R37)."""
        walker, begin, top = self.walker, self.here, self.height
        if not walker.jumps:
            self.bar = Bar(T("This move allows no Jumps: choose a way without one"), "AFS-R41")
            return
        edge = _edge_of(walker, begin, goal, top)
        if isinstance(edge, Bar):
            self.bar = edge
            return
        if math.dist(begin, edge) > DUST:
            self.go(edge)
        if self.bar is not None:
            return
        self.height = top
        leap = _leap(walker, begin, edge, goal, top)
        if isinstance(leap, Bar):
            self.bar = leap
        else:
            self._leave(leap)

    def _leave(self, leap: Leap) -> None:
        """Land: spacing and standing as anywhere, terrain as where one walks (AFS-JUMP-07)."""
        walker = self.walker
        self.bits.append(Bit(tuple(self.points), leap, difficult=self.difficult))
        self.here, self.points = leap.land, [leap.land]
        self.height = walker.ground.height_at(*leap.land)
        gaps = walker.gaps(leap.land, leap.land)
        standing = Pose(*self.here, self.facing)
        self.bar = walker.near_bar(gaps, self.height, self.limits) or walker.ground.may_stand(walker.shape, standing)
        if self.bar is not None:
            return
        if self.tight:
            self._ease(gaps)
        if walker.flies:
            return
        if not (walker.strides or self.difficult):
            self.difficult = walker.touches(leap.land, leap.land, "difficult", self.height)
        before, self.within_danger = self.within_danger, walker.touches(leap.land, leap.land, "dangerous", self.height)
        if self.within_danger and not before and not self.dared:
            self.bits.append(Bit((leap.land,), danger=True, difficult=self.difficult))
            self.dared = walker.inside


def _lower(profile: Sequence[SurfaceSpan], height: float) -> int:
    """The first stretch that lies lower than a surface, -1 if there is none."""
    limit = height - inch(number("level")) - SLACK
    return next((i for i, p in enumerate(profile) if p.height < limit), -1)


def _edge_of(walker: Walker, begin: Point, goal: Point, height: float) -> Point | Bar:
    """The last point of the surface at a height on the straight way to a goal."""
    profile = walker.ground.profile(begin, goal) if math.dist(begin, goal) > DUST else ()
    k = _lower(profile, height)
    if k < 0:
        return Bar(T("{model} has nothing to jump here", model=Thing(walker.base)), "AFS-R37")
    return at(begin, goal, profile[k].start)


def _leap(walker: Walker, begin: Point, edge: Point, goal: Point, height: float) -> Leap | Bar:
    """The Jump from an edge: straight down to the foot, or across to the surface at the goal."""
    model = Thing(walker.base)
    profile = walker.ground.profile(begin, goal)
    k, last = _lower(profile, height), len(profile) - 1
    drop = height - profile[k].height
    if profile[last].height < -SLACK:
        return Bar(T("Only fallen models may be in {piece}", piece=Thing(profile[last].piece)), "AFS-S09")
    if last == k:  # down a face: the model stands with its base touching the foot; that offset is free (AFS-S08)
        if within(drop, number("climb")):
            return Bar(T("{model} can climb down there: move without a Jump", model=model), "AFS-R37")
        return _measured(walker, edge, _foot(walker, edge, goal), drop, drop)
    j = last
    while j - 1 > k and (profile[j - 1].height, profile[j - 1].piece) == (profile[last].height, profile[last].piece):
        j -= 1
    limit = height + inch(number("level")) + SLACK
    if any(p.height > limit for p in profile[k:]):
        return Bar(T("{model} cannot jump up", model=model), "AFS-R37")
    for part in profile[k:j]:
        if part.blocked and walker.ground.by_id[part.blocked].top > limit:
            return Bar(T("{piece} is in the way of {model}", piece=Thing(part.blocked), model=model), "AFS-S07")
    land = at(begin, goal, profile[j].start)
    down, width = height - profile[j].height, math.dist(edge, land)
    if within(width, number("gap")) and within(down, number("climb")):
        return Bar(T("{model} can step across there: move without a Jump", model=model), "AFS-R37")
    return _measured(walker, edge, land, math.hypot(width, down), drop)


def _foot(walker: Walker, edge: Point, goal: Point) -> Point:
    """Where a base stands that touches the foot of a face below an edge, on the side of a goal."""
    way = math.dist(edge, goal)
    ux, uy = (goal[0] - edge[0]) / way, (goal[1] - edge[1]) / way
    pieces = [p.area for p in walker.ground.tops if p.area.distance(shapely.Point(edge)) <= 1.0]

    def off(far: float) -> Point:
        return (edge[0] + ux * far, edge[1] + uy * far)

    def leaning(far: float) -> bool:
        return any(walker.meets(off(far), off(far), area) for area in pieces)

    return off(halved_times(0.0, 6.0 * walker.half, 40, leaning)[1] + SLACK)


def _measured(walker: Walker, edge: Point, land: Point, length: float, drop: float) -> Leap | Bar:
    if not within(length, number("jump")):
        model, far, most = Thing(walker.base), Length(length), Length(inch(number("jump")))
        text = T("{model} would have to jump {length}: at most {most}", model=model, length=far, most=most)
        return Bar(text, "AFS-JUMP-02")
    dice = 0 if walker.flies else full(length, number("jump_step")) + 1
    return Leap(edge, land, round(length, 6), round(drop, 6), dice)


def jump_need(view: State, base: str) -> int:
    """What each Jump die must show (AFS-JUMP-03, AFS-STRD-02)."""
    return int(number("strider_need" if specials.has(view, base, "strider") else "jump_need"))
