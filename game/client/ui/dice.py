"""Dice as they lie on the table: six-sided with pips in the colours of the side, others with their number."""

from __future__ import annotations

import pygame

from game.client.art.icons import die as die_picture
from game.client.theme import Theme, hex_of, mix
from game.client.ui.rows import Die
from game.client.ui.text import flow
from game.client.words import Span


def draw_die(surface: pygame.Surface, rect: pygame.Rect, die: Die, theme: Theme) -> None:
    """Draw a die in a square. One that failed is dull, one that counts has a bright rim."""
    if die.side >= 0:
        style = theme.side(die.side)
        body, pips, rim = pygame.Color(style.main), pygame.Color("#fffdf4"), pygame.Color(style.dark)
    else:
        body, pips, rim = pygame.Color("#f4ead6"), pygame.Color("#2a2018"), pygame.Color("#4a3a26")
    if die.good is False:
        body, pips = mix(body, theme.colour("panel_sunken"), 0.62), mix(pips, theme.colour("panel_sunken"), 0.45)
    radius = max(2, rect.width // 6)
    if die.good:
        halo = rect.inflate(theme.px(4), theme.px(4))
        pygame.draw.rect(surface, theme.colour("accent"), halo, border_radius=radius + theme.px(2))
    if die.faces == 6 and 1 <= die.face <= 6:
        surface.blit(die_picture(die.face, rect.width, hex_of(body), hex_of(pips), hex_of(rim)), rect)
        return
    pygame.draw.rect(surface, body, rect, border_radius=radius)
    pygame.draw.rect(surface, rim, rect, max(1, rect.width // 16), radius)
    number = flow((Span(str(die.face), "small_bold", "text"),), rect.width * 2, theme)
    number.draw(surface, theme, (rect.centerx - number.width // 2, rect.centery - number.height // 2))
