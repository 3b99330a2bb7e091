"""Swatches: a side's colours as they look on the table, a base's rim and a flag with its pattern."""

from __future__ import annotations

import functools
import io

import pygame

from game.client.art import svg
from game.client.art.figures import Coat, flag
from game.client.art.stands import Stand, base_svg
from game.client.theme import SideStyle

WIDTH, DEPTH = 40.0, 20.0
"""Of the base that is shown, mm."""
RIM = 2.4


@functools.lru_cache(maxsize=64)
def swatch(style: SideStyle, height: int) -> pygame.Surface:
    """A base with its flag, so many pixels high and twice as wide."""
    coat = Coat(style.main, style.dark, style.light, style.trim, style.cloth)
    parts = base_svg(Stand("plain", 0, WIDTH - 1.0, DEPTH - 3.0), style, RIM)
    parts += flag(coat, style.pattern, -WIDTH * 0.3, 0.3, WIDTH * 0.6, DEPTH * 0.46)
    file = io.BytesIO(svg.document(parts, WIDTH, DEPTH, (height * 2, height)))
    return pygame.image.load_sized_svg(file, (height * 2, height))
