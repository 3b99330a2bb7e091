"""Rows that many editors have: choices, what bars them, why a draft cannot be given, sums that open."""

from __future__ import annotations

from collections.abc import Iterable

from game.client.editors.base import Editor
from game.client.editors.desk import Desk
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans, ngettext
from game.engine.decision import Bar, Choice, MoveSpace, Reason, Sum, Verdict

NBSP = "\N{NO-BREAK SPACE}"
MEANS_SHOWN = 2
"""How many averages are shown before the player asks for more."""

HAIR = 0.05
"""By so much (mm) a way may be over its limit and is still shown as within it: rules leave room for rounding."""


def bar_spans(desk: Desk, bar: Bar | None) -> Spans:
    """Why something is grey, with its clause."""
    if bar is None:
        return ()
    return desk.spans(bar.text, "small", "warning") + clause_spans([bar.clause])


def choice_row(
    desk: Desk, choice: Choice, row_id: str, on: bool, mark: str = "radio", key: str = "", indent: int = 0
) -> Row:
    """A choice of a space as a row."""
    return Row(
        "choice",
        row_id,
        desk.spans(choice.label),
        desk.spans(choice.note, "small", "text_dim") if choice.note is not None else (),
        mark=mark,
        on=on,
        bar=bar_spans(desk, choice.bar),
        key=key,
        indent=indent,
    )


FOLD_FROM = 3
"""As many barred rows are folded away together."""


def folded(editor: Editor, groups: list[list[Row]]) -> list[Row]:
    """Groups of rows, those that begin with a barred one last and, where there are many, folded into one row.

    The first row of a group is the choice itself; what follows belongs to it.
    """
    free = [g for g in groups if not g[0].bar]
    barred = [g for g in groups if g[0].bar]
    rows = [r for g in free for r in g]
    if len(barred) < FOLD_FROM or (not free and len(barred) <= 2 * FOLD_FROM):
        return [r for g in groups for r in g]
    words = ngettext("{n} more not allowed: show why", "{n} more not allowed: show why", len(barred))
    mark = "open" if editor.unfolded else "shut"
    rows.append(Row("value", "act:barred", say(words, "small", "text_dim"), mark=mark))
    return rows + [r for g in barred for r in g] if editor.unfolded else rows


def reason_rows(
    desk: Desk,
    verdict: Verdict | None,
    shorter: bool = False,
    instead: Iterable[Row] = (),
    so_near: Iterable[Reason] = (),
) -> list[Row]:
    """Why a draft cannot be given, or what it would need; what would be allowed instead, and the nearest legal one.

    ``so_near``: why that one is nearer than one would think.
    """
    if verdict is None or verdict.legal:
        return []
    tone = "danger" if verdict.status == "refused" else "warning"
    rows = [Row("text", label=desk.spans(r.text, "body", tone) + clause_spans([r.clause])) for r in verdict.reasons[:4]]
    rows += instead
    if verdict.nearest is not None:
        key = desk.keys.shown("nearest")
        rows.append(Row("button", "act:nearest", say(_("Take the nearest legal one"), "bold"), tone="accent", key=key))
        for reason in so_near:
            said = _("This covers less than half of the move: {why}").format(why=desk.say(reason.text))
            rows.append(Row("text", label=say(said, "small", "text_dim") + clause_spans([reason.clause])))
    elif shorter:
        key = desk.keys.shown("nearest")
        rows.append(Row("button", "act:nearest", say(_("As far as allowed"), "bold"), tone="accent", key=key))
    elif verdict.status == "refused" and verdict.ghosts:
        rows.append(Row("text", label=say(_("No legal place nearby either"), "small", "text_dim")))
    return rows


def why_it_stays(editor: Editor, unit: str) -> str:
    """Why a unit of one's own that was dragged stays where it is: what bars it, else what is asked first."""
    desk = editor.desk
    space = desk.asked.space
    if isinstance(space, MoveSpace):
        bar = next((m.bar for m in space.among if m.id == unit and m.bar is not None), None)
        if bar is not None:
            return f"{desk.name(unit)}: {desk.say(bar.text)}"
    return _("{unit} cannot be dragged yet. {question}").format(
        unit=desk.name(unit), question=desk.say(desk.decision.message)
    )


def sum_rows(desk: Desk, total: Sum, opened: bool, row_id: str) -> list[Row]:
    """A number that opens into its parts."""
    words = desk.words
    rows = [
        Row(
            "value",
            row_id,
            words.spans(total.label, desk.view),
            value=say(words.part(total.total, total), "bold"),
            mark="open" if opened else "shut",
        )
    ]
    if opened:
        for text, value, clause in total.rows:
            rows.append(
                Row(
                    "value",
                    label=words.spans(text, desk.view, "small", "text_dim") + clause_spans([clause]),
                    value=say(words.part(value, total, signed=True), "small"),
                    indent=2,
                )
            )
    return rows
