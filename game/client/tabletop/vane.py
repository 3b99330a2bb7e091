"""The wind as a vane at the lower right of the table: whither it blows, and how strongly in words."""

from __future__ import annotations

import functools
import math

import pygame

from game.client.camera import Camera
from game.client.theme import Theme
from game.client.words import _
from game.engine.scenery import Weather

EDGE = 12
"""Pixels from the edges of the viewport."""
STEP = 5
"""Degrees between kept bearings of the vane."""
LIGHT, STRONG = 0.4, 0.75
"""Strengths below which the wind is light, and from which it is strong."""


def draw_vane(target: pygame.Surface, camera: Camera, theme: Theme, weather: Weather) -> None:
    """Draw the vane into the viewport where there is wind."""
    if weather.sky != "wind" or weather.strength <= 0.0:
        return
    words = _("light") if weather.strength < LIGHT else _("strong") if weather.strength >= STRONG else _("fresh")
    bearing = round(camera.bearing(weather.wind) / STEP) * STEP % 360
    picture = _picture(theme.key, theme, bearing, _("Wind"), words)
    view = pygame.Rect(camera.viewport)
    target.blit(picture, picture.get_rect(bottomright=(view.right - EDGE, view.bottom - EDGE)))


@functools.lru_cache(maxsize=16)
def _picture(_key: object, theme: Theme, bearing: int, title: str, words: str) -> pygame.Surface:
    head = theme.font("bold").render(title, True, theme.colour("text"))
    line = theme.font("small").render(words, True, theme.colour("text_dim"))
    high, pad = theme.px(46), theme.px(6)
    wide = high + max(head.get_width(), line.get_width()) + 2 * pad
    out = pygame.Surface((wide, high), pygame.SRCALPHA)
    pygame.draw.rect(out, (21, 17, 14, 237), out.get_rect(), border_radius=theme.px(8))
    middle, radius = (high / 2, high / 2), high / 2 - pad
    pygame.draw.circle(out, theme.colour("text_dim"), middle, radius, 2)
    ahead = math.radians(bearing)
    way = pygame.Vector2(math.sin(ahead), -math.cos(ahead))
    side = pygame.Vector2(-way.y, way.x)
    tip, tail = middle + way * (radius - 4), middle - way * (radius - 4)
    pygame.draw.line(out, theme.colour("text"), tail, tip - way * 6, 3)
    pygame.draw.polygon(out, theme.colour("text"), [tip, tip - way * 9 + side * 6, tip - way * 9 - side * 6])
    out.blit(head, (high + pad / 2, high / 2 - head.get_height() + 1))
    out.blit(line, (high + pad / 2, high / 2))
    return out
