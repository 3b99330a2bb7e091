"""What charges and clashes are worth: a round of blows by its exact distribution, and the pursuit that may follow.

For clashes that are only feared or hoped for breadths tell how many stands would touch; what can be charged now is
reckoned by the odds that are shown to players. WMA-S10, WMA-S11, WMA-S13, WMA-CMB-05 to -09, WMA-RES-02 to -12,
WMA-MOD-03, WMA-MOD-04.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from game.engine.odds import Spread
from game.engine.state import State
from game.geometry.shapes import Floats, Pose
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.scene import remembered
from rulesets.warmaster_ancients.fight import fights, odds, retreats
from rulesets.warmaster_ancients.fight.odds import CombatOdds
from rulesets.warmaster_ancients.general.field import Body, Field, Troop, field_of, worth, worth_of
from rulesets.warmaster_ancients.measures import MEASURES

Aspect = Literal["front", "flank", "rear"]
GROUND = 3.0
"""Points for the ground, the order and the heart that a round won gains, and one lost costs."""


class Fighter(NamedTuple):
    """One side of a clash: dice of a stand, and in this first round alone; stands that touch the enemy, and alive.

    A stand is removed by ``hits`` casualties, of which ``carried`` are there already; ``chance`` is that of one of its
    dice to make one. ``whole`` are the stands it is bought with, ``prize`` is what its destruction is worth beyond its
    cost, and ``follows`` tells whether it may pursue the other if it wins.
    """

    attacks: int
    extra: int
    fighting: int
    stands: int
    hits: int
    carried: int
    chance: float
    support: int
    points: float
    whole: int
    prize: float
    follows: bool

    @property
    def endures(self) -> int:
        """Casualties that destroy it."""
        return self.stands * self.hits - self.carried

    def casualties(self) -> Floats:
        """Chances of 0, 1, ... casualties of its blows in the first round."""
        return binomial(self.fighting * max(self.attacks + self.extra, 1), self.chance)

    def left(self, casualties: Any) -> Any:
        """Stands left after casualties."""
        return np.maximum(self.stands - (self.carried + casualties) // self.hits, 0)

    def worth(self, stands: Any) -> Any:
        """What it is worth with so many stands."""
        return worth(self.points, self.whole, stands, self.prize)

    def worn(self, left: Any, casualties: Any, more: Any) -> Any:
        """Points lost by what is left of it after casualties where it takes so many more, on average."""
        endures = np.maximum(left * self.hits - (self.carried + casualties) % self.hits, 1)
        return self.worth(left) * worn_share(more / endures)


class Stake(msgspec.Struct, frozen=True):
    """Points that something is likely to cost the enemy and oneself, and the chances to win and to lose its round."""

    dealt: float
    suffered: float
    win: float
    lose: float

    def gain(self, own_loss: float = 1.0) -> float:
        """Points gained; one's own losses weighed."""
        return self.dealt - own_loss * self.suffered


NOTHING = Stake(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=8192)
def binomial(dice: int, chance: float) -> Floats:
    """Chances of 0, 1, ... casualties of some dice."""
    out = np.array([1.0])
    for _ in range(dice):
        out = np.convolve(out, (1.0 - chance, chance))
    return out


@lru_cache(maxsize=8192)
def clash(one: Fighter, two: Fighter) -> Stake:
    """A round of blows between two fighters, the first of them charging perhaps, and the pursuit after it."""
    if one.stands <= 0 or two.stands <= 0:
        return NOTHING
    odds_one, odds_two = one.casualties(), two.casualties()
    dealt, taken = np.arange(len(odds_one))[:, None], np.arange(len(odds_two))[None, :]
    chances = odds_one[:, None] * odds_two[None, :]
    left_one, left_two = one.left(taken), two.left(dealt)
    margin = np.minimum(dealt, two.endures) + one.support - np.minimum(taken, one.endures) - two.support
    margin = np.where((left_two == 0) & (left_one > 0), np.maximum(margin, 1), margin)
    margin = np.where((left_one == 0) & (left_two > 0), np.minimum(margin, -1), margin)
    gain, loss = (body.worth(body.stands) - body.worth(left) for body, left in ((two, left_two), (one, left_one)))
    more = _chase(one, two, left_one, left_two, dealt, taken, margin)
    less = _chase(two, one, left_two, left_one, taken, dealt, -margin)
    win, lose = float((chances * (margin > 0)).sum()), float((chances * (margin < 0)).sum())
    dealt_points = float((chances * (gain + more[0] + less[1])).sum()) + GROUND * win
    taken_points = float((chances * (loss + more[1] + less[0])).sum()) + GROUND * lose
    return Stake(dealt_points, taken_points, win, lose)


def _chase(
    hunter: Fighter, prey: Fighter, hunters: Any, left: Any, dealt: Any, taken: Any, margin: Any
) -> tuple[Any, Any]:
    """Points that a pursuit costs the beaten and the winner, where the winner would make it; zeros elsewhere."""
    if not hunter.follows:
        return 0.0, 0.0
    on = (margin > 0) & (left > 0) & (hunters > 0)
    front = np.minimum(hunters, max(hunter.fighting, 1))
    mine = front * (hunter.attacks + 1 + np.maximum(margin, 0) // 3) * hunter.chance
    theirs = np.minimum(left, max(prey.fighting, 1)) * prey.attacks * prey.chance
    cost, price = prey.worn(left, dealt, mine), hunter.worn(hunters, taken, theirs)
    on &= cost > price
    return np.where(on, cost, 0.0), np.where(on, price, 0.0)


def worn_share(ratio: Any) -> Any:
    """The share of its worth that a body loses to casualties of which this share, on average, would destroy it.

    >>> [round(float(worn_share(r)), 2) for r in (0.0, 0.5, 1.0, 2.0)]
    [0.0, 0.31, 0.69, 0.94]
    """
    return (ratio / (1.0 + ratio**3) ** (1.0 / 3.0)) ** 1.6


def through(need: int, armour: int | None) -> float:
    """The chance that a die which hits on ``need`` makes a casualty of a unit with this armour."""
    hit = max(0, 7 - need) / 6.0
    return hit if armour is None else hit * (armour - 1) / 6.0


def touching(stands: int, frontage: float, breadth: float) -> int:
    """How many stands of a frontage (mm) in line would touch a body of this breadth that they meet in the middle.

    Corners touch too (WMA-S05): a body as broad as a stand is touched by its neighbours.

    >>> touching(3, 40.0, 120.0), touching(3, 20.0, 20.0), touching(3, 40.0, 60.0), touching(3, 40.0, 20.0)
    (3, 3, 3, 1)
    """
    return min(stands, int(breadth // frontage) + 2) if breadth >= frontage else 1


def follows(hunter: Profile, prey: Profile) -> bool:
    """Whether a kind may pursue another over open ground (WMA-PUR-01, WMA-S33)."""
    return not hunter.artillery and not (hunter.type == "infantry" and prey.mounted)


@lru_cache(maxsize=1024)
def _bonus(row: str) -> int:
    return int(load_modifiers().attack(row).value)


@lru_cache(maxsize=1024)
def _chance(cover: Status, armour: int | None) -> float:
    """The chance that a blow at a kind with some armour, in some cover, makes a casualty."""
    return through(int(load_modifiers().combat(cover).need), armour)


@lru_cache(maxsize=1024)
def shot_chance(cover: Status, armour: int | None) -> float:
    """The same of a shot."""
    return through(int(load_modifiers().shooting(cover).need), armour)


def charge_clash(
    charger: Troop, charged: Troop, aspect: Aspect, cover: Status = "open", support: int = 0, rough: bool = False
) -> Stake:
    """What a charge is likely to bring its side: ``aspect`` where the charged is struck, ``cover`` what it has then.

    ``support`` counts stands that support the charged, ``rough`` tells that it stands on difficult ground: no bonus for
    charging (WMA-MOD-01, WMA-S15). Missile troops struck in front shoot first (WMA-RCT-01): about so many casualties,
    which count for the result.
    """
    return _charge_clash(charger.body, charged.body, aspect, cover, support, rough)


@lru_cache(maxsize=1 << 16)
def _charge_clash(charger: Body, charged: Body, aspect: Aspect, cover: Status, support: int, rough: bool) -> Stake:
    one, two = charger.kind, charged.kind
    length = 2.0 * (charged.half_depth if aspect == "flank" else charged.half_width)
    mine = touching(charger.stands, one.footprint.width, length)
    theirs = 1 if aspect == "flank" else touching(charged.stands, two.footprint.width, 2.0 * charger.half_width)
    extra = flanked = volley = 0
    if cover == "open" and not rough:
        extra = _bonus("charge") + (_bonus("shock") if one.shock else 0)
    if aspect != "front":
        flanked = _bonus("flank_rear")
    elif charged.shoots and not charged.engaged and not charged.reacted:
        volley = int(charged.stands * shot_chance("open", one.armour) + 0.5)
    attacks, answers = _dice(charger, two), max(_dice(charged, one) + flanked, 1)
    chance, back = _chance(cover, two.armour), _chance("open", one.armour)
    carried = charger.hits + volley
    return clash(
        Fighter(attacks, extra, mine, *_strength(charger, carried), chance, 0, *_price(charger), follows(one, two)),
        Fighter(
            *(answers, 0, theirs, *_strength(charged, charged.hits), back, support + volley, *_price(charged)),
            follows(two, one) and cover != "fortified",
        ),
    )


def _dice(who: Body, enemy: Profile) -> int:
    """The dice of a stand before charges and flanks: Attacks, terror, confusion (WMA-MOD-05, WMA-MOD-07)."""
    dice = who.kind.attacks + (_bonus("terrifying") if enemy.terrifying else 0)
    return max(dice + (_bonus("confused") if who.confused else 0), 1)


def _strength(who: Body, carried: int) -> tuple[int, int, int]:
    return who.stands, who.kind.hits, carried


def _price(who: Body) -> tuple[float, int, float]:
    return float(who.kind.points), who.whole, who.prize


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
        found = odds.combat_odds(there, *fights.parted(there, facts.combat_of(there, unit), field.side))
    then, now = combat_points(there, found, field), standing_points(view, target, field)
    flank = any(t.flank_or_rear for t in facts.contacts(there, target) if t.other_unit == unit)
    gained = (then.dealt - now.dealt, then.suffered - now.suffered, found.win, found.lose)
    return Charge(*gained, unit, target, dict(place.ends), flank)


def targets(field: Field, unit: str, reach: float) -> list[Troop]:
    """Those of the nearest few enemies within a reach (mm) that a unit may charge if it sees them and finds a way."""
    if charging.unit_bar(field.view, unit) is not None:
        return []
    few = [foe for foe, gap in field.nearest(unit) if gap <= reach + 1.0][:MOST]
    return [foe for foe in few if MEASURES.within(facts.distance(field.view, unit, foe.id), reach)]


def standing_points(view: State, unit: str, field: Field) -> Stake:
    """Points at stake for a side in the combat that a unit is in already."""
    group = facts.combat_of(view, unit)
    sides = fights.parted(view, group, field.side)
    return combat_points(view, odds.combat_odds(view, *sides), field) if group else NOTHING


def combat_points(view: State, found: CombatOdds, field: Field, chase: bool = True) -> Stake:
    """Points that a round, and the pursuit after it if there can be one, are likely to cost the enemy and oneself."""
    mine, foes = fights.parted(view, found.stands, field.side)

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
    return profile(view, unit).artillery or retreats.trapped(view, unit, retreats.direction(view, unit))


def _left(view: State, found: CombatOdds, unit: str) -> float:
    """Stands that a unit has left after a round, on average."""
    return max(len(facts.stands(view, unit)) - found.stands[unit].mean, 0.0)


def _left_points(view: State, found: CombatOdds, unit: str, field: Field) -> float:
    """What is left of a unit after a round."""
    return unit_worth(view, unit, _left(view, found, unit), field) * (1.0 - found.destroyed.get(unit, 0.0))


def unit_worth(view: State, unit: str, left: float, field: Field) -> float:
    """What a unit with so many stands left is worth."""
    bought = view.units[unit]
    return worth_of(profile(view, unit).points, len(bought.bases), left, field.prizes[bought.side])


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
