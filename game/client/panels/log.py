"""The log: what happened, line by line, with dice, sums and clauses; filtered, searched; clicks lead to the table."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.panels.log_entry import FAMILY_GROUPS, Entry, entry_rows
from game.client.panels.log_filter import LogFilter, filter_rows, pressed
from game.client.panels.log_head import LogHead
from game.client.panels.log_list import Item, LogList
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.ui.row_paint import Laid, lay, paint
from game.client.ui.rows import Row
from game.client.ui.text import flow, say
from game.client.words import Link, Words, _
from game.engine.state import State, Table

MOST_SEARCHED = 60
"""Letters that fit into the box to search in."""


class LogPanel:
    """Entries, the newest at the bottom. Only those in sight are laid out and drawn.

    Parameters
    ----------
    theme
        Colours, fonts and scale.
    words
        The reader's words.
    """

    def __init__(self, theme: Theme, words: Words) -> None:
        self.theme, self.words = theme, words
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.list = LogList(words)
        self.head = LogHead(theme)
        self.sheet: Sheet | None = None
        self.about = ""
        self.scroll = 0
        self.pinned = True
        self.active = False
        self.link: Link | None = None
        self.hover: Item | None = None
        self._grip: int | None = None

    @property
    def items(self) -> list[Item]:
        """All entries."""
        return self.list.items

    @property
    def filter(self) -> LogFilter:
        """What of them is shown."""
        return self.list.filter

    @property
    def off(self) -> set[str]:
        """The kinds that are hidden."""
        return self.filter.off

    # -- content ----------------------------------------------------------------------------------------------

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show other entries, from the beginning."""
        self.list.set(entries)

    def add(self, entry: Entry) -> None:
        """One more entry at the bottom."""
        self.list.add(entry)

    def relay(self) -> None:
        """Lay everything out anew (another width, language, scale)."""
        self.list.words = self.words
        self.list.relay()
        self.head.theme = self.theme
        if self.sheet is not None:
            self.sheet.theme = self.theme

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the panel."""
        if rect.width != self.rect.width:
            self.relay()
        self.rect = rect
        self.head.theme = self.theme
        self.head.place(rect)
        self._refresh_sheet()

    @property
    def body(self) -> pygame.Rect:
        """Where the entries are."""
        head = self.head.height
        return pygame.Rect(self.rect.left, self.rect.top + head, self.rect.width, max(10, self.rect.height - head))

    def _measure(self, item: Item) -> None:
        if item.laid is None:
            width = self.body.width - self.theme.px(12)
            rows = [item.row] if item.row is not None else entry_rows(item.entry, self.words, item.opened)
            item.laid = [lay(r, width, self.theme) for r in rows]
            item.height = sum(x.height for x in item.laid) + self.theme.px(3)

    def content_height(self) -> int:
        """The height of all entries together, pixels."""
        total = 0
        for item in self.list.shown():
            self._measure(item)
            total += item.height
        return total

    @property
    def max_scroll(self) -> int:
        """How far it can be scrolled."""
        return max(0, self.content_height() - self.body.height)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the filter and the entries in sight."""
        of = self.filter
        self.head.draw(surface, of.off, of.narrow or not of.fold, self.sheet is not None, of.search)
        if self.sheet is not None:
            self._refresh_sheet()
            self.sheet.draw(surface)
            return
        body = self.body
        pygame.draw.rect(surface, self.theme.colour("panel_sunken"), body, border_radius=self.theme.px(4))
        top = self.max_scroll
        self.scroll = top if self.pinned else min(max(self.scroll, 0), top)
        clip = surface.get_clip()
        surface.set_clip(body)
        y = body.top - self.scroll
        for item in self.list.shown():
            if y + item.height >= body.top and y <= body.bottom:
                self._draw_item(surface, item, y)
            y += item.height
        if not self.list.shown() and self.items:
            self._draw_nothing(surface)
        surface.set_clip(clip)
        if top:
            pygame.draw.rect(surface, self.theme.colour("edge_light"), self._thumb(top), border_radius=self.theme.px(3))
        if self.active:
            pygame.draw.rect(surface, self.theme.colour("text"), body, self.theme.px(1), self.theme.px(4))

    def _thumb(self, top: int) -> pygame.Rect:
        body = self.body
        height = max(self.theme.px(20), body.height * body.height // max(1, body.height + top))
        y = body.top + (body.height - height) * self.scroll // max(1, top)
        return pygame.Rect(body.right - self.theme.px(6), y, self.theme.px(6), height)

    def _draw_item(self, surface: pygame.Surface, item: Item, y: int) -> None:
        assert item.laid is not None
        body = self.body
        if item is self.hover:
            box = pygame.Rect(body.left, y, body.width, item.height)
            pygame.draw.rect(surface, self.theme.colour("row_alternate"), box)
        slot = item.entry.slot
        if slot >= 0:
            colour = pygame.Color(self.theme.side(slot).main)
            strip = pygame.Rect(body.left, y + 1, self.theme.px(3), item.height - 2)
            pygame.draw.rect(surface, colour, strip)
        for laid in item.laid:
            rect = pygame.Rect(body.left + self.theme.px(5), y, body.width - self.theme.px(12), laid.height)
            paint(surface, laid, rect, self.theme, link=self.link)
            y += laid.height

    def _draw_nothing(self, surface: pygame.Surface) -> None:
        """Say why there is nothing to read."""
        block = flow(say(_("Nothing here fits the filter."), "small", "text_dim"), self.body.width, self.theme)
        block.draw(surface, self.theme, (self.body.left + self.theme.px(6), self.body.top + self.theme.px(6)))

    # -- the filter -------------------------------------------------------------------------------------------

    def turn_filter(self) -> None:
        """Show the filter instead of the entries, or the entries again."""
        self.sheet = Sheet(self.theme, self.body) if self.sheet is None else None
        if self.sheet is not None:
            self.sheet.active = True
        self.head.typing = False
        self._refresh_sheet()

    def _refresh_sheet(self) -> None:
        if self.sheet is None:
            return
        self.sheet.place(self.body)
        names = self.items[-1].entry.names if self.items else State("", Table(1, 1))
        phases = [
            (phase, self.words.say(e.event.text, e.names))
            for phase, e in self.list.phases.items()
            if e.event is not None and e.event.text is not None
        ]
        self.sheet.set_rows(filter_rows(self.filter, names, self.words, self.about, phases))

    def search(self) -> None:
        """Lead the keyboard into the box to search in."""
        self.head.typing = True
        self.sheet = None

    @property
    def typing(self) -> bool:
        """Whether the keyboard writes into the box."""
        return self.head.typing

    def type(self, event: pygame.event.Event) -> bool:
        """Take what is typed into the box; Enter leaves it, Escape empties it and leaves."""
        if event.type == pygame.TEXTINPUT:
            self.filter.search = (self.filter.search + event.text)[:MOST_SEARCHED]
            self.pinned = True
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_BACKSPACE:
            self.filter.search = "" if event.mod & pygame.KMOD_CTRL else self.filter.search[:-1]
        elif event.key == pygame.K_ESCAPE:
            self.filter.search, self.head.typing = "", False
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB):
            self.head.typing = False
        elif event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.key(event)
        self.pinned = self.pinned or self.scroll >= self.max_scroll
        return True

    def tip_at(self, pos: tuple[int, int], key: str) -> str:
        """What the thing under a window pixel does; ``key`` is the key of the search."""
        found = self.head.at(pos)
        if found == "filter":
            return _("Filter: sides, unit, phase, empty steps")
        if found == "search":
            return _("Search the log") + f"  [{key}]"
        if found:
            off = _("hidden") if found in self.off else _("shown")
            return f"{_(FAMILY_GROUPS[found][1])} ({off})"
        return ""

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def _find(self, pos: tuple[int, int]) -> tuple[Item, Laid, tuple[int, int]] | None:
        body = self.body
        if not body.collidepoint(pos):
            return None
        y = body.top - self.scroll
        for item in self.list.shown():
            self._measure(item)
            if y <= pos[1] < y + item.height:
                for laid in item.laid or []:
                    if y <= pos[1] < y + laid.height:
                        return item, laid, (pos[0] - body.left - self.theme.px(5), pos[1] - y)
                    y += laid.height
                return None
            y += item.height
        return None

    def mouse(self, event: pygame.event.Event) -> Link | Entry | None:
        """Take a mouse event: a link or an entry that was clicked."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found_head = self.head.at(event.pos)
            self.head.typing = found_head == "search"
            if found_head:
                self._press_head(found_head)
                return None
        if self.sheet is not None:
            press = self.sheet.mouse(event)
            if press is not None and press.what == "press" and pressed(self.filter, press.id):
                self.sheet = None
            self.pinned = True
            return None
        if event.type == pygame.MOUSEWHEEL:
            self.scroll_by(-round(event.y * self.theme.px(54)))
            return None
        if event.type == pygame.MOUSEMOTION:
            if self._grip is not None:
                travel = max(1, self.body.height - self._thumb(self.max_scroll).height)
                self.scroll_by(round((event.pos[1] - self._grip) * self.max_scroll / travel))
                self._grip = event.pos[1]
                return None
            found = self._find(event.pos)
            self.hover = found[0] if found else None
            self.link = found[1].link_at(*found[2]) if found else None
            return None
        if event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            found = self._find(event.pos)
            return found[0].entry if found is not None else None
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return None
        if self.max_scroll and event.pos[0] >= self.body.right - self.theme.px(9):
            self._grip = event.pos[1]
            return None
        return self._pressed(event.pos)

    def _press_head(self, what: str) -> None:
        if what == "filter":
            self.turn_filter()
        elif what == "search":
            self.search()
        else:
            self.filter.off ^= {what}

    def _pressed(self, pos: tuple[int, int]) -> Link | Entry | None:
        found = self._find(pos)
        if found is None:
            return None
        item, laid, at = found
        link = laid.link_at(*at)
        if link is not None and link.kind != "row":
            return link
        if item.row is not None:
            self.list.unfold(item)
            self.pinned = False
            return None
        if laid.row.id:
            item.opened ^= {laid.row.id}
            item.laid = None
            self.pinned = self.pinned and self.scroll >= self.max_scroll
            return None
        return item.entry

    def scroll_by(self, pixels: int) -> None:
        """Scroll; at the bottom it stays with the newest entry."""
        top = self.max_scroll
        self.scroll = min(max(self.scroll + pixels, 0), top)
        self.pinned = self.scroll >= top

    def key(self, event: pygame.event.Event) -> bool:
        """Scroll by keys, or walk through the filter; Escape leaves it."""
        if self.sheet is not None:
            used, press = self.sheet.key(event)
            done = press is not None and press.what == "press" and pressed(self.filter, press.id)
            if done or event.key == pygame.K_ESCAPE:
                self.sheet = None
            return used or event.key == pygame.K_ESCAPE
        page = self.body.height - self.theme.px(30)
        steps = {pygame.K_UP: -self.theme.px(40), pygame.K_DOWN: self.theme.px(40)}
        steps |= {pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page, pygame.K_HOME: -(10**7), pygame.K_END: 10**7}
        if event.key not in steps:
            return False
        self.scroll_by(steps[event.key])
        return True


__all__ = ["Entry", "LogPanel", "Row"]
