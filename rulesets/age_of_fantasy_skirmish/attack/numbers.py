"""Every number of an attack in one place: what hits, what blocks, what knocks out, and why.

Each function returns a Sum whose rows carry their clauses; the dice thrown, the log, the previews and the odds all read
it. AFS-GEN-02 to -04, AFS-SHT-08, AFS-SHT-09, AFS-WND-02 to -05, AFS-AP-02, AFS-R04 to -R08, AFS-R27, AFS-R28, AFS-R45.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from game.engine.batch import BatchEntry
from game.engine.decision import Sum
from game.engine.event import D6
from game.engine.odds import Die
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from game.kit.sums import Row, sum_of
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.army.specials import Held, Rule
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.magic.spells import spell
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, UnitOwn, WeaponOwn

How = Literal["shooting", "charge", "counter", "back"]
"""An attack is shooting, a charger's strikes, Counter strikes, or the strike-back."""
SIX = "six"
"""Tag of a hit that came of a natural 6 itself; extra hits do not carry it."""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """One model's attack with one weapon, by its name, on one unit.

    ``far``: the nearest model of the target is beyond the 9" of Stealth and Relentless (AFS-R62); ``moved``: the model
    has moved in this activation (AFS-R44); ``cover``: the target is in cover from this model and weapon (AFS-R62).
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
    """What all hits of one model's weapon (a spell, "Impact") have in common, after all that depends on the attack.

    ``six_ap``: AP that hits of a natural 6 have at least (AFS-R27); ``deadly``, ``blast``: multipliers of wounds and of
    hits; ``reroll``: faces of block dice thrown again; ``denies``: the clause by which its wounds cannot be ignored;
    ``cover``: of the target from it; ``fear``: X of the model, in melee (AFS-FEAR-01).
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


Kinds = Mapping[str, HitKind]
"""What hits are like, by who deals them with what."""


def kind_key(source: str, means: str) -> str:
    """Under which key the kind of a hit is kept: of a model (or nobody) and a weapon."""
    return f"{source}/{means}"


def kind_in(kinds: Kinds, entry: BatchEntry) -> HitKind:
    """What a hit or wound is like."""
    return kinds[kind_key(entry.source, entry.means)]


def rule_text(rule: Rule, x: int = 0) -> Text:
    """A rule as it is written: Stealth, AP(2)."""
    return T("{rule}({x})", rule=Word(rule.name), x=x) if rule.number else T("{rule}", rule=Word(rule.name))


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
        both = (specials.rating(view, base, rule), on_weapon.get(rule))
        found[rule] = max(x for x in both if x is not None)
    # the command upgrades that living models of the unit have (AFS-R52)
    roles = {b.own.role for b in view.bases_of(view.bases[base].unit)}
    return found | {rule: 0 for rule in _command_rules() if rule in roles}


@cache
def _command_rules() -> tuple[str, ...]:
    """Command upgrades; those of them that have no hooks change no attack."""
    return tuple(r.id for r in specials.specials().values() if r.bearer == "unit")


def _attacking(view: State, attack: Attack) -> dict[str, int]:
    """The rules that count for an attack."""
    return held(view, attack.base, weapon_of(view, attack.base, attack.weapon))


def _rows(rules: Held, hook: Literal["hit", "extra", "ap"], moments: frozenset[str]) -> tuple[Row, ...]:
    """What the attacker's rules add on a hook where all that it asks for is true."""
    return tuple(
        (rule_text(rule, rules[rule.id]), float(found.number(rules[rule.id])), found.clause)
        for rule in specials.of(rules)
        for found in getattr(rule, hook)
        if not found.against and moments.issuperset(found.when)
    )


def tired(view: State, unit: str, how: How) -> Row | None:
    """Why a unit hits only on natural 6s in melee: Fatigue, or striking back while Shaken (AFS-MEL-09, AFS-SHK-03)."""
    own: UnitOwn = view.units[unit].own
    if how == "shooting" or not (own.fatigued or own.shaken):
        return None
    if own.fatigued:
        return T("fatigued: only a natural 6 hits"), float(whole("always")), "AFS-MEL-09"
    return T("Shaken counts as fatigued: only a natural 6 hits"), float(whole("always")), "AFS-SHK-03"


def to_hit(view: State, attack: Attack) -> Sum:
    """The least face that hits: Quality, then all modifiers at once (AFS-GEN-04, AFS-SHT-08)."""
    label = T("To hit {unit}", unit=Thing(attack.target))
    fatigue = tired(view, view.bases[attack.base].unit, attack.how)
    if fatigue is not None:
        return sum_of(label, (fatigue,))
    rules = _attacking(view, attack)
    return sum_of(label, (_quality(view, attack.base, rules), *_modifiers(view, attack, rules)))


def _quality(view: State, base: str, rules: Held) -> Row:
    best = min((r for r in specials.of(rules) if r.quality), key=lambda r: r.quality, default=None)
    if best is None:
        return T("Quality"), float(view.bases[base].own.quality), "AFS-SHT-04"
    return rule_text(best), float(best.quality), best.clause


def _modifiers(view: State, attack: Attack, rules: Held) -> list[Row]:
    """Modifiers as they change the face needed: a bonus lowers it."""
    rows = list(_rows(rules, "hit", attack.moments))
    # the target's own hooks on the enemy's hit dice: all its models must have the rule (AFS-STLTH-01)
    rows += [
        (rule_text(rule), float(hook.number(0)), hook.clause)
        for rule in specials.specials().values()
        for hook in rule.hit
        if hook.against and attack.moments.issuperset(hook.when) and specials.all_have(view, attack.target, rule.id)
    ]
    own: UnitOwn = view.units[view.bases[attack.base].unit].own
    named = [(spell(e.spell).name, e.to_hit) for e in own.effects if e.to_hit]
    rows += [(T("{spell}", spell=Word(name)), float(value), "AFS-S22") for name, value in named]
    if any(r.ignores_penalties for r in specials.of(rules)):
        rows = [row for row in rows if row[1] > 0]
    return [(text, 0.0 - value, clause) for text, value, clause in rows]


def extra_hits(view: State, attack: Attack) -> tuple[Row, ...]:
    """Further hits that each natural 6 gives, rule by rule (AFS-R28)."""
    return _rows(_attacking(view, attack), "extra", attack.moments)


def die_for(need: float, success: int = 1, miss: int = 0, again: tuple[int, ...] = ()) -> Die:
    """A die with a number to reach, whatever it is for: a natural 6 always does, a 1 never (AFS-GEN-03, AFS-R04).

    Not for the wound-effect roll, of which only the total counts (AFS-R05), nor for dangerous terrain's dice.
    """
    return Die(D6, int(need), success, miss, (whole("always"),), (whole("never"),), again=again)


def succeeds(face: int, need: int) -> bool:
    """Whether a face reaches a number.

    >>> succeeds(6, 9), succeeds(1, 0), succeeds(3, 4), succeeds(4, 4)
    (True, False, False, True)
    """
    return die_for(need).succeeds(face)


def kind_of(view: State, attack: Attack) -> HitKind:
    """What the hits of an attack are like (AFS-SHT-09)."""
    rules = _attacking(view, attack)
    fear = 0 if attack.how == "shooting" else specials.highest(rules, "adds_wounds")
    return hit_kind(attack.weapon, rules, attack.moments, attack.cover, fear)


def impact_kind(view: State, base: str) -> HitKind:
    """What Impact hits are like: AP(0), no rules of weapons (AFS-IMP-03)."""
    return HitKind("Impact", fear=specials.highest(held(view, base, None), "adds_wounds"))


def hit_kind(
    name: str, rules: Held, moments: frozenset[str] = frozenset(), cover: bool = False, fear: int = 0
) -> HitKind:
    """What hits with some rules are like; those of spells know no cover and no Fear (AFS-R34, AFS-CVR-03)."""
    mine = tuple(specials.of(rules))
    return HitKind(
        name,
        _rows(rules, "ap", moments),
        max((r.six_ap for r in mine), default=0),
        max((rules[r.id] for r in mine if r.multiplies == "wounds"), default=1),
        max((rules[r.id] for r in mine if r.multiplies == "hits"), default=1),
        tuple(sorted({f for r in mine for f in r.reroll_blocks})),
        next((r.denies_ignoring for r in mine if r.denies_ignoring), ""),
        cover and not any(r.ignores_cover == "all" for r in mine),
        fear,
    )


def hit_ap(kind: HitKind, six: bool) -> tuple[Row, ...]:
    """AP of a hit: of a natural 6 with Rending at least 4, instead of a lower one (AFS-R27)."""
    if six and kind.six_ap > sum(value for _, value, _ in kind.ap):
        rule = next(r for r in specials.specials().values() if r.six_ap == kind.six_ap)
        return ((T("{rule} on a natural 6", rule=Word(rule.name)), float(kind.six_ap), rule.clause),)
    return kind.ap


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
        rows.append((T("cover"), float(-whole("cover")), "AFS-CVR-03"))
    return sum_of(T("To block, {unit}", unit=Thing(unit)), rows)


def ignoring(view: State, unit: str) -> Sum | None:
    """The least face that ignores a wound, or None: all living models must have the rule (AFS-REG-01)."""
    rule = specials.rule_with("ignores_wounds")
    if not specials.all_have(view, unit, rule.id):
        return None
    return sum_of(rule_text(rule), ((rule_text(rule), float(rule.ignores_wounds), rule.clause),))


def stopping(need: float, again: tuple[int, ...] = ()) -> Die:
    """The die that blocks a hit or ignores a wound: what it yields gets through. Bane throws 6s again (AFS-BANE-02)."""
    return die_for(need, 0, 1, again)


def impact_need() -> Sum:
    """The least face of an Impact die that hits (AFS-IMP-01)."""
    rule = specials.rule_with("charge_dice")
    return sum_of(rule_text(rule, 0), ((T("{rule}", rule=Word(rule.name)), float(rule.charge_dice), rule.clause),))


def impact_dice(view: State, bases: Iterable[str], counters: int) -> Sum:
    """Impact dice of the models that can strike, less those that Counter takes (AFS-IMP-02, AFS-R51)."""
    rule = specials.rule_with("charge_dice")
    mine = {b: specials.rating(view, b, rule.id) or 0 for b in bases}
    rows: list[Row] = [(T("{model}", model=Thing(b)), float(x), rule.clause) for b, x in mine.items() if x]
    total = float(sum(mine.values()))
    if total and any(view.units[view.bases[b].unit].own.fatigued for b in mine):
        rows.append((T("fatigued"), -total, "AFS-IMP-02"))
    elif total and counters:
        rows.append((T("Counter"), float(-min(counters, total)), "AFS-CNTR-02"))
    return sum_of(T("Impact dice"), rows)


def impact_by_model(view: State, bases: Sequence[str], counters: int) -> tuple[tuple[str, int], ...]:
    """Impact dice model by model (AFS-S16); Counter takes them from the last models."""
    rule = specials.rule_with("charge_dice")
    left = int(impact_dice(view, bases, counters).total)
    found: list[tuple[str, int]] = []
    for base in bases:
        n = min(specials.rating(view, base, rule.id) or 0, left)
        left -= n
        if n:
            found.append((base, n))
    return tuple(found)
