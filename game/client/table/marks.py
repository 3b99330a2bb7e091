"""Markers laid on the table: objectives and other things that are no bases."""

from __future__ import annotations

import pygame

from game.client.art.icons import icon, icon_names
from game.client.camera import Camera
from game.client.table.scene import Scene
from game.client.theme import Theme


def draw_markers(target: pygame.Surface, camera: Camera, theme: Theme, scene: Scene, at: tuple[int, int]) -> None:
    """Draw the markers of a scene with the viewport's top left at ``at``."""
    names = set(icon_names()) if scene.markers else set()
    for marker in scene.markers:
        px, py = camera.to_screen(marker.x, marker.y)
        x, y = px - camera.left + at[0], py - camera.top + at[1]
        r = max(float(theme.px(10)), marker.radius * camera.scale)
        colour = pygame.Color(theme.side(marker.side).main if marker.side >= 0 else theme.file.ui.badge)
        big = round(r * 8)
        disc = pygame.Surface((big, big), pygame.SRCALPHA)
        pygame.draw.circle(disc, theme.file.ui.badge_edge, (big / 2, big / 2), big / 2)
        pygame.draw.circle(disc, colour, (big / 2, big / 2), big * 0.44)
        small = pygame.transform.smoothscale(disc, (round(2 * r), round(2 * r)))
        target.blit(small, (round(x - r), round(y - r)))
        size = max(8, round(r * 1.2))
        ink = "#ffffff" if marker.side >= 0 else theme.file.ui.badge_ink
        target.blit(
            icon(marker.kind if marker.kind in names else "flag", size, ink), (round(x - size / 2), round(y - size / 2))
        )
