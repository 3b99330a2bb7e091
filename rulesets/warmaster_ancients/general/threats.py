"""What a place is worth to a unit: what the enemy may do to it there, what it may do from there, who supports it.

Many places are judged at once, as arrays over (places, enemies). Reaches are those of the next turn: within 20 cm a charge
needs no order (WMA-INI-03), farther off it needs one or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import shapely

from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats, sin_cos_all
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.general.field import TOUCH, Block, Field, Troop, blocks_corners
from rulesets.warmaster_ancients.general.matchups import Aspect, Support, charge_clash
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.land import Land
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.scene import board

REACH = length("initiative_reach")
SURE, ORDERED, TWICE = 1.0, 0.6, 0.25
"""Chances that a unit does charge: on initiative, by one order, by two."""
FAR_MM = 620.0
"""Beyond this gap (mm) no enemy matters in the next turn: twice the longest move and a little more."""
FIRST = 0.5
"""How much less an opening is worth where the enemy will charge first."""
SECOND = 0.5
"""Weight of the second worst enemy."""

ASPECTS: tuple[Aspect, ...] = ("front", "flank", "rear")
COVERS: tuple[Status, ...] = ("open", "defended", "fortified")


class Outlook(msgspec.Struct, frozen=True):
    """What some places are worth to a unit, one number a place.

    Attributes
    ----------
    exposure
        Points that the enemy's charges may cost there.
    opening
        Points that a charge from there may gain next turn.
    shots, shot_at
        Points of its own shooting this turn, and of the enemy's shooting at it.
    support
        Stands of friends that would support it.
    nearest
        Gap (mm) to the nearest enemy.
    foe
        Column of the enemy that the opening is at, -1 for none.
    """

    exposure: Floats
    opening: Floats
    shots: Floats
    shot_at: Floats
    support: Floats
    nearest: Floats
    foe: Any


class Places:
    """Some places of a unit as arrays, in relation to all other units but those that are ``absent``."""

    def __init__(self, field: Field, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> None:
        self.field, self.troop, self.blocks = field, troop, list(blocks)
        self.absent = tuple(field.troops[u].row for u in absent if u in field.troops)
        self.corners = blocks_corners(blocks)
        self.middles = np.array([(b.x, b.y) for b in blocks])
        sine, cosine = sin_cos_all([b.facing for b in blocks])
        self.axes = np.column_stack((sine, cosine))
        self.halves = np.array([(b.half_width, b.half_depth) for b in blocks])
        self.foes = field.foe_rows
        self.gaps = distance_matrix(self.corners, field.corners[self.foes])

    # -- frames -----------------------------------------------------------------------------------------------

    def foes_from_here(self) -> tuple[Floats, Floats]:
        """The enemies' middles in the frames of the places (k, m): mm to the right and ahead."""
        rel = self.field.middles[self.foes][None, :, :] - self.middles[:, None, :]
        sine, cosine = self.axes[:, 0, None], self.axes[:, 1, None]
        return rel[..., 0] * cosine - rel[..., 1] * sine, rel[..., 0] * sine + rel[..., 1] * cosine

    def here_from_foes(self) -> tuple[Floats, Floats]:
        """The places' middles in the frames of the enemies (k, m)."""
        axes = self.field.axes[self.foes]
        rel = self.middles[:, None, :] - self.field.middles[self.foes][None, :, :]
        sine, cosine = axes[None, :, 0], axes[None, :, 1]
        return rel[..., 0] * cosine - rel[..., 1] * sine, rel[..., 0] * sine + rel[..., 1] * cosine

    # -- cover ------------------------------------------------------------------------------------------------

    def ground(self) -> list[tuple[str, ...]]:
        """The areas on which the middles of the places lie."""
        return board(self.field.view).land.at_points(self.middles)


def aspects(aside: Floats, ahead: Floats, halves: Floats) -> Any:
    """In which zone of a body a point lies: 0 front, 1 flank, 2 rear (WMA-S07)."""
    a, b = halves[..., 0], halves[..., 1]
    front = (ahead >= b) & (np.abs(aside) - a <= ahead - b)
    rear = (ahead <= -b) & (np.abs(aside) - a <= -ahead - b)
    return np.where(front, 0, np.where(rear, 2, 1))


def faces(aside: Floats, ahead: Floats, halves: Floats, breadth: Any) -> Any:
    """Whether a body has a good part of another of some breadth (half, mm) in its front zone."""
    return (ahead > halves[..., 1]) & (np.abs(aside) - halves[..., 0] <= ahead - halves[..., 1] + 0.5 * breadth)


def _steps(gaps: Floats, facing: Any, moves: Floats) -> Floats:
    """Chances that a charge over these gaps is made."""
    chance = np.where(gaps <= moves, np.where(gaps <= REACH, SURE, ORDERED), 0.0)
    chance = np.where((gaps > moves) & (gaps <= moves + 0.6 * moves), TWICE, chance)
    turned = np.where(gaps <= moves, TWICE, 0.0)
    return np.where(facing, chance, turned)


def _blocked(field: Field, starts: Floats, ends: Floats, skip: Sequence[tuple[int, ...]]) -> Any:
    """Whether another unit's block lies on each of some lines."""
    if not len(starts):
        return np.zeros(0, dtype=bool)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    boxes_low, boxes_high = field.corners.min(axis=1), field.corners.max(axis=1)
    near = (low[:, None] < boxes_high[None]).all(axis=2) & (high[:, None] > boxes_low[None]).all(axis=2)
    for k, rows in enumerate(skip):
        near[k, list(rows)] = False
    k, row = np.nonzero(near)
    blocked = np.zeros(len(starts), dtype=bool)
    if len(k):
        sine, cosine = field.axes[row, 0], field.axes[row, 1]
        rel, way = starts[k] - field.middles[row], ends[k] - starts[k]
        low_t, high_t = np.zeros(len(k)), np.ones(len(k))
        for at, run, half in (
            (rel[:, 0] * cosine - rel[:, 1] * sine, way[:, 0] * cosine - way[:, 1] * sine, field.halves[row, 0]),
            (rel[:, 0] * sine + rel[:, 1] * cosine, way[:, 0] * sine + way[:, 1] * cosine, field.halves[row, 1]),
        ):
            still = np.abs(run) < 1e-9
            safe = np.where(still, 1.0, run)
            first, last = (-half - at) / safe, (half - at) / safe
            inside = np.abs(at) < half
            low_t = np.maximum(low_t, np.where(still, np.where(inside, 0.0, 1.0), np.minimum(first, last)))
            high_t = np.minimum(high_t, np.where(still, np.where(inside, 1.0, 0.0), np.maximum(first, last)))
        np.logical_or.at(blocked, k, high_t - low_t > 1e-6)
    return blocked


def _towards(eyes: Floats, middles: Floats, axes: Floats, halves: Floats) -> Floats:
    """The points of some bodies nearest to some eyes, a little inside of them."""
    rel = eyes - middles
    u = np.clip(rel[:, 0] * axes[:, 1] - rel[:, 1] * axes[:, 0], -halves[:, 0] * 0.8, halves[:, 0] * 0.8)
    v = np.clip(rel[:, 0] * axes[:, 0] + rel[:, 1] * axes[:, 1], -halves[:, 1] * 0.8, halves[:, 1] * 0.8)
    return np.column_stack(
        (
            middles[:, 0] + u * axes[:, 1] + v * axes[:, 0],
            middles[:, 1] - u * axes[:, 0] + v * axes[:, 1],
        )
    )


def _open_lanes(places: Places, wanted: Any, outward: bool) -> Any:
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


def covers(field: Field, troop: Troop, ground: Sequence[tuple[str, ...]]) -> tuple[Any, Any]:
    """Cover at some places against each enemy (k, m) as an index of COVERS, and whether the ground is difficult (k,)."""
    land: Land = board(field.view).land
    here = land.at_points(field.middles[field.foe_rows]) if field.foes else []
    cover = np.zeros((len(ground), len(field.foes)), dtype=int)
    rough = np.zeros(len(ground), dtype=bool)
    for k, areas in enumerate(ground):
        for area in areas:
            kind = land.kind[area]
            rough[k] |= kind.difficult
            if kind.protection not in ("defended", "fortified"):
                continue
            grade = COVERS.index(kind.protection)
            if kind.against == "any":
                cover[k] = np.maximum(cover[k], grade)
            elif kind.against == "outside":
                outside = np.array([area not in there for there in here], dtype=bool)
                cover[k] = np.where(outside, np.maximum(cover[k], grade), cover[k])
    return cover, rough


def supports(places: Places) -> Floats:
    """Stands of unengaged friends that would support the unit at each place (WMA-S24): those behind, one at each side."""
    field = places.field
    friends = [t for t in field.mine if t.row != places.troop.row and not t.engaged]
    if not friends:
        return np.zeros(len(places.blocks))
    rows = [t.row for t in friends]
    touch = distance_matrix(places.corners, field.corners[rows]) <= TOUCH
    rel = field.middles[rows][None] - places.middles[:, None]
    sine, cosine = places.axes[:, 0, None], places.axes[:, 1, None]
    aside = rel[..., 0] * cosine - rel[..., 1] * sine
    ahead = rel[..., 0] * sine + rel[..., 1] * cosine
    behind = ahead < -places.halves[:, 1, None]
    beside = np.abs(ahead) <= places.halves[:, 1, None] + 1.0
    widths = np.array([t.kind.footprint.width for t in friends])
    shared = np.minimum(aside + field.halves[rows, 0], places.halves[:, 0, None]) - np.maximum(
        aside - field.halves[rows, 0], -places.halves[:, 0, None]
    )
    most = np.array([t.stands for t in friends])
    rear = np.minimum(np.ceil(np.maximum(shared, 0.0) / widths - 0.2), most)
    return np.asarray((touch * np.where(behind, rear, np.where(beside, 1.0, 0.0))).sum(axis=1))


class Watch:
    """Judges places of one's own units on a field."""

    def __init__(self, field: Field, temper: Temper) -> None:
        self.field, self.temper = field, temper

    def outlook(self, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> Outlook:
        """What some places are worth to a unit; units that are ``absent`` are taken to be gone by then."""
        places = Places(self.field, troop, blocks, absent)
        zero = np.zeros(len(blocks))
        if not self.field.foes or float(places.gaps.min()) > FAR_MM:
            return Outlook(zero, zero, zero, zero, supports(places), zero + FAR_MM, np.full(len(blocks), -1))
        ground = places.ground()
        cover, rough = covers(self.field, troop, ground)
        support = supports(places)
        exposure, risk = self._exposure(places, cover, rough, support)
        opening, foe = self._opening(places, risk)
        shots, shot_at = self._shooting(places, cover)
        return Outlook(exposure, opening, shots, shot_at, support, places.gaps.min(axis=1), foe)

    # -- the enemy's charges ------------------------------------------------------------------------------------

    def _barred(self, places: Places) -> Any:
        """Enemies that cannot come to a place at all: its ground is barred to their type (k, m)."""
        land = board(self.field.view).land
        barred = np.zeros(places.gaps.shape, dtype=bool)
        for type_id in dict.fromkeys(f.kind.type for f in self.field.foes):
            area = land.barred(type_id)
            if area.is_empty:
                continue
            inside = shapely.contains_xy(area, places.middles[:, 0], places.middles[:, 1])
            column = np.array([f.kind.type == type_id for f in self.field.foes])
            barred |= inside[:, None] & column[None, :]
        return barred

    def _exposure(self, places: Places, cover: Any, rough: Any, support: Floats) -> tuple[Floats, Floats]:
        """Points that the enemy's charges may cost at each place, and the chance of each such charge (k, m)."""
        field = self.field
        aside, ahead = places.here_from_foes()
        halves = field.halves[places.foes]
        moves = np.array([f.kind.move for f in field.foes])
        able = np.array([not f.engaged and not f.kind.artillery and f.row not in places.absent for f in field.foes])
        chance = _steps(places.gaps, faces(aside, ahead, halves[None], places.halves[:, 0, None]), moves[None])
        chance = np.where(able[None] & ~self._barred(places), chance, 0.0)
        free = _open_lanes(places, chance > 0.0, outward=False)
        chance = np.where(free, chance, 0.0)
        from_aside, from_ahead = places.foes_from_here()
        side = aspects(from_aside, from_ahead, places.halves[:, None])
        cost = np.zeros_like(chance)
        known: dict[tuple[int, ...], float] = {}
        for k, m in np.argwhere(chance > 0.0).tolist():
            key = (m, int(side[k, m]), int(cover[k, m]), int(support[k]), int(rough[k]))
            if key not in known:
                met = charge_clash(
                    field.foes[m], places.troop, ASPECTS[key[1]], COVERS[key[2]], Support(0, key[3]), bool(key[4])
                )
                known[key] = met.dealt - met.suffered
            cost[k, m] = known[key]
        risk = np.where(cost > 0.0, chance, 0.0)
        felt = np.sort(np.maximum(cost, 0.0) * chance, axis=1)[:, ::-1]
        worst = felt[:, 0] if felt.shape[1] else np.zeros(len(felt))
        second = felt[:, 1] if felt.shape[1] > 1 else np.zeros(len(felt))
        return worst + SECOND * second, risk

    # -- one's own charges --------------------------------------------------------------------------------------

    def _opening(self, places: Places, risk: Floats) -> tuple[Floats, Any]:
        """Points that the best charge of next turn may gain from each place, and its enemy's column."""
        field, troop = self.field, places.troop
        none = np.full(len(places.blocks), -1)
        if troop.kind.artillery:
            return np.zeros(len(places.blocks)), none
        aside, ahead = places.foes_from_here()
        foes_halves = field.halves[places.foes]
        chance = _steps(places.gaps, faces(aside, ahead, places.halves[:, None], foes_halves[None, :, 0]), troop.kind.move)
        chance = np.where(_open_lanes(places, chance > 0.0, outward=True), chance, 0.0)
        land = board(field.view).land
        area = land.barred(troop.kind.type)
        if not area.is_empty:
            there = field.middles[places.foes]
            chance = np.where(shapely.contains_xy(area, there[:, 0], there[:, 1])[None], 0.0, chance)
        from_aside, from_ahead = places.here_from_foes()
        side = aspects(from_aside, from_ahead, foes_halves[None])
        cover, rough = self._foe_cover(places)
        gain = np.zeros_like(chance)
        known: dict[tuple[int, ...], float] = {}
        for k, m in np.argwhere(chance > 0.0).tolist():
            key = (m, int(side[k, m]), int(cover[k, m]))
            if key not in known:
                foe = field.foes[m]
                support = Support(0, field.supported[foe.id])
                met = charge_clash(troop, foe, ASPECTS[key[1]], COVERS[key[2]], support, bool(rough[m]))
                known[key] = met.gain(self.temper.own_loss)
            gain[k, m] = known[key]
        hope = np.maximum(gain, 0.0) * chance * (1.0 - FIRST * risk)
        best = hope.argmax(axis=1)
        value = hope[np.arange(len(hope)), best]
        return value, np.where(value > 0.0, best, -1)

    def _foe_cover(self, places: Places) -> tuple[Any, Any]:
        """Cover of each enemy against the unit at each place (k, m), and whether its ground is difficult (m,)."""
        field = self.field
        land: Land = board(field.view).land
        here = places.ground()
        grounds = land.at_points(field.middles[places.foes])
        cover = np.zeros(places.gaps.shape, dtype=int)
        rough = np.zeros(len(places.foes), dtype=bool)
        for m, areas in enumerate(grounds):
            for area in areas:
                kind = land.kind[area]
                rough[m] |= kind.difficult
                if kind.protection not in ("defended", "fortified"):
                    continue
                grade = COVERS.index(kind.protection)
                if kind.against == "any":
                    cover[:, m] = np.maximum(cover[:, m], grade)
                elif kind.against == "outside":
                    outside = np.array([area not in own for own in here], dtype=bool)
                    cover[:, m] = np.where(outside, np.maximum(cover[:, m], grade), cover[:, m])
        return cover, rough

    # -- missiles -----------------------------------------------------------------------------------------------

    def _shooting(self, places: Places, cover: Any) -> tuple[Floats, Floats]:
        """Points of one's own shooting from each place this turn, and of the enemy's at it in his."""
        field, troop = self.field, places.troop
        own = np.zeros(len(places.blocks))
        if troop.shoots and not troop.own.shot:
            aside, ahead = places.foes_from_here()
            seen = faces(aside, ahead, places.halves[:, None], field.halves[places.foes][None, :, 0])
            free = np.array([not f.engaged for f in field.foes])
            gaps = np.where(seen & free[None], places.gaps, np.inf)
            gaps = np.where(_open_lanes(places, np.isfinite(gaps) & (gaps <= (troop.kind.range or 0.0)), True), gaps, np.inf)
            nearest = gaps.argmin(axis=1)
            values = np.array([shot_value(troop, f, "open") for f in field.foes])
            reach = gaps[np.arange(len(gaps)), nearest]
            own = np.where(reach <= (troop.kind.range or 0.0), values[nearest], 0.0)
        theirs = np.zeros(len(places.blocks))
        for m, foe in enumerate(field.foes):
            if foe.kind.range is None or foe.engaged:
                continue
            near = np.where(places.gaps[:, m] <= foe.kind.range, 1.0, 0.0)
            near = np.where((near == 0.0) & (places.gaps[:, m] <= foe.kind.range + foe.kind.move), 0.35, near)
            cost = np.array([shot_value(foe, troop, c) for c in COVERS])[cover[:, m]]
            theirs += near * cost
        return own, theirs


def shot_value(shooter: Troop, target: Troop, cover: Status) -> float:
    """Points that a volley may gain: casualties by their share of the target, and the disorder of a drive-back."""
    from rulesets.warmaster_ancients.data_files import load_modifiers
    from rulesets.warmaster_ancients.general.duels import through

    need = int(load_modifiers().shooting(cover).need)
    casualties = shooter.stands * through(need, target.kind.armour)
    endures = max(target.stands * target.kind.hits - target.carried, 1)
    return target.worth * 0.6 * min(casualties / endures, 1.0) + 3.0 * min(casualties, 1.5)
