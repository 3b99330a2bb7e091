"""A list as text, for pasting into a forum or a letter."""

from __future__ import annotations

from game.army.paper_list import Sheet, UnitLine
from game.engine.i18n import Speaker
from game.engine.text import TN, T


def to_text(sheet: Sheet) -> str:
    """The sheet as plain text: head, units with one line of profile, limits, reasons, rules by title."""
    words = Speaker(sheet.language)
    points = words.say(TN("{n} point", "{n} points", sheet.points))
    lines = [f"{sheet.title} ({points})", f"{sheet.system}: {sheet.army}", ""]
    for unit in sheet.units:
        lines += _unit(unit)
    lines += ["", ", ".join(f"{n.name} {n.value}" for n in sheet.limits)] if sheet.limits else []
    if sheet.reasons:
        lines += ["", words.say(T("The army is not in order:"))]
        lines += [f"- {r.text}" + (f" [{r.clause}]" if r.clause else "") for r in sheet.reasons]
    if sheet.left:
        lines += ["", words.say(T("Kept and shown, not enforced:")), *(f"- {one}" for one in sheet.left)]
    if sheet.rules:
        lines += ["", words.say(T("Rules:")), *(f"- {r.title} [{r.id}]" for r in sheet.rules)]
    return "\n".join(lines) + "\n"


def _unit(unit: UnitLine) -> list[str]:
    """A unit's line, and its profile on lines of their own: a new one at each heading."""
    lines = [f"{unit.count} × {unit.name} [{unit.cost}]"]
    parts: list[str] = []
    for label, value in unit.profile:
        if not value:
            lines += _joined(parts)
            parts = [f"{label}:"]
        elif parts and parts[-1].endswith(":"):
            parts[-1] += f" {label} {value}"
        else:
            parts.append(f"{label} {value}")
    return lines + _joined(parts)


def _joined(parts: list[str]) -> list[str]:
    return [f"    {'; '.join(parts)}"] if parts else []
