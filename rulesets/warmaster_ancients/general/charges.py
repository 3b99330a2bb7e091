"""What charges are worth, reckoned by the rules themselves: places, shooting at the charge, the round, the pursuit.

WMA-S10, WMA-S11, WMA-S13; the odds are those shown to players (:mod:`odds`).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
import numpy as np

from game.engine.odds import Spread
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import charging, facts, odds
from rulesets.warmaster_ancients.general.duels import LOST, WON, through, worth
from rulesets.warmaster_ancients.general.field import field_of, prize
from rulesets.warmaster_ancients.general.matchups import follows
from rulesets.warmaster_ancients.odds import CombatOdds
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.profiles import profile
from rulesets.warmaster_ancients.scene import board

NEAR_MM = 260.0
"""Units farther from a charger than its move and this (mm) have no part in its charge."""
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


def _around(view: State, unit: str, target: str) -> Any:
    """Everything on which a charge depends: the ground, who stands near and how they are."""
    troops = field_of(view, view.units[unit].side).troops
    me = troops[unit]
    reach = me.kind.move + NEAR_MM
    near = tuple(
        t.id
        for t in troops.values()
        if abs(t.block.x - me.block.x) <= reach and abs(t.block.y - me.block.y) <= reach
    )
    stands = tuple((b.id, b.pose) for u in near for b in view.bases_of(u))
    owns = tuple((view.units[u].own.hits, view.units[u].own.confused, view.units[u].own.attacked) for u in near)
    told: UnitOwn = view.units[target].own
    ties = tuple((t.a, t.b, t.own) for t in view.ties.values() if t.a in near or t.b in near)
    prizes = tuple(prize(view, s) for s in view.sides)
    return (board(view).land, unit, target, stands, owns, told.reacted, ties, prizes, view.own.active)


def charge(view: State, unit: str, target: str) -> Charge | None:
    """What a straight charge is worth, or None where it is not possible."""
    key = _around(view, unit, target)
    if key in _MEMO:
        _MEMO.move_to_end(key)
        return _MEMO[key]
    found = _charge(view, unit, target)
    _MEMO[key] = found
    while len(_MEMO) > KEPT:
        _MEMO.popitem(last=False)
    return found


def _charge(view: State, unit: str, target: str) -> Charge | None:
    if charging.unit_bar(view, unit) is not None:
        return None
    place = charging.placed(view, unit, target)
    if place.refusal is not None:
        return None
    shots = [stand for stand, _ in charging.reaction_aims(view, target, unit)]
    found = odds.charge_odds(view, unit, target, place.ends, shots)
    there = odds.charged_view(view, unit, place.ends)
    side = view.units[unit].side
    dealt, suffered = combat_points(there, found, side)
    before = standing_points(view, target, side)
    flank = any(t.flank_or_rear for t in facts.contacts(there, target) if t.other_unit == unit)
    return Charge(
        unit, target, dealt - before[0], suffered - before[1], found.win, found.lose, dict(place.ends), flank
    )


def charges(view: State, unit: str, reach: float, most: int = 5) -> list[Charge]:
    """The charges that a unit can make at enemies within a reach (mm), the nearest few, worth first."""
    field = field_of(view, view.units[unit].side)
    gaps = field.gaps[field.troops[unit].row]
    near = sorted((round(float(g), 2), k) for k, g in enumerate(gaps) if g <= reach + 1.0)
    found = [charge(view, unit, field.foes[k].id) for _, k in near[:most]]
    return sorted((c for c in found if c is not None), key=lambda c: -round(c.gain(1.0), 6))


# --- points ------------------------------------------------------------------------------------------------------


def standing_points(view: State, unit: str, side: str) -> tuple[float, float]:
    """Points at stake for a side in the combat that a unit is in already: dealt, suffered."""
    group = facts.combat_of(view, unit)
    if not group:
        return 0.0, 0.0
    mine = [u for u in group if view.units[u].side == side]
    return combat_points(view, odds.combat_odds(view, mine, [u for u in group if u not in mine]), side)


def combat_points(view: State, found: CombatOdds, side: str, chase: bool = True) -> tuple[float, float]:
    """Points that a round, and the pursuit after it where there can be one, are likely to cost the enemy and oneself."""
    dealt = suffered = 0.0
    for unit, lost in found.stands.items():
        points = _lost_points(view, unit, lost)
        if view.units[unit].side == side:
            suffered += points
        else:
            dealt += points
    mine = [u for u in found.stands if view.units[u].side == side]
    foes = [u for u in found.stands if u not in mine]
    dealt += WON * found.win
    suffered += LOST * found.lose
    if chase:
        dealt += _chase_points(view, found, mine, foes, 1)
        suffered += _chase_points(view, found, foes, mine, -1)
    return dealt, suffered


def _lost_points(view: State, unit: str, lost: Spread) -> float:
    kind, whole = profile(view, unit), len(view.units[unit].bases)
    left = len(facts.stands(view, unit))
    extra = prize(view, view.units[unit].side)
    now = float(worth(kind.points, whole, left, extra))
    return sum(p * (now - float(worth(kind.points, whole, max(left - n, 0), extra))) for n, p in lost.items())


def _chase_points(view: State, found: CombatOdds, hunters: list[str], prey: list[str], sign: int) -> float:
    """Points that a pursuit of the beaten is likely to gain beyond what it costs, averaged over the margins."""
    if not hunters or not prey:
        return 0.0
    fight = {u: len(facts.fighting_stands(view, u)) for u in (*hunters, *prey)}
    left = {u: max(len(facts.stands(view, u)) - found.stands[u].mean, 0.0) for u in (*hunters, *prey)}
    total = 0.0
    margins = np.array([(sign * m, p) for m, p in found.margin.items() if sign * m > 0])
    if not len(margins):
        return 0.0
    for margin, chance in margins.tolist():
        total += chance * _chase_at(view, fight, left, hunters, prey, int(margin), found)
    return total


def _chase_at(
    view: State,
    fight: dict[str, int],
    left: dict[str, float],
    hunters: list[str],
    prey: list[str],
    margin: int,
    found: CombatOdds,
) -> float:
    way = -(-margin // len(prey))
    gain = cost = 0.0
    for quarry in prey:
        other = profile(view, quarry)
        able = [h for h in hunters if follows(profile(view, h), other) and facts.touches(view, h, quarry)]
        if not able or left[quarry] <= 0.0:
            continue
        blows = sum(
            min(fight[h], left[h]) * (profile(view, h).attacks + 1 + way // 3) * through(4, other.armour) for h in able
        )
        kind = profile(view, able[0])
        back = min(fight[quarry], left[quarry]) * other.attacks * through(4, kind.armour)
        gain += _worn(view, quarry, left[quarry], blows) * (1.0 - found.destroyed.get(quarry, 0.0))
        cost += _worn(view, able[0], left[able[0]], back)
    return max(gain - cost, 0.0)


def _worn(view: State, unit: str, left: float, casualties: float) -> float:
    kind = profile(view, unit)
    endures = max(left * kind.hits, 1.0)
    now = float(worth(kind.points, len(view.units[unit].bases), left, prize(view, view.units[unit].side)))
    return float(now * min(casualties / endures, 1.0) ** 1.3)
