"""A seat at the table: a battle being played, by people at this window and by bots."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import pygame

from game.client import destinations
from game.client.battle import played
from game.client.battle.luck import Sees
from game.client.battle.match import Match
from game.client.battle.showing import Showing
from game.client.editors.desk import Marks, Spot
from game.client.keeping import told_of
from game.client.panels.battle_prompt import set_advice, set_prompt, set_status
from game.client.panels.gestures import Gestures
from game.client.panels.log_entry import Entry
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.parts.around import Around
from game.client.parts.dealings import Dealings
from game.client.parts.drafting import Drafting
from game.client.parts.part import Part, Poses
from game.client.parts.recall import Recall
from game.client.parts.since import SinceYouDecided
from game.client.parts.telling import Telling
from game.client.parts.turns import Turns
from game.client.ui.text import say
from game.client.words import Spans, Words, _
from game.engine.decision import Decision
from game.engine.state import State
from game.geometry.shapes import Pose

AHEAD = 3
"""How many answers bots may be ahead of what is shown."""


class Seat(Part):
    """What is at play where a battle is played.

    Parameters
    ----------
    around
        The parts around the table, with a dock in which answers are given.
    match
        The battle with its players.

    Attributes
    ----------
    turns, dealings, recall, hand
        Who decides, what passes between the sides, what was seen, the hand on the draft.
    """

    def __init__(self, around: Around, match: Match) -> None:
        s, app = around.sitting, around.sitting.app
        assert around.dock.answer is not None
        self.sitting, self.dock, self.prompt, self.match = s, around.dock, around.prompt, match
        self.decision = around.dock.answer
        self.gestures = Gestures()
        self.showing = Showing(match.session, app.settings.speed, app.settings.reduced_motion)
        persons = match.persons
        self.telling = Telling(s, around.dock.log, self.showing, persons[0] if len(persons) == 1 else None)
        self.past = self.telling.past
        self.recall = Recall(s, match, self.telling)
        self.recap = self.recall.recap
        self.since = SinceYouDecided(s, self.telling, self.recall)
        self.turns = Turns(s, around.dock, self.decision, match, self.telling, self.gestures)
        self.turns.given.append(lambda _question: self.dock.read())
        self.advice = self.turns.advice
        self.dealings = Dealings(s, match, self.telling)
        self.dealings.gone_back.append(self.turns.gone_back)
        self.dealings.gone_back.append(self.since.drop)
        self.hand = Drafting(s, around.board, self.decision, self.telling, self.turns, self.gestures)
        self.tray = DiceTray(app.theme, s.words)
        self.showing.begun.append(s.eye.happens)
        self._laid_for: object = None
        self._status_of: tuple[State | None, object] = (None, None)
        self._catch_up()
        if match.writer is not None:
            played.note(match.writer.path)

    def _catch_up(self) -> None:
        """What happened before the window opened stands in the log at once; a fresh battle is shown from its start."""
        lines = len(self.sitting.session.lines)
        if lines > 1:
            self.showing.jump(lines - 1)
        self.telling.tell(lines if lines > 1 else 0)
        self.dock.read()
        self.telling.see()

    # -- for the places over it -------------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """The words of the one who looks."""
        return self.sitting.words

    @property
    def view(self) -> State:
        """What is seen of the battle."""
        return self.sitting.view

    def acting_side(self) -> str | None:
        """The side of the person at the window: who decides now, else who looks."""
        return self.dealings.acting_side()

    def act(self, action: str) -> bool:
        """Do an action of the keyboard."""
        return self.sitting.act(action)

    # -- time -------------------------------------------------------------------------------------------------

    def wear(self) -> None:
        """Say anew what the editor and the panel say; the draft, and what is suggested, stay."""
        s = self.sitting
        self.tray.theme, self.tray.words = s.app.theme, s.words
        self.recall.pace()
        self.showing.reduced = s.app.settings.reduced_motion
        editor = self.decision.editor
        if editor is not None:
            editor.desk.words, editor.desk.keys = s.words, s.keys
            self._laid_for = None
        self._set_prompt()

    def update(self, dt: float) -> None:
        """Show what happened, let bots think, ask the person whose turn it is."""
        s, match = self.sitting, self.match
        self.showing.viewer = self.telling.side
        self.showing.update(dt)
        self.telling.stage.update(dt)
        self.recall.seen()
        self.telling.see()
        if len(s.session.lines) - self.showing.line <= AHEAD:
            match.tick()
        for fault in match.faults:
            s.app.notice(fault, "danger")
        match.faults.clear()
        if not self.showing.busy:
            self.turns.at_rest(self.dealings.offers, self._curtain)
        self.advice.update(self.decision, bool(self.gestures.kind))
        self.turns.advised(self.prompt.compact)
        self.decision.update(dt)
        self.hand.follow_subject()
        self.hand.update(dt)
        self._set_prompt()
        self.prompt.update(dt, s.app.settings.reduced_motion)
        self._lay_out_if_needed()

    def _curtain(self, decision: Decision) -> bool:
        before = self.since.on
        held = self.recall.curtain(decision, self, self.turns.clear) or self.since.holds(decision)
        if self.since.on and not before:
            self.dock.show("decision")
        return held

    def _lay_out_if_needed(self) -> None:
        editor = self.decision.editor
        key = (
            editor.version if editor is not None else -1,
            self.decision.odds is not None,
            tuple(len(sheet.rows) for sheet in self.decision.sheets),
            len(self.dock.card.rows),
        )
        if key != self._laid_for:
            self._laid_for = key
            self.sitting.lay_out()

    def _set_prompt(self) -> None:
        s, prompt = self.sitting, self.prompt
        of = (s.view, (prompt.theme.key, s.words.language))
        if of[0] is not self._status_of[0] or of[1] != self._status_of[1]:
            self._status_of = of
            set_status(prompt, s.session.ruleset.status(s.view), s.words, s.view)
        editor = self.decision.editor
        space = editor.desk.asked.space if editor is not None else None
        idle = set_prompt(prompt, self.match, self.showing, s.view, s.words, s.keys, space)
        self.decision.set_idle(idle)
        self.dock.veiled = self.recap.on  # it waits until all has been seen
        if not self.showing.busy:
            set_advice(prompt, self.advice, self.decision)
        if self.since.on:
            prompt.message = say(_("Since you last decided"), "bold", "accent")
            prompt.hint = say(_("[{key}] leads to your first answer").format(key=s.keys.shown("confirm")), "small")
        if self.recap.on:
            prompt.message = say(_("Events since your last answer"), "bold", "accent")
            farther = _("[{key}] starts earlier").format(key=s.keys.shown("recap"))
            prompt.hint += say(f"   {farther}", "small", "text_dim")

    def closed(self) -> None:
        """The record is closed with the screen; what its file does not take is written elsewhere."""
        app = self.sitting.app
        self.advice.close()
        anew = self.match.close(app.folders.refuges)
        if anew is not None:
            told = told_of(anew)
            app.notice(told, "warning")
            sys.stderr.write(f"{told}\n")
        if self.match.writer is not None:
            played.note(self.match.writer.path)

    # -- tools and keys ---------------------------------------------------------------------------------------

    def tools(self) -> Sequence[Tool]:
        """Undo and the menu."""
        k = self.sitting.keys.shown
        begun = len(self.sitting.session.lines) > 1
        return [
            Tool("menu", "menu", _("Battle menu"), k("menu")),
            Tool("undo", "undo", _("Undo (or ask to undo)"), k("undo"), False, begun),
            Tool("recap", "rewind", _("Show the events since my last answer again"), k("recap"), self.recap.on),
        ]

    def use(self, action: str) -> bool:
        """Actions of the battle."""
        if action == "undo":
            self.dealings.undo()
        elif action == "menu":
            self.back()
        elif action == "recap":
            self.recall.show_again(self.acting_side())
        else:
            return False
        return True

    def back(self) -> bool:
        """Escape: the menu of the battle."""
        self.sitting.app.go(destinations.Menu(self))
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Keys: back to now, skipping, the editor's rows and actions."""
        enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if self.past.on:
            if (enter or event.key == pygame.K_ESCAPE) and not self.sitting.tool:
                self.recall.to_now()
                return True
            return False
        if self.showing.busy:
            if enter or event.key == pygame.K_SPACE:
                self.showing.skip() if enter else self.showing.step()
                self.telling.see()
                return True
            return False
        if self.since.key(event):
            return True
        return not self.dock.reads and self.hand.key(event)

    # -- the mouse --------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """What comes out of the tray goes on; a click on dice skips, one on the band of the past leads to now."""
        if self.since.mouse(event, pos) or self.hand.mouse(event, pos):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.tray.rect.collidepoint(pos):
            self.showing.skip()
            self.showing.rolling = None
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.past.on and self.past.rect.collidepoint(pos):
            self.recall.to_now()
            return True
        return False

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """The editor's gestures."""
        return self.hand.table_mouse(event, pos, spot)

    def clicked(self, spot: Spot) -> None:
        """A click on the table."""
        self.hand.clicked(spot)

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The decision's rows; a click on card or log leads the keyboard there."""
        dock, decision = self.dock, self.decision
        pressed = event.type == pygame.MOUSEBUTTONDOWN
        if dock.shows("decision") and decision.rect.collidepoint(pos):
            if pressed:
                self.recall.to_now()
            if pressed and event.button == 1:
                dock.focus("decision")
                self.gestures.from_tray(decision.editor, decision, pos)
            self.turns.do(decision.mouse(event, pos))
            return True
        if pressed and event.button == 1:
            if dock.log.rect.collidepoint(pos) and dock.shows("log"):
                dock.focus("log")
            elif dock.card.rect.collidepoint(pos) and dock.shows("card"):
                dock.focus("card")
        return False

    def entry(self, entry: Entry, button: int) -> None:
        """A line of the log: the table as it was then; by the right button, everything back to before it."""
        if button == 3:
            self.dealings.ask_back_to(entry)
        else:
            self.go_to_entry(entry)

    def go_to_entry(self, entry: Entry) -> None:
        """The table as it was at a line of the log, and the place on it; the same line again leads back to now."""
        past = self.past
        again = past.entry is not None and past.entry is entry
        now = entry.names is self.showing.state or entry.line >= len(self.sitting.session.lines) - 1
        past.entry = None if again or now or self.showing.busy else entry
        self.telling.see()
        if not again:
            self.sitting.show_entry(entry)

    # -- what the table shows ---------------------------------------------------------------------------------

    def known(self) -> tuple[int, Sees]:
        """The lines shown so far, and what the viewer may know."""
        return self.showing.line, self.telling.may_see

    def hidden_from(self) -> Sequence[str]:
        """The sides that people play."""
        return self.match.persons

    def marks(self) -> Marks:
        """What the editor marks."""
        return self.hand.marks()

    def points_elsewhere(self) -> bool:
        """Whether the pointer rests on another unit than the draft's."""
        return self.hand.points_elsewhere()

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Where the draft would bring bases, and the first enemy that it reaches."""
        return self.hand.thought_of()

    def tip_at(self, pos: tuple[int, int], tip: Spans) -> Spans:
        """Of an enemy that the draft may not be aimed at, also why."""
        return self.hand.tip_at(tip)

    def measuring_side(self) -> str:
        """Where measuring is among one's own only."""
        decision = self.match.decision
        return decision.side if decision is not None and decision.measuring == "own" else ""

    def moving(self) -> Poses:
        """Bases on their way."""
        if self.past.on:
            return {}
        return {b: p for b, p in self.showing.poses().items() if b in self.sitting.view.bases}

    def draw_beside(self, surface: pygame.Surface) -> None:
        """What happened since one last decided, in place of the answers."""
        self.since.draw(surface, self.dock)

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The band of the past, the dice tray."""
        s = self.sitting
        if not self.past.on:
            self.since.draw_pins(surface)
            self.telling.stage.draw(surface, s.app.theme)
        self.past.draw(surface, s.table.rect, s.app.theme, s.words)
        rolling = self.showing.rolling if not self.past.on else None
        if rolling is not None:
            decision = self.decision.editor.desk.decision.id if self.decision.editor is not None else ""
            occasion = f"{id(rolling)} {decision}"
            clear = self.hand.in_use() if self.tray.chooses(occasion) else ()
            self.tray.draw(surface, s.free_area(), rolling, s.view, self.showing.rolled_for, clear, occasion)
