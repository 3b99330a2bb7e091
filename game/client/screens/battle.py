"""The battle screen: a table with prompt, tools and dock around it, and whatever is at play there plugged in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

import pygame

from game.client.editors.desk import Marks
from game.client.guard import Guarded
from game.client.panels.ghost_chip import GhostChip
from game.client.panels.toolbar import Tool
from game.client.parts.around import Around
from game.client.parts.drawer import Drawer
from game.client.parts.near import Near
from game.client.parts.part import Part, Play
from game.client.parts.small_map import SmallMap
from game.client.screen import Screen
from game.client.sound.ambience import Ground
from game.client.ui.text import say
from game.client.ui.tips import draw_tip
from game.client.words import Link, Spans

P = TypeVar("P", bound=Play)
MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
ARROWS = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
"""Where the table slides by Shift and an arrow."""


class BattleScreen(Screen, Generic[P]):
    """A table in the window.

    It shares the window among its parts, leads events to them, lets time pass for them and draws them; what happens
    at the table they know themselves.

    Parameters
    ----------
    around
        The parts that are always there.
    play
        What is at play: a seat, a course.
    parts
        All that is plugged in, ``play`` among it; see :class:`game.client.parts.part.Part` for the order.
    """

    def __init__(self, around: Around, play: P, parts: Sequence[Part]) -> None:
        super().__init__(around.sitting.app)
        self.sitting, self.prompt, self.dock = around.sitting, around.prompt, around.dock
        self.layers, self.tools, self.board = around.layers, around.tools, around.board
        self.session, self.table, self.log = self.sitting.session, self.sitting.table, self.dock.log
        self.play = play
        self.chip = GhostChip()
        near = Near(self.sitting, self.dock, self.tools, self.layers, self.board)
        self.parts = (near, *parts, SmallMap(self.sitting, self.layers), Drawer(self.sitting, self.dock, play))
        self.sitting.screen = self
        self.sitting.lay_out = self.lay_out
        self.sitting.act = self.use

    def _last_first(self) -> Iterator[Part]:
        return reversed(self.parts)

    def guarded(self) -> Guarded | None:
        """The battle may change by commands alone, what is shown of it not at all."""
        return Guarded(self.session, self.sitting.view)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay everything out for the window's size, by scale and language."""
        self.sitting.wear()
        self.prompt.theme = self.app.theme
        for own in (self.tools, self.dock, self.layers):
            own.wear()
        for part in self.parts:
            part.wear()
        self.lay_out()

    def lay_out(self) -> None:
        """Share the window between prompt, table and dock; the tools and other parts float over the table."""
        w, h = self.app.size
        head, wide = self.prompt.tall(h), self.dock.width()
        self.prompt.place(pygame.Rect(0, 0, w, head))
        table = pygame.Rect(0, head, w - wide, h - head)
        self.sitting.eye.place(table, self._inset())
        over = table
        for part in self.parts:
            over = part.floats(over)
        self.tools.place(table, self._more_tools())
        self.dock.place(pygame.Rect(w - wide, head, wide, (over if self.dock.folded else table).height))

    def _inset(self) -> tuple[int, int, int, int]:
        """What the tools, the line of the log and other parts take of the table's edges, pixels."""
        px = self.app.theme.px
        return px(12), px(54) + sum(part.brow() for part in self.parts), px(12), px(40) + self._foot()

    def _foot(self) -> int:
        return sum(part.foot() for part in self.parts)

    def _more_tools(self) -> list[Tool]:
        """The tools of what is plugged in."""
        return [tool for part in self._last_first() for tool in part.tools()]

    def notices_area(self) -> pygame.Rect:
        """Sentences lie over the table, never over the question, its answers or what a coach says."""
        over = max(self.tools.toolbar.bottom, *(part.lies_to() for part in self.parts))
        top = max(super().notices_area().top, over + self.app.theme.px(8))
        return pygame.Rect(self.table.rect.left, top, self.table.rect.width, self.table.rect.bottom - top)

    # -- time -------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """The screen has come to the top."""
        for part in self.parts:
            part.opened()

    def closed(self) -> None:
        """Nobody asks for odds any more; the parts end what they do."""
        self.layers.odds.stop()
        self.app.sound.lay(None)
        for part in self.parts:
            part.closed()

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        super().update(dt)
        scene = self.table.picture.scene
        self.app.sound.lay(Ground(scene.weather.sky, scene.season, scene.hour))
        self.sitting.flash.update(dt)
        self.sitting.eye.update(dt)
        self.tools.update(self._more_tools())
        self.layers.update(dt, self.play)
        for part in self.parts:
            part.update(dt)

    # -- events -----------------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Mouse to what lies under it, keys to what has the focus."""
        if event.type in MOUSE:
            return self._mouse(event)
        if self.log.typing and event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            return self.log.type(event)
        if event.type == pygame.KEYDOWN:
            return any(part.key(event) for part in self._last_first()) or self._own_key(event)
        return False

    def use(self, action: str) -> bool:
        """Do an action of the keyboard: one of what is plugged in, else the table's."""
        return any(part.use(action) for part in self._last_first()) or self.tools.use(action, self.play)

    def _own_key(self, event: pygame.event.Event) -> bool:
        """A key that nothing plugged in has used."""
        if event.mod & pygame.KMOD_SHIFT and event.key in ARROWS:
            far, (dx, dy) = self.app.theme.px(80), ARROWS[event.key]
            self.table.camera.pan(dx * far, dy * far)
            return True
        if self.dock.key(event):
            return True
        if event.key == pygame.K_ESCAPE and self.sitting.tool:
            self.sitting.tool = ""
            return True
        action = self.sitting.keys.action(event)
        if action and self.use(action):
            return True
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    def back(self) -> None:
        """Escape: whatever is at play knows where it leads, else the screen is left."""
        if not self.play.back():
            super().back()

    def _mouse(self, event: pygame.event.Event) -> bool:
        pos = self.app.pointer.at
        if any(part.mouse(event, pos) for part in self._last_first()):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._hover(pos)
        if self.board.held:
            self._table_mouse(event, pos)
            return True
        odds = self.layers.odds
        if odds.covers(pos):
            press = odds.mouse(event)
            if press is not None:
                self.follow(Link("clause" if press.link_kind == "clause" else "thing", press.id))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.log.head.typing = False
            if self._pressed(event, pos):
                return True
            self.board.held = self.table.rect.collidepoint(pos) and not self.dock.covers(pos)
        if self.dock.covers(pos) and not self.board.held:
            if not self.play.panel_mouse(event, pos):
                entry = self.dock.mouse(event, pos)
                if entry is not None:
                    self.play.entry(entry, event.button)
            return True
        if self.table.rect.collidepoint(pos):
            self._table_mouse(event, pos)
            return True
        return False

    def _hover(self, pos: tuple[int, int]) -> None:
        tool = self.tools.toolbar.at(pos)
        self.tools.toolbar.hover = tool.id if tool is not None else ""
        self.prompt.link = self.prompt.link_at(pos) if self.prompt.rect.collidepoint(pos) else None
        covered = self.tools.toolbar.covers(pos) or self.dock.covers(pos) or self.layers.odds.covers(pos)
        covered = covered or any(part.covers(pos) for part in self.parts)
        self.sitting.under = self.table.spot(pos) if not covered else None

    def _pressed(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A button of the mouse goes down on the prompt, the tools or the tabs of the dock."""
        if any(part.press(event, pos) for part in self._last_first()):
            return True
        if event.button != 1:
            return False
        tool = self.tools.toolbar.at(pos)
        if tool is not None:
            if tool.enabled:
                self.use(tool.id)
                self.lay_out()
            return True
        if self.tools.toolbar.covers(pos):
            return True
        if self.prompt.rect.collidepoint(pos):
            link = self.prompt.link_at(pos)
            if link is not None:
                self.follow(link)
            return True
        return self.dock.press(pos)

    def _table_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> None:
        spot = self.table.spot(pos)
        if self.play.table_mouse(event, pos, spot):
            return
        clicked = self.board.mouse(event, pos, spot)
        if clicked is not None:
            self.play.clicked(clicked)

    def follow(self, link: Link) -> None:
        """A link leads to the rules or to a thing on the table."""
        self.sitting.follow(link)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        play, marks = self.play, self.play.marks()
        over = self.layers.overlays(play, marks, self.board.down is None)
        self.table.draw(surface, play.moving(), over, marks.hidden)
        self.table.picture.prepare_ahead(self._about(), self.sitting.eye.likely)
        self.layers.draw(surface)
        play.draw_over_table(surface)
        self._draw_chip(surface, marks)
        self.tools.draw(surface, self.app.pointer.at if self.board.held else None)
        self.dock.draw(surface)
        for part in self.parts:
            part.draw_beside(surface)
        self.prompt.draw(surface)
        self.manager.draw_ui(surface)
        self._draw_tip(surface, marks)
        for part in self.parts:
            part.draw_over(surface)

    def _about(self) -> tuple[int, int]:
        """Where the wheel would zoom: at the pointer, else in the middle of the table."""
        pos = self.app.pointer.at
        return pos if self.table.rect.collidepoint(pos) else self.table.rect.center

    def _draw_chip(self, surface: pygame.Surface, marks: Marks) -> None:
        """What is drafted costs and needs so much, beside its ghost."""
        s = self.sitting
        if marks.chip is None or self.play.points_elsewhere():
            self.chip.rest()
            return
        self.chip.draw(surface, self.app.theme, marks.chip, self.table.camera, s.free_area(), s.arm)

    def _draw_tip(self, surface: pygame.Surface, marks: Marks) -> None:
        pos, theme = self.app.pointer.at, self.app.theme
        tip = self.tools.tip_at(pos)
        if tip is None and self.prompt.rect.collidepoint(pos):
            tip = self.prompt.tip()
        if tip is None:
            tip = self.dock.tip_at(pos)
        if tip is None:
            free = self.table.rect.collidepoint(pos) and not any(part.covers(pos) for part in self.parts)
            if free and marks.pointer and marks.chip is None and not self.play.points_elsewhere():
                draw_tip(surface, theme, marks.pointer, pos, "danger" if marks.pointer_role == "refused" else "good")
                return
            if marks.chip is not None and self.board.held:
                return  # what is dragged is told of beside its ghost, and covers nobody
            tip = self.tip_at(pos)
        foot = self.app.size[1] - self._foot()
        odds = self.layers.odds
        off = odds.rect if odds.on and not odds.covers(pos) else None
        draw_tip(surface, theme, tip, (pos[0], min(pos[1], foot)), above=pos[1] > foot, off=off)

    def tip_at(self, pos: tuple[int, int]) -> Spans:
        """What to say at a place of the window: the unit under the pointer, what its badges mean, what parts know."""
        tip: Spans = ()
        s, under = self.sitting, self.sitting.under
        if under is not None and under.unit and self.board.down is None and under.unit != s.selected:
            tip = say(s.words.name(under.unit, s.view), "small_bold") + s.inspector.states(under.unit)
        for part in self.parts:
            tip = part.tip_at(pos, tip)
        return tip


__all__ = ["BattleScreen"]
