"""A warband's list: rows for the composer, a list for a size, its units with their ids.

AFS-ARM-01, AFS-S25, AFS-S26. What limits a list is told by the builder's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count

import msgspec
from msgspec.structs import replace

from game.engine.ruleset import ArmyEntry, ArmyInfo
from game.engine.text import T, Text, Word
from game.kit.shown.words import measured, needed, number
from rulesets.age_of_fantasy_skirmish.army import builder, specials
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Fighter, Profile, Weapon

COPIES = "bcdefghijklm"
"""Suffixes of the ids of the first copies of a unit; further ones have a number."""


def list_for(army: Army, size: int) -> dict[str, int]:
    """The warband as it is, or what of it fits an agreed size and its limits, in the order of the file.

    Where the limits leave nothing, what the points alone allow.
    """
    whole = {row.code: 1 for row in army.unit}
    if not builder.check(army, whole, size, "", organised=True):
        return whole
    for organised in (True, False):
        counts: dict[str, int] = {}
        for row in army.unit:
            more = {**counts, row.code: 1}
            if not builder.check(army, more, size, "", organised=organised):
                counts = more
        if counts:
            return counts
    return {}


def muster(army: Army, counts: Mapping[str, int]) -> list[tuple[Profile, str]]:
    """The units of a list with their ids, in the order of the file; copies have a letter behind the code.

    How many copies there may be is not judged here (AFS-ARM-05). Command upgrades are those of the first: copies go
    without (AFS-CMD-01).
    """
    found, taken = [], {row.code for row in army.unit}
    for row in army.unit:
        for k in range(counts.get(row.code, 0)):
            unit_id = row.code if not k else next(i for i in _copies(row.code, k) if i not in taken)
            taken.add(unit_id)
            found.append((replace(row, roles={}) if k else row, unit_id))
    return found


def _copies(code: str, copy: int) -> Iterator[str]:
    """Ids for a copy of a unit: a letter behind the code, else a number; one that no other code has is taken."""
    if copy <= len(COPIES):
        yield f"{code}{COPIES[copy - 1]}"
    yield from (f"{code}-{n}" for n in count(copy + 1))


def _rules(rules: Mapping[str, int]) -> list[Text]:
    known = specials.specials()
    return [
        T("{rule}({x})", rule=Word(known[r].name), x=x) if x else T("{rule}", rule=Word(known[r].name))
        for r, x in rules.items()
    ]


def _weapon(weapon: Weapon) -> Text:
    where = measured(weapon.own.reach) if weapon.own.reach else T("melee")
    if not weapon.rules:
        return T("{where}, A{n}", where=where, n=weapon.attacks)
    return T("{where}, A{n}, {rules}", where=where, n=weapon.attacks, rules=_rules(weapon.rules))


def entry(row: Profile, size: int, sample: int = 0) -> ArmyEntry:
    """A row for the composer."""
    shown = [(T("Models"), number(row.models))]
    if row.roles:
        names = [Word(specials.specials()[role].name) for role in row.roles]
        shown.append((T("Command group"), T("{upgrades}", upgrades=names)))
    alike = Counter(map(msgspec.json.encode, row.fighter))
    for fighter in row.fighter:
        if n := alike.pop(msgspec.json.encode(fighter), 0):
            shown += _mixed(fighter, n, row.models)
    shown += [] if row.fighter else _values(row)
    most = size // row.points if row.points else 1
    return ArmyEntry(row.code, row.name, row.points, 0, most, sample, tuple(shown), row.models, _clauses(row))


def _clauses(row: Profile) -> tuple[str, ...]:
    """The clauses of all special rules of a unit, its models and their weapons, and of its command group."""
    known = specials.specials()
    bearers: tuple[Profile | Fighter, ...] = (row, *row.fighter)
    found: list[str] = list(row.roles)
    for one in bearers:
        found += [*one.rules, *(rule for weapon in one.weapon for rule in weapon.rules)]
    return tuple(dict.fromkeys(known[rule].clause for rule in found))


def _values(row: Profile | Fighter) -> list[tuple[Text, Text]]:
    """Quality, Defense, special rules and weapons."""
    shown = [(T("Quality"), needed(row.quality)), (T("Defense"), needed(row.defense))]
    if row.rules:
        shown.append((T("Special rules"), T("{rules}", rules=_rules(row.rules))))
    if isinstance(row, Fighter) and row.unenforced:
        shown.append((T("Not enforced"), T("{rules}", rules=list(row.unenforced))))
    return [*shown, *((Text(w.name), _weapon(w)) for w in row.weapon)]


def _mixed(fighter: Fighter, n: int, models: int) -> list[tuple[Text, Text]]:
    """Models that are alike in a unit whose models may differ."""
    head = [] if n == models else [(T("{n} × {name}", n=n, name=Word(fighter.name)), Text(""))]
    return [*head, *_values(fighter)]


def army_info(army: Army, size: int) -> ArmyInfo:
    """A warband for the composer, with the usual list for a size."""
    counts = list_for(army, size)
    return ArmyInfo(army.id, army.name, tuple(entry(row, size, counts.get(row.code, 0)) for row in army.unit))
