"""A warband's list: force organisation and command upgrades, rows for the composer, a list for a size, unit ids.

AFS-ARM-01 to AFS-ARM-10, AFS-CMD-01, AFS-R47, AFS-S25, AFS-S26. The numbers lie in data/force.toml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from game.engine.lists import Limit
from game.engine.ruleset import ArmyEntry, Problem
from game.engine.text import T, Text, Word
from game.kit.muster.lists import cost, mustered, taken
from game.kit.shown import words
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Fighter, Profile

UPGRADES = {"sergeant": "Sergeant", "musician": "Musician", "banner": "Banner"}


class Limits(msgspec.Struct, frozen=True):
    """The limits of a size in points (AFS-ARM-09); every "per n points" is rounded down (AFS-R47)."""

    heroes: int
    copies: int
    dearest: float
    units: int
    models: int


def limits_for(size: int) -> Limits:
    """The limits of force organisation for an agreed size.

    >>> limits_for(250)
    Limits(heroes=2, copies=3, dearest=87.5, units=10, models=16)
    """
    return Limits(
        int(size // data_files.number("points_per_hero")),
        1 + int(size // data_files.number("points_per_copy")),
        size * data_files.number("dearest_percent") / 100.0,
        int(size // data_files.number("points_per_unit")),
        int(size // data_files.number("points_per_model")),
    )


def sizes_of(army: Army, counts: Mapping[str, int]) -> tuple[int, int]:
    """Units and models of a list."""
    here = taken(army.unit, counts)
    return sum(k for _, k in here), sum(row.models * k for row, k in here)


def too_large(army: Army, counts: Mapping[str, int]) -> Text | None:
    """Why a list is too large for a battle, whatever the players agree; None if it is not."""
    units, models = sizes_of(army, counts)
    if units <= data_files.whole("units_most") and models <= data_files.whole("models_most"):
        return None
    return T("{units} units with {models} models are too many for a battle", units=units, models=models)


def too_dear(army: Army, counts: Mapping[str, int], size: int) -> Text | None:
    """Why a list costs too much, None if it does not (AFS-ARM-01)."""
    spent = cost(army, counts)
    return T("The warband costs {spent} of {size} points", spent=spent, size=size) if spent > size else None


def check(army: Army, counts: Mapping[str, int], size: int, where: str, *, organised: bool) -> list[Problem]:
    """What is wrong with a list, each with its reason and clause.

    ``organised``: whether force organisation is on (AFS-ARM-03); points and command upgrades hold always.
    """
    told = (("AFS-ARM-01", too_dear(army, counts, size)), ("AFS-ARM-07", too_large(army, counts)))
    found = [Problem(f"{where}.counts", text, clause) for clause, text in told if text is not None]
    found += _upgrades(army, counts, where)
    return found + (_organisation(army, counts, size, where) if organised else [])


def limits(army: Army, counts: Mapping[str, int], size: int, *, organised: bool) -> tuple[Limit, ...]:
    """What is limited in a list, and how much of it there is: the same bounds that :func:`check` holds it to."""
    points = Limit(T("Points"), cost(army, counts), None, size, "AFS-ARM-01")
    if not organised:
        units, models = sizes_of(army, counts)
        return (
            points,
            Limit(T("Units"), units, None, data_files.whole("units_most"), "AFS-ARM-07"),
            Limit(T("Models"), models, None, data_files.whole("models_most"), "AFS-ARM-08"),
        )
    most = limits_for(size)
    copies = max(_alike(army, counts).values(), default=0)
    dearest = max((row.points for row, _ in taken(army.unit, counts)), default=0)
    (heroes, _), *sizes = _wholes(army, counts, size)
    return (
        points,
        heroes,
        Limit(T("Copies of one unit"), copies, None, most.copies, "AFS-ARM-05"),
        Limit(T("Points of the most expensive unit"), dearest, None, int(most.dearest), "AFS-ARM-06"),
        *(limit for limit, _ in sizes),
    )


def _wholes(army: Army, counts: Mapping[str, int], size: int) -> tuple[tuple[Limit, Text], ...]:
    """What force organisation limits of a list as a whole: Heroes, units and models, and what is said of too many."""
    most = limits_for(size)
    heroes = sum(row.heroes * k for row, k in taken(army.unit, counts))
    units, models = sizes_of(army, counts)
    rows = (
        (Limit(T("Heroes"), heroes, None, most.heroes, "AFS-ARM-04"), T("{n} Heroes; {size} points allow {most}")),
        (Limit(T("Units"), units, None, most.units, "AFS-ARM-07"), T("{n} units; {size} points allow {most}")),
        (Limit(T("Models"), models, None, most.models, "AFS-ARM-08"), T("{n} models; {size} points allow {most}")),
    )
    return tuple((one, Text(said.key, {"n": one.have, "size": size, "most": one.most})) for one, said in rows)


def _alike(army: Army, counts: Mapping[str, int]) -> Counter[str]:
    """How often there is the same unit, whatever it is called (AFS-ARM-05)."""
    alike = Counter[str]()
    for row, k in taken(army.unit, counts):
        alike[row.copy_of or row.code] += k
    return alike


def _upgrades(army: Army, counts: Mapping[str, int], where: str) -> list[Problem]:
    """At most one model with each command upgrade (AFS-CMD-01, AFS-ARM-10); further copies of a unit go without."""
    found = []
    for upgrade, name in UPGRADES.items():
        units = [Word(row.name) for row, _ in taken(army.unit, counts) if upgrade in row.roles]
        if len(units) > data_files.whole("upgrades_most"):
            text = T("{upgrade} in {units}; an army may have only one", upgrade=Word(name), units=units)
            found.append(Problem(f"{where}.counts", text, "AFS-CMD-01"))
    return found


def _organisation(army: Army, counts: Mapping[str, int], size: int, where: str) -> list[Problem]:
    """Too many Heroes, copies of a unit, points for one, units or models (AFS-ARM-04 to AFS-ARM-08)."""
    most, alike = limits_for(size), _alike(army, counts)
    whole = [
        (limit.kept, Problem(f"{where}.counts", text, limit.clause)) for limit, text in _wholes(army, counts, size)
    ]
    found = [problem for kept, problem in whole[:1] if not kept]
    for row, _ in taken(army.unit, counts):
        at = f"{where}.counts.{row.code}"
        n = alike.pop(row.copy_of or row.code, 0)
        if n > most.copies:
            name = Word(row.copy_of or row.name)
            text = T("{unit}: {n} copies; {size} points allow {most}", unit=name, n=n, size=size, most=most.copies)
            found.append(Problem(at, text, "AFS-ARM-05"))
        if row.points > most.dearest:
            so = {"unit": Word(row.name), "points": row.points, "most": int(most.dearest), "size": size}
            text = T("{unit} costs {points} points; one unit may cost {most} of {size}", **so)
            found.append(Problem(at, text, "AFS-ARM-06"))
    return [*found, *(problem for kept, problem in whole[1:] if not kept)]


def list_for(army: Army, size: int) -> dict[str, int]:
    """The warband as it is, or what of it fits an agreed size and its limits, in the order of the file.

    Where the limits leave nothing, what the points alone allow.
    """
    whole = {row.code: 1 for row in army.unit}
    if not check(army, whole, size, "", organised=True):
        return whole
    for organised in (True, False):
        counts: dict[str, int] = {}
        for row in army.unit:
            more = {**counts, row.code: 1}
            if not check(army, more, size, "", organised=organised):
                counts = more
        if counts:
            return counts
    return {}


def muster(army: Army, counts: Mapping[str, int]) -> list[tuple[Profile, str]]:
    """The units of a list with their ids, in the order of the file; copies have a letter behind the code.

    How many copies there may be is not judged here (AFS-ARM-05). Command upgrades are those of the first: copies go
    without (AFS-CMD-01).
    """
    units = mustered(army.unit, counts)
    return [(row if unit_id == row.code else replace(row, roles={}), unit_id) for row, unit_id in units]


def entry(row: Profile, army: Army, size: int, sample: int = 0) -> ArmyEntry:
    """A row for the composer."""
    shown = [(T("Models"), words.number(row.models))]
    if row.roles:
        names = [Word(specials.specials()[role].name) for role in row.roles]
        shown.append((T("Command group"), T("{upgrades}", upgrades=names)))
    alike = Counter(map(msgspec.json.encode, row.fighter))
    for fighter in row.fighter:
        if n := alike.pop(msgspec.json.encode(fighter), 0):
            # models that are alike in a unit whose models may differ
            shown += [] if n == row.models else [(T("{n} × {name}", n=n, name=Word(fighter.name)), Text(""))]
            shown += _values(fighter)
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
    shown = [(T("Quality"), words.needed(row.quality)), (T("Defense"), words.needed(row.defense))]
    if row.rules:
        told = [specials.written(rule, x) for rule, x in row.rules.items()]
        shown.append((T("Special rules"), T("{rules}", rules=told)))
    if isinstance(row, Fighter) and row.unenforced:
        shown.append((T("Not enforced"), T("{rules}", rules=list(row.unenforced))))
    return [*shown, *((Text(w.name), specials.armed_with(w.own, w.rules.items())) for w in row.weapon)]
