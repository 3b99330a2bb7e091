"""The log: what happened, line by line, with dice, sums and clauses; filtered by family; clicks lead to the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from game.client.art.icons import icon
from game.client.panels.log_entry import FAMILY_GROUPS, Entry, entry_rows
from game.client.theme import Theme
from game.client.ui.row_paint import Laid, lay, paint
from game.client.ui.rows import Row
from game.client.words import Link, Words

Namer = Callable[[Entry], Words]


@dataclass
class _Item:
    """An entry laid out: its rows, and its height in pixels."""

    entry: Entry
    laid: list[Laid] | None = None
    height: int = 0
    opened: set[str] = field(default_factory=set)


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
        self.items: list[_Item] = []
        self.off: set[str] = set()
        self.scroll = 0
        self.pinned = True
        self.active = False
        self.link: Link | None = None
        self.hover: _Item | None = None
        self._undone: set[int] = set()
        self._chips: dict[str, pygame.Rect] = {}
        self._grip: int | None = None

    # -- content ----------------------------------------------------------------------------------------------

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show other entries, from the beginning."""
        self.items = []
        self._undone = set()
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """One more entry at the bottom."""
        if entry.undoes is not None:
            gone = set(range(entry.undoes + 1, entry.line))
            self._undone |= gone
            for item in self.items:
                if item.entry.line in gone and not item.entry.undone:
                    item.entry = item.entry.faded()
                    item.laid = None
        self.items.append(_Item(entry))

    def relay(self) -> None:
        """Lay everything out anew (another width, language, scale)."""
        for item in self.items:
            item.laid = None

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the panel."""
        if rect.width != self.rect.width:
            self.relay()
        self.rect = rect
        self._place_chips()

    def _place_chips(self) -> None:
        px = self.theme.px
        side = px(24)
        x, y = self.rect.left, self.rect.top
        self._chips = {}
        for group in FAMILY_GROUPS:
            self._chips[group] = pygame.Rect(x, y, side, side)
            x += side + px(4)

    @property
    def body(self) -> pygame.Rect:
        """Where the entries are."""
        head = self.theme.px(30)
        return pygame.Rect(self.rect.left, self.rect.top + head, self.rect.width, max(10, self.rect.height - head))

    def _shown(self) -> list[_Item]:
        return [i for i in self.items if i.entry.group not in self.off]

    def _measure(self, item: _Item) -> None:
        if item.laid is None:
            width = self.body.width - self.theme.px(12)
            item.laid = [lay(r, width, self.theme) for r in entry_rows(item.entry, self.words, item.opened)]
            item.height = sum(x.height for x in item.laid) + self.theme.px(3)

    def content_height(self) -> int:
        """The height of all entries together, pixels."""
        total = 0
        for item in self._shown():
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
        self._draw_chips(surface)
        body = self.body
        pygame.draw.rect(surface, self.theme.colour("panel_sunken"), body, border_radius=self.theme.px(4))
        top = self.max_scroll
        self.scroll = top if self.pinned else min(max(self.scroll, 0), top)
        clip = surface.get_clip()
        surface.set_clip(body)
        y = body.top - self.scroll
        for item in self._shown():
            if y + item.height >= body.top and y <= body.bottom:
                self._draw_item(surface, item, y)
            y += item.height
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

    def _draw_item(self, surface: pygame.Surface, item: _Item, y: int) -> None:
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

    def _draw_chips(self, surface: pygame.Surface) -> None:
        for group, rect in self._chips.items():
            on = group not in self.off
            fill = self.theme.colour("row_selected" if on else "panel_sunken")
            pygame.draw.rect(surface, fill, rect, border_radius=self.theme.px(4))
            pygame.draw.rect(surface, self.theme.colour("edge"), rect, self.theme.px(1), self.theme.px(4))
            ink = self.theme.colour("text" if on else "text_disabled")
            picture = icon(FAMILY_GROUPS[group][0], self.theme.px(16), ink)
            surface.blit(picture, picture.get_rect(center=rect.center))

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def chip_at(self, pos: tuple[int, int]) -> str:
        """The filter under a window pixel."""
        return next((g for g, r in self._chips.items() if r.collidepoint(pos)), "")

    def _find(self, pos: tuple[int, int]) -> tuple[_Item, Laid, tuple[int, int]] | None:
        body = self.body
        if not body.collidepoint(pos):
            return None
        y = body.top - self.scroll
        for item in self._shown():
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
        chip = self.chip_at(event.pos)
        if chip:
            self.off ^= {chip}
            return None
        if self.max_scroll and event.pos[0] >= self.body.right - self.theme.px(9):
            self._grip = event.pos[1]
            return None
        return self._pressed(event.pos)

    def _pressed(self, pos: tuple[int, int]) -> Link | Entry | None:
        found = self._find(pos)
        if found is None:
            return None
        item, laid, at = found
        link = laid.link_at(*at)
        if link is not None and link.kind != "row":
            return link
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
        """Scroll by keys."""
        page = self.body.height - self.theme.px(30)
        steps = {pygame.K_UP: -self.theme.px(40), pygame.K_DOWN: self.theme.px(40)}
        steps |= {pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page, pygame.K_HOME: -(10**7), pygame.K_END: 10**7}
        if event.key not in steps:
            return False
        self.scroll_by(steps[event.key])
        return True


__all__ = ["Entry", "LogPanel", "Row"]
