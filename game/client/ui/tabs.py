"""A row of tabs over what they open, flat, with a bar over the one that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.client.theme import Theme
from game.client.ui.text import flow, say, text_size

MOST_COUNTED = 99


class Tabs:
    """Tabs side by side. ``names`` are (id, words)."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.names: Sequence[tuple[str, str]] = ()
        self.rects: dict[str, pygame.Rect] = {}

    def place(self, strip: pygame.Rect, names: Sequence[tuple[str, str]]) -> None:
        """Lay the tabs out in a strip, each as wide as the next."""
        self.names = names
        count = max(1, len(names))
        edges = [strip.left + strip.width * n // count for n in range(count + 1)]
        self.rects = {
            tab: pygame.Rect(edges[n], strip.top, edges[n + 1] - edges[n], strip.height)
            for n, (tab, _name) in enumerate(names)
        }

    def at(self, pos: tuple[int, int]) -> str:
        """The tab under a window pixel."""
        return next((tab for tab, rect in self.rects.items() if rect.collidepoint(pos)), "")

    def draw(self, surface: pygame.Surface, chosen: str, news: Mapping[str, int], over: str = "") -> None:
        """Draw the tabs; ``news`` is how much is new behind each, ``over`` the one below the pointer."""
        for tab, name in self.names:
            self._draw_tab(surface, self.rects[tab], name, tab == chosen, news.get(tab, 0), tab == over)

    def _draw_tab(self, surface: pygame.Surface, rect: pygame.Rect, name: str, on: bool, news: int, lit: bool) -> None:
        theme, px = self.theme, self.theme.px
        pygame.draw.rect(surface, theme.colour("panel" if on else "window"), rect)
        if on:
            pygame.draw.rect(surface, theme.colour("accent"), pygame.Rect(rect.left, rect.top, rect.width, px(3)))
        badge = str(min(news, MOST_COUNTED)) if news else ""
        extra = px(26) if badge else 0
        style = "bold" if on else "body"
        if text_size(theme, name, style)[0] + extra > rect.width - px(6):
            style = "small_bold" if on else "small"
        if text_size(theme, name, style)[0] + extra > rect.width - px(6):
            style = "tiny"
        block = flow(say(name, style, "text" if on or lit else "text_dim"), rect.width, theme)
        at = pygame.Rect(0, 0, block.width, block.height)
        at.center = (rect.centerx - extra // 2, rect.centery)
        block.draw(surface, theme, at.topleft)
        if badge:
            spot = (at.right + px(15), rect.centery)
            pygame.draw.circle(surface, theme.colour("accent"), spot, px(9))
            number = theme.font("tiny").render(badge, True, theme.colour("text_on_accent"))
            surface.blit(number, number.get_rect(center=spot))
