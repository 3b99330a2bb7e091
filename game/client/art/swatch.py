"""Swatches: a side's colours as they look on the table, a base's rim and a flag with its pattern."""

from __future__ import annotations

import functools
import io

import pygame

from game.client.art import svg
from game.client.art.figures import Coat, flag
from game.client.art.models import MODELS
from game.client.art.stands import Stand, base_svg, layers
from game.client.theme import SideStyle

WIDTH, DEPTH = 40.0, 20.0
"""Of the base that is shown, mm."""
RIM = 2.4
ROUND, MIP = 25.0, 5.0
"""Across the base of a single figure (mm), and the pixels per mm at which figures are painted."""


@functools.lru_cache(maxsize=64)
def swatch(style: SideStyle, height: int) -> pygame.Surface:
    """A base with its flag, so many pixels high and twice as wide."""
    coat = Coat(style.main, style.dark, style.light, style.trim, style.cloth)
    parts = base_svg(Stand("plain", 0, WIDTH - 1.0, DEPTH - 3.0), style, RIM)
    parts += flag(coat, style.pattern, -WIDTH * 0.3, 0.3, WIDTH * 0.6, DEPTH * 0.46)
    file = io.BytesIO(svg.document(parts, WIDTH, DEPTH, (height * 2, height)))
    return pygame.image.load_sized_svg(file, (height * 2, height))


@functools.lru_cache(maxsize=256)
def figure(look: str, style: SideStyle, height: int) -> pygame.Surface:
    """A base with what stands on it, so many pixels high: one figure, or a few of those that fight in ranks."""
    wide, deep = (DEPTH * 1.5, DEPTH) if look not in MODELS else (ROUND, ROUND)
    stand = Stand(look, 0, wide, deep, oval=look in MODELS)
    base, figures = layers(stand, style, MIP)
    parts = [part for part in (base, figures) if part is not None]
    size = max(p.get_width() for p in parts), max(p.get_height() for p in parts)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    for part in parts:
        whole.blit(part, part.get_rect(center=whole.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
    whole = whole.subsurface(whole.get_bounding_rect())
    return pygame.transform.smoothscale(whole, (round(height * whole.get_width() / whole.get_height()), height))
