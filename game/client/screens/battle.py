"""The battle: the prompt, the table, the editor of the pending decision, card and log; people and bots in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.client.app import App
from game.client.battle.match import Match, guard_of
from game.client.battle.showing import Showing
from game.client.editors.base import Desk, Editor, Marks, Spot
from game.client.editors.make import make_editor
from game.client.editors.move import MoveEditor
from game.client.editors.place import PlaceEditor
from game.client.panels.decision import Asked, DecisionPanel
from game.client.panels.log_entry import Entry, entry_of, why_of
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.screens.table_screen import TableScreen
from game.client.ui.text import say
from game.client.words import Link, Span, Spans, _
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
        self._dragging = ""
        self._grabbed: Spot | None = None
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
        card = min(self._card_height(inner), max(0, inner.bottom - y - px(150)))
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
            self.table.show(self.view)
            self.refresh()

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
        self._set_prompt()
        self._lay_out_if_needed()

    _laid_for: object = None

    def _lay_out_if_needed(self) -> None:
        editor = self.decision.editor
        key = (
            editor.version if editor is not None else -1,
            self.decision.odds is not None,
            len(self.decision.foot.rows),
            len(self.decision.body.rows),
            self.prompt.height(self.app.size[0]),
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
        self._dragging = ""
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

    # -- the prompt -------------------------------------------------------------------------------------------

    def _set_prompt(self) -> None:
        prompt, match = self.prompt, self.match
        state = self.view
        prompt.saved = match.saved if match.writer is not None else None
        prompt.status = (
            [
                (self.words.spans(a, state, "small", "text_dim"), self.words.spans(b, state, "small_bold"))
                for a, b in self.session.ruleset.status(state)
            ]
            if state is not self._status_of
            else prompt.status
        )
        self._status_of = state
        prompt.progress = None
        decision = match.decision
        if self.showing.busy:
            skip = _("[{key}] shows all of it at once").format(key=self.keys.shown("confirm"))
            self._say(-1, (), say(_("Watch what happens…"), "bold"), say(skip, "small", "text_dim"))
            self.decision.set_idle(say(_("The battle is being shown."), "body", "text_dim"))
        elif match.over:
            over = match.session.state.over
            words = self.words.spans(over.why, state, "bold") if over is not None else ()
            self._say(-1, (), words, say(_("The battle is over."), "small", "text_dim"))
            self.decision.set_idle(say(_("The battle is over."), "body", "text_dim"))
        elif decision is None:
            self._say(-1, (), say(_("Nobody has anything to decide."), "bold"), ())
        elif match.thinking is not None or not (match.is_person(decision.side) or match.stuck):
            who = self.words.name(decision.side, state)
            self._say(
                self._slot(decision.side),
                (Span(f"{who}  ", "bold", "accent"),),
                say(_("is thinking…"), "body"),
                self.words.spans(decision.message, state, "small", "text_dim"),
            )
            if match.thinking is not None and match.thinking.share > 0.15:
                prompt.progress = match.thinking.share
            self.decision.set_idle(say(_("{side} decides.").format(side=who), "body", "text_dim"))
        else:
            self._prompt_for(decision)

    _status_of: State | None = None

    def _prompt_for(self, decision: Decision) -> None:
        """A person decides: who, what, with which clause, and what to do."""
        from game.client.words import clause_spans

        state = self.view
        who = self.words.name(decision.side, state)
        message = self.words.spans(decision.message, state, "bold") + clause_spans(decision.clauses)
        lead: Spans = (
            () if self.words.say(decision.message, state).startswith(who) else (Span(f"{who}  ", "bold", "accent"),)
        )
        self._say(self._slot(decision.side), lead, message, say(self._hint(decision), "small", "text_dim"))

    def _hint(self, decision: Decision) -> str:
        give = self.keys.shown("confirm")
        return {
            "option": _("Choose, then confirm with {key} or press the choice again."),
            "pick": _("Pick in the list or on the table, then confirm with {key}."),
            "targets": _("Choose who acts and on whom, in the list or on the table; confirm with {key}."),
            "place": _("Drag it on the table or choose from the list; the wheel turns it; confirm with {key}."),
            "move": _("Drag it on the table; the wheel or the right button turns it; confirm with {key}."),
            "allocate": _("Give out with + and −, or click on the table; confirm with {key}."),
            "orders": _("Fill the lines in; confirm with {key}."),
            "roll": _("Throw your dice and type what they show; confirm with {key}."),
        }[decision.kind].format(key=give)

    def _say(self, side: int, who: Spans, message: Spans, hint: Spans) -> None:
        p = self.prompt
        p.side, p.who, p.message, p.hint = side, who, message, hint

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
        return self._editor_key(editor, event) or super().key(event)

    def _editor_key(self, editor: Editor, event: pygame.event.Event) -> bool:
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        if pygame.K_F2 <= event.key <= pygame.K_F7:
            self._do(self.decision.exit(event.key - pygame.K_F2))
            return True
        if plain and event.unicode.isdigit() and editor.digit(int(event.unicode)):
            return True
        if not event.mod & pygame.KMOD_SHIFT:
            focused = self.decision.body.focus or self.decision.foot.focus
            if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN) or (
                focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE)
            ):
                used, asked = self.decision.key(event)
                self._do(asked)
                if used:
                    return True
            if focused and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                return self._enter(event)
        action = self.keys.action(event)
        if action == "confirm":
            return self._enter(event)
        if action == "nearest":
            return editor.take_nearest()
        if action == "default":
            return editor.take_default()
        if action == "undo_part":
            return editor.undo_part()
        if action == "clear":
            editor.clear()
            return True
        step = 0.1 if event.mod & pygame.KMOD_SHIFT else 5.0 if event.mod & pygame.KMOD_CTRL else 1.0
        if action and editor.action(action, step):
            subject = editor.subject()
            if action in ("next", "previous") and subject:
                self.select(subject, look=True)
            return True
        return False

    def _enter(self, event: pygame.event.Event) -> bool:
        """Enter gives a legal draft; else it presses the row that the keyboard is on."""
        given = self.decision.give()
        focus = self.decision.body.focus or self.decision.foot.focus
        if focus and (given is None or not self._taken(focus)):
            used, asked = self.decision.key(event)
            self._do(asked)
            return used
        self._do(given)
        return True

    def _taken(self, row: str) -> bool:
        """Whether a row is a choice already taken (so that Enter confirms) or none that Enter should press."""
        found = next((r for r in (*self.decision.body.rows, *self.decision.foot.rows) if r.id == row), None)
        return found is None or found.on or found.look == "stepper"

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
                self._drag_from_tray(pos)
            self._do(self.decision.mouse(event, pos))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.log.rect.collidepoint(pos) and self.shows("log"):
                self.focus_part("log")
            elif self.card.rect.collidepoint(pos) and self.shows("card"):
                self.focus_part("card")
        return super().panel_mouse(event, pos)

    def _drag_from_tray(self, pos: tuple[int, int]) -> None:
        """The button goes down on a piece of the tray: it may be dragged onto the table."""
        editor = self.decision.editor
        if not isinstance(editor, PlaceEditor):
            return
        for row in self.decision.body.rows:
            kind, _newline, thing = row.id.partition("\n")
            rect = self.decision.body.row_rect(row.id) if kind == "thing" else None
            if rect is not None and rect.collidepoint(pos) and not row.bar:
                editor.take(thing)
                self._dragging = "tray"

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> None:
        """The editor's gestures, else the table's."""
        editor = self.decision.editor
        spot = self.table.spot(pos)
        if editor is None or self.tool or self.showing.busy:
            super().table_mouse(event, pos)
            return
        if self._dragging and self._drag(editor, event, pos, spot):
            return
        if event.type == pygame.MOUSEMOTION:
            editor.hover(spot)
        if spot is None:
            super().table_mouse(event, pos)
            return
        if event.type == pygame.MOUSEWHEEL and isinstance(editor, PlaceEditor) and editor.carrying:
            editor.wheel(event.y, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            return
        if event.type == pygame.MOUSEBUTTONDOWN and self._grab(editor, event, pos, spot):
            return
        super().table_mouse(event, pos)

    def _grab(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot) -> bool:
        alone = bool(pygame.key.get_mods() & pygame.KMOD_ALT)
        if event.button == 1:
            if isinstance(editor, MoveEditor | PlaceEditor):
                grabbed = editor.grab(spot, alone)
            else:
                grabbed = editor.grab(spot)
            if grabbed:
                self._dragging, self._down, self._panned = "editor", pos, False
                self._capture = "table"
                self._grabbed = spot
            return grabbed
        if event.button == 3 and isinstance(editor, MoveEditor | PlaceEditor) and editor.subject():
            self._dragging, self._down, self._panned = "face", pos, False
            self._capture = "table"
            return True
        return False

    def _drag(self, editor: Editor, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """Go on with a drag; True when the event was part of it."""
        fine = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        if event.type == pygame.MOUSEWHEEL:
            editor.wheel(event.y, fine)
            return True
        if event.type == pygame.MOUSEMOTION:
            if self._down is not None and abs(pos[0] - self._down[0]) + abs(pos[1] - self._down[1]) > 3:
                self._panned = True
            if self._panned and spot is not None:
                if self._dragging == "face" and isinstance(editor, MoveEditor | PlaceEditor):
                    editor.face(spot)
                elif self._dragging in ("editor", "tray"):
                    editor.drag(spot, fine)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self._end_drag(editor, spot)
            return True
        return False

    def _end_drag(self, editor: Editor, spot: Spot | None) -> None:
        kind, self._dragging = self._dragging, ""
        self._capture = ""
        if spot is not None and kind != "face":
            if self._panned:
                editor.drop(spot)
            else:
                self.clicked(spot)
        self._down, self._panned = None, False

    def event(self, event: pygame.event.Event) -> bool:
        """A piece dragged out of the tray goes on over the table."""
        if self._dragging == "tray" and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            pos = self.app.pointer.at
            editor = self.decision.editor
            if event.type == pygame.MOUSEBUTTONUP and not self.table.rect.collidepoint(pos):
                self._dragging = ""
            elif editor is not None and self.table.rect.collidepoint(pos):
                if event.type == pygame.MOUSEBUTTONUP:
                    self.decision.body.mouse(event)
                self._panned, self._down = True, pos
                self._drag(editor, event, pos, self.table.spot(pos))
                return True
        return super().event(event)

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


__all__ = ["BattleScreen", "Link"]
