"""How a unit of one's own is filled in: what is asked of troops, monsters and heroes, by name and with its price.

USB-PTS-01 to USB-PTS-08, USB-EQP-01, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-01 to USB-MON-03, USB-MON-13,
USB-MON-14, USB-HRO-01, USB-HRO-05, USB-SPC-01, USB-MAG-01.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

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
USUAL_BASE = T("e.g. 25, or 25, 50")
NONE = T("none")

Offers = Sequence[tuple[str, Text, int]]


def _offered(field: ArmyField, offers: Offers) -> ArmyField:
    """A field whose choices are these, each with its name and points; one that is no longer sold stays in sight."""
    ids = [i for i, _, _ in offers]
    strange = [w for w in str(field.value).split(", ") if w and w not in ids] if field.kind == "words" else []
    strange += [str(field.value)] if field.kind == "choice" and field.value not in ids else []
    offers = [*offers, *((one, Text(one), 0) for one in strange)]
    choices, names, prices = zip(*offers, strict=True)
    return replace(field, choices=choices, names=names, prices=prices)


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
    """How rows of this system are filled in (:class:`game.kit.army.own.ArmyForm`)."""

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
        key, each = field.key.rpartition(".")[2], row["kind"] == "troops"
        match key:
            case "kind":
                return _offered(field, [(i, name, 0) for i, name in KINDS.items()])
            case "class":
                sold = [(i, Text(one.name), one.price) for i, one in kinds().classes.items()]
                return _offered(replace(field, each=each), sold)
            case "category":
                return _offered(field, [(i, Text(one.name), one.price) for i, one in kinds().categories.items()])
            case "models":
                most = kinds().classes[row.get("class", "infantry")].most
                return _offered(_chosen(field), [(str(n), T("{n}", n=n), 0) for n in range(1, most + 1)])
            case "hit" | "tough":
                return _offered(replace(_chosen(field), each=each), _rank(key))
            case "leaders":
                return replace(field, price=whole("leaders"))
            case "specialists":
                price, note = (
                    whole("special_weapon"),
                    None if row.get("ranged") else T("after a ranged weapon is bought"),
                )
                sold = [(str(n), T("{n}", n=n), price * n) for n in range(whole("specialists") + 1)]
                return _offered(replace(_chosen(field), note=note), sold if row.get("ranged") else sold[:1])
            case "shield":
                return replace(field, price=items()["shield"].troops or 0, each=each)
            case "melee" | "ranged":
                sold = [one for one in _items([key], "troops") if one[0] != "basic"]
                none = Text(items()["basic"].name) if key == "melee" else NONE
                return _offered(replace(_chosen(field), each=each), [("", none, 0), *sold])
        return self._more(doc, row, field, key)

    def _more(self, doc: Mapping[str, Any], row: Mapping[str, Any], field: ArmyField, key: str) -> ArmyField:
        troops = row["kind"] == "troops"
        match key:
            case "specialisations":
                sold = specialisations().values()
                offers = [(one.id, Text(one.name), one.troops if troops else one.single) for one in sold]
                return _offered(replace(field, each=troops), offers)
            case "growth":
                none = [("", NONE, 0)] if field.key == "mount.growth" else []
                return _offered(_chosen(field), [*none, *_growth()])
            case "items":
                great = row["mount"] if field.key.startswith("mount.") else row
                most = kinds().growth[min(max(int(great.get("growth", 0)), 0), len(kinds().growth) - 1)].items
                note = T("at most {n} with so many growth steps", n=most)
                return _offered(replace(field, repeats=True, note=note), _items(_ALL, "monster"))
            case "magic":
                most = kinds().categories[row["category"]].price if row.get("category") in kinds().categories else 0
                note = T("for at most {n} points together", n=most)
                return _offered(replace(field, repeats=True, note=note), _items(_ALL, "magic"))
            case "starts":
                others = [r for r in doc["unit"] if r["code"] != row["code"] and _takes(r, row)]
                return _offered(_chosen(field), [("", NONE, 0), *((r["code"], Text(r["name"]), 0) for r in others)])
            case "base":
                return replace(field, note=USUAL_BASE)
        return field

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


_ALL: tuple[Slot, ...] = ("melee", "shield", "ranged", "cargo")


def _chosen(field: ArmyField) -> ArmyField:
    """A field to be chosen, whatever it is in the file."""
    return replace(field, kind="choice")


def _takes(other: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether a unit can begin in another: a carrier, or troops that a hero joins (USB-TRN-07, USB-S17)."""
    great = other if other["kind"] == "monster" else other.get("mount", {})
    return "cargo" in great.get("items", ()) or (row["kind"] == "hero" and other["kind"] == "troops")
