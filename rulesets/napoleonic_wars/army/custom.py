"""Troop types and batteries that a player's own army defines itself, beside those of the nations' lists.

Such a row has ``kind = "own"`` and a table ``own_troops`` or ``own_battery`` with the keys that a unit or battery has
in the files of the nations, without id, names and clause.

NAP-ARM-01, NAP-ARM-06, NAP-ORG-29, NAP-PTS-01 to -06, NAP-R04.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from game.engine.files.toml_reading import DataError, convert, unknown
from game.engine.ruleset import Problem
from game.engine.text import T, Text
from game.kit.muster.fields import bounded
from rulesets.napoleonic_wars.army import nations, prices
from rulesets.napoleonic_wars.army.nations import Battery, Kind

OWN_KIND = "own"
"""What a row names as its kind that defines its troops itself."""
TROOPS, BATTERY = "own_troops", "own_battery"
CLAUSE = "NAP-ARM-01"
MOST_SUBS, MOST_FIGURES, MOST_GUNS = 12, 40, 16
"""Sub-units of one kind, figures of a sub-unit, pieces of a battery."""


def troops_of(told: Mapping[str, Any], name: str) -> Kind:
    """The unit that a row's own table describes. Raises DataError naming the key that is wrong."""
    return _troops(msgspec.json.encode(told), name)


def battery_of(told: Mapping[str, Any], name: str) -> Battery:
    """The battery that a row's own table describes. Raises DataError naming the key that is wrong."""
    return _battery(msgspec.json.encode(told), name)


@lru_cache(maxsize=256)
def _troops(told: bytes, name: str) -> Kind:
    return convert(_named(told, name), Kind, "")


@lru_cache(maxsize=256)
def _battery(told: bytes, name: str) -> Battery:
    return convert(_named(told, name), Battery, "")


def _named(told: bytes, name: str) -> dict[str, Any]:
    """A table with what the nations' lists say of each of theirs."""
    doc: dict[str, Any] = msgspec.json.decode(told)
    return {**doc, "id": OWN_KIND, "name": name, "clause": CLAUSE}


def faults(kind: str, troops: Mapping[str, Any], battery: Mapping[str, Any], name: str) -> list[Problem]:
    """What is wrong with a row's own tables: the key, a sentence, the clause; nothing where it has none."""
    if not troops and not battery:
        if kind != OWN_KIND:
            return []
        return [Problem(TROOPS, T("a row of kind “own” describes its troops in own_troops or own_battery"), CLAUSE)]
    if kind != OWN_KIND or (troops and battery):
        text = T("only a row of kind “own” has own_troops or own_battery, and only one of them")
        return [Problem(TROOPS if troops else BATTERY, text, CLAUSE)]
    key = TROOPS if troops else BATTERY
    try:
        found = list(_of_troops(troops_of(troops, name)) if troops else _of_battery(battery_of(battery, name)))
    except DataError as error:
        where = f"{key}, {error.key}" if error.key else key
        return [Problem(where, error.message, CLAUSE)]
    return [msgspec.structs.replace(one, where=f"{key}, {one.where}") for one in found]


def _of_troops(kind: Kind) -> Iterator[Problem]:
    """Classes that cost something, sub-units of bounded size, names that point somewhere."""
    if not kind.grades or not kind.sub or not kind.weapons:
        yield Problem("grades", T("a type needs a class with its price, a weapon and a sub-unit"), CLAUSE)
        return
    names = [sub.kind for sub in kind.sub]
    for cls, price in kind.grades.items():
        yield from bounded(price, 0, 100, f"grades.{cls}", CLAUSE)
        for sub in kind.sub if not price else ():
            if nations.price(kind, sub, cls) is None:
                yield Problem(f"grades.{cls}", T("table 1 has no price for class {cls} of these", cls=cls), CLAUSE)
    for sub in kind.sub:
        yield from bounded(sub.n, 0, MOST_SUBS, f"sub ({sub.kind}), n", CLAUSE)
        yield from bounded(sub.most, 0, MOST_SUBS, f"sub ({sub.kind}), most", CLAUSE)
        yield from bounded(sub.figures, 1, MOST_FIGURES, f"sub ({sub.kind}), figures", CLAUSE)
        yield from bounded(sub.fewest, 1, sub.figures, f"sub ({sub.kind}), fewest", CLAUSE)
        yield from bounded(sub.points or 0, 0, 100, f"sub ({sub.kind}), points", CLAUSE)
        if names.count(sub.kind) > 1:
            yield Problem(f"sub ({sub.kind})", T("two kinds of sub-units have this name"), CLAUSE)
        if sub.within and sub.within not in names:
            yield Problem(f"sub ({sub.kind}), within", _unknown(sub.within, names), CLAUSE)
    yield from bounded(kind.least, 0, kind.listed, "least", CLAUSE)


def _of_battery(battery: Battery) -> Iterator[Problem]:
    """Classes of gunners, teams and numbers of pieces that table 1 knows."""
    crews = prices.table().crew["horse" if battery.horse else "foot"]
    for cls in battery.classes:
        if cls not in crews:
            yield Problem("classes", _unknown(cls, list(crews)), "NAP-PTS-06")
    if not battery.classes or not battery.guns:
        yield Problem("guns", T("a battery needs a class and a piece"), CLAUSE)
    if str(battery.horses) not in prices.table().team:
        yield Problem("horses", T("teams have 4, 6 or 8 animals, not {n}", n=battery.horses), "NAP-PTS-05")
    for piece, n in battery.guns.items():
        yield from bounded(n, 1, MOST_GUNS, f"guns.{piece}", CLAUSE)


def _unknown(name: str, known: list[str]) -> Text:
    return unknown("", "", T("known name"), name, known).message
