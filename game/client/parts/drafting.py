"""The hand on the draft: drags, turns and clicks on the table, the keys of the editor, what the draft marks."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.client.editors.base import Editor
from game.client.editors.common_rows import bar_spans, why_it_stays
from game.client.editors.desk import Marks, Spot, asked_about
from game.client.editors.move import MoveEditor
from game.client.editors.place import PlaceEditor
from game.client.editors.targets import TargetsEditor
from game.client.editors.whereabouts import all_bases
from game.client.panels.decision import DecisionPanel
from game.client.panels.editor_keys import editor_key
from game.client.panels.gestures import Gestures, Pull
from game.client.parts.lift import Lift
from game.client.parts.sitting import Sitting
from game.client.parts.table_hand import Board
from game.client.parts.telling import Telling
from game.client.parts.turns import Turns
from game.client.ui.text import say
from game.client.words import Spans, _
from game.geometry.shapes import Pose, bounds

NEAR = 90
"""Pixels at scale 1 from a piece within which the right button turns it."""


class Drafting:
    """What mouse and keys do with the editor on the desk."""

    def __init__(
        self,
        sitting: Sitting,
        board: Board,
        decision: DecisionPanel,
        telling: Telling,
        turns: Turns,
        gestures: Gestures,
    ) -> None:
        self.sitting, self.board, self.decision = sitting, board, decision
        self.telling, self.turns, self.gestures = telling, turns, gestures
        self.pull = Pull()
        self._subject = ("", "")
        self.lift = Lift()

    @property
    def editor(self) -> Editor | None:
        """The editor, while one may work with it: nothing is being shown, nothing is looked back at."""
        return self.decision.editor if not self.telling.showing.busy and not self.telling.past.on else None

    # -- the keyboard -----------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        """The editor's rows and actions."""
        s, editor = self.sitting, self.decision.editor
        if editor is None:
            return False
        if event.key == pygame.K_ESCAPE and not s.tool and self.drop(editor):
            return True
        used, asked = editor_key(self.decision, editor, s.keys, event)
        if used:
            self.turns.dock.show("decision")
        self.turns.do(asked)
        if not used and s.keys.action(event) == "nearest":
            verdict = editor.verdict()
            if verdict is not None and verdict.status == "refused":
                said = _("No legal place nearby. Drag it elsewhere.")
                s.app.notice(said, "warning", brief=True)
            return True
        if used and self.decision.editor is editor and editor.subject():
            s.table.look_at(editor.subject())
        return used

    def drop(self, editor: Editor) -> bool:
        """Let go of what is held, which flies back, and drop what is drawn or chosen; False where nothing is."""
        if not self.turns.unplan() and not editor.abandon() and not self.gestures.kind:
            return False
        self.gestures.cancel()
        bases = all_bases(self.sitting.view)
        self.lift.put_back({b: x.pose for b, x in bases.items() if x.pose is not None and x.where == "table"})
        if isinstance(editor, MoveEditor):
            editor.hand.let_go()
        self.board.let_go()
        self.decision.unwalk()
        return True

    # -- the mouse --------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A piece dragged out of the tray goes on over the table."""
        editor, table = self.decision.editor, self.sitting.table
        if self.gestures.kind != "tray" or event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            return False
        if editor is not None and table.rect.collidepoint(pos):
            if event.type == pygame.MOUSEBUTTONUP:
                self.decision.body.mouse(event)
            self._gesture(editor, event, pos, table.spot(pos))
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self.gestures.cancel()
        return False

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """The editor's gestures, else the table's."""
        s, editor = self.sitting, self.editor
        if editor is None or s.tool:
            return False
        mods = pygame.key.get_mods()
        if event.type == pygame.MOUSEWHEEL and mods & pygame.KMOD_CTRL:
            s.table.zoom(event.y, pos)  # with something in hand too, which the wheel alone would turn
            return True
        if self.gestures.kind:
            self._gesture(editor, event, pos, spot)
            return True
        if event.type == pygame.MOUSEMOTION:
            editor.hover(spot)
        if (
            spot is not None
            and event.type == pygame.MOUSEWHEEL
            and isinstance(editor, PlaceEditor)
            and editor.tray.carrying
        ):
            editor.wheel(event.y, bool(mods & pygame.KMOD_SHIFT))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and not self._is_near(editor, spot):
            return False  # far from what it would turn the right button slides the table
        if spot is not None and event.type == pygame.MOUSEBUTTONDOWN and self.gestures.begin(editor, event, pos, spot):
            self.decision.unwalk()
            self.board.held = True
            return True
        return self._pulled(editor, event, pos, spot)

    def _is_near(self, editor: Editor, spot: Spot | None) -> bool:
        """Whether a place is on or near what the draft is about, where that stands or where it would."""
        if spot is None:
            return False
        verdict = editor.verdict()
        ghosts = [(g.pose.x, g.pose.y) for g in verdict.ghosts] if verdict is not None else []
        near = self.sitting.app.theme.px(NEAR) / self.sitting.table.camera.scale
        places = ghosts + self.sitting.table.outline(editor.subject())
        return any(abs(x - spot.x) <= near and abs(y - spot.y) <= near for x, y in places)

    def _pulled(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """A unit of one's own was dragged that this question does not move: it is chosen, and it is said why."""
        s = self.sitting
        unit = s.view.units.get(spot.unit) if spot is not None else None
        own = unit is not None and unit.side == editor.desk.decision.side
        far = s.app.theme.px(6)
        used, held = self.pull.follow(event, pos, spot if own else None, far)
        begun = self.pull.begun(pos, far) if used and event.type == pygame.MOUSEMOTION else None
        if begun is not None and self._drag_ahead(editor, begun, pos, spot):
            return True
        if held is not None and spot is not None and self._aimed(editor, held.unit, spot):
            self.board.release()
        elif held is not None:
            self.board.release()
            self.clicked(held)
            s.app.notice(why_it_stays(editor, held.unit), "warning", brief=True)
        return used

    def _drag_ahead(self, editor: Editor, held: Spot, pos: tuple[int, int], spot: Spot | None) -> bool:
        """A unit is dragged that has yet to be set to work: its way is drawn in the question that will come."""
        if self.turns.planning.links:
            self.turns.unplan()
            editor = self.decision.editor or editor
        over = self.turns.planning.drag(editor, held.unit)
        if over is None:
            return False
        self.pull.let_go()
        self.turns.plan(over)
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos)
        if not self.gestures.begin(over, press, pos, held):
            return False
        self.gestures.moved = True
        self.board.release()
        self.board.held = True
        if spot is not None:
            over.drag(spot)
        self.sitting.select(held.unit)
        return True

    def _aimed(self, editor: Editor, unit: str, spot: Spot) -> bool:
        """One's own unit was dragged onto another: it aims at it, now or in a question that is yet to come."""
        if not spot.unit or spot.unit == unit:
            return False
        if isinstance(editor, TargetsEditor) and editor.aim(unit, spot.unit):
            self.sitting.select(unit)
            return True
        return self._struck(editor, unit, spot.unit, fresh=True)

    def _struck(self, editor: Editor, unit: str, mark: str, fresh: bool) -> bool:
        """An enemy is aimed at in a question that is yet to come, after the draft or after being set to work."""
        over = self.turns.planning.strike(editor, unit, mark, fresh)
        if over is not None:
            self.turns.plan(over)
        return over is not None

    def _gesture(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> None:
        """Go on with a drag, or end it."""
        if not self.gestures.go_on(editor, event, pos, spot):
            self.board.held = False
            dragged = self.gestures.kind == "piece" and self.gestures.moved
            if self.gestures.kind == "face" and not self.gestures.moved:
                editor.undo_part()  # a click with the right button takes the last part back
            if self.gestures.end(editor, spot) and spot is not None:
                self.clicked(spot)
            elif dragged and spot is not None:
                self._dropped(editor, spot)

    def _dropped(self, editor: Editor, spot: Spot) -> None:
        """A unit was let go on another that it cannot charge: what else it may do to it (a shot, a spell) is drawn."""
        if not isinstance(editor, MoveEditor) or not spot.unit or spot.unit == editor.way.unit or editor.way.mark:
            return
        view, planning = self.sitting.view, self.turns.planning
        friend = spot.unit in view.units and view.units[spot.unit].side == editor.desk.decision.side
        if friend and editor.reply() is not None and not editor.stopped:
            return
        kept = planning.links, planning.root
        root = planning.drop() or editor
        if not self._struck(root, editor.way.unit, spot.unit, fresh=True):
            planning.links, planning.root = kept

    def clicked(self, spot: Spot) -> None:
        """A click on the table: first the editor's, and what is there is selected; its card, if it was no choice."""
        editor, dock = self.editor, self.turns.dock
        used = False
        if editor is not None:
            used = self._aims_after(editor, spot) or editor.click(spot)
            self.decision.unwalk()
            self._subject = self._about()  # what was clicked stays selected
        self.sitting.pick(spot)
        chosen = self.sitting.selected
        if used or (editor is not None and (not chosen or chosen == editor.subject())):
            dock.show("decision")
        elif chosen:
            dock.show("card")

    def _aims_after(self, editor: Editor, spot: Spot) -> bool:
        """With a way drawn, a click on an enemy is what is done from its end, where that will be asked."""
        unit = self.sitting.view.units.get(spot.unit)
        if unit is None or unit.side == editor.desk.decision.side or not isinstance(editor, MoveEditor):
            return False
        way = editor.way
        return not way.draft.empty and not way.mark and self._struck(editor, way.unit, spot.unit, fresh=False)

    # -- what the draft is about ------------------------------------------------------------------------------

    def follow_subject(self) -> None:
        """What the question or the draft is about is selected, whenever that becomes another thing."""
        now = self._about()
        if now != self._subject:
            self._subject = now
            if now[1] and now[1] != self.sitting.selected:
                self.sitting.select(now[1])

    def _about(self) -> tuple[str, str]:
        """The question, and the thing that its draft or it is about; empty where there is none."""
        editor = self.decision.editor
        if editor is None:
            return "", ""
        return editor.desk.decision.id, editor.subject() or asked_about(editor.desk)

    def marks(self) -> Marks:
        """What the editor marks."""
        if self.editor is None:
            return Marks()
        marks = self.turns.planning.marks(self.editor.marks())
        return self.lift.raised(marks, self.sitting.app.theme.scale / self.sitting.table.camera.scale)

    def update(self, dt: float) -> None:
        """Time passes (seconds): what is held is lifted, what was let go comes to rest, the array is worked out."""
        editor, gestures = self.editor, self.gestures
        self.turns.array.follow(editor.desk if isinstance(editor, PlaceEditor) else None)
        if not gestures.kind:
            self.sitting.eye.drafted(self.turns.array.spots)
        held = gestures.kind in ("piece", "tray") and gestures.moved
        refused = False
        if self.lift.held and not held and editor is not None:
            verdict = editor.verdict()
            refused = verdict is not None and verdict.status == "refused"
            refused = refused or (isinstance(editor, MoveEditor) and editor.stopped)
        self.lift.update(dt, held, self.sitting.app.settings.reduced_motion, refused)

    def points_elsewhere(self) -> bool:
        """A reason at the pointer is about the draft, not about another unit that the pointer rests on."""
        editor, under = self.decision.editor, self.sitting.under
        if editor is None or under is None or self.gestures.kind:
            return False
        return bool(under.unit) and under.unit != editor.subject()

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Where the draft would bring bases, and the first enemy that it reaches."""
        view, editor = self.sitting.view, self.decision.editor
        verdict = editor.verdict() if editor is not None and not self.telling.showing.busy else None
        if editor is None or verdict is None or not verdict.legal:
            return {}, ""
        side = editor.desk.decision.side
        things = (getattr(editor.answer(), "mark", ""), *verdict.reaches)
        foes = (t for t in things if t in view.units and view.units[t].side != side)
        ghosts = {g.base: g.pose for g in verdict.ghosts if g.base in view.bases}
        return ghosts, next(foes, "")

    def tip_at(self, tip: Spans) -> Spans:
        """Of an enemy that the draft may not be aimed at, also why."""
        under, editor = self.sitting.under, self.editor
        if not tip or editor is None or under is None:
            return tip
        bars = editor.barred()
        bar = bars.get(under.unit) or bars.get(under.base)
        return (*tip, *say("\n", "small"), *bar_spans(editor.desk, bar)) if bar is not None else tip

    def in_use(self) -> list[tuple[float, float]]:
        """Window pixels that dice should not lie on: bases, and the zone in which something is to be placed."""
        camera, view = self.sitting.table.camera, self.sitting.view
        found = [(b.pose.x, b.pose.y) for b in view.bases.values() if b.pose is not None and b.where == "table"]
        editor = self.decision.editor
        zone = editor.tray.space.zone if isinstance(editor, PlaceEditor) else ()
        for ring in zone:
            x0, y0, x1, y1 = bounds(ring)
            found += [(x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * k / 4) for i in range(13) for k in range(5)]
        return [camera.to_screen(x, y) for x, y in found]
