"""The battle: the prompt, the table, the editor of the pending decision, card and log; people and bots in turn."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import pygame

from game.client import places
from game.client.battle import played
from game.client.battle.match import Match
from game.client.editors.base import Editor, Marks, Spot, bar_spans, why_it_stays
from game.client.editors.place import PlaceEditor
from game.client.keeping import told_of
from game.client.navigation import Window
from game.client.panels.battle_prompt import set_advice, set_prompt, set_status
from game.client.panels.editor_keys import editor_key
from game.client.panels.gestures import Gestures, Pull
from game.client.panels.log_entry import Entry
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.screens.battle_turns import BattleTurns
from game.client.ui.text import say
from game.client.words import Spans, _
from game.engine.state import State
from game.geometry.shapes import Pose, bounds

AHEAD = 3
"""How many answers bots may be ahead of what is shown."""
CARD_LEAST, LOG_LEAST = 190, 100
"""Height (pixels at scale 1) that the card of a unit has if it needs it, and what the log keeps then."""


class BattleScreen(BattleTurns):
    """A battle being played.

    Parameters
    ----------
    match
        The battle with its players.
    """

    def __init__(self, app: Window, match: Match) -> None:
        super().__init__(app, match)
        self.tray = DiceTray(app.theme, self.words)
        self.gestures = Gestures()
        self.pull = Pull()

    def drop_editor(self) -> None:
        """The desk is cleared, and the hand with it."""
        super().drop_editor()
        self.gestures.cancel()

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and say anew what the editor and the panel say; the draft, and what is suggested, stay."""
        self.decision.wear(self.app.theme)
        super().build()
        self.tray.theme, self.tray.words = self.app.theme, self.words
        self.pace()
        self.showing.reduced = self.app.settings.reduced_motion
        editor = self.decision.editor
        if editor is not None:
            editor.desk.words, editor.desk.keys = self.words, self.keys
            self.decision.wear(self.app.theme)
            self._laid_for = None
        self._set_prompt()

    def place_parts(self, inner: pygame.Rect) -> None:
        """The decision above, the card in the middle, the log below."""
        px = self.app.theme.px
        self.decision.cramped = inner.height < px(260)
        if not self.stacked:
            self.decision.place(inner)
            super().place_parts(inner)
            return
        top = min(self.decision.natural_height(inner.width), inner.height * 56 // 100)
        self.decision.place(pygame.Rect(inner.left, inner.top, inner.width, top))
        y = inner.top + top + px(10)
        room = inner.bottom - y - px(10)
        wish = room - max(px(150), inner.height * 28 // 100)  # the log has what it likes to have, ...
        least = min(px(CARD_LEAST), room - px(LOG_LEAST))  # ... but gives way to a card that would be cut to nothing
        card = min(self._card_height(inner), max(0, wish, least))
        self.card.place(pygame.Rect(inner.left, y, inner.width, card))
        if card:
            y += card + px(10)
        self.log.place(pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    # -- time -------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Show what happened, let bots think, ask the person whose turn it is."""
        super().update(dt)
        self.showing.viewer = self.viewer
        self.showing.update(dt)
        self._recapped()
        self._see()
        if len(self.session.lines) - self.showing.line <= AHEAD:
            self.match.tick()
        for fault in self.match.faults:
            self.app.notice(fault, "danger")
        self.match.faults.clear()
        if not self.showing.busy:
            self._at_rest()
        self.advice.update(self.decision, bool(self.gestures.kind))
        self._advised()
        self.decision.update(dt)
        self._follow_subject()
        self._set_prompt()
        self.prompt.update(dt, self.app.settings.reduced_motion)
        self._lay_out_if_needed()

    def _advised(self) -> None:
        """Something has been suggested: it is looked at, and told here where the prompt has no room for it."""
        news, self.advice.news = self.advice.news, ""
        editor = self.decision.editor
        if news and editor is not None and editor.subject():
            self.table.look_at(editor.subject())
        if news and self.prompt.compact:
            self.app.notice(news, brief=True)

    def _follow_subject(self) -> None:
        """What the question or the draft is about is selected, whenever that becomes another thing."""
        now = self._about()
        if now != self._subject:
            self._subject = now
            if now[1] and now[1] != self.selected:
                self.select(now[1])

    def _about(self) -> tuple[str, str]:
        """The question, and the thing that its draft or it is about; empty where there is none."""
        editor = self.decision.editor
        if editor is None:
            return "", ""
        return editor.desk.decision.id, editor.subject() or editor.asked_about()

    _subject = ("", "")
    _laid_for: object = None

    def _lay_out_if_needed(self) -> None:
        editor = self.decision.editor
        key = (
            editor.version if editor is not None else -1,
            self.decision.odds is not None,
            tuple(len(s.rows) for s in self.decision.sheets),
            self.prompt.fit(self.app.size[0], self.app.size[1] * 2 // 9),
            len(self.card.rows),
        )
        if key != self._laid_for:
            self._laid_for = key
            self.lay_out()

    def _set_prompt(self) -> None:
        key = (self.prompt.theme.key, self.words.language)
        if self.view is not self._status_of or key != self._status_key:
            self._status_of, self._status_key = self.view, key
            set_status(self.prompt, self.session.ruleset.status(self.view), self.words, self.view)
        idle = set_prompt(self.prompt, self.match, self.showing, self.view, self.words, self.keys)
        self.decision.set_idle(idle)
        if not self.showing.busy:
            set_advice(self.prompt, self.advice, self.decision)
        if self.recap.on:
            self.prompt.message = say(_("What happened since your last answer"), "bold", "accent")
            farther = _("[{key}] begins farther back").format(key=self.keys.shown("recap"))
            self.prompt.hint += say(f"   {farther}", "small", "text_dim")

    _status_of: State | None = None
    _status_key: object = None

    # -- tools and keys ---------------------------------------------------------------------------------------

    def tools(self) -> Sequence[Tool]:
        """The table's tools, undo and the menu."""
        k = self.keys.shown
        return [
            Tool("menu", "menu", _("Menu of the battle"), k("menu")),
            Tool("undo", "undo", _("Take back (or ask for it)"), k("undo"), False, len(self.session.lines) > 1),
            Tool("recap", "rewind", _("Show again what happened since my last answer"), k("recap"), self.recap.on),
            *super().tools(),
        ]

    def use(self, action: str) -> bool:
        """Actions of the battle, then those of the table."""
        if action == "undo":
            self.undo()
            return True
        if action == "menu":
            self.back()
            return True
        if action == "recap":
            self.show_again()
            return True
        return super().use(action)

    def back(self) -> None:
        """Escape: the menu of the battle."""
        self.app.go(places.Menu(self))

    def drop_draft(self, editor: Editor) -> bool:
        """Let go of what is held, and drop what is drawn or chosen; False where nothing is."""
        if not editor.abandon() and not self.gestures.kind:
            return False
        self.gestures.cancel()
        self.let_go()
        self.decision.unwalk()
        return True

    def focus_part(self, part: str) -> None:
        """Lead the keyboard to a part of the panel."""
        super().focus_part(part)
        self.decision.active = not self.card.active and not self.log.active

    def key(self, event: pygame.event.Event) -> bool:
        """Keys: back to now, skipping, the editor's rows and actions, then the table's."""
        if self.past.on:
            if event.key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER) and not self.tool:
                self.to_now()
                return True
            return super().key(event)
        if self.showing.busy:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
                self.showing.skip()
                self._see()
                return True
            return super().key(event)
        editor = self.decision.editor
        if editor is None or self.log.active or self.card.active:
            return super().key(event)
        if event.key == pygame.K_ESCAPE and not self.tool and self.drop_draft(editor):
            return True
        used, asked = editor_key(self.decision, editor, self.keys, event)
        self._do(asked)
        if not used and self.keys.action(event) == "nearest":
            verdict = editor.verdict()
            if verdict is not None and verdict.status == "refused":
                self.app.notice(
                    _("No place near here is known that would be allowed: drag it elsewhere."), "warning", brief=True
                )
            return True
        if used and self.decision.editor is editor and editor.subject():
            self.table.look_at(editor.subject())
        return used or super().key(event)

    # -- the mouse --------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        """A click on the tray skips; the editor's drags come first."""
        pos = self.app.pointer.at
        if event.type == pygame.MOUSEBUTTONDOWN and self.tray.rect.collidepoint(pos):
            self.showing.skip()
            self.showing.rolling = None
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.past.on and self.past.rect.collidepoint(pos):
            self.to_now()
            return True
        return super().mouse(event)

    def entry_menu(self, entry: Entry) -> None:
        """The right button on a line of the log: take everything back to before it."""
        self.ask_back_to(entry)

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The decision's rows, then card and log."""
        if self.shows("decision") and self.decision.rect.collidepoint(pos):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.to_now()
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self.focus_part("decision")
                self.gestures.from_tray(self.decision.editor, self.decision, pos)
            self._do(self.decision.mouse(event, pos))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.log.rect.collidepoint(pos) and self.shows("log"):
                self.focus_part("log")
            elif self.card.rect.collidepoint(pos) and self.shows("card"):
                self.focus_part("card")
        return super().panel_mouse(event, pos)

    def event(self, event: pygame.event.Event) -> bool:
        """A piece dragged out of the tray goes on over the table."""
        editor = self.decision.editor
        if self.gestures.kind == "tray" and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            pos = self.app.pointer.at
            over = self.table.rect.collidepoint(pos)
            if editor is not None and over:
                if event.type == pygame.MOUSEBUTTONUP:
                    self.decision.body.mouse(event)
                self._gesture(editor, event, pos, self.table.spot(pos))
                return True
            if event.type == pygame.MOUSEBUTTONUP:
                self.gestures.cancel()
        return super().event(event)

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> None:
        """The editor's gestures, else the table's."""
        editor = self.decision.editor
        spot = self.table.spot(pos)
        if editor is None or self.tool or self.showing.busy or self.past.on:
            super().table_mouse(event, pos)
            return
        if event.type == pygame.MOUSEWHEEL and pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.table.zoom(event.y, pos)  # with something in hand too, which the wheel alone would turn
            return
        if self.gestures.kind:
            self._gesture(editor, event, pos, spot)
            return
        if event.type == pygame.MOUSEMOTION:
            editor.hover(spot)
        if spot is not None and event.type == pygame.MOUSEWHEEL and isinstance(editor, PlaceEditor) and editor.carrying:
            editor.wheel(event.y, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            return
        if spot is not None and event.type == pygame.MOUSEBUTTONDOWN and self.gestures.begin(editor, event, pos, spot):
            self.decision.unwalk()
            self._capture = "table"
            return
        unit = self.view.units.get(spot.unit) if spot is not None else None
        own = unit is not None and unit.side == editor.desk.decision.side
        used, held = self.pull.follow(event, pos, spot if own else None, self.app.theme.px(6))
        if held is not None:
            self._stays(editor, held)
        if used:
            return
        super().table_mouse(event, pos)

    def _stays(self, editor: Editor, held: Spot) -> None:
        """A unit of one's own was dragged that this question does not move: it is chosen, and it is said why."""
        self._capture, self._down = "", None
        self.table.end_pan()
        self.clicked(held)
        self.app.notice(why_it_stays(editor, held.unit), "warning", brief=True)

    def tip_at(self, pos: tuple[int, int]) -> Spans:
        """Of an enemy that the draft may not be aimed at, also why."""
        tip, editor = super().tip_at(pos), self.decision.editor
        if not tip or editor is None or self.under is None or self.showing.busy or self.past.on:
            return tip
        bars = editor.barred()
        bar = bars.get(self.under.unit) or bars.get(self.under.base)
        return (*tip, *say("\n", "small"), *bar_spans(editor.desk, bar)) if bar is not None else tip

    def points_elsewhere(self) -> bool:
        """A reason at the pointer is about the draft, not about another unit that the pointer rests on."""
        editor, under = self.decision.editor, self.under
        if editor is None or under is None or self.gestures.kind:
            return False
        return bool(under.unit) and under.unit != editor.subject()

    def _gesture(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> None:
        """Go on with a drag, or end it."""
        if not self.gestures.go_on(editor, event, pos, spot):
            self._capture = ""
            if self.gestures.end(editor, spot) and spot is not None:
                self.clicked(spot)

    def clicked(self, spot: Spot) -> None:
        """A click on the table: first the editor's, and what is there is selected."""
        editor = self.decision.editor
        if editor is not None and not self.showing.busy and not self.past.on:
            editor.click(spot)
            self.decision.unwalk()
            self._subject = self._about()  # what was clicked stays selected
        super().clicked(spot)

    # -- drawing ----------------------------------------------------------------------------------------------

    def marks(self) -> Marks:
        """What the editor marks."""
        editor = self.decision.editor
        hands = editor is not None and not self.showing.busy and not self.past.on
        return editor.marks() if editor is not None and hands else Marks()

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Where the draft would bring bases, and the first enemy that it reaches."""
        editor = self.decision.editor
        verdict = editor.verdict() if editor is not None and not self.showing.busy else None
        if editor is None or verdict is None or not verdict.legal:
            return {}, ""
        side = editor.desk.decision.side
        things = (getattr(editor.answer(), "mark", ""), *verdict.reaches)
        foes = (t for t in things if t in self.view.units and self.view.units[t].side != side)
        ghosts = {g.base: g.pose for g in verdict.ghosts if g.base in self.view.bases}
        return ghosts, next(foes, "")

    def measuring_side(self) -> str:
        """Where measuring is among one's own only."""
        decision = self.match.decision
        return decision.side if decision is not None and decision.measuring == "own" else ""

    def moving(self) -> dict[str, tuple[float, float, float]]:
        """Bases on their way."""
        if self.past.on:
            return {}
        return {b: p for b, p in self.showing.poses().items() if b in self.view.bases}

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The dice tray."""
        self.past.draw(surface, self.table.rect, self.app.theme, self.words)
        rolling = self.showing.rolling if not self.past.on else None
        if rolling is not None:
            decision = self.decision.editor.desk.decision.id if self.decision.editor is not None else ""
            occasion = f"{id(rolling)} {decision}"
            clear = self._in_use() if self.tray.chooses(occasion) else ()
            age = self.showing.rolled_for
            self.tray.draw(surface, self.free_area(), rolling, self.view, age, clear, occasion)

    def _in_use(self) -> list[tuple[float, float]]:
        """Window pixels that dice should not lie on: bases, and the zone in which something is to be placed."""
        camera, view = self.table.camera, self.view
        found = [(b.pose.x, b.pose.y) for b in view.bases.values() if b.pose is not None and b.where == "table"]
        editor = self.decision.editor
        zone = editor.space.zone if isinstance(editor, PlaceEditor) else ()
        for ring in zone:
            x0, y0, x1, y1 = bounds(ring)
            found += [(x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * k / 4) for i in range(13) for k in range(5)]
        return [camera.to_screen(x, y) for x, y in found]

    def draw_parts(self, surface: pygame.Surface) -> None:
        """The decision, then card and log."""
        if self.shows("decision"):
            self.decision.draw(surface)
            if self.recap.on:  # it waits until all has been seen
                veil = pygame.Surface(self.decision.rect.size, pygame.SRCALPHA)
                veil.fill((*tuple(self.app.theme.colour("panel"))[:3], 170))
                surface.blit(veil, self.decision.rect)
        super().draw_parts(surface)

    def closed(self) -> None:
        """The record is closed with the screen; what its file does not take is written elsewhere."""
        super().closed()
        self.advice.close()
        anew = self.match.close(self.app.folders.refuges)
        if anew is not None:
            told = told_of(anew)
            self.app.notice(told, "warning")
            sys.stderr.write(f"{told}\n")
        if self.match.writer is not None:
            played.note(self.match.writer.path)
