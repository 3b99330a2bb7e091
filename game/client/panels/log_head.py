"""The head of the log: switches of the kinds, the button of the filter, the box to search in."""

from __future__ import annotations

import pygame

from game.client.art.icons import icon
from game.client.panels.log_entry import FAMILY_GROUPS
from game.client.theme import Theme
from game.client.ui.text import flow, say
from game.client.words import _

LEAST_BOX = 104
"""How narrow the box to search in may be (pixels at scale 1) before it gets a line of its own."""


class LogHead:
    """Switches, button and box.

    Attributes
    ----------
    typing
        Whether the keyboard writes into the box.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.chips: dict[str, pygame.Rect] = {}
        self.filter = pygame.Rect(0, 0, 0, 0)
        self.box = pygame.Rect(0, 0, 0, 0)
        self.height = theme.px(30)
        self.typing = False

    def place(self, rect: pygame.Rect) -> None:
        """Lay the head out at the top of the log."""
        px = self.theme.px
        side, gap = px(24), px(4)
        x, y = rect.left, rect.top
        spots: list[pygame.Rect] = []
        for _k in range(len(FAMILY_GROUPS) + 1):
            if x + side > rect.right and x > rect.left:
                x, y = rect.left, y + side + gap
            spots.append(pygame.Rect(x, y, side, side))
            x += side + gap
        self.chips = dict(zip(FAMILY_GROUPS, spots, strict=False))
        self.filter = spots[-1]
        if rect.right - x < px(LEAST_BOX):
            x, y = rect.left, y + side + gap
        self.box = pygame.Rect(x, y, rect.right - x, side)
        self.height = self.box.bottom + px(6) - rect.top

    def at(self, pos: tuple[int, int]) -> str:
        """What is under a window pixel: a kind, "filter", "search", or "" for nothing."""
        if self.filter.collidepoint(pos):
            return "filter"
        if self.box.collidepoint(pos):
            return "search"
        return next((g for g, r in self.chips.items() if r.collidepoint(pos)), "")

    def draw(self, surface: pygame.Surface, off: set[str], narrow: bool, opened: bool, search: str) -> None:
        """Draw it; the filter's button is lit while anything is left out by it."""
        for group, rect in self.chips.items():
            self._chip(surface, rect, FAMILY_GROUPS[group][0], group not in off, "text")
        self._chip(surface, self.filter, "filter", opened or narrow, "accent" if narrow else "text")
        theme, px, box = self.theme, self.theme.px, self.box
        pygame.draw.rect(surface, theme.colour("panel_sunken"), box, border_radius=px(4))
        edge = "accent" if self.typing or search else "edge"
        pygame.draw.rect(surface, theme.colour(edge), box, px(1), px(4))
        picture = icon("search", px(14), theme.colour("text_dim"))
        surface.blit(picture, picture.get_rect(midleft=(box.left + px(5), box.centery)))
        room = pygame.Rect(box.left + px(23), box.top, box.width - px(28), box.height)
        words = say(search, "small") if search or self.typing else say(_("Search"), "small", "text_dim")
        block = flow(words, 10_000, theme)
        shift = max(0, block.width + px(4) - room.width) if self.typing else 0
        clip = surface.get_clip()
        surface.set_clip(room.clip(clip))
        y = room.centery - block.height // 2
        block.draw(surface, theme, (room.left - shift, y))
        if self.typing:
            x = room.left - shift + block.width + px(1)
            pygame.draw.line(surface, theme.colour("text"), (x, box.top + px(4)), (x, box.bottom - px(5)), px(1))
        surface.set_clip(clip)

    def _chip(self, surface: pygame.Surface, rect: pygame.Rect, name: str, on: bool, ink: str) -> None:
        theme, px = self.theme, self.theme.px
        pygame.draw.rect(surface, theme.colour("row_selected" if on else "panel_sunken"), rect, border_radius=px(4))
        pygame.draw.rect(surface, theme.colour("accent" if ink == "accent" else "edge"), rect, px(1), px(4))
        picture = icon(name, px(16), theme.colour(ink if on else "text_disabled"))
        surface.blit(picture, picture.get_rect(center=rect.center))
