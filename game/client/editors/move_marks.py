"""What is seen of a move on the table: the ghost, its way, what it costs, why it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.client.editors.base import Editor
from game.client.editors.chip import Held
from game.client.editors.chip_words import chip_of, refusal_words
from game.client.editors.desk import BARRED, LEGAL, REFUSED, SELECT, TARGET, Marks
from game.client.editors.each_marks import each_overlays
from game.client.editors.legs import ends
from game.client.editors.option import mark_thing
from game.client.editors.way import Way
from game.client.editors.whereabouts import centre_of, ghost_overlays, middle_of
from game.client.tabletop import overlays as o
from game.client.ui.text import say
from game.client.words import Spans, _
from game.engine.decision import Ghost


def move_marks(editor: Editor, way: Way, held: Held) -> Marks:
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
    _ghosts(editor, way, marks, held)
    return marks


def _ghosts(editor: Editor, way: Way, marks: Marks, held: Held) -> None:
    view = editor.desk.view
    verdict = editor.verdict()
    mode = way.mode
    if verdict is None or mode is None:
        return
    if way.draft.empty and not way.mark and not (mode.verbs and verdict.ghosts):
        return
    role = LEGAL if verdict.status != "refused" else REFUSED
    stop = held.stop if role == REFUSED else None
    seen = stop if stop is not None else verdict
    ghosts: Sequence[Ghost] = seen.ghosts
    if not ghosts and not way.draft.empty:
        ghosts = [Ghost(b, p) for b, p in ends(way.draft, way.start).items()]
    tone = REFUSED if role == REFUSED and stop is None else LEGAL
    marks.overlays += ghost_overlays(view, ghosts, tone)
    if stop is None:
        marks.overlays += _nearest(editor)
    if mode.each:
        marks.overlays += each_overlays(way, seen)
    if not seen.parts:
        marks.overlays += [o.Line(path, "path" if tone == LEGAL else tone, arrow=True) for path in _paths(seen.paths)]
    ways = list(seen.paths)
    if stop is not None and held.at is not None and ghosts:
        ways.append((centre_of(g.pose for g in ghosts), held.at))
        marks.overlays.append(o.Line(ways[-1], "hover"))
    if way.mark and (a := middle_of(view, way.unit)) and (b := middle_of(view, way.mark)):
        marks.overlays.append(o.Link(*a, *b, "target"))
        ways.append((a, b))
    ways += [x.points for x in marks.overlays if isinstance(x, o.Line)]
    marks.chip = chip_of(editor, way, held, ghosts, tuple(_paths(ways)))
    marks.pointer = _why(editor) or snapped_words(held.snapped)
    marks.pointer_role = role


def _paths(paths: Iterable[o.Points]) -> list[o.Points]:
    """Those that lead anywhere."""
    return [tuple(path) for path in paths if len(path) > 1]


def snapped_words(words: str) -> Spans:
    """What a drag snapped to, for the pointer."""
    return say(_("Snapped: {to}").format(to=words), "small_bold") if words else ()


def _nearest(editor: Editor) -> list[o.Overlay]:
    """Where the nearest legal answer would end."""
    verdict = editor.judged.nearest()
    return ghost_overlays(editor.desk.view, verdict.ghosts, "reach") if verdict is not None else []


def _why(editor: Editor) -> Spans:
    """The reason of a refusal."""
    verdict = editor.verdict()
    return refusal_words(editor, verdict) if verdict is not None and verdict.status == "refused" else ()
