"""Pictures kept to compare with: shrunk, so that a different font renderer or a shifted pixel does not count.

``TABULA_BELLI_GOLDEN=write pytest tests/client`` draws them anew; look at them before committing.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pygame

FOLDER = Path(__file__).parent / "golden"
WIDTH = 240
MEAN, WORST = 1.5, 40
"""Most that may differ: on average, and for all but one in two hundred of the small picture's pixels (0..255)."""


def shrink(surface: pygame.Surface) -> pygame.Surface:
    """A picture as it is kept."""
    height = round(surface.get_height() * WIDTH / surface.get_width())
    return pygame.transform.smoothscale(surface, (WIDTH, height))


def differ(surface: pygame.Surface, name: str, keep: bool = True) -> str:
    """How a picture differs from the one kept; empty where it does not. ``keep`` lets it be written."""
    small = shrink(surface)
    path = FOLDER / f"{name}.png"
    if keep and os.environ.get("TABULA_BELLI_GOLDEN") == "write":
        pygame.image.save(small, str(path))
    if not path.exists():
        return f"there is no {path.name}"
    kept = pygame.image.load(str(path))
    if kept.get_size() != small.get_size():
        return f"{path.name}: {kept.get_size()} is not {small.get_size()}"
    away = np.abs(pygame.surfarray.array3d(kept).astype(int) - pygame.surfarray.array3d(small).astype(int)).max(axis=2)
    mean, worst = float(away.mean()), float(np.quantile(away, 0.995))
    if mean > MEAN or worst > WORST:
        return f"{path.name}: differs by {mean:.2f} on average, {worst:.0f} at worst"
    return ""
