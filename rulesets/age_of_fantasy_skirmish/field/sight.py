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

from game.engine.state import State
from game.geometry.bases import Bases, Indices
from game.geometry.shapes import Floats, sin_cos_all
from rulesets.age_of_fantasy_skirmish.field.board import Board, board
from rulesets.age_of_fantasy_skirmish.field.outlines import Truths
from rulesets.age_of_fantasy_skirmish.field.veils import Veils, veils_of

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


def lines_free(view: State, a: str, b: str) -> Truths:
    """The nine lines (3, 3) of a pair of models: which are free. None is where one of the two is not on the table."""
    now = board(view)
    if a not in now.index or b not in now.index:
        return np.zeros((3, 3), dtype=np.bool_)
    i, j = now.index[a], now.index[b]
    # from one model to all, worked out once for a situation
    free = now.memo.once(("sight", i), lambda: free_lines(now, np.array([i], dtype=np.intp), np.arange(len(now)))[0])
    return np.asarray(free[j])


def look_all(view: State, unit: str = "") -> None:
    """Work out sight from all models, or from those of a unit, to all at once, for what is asked next."""
    now = board(view)
    rows = now.rows(unit).tolist() if unit else range(len(now))
    left = np.array([k for k in rows if ("sight", k) not in now.memo], dtype=np.intp)
    found = free_lines(now, left, np.arange(len(now)))
    now.memo.update({("sight", k): free for k, free in zip(left.tolist(), found, strict=True)})


def sees(view: State, a: str, b: str) -> bool:
    """Whether a model sees another: at least one of the nine lines is free (AFS-S10)."""
    return bool(lines_free(view, a, b).any())


def seen_of(view: State, base: str, unit: str) -> tuple[str, ...]:
    """The models of a unit that a model sees, in the order of their numbers."""
    return tuple(b.id for b in view.bases_of(unit) if sees(view, base, b.id))


def sees_unit(view: State, base: str, unit: str) -> bool:
    """Whether a model sees a model of a unit; of its own unit it sees at least itself."""
    if view.bases[base].unit == unit:
        return base in board(view).index
    return any(sees(view, base, b.id) for b in view.bases_of(unit))


def visible_marks(view: State, unit: str, among: Iterable[str]) -> tuple[str, ...]:
    """The units among some that a model of a unit sees."""
    mine = [b.id for b in view.bases_of(unit)]
    return tuple(mark for mark in among if any(sees_unit(view, b, mark) for b in mine))


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


def hidden_by(view: State, unit: str, enemy: str) -> tuple[str, ...]:
    """What blocks sight from the nearest model of a unit to the nearest model of another; nothing if they see it."""
    return seen_or_hidden(view, unit, (enemy,)).get(enemy) or ()


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
