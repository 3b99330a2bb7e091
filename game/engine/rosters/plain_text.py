"""A list written as text, as the program itself writes one for a forum: ``2 × Hastati [120]`` in a line for each unit.

Head, profiles (lines set in), limits and rules of such a text may be there or not. What stands among the units and is
none of this is named with its line.
"""

from __future__ import annotations

import re

from game.engine.files.player_files import MOST_SHOWN, printable
from game.engine.files.toml_reading import DataError, decoded
from game.engine.lists import Finding
from game.engine.rosters.nodes import MOST_UNITS
from game.engine.rosters.tree import Force, Roster, Selection
from game.engine.text import T

MOST_LINES = 4000
_UNIT = re.compile(r"(?:[-*•] )?(\d{1,3})\s?[x×]\s?(\S[^\[\]]{0,119}?)\s*(?:\[(\d{1,6})[^\]]{0,12}\])?\s*$", re.I)
_POINTS = re.compile(r"\((\d{1,6})[^()]{0,12}\)\s*$")


def looks_like_text(data: bytes) -> bool:
    """Whether one of the first lines names units by number and name."""
    try:
        source = decoded(data[:20_000], "")
    except DataError:
        return False
    return any(_UNIT.match(line) for line in source.splitlines()[:60])


def read_text(data: bytes, file: str) -> tuple[Roster, tuple[Finding, ...]]:
    """The list of a text, and what in it was not understood. Raises DataError."""
    lines = decoded(data, file).splitlines()
    if len(lines) > MOST_LINES:
        raise DataError(file, f"line {MOST_LINES}", T("it has more than {most} lines", most=MOST_LINES))
    units: list[Selection] = []
    head: list[str] = []
    wrong: list[Finding] = []
    among = False
    for number, line in enumerate(lines, 1):
        found = _UNIT.match(line)
        if found is not None:
            cost = float(found[3] or 0)
            units.append(Selection(found[2].strip(), "", "unit", int(found[1]), cost))
            among = True
        elif not line.strip():
            among = False
        elif not units:
            head.append(line.strip())
        elif among and not line[:1].isspace():
            said = printable(line, MOST_SHOWN)
            text = T("line {n}: “{line}” is not understood: a unit is written as “2 × its name”", n=number, line=said)
            wrong.append(Finding("wrong", text))
    if len(units) > MOST_UNITS:
        raise DataError(file, "", T("it has more than {most} units, too many for a battle", most=MOST_UNITS))
    return _roster(head, units), tuple(wrong)


def _roster(head: list[str], units: list[Selection]) -> Roster:
    """The first line of the head is the list's name with its points, the second its system and army."""
    name = head[0] if head else ""
    points = _POINTS.search(name)
    system, _colon, army = (head[1] if len(head) > 1 else "").partition(":")
    force = Force(army.strip(), army.strip(), tuple(units))
    said = float(points[1]) if points else None
    return Roster(_POINTS.sub("", name).strip()[:120], system.strip() if army else "", said, None, (force,))


__all__ = ["looks_like_text", "read_text"]
