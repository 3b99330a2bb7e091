"""One model about to go: what it may pass, what stands around its unit (AFS-S05, AFS-S07, AFS-R17, AFS-R18)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.halving import halved_times
from game.geometry.planar import Shape, Shapes
from game.geometry.shapes import Floats, Footprint, Point, Pose, bearing, outline, polygon
from game.kit.figures.ground import Kept
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.ground import Board, Ground, Piece, board, remembered
from rulesets.age_of_fantasy_skirmish.measures import CONTACT, SLACK, inch

DUST = 0.05
"""mm below which a stretch of a way is nothing."""
EDGE = 0.002
"""mm before an edge at which a model is put that is about to leave it: more than rounding."""
NEAR = 30.0
"""mm between outlines beyond which nobody is in anybody's way; more than the inch of AFS-MOV-03."""
STEP = 0.25
"""mm between the places of a way at which a base that is in dangerous terrain is found to have left it."""
NOBODY = np.empty(0)


class Field:
    """The models of all other units as arrays, the same for all models of a unit, which pass through each other.

    ``radii`` are the greatest half-extents, exact for round bases, ``thin`` the least: what a base covers however it is
    turned; mm. ``odd`` are the rows that are not round: their outlines are looked at where they come near. ``starts``
    are the first rows of the units, whose models follow each other, ``free`` the inch to each of them. ``now`` is the
    situation in which it was made, and ``kept`` holds on while only the unit itself moves: its keys tell where its
    models stand.
    """

    def __init__(self, view: State, unit: str) -> None:
        now: Board = board(view)
        self.now, self.ground, self.kept, self.side = now, now.ground, Kept(), view.units[unit].side
        self.rows = now.strangers(unit)
        self.others = now.bases.take(self.rows)
        self.xs, self.ys, self.heights = self.others.xs, self.others.ys, now.heights[self.rows]
        self.radii: Floats = np.maximum(self.others.widths, self.others.depths) / 2.0
        self.thin: Floats = np.minimum(self.others.widths, self.others.depths) / 2.0
        self.names = [now.units[k] for k in self.rows]
        self.foes = np.array([now.sides[k] != self.side for k in self.rows], dtype=np.bool_)
        self.odd = np.flatnonzero(self.others.kinds != 1).tolist()
        begins = [k == 0 or name != self.names[k - 1] for k, name in enumerate(self.names)]
        self.starts = np.flatnonzero(np.array(begins, dtype=np.bool_))
        self.free: Floats = np.full(len(self.starts), inch(number("apart")))
        self.free.setflags(write=False)

    def holds(self, now: Board, side: str) -> bool:
        """Whether in another situation on this ground the others, and whose they are, are what they were here."""
        here = self.now
        if here is now:
            return True
        if (here.ids, here.units, here.sides, self.side) != (now.ids, now.units, now.sides, side):
            return False
        a, b, rows = here.bases, now.bases, self.rows
        shaped = ((a.widths, b.widths), (a.depths, b.depths), (a.kinds, b.kinds))
        placed = ((a.xs, b.xs), (a.ys, b.ys), (a.facings, b.facings))
        return all(p is q or np.array_equal(p, q) for p, q in shaped) and all(
            np.array_equal(p[rows], q[rows]) for p, q in placed
        )

    @cached_property
    def spots(self) -> Shapes:
        """The middles of all rows."""
        return np.asarray(shapely.points(self.xs, self.ys))

    def outline(self, k: int) -> Shape:
        """The outline of a row."""
        return self.kept.once(k, lambda: polygon(self.others.footprint(k), self.others.pose(k)))


@remembered
def field_of(view: State, unit: str) -> Field:
    """What stands around a unit; made once for as long as nobody but the unit itself moves."""
    now = board(view)
    last: Field | None = now.ground.kept.get(("field", unit))
    if last is None or not last.holds(now, view.units[unit].side):
        last = now.ground.kept[("field", unit)] = Field(view, unit)
    return last


Patch = tuple[tuple[float, float, float, float], Piece]
"""A piece of terrain with its box, so that those far away cost nothing."""


def patches(ground: Ground, what: str, height: float = 0.0) -> tuple[Patch, ...]:
    """Pieces of a sort: "walls", "solid", or the areas "difficult" and "dangerous" that reach a surface at a height."""
    key = ("patches", what, round(height, 3))
    found: tuple[Patch, ...] | None = ground.kept.get(key)
    if found is None:
        pieces: Sequence[Piece] = getattr(ground, what) if what in ("walls", "solid") else ground.reaching(height, what)
        found = ground.kept[key] = tuple((p.area.bounds, p) for p in pieces)
    return found


class Walker:
    """One model about to go.

    ``charge`` names the unit charged: the inch is lifted, but no other enemy may be touched (AFS-R18). ``jumps`` tells
    whether Jumps are allowed (AFS-R41); ``inside`` is False for moves outside an activation, where every entry into
    danger has its roll (AFS-R43). An oval goes ``along`` its way, and it owes others its ``spacing``, but for a push.
    """

    def __init__(
        self, view: State, base: str, charge: str | None = None, jumps: bool = True, inside: bool = True
    ) -> None:
        thing = view.bases[base]
        assert thing.pose is not None
        self.view, self.base, self.unit, self.shape, self.start = view, base, thing.unit, thing.shape, thing.pose
        self.field = field_of(view, thing.unit)
        self.ground = self.field.ground
        self.charge, self.jumps, self.inside = charge, jumps, inside
        self.flies = specials.has(view, base, "flying")
        self.strides = specials.has(view, base, "strider")
        self.round = thing.shape.kind == "circle"
        self.radius = thing.shape.width / 2.0
        self.half = max(thing.shape.width, thing.shape.depth) / 2.0
        self.facing = thing.pose.facing
        self.along = self.spacing = True
        self._swept: tuple[object, Shape] | None = None
        self._line: tuple[Point, Point, Shape] | None = None

    @property
    def stance(self) -> tuple[object, ...]:
        """All that its ways depend on besides the others and the ground: the key by which they are kept."""
        dared = self.base in self.view.units[self.unit].own.dared
        allowed = (self.charge, self.jumps, self.inside, self.flies, self.strides, self.spacing, dared)
        return (self.base, self.start, *allowed)

    @property
    def here(self) -> Point:
        """Where it stands."""
        return (self.start.x, self.start.y)

    def gaps(self, a: Point, b: Point) -> Floats:
        """Least distances in plan (n,) to the others on a straight way, negative within one; exact up to `NEAR`."""
        field = self.field
        if not len(field.rows):
            return NOBODY
        dx, dy = b[0] - a[0], b[1] - a[1]
        ox, oy = field.xs - a[0], field.ys - a[1]
        long = dx * dx + dy * dy
        if long > 1e-12:
            share = np.minimum(np.maximum((ox * dx + oy * dy) / long, 0.0), 1.0)
            ox, oy = ox - share * dx, oy - share * dy
        out: Floats = np.sqrt(ox * ox + oy * oy) - field.radii - self.half
        near = [k for k in field.odd if out[k] < NEAR] if self.round else (out < NEAR).nonzero()[0].tolist()
        if near and self.round:
            line = shapely.LineString((a, b))
            out[near] = [field.outline(k).distance(line) - self.radius for k in near]
        elif near:
            swept = self.swept(a, b)
            out[near] = shapely.distance(swept, field.spots[near]) - field.radii[near]
            for k in (k for k in field.odd if k in near):
                out[k] = self._from(swept, k)
        return out

    def shut(self, goals: Sequence[Point]) -> list[bool]:
        """Which of many straight ways surely run into somebody: on even ground, deep into who stands on it as well.

        What is open here may be shut for other reasons, or by less: that a walk tells.
        """
        field = self.field
        if self.flies or not goals or not len(field.rows) or abs(self.ground.height_at(*self.here)) > SLACK:
            return [False] * len(goals)
        solid = np.flatnonzero(np.abs(field.heights) <= SLACK)
        mine = min(self.shape.width, self.shape.depth) / 2.0
        ways = np.array(goals) - np.array(self.here)
        long = np.maximum((ways * ways).sum(axis=1), 1e-12)[:, None]
        ox, oy = field.xs[solid][None] - self.here[0], field.ys[solid][None] - self.here[1]
        share = np.clip((ox * ways[:, :1] + oy * ways[:, 1:]) / long, 0.0, 1.0)
        far = np.hypot(ox - share * ways[:, :1], oy - share * ways[:, 1:])
        deep = (far < (field.thin[solid] + mine - 4.0 * SLACK)[None]).any(axis=1).tolist()
        return [hit and self.ground.even(self.here, goal) for hit, goal in zip(deep, goals, strict=True)]

    def _from(self, swept: Shape, k: int) -> float:
        """How far what is swept is off a base that is not round; negative within it."""
        other = self.field.outline(k)
        gap = float(swept.distance(other))
        into = gap == 0.0 and swept.buffer(-SLACK).intersects(other.buffer(-SLACK))
        return -1.0 if into else gap

    def swept(self, a: Point, b: Point) -> Shape:
        """What the base covers on a straight way; an oval goes with its long axis along it, or as it is turned."""
        if self.round:
            return self._way(a, b).buffer(self.radius)
        facing = self.facing
        if self.along and a != b:
            facing = bearing(b[0] - a[0], b[1] - a[1])
        swept = self._swept
        if swept is None or swept[0] != (a, b, facing):
            swept = self._swept = ((a, b, facing), _hull(self.shape, Pose(*a, facing), Pose(*b, facing)))
        return swept[1]

    def meets(self, a: Point, b: Point, area: Shape) -> bool:
        """Whether the base comes to overlap an area on a straight way."""
        line = self._way(a, b)
        if self.round:
            return bool(shapely.dwithin(area, line, self.radius - SLACK - 1e-9))
        if not shapely.dwithin(area, line, self.half):
            return False
        return bool(self.swept(a, b).buffer(-SLACK).intersects(area))

    def _way(self, a: Point, b: Point) -> Shape:
        """A straight way as a line; it is looked at for one sort of terrain after the other."""
        line = self._line
        if line is None or line[0] != a or line[1] != b:
            line = self._line = (a, b, _line(a, b))
        return line[2]

    def meets_any(self, a: Point, b: Point, found: tuple[Patch, ...]) -> Iterator[Piece]:
        """The pieces that the base comes to overlap on a straight way."""
        if not found:
            return
        half = self.half
        x_low, x_high = min(a[0], b[0]) - half, max(a[0], b[0]) + half
        y_low, y_high = min(a[1], b[1]) - half, max(a[1], b[1]) + half
        for (west, south, east, north), piece in found:
            near = west < x_high and east > x_low and south < y_high and north > y_low
            if near and self.meets(a, b, piece.area):
                yield piece

    def touches(self, a: Point, b: Point, what: str, height: float) -> bool:
        """Whether the base comes to overlap terrain of a sort that reaches the surface it walks on."""
        found = patches(self.ground, what, height)
        return bool(found) and next(self.meets_any(a, b, found), None) is not None

    def entries(self, a: Point, b: Point, height: float, inside: bool, once: bool) -> tuple[list[Point], bool]:
        """Where the base enters dangerous terrain from outside on a straight way, and whether it ends in it (AFS-R43).

        It walks on a surface at ``height`` mm, and begins ``inside`` such terrain or not; ``once``: nothing behind the
        first entry matters.
        """
        found: list[Point] = []
        while True:
            if inside:
                out = self._exit(a, b, height)
                if out is None:
                    return found, True
                a = out
            if not self.touches(a, b, "dangerous", height):
                return found, False
            a = self._entry(a, b, height)
            found.append(a)
            if once:
                return found, True
            inside = True

    def _exit(self, a: Point, b: Point, height: float) -> Point | None:
        """The first place on a straight way at which the base is out of dangerous terrain; None if it stays in."""
        far = math.dist(a, b)
        for k in range(1, math.ceil(far / STEP) + 1):
            spot = at(a, b, min(k * STEP / far, 1.0))
            back = at(spot, a, min(DUST / math.dist(spot, a), 1.0))
            if not self.touches(back, spot, "dangerous", height):
                return spot
        return None

    def _entry(self, a: Point, b: Point, height: float) -> Point:
        """The first point of a straight way at which the base overlaps dangerous terrain."""
        if self.touches(a, a, "dangerous", height):
            return a
        dry = halved_times(0.0, 1.0, 24, lambda share: not self.touches(a, at(a, b, share), "dangerous", height))
        return at(a, b, dry[1])

    def distances(self, gaps: Floats, height: float) -> Floats:
        """Distances (AFS-S05) to each other unit, from the gaps in plan to its models; (units,), mm."""
        rise = np.abs(self.field.heights - height)
        return np.asarray(np.minimum.reduceat(np.hypot(np.maximum(gaps, 0.0), rise), self.field.starts))

    def near_bar(self, gaps: Floats, height: float, limits: Floats) -> Bar | None:
        """Why a stretch comes too near to somebody (AFS-R17, AFS-R18, AFS-S07); ``limits`` by unit, mm."""
        if not len(gaps) or float(gaps.min()) > inch(number("apart")):
            return None
        field, model = self.field, Thing(self.base)
        level = np.abs(field.heights - height) <= inch(number("level")) + SLACK
        over = [field.names[k] for k in np.flatnonzero(level & (gaps < -SLACK))]
        if over:
            return Bar(T("{model} would run into {unit}", model=model, unit=Thing(over[0])), "AFS-S07")
        if self.charge is not None:
            for k in np.flatnonzero(level & field.foes & (gaps <= CONTACT + SLACK)).tolist():
                if field.names[k] != self.charge:
                    other = Thing(field.names[k])
                    text = T("{model} would touch {unit}, which is not the target", model=model, unit=other)
                    return Bar(text, "AFS-R18")
            return None
        if not self.spacing:
            return None
        far = self.distances(gaps, height)
        short = np.flatnonzero(far < limits - SLACK)
        if not len(short):
            return None
        k = int(short[0])
        words = {"unit": Thing(field.names[int(field.starts[k])]), "least": Length(inch(number("apart")))}
        off = Length(float(far[k]))
        text = T("{model} would come within {distance} of {unit}: at least {least}", model=model, distance=off, **words)
        return Bar(text, "AFS-MOV-03")

    def limits(self, gaps: Floats, height: float) -> Floats:
        """How near (mm) it may come to each other unit from here: an inch, or no nearer than it is (AFS-R17)."""
        if not len(gaps):
            return NOBODY
        if float(gaps.min()) > inch(number("apart")):
            return self.field.free
        return np.minimum(self.distances(gaps, height), inch(number("apart")))

    def on_table(self, point: Point) -> bool:
        """Whether the base is on the table while its centre is at a point (AFS-S02)."""
        table, r = self.ground.table, self.radius
        return r - SLACK <= point[0] <= table.width - r + SLACK and r - SLACK <= point[1] <= table.depth - r + SLACK


def _hull(shape: Footprint, begin: Pose, end: Pose) -> Shape:
    """What a base covers that is shifted: its foremost half at the end, its hindmost at the beginning."""
    behind, ahead = outline(shape, begin), outline(shape, end)
    dx, dy = end.x - begin.x, end.y - begin.y
    if dx == 0.0 == dy:
        return shapely.Polygon(ahead)
    aside = ahead @ np.array((-dy, dx))
    left, n = int(aside.argmax()), len(ahead)
    round_it = (left + np.arange(n + 1)) % n
    right = (int(aside.argmin()) - left) % n
    front, back = round_it[: right + 1], round_it[right:]
    if (ahead[front[len(front) // 2]] - ahead[back[len(back) // 2]]) @ (dx, dy) < 0.0:
        front, back = back, front
    return shapely.Polygon(np.concatenate((ahead[front], behind[back])))


def _line(a: Point, b: Point) -> Shape:
    return shapely.Point(a) if a == b else shapely.LineString((a, b))


def at(a: Point, b: Point, share: float) -> Point:
    """The point at a share of a straight way."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def short_of(a: Point, b: Point) -> Point:
    """The point a hair before the end of a straight way: at an edge it is still on the surface, however rounded."""
    far = math.dist(a, b)
    return at(a, b, 1.0 - EDGE / far) if far > EDGE else a


def fallen(ground: Ground, point: Point) -> bool:
    """Whether who stands at a point has fallen into a chasm (AFS-S09)."""
    return ground.height_at(*point) < -SLACK
