"""A headline over the table for what changes the battle: a band that comes, stays and goes, one at a time."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.client.theatre.script import Kind
from game.client.theme import Theme
from game.client.ui.text import flow, say

COMES, STAYS, GOES = 0.18, 1.8, 0.25
"""Seconds in which it comes, for which it stays, in which it goes."""
APART = 4.0
"""Seconds from one headline to the next: what changes more goes before, of the same the later."""
WORTH: dict[Kind, int] = {"turn": 1, "lost": 2, "broken": 3, "general": 4, "victory": 5}
WIDE, TALL, BELOW = 980, 72, 60
"""Pixels of the band at scale 1, and how far below the upper edge of the table it lies."""


@dataclass(frozen=True)
class Headline:
    """What it says, and what it is about."""

    kind: Kind
    text: str
    under: str = ""


class Headlines:
    """What is said now, and what waits to be said.

    Attributes
    ----------
    shown
        The headline in sight; None where there is none.
    """

    def __init__(self) -> None:
        self.shown: Headline | None = None
        self._age = 0.0
        self._since = APART
        self._next: Headline | None = None
        self._picture: tuple[object, pygame.Surface] | None = None

    def say(self, headline: Headline) -> None:
        """Say something as soon as may be; of what waits only the weightiest is kept."""
        if self._next is None or WORTH[headline.kind] >= WORTH[self._next.kind]:
            self._next = headline

    def clear(self) -> None:
        """Say nothing of what was to be said."""
        self.shown = self._next = None
        self._since = APART

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        self._age += dt
        self._since += dt
        if self.shown is not None and self._age >= COMES + STAYS + GOES:
            self.shown = None
        if self._next is not None and self._since >= APART:
            self.shown, self._next = self._next, None
            self._age = self._since = 0.0

    def strength(self, still: bool) -> float:
        """How much of it is in sight now, from 0 to 1; ``still``: it neither comes nor goes slowly."""
        if self.shown is None:
            return 0.0
        if still:
            return 1.0
        return max(0.0, min(1.0, self._age / COMES, (COMES + STAYS + GOES - self._age) / GOES))

    def draw(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme, still: bool) -> None:
        """Draw the band over a table's area."""
        strength = self.strength(still)
        if self.shown is None or strength <= 0:
            return
        wide = min(theme.px(WIDE), area.width)
        picture = self._painted(self.shown, wide, theme)
        picture.set_alpha(round(255 * strength))
        top = area.top + min(theme.px(BELOW), max(0, area.height - picture.get_height()))
        surface.blit(picture, (area.centerx - wide // 2, top - round((1.0 - strength) * theme.px(10))))

    def _painted(self, headline: Headline, wide: int, theme: Theme) -> pygame.Surface:
        key = (headline, wide, theme.key)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, band(headline, wide, theme))
        return self._picture[1]


def band(headline: Headline, wide: int, theme: Theme) -> pygame.Surface:
    """The band with its two lines, fading out to both sides."""
    px = theme.px
    grave = headline.kind in ("lost", "broken", "general")
    room = wide - px(80)
    big = flow(say(headline.text, "title", "text"), room, theme)
    small = flow(say(headline.under, "small", "text_dim"), room, theme) if headline.under else None
    tall = max(px(TALL), big.height + (small.height if small is not None else 0) + px(20))
    out = pygame.Surface((wide, tall), pygame.SRCALPHA)
    edge = theme.colour("danger" if grave else "accent")
    for x in range(wide):
        share = min(1.0, min(x, wide - 1 - x) / (wide * 0.22))
        pygame.draw.line(out, (21, 17, 14, round(225 * share)), (x, 0), (x, tall))
        line = (*tuple(edge)[:3], round(235 * share))
        for y in (0, tall - px(2)):
            pygame.draw.rect(out, line, pygame.Rect(x, y, 1, px(2)))
    y = (tall - big.height - (small.height if small is not None else 0)) // 2
    big.draw(out, theme, ((wide - big.width) // 2, y))
    if small is not None:
        small.draw(out, theme, ((wide - small.width) // 2, y + big.height))
    return out
