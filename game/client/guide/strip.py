"""The strip above the table in which the guide speaks: its words, how far it is, and the way to leave it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.client.theme import Theme
from game.client.ui.text import Block, flow, say, text_size
from game.client.words import Spans


@dataclass
class Strip:
    """What the guide says now.

    Attributes
    ----------
    words
        The sentence; "" for none.
    far
        How far the guide is, small.
    buttons
        (id, label) of what may be pressed, from the right.
    """

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 10, 10))
    words: str = ""
    far: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    _places: dict[str, pygame.Rect] = field(default_factory=dict)

    def needed(self, width: int, all_words: list[str]) -> int:
        """The height that the longest of its sentences needs at a width; the table keeps its size from step to step."""
        px = self.theme.px
        room = width - px(36)
        tallest = max((flow(say(w), room, self.theme).height for w in all_words), default=0)
        return tallest + px(52)

    def draw(self, surface: pygame.Surface, pointer: tuple[int, int]) -> None:
        """Draw the strip."""
        theme, px = self.theme, self.theme.px
        pygame.draw.rect(surface, theme.colour("panel"), self.rect)
        mark = pygame.Rect(self.rect.left, self.rect.top, px(5), self.rect.height)
        pygame.draw.rect(surface, theme.colour("accent"), mark)
        pygame.draw.line(surface, theme.colour("edge"), self.rect.bottomleft, self.rect.bottomright, px(1))
        self._told().draw(surface, theme, (self.rect.left + px(20), self.rect.top + px(8)))
        self._place()
        foot = self._block(say(self.far, "small", "text_dim"))
        foot.draw(surface, theme, (self.rect.left + px(20), self.rect.bottom - px(8) - foot.height))
        for name, label in self.buttons:
            rect = self._places[name]
            over = rect.collidepoint(pointer)
            pygame.draw.rect(surface, theme.colour("button_hover" if over else "button"), rect, border_radius=px(5))
            text = flow(say(label, "small_bold" if name == "read" else "small"), rect.width, theme, centred=True)
            text.draw(surface, theme, (rect.left, rect.centery - text.height // 2))

    def _told(self) -> Block:
        """The sentence, in a smaller hand where there is no room for it otherwise."""
        room = self.rect.height - self.theme.px(48)
        blocks = [self._block(say(self.words, style)) for style in ("body", "small", "tiny")]
        return next((b for b in blocks if b.height <= room), blocks[-1])

    def _block(self, spans: Spans) -> Block:
        return flow(spans, self.rect.width - self.theme.px(36), self.theme)

    def _place(self) -> None:
        px = self.theme.px
        self._places = {}
        right = self.rect.right - px(12)
        for name, label in self.buttons:
            wide = text_size(self.theme, label, "small_bold")[0] + px(24)
            self._places[name] = pygame.Rect(right - wide, self.rect.bottom - px(32), wide, px(26))
            right -= wide + px(8)

    def at(self, pos: tuple[int, int]) -> str:
        """The button under a window pixel, "" for none."""
        self._place()
        return next((name for name, rect in self._places.items() if rect.collidepoint(pos)), "")
