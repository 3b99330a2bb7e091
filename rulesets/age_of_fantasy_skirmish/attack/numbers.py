"""Every number of an attack in one place: what hits, what blocks, what knocks out, and why.

Each function returns a Sum whose rows carry their clauses; the dice thrown, the log, the previews and the odds all read
it. AFS-GEN-02 to -04, AFS-SHT-08, AFS-SHT-09, AFS-WND-02 to -05, AFS-AP-02, AFS-R04 to -R08, AFS-R27, AFS-R28, AFS-R45.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import msgspec

from game.engine.decision import Sum
from game.engine.event import D6
from game.engine.odds import Die
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from game.kit.sums import Row, sum_of
from rulesets.age_of_fantasy_skirmish.army import abilities, specials
from rulesets.age_of_fantasy_skirmish.army.specials import Held, Hook, Rule
from rulesets.age_of_fantasy_skirmish.attack_numbers import number
from rulesets.age_of_fantasy_skirmish.magic.spells import spell
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, UnitOwn, WeaponOwn

How = Literal["shooting", "charge", "counter", "back"]
"""An attack is shooting, a charger's strikes, Counter strikes, or the strike-back."""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """One model's attack with one weapon on one unit.

    Attributes
    ----------
    base, weapon, target
        Who, the weapon's name, which unit.
    far
        The nearest model of the target is beyond the 9" of Stealth and Relentless (AFS-R62).
    moved
        The model has moved in this activation (AFS-R44).
    cover
        The target is in cover from this model and this weapon (AFS-R62).
    """

    base: str
    weapon: str
    target: str
    how: How = "shooting"
    far: bool = False
    moved: bool = False
    cover: bool = False

    @property
    def moments(self) -> frozenset[str]:
        """What is true of it, in the words of the hooks."""
        fight = {"shooting"} if self.how == "shooting" else {"melee", "charging"} if self.how == "charge" else {"melee"}
        return frozenset(fight | {word for word, so in (("far", self.far), ("moved", self.moved)) if so})


class HitKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all hits of one model's weapon have in common, after everything that depends on the attack.

    Attributes
    ----------
    name
        What it is called: weapon, spell, "Impact".
    ap
        How its AP came about.
    six_ap
        AP that hits of a natural 6 have at least (AFS-R27).
    deadly, blast
        Multipliers of wounds and of hits, 1 for none.
    reroll
        Faces of block dice thrown again.
    denies
        Clause by which its wounds cannot be ignored, "" where they can.
    cover
        The target is in cover from it.
    fear
        X of Fear of the model, in melee (AFS-FEAR-01).
    """

    name: str
    ap: tuple[Row, ...] = ()
    six_ap: int = 0
    deadly: int = 1
    blast: int = 1
    reroll: tuple[int, ...] = ()
    denies: str = ""
    cover: bool = False
    fear: int = 0


def rule_text(rule: Rule, x: int = 0) -> Text:
    """A rule as it is written: Stealth, AP(2)."""
    return T("{rule}({x})", rule=Word(rule.name), x=x) if rule.number else T("{rule}", rule=Word(rule.name))


# --- whose rules count -------------------------------------------------------------------------------------------


def weapon_of(view: State, base: str, name: str) -> WeaponOwn:
    """A model's weapon by its name."""
    own: ModelOwn = view.bases[base].own
    return next(w for w in own.weapons if w.name == name)


def held(view: State, base: str, weapon: WeaponOwn | None) -> dict[str, int]:
    """The rules that count for a model's attack: the weapon's, the model's, those of its unit's command.

    A number held from both works by the higher (AFS-R57).
    """
    own: ModelOwn = view.bases[base].own
    unit: UnitOwn = view.units[view.bases[base].unit].own
    on_weapon = {} if weapon is None else weapon.rules
    found: dict[str, int] = {}
    for rule in (*own.rules, *on_weapon, *(r for e in unit.effects for r in e.rules)):
        both = (abilities.rating(view, base, rule), on_weapon.get(rule))
        found[rule] = max(x for x in both if x is not None)
    for rule in _command_rules():
        if has_role(view, view.bases[base].unit, rule):
            found[rule] = 0
    return found


@cache
def _command_rules() -> tuple[str, ...]:
    """Command upgrades; those of them that have no hooks change no attack."""
    return tuple(r.id for r in specials.specials().values() if r.bearer == "unit")


def has_role(view: State, unit: str, role: str) -> bool:
    """Whether a living model of the unit has a command upgrade (AFS-R52)."""
    return any(b.own.role == role for b in view.bases_of(unit))


def _hooks(rules: Held, hook: Literal["hit", "extra", "ap"], moments: frozenset[str]) -> Iterable[tuple[Rule, Hook]]:
    """The attacker's hooks of a sort that work now."""
    for rule in specials.of(rules):
        for found in getattr(rule, hook):
            if not found.against and moments.issuperset(found.when):
                yield rule, found


def _against(view: State, target: str, moments: frozenset[str]) -> Iterable[tuple[Rule, Hook, int]]:
    """The target's own hooks on the enemy's hit dice: all its models must have the rule (AFS-STLTH-01)."""
    for rule in specials.specials().values():
        for hook in rule.hit:
            if hook.against and moments.issuperset(hook.when) and abilities.all_have(view, target, rule.id):
                yield rule, hook, 0


# --- to hit ------------------------------------------------------------------------------------------------------


def tired(view: State, unit: str, how: How) -> Row | None:
    """Why a unit hits only on natural 6s in melee: Fatigue, or striking back while Shaken (AFS-MEL-09, AFS-SHK-03)."""
    own: UnitOwn = view.units[unit].own
    if how == "shooting":
        return None
    if own.fatigued:
        return T("fatigued: only a natural 6 hits"), float(number("always")), "AFS-MEL-09"
    if own.shaken:
        return T("Shaken counts as fatigued: only a natural 6 hits"), float(number("always")), "AFS-SHK-03"
    return None


def to_hit(view: State, attack: Attack) -> Sum:
    """The least face that hits: Quality, then all modifiers at once (AFS-GEN-04, AFS-SHT-08)."""
    label = T("To hit {unit}", unit=Thing(attack.target))
    unit = view.bases[attack.base].unit
    fatigue = tired(view, unit, attack.how)
    if fatigue is not None:
        return sum_of(label, (fatigue,))
    rules = held(view, attack.base, weapon_of(view, attack.base, attack.weapon))
    return sum_of(label, (_quality(view, attack.base, rules), *_modifiers(view, attack, rules)))


def _quality(view: State, base: str, rules: Held) -> Row:
    fixed = [r for r in specials.of(rules) if r.quality]
    if fixed:
        best = min(fixed, key=lambda r: r.quality)
        return rule_text(best), float(best.quality), best.clause
    return T("Quality"), float(view.bases[base].own.quality), "AFS-SHT-04"


def _modifiers(view: State, attack: Attack, rules: Held) -> list[Row]:
    """Modifiers as they change the face needed: a bonus lowers it."""
    rows: list[tuple[Text, int, str]] = [
        (rule_text(r, rules[r.id]), h.number(rules[r.id]), h.clause) for r, h in _hooks(rules, "hit", attack.moments)
    ]
    rows += [(rule_text(r), h.number(x), h.clause) for r, h, x in _against(view, attack.target, attack.moments)]
    own: UnitOwn = view.units[view.bases[attack.base].unit].own
    rows += [(T("{spell}", spell=Word(spell(e.spell).name)), e.to_hit, "AFS-S22") for e in own.effects if e.to_hit]
    ignoring = [r for r in specials.of(rules) if r.ignores_penalties]
    if ignoring:
        rows = [row for row in rows if row[1] > 0]
    return [(text, float(-value), clause) for text, value, clause in rows]


def extra_hits(view: State, attack: Attack) -> tuple[Row, ...]:
    """Further hits that each natural 6 gives, rule by rule (AFS-R28)."""
    rules = held(view, attack.base, weapon_of(view, attack.base, attack.weapon))
    found = _hooks(rules, "extra", attack.moments)
    return tuple((rule_text(r, rules[r.id]), float(h.number(rules[r.id])), h.clause) for r, h in found)


def die_for(need: int, success: int = 1, miss: int = 0, again: tuple[int, ...] = ()) -> Die:
    """A die with a number to reach, whatever it is for: a natural 6 always does, a 1 never (AFS-GEN-03, AFS-R04).

    Not for the wound-effect roll, of which only the total counts (AFS-R05), nor for dangerous terrain's dice.
    """
    return Die(D6, need, success, miss, (number("always"),), (number("never"),), again=again)


def succeeds(face: int, need: int) -> bool:
    """Whether a face reaches a number.

    >>> succeeds(6, 9), succeeds(1, 0), succeeds(3, 4), succeeds(4, 4)
    (True, False, False, True)
    """
    return die_for(need).succeeds(face)


def hit_die(need: Sum) -> Die:
    """The die that hits."""
    return die_for(int(need.total))


# --- what a hit is like ------------------------------------------------------------------------------------------


def kind_of(view: State, attack: Attack) -> HitKind:
    """What the hits of an attack are like (AFS-SHT-09)."""
    weapon = weapon_of(view, attack.base, attack.weapon)
    rules = held(view, attack.base, weapon)
    fear = 0 if attack.how == "shooting" else fear_of(rules)
    return _kind(weapon.name, rules, attack.moments, attack.cover, fear)


def plain_kind(name: str, rules: Mapping[str, int]) -> HitKind:
    """What hits are like that no weapon deals: of spells and falls. No cover, no Fear (AFS-R34, AFS-CVR-03)."""
    return _kind(name, rules, frozenset(), False, 0)


def impact_kind(view: State, base: str) -> HitKind:
    """What Impact hits are like: AP(0), no rules of weapons (AFS-IMP-03)."""
    return HitKind("Impact", fear=fear_of(held(view, base, None)))


def fear_of(rules: Held) -> int:
    """X of Fear among rules held, 0 for none."""
    return specials.highest(rules, "adds_wounds")


def _kind(name: str, rules: Held, moments: frozenset[str], cover: bool, fear: int) -> HitKind:
    ap: tuple[Row, ...] = tuple(
        (rule_text(r, rules[r.id]), float(h.number(rules[r.id])), h.clause) for r, h in _hooks(rules, "ap", moments)
    )
    mine = tuple(specials.of(rules))
    covered = cover and not any(r.ignores_cover == "all" for r in mine)
    return HitKind(
        name,
        ap,
        max((r.six_ap for r in mine), default=0),
        max((rules[r.id] for r in mine if r.multiplies == "wounds"), default=1),
        max((rules[r.id] for r in mine if r.multiplies == "hits"), default=1),
        tuple(sorted({f for r in mine for f in r.reroll_blocks})),
        next((r.denies_ignoring for r in mine if r.denies_ignoring), ""),
        covered,
        fear,
    )


def hit_ap(kind: HitKind, six: bool) -> tuple[Row, ...]:
    """AP of a hit: of a natural 6 with Rending at least 4, instead of a lower one (AFS-R27)."""
    total = sum(value for _, value, _ in kind.ap)
    if six and kind.six_ap > total:
        rule = next(r for r in specials.specials().values() if r.six_ap == kind.six_ap)
        return ((T("{rule} on a natural 6", rule=Word(rule.name)), float(kind.six_ap), rule.clause),)
    return kind.ap


# --- to block ----------------------------------------------------------------------------------------------------


def defense(view: State, unit: str) -> int:
    """Defense that a unit blocks with: of most of its models, the better of equals."""
    counted = Counter(b.own.defense for b in view.bases_of(unit))
    best: int = min(counted, key=lambda d: (-counted[d], d))
    return best


def to_block(view: State, unit: str, kind: HitKind, six: bool) -> Sum:
    """The least face that blocks a hit: Defense, AP and cover in one sum (AFS-SHT-09, AFS-AP-02)."""
    rows: list[Row] = [(T("Defense"), float(defense(view, unit)), "AFS-SHT-05")]
    rows += [row for row in hit_ap(kind, six) if row[1]]
    if kind.cover:
        rows.append((T("cover"), float(-number("cover")), "AFS-CVR-03"))
    return sum_of(T("To block, {unit}", unit=Thing(unit)), rows)


def block_die(need: Sum, kind: HitKind) -> Die:
    """The die that blocks: what it yields are hits that get through. Bane throws 6s again (AFS-BANE-02)."""
    return die_for(int(need.total), 0, 1, kind.reroll)


# --- wounds ignored ----------------------------------------------------------------------------------------------


def ignoring(view: State, unit: str) -> Sum | None:
    """The least face that ignores a wound, or None: all living models must have the rule (AFS-REG-01)."""
    rule = specials.rule_with("ignores_wounds")
    if not abilities.all_have(view, unit, rule.id):
        return None
    return sum_of(rule_text(rule), ((rule_text(rule), float(rule.ignores_wounds), rule.clause),))


def ignoring_die(need: Sum) -> Die:
    """The die that ignores a wound: what it yields are wounds suffered."""
    return die_for(int(need.total), 0, 1)


# --- Impact ------------------------------------------------------------------------------------------------------


def impact_need() -> Sum:
    """The least face of an Impact die that hits (AFS-IMP-01)."""
    rule = specials.rule_with("charge_dice")
    return sum_of(rule_text(rule, 0), ((T("{rule}", rule=Word(rule.name)), float(rule.charge_dice), rule.clause),))


def impact_dice(view: State, bases: Iterable[str], counters: int) -> Sum:
    """Impact dice of the models that can strike, less those that Counter takes (AFS-IMP-02, AFS-R51)."""
    rule = specials.rule_with("charge_dice")
    label = T("Impact dice")
    rows: list[Row] = []
    fatigued = False
    for base in bases:
        x = abilities.rating(view, base, rule.id) or 0
        fatigued = fatigued or view.units[view.bases[base].unit].own.fatigued
        if x:
            rows.append((T("{model}", model=Thing(base)), float(x), rule.clause))
    total = sum(value for _, value, _ in rows)
    if total and fatigued:
        rows.append((T("fatigued"), -total, "AFS-IMP-02"))
        total = 0.0
    if total and counters:
        rows.append((T("Counter"), float(-min(counters, total)), "AFS-CNTR-02"))
    return sum_of(label, rows)


def impact_by_model(view: State, bases: Iterable[str], counters: int) -> tuple[tuple[str, int], ...]:
    """Impact dice model by model (AFS-S16); Counter takes them from the last models."""
    rule = specials.rule_with("charge_dice")
    mine = [(b, abilities.rating(view, b, rule.id) or 0) for b in bases]
    left = int(impact_dice(view, [b for b, _ in mine], counters).total)
    found: list[tuple[str, int]] = []
    for base, x in mine:
        n = min(x, left)
        left -= n
        if n:
            found.append((base, n))
    return tuple(found)
