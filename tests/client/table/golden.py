"""Pictures of whole tables, as they were looked at."""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.client.golden import Golden

TABLES = Golden(Path(__file__).parent / "golden", width=240)


def differ(surface: pygame.Surface, name: str, keep: bool = True) -> str:
    """How a picture differs from the one kept; empty where it does not. ``keep`` lets it be written."""
    return TABLES.differ(surface, name, keep)
