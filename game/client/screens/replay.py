"""Replay: a battle watched again, forwards and backwards, by steps, by play, by a bar to drag."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.client.app import App
from game.client.art.icons import icon
from game.client.battle.luck import Sees
from game.client.battle.match import guard_of
from game.client.battle.showing import Showing
from game.client.panels.log_entry import Entry, entry_of, why_of
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.report.facts import turn_number
from game.client.screens.settings import SPEED_WORDS
from game.client.screens.table_screen import TableScreen
from game.client.sound.ear import ear
from game.client.ui.text import flow, say
from game.client.words import _
from game.engine.event import Event
from game.engine.record import Record
from game.engine.session import Session
from game.engine.state import State, view

SPEEDS: tuple[str, ...] = ("slow", "normal", "fast", "quick")
BUTTONS = (
    ("start", "skip-start"),
    ("back", "step-back"),
    ("play", "play"),
    ("forward", "step-forward"),
    ("end", "skip-end"),
)


class ReplayScreen(TableScreen):
    """A record being watched.

    Parameters
    ----------
    session
        The battle, read from its record or just ended.
    record
        The file it came from; None where it is still in memory.
    """

    tabs = ("card", "log")

    def __init__(self, app: App, session: Session, record: Record | None) -> None:
        super().__init__(app, session)
        self.record = record
        self.tray = DiceTray(app.theme, self.words)
        self.speed: str = app.settings.speed if app.settings.speed != "instant" else "normal"
        self.side: str | None = None
        self.playing = False
        self.showing = Showing(session, self.speed, app.settings.reduced_motion)
        self.showing.listeners.append(self._shown)
        self.showing.begun.append(ear(app.sound, session.ruleset, lambda: self.showing.state))
        self._bar = pygame.Rect(0, 0, 10, 10)
        self._buttons: dict[str, pygame.Rect] = {}
        self._dragging_bar = False
        self._seen: State | None = None
        numbers = [turn_number(line.state) for line in session.lines]
        self.turn_starts = [0, *(n for n in range(1, len(numbers)) if numbers[n] != numbers[n - 1])]
        self.go_to(0)

    def guarded(self) -> Callable[[], None] | None:
        """Watching changes nothing."""
        return guard_of(self.session)

    # -- where it is ------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The line after which the table stands."""
        return self.showing.line - 1

    @property
    def last(self) -> int:
        """The last line."""
        return len(self.session.lines) - 1

    def go_to(self, line: int) -> None:
        """Stand right after a line."""
        line = min(max(line, 0), self.last)
        self.showing.limit = line + 1
        self.showing.jump(line)
        self.log.set_entries(self._entries(line + 1))
        self.log.pinned = True
        self._see()

    def _entries(self, lines: int) -> list[Entry]:
        out: list[Entry] = []
        for n, line in enumerate(self.session.lines[:lines]):
            why = why_of(n, line, self.side)
            if why is not None:
                out.append(why)
            for k, event in enumerate(line.events):
                entry = entry_of(n, k, event, line.state) if self._may_see(event) else None
                if entry is not None:
                    out.append(entry)
        return out

    def _may_see(self, event: Event) -> bool:
        return self.side is None or not event.only or event.only == self.side

    def known(self) -> tuple[int, Sees]:
        """The lines up to where the replay stands, and what may be seen of them."""
        return self.showing.line, self._may_see

    def _shown(self, line: int, number: int, event: Event, state: State) -> None:
        if number == 0:
            why = why_of(line, self.session.lines[line], self.side)
            if why is not None:
                self.log.add(why)
        entry = entry_of(line, number, event, state) if self._may_see(event) else None
        if entry is not None:
            self.log.add(entry)

    def step(self, by: int) -> None:
        """One line on, shown as it happens; or one line back at once."""
        self.playing = False
        if by < 0:
            self.go_to((self.at if not self.showing.busy else self.at + 1) - 1)
            return
        if self.showing.busy:
            self.showing.skip()
            return
        self.showing.limit = min(self.showing.line + 1, self.last + 1)

    def step_turn(self, by: int) -> None:
        """To the beginning of the next turn, or back to that of this one and the one before."""
        self.playing = False
        if by > 0:
            self.go_to(next((n for n in self.turn_starts if n > self.at), self.last))
        else:
            self.go_to(next((n for n in reversed(self.turn_starts) if n < self.at), 0))

    def toggle_play(self) -> None:
        """Play or pause."""
        if self.playing:
            self.playing = False
            self.showing.limit = min(self.showing.line + 1, self.last + 1) if self.showing.busy else self.showing.line
            return
        if self.at >= self.last and not self.showing.busy:
            self.go_to(0)
        self.playing = True
        self.showing.limit = None

    def update(self, dt: float) -> None:
        """Time passes: play on."""
        super().update(dt)
        self.showing.update(dt)
        if self.playing and not self.showing.busy:
            self.playing = False
        self._see()
        self._set_prompt()

    def _see(self) -> None:
        if self.showing.state is self._seen:
            return
        self._seen = self.showing.state
        # a replay is watched as it was, the dice apart
        self.view = view(self.showing.state, self.side) if self.side is not None else self.showing.state
        self.see(self.view)

    def _set_prompt(self) -> None:
        p = self.prompt
        p.message = say(_("Replay"), "bold", "accent")
        n = max(self.at, 0)
        p.hint = say(_("Answer {n} of {most}").format(n=n, most=self.last), "small", "text_dim")
        line = self.session.lines[min(n, self.last)]
        side = line.command.side if line.command is not None else ""
        p.side = self.inspector.slot(side) if side else -1
        over = self.view.over
        if over is not None:
            p.message = self.words.spans(over.why, self.view, "bold")
        p.status = [
            (self.words.spans(a, self.view, "small", "text_dim"), self.words.spans(b, self.view, "small_bold"))
            for a, b in self.session.ruleset.status(self.view)
        ]

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the screen and the bar below."""
        self.tray.theme, self.tray.words = self.app.theme, self.words
        self._set_prompt()
        super().build()

    def foot_height(self) -> int:
        """Room for the buttons and the bar."""
        return self.app.theme.px(58)

    def lay_out(self) -> None:
        """Place the buttons and the bar."""
        super().lay_out()
        px = self.app.theme.px
        w, h = self.app.size
        side = px(36)
        x, y = px(12), h - self.foot_height() + px(11)
        self._buttons = {}
        for name, _icon in BUTTONS:
            self._buttons[name] = pygame.Rect(x, y, side, side)
            x += side + px(4)
        right = w - px(14)
        self._buttons["leave"] = pygame.Rect(right - side, y, side, side)
        wide = px(104)
        self._buttons["speed"] = pygame.Rect(right - side - px(8) - wide, y, wide, side)
        self._buttons["side"] = pygame.Rect(self._buttons["speed"].left - px(8) - px(130), y, px(130), side)
        self._bar = pygame.Rect(
            x + px(12), y + px(8), max(px(40), self._buttons["side"].left - x - px(28)), side - px(16)
        )

    # -- events -----------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        """The bar and its buttons, then the table."""
        pos = self.app.pointer.at
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._bar.inflate(0, self.app.theme.px(14)).collidepoint(pos):
                self._dragging_bar = True
                self.playing = False
                self._drag_to(pos[0])
                return True
            for name, rect in self._buttons.items():
                if rect.collidepoint(pos):
                    self.press(name)
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
        share = (x - self._bar.left) / max(1, self._bar.width)
        line = round(min(max(share, 0.0), 1.0) * self.last)
        if line != self.at or self.showing.busy:
            self.go_to(line)

    def press(self, button: str) -> None:
        """A button below the table."""
        if button == "start":
            self.playing = False
            self.go_to(0)
        elif button == "end":
            self.playing = False
            self.go_to(self.last)
        elif button == "back":
            self.step(-1)
        elif button == "forward":
            self.step(1)
        elif button == "play":
            self.toggle_play()
        elif button == "speed":
            self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
            self.showing.speed = self.speed
        elif button == "side":
            sides = [None, *self.session.state.sides]
            self.side = sides[(sides.index(self.side) + 1) % len(sides)]
            self._seen = None
            self.showing.viewer = self.side
            self.log.set_entries(self._entries(self.showing.line))
            self._see()
        elif button == "leave":
            self.back()

    def key(self, event: pygame.event.Event) -> bool:
        """Space plays, arrows step, with Ctrl by turns, Home and End jump."""
        if event.mod & pygame.KMOD_SHIFT or self.log.active or self.card.active:
            return super().key(event)
        names = {
            pygame.K_SPACE: "play",
            pygame.K_LEFT: "back",
            pygame.K_RIGHT: "forward",
            pygame.K_HOME: "start",
            pygame.K_END: "end",
        }
        if event.mod & pygame.KMOD_CTRL and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step_turn(1 if event.key == pygame.K_RIGHT else -1)
            return True
        if event.key in names:
            self.press(names[event.key])
            return True
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.playing = False
            self.go_to(self.at + (10 if event.key == pygame.K_PAGEDOWN else -10))
            return True
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

    def tools(self) -> Sequence[Tool]:
        """The table's tools."""
        return super().tools()

    # -- drawing ----------------------------------------------------------------------------------------------

    def moving(self) -> dict[str, tuple[float, float, float]]:
        """Bases on their way."""
        return {b: p for b, p in self.showing.poses().items() if b in self.view.bases}

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The dice tray."""
        if self.showing.rolling is not None:
            self.tray.draw(surface, self.table.rect, self.showing.rolling, self.view, self.showing.rolled_for)

    def draw_parts(self, surface: pygame.Surface) -> None:
        """Card and log, and the bar below the table."""
        super().draw_parts(surface)
        theme, px = self.app.theme, self.app.theme.px
        w, h = self.app.size
        foot = pygame.Rect(0, h - self.foot_height(), w, self.foot_height())
        pygame.draw.rect(surface, theme.colour("panel"), foot)
        pygame.draw.line(surface, theme.colour("edge"), foot.topleft, foot.topright, px(1))
        for name, picture in BUTTONS:
            if name == "play" and self.playing:
                picture = "pause"
            self._draw_button(surface, self._buttons[name], picture)
        self._draw_button(surface, self._buttons["leave"], "close")
        self._draw_label(surface, self._buttons["speed"], _("speed: {speed}").format(speed=_(SPEED_WORDS[self.speed])))
        seen = _("as it was") if self.side is None else self.words.name(self.side, self.view)
        self._draw_label(surface, self._buttons["side"], seen)
        self._draw_bar(surface)

    def _draw_button(self, surface: pygame.Surface, rect: pygame.Rect, picture: str) -> None:
        theme = self.app.theme
        hover = rect.collidepoint(self.app.pointer.at)
        fill = theme.colour("button_hover" if hover else "button")
        pygame.draw.rect(surface, fill, rect, border_radius=theme.px(6))
        image = icon(picture, theme.px(20), theme.colour("text"))
        surface.blit(image, image.get_rect(center=rect.center))

    def _draw_label(self, surface: pygame.Surface, rect: pygame.Rect, words: str) -> None:
        theme = self.app.theme
        hover = rect.collidepoint(self.app.pointer.at)
        fill = theme.colour("button_hover" if hover else "button")
        pygame.draw.rect(surface, fill, rect, border_radius=theme.px(6))
        block = flow(say(words, "small"), rect.width - theme.px(8), theme, centred=True)
        block.draw(surface, theme, (rect.left + theme.px(4), rect.centery - block.height // 2))

    def _draw_bar(self, surface: pygame.Surface) -> None:
        theme, bar = self.app.theme, self._bar
        pygame.draw.rect(surface, theme.colour("panel_sunken"), bar, border_radius=theme.px(4))
        share = max(self.at, 0) / max(1, self.last)
        done = pygame.Rect(bar.left, bar.top, round(bar.width * share), bar.height)
        pygame.draw.rect(surface, theme.colour("accent_dim"), done, border_radius=theme.px(4))
        for n, line in enumerate(self.session.lines):
            if any(e.family in ("loss", "score") for e in line.events):
                x = bar.left + round(bar.width * n / max(1, self.last))
                pygame.draw.line(surface, theme.colour("danger"), (x, bar.top), (x, bar.bottom - 1))
        for n in self.turn_starts[1:]:
            x = bar.left + round(bar.width * n / max(1, self.last))
            top = (x, bar.top - theme.px(4))
            pygame.draw.line(surface, theme.colour("text_dim"), top, (x, bar.bottom + theme.px(3)), theme.px(2))
        knob = pygame.Rect(0, 0, theme.px(8), bar.height + theme.px(10))
        knob.center = (bar.left + round(bar.width * share), bar.centery)
        pygame.draw.rect(surface, theme.colour("text"), knob, border_radius=theme.px(3))


__all__ = ["ReplayScreen"]
