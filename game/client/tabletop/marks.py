"""Markers laid on the table: objectives and other things that are no bases."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pygame

from game.client.art.icons import icon, icon_names
from game.client.camera import Camera
from game.client.tabletop.hit import corners
from game.client.tabletop.scene import BlockArt, Scene
from game.client.tabletop.sprites import GHOST
from game.client.tabletop.stroke import closed, dashes
from game.client.theme import Theme


def draw_markers(target: pygame.Surface, camera: Camera, theme: Theme, scene: Scene, at: tuple[int, int]) -> None:
    """Draw the markers of a scene with the viewport's top left at ``at``."""
    names = set(icon_names()) if scene.markers else set()
    for marker in scene.markers:
        px, py = camera.to_screen(marker.x, marker.y)
        x, y = px - camera.left + at[0], py - camera.top + at[1]
        r = max(float(theme.px(10)), marker.radius * camera.scale)
        colour = pygame.Color(theme.side(marker.side).main if marker.side >= 0 else theme.file.ui.badge)
        if marker.ring > 0:
            _draw_ring(target, x, y, marker.ring * camera.scale, colour)
        big = round(r * 8)
        disc = pygame.Surface((big, big), pygame.SRCALPHA)
        pygame.draw.circle(disc, theme.file.ui.badge_edge, (big / 2, big / 2), big / 2)
        pygame.draw.circle(disc, colour, (big / 2, big / 2), big * 0.44)
        small = pygame.transform.smoothscale(disc, (round(2 * r), round(2 * r)))
        if marker.secret:
            small.set_alpha(GHOST)
        target.blit(small, (round(x - r), round(y - r)))
        size = max(8, round(r * 1.2))
        ink = "#ffffff" if marker.side >= 0 else theme.file.ui.badge_ink
        target.blit(
            icon(marker.kind if marker.kind in names else "flag", size, ink), (round(x - size / 2), round(y - size / 2))
        )


def draw_secret_edges(
    target: pygame.Surface, camera: Camera, theme: Theme, blocks: Iterable[BlockArt], at: tuple[int, int]
) -> None:
    """A dashed edge, light on dark, about each base that only its owner knows of."""
    for b in blocks:
        if b.shape == "oval":
            turns = np.radians(np.arange(0.0, 360.0, 6.0))
            s, c = math.sin(math.radians(b.facing)), math.cos(math.radians(b.facing))
            u, v = b.width / 2 * np.sin(turns), b.depth / 2 * np.cos(turns)
            ring = np.stack([b.x + u * c + v * s, b.y - u * s + v * c], axis=1)
        else:
            ring = np.array(corners((b.x, b.y, b.facing), b.width, b.depth))
        points = camera.many_to_screen(ring) + np.array([at[0] - camera.left, at[1] - camera.top])
        edge = closed(points)
        pygame.draw.lines(target, theme.side(b.side).dark, True, points.tolist(), theme.px(3))
        for dash in dashes(edge, theme.px(6)):
            pygame.draw.lines(target, theme.side(b.side).light, False, dash.tolist(), theme.px(2))


def _draw_ring(target: pygame.Surface, x: float, y: float, radius: float, colour: pygame.Color) -> None:
    """Where a marker reaches to: a light disc in its owner's colour with a dashed edge."""
    size = round(radius * 2) + 6
    disc = pygame.Surface((size, size), pygame.SRCALPHA)
    middle = size / 2
    pygame.draw.circle(disc, (*colour[:3], 34), (middle, middle), radius)
    steps = max(12, round(radius * 6.283 / 14))
    box = pygame.Rect(0, 0, round(2 * radius), round(2 * radius))
    box.center = (round(middle), round(middle))
    for k in range(steps):
        start = 6.28319 * k / steps
        for wide, tone in ((4, (20, 14, 8, 110)), (2, (*colour[:3], 235))):
            pygame.draw.arc(disc, tone, box.inflate(wide, wide), start, start + 6.28319 / steps * 0.58, wide)
    target.blit(disc, (round(x - middle), round(y - middle)))
