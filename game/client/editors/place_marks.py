"""What is seen of pieces being placed: zone and ghosts, what comes after them, the one in hand, why it may not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.client.editors.array import Array
from game.client.editors.base import Editor
from game.client.editors.chip_words import told_chip
from game.client.editors.desk import LEGAL, REFUSED, SELECT, TARGET, Marks, Spot
from game.client.editors.move_marks import snapped_words
from game.client.editors.option import mark_thing
from game.client.editors.pieces import card_overlays, token_overlays
from game.client.editors.tray import Tray
from game.client.editors.whereabouts import all_bases, bases_of, centre_of, ghost_overlays
from game.client.tabletop import overlays as o
from game.client.ui.text import say
from game.client.words import clause_spans
from game.engine.decision import Ghost, PlaceAnswer
from game.geometry.shapes import Pose


def place_marks(editor: Editor, tray: Tray, at: Spot | None, snapped: str, array: Array) -> Marks:
    """The zone, the ghosts, the piece carried."""
    marks = Marks()
    desk = editor.desk
    if tray.space.zone:
        marks.overlays.append(o.Area(tuple(tray.space.zone), "zone"))
    for thing, placed in array.places.items():
        if thing not in tray.pieces and not (tray.carrying and thing == tray.hand):
            marks.overlays += ghost_overlays(desk.view, placed.ghosts, "support")
            marks.overlays += card_overlays(desk.view, placed.ghosts, "support")
            if placed.standing.inside and placed.ghosts:
                x, y = centre_of(g.pose for g in placed.ghosts)
                marks.overlays.append(o.Label(x, y, desk.words.name(thing, desk.view), "support"))
    for choice in tray.space.carriers:
        if choice.bar is None:
            mark_thing(desk, marks, choice.id, TARGET)
    if tray.hand in desk.view.units:
        mark_thing(desk, marks, tray.hand, SELECT)
    verdict = editor.verdict()
    role = REFUSED if verdict is not None and verdict.status == "refused" else LEGAL
    shown: Sequence[Ghost] = ()
    if tray.pieces:
        shown = verdict.ghosts if verdict is not None and verdict.ghosts else _plain_ghosts(tray)
        marks.overlays += ghost_overlays(desk.view, shown, role)
        marks.overlays += card_overlays(desk.view, [g for g in shown if g.base not in tray.pieces], role)
        for thing, piece in tray.pieces.items():
            marks.overlays += token_overlays(desk.view, thing, piece, role)
    if tray.carrying and at is not None:
        shown = _carried(tray, at, marks)
    elif snapped:
        marks.pointer = snapped_words(snapped)
    elif verdict is not None and verdict.status == "refused" and verdict.reasons:
        reason = verdict.reasons[0]
        marks.pointer = say(desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
        marks.pointer_role = REFUSED
    marks.chip = told_chip(desk, marks.pointer_role, shown, marks.pointer)
    return marks


def _plain_ghosts(tray: Tray) -> list[Ghost]:
    """Where pieces were put, while the ruleset says nothing of it."""
    out = []
    for thing, piece in tray.pieces.items():
        out += [Ghost(b, p) for b, p in piece.poses]
        if not piece.poses and not piece.inside:
            out += [Ghost(b, Pose(piece.x, piece.y, piece.facing)) for b in bases_of(tray.desk.view, thing)[:1]]
    return out


def _carried(tray: Tray, at: Spot, marks: Marks) -> list[Ghost]:
    """The piece that hangs at the pointer, with what the ruleset would say of it here; its ghosts."""
    piece = replace(tray.piece(), x=at.x, y=at.y, poses=(), inside="")
    others = [tray.standing(t, p) for t, p in tray.pieces.items() if t != tray.hand]
    if len(others) >= tray.space.most:
        others = others[1:]
    verdict = tray.desk.check(PlaceAnswer((*others, tray.standing(tray.hand, piece))))
    mine = set(bases_of(tray.desk.view, tray.hand))
    role = REFUSED if verdict.status == "refused" else LEGAL
    known = all_bases(tray.desk.view)
    ghosts = [g for g in verdict.ghosts if g.base in mine or (mine and g.base not in known)]
    if not ghosts:
        ghosts = [Ghost(b, Pose(piece.x, piece.y, piece.facing)) for b in sorted(mine)[:1]]
    marks.overlays += ghost_overlays(tray.desk.view, ghosts, role)
    marks.overlays += card_overlays(tray.desk.view, ghosts, role)
    marks.overlays += token_overlays(tray.desk.view, tray.hand, piece, role)
    if verdict.status == "refused" and verdict.reasons:
        reason = verdict.reasons[0]
        marks.pointer = say(tray.desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
        marks.pointer_role = REFUSED
    return ghosts
