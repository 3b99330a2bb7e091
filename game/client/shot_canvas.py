"""A whole table as a picture, without a display: scenes, or states of a battle, with overlays."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pygame

from game.client.camera import Camera, RectMm
from game.client.tabletop.overlays import Overlay
from game.client.tabletop.scene import Scene
from game.client.tabletop.view import TableView
from game.client.theme import Theme


def headless() -> None:
    """Choose SDL's dummy drivers unless others are chosen already; call before pygame's display is opened."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def draw_table(
    scene: Scene,
    overlays: Iterable[Overlay] = (),
    size: tuple[int, int] = (1280, 720),
    theme: Theme | None = None,
    part: RectMm | None = None,
    numbers: bool = False,
) -> pygame.Surface:
    """Draw a table with all that is on it.

    Parameters
    ----------
    size
        Pixels.
    part
        (x0, y0, x1, y1) in mm to show; the whole table by default.
    numbers
        Whether stands carry their numbers.
    """
    camera = Camera((scene.width, scene.depth), (0, 0, *size))
    if part is not None:
        camera.fit_rect(part, margin=0.0, closest=8.0)
    view = TableView(theme or Theme(), camera)
    view.show_numbers = numbers
    view.set_scene(scene)
    view.prepare_all()
    surface = pygame.Surface(size, 0, 32)
    view.draw(surface, overlays=overlays)
    return surface


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Write a picture; raises OSError with a sentence where the folder or the disk forbids it."""
    try:
        pygame.image.save(surface, str(path))
    except pygame.error as e:
        raise OSError(f"{path}: cannot be written ({e})") from e
