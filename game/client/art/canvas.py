"""A part of the painted table: polygons, strokes and sprites in mm, drawn smooth-edged on an opaque surface."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pygame

from game.client.art import noise
from game.client.art.light import NOON, Light
from game.client.art.plants import Stock, step_size

Floats = npt.NDArray[np.float64]
Colour = pygame.Color | str | tuple[int, int, int] | tuple[int, int, int, int]
Thing = tuple[str, str, int, float, float, float, float]
"""Something that stands on the ground: kind, colour, variant, x, y, radius, height (mm)."""
OVER = 2
"""How many times finer masks are drawn than shown."""
TILE = 256
SHADOW = "#000000"


@functools.lru_cache(maxsize=64)
def texture(
    name: str, colour: str, contrast: float = 0.12, power: float = 0.9, coarsest: float = 0.12
) -> pygame.Surface:
    """A periodic square of ``TILE`` pixels: a colour with noise."""
    field = noise.tile(TILE, name, power, coarsest)
    base = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)
    pixels = np.clip(base * (1.0 + contrast * field[..., None]), 0, 255).astype(np.uint8)
    return pygame.surfarray.make_surface(pixels.swapaxes(0, 1)).convert(32)


class Sheet:
    """A rectangle of sheet pixels being painted.

    Parameters
    ----------
    surface
        What is painted on, opaque.
    scale
        Pixels per mm.
    corner
        Sheet pixel of the surface's top left.
    depth_mm
        Depth of the table: sheet y is measured from its north edge.
    light
        What shadows and lit edges follow, and by how many quarters the sheet will be turned when it is shown.
    """

    def __init__(
        self,
        surface: pygame.Surface,
        scale: float,
        corner: tuple[int, int],
        depth_mm: float,
        stock: Stock,
        light: Light = NOON,
    ) -> None:
        self.surface, self.scale, self.corner, self.depth_mm, self.stock = surface, scale, corner, depth_mm, stock
        self.light = light
        self.size = surface.get_size()

    def px(self, points: npt.ArrayLike) -> Floats:
        """Pixels on the surface of points (n, 2) in mm."""
        p = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        out = np.empty_like(p)
        out[:, 0] = p[:, 0] * self.scale - self.corner[0]
        out[:, 1] = (self.depth_mm - p[:, 1]) * self.scale - self.corner[1]
        return out

    def shows(self, box: tuple[float, float, float, float], margin: float = 0.0) -> bool:
        """Whether a box (x0, y0, x1, y1) in mm with a margin (mm) touches the surface."""
        (x0, y1), (x1, y0) = self.px([(box[0] - margin, box[1] - margin), (box[2] + margin, box[3] + margin)])
        return bool(x1 >= 0 and y1 >= 0 and x0 <= self.size[0] and y0 <= self.size[1])

    # --- masks ---------------------------------------------------------------------------------------------------

    def _area(self, pixels: Sequence[Floats], margin: float) -> pygame.Rect | None:
        everything = np.concatenate(pixels)
        lo, hi = everything.min(axis=0) - margin, everything.max(axis=0) + margin
        area = pygame.Rect(int(lo[0]) - 1, int(lo[1]) - 1, int(hi[0] - lo[0]) + 4, int(hi[1] - lo[1]) + 4)
        area = area.clip(self.surface.get_rect())
        return area if area.w > 0 and area.h > 0 else None

    def _blank(self, area: pygame.Rect) -> pygame.Surface:
        mask = pygame.Surface((area.w * OVER, area.h * OVER), pygame.SRCALPHA)
        mask.fill((255, 255, 255, 0))
        return mask

    def mask(
        self, outlines: Sequence[npt.ArrayLike], holes: Sequence[npt.ArrayLike] = (), blur: float = 0.0
    ) -> tuple[pygame.Surface, pygame.Rect] | None:
        """White in polygons (mm) with smooth edges, and where it lies on the surface; None if out of sight."""
        pixels = [p for p in self._lines_near(outlines, blur + 2.0) if len(p) >= 3]
        if not pixels or (area := self._area(pixels, blur)) is None:
            return None
        mask = self._blank(area)
        offset = np.array([area.x, area.y])
        for p in pixels:
            pygame.draw.polygon(mask, (255, 255, 255, 255), ((p - offset) * OVER).tolist())
        for hole in holes:
            pygame.draw.polygon(mask, (255, 255, 255, 0), ((self.px(hole) - offset) * OVER).tolist())
        small = pygame.transform.smoothscale(mask, area.size)
        return (pygame.transform.box_blur(small, max(1, round(blur))) if blur >= 1 else small), area

    def stroke_mask(
        self, lines: Sequence[npt.ArrayLike], width_mm: float, closed: bool = False, least_px: float = 1.0
    ) -> tuple[pygame.Surface, pygame.Rect] | None:
        """White along polylines (mm), round-jointed, at least ``least_px`` wide."""
        width = max(least_px, width_mm * self.scale)
        pixels = self._lines_near(lines, width)
        if not pixels or (area := self._area(pixels, width)) is None:
            return None
        mask = self._blank(area)
        offset = np.array([area.x, area.y])
        thick = max(1, round(width * OVER))
        for p in pixels:
            q = (p - offset) * OVER
            pygame.draw.lines(mask, (255, 255, 255, 255), closed, q.tolist(), thick)
            if thick > 3:
                for x, y in q.tolist():
                    pygame.draw.circle(mask, (255, 255, 255, 255), (x, y), thick / 2)
        return pygame.transform.smoothscale(mask, area.size), area

    def _lines_near(self, lines: Sequence[npt.ArrayLike], margin: float) -> list[Floats]:
        """Those polylines that come near the surface, in its pixels; all are looked at in one go."""
        arrays = [np.asarray(line, dtype=np.float64) for line in lines]
        arrays = [a for a in arrays if len(a) >= 2]
        if not arrays:
            return []
        starts = np.concatenate([[0], np.cumsum([len(a) for a in arrays])])
        p = self.px(np.concatenate(arrays))
        lo, hi = np.minimum.reduceat(p, starts[:-1], axis=0), np.maximum.reduceat(p, starts[:-1], axis=0)
        w, h = self.size
        seen = (hi[:, 0] > -margin) & (hi[:, 1] > -margin) & (lo[:, 0] < w + margin) & (lo[:, 1] < h + margin)
        return [p[starts[i] : starts[i + 1]] for i in np.flatnonzero(seen)]

    # --- paint ---------------------------------------------------------------------------------------------------

    def paint(self, mask: tuple[pygame.Surface, pygame.Rect] | None, colour: Colour, alpha: float = 1.0) -> None:
        """A colour through a mask. Black is shadow, as dark as the hour has it."""
        if mask is None:
            return
        shape, area = mask
        c = pygame.Color(colour)
        layer = shape.copy()
        alpha = alpha * self.light.strength if colour == SHADOW else alpha
        layer.fill((c.r, c.g, c.b, round(c.a * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(layer, area)

    def paint_texture(
        self, mask: tuple[pygame.Surface, pygame.Rect] | None, tile: pygame.Surface, alpha: float = 1.0
    ) -> None:
        """A periodic texture through a mask; it is tied to the table, so parts painted apart fit together."""
        if mask is None:
            return
        shape, area = mask
        layer = pygame.Surface(area.size, pygame.SRCALPHA)
        w, h = tile.get_size()
        x0, y0 = -((self.corner[0] + area.x) % w), -((self.corner[1] + area.y) % h)
        layer.fblits([(tile, (x, y)) for x in range(x0, area.w, w) for y in range(y0, area.h, h)])
        if alpha < 1.0:
            layer.fill((255, 255, 255, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
        layer.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(layer, area)

    def polygon(self, points: npt.ArrayLike, colour: Colour, alpha: float = 1.0, blur_mm: float = 0.0) -> None:
        """Fill one polygon (mm), with soft edges where ``blur_mm`` is given."""
        self.paint(self.mask([points], blur=blur_mm * self.scale), colour, alpha)

    def polygons(self, outlines: Sequence[npt.ArrayLike], colour: Colour, alpha: float = 1.0) -> None:
        """Fill many polygons of one colour."""
        self.paint(self.mask(outlines), colour, alpha)

    def stroke(
        self,
        lines: Sequence[npt.ArrayLike],
        width_mm: float,
        colour: Colour,
        alpha: float = 1.0,
        closed: bool = False,
        least_px: float = 1.0,
    ) -> None:
        """Draw polylines (mm)."""
        self.paint(self.stroke_mask(lines, width_mm, closed, least_px), colour, alpha)

    def sprites(self, things: Sequence[Thing]) -> None:
        """Things that stand on the ground, shadows first: (kind, colour, variant, x, y, radius, height) in mm."""
        self.shadows(things)
        self.bodies(things)

    def shadows(self, things: Sequence[Thing]) -> None:
        """Only the shadows of things."""
        spots = []
        east, north = self.light.cast(self.scale * 0.6).tolist()
        for (kind, colour, variant, _, _, _, height), x, y, size in self._placed(things):
            if height:
                at = (round(x - size / 2) + round(height * east), round(y - size / 2) - round(height * north))
                spots.append((self._shadow(kind, colour, variant, size), at))
        self.surface.fblits(spots, pygame.BLEND_PREMULTIPLIED)

    def bodies(self, things: Sequence[Thing]) -> None:
        """Things without their shadows."""
        spots = [
            (self._body(thing[0], thing[1], thing[2], size), (round(x - size / 2), round(y - size / 2)))
            for thing, x, y, size in self._placed(things)
        ]
        self.surface.fblits(spots, pygame.BLEND_PREMULTIPLIED)

    def warm(self, things: Sequence[Thing]) -> bool:
        """Make the pictures that things need; whether any had to be made."""
        before = self.stock.made
        for (kind, colour, variant, _, _, _, height), _, _, size in self._placed(things):
            self._body(kind, colour, variant, size)
            if height:
                self._shadow(kind, colour, variant, size)
        return self.stock.made > before

    def _body(self, kind: str, colour: str, variant: int, size: int) -> pygame.Surface:
        return self.stock.get(kind, colour, variant, size, turn=self.light.turn)

    def _shadow(self, kind: str, colour: str, variant: int, size: int) -> pygame.Surface:
        return self.stock.get(kind, colour, variant, size, self.light.strength, self.light.turn)

    def _placed(self, things: Sequence[Thing]) -> Iterator[tuple[Thing, float, float, int]]:
        """Things near the surface with their place and size in pixels."""
        if not things:
            return
        at = self.px([(t[3], t[4]) for t in things])
        w, h = self.size
        for thing, (x, y) in zip(things, at.tolist(), strict=True):
            r = thing[5] * self.scale
            if -3 * r <= x <= w + 3 * r and -3 * r <= y <= h + 3 * r:
                yield thing, x, y, step_size(2 * r)
