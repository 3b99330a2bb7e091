"""What shows over who is hit: numbers that rise, blows that flash, smoke where guns were fired."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import pygame

from game.client.art.files import font_file
from game.client.camera import Camera

RISE, RISES, FADES = 40.0, 0.9, 0.3
"""Pixels by which a number rises, seconds for which it does, seconds of them in which it fades."""
HIT = 0.12
"""Seconds of the flash of a blow."""
FALL, SINK = 0.3, 4.0
"""Seconds in which those who are struck fall, and pixels by which they sink in them."""
PUFF = 0.9
"""Seconds until smoke has drifted away."""
STEPS = 8
"""In how many pictures smoke fades."""


@dataclass
class Number:
    """How many were lost, rising from who was hit; ``still`` where motion is reduced."""

    text: str
    at: tuple[float, float]
    size: int
    still: bool = False
    age: float = 0.0

    @property
    def done(self) -> bool:
        """Whether it is seen no more."""
        return self.age >= RISES

    def draw(self, surface: pygame.Surface, camera: Camera, scale: float) -> None:
        """Draw it over the place it rises from."""
        picture = number(self.text, round(self.size * scale))
        x, y = camera.to_screen(*self.at)
        t = min(1.0, self.age / RISES)
        up = 0.0 if self.still else RISE * scale * (1.0 - (1.0 - t) ** 2)
        left = RISES - self.age
        picture.set_alpha(255 if self.still or left >= FADES else max(0, round(255 * left / FADES)))
        surface.blit(picture, (x - picture.get_width() / 2, y - picture.get_height() / 2 - up))


@dataclass
class Blow:
    """A flash where a blow falls."""

    at: tuple[float, float]
    delay: float = 0.0
    age: float = 0.0

    @property
    def done(self) -> bool:
        """Whether it is seen no more."""
        return self.age >= self.delay + HIT

    def draw(self, surface: pygame.Surface, camera: Camera, scale: float) -> None:
        """Draw it where it falls."""
        if self.age < self.delay:
            return
        picture = star(round((14 + 10 * (self.age - self.delay) / HIT) * scale))
        surface.blit(picture, picture.get_rect(center=camera.to_screen(*self.at)))


@dataclass
class Fall:
    """A base that is gone: the last of it as it stood, over those who lie there now.

    Attributes
    ----------
    picture, off, scale
        As it stood, from its middle (pixels), and the camera's scale then: at another one it is not drawn.
    """

    at: tuple[float, float]
    picture: pygame.Surface
    off: tuple[int, int]
    scale: float
    age: float = 0.0

    @property
    def done(self) -> bool:
        """Whether it is seen no more."""
        return self.age >= FALL

    def draw(self, surface: pygame.Surface, camera: Camera, scale: float) -> None:
        """Draw what is left of it: it sinks, and fades."""
        if camera.scale != self.scale:
            return
        left = 1.0 - self.age / FALL
        faded = self.picture.copy()
        faded.fill((round(255 * left),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        x, y = camera.to_screen(*self.at)
        spot = (round(x) + self.off[0], round(y + SINK * scale * (1.0 - left)) + self.off[1])
        surface.blit(faded, spot, special_flags=pygame.BLEND_PREMULTIPLIED)


@dataclass
class Puff:
    """Smoke that a gun leaves."""

    at: tuple[float, float]
    delay: float = 0.0
    age: float = 0.0

    @property
    def done(self) -> bool:
        """Whether it is seen no more."""
        return self.age >= self.delay + PUFF

    def draw(self, surface: pygame.Surface, camera: Camera, scale: float) -> None:
        """Draw it, wider and thinner as it drifts."""
        if self.age < self.delay:
            return
        step = min(STEPS - 1, int((self.age - self.delay) / PUFF * STEPS))
        picture = smoke(step, round(max(10.0 * scale, 14.0 * camera.scale)))
        x, y = camera.to_screen(*self.at)
        surface.blit(picture, picture.get_rect(center=(x, y - step * scale)))


@functools.lru_cache(maxsize=128)
def number(text: str, size: int) -> pygame.Surface:
    """A number with a dark rim; kept."""
    font = _font(size)
    inner, rim = font.render(text, True, "#ffd9cc"), font.render(text, True, "#5c0f0a")
    wide = max(2, size // 10)
    out = pygame.Surface((inner.get_width() + 2 * wide, inner.get_height() + 2 * wide), pygame.SRCALPHA)
    for k in range(12):
        angle = k * math.pi / 6
        out.blit(rim, (wide + wide * math.cos(angle), wide + wide * math.sin(angle)))
    out.blit(inner, (wide, wide))
    return out


@functools.lru_cache(maxsize=8)
def _font(size: int) -> pygame.font.Font:
    return pygame.font.Font(str(font_file(bold=True)), size)


@functools.lru_cache(maxsize=64)
def star(size: int) -> pygame.Surface:
    """A burst with eight points; kept."""
    fine = 3
    out = pygame.Surface((size * fine, size * fine), pygame.SRCALPHA)
    c = size * fine / 2
    for colour, far in (("#17110c", 1.0), ("#ffd35a", 0.86), ("#fffbe8", 0.5)):
        ring = [
            (c + c * far * r * math.cos(k * math.pi / 8), c + c * far * r * math.sin(k * math.pi / 8))
            for k, r in enumerate((1.0, 0.38) * 8)
        ]
        pygame.draw.polygon(out, colour, ring)
    return pygame.transform.smoothscale(out, (size, size))


@functools.lru_cache(maxsize=128)
def smoke(step: int, size: int) -> pygame.Surface:
    """Smoke after so many steps of drifting; kept."""
    wide = round(size * (1.0 + 1.6 * step / STEPS))
    out = pygame.Surface((wide, wide), pygame.SRCALPHA)
    thin = 150 * (1.0 - step / STEPS)
    for k in range(4):
        r = wide / 2 * (1.0 - k / 5)
        pygame.draw.circle(out, (236, 230, 218, round(thin * (k + 1) / 4)), (wide / 2, wide / 2), r)
    return out
