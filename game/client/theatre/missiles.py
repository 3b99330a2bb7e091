"""Missiles in the air: arcs over the table, their shadows on the ground, from who lets fly to who is struck."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygame

from game.client.camera import Camera
from game.client.theatre.script import Missile

Floats = npt.NDArray[np.float64]
Spots = list[tuple[pygame.Surface, tuple[float, float]]]

FLIGHT = 0.65
"""Seconds that a missile flies."""
STUCK = 0.7
"""Seconds for which what sticks in the ground is still seen."""
TURNS = 32
"""In how many directions a missile is painted."""


@dataclass(frozen=True)
class Air:
    """How a missile looks and flies.

    Attributes
    ----------
    arc
        Greatest height as a share of the way.
    length
        mm, of what is thin; of what is round its diameter.
    round
        Whether it is round.
    sticks
        Whether it is seen where it fell for a while.
    smokes
        Whether smoke stands where it came from.
    """

    arc: float
    length: float
    colour: str
    round: bool = False
    sticks: bool = False
    smokes: bool = False


AIR: dict[Missile, Air] = {
    "arrow": Air(0.2, 22.0, "#fff6e2", sticks=True),
    "bolt": Air(0.1, 16.0, "#efe2c2", sticks=True),
    "javelin": Air(0.2, 28.0, "#e9d3a2", sticks=True),
    "spear": Air(0.1, 40.0, "#e9d3a2", sticks=True),
    "pebble": Air(0.2, 6.0, "#d8d2c6", round=True),
    "stone": Air(0.3, 14.0, "#b8b0a2", round=True),
    "bullet": Air(0.02, 14.0, "#ffe9a8", smokes=True),
    "ball": Air(0.08, 11.0, "#3c3a38", round=True, smokes=True),
    "spell": Air(0.12, 14.0, "#d6b3ff", round=True),
    "flame": Air(0.06, 16.0, "#ff9a3c", round=True),
}


class Volley:
    """Missiles that fly together.

    Parameters
    ----------
    starts, ends
        Where they come from and strike, mm, one row each.
    delays
        Seconds after which each is let loose.
    """

    def __init__(self, missile: Missile, starts: Floats, ends: Floats, delays: Floats) -> None:
        self.missile, self.starts, self.ends, self.delays = missile, starts, ends, delays
        self.air = AIR[missile]
        self.age = 0.0
        self.lasts = float(delays.max(initial=0.0)) + FLIGHT

    @property
    def done(self) -> bool:
        """Whether nothing of it is seen any more."""
        return self.age >= self.lasts + (STUCK if self.air.sticks else 0.0)

    def spots(self, camera: Camera, scale: float) -> tuple[Spots, Spots]:
        """The shadows and the missiles to be drawn now; ``scale`` is the window's, for the least size."""
        t = (self.age - self.delays) / FLIGHT
        seen = (t >= 0.0) & (t < (1.0 + STUCK / FLIGHT if self.air.sticks else 1.0))
        if not seen.any():
            return [], []
        landed = t[seen] >= 1.0
        t = np.minimum(t[seen], 1.0)
        a, b = camera.many_to_screen(self.starts[seen]), camera.many_to_screen(self.ends[seen])
        way = b - a
        far = np.hypot(way[:, 0], way[:, 1]) * self.air.arc
        ground = a + way * t[:, None]
        high = 4.0 * t * (1.0 - t) * far
        climb = 4.0 * (1.0 - 2.0 * t) * far
        size = self.size(camera.scale, scale)
        over = _buckets(way[:, 0], -way[:, 1])
        air = _buckets(way[:, 0], -way[:, 1] + climb)
        shadows: Spots = []
        flying: Spots = []
        rows = zip(ground.tolist(), high.tolist(), over.tolist(), air.tolist(), landed.tolist(), strict=True)
        for (x, y), h, flat, turned, down in rows:
            if not down:
                shade = picture(self.missile, size, flat, True)
                shadows.append((shade, (x - shade.get_width() / 2, y - shade.get_height() / 2)))
            thing = picture(self.missile, size, turned, False)
            flying.append((thing, (x - thing.get_width() / 2, y - h - thing.get_height() / 2)))
        return shadows, flying

    def size(self, px_per_mm: float, scale: float) -> int:
        """Pixels of a missile's length: true to the table, but never too small to be seen."""
        least = (6.0 if self.air.round else 12.0) * scale
        return round(max(least, min(self.air.length * px_per_mm, 3.0 * least)))


def _buckets(dx: Floats, up: Floats) -> npt.NDArray[np.int64]:
    """Directions on the screen as numbers of painted ones."""
    angle = np.arctan2(up, dx)
    found: npt.NDArray[np.int64] = np.rint(angle / (2.0 * math.pi) * TURNS).astype(np.int64) % TURNS
    return found


@functools.lru_cache(maxsize=2048)
def picture(missile: Missile, size: int, turned: int, shade: bool) -> pygame.Surface:
    """A missile, or its shadow, in one of the painted directions; kept."""
    air = AIR[missile]
    fine = 4
    if air.round:
        wide = size * fine
        whole = pygame.Surface((wide + 8, wide + 8), pygame.SRCALPHA)
        middle = (wide // 2 + 4, wide // 2 + 4)
        pygame.draw.circle(whole, (20, 14, 8, 110) if shade else "#17110c", middle, wide // 2 + (0 if shade else 4))
        if not shade:
            pygame.draw.circle(whole, air.colour, middle, wide // 2)
    else:
        thick = (2 if missile != "spear" else 3) * fine
        whole = pygame.Surface((size * fine + 8, thick + 8), pygame.SRCALPHA)
        inner = pygame.Rect(4, 4, size * fine, thick)
        if shade:
            pygame.draw.rect(whole, (20, 14, 8, 110), inner, border_radius=thick // 2)
        else:
            pygame.draw.rect(whole, "#17110c", inner.inflate(8, 8), border_radius=thick // 2)
            pygame.draw.rect(whole, air.colour, inner, border_radius=thick // 2)
    return pygame.transform.rotozoom(whole, turned * 360.0 / TURNS, 1.0 / fine)
