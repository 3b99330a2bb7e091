"""Squares of the painted ground, the last used kept within a budget of bytes."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import pygame

from game.client.art.painted_table import Ground, Painted

SQUARE = 256
"""Side of a square, pixels."""


class Square(NamedTuple):
    """A square of the sheet: the zoom, its column and row, and by how many quarters the table is turned."""

    scale: float
    column: int
    row: int
    turn: int = 0


class Squares:
    """The squares that are there: each as it is shown, and its floor where something stands on it that may open."""

    def __init__(self, ground: Ground, budget: int) -> None:
        self.ground = ground
        self._kept: OrderedDict[Square, pygame.Surface] = OrderedDict()
        self._floors: dict[Square, pygame.Surface] = {}
        self._most = max(16, budget // (SQUARE * SQUARE * 4))

    def __contains__(self, square: object) -> bool:
        return square in self._kept

    def keep(self, square: Square, painted: Painted) -> None:
        """Keep a square; those not used for longest go."""
        self._kept[square] = turned(painted.picture, square.turn)
        if painted.floor is not None:
            self._floors[square] = painted.floor
        while len(self._kept) + len(self._floors) > self._most and len(self._kept) > 1:
            old, _ = self._kept.popitem(last=False)
            self._floors.pop(old, None)

    def use(self, square: Square) -> pygame.Surface | None:
        """The picture of a square that is about to be shown."""
        if square in self._kept:
            self._kept.move_to_end(square)
        return self._kept.get(square)

    def picture(self, square: Square) -> pygame.Surface | None:
        """A square as it is shown."""
        return self._kept.get(square)

    def floor(self, square: Square) -> pygame.Surface | None:
        """A square as it is painted, not turned and in plain light, without what may open on it."""
        return self._floors.get(square)

    def corner(self, square: Square) -> tuple[int, int]:
        """The sheet pixel, on the table that is not turned, where painting a square begins."""
        left, top = square.column * SQUARE, square.row * SQUARE
        wide, deep = round(self.ground.width * square.scale), round(self.ground.depth * square.scale)
        return (
            (left, top),
            (wide - top - SQUARE, left),
            (wide - left - SQUARE, deep - top - SQUARE),
            (top, deep - left - SQUARE),
        )[square.turn]


def turned(picture: pygame.Surface, turn: int) -> pygame.Surface:
    """A picture of the table turned by quarters, the bearing of ``turn`` quarters at the top."""
    return pygame.transform.rotate(picture, 90 * turn) if turn else picture
