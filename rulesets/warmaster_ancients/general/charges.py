"""What charges are worth, reckoned by the rules themselves: places, shooting at the charge, the round, the pursuit.

WMA-S10, WMA-S11, WMA-S13; the odds are those shown to players (:mod:`odds`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from game.engine.odds import Spread
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.fight.odds import CombatOdds
from rulesets.warmaster_ancients.general.duels import LOST, WON, Stake, through, worn_share, worth
from rulesets.warmaster_ancients.general.field import Field, field_of
from rulesets.warmaster_ancients.general.matchups import follows
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.move import retreating
from rulesets.warmaster_ancients.own import UnitOwn

NEAR_MM = 150.0
"""Units farther than this (mm) from the box about charger and target have no part in a charge."""
KEPT = 4000


class Charge(msgspec.Struct, frozen=True):
    """A charge that can be made, and what it is worth.

    Attributes
    ----------
    unit, target
        Who charges whom.
    dealt, suffered
        Points that it is likely to cost the enemy, and oneself.
    win, lose
        Chances of the first round.
    ends
        Where the charger's stands would be.
    flank
        Whether the target is struck in flank or rear.
    """

    unit: str
    target: str
    dealt: float
    suffered: float
    win: float
    lose: float
    ends: dict[str, Pose]
    flank: bool

    def gain(self, own_loss: float) -> float:
        """Points gained, one's own losses weighed."""
        return self.dealt - own_loss * self.suffered


_MEMO: OrderedDict[Any, Charge | None] = OrderedDict()


def _around(view: State, field: Field, unit: str, target: str) -> Any:
    """Everything on which a charge depends: the ground, who stands about its lane and how they are."""
    me, foe = field.troops[unit], field.troops[target]
    low = field.corners[[me.row, foe.row]].min(axis=(0, 1)) - NEAR_MM
    high = field.corners[[me.row, foe.row]].max(axis=(0, 1)) + NEAR_MM
    boxes = field.corners
    near = (boxes.max(axis=1) >= low).all(axis=1) & (boxes.min(axis=1) <= high).all(axis=1)
    ids = {field.rows[k].id for k in np.flatnonzero(near).tolist()}
    ids |= {e for u in (unit, target) for e in facts.combat_of(view, u)}
    names = tuple(u for u in field.troops if u in ids)
    stands = tuple((b.id, b.pose) for u in names for b in view.bases_of(u))
    owns = tuple((o.hits, o.confused, o.attacked, o.charged) for o in (view.units[u].own for u in names))
    told: UnitOwn = view.units[target].own
    ties = tuple((t.a, t.b, t.own) for t in view.ties.values() if t.a in ids or t.b in ids)
    return (board(view).land, unit, target, stands, owns, told.reacted, ties, *field.prizes.items(), view.own.active)


def charge(view: State, unit: str, target: str) -> Charge | None:
    """What a straight charge is worth, or None where it is not possible."""
    field = field_of(view, view.units[unit].side)
    key = _around(view, field, unit, target)
    if key in _MEMO:
        _MEMO.move_to_end(key)
        return _MEMO[key]
    found = _charge(view, field, unit, target)
    _MEMO[key] = found
    while len(_MEMO) > KEPT:
        _MEMO.popitem(last=False)
    return found


def _charge(view: State, field: Field, unit: str, target: str) -> Charge | None:
    if charging.unit_bar(view, unit) is not None:
        return None
    place = charging.placed(view, unit, target)
    if place.refusal is not None:
        return None
    shots = [stand for stand, _ in charging.reaction_aims(view, target, unit)]
    there = odds.charged_view(view, unit, place.ends)
    group = facts.combat_of(there, unit)
    mine = [u for u in group if view.units[u].side == field.side]
    if shots:
        found = odds.charge_odds(view, unit, target, place.ends, shots)
    else:
        found = odds.combat_odds(there, mine, [u for u in group if u not in mine])
    then = combat_points(there, found, field.side, field.prizes)
    now = standing_points(view, target, field.side, field.prizes)
    flank = any(t.flank_or_rear for t in facts.contacts(there, target) if t.other_unit == unit)
    dealt, suffered = then.dealt - now.dealt, then.suffered - now.suffered
    return Charge(unit, target, dealt, suffered, found.win, found.lose, dict(place.ends), flank)


def charges(view: State, unit: str, reach: float, most: int = 5) -> list[Charge]:
    """The charges that a unit can make at enemies within a reach (mm), the nearest few, worth first."""
    field = field_of(view, view.units[unit].side)
    gaps = field.gaps[field.troops[unit].row]
    near = sorted((round(float(g), 2), k) for k, g in enumerate(gaps) if g <= reach + 1.0)[:most]
    targets = [field.foes[k].id for _, k in near]
    found = [charge(view, unit, t) for t in targets if MEASURES.within(facts.distance(view, unit, t), reach)]
    return sorted((c for c in found if c is not None), key=lambda c: -round(c.gain(1.0), 6))


# --- points ------------------------------------------------------------------------------------------------------

Prizes = Mapping[str, float]
"""What the destruction of a unit is worth beyond its cost, by its side."""


def standing_points(view: State, unit: str, side: str, prizes: Prizes) -> Stake:
    """Points at stake for a side in the combat that a unit is in already."""
    group = facts.combat_of(view, unit)
    if not group:
        return Stake(0.0, 0.0)
    memo = board(view).memo
    owns = tuple(view.units[u].own for u in group)
    key = ("stake", group, side, tuple(prizes.items()), owns, tuple(view.ties.values()))
    if key not in memo:
        mine = [u for u in group if view.units[u].side == side]
        found = odds.combat_odds(view, mine, [u for u in group if u not in mine])
        memo[key] = combat_points(view, found, side, prizes)
    return memo[key]  # type: ignore[return-value]


def combat_points(view: State, found: CombatOdds, side: str, prizes: Prizes, chase: bool = True) -> Stake:
    """Points that a round, and the pursuit after it if there can be one, are likely to cost the enemy and oneself."""
    dealt = suffered = 0.0
    for unit, lost in found.stands.items():
        points = lost_points(view, unit, lost, prizes)
        if view.units[unit].side == side:
            suffered += points
        else:
            dealt += points
    mine = [u for u in found.stands if view.units[u].side == side]
    foes = [u for u in found.stands if u not in mine]
    doomed = {u for u in found.stands if doomed_if_beaten(view, u)}
    dealt += WON * found.win + found.win * _doom_points(view, found, doomed & set(foes), prizes)
    suffered += LOST * found.lose + found.lose * _doom_points(view, found, doomed & set(mine), prizes)
    if chase:
        dealt += _chase_points(view, found, mine, [u for u in foes if u not in doomed], prizes, 1)
        suffered += _chase_points(view, found, foes, [u for u in mine if u not in doomed], prizes, -1)
    return Stake(dealt, suffered)


def doomed_if_beaten(view: State, unit: str) -> bool:
    """Whether a unit is lost if it must retreat: artillery, and whoever has no way out (WMA-PUR-02, WMA-S27)."""
    if profile(view, unit).artillery:
        return True
    memo = board(view).memo
    key = ("doomed", unit)
    if key not in memo:
        memo[key] = retreating.trapped(view, unit, retreating.direction(view, unit))
    return bool(memo[key])


def _doom_points(view: State, found: CombatOdds, units: set[str], prizes: Prizes) -> float:
    """What is left of the units that would be lost by a retreat."""
    total = 0.0
    for unit in sorted(units):
        left = max(len(facts.stands(view, unit)) - found.stands[unit].mean, 0.0)
        total += unit_worth(view, unit, left, prizes) * (1.0 - found.destroyed.get(unit, 0.0))
    return total


def unit_worth(view: State, unit: str, left: float, prizes: Prizes) -> float:
    """What a unit with so many stands left is worth."""
    bought = view.units[unit]
    return float(worth(profile(view, unit).points, len(bought.bases), left, prizes[bought.side]))


def lost_points(view: State, unit: str, lost: Spread, prizes: Prizes) -> float:
    """Points that the loss of stands is likely to cost."""
    left = len(facts.stands(view, unit))
    table = [unit_worth(view, unit, n, prizes) for n in range(left + 1)]
    return sum(p * (table[left] - table[max(left - n, 0)]) for n, p in lost.items())


def _chase_points(
    view: State, found: CombatOdds, hunters: list[str], prey: list[str], prizes: Prizes, sign: int
) -> float:
    """Points that a pursuit of the beaten is likely to gain beyond what it costs, averaged over the margins."""
    margins = [(sign * m, p) for m, p in found.margin.items() if sign * m > 0]
    if not hunters or not prey or not margins:
        return 0.0
    fight = {u: len(facts.fighting_stands(view, u)) for u in (*hunters, *prey)}
    left = {u: max(len(facts.stands(view, u)) - found.stands[u].mean, 0.0) for u in (*hunters, *prey)}
    total = 0.0
    for quarry in prey:
        other = profile(view, quarry)
        able = [h for h in hunters if follows(profile(view, h), other) and facts.touches(view, h, quarry)]
        if not able or left[quarry] <= 0.0:
            continue
        first = profile(view, able[0])
        rows = [(min(fight[h], left[h]), profile(view, h).attacks + 1) for h in able]
        chance = through(4, other.armour)
        back = min(fight[quarry], left[quarry]) * other.attacks * through(4, first.armour)
        cost = _worn(unit_worth(view, able[0], left[able[0]], prizes), left[able[0]] * first.hits, back)
        stake = unit_worth(view, quarry, left[quarry], prizes) * (1.0 - found.destroyed.get(quarry, 0.0))
        for margin, p in margins:
            impetus = -(-margin // len(prey)) // 3
            blows = sum(n * (dice + impetus) for n, dice in rows) * chance
            total += p * max(_worn(stake, left[quarry] * other.hits, blows) - cost, 0.0)
    return total


def _worn(stake: float, endures: float, casualties: float) -> float:
    return float(stake * worn_share(casualties / max(endures, 1.0)))
