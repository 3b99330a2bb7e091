"""What a place is worth to a unit: what the enemy may do to it there, what it may do from there, who supports it.

Many places are judged at once, as arrays over (places, enemies). Reaches are those of the next turn: within 20 cm a
charge needs no order (WMA-INI-03), farther off it needs one or two.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from game.geometry.shapes import Floats
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.general.duels import through
from rulesets.warmaster_ancients.general.field import Block, Field, Troop
from rulesets.warmaster_ancients.general.matchups import Support, charge_clash
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
from rulesets.warmaster_ancients.general.temper import Temper
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


def _steps(gaps: Floats, facing: Flags, moves: Floats | float) -> Floats:
    """Chances that a charge over these gaps is made."""
    chance = np.where(gaps <= moves, np.where(gaps <= REACH, SURE, ORDERED), 0.0)
    chance = np.where((gaps > moves) & (gaps <= moves * (1.0 + SECOND_MOVE)), TWICE, chance)
    turned = np.where(gaps <= moves, TWICE, 0.0)
    return np.where(facing, chance, turned)


class Watch:
    """Judges places of one's own units on a field."""

    def __init__(self, field: Field, temper: Temper) -> None:
        self.field, self.temper = field, temper

    def outlook(self, troop: Troop, blocks: Sequence[Block], absent: Sequence[str] = ()) -> Outlook:
        """What some places are worth to a unit; units that are ``absent`` are taken to be gone by then."""
        places = Places(self.field, troop, blocks, absent)
        zero = np.zeros(len(blocks))
        if not self.field.foes or float(places.gaps.min()) > FAR_MM:
            return Outlook(zero, zero, zero, zero, supports(places), zero + FAR_MM)
        here = places.ground()
        there = places.foes_ground()
        cover, rough = grades(self.field, here, there)
        support = supports(places)
        exposure, risk = self._exposure(places, cover, rough, support)
        opening = self._opening(places, risk, *grades(self.field, there, here))
        shots, shot_at = self._shooting(places, cover)
        return Outlook(exposure, opening, shots, shot_at, support, places.gaps.min(axis=1))

    # -- the enemy's charges ------------------------------------------------------------------------------------

    def _exposure(self, places: Places, cover: Numbers, rough: Flags, support: Floats) -> tuple[Floats, Floats]:
        """Points that the enemy's charges may cost at each place, and the chance of each such charge (k, m)."""
        field = self.field
        aside, ahead = places.here_from_foes()
        halves = field.halves[places.foes]
        moves = np.array([f.kind.move for f in field.foes])
        able = np.array([not f.engaged and not f.kind.artillery and f.row not in places.absent for f in field.foes])
        chance = _steps(places.gaps, faces(aside, ahead, halves[None], places.halves[:, 0, None]), moves[None])
        for type_id in dict.fromkeys(f.kind.type for f in field.foes):
            able_there = ~barred(field, places.middles, type_id)
            chance *= np.where(able_there[:, None], 1.0, np.array([f.kind.type != type_id for f in field.foes])[None])
        chance = np.where(able[None], chance, 0.0)
        free = open_lanes(places, chance > 0.0, outward=False)
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

    def _opening(self, places: Places, risk: Floats, cover: Numbers, rough: Flags) -> Floats:
        """Points that the best charge of next turn may gain; cover (m, k) and ground (m,) are the enemies'."""
        field, troop = self.field, places.troop
        if troop.kind.artillery:
            return np.zeros(len(places.blocks))
        aside, ahead = places.foes_from_here()
        foes_halves = field.halves[places.foes]
        seen = faces(aside, ahead, places.halves[:, None], foes_halves[None, :, 0])
        chance = _steps(places.gaps, seen, troop.kind.move)
        chance = np.where(open_lanes(places, chance > 0.0, outward=True), chance, 0.0)
        shut = barred(field, field.middles[places.foes], troop.kind.type)
        chance = np.where(shut[None], 0.0, chance)
        from_aside, from_ahead = places.here_from_foes()
        side = aspects(from_aside, from_ahead, foes_halves[None])
        gain = np.zeros_like(chance)
        known: dict[tuple[int, ...], float] = {}
        for k, m in np.argwhere(chance > 0.0).tolist():
            key = (m, int(side[k, m]), int(cover[m, k]))
            if key not in known:
                foe = field.foes[m]
                support = Support(0, field.supported[foe.id])
                met = charge_clash(troop, foe, ASPECTS[key[1]], COVERS[key[2]], support, bool(rough[m]))
                known[key] = met.gain(self.temper.own_loss)
            gain[k, m] = known[key]
        hope = np.maximum(gain, 0.0) * chance * (1.0 - FIRST * risk)
        return np.asarray(hope.max(axis=1))

    # -- missiles -----------------------------------------------------------------------------------------------

    def _shooting(self, places: Places, cover: Numbers) -> tuple[Floats, Floats]:
        """Points of one's own shooting from each place this turn, and of the enemy's at it in his."""
        field, troop = self.field, places.troop
        own = np.zeros(len(places.blocks))
        if troop.shoots and not troop.own.shot:
            aside, ahead = places.foes_from_here()
            seen = faces(aside, ahead, places.halves[:, None], field.halves[places.foes][None, :, 0])
            free = np.array([not f.engaged for f in field.foes])
            gaps = np.where(seen & free[None], places.gaps, np.inf)
            gaps = np.where(
                open_lanes(places, np.isfinite(gaps) & (gaps <= (troop.kind.range or 0.0)), True), gaps, np.inf
            )
            nearest = gaps.argmin(axis=1)
            values = np.array([shot_value(troop, f, "open") for f in field.foes])
            reach = gaps[np.arange(len(gaps)), nearest]
            own = np.where(reach <= (troop.kind.range or 0.0), values[nearest], 0.0)
        theirs = np.zeros(len(places.blocks))
        for m, foe in enumerate(field.foes):
            if foe.kind.range is None or foe.engaged:
                continue
            near = np.where(places.gaps[:, m] <= foe.kind.range, 1.0, 0.0)
            near = np.where((near == 0.0) & (places.gaps[:, m] <= foe.kind.range + foe.kind.move), MOVED_UP, near)
            cost = np.array([shot_value(foe, troop, c) for c in COVERS])[cover[:, m]]
            theirs += near * cost
        return own, theirs


def shot_value(shooter: Troop, target: Troop, cover: Status) -> float:
    """Points that a volley may gain: casualties by their share of the target, and the disorder of a drive-back."""
    need = int(load_modifiers().shooting(cover).need)
    casualties = shooter.stands * through(need, target.kind.armour)
    endures = max(target.stands * target.kind.hits - target.carried, 1)
    return target.worth * 0.6 * min(casualties / endures, 1.0) + 3.0 * min(casualties, 1.5)
