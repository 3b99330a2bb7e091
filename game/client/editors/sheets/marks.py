"""What is seen on the table of a sheet of orders: the corridor, ghosts at the quarters and at a moment, clashes."""

from __future__ import annotations

from game.client.editors.desk import LEGAL, REFUSED, SELECT, Marks
from game.client.editors.option import mark_thing
from game.client.editors.sheets.hand import HANDLE_MM
from game.client.editors.sheets.shown import Shown
from game.client.editors.sheets.time import QUARTERS, clashes, hull, poses_at
from game.client.editors.whereabouts import centre_of, middle_of, pose_overlays
from game.client.tabletop import overlays as o
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans
from game.engine.decision import Reason
from game.engine.lookup import question_of
from game.engine.tells import TellsCorridor
from game.engine.text import Text

NAMES = {0.25: "¼", 0.5: "½", 0.75: "¾", 1.0: "1"}
AMBER_MM = 14.0
NOTE_MM = 24.0
"""How far below its unit the note of a line stands."""
STILL = 0.5
"""Mm that a unit must go for its ghosts to be shown."""


def reasons_of(editor: Shown, line: str) -> list[Reason]:
    """Why a line is refused."""
    verdict = editor.verdict()
    return [r for r in verdict.reasons if r.part == line] if verdict is not None else []


def part_note(editor: Shown, line: str) -> Text | None:
    """What there is to know of a line that may be sealed as it is: why its march ends early."""
    verdict = editor.verdict()
    parts = verdict.parts if verdict is not None else ()
    return next((p.note for p in parts if p.who == line and p.note is not None), None)


def marks_of(editor: Shown) -> Marks:
    """All that is seen of the sheet."""
    marks = Marks()
    for line in editor.space.lines:
        role = SELECT if line.id == editor.line else REFUSED if reasons_of(editor, line.id) else LEGAL
        if role != LEGAL:
            mark_thing(editor.desk, marks, line.id, role)
    if editor.whole:
        _run(editor, marks)
    elif editor.line:
        _chosen(editor, marks)
    return marks


def _chosen(editor: Shown, marks: Marks) -> None:
    desk, line = editor.desk, editor.line
    question = question_of(desk.session.ruleset, desk.decision.question)
    if isinstance(question, TellsCorridor) and line in desk.view.units:
        found = tuple(question.corridor(desk.view, desk.decision, line))
        if found:
            marks.overlays.append(o.Area(found, "command"))
    told = reasons_of(editor, line)
    role = REFUSED if told else LEGAL
    _ghosts(editor, line, marks, role)
    at = editor.hand.handle(line)
    if at is not None:
        marks.overlays.append(o.Ring(*at, HANDLE_MM, "select"))
    note = part_note(editor, line)
    if told:
        marks.pointer = _reason(editor, told[0])
        marks.pointer_role = REFUSED
    elif note is not None:
        marks.pointer = editor.desk.spans(note, "small")
        _note(editor, line, marks, editor.desk.say(note))


def _reason(editor: Shown, reason: Reason) -> Spans:
    return editor.desk.spans(reason.text, "small", "warning") + clause_spans([reason.clause])


def _ghosts(editor: Shown, line: str, marks: Marks, role: str) -> None:
    view, spans = editor.desk.view, editor.draft.spans(line)
    before = middle_of(view, line)
    if not spans or before is None:
        return
    way = [before]
    for moment in QUARTERS:
        poses = poses_at(spans, moment)
        outline = hull(view, poses)
        if not outline:
            continue
        middle = centre_of(poses.values())
        if max(abs(middle[0] - way[-1][0]), abs(middle[1] - way[-1][1])) > STILL or moment == 1.0:
            marks.overlays.append(o.Area((outline,), "may" if role == LEGAL else "refused"))
            marks.overlays.append(o.Label(*middle, NAMES[moment], "measure"))
            way.append(middle)
    if len(way) > 1 and way[-1] != way[0]:
        marks.overlays.insert(0, o.Line(tuple(way), "path", arrow=True))
    if editor.moment is not None:
        marks.overlays += pose_overlays(view, poses_at(spans, editor.moment), "select")


def _note(editor: Shown, line: str, marks: Marks, said: str) -> None:
    """What there is to know of a line, behind its unit."""
    outline = hull(editor.desk.view, poses_at(editor.draft.spans(line), 0.0))
    if outline:
        x = (min(p[0] for p in outline) + max(p[0] for p in outline)) / 2.0
        marks.overlays.append(o.Label(x, min(p[1] for p in outline) - NOTE_MM, said, "measure"))


def _run(editor: Shown, marks: Marks) -> None:
    """The whole sheet at the moment looked at, and the friends who come into each other until then."""
    view, moment = editor.desk.view, editor.moment or 0.0
    lines = {x.id: editor.draft.spans(x.id) for x in editor.space.lines}
    for spans in lines.values():
        if spans:
            marks.overlays += pose_overlays(view, poses_at(spans, moment), "legal")
    for when, a, b, (x, y) in clashes_of(editor):
        if when > moment:
            continue
        r = AMBER_MM
        marks.overlays.append(o.Area((((x, y + r), (x + r, y), (x, y - r), (x - r, y)),), "contact"))
        said = _("{a} runs into {b} at {when}")
        text = said.format(a=editor.desk.name(a), b=editor.desk.name(b), when=editor.desk.words.number(when, 2))
        marks.overlays.append(o.Label(x, y, text, "contact"))


def clashes_of(editor: Shown) -> list[tuple[float, str, str, tuple[float, float]]]:
    """Clashes of friends by the sheet as it stands; looked for once a version."""
    kept = editor.clashing
    if kept[0] != editor.version:
        lines = {x.id: editor.draft.spans(x.id) for x in editor.space.lines}
        kept = editor.clashing = (editor.version, clashes(editor.desk.view, lines))
    return kept[1]


def refused_words(editor: Shown, line: str) -> Spans:
    """The first reason why a line is refused; empty where it is not."""
    told = reasons_of(editor, line)
    return _reason(editor, told[0]) if told else say("")
