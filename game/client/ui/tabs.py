"""A row of tabs, for windows too small to show all parts of a panel at once."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.theme import Theme
from game.client.ui.text import text_size


class Tabs:
    """Tabs side by side. ``names`` are (id, words)."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.names: Sequence[tuple[str, str]] = ()
        self.rects: dict[str, pygame.Rect] = {}

    def place(self, inner: pygame.Rect, names: Sequence[tuple[str, str]]) -> pygame.Rect:
        """Lay the tabs out at the top of a rectangle; what is left below them."""
        px = self.theme.px
        self.names = names
        tall, gap = px(30), px(4)
        wide = (inner.width - gap * (len(names) - 1)) // max(1, len(names))
        self.rects = {
            tab: pygame.Rect(inner.left + i * (wide + gap), inner.top, wide, tall)
            for i, (tab, _name) in enumerate(names)
        }
        top = inner.top + tall + px(8)
        return pygame.Rect(inner.left, top, inner.width, inner.bottom - top)

    def at(self, pos: tuple[int, int]) -> str:
        """The tab under a window pixel."""
        return next((tab for tab, rect in self.rects.items() if rect.collidepoint(pos)), "")

    def draw(self, surface: pygame.Surface, chosen: str) -> None:
        """Draw the tabs."""
        theme = self.theme
        roomy = all(text_size(theme, n)[0] <= self.rects[t].width - theme.px(6) for t, n in self.names)
        font = theme.font("body" if roomy else "tiny")
        for tab, name in self.names:
            rect, on = self.rects[tab], tab == chosen
            fill = theme.colour("row_selected" if on else "panel_sunken")
            pygame.draw.rect(surface, fill, rect, border_radius=theme.px(5))
            pygame.draw.rect(surface, theme.colour("accent" if on else "edge"), rect, theme.px(1), theme.px(5))
            image = font.render(name, True, theme.colour("text"))
            surface.blit(image, image.get_rect(center=rect.center))
