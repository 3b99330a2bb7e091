"""Silhouettes of the arms: one bold upright figure with ink about it, read at 23 pixels on any ground."""

from __future__ import annotations

import functools
import math

import numpy as np
import pygame

from game.client.art.files import asset

INK = "#17110c"
BODY = "#fff6e2"
HALO = 1.7
"""Pixels of ink about a silhouette."""
OVER = 4
BOX = 24.0
"""Side of the square in which silhouettes are drawn."""


@functools.lru_cache(maxsize=512)
def silhouette(arm: str, size: int, left: bool = False, body: str = BODY, left_of: int = 255) -> pygame.Surface:
    """An arm's silhouette ``size`` pixels high without its ink; premultiplied, looking right or left. Kept.

    ``body`` is its colour, ``left_of`` how much of 255 is left of it.

    Raises
    ------
    KeyError
        There is no such arm.
    """
    path = asset("symbols", f"arm-{arm}.svg")
    if not path.is_file():
        raise KeyError(arm)
    px = size * OVER
    loaded = pygame.image.load_sized_svg(str(path), (px, px))
    cover, light = pygame.surfarray.array_alpha(loaded), pygame.surfarray.array_red(loaded)
    halo = HALO * max(1.0, size / 30.0) * OVER
    pad = math.ceil(HALO * max(1.0, size / 30.0)) * OVER
    big = pygame.Surface((px + 2 * pad, px + 2 * pad), pygame.SRCALPHA)
    big.fill((*pygame.Color(INK)[:3], 0))
    ink = _filled(INK, cover)
    for k in range(16):
        x, y = halo * math.cos(k * math.pi / 8), halo * math.sin(k * math.pi / 8)
        big.blit(ink, (round(pad + x), round(pad + y)))
    big.blit(ink, (pad, pad))
    big.blit(_filled(body, (cover.astype(np.uint16) * light // 255).astype(np.uint8)), (pad, pad))
    small = pygame.transform.smoothscale(big, (big.get_width() // OVER, big.get_height() // OVER))
    out = small.premul_alpha()
    if left_of < 255:
        out.fill((left_of,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.flip(out, True, False) if left else out


def _filled(colour: str, cover: np.ndarray) -> pygame.Surface:
    """A colour through a mask."""
    out = pygame.Surface(cover.shape, pygame.SRCALPHA)
    out.fill((*pygame.Color(colour)[:3], 0))
    pygame.surfarray.pixels_alpha(out)[:] = cover
    return out


def looks_left(facing: float) -> bool:
    """Whether a silhouette looks left, where its troops march: westwards, and southwards rather than north.

    >>> looks_left(0.0), looks_left(90.0), looks_left(180.0), looks_left(300.0)
    (False, False, True, True)
    """
    across = math.sin(math.radians(facing))
    return across < -0.02 or (across < 0.02 and math.cos(math.radians(facing)) < 0)
