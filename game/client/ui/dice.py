"""Dice as they lie on the table: six-sided with pips in the colours of the side, others with their number."""

from __future__ import annotations

import pygame

from game.client.theme import Theme, mix
from game.client.ui.rows import Die
from game.client.ui.text import flow
from game.client.words import Span

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def draw_die(surface: pygame.Surface, rect: pygame.Rect, die: Die, theme: Theme) -> None:
    """Draw a die in a square. One that failed is dull, one that counts has a bright rim."""
    if die.side >= 0:
        style = theme.side(die.side)
        body, pips = pygame.Color(style.main), pygame.Color("#fffdf4")
        rim = pygame.Color(style.dark)
    else:
        body, pips, rim = pygame.Color("#f4ead6"), pygame.Color("#2a2018"), pygame.Color("#8a7152")
    if die.good is False:
        body, pips = mix(body, theme.colour("panel_sunken"), 0.62), mix(pips, theme.colour("panel_sunken"), 0.45)
    radius = max(2, rect.width // 5)
    pygame.draw.rect(surface, body, rect, border_radius=radius)
    pygame.draw.rect(surface, rim, rect, max(1, rect.width // 16), radius)
    if die.good:
        pygame.draw.rect(surface, theme.colour("accent"), rect.inflate(2, 2), max(2, rect.width // 11), radius)
    if die.faces == 6 and die.face in _PIPS:
        step = rect.width * 0.26
        r = max(1.5, rect.width * 0.095)
        for i, j in _PIPS[die.face]:
            centre = (rect.centerx + (i - 1) * step, rect.centery + (j - 1) * step)
            pygame.draw.circle(surface, pips, centre, r)
        return
    number = flow((Span(str(die.face), "small_bold", "text"),), rect.width * 2, theme)
    number.draw(surface, theme, (rect.centerx - number.width // 2, rect.centery - number.height // 2))
