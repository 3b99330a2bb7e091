"""What battle and replay share: the parts around the table, and the mouse and the keys that work them."""

from __future__ import annotations

import pygame

from game.client.editors.base import Spot
from game.client.panels.log_entry import Entry
from game.client.screens.table_parts import TableParts
from game.client.ui.rows import Press
from game.client.words import Link


class TableScreen(TableParts):
    """A screen around a table, worked by mouse and by keyboard."""

    # -- events -----------------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Mouse to what lies under it, keys to what has the focus."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL):
            return self.mouse(event)
        if self.log.typing and event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            return self.log.type(event)
        if event.type == pygame.KEYDOWN:
            return self.key(event)
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Take a key."""
        if event.mod & pygame.KMOD_SHIFT and event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            far = self.app.theme.px(80)
            dx = {pygame.K_LEFT: far, pygame.K_RIGHT: -far}.get(event.key, 0)
            dy = {pygame.K_UP: far, pygame.K_DOWN: -far}.get(event.key, 0)
            self.table.camera.pan(dx, dy)
            return True
        if self.log.active and self.log.key(event):
            return True
        if self.card.active:
            used, press = self.card.key(event)
            if press is not None and press.what == "press":
                self.card_press(press)
            if used:
                return True
        if event.key == pygame.K_ESCAPE and self.tool:
            self.tool = ""
            return True
        action = self.keys.action(event)
        if action and self.use(action):
            return True
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    def let_go(self) -> None:
        """What the mouse held down is let go: its release does nothing any more."""
        self._capture, self._down, self._panned = "", None, True
        self.table.end_pan()

    def card_press(self, press: Press) -> None:
        """A row of the card was pressed."""
        self.inspector.press(press)
        self.lay_out()

    def mouse(self, event: pygame.event.Event) -> bool:
        """Take a mouse event."""
        pos = self.app.pointer.at
        if event.type == pygame.MOUSEMOTION:
            self._hover(pos)
        if self._capture == "table":
            self.table_mouse(event, pos)
            return True
        if self.odds.covers(pos):
            press = self.odds.mouse(event)
            if press is not None:
                self.follow(Link("clause" if press.link_kind == "clause" else "thing", press.id))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.log.head.typing = False
            if self.click_chrome(event, pos):
                return True
            self._capture = "table" if self.table.rect.collidepoint(pos) else ""
        if self.panel.collidepoint(pos) and self._capture != "table":
            return self.panel_mouse(event, pos)
        if self.table.rect.collidepoint(pos):
            self.table_mouse(event, pos)
            return True
        return False

    def _hover(self, pos: tuple[int, int]) -> None:
        tool = self.toolbar.at(pos)
        self.toolbar.hover = tool.id if tool is not None else ""
        self.prompt.link = self.prompt.link_at(pos) if self.prompt.rect.collidepoint(pos) else None
        self.under = self.table.spot(pos) if tool is None and not self.odds.covers(pos) else None

    def click_chrome(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """Clicks on the prompt, the tools and the tabs."""
        if event.button != 1:
            return False
        tool = self.toolbar.at(pos)
        if tool is not None:
            if tool.enabled:
                self.use(tool.id)
                self.lay_out()
            return True
        if self.prompt.rect.collidepoint(pos):
            link = self.prompt.link_at(pos)
            if link is not None:
                self.follow(link)
            return True
        if not self.stacked:
            tab = self.tab_bar.at(pos)
            if tab:
                self.focus_part(tab)
                return True
        return False

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """Mouse over card and log."""
        if self.shows("card") and self.card.rows and self.card.rect.collidepoint(pos):
            press = self.card.mouse(event)
            if press is not None and press.what == "press":
                self.card_press(press)
            elif press is not None and press.what == "link":
                self.follow(Link("clause" if press.link_kind == "clause" else "thing", press.id))
            return True
        if self.shows("log") and self.log.rect.collidepoint(pos):
            found = self.log.mouse(event)
            if isinstance(found, Link):
                self.follow(found)
            elif isinstance(found, Entry):
                if event.button == 3:
                    self.entry_menu(found)
                else:
                    self.go_to_entry(found)
            return True
        return True

    def entry_menu(self, entry: Entry) -> None:
        """The right button on a line of the log."""

    def go_to_entry(self, entry: Entry) -> None:
        """A line of the log was clicked: look at what it is about."""
        about = entry.event.about if entry.event is not None else ()
        thing = next((t for t in about if self.table.outline(t)), "")
        if thing:
            self.select(thing, look=True)
            self.flash(thing)

    def follow(self, link: Link) -> None:
        """A link leads to the rules or to a thing on the table."""
        if link.kind == "clause":
            self.app.open_rules(link.id)
        elif link.kind == "thing" and self.inspector.known(link.id):
            self.select(link.id, look=True)

    # -- the table's mouse ------------------------------------------------------------------------------------

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> None:
        """Mouse over the table: rulers, panning, zooming, selecting."""
        spot = self.table.spot(pos)
        if event.type == pygame.MOUSEWHEEL:
            self.table.zoom(event.y, pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down, self._panned = pos, False
            if self.tool == "tape" and event.button == 1 and spot is not None:
                self.rulers.begin(spot)
            else:
                self.table.begin_pan(pos)
        elif event.type == pygame.MOUSEMOTION:
            if self.rulers.start is not None and spot is not None:
                self.rulers.stretch(spot)
            elif self._down is not None and (self._panned or _far(self._down, pos, self.app.theme.px(4))):
                self._panned = True
                self.table.pan_to(pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._capture = ""
            self.table.end_pan()
            if self.rulers.start is not None:
                self.rulers.finish()
            elif not self._panned and spot is not None and event.button == 1:
                self.clicked(spot)
            self._down = None

    def clicked(self, spot: Spot) -> None:
        """A click on the table that was nothing else: select what is there."""
        self.select(next((t for t in (spot.unit, spot.marker, spot.feature) if t), ""))


def _far(a: tuple[int, int], b: tuple[int, int], pixels: int) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) > pixels
