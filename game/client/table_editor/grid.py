"""What is drawn over a table being made: the grid, and the place under the pointer in figures."""

from __future__ import annotations

import pygame

from game.client.panels.table_area import TableArea
from game.client.table_editor.desk import Desk
from game.client.theme import Theme
from game.client.ui.text import flow, say
from game.client.words import Words, _


def draw_grid(surface: pygame.Surface, area: TableArea, desk: Desk, mm: float, theme: Theme) -> None:
    """Thin lines where points come to lie; every second, fourth ... only, where they would lie close."""
    step = desk.grid
    while step * mm * area.camera.scale < theme.px(14):
        step *= 2.0
    layer = pygame.Surface(area.rect.size, pygame.SRCALPHA)
    ink = (255, 255, 255, 46)
    width, depth = desk.plan.size
    left, top = area.rect.topleft
    for k in range(int(width / step) + 1):
        a, b = (area.camera.to_screen(k * step * mm, y * mm) for y in (0.0, depth))
        pygame.draw.line(layer, ink, (a[0] - left, a[1] - top), (b[0] - left, b[1] - top))
    for k in range(int(depth / step) + 1):
        a, b = (area.camera.to_screen(x * mm, k * step * mm) for x in (0.0, width))
        pygame.draw.line(layer, ink, (a[0] - left, a[1] - top), (b[0] - left, b[1] - top))
    surface.blit(layer, area.rect)


def draw_where(surface: pygame.Surface, area: pygame.Rect, desk: Desk, words: Words, mm: float, theme: Theme) -> None:
    """The place under the pointer, in figures, at the lower edge of the table."""
    at = desk.cursor
    if at is None:
        return
    x, y = (words.length(v * mm) for v in at)
    said = _("{x} from the west, {y} from the south").format(x=x, y=y)
    place = flow(say(said, "small", "text_dim"), area.width - theme.px(20), theme)
    place.draw(surface, theme, (area.left + theme.px(10), area.bottom - place.height - theme.px(6)))
