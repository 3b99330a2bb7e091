"""The strip over the table in which the guide speaks: its words, how far it is, the way to leave it; then one line."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.client.art.icons import icon
from game.client.theme import Theme
from game.client.ui.text import Block, cut_to, flow, say, text_size
from game.client.words import Spans

WIDE = 960
"""Pixels that it is wide at scale 1, where there is room."""
EDGE, TOP, LINE, SPREAD = 12, 54, 30, 94
"""Its way from the table's left edge and, below the tools, from the upper one; its height as one line, and with two."""
LEAST = 60
"""Room beside the buttons, in pixels at scale 1, below which it does not say how far the guide is."""
SHARE = 3
"""It takes at most one part of so many of the table's height."""


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
    folded
        Whether it is one line, for it has been read or a hand is on the table.
    """

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 10, 10))
    words: str = ""
    far: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    folded: bool = False
    _places: dict[str, pygame.Rect] = field(default_factory=dict)

    def place(self, room: pygame.Rect) -> None:
        """Lie over the upper edge of the table, as tall as what is said needs."""
        px = self.theme.px
        wide = min(px(WIDE), room.width - px(2 * EDGE))
        self.rect = pygame.Rect(room.left + px(EDGE), room.top + px(TOP), wide, px(LINE))
        if not self.folded:
            self.rect.height = min(self._block(say(self.words)).height + px(52), room.height // SHARE)

    def draw(self, surface: pygame.Surface, pointer: tuple[int, int]) -> None:
        """Draw the strip."""
        theme, px = self.theme, self.theme.px
        back = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(back, (21, 17, 14, 240), back.get_rect(), border_radius=px(6))
        pygame.draw.rect(back, theme.colour("edge"), back.get_rect(), px(1), px(6))
        surface.blit(back, self.rect)
        mark = pygame.Rect(self.rect.left, self.rect.top + px(3), px(5), self.rect.height - px(6))
        pygame.draw.rect(surface, theme.colour("accent"), mark)
        handle = self._handle()
        picture = icon("chevron-down" if self.folded else "chevron-up", px(16), theme.colour("text_dim"))
        surface.blit(picture, picture.get_rect(center=handle.center))
        if self.folded:
            line = flow(cut_to(say(self.words), handle.left - self.rect.left - px(24), theme), 100_000, theme)
            line.draw(surface, theme, (self.rect.left + px(18), self.rect.centery - line.height // 2))
            return
        self._words_block().draw(surface, theme, (self.rect.left + px(18), self.rect.top + px(8)))
        self._place()
        room = min((one.left for one in self._places.values()), default=self.rect.right) - self.rect.left - px(26)
        if room > px(LEAST):
            foot = self._block(cut_to(say(self.far, "small", "text_dim"), room, theme))
            foot.draw(surface, theme, (self.rect.left + px(18), self.rect.bottom - px(8) - foot.height))
        for name, label in self.buttons:
            rect = self._places[name]
            over = rect.collidepoint(pointer)
            pygame.draw.rect(surface, theme.colour("button_hover" if over else "button"), rect, border_radius=px(5))
            text = flow(say(label, "small_bold" if name == "read" else "small"), rect.width, theme, centred=True)
            text.draw(surface, theme, (rect.left, rect.centery - text.height // 2))

    def _words_block(self) -> Block:
        """The sentence, in a smaller hand where there is no room for it otherwise."""
        room = self.rect.height - self.theme.px(48)
        blocks = [self._block(say(self.words, style)) for style in ("body", "small", "tiny")]
        return next((b for b in blocks if b.height <= room), blocks[-1])

    def _block(self, spans: Spans) -> Block:
        return flow(spans, self.rect.width - self.theme.px(54), self.theme)

    def _handle(self) -> pygame.Rect:
        """Where it is folded and unfolded: at its right upper corner."""
        px = self.theme.px
        return pygame.Rect(self.rect.right - px(34), self.rect.top, px(34), px(LINE))

    def _place(self) -> None:
        px = self.theme.px
        self._places = {}
        right = self.rect.right - px(10)
        for name, label in () if self.folded else self.buttons:
            wide = text_size(self.theme, label, "small_bold")[0] + px(24)
            self._places[name] = pygame.Rect(right - wide, self.rect.bottom - px(32), wide, px(26))
            right -= wide + px(8)

    def at(self, pos: tuple[int, int]) -> str:
        """The button under a window pixel, "fold" for the rest of it, "" beside it."""
        self._place()
        found = next((name for name, rect in self._places.items() if rect.collidepoint(pos)), "")
        return found or ("fold" if self.rect.collidepoint(pos) else "")
