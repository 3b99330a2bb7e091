"""What things are worth to a general, in points: units, shots by their exact odds, fights by what they come to."""

from __future__ import annotations

import math

import msgspec

from game.engine.odds import Spread
from game.engine.state import State
from rulesets.universal_battle.attack import arms, volley
from rulesets.universal_battle.attack.arms import Attack, blows, ram
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.fight.score import Part, band, score
from rulesets.universal_battle.shoot import shooting
from rulesets.universal_battle.shoot.shooting import ShootData

ACTIVATION = 35.0
"""Points that the loss of an activation is worth beyond its price: it is what wins the battle (USB-VIC-01)."""
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
    nearer
        Points of an inch nearer to the enemy.
    """

    name: str
    loss: float = 0.75
    danger: float = 0.25
    nearer: float = 1.2


TEMPERS = (Temper("general"), Temper("bold", 0.5, 0.1, 1.8), Temper("cautious", 1.0, 0.5, 0.8))
"""The best first."""


def price(view: State, unit: str) -> float:
    """Points that a wound on an activation is worth."""
    points = sum(facts.own(view, u).points for u in facts.company(view, unit))
    return points / max(facts.initial(view, unit), 1)


def whole(view: State, unit: str) -> float:
    """Points that all that is left of an activation is worth, its count in the end with them."""
    count = sum(2 if facts.is_lone_hero(view, u) else 1 for u in facts.company(view, unit))
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
    return harm(view, target, volley.spread(view, attack)) if attack.arms else 0.0


def best_shot(view: State, data: ShootData) -> tuple[float, str]:
    """The shot that is worth most, and its target; ("" and nothing where there is none)."""
    found = [(shot(view, data, target), target) for target in shooting.targets(view, data)]
    return max(found, key=lambda one: (round(one[0], 9), one[1]), default=(0.0, ""))


def fight(view: State, unit: str, target: str, *, charge: bool) -> tuple[float, float]:
    """Points that a fight is expected to cost the target, and the unit itself.

    Blows by their exact odds; the answer in the measure of who is left; the result by the scores that come of both.
    """
    mine, theirs = (tuple(b.id for b in facts.models(view, u)) for u in (unit, target))
    first = volley.spread(view, _blows(view, unit, target, mine, charge))
    back = volley.spread(view, _blows(view, target, unit, theirs, False, reply=True)).mean
    left, own = facts.strength(view, target), facts.strength(view, unit)
    stake, risk = whole(view, target), whole(view, unit)
    base = score(view, Part(unit, charged=charge), Part(target)).total
    base -= score(view, Part(target), Part(unit)).total
    gain = loss = 0.0
    for wounds, chance in first.items():
        taken = min(wounds, left)
        if taken >= left:
            gain += chance * stake
            continue
        answer = min(back * (1.0 - taken / left), own)
        gain += chance * taken * price(view, target)
        loss += chance * answer * price(view, unit)
        # what each has lost lowers its own numbers and its toughest model as well
        ahead = base + taken * (2.0 if len(theirs) == 1 else 1.3) - answer * (2.0 if len(mine) == 1 else 1.3)
        result = SHARES[band(int(abs(round(ahead))))]
        gain += chance * result * (stake - taken * price(view, target)) if ahead > 0 else 0.0
        loss += chance * result * (risk - answer * price(view, unit)) if ahead < 0 else 0.0
    return gain, loss


def _blows(
    view: State, unit: str, target: str, models: tuple[str, ...], charge: bool, *, reply: bool = False
) -> Attack:
    rams = ram(view, unit) if charge and facts.monster(view, unit) else ()
    return Attack(unit, target, "blow", blows(view, models), rams, charging=charge, reply=reply, costly=not reply)


class Threat(msgspec.Struct, frozen=True):
    """What one enemy may do to an activation in its next activation, in points, and how far (mm) he may be for it."""

    enemy: str
    reach: float
    shot: float
    charge: float

    def at(self, gap: float) -> float:
        """What he may do at a distance (mm): a shot or a charge, whichever is worse."""
        shot = self.shot if gap <= self.reach else 0.0
        return max(shot, self.charge) if gap <= CHARGE else shot


def threats(view: State, unit: str) -> tuple[Threat, ...]:
    """What the enemies may do to an activation wherever it stands; terrain and sight are left to them."""
    found = []
    for enemy in facts.enemies(view, unit):
        models = [b.id for b in facts.models(view, enemy)]
        shots = arms.shots(view, models, 0.0)
        shot = harm(view, unit, volley.spread(view, Attack(enemy, unit, "shot", shots))) if shots else 0.0
        reach = max((r for b in models for r in shooting.reaches(view, b)), default=0.0)
        charge = 0.0
        if not facts.own(view, enemy).status and not facts.is_locked(view, enemy):
            gain, loss = fight(view, enemy, unit, charge=True)
            charge = max(0.0, gain - 0.5 * loss)
        found.append(Threat(enemy, reach + ADVANCE if shots else 0.0, shot, charge))
    return tuple(found)


def danger(view: State, unit: str, told: tuple[Threat, ...]) -> float:
    """Points that the enemies may do to an activation where it stands."""
    return sum(one.at(near.distance(view, one.enemy, unit)) for one in told)


ADVANCE, CHARGE = 125.0, 260.0
"""mm that an enemy may go before he shoots, and from which he may charge, about."""
