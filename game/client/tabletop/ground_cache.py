"""The painted ground in squares, kept per zoom; missing squares are painted step by step."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.client.art.painted_table import Ground, Painted
from game.client.camera import Camera
from game.client.tabletop.glades import Glades
from game.client.tabletop.squares import SQUARE, Square, Squares, turned

OVERVIEW = 0.25
"""Pixels per mm of the small picture of the whole table."""


class GroundCache:
    """Squares of one :class:`Ground`, the last used kept within a budget of bytes."""

    def __init__(self, ground: Ground, budget: int = 160_000_000) -> None:
        self.ground = ground
        self._squares = Squares(ground, budget)
        self.glades = Glades(ground, self._squares)
        self._overviews: dict[int, pygame.Surface] = {}
        self._turned: dict[tuple[int, int], pygame.Surface] = {}
        self._begun: tuple[Square, Iterator[Painted | None]] | None = None
        self._small: dict[int, Iterator[Painted | None]] = {}

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
        return [s for s in self.wanted(camera) if s not in self._squares]

    def make(self, square: Square) -> None:
        """Paint one square, or what is left of it."""
        while not self.step(square):
            pass

    def begin(self, turn: int | None = None) -> bool:
        """Go on with the picture of the whole table for a small step; True when it is there.

        In the light that it has on a table turned so; None where any will do.
        """
        if turn in self._overviews or (turn is None and self._overviews):
            return True
        turn = turn or 0
        if turn not in self._small:
            size = (round(self.ground.width * OVERVIEW), round(self.ground.depth * OVERVIEW))
            self._small[turn] = self.ground.painting(OVERVIEW, (0, 0), size, turn)
        painted = next(self._small[turn])
        if painted is not None:
            self._overviews[turn] = turned(painted.picture, turn)
        return painted is not None

    def step(self, square: Square) -> bool:
        """Go on painting a square for a small step; True when it is there."""
        if self._begun is None or self._begun[0] != square:
            corner = self._squares.corner(square)
            self._begun = (square, self.ground.painting(square.scale, corner, (SQUARE, SQUARE), square.turn))
        done = next(self._begun[1])
        if done is None:
            return False
        self._begun = None
        self._squares.keep(square, done)
        return True

    def overview_as(self, turn: int) -> pygame.Surface:
        """The whole table, small, turned by quarters: what is shown where squares are missing, and in small maps.

        In the light of another turn as long as it has not been painted in its own.
        """
        if turn in self._overviews:
            return self._overviews[turn]
        while not self.begin():
            pass
        other, picture = next(iter(self._overviews.items()))
        if (turn, other) not in self._turned:
            self._turned[turn, other] = turned(picture, (turn - other) % 4)
        return self._turned[turn, other]

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        at: tuple[int, int] = (0, 0),
        opened: frozenset[int] = frozenset(),
    ) -> bool:
        """Draw the ground with the viewport's top left at ``at``; False where squares were missing.

        ``opened`` are the crowns and roofs that are left out (see :class:`game.client.art.openings.Lids`).
        """
        whole = True
        spots = []
        for square in self.wanted(camera):
            picture = self._squares.use(square)
            if picture is None:
                whole = False
                continue
            x, y = square.column * SQUARE - camera.origin[0], square.row * SQUARE - camera.origin[1]
            spots.append((picture, (x + at[0], y + at[1])))
        if not whole:
            self._draw_overview(target, camera, at)
        target.fblits(spots)
        if opened:
            self.glades.draw(target, camera, at, opened)
        return whole

    def _draw_overview(self, target: pygame.Surface, camera: Camera, at: tuple[int, int]) -> None:
        target.fill(self.ground.frame_colours[3], pygame.Rect(at, (camera.width, camera.height)))
        wide, deep = (round(mm * camera.scale) for mm in camera.sheet_mm)
        table = pygame.Rect(at[0] - camera.origin[0], at[1] - camera.origin[1], wide, deep)
        seen = table.clip(pygame.Rect(at, (camera.width, camera.height)))
        if seen.w <= 0 or seen.h <= 0:
            return
        if not self._overviews and camera.turn == 0:  # the very first frames of a battle
            self.ground.sketch(target, table, seen, camera.scale)
            return
        picture = self.overview_as(camera.turn)
        k = OVERVIEW / camera.scale
        w, h = picture.get_size()
        x0, y0 = int((seen.x - table.x) * k), int((seen.y - table.y) * k)
        part = pygame.Rect(x0, y0, min(w - x0, int(seen.w * k) + 1), min(h - y0, int(seen.h * k) + 1))
        if part.w > 0 and part.h > 0:
            target.blit(pygame.transform.scale(picture.subsurface(part), seen.size), seen)
