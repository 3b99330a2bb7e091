"""What is seen of a move on the table: the ghost, its way, what it costs, why it is refused."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.deeds import instead_words
from game.client.editors.desk import BARRED, LEGAL, REFUSED, SELECT, TARGET, Marks, cost_of
from game.client.editors.each_marks import each_overlays
from game.client.editors.legs import ends
from game.client.editors.option import mark_thing
from game.client.editors.places import centre_of, ghost_overlays, middle_of, pose_overlays
from game.client.editors.way import Way
from game.client.tabletop import overlays as o
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans

LABEL_MM = 30.0
"""How far north of the ghosts the cost is written."""


def move_marks(editor: Editor, way: Way, snapped: str) -> Marks:
    """The ghost, its way, what it costs, who may move, who may be charged."""
    marks = Marks()
    for mover in way.space.among:
        if mover.bar is None and mover.id != way.unit:
            mark_thing(editor.desk, marks, mover.id, LEGAL)
    mode = way.mode
    if not way.unit or mode is None:
        return marks
    mark_thing(editor.desk, marks, way.unit, SELECT)
    for choice in mode.marks:
        if choice.bar is None:
            mark_thing(editor.desk, marks, choice.id, TARGET)
    for thing, bar in way.aims().items():
        mark_thing(editor.desk, marks, thing, TARGET if bar is None else BARRED)
    _ghosts(editor, way, marks, snapped)
    return marks


def _ghosts(editor: Editor, way: Way, marks: Marks, snapped: str) -> None:
    view = editor.desk.view
    verdict = editor.verdict()
    mode = way.mode
    if verdict is None or mode is None:
        return
    if way.draft.empty and not way.mark and not (mode.verbs and verdict.ghosts):
        return
    role = LEGAL if verdict.status != "refused" else REFUSED
    if verdict.ghosts:
        marks.overlays += ghost_overlays(view, verdict.ghosts, role)
    elif not way.draft.empty:
        marks.overlays += pose_overlays(view, ends(way.draft, way.start), role)
    marks.overlays += _nearest(editor)
    if mode.each:
        marks.overlays += each_overlays(way, verdict)
    if not verdict.parts:
        tone = "path" if role == LEGAL else REFUSED
        marks.overlays += [o.Line(path, tone, arrow=True) for path in verdict.paths if len(path) > 1]
    if way.mark and (a := middle_of(view, way.unit)) and (b := middle_of(view, way.mark)):
        marks.overlays.append(o.Link(*a, *b, "target"))
    label = _cost(editor)
    poses = way.here()
    if label and poses:
        x, _y = centre_of(poses.values())
        marks.overlays.append(o.Label(x, max(p.y for p in poses.values()) + LABEL_MM, label, role))
    marks.pointer = _why(editor) or snapped_words(snapped)
    marks.pointer_role = role


def snapped_words(words: str) -> Spans:
    """What a drag snapped to, for the pointer."""
    return say(_("Snapped: {to}").format(to=words), "small_bold") if words else ()


def _nearest(editor: Editor) -> list[o.Overlay]:
    """Where the nearest legal answer would end."""
    verdict = editor.judged.nearest()
    return ghost_overlays(editor.desk.view, verdict.ghosts, "reach") if verdict is not None else []


def _cost(editor: Editor) -> str:
    """What it costs of what there is."""
    verdict = editor.verdict()
    spent = cost_of(verdict)
    if verdict is None or spent is None:
        return ""
    cost = editor.desk.words.length(spent)
    if verdict.allowance is None:
        return cost
    return f"{cost} / {editor.desk.words.length(verdict.allowance)}"


def _why(editor: Editor) -> Spans:
    """The reason of a refusal, for the pointer."""
    verdict = editor.verdict()
    if verdict is None or verdict.status != "refused" or not verdict.reasons:
        return ()
    reason = verdict.reasons[0]
    why = say(editor.desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
    return why + instead_words(editor)
