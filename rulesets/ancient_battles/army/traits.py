"""What is told of a row of the army list: its traits, each with its clause, and its command group."""

from __future__ import annotations

from game.engine.text import T, Text
from rulesets.ancient_battles.data_types import UnitRow

TRAITS: dict[str, tuple[Text, str]] = {
    "stubborn": (T("Stubborn: gives ground once instead of breaking"), "WAB-STB-02"),
    "frenzy": (T("Frenzy: must charge and pursue, one attack more, never panics"), "WAB-FRZ-01"),
    "fear": (T("Causes Fear"), "WAB-FEA-01"),
    "terror": (T("Causes Terror"), "WAB-TRR-02"),
    "large": (T("Large target"), "WAB-SHT-13"),
}


def command_group(row: UnitRow) -> Text | None:
    """The standard, the musician, and what a character is; None where there is nothing of it."""
    group = [T("standard")] if row.standard else []
    group += [T("musician")] if row.musician else []
    if row.character in ("general", "standard"):
        group.append(T("General") if row.character == "general" else T("battle standard"))
    return T("{group}", group=group) if group else None
