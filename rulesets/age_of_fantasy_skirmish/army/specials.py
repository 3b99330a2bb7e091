"""The special rules: each is a small declaration on shared hooks, looked up by hook, never by name.

AFS-GEN-05, AFS-SHT-08, AFS-SHT-09, AFS-R57.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from game.engine.text import T, Text, Word
from game.kit.data import Checks, listed
from game.kit.shown.words import measured
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.own import WeaponOwn

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
        check.refuse(row.id in found, key, T("this rule is declared twice"))
        counts = any(h.per for h in (*row.hit, *row.extra, *row.ap))
        check.refuse(counts and not row.number, f"{key}, per", T("only a rule with a number can count with it"))
        needs = bool(row.multiplies or row.adds_wounds or row.charge_dice)
        check.refuse(needs and not row.number, key, T("what this rule does needs a number"))
        found[row.id] = row
    return found


@cache
def specials() -> dict[str, Rule]:
    """All rules by id."""
    return read_specials(DATA.raw(FILE))


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
