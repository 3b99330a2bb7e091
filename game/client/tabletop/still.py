"""The whole table as the frame before showed it, marks and all: shown again as long as nothing about it changes."""

from __future__ import annotations

import pygame

from game.client.camera import Camera


class Still:
    """A picture of the viewport, for whatever it depends on; taken where that was the same in two frames."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._taken: object = None
        self._before: object = None

    def show(self, target: pygame.Surface, camera: Camera, key: object) -> bool:
        """Show the picture for a key; whether there is one."""
        if self._picture is None or key is None or key != self._taken:
            return False
        target.blit(self._picture, (camera.left, camera.top))
        return True

    def keep(self, target: pygame.Surface, camera: Camera, key: object) -> None:
        """Take what ``target`` shows of the table, if it is the second frame of a key; None where it will change."""
        if key is not None and key == self._before:
            shown = target.subsurface(pygame.Rect(camera.viewport).clip(target.get_rect()))
            if self._picture is None or self._picture.get_size() != shown.get_size():
                self._picture = shown.copy()
            else:
                self._picture.blit(shown, (0, 0))
            self._taken = key
        self._before = key
