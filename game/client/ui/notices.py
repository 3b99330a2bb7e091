"""Sentences that appear over everything for a while: faults, saved files, refusals of the whole program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.client.theme import Theme
from game.client.ui.rows import TONE_COLOURS
from game.client.ui.text import flow, say

SECONDS, BRIEF = 7.0, 3.0
MOST = 3


@dataclass
class _Notice:
    text: str
    tone: str
    left: float
    rect: pygame.Rect
    act: Callable[[], None] | None = None
    brief: bool = False


class Notices:
    """The sentences in sight, newest below. A click takes one away."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.shown: list[_Notice] = []

    def add(self, text: str, tone: str = "normal", act: Callable[[], None] | None = None, brief: bool = False) -> None:
        """Show a sentence, and what a click on it does; the same one again only renews its time.

        ``brief`` where it is about the question on the desk alone.
        """
        seconds = BRIEF if brief else SECONDS
        for notice in self.shown:
            if notice.text == text:
                notice.left = max(notice.left, seconds)
                return
        left = seconds + len(text) / 30
        self.shown = [*self.shown, _Notice(text, tone, left, pygame.Rect(0, 0, 0, 0), act, brief)][-MOST:]

    def answered(self) -> None:
        """The question is answered: what was said about it alone is gone."""
        self.shown = [n for n in self.shown if not n.brief]

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        for notice in self.shown:
            notice.left -= dt
        self.shown = [n for n in self.shown if n.left > 0]

    def event(self, event: pygame.event.Event) -> bool:
        """Take a click on a sentence."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for notice in self.shown:
                if notice.rect.collidepoint(event.pos):
                    self.shown.remove(notice)
                    if notice.act is not None:
                        notice.act()
                    return True
        return False

    def draw(self, surface: pygame.Surface, area: pygame.Rect, y: int) -> int:
        """Draw all in an area of the window (pixels), from a height downwards; where they end."""
        px = self.theme.px
        width = min(px(560), area.width - px(40))
        for notice in self.shown:
            block = flow(say(notice.text, "bold", TONE_COLOURS.get(notice.tone, "text")), width - px(40), self.theme)
            rect = pygame.Rect(0, 0, block.width + px(40), block.height + px(16))
            rect.midtop = (area.centerx, y)
            notice.rect = rect
            pygame.draw.rect(surface, self.theme.colour("tooltip"), rect, border_radius=px(8))
            edge = self.theme.colour(TONE_COLOURS.get(notice.tone, "edge_light"))
            pygame.draw.rect(surface, edge, rect, px(2), px(8))
            block.draw(surface, self.theme, (rect.left + px(20), rect.top + px(8)))
            y = rect.bottom + px(8)
        return y
