"""The painted table: textured ground shaded by its hills, terrain on it, a wooden frame around.

:class:`Ground` works out once what depends on the table alone, in steps if need be; :meth:`Ground.paint` then paints
any rectangle at any scale. Rectangles painted apart fit together to the pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pygame
import shapely

from game.client.art import noise, relief
from game.client.art.canvas import Sheet
from game.client.art.kinds import PIECES, painter_of, piece_of, sketch_colour
from game.client.art.landscape import landscape
from game.client.art.light import light_of
from game.client.art.networks import joined
from game.client.art.openings import Lids
from game.client.art.pieces import Piece, Thing, stretched, widened
from game.client.art.plants import Stock
from game.client.art.terrain_houses import Buildings
from game.client.art.terrain_nature import Hill
from game.client.art.terrain_water import Shallows, Water
from game.client.tabletop.scene import FeatureArt, Scene

FRAME = 26.0
"""Width of the wooden frame, mm."""
DETAIL = 256
BREADTHS: tuple[tuple[type[Piece], float], ...] = ((Water, 22.0), (Shallows, 13.0))
"""mm of the breadth of water that is given as a line."""
__all__ = ["FRAME", "PIECES", "Ground", "Painted", "painter_of", "piece_of"]


class Painted(NamedTuple):
    """A painted rectangle.

    ``floor`` is the same without crowns, and without the colour of the light; None where there are no crowns.
    """

    picture: pygame.Surface
    floor: pygame.Surface | None


class Ground:
    """The painted table of one scene.

    Parameters
    ----------
    scene
        Only what :attr:`Scene.ground_key` names is used.
    frame_colours
        Main, dark and light colour of the wooden frame, and what lies under the table.
    """

    def __init__(self, scene: Scene, frame_colours: tuple[str, str, str, str]) -> None:
        self.key = scene.ground_key
        self.width, self.depth = scene.width, scene.depth
        self.land = landscape(scene.landscape, scene.season)
        self.hour = scene.hour
        self.seed = scene.seed
        self.tick_mm = scene.tick_mm
        self.frame_colours = frame_colours
        self.stock = Stock()
        self.pieces: list[Piece] = []
        self.lids = Lids((), ())
        self.built = False
        self._features = [f for f in scene.features if len(f.points) >= 2]
        self._things: list[Thing] = []
        self._tufts: list[Thing] = []
        self._lit: dict[int, relief.Singles] = {}
        self._detail = self._detail_tile()
        self._work = self._building()

    def sketch(self, target: pygame.Surface, table: pygame.Rect, seen: pygame.Rect, scale: float) -> None:
        """A quick likeness for the first moments of a battle: grass, and features as flat patches."""
        target.fill(self.land.grass, seen)
        clip = target.get_clip()
        target.set_clip(seen.clip(clip))
        for feature in self._features:
            points = [(table.x + x * scale, table.y + (self.depth - y) * scale) for x, y in feature.points]
            tone = sketch_colour(feature, self.land)
            if feature.line or len(points) < 3:
                pygame.draw.lines(target, tone, False, points, max(2, round(6 * scale)))
            else:
                pygame.draw.polygon(target, tone, points)
        spots = [
            (self._detail, (x, y))
            for x in range(table.x % DETAIL - DETAIL + seen.x // DETAIL * DETAIL, seen.right, DETAIL)
            for y in range(table.y % DETAIL - DETAIL + seen.y // DETAIL * DETAIL, seen.bottom, DETAIL)
        ]
        target.fblits(spots, pygame.BLEND_RGB_MULT)
        target.set_clip(clip)

    def build_step(self) -> bool:
        """Do a small step of what is worked out once; True when nothing is left."""
        if not self.built:
            self.built = next(self._work, True)
        return self.built

    def _building(self) -> Iterator[bool]:
        """Work out what depends on the table alone: False after each step, True at the end."""
        made = []
        for feature in self._features:
            made += [piece_of(part, self.land) for part in self._laid_out(feature)]
            yield False
        self.pieces = sorted(joined(made), key=lambda p: p.order)
        yield False
        hills = [p.shape for p in self.pieces if isinstance(p, Hill)]
        for lie in relief.lie_of(self.width, self.depth, hills, self.land, self.seed):
            if lie is not None:
                self._lie = lie
            yield False
        self._things = [t for p in self.pieces for t in p.things()]
        self.lids = Lids(
            [t for p in self.pieces for t in p.crowns()], [p for p in self.pieces if isinstance(p, Buildings)]
        )
        yield False
        self._tufts = self._scatter_tufts()
        yield True

    def _laid_out(self, feature: FeatureArt) -> list[FeatureArt]:
        """A feature as it is painted: water given as a line has a breadth, what ends at the edge goes on beyond."""
        wide = next((w for kind, w in BREADTHS if feature.line and issubclass(painter_of(feature), kind)), 0.0)
        if wide:
            return widened(feature, self.width, self.depth, wide)
        return [stretched(feature, self.width, self.depth)]

    # --- made once -----------------------------------------------------------------------------------------------

    def _detail_tile(self) -> pygame.Surface:
        field = noise.tile(DETAIL, "grass", 0.55, 0.08) * 9.5 + noise.tile(DETAIL, "clumps", 1.3, 0.25) * 5.0
        green = noise.tile(DETAIL, "hue", 1.2, 0.2) * 3.0
        value = 238.0 + field
        pixels = np.stack([value + green, value, value - green * 1.5], axis=-1)
        surface = pygame.Surface((DETAIL, DETAIL), 0, 32)
        pygame.surfarray.blit_array(surface, np.clip(pixels, 190, 255).astype(np.uint8).swapaxes(0, 1))
        return surface

    def _scatter_tufts(self) -> list[Thing]:
        rng = noise.rng_of("tufts", self.seed, self.land.name)
        count = int(self.width * self.depth / 900.0 * self.land.tufts)
        where = rng.random((count, 2)) * (self.width, self.depth)
        free = np.ones(count, dtype=bool)
        for piece in self.pieces:
            if not piece.feature.line and not isinstance(piece, Hill):
                free &= ~shapely.contains_xy(piece.shape, where[:, 0], where[:, 1])
        where = where[free]
        tone = rng.integers(0, 3, len(where))
        size = rng.uniform(1.8, 3.6, len(where))
        stone = rng.random(len(where)) < 0.06
        colours = (self.land.lush, self.land.grass, self.land.dry)
        return [
            ("rock", self.land.rock, i % 5, x, y, float(size[i]) * 0.45, 0.6)
            if stone[i]
            else ("tuft", colours[tone[i]], i % 6, x, y, float(size[i]), 0.0)
            for i, (x, y) in enumerate(where.tolist())
        ]

    # --- painted on demand ---------------------------------------------------------------------------------------

    def paint(self, scale: float, corner: tuple[int, int], size: tuple[int, int]) -> pygame.Surface:
        """Paint a rectangle.

        Parameters
        ----------
        scale
            Pixels per mm.
        corner
            Sheet pixel (see :mod:`game.client.camera`) of its top left; it may lie beyond the table.
        size
            Width and height in pixels.
        """
        for done in self.painting(scale, corner, size):
            if done is not None:
                return done.picture
        raise AssertionError("painting ended without a picture")

    def painting(
        self, scale: float, corner: tuple[int, int], size: tuple[int, int], turn: int = 0
    ) -> Iterator[Painted | None]:
        """Paint a rectangle in small steps: None after each but the last, which gives the picture.

        It is painted as it lies, in the light that it has when it is shown turned by ``turn`` quarters.
        """
        while not self.build_step():
            yield None
        surface = pygame.Surface(size, 0, 32)
        surface.fill(self.frame_colours[3])
        sheet = self.sheet(surface, scale, corner, turn)
        table = pygame.Rect(-corner[0], -corner[1], round(self.width * scale), round(self.depth * scale))
        self._paint_frame(sheet, table)
        inside = table.clip(surface.get_rect())
        if inside.w <= 0 or inside.h <= 0:
            yield Painted(surface, None)
            return
        surface.set_clip(inside)
        if turn not in self._lit:
            self._lit[turn] = relief.lit_colours(self._lie, sheet.light)
            yield None
        self._paint_grass(surface, table, inside, scale, corner, self._lit[turn])
        yield None
        if scale >= 1.6:
            sheet.sprites(self._things_near(self._tufts, sheet, 8.0))
        seen = [p for p in self.pieces if sheet.shows(p.box, 40.0)]
        for piece in seen:
            piece.flat(sheet)
            yield None
        for piece in seen:
            piece.low(sheet)
        yield None
        things = self._things_near(self._things, sheet, 40.0)
        for _step in self._put_up(things, sheet):
            yield None
        crowns = self.lids.near(sheet)
        floor = surface.copy() if crowns else None
        for _step in self._put_up(crowns, sheet):
            yield None
        self.tint(surface, sheet)
        surface.set_clip(None)
        yield Painted(surface, floor)

    def _put_up(self, things: list[Thing], sheet: Sheet) -> Iterator[None]:
        """Paint things that stand on the ground, in small steps."""
        for first in range(0, len(things), 12):
            if sheet.warm(things[first : first + 12]):
                yield None
        sheet.shadows(things)
        yield None
        sheet.bodies(things)

    def sheet(self, surface: pygame.Surface, scale: float, corner: tuple[int, int], turn: int) -> Sheet:
        """What a part of the table is painted on."""
        return Sheet(surface, scale, corner, self.depth, self.stock, light_of(self.hour, turn))

    def tint(self, picture: pygame.Surface, sheet: Sheet) -> None:
        """Give the table on a picture the colour of the hour's light."""
        if min(sheet.light.tint) < 1.0:
            colour = [round(255 * c) for c in sheet.light.tint]
            picture.fill(colour, self.inside(sheet), special_flags=pygame.BLEND_RGB_MULT)

    def inside(self, sheet: Sheet) -> pygame.Rect:
        """The part of a sheet that is the table, without its frame."""
        size = round(self.width * sheet.scale), round(self.depth * sheet.scale)
        return pygame.Rect(-sheet.corner[0], -sheet.corner[1], *size).clip(sheet.surface.get_rect())

    def _things_near(self, things: list[Thing], sheet: Sheet, margin: float) -> list[Thing]:
        x0, x1 = (sheet.corner[0]) / sheet.scale - margin, (sheet.corner[0] + sheet.size[0]) / sheet.scale + margin
        y1 = self.depth - sheet.corner[1] / sheet.scale + margin
        y0 = self.depth - (sheet.corner[1] + sheet.size[1]) / sheet.scale - margin
        return [t for t in things if x0 <= t[3] <= x1 and y0 <= t[4] <= y1]

    def _paint_grass(
        self,
        surface: pygame.Surface,
        table: pygame.Rect,
        inside: pygame.Rect,
        scale: float,
        corner: tuple[int, int],
        colour: relief.Singles,
    ) -> None:
        # sampled at the same points however the table is cut into rectangles, so that no seams show
        left, top = inside.x - table.x, inside.y - table.y
        h, w, _ = colour.shape
        columns = relief.taps(inside.w, left, relief.CELL * scale, w)
        rows = relief.taps(inside.h, top, relief.CELL * scale, h)
        lo, hi = min(int(at.min()) for at, _ in columns), max(int(at.max()) for at, _ in columns) + 1
        strip = colour[:, lo:hi]
        lines = np.zeros((inside.h, hi - lo, 3), dtype=np.float32)
        for at, weight in rows:
            lines += strip[at] * weight[:, None, None]
        pixels = np.zeros((inside.h, inside.w, 3), dtype=np.float32)
        for at, weight in columns:
            pixels += lines[:, at - lo] * weight[None, :, None]
        scaled = pygame.Surface(inside.size, 0, 32)
        pygame.surfarray.blit_array(scaled, np.clip(pixels, 0.0, 255.0).astype(np.uint8).swapaxes(0, 1))
        surface.blit(scaled, inside)
        dx, dy = -(corner[0] % DETAIL), -(corner[1] % DETAIL)
        spots = [
            (self._detail, (x, y))
            for x in range(dx, surface.get_width(), DETAIL)
            for y in range(dy, surface.get_height(), DETAIL)
        ]
        surface.fblits(spots, pygame.BLEND_RGB_MULT)

    def _paint_frame(self, sheet: Sheet, table: pygame.Rect) -> None:
        wide = max(4, round(FRAME * sheet.scale))
        main, dark, light, _ = self.frame_colours
        outer = table.inflate(2 * wide, 2 * wide)
        surface = sheet.surface
        if not outer.colliderect(surface.get_rect()) or table.contains(surface.get_rect()):
            return
        for k in range(3, 0, -1):
            shade = outer.move(k * 2, k * 2)
            pygame.draw.rect(surface, pygame.Color(self.frame_colours[3]).lerp("#000000", 0.25), shade, border_radius=6)
        pygame.draw.rect(surface, main, outer, border_radius=4)
        grain = noise.rng_of("grain", self.seed)
        for k in range(max(2, wide // 2)):
            tone = pygame.Color(main).lerp(dark if grain.random() < 0.6 else light, 0.16 * grain.random())
            ring = outer.inflate(-2 * k * wide // max(2, wide // 2), -2 * k * wide // max(2, wide // 2))
            pygame.draw.rect(surface, tone, ring, 1, border_radius=3)
        pygame.draw.rect(surface, light, outer, 1, border_radius=4)
        pygame.draw.rect(surface, dark, table.inflate(4, 4), 2)
        if self.tick_mm > 0:
            self._paint_ticks(sheet, table, wide)

    def _paint_ticks(self, sheet: Sheet, table: pygame.Rect, wide: int) -> None:
        light = self.frame_colours[2]
        step = self.tick_mm / 2
        for k in range(int(self.width / step) + 1):
            x = table.x + round(k * step * sheet.scale)
            reach = wide // 2 if k % 2 == 0 else wide // 4
            pygame.draw.line(sheet.surface, light, (x, table.top - 4), (x, table.top - 4 - reach))
            pygame.draw.line(sheet.surface, light, (x, table.bottom + 3), (x, table.bottom + 3 + reach))
        for k in range(int(self.depth / step) + 1):
            y = table.bottom - round(k * step * sheet.scale)
            reach = wide // 2 if k % 2 == 0 else wide // 4
            pygame.draw.line(sheet.surface, light, (table.left - 4, y), (table.left - 4 - reach, y))
            pygame.draw.line(sheet.surface, light, (table.right + 3, y), (table.right + 3 + reach, y))
