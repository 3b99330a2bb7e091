"""What generals differ in, and what shots and blows take off a unit, in points.

Rough on purpose, and cheap: the exact odds of the rules are for players; a general looks at hundreds of pairs a turn
and only compares them.
"""

from __future__ import annotations

import msgspec

from game.engine.state import State
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import casualties, numbers, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, UnitOwn, WeaponOwn
from rulesets.age_of_fantasy_skirmish.shoot import shooting


class Temper(msgspec.Struct, frozen=True):
    """A general's temper.

    ``loss``: a point of his own lost, beside one of the enemy's; ``place``: a marker held when the battle ends, in
    points; ``danger``: how much of what may be done to a unit where it stands he reckons with.
    """

    name: str
    loss: float = 0.8
    place: float = 45.0
    danger: float = 0.3


STEADY = Temper("general")
BOLD = Temper("bold", 0.5, 40.0, 0.12)
CAUTIOUS = Temper("cautious", 1.1, 45.0, 0.6)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""


def life(view: State, unit: str) -> float:
    """Wounds that a unit can still take, about."""
    total = max(casualties.wounds_left(view, unit), 0)
    return max(total + (1.0 if len(view.bases_of(unit)) == 1 else 0.0), 1.0)


def price(view: State, unit: str) -> float:
    """Points that a wound on a unit is worth."""
    own: UnitOwn = view.units[unit].own
    share = len(view.bases_of(unit)) / max(own.began, 1)
    return own.points * max(share, 0.3) / life(view, unit)


def through(view: State, target: str, rules: dict[str, int], ap: int, cover: bool) -> float:
    """Chance that a hit becomes a wound."""
    need = numbers.defense(view, target) + ap - (1 if cover else 0)
    stopped = (7 - min(max(need, 2), 6)) / 6.0
    if specials.all_have(view, target, "regeneration") and not {"bane", "rending", "unstoppable"} & set(rules):
        return (1.0 - stopped) * 2.0 / 3.0
    return 1.0 - stopped


def times(view: State, target: str, rules: dict[str, int]) -> float:
    """How often a hit counts: Deadly on the toughest, Blast on a group."""
    bases = view.bases_of(target)
    holds = casualties.endures if len(bases) > 1 else casualties.toughness
    most = max((holds(view, b.id) - b.own.wounds for b in bases), default=1)
    many = min(rules.get("deadly", 1) or 1, max(most, 1) if len(bases) > 1 else max(most, 1) + 1)
    blast = min(rules.get("blast", 1) or 1, max(len(bases), 1))
    return float(many * blast)


def weapon(
    view: State, base: str, arm: WeaponOwn, target: str, cover: bool = False, tired: bool = False, charge: bool = False
) -> float:
    """Wounds that a model's weapon does to a unit, about."""
    own: ModelOwn = view.bases[base].own
    rules = dict(arm.rules)
    if charge and "furious" in own.rules:
        rules["furious"] = 0
    if "relentless" in own.rules and arm.reach:
        rules["relentless"] = 0
    thrust = 1 if charge and "thrust" in rules else 0
    need = (2 if "reliable" in rules else own.quality) - thrust
    more = sum(rule in rules for rule in ("surge", "furious", "relentless"))
    hits = 1.0 / 6.0 if tired else (7 - min(max(need, 2), 6)) / 6.0 + more / 6.0
    ap = rules.get("ap", 0) + thrust
    return arm.attacks * hits * through(view, target, rules, ap, cover) * times(view, target, rules)


def shots(view: State, unit: str, enemy: str) -> float:
    """Wounds that a unit's shooting does to another from where both stand."""
    names = shooting.weapon_names(view, unit)
    return sum(attack(view, a) for name in names for a in shooting.attacks(view, unit, name, enemy))


def attack(view: State, shot: Attack) -> float:
    """Wounds that a model's shots do, about."""
    arm = numbers.weapon_of(view, shot.base, shot.weapon)
    return weapon(view, shot.base, arm, shot.target, cover=shot.cover)


def best_shot(view: State, unit: str) -> tuple[float, str]:
    """The most points that a unit's shooting takes off one enemy unit, and which."""
    values = ((shots(view, unit, enemy) * price(view, enemy), enemy) for enemy in facts.foes(view, unit))
    return max(((0.0, ""), *values), key=lambda found: found[0])


def could_shoot(view: State, unit: str, enemy: str, gap: float) -> float:
    """Wounds that a unit could do by shooting from a gap (mm), sight left aside."""
    arms = ((b.id, arm) for b in view.bases_of(unit) for arm in strikes.usable(view, b.id, ranged=True))
    return sum(weapon(view, base, arm, enemy) for base, arm in arms if arm.reach >= gap)


def blows(view: State, unit: str, enemy: str, *, charge: bool) -> float:
    """Wounds that a unit's blows do to another, all its models in reach."""
    own: UnitOwn = view.units[unit].own
    tired = own.fatigued or (own.shaken and not charge)
    total = 0.0
    for base in view.bases_of(unit):
        for arm in strikes.usable(view, base.id, ranged=False):
            total += weapon(view, base.id, arm, enemy, tired=tired, charge=charge)
        if charge and not tired:
            total += (base.own.rules.get("impact", 0)) * 5 / 6 * through(view, enemy, {}, 0, False)
    return total


def duel(view: State, unit: str, enemy: str, loss: float) -> float:
    """Points that a charge gains on balance: what it kills, less what strikes back."""
    lives = life(view, enemy)
    mine = min(blows(view, unit, enemy, charge=True), lives)
    first = any("counter" in w.rules for b in view.bases_of(enemy) for w in b.own.weapons)
    left = 1.0 if first else max(0.0, 1.0 - mine / lives)
    theirs = min(blows(view, enemy, unit, charge=False) * left, life(view, unit))
    bonus = 6.0 if mine >= lives * 0.9 else 0.0
    return mine * price(view, enemy) + bonus - loss * theirs * price(view, unit)
