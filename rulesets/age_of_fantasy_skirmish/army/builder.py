"""What a warband may hold: force organisation and one of each command upgrade.

AFS-ARM-01 to AFS-ARM-10, AFS-CMD-01, AFS-R47. The numbers lie in data/force.toml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from game.engine.lists import Limit
from game.engine.numbers import NumberFile
from game.engine.ruleset import Problem
from game.engine.text import T, Word
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile

_FILE = NumberFile("rulesets.age_of_fantasy_skirmish", "force.toml")
UPGRADES = ("sergeant", "musician", "banner")


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
    n = _FILE.found
    return Limits(
        int(size // n["points_per_hero"]),
        1 + int(size // n["points_per_copy"]),
        size * n["dearest_percent"] / 100.0,
        int(size // n["points_per_unit"]),
        int(size // n["points_per_model"]),
    )


def cost(army: Army, counts: Mapping[str, int]) -> int:
    """Points of a list."""
    return sum(row.points * counts.get(row.code, 0) for row in army.unit)


def sizes_of(army: Army, counts: Mapping[str, int]) -> tuple[int, int]:
    """Units and models of a list."""
    taken = _taken(army, counts)
    return sum(k for _, k in taken), sum(row.models * k for row, k in taken)


def most_units() -> int:
    """Units of an army that the program takes on, whatever the players agree."""
    return _FILE.whole("units_most")


def most_models() -> int:
    """Models of an army that the program takes on."""
    return _FILE.whole("models_most")


def check(army: Army, counts: Mapping[str, int], size: int, where: str, *, organised: bool) -> list[Problem]:
    """What is wrong with a list, each with its reason and clause.

    Parameters
    ----------
    organised
        Whether force organisation is on (AFS-ARM-03); points and command upgrades hold always.
    """
    found: list[Problem] = []
    spent = cost(army, counts)
    if spent > size:
        text = T("The warband costs {spent} of {size} points", spent=spent, size=size)
        found.append(Problem(f"{where}.counts", text, "AFS-ARM-01"))
    units, models = sizes_of(army, counts)
    if units > most_units() or models > most_models():
        text = T("{units} units with {models} models are too many for a battle", units=units, models=models)
        found.append(Problem(f"{where}.counts", text, "AFS-ARM-07"))
    found += _upgrades(army, counts, where)
    if organised:
        found += _organisation(army, counts, size, where)
    return found


def limits(army: Army, counts: Mapping[str, int], size: int, *, organised: bool) -> tuple[Limit, ...]:
    """What is limited in a list, and how much of it there is: the same bounds that :func:`check` holds it to."""
    units, models = sizes_of(army, counts)
    points = Limit(T("Points"), cost(army, counts), None, size, "AFS-ARM-01")
    if not organised:
        return (
            points,
            Limit(T("Units"), units, None, most_units(), "AFS-ARM-07"),
            Limit(T("Models"), models, None, most_models(), "AFS-ARM-08"),
        )
    most = limits_for(size)
    taken = _taken(army, counts)
    heroes = sum(row.heroes * k for row, k in taken)
    copies = max(_alike(army, counts).values(), default=0)
    dearest = max((row.points for row, _ in taken), default=0)
    return (
        points,
        Limit(T("Heroes"), heroes, None, most.heroes, "AFS-ARM-04"),
        Limit(T("Copies of one unit"), copies, None, most.copies, "AFS-ARM-05"),
        Limit(T("Points of the dearest unit"), dearest, None, int(most.dearest), "AFS-ARM-06"),
        Limit(T("Units"), units, None, most.units, "AFS-ARM-07"),
        Limit(T("Models"), models, None, most.models, "AFS-ARM-08"),
    )


def _alike(army: Army, counts: Mapping[str, int]) -> Counter[str]:
    """How often there is the same unit, whatever it is called (AFS-ARM-05)."""
    alike = Counter[str]()
    for row, k in _taken(army, counts):
        alike[row.copy_of or row.code] += k
    return alike


def _taken(army: Army, counts: Mapping[str, int]) -> Iterable[tuple[Profile, int]]:
    return [(row, counts[row.code]) for row in army.unit if counts.get(row.code, 0) > 0]


def _upgrades(army: Army, counts: Mapping[str, int], where: str) -> list[Problem]:
    """At most one model with each command upgrade (AFS-CMD-01, AFS-ARM-10); further copies of a unit go without."""
    found = []
    most = _FILE.whole("upgrades_most")
    names = {"sergeant": Word("Sergeant"), "musician": Word("Musician"), "banner": Word("Banner")}
    for upgrade in UPGRADES:
        bearers = [row for row, _ in _taken(army, counts) if upgrade in row.bearers]
        if len(bearers) > most:
            units = [Word(row.name) for row in bearers]
            text = T("{upgrade} in {units}; an army has one", upgrade=names[upgrade], units=units)
            found.append(Problem(f"{where}.counts", text, "AFS-CMD-01"))
    return found


def _organisation(army: Army, counts: Mapping[str, int], size: int, where: str) -> list[Problem]:
    most = limits_for(size)
    taken = _taken(army, counts)
    found = []
    heroes = sum(row.heroes * k for row, k in taken)
    if heroes > most.heroes:
        text = T("{n} Heroes; {size} points allow {most}", n=heroes, size=size, most=most.heroes)
        found.append(Problem(f"{where}.counts", text, "AFS-ARM-04"))
    alike = _alike(army, counts)
    for row, _ in taken:
        n = alike.pop(row.copy_of or row.code, 0)
        if n > most.copies:
            text = T(
                "{unit}: {n} copies; {size} points allow {most}",
                unit=Word(row.copy_of or row.name),
                n=n,
                size=size,
                most=most.copies,
            )
            found.append(Problem(f"{where}.counts.{row.code}", text, "AFS-ARM-05"))
        if row.points > most.dearest:
            text = T(
                "{unit} costs {points} points; one unit may cost {most} of {size}",
                unit=Word(row.name),
                points=row.points,
                most=int(most.dearest),
                size=size,
            )
            found.append(Problem(f"{where}.counts.{row.code}", text, "AFS-ARM-06"))
    units, models = sizes_of(army, counts)
    if units > most.units:
        text = T("{n} units; {size} points allow {most}", n=units, size=size, most=most.units)
        found.append(Problem(f"{where}.counts", text, "AFS-ARM-07"))
    if models > most.models:
        text = T("{n} models; {size} points allow {most}", n=models, size=size, most=most.models)
        found.append(Problem(f"{where}.counts", text, "AFS-ARM-08"))
    return found
