"""The panel in which forms lie: a raised board with a title, in the middle of the window."""

from __future__ import annotations

import pygame

from game.client.navigation import Window
from game.client.ui.backdrop import backdrop
from game.client.ui.text import flow, say


def _board(app: Window, width: int) -> pygame.Rect:
    px = app.theme.px
    w, h = app.size
    wide = min(px(width), w - 2 * px(16))
    return pygame.Rect((w - wide) // 2, px(16), wide, h - 2 * px(16))


def framed(app: Window, width: int) -> pygame.Rect:
    """The rectangle inside the panel, below its title. ``width`` in pixels at scale 1."""
    px = app.theme.px
    board = _board(app, width)
    head = app.theme.font("heading").get_linesize() + px(26)
    return pygame.Rect(board.left + px(24), board.top + head, board.width - px(48), board.height - head - px(16))


def draw_frame(app: Window, surface: pygame.Surface, title: str, width: int) -> None:
    """Draw the cloth, the panel and its title."""
    theme = app.theme
    px = theme.px
    surface.blit(backdrop(surface.get_size(), theme), (0, 0))
    board = _board(app, width)
    shade = pygame.Surface(board.size, pygame.SRCALPHA)
    pygame.draw.rect(shade, (*tuple(theme.colour("panel"))[:3], 242), shade.get_rect(), border_radius=px(10))
    surface.blit(shade, board)
    pygame.draw.rect(surface, theme.colour("edge"), board, px(2), px(10))
    block = flow(say(title, "heading", "accent"), board.width - px(48), theme)
    block.draw(surface, theme, (board.left + px(24), board.top + px(12)))
    y = board.top + px(18) + block.height
    pygame.draw.line(surface, theme.colour("edge"), (board.left + px(24), y), (board.right - px(24), y), px(1))


def draw_box(app: Window, surface: pygame.Surface, box: pygame.Rect) -> None:
    """Darken what lies below, and draw the box of what lies over it."""
    shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    shade.fill((0, 0, 0, 120))
    surface.blit(shade, (0, 0))
    theme = app.theme
    pygame.draw.rect(surface, theme.colour("panel"), box, border_radius=theme.px(10))
    pygame.draw.rect(surface, theme.colour("edge_light"), box, theme.px(2), theme.px(10))


def draw_bands(app: Window, surface: pygame.Surface, head: int, foot: int) -> None:
    """The cloth with a band above and one below, ``head`` and ``foot`` pixels high at scale 1."""
    theme, px = app.theme, app.theme.px
    surface.blit(backdrop(surface.get_size(), theme), (0, 0))
    w, h = surface.get_size()
    for band, line in (
        (pygame.Rect(0, 0, w, px(head)), px(head)),
        (pygame.Rect(0, h - px(foot), w, px(foot)), h - px(foot)),
    ):
        surface.fill(theme.colour("panel"), band)
        pygame.draw.line(surface, theme.colour("edge"), (0, line), (w, line), px(1))
