"""How a unit of one's own is filled in: what is asked of troops, batteries and generals, by name and with its price.

NAP-PTS-02, NAP-PTS-08, NAP-PTS-09, NAP-ARM-04, NAP-ARM-07, NAP-ARM-09.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.lists import ArmyField
from game.engine.text import T, Text
from rulesets.napoleonic_wars.army import custom, nations, prices
from rulesets.napoleonic_wars.army.rows import GENERAL, GENERALS, Row, companies, price, spare

LABELS = {
    "name": T("Name"),
    "kind": T("Kind"),
    "brigade": T("Brigade"),
    "leads": T("Leads"),
    "class": T("Class"),
    "training": T("Training"),
    "weapon": T("Weapon"),
    "combined": T("Combined"),
    "companies": T("Sub-units"),
    "figures": T("Figures"),
    "guns": T("Guns"),
    "detachments": T("Detachments"),
    "bases": T("Bases at 5 or 6 mm"),
    "code": T("Name in files"),
}
"""What the fields are called, in the order in which they are asked."""
_MEN = ("class", "training", "weapon", "combined", "companies", "figures", "detachments", "bases")
ASKED = {
    "general": ("leads",),
    "battery": ("class", "combined", "guns", "detachments"),
    "troops": _MEN,
}
"""What is asked of each sort of row besides its name, kind, brigade and code."""
WEAPONS = {
    "": T("none"),
    "musket": T("musket"),
    "rifle": T("rifle"),
    "double_rifle": T("double-barrelled rifle"),
    "rifled_musket": T("rifled musket"),
    "dragoon_musket": T("dragoon musket"),
    "carbine": T("carbine"),
    "rifled_carbine": T("rifled carbine"),
    "bow": T("bow"),
}
RANKS = {"chief": T("Commander-in-chief"), "general": T("General"), custom.OWN_KIND: T("Troops of this army alone")}
OWN_KEYS = (custom.TROOPS, custom.BATTERY)
USUAL = T("as listed")


def sort_of(row: Mapping[str, Any]) -> str:
    """Which sort of row it is."""
    kind = str(row.get("kind"))
    if kind in GENERALS:
        return "general"
    return "battery" if kind in nations.batteries() or row.get(custom.BATTERY) else "troops"


def _listed(row: Mapping[str, Any]) -> tuple[nations.Kind | None, nations.Battery | None]:
    """The unit or the battery that a row is, from the lists or its own."""
    kind, name = str(row["kind"]), str(row.get("name", ""))
    if row.get(custom.TROOPS):
        return custom.troops_of(row[custom.TROOPS], name), None
    if row.get(custom.BATTERY):
        return None, custom.battery_of(row[custom.BATTERY], name)
    return nations.kinds().get(kind), nations.batteries().get(kind)


def kind_name(kind: str) -> Text:
    """What a kind is called."""
    if kind in RANKS:
        return RANKS[kind]
    listed = nations.kinds().get(kind) or nations.batteries().get(kind)
    return Text(listed.name if listed is not None else kind)


class Form:
    """How rows of this system are filled in (:class:`game.kit.muster.own.ArmyForm`)."""

    def army_fields(self, doc: Mapping[str, Any]) -> Sequence[ArmyField]:
        """What the army is about, whose it is, and when it fights."""
        about = ArmyField("summary", "text", str(doc.get("summary", "")), label=T("Description"))
        note = T("units of other years should not be mixed with it")
        names = {**{n.nation: n.name for n in nations.NATIONS.all().values()}, "other": "Any"}
        lists = replace(about, key="nation", kind="choice", value=str(doc.get("nation", "other")), label=T("Nation"))
        lists = replace(lists, choices=tuple(names), names=tuple(map(Text, names.values())))
        return [about, lists, ArmyField("year", "number", str(doc.get("year", 0)), label=T("Year"), note=note)]

    def fields(self, doc: Mapping[str, Any], row: Mapping[str, Any], found: Sequence[ArmyField]) -> Sequence[ArmyField]:
        """What is asked of such a row, the most important first."""
        by_key = {field.key: field for field in found}
        asked = ("name", "kind", "brigade", "code", *ASKED[sort_of(row)])
        return [
            self._told(doc, row, replace(by_key[key], label=label)) for key, label in LABELS.items() if key in asked
        ]

    def _told(self, doc: Mapping[str, Any], row: Mapping[str, Any], field: ArmyField) -> ArmyField:
        """A field with its choices, and what there is to know of it."""
        offers = _offers(doc, row, field.key)
        field = replace(field, note=_note(row, field.key) or field.note)
        if offers is None:
            return field
        ids = [i for i, _ in offers]
        offers = [*offers, *((one, Text(one)) for one in [str(field.value)] if one not in ids)]
        return replace(
            field, kind="choice", choices=tuple(i for i, _ in offers), names=tuple(name for _, name in offers)
        )

    def fitted(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row without what is not for its kind."""
        asked = ("name", "kind", "brigade", "code", *ASKED[sort_of(row)], *OWN_KEYS)
        return {key: value for key, value in row.items() if key in asked}

    def blank(self, code: str) -> tuple[str, dict[str, Any]]:
        """A line battalion."""
        return "unit", {"code": code, "name": "New unit", "kind": "FRA_LINE_1808"}


def _offers(doc: Mapping[str, Any], row: Mapping[str, Any], key: str) -> list[tuple[str, Text]] | None:
    """What is on offer for a field of a row, None where it is filled in freely."""
    kind, battery = _listed(row)
    generals = [r for r in doc["unit"] if r.get("kind") == GENERAL and r["code"] != row["code"]]
    match key:
        case "kind":
            if str(row["kind"]) == custom.OWN_KIND:
                return [(custom.OWN_KIND, kind_name(custom.OWN_KIND))]
            ids = (*GENERALS, *nations.kinds(), *nations.batteries())
            whose = doc.get("nation", "other")
            mine = [i for i in ids if i in GENERALS or whose == "other" or _nation(i) in (whose, "native")]
            return [(i, kind_name(i)) for i in mine]
        case "brigade":
            none = T("the commander-in-chief's own")
            return [("", none), *((r["code"], Text(r.get("leads") or r["name"])) for r in generals)]
        case "class":
            usual = battery.classes if battery is not None else tuple(kind.grades) if kind is not None else ()
            return [("", USUAL), *((c, T("{c}", c=c)) for c in usual)]
        case "training":
            return [("", USUAL), *((c, T("{c}", c=c)) for c in "ABCDE")]
        case "weapon":
            return [("", USUAL), *((w, WEAPONS[w]) for w in (kind.weapons[1:] if kind is not None else ()))]
    return None


def _nation(kind: str) -> str:
    listed = nations.kinds().get(kind) or nations.batteries().get(kind)
    return listed.nation if listed is not None else "other"


def _note(row: Mapping[str, Any], key: str) -> Text | None:
    """What is to be known of a field before it is filled in."""
    kind, battery = _listed(row)
    match key:
        case "companies" if kind is not None:
            listed = [f"{s.kind} {s.n}" if s.most <= s.n else f"{s.kind} {s.n}-{s.most}" for s in kind.sub]
            return T("default: {listed}", listed=", ".join(listed))
        case "figures" if kind is not None:
            most = [f"{s.kind} {s.n * s.figures}" for s in kind.sub if s.n]
            return T("at most {listed}", listed=", ".join(most))
        case "guns" if battery is not None:
            return T("default: {listed}", listed=", ".join(f"{p} {n}" for p, n in battery.usual().items()))
        case "detachments":
            made = _made(row)
            n = prices.command("detachment")
            return T("{points} points each, at most {most}", points=n, most=spare(made)) if made is not None else None
    return None


def _made(row: Mapping[str, Any]) -> Row | None:
    """The row, None while it cannot be one."""
    troops, battery = (dict(row.get(key, {})) for key in OWN_KEYS)
    found = Row(
        code="",
        name=str(row.get("name", "")),
        kind=str(row["kind"]),
        companies=dict(row.get("companies", {})),
        own_troops=troops,
        own_battery=battery,
    )
    if found.troops is None:
        return found if found.battery is not None else None
    return found if set(found.companies) <= set(found.troops.kinds()) and companies(found) else None


def pay(row: Row) -> list[tuple[str, int, int]]:
    """Kinds of sub-units of a row with their figures, and what each of those costs."""
    kind = row.troops
    assert kind is not None
    here = companies(row)
    return [(s.kind, sum(here[s.kind]), price(row, s)) for s in kind.sub if s.kind in here]
