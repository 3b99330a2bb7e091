"""Pictures of a battle for a report: the table at a moment, and all turns as a moving picture."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
from PIL import Image

from game.client.report.facts import Turn
from game.client.shot_canvas import draw_table
from game.client.tabletop.adapter import scene_of
from game.client.theme import Theme
from game.engine.ruleset import Ruleset
from game.engine.scenery import Scenery
from game.engine.state import State, view

MAP_WIDTH = 900
"""Width of a map in pixels."""
FRAME_MS = 900
"""How long a frame of the moving picture stands, in milliseconds; the last stands three times as long."""


def table_picture(
    state: State, ruleset: Ruleset | None, theme: Theme, width: int = MAP_WIDTH, scenery: Scenery | None = None
) -> Image.Image:
    """The table with what lies open on it, in its own proportions."""
    scene = scene_of(view(state, None), ruleset, scenery=scenery)
    height = max(1, round(width * scene.depth / scene.width))
    surface = draw_table(scene, size=(width, height), theme=theme)
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def jpeg(picture: Image.Image) -> bytes:
    """A picture as the bytes of a JPEG file."""
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


def frames_of(played: list[Turn], most: int) -> list[int]:
    """Lines to show in a moving picture: the last of every turn, and evenly others up to a number.

    >>> frames_of([], 10)
    []
    """
    lines = [n for turn in played for n in turn.lines]
    if not lines:
        return []
    step = max(1, -(-len(lines) // max(1, most - len(played))))
    return sorted({*lines[::step], *(turn.lines[-1] for turn in played)})


def write_gif(pictures: list[Image.Image], path: Path) -> None:
    """Write a moving picture that begins again at its end. All frames share one palette, so that nothing flickers."""
    palette = _montage(pictures[:: max(1, len(pictures) // 8)]).quantize(192)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    times = [FRAME_MS] * (len(frames) - 1) + [3 * FRAME_MS]
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)


def _montage(pictures: list[Image.Image]) -> Image.Image:
    """Pictures beside each other: what a palette must serve, for colours come and go during a battle."""
    wide, high = pictures[0].size
    out = Image.new("RGB", (wide * len(pictures), high))
    for n, picture in enumerate(pictures):
        out.paste(picture, (n * wide, 0))
    return out
