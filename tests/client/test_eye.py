"""What the camera shows by itself: the armies, one's own edge below, what happens; and how it is taken in hand."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine.event import Event, SetPose
from game.engine.loader import load_ruleset
from game.engine.state import Frame
from game.geometry.shapes import Pose
from tests.client.battles import laid_out
from tests.client.window import Window
from tests.rules.ancient_battles.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]
WAB = load_ruleset("WAB")


def opened(w: Window, south: float = 10, north: float = 24) -> None:
    """Two blocks that face one another in the middle of the table, so many inches from its southern edge."""
    state = table(unit("PHA", (36, south)), unit("WAR", (36, north), 180), turn=1)
    laid_out(w, WAB, state, Frame("wab.moves"))


def seen(w: Window) -> bool:
    """Whether every base lies in the free part of the table's area."""
    screen = w.battle
    free = screen.sitting.free_area()
    poses = [b.pose for b in screen.sitting.view.bases.values() if b.pose is not None and b.where == "table"]
    return all(free.collidepoint(w.on_table(p.x, p.y)) for p in poses)


def held(w: Window) -> bool:
    """Whether the camera is where it was put by itself."""
    return w.battle.sitting.eye.held


def test_it_opens_on_the_armies_and_keeps_them_when_the_window_changes(window: Make) -> None:
    w = window()
    opened(w)
    camera = w.battle.table.camera
    assert not camera.shows_table
    assert camera.scale > 1.5 * camera.fit_scale
    assert seen(w)
    pygame.display.set_mode((1024, 700), pygame.RESIZABLE)
    w.post(pygame.VIDEORESIZE, w=1024, h=700, size=(1024, 700))
    w.step(3)
    assert seen(w)
    w.key("f9")
    assert seen(w)


def test_the_wheel_takes_it_in_hand_and_a_key_gives_it_back(window: Make) -> None:
    w = window()
    opened(w)
    camera = w.battle.table.camera
    assert held(w)
    w.move(w.battle.table.rect.center)
    w.wheel(4)
    assert not held(w)
    scale = camera.scale
    w.key("f9")
    assert camera.scale == scale
    w.key("shift+home")
    assert held(w)
    assert seen(w)


def test_whoever_decides_sits_below_where_that_is_wanted(window: Make) -> None:
    w = window()
    opened(w, south=34, north=20)  # the side that decides stands in the north, and looks south
    assert w.battle.table.camera.turn == 2
    assert seen(w)
    w.key("z")
    assert w.battle.table.camera.turn == 3
    assert seen(w)
    w.key("shift+z")
    assert w.battle.table.camera.turn == 2


def test_where_it_is_not_wanted_the_north_stays_above(window: Make) -> None:
    w = window(own_side_down=False)
    opened(w, south=34, north=20)
    assert w.battle.table.camera.turn == 0


@pytest.mark.parametrize("follow", [True, False])
def test_what_happens_out_of_sight_is_looked_at_where_that_is_wanted(window: Make, follow: bool) -> None:
    w = window(follow=follow)
    opened(w)
    screen = w.battle
    screen.table.camera.look_at((200.0, 1000.0), 3.0)
    base = next(b for b in screen.sitting.view.bases.values() if b.unit == "WAR")
    assert base.pose is not None
    there = Pose(base.pose.x, base.pose.y - 50.0, 180.0)
    screen.sitting.eye.happens(Event("moved", "move", changes=(SetPose(base.id, there),), about=("WAR",)))
    w.step(20)
    assert screen.table.rect.collidepoint(w.on_table(there.x, there.y)) is follow


def test_it_glides_there_and_arrives_sharp(window: Make) -> None:
    w = window(speed="normal")
    opened(w)
    screen = w.battle
    w.until(lambda: screen.table.picture.prepare(1000.0))
    before = screen.table.camera.scale
    w.key("home")
    assert screen.table.goal is not None
    w.step()
    assert before > screen.table.camera.scale > screen.table.goal.scale
    w.until(lambda: screen.table.goal is None)
    assert screen.table.camera.shows_table


def test_the_right_button_slides_the_table_where_nothing_stands(window: Make) -> None:
    w = window()
    opened(w)
    camera = w.battle.table.camera
    x, y = w.battle.table.rect.midleft
    spot = camera.to_table(x + 60, y)
    for button in (2, 3):
        start = camera.to_screen(*spot)
        w.down(start, button)
        w.move((start[0] + 30, start[1] + 20), (0, 0, 1))
        w.move((start[0] + 60, start[1] + 40), (0, 0, 1))
        w.up((start[0] + 60, start[1] + 40), button)
        assert camera.to_screen(*spot) == pytest.approx((start[0] + 60, start[1] + 40), abs=1.0)
