"""Smooth polygons and thick lines with alpha, on small layers that are blitted once."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
import numpy.typing as npt
import pygame

Floats = npt.NDArray[np.float64]
FINE_AREA = 700_000
"""Layers up to as many pixels are drawn twice as fine and shrunk; larger ones as they are."""


class Layer:
    """A white-on-nothing canvas over a part of the screen; strokes and fills are drawn into it, then coloured."""

    def __init__(self, box: pygame.Rect) -> None:
        self.box = box
        self.over = 2 if box.w * box.h <= FINE_AREA else 1

    @staticmethod
    def around(points: list[Floats], margin: float, bounds: pygame.Rect) -> Layer | None:
        """A layer that holds some points (screen pixels) with a margin, cut to bounds; None where nothing is seen."""
        everything = np.concatenate(points)
        lo, hi = everything.min(axis=0) - margin, everything.max(axis=0) + margin
        lo, hi = np.clip(lo, -20000, 20000), np.clip(hi, -20000, 20000)
        box = pygame.Rect(
            math.floor(lo[0]), math.floor(lo[1]), math.ceil(hi[0] - lo[0]) + 2, math.ceil(hi[1] - lo[1]) + 2
        )
        box = box.clip(bounds)
        return Layer(box) if box.w > 0 and box.h > 0 else None

    def blank(self) -> pygame.Surface:
        """An empty mask at the layer's fineness."""
        mask = pygame.Surface((self.box.w * self.over, self.box.h * self.over), pygame.SRCALPHA)
        mask.fill((255, 255, 255, 0))
        return mask

    def local(self, points: Floats) -> list[tuple[float, float]]:
        """Points in the mask's pixels."""
        moved = (points - np.array([self.box.x, self.box.y])) * self.over
        return [tuple(p) for p in np.clip(moved, -30000, 30000).tolist()]

    def finish(self, mask: pygame.Surface, colour: str | pygame.Color) -> pygame.Surface:
        """The mask at screen size in a colour."""
        out = pygame.transform.smoothscale(mask, self.box.size) if self.over > 1 else mask
        out.fill(pygame.Color(colour), special_flags=pygame.BLEND_RGBA_MULT)
        return out

    def fill(self, outlines: list[Floats], holes: list[Floats] | None = None) -> pygame.Surface:
        """A mask of polygons."""
        mask = self.blank()
        for p in outlines:
            if len(p) >= 3:
                pygame.draw.polygon(mask, (255, 255, 255, 255), self.local(p))
        for p in holes or ():
            if len(p) >= 3:
                pygame.draw.polygon(mask, (255, 255, 255, 0), self.local(p))
        return mask

    def stroke(self, lines: list[Floats], width: float) -> pygame.Surface:
        """A mask of open polylines, round-jointed. Close them by repeating the first point."""
        mask = self.blank()
        thick = max(1, round(width * self.over))
        lines = [p for p in lines if len(p) >= 2]
        if not lines:
            return mask
        points, end = self.local(np.concatenate(lines)), 0  # at once: there are many dashes
        for p in lines:
            q, end = points[end : end + len(p)], end + len(p)
            for a, b in itertools.pairwise(q):
                _bar(mask, a, b, thick)
            if thick >= 3:
                for x, y in q:
                    pygame.draw.circle(mask, (255, 255, 255, 255), (x, y), thick / 2)
        return mask


def _bar(mask: pygame.Surface, a: tuple[float, float], b: tuple[float, float], thick: int) -> None:
    """A thick line with square sides whatever its slope."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    n = math.hypot(dx, dy)
    if thick <= 1 or n < 1e-6:
        pygame.draw.line(mask, (255, 255, 255, 255), a, b, thick)
        return
    ux, uy = -dy / n * thick / 2, dx / n * thick / 2
    quad = [(a[0] + ux, a[1] + uy), (b[0] + ux, b[1] + uy), (b[0] - ux, b[1] - uy), (a[0] - ux, a[1] - uy)]
    pygame.draw.polygon(mask, (255, 255, 255, 255), quad)


def dashes(line: Floats, dash: float, gap: float = 0.0) -> list[Floats]:
    """A polyline cut into strokes of ``dash`` pixels, whole where that is 0; gaps not told are two thirds as long."""
    if dash <= 0:
        return [line]
    delta = np.diff(line, axis=0)
    length = np.hypot(delta[:, 0], delta[:, 1])
    ends = np.concatenate([[0.0], np.cumsum(length)])
    total = float(ends[-1])
    if total < dash:
        return [line]
    pitch = dash + gap if gap else dash * 5 / 3
    drawn = dash / pitch
    count = max(1, round(total / pitch))
    pitch = total / count
    out = []
    for k in range(count):
        a, b = k * pitch, k * pitch + pitch * drawn
        inner = ends[(ends > a) & (ends < b)]
        at = np.concatenate([[a], inner, [b]])
        out.append(np.stack([np.interp(at, ends, line[:, 0]), np.interp(at, ends, line[:, 1])], axis=1))
    return out


def closed(points: Floats) -> Floats:
    """A ring that ends where it begins."""
    return np.concatenate([points, points[:1]])


def circle(x: float, y: float, r: float, start: float = 0.0, end: float = 360.0) -> Floats:
    """Points on a circle of screen pixels from compass angle to compass angle, fine enough to look round."""
    sweep = end - start
    count = max(8, int(abs(sweep) / 360.0 * max(24.0, min(240.0, r * 1.1))))
    t = np.radians(np.linspace(start, end, count + 1))
    return np.stack([x + r * np.sin(t), y - r * np.cos(t)], axis=1)


@functools.lru_cache(maxsize=64)
def hatch_tile(kind: str, size: int = 16) -> pygame.Surface:
    """A periodic square of white hatching."""
    over = 4
    n = size * over
    tile = pygame.Surface((n, n), pygame.SRCALPHA)
    tile.fill((255, 255, 255, 0))
    ink = (255, 255, 255, 255)
    w = over + 2
    if kind in ("lines", "cross"):
        for d in (-n, 0, n):
            pygame.draw.line(tile, ink, (d, n), (d + n, 0), w)
    if kind in ("back", "cross"):
        for d in (-n, 0, n):
            pygame.draw.line(tile, ink, (d, 0), (d + n, n), w)
    if kind == "dots":
        for c in ((n * 0.25, n * 0.25), (n * 0.75, n * 0.75)):
            pygame.draw.circle(tile, ink, c, over * 1.6)
    if kind == "level":
        pygame.draw.line(tile, ink, (0, n // 2), (n, n // 2), w - 2)
    if kind == "upright":
        pygame.draw.line(tile, ink, (n // 2, 0), (n // 2, n), w - 2)
    return pygame.transform.smoothscale(tile, (size, size))


def hatched(mask: pygame.Surface, kind: str, colour: pygame.Color, anchor: tuple[int, int]) -> pygame.Surface:
    """Hatching through a mask at screen size; ``anchor`` ties the pattern to the table while it is panned."""
    tile = hatch_tile(kind)
    n = tile.get_width()
    out = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
    x0, y0 = anchor[0] % n - n, anchor[1] % n - n
    spots = [(tile, (x, y)) for x in range(x0, mask.get_width(), n) for y in range(y0, mask.get_height(), n)]
    out.fblits(spots)
    out.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out
