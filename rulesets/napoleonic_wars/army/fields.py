"""The fields of a unit of an army, each declared once: name, what is on offer, what there is to say, whose it is.

NAP-ARM-04, NAP-ARM-07, NAP-ARM-09.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.text import T, Text
from game.kit.muster.fields import NONE, Offer, Plain, asked
from rulesets.napoleonic_wars.army import custom, nations

CHIEF, GENERAL = "chief", "general"
GENERALS = (CHIEF, GENERAL)
"""What a row of a general names as its kind."""
WEAPONS = {
    "": NONE,
    "musket": T("musket"),
    "rifle": T("rifle"),
    "double_rifle": T("double-barrelled rifle"),
    "rifled_musket": T("rifled musket"),
    "dragoon_musket": T("dragoon musket"),
    "carbine": T("carbine"),
    "rifled_carbine": T("rifled carbine"),
    "bow": T("bow"),
}
RANKS = {CHIEF: T("Commander-in-chief"), GENERAL: T("General"), custom.OWN_KIND: T("Troops only of this army")}
USUAL = T("as listed")


def sort_of(row: Plain) -> str:
    """Which sort of row it is: a "general", a "battery", "troops"."""
    kind = str(row.get("kind"))
    if kind in GENERALS:
        return "general"
    return "battery" if kind in nations.batteries() or row.get(custom.BATTERY) else "troops"


def kind_name(kind: str) -> Text:
    """What a kind is called."""
    listed = nations.kinds().get(kind) or nations.batteries().get(kind)
    return RANKS.get(kind) or Text(listed.name if listed is not None else kind)


def _troops(row: Plain) -> nations.Kind | None:
    """The unit of foot or horse that a row is, from the lists or its own."""
    own = row.get(custom.TROOPS)
    return custom.troops_of(own, str(row.get("name", ""))) if own else nations.kinds().get(str(row["kind"]))


def _battery(row: Plain) -> nations.Battery | None:
    """The battery that a row is."""
    own = row.get(custom.BATTERY)
    return custom.battery_of(own, str(row.get("name", ""))) if own else nations.batteries().get(str(row["kind"]))


def _kinds(doc: Plain, row: Plain) -> Sequence[Offer]:
    """Generals, units and batteries of the army's nation; troops of its own stay so."""
    if str(row["kind"]) == custom.OWN_KIND:
        return [(custom.OWN_KIND, RANKS[custom.OWN_KIND], 0)]
    whose = doc.get("nation", "other")
    listed: dict[str, nations.Kind | nations.Battery] = {**nations.kinds(), **nations.batteries()}
    mine = [i for i, one in listed.items() if whose == "other" or one.nation in (whose, "native")]
    return [(i, kind_name(i), 0) for i in (*GENERALS, *mine)]


def _brigades(doc: Plain, row: Plain) -> Sequence[Offer]:
    generals = [r for r in doc["unit"] if r.get("kind") == GENERAL and r["code"] != row["code"]]
    named: list[Offer] = [(r["code"], Text(r.get("leads") or r["name"]), 0) for r in generals]
    return [("", T("directly under the commander-in-chief"), 0), *named]


def _classes(doc: Plain, row: Plain) -> Sequence[Offer]:
    kind, battery = _troops(row), _battery(row)
    usual = battery.classes if battery is not None else tuple(kind.grades) if kind is not None else ()
    return [("", USUAL, 0), *((c, T("{c}", c=c), 0) for c in usual)]


def _weapons(doc: Plain, row: Plain) -> Sequence[Offer]:
    kind = _troops(row)
    return [("", USUAL, 0), *((w, WEAPONS[w], 0) for w in (kind.weapons[1:] if kind is not None else ()))]


def _listed(row: Plain, many: Callable[[nations.Sub], str]) -> str:
    """What the list has of each kind of sub-unit of a row, "" where it is no unit."""
    kind = _troops(row)
    return ", ".join(filter(None, map(many, kind.sub))) if kind is not None else ""


def _companies(row: Plain) -> Text | None:
    listed = _listed(row, lambda s: f"{s.kind} {s.n}" if s.most <= s.n else f"{s.kind} {s.n}-{s.most}")
    return T("default: {listed}", listed=listed) if listed else None


def _figures(row: Plain) -> Text | None:
    listed = _listed(row, lambda s: f"{s.kind} {s.n * s.figures}" if s.n else "")
    return T("at most {listed}", listed=listed) if listed else None


def _guns(row: Plain) -> Text | None:
    battery = _battery(row)
    if battery is None:
        return None
    return T("default: {listed}", listed=", ".join(f"{p} {n}" for p, n in battery.usual().items()))


# --- what is declared ----------------------------------------------------------------------------------------------

_NO_GENERAL = {"general": ""}
_MEN = {"general": "", "battery": ""}
"""The door lets them pass: they say nothing of such rows."""

KIND = asked(T("Kind"), offers=_kinds)
BRIGADE = asked(T("Brigade"), offers=_brigades, code=True)
LEADS = asked(T("Leads"), not_for={"battery": "", "troops": ""})
CLASS = asked(T("Class"), offers=_classes, not_for=_NO_GENERAL)
TRAINING = asked(
    T("Training"), offers=lambda doc, row: [("", USUAL, 0), *((c, T("{c}", c=c), 0) for c in "ABCDE")], not_for=_MEN
)
WEAPON = asked(T("Weapon"), offers=_weapons, not_for=_MEN)
COMBINED = asked(T("Combined"), not_for=_NO_GENERAL)
COMPANIES = asked(T("Sub-units"), note=_companies, not_for=_MEN)
FIGURES = asked(T("Figures"), note=_figures, not_for=_MEN)
GUNS = asked(T("Guns"), note=_guns, not_for={"general": "", "troops": ""})
DETACHMENTS = asked(T("Detachments"), not_for=_NO_GENERAL)
BASES = asked(T("Bases at 5 or 6 mm"), not_for=_MEN)
