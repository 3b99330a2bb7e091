"""Proof sheets of the ground: every season at every hour, a table turned by quarters, weather."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
import pygame

from game.client.battle.looks import HOUR_WORDS, SEASON_WORDS
from game.client.camera import Camera
from game.client.tabletop.scene import FeatureArt, Points, Scene
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from game.client.words import N_, _
from game.engine.scenery import HOURS, SEASONS, Sky, Weather
from workshop.gallery.proof import HEAD, block, show, titled, write
from workshop.gallery.stage import Stage

TABLE = (640.0, 360.0)
CLOSE = (300.0, 235.0, 1.15)
"""What of it is seen turned: middle (mm), pixels per mm."""
SKIES: tuple[tuple[Sky, str], ...] = (
    ("rain", N_("rain")),
    ("snow", N_("snowfall")),
    ("fog", N_("fog")),
    ("wind", N_("wind")),
)


def _box(x0: float, y0: float, x1: float, y1: float) -> Points:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


FEATURES = (
    FeatureArt(
        "hill", "hill", ((30.0, 250.0), (90.0, 225.0), (160.0, 245.0), (170.0, 310.0), (100.0, 340.0), (40.0, 320.0))
    ),
    FeatureArt("wood", "wood", ((190.0, 235.0), (310.0, 225.0), (370.0, 270.0), (340.0, 340.0), (230.0, 345.0))),
    FeatureArt("river", "deep_river", ((0.0, 150.0), (220.0, 170.0), (222.0, 200.0), (0.0, 182.0))),
    FeatureArt(
        "river-2",
        "deep_river",
        ((219.0, 170.0), (430.0, 140.0), (640.0, 180.0), (640.0, 212.0), (430.0, 172.0), (221.0, 200.0)),
    ),
    FeatureArt("brook", "stream", ((500.0, 192.0), (518.0, 194.0), (540.0, 360.0), (520.0, 360.0))),
    FeatureArt("ford", "ford", _box(300.0, 142.0, 340.0, 192.0)),
    FeatureArt("road", "road", ((0.0, 90.0), (180.0, 80.0), (420.0, 110.0), (640.0, 70.0)), line=True),
    FeatureArt("way", "road", ((130.0, 0.0), (150.0, 83.0), (175.0, 240.0), (180.0, 360.0)), line=True),
    FeatureArt("town", "buildings", _box(450.0, 20.0, 610.0, 62.0)),
    FeatureArt("farm", "buildings", _box(400.0, 230.0, 480.0, 300.0)),
    FeatureArt("hedge", "hedge", ((20.0, 40.0), (100.0, 30.0)), line=True),
)


def scene() -> Scene:
    """A small table: a crossing, rivers that join, troops in a wood, a farm that is held and a town that is not."""
    made = [
        block("foot", "legion", 0, 280.0, 285.0, 15.0, 3),
        block("horse", "cavalry", 0, 250.0, 40.0, 0.0, 3),
        block("held", "archers", 1, 440.0, 265.0, 90.0, 2),
        block("pike", "pike", 1, 330.0, 60.0, 0.0, 3),
    ]
    return Scene(*TABLE, FEATURES, tuple(b for bs, _u in made for b in bs), tuple(u for _bs, u in made))


def table(
    theme: Theme, what: Scene, size: tuple[int, int], turn: int = 0, close: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> pygame.Surface:
    """A picture of a whole table, turned by quarters, or of what lies about a place: x, y, pixels per mm."""
    camera = Camera((what.width, what.depth), (0, 0, *size))
    camera.turn_to(turn)
    wide, deep = camera.sheet_mm
    camera.look_at((what.width / 2, what.depth / 2), max(min(size[0] / wide, size[1] / deep), camera.min_scale))
    if close[2] > 0.0:
        camera.look_at(close[:2], close[2])
    view = TableView(theme, camera)
    view.set_scene(what)
    view.prepare_all()
    out = pygame.Surface(size, 0, 32)
    view.draw(out)
    return out


def seasons(stage: Stage) -> None:
    """Every season at every hour."""
    whole = pygame.Surface(stage.size, 0, 32)
    wide, tall = stage.size[0] // len(SEASONS), (stage.size[1] - HEAD) // len(HOURS)
    titled(whole, stage.app.theme, _("The ground in every season at every hour"))
    for k, season in enumerate(SEASONS):
        for n, hour in enumerate(HOURS):
            what = msgspec.structs.replace(scene(), season=season, hour=hour)
            at = (k * wide, HEAD + n * tall)
            whole.blit(table(stage.app.theme, what, (wide, tall)), at)
            at_hour = _(HOUR_WORDS[hour])
            words = f"{_(SEASON_WORDS[season])}, {at_hour[0].lower()}{at_hour[1:]}"
            write(whole, stage.app.theme, words, (at[0] + 6, at[1] + 2))
    show(stage, whole)


def turned(stage: Stage) -> None:
    """A table turned by quarters, and the weather over it."""
    whole = pygame.Surface(stage.size, 0, 32)
    wide, tall = stage.size[0] // 4, (stage.size[1] - HEAD) // 2
    titled(whole, stage.app.theme, _("A table turned by quarters in the evening, and weather"))
    for turn in range(4):
        what = msgspec.structs.replace(scene(), hour="evening")
        whole.blit(table(stage.app.theme, what, (wide, tall), turn, CLOSE), (turn * wide, HEAD))
    for n, (sky, name) in enumerate(SKIES):
        what = msgspec.structs.replace(scene(), hour="overcast", weather=Weather(sky))
        whole.blit(table(stage.app.theme, what, (wide, tall), 0, CLOSE), (n * wide, HEAD + tall))
        write(whole, stage.app.theme, _(name), (n * wide + 6, HEAD + tall + 2))
    show(stage, whole)


def ground_sheets() -> Iterator[tuple[str, str, partial[None]]]:
    """Name, title and maker of each sheet."""
    yield "ground-seasons", N_("Ground in every season"), partial(seasons)
    yield "ground-turned", N_("Ground turned, weather"), partial(turned)
