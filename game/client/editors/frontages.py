"""Formations that are numbers of files: there may be dozens of them, so they share one row with minus and plus."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.editors.common_rows import choice_row
from game.client.editors.desk import Desk
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import _
from game.engine.decision import Choice

FEW = 4
"""So many frontages still get a row each."""


def frontages(choices: Sequence[Choice]) -> list[Choice]:
    """Those of the formations that share a row; none where they are few."""
    found = [c for c in choices if c.bar is None and c.id.isdigit()]
    return found if len(found) > FEW else []


def formation_rows(desk: Desk, choices: Sequence[Choice], now: str, mark: str = "radio", indent: int = 0) -> list[Row]:
    """A row for each formation, and one for all frontages where they are many.

    Parameters
    ----------
    now
        The formation taken; "" for that in which the unit stands.
    """
    key = desk.keys.shown("formation")
    many = frontages(choices)
    single = [c for c in choices if c not in many]
    rows = [
        choice_row(desk, c, f"formation\n{c.id}", c.id == now, mark, key if n == 0 and not many else "", indent)
        for n, c in enumerate(single)
    ]
    if many:
        taken = next((c for c in many if c.id == now), None)
        words = desk.spans(taken.label, "bold") if taken is not None else say(_("as it stands"), "small", "text_dim")
        label = say(_("Formation"))
        rows.append(Row("stepper", "frontage", label, value=words, can_less=True, can_more=True, indent=indent))
    return rows


def stepped(choices: Sequence[Choice], now: str, by: int, none: bool) -> str:
    """The frontage before or after one; they go round. ``none``: between the last and the first lies to leave it so."""
    ids = [*([""] if none else []), *(c.id for c in frontages(choices))]
    at = ids.index(now) if now in ids else 0
    return ids[(at + by) % len(ids)] if ids else now
