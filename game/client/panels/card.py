"""The card of the selected thing: rows that open into their sums, states as badges."""

from __future__ import annotations

from collections.abc import Collection

from game.client.editors.whereabouts import bases_of
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, Words, clause_spans
from game.engine.ruleset import Card, CardRow, Overlay, Ruleset
from game.engine.state import State
from game.engine.text import T, Thing


def card_of(ruleset: Ruleset, view: State, thing: str) -> Card | None:
    """The card of a thing; None where the view knows no such thing."""
    if is_hidden(view, thing):
        rows = (CardRow(T("Bases"), T("{n}", n=len(bases_of(view, thing)))),)
        return Card(T("{thing}", thing=Thing(thing)), rows, (("info", T("Hidden: only you know of it")),))
    known = (view.units, view.bases, view.features, view.markers, view.sides)
    if not thing or not any(thing in table for table in known):
        return None
    try:
        return ruleset.card(view, thing)
    except Exception as fault:  # a card that cannot be made must not stop the battle
        return Card(T("{thing}", thing=Thing(thing)), (CardRow(T("No card"), T("{why}", why=str(fault))),))


def is_hidden(view: State, thing: str) -> bool:
    """Whether a thing is a unit that only the side looking knows of."""
    return thing not in view.units and any(thing in s.units for s in view.secret.values())


def overlays_of_thing(
    ruleset: Ruleset, view: State, thing: str, only: Collection[str] | None = None
) -> tuple[Overlay, ...]:
    """The overlays that a ruleset has for a thing, or those named; none where it stumbles over it."""
    if not thing or is_hidden(view, thing):
        return ()
    try:
        return tuple(ruleset.overlays(view, thing, only))
    except Exception:  # as above: what cannot be shown is not shown
        return ()


def card_rows(card: Card, words: Words, view: State, opened: set[str], slot: int = -1) -> list[Row]:
    """A card as rows."""
    rows = [Row("heading", label=words.spans(card.title, view, "bold", "accent"), swatch=slot)]
    for _badge, text in card.badges:
        rows.append(Row("text", label=(Span("• ", "small", "warning"), *words.spans(text, view, "small", "warning"))))
    for n, row in enumerate(card.rows):
        row_id = f"card{n}" if row.sum is not None else ""
        open_now = row_id in opened
        rows.append(
            Row(
                "value",
                row_id,
                words.spans(row.label, view, "small", "text_dim"),
                value=words.spans(row.value, view, "small_bold"),
                mark=("open" if open_now else "shut") if row_id else "",
                tip=clause_spans([row.clause]),
            )
        )
        if row.sum is not None and open_now:
            for text, value, clause in row.sum.rows:
                rows.append(
                    Row(
                        "value",
                        label=words.spans(text, view, "small", "text_dim") + clause_spans([clause]),
                        value=say(words.part(value, row.sum, signed=True), "small"),
                        indent=2,
                    )
                )
    return rows
