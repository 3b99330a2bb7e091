"""What formations are called when they are chosen."""

from __future__ import annotations

from game.engine.text import T, Text
from rulesets.napoleonic_wars.own import Formation

FORMATIONS: dict[Formation, Text] = {
    "line": T("Line"),
    "double_line": T("Double line"),
    "closed_column": T("Closed column"),
    "open_column": T("Open column"),
    "closed_divisional": T("Closed column of divisions"),
    "open_divisional": T("Open column of divisions"),
    "march_column": T("March column"),
    "square": T("Square"),
    "double_square": T("Double square"),
    "irregular": T("Dense mass"),
    "open": T("Open order"),
    "deployed": T("Deployed"),
    "limbered": T("Limbered"),
    "single": T("On his own"),
}
"""The formations that bodies may be deployed in."""
