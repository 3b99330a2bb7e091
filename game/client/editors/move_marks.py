"""What is seen of a move on the table: the ghost, its way, what it costs, why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.editors.base import BARRED, LEGAL, REFUSED, SELECT, TARGET, Marks, cost_of
from game.client.editors.deeds import instead_words
from game.client.editors.each_marks import each_overlays
from game.client.editors.legs import ends
from game.client.editors.option import mark_thing
from game.client.editors.places import centre_of, ghost_overlays, middle_of, pose_overlays
from game.client.table import overlays as o
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans

if TYPE_CHECKING:
    from game.client.editors.move_draft import MoveDraft

LABEL_MM = 30.0
"""How far north of the ghosts the cost is written."""


def move_marks(editor: MoveDraft) -> Marks:
    """The ghost, its way, what it costs, who may move, who may be charged."""
    marks = Marks()
    for mover in editor.space.among:
        if mover.bar is None and mover.id != editor.unit:
            mark_thing(editor.desk, marks, mover.id, LEGAL)
    mode = editor.mode
    if not editor.unit or mode is None:
        return marks
    mark_thing(editor.desk, marks, editor.unit, SELECT)
    for choice in mode.marks:
        if choice.bar is None:
            mark_thing(editor.desk, marks, choice.id, TARGET)
    for thing, bar in editor.aims().items():
        mark_thing(editor.desk, marks, thing, TARGET if bar is None else BARRED)
    _ghosts(editor, marks)
    return marks


def _ghosts(editor: MoveDraft, marks: Marks) -> None:
    view = editor.desk.view
    verdict = editor.verdict()
    mode = editor.mode
    if verdict is None or mode is None:
        return
    if editor.draft.empty and not editor.mark and not (mode.verbs and verdict.ghosts):
        return
    role = LEGAL if verdict.status != "refused" else REFUSED
    if verdict.ghosts:
        marks.overlays += ghost_overlays(view, verdict.ghosts, role)
    elif not editor.draft.empty:
        marks.overlays += pose_overlays(view, ends(editor.draft, editor.start), role)
    marks.overlays += _nearest(editor)
    if mode.each:
        marks.overlays += each_overlays(editor, verdict)
    if not verdict.parts:
        tone = "path" if role == LEGAL else REFUSED
        marks.overlays += [o.Line(path, tone, arrow=True) for path in verdict.paths if len(path) > 1]
    if editor.mark and (a := middle_of(view, editor.unit)) and (b := middle_of(view, editor.mark)):
        marks.overlays.append(o.Link(*a, *b, "target"))
    label = _cost(editor)
    poses = editor.here()
    if label and poses:
        x, _y = centre_of(poses.values())
        marks.overlays.append(o.Label(x, max(p.y for p in poses.values()) + LABEL_MM, label, role))
    marks.pointer = _why(editor) or snapped_words(editor.snapped)
    marks.pointer_role = role


def snapped_words(words: str) -> Spans:
    """What a drag snapped to, for the pointer."""
    return say(_("Snapped: {to}").format(to=words), "small_bold") if words else ()


def _nearest(editor: MoveDraft) -> list[o.Overlay]:
    """Where the nearest legal answer would end."""
    verdict = editor.nearest_verdict()
    return ghost_overlays(editor.desk.view, verdict.ghosts, "reach") if verdict is not None else []


def _cost(editor: MoveDraft) -> str:
    """What it costs of what there is."""
    verdict = editor.verdict()
    spent = cost_of(verdict)
    if verdict is None or spent is None:
        return ""
    cost = editor.desk.words.length(spent)
    if verdict.allowance is None:
        return cost
    return f"{cost} / {editor.desk.words.length(verdict.allowance)}"


def _why(editor: MoveDraft) -> Spans:
    """The reason of a refusal, for the pointer."""
    verdict = editor.verdict()
    if verdict is None or verdict.status != "refused" or not verdict.reasons:
        return ()
    reason = verdict.reasons[0]
    why = say(editor.desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
    return why + instead_words(editor)
