"""How a unit of one's own is filled in: in which order its fields are asked, and how a mount comes and goes.

USB-HRO-01, USB-HRO-04, USB-HRO-05, USB-R65.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from game.engine.lists import ArmyField
from game.engine.text import T, Text
from game.kit.muster.fields import DeclaredForm, Plain, offered
from rulesets.universal_battle.army.items import kinds
from rulesets.universal_battle.army.rows import Row


class Form(DeclaredForm):
    """How rows of this system are filled in (:class:`game.kit.muster.own.ArmyForm`)."""

    row = Row
    order = (
        *("name", "kind", "category", "class", "models", "hit", "tough", "leaders", "specialists", "melee", "shield"),
        *("ranged", "growth", "items", "specialisations", "magic"),
        *("mount.growth", "mount.hit", "mount.tough", "mount.items", "mount.specialisations", "mount.base"),
        *("starts", "base", "summary", "code"),
    )
    new: ClassVar = {"name": "New unit", "kind": "troops", "models": 5}

    def army_fields(self, doc: Plain) -> Sequence[ArmyField]:
        """What the army is about, and who commands it (USB-R65)."""
        heroes = [(row["code"], row["name"]) for row in doc["unit"] if row.get("kind") == "hero"]
        offers = [("", T("the most expensive hero"), 0), *((code, Text(name), 0) for code, name in heroes)]
        commander = ArmyField("commander", "choice", str(doc.get("commander", "")), label=T("Commander"))
        note = T("commander among heroes of the same highest cost")
        about = ArmyField("summary", "text", str(doc.get("summary", "")), label=T("About it"))
        return [about, offered(replace(commander, note=note), offers)]

    def asks(self, row: Plain, key: str) -> bool:
        """Of a mount its growth alone until there is one, and none of a rider (USB-HRO-04)."""
        if not key.startswith("mount.") or "mount" in row:
            return True
        return key == "mount.growth" and row.get("class") != "riders"

    def fitted(self, row: Plain) -> dict[str, Any]:
        """A row without what is not for its kind; a hero has a category, and a mount growth steps or is none."""
        found = super().fitted(row)
        if found.get("kind") == "hero" and not found.get("category"):
            found["category"] = next(iter(kinds().categories))
        if "growth" not in found.get("mount", {"growth": 0}):
            del found["mount"]
        return found
