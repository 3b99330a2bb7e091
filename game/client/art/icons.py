"""Icons: SVG files drawn white in ``assets/symbols``, tinted and sized on demand, and dice.

What is drawn black in them is cut out.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import pygame

from game.client.art.files import asset

Colour = pygame.Color | str | tuple[int, int, int] | tuple[int, int, int, int] | Sequence[int]


def icon_names() -> tuple[str, ...]:
    """Names of all icons."""
    return tuple(sorted(p.stem for p in asset("symbols").glob("*.svg")))


def icon(name: str, size: int, colour: Colour = "#ffffff") -> pygame.Surface:
    """An icon ``size`` pixels square in one colour, with straight alpha; kept.

    Raises
    ------
    KeyError
        There is no such icon.
    """
    c = pygame.Color(colour)
    return _tinted(name, size, (c.r, c.g, c.b, c.a))


@functools.lru_cache(maxsize=1024)
def _tinted(name: str, size: int, colour: tuple[int, int, int, int]) -> pygame.Surface:
    out = _white(name, size).copy()
    out.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return out


@functools.lru_cache(maxsize=512)
def _white(name: str, size: int) -> pygame.Surface:
    path = asset("symbols", f"{name}.svg")
    if not path.is_file():
        raise KeyError(name)
    loaded = pygame.image.load_sized_svg(str(path), (size, size))
    # white under transparent edges too, and our own order of channels
    out = pygame.Surface(loaded.get_size(), pygame.SRCALPHA)
    out.fill((255, 255, 255, 0))
    cover, light = pygame.surfarray.array_alpha(loaded), pygame.surfarray.pixels_red(loaded)
    pygame.surfarray.pixels_alpha(out)[:] = cover.astype(np.uint16) * light // 255
    return out


@functools.lru_cache(maxsize=256)
def die(face: int, size: int, body: str = "#f4ead6", pip: str = "#2a2018", edge: str = "#1c130d") -> pygame.Surface:
    """A die showing ``face`` (1 to 6), ``size`` pixels square, with a rounded body, a light and a dark edge."""
    big = size * 4
    out = pygame.Surface((big, big), pygame.SRCALPHA)
    out.fill((*pygame.Color(edge)[:3], 0))
    radius = big // 6
    pygame.draw.rect(out, edge, (0, 0, big, big), border_radius=radius)
    rim = max(2, big // 22)
    inner = pygame.Rect(rim, rim, big - 2 * rim, big - 2 * rim)
    base = pygame.Color(body)
    pygame.draw.rect(out, base.lerp("#000000", 0.22), inner, border_radius=radius - rim)
    pygame.draw.rect(
        out,
        base.lerp("#ffffff", 0.35),
        inner.inflate(-rim, -rim).move(-rim // 2, -rim // 2),
        border_radius=radius - rim,
    )
    pygame.draw.rect(out, base, inner.inflate(-2 * rim, -2 * rim), border_radius=radius - rim)
    lo, mid, hi = 0.27, 0.5, 0.73
    spots = {
        1: [(mid, mid)],
        2: [(lo, lo), (hi, hi)],
        3: [(lo, lo), (mid, mid), (hi, hi)],
        4: [(lo, lo), (hi, lo), (lo, hi), (hi, hi)],
        5: [(lo, lo), (hi, lo), (mid, mid), (lo, hi), (hi, hi)],
        6: [(lo, lo), (hi, lo), (lo, mid), (hi, mid), (lo, hi), (hi, hi)],
    }
    for x, y in spots[face]:
        pygame.draw.circle(out, base.lerp("#ffffff", 0.5), (x * big + rim / 2, y * big + rim / 2), big * 0.092)
        pygame.draw.circle(out, pip, (x * big, y * big), big * 0.088)
    return pygame.transform.smoothscale(out, (size, size))
