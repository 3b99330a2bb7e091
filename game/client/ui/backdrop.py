"""The picture behind the title and the forms: dark cloth with a worn border, drawn once for each size."""

from __future__ import annotations

import functools
import math
import random

import pygame

from game.client.theme import Theme, mix


def backdrop(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The picture for a window size."""
    return _drawn(size, theme.id, tuple(theme.colour("window"))[:3], tuple(theme.colour("accent_dim"))[:3])


@functools.lru_cache(maxsize=2)
def _drawn(size: tuple[int, int], theme_id: str, base: tuple[int, ...], gold: tuple[int, ...]) -> pygame.Surface:
    w, h = size
    small = pygame.Surface((max(2, w // 8), max(2, h // 8)))
    rng = random.Random(f"{theme_id} {size}")
    cx, cy = small.get_width() / 2, small.get_height() * 0.4
    far = math.hypot(cx, small.get_height() * 0.7)
    light = mix(pygame.Color(*base), "#ffffff", 0.13)
    dark = mix(pygame.Color(*base), "#000000", 0.45)
    for y in range(small.get_height()):
        for x in range(small.get_width()):
            share = min(1.0, math.hypot(x - cx, y - cy) / far)
            small.set_at((x, y), mix(light, dark, min(1.0, share + rng.uniform(-0.015, 0.015))))
    image = pygame.transform.smoothscale(small, size)
    ink = mix(pygame.Color(*gold), pygame.Color(*base), 0.35)
    margin = max(10, min(w, h) // 50)
    outer = pygame.Rect(margin, margin, w - 2 * margin, h - 2 * margin)
    pygame.draw.rect(image, ink, outer, 2, 4)
    pygame.draw.rect(image, ink, outer.inflate(-10, -10), 1, 2)
    for corner in (outer.topleft, outer.topright, outer.bottomleft, outer.bottomright):
        pygame.draw.circle(image, ink, corner, 7)
        pygame.draw.circle(image, mix(pygame.Color(*base), "#000000", 0.3), corner, 4)
    return image
