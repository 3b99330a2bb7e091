"""The resting layer of the table: everything that stands still, drawn once; shown scaled until it is drawn anew."""

from __future__ import annotations

import time

import pygame

from game.client.camera import Camera
from game.client.tabletop.ground_cache import GroundCache

FADE_MS = 120.0
"""Milliseconds in which one level of drawing passes into another."""


class Resting:
    """A picture of the viewport, and where it was taken; the one before it while that fades."""

    def __init__(self) -> None:
        self.surface: pygame.Surface | None = None
        self.key: object = None
        self.scale = 0.0
        self.origin = (0, 0)
        self.turn = 0
        self._old: tuple[pygame.Surface, object, float] | None = None

    def begin(self, camera: Camera) -> pygame.Surface:
        """What the layer is drawn on for a camera."""
        size = (camera.width, camera.height)
        if self.surface is None or self.surface.get_size() != size:
            self.surface = pygame.Surface(size, 0, 32)
        self.scale, self.origin, self.turn = camera.scale, camera.origin, camera.turn
        return self.surface

    def blit(self, target: pygame.Surface, camera: Camera, ground: GroundCache, under: pygame.Color) -> None:
        """Show the layer, moved and scaled where the camera has gone on; ``under`` is the colour beyond it."""
        if self.surface is None:
            return
        at = (camera.left, camera.top)
        if self.turn != camera.turn:
            target.fill(under, pygame.Rect(camera.viewport))
            return
        if self.scale == camera.scale and self.origin == camera.origin:
            target.blit(self.surface, at)
            return
        k = camera.scale / self.scale
        x = self.origin[0] * k - camera.origin[0] + at[0]
        y = self.origin[1] * k - camera.origin[1] + at[1]
        target.fill(under, pygame.Rect(camera.viewport))
        if abs(k - 1.0) < 1e-9:
            ground.draw(target, camera, at)
            target.blit(self.surface, (round(x), round(y)))
            return
        w, h = self.surface.get_size()
        if k > 1.0:  # only the part that is seen is scaled
            left, top = max(0, int((at[0] - x) / k) - 1), max(0, int((at[1] - y) / k) - 1)
            part = pygame.Rect(
                left, top, min(w - left, int(camera.width / k) + 3), min(h - top, int(camera.height / k) + 3)
            )
            if part.w > 0 and part.h > 0:
                bigger = pygame.transform.scale(self.surface.subsurface(part), (round(part.w * k), round(part.h * k)))
                target.blit(bigger, (round(x + left * k), round(y + top * k)))
            return
        target.blit(pygame.transform.scale(self.surface, (round(w * k), round(h * k))), (round(x), round(y)))

    # --- from level to level -----------------------------------------------------------------------------------------

    def keep(self, target: pygame.Surface, camera: Camera) -> None:
        """Let what ``target`` shows of the layer now fade over the layer that is drawn next."""
        shown = target.subsurface(pygame.Rect(camera.viewport).clip(target.get_rect()))
        self._old = (shown.copy(), camera.key, time.perf_counter())

    def fade(self, target: pygame.Surface, camera: Camera) -> bool:
        """Draw what is left of the layer before; whether there was anything."""
        if self._old is None:
            return False
        old, key, since = self._old
        share = (time.perf_counter() - since) * 1000.0 / FADE_MS
        if share >= 1.0 or key != camera.key:
            self._old = None
            return False
        old.set_alpha(round(255 * (1.0 - share)))
        target.blit(old, (camera.left, camera.top))
        return True
