"""The painted ground in squares, kept per zoom; missing squares are painted step by step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import pygame

from game.client.art.ground import Ground
from game.client.camera import Camera

SQUARE = 256
"""Side of a square, pixels."""
OVERVIEW = 0.25
"""Pixels per mm of the small picture of the whole table."""
Square = tuple[float, int, int]


class GroundCache:
    """Squares of one :class:`Ground`, the last used kept within a budget of bytes."""

    def __init__(self, ground: Ground, budget: int = 96_000_000) -> None:
        self.ground = ground
        self._kept: OrderedDict[Square, pygame.Surface] = OrderedDict()
        self._most = max(16, budget // (SQUARE * SQUARE * 4))
        self._overview: pygame.Surface | None = None
        self._begun: tuple[Square, Iterator[pygame.Surface | None]] | None = None
        size = (round(ground.width * OVERVIEW), round(ground.depth * OVERVIEW))
        self._small = ground.painting(OVERVIEW, (0, 0), size)

    def wanted(self, camera: Camera) -> list[Square]:
        """Squares that a camera sees, from the middle outwards."""
        ox, oy = camera.origin
        columns = range(ox // SQUARE, (ox + camera.width - 1) // SQUARE + 1)
        rows = range(oy // SQUARE, (oy + camera.height - 1) // SQUARE + 1)
        mx, my = (ox + camera.width / 2) / SQUARE - 0.5, (oy + camera.height / 2) / SQUARE - 0.5
        found = [(camera.scale, i, j) for i in columns for j in rows]
        return sorted(found, key=lambda s: ((s[1] - mx) ** 2 + (s[2] - my) ** 2, s[1], s[2]))

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
            scale, i, j = square
            self._begun = (square, self.ground.painting(scale, (i * SQUARE, j * SQUARE), (SQUARE, SQUARE)))
        done = next(self._begun[1])
        if done is None:
            return False
        self._begun = None
        self._kept[square] = done
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return True

    @property
    def overview(self) -> pygame.Surface:
        """The whole table, small: what is shown where squares are missing, and in small maps."""
        while self._overview is None:
            self._overview = next(self._small)
        return self._overview

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
            spots.append(
                (
                    picture,
                    (square[1] * SQUARE - camera.origin[0] + at[0], square[2] * SQUARE - camera.origin[1] + at[1]),
                )
            )
        if not whole:
            self._draw_overview(target, camera, at)
        target.fblits(spots)
        return whole

    def _draw_overview(self, target: pygame.Surface, camera: Camera, at: tuple[int, int]) -> None:
        target.fill(self.ground.frame_colours[3], pygame.Rect(at, (camera.width, camera.height)))
        table = pygame.Rect(
            at[0] - camera.origin[0],
            at[1] - camera.origin[1],
            round(self.ground.width * camera.scale),
            round(self.ground.depth * camera.scale),
        )
        seen = table.clip(pygame.Rect(at, (camera.width, camera.height)))
        if seen.w <= 0 or seen.h <= 0:
            return
        if self._overview is None:  # the very first frames of a battle
            self.ground.sketch(target, table, seen, camera.scale)
            return
        k = OVERVIEW / camera.scale
        w, h = self.overview.get_size()
        x0, y0 = int((seen.x - table.x) * k), int((seen.y - table.y) * k)
        part = pygame.Rect(x0, y0, min(w - x0, int(seen.w * k) + 1), min(h - y0, int(seen.h * k) + 1))
        if part.w > 0 and part.h > 0:
            target.blit(pygame.transform.scale(self.overview.subsurface(part), seen.size), seen)
