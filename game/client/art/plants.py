"""Sprites of single things that stand on the ground, seen from above: trees, bushes, rocks, reeds, tufts.

All are lit from the upper left. They are made once per colour at a generous size as premultiplied surfaces and scaled
down as needed by :class:`Stock`.
"""

from __future__ import annotations

import functools
import math
from collections import OrderedDict
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pygame

from game.client.art.noise import rng_of

Floats = npt.NDArray[np.float64]
MASTER = 96
LIGHT = np.array([-0.52, 0.52, 0.68]) / np.linalg.norm([-0.52, 0.52, 0.68])


def _grid(size: int) -> tuple[Floats, Floats]:
    axis = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    return np.meshgrid(axis, -axis)


def to_surface(rgb: Floats, alpha: Floats) -> pygame.Surface:
    """A premultiplied surface from (h, w, 3) colours 0..255 and (h, w) alpha 0..1."""
    h, w = alpha.shape
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    a = np.clip(alpha, 0.0, 1.0)
    pixels = pygame.surfarray.pixels3d(surface)
    pixels[:] = np.clip(rgb * a[..., None], 0, 255).astype(np.uint8).swapaxes(0, 1)
    del pixels
    alphas = pygame.surfarray.pixels_alpha(surface)
    alphas[:] = (a * 255).astype(np.uint8).T
    del alphas
    return surface


def _lit(height: Floats, steep: float) -> Floats:
    """Lambert light (0..1) of a height field over the square -1..1."""
    step = 2.0 / height.shape[0]
    gy, gx = np.gradient(height, step)
    nx, ny = -gx * steep, gy * steep
    length = np.sqrt(nx * nx + ny * ny + 1.0)
    light: Floats = np.clip((nx * LIGHT[0] + ny * LIGHT[1] + LIGHT[2]) / length, 0.0, 1.0)
    return light


def rgb_of(colour: str) -> Floats:
    """Red, green, blue (0..255) of ``#rrggbb``."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)


def crown(colour: str, variant: int, bumps: int = 30, size: int = MASTER) -> pygame.Surface:
    """The leafy crown of a tree or bush."""
    rng = rng_of("crown", variant, bumps)
    x, y = _grid(size)
    height = np.full((size, size), -1.0)
    alpha = np.zeros((size, size))
    tint = np.zeros((size, size))
    for _ in range(bumps):
        r, t = np.sqrt(rng.random()) * 0.66, rng.random() * 2 * np.pi
        bx, by, br = r * np.cos(t), r * np.sin(t), 0.2 + 0.14 * rng.random()
        tone = rng.standard_normal()
        i0, i1 = (max(0, int((c + 1) / 2 * size)) for c in (bx - br, bx + br))
        j0, j1 = (max(0, int((1 - c) / 2 * size)) for c in (by + br, by - br))
        part = np.s_[j0 : j1 + 1, i0 : i1 + 1]
        d2 = (x[part] - bx) ** 2 + (y[part] - by) ** 2
        z = 0.75 * (1.0 - r * r) + np.sqrt(np.maximum(br * br - d2, 0.0)) * 1.5
        top = (d2 < br * br) & (z > height[part])
        height[part] = np.where(top, z, height[part])
        tint[part] = np.where(top, tone, tint[part])
        alpha[part] = np.maximum(alpha[part], np.clip((br - np.sqrt(d2)) / 0.05, 0.0, 1.0))
    light = _lit(np.maximum(height, 0.0), 0.55)
    base = rgb_of(colour)
    grain = rng.standard_normal((size, size)) * 0.05
    depth = np.clip(height / 1.1, 0.0, 1.0)
    value = (0.34 + 0.62 * light) * (0.68 + 0.42 * depth) + tint * 0.05 + grain
    warm = np.array([1.10, 1.05, 0.86])
    cool = np.array([0.82, 0.93, 0.98])
    blend = np.clip(light, 0, 1)[..., None]
    return to_surface(base * (cool * (1 - blend) + warm * blend) * value[..., None] * 1.22, alpha)


def conifer(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A fir or pine from above: tiers of drooping branches."""
    rng = rng_of("conifer", variant)
    x, y = _grid(size)
    r, t = np.hypot(x, y), np.arctan2(y, x)
    height = np.zeros((size, size))
    alpha = np.zeros((size, size))
    for tier in range(4):
        reach = 0.86 - 0.2 * tier
        spikes = 11 - 2 * tier
        edge = reach * (0.84 + 0.16 * np.cos(spikes * t + rng.random() * 6.28)) * (1 + 0.05 * rng.standard_normal())
        inside = r < edge
        height = np.where(inside, np.maximum(height, 0.3 * tier + 0.42 * (1 - r / edge)), height)
        if tier == 0:
            alpha = np.clip((edge - r) / 0.05, 0.0, 1.0)
    light = _lit(height, 0.75)
    value = (0.34 + 0.78 * light) * (0.72 + 0.3 * np.clip(height, 0, 1.2)) + rng.standard_normal((size, size)) * 0.05
    return to_surface(rgb_of(colour) * np.array([0.74, 0.88, 0.9]) * value[..., None], alpha)


def blossom(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A crown in flower."""
    surface = crown(colour, variant)
    rng = rng_of("blossom", variant)
    shape = pygame.mask.from_surface(surface, 200)
    for _ in range(150):
        r, t = size * 0.43 * np.sqrt(rng.random()), rng.random() * 2 * np.pi
        x, y = size / 2 + r * np.cos(t), size / 2 + r * np.sin(t)
        if shape.get_at((int(x), int(y))):
            lit = 0.8 + 0.2 * (size - x - y) / size
            tone = tuple(int(c * min(1.0, lit)) for c in ((255, 240, 244), (250, 214, 226))[int(rng.random() < 0.4)])
            pygame.draw.circle(surface, (*tone, 255), (x, y), size * rng.uniform(0.012, 0.028))
    return surface


def bare(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A tree without leaves: boughs that fork towards a ragged edge, twigs between them."""
    rng = rng_of("bare", variant)
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    middle = size / 2
    pygame.draw.circle(surface, (48, 40, 34, 54), (middle, middle), size * 0.36)
    dark, light = (52, 41, 33, 255), (122, 102, 84, 255)

    def bough(x: float, y: float, angle: float, reach: float, wide: float) -> None:
        ex, ey = x + reach * np.cos(angle), y - reach * np.sin(angle)
        pygame.draw.line(surface, dark, (x, y), (ex, ey), max(1, round(wide)))
        if wide > 1.6:
            pygame.draw.aaline(surface, light, (x - wide / 4, y - wide / 4), (ex - 1, ey - 1))
        if wide > 1.0:
            for side in (-1, 1):
                bough(ex, ey, angle + side * rng.uniform(0.25, 0.65), reach * rng.uniform(0.6, 0.85), wide * 0.62)

    count = int(rng.integers(6, 9))
    for k in range(count):
        bough(middle, middle, (k + 0.5 * rng.random()) / count * 2 * np.pi, size * 0.17, size * 0.052)
    pygame.draw.circle(surface, dark, (middle, middle), size * 0.045)
    return surface.premul_alpha()


def whitened(surface: pygame.Surface, variant: int) -> pygame.Surface:
    """A fir under snow: white where it is lit, its dark rims kept."""
    rng = rng_of("snow", variant)
    pixels = pygame.surfarray.pixels3d(surface)
    alpha = pygame.surfarray.array_alpha(surface).astype(np.float64)[..., None]
    value = pixels.max(axis=2, keepdims=True) / np.maximum(alpha, 1.0)
    share = np.clip((value - 0.22) * 3.4 + 0.16 * rng.standard_normal(value.shape), 0.0, 0.9)
    pixels[:] = (pixels * (1 - share) + np.array([233.0, 240.0, 243.0]) * alpha / 255.0 * share).astype(np.uint8)
    del pixels
    return surface


def rock(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A boulder with facets."""
    rng = rng_of("rock", variant)
    x, y = _grid(size)
    height = np.full((size, size), 0.62)
    for k in range(9):
        t = (k + 0.6 * rng.random()) / 9 * 2 * np.pi
        steep = 0.8 + 1.6 * rng.random()
        edge = 0.62 + 0.25 * rng.random()
        height = np.minimum(height, steep * (edge - (x * np.cos(t) + y * np.sin(t))))
    height += 0.03 * rng.standard_normal((size, size))
    alpha = np.clip(height / 0.07, 0.0, 1.0)
    light = _lit(height, 0.8)
    return to_surface(rgb_of(colour) * (0.42 + 0.78 * light)[..., None], alpha)


def reeds(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A clump of reeds: blades that lean outwards."""
    rng = rng_of("reeds", variant)
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    base = rgb_of(colour)
    for _ in range(46):
        t, reach = rng.random() * 2 * np.pi, size * (0.2 + 0.28 * rng.random())
        cx, cy = size / 2 + rng.standard_normal() * size * 0.05, size / 2 + rng.standard_normal() * size * 0.05
        shade = 0.55 + 0.75 * rng.random()
        tone = tuple(int(c) for c in np.clip(base * shade, 0, 255))
        tip = (cx + reach * np.cos(t), cy - reach * np.sin(t))
        pygame.draw.aaline(surface, (*tone, 255), (cx, cy), tip, max(1, size // 40))
    return surface.premul_alpha()


def tuft(colour: str, variant: int, size: int = 48) -> pygame.Surface:
    """A tuft of grass."""
    rng = rng_of("tuft", variant)
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    base = rgb_of(colour)
    for _ in range(13):
        lean, reach = rng.standard_normal() * 0.5, size * (0.2 + 0.2 * rng.random())
        cx = size / 2 + rng.standard_normal() * size * 0.13
        tone = tuple(int(c) for c in np.clip(base * (0.7 + 0.55 * rng.random()), 0, 255))
        tip = (cx + reach * np.sin(lean), size * 0.68 - reach * np.cos(lean))
        pygame.draw.aaline(surface, (*tone, 210), (cx, size * 0.68), tip, 2)
    return surface.premul_alpha()


def bramble(colour: str, variant: int, size: int = MASTER) -> pygame.Surface:
    """A tangle of thorny stems with red tips."""
    rng = rng_of("bramble", variant)
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    base = rgb_of(colour)
    wide = max(2, size // 32)
    for _ in range(20):
        cx, cy = size * (0.5 + 0.14 * rng.standard_normal()), size * (0.5 + 0.14 * rng.standard_normal())
        r, start = size * (0.12 + 0.2 * rng.random()), rng.random() * 2 * np.pi
        sweep = np.linspace(start, start + 1.6 + 1.6 * rng.random(), 14)
        points = np.stack([cx + r * np.cos(sweep), cy + r * np.sin(sweep)], 1)
        tone = tuple(int(c) for c in np.clip(base * (0.55 + 0.85 * rng.random()), 0, 255))
        pygame.draw.lines(surface, (20, 13, 10, 255), False, (points + wide / 2).tolist(), wide + 1)
        pygame.draw.lines(surface, (*tone, 255), False, points.tolist(), wide)
        for x, y in points[2::4]:
            tip = (x + rng.uniform(-0.05, 0.05) * size, y - 0.05 * size)
            pygame.draw.aaline(surface, (228, 214, 188, 255), (x, y), tip, 2)
        pygame.draw.circle(surface, (176, 58, 38, 255), points[-1].tolist(), size * 0.022)
    return surface.premul_alpha()


MAKERS: dict[str, Callable[[str, int], pygame.Surface]] = {
    "tree": crown,
    "conifer": conifer,
    "white_fir": lambda colour, variant: whitened(conifer(colour, variant), variant),
    "blossom": blossom,
    "bare": bare,
    "rock": rock,
    "reeds": reeds,
    "tuft": tuft,
    "bramble": bramble,
}


@functools.lru_cache(maxsize=256)
def master(kind: str, colour: str, variant: int) -> pygame.Surface:
    """The generous picture of one thing: ``bush``, or a kind of :data:`MAKERS`."""
    if kind == "bush":
        return crown(colour, variant, bumps=14)
    return MAKERS[kind](colour, variant)


def shadow_of(surface: pygame.Surface, strength: float = 0.42, blur: int = 0) -> pygame.Surface:
    """The shadow that a premultiplied picture throws: black in its shape."""
    out = surface.copy()
    out.fill((0, 0, 0, round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.box_blur(out, blur) if blur else out


def step_size(size: float) -> int:
    """The size in pixels that is kept for one asked for: within 6 %, so that few pictures serve many sizes.

    >>> [step_size(s) for s in (1.2, 8.4, 13.0, 14.0, 29.0, 31.0)]
    [2, 8, 13, 15, 29, 32]
    """
    if size < 12.5:
        return max(2, round(size))
    return round(13 * 1.12 ** round(math.log(size / 13) / math.log(1.12)))


class Stock:
    """Scaled pictures, the last used kept within a budget of bytes."""

    def __init__(self, budget: int = 24_000_000) -> None:
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._budget = budget
        self.made = 0

    def get(
        self, kind: str, colour: str, variant: int, size: int, shadow: float = 0.0, turn: int = 0
    ) -> pygame.Surface:
        """One thing at ``size`` pixels across, or its ``shadow`` of that strength.

        Its picture is turned back by the quarters by which the sheet will be turned, so that its light stays.
        """
        key = (kind, "" if shadow else colour, variant, size, shadow, turn)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        self.made += 1
        source = master(kind, colour, variant)
        scaled = pygame.transform.smoothscale(source, (size, size)) if source.get_width() != size else source
        if shadow:  # the shape of a thing does not depend on its colour
            scaled = shadow_of(scaled, 0.46 * shadow, blur=max(1, size // 24) if size > 9 else 0)
        if turn:
            scaled = pygame.transform.rotate(scaled, -90 * turn)
        self._kept[key] = scaled
        self._bytes += size * size * 4
        while self._bytes > self._budget:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return scaled
