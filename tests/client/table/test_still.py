"""The table shown again as it was: the same picture, only as long as nothing about it changes."""

from __future__ import annotations

import pygame
import pytest

from game.client.camera import Camera
from game.client.tabletop.overlays import Label, Overlay, Ring
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from tests.client.table.small_scene import scene as small

pytestmark = pytest.mark.window
SIZE = (480, 320)


@pytest.fixture
def view() -> TableView:
    pygame.display.init()
    pygame.font.init()
    scene = small()
    view = TableView(Theme(), Camera((scene.width, scene.depth), (0, 0, *SIZE)))
    view.set_scene(scene)
    view.prepare_all()
    return view


def seen(view: TableView, *overlays: Overlay, frames: int = 1) -> bytes:
    """What a table with these overlays looks like after so many frames."""
    target = pygame.Surface(SIZE)
    for _ in range(frames):
        target.fill("#ff00ff")
        view.draw(target, overlays=overlays)
    return pygame.image.tobytes(target, "RGB")


RING = Ring(300.0, 200.0, 80.0)


def test_what_is_shown_again_is_what_was_drawn(view: TableView) -> None:
    drawn = seen(view, RING, frames=2)  # in the second frame marks that last lie in one picture
    assert all(seen(view, RING) == drawn for _ in range(4))
    assert view._still._taken is not None


def test_another_mark_another_place_another_scene_are_seen_at_once(view: TableView) -> None:
    plain = seen(view, frames=4)
    ringed = seen(view, RING, frames=4)
    assert ringed != plain
    assert seen(view, RING, Label(300.0, 200.0, "here"), frames=4) != ringed
    assert seen(view, frames=4) == plain
    view.camera.pan(9, 0)
    view.prepare_all()
    assert seen(view) != plain
    view.camera.pan(-9, 0)
    view.prepare_all()
    assert seen(view) == plain
    moved = dict.fromkeys([view.scene.blocks[0].id], (300.0, 200.0, 45.0))
    target = pygame.Surface(SIZE)
    view.draw(target, moving=moved)
    assert pygame.image.tobytes(target, "RGB") != plain
