"""The rows of the editor of places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.editors.base import bar_spans, choice_row
from game.client.editors.frontages import formation_rows, frontages
from game.client.editors.nudge_words import nudge_row
from game.client.editors.places import bases_of
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _

if TYPE_CHECKING:
    from game.client.editors.place import PlaceEditor


def _standing(editor: PlaceEditor) -> Spans:
    """Whether a piece laid out may stand there: it stands for good only once the answer is given."""
    verdict = editor.verdict()
    if verdict is not None and verdict.status == "refused":
        return say(_("not there"), "small", "danger")
    return say(_("here, once confirmed"), "small", "good")


def place_rows(editor: PlaceEditor) -> list[Row]:
    """The tray, formations, facing, carriers."""
    desk = editor.desk
    rows: list[Row] = []
    for n, choice in enumerate(editor.space.things):
        placed = choice.id in editor.pieces
        note = desk.spans(choice.note, "small", "text_dim") if choice.note is not None else ()
        if placed:
            note = _standing(editor) + (say("  ", "small") + note if note else ())
        elif choice.id == editor.hand and editor.carrying:
            note = say(_("in hand: click where it shall stand"), "small", "accent") + (
                say("  ", "small") + note if note else ()
            )
        rows.append(
            Row(
                "choice",
                f"thing\n{choice.id}",
                desk.spans(choice.label),
                note,
                mark="radio",
                on=choice.id == editor.hand,
                bar=bar_spans(desk, choice.bar),
                key=str(n + 1) if n < 9 and len(editor.space.things) > 1 else "",
            )
        )
        if choice.id == editor.hand:
            rows += _stance(editor)
    if editor.space.carriers:
        rows.append(Row("heading", label=say(_("Into"), "small_bold", "accent")))
        for choice in editor.space.carriers:
            on = editor.piece().inside == choice.id
            rows.append(choice_row(desk, choice, f"carrier\n{choice.id}", on))
    return rows


def _stance(editor: PlaceEditor) -> list[Row]:
    """In what formation and where to the piece in hand faces: right below it, however long the tray."""
    desk = editor.desk
    rows: list[Row] = []
    formations = editor.formations()
    if formations and len(bases_of(desk.view, editor.hand)) != 1:
        if not frontages(formations):
            rows.append(Row("heading", label=say(_("Formation"), "small_bold", "accent"), indent=1))
        rows += formation_rows(desk, formations, editor.piece().formation, indent=1)
    turns = len(editor.space.facings) != 1
    if turns and not editor.piece().inside and (editor.space.zone or not editor.space.carriers):
        angle = say(f"{desk.words.number(editor.piece().facing, 1)}°", "bold")
        rows.append(Row("stepper", "facing", say(_("Facing")), value=angle, can_less=True, can_more=True, indent=1))
    if not editor.piece().inside and editor.space.zone:
        rows.append(nudge_row(desk, turns))
    return rows
