"""What a place is worth to a unit: what the enemy may do to it there, what it may do from there, who supports it.

Many places are judged at once, as arrays over (places, enemies). Reaches are those of the next turn: within 20 cm a
charge needs no order (WMA-INI-03), farther off it needs one or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.geometry.shapes import Floats
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.duels import through
from rulesets.warmaster_ancients.general.field import Block, Field, Troop
from rulesets.warmaster_ancients.general.matchups import charge_clash
from rulesets.warmaster_ancients.general.places import (
    ASPECTS,
    COVERS,
    Flags,
    Numbers,
    Places,
    aspects,
    barred,
    faces,
    grades,
    open_lanes,
    supports,
)
from rulesets.warmaster_ancients.measures import length

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
    """

    exposure: Floats
    opening: Floats
    shots: Floats
    shot_at: Floats
    support: Floats
    nearest: Floats


def outlook(field: Field, own_loss: float, troop: Troop, blocks: Sequence[Block], absent: Sequence[str]) -> Outlook:
    """What some places are worth to a unit; units that are ``absent`` are taken to be gone by then."""
    places = Places(field, troop, blocks, absent)
    zero, support = np.zeros(len(blocks)), supports(places)
    if not field.foes or float(places.gaps.min()) > FAR_MM:
        return Outlook(zero, zero, zero, zero, support, zero + FAR_MM)
    land = board(field.view).land
    here, there = land.at_points(places.middles), land.at_points(field.middles[places.foes])
    cover, rough = grades(field, here, there)
    exposure, risk = _exposure(places, cover, rough, support)
    opening = zero if troop.kind.artillery else _opening(places, own_loss, risk, *grades(field, there, here))
    shots, shot_at = _shooting(places, cover)
    return Outlook(exposure, opening, shots, shot_at, support, places.gaps.min(axis=1))


# --- charges -----------------------------------------------------------------------------------------------------


def _chances(gaps: Floats, facing: Flags, moves: Floats | float) -> Floats:
    """Chances that charges over these gaps are made."""
    near, wide = gaps <= moves, gaps <= moves * (1.0 + SECOND_MOVE)
    return np.select([~facing & near, ~facing, near & (gaps <= REACH), near, wide], [TWICE, 0.0, SURE, ORDERED, TWICE])


def _each(chance: Floats, what: Sequence[NDArray[Any]], value: Callable[..., float]) -> Floats:
    """Points of each charge that may be made (k, m); charges at or by an enemy that are alike are reckoned once."""
    found = np.zeros_like(chance)
    known: dict[tuple[int, ...], float] = {}
    for k, m in np.argwhere(chance > 0.0).tolist():
        key = (m, *(int(of[k, m]) for of in what))
        if key not in known:
            known[key] = value(*key)
        found[k, m] = known[key]
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

    def cost(m: int, side: int, grade: int, behind: int, rocky: int) -> float:
        return charge_clash(field.foes[m], places.troop, ASPECTS[side], COVERS[grade], behind, bool(rocky)).gain()

    struck = aspects(*places.to_foes, places.halves[:, None])
    shape = chance.shape
    behind, rocky = (np.broadcast_to(of[:, None], shape) for of in (support, rough))
    costs = _each(chance, (struck, cover, behind, rocky), cost)
    felt = np.sort(np.maximum(costs, 0.0) * chance, axis=1)[:, ::-1]
    return felt[:, 0] + SECOND * felt[:, 1:2].sum(axis=1), np.where(costs > 0.0, chance, 0.0)


def _opening(places: Places, own_loss: float, risk: Floats, cover: Numbers, rough: Flags) -> Floats:
    """Points that the best charge of next turn may gain; cover (m, k) and ground (m,) are the enemies'."""
    field, troop = places.field, places.troop
    chance = _chances(places.gaps, places.seen, troop.kind.move)
    chance[~open_lanes(places, chance > 0.0, outward=True)] = 0.0
    chance[:, barred(field, field.middles[places.foes], troop.kind.type)] = 0.0

    def gain(m: int, side: int, grade: int) -> float:
        foe = field.foes[m]
        met = charge_clash(troop, foe, ASPECTS[side], COVERS[grade], field.supported[foe.id], bool(rough[m]))
        return met.gain(own_loss)

    gains = _each(chance, (aspects(*places.from_foes, places.foe_halves[None]), cover.T), gain)
    return np.asarray((np.maximum(gains, 0.0) * chance * (1.0 - FIRST * risk)).max(axis=1))


# --- missiles ----------------------------------------------------------------------------------------------------


def _shooting(places: Places, cover: Numbers) -> tuple[Floats, Floats]:
    """Points of one's own shooting from each place this turn, and of the enemy's at it in his."""
    field, troop, gaps = places.field, places.troop, places.gaps
    own, theirs = np.zeros(len(gaps)), np.zeros(len(gaps))
    if troop.shoots and not troop.own.shot:
        free = np.array([not f.engaged for f in field.foes])
        marks = places.seen & free & (gaps <= (troop.kind.range or 0.0))
        marks &= open_lanes(places, marks, outward=True)
        values = np.array([shot_value(troop, f, "open") for f in field.foes])
        own = np.where(marks.any(axis=1), values[np.where(marks, gaps, np.inf).argmin(axis=1)], 0.0)
    for m, foe in enumerate(field.foes):
        if foe.kind.range is not None and not foe.engaged:
            reach = foe.kind.range
            come = np.where(gaps[:, m] <= reach + foe.kind.move, MOVED_UP, 0.0)
            near = np.where(gaps[:, m] <= reach, 1.0, come)
            theirs += near * np.array([shot_value(foe, troop, c) for c in COVERS])[cover[:, m]]
    return own, theirs


def shot_value(shooter: Troop, target: Troop, cover: Status) -> float:
    """Points that a volley may gain: casualties by their share of the target, and the disorder of a drive-back."""
    need = int(load_modifiers().shooting(cover).need)
    casualties = shooter.stands * through(need, target.kind.armour)
    endures = max(target.stands * target.kind.hits - target.carried, 1)
    return target.worth * 0.6 * min(casualties / endures, 1.0) + 3.0 * min(casualties, 1.5)
