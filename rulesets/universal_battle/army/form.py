"""How a unit of one's own is filled in: what is asked of troops, monsters and heroes, by name and with its price.

USB-PTS-01 to USB-PTS-08, USB-EQP-01, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-01 to USB-MON-03, USB-MON-13,
USB-MON-14, USB-HRO-01, USB-HRO-05, USB-SPC-01, USB-MAG-01.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from game.engine.lists import ArmyField
from game.engine.text import T, Text
from rulesets.universal_battle.army.items import Slot, items, kinds, specialisations
from rulesets.universal_battle.army.legal import STRANGE
from rulesets.universal_battle.data_files import whole

LABELS = {
    "name": T("Name"),
    "kind": T("Kind"),
    "category": T("Category"),
    "class": T("Class"),
    "models": T("Models"),
    "hit": T("Hit"),
    "tough": T("Tough"),
    "leaders": T("Leaders"),
    "specialists": T("Special weapons"),
    "melee": T("Melee weapon"),
    "shield": T("Shield"),
    "ranged": T("Ranged weapon"),
    "growth": T("Growth steps"),
    "items": T("Items"),
    "specialisations": T("Specialisations"),
    "magic": T("Magic"),
    "mount.growth": T("Mount"),
    "mount.hit": T("Hit of the mount"),
    "mount.tough": T("Tough of the mount"),
    "mount.items": T("Items of the mount"),
    "mount.specialisations": T("Specialisations of the mount"),
    "mount.base": T("Base of the mount (mm)"),
    "starts": T("Begins with"),
    "base": T("Base (mm)"),
    "summary": T("About it"),
    "code": T("Called in files"),
}
"""What the fields are called, in the order in which they are asked."""
KINDS = {"troops": T("Troops"), "monster": T("Monster or machine"), "hero": T("Hero")}
ORDER = (
    "name",
    "kind",
    "category",
    *(key for key in LABELS if key not in ("name", "kind", "category", "code")),
    "code",
)
NONE = T("none")
EACH = ("class", "hit", "tough", "shield", "melee", "ranged", "specialisations")
REPEATED = ("items", "magic")
"""What troops pay for each model; what may be bought more than once."""
_ALL: tuple[Slot, ...] = ("melee", "shield", "ranged", "cargo")

Offers = Sequence[tuple[str, Text, int]]


def _offered(field: ArmyField, offers: Offers) -> ArmyField:
    """A field whose choices are these, each with its name and points; one that is no longer sold stays in sight."""
    told = str(field.value).split(", ") if field.kind == "words" else [str(field.value)]
    kept = "" if field.kind == "words" else None  # of words there may be none
    ids = [i for i, _, _ in offers]
    offers = [*offers, *((one, Text(one), 0) for one in told if one != kept and one not in ids)]
    choices, names, prices = zip(*offers, strict=True)
    kind: Literal["words", "choice"] = "words" if field.kind == "words" else "choice"
    return replace(field, kind=kind, choices=choices, names=names, prices=prices)


def _items(slots: Collection[Slot], price: str) -> list[tuple[str, Text, int]]:
    """What is sold for some slots at one of its three prices."""
    sold = [(one, getattr(one, price)) for one in items().values() if one.slot in slots]
    return [(one.id, Text(one.name), n) for one, n in sold if n is not None]


def _rank(key: str) -> Offers:
    """Better Hit and Tough by steps (USB-PTS-02, USB-PTS-03)."""
    worst, step = whole("worst"), whole(f"{key}_step")
    return [(str(n), T("{n}+", n=n), step * (worst - n)) for n in range(worst, whole("best") - 1, -1)]


def _growth() -> list[tuple[str, Text, int]]:
    found = []
    for n, grown in enumerate(kinds().growth):
        text = T("{n}: Initiative {i}, Standfast {s}", n=n, i=grown.initiative, s=grown.standfast)
        found.append((str(n), text, whole("growth_step") * n))
    return found


class Form:
    """How rows of this system are filled in (:class:`game.kit.muster.own.ArmyForm`)."""

    def army_fields(self, doc: Mapping[str, Any]) -> Sequence[ArmyField]:
        """What the army is about, and who commands it (USB-R65)."""
        heroes = [(row["code"], row["name"]) for row in doc["unit"] if row.get("kind") == "hero"]
        offers = [("", T("the dearest hero"), 0), *((code, Text(name), 0) for code, name in heroes)]
        commander = ArmyField("commander", "choice", str(doc.get("commander", "")), label=T("Commander"))
        note = T("who commands where several heroes are the dearest")
        about = ArmyField("summary", "text", str(doc.get("summary", "")), label=LABELS["summary"])
        return [about, _offered(replace(commander, note=note), offers)]

    def fields(self, doc: Mapping[str, Any], row: Mapping[str, Any], found: Sequence[ArmyField]) -> Sequence[ArmyField]:
        """What is asked of such a row, the most important first."""
        kind, by_key = str(row["kind"]), {field.key: field for field in found}
        mounted, asked = "mount" in row, []
        for key, label in LABELS.items():
            table = key.partition(".")[0]
            if table in STRANGE[kind] or (table == "mount" and key != "mount.growth" and not mounted):
                continue
            if key == "mount.growth" and row.get("class") == "riders" and not mounted:
                continue
            asked.append(self._told(doc, row, replace(by_key[key], label=label)))
        return asked

    def _told(self, doc: Mapping[str, Any], row: Mapping[str, Any], field: ArmyField) -> ArmyField:
        """A field with its choices and prices, and for what they are paid."""
        key = field.key.rpartition(".")[2]
        paid = {"leaders": whole("leaders"), "shield": items()["shield"].troops or 0}.get(key, field.price)
        each = key in EACH and row["kind"] == "troops"
        note = _note(row, field.key) or field.note
        field = replace(field, price=paid, each=each, note=note, repeats=key in REPEATED)
        offers = _offers(doc, row, field.key)
        return field if offers is None else _offered(field, offers)

    def fitted(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row without what is not for its kind; a hero has a category, and a mount growth steps or is none."""
        strange = STRANGE.get(str(row.get("kind")), {})
        found = {key: value for key, value in row.items() if key not in strange}
        if found.get("kind") == "hero" and not found.get("category"):
            found["category"] = next(iter(kinds().categories))
        if "growth" not in found.get("mount", {"growth": 0}):
            del found["mount"]
        return found

    def blank(self, code: str) -> tuple[str, dict[str, Any]]:
        """Five rookies with what they have in their hands."""
        return "unit", {"code": code, "name": "New unit", "kind": "troops", "models": 5}


def _offers(doc: Mapping[str, Any], row: Mapping[str, Any], key: str) -> Offers | None:
    """What is on offer for a field of a row, None where it is filled in freely."""
    match key.rpartition(".")[2]:
        case "kind":
            return [(i, name, 0) for i, name in KINDS.items()]
        case "class":
            return [(i, Text(one.name), one.price) for i, one in kinds().classes.items()]
        case "category":
            return [(i, Text(one.name), one.price) for i, one in kinds().categories.items()]
        case "models":
            most = kinds().classes[row.get("class", "infantry")].most
            return [(str(n), T("{n}", n=n), 0) for n in range(1, most + 1)]
        case "hit" | "tough" as rank:
            return _rank(rank)
        case "specialists":
            most = whole("specialists") if row.get("ranged") else 0
            return [(str(n), T("{n}", n=n), whole("special_weapon") * n) for n in range(most + 1)]
        case "melee" | "ranged" as slot:
            none = Text(items()["basic"].name) if slot == "melee" else NONE
            return [("", none, 0), *(one for one in _items([slot], "troops") if one[0] != "basic")]
        case "specialisations":
            paid = "troops" if row["kind"] == "troops" else "single"
            return [(one.id, Text(one.name), getattr(one, paid)) for one in specialisations().values()]
        case "growth":
            return [*([("", NONE, 0)] if key == "mount.growth" else []), *_growth()]
        case "items" | "magic" as bought:
            return _items(_ALL, "magic" if bought == "magic" else "monster")
        case "starts":
            others = [r for r in doc["unit"] if r["code"] != row["code"] and _takes(r, row)]
            return [("", NONE, 0), *((r["code"], Text(r["name"]), 0) for r in others)]
    return None


def _note(row: Mapping[str, Any], key: str) -> Text | None:
    """What is to be known of a field before it is filled in."""
    match key.rpartition(".")[2]:
        case "specialists" if not row.get("ranged"):
            return T("after a ranged weapon is bought")
        case "items":
            great = row["mount"] if key.startswith("mount.") else row
            most = kinds().growth[min(max(int(great.get("growth", 0)), 0), len(kinds().growth) - 1)].items
            return T("at most {n} with so many growth steps", n=most)
        case "magic":
            most = kinds().categories[row["category"]].price if row.get("category") in kinds().categories else 0
            return T("for at most {n} points together", n=most)
        case "base":
            return T("e.g. 25, or 25, 50")
    return None


def _takes(other: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether a unit can begin in another: a carrier, or troops that a hero joins (USB-TRN-07, USB-S17)."""
    great = other if other["kind"] == "monster" else other.get("mount", {})
    return "cargo" in great.get("items", ()) or (row["kind"] == "hero" and other["kind"] == "troops")
