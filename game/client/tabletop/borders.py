"""Borders of units: one dark line around the bases that act together, so that a packed line falls into its units."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
import pygame
import shapely

from game.client.camera import Camera
from game.client.tabletop.hit import Pose, corners
from game.client.theme import SideStyle, mix

Outline = tuple[Pose, float, float]
"""Pose, width and depth of one base."""
CLOSE_MM = 0.6
"""Bases nearer to each other than twice this are drawn as one body."""


@functools.lru_cache(maxsize=2048)
def unit_rings(bases: tuple[Outline, ...]) -> tuple[npt.NDArray[np.float64], ...]:
    """Outlines (mm) around the bases of a unit: one ring for a closed formation, several where it has gaps."""
    shapes = [shapely.Polygon(corners(pose, w, d)) for pose, w, d in bases]
    grown = shapely.buffer(shapely.union_all([shapely.buffer(s, CLOSE_MM, join_style="mitre") for s in shapes]), -0.3)
    parts = [p for p in shapely.get_parts(grown) if isinstance(p, shapely.Polygon)]
    return tuple(np.asarray(p.exterior.coords) for p in parts)


def draw_border(
    target: pygame.Surface, camera: Camera, style: SideStyle, bases: tuple[Outline, ...], shift: tuple[int, int]
) -> None:
    """Draw the border of one unit; ``shift`` is added to window pixels."""
    colour = mix(style.dark, "#000000", 0.45)
    for ring in unit_rings(bases):
        points = camera.many_to_screen(ring) + np.array(shift)
        pygame.draw.aalines(target, colour, True, points.tolist())
        if camera.scale > 0.8:
            pygame.draw.aalines(target, colour, True, (points + 0.5).tolist())
