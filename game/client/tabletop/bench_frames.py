"""Frames of the table, measured beside the plain way: turning every picture anew each frame.

All on SDL's dummy driver at 1920x1080, 1,000 turned bases over terrain.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pygame

from game.client import shot_canvas
from game.client.art.stands import layers
from game.client.camera import Camera
from game.client.tabletop.overlays import Arc, Ghost, Ring
from game.client.tabletop.scene import BlockArt, FeatureArt, Scene, UnitArt
from game.client.tabletop.sprites import stand_of
from game.client.tabletop.view import TableView
from game.client.theme import Theme

Row = tuple[str, float, float, str]
"""What, figure of the plain way, figure of ours, unit."""
SIZE = (1920, 1080)
LOOKS = ("legion", "spear_foot", "warband", "skirmish", "archers", "cavalry", "light_cavalry", "elephant")


def crowd(count: int = 1000, seed: int = 3) -> Scene:
    """A table with woods, a hill, a river and ``count`` bases at odd angles."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)

    def ring(x: float, y: float, rx: float, ry: float) -> tuple[tuple[float, float], ...]:
        return tuple((float(x + rx * np.cos(a)), float(y + ry * np.sin(a))) for a in t)

    features = (
        FeatureArt("hill", "hill", ring(500, 700, 220, 140)),
        FeatureArt("wood-1", "wood", ring(1300, 300, 160, 110)),
        FeatureArt("wood-2", "wood", ring(900, 900, 120, 90)),
        FeatureArt("river", "river", ((1500, -5), (1560, -5), (1620, 1205), (1560, 1205))),
        FeatureArt("town", "buildings", ((200, 250), (380, 250), (380, 370), (200, 370))),
    )
    blocks = []
    for k in range(count):
        look = LOOKS[k % len(LOOKS)]
        long = look in ("cavalry", "light_cavalry", "elephant")
        x, y = rng.uniform(30, 1770), rng.uniform(30, 1170)
        blocks.append(
            BlockArt(
                f"b{k}",
                f"u{k // 3}",
                float(x),
                float(y),
                float(np.round(rng.uniform(0, 360), 1)),
                20.0 if long else 40.0,
                40.0 if long else 20.0,
                look,
                k % 2,
                number=k % 3 + 1,
            )
        )
    of = {b.unit: tuple(c.id for c in blocks if c.unit == b.unit) for b in blocks[::3]}
    units = tuple(UnitArt(u, u, int(u[1:]) % 2, ids, strength=(len(ids), 4)) for u, ids in of.items())
    return Scene(1800.0, 1200.0, features, tuple(blocks), units)


def per_second(frame: Callable[[int], None], frames: int = 60) -> float:
    """Frames a second by the median of several frames, the first ones not counted."""
    times = []
    for k in range(frames):
        start = time.perf_counter()
        frame(k)
        times.append(time.perf_counter() - start)
    return 1.0 / statistics.median(times[3:])


def rows() -> list[Row]:
    """All rows of this part of the benchmark."""
    shot_canvas.headless()
    pygame.display.init()
    screen = pygame.display.set_mode(SIZE)
    theme = Theme()
    scene = crowd()
    camera = Camera((scene.width, scene.depth), (0, 0, *SIZE))
    view = TableView(theme, camera)
    view.set_scene(scene)
    view.prepare_all()
    pictures = {b.id: _plain_picture(b, theme, camera.scale) for b in scene.blocks}

    def plain(k: int) -> None:
        camera.pan(3 if k % 2 else -3, 0)
        _plain_frame(screen, view, pictures)

    def panning(k: int) -> None:
        camera.pan(3 if k % 2 else -3, 0)
        view.draw_plainly(screen)

    def poses(k: int, count: int) -> dict[str, tuple[float, float, float]]:
        return {b.id: (b.x + k % 7, b.y + k % 5, b.facing) for b in scene.blocks[:count]}

    def forty(k: int) -> None:
        view.draw(screen, moving=poses(k, 40))

    def six_hundred(k: int) -> None:
        ring = Ring(700.0, 500.0, 200.0 + k % 3, "command")
        arc = Arc(900.0, 600.0, -45.0, 45.0, 250.0, "sight")
        view.draw(screen, moving=poses(k, 600), overlays=(ring, arc))

    def resting(k: int) -> None:
        view.draw(screen)

    def dragged(k: int) -> None:
        block = scene.blocks[0]
        ghost = Ghost(block.x + k % 9, block.y, block.facing, block.width, block.depth, base=block.id)
        view.draw(screen, overlays=(ghost, Ring(block.x + k % 9, block.y, 120.0, "reach")))

    slow = per_second(plain, 12)
    return [
        ("1,000 bases and terrain, 1920x1080, panning", slow, per_second(panning), "frames/s"),
        ("resting layer + 40 moving bases", slow, per_second(forty), "frames/s"),
        ("600 bases in motion + two overlays", slow, per_second(six_hundred), "frames/s"),
        ("ghost and ring dragged over 1,000 bases", slow, per_second(dragged), "frames/s"),
        ("nothing moves", slow, per_second(resting), "frames/s"),
        ("longest frame after a change of zoom", *cold_zoom(view, screen), "ms"),
    ]


def cold_zoom(view: TableView, screen: pygame.Surface) -> tuple[float, float]:
    """Longest frame (ms) after a zoom: everything made at once, and in steps with the old picture scaled."""
    camera = view.camera
    camera.zoom_at(1, 960, 540)
    start = time.perf_counter()
    view.prepare_all()
    view.draw(screen)
    at_once = (time.perf_counter() - start) * 1000.0
    camera.zoom_at(1, 960, 540)
    longest, ready = 0.0, False
    while not ready:
        start = time.perf_counter()
        ready = view.draw(screen)
        if not ready:
            longest = max(longest, (time.perf_counter() - start) * 1000.0)
    camera.fit_table()
    return at_once, longest


def _plain_picture(block: BlockArt, theme: Theme, scale: float) -> pygame.Surface:
    """Base with figures at the scale, not turned yet."""
    base, men = layers(stand_of(block, scale), theme.side(block.side), 3.0)
    whole = base.copy()
    if men is not None:
        whole.blit(men, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    size = (round(whole.get_width() * scale / 3.0), round(whole.get_height() * scale / 3.0))
    return pygame.transform.smoothscale(whole, size)


def _plain_frame(screen: pygame.Surface, view: TableView, pictures: dict[str, pygame.Surface]) -> None:
    view.ground.draw(screen, view.camera)
    for b in view.scene.blocks:
        turned = pygame.transform.rotozoom(pictures[b.id], -b.facing, 1.0)
        x, y = view.camera.to_screen(b.x, b.y)
        spot = turned.get_rect(center=(x, y))
        screen.blit(turned, spot, special_flags=pygame.BLEND_PREMULTIPLIED)


if __name__ == "__main__":
    for what, plain_way, ours, unit in rows():
        print(f"{what:48} {plain_way:9.1f} {ours:9.1f} {unit}")  # noqa: T201
