"""Stretches of a time as coloured legs: the small bar of a row, and how each kind is painted."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.theme import Theme

STRIP = (104, 7)
"""Width and height of a row's small bar, pixels at scale 1."""
GROOVE, EDGE = "#15100c", "#4a3d30"
LEGS = {
    "form": "#e9c46a",
    "wheel": "#9ad0c2",
    "go": "#fff6d8",
    "fire": "#ff9a3c",
    "on": "#8a7a66",
    "wait": "#8a7a66",
    "other": "#8a7a66",
}


def draw_leg(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, kind: str, hatch: bool = False) -> None:
    """One stretch; what is formed may be hatched at its foot. Nothing to do leaves the groove empty."""
    if kind not in LEGS or rect.width <= 0:
        return
    pygame.draw.rect(surface, pygame.Color(LEGS[kind]), rect, border_radius=theme.px(3 if hatch else 1))
    if hatch and kind == "form":
        step, tall = theme.px(8), theme.px(8)
        for x in range(rect.left + theme.px(3), rect.right - tall, step):
            ends = (x, rect.bottom - theme.px(2)), (x + tall, rect.bottom - theme.px(2) - tall)
            pygame.draw.line(surface, pygame.Color("#a9822c"), *ends, theme.px(1))


def draw_strip(
    surface: pygame.Surface, theme: Theme, strip: Sequence[tuple[float, float, str]], rect: pygame.Rect
) -> None:
    """A small bar of the time from 0 to 1, with its quarters as ticks below."""
    pygame.draw.rect(surface, pygame.Color(GROOVE), rect, border_radius=theme.px(2))
    for start, end, kind in strip:
        left, right = (rect.left + round(rect.width * t) for t in (start, end))
        draw_leg(surface, theme, pygame.Rect(left, rect.top, max(right - left - theme.px(1), 1), rect.height), kind)
    for k in (1, 2, 3):
        x = rect.left + rect.width * k // 4
        pygame.draw.line(surface, pygame.Color(EDGE), (x, rect.bottom), (x, rect.bottom + theme.px(2)), theme.px(1))
