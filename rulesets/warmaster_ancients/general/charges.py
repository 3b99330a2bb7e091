"""What charges are worth, reckoned by the rules themselves: places, shooting at the charge, the round, the pursuit.

WMA-S10, WMA-S11, WMA-S13; the odds are those shown to players (:mod:`odds`).
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.odds import Spread
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.field import facts, sight
from rulesets.warmaster_ancients.field.scene import remembered
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.fight.odds import CombatOdds
from rulesets.warmaster_ancients.general.duels import GROUND, NOTHING, Stake, follows, through, worn_share
from rulesets.warmaster_ancients.general.field import Field, field_of, worth
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.move import retreating

MOST = 5
"""Enemies that a unit thinks of charging."""


class Charge(Stake, frozen=True):
    """A charge that can be made: where the charger's stands would be, and whether it strikes flank or rear."""

    unit: str
    target: str
    ends: dict[str, Pose]
    flank: bool


def charge(view: State, unit: str, target: str) -> Charge | None:
    """What a straight charge is worth, or None where it is not possible."""
    place = charging.placed(view, unit, target)
    if place.refusal is not None:
        return None
    field = field_of(view, view.units[unit].side)
    shots = [stand for stand, _ in charging.reaction_aims(view, target, unit)]
    there = odds.charged_view(view, unit, place.ends)
    if shots:
        found = odds.charge_odds(view, unit, target, place.ends, shots)
    else:
        found = _odds_of(there, facts.combat_of(there, unit), field.side)
    then, now = combat_points(there, found, field), standing_points(view, target, field)
    flank = any(t.flank_or_rear for t in facts.contacts(there, target) if t.other_unit == unit)
    gained = (then.dealt - now.dealt, then.suffered - now.suffered, found.win, found.lose)
    return Charge(*gained, unit, target, dict(place.ends), flank)


def _odds_of(view: State, group: Sequence[str], side: str) -> CombatOdds:
    """The odds of a round of the combat of some units, as a side sees them."""
    mine = [u for u in group if view.units[u].side == side]
    return odds.combat_odds(view, mine, [u for u in group if u not in mine])


def charges(field: Field, unit: str, reach: float) -> list[Charge]:
    """The charges that a unit can make at the nearest few enemies within a reach (mm)."""
    view = field.view
    if charging.unit_bar(view, unit) is not None:
        return []
    targets = [foe.id for foe, gap in field.nearest(unit) if gap <= reach + 1.0][:MOST]
    near = [t for t in targets if MEASURES.within(facts.distance(view, unit, t), reach)]
    found = (charge(view, unit, t) for t in sight.seen_of(view, unit, near))
    return [c for c in found if c is not None]


def standing_points(view: State, unit: str, field: Field) -> Stake:
    """Points at stake for a side in the combat that a unit is in already."""
    group = facts.combat_of(view, unit)
    return combat_points(view, _odds_of(view, group, field.side), field) if group else NOTHING


def combat_points(view: State, found: CombatOdds, field: Field, chase: bool = True) -> Stake:
    """Points that a round, and the pursuit after it if there can be one, are likely to cost the enemy and oneself."""
    mine = [u for u in found.stands if view.units[u].side == field.side]
    foes = [u for u in found.stands if u not in mine]

    def cost(losers: list[str], winners: list[str], beaten: float, sign: int) -> float:
        """What a side is likely to lose: blows, the ground if it is beaten, whoever has no way out, the pursuit."""
        points = sum(lost_points(view, u, found.stands[u], field) for u in losers)
        doomed = {u for u in losers if doomed_if_beaten(view, u)}
        points += GROUND * beaten + beaten * sum(_left_points(view, found, u, field) for u in sorted(doomed))
        prey = [u for u in losers if u not in doomed]
        return points + (_chase_points(view, found, winners, prey, field, sign) if chase else 0.0)

    return Stake(cost(foes, mine, found.win, 1), cost(mine, foes, found.lose, -1), found.win, found.lose)


@remembered
def doomed_if_beaten(view: State, unit: str) -> bool:
    """Whether a unit is lost if it must retreat: artillery, and whoever has no way out (WMA-PUR-02, WMA-S27)."""
    return profile(view, unit).artillery or retreating.trapped(view, unit, retreating.direction(view, unit))


def _left(view: State, found: CombatOdds, unit: str) -> float:
    """Stands that a unit has left after a round, on average."""
    return max(len(facts.stands(view, unit)) - found.stands[unit].mean, 0.0)


def _left_points(view: State, found: CombatOdds, unit: str, field: Field) -> float:
    """What is left of a unit after a round."""
    return unit_worth(view, unit, _left(view, found, unit), field) * (1.0 - found.destroyed.get(unit, 0.0))


def unit_worth(view: State, unit: str, left: float, field: Field) -> float:
    """What a unit with so many stands left is worth."""
    bought = view.units[unit]
    return float(worth(profile(view, unit).points, len(bought.bases), left, field.prizes[bought.side]))


def lost_points(view: State, unit: str, lost: Spread, field: Field) -> float:
    """Points that the loss of stands is likely to cost."""
    left = len(facts.stands(view, unit))
    table = [unit_worth(view, unit, n, field) for n in range(left + 1)]
    return sum(p * (table[left] - table[max(left - n, 0)]) for n, p in lost.items())


def _chase_points(
    view: State, found: CombatOdds, hunters: list[str], prey: list[str], field: Field, sign: int
) -> float:
    """Points that a pursuit of the beaten is likely to gain beyond what it costs, averaged over the margins."""
    margins = [(sign * m, p) for m, p in found.margin.items() if sign * m > 0]
    if not hunters or not prey or not margins:
        return 0.0
    fight = {u: len(facts.fighting_stands(view, u)) for u in (*hunters, *prey)}
    left = {u: _left(view, found, u) for u in (*hunters, *prey)}
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
        cost = _worn(unit_worth(view, able[0], left[able[0]], field), left[able[0]] * first.hits, back)
        stake = _left_points(view, found, quarry, field)
        for margin, p in margins:
            impetus = -(-margin // len(prey)) // 3
            blows = sum(n * (dice + impetus) for n, dice in rows) * chance
            total += p * max(_worn(stake, left[quarry] * other.hits, blows) - cost, 0.0)
    return total


def _worn(stake: float, endures: float, casualties: float) -> float:
    return float(stake * worn_share(casualties / max(endures, 1.0)))
