"""The special rules, each a small declaration on shared hooks, looked up by hook; and what a model can do by them.

By its own rules, by what spells have given its unit, and by Musician and Banner. AFS-GEN-05, AFS-ACT-08, AFS-SHT-08,
AFS-SHT-09, AFS-R46, AFS-R57, AFS-MUS-01 to -04, AFS-BAN-01 to -03.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Word
from game.kit.data import Checks, listed
from game.kit.shown.words import measured
from rulesets.age_of_fantasy_skirmish.data_files import DATA, number
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Action, ModelOwn, SideOwn, UnitOwn, WeaponOwn

FILE = "specials.toml"

Bearer = Literal["model", "weapon", "unit"]
Moment = Literal["shooting", "melee", "charging", "far", "moved"]


class Hook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number, ``value`` plus ``per`` times the rule's X, that it adds to an attack of which all of ``when`` is true.

    ``against``: a rule of the target, not of the attacker; all models of the target must have it.
    """

    clause: str
    value: int = 0
    per: int = 0
    when: tuple[Moment, ...] = ()
    against: bool = False

    def number(self, x: int) -> int:
        """What the hook adds for a rule with this X.

        >>> Hook("AFS-AP-01", per=1).number(3), Hook("AFS-THR-02", value=1).number(0)
        (3, 1)
        """
        return self.value + self.per * x


class MoveHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Inches that a rule adds to the allowance of each action (AFS-ACT-08)."""

    advance: float = 0.0
    rush: float = 0.0
    charge: float = 0.0


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One special rule; the hooks are explained at the head of the file."""

    id: str
    name: str
    bearer: Bearer
    clause: str
    number: bool = False
    hit: tuple[Hook, ...] = ()
    quality: int = 0
    extra: tuple[Hook, ...] = ()
    ap: tuple[Hook, ...] = ()
    six_ap: int = 0
    reroll_blocks: tuple[int, ...] = ()
    multiplies: Literal["", "hits", "wounds"] = ""
    ignores_cover: Literal["", "all", "blockers"] = ""
    ignores_penalties: bool = False
    denies_ignoring: str = ""
    ignores_wounds: int = 0
    adds_wounds: bool = False
    charge_dice: int = 0
    strikes_first: bool = False
    once: bool = False
    sightless: bool = False
    move: MoveHook = MoveHook()


Held = Mapping[str, int]
"""Rules held: id -> X, 0 for a rule without a number."""


def read_specials(data: bytes, file: str = FILE) -> dict[str, Rule]:
    """Read the declarations. Raises DataError for a rule declared twice or one that cannot work."""
    found: dict[str, Rule] = {}
    check = Checks(file)
    for row in listed(data, file, "rule", Rule):
        key = f"rule ({row.id})"
        check.refuse(row.id in found, key, T("this rule is defined twice"))
        counts = any(h.per for h in (*row.hit, *row.extra, *row.ap))
        check.refuse(counts and not row.number, f"{key}, per", T("only a rule with a number can use it in its effect"))
        needs = bool(row.multiplies or row.adds_wounds or row.charge_dice)
        check.refuse(needs and not row.number, key, T("this rule's effect needs a number"))
        found[row.id] = row
    return found


specials = DATA.made(FILE, read_specials)
"""All rules by id."""


def check_rules(rules: Held, bearer: Bearer, file: str, key: str) -> None:
    """Refuse rules of a model or weapon that the program does not know, or that lack their number.

    A model may also carry the attack rules of weapons, which then work for all it has; a weapon carries only its own.
    Raises DataError naming file and key.
    """
    known = {r.id: r for r in specials().values() if r.bearer != "unit"}
    check = Checks(file)
    for rule, x in rules.items():
        at = f"{key}.{rule}" if key else rule
        check.known(at, T("special rule"), rule, sorted(known))
        found = known[rule]
        of_models = found.bearer == "model" and not (found.extra or found.hit)
        text = T("“{rule}” is a rule of models, not of weapons", rule=found.name)
        check.refuse(bearer == "weapon" and of_models, at, text)
        check.refuse(found.number and x < 1, at, T("“{rule}” needs a number of at least 1", rule=found.name))
        check.refuse(not found.number and x != 0, at, T("“{rule}” has no number: write 0", rule=found.name))


def written(rule: str, x: int = 0) -> Text:
    """A special rule as players write it, by its id: "Tough(3)"."""
    name = Word(specials()[rule].name if rule in specials() else rule)
    return T("{rule}({x})", rule=name, x=x) if x else T("{rule}", rule=name)


def armed_with(weapon: WeaponOwn, rules: Iterable[tuple[str, int]]) -> Text:
    """A weapon as players write it, with its rules in some order (AFS-S29)."""
    where = measured(weapon.reach) if weapon.reach else T("melee")
    if not weapon.rules:
        return T("{where}, A{n}", where=where, n=weapon.attacks)
    return T("{where}, A{n}, {rules}", where=where, n=weapon.attacks, rules=[written(rule, x) for rule, x in rules])


def of(held: Iterable[str]) -> Iterator[Rule]:
    """The declarations of some rules, in the order of the file, so that sums read alike everywhere."""
    wanted = set(held)
    return (r for r in specials().values() if r.id in wanted)


@cache
def with_flag(hook: str) -> tuple[str, ...]:
    """Ids of the rules that have something on a hook: ``with_flag("strikes_first")``."""
    return tuple(r.id for r in specials().values() if getattr(r, hook))


def rule_with(hook: str) -> Rule:
    """The one rule on a hook that only one may use, e.g. ``ignores_wounds``."""
    (found,) = with_flag(hook)
    return specials()[found]


def highest(held: Held, hook: str) -> int:
    """The highest X among held rules on a hook, 0 for none."""
    return max((held[r.id] for r in of(held) if getattr(r, hook)), default=0)


Upgrade = Literal["musician", "banner"]
UPGRADES: tuple[Upgrade, ...] = ("musician", "banner")
ACTIONS: dict[Action, tuple[Text, str]] = {
    "hold": (T("Hold"), "AFS-ACT-03"),
    "advance": (T("Advance"), "AFS-ACT-04"),
    "rush": (T("Rush"), "AFS-ACT-05"),
    "charge": (T("Charge"), "AFS-ACT-06"),
}


def rating(view: State, base: str, rule: str) -> int | None:
    """X of a special rule that a model has now, 0 for one without a number, None where it has not got it.

    Its own rules and what spells have given its unit; of two numbers the higher counts (AFS-R57).
    """
    model: ModelOwn = view.bases[base].own
    unit: UnitOwn = view.units[view.bases[base].unit].own
    found = [held[rule] for held in (model.rules, *(e.rules for e in unit.effects)) if rule in held]
    return max(found, default=None)


def has(view: State, base: str, rule: str) -> bool:
    """Whether a model has a special rule now: one of its own, or one that a spell has given its unit."""
    model = view.bases[base]
    own: ModelOwn = model.own
    unit: UnitOwn = view.units[model.unit].own
    return rule in own.rules or any(rule in e.rules for e in unit.effects)


def all_have(view: State, unit: str, rule: str) -> bool:
    """Whether all models of a unit that are not lost have a special rule now; a destroyed unit has none."""
    left = [b for b in view.units[unit].bases if view.bases[b].where != "gone"]
    return bool(left) and all(has(view, b, rule) for b in left)


Footing = tuple[tuple[str, bool, bool], ...]
"""Which models fly, and which stride."""


def footing(view: State, unit: str) -> Footing:
    """Which models of a unit fly and which stride, as it stands now: where they can go depends on it.

    What is remembered of a situation is remembered by where models stand alone, so this has to be told beside it.
    """
    return tuple((b.id, has(view, b.id, "flying"), has(view, b.id, "strider")) for b in view.bases_of(unit))


def bearer(view: State, side: str, upgrade: Upgrade) -> str:
    """The living model of a side that bears an upgrade, on the table or in reserve; "" where it is lost (AFS-R46)."""
    bases = (view.bases[base] for unit in view.units_of(side) for base in unit.bases)
    return next((b.id for b in bases if b.own.role == upgrade and b.where != "gone"), "")


def helped_by(view: State, unit: str, upgrade: Upgrade) -> str:
    """The model by whose Musician or Banner a unit benefits, "" where it does not (AFS-MUS-02, AFS-BAN-02, AFS-R46).

    A unit that has lost its Musician on the way ends that move with the bonus (AFS-MUS-04).
    """
    side = view.units[unit].side
    found = bearer(view, side, upgrade)
    mine: UnitOwn = view.units[unit].own
    if upgrade == "musician" and not found:
        return mine.helped
    own: SideOwn = view.sides[side].own
    chosen = own.musician if upgrade == "musician" else own.banner
    return found if found and (view.bases[found].unit == unit or unit in chosen) else ""


def allowance(view: State, base: str, action: Action) -> Sum:
    """How far (mm) a model may move with an action, and by what (AFS-ACT-08)."""
    label, (name, clause) = T("Movement"), ACTIONS[action]
    if action == "hold":
        return Sum(label, 0.0, ((name, 0.0, clause),), True)
    rows = [(name, inch(number(action)), clause)]
    for rule, gain in _movers(action):
        if _moves_by(view, base, rule):
            rows.append((T("{rule}", rule=Word(rule.name)), inch(gain), rule.clause))
    total = sum(value for _, value, _ in rows)
    if total < 0.0:
        rows.append((T("never below zero"), -total, "AFS-ACT-08"))
    return Sum(label, max(0.0, round(total, 3)), tuple(rows), True)


@cache
def _movers(action: Action) -> tuple[tuple[Rule, float], ...]:
    """The rules that make an action longer or shorter, in the order of the file, with by how much (inches)."""
    gains = ((rule, float(getattr(rule.move, action))) for rule in specials().values())
    return tuple((rule, gain) for rule, gain in gains if gain)


def _moves_by(view: State, base: str, rule: Rule) -> bool:
    if rule.bearer == "unit":
        helper = next((one for one in UPGRADES if one == rule.id), None)
        return helper is not None and bool(helped_by(view, view.bases[base].unit, helper))
    return has(view, base, rule.id)
