"""Weather over the table: rain, snow, fog, drawn above all bases and below all marks; wind has a vane (``vane.py``).

It hides nothing: streaks and flakes are thin, the veil lets more through than it takes. Where nothing may move, time
stands still and all of it hangs in the air.
"""

from __future__ import annotations

import math

import numpy as np
import pygame

from game.client.art import noise
from game.client.camera import Camera
from game.engine.scenery import Weather

Rect = pygame.Rect
DROPS, FLAKES = 7.0, 9.0
"""So many in a square of 100 pixels, at full strength."""
MOST = 900
"""Never more than so many, however large the window."""
VEIL = 96
"""How much of 255 the veil of fog takes at full strength, on average."""
RAIN, SNOW, MIST = (196, 208, 220), (250, 252, 255), (214, 219, 222)
COARSE = 8
"""Pixels to one sample of the veil."""


STILL = ("fair", "wind")
"""Skies in which nothing falls or drifts."""


class Sky:
    """Draws the weather over a viewport."""

    def __init__(self) -> None:
        self._veil: tuple[object, pygame.Surface] | None = None

    def draw(self, target: pygame.Surface, camera: Camera, weather: Weather, seconds: float) -> None:
        """Draw the weather as it is at a moment."""
        if weather.sky in STILL or weather.strength <= 0.0:
            return
        clip = target.get_clip()
        target.set_clip(_over(camera).clip(clip))
        self._fall(target, camera, Rect(camera.viewport), weather, seconds)
        target.set_clip(clip)

    def _fall(self, target: pygame.Surface, camera: Camera, area: Rect, weather: Weather, seconds: float) -> None:
        angle = math.radians(camera.bearing(weather.wind))
        way = np.array([math.sin(angle), -math.cos(angle)])
        match weather.sky:
            case "rain":
                speed = way * 260.0 + np.array([0.0, 620.0])
                self._streaks(target, area, RAIN, DROPS * weather.strength, speed, 0.026, seconds)
            case "snow":
                self._flakes(target, area, weather.strength, way * 40.0 + np.array([0.0, 62.0]), seconds)
            case "fog":
                self._fog(target, area, weather.strength, way * 14.0, seconds)

    def _streaks(
        self,
        target: pygame.Surface,
        area: Rect,
        colour: tuple[int, int, int],
        dense: float,
        speed: np.ndarray,
        lasts: float,
        seconds: float,
    ) -> None:
        """Thin lines along a way (pixels a second), as long as something flies in ``lasts`` seconds."""
        at, own = _spots(area, dense, speed, seconds)
        ends = at + speed * lasts * own[:, None]
        for (x, y), (u, v), share in zip(at.tolist(), ends.tolist(), own.tolist(), strict=True):
            tone = tuple(round(c * (0.62 + 0.38 * share)) for c in colour)
            pygame.draw.line(target, tone, (x, y), (u, v))

    def _flakes(self, target: pygame.Surface, area: Rect, strength: float, speed: np.ndarray, seconds: float) -> None:
        at, own = _spots(area, FLAKES * strength, speed, seconds)
        sway = np.sin(seconds * 1.3 + own * 40.0) * 7.0
        for (x, y), share, aside in zip(at.tolist(), own.tolist(), sway.tolist(), strict=True):
            side = 2 if share < 0.85 else 3
            target.fill(SNOW, (round(x + aside), round(y), side, side))

    def _fog(self, target: pygame.Surface, area: Rect, strength: float, speed: np.ndarray, seconds: float) -> None:
        """A veil that is thick here and thin there, and drifts."""
        key = (area.size, strength)
        if self._veil is None or self._veil[0] != key:
            self._veil = (key, _veil(area.size, strength))
        veil = self._veil[1]
        w, h = veil.get_size()
        left, top = (int(v) for v in (speed * seconds) % (w, h))
        spots = [(veil, (area.left + left - i * w, area.top + top - j * h)) for i in (0, 1) for j in (0, 1)]
        target.fblits(spots, pygame.BLEND_PREMULTIPLIED)


def _over(camera: Camera) -> Rect:
    """The part of the viewport (window pixels) that is table."""
    wide, deep = (round(mm * camera.scale) for mm in camera.sheet_mm)
    table = Rect(camera.left - camera.origin[0], camera.top - camera.origin[1], wide, deep)
    return table.clip(Rect(camera.viewport))


def _spots(area: Rect, dense: float, speed: np.ndarray, seconds: float) -> tuple[np.ndarray, np.ndarray]:
    """Where things in the air are, and a number (0.4 to 1) of each one's own: the quicker, the larger."""
    count = min(MOST, int(dense * area.width * area.height / 10_000))
    rng = noise.rng_of("air", area.width, area.height)
    start = rng.random((count, 2)) * (area.width, area.height)
    own = rng.uniform(0.4, 1.0, count)
    at = (start + speed * seconds * own[:, None]) % (area.width, area.height)
    return at + np.array(area.topleft), own


def _veil(size: tuple[int, int], strength: float) -> pygame.Surface:
    """A veil as large as the viewport that goes on where it ends."""
    w, h = max(8, size[0] // COARSE), max(8, size[1] // COARSE)
    field = noise.spectral(h, w, noise.seed_of("fog"), 2.2, 0.6)
    alpha = np.clip((0.8 + 0.42 * field) * VEIL * strength, 0, 190)
    small = pygame.Surface((w, h), pygame.SRCALPHA)
    small.fill(MIST)
    pixels = pygame.surfarray.pixels_alpha(small)
    pixels[:] = alpha.T.astype(np.uint8)
    del pixels
    return pygame.transform.smoothscale(small, size).premul_alpha()
