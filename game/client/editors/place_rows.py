"""The rows of the editor of places."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.common_rows import bar_spans, choice_row
from game.client.editors.frontages import formation_rows, frontages
from game.client.editors.nudge_words import nudge_row
from game.client.editors.tray import Tray
from game.client.editors.whereabouts import bases_of
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _


def _standing(editor: Editor) -> Spans:
    """Whether a piece laid out may stand there: it stands for good only once the answer is given."""
    verdict = editor.verdict()
    if verdict is not None and verdict.status == "refused":
        return say(_("not allowed there"), "small", "danger")
    return say(_("here, once confirmed"), "small", "good")


def place_rows(editor: Editor, tray: Tray) -> list[Row]:
    """The tray, formations, facing, carriers."""
    desk = editor.desk
    rows: list[Row] = []
    for n, choice in enumerate(tray.space.things):
        placed = choice.id in tray.pieces
        note = desk.spans(choice.note, "small", "text_dim") if choice.note is not None else ()
        if placed:
            note = _standing(editor) + (say("  ", "small") + note if note else ())
        elif choice.id == tray.hand and tray.carrying:
            note = say(_("in hand: click where to place it"), "small", "accent") + (
                say("  ", "small") + note if note else ()
            )
        rows.append(
            Row(
                "choice",
                f"thing\n{choice.id}",
                desk.spans(choice.label),
                note,
                mark="radio",
                on=choice.id == tray.hand,
                bar=bar_spans(desk, choice.bar),
                key=str(n + 1) if n < 9 and len(tray.space.things) > 1 else "",
            )
        )
        if choice.id == tray.hand:
            rows += _stance(tray)
    if tray.space.carriers:
        rows.append(Row("heading", label=say(_("Into"), "small_bold", "accent")))
        for choice in tray.space.carriers:
            on = tray.piece().inside == choice.id
            rows.append(choice_row(desk, choice, f"carrier\n{choice.id}", on))
    return rows


def _stance(tray: Tray) -> list[Row]:
    """In what formation and where to the piece in hand faces: right below it, however long the tray."""
    desk = tray.desk
    rows: list[Row] = []
    formations = tray.formations()
    if formations and len(bases_of(desk.view, tray.hand)) != 1:
        if not frontages(formations):
            rows.append(Row("heading", label=say(_("Formation"), "small_bold", "accent"), indent=1))
        rows += formation_rows(desk, formations, tray.piece().formation, indent=1)
    turns = len(tray.space.facings) != 1
    if turns and not tray.piece().inside and (tray.space.zone or not tray.space.carriers):
        angle = say(f"{desk.words.number(tray.piece().facing, 1)}°", "bold")
        rows.append(Row("stepper", "facing", say(_("Facing")), value=angle, can_less=True, can_more=True, indent=1))
    if not tray.piece().inside and tray.space.zone:
        rows.append(nudge_row(desk, turns))
    return rows
