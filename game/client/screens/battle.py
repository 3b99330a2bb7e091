"""The battle: the prompt, the table, the editor of the pending decision, card and log; people and bots in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.client.app import App
from game.client.battle.match import Match, guard_of
from game.client.battle.showing import Showing
from game.client.editors.base import Desk, Editor, Marks, Spot
from game.client.editors.make import make_editor
from game.client.editors.place import PlaceEditor
from game.client.panels.battle_prompt import set_prompt, set_status
from game.client.panels.decision import Asked, DecisionPanel
from game.client.panels.editor_keys import editor_key
from game.client.panels.gestures import Gestures
from game.client.panels.log_entry import Entry, entry_of, why_of
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.screens.table_screen import TableScreen
from game.client.words import _
from game.engine import command as cmd
from game.engine.decision import Decision, Reply
from game.engine.event import Event
from game.engine.state import State, view


class BattleScreen(TableScreen):
    """A battle being played.

    Parameters
    ----------
    match
        The battle with its players.
    """

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match.session)
        self.match = match
        self.decision = DecisionPanel(app.theme)
        self.tray = DiceTray(app.theme, self.words)
        self.viewer: str | None = match.persons[0] if len(match.persons) == 1 else None
        self.showing = Showing(match.session, app.settings.speed, app.settings.reduced_motion)
        self.showing.listeners.append(self._shown)
        self._catch_up()
        self.gestures = Gestures()
        self._asked_for = ""
        self._broken = ""
        self._lifted = ""
        self._ended = False

    def _catch_up(self) -> None:
        """What happened before the window opened stands in the log at once; a fresh battle is shown from its start."""
        if len(self.session.lines) > 1:
            self.showing.jump(len(self.session.lines) - 1)
            self.log.set_entries(self.entries(len(self.session.lines)))
        self._see()

    def entries(self, lines: int) -> list[Entry]:
        """The log of the first lines, as the viewer may know it."""
        out: list[Entry] = []
        for n, line in enumerate(self.session.lines[:lines]):
            why = why_of(n, line.command, line.state)
            if why is not None:
                out.append(why)
            for k, event in enumerate(line.events):
                if not event.only or event.only == self.viewer:
                    entry = entry_of(n, k, event, line.state)
                    if entry is not None:
                        out.append(entry)
        return out

    def guarded(self) -> Callable[[], None] | None:
        """The state may only change by commands."""
        return guard_of(self.session)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and make the editor's words anew."""
        self.decision.theme = self.decision.body.theme = self.decision.foot.theme = self.app.theme
        self.decision._dirty = True
        super().build()
        self.tray.theme, self.tray.words = self.app.theme, self.words
        self.showing.speed = self.app.settings.speed
        self.showing.reduced = self.app.settings.reduced_motion
        editor = self.decision.editor
        if editor is not None:
            editor.desk.words, editor.desk.keys = self.words, self.keys
            editor.changed()
        self._set_prompt()

    def place_parts(self, inner: pygame.Rect) -> None:
        """The decision above, the card in the middle, the log below."""
        px = self.app.theme.px
        if not self.stacked:
            self.decision.place(inner)
            super().place_parts(inner)
            return
        top = min(self.decision.natural_height(inner.width), inner.height * 56 // 100)
        self.decision.place(pygame.Rect(inner.left, inner.top, inner.width, top))
        y = inner.top + top + px(10)
        card = min(self._card_height(inner), max(0, inner.bottom - y - max(px(150), inner.height * 28 // 100)))
        self.card.place(pygame.Rect(inner.left, y, inner.width, card))
        if card:
            y += card + px(10)
        self.log.place(pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    # -- what has been shown ----------------------------------------------------------------------------------

    def _shown(self, line: int, number: int, event: Event, state: State) -> None:
        """An event has been shown: it stands in the log."""
        if number == 0:
            why = why_of(line, self.session.lines[line].command, state)
            if why is not None:
                self.log.add(why)
        if not event.only or event.only == self.viewer:
            entry = entry_of(line, number, event, state)
            if entry is not None:
                self.log.add(entry)

    def _see(self) -> None:
        """Show the state that the showing has reached, as the viewer may know it."""
        if self.showing.state is not self._seen_state:
            self._seen_state = self.showing.state
            self.view = view(self.showing.state, self.viewer)
            self.see(self.view)

    _seen_state: State | None = None

    # -- time -------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Show what happened, let bots think, ask the person whose turn it is."""
        super().update(dt)
        self.showing.viewer = self.viewer
        self.showing.update(dt)
        self._see()
        self.match.tick()
        for fault in self.match.faults:
            self.app.notice(fault, "danger")
        self.match.faults.clear()
        if not self.showing.busy:
            self._at_rest()
        self.decision.update(dt)
        self._follow_subject()
        self._set_prompt()
        self._lay_out_if_needed()

    def _follow_subject(self) -> None:
        """What the draft is about is selected, whenever that becomes another thing."""
        subject = self.decision.editor.subject() if self.decision.editor is not None else ""
        if subject != self._subject:
            self._subject = subject
            if subject and subject != self.selected:
                self.select(subject)

    _subject = ""
    _laid_for: object = None

    def _lay_out_if_needed(self) -> None:
        editor = self.decision.editor
        key = (
            editor.version if editor is not None else -1,
            self.decision.odds is not None,
            len(self.decision.foot.rows),
            len(self.decision.body.rows),
            self.prompt.fit(self.app.size[0], self.app.size[1] * 2 // 9),
            len(self.card.rows),
        )
        if key != self._laid_for:
            self._laid_for = key
            self.lay_out()

    def _at_rest(self) -> None:
        """Nothing is being shown: the battle's end, an offer, a decision for a person."""
        if self.app.top is not self:
            return
        if self.match.over:
            self.decision.set_editor(None)
            if not self._ended:
                self._ended = True
                from game.client.screens.end import EndScreen

                self.app.open(EndScreen(self.app, self.match))
            return
        if self._offers():
            return
        decision = self.match.decision
        if decision is None or not (self.match.is_person(decision.side) or self.match.stuck):
            self._drop_editor()
            return
        if decision.id != self._asked_for and decision.id != self._broken and not self._curtain(decision):
            self._ask(decision)

    def _drop_editor(self) -> None:
        if self.decision.editor is not None:
            self.decision.set_editor(None)
        self._asked_for = ""

    def _curtain(self, decision: Decision) -> bool:
        """Draw the curtain before another person decides, where there is something secret or the players want it."""
        if len(self.match.persons) < 2 or decision.side == self.viewer:
            return False
        hidden = self.match.secret or self.match.curtain
        if not hidden or self._lifted == decision.id:
            self._look_as(decision.side)
            return False
        from game.client.screens.curtain import CurtainScreen

        self._drop_editor()

        def lifted() -> None:
            self._lifted = decision.id
            self._look_as(decision.side)
            self._recall(decision.side)

        self.app.open(CurtainScreen(self.app, self, decision, lifted))
        return True

    def _look_as(self, side: str | None) -> None:
        """The table is seen by another side from now on."""
        if side == self.viewer:
            return
        self.viewer = side
        self._seen_state = None
        if any(e.only for line in self.session.lines for e in line.events):
            self.log.set_entries(self.entries(self.showing.line))
        self._see()

    def _recall(self, side: str) -> None:
        """Show the one who was away what happened since his last answer."""
        lines = self.session.lines
        last = next((n for n in range(len(lines) - 1, 0, -1) if _answered(lines[n].command, side)), 0)
        if last < len(lines) - 1 and self.showing.speed != "instant":
            self.showing.jump(last)
            self.log.set_entries(self.entries(last + 1))

    def _ask(self, decision: Decision) -> None:
        """Lay the decision out and open its editor."""
        self._asked_for = decision.id
        try:
            asked = self.session.asked(decision)
            desk = Desk(self.session, decision, asked, self.match.view(decision.side), self.words, self.keys)
            editor = make_editor(desk)
        except Exception as fault:
            if self.app.options.strict:
                raise
            self._broken, self._asked_for = decision.id, ""
            self.app.fault(fault, _("This question cannot be laid out ({fault}).").format(fault=fault))
            return
        editor.prefer(self.selected)
        self.decision.set_editor(editor)
        self.decision.active = True
        self.tab = "decision"
        subject = editor.subject()
        if subject:
            self.select(subject)
            self.table.look_at(subject)
        self.lay_out()

    # -- offers -----------------------------------------------------------------------------------------------

    def _offers(self) -> bool:
        """Put a standing offer to the person who may accept it; bots decline."""
        for offer in self.session.state.offers:
            others = [s for s in self.session.state.sides if s != offer.side]
            people = [s for s in others if self.match.is_person(s)]
            if not people:
                self.match.submit(cmd.Respond(others[0], offer.id, False, "bot"))
                return True
            from game.client.screens.dialog import Dialog

            text = {
                "draw": _("{side} offers a draw."),
                "end": _("{side} offers to end the battle now and count."),
                "takeback": _("{side} asks to take its last answer back."),
            }[offer.what].format(side=self.words.name(offer.side, self.view))
            answers = [
                ("accept", _("Accept"), self._responder(people[0], offer.id, True), False),
                ("decline", _("Decline"), self._responder(people[0], offer.id, False), True),
            ]
            title = _("A question to {side}").format(side=self.words.name(people[0], self.view))
            self.app.open(Dialog(self.app, title, text, answers))
            return True
        return False

    def _responder(self, side: str, offer: str, accept: bool) -> Callable[[], None]:
        def respond() -> None:
            self.match.submit(cmd.Respond(side, offer, accept))
            self._after_going_back()

        return respond

    # -- answering --------------------------------------------------------------------------------------------

    def _do(self, asked: Asked | None) -> None:
        """Do what the panel asked for."""
        if asked is None:
            return
        if asked.link is not None:
            self.follow(asked.link)
        if asked.reply is not None:
            self.give(asked.reply)

    def give(self, reply: Reply) -> None:
        """Give a reply to the decision on the desk."""
        editor = self.decision.editor
        if editor is None:
            return
        refusal = self.match.answer(editor.desk.decision, reply)
        if refusal is not None:
            self.app.notice(self.words.say(refusal.text, self.view), "danger")
            return
        self.gestures.cancel()
        self._drop_editor()

    def acting_side(self) -> str | None:
        """The side of the person at the window: who decides now, else who looks."""
        decision = self.match.decision
        if decision is not None and self.match.is_person(decision.side):
            return decision.side
        return self.viewer

    def undo(self) -> None:
        """Take back: at once where that is free, else by asking the other side."""
        side = self.acting_side()
        if side is None or self.match.over:
            return
        to = self.match.undo_target(side)
        if to is not None:
            refusal = self.match.undo(side, to)
            if refusal is not None:
                self.app.notice(self.words.say(refusal.text, self.view), "warning")
            self._after_going_back()
            return
        # the last answer may be the other person's, who now looks on
        for other in self.match.persons:
            free = self.match.undo_target(other)
            if free is not None:
                self.match.undo(other, free)
                self._after_going_back()
                return
        self._ask_takeback(side)

    def _ask_takeback(self, side: str) -> None:
        for asker in (side, *[p for p in self.match.persons if p != side]):
            to = self.match.takeback_target(asker)
            if to is None:
                continue
            refusal = self.match.submit(cmd.Propose(asker, "takeback", to))
            if refusal is not None:
                self.app.notice(self.words.say(refusal.text, self.view), "warning")
            return
        self.app.notice(_("There is nothing to take back."))

    def _after_going_back(self) -> None:
        """The state may be an older one: show it at once and ask again."""
        self.showing.skip()
        self._drop_editor()
        self._broken = ""
        self._ended = False
        self._see()

    def _set_prompt(self) -> None:
        if self.view is not self._status_of or self.prompt.theme.key != self._status_key:
            self._status_of, self._status_key = self.view, self.prompt.theme.key
            set_status(self.prompt, self.session.ruleset.status(self.view), self.words, self.view)
        idle = set_prompt(self.prompt, self.match, self.showing, self.view, self.words, self.keys)
        self.decision.set_idle(idle)

    _status_of: State | None = None
    _status_key: object = None

    # -- tools and keys ---------------------------------------------------------------------------------------

    def tools(self) -> Sequence[Tool]:
        """The table's tools, undo and the menu."""
        k = self.keys.shown
        return [
            Tool("menu", "menu", _("Menu of the battle"), k("menu")),
            Tool("undo", "undo", _("Take back (or ask for it)"), k("undo"), False, len(self.session.lines) > 1),
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
        return super().use(action)

    def back(self) -> None:
        """Escape: the menu of the battle."""
        from game.client.screens.menu import MenuScreen

        self.app.open(MenuScreen(self.app, self))

    def focus_part(self, part: str) -> None:
        """Lead the keyboard to a part of the panel."""
        super().focus_part(part)
        self.decision.active = not self.card.active and not self.log.active

    def key(self, event: pygame.event.Event) -> bool:
        """Keys: skipping, the editor's rows and actions, then the table's."""
        if self.showing.busy:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
                self.showing.skip()
                self._see()
                return True
            return super().key(event)
        editor = self.decision.editor
        if editor is None or self.log.active or self.card.active:
            return super().key(event)
        used, asked = editor_key(self.decision, editor, self.keys, event)
        self._do(asked)
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
        return super().mouse(event)

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The decision's rows, then card and log."""
        if self.shows("decision") and self.decision.rect.collidepoint(pos):
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
        if editor is None or self.tool or self.showing.busy:
            super().table_mouse(event, pos)
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
            self._capture = "table"
            return
        super().table_mouse(event, pos)

    def _gesture(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> None:
        """Go on with a drag, or end it."""
        if not self.gestures.go_on(editor, event, pos, spot):
            self._capture = ""
            if self.gestures.end(editor, spot) and spot is not None:
                self.clicked(spot)

    def clicked(self, spot: Spot) -> None:
        """A click on the table: first the editor's, and what is there is selected."""
        editor = self.decision.editor
        if editor is not None and not self.showing.busy:
            editor.click(spot)
        super().clicked(spot)

    # -- drawing ----------------------------------------------------------------------------------------------

    def marks(self) -> Marks:
        """What the editor marks."""
        editor = self.decision.editor
        return editor.marks() if editor is not None and not self.showing.busy else Marks()

    def measuring_side(self) -> str:
        """Where measuring is among one's own only."""
        decision = self.match.decision
        return decision.side if decision is not None and decision.measuring == "own" else ""

    def moving(self) -> dict[str, tuple[float, float, float]]:
        """Bases on their way."""
        return {b: p for b, p in self.showing.poses().items() if b in self.view.bases}

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The dice tray."""
        rolling = self.showing.rolling
        if rolling is not None:
            self.tray.draw(surface, self.table.rect, rolling, self.view, self.showing.rolled_for)

    def draw_parts(self, surface: pygame.Surface) -> None:
        """The decision, then card and log."""
        if self.shows("decision"):
            self.decision.draw(surface)
        super().draw_parts(surface)

    def closed(self) -> None:
        """The record is closed with the screen."""
        self.match.close()


def _answered(command: cmd.Command | None, side: str) -> bool:
    return isinstance(command, cmd.Answering) and command.side == side
