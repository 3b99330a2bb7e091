"""Who of a unit may shoot what at whom: range, sight, cover and distance as they stand when shots are declared.

AFS-SHT-01 to -03, AFS-IND-02, AFS-IND-04, AFS-RLNT-02, AFS-STLTH-02, AFS-R24, AFS-R44, AFS-R59, AFS-R62, AFS-S30.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing, Word
from rulesets.age_of_fantasy_skirmish.attack import numbers, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.attack_numbers import number
from rulesets.age_of_fantasy_skirmish.field import cover, facts, sight, standing
from rulesets.age_of_fantasy_skirmish.measures import inches, more_than
from rulesets.age_of_fantasy_skirmish.own import UnitOwn, WeaponOwn


def weapon_names(view: State, unit: str) -> tuple[str, ...]:
    """Kinds of ranged weapons that a unit still has, in the order of its profiles (AFS-R24)."""
    names = [w.name for b in view.bases_of(unit) for w in strikes.usable(view, b.id, ranged=True)]
    return tuple(dict.fromkeys(names))


def reaches(view: State, base: str, weapon: WeaponOwn, enemy: str) -> bool:
    """Whether one enemy model is both in range and, but for Indirect weapons, in sight (AFS-R59, AFS-IND-02)."""
    reach = inches(weapon.reach)
    if more_than(facts.base_to_unit(view, base, enemy), reach):
        return False
    blind = strikes.has(view, base, weapon, "sightless")
    near = (m.id for m in view.bases_of(enemy) if not more_than(facts.distance(view, base, m.id), reach))
    return any(blind or sight.sees(view, base, model) for model in near)


def attack(view: State, base: str, weapon: WeaponOwn, enemy: str) -> Attack:
    """A model's shots with a weapon at a unit, with what is true of them as things stand (AFS-S30)."""
    unit: UnitOwn = view.units[view.bases[base].unit].own
    return Attack(
        base,
        weapon.name,
        enemy,
        "shooting",
        far=more_than(facts.base_to_unit(view, base, enemy), number("far")),
        moved=base in unit.moved,
        cover=cover.covered(view, base, enemy, replace(weapon, rules=numbers.held(view, base, weapon)))[0],
    )


def _able(view: State, unit: str, name: str, enemy: str) -> Iterator[tuple[str, WeaponOwn]]:
    """Models of a unit that can shoot a kind of weapon at an enemy unit, each with its weapon."""
    for base in view.bases_of(unit):
        if standing.acts(view, base.id):
            weapon = next((w for w in strikes.usable(view, base.id, ranged=True) if w.name == name), None)
            if weapon is not None and reaches(view, base.id, weapon, enemy):
                yield base.id, weapon


def shooters(view: State, unit: str, name: str, enemy: str) -> tuple[str, ...]:
    """Models of a unit that can shoot a kind of weapon at an enemy unit (AFS-SHT-01); not the fallen (AFS-FALL-04)."""
    return tuple(base for base, _ in _able(view, unit, name, enemy))


def reached(view: State, unit: str, name: str, enemy: str) -> bool:
    """Whether any model of a unit can shoot a kind of weapon at an enemy unit."""
    return next(_able(view, unit, name, enemy), None) is not None


def attacks(view: State, unit: str, name: str, enemy: str, only: Collection[str] | None = None) -> tuple[Attack, ...]:
    """All shots of a unit with a kind of weapon at an enemy unit; ``only`` names the models that shoot."""
    able = _able(view, unit, name, enemy)
    return tuple(attack(view, base, weapon, enemy) for base, weapon in able if only is None or base in only)


def bar(view: State, unit: str, name: str, enemy: str) -> Bar | None:
    """Why a kind of weapon cannot be shot at an enemy unit, or None where it can."""
    if reached(view, unit, name, enemy):
        return None
    mine = [(b.id, w) for b in view.bases_of(unit) for w in strikes.usable(view, b.id, ranged=True) if w.name == name]
    ways = {b: facts.base_to_unit(view, b, enemy) for b, _ in mine}
    near = [b for b, w in mine if not more_than(ways[b], inches(w.reach))]
    if not near:
        way, reach = Length(min(ways.values())), Length(max(w.reach for _, w in mine))
        text = T("{target} is {way} away, beyond the range of {reach}", target=Thing(enemy), way=way, reach=reach)
        return Bar(text, "AFS-SHT-01")
    text = T("No model with {weapon} sees one of {target} that is in range", weapon=Word(name), target=Thing(enemy))
    return Bar(text, "AFS-R59")


def once(view: State, unit: str, name: str) -> bool:
    """Whether a kind of weapon is Limited."""
    return any(strikes.has(view, b.id, w, "once") for b in view.bases_of(unit) for w in b.own.weapons if w.name == name)
