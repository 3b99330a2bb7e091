"""Who sees whom: nine lines from an eye to a base, past hedges, walls, hills, platforms, towers, woods and the ground.

AFS-S04, AFS-S09, AFS-S10. Models never block sight. All pairs of viewers and targets are worked out at once.

Lines of a pair come as (3, 3): columns at -0.9 (left as seen by the viewer), 0 and +0.9 of the half-width across the
line of centres, rows at 0.1, 0.5 and 0.9 of the target's height. A line is blocked if it runs inside a blocking prism
for more than nothing; what runs along a face or an outline only touches it. A point on the outline of a wood is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.bases import Bases, Indices, near_boxes
from game.geometry.crossing import GRAZE, crossings, padded_edges, ring_edges, under_heights
from game.geometry.planar import shapes, union
from game.geometry.shapes import Floats, sin_cos_all
from game.geometry.terrain import ON_OUTLINE
from game.kit.figures.outlines import Truths
from rulesets.age_of_fantasy_skirmish.field.ground import Board, Ground, board

COLUMNS = (-0.9, 0.0, 0.9)
ROWS = (0.1, 0.5, 0.9)
FEW = 4
"""One model in so many looks first, where it is asked what a unit sees."""


class Line(msgspec.Struct, frozen=True):
    """A line of sight: from an eye to a point, in mm (x, y, height); what blocks it, "" where it is free.

    ``ground`` marks a line that the ground itself blocks; ``share`` is where on the line it is blocked first (1: free).
    """

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    column: int
    row: int
    blockers: tuple[str, ...] = ()
    ground: bool = False
    share: float = 1.0

    @property
    def free(self) -> bool:
        """Whether nothing blocks it."""
        return not self.blockers and not self.ground


_NOTHING = 1e-9
"""Share of a line that is no length."""


class Veils:
    """All that blocks sight on a ground: solid pieces below their tops, woods where a line enters and leaves them."""

    def __init__(self, ground: Ground) -> None:
        pieces = [p for p in ground.pieces if p.kind.sight]
        self.ids = tuple(p.id for p in pieces)
        self.areas = shapes([p.area for p in pieces])
        shapely.prepare(self.areas)
        self.boxes: Floats = shapely.bounds(self.areas).reshape(-1, 4)
        self.tops: Floats = np.array([p.top for p in pieces], dtype=np.float64)
        self.veil: Truths = np.array([p.kind.sight == "veil" for p in pieces], dtype=np.bool_)
        self.edges = padded_edges([ring_edges(p.area) for p in pieces])
        pits = union([p.area for p in ground.pits])
        self.pits: Floats = ring_edges(pits) if not pits.is_empty else np.empty((0, 2, 2))

    def blocked(self, eyes: Floats, points: Floats) -> Truths:
        """Which lines from eyes (n, 3) to points (n, m, columns, rows, 3), in columns above each other, are blocked."""
        n, m, columns, rows = points.shape[:4]
        plan = points[:, :, :, 0, :2].reshape(-1, 2)
        tops = points[..., 2].reshape(-1, rows)
        eye_of = np.repeat(np.arange(n), m * columns)
        starts, low = eyes[eye_of, :2], eyes[eye_of, 2]
        out = np.zeros((len(plan), rows), dtype=np.bool_)
        line, which = self._near(starts, plan)
        if len(line):
            through, shares = self._cuts(starts[line], plan[line], which)
            line, which, shares = line[through], which[through], shares[:, through]
            # what runs wholly between the table and a roof is blocked by what it meets in plan
            highest, lowest = np.maximum(low, tops.max(axis=1)), np.minimum(low, tops.min(axis=1))
            under = ~self.veil[which] & (lowest[line] > 0.0) & (highest[line] < self.tops[which])
            out[line[under]] = True
            rest = ~under & ~out[line].all(axis=1)
            line, which, shares = line[rest], which[rest], shares[:, rest]
        if len(line):
            first, last = self._under(shares, low[line], tops[line], which)
            hit = ((last - first).sum(axis=-1) > _NOTHING).all(axis=0)
            veiled = self.veil[which] & hit.any(axis=1)
            if veiled.any():
                at = line[veiled]
                hit[veiled] &= ~self._in_wood(eyes[eye_of[at]], plan[at], tops[at], which[veiled])
            np.logical_or.at(out, line, hit)
        deep = np.flatnonzero((low < 0.0) | (tops < 0.0).any(axis=1))
        if len(deep):
            out[deep] |= self._earth(starts[deep], plan[deep], low[deep], tops[deep])
        return out.reshape(n, m, columns, rows)

    def named(self, eyes: Floats, points: Floats) -> list[tuple[tuple[str, ...], bool, float]]:
        """What blocks each line from eyes to points (both k, 3): ids of pieces, whether the earth, where first."""
        starts, low = eyes[:, :2], eyes[:, 2]
        found: list[list[tuple[float, str]]] = [[] for _ in points]
        line, which = self._near(starts, points[:, :2])
        if len(line):
            shares = self._cuts(starts[line], points[line, :2], which)[1]
            first, last = self._under(shares, low[line], points[line, 2:], which)
            runs = last - first > _NOTHING
            hit = ((last - first).sum(axis=-1) > _NOTHING).all(axis=0)[:, 0]
            veiled = np.flatnonzero(hit & self.veil[which])
            woods, at = which[veiled], line[veiled]
            hit[veiled] &= ~(self._hold(woods, eyes[at]) | self._hold(woods, points[at]))
            for n in np.flatnonzero(hit).tolist():
                begun = first[0, n, 0][runs[0, n, 0]]
                found[int(line[n])].append((float(begun.min(initial=1.0)), self.ids[int(which[n])]))
        earth = np.zeros(len(points), dtype=np.bool_)
        deep = np.flatnonzero((low < 0.0) | (points[:, 2] < 0.0))
        earth[deep] = self._earth(starts[deep], points[deep, :2], low[deep], points[deep, 2:])[:, 0]
        out: list[tuple[tuple[str, ...], bool, float]] = []
        for k, own in enumerate(found):
            own.sort()
            start, end = float(low[k]), float(points[k, 2])
            # where it first runs below 0
            below = [0.0 if start < 0.0 else start / (start - end)] if earth[k] else []
            share = min([s for s, _ in own] + below, default=1.0)
            out.append((tuple(name for _, name in own), bool(earth[k]), share))
        return out

    def _near(self, starts: Floats, ends: Floats) -> tuple[Indices, Indices]:
        """Pairs (line, piece) whose boxes meet, with corners of the piece's box on both sides of the line."""
        if not len(self.ids):
            return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        rows, which = near_boxes(np.concatenate((low, high), axis=1), self.boxes, 0.0)
        box = self.boxes[which]
        way = ends[rows] - starts[rows]
        x = (box[:, 0] + box[:, 2]) / 2.0 - starts[rows, 0]
        y = (box[:, 1] + box[:, 3]) / 2.0 - starts[rows, 1]
        half = np.abs(way[:, 0]) * (box[:, 3] - box[:, 1]) / 2.0 + np.abs(way[:, 1]) * (box[:, 2] - box[:, 0]) / 2.0
        keep = np.abs(way[:, 0] * y - way[:, 1] * x) <= half + 1.0
        return rows[keep], which[keep]

    def _under(self, both: Floats, low: Floats, tops: Floats, which: Indices) -> tuple[Floats, Floats]:
        """Of shares (2, k, cuts) at outlines of pieces, what is below their tops: from, to (2, k, rows, stretches)."""
        enter, leave, roof = both[:, :, None, 0::2], both[:, :, None, 1::2], self.tops[which][None, :, None, None]
        shape = (2, *tops.shape, enter.shape[-1])
        parts = (enter, leave, low[None, :, None, None], tops[None, :, :, None], np.zeros(1), roof)
        return under_heights(*(np.broadcast_to(part, shape) for part in parts))

    def _cuts(self, starts: Floats, ends: Floats, which: Indices) -> tuple[Indices, Floats]:
        """Rows of the lines that run through their piece in plan; all lines' shares (2 sides, k, cuts) at its outline.

        Every test is made with the line moved a hair to one side and to the other: what grazes is not inside.
        """
        twice = np.concatenate((which, which))
        aside = np.repeat((GRAZE, -GRAZE), len(which))[:, None]
        starts, ends = np.concatenate((starts, starts)), np.concatenate((ends, ends))
        cuts = crossings(starts, ends, self.edges[twice], aside)
        both = cuts.reshape(2, len(which), cuts.shape[1])
        through = ((both[..., 1::2] - both[..., 0::2]).sum(axis=-1) > _NOTHING).all(axis=0)
        return np.flatnonzero(through), both

    def _hold(self, which: Indices, ends: Floats) -> Truths:
        """Whether points (k, 3) lie in their wood, not above it."""
        there = shapely.dwithin(self.areas[which], shapely.points(ends[:, :2]), ON_OUTLINE)
        return np.asarray(there & _between(ends[:, 2], self.tops[which]))

    def _in_wood(self, eyes: Floats, plan: Floats, tops: Floats, which: Indices) -> Truths:
        """Whether lines (k, rows) from eyes (k, 3) to points in plan (k, 2) start or end in their wood, not above."""
        ends = shapely.dwithin(self.areas[which], shapely.points(plan), ON_OUTLINE)
        there = ends[:, None] & _between(tops, self.tops[which][:, None])
        return np.asarray(self._hold(which, eyes)[:, None] | there)

    def _earth(self, starts: Floats, ends: Floats, low: Floats, tops: Floats) -> Truths:
        """Whether lines (k, rows) run below 0 outside a chasm."""
        zero = np.zeros(tops.shape)
        first, last = under_heights(zero, zero + 1.0, np.broadcast_to(low[:, None], tops.shape), tops, zero - 1e9, zero)
        if not len(self.pits):
            return np.asarray(last - first > _NOTHING)
        lengths = []
        for aside in (GRAZE, -GRAZE):
            cuts = crossings(starts, ends, self.pits, aside)
            enter, leave = cuts[:, None, 0::2], cuts[:, None, 1::2]
            shared = np.minimum(leave, last[..., None]) - np.maximum(enter, first[..., None])
            lengths.append((last - first) - np.maximum(shared, 0.0).sum(axis=-1))
        return np.asarray(np.minimum(*lengths) > _NOTHING)


def _between(z: Floats, top: Floats) -> Truths:
    return np.asarray((z >= 0.0) & (z <= top))


def veils_of(ground: Ground) -> Veils:
    """The veils of a ground, made once."""
    return ground.kept.once("veils", lambda: Veils(ground))


def target_points(eyes: Floats, bases: Bases, heights: Floats, tall: Floats) -> Floats:
    """The nine points of every target as seen from every eye: (n, m, 3 columns, 3 rows, 3)."""
    ways = bases.centres[None, :, :] - eyes[:, None, :2]
    length = np.hypot(ways[..., 0], ways[..., 1])[..., None]
    sines, cosines = sin_cos_all(bases.facings)
    ahead = np.stack((sines, cosines), axis=-1)
    ways = np.where(length == 0.0, ahead, ways / np.where(length == 0.0, 1.0, length))
    ax, ay = ways[..., 1], -ways[..., 0]
    u, v = ax * cosines - ay * sines, ax * sines + ay * cosines
    half = np.hypot(u * bases.widths / 2.0, v * bases.depths / 2.0)
    aside = np.stack((ax * half, ay * half), axis=-1)
    plan = bases.centres[None, :, None, :] + aside[:, :, None, :] * np.array(COLUMNS)[:, None]
    out = np.empty((*ways.shape[:2], 3, 3, 3))
    out[..., :2] = plan[:, :, :, None, :]
    out[..., 2] = (heights[:, None] + tall[:, None] * np.array(ROWS))[None, :, None, :]
    return out


def eyes_of(now: Board, rows: Indices) -> Floats:
    """Eyes (n, 3): above the centres at surface plus height of the model (AFS-S10)."""
    return np.column_stack((now.bases.centres[rows], now.heights[rows] + now.tall[rows]))


def free_lines(now: Board, viewers: Indices, targets: Indices, columns: slice = slice(None)) -> Truths:
    """Which of the nine lines, or of those in some columns, are free: (n, m, columns, 3 rows)."""
    if not len(viewers) or not len(targets):
        return np.ones((len(viewers), len(targets), 3, 3), dtype=np.bool_)
    eyes = eyes_of(now, viewers)
    points = target_points(eyes, now.bases.take(targets), now.heights[targets], now.tall[targets])
    return ~veils_of(now.ground).blocked(eyes, points[:, :, columns])


def _from_unit(now: Board, unit: str) -> tuple[Truths, list[list[bool]]]:
    """Which lines are free from the models of a unit to all models (n, m, 3, 3), and whether any of each pair is.

    Worked out once for a situation: who asks for one of them asks for others too.
    """

    def found() -> tuple[Truths, list[list[bool]]]:
        free = free_lines(now, now.rows(unit), np.arange(len(now)))
        return free, np.asarray(free.any(axis=(2, 3))).tolist()

    return now.memo.once(("sight", unit), found)


def lines_free(view: State, a: str, b: str) -> Truths:
    """The nine lines (3, 3) of a pair of models: which are free. None is where one of the two is not on the table."""
    now = board(view)
    if a not in now.index or b not in now.index:
        return np.zeros((3, 3), dtype=np.bool_)
    i, unit = now.index[a], view.bases[a].unit
    return np.asarray(_from_unit(now, unit)[0][i - now.rows(unit)[0], now.index[b]])


def sees(view: State, a: str, b: str) -> bool:
    """Whether a model sees another: at least one of the nine lines is free (AFS-S10)."""
    now = board(view)
    if a not in now.index or b not in now.index:
        return False
    i, unit = now.index[a], view.bases[a].unit
    return _from_unit(now, unit)[1][i - int(now.rows(unit)[0])][now.index[b]]


def sees_unit(view: State, base: str, unit: str) -> bool:
    """Whether a model sees a model of a unit; of its own unit it sees at least itself."""
    if view.bases[base].unit == unit:
        return base in board(view).index
    return any(sees(view, base, b.id) for b in view.bases_of(unit))


def lines(view: State, a: str, b: str) -> tuple[Line, ...]:
    """The nine lines of a pair of models with all that blocks them, for display; none where one is off the table."""
    now = board(view)
    if a not in now.index or b not in now.index:
        return ()
    i, j = np.array([now.index[a]], dtype=np.intp), np.array([now.index[b]], dtype=np.intp)
    eyes = eyes_of(now, i)
    points = target_points(eyes, now.bases.take(j), now.heights[j], now.tall[j])
    return lines_to(veils_of(now.ground), eyes[0], points[0, 0])


def lines_to(veils: Veils, eye: Floats, points: Floats) -> tuple[Line, ...]:
    """Lines from an eye (3,) to points (3 columns, 3 rows, 3), column by column, with what blocks each."""
    ends = points.reshape(-1, 3)
    named = veils.named(np.broadcast_to(eye, ends.shape), ends)
    ax, ay, az = eye.tolist()
    spots = enumerate(zip(ends.tolist(), named, strict=True))
    return tuple(Line((ax, ay, az), (x, y, z), k // 3, k % 3, *how) for k, ((x, y, z), how) in spots)


def blockers(view: State, a: str, b: str) -> tuple[str, ...]:
    """Ids of the pieces that block a line of a pair of models, those that block most first."""
    return _most_first(line.blockers for line in lines(view, a, b))


def _most_first(found: Iterable[Iterable[str]]) -> tuple[str, ...]:
    counts = Counter(chain.from_iterable(found))
    return tuple(sorted(counts, key=lambda p: (-counts[p], p)))


def seen_or_hidden(view: State, unit: str, enemies: Sequence[str]) -> dict[str, tuple[str, ...] | None]:
    """Of enemies on the table: None where a model of a unit sees one of theirs, else what blocks sight.

    That is what blocks it from the nearest model to the nearest model. Nothing is worked out that is not told: first
    the middle of the bases as a few see them, then as all do; the sides only of those who are hidden till then.
    """
    now = board(view)
    mine, rows = now.rows(unit), {e: now.rows(e) for e in enemies}
    if not len(mine):
        return dict.fromkeys(enemies, ())
    left = [e for e in enemies if len(rows[e])]
    found: dict[str, tuple[str, ...] | None] = {e: None if len(rows[e]) else () for e in enemies}
    middle, aside = slice(1, 2), slice(0, 3, 2)
    for viewers, columns in ((mine[::FEW], middle), (mine, middle), (mine, aside)):
        left = _unseen(now, viewers, {e: rows[e] for e in left}, columns)
    pairs = [divmod(int(now.far[np.ix_(mine, rows[e])].argmin()), len(rows[e])) for e in left]
    theirs = np.array([rows[e][j] for e, (_, j) in zip(left, pairs, strict=True)], dtype=np.intp)
    eyes = eyes_of(now, mine[[i for i, _ in pairs]])
    points = target_points(eyes, now.bases.take(theirs), now.heights[theirs], now.tall[theirs])
    own, each = points[np.arange(len(left)), np.arange(len(left))].reshape(-1, 3), len(COLUMNS) * len(ROWS)
    named = veils_of(now.ground).named(np.repeat(eyes, each, axis=0), own) if left else []
    for k, enemy in enumerate(left):
        found[enemy] = _most_first(names for names, _, _ in named[k * each : (k + 1) * each])
    return found


def _unseen(now: Board, viewers: Indices, rows: Mapping[str, Indices], columns: slice) -> list[str]:
    """The units of which no viewer sees a model by the lines in some columns."""
    if not rows:
        return []
    seen = np.asarray(free_lines(now, viewers, np.concatenate(list(rows.values())), columns).any(axis=(0, 2, 3)))
    each = np.split(seen, np.cumsum([len(own) for own in rows.values()])[:-1])
    return [unit for unit, models in zip(rows, each, strict=True) if not models.any()]
