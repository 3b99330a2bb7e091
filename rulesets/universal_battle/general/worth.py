"""What things are worth to a general, in points: units, shots by their exact odds, fights by what they come to."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from game.engine.odds import Spread
from game.engine.state import State
from game.geometry.shapes import Point
from rulesets.universal_battle.attack import arms, hidden, volley
from rulesets.universal_battle.attack.arms import Attack
from rulesets.universal_battle.attack.throws import chance
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.terrain import Effects
from rulesets.universal_battle.fight import odds
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move.allowance import allowance
from rulesets.universal_battle.shoot import shooting
from rulesets.universal_battle.shoot.shooting import ShootData
from rulesets.universal_battle.turn import victory

ACTIVATION = 35.0
"""Points that the loss of an activation is worth beyond its price: it is what wins the battle (USB-VIC-01)."""
PRIZE = 80.0
"""Points of an objective that counts for one activation (USB-ACT-07)."""
SHARES = {"hold": 0.0, "back": 0.12, "flee": 0.4, "gone": 1.0}
"""What a combat result costs the loser, of all that it is worth."""


class Temper(msgspec.Struct, frozen=True):
    """What generals differ in.

    Attributes
    ----------
    loss
        Weight of own losses against the enemy's.
    danger
        Weight of what may be done to a unit where it goes.
    hope
        Weight of what it may do to others from there.
    nearer
        Points of an inch nearer to the enemy.
    """

    name: str
    loss: float = 0.75
    danger: float = 0.1
    hope: float = 0.45
    nearer: float = 0.3


TEMPERS = (Temper("general"), Temper("bold", 0.5, 0.05, 0.6, 0.6), Temper("cautious", 1.0, 0.3, 0.4, 0.2))
"""The best first."""


def price(view: State, unit: str) -> float:
    """Points that a wound on an activation is worth."""
    points = sum(facts.own(view, u).points for u in facts.company(view, unit))
    return points / max(facts.initial(view, unit), 1)


def whole(view: State, unit: str) -> float:
    """Points that all that is left of an activation is worth, its count in the end with them."""
    count = sum(victory.worth(view, u) for u in facts.company(view, unit) if facts.survives(view, u))
    return price(view, unit) * facts.strength(view, unit) + ACTIVATION * count


def harm(view: State, unit: str, wounds: Spread) -> float:
    """Points of wounds on an activation: those that count, and the chance that it is gone."""
    left = facts.strength(view, unit)
    lost = sum(p * min(n, left) for n, p in wounds.items())
    shaken = wounds.at_least(max(1, math.ceil(facts.initial(view, unit) / 4.0 - facts.losses(view, unit))))
    end = wounds.at_least(left) * (whole(view, unit) - left * price(view, unit))
    return lost * price(view, unit) + end + 4.0 * shaken


def shot(view: State, data: ShootData, target: str) -> float:
    """Points of a shot at a target as things stand."""
    attack = shooting.attack(view, data, target)
    if not attack.arms:
        return 0.0
    wounds, again = volley.spread(view, attack), odds.daring(view, attack)
    return harm(view, target, wounds + again if again is not None else wounds) * chance_to_find(view, data.unit, target)


def chance_to_find(view: State, unit: str, target: str) -> float:
    """The chance that an attack on a target is made at all: who is Hidden has to be found (USB-FRM-09)."""
    return sought(view, unit) if hidden.is_hidden(view, target) else 1.0


def sought(view: State, unit: str) -> float:
    """The chance that an activation finds who is Hidden."""
    return chance(hidden.need(view, unit).total)


def best_shot(view: State, data: ShootData) -> tuple[float, str]:
    """The shot that is worth most, and its target; ("" and nothing where there is none)."""
    each = [(shot(view, data, target), target) for target in shooting.targets(view, data)]
    return max(each, key=lambda one: (round(one[0], 9), one[1]), default=(0.0, ""))


def fight(view: State, unit: str, target: str, *, charge: bool) -> tuple[float, float]:
    """Points that a fight is expected to cost the target, and the unit itself; who can blows himself up if it pays."""
    met = odds.duel(view, unit, target, charge=charge)
    stake, risk = whole(view, target), whole(view, unit)
    each, own = price(view, target), price(view, unit)
    left = facts.strength(view, target)
    gain, loss = met.wins * ACTIVATION * 2.0, met.loses * ACTIVATION * 2.0
    answer = odds.burst(view, target, unit)
    for way in odds.ways(view, unit, target, charge=charge, met=met):
        if way.dealt >= left:
            gain += way.chance * stake
            continue
        here, there = way.dealt * each, way.taken * own
        end = SHARES[way.band]
        if way.ahead > 0:
            here += end * max(0.0, stake - here)
        elif way.ahead < 0:
            there += end * max(0.0, risk - there)
        if answer is not None and harm(view, unit, answer) > risk * 0.5:
            here, there = stake, max(there, harm(view, unit, answer))
        gain += way.chance * here
        loss += way.chance * there
    blown = odds.burst(view, unit, target)
    if blown is not None and harm(view, target, blown) - risk > gain - loss:
        return harm(view, target, blown), risk
    return min(gain, stake), min(loss, risk)


class Prize(NamedTuple):
    """An objective that a side can still win: where it lies (mm), and what it is worth in points."""

    marker: str
    at: Point
    points: float


def prizes(view: State, side: str) -> tuple[Prize, ...]:
    """The objectives that a side can still win (USB-ACT-07)."""
    found = (m for m in view.markers.values() if m.kind == victory.OBJECTIVE and not m.side and m.own.owner != side)
    return tuple(Prize(m.id, (m.pose.x, m.pose.y), PRIZE * m.own.worth) for m in found if m.pose is not None)


def rounds(view: State, unit: str, prize: Prize) -> float:
    """How many Runs an activation is away from an objective."""
    pace = allowance(view, unit, "run", "skirmish").total
    gaps = (math.dist(prize.at, (b.pose.x, b.pose.y)) - b.shape.width / 2.0 for b in facts.models(view, unit) if b.pose)
    far = max(0.0, min(gaps, default=math.inf) - inch(number("objective")))
    return far / pace if pace else math.inf


class Threat(msgspec.Struct, frozen=True):
    """What one enemy may do to an activation, and it to him, in points, and from how far (mm).

    ``share``: how likely he is to come to it before anything else happens; ``finds``: that he finds who is Hidden;
    ``past``: that he attacks somebody who is not the nearest.
    """

    enemy: str
    share: float
    finds: float
    past: float
    shot: float
    reach: float
    charge: float
    dash: float
    mine: float
    my_dash: float
    my_shot: float
    my_reach: float

    def at(self, gap: float) -> float:
        """What he may do at a distance (mm): a shot or a charge, whichever is worse."""
        shot = self.shot if gap <= self.reach else 0.0
        return self.share * (max(shot, self.charge) if gap <= self.dash else shot)

    def chance(self, gap: float) -> float:
        """What may be done to him from a distance: all of it in reach, less and less the farther off."""
        charge = self.mine * LATER ** (max(0.0, gap - self.my_dash) / AFAR)
        return float(max(charge, self.my_shot * LATER ** (max(0.0, gap - self.my_reach) / AFAR)))


Reckoned = Callable[[str, str], tuple[float, float]]
"""What a charge of one activation on another costs this and the first (:func:`fight`)."""


def threats(view: State, unit: str, loss: float, reckoned: Reckoned | None = None) -> tuple[Threat, ...]:
    """What the enemies may do to an activation wherever it stands, and it to them; terrain and sight are left out."""
    reckoned = reckoned or (lambda one, other: fight(view, one, other, charge=True))
    found = []
    dash = allowance(view, unit, "charge", "skirmish").total
    for enemy in facts.enemies(view, unit):
        shot, reach = _shots(view, enemy, unit)
        mine, my_reach = _shots(view, unit, enemy)
        charge = gain = 0.0
        if not facts.own(view, enemy).status and not facts.is_locked(view, enemy):
            got, lost = reckoned(enemy, unit)
            charge = max(0.0, got - 0.5 * lost)
        if not facts.own(view, unit).status:
            got, lost = reckoned(unit, enemy)
            gain = max(0.0, got - loss * lost)
        far = allowance(view, enemy, "charge").total + NEARLY
        share = 0.0 if facts.own(view, enemy).flag else AGAIN if facts.own(view, enemy).activated else 1.0
        past = LED if near.led(view, enemy) else BARRED
        found.append(
            Threat(enemy, share, sought(view, enemy), past, shot, reach, charge, far, gain, dash, mine, my_reach)
        )
    return tuple(found)


def _shots(view: State, unit: str, target: str) -> tuple[float, float]:
    """Points of a shot of one activation at another in the open, and from how far (mm) it may come to it."""
    models = [b.id for b in facts.models(view, unit)]
    shots = arms.shots(view, models, 0.0)
    if not shots or facts.is_locked(view, unit):
        return 0.0, 0.0
    reach = max((r for b in models for r in shooting.reaches(view, b)), default=0.0)
    front = (unit, target)  # nobody knows which way a Phalanx will face
    attack = Attack(unit, target, "shot", shots, front=front, ground=(Effects(), Effects()))
    wounds, again = volley.spread(view, attack), odds.daring(view, attack)
    worth = harm(view, target, wounds + again if again is not None else wounds)
    return worth, reach + allowance(view, unit, "tactical").total


def danger(
    view: State,
    unit: str,
    told: tuple[Threat, ...],
    gaps: Mapping[str, float],
    screen: Mapping[str, float],
    secret: bool,
) -> float:
    """Points that the enemies may do to an activation where it stands: no more than there is to lose.

    ``screen``: how far its friends are from each enemy: who is not led by a hero attacks the nearest, and nobody looks
    for another who is Hidden.
    """
    total = 0.0
    for one in told:
        nearest = gaps[one.enemy] <= screen.get(one.enemy, math.inf)
        share = 1.0 if nearest else 0.0 if secret else one.past
        total += one.at(gaps[one.enemy]) * share * (one.finds if secret else 1.0)
    return min(total, whole(view, unit))


AFAR, LATER = 250.0, 0.55
"""mm that are made good in a round, and what is left of a hope that is a round off."""
NEARLY = 10.0
"""mm that an enemy is given beyond his reach."""
AGAIN = 0.5
"""How likely an enemy who has been activated in this round attacks before he is attacked."""
LED, BARRED = 0.5, 0.15
"""How likely an enemy attacks another than the nearest: who is led by a hero, and who can do so if things change."""
