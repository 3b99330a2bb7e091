"""Places of a unit on the field as arrays: gaps, aspects, free lanes, cover and support, against all others at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.field import TOUCH, Block, Bodies, Field, Troop, in_frame
from rulesets.warmaster_ancients.general.matchups import Aspect

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]

ASPECTS: tuple[Aspect, ...] = ("front", "flank", "rear")
COVERS: tuple[Status, ...] = ("open", "defended", "fortified")
INSIDE = 0.8
"""How far towards the ends of a body its nearest point is looked for."""


class Places(Bodies):
    """Some places of a unit as arrays, in relation to all other units but those that are ``absent``."""

    def __init__(self, field: Field, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> None:
        super().__init__(blocks)
        self.field, self.troop = field, troop
        self.absent = tuple(field.troops[u].row for u in absent if u in field.troops)
        self.foes = field.foe_rows
        self.gaps = distance_matrix(self.corners, field.corners[self.foes])

    # -- frames -----------------------------------------------------------------------------------------------

    def foes_from_here(self) -> tuple[Floats, Floats]:
        """The enemies' middles in the frames of the places (k, m): mm to the right and ahead."""
        return in_frame(self.field.middles[self.foes][None] - self.middles[:, None], self.axes[:, None])

    def here_from_foes(self) -> tuple[Floats, Floats]:
        """The places' middles in the frames of the enemies (k, m)."""
        return in_frame(self.middles[:, None] - self.field.middles[self.foes][None], self.field.axes[self.foes][None])

    # -- ground -----------------------------------------------------------------------------------------------

    def ground(self) -> list[tuple[str, ...]]:
        """The areas on which the middles of the places lie."""
        return board(self.field.view).land.at_points(self.middles)

    def foes_ground(self) -> list[tuple[str, ...]]:
        """The areas on which the enemies' middles lie."""
        return board(self.field.view).land.at_points(self.field.middles[self.foes])


def aspects(aside: Floats, ahead: Floats, halves: Floats) -> Any:
    """In which zone of a body a point lies: 0 front, 1 flank, 2 rear (WMA-S07)."""
    a, b = halves[..., 0], halves[..., 1]
    front = (ahead >= b) & (np.abs(aside) - a <= ahead - b)
    rear = (ahead <= -b) & (np.abs(aside) - a <= -ahead - b)
    return np.where(front, 0, np.where(rear, 2, 1))


def faces(aside: Floats, ahead: Floats, halves: Floats, breadth: Any) -> Any:
    """Whether a body has a good part of another of some breadth (half, mm) in its front zone."""
    return (ahead > halves[..., 1]) & (np.abs(aside) - halves[..., 0] <= ahead - halves[..., 1] + 0.5 * breadth)


def _blocked(field: Field, starts: Floats, ends: Floats, skip: Sequence[tuple[int, ...]]) -> Flags:
    """Whether another unit's block lies on each of some lines."""
    if not len(starts):
        return np.zeros(0, dtype=bool)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    boxes_low, boxes_high = field.corners.min(axis=1), field.corners.max(axis=1)
    near = (low[:, None] < boxes_high[None]).all(axis=2) & (high[:, None] > boxes_low[None]).all(axis=2)
    for n, rows in enumerate(skip):
        near[n, list(rows)] = False
    lines, row = np.nonzero(near)
    blocked = np.zeros(len(starts), dtype=bool)
    if len(lines):
        axes = field.axes[row]
        start = in_frame(starts[lines] - field.middles[row], axes)
        way = in_frame(ends[lines] - starts[lines], axes)
        low_t, high_t = np.zeros(len(lines)), np.ones(len(lines))
        for at, run, half in zip(start, way, field.halves[row].T, strict=True):
            still = np.abs(run) < 1e-9
            safe = np.where(still, 1.0, run)
            first, last = (-half - at) / safe, (half - at) / safe
            inside = np.abs(at) < half
            low_t = np.maximum(low_t, np.where(still, np.where(inside, 0.0, 1.0), np.minimum(first, last)))
            high_t = np.minimum(high_t, np.where(still, np.where(inside, 1.0, 0.0), np.maximum(first, last)))
        np.logical_or.at(blocked, lines, high_t - low_t > 1e-6)
    return blocked


def _towards(eyes: Floats, middles: Floats, axes: Floats, halves: Floats) -> Floats:
    """The points of some bodies nearest to some eyes, a little inside of them."""
    aside, ahead = in_frame(eyes - middles, axes)
    u = np.clip(aside, -halves[:, 0] * INSIDE, halves[:, 0] * INSIDE)
    v = np.clip(ahead, -halves[:, 1] * INSIDE, halves[:, 1] * INSIDE)
    (x, y), (sine, cosine) = middles.T, axes.T
    return np.column_stack((x + u * cosine + v * sine, y - u * sine + v * cosine))


def open_lanes(places: Places, wanted: Any, outward: bool) -> Any:
    """Which charges wanted (k, m) have a free lane: from the places out, or from the enemies in."""
    k, m = np.nonzero(wanted)
    free = np.zeros(wanted.shape, dtype=bool)
    if not len(k):
        return free
    field = places.field
    foes = np.array(places.foes)[m]
    if outward:
        eyes = places.middles[k] + places.axes[k] * places.halves[k, 1, None]
        ends = _towards(eyes, field.middles[foes], field.axes[foes], field.halves[foes])
    else:
        eyes = field.middles[foes] + field.axes[foes] * field.halves[foes, 1, None]
        ends = _towards(eyes, places.middles[k], places.axes[k], places.halves[k])
    gone = (places.troop.row, *places.absent)
    free[k, m] = ~_blocked(field, eyes, ends, [(*gone, int(f)) for f in foes])
    return free


def grades(field: Field, where: Sequence[tuple[str, ...]], others: Sequence[tuple[str, ...]]) -> tuple[Numbers, Flags]:
    """Cover of bodies against others, by the areas under their middles (WMA-S15).

    An index of COVERS for each pair (k, m), and whether the ground of each of the first is difficult (k,).
    """
    land = board(field.view).land
    cover = np.zeros((len(where), len(others)), dtype=np.intp)
    rough = np.zeros(len(where), dtype=np.bool_)
    for k, areas in enumerate(where):
        for area in areas:
            kind = land.kind[area]
            rough[k] |= kind.difficult
            if kind.protection not in COVERS or kind.against not in ("any", "outside"):
                continue
            grade = COVERS.index(kind.protection)
            against = np.array([kind.against == "any" or area not in there for there in others], dtype=np.bool_)
            cover[k] = np.where(against, np.maximum(cover[k], grade), cover[k])
    return cover, rough


def barred(field: Field, points: Floats, type_id: str) -> Flags:
    """Whether a type of troops may not enter the ground at each point."""
    area = board(field.view).land.barred(type_id)
    if area.is_empty:
        return np.zeros(len(points), dtype=np.bool_)
    return np.asarray(shapely.contains_xy(area, points[:, 0], points[:, 1]))


def supports(places: Places) -> Floats:
    """Stands of unengaged friends that would support the unit at each place (WMA-S24): behind it, one at each side."""
    field = places.field
    friends = [t for t in field.mine if t.row != places.troop.row and not t.engaged]
    if not friends:
        return np.zeros(len(places.blocks))
    rows = [t.row for t in friends]
    touch = distance_matrix(places.corners, field.corners[rows]) <= TOUCH
    aside, ahead = in_frame(field.middles[rows][None] - places.middles[:, None], places.axes[:, None])
    behind = ahead < -places.halves[:, 1, None]
    beside = np.abs(ahead) <= places.halves[:, 1, None] + 1.0
    widths = np.array([t.kind.footprint.width for t in friends])
    shared = np.minimum(aside + field.halves[rows, 0], places.halves[:, 0, None]) - np.maximum(
        aside - field.halves[rows, 0], -places.halves[:, 0, None]
    )
    most = np.array([t.stands for t in friends])
    rear = np.minimum(np.ceil(np.maximum(shared, 0.0) / widths - 0.2), most)
    return np.asarray((touch * np.where(behind, rear, np.where(beside, 1.0, 0.0))).sum(axis=1))
