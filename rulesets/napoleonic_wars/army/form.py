"""How a unit of one's own is filled in: in which order its fields are asked, and what detachments cost.

NAP-PTS-02, NAP-PTS-08, NAP-PTS-09, NAP-ARM-04, NAP-ARM-07, NAP-ARM-09.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from game.engine.lists import ArmyField
from game.engine.text import T, Text
from game.kit.muster.fields import DeclaredForm, Plain
from rulesets.napoleonic_wars.army import custom, nations, prices
from rulesets.napoleonic_wars.army.fields import sort_of
from rulesets.napoleonic_wars.army.rows import Row, companies, spare


class Form(DeclaredForm):
    """How rows of this system are filled in (:class:`game.kit.muster.own.ArmyForm`)."""

    row = Row
    order = (
        *("name", "kind", "brigade", "leads", "class", "training", "weapon", "combined", "companies", "figures"),
        *("guns", "detachments", "bases", "code"),
    )
    new: ClassVar = {"name": "New unit", "kind": "FRA_LINE_1808"}
    sort = staticmethod(sort_of)

    def army_fields(self, doc: Plain) -> Sequence[ArmyField]:
        """What the army is about, whose it is, and when it fights."""
        about = ArmyField("summary", "text", str(doc.get("summary", "")), label=T("Description"))
        note = T("units of other periods should not join it")
        names = {**{n.nation: n.name for n in nations.NATIONS.all().values()}, "other": "Any"}
        lists = replace(about, key="nation", kind="choice", value=str(doc.get("nation", "other")), label=T("Nation"))
        lists = replace(lists, choices=tuple(names), names=tuple(map(Text, names.values())))
        return [about, lists, ArmyField("year", "number", str(doc.get("year", 0)), label=T("Year"), note=note)]

    def note(self, row: Plain, key: str) -> Text | None:
        """What detachments cost, and how many there may be (NAP-PTS-09)."""
        if key != "detachments":
            return super().note(row, key)
        made, n = _made(row), prices.command("detachment")
        return T("{points} points each, at most {most}", points=n, most=spare(made)) if made is not None else None


def _made(row: Plain) -> Row | None:
    """The row, None while it cannot be one."""
    troops, battery = (dict(row.get(key, {})) for key in (custom.TROOPS, custom.BATTERY))
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
