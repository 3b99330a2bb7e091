"""What the tool in hand does now, in a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from game.client.keymap import Keys
from game.client.table_editor.desk import Desk, Tool
from game.client.words import _

TOOLS: tuple[Tool, ...] = get_args(Tool)


def all_hints(desk: Desk, keys: Keys) -> list[str]:
    """Every sentence that may come to stand above the table."""
    trials = [replace(desk, tool=t, draft=d) for t in TOOLS for d in ([], [(0.0, 0.0)])]
    taken = replace(desk, tool="select", selected="any", draft=[])
    return [hint(trial, keys) for trial in (*trials, taken)]


def hint(desk: Desk, keys: Keys) -> str:
    """The sentence above the table."""
    enter = keys.shown("confirm")
    if desk.tool == "select":
        if desk.selected:
            return _(
                "Drag the piece, its corners or its turning handle; arrows move it, {left} and {right} turn it. "
                "Numbers can be typed on the right."
            ).format(left=keys.shown("turn_left"), right=keys.shown("turn_right"))
        return _("Click a piece to pick it up, or choose a tool on the left to draw another one.")
    if desk.tool == "polygon":
        if desk.draft:
            return _("Click the next corner; {key}, or a click on the first corner, closes the outline.").format(
                key=enter
            )
        return _("Click corner after corner. {key} places an outline of the default size.").format(key=enter)
    if desk.tool == "line":
        if desk.draft:
            return _("Click the next point; {key}, or a second click on the last, ends the line.").format(key=enter)
        return _("Click point after point; a river or road may run off the table. {key} places a straight one.").format(
            key=enter
        )
    if desk.tool == "zone":
        if desk.draft:
            return _("Click the next corner; {key}, or a click on the first corner, closes the zone.").format(key=enter)
        return _("To draw a zone of the side marked on the right, drag a rectangle or click corner after corner.")
    return _("Drag from corner to corner; Shift keeps it even. {key} places one of the default size.").format(key=enter)
