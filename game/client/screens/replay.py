"""Replay: a battle watched again, forwards and backwards, by steps, by play, by a bar to drag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.client import places
from game.client.battle.stops import why_no_fork
from game.client.keymap import ACTIONS
from game.client.navigation import Window
from game.client.panels.log_entry import Entry
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.screens.replay_notes import ReplayNotes
from game.client.settings import SPEED_WORDS
from game.client.ui.text import say
from game.client.words import N_, Spans, Words, _
from game.engine.record import Header, Record, RecordError, read_record
from game.engine.session import Session

SPEEDS: tuple[str, ...] = ("slow", "normal", "fast", "quick")
REPLAY_ACTIONS = frozenset(a.id for a in ACTIONS if a.group == "Replay")
TIPS = {a.id: a.label for a in ACTIONS if a.group == "Replay"} | {
    "speed": N_("How fast it is shown"),
    "side": N_("Whose eyes it is seen with"),
    "leave": N_("Leave the replay"),
}


def _tip(action: str) -> str:
    """What a key does, in the player's language."""
    return _(TIPS[action])


class ReplayScreen(ReplayNotes):
    """A record being watched."""

    def __init__(self, app: Window, session: Session, record: Record | None, path: Path | None = None) -> None:
        self._dragging_bar = False
        self.tray = DiceTray(app.theme, Words(app.settings.language, session.ruleset))
        super().__init__(app, session, record, path)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the screen and the bar below."""
        self.tray.theme, self.tray.words = self.app.theme, self.words
        self.bar.theme = self.app.theme
        self._set_prompt()
        super().build()

    def foot_height(self) -> int:
        """Room for the buttons and the bar."""
        return self.bar.height()

    def lay_out(self) -> None:
        """Place the buttons and the bar."""
        super().lay_out()
        self.bar.place(self.app.size)

    def tools(self) -> Sequence[Tool]:
        """What can be made of the battle, then the table's tools."""
        k = self.keys.shown
        if self.path is None:
            return super().tools()
        along = _("Take along: page, moving picture, picture")
        return [
            Tool("replay_mark", "bookmark", _tip("replay_mark"), k("replay_mark"), self.at in self.bar.marked.kept),
            Tool("replay_marks", "log", _tip("replay_marks"), k("replay_marks"), False, bool(self.bar.marked.kept)),
            Tool("replay_fork", "fork", _tip("replay_fork"), k("replay_fork")),
            Tool("replay_export", "export", along, k("replay_export")),
            Tool("report_fault", "edit", _("Report a fault: write this moment as a position"), k("report_fault")),
            *super().tools(),
        ]

    # -- events -----------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        """The bar and its buttons, then the table."""
        pos = self.app.pointer.at
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            kept = self.bar.kept_at(pos)
            if kept is not None:
                self.playing = False
                self.go_to(kept)
                return True
            if self.bar.on_bar(pos):
                self._dragging_bar = True
                self.playing = False
                self._drag_to(pos[0])
                return True
            button = self.bar.button_at(pos)
            if button:
                self.press(button)
                return True
            if self.tray.rect.collidepoint(pos):
                self.showing.skip()
                return True
        if self._dragging_bar:
            if event.type == pygame.MOUSEMOTION:
                self._drag_to(pos[0])
            elif event.type == pygame.MOUSEBUTTONUP:
                self._dragging_bar = False
            return True
        return super().mouse(event)

    def _drag_to(self, x: int) -> None:
        line = self.bar.line_at(x)
        if line != self.at or self.showing.busy:
            self.go_to(line)

    def press(self, button: str) -> None:
        """A button below the table."""
        if button == "speed":
            self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
            self.showing.speed = self.speed
        elif button == "side":
            sides = [None, *self.session.state.sides]
            self.side = sides[(sides.index(self.side) + 1) % len(sides)]
            self._seen = None
            self.showing.viewer = self.side
            self.log.set_entries(self._entries(self.showing.line, self.showing.event))
            self._see()
        elif button == "leave":
            self.back()
        else:
            self.use(button)

    def use(self, action: str) -> bool:
        """Actions of the replay, then those of the table."""
        marked = self.bar.marked
        acts: dict[str, Callable[[], None]] = {
            "replay_play": self.toggle_play,
            "replay_start": lambda: self.step_to((), -1),
            "replay_end": lambda: self.step_to((), 1),
            "replay_back": lambda: self.step(-1),
            "replay_forward": lambda: self.step(1),
            "replay_event_back": lambda: self.step_event(-1),
            "replay_event": lambda: self.step_event(1),
            "replay_phase_back": lambda: self.step_to(marked.phases, -1),
            "replay_phase": lambda: self.step_to(marked.phases, 1),
            "replay_turn_back": lambda: self.step_to(marked.turns, -1),
            "replay_turn": lambda: self.step_to(marked.turns, 1),
            "replay_ten_back": lambda: self.step_to((self.at - 10,), -1),
            "replay_ten": lambda: self.step_to((self.at + 10,), 1),
            "replay_mark": self.mark,
            "replay_mark_back": lambda: self.step_mark(-1),
            "replay_mark_next": lambda: self.step_mark(1),
            "replay_marks": self.list_marks,
            "replay_fork": self._fork,
            "replay_export": self._export,
        }
        if action not in acts:
            return super().use(action)
        acts[action]()
        return True

    def _fork(self) -> None:
        """Go on from here as a new battle, where somebody decides something here."""
        if self.path is None:
            return
        self.playing = False
        self.go_to(self.at)
        trouble = why_no_fork(self.session, self.at)
        if trouble:
            self.app.notice(trouble, "warning")
            return
        header = self._header()
        title = header.title if header is not None and header.title else self.path.stem
        players = header.players if header is not None else {}
        self.app.go(places.WhatIf(self.session, self.at, title, players, self.told_of(self.at)))

    def _header(self) -> Header | None:
        """The first line of the record: title and players."""
        if self.record is not None:
            return self.record.header
        try:
            return read_record(self.path).header if self.path is not None else None
        except RecordError:
            return None  # the battle goes on without them

    def _export(self) -> None:
        from game.client.screens.export import offer_export

        if self.path is not None:
            offer_export(self.app, self.path, max(self.at, 0))

    def key(self, event: pygame.event.Event) -> bool:
        """Keys of the replay, unless the keyboard is led to the log or the card; then those of the table."""
        if not (self.log.active or self.card.active):
            action = self.keys.action(event, REPLAY_ACTIONS)
            if action:
                return self.use(action)
        return super().key(event)

    def focus_part(self, part: str) -> None:
        """Lead the keyboard to a part of the panel; from the log back to the bar."""
        super().focus_part(part)
        if not part:
            self.card.active = self.log.active = False

    def go_to_entry(self, entry: Entry) -> None:
        """A line of the log: the table as it was then."""
        self.playing = False
        self.go_to(entry.line)
        super().go_to_entry(entry)

    # -- drawing ----------------------------------------------------------------------------------------------

    def moving(self) -> dict[str, tuple[float, float, float]]:
        """Bases on their way."""
        return {b: p for b, p in self.showing.poses().items() if b in self.view.bases}

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The dice tray."""
        if self.showing.rolling is not None:
            self.tray.draw(surface, self.free_area(), self.showing.rolling, self.view, self.showing.rolled_for)

    def draw_parts(self, surface: pygame.Surface) -> None:
        """Card and log, and the bar below the table."""
        super().draw_parts(surface)
        seen = _("as it was") if self.side is None else self.words.name(self.side, self.view)
        said = {"speed": _("speed: {speed}").format(speed=_(SPEED_WORDS[self.speed])), "side": seen}
        self.bar.draw(surface, self.at, self.playing, said, self.app.pointer.at)

    def tip_at(self, pos: tuple[int, int]) -> Spans:
        """What a button of the foot does, and its key; what is at a place of the bar."""
        button = self.bar.button_at(pos)
        if button:
            key = f"  [{self.keys.shown(button)}]" if button in REPLAY_ACTIONS else ""
            return say(_(TIPS[button]) + key, "small")
        kept = self.bar.kept_at(pos)
        if kept is not None and self.bookmarks is not None:
            return say(self.bookmarks.notes[kept] or _("Without a note"), "small_bold") + say(
                f"  {self.told_of(kept)}", "small"
            )
        if self.bar.on_bar(pos):
            return say(self.told_of(self.bar.line_at(pos[0])), "small")
        return super().tip_at(pos)


__all__ = ["ReplayScreen"]
