"""What hinders lines of sight: distance in this weather and terrain, smoke, woods, buildings, hills, troops.

NAP-VIS-01 to -04, NAP-VIS-06, NAP-VIS-09 to -14, NAP-CAM-05, NAP-R17, NAP-R19, NAP-R20, NAP-S17, NAP-S40, NAP-S55.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.bases import Indices
from game.geometry.crossing import GRAZE, area_depths, crossings, quad_sides, through_sides
from game.geometry.planar import Shape
from game.geometry.shapes import Floats
from rulesets.napoleonic_wars.field import facts, smoke
from rulesets.napoleonic_wars.field.bars import Bars, bars_of
from rulesets.napoleonic_wars.field.board import NO_ROWS, board_of, remembered
from rulesets.napoleonic_wars.field.ground import Piece, ground_number, long, visibility
from rulesets.napoleonic_wars.measures import SLACK, cm

Truths = NDArray[np.bool_]
Purpose = Literal["see", "notice", "fire"]
"""To see (NAP-S17), to notice troops not detected yet (NAP-DET-01, -02), to fire small arms along (NAP-S55)."""
ROUGH = 40.0
"""mm by which the corners of a base may be farther off than its nearest point."""
WEATHERS = ("fair", "rain", "snow", "fog")


class Target(msgspec.Struct, frozen=True):
    """Whom lines lead to, as far as they are concerned; all empty for a bare place.

    Attributes
    ----------
    busy
        Moved or fired in this move.
    inside
        The building that it is in.
    behind
        Hedges, fences and walls that it stands directly behind, too far off to be noticed there (NAP-DET-01).
    """

    body: str = ""
    mounted: bool = False
    elephants: bool = False
    busy: bool = False
    inside: str = ""
    behind: tuple[str, ...] = ()


class Lines(msgspec.Struct, frozen=True, dict=True):
    """Straight lines from figures of one body to places.

    Attributes
    ----------
    starts, ends
        Their ends (l, 2).
    far
        How far each end is off the base from which the line comes (mm).
    rims
        How deep inside the edge of a wood that base is at least (mm); unimportant outside.
    eyes, levels
        Contour levels at both ends.
    which
        Number of its target.
    """

    starts: Floats
    ends: Floats
    far: Floats
    rims: Floats
    eyes: Floats
    levels: Floats
    which: Indices

    @cached_property
    def low(self) -> Floats:
        """The lesser x and y of each line (l, 2)."""
        return np.minimum(self.starts, self.ends)

    @cached_property
    def high(self) -> Floats:
        """The greater x and y of each line (l, 2)."""
        return np.maximum(self.starts, self.ends)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y of them all; nothing where there are none."""
        if not len(self.starts):
            return math.inf, math.inf, -math.inf, -math.inf
        west, south = self.low.min(axis=0).tolist()
        east, north = self.high.max(axis=0).tolist()
        return west, south, east, north

    def near(self, piece: Piece) -> Indices:
        """The lines whose boxes meet that of a piece."""
        west, south, east, north = piece.box
        left, low, right, high = self.box
        if left > east or right < west or low > north or high < south:
            return NO_ROWS
        met = (self.low[:, 0] <= east) & (self.high[:, 0] >= west)
        met &= (self.low[:, 1] <= north) & (self.high[:, 1] >= south)
        return np.flatnonzero(met)

    def through(self, piece: Piece) -> Indices:
        """The lines that run through an area, not along its edge."""
        rows = self.near(piece)
        if not len(rows):
            return rows
        return rows[area_depths(self.starts[rows], self.ends[rows], piece.edges) > 0.0]

    def take(self, rows: Indices) -> Lines:
        """Some of the lines."""
        return Lines(*(getattr(self, name)[rows] for name in self.__struct_fields__))


class View:
    """One situation as those who look see it."""

    def __init__(self, view: State) -> None:
        self.view, self.board = view, board_of(view)
        self.ground = self.board.ground
        self.weather = WEATHERS.index(view.own.weather)
        self.patches = [quad for _, quad in smoke.patches(view)]
        self.fires = smoke.of_fires(view)
        self.bars = bars_of(view)
        self._patch_sides = quad_sides(np.stack(self.patches), GRAZE) if self.patches else None

    def is_sharp(self, gap: float, box: tuple[float, float, float, float]) -> bool:
        """Whether nearest points matter of who is so far off (mm), in such a box: near a limit of sight, in a wood."""
        limits = [visibility().sight["open"][self.weather]] if self.weather else []
        limits += [float(x) for x in self._limit("open", np.array([True])) / 10.0] if self.patches else []
        limits += [ground_number("fire_sees")] if self.fires else []
        if any(cm(most) - ROUGH <= gap <= cm(most) + SLACK for most in limits):
            return True
        west, south, east, north = box
        met = (
            p.box[0] <= east and p.box[2] >= west and p.box[1] <= north and p.box[3] >= south
            for p in self.ground.hiding
        )
        return any(met)

    def most(self) -> float:
        """The greatest distance (mm) at which anything is seen in this weather; into scrub it may be more."""
        found = cm(visibility().sight["open"][self.weather]) if self.weather else np.inf
        return found + (cm(visibility().sight["scrub"][self.weather]) if self.ground.scrubs else 0.0)

    # --- lines

    def clear(self, body: str, lines: Lines, targets: tuple[Target, ...], purpose: Purpose = "see") -> Truths:
        """Which lines from figures of a body are free."""
        out = np.zeros(len(lines.starts), dtype=np.bool_)
        left = np.arange(len(out))
        steps: tuple[Callable[[Lines], Truths], ...] = (
            self._in_range,
            lambda some: self._troops(some, body, targets, purpose),
            lambda some: self._woods(some, targets),
            lambda some: self._blocks(some, body, targets),
            self._hills,
        )
        if purpose == "notice":
            steps = (lambda some: self._noticed(some, targets), *steps)
        for step in steps:
            if not len(left):
                break
            left = left[step(lines.take(left))]
        out[left] = True
        return out

    def _in_range(self, lines: Lines) -> Truths:
        """Whether each end is within the visibility of open ground or scrub, and of smoke (NAP-VIS-01, -02, -06, -09).

        Woods have limits of their own (:meth:`_woods`).
        """
        free: Truths = np.ones(len(lines.far), dtype=np.bool_)
        fog = self._smoky(lines)
        limit = self._limit("open", fog)
        plain = lines.far <= limit + SLACK
        for piece in self.ground.scrubs:
            into = _holds(piece.shape, lines.ends)
            if into.any():
                some = np.flatnonzero(into)
                inside = np.minimum(area_depths(lines.starts[some], lines.ends[some], piece.edges), lines.far[some])
                scrub = self._limit("scrub", fog[some])
                plain[some] = (inside <= scrub + SLACK) & (lines.far[some] - inside <= limit[some] + SLACK)
        free &= plain
        for smoky in self.fires:
            met = shapely.intersects(shapely.linestrings(np.stack((lines.starts, lines.ends), axis=1)), smoky)
            free &= ~met | (lines.far <= long("fire_sees") + SLACK)
        return free

    def _smoky(self, lines: Lines) -> Truths:
        """Which lines look into or through powder smoke (NAP-VIS-06)."""
        if self._patch_sides is None:
            return np.zeros(len(lines.far), dtype=np.bool_)
        return np.asarray(through_sides(lines.starts, lines.ends, *self._patch_sides).any(axis=1))

    def _limit(self, row: str, fog: Truths) -> Floats:
        """The visibility (mm) of a row of NAP-VIS-01 for lines, some of them through smoke."""
        of = visibility().sight[row]
        thick = of[3] * (ground_number("smoke_sees") if self.weather == 3 else 1.0)
        return np.where(fog, thick, of[self.weather]) * 10.0

    def _woods(self, lines: Lines, targets: tuple[Target, ...]) -> Truths:
        """Into, out of, within, through and over woods (NAP-VIS-03, -04, -10, -11, NAP-R17)."""
        free: Truths = np.ones(len(lines.far), dtype=np.bool_)
        busy = np.array([t.busy for t in targets], dtype=np.bool_)
        for piece in self.ground.woods:
            near = lines.through(piece)
            if not len(near):
                continue
            some = lines.take(near)
            far = some.far > self._limit(piece.kind.sight, self._smoky(some)) + SLACK
            near, some = near[far], some.take(np.flatnonzero(far))
            if not len(near):
                continue
            starts, ends = _holds(piece.shape, some.starts), _holds(piece.shape, some.ends)
            rim = long("rim") + SLACK
            edge = shapely.distance(piece.shape.boundary, np.asarray(shapely.points(some.ends), dtype=object))
            out_of, into = starts & ~ends & (some.rims <= rim), ~starts & ends & busy[some.which] & (edge <= rim)
            core = np.ones(len(near), dtype=np.bool_)
            if len(piece.core_edges):
                own = np.where(starts, np.hypot(*(some.ends - some.starts).T) - some.far, 0.0)  # within the base itself
                core = area_depths(some.starts, some.ends, piece.core_edges) <= own + SLACK
            over = ~starts & ~ends & self._over(some, piece, ground_number("over_wood"), long("dead_wood"), piece.edges)
            free[near] &= ((out_of | into) & core) | over
        return free

    def _over(self, lines: Lines, piece: Piece, asked: float, deep: float, edges: Floats) -> Truths:
        """Which lines lead over something, and out of the dead ground behind (NAP-VIS-10 to -12, NAP-R19, NAP-S40)."""
        high: Truths = np.asarray(lines.eyes - piece.level >= asked)
        if not high.any():
            return high
        excess = np.maximum(lines.eyes - lines.levels - asked, 0.0)
        return np.asarray(high & (_behind(lines, edges) >= deep - excess * long("shorter") - SLACK))

    def _blocks(self, lines: Lines, body: str, targets: tuple[Target, ...]) -> Truths:
        """Past and over buildings; who is in one looks out of it and is looked for in it (NAP-VIS-10, -11)."""
        free: Truths = np.ones(len(lines.far), dtype=np.bool_)
        mine = self.board.inside.get(body)
        for piece in self.ground.blocks:
            near = lines.through(piece)
            if mine is piece or not len(near):
                continue
            some = lines.take(near)
            within = np.array([t.inside == piece.id for t in targets], dtype=np.bool_)[some.which]
            within |= _holds(piece.shape, some.starts) | _holds(piece.shape, some.ends)
            asked = ground_number("over_storey" if piece.storeys == 1 else "over_storeys")
            over = self._over(some, piece, asked, long("dead_storey") * piece.storeys, piece.edges)
            free[near] &= within | over
        return free

    def _hills(self, lines: Lines) -> Truths:
        """Past, up, down and over hills (NAP-VIS-10, -11): who stands on one sees over what is not above him there."""
        free: Truths = np.ones(len(lines.far), dtype=np.bool_)
        for piece in self.ground.hills:
            near = lines.near(piece)
            if not len(near):
                continue
            some = lines.take(near)
            peak, beyond = np.zeros(len(near)), np.zeros(len(near))
            for k, edges in reversed(list(enumerate(piece.ring_edges))):
                met = (peak == 0.0) & (area_depths(some.starts, some.ends, edges) > 0.0)
                peak[met] = piece.level + k + 1
                if met.any():
                    beyond[met] = _behind(some.take(np.flatnonzero(met)), edges)
            high = np.flatnonzero(peak)
            if not len(high):
                continue
            near, some, peak, beyond = near[high], some.take(high), peak[high], beyond[high]
            on, at = _holds(piece.rings[0], some.starts), _holds(piece.rings[0], some.ends)
            asked = piece.top - np.minimum(some.levels, piece.top) + ground_number("over_hill")
            excess = np.maximum(some.eyes - some.levels - asked, 0.0) * long("shorter")
            past = _behind(some, piece.edges) >= long("dead_contour") * len(piece.rings) - excess - SLACK
            over = (some.eyes >= piece.top + ground_number("over_hill")) & past
            slope = beyond >= long("dead_contour") * (peak - some.levels) - excess - SLACK
            down = (peak <= some.levels) | ((some.eyes > peak) & slope)
            along = peak <= np.maximum(some.eyes, some.levels)
            free[near] &= np.where(on, along, np.where(at, down, over))
        return free

    def dead(self, lines: Lines) -> Truths:
        """Which lines end behind a hill, or right behind a wood that they lead over (NAP-VIS-10 to -12, NAP-VIS-14)."""
        out: Truths = ~self._hills(lines)
        asked = ground_number("over_wood")
        for piece in self.ground.woods:
            near = lines.through(piece)
            some = lines.take(near)
            seen_over = (some.eyes - piece.level >= asked) & ~_holds(piece.shape, some.starts)
            beyond = seen_over & ~_holds(piece.shape, some.ends)
            out[near] |= beyond & ~self._over(some, piece, asked, long("dead_wood"), piece.edges)
        return out

    def hidden_by_one(self, body: str, lines: Lines, whom: Target, corners: int) -> Truths:
        """From which eyes one rank alone hides somebody wholly: it is met on the way to each of his hull's corners.

        Lines lead from each eye in turn to all corners; a rank that is met on all these ways is met on any between.
        """
        rows, hits = self._hits(lines, body, (whom,), "see")
        each: Truths = np.asarray(hits.reshape(len(hits) // corners, corners, len(rows)).all(axis=1))
        if whom.mounted:
            each &= ~self.bars.foot[rows]
        return np.asarray(each.any(axis=1))

    def _troops(self, lines: Lines, body: str, targets: tuple[Target, ...], purpose: Purpose) -> Truths:
        """Past troops (NAP-VIS-13, NAP-R20); for fire past close order and own skirmishers (NAP-S55)."""
        rows, hits = self._hits(lines, body, targets, purpose)
        free: Truths = np.asarray(~hits.any(axis=1))
        if purpose == "fire":
            return free
        ridden = np.array([t.mounted for t in targets], dtype=np.bool_)[lines.which]
        for k in np.flatnonzero(ridden & ~free).tolist():
            met = rows[hits[k]]
            free[k] = bool(self.bars.foot[met].all()) and len(np.unique(self.bars.units[met])) == 1
        return free

    def _hits(self, lines: Lines, body: str, targets: tuple[Target, ...], purpose: Purpose) -> tuple[Indices, Truths]:
        """Ranks that hinder, and which lines (l, r) they hinder: not if an end is higher than they (NAP-VIS-13).

        Elephants see and are seen over those on the same level too (NAP-CAM-05); who stands in a rank looks past it.
        """
        bars = self.bars
        low, high = np.array(lines.box[:2]), np.array(lines.box[2:])
        near = (bars.boxes[:, :2] <= high).all(axis=1) & (bars.boxes[:, 2:] >= low).all(axis=1) & (bars.bodies != body)
        near &= bars.close | ((bars.sides == self.board.sides.get(body, "")) & (purpose == "fire"))
        rows = np.flatnonzero(near)
        hits = through_sides(lines.starts, lines.ends, bars.normals[rows], bars.rims[rows])
        for number, whom in enumerate(targets):
            mine = np.flatnonzero(bars.bodies[rows] == whom.body)
            if len(mine):
                hits[np.ix_(lines.which == number, mine)] = False
        if purpose == "fire" or not hits.any():
            return rows, hits
        i, j = np.nonzero(hits)
        levels, eyes, there = bars.levels[rows][j], lines.eyes[i], lines.levels[i]
        over = (there > levels) | (eyes > levels)
        if body in self.board.sides and facts.is_elephants(self.view, body):
            over |= eyes >= levels
        tall = np.array([t.elephants for t in targets], dtype=np.bool_)[lines.which[i]]
        over |= tall & (there >= levels)
        over |= _amid(lines.starts[i], bars, rows[j]) | _amid(lines.ends[i], bars, rows[j])
        hits[i[over], j[over]] = False
        return rows, hits

    def _noticed(self, lines: Lines, targets: tuple[Target, ...]) -> Truths:
        """Whether who stands there still would be noticed: not in a wood, scrub or building, nor behind a hedge.

        NAP-DET-01, NAP-DET-02, NAP-R18.
        """
        still = np.array([not t.busy for t in targets], dtype=np.bool_)[lines.which]
        free = ~(still & np.array([bool(t.inside) for t in targets], dtype=np.bool_)[lines.which])
        for piece in self.ground.hiding:
            free &= ~(still & _holds(piece.shape, lines.ends))
        for number, target in enumerate(targets):
            for name in () if target.busy else target.behind:
                rows = np.flatnonzero(free & (lines.which == number))
                ways = shapely.linestrings(np.stack((lines.starts[rows], lines.ends[rows]), axis=1))
                free[rows] &= ~shapely.intersects(ways, self.ground.by_id[name].shape)
        return free


@remembered
def looking(view: State) -> View:
    """A view as those who look see it."""
    return View(view)


def _holds(shape: Shape, points: Floats) -> Truths:
    """Which points are inside an area."""
    return np.asarray(shapely.contains_xy(shape, points[:, 0], points[:, 1]), dtype=np.bool_)


def _behind(lines: Lines, edges: Floats) -> Floats:
    """How far (mm) beyond the far edge of something, along it, each line ends; 0 where it ends in it (NAP-S40)."""
    shares = crossings(lines.starts, lines.ends, edges, GRAZE)
    last = np.where(shares < 1.0 - 1e-12, shares, 0.0).max(axis=1, initial=0.0)
    length = np.hypot(*(lines.ends - lines.starts).T)
    return np.asarray((1.0 - last) * length)


def _amid(points: Floats, bars: Bars, rows: Indices) -> Truths:
    """Which points lie in a rank: who stands among them looks past them."""
    return np.asarray((np.einsum("kc,kqc->kq", points, bars.normals[rows]) >= bars.rims[rows]).all(axis=1))
