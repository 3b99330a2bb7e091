"""Rows of armies in a few words, for the tests of the army chapter."""

from __future__ import annotations

from typing import Any

import msgspec

from rulesets.universal_battle.army.data_army import Army
from rulesets.universal_battle.army.legal import faults
from rulesets.universal_battle.army.rows import Mount, Row

RANKS = {"rookie": (5, 5), "regular": (4, 4), "veteran": (3, 3)}


def bought(kind: str, rank: str = "rookie", **own: Any) -> Row:
    """A row: troops, a monster, or a hero with ``category``; keys as in files."""
    ranked = dict(zip(("hit", "tough"), RANKS[rank], strict=True)) if kind != "hero" else {}
    return msgspec.convert({"code": "X", "name": "X", "kind": kind, **ranked, **own}, Row)


def troops(rank: str = "rookie", **own: Any) -> Row:
    """A unit of troops."""
    return bought("troops", rank, **own)


def monster(growth: int, rank: str = "rookie", *items: str, **own: Any) -> Row:
    """A monster or machine."""
    return bought("monster", rank, growth=growth, items=items, **own)


def hero(category: str = "aspirant", **own: Any) -> Row:
    """A hero."""
    return bought("hero", category=category, **own)


def mount(growth: int, rank: str = "rookie", *items: str, **own: Any) -> Mount:
    """What a hero rides."""
    hit, tough = RANKS[rank]
    return Mount(growth=growth, hit=hit, tough=tough, items=items, **own)


def wrong(row: Row) -> list[tuple[str, str]]:
    """The keys that are wrong, with their clauses."""
    return [(fault.where, fault.clause) for fault in faults(row)]


def army(**rows: Row) -> Army:
    """An army of rows by code."""
    unit = tuple(msgspec.structs.replace(row, code=code, name=code) for code, row in rows.items())
    return Army(id="x", name="X", unit=unit)
