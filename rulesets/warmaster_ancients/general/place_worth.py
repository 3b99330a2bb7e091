"""What a place is worth to a unit: what the enemy may do to it there, what it may do from there, who supports it.

Many places are judged at once, as arrays over (places, enemies). Reaches are those of the next turn: within 20 cm a
charge needs no order (WMA-INI-03), farther off it needs one or two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.geometry.bases import near_boxes
from game.geometry.crossing import through_bases
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.duels import Aspect, charge_clash, shot_chance
from rulesets.warmaster_ancients.general.field import TOUCH, Block, Bodies, Field, Troop, in_frame
from rulesets.warmaster_ancients.measures import length

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]

ASPECTS: tuple[Aspect, ...] = ("front", "flank", "rear")
COVERS: tuple[Status, ...] = ("open", "defended", "fortified")
INSIDE = 0.8
"""How far towards the ends of a body its nearest point is looked for."""
REACH = length("initiative_reach")
SURE, ORDERED, TWICE = 1.0, 0.6, 0.25
"""Chances that a unit does charge: on initiative, by one order, by two."""
SECOND_MOVE = 0.6
"""Share of a further move within which two orders may bring a charge."""
FAR_MM = 620.0
"""Beyond this gap (mm) no enemy matters in the next turn: twice the longest move and a little more."""
FIRST = 0.5
"""How much less an opening is worth where the enemy will charge first."""
SECOND = 0.5
"""Weight of the second worst enemy."""
MOVED_UP = 0.35
"""Chance that a missile unit a move out of range comes into it."""


class Places(Bodies):
    """Places of some units as arrays, in relation to all other units but those that are ``absent``.

    ``whose`` is the index of each place's unit in ``troops``, ``own`` its row in the field.
    """

    def __init__(self, field: Field, blocks: Mapping[str, Sequence[Block]], absent: Sequence[str] = ()) -> None:
        super().__init__([block for many in blocks.values() for block in many])
        self.field, self.troops = field, [field.troops[unit] for unit in blocks]
        self.whose = np.repeat(np.arange(len(blocks)), [len(many) for many in blocks.values()])
        self.own = self.each(lambda t: t.row)
        self.absent = tuple(field.troops[u].row for u in absent if u in field.troops)
        self.foes = np.arange(len(field.mine), len(field.rows))
        self.gaps = distance_matrix(self.corners, field.corners[self.foes])
        self.foe_halves = field.halves[self.foes]

    def each(self, what: Callable[[Troop], Any]) -> Any:
        """Something of the unit of each place (k,)."""
        return np.array([what(troop) for troop in self.troops])[self.whose]

    @cached_property
    def to_foes(self) -> tuple[Floats, Floats]:
        """The enemies' middles in the frames of the places (k, m): mm to the right and ahead."""
        return in_frame(self.field.middles[self.foes][None] - self.middles[:, None], self.axes[:, None])

    @cached_property
    def from_foes(self) -> tuple[Floats, Floats]:
        """The places' middles in the frames of the enemies (k, m)."""
        return in_frame(self.middles[:, None] - self.field.middles[self.foes][None], self.field.axes[self.foes][None])

    @cached_property
    def seen(self) -> Flags:
        """Which enemies have a good part of their breadth in front of each place (k, m)."""
        found: Flags = faces(*self.to_foes, self.halves[:, None], self.foe_halves[None, :, 0])
        return found


def aspects(aside: Floats, ahead: Floats, halves: Floats) -> Any:
    """In which zone of a body a point lies: 0 front, 1 flank, 2 rear (WMA-S07)."""
    a, b = halves[..., 0], halves[..., 1]
    front = (ahead >= b) & (np.abs(aside) - a <= ahead - b)
    rear = (ahead <= -b) & (np.abs(aside) - a <= -ahead - b)
    return np.where(front, 0, np.where(rear, 2, 1))


def aspect(field: Field, troop: Troop, foe: Troop) -> Aspect:
    """In which zone of an enemy a troop's middle lies."""
    rel = field.middles[troop.row] - field.middles[foe.row]
    return ASPECTS[int(aspects(*in_frame(rel, field.axes[foe.row]), field.halves[foe.row]))]


def faces(aside: Floats, ahead: Floats, halves: Floats, breadth: Any) -> Any:
    """Whether a body has a good part of another of some breadth (half, mm) in its front zone."""
    return (ahead > halves[..., 1]) & (np.abs(aside) - halves[..., 0] <= ahead - halves[..., 1] + 0.5 * breadth)


def _towards(eyes: Floats, bodies: Bodies, rows: NDArray[Any]) -> Floats:
    """The points of some bodies nearest to some eyes, a little inside of them."""
    middles, axes, halves = bodies.middles[rows], bodies.axes[rows], bodies.halves[rows] * INSIDE
    aside, ahead = in_frame(eyes - middles, axes)
    u, v = np.clip(aside, -halves[:, 0], halves[:, 0]), np.clip(ahead, -halves[:, 1], halves[:, 1])
    (x, y), (sine, cosine) = middles.T, axes.T
    return np.column_stack((x + u * cosine + v * sine, y - u * sine + v * cosine))


def open_lanes(places: Places, wanted: Any, outward: bool) -> Any:
    """Which charges wanted (k, m) have a free lane: from the places out, or from the enemies in."""
    k, m = np.nonzero(wanted)
    free = np.zeros(wanted.shape, dtype=bool)
    if not len(k):
        return free
    field, foes = places.field, places.foes[m]
    of, rows, to, ends_at = (places, k, field, foes) if outward else (field, foes, places, k)
    eyes = of.middles[rows] + of.axes[rows] * of.halves[rows, 1, None]
    ends = _towards(eyes, to, ends_at)
    low, high = np.minimum(eyes, ends), np.maximum(eyes, ends)
    lines, rows = near_boxes(np.column_stack((low, high)), field.bases.boxes, 0.0)
    others = (rows != foes[lines]) & (rows != places.own[k[lines]]) & ~np.isin(rows, places.absent)
    lines, rows = lines[others], rows[others]
    enters, leaves = through_bases(eyes[lines], ends[lines], field.bases, rows, 0.0)
    blocked = np.zeros(len(k), dtype=bool)
    blocked[lines[leaves - enters > 1e-6]] = True
    free[k, m] = ~blocked
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
    return np.asarray(shapely.contains_xy(board(field.view).land.bars(type_id).area, points[:, 0], points[:, 1]))


def supports(places: Places) -> Floats:
    """Stands of unengaged friends that would support the unit at each place (WMA-S24): behind it, one at each side."""
    field = places.field
    friends = [t for t in field.mine if not t.engaged]
    rows = np.array([t.row for t in friends], dtype=np.intp)
    touch = distance_matrix(places.corners, field.corners[rows], 2.0 * TOUCH) <= TOUCH
    touch &= rows != places.own[:, None]
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


class Outlook(msgspec.Struct, frozen=True):
    """What some places are worth to a unit, one number a place.

    Points that the enemy's charges may cost there, that a charge from there may gain next turn, of its own shooting
    this turn, and of the enemy's at it; stands of friends that would support it; the gap (mm) to the nearest enemy.
    """

    exposure: Floats
    opening: Floats
    shots: Floats
    shot_at: Floats
    support: Floats
    nearest: Floats


def outlook(
    field: Field, own_loss: float, blocks: Mapping[str, Sequence[Block]], absent: Sequence[str] = ()
) -> dict[str, Outlook]:
    """What some places are worth to their units; units that are ``absent`` are taken to be gone by then."""
    places = Places(field, blocks, absent)
    ends = np.cumsum([len(many) for many in blocks.values()])[:-1]
    zero = np.zeros(len(places.gaps))
    found = [zero, zero, zero, zero, supports(places), zero + FAR_MM]
    near = [bool(gaps.size) and float(gaps.min()) <= FAR_MM for gaps in np.split(places.gaps, ends)]
    if any(near):
        places.gaps[~np.array(near)[places.whose]] = np.inf
        land = board(field.view).land
        here, there = land.at_points(places.middles), land.at_points(field.middles[places.foes])
        cover, rough = grades(field, here, there)
        found[0], risk = _exposure(places, cover, rough, found[4])
        found[1] = _opening(places, own_loss, risk, *grades(field, there, here))
        found[2:4] = _shooting(places, cover)
        found[5] = places.gaps.min(axis=1)
    rows = zip(*(np.split(one, ends) for one in found), strict=True)
    return {unit: Outlook(*row) for unit, row in zip(blocks, rows, strict=True)}


def _chances(gaps: Floats, facing: Flags, moves: Floats | float) -> Floats:
    """Chances that charges over these gaps are made."""
    near, wide = gaps <= moves, gaps <= moves * (1.0 + SECOND_MOVE)
    return np.select([~facing & near, ~facing, near & (gaps <= REACH), near, wide], [TWICE, 0.0, SURE, ORDERED, TWICE])


def _each(places: Places, chance: Floats, what: Sequence[NDArray[Any]], value: Callable[..., float]) -> Floats:
    """Points of each charge that may be made (k, m); those of or at a unit that are alike are reckoned once."""
    found = np.zeros_like(chance)
    k, m = np.nonzero(chance > 0.0)
    if len(k):
        keys = np.stack([places.whose[k], m, *(of[k, m].astype(np.intp) for of in what)])
        sizes = keys.max(axis=1) + 1
        codes, like = np.unique(np.ravel_multi_index(tuple(keys), tuple(sizes)), return_inverse=True)
        alike = zip(*(of.tolist() for of in np.unravel_index(codes, tuple(sizes))), strict=True)
        found[k, m] = np.array([value(places.troops[unit], places.field.foes[foe], *of) for unit, foe, *of in alike])[
            like
        ]
    return found


def _exposure(places: Places, cover: Numbers, rough: Flags, support: Floats) -> tuple[Floats, Floats]:
    """Points that the enemy's charges may cost at each place, and the chance of each such charge (k, m)."""
    field = places.field
    facing = faces(*places.from_foes, places.foe_halves[None], places.halves[:, 0, None])
    chance = _chances(places.gaps, facing, np.array([f.kind.move for f in field.foes])[None])
    types = np.array([f.kind.type for f in field.foes])
    for type_id in dict.fromkeys(types.tolist()):
        chance[barred(field, places.middles, type_id)[:, None] & (types == type_id)] = 0.0
    chance[:, [f.engaged or f.kind.artillery or f.row in places.absent for f in field.foes]] = 0.0
    chance[~open_lanes(places, chance > 0.0, outward=False)] = 0.0

    def cost(troop: Troop, foe: Troop, side: int, grade: int, behind: int, rocky: int) -> float:
        return charge_clash(foe, troop, ASPECTS[side], COVERS[grade], behind, bool(rocky)).gain()

    struck = aspects(*places.to_foes, places.halves[:, None])
    shape = chance.shape
    behind, rocky = (np.broadcast_to(of[:, None], shape) for of in (support, rough))
    costs = _each(places, chance, (struck, cover, behind, rocky), cost)
    felt = np.sort(np.maximum(costs, 0.0) * chance, axis=1)[:, ::-1]
    return felt[:, 0] + SECOND * felt[:, 1:2].sum(axis=1), np.where(costs > 0.0, chance, 0.0)


def _opening(places: Places, own_loss: float, risk: Floats, cover: Numbers, rough: Flags) -> Floats:
    """Points that the best charge of next turn may gain; cover (m, k) and ground (m,) are the enemies'."""
    field = places.field
    chance = _chances(places.gaps, places.seen, places.each(lambda t: t.kind.move)[:, None])
    chance[places.each(lambda t: t.kind.artillery)] = 0.0
    chance[~open_lanes(places, chance > 0.0, outward=True)] = 0.0
    types = places.each(lambda t: t.kind.type)
    for type_id in dict.fromkeys(t.kind.type for t in places.troops):
        chance[(types == type_id)[:, None] & barred(field, field.middles[places.foes], type_id)] = 0.0
    grounds = np.broadcast_to(rough, chance.shape)

    def gain(troop: Troop, foe: Troop, side: int, grade: int, rocky: int) -> float:
        met = charge_clash(troop, foe, ASPECTS[side], COVERS[grade], field.supported[foe.id], bool(rocky))
        return met.gain(own_loss)

    gains = _each(places, chance, (aspects(*places.from_foes, places.foe_halves[None]), cover.T, grounds), gain)
    return np.asarray((np.maximum(gains, 0.0) * chance * (1.0 - FIRST * risk)).max(axis=1))


def _shooting(places: Places, cover: Numbers) -> tuple[Floats, Floats]:
    """Points of a unit's own shooting from each place this turn, and of the enemy's at it in his."""
    field, troops, gaps = places.field, places.troops, places.gaps
    ready = [t.shoots and not t.own.shot for t in troops]
    free = np.array([not f.engaged for f in field.foes])
    ranges = np.array([(t.kind.range or 0.0) if can else -1.0 for t, can in zip(troops, ready, strict=True)])
    marks = places.seen & free & (gaps <= ranges[places.whose, None])
    marks &= open_lanes(places, marks, outward=True)
    values = np.array(
        [[shot_value(t, f, "open") if can else 0.0 for f in field.foes] for t, can in zip(troops, ready, strict=True)]
    )
    nearest = np.where(marks, gaps, np.inf).argmin(axis=1)
    own, theirs = np.where(marks.any(axis=1), values[places.whose, nearest], 0.0), np.zeros(len(gaps))
    for m, foe in enumerate(field.foes):
        if foe.kind.range is not None and not foe.engaged:
            reach = foe.kind.range
            come = np.where(gaps[:, m] <= reach + foe.kind.move, MOVED_UP, 0.0)
            near = np.where(gaps[:, m] <= reach, 1.0, come)
            worth = np.array([[shot_value(foe, troop, c) for c in COVERS] for troop in troops])
            theirs += near * worth[places.whose, cover[:, m]]
    return own, theirs


def shot_value(shooter: Troop, target: Troop, cover: Status) -> float:
    """Points that a volley may gain: casualties by their share of the target, and the disorder of a drive-back."""
    casualties = shooter.stands * shot_chance(cover, target.kind.armour)
    endures = max(target.stands * target.kind.hits - target.own.hits, 1)
    return target.worth * 0.6 * min(casualties / endures, 1.0) + 3.0 * min(casualties, 1.5)
