"""What a row of an army may not be, each fault with its clause and what would make it legal.

USB-PTS-05 to USB-PTS-07, USB-EQP-01, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-01, USB-MON-02, USB-MON-13,
USB-HRO-02 to USB-HRO-04, USB-SPC-01, USB-MAG-01, USB-R07, USB-R09, USB-R10, USB-R38, USB-R39, USB-R54, USB-GEN-07.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import fields, replace

from game.engine.ruleset import Problem
from game.engine.text import T
from game.kit.muster.bought import bounded
from rulesets.universal_battle.army.items import Slot, items, kinds, specialisations
from rulesets.universal_battle.army.rows import Mount, Row, magic_points
from rulesets.universal_battle.data_files import whole

Faults = Iterator[Problem]
LEAST_BASE, GREAT_BASE, MOST_BASE = 10, 50, 300
"""Measures of bases (mm): the least, what those of monsters are longer than (USB-MON-01), the most on a table."""
KINDS = {"troops": T("troops"), "monster": T("monsters and machines"), "hero": T("heroes")}
_GREAT = dict.fromkeys(("growth", "items"), "USB-MON-13")
_HERO = {"category": "USB-HRO-01", "magic": "USB-MAG-01", "mount": "USB-HRO-05"}
_SLOTS = dict.fromkeys(("melee", "shield", "ranged"), "USB-MON-13")
_UNIT = {"leaders": "USB-R39", "specialists": "USB-R38"}
_RANK = dict.fromkeys(("hit", "tough"), "USB-R09")
STRANGE = {
    "troops": {**_GREAT, **_HERO},
    "monster": {"models": "USB-MON-01", "class": "USB-MON-01", **_UNIT, **_SLOTS, **_HERO},
    "hero": {"models": "USB-HRO-02", **_RANK, **_UNIT, **_GREAT},
}
"""By kind of row the keys that are not for it, with the clause."""


def faults(row: Row) -> list[Problem]:
    """What is wrong with a row: the key, a sentence, the clause; nothing where it is legal."""
    found = [*_strange(row), *_specialisations(row.specialisations)]
    if row.kind == "monster":
        return [*found, *_great(row)]
    found += _troops(row) if row.kind == "troops" else _hero(row)
    kind = kinds().classes[row.arm]
    return [*found, *_carried(row), *_base(row.base, kind.base_most, kind.clause)]


def _known(names: Iterable[str], known: Collection[str], key: str, clause: str) -> Faults:
    for name in names:
        if name not in known:
            text = T("“{name}” cannot be bought here; choose from: {known}", name=name, known=", ".join(known))
            yield Problem(key, text, clause)


def _strange(row: Row) -> Faults:
    """What is bought that is not for this kind of row."""
    usual = {field.encode_name: (getattr(row, field.name), field.default) for field in fields(row)}
    for key, clause in STRANGE[row.kind].items():
        value, default = usual[key]
        if value != default:
            text = T("this is not for {kind}: leave the key “{key}” out", kind=KINDS[row.kind], key=key)
            yield Problem(key, text, clause)


def _troops(row: Row) -> Faults:
    """Rank, numbers, specialists (USB-R09, USB-PTS-05 to USB-PTS-07, USB-R38)."""
    yield from _rank(row)
    kind = kinds().classes[row.arm]
    yield from bounded(row.models, 1, kind.most, "models", kind.clause)
    if row.specialists:
        yield from bounded(row.specialists, 0, min(whole("specialists"), row.models), "specialists", "USB-LDR-02")
    if row.specialists and not row.ranged:
        text = T("special weapons take the place of ranged ones: buy the unit a ranged weapon")
        yield Problem("ranged", text, "USB-R38")


def _hero(row: Row) -> Faults:
    """Category, magic within its price, a mount for him who is no rider (USB-HRO-01, USB-HRO-04, USB-MAG-01)."""
    yield from _known([row.category], kinds().categories, "category", "USB-HRO-01")
    yield from _known(row.magic, [i for i, one in items().items() if one.magic is not None], "magic", "USB-R54")
    most = row.rank.price if row.category else 0
    if magic_points(row) > most:
        text = T("the magic costs {n} points; this hero may spend {most}", n=magic_points(row), most=most)
        yield Problem("magic", text, "USB-MAG-01")
    if row.mount is None:
        return
    if row.arm == "riders":
        text = T("a rider cannot have it: make him infantry or heavy infantry")
        yield Problem("mount", text, "USB-HRO-04")
    for fault in (*_great(row.mount), *_specialisations(row.mount.specialisations)):
        yield replace(fault, where=f"mount.{fault.where}")


def _rank(row: Row | Mount) -> Faults:
    for value, key in ((row.hit, "hit"), (row.tough, "tough")):
        yield from bounded(value, whole("best"), whole("worst"), key, "USB-R09")


def _great(row: Row | Mount) -> Faults:
    """Rank, growth, items, base (USB-R10, USB-MON-01, USB-MON-02, USB-MON-13)."""
    yield from _rank(row)
    yield from _known(row.items, [i for i, one in items().items() if one.monster is not None], "items", "USB-MON-14")
    yield from bounded(row.growth, 0, len(kinds().growth) - 1, "growth", "USB-MON-02")
    most = kinds().growth[min(max(row.growth, 0), len(kinds().growth) - 1)].items
    if len(row.items) > most:
        text = T("{n} items; with so many growth steps at most {most}", n=len(row.items), most=most)
        yield Problem("items", text, "USB-MON-13")
    yield from _base(row.base, MOST_BASE, "USB-MON-01")
    if row.base and max(row.base) <= GREAT_BASE:
        yield Problem("base", T("one measure is longer than {least} mm", least=GREAT_BASE), "USB-MON-01")


def _carried(row: Row) -> Faults:
    """One melee and one ranged weapon of the table (USB-EQP-01, USB-EQP-04)."""
    slots: tuple[tuple[str, Slot], ...] = ((row.melee, "melee"), (row.ranged, "ranged"))
    for name, slot in slots:
        sold = [i for i, one in items().items() if one.slot == slot and one.troops is not None]
        other = name in items() and items()[name].slot != slot
        yield from _known([name] if name else [], sold, slot, "USB-EQP-01" if other else "USB-EQP-04")


def _specialisations(bought: tuple[str, ...]) -> Faults:
    yield from _known(bought, specialisations(), "specialisations", "USB-SPC-01")
    if len(set(bought)) < len(bought):
        yield Problem("specialisations", T("one is bought twice: once is enough"), "USB-SPC-01")


def _base(measures: tuple[float, ...], most: float, clause: str) -> Faults:
    """Of any shape, within the bounds of its class (USB-GEN-07)."""
    if len(measures) > 2:
        yield Problem("base", T("a base has one measure or two"), "USB-GEN-07")
    for one in measures:
        yield from bounded(one, LEAST_BASE, most, "base", clause)
