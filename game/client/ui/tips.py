"""The tooltip of what we draw ourselves: a sentence near the pointer."""

from __future__ import annotations

import pygame

from game.client.theme import Theme
from game.client.ui.text import flow
from game.client.words import Spans


def draw_tip(
    surface: pygame.Surface,
    theme: Theme,
    spans: Spans,
    at: tuple[int, int],
    edge: str = "edge_light",
    above: bool = False,
    off: pygame.Rect | None = None,
) -> None:
    """Draw a sentence beside a window pixel, within the window; ``above`` it, where below would hide something.

    It keeps off the rectangle ``off`` where there is room beside the pixel on any side.
    """
    if not spans:
        return
    px = theme.px
    width = min(px(320), surface.get_width() - px(40))
    block = flow(spans, width, theme)
    rect = pygame.Rect(0, 0, block.width + px(16), block.height + px(10))
    rect.topleft = (at[0] + px(16), at[1] + px(18))
    if rect.right > surface.get_width() - px(4):
        rect.right = max(rect.width + px(4), at[0] - px(10))
    if above or rect.bottom > surface.get_height() - px(4):
        rect.bottom = at[1] - px(10)
    rect.clamp_ip(surface.get_rect())
    if off is not None and rect.colliderect(off):
        rect = _beside(rect, at, off, surface.get_rect(), px(10))
    pygame.draw.rect(surface, theme.colour("tooltip"), rect, border_radius=px(5))
    pygame.draw.rect(surface, theme.colour(edge), rect, px(1), px(5))
    block.draw(surface, theme, (rect.left + px(8), rect.top + px(5)))


def _beside(rect: pygame.Rect, at: tuple[int, int], off: pygame.Rect, within: pygame.Rect, gap: int) -> pygame.Rect:
    """A rectangle at another side of a pixel, where it lies off another one; as it was where it nowhere does."""
    (x, y), (w, h) = at, rect.size
    for left in (x + gap, x - gap - w, x - w // 2):
        for top in (y - gap - h, y + gap, y - h // 2):
            found = pygame.Rect(left, top, w, h)
            if within.contains(found) and not found.colliderect(off) and not found.collidepoint(at):
                return found
    return rect
