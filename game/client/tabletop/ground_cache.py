"""The painted ground in squares, kept per zoom; missing squares are painted step by step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import pygame

from game.client.art.ground import Ground
from game.client.camera import Camera

SQUARE = 256
"""Side of a square, pixels."""
OVERVIEW = 0.25
"""Pixels per mm of the small picture of the whole table."""


class Square(NamedTuple):
    """A square of the sheet: the zoom, its column and row, and by how many quarters the table is turned."""

    scale: float
    column: int
    row: int
    turn: int = 0


class GroundCache:
    """Squares of one :class:`Ground`, the last used kept within a budget of bytes."""

    def __init__(self, ground: Ground, budget: int = 160_000_000) -> None:
        self.ground = ground
        self._kept: OrderedDict[Square, pygame.Surface] = OrderedDict()
        self._most = max(16, budget // (SQUARE * SQUARE * 4))
        self._overview: pygame.Surface | None = None
        self._turned: dict[int, pygame.Surface] = {}
        self._begun: tuple[Square, Iterator[pygame.Surface | None]] | None = None
        size = (round(ground.width * OVERVIEW), round(ground.depth * OVERVIEW))
        self._small = ground.painting(OVERVIEW, (0, 0), size)

    def wanted(self, camera: Camera) -> list[Square]:
        """Squares that a camera sees, from the middle outwards."""
        ox, oy = camera.origin
        columns = range(ox // SQUARE, (ox + camera.width - 1) // SQUARE + 1)
        rows = range(oy // SQUARE, (oy + camera.height - 1) // SQUARE + 1)
        mx, my = (ox + camera.width / 2) / SQUARE - 0.5, (oy + camera.height / 2) / SQUARE - 0.5
        found = [Square(camera.scale, i, j, camera.turn) for i in columns for j in rows]
        return sorted(found, key=lambda s: ((s.column - mx) ** 2 + (s.row - my) ** 2, s.column, s.row))

    def missing(self, camera: Camera) -> list[Square]:
        """Squares seen but not painted yet."""
        return [s for s in self.wanted(camera) if s not in self._kept]

    def make(self, square: Square) -> None:
        """Paint one square, or what is left of it."""
        while not self.step(square):
            pass

    def begin(self) -> bool:
        """Go on with the picture of the whole table for a small step; True when it is there."""
        if self._overview is None:
            self._overview = next(self._small)
        return self._overview is not None

    def step(self, square: Square) -> bool:
        """Go on painting a square for a small step; True when it is there."""
        if self._begun is None or self._begun[0] != square:
            corner = self._corner(square)
            self._begun = (square, self.ground.painting(square.scale, corner, (SQUARE, SQUARE)))
        done = next(self._begun[1])
        if done is None:
            return False
        self._begun = None
        self._kept[square] = turned(done, square.turn)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return True

    def _corner(self, square: Square) -> tuple[int, int]:
        """The sheet pixel, on the table that is not turned, where painting a square begins."""
        left, top = square.column * SQUARE, square.row * SQUARE
        wide, deep = round(self.ground.width * square.scale), round(self.ground.depth * square.scale)
        return (
            (left, top),
            (wide - top - SQUARE, left),
            (wide - left - SQUARE, deep - top - SQUARE),
            (top, deep - left - SQUARE),
        )[square.turn]

    @property
    def overview(self) -> pygame.Surface:
        """The whole table, small: what is shown where squares are missing, and in small maps."""
        while self._overview is None:
            self._overview = next(self._small)
        return self._overview

    def overview_as(self, turn: int) -> pygame.Surface:
        """The whole table, small, turned by quarters."""
        if turn not in self._turned:
            self._turned[turn] = turned(self.overview, turn)
        return self._turned[turn]

    def draw(self, target: pygame.Surface, camera: Camera, at: tuple[int, int] = (0, 0)) -> bool:
        """Draw the ground with the viewport's top left at ``at``; False where squares were missing."""
        whole = True
        spots = []
        for square in self.wanted(camera):
            picture = self._kept.get(square)
            if picture is None:
                whole = False
                continue
            self._kept.move_to_end(square)
            x, y = square.column * SQUARE - camera.origin[0], square.row * SQUARE - camera.origin[1]
            spots.append((picture, (x + at[0], y + at[1])))
        if not whole:
            self._draw_overview(target, camera, at)
        target.fblits(spots)
        return whole

    def _draw_overview(self, target: pygame.Surface, camera: Camera, at: tuple[int, int]) -> None:
        target.fill(self.ground.frame_colours[3], pygame.Rect(at, (camera.width, camera.height)))
        wide, deep = (round(mm * camera.scale) for mm in camera.sheet_mm)
        table = pygame.Rect(at[0] - camera.origin[0], at[1] - camera.origin[1], wide, deep)
        seen = table.clip(pygame.Rect(at, (camera.width, camera.height)))
        if seen.w <= 0 or seen.h <= 0:
            return
        if self._overview is None and camera.turn == 0:  # the very first frames of a battle
            self.ground.sketch(target, table, seen, camera.scale)
            return
        picture = self.overview_as(camera.turn)
        k = OVERVIEW / camera.scale
        w, h = picture.get_size()
        x0, y0 = int((seen.x - table.x) * k), int((seen.y - table.y) * k)
        part = pygame.Rect(x0, y0, min(w - x0, int(seen.w * k) + 1), min(h - y0, int(seen.h * k) + 1))
        if part.w > 0 and part.h > 0:
            target.blit(pygame.transform.scale(picture.subsurface(part), seen.size), seen)


def turned(picture: pygame.Surface, turn: int) -> pygame.Surface:
    """A picture of the table turned by quarters, the bearing of ``turn`` quarters at the top."""
    return pygame.transform.rotate(picture, 90 * turn) if turn else picture
