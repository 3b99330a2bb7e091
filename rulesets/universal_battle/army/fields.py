"""The fields of a unit of an army, each declared once: name, bounds, what is sold at which price, whose it is.

USB-PTS-01 to USB-PTS-08, USB-EQP-01, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-01, USB-MON-02, USB-MON-13,
USB-MON-14, USB-HRO-01, USB-HRO-02, USB-HRO-05, USB-SPC-01, USB-MAG-01, USB-TRN-07, USB-R09, USB-R38, USB-R39, USB-R54,
USB-S17.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from game.engine.text import T, Text
from game.kit.muster.fields import NONE, Offer, Plain, asked
from rulesets.universal_battle.army.items import Class, Rank, Slot, items, kinds, specialisations
from rulesets.universal_battle.data_files import whole

SORTS = {"troops": T("Troops"), "monster": T("Monster or machine"), "hero": T("Hero")}


def _class(row: Plain) -> Class:
    return kinds().classes[row.get("class", "infantry")]


def _slot(row: Plain, slot: Slot) -> str:
    """The clause of the items; of the slots where an item of another one is carried."""
    one = items().get(row[slot])
    return "USB-EQP-04" if one is None or one.slot == slot else "USB-EQP-01"


def _numbers(least: int, most: int, each: int = 0) -> list[Offer]:
    return [(str(n), T("{n}", n=n), n * each) for n in range(least, most + 1)]


def _priced(of: Iterable[tuple[str, Class | Rank]]) -> list[Offer]:
    return [(i, Text(one.name), one.price) for i, one in of]


def _steps(key: Literal["hit", "tough"]) -> list[Offer]:
    """Better Hit or Tough by steps (USB-PTS-02, USB-PTS-03)."""
    worst, step = whole("worst"), whole(f"{key}_step")
    return [(str(n), T("{n}+", n=n), step * (worst - n)) for n in range(worst, whole("best") - 1, -1)]


def _sold(price: Literal["troops", "monster", "magic"], *slots: Slot) -> list[Offer]:
    """What is sold at one of its three prices, for some slots."""
    sold = [(one, getattr(one, price)) for one in items().values() if not slots or one.slot in slots]
    return [(one.id, Text(one.name), n) for one, n in sold if n is not None]


def _special(row: Plain) -> list[Offer]:
    """Specialisations, for each model of troops or for a single one (USB-SPC-01)."""
    troops = row.get("kind") == "troops"
    return [(one.id, Text(one.name), one.troops if troops else one.single) for one in specialisations().values()]


def _growth() -> list[Offer]:
    """Growth steps, what they give and cost (USB-MON-02)."""
    found = []
    for n, grown in enumerate(kinds().growth):
        text = T("{n}: Initiative {i}, Standfast {s}", n=n, i=grown.initiative, s=grown.standfast)
        found.append((str(n), text, whole("growth_step") * n))
    return found


def _beginnings(doc: Plain, row: Plain) -> Sequence[Offer]:
    """The units in which one can begin: a carrier, or troops that a hero joins (USB-TRN-07, USB-S17)."""
    found: list[Offer] = [("", NONE, 0)]
    for other in doc["unit"]:
        great = other if other["kind"] == "monster" else other.get("mount", {})
        joined = row["kind"] == "hero" and other["kind"] == "troops"
        if other["code"] != row["code"] and (joined or "cargo" in great.get("items", ())):
            found.append((other["code"], Text(other["name"]), 0))
    return found


def _most_items(great: Plain) -> Text:
    most = kinds().growth[min(max(int(great.get("growth", 0)), 0), len(kinds().growth) - 1)].items
    return T("at most {n} at this number of growth steps", n=most)


def _most_magic(row: Plain) -> Text:
    categories = kinds().categories
    most = categories[row["category"]].price if row.get("category") in categories else 0
    return T("for at most {n} points together", n=most)


# --- what is declared ----------------------------------------------------------------------------------------------

_TROOPS = ("troops",)
_RANK: dict[str, Any] = {"clause": "USB-R09", "bounds": lambda row: (whole("best"), whole("worst"))}
_GROWTH: dict[str, Any] = {"clause": "USB-MON-02", "bounds": lambda row: (0, len(kinds().growth) - 1)}
_ITEMS: dict[str, Any] = {"clause": "USB-MON-14", "sold": lambda row: _sold("monster"), "repeats": True}
_SPECIAL: dict[str, Any] = {"clause": "USB-SPC-01", "sold": _special}
_SLOT: dict[str, Any] = {"each": _TROOPS, "not_for": {"monster": "USB-MON-13"}}
_GREAT: dict[str, Any] = {"not_for": dict.fromkeys(("troops", "hero"), "USB-MON-13")}
_OF_RANK: dict[str, Any] = {"each": _TROOPS, "not_for": {"hero": "USB-R09"}, **_RANK}


def _hero(clause: str) -> dict[str, str]:
    return dict.fromkeys(("troops", "monster"), clause)


SUMMARY = asked(T("About it"))
KIND = asked(T("Kind"), offers=lambda doc, row: [(i, name, 0) for i, name in SORTS.items()])
CLASS = asked(
    T("Class"),
    offers=lambda doc, row: _priced(kinds().classes.items()),
    each=_TROOPS,
    not_for={"monster": "USB-MON-01"},
)
MODELS = asked(
    T("Models"),
    clause=lambda row: _class(row).clause,
    bounds=lambda row: (1, _class(row).most),
    offers=lambda doc, row: _numbers(1, _class(row).most),
    not_for={"monster": "USB-MON-01", "hero": "USB-HRO-02"},
)
HIT = asked(T("Hit"), offers=lambda doc, row: _steps("hit"), **_OF_RANK)
TOUGH = asked(T("Tough"), offers=lambda doc, row: _steps("tough"), **_OF_RANK)
LEADERS = asked(T("Leaders"), price=lambda: whole("leaders"), not_for=dict.fromkeys(("monster", "hero"), "USB-R39"))
SPECIALISTS = asked(
    T("Special weapons"),
    clause="USB-LDR-02",
    bounds=lambda row: (0, max(0, min(whole("specialists"), row["models"]))),
    offers=lambda doc, row: _numbers(0, whole("specialists") if row.get("ranged") else 0, whole("special_weapon")),
    note=lambda row: None if row.get("ranged") else T("after a ranged weapon is bought"),
    not_for=dict.fromkeys(("monster", "hero"), "USB-R38"),
)
MELEE = asked(
    T("Melee weapon"),
    clause=lambda row: _slot(row, "melee"),
    sold=lambda row: [("", Text(items()["basic"].name), 0), *_sold("troops", "melee")],
    **_SLOT,
)
SHIELD = asked(T("Shield"), price=lambda: items()["shield"].troops or 0, **_SLOT)
RANGED = asked(
    T("Ranged weapon"),
    clause=lambda row: _slot(row, "ranged"),
    sold=lambda row: [("", NONE, 0), *_sold("troops", "ranged")],
    **_SLOT,
)
SPECIALISATIONS = asked(T("Specialisations"), each=_TROOPS, **_SPECIAL)
GROWTH = asked(T("Growth steps"), offers=lambda doc, row: _growth(), **_GROWTH, **_GREAT)
ITEMS = asked(T("Items"), note=_most_items, **_ITEMS, **_GREAT)
CATEGORY = asked(
    T("Category"),
    clause="USB-HRO-01",
    sold=lambda row: _priced(kinds().categories.items()),
    not_for=_hero("USB-HRO-01"),
)
MAGIC = asked(
    T("Magic"),
    clause="USB-R54",
    sold=lambda row: _sold("magic"),
    note=_most_magic,
    repeats=True,
    not_for=_hero("USB-MAG-01"),
)
MOUNT = asked(T("Mount"), not_for=_hero("USB-HRO-05"))
STARTS = asked(T("Begins with"), offers=_beginnings, code=True)
BASE = asked(T("Base (mm)"), note=lambda row: T("e.g. 25, or 25, 50"))

MOUNTED = asked(T("Mount"), offers=lambda doc, row: [("", NONE, 0), *_growth()], **_GROWTH)
MOUNTS_HIT = asked(T("Hit of the mount"), offers=lambda doc, row: _steps("hit"), **_RANK)
MOUNTS_TOUGH = asked(T("Tough of the mount"), offers=lambda doc, row: _steps("tough"), **_RANK)
MOUNTS_ITEMS = asked(T("Items of the mount"), note=lambda row: _most_items(row["mount"]), **_ITEMS)
MOUNTS_SPECIALISATIONS = asked(T("Specialisations of the mount"), **_SPECIAL)
MOUNTS_BASE = asked(T("Base of the mount (mm)"), note=lambda row: T("e.g. 25, or 25, 50"))
