"""The catalogue's tables as the referee reads them: typed for the tests, not taken from the rules' data."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1] / "rules" / "napoleonic_wars"
FACTORS: dict[str, Any] = tomllib.loads((HERE / "tables_9_10.toml").read_text(encoding="utf-8"))
"""Tables 9A, 9C, 10A, 10B (depth) and 10D cell by cell."""
PRINTED: dict[str, Any] = tomllib.loads((HERE / "tables_14_15.toml").read_text(encoding="utf-8"))
"""Tables 14 and 15 cell by cell."""
NONE, SLACK = -1, 1e-4
PIECES = {"3": 40, "4": 40, "6": 50, "8": 60, "9": 60, "12": 70, "howitzer": 60, "siege": 100, "siege_howitzer": 100}
PIECES |= {"rocket": 20}
"""Table 1C and D: points of a piece."""
TEAMS = {4: 32, 6: 36, 8: 40}
CREWS = {"foot": {"A": 6, "B": 4, "C": 2}, "horse": {"A": 10, "B": 8, "C": 6}, "driver": {"A": 6, "B": 4, "C": 2}}
HORSE, GUN_HORSE = 4, 2
"""Points of a cavalry figure's horse; of a team's animal and a horse gunner's horse (NAP-PTS-10)."""
MORALE = {
    "A": ((3, "good"), (0, "halt"), (-3, "withdraw"), (-9, "retreat")),
    "B": ((6, "good"), (3, "halt"), (0, "withdraw"), (-5, "retreat")),
    "C": ((9, "good"), (6, "halt"), (3, "withdraw"), (-1, "retreat")),
    "D": ((12, "good"), (9, "halt"), (6, "withdraw"), (3, "retreat")),
    "E": ((14, "good"), (11, "halt"), (9, "withdraw"), (7, "retreat")),
}
"""Table 16C: the least totals of each result, the best first; below the last a retreat or a rout."""


def casualties(figures: int, factor: int) -> int:
    """Table 14, beyond its 25 columns by its formula; halves up (NAP-R51, NAP-R52)."""
    found = math.floor(figures * 2.0 ** ((factor - 21) / 4.0) + 0.5)
    rows = PRINTED["table_14"]
    if 0 <= factor < len(rows) and 1 <= figures <= 25:
        assert rows[factor][figures - 1] == found
    return found


def band(row: Any, bands: list[int], far: float) -> int:
    """The entry of a row for a range in cm."""
    for limit, factor in zip(bands, row, strict=False):
        if far <= limit + SLACK:
            return int(factor)
    return NONE


def of_small_arms(weapon: str, far: float) -> int:
    """Table 9A."""
    row = FACTORS["table_9"]["rifle" if weapon == "double_rifle" else weapon]
    return band(row["factors"], row["bands"], far)


def of_guns(ammunition: str, piece: str, far: float) -> int:
    """Table 10A."""
    table = FACTORS["table_10"]
    row = next(r for r in table["rows"] if (r["ammunition"], r["piece"]) == (ammunition, piece))
    return band(row["factors"], table["bands"], far)
