"""Who sees whom (WMA-S07, WMA-S08): from a stand's eye to five points of another, and what stands between.

Blocked by more than 0.05 cm through another stand (those of the viewed unit excepted), by more than 2 cm in all of
woods, ruins and buildings, and by any hill or fortification on which neither stand has its centre.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.bases import Indices
from game.geometry.crossing import area_depths, ring_edges, through_bases
from game.geometry.measure import point_base_distance
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, bounds, sin_cos_all
from game.kit.situation import side_of
from rulesets.warmaster_ancients.field.facts import footprint
from rulesets.warmaster_ancients.field.scene import Board, Land, board, remembered
from rulesets.warmaster_ancients.measures import MEASURES, SAME, length

STAND = MEASURES.reach(length("sight_stand"))
DEPTH = MEASURES.reach(length("sight_depth"))
CROSSED = 0.1
"""A line that runs less than this (mm) over a hill touches it only (WMA-S01)."""

RAY = 1e-3
"""A point this near (mm) to a ray of the front zone lies on it: recorded poses are rounded."""


class Blocker(msgspec.Struct, frozen=True):
    """Something that hides: a stand, a feature by depth, or a feature by height; its id, and the mm of line in it."""

    kind: Literal["stand", "depth", "height"]
    id: str
    amount: float


class Look(msgspec.Struct, frozen=True):
    """One stand looks at another: by the line of sight that is free, else by the one nearest to free.

    ``point`` is where that line ends, ``blockers`` lie on it; ``text`` and ``clause`` tell why it is not seen.
    """

    seen: bool
    point: Point
    blockers: tuple[Blocker, ...] = ()
    text: Text | None = None
    clause: str = ""


class _Hiding:
    """The edges of what hides, made once for a terrain."""

    def __init__(self, land: Land) -> None:
        over = land.terrain.ground(land.overlays)

        def cut(shape: Shape) -> Shape:
            return shape if over.is_empty else shapely.difference(shape, over)

        def each(how: str) -> list[tuple[str, Floats, Floats]]:
            """Features that hide, with their edges and upright boxes."""
            found = ((f, ring_edges(cut(land.terrain.geometry(f)))) for f in land.sight_kinds(how))
            return [(f, edges, np.array(bounds(edges))) for f, edges in found if len(edges)]

        self.deep_each, self.high = each("depth"), each("height")
        whole = cut(shapely.union_all([land.terrain.geometry(f) for f in land.sight_kinds("depth")]))
        self.deep: Floats | None = None if whole.is_empty else ring_edges(whole)
        self.deep_box = None if self.deep is None else np.array(bounds(self.deep))


_hiding = lru_cache(maxsize=8)(_Hiding)


class _Lines:
    """The lines from some viewers to five points each of some targets that end in a front zone."""

    def __init__(self, here: Board, viewers: Indices, targets: Indices) -> None:
        bases = here.scene.bases
        sine, cosine = sin_cos_all(bases.facings[viewers])
        b = bases.depths[viewers] / 2.0
        self.eyes = np.column_stack((bases.xs[viewers] + b * sine, bases.ys[viewers] + b * cosine))
        self.points = np.concatenate((here.corners[targets], bases.centres[targets][:, None]), axis=1)
        dx = self.points[None, :, :, 0] - bases.xs[viewers][:, None, None]
        dy = self.points[None, :, :, 1] - bases.ys[viewers][:, None, None]
        sine, cosine = sine[:, None, None], cosine[:, None, None]
        aside = np.abs(dx * cosine - dy * sine) - bases.widths[viewers][:, None, None] / 2.0
        ahead = dx * sine + dy * cosine - b[:, None, None]
        self.front = (ahead >= -RAY) & (aside <= ahead + RAY)
        self.viewer, self.target, self.point = np.nonzero(self.front)
        self.starts = self.eyes[self.viewer]
        self.ends = self.points[self.target, self.point]


def _stands_in_way(here: Board, lines: _Lines, viewers: Indices, targets: Indices) -> tuple[Indices, Indices, Floats]:
    """Lines, rows of stands that they run through for more than 0.05 cm, and for how much (mm)."""
    starts, ends = lines.starts, lines.ends
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    box = here.boxes
    near = (low[:, None, 0] < box[:, 2]) & (high[:, None, 0] > box[:, 0])
    near &= (low[:, None, 1] < box[:, 3]) & (high[:, None, 1] > box[:, 1])
    groups = here.group_numbers
    near &= groups[targets][lines.target][:, None] != groups[None, :]
    near[np.arange(len(starts)), viewers[lines.viewer]] = False
    k, row = np.nonzero(near)
    inside = _inside(here, starts[k], ends[k], row)
    through = inside > STAND
    return k[through], row[through], inside[through]


def _inside(here: Board, starts: Floats, ends: Floats, rows: Indices) -> Floats:
    """Length (mm) of each line inside the stand of its row."""
    low, high = through_bases(starts, ends, here.scene.bases, rows, RAY)
    return np.asarray((high - low) * np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1]))


def _crosses(box: Floats | None, starts: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Lines whose upright box meets a box."""
    if box is None:
        return np.zeros(len(starts), dtype=np.bool_)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    return np.asarray((low < box[2:]).all(axis=1) & (high > box[:2]).all(axis=1))


def _free(here: Board, lines: _Lines, viewers: Indices, targets: Indices) -> NDArray[np.bool_]:
    """Which lines nothing blocks."""
    free = np.ones(len(lines.starts), dtype=np.bool_)
    k, _, _ = _stands_in_way(here, lines, viewers, targets)
    free[k] = False
    hiding = _hiding(here.land)
    if hiding.deep is not None:
        rest = np.flatnonzero(free & _crosses(hiding.deep_box, lines.starts, lines.ends))
        if len(rest):
            depth = area_depths(lines.starts[rest], lines.ends[rest], hiding.deep, DEPTH)
            free[rest[depth > DEPTH]] = False
    for feature, edges, box in hiding.high:
        rest = np.flatnonzero(free & _crosses(box, lines.starts, lines.ends))
        rest = rest[~_on_it(here, feature, viewers[lines.viewer[rest]], targets[lines.target[rest]])]
        if len(rest):
            depth = area_depths(lines.starts[rest], lines.ends[rest], edges, CROSSED)
            free[rest[depth > CROSSED]] = False
    return free


def _on_it(here: Board, feature: str, viewers: Indices, targets: Indices) -> NDArray[np.bool_]:
    """Whether the viewing or the viewed stand has its centre on a feature."""
    key = ("on it", feature)
    if key not in here.memo:
        here.memo[key] = np.array([feature in under for under in here.under_centres], dtype=np.bool_)
    on: Any = here.memo[key]
    return np.asarray(on[viewers] | on[targets])


def _matrix(here: Board, viewers: Indices, targets: Indices) -> NDArray[np.bool_]:
    """Which viewer sees which target (k, m), by rows."""
    seen = np.zeros((len(viewers), len(targets)), dtype=np.bool_)
    if seen.size:
        lines = _Lines(here, viewers, targets)
        if len(lines.starts):
            free = _free(here, lines, viewers, targets)
            seen[lines.viewer[free], lines.target[free]] = True
    return seen


def _toward(here: Board, unit: str, *targets: str) -> list[NDArray[np.bool_]]:
    """Which stand of a unit sees which stand of others (k, m), in the order of their numbers; looked for together."""
    fresh = [t for t in targets if ("sight", unit, t) not in here.memo]
    if fresh:
        rows = [here.rows(t) for t in fresh]
        whole = _matrix(here, here.rows(unit), np.concatenate(rows))
        parts = np.split(whole, np.cumsum([len(r) for r in rows])[:-1], axis=1)
        here.memo.update({("sight", unit, t): seen for t, seen in zip(fresh, parts, strict=True)})
    return [here.memo["sight", unit, t] for t in targets]


def seen_of(view: State, unit: str, targets: Sequence[str]) -> tuple[str, ...]:
    """Those of some units of which a unit sees at least one stand (WMA-S08)."""
    found = _toward(board(view), unit, *targets)
    return tuple(t for t, seen in zip(targets, found, strict=True) if seen.any())


def seen_by_stand(view: State, stand: str, unit: str) -> tuple[str, ...]:
    """The stands of a unit that a stand sees, in the order of their numbers (WMA-S08)."""
    here = board(view)
    own = _unit(here, stand)
    row = _toward(here, own, unit)[0][here.scene.members(own).index(stand)]
    return tuple(b for b, seen in zip(here.scene.members(unit), row.tolist(), strict=True) if seen)


def stand_sees_unit(view: State, stand: str, unit: str) -> bool:
    """Whether a stand sees at least one stand of a unit (WMA-SHT-03)."""
    return bool(seen_by_stand(view, stand, unit))


def seen_stands(view: State, unit: str, target: str) -> tuple[str, ...]:
    """The stands of a target that at least one stand of a unit sees, in the order of their numbers (WMA-S11)."""
    here = board(view)
    seen = [bool(column.any()) for column in _toward(here, unit, target)[0].T]
    return tuple(b for b, yes in zip(here.scene.members(target), seen, strict=True) if yes)


def unit_sees_unit(view: State, unit: str, target: str) -> bool:
    """Whether at least one stand of a unit sees at least one stand of another (WMA-S08)."""
    return bool(seen_of(view, unit, (target,)))


def seen_enemies(view: State, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit sees, in order."""
    here = board(view)
    rows = here.enemy_rows(side_of(view, unit)).tolist()
    return seen_of(view, unit, tuple(dict.fromkeys(map(here.unit_of_row, rows))))


def eye_of(view: State, stand: str) -> Point:
    """The middle of a stand's front edge (WMA-S02)."""
    here = board(view)
    four = here.polys[here.scene.index[stand]]
    return (four[0][0] + four[1][0]) / 2.0, (four[0][1] + four[1][1]) / 2.0


def eye_distance(view: State, stand: str, unit: str) -> float:
    """Distance (mm, rounded) from a stand's eye to the closest point of a stand of a unit that it sees (WMA-S16).

    Infinite where it sees none.
    """
    shape, eye = footprint(view, unit), eye_of(view, stand)
    poses = (view.bases[b].pose for b in seen_by_stand(view, stand, unit))
    return MEASURES.round(min((point_base_distance(eye, shape, p) for p in poses if p is not None), default=math.inf))


def look(view: State, stand: str, other: str, blind: bool = False) -> Look:
    """One stand looks at another: the free line, or the best line and what blocks it (WMA-S08).

    ``blind``: it is known already that no line is free.
    """
    here = board(view)
    viewers, targets = here.scene.rows_of((stand,)), here.scene.rows_of((other,))
    lines = _Lines(here, viewers, targets)
    if not len(lines.starts):
        x, y = here.scene.bases.centres[targets[0]].tolist()
        text = T("{target}: not in the field of view", target=Thing(_unit(here, other)))
        return Look(False, (x, y), (), text, "WMA-S07")
    free = np.zeros(0, dtype=np.bool_) if blind else _free(here, lines, viewers, targets)
    if free.any():
        k = int(np.argmax(free))
        return Look(True, (float(lines.ends[k, 0]), float(lines.ends[k, 1])))
    found = _blockers(here, lines, viewers, targets)
    k = min(range(len(found)), key=lambda n: (len(found[n]), round(sum(b.amount for b in found[n]), 3), n))
    point = (float(lines.ends[k, 0]), float(lines.ends[k, 1]))
    first = found[k][0]
    if first.kind == "stand":
        text = T("The line of sight is blocked by {blocker}", blocker=Thing(_unit(here, first.id)))
    elif first.kind == "depth":
        text = T("Hidden by {blocker}", blocker=Thing(first.id))
    else:
        text = T("In between: {blocker}", blocker=Thing(first.id))
    return Look(False, point, tuple(found[k]), text, "WMA-S08")


def _unit(here: Board, stand: str) -> str:
    return here.unit_of_row(here.scene.index[stand])


def _blockers(here: Board, lines: _Lines, viewers: Indices, targets: Indices) -> list[list[Blocker]]:
    """What blocks each line from one stand to another: stands nearest first, then the ground."""
    starts, ends = lines.starts, lines.ends
    found: list[list[Blocker]] = [[] for _ in starts]
    k, rows, amounts = _stands_in_way(here, lines, viewers, targets)
    away = np.hypot(*(here.scene.bases.centres[rows] - starts[k]).T).tolist()
    for n in sorted(range(len(away)), key=lambda n: round(away[n], 3)):
        found[k[n]].append(Blocker("stand", here.scene.ids[rows[n]], round(float(amounts[n]), 3)))

    def crossed(kind: Literal["depth", "height"], feature: str, edges: Floats, which: Indices) -> None:
        amounts = area_depths(starts[which], ends[which], edges).tolist() if len(which) else ()
        for k, amount in zip(which.tolist(), amounts, strict=True):
            if amount > CROSSED:
                found[k].append(Blocker(kind, feature, round(amount, 3)))

    hiding = _hiding(here.land)
    if hiding.deep is not None:
        near = np.flatnonzero(_crosses(hiding.deep_box, starts, ends))
        deep = near[area_depths(starts[near], ends[near], hiding.deep) > DEPTH] if len(near) else near
        for feature, edges, box in hiding.deep_each:
            crossed("depth", feature, edges, deep[_crosses(box, starts[deep], ends[deep])])
    for feature, edges, box in hiding.high:
        near = np.flatnonzero(_crosses(box, starts, ends))
        if len(near) and not _on_it(here, feature, viewers, targets)[0]:
            crossed("height", feature, edges, near)
    return found


@remembered
def look_at_unit(view: State, unit: str, target: str) -> Look:
    """A unit looks at another: its first free line, or the best line of the pair of stands nearest to each other."""
    here = board(view)
    own, others = here.scene.members(unit), here.scene.members(target)
    (matrix,) = _toward(here, unit, target)
    gaps = here.gaps(unit)[:, here.rows(target)]
    seen = bool(matrix.any())
    i, j = np.argwhere(matrix if seen else gaps <= gaps.min() + SAME)[0].tolist()
    return look(view, own[i], others[j], blind=not seen)
