"""What a row of an army may not be beyond what its fields declare, each fault with its clause.

USB-PTS-05 to USB-PTS-07, USB-EQP-01, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-01, USB-MON-02, USB-MON-13,
USB-HRO-02 to USB-HRO-04, USB-SPC-01, USB-MAG-01, USB-R07, USB-R09, USB-R10, USB-R38, USB-R39, USB-R54, USB-GEN-07.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.engine.ruleset import Problem
from game.engine.text import T
from game.kit.muster import fields
from game.kit.muster.fields import bounded
from rulesets.universal_battle.army.items import kinds
from rulesets.universal_battle.army.rows import Mount, Row, magic_points

Faults = Iterator[Problem]
LEAST_BASE, GREAT_BASE, MOST_BASE = 10, 50, 300
"""Measures of bases (mm): the least, what those of monsters are longer than (USB-MON-01), the most on a table."""
CALLED = {"troops": T("troops"), "monster": T("monsters and machines"), "hero": T("heroes")}


def faults(row: Row) -> list[Problem]:
    """What is wrong with a row: the key, a sentence, the clause; nothing where it is legal."""
    found = list(fields.faults(row, row.kind, CALLED))
    if row.kind == "monster":
        return [*found, *_great(row)]
    found += _specialists(row) if row.kind == "troops" else _hero(row)
    kind = kinds().classes[row.arm]
    return [*found, *_base(row.base, kind.base_most, kind.clause)]


def _specialists(row: Row) -> Faults:
    """Special weapons take the place of ranged ones (USB-R38)."""
    if row.specialists and not row.ranged:
        text = T("special weapons take the place of ranged ones: buy the unit a ranged weapon")
        yield Problem("ranged", text, "USB-R38")


def _hero(row: Row) -> Faults:
    """Magic within its price, a mount for him who is no rider (USB-HRO-04, USB-MAG-01)."""
    most = row.rank.price if row.category else 0
    if magic_points(row) > most:
        text = T("the magic costs {n} points; this hero may spend {most}", n=magic_points(row), most=most)
        yield Problem("magic", text, "USB-MAG-01")
    if row.mount is None:
        return
    if row.arm == "riders":
        text = T("a rider cannot have it: choose infantry or heavy infantry")
        yield Problem("mount", text, "USB-HRO-04")
    for fault in (*fields.faults(row.mount), *_great(row.mount)):
        yield replace(fault, where=f"mount.{fault.where}")


def _great(row: Row | Mount) -> Faults:
    """Number of items, base (USB-MON-01, USB-MON-13)."""
    most = kinds().growth[min(max(row.growth, 0), len(kinds().growth) - 1)].items
    if len(row.items) > most:
        text = T("{n} items; at this number of growth steps at most {most}", n=len(row.items), most=most)
        yield Problem("items", text, "USB-MON-13")
    yield from _base(row.base, MOST_BASE, "USB-MON-01")
    if row.base and max(row.base) <= GREAT_BASE:
        yield Problem("base", T("one measure is longer than {least} mm", least=GREAT_BASE), "USB-MON-01")


def _base(measures: tuple[float, ...], most: float, clause: str) -> Faults:
    """Of any shape, within the bounds of its class (USB-GEN-07)."""
    if len(measures) > 2:
        yield Problem("base", T("a base has one measure or two"), "USB-GEN-07")
    for one in measures:
        yield from bounded(one, LEAST_BASE, most, "base", clause)
