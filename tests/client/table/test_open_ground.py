"""Woods open where troops stand in them, houses lose their roofs where somebody is inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest
import shapely

from game.client.art.openings import Lids
from game.client.art.painted_table import Ground, Painted
from game.client.tabletop.at_rest import AtRest
from game.client.tabletop.scene import BlockArt, FeatureArt, Scene
from game.client.tabletop.squares import SQUARE
from game.client.tabletop.view import TableView
from tests.client.table.small_scene import box, ring
from tests.client.table.test_view import drawn, view_of

WOOD = FeatureArt("w", "wood", ring(300, 200, 160, 120))
TOWN = FeatureArt("t", "buildings", box(40, 40, 160, 160))
BASE = BlockArt("b", "u", 300.0, 200.0, 20.0, 40.0, 20.0, "legion", 0)


def scene(*blocks: BlockArt, **more: Any) -> Scene:
    return Scene(600.0, 400.0, (WOOD, TOWN), blocks, **more)


def over(view: TableView, block: BlockArt) -> frozenset[int]:
    lids: Lids = view.ground.ground.lids
    return lids.over([(block.x, block.y, block.facing, block.width, block.depth)])


def away(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.abs(one - other).max(axis=2)
    return found


def around(view: TableView, rect: tuple[float, float, float, float]) -> tuple[slice, slice]:
    """The pixels of a rectangle in mm."""
    points = view.camera.many_to_screen([rect[:2], rect[2:]])
    (a, b), (c, d) = points.min(axis=0), points.max(axis=0)
    return slice(max(0, round(a)), round(c)), slice(max(0, round(b)), round(d))


def test_crowns_over_a_base_are_left_out_and_no_others() -> None:
    view = view_of(scene())
    lids = view.ground.ground.lids
    opened = over(view, BASE)
    assert 3 <= len(opened) < 16
    for n, (_kind, _colour, _variant, x, y, r, _height) in enumerate(lids.crowns):
        gap = np.hypot(x - 300.0, y - 200.0)
        assert n not in opened or gap < 22.4 + r
        assert n in opened or gap > 10.0
    assert over(view, msgspec.structs.replace(BASE, x=30.0, y=350.0)) == frozenset()


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_wood_is_open_about_a_base_and_as_it_was_elsewhere(turn: int) -> None:
    def seen(*blocks: BlockArt) -> tuple[TableView, np.ndarray]:
        view = view_of(scene(*blocks), 1.6, (700, 700))
        view.camera.turn_to(turn)
        view.camera.look_at((300.0, 200.0), 1.6)
        view.prepare_all()
        return view, drawn(view)

    view, whole = seen()
    _, opened = seen(BASE)
    change = away(whole, opened)
    lids = view.ground.ground.lids
    gone = over(view, BASE)
    bare = np.zeros(change.shape, dtype=bool)
    px, py = view.camera.to_screen(300.0, 200.0)
    bare[round(px) - 50 : round(px) + 50, round(py) - 50 : round(py) + 50] = True  # the base
    for n in gone:
        x, y, r = lids.crowns[n][3:6]
        px, py = view.camera.to_screen(x, y)
        inner = np.s_[round(px - 4) : round(px + 4), round(py - 4) : round(py + 4)]
        assert (change[inner] > 10).mean() > 0.5  # floor, or the base itself
        reach = round(r * 3.2 * 1.6)
        bare[max(0, round(px) - reach) : round(px) + reach, max(0, round(py) - reach) : round(py) + reach] = True
    assert change[~bare].max() <= 20  # nothing farther off has changed; soft edges differ a little at seams of squares
    assert (change[~bare] > 0).mean() < 0.001
    for n, thing in enumerate(lids.crowns):
        px, py = view.camera.to_screen(thing[3], thing[4])
        far = np.hypot(thing[3] - 300.0, thing[4] - 200.0) > 45.0
        if n not in gone and far:  # those that are left are whole, to the pixel
            inner = np.s_[round(px - 8) : round(px + 8), round(py - 8) : round(py + 8)]
            assert change[inner].size == 0 or change[inner].mean() < 2


def test_an_open_wood_keeps_its_outline() -> None:
    edge = msgspec.structs.replace(BASE, x=452.0, facing=90.0)
    view = view_of(scene(edge), 1.6)
    picture = drawn(view)
    bare = drawn(view_of(Scene(600.0, 400.0), 1.6))
    # along the rim where crowns gave way there is the line of the outline, darker than the bare ground
    spots = [view.camera.to_screen(x, y) for x, y in ring(300, 200, 160, 120, 400) if abs(y - 200.0) > 26 and x > 440]
    dark = [bare[round(x), round(y)].mean() - picture[round(x), round(y)].mean() for x, y in spots]
    assert np.median(dark) > 15


def test_the_ground_is_not_painted_anew_when_somebody_steps_into_a_wood(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(scene(BASE))
    drawn(view)
    ground = view.ground
    painted: list[float] = []
    true = Ground.painting

    def painting(self: Ground, scale: float, *more: Any) -> Iterator[Painted | None]:
        painted.append(scale)
        return true(self, scale, *more)

    monkeypatch.setattr(Ground, "painting", painting)
    view.set_scene(scene(msgspec.structs.replace(BASE, x=340.0)))
    drawn(view)
    for step in range(8):
        drawn(view, moving={"b": (300.0 + 4 * step, 200.0, 20.0)})
    assert view.ground is ground
    assert painted == []


def test_the_wood_opens_and_closes_under_a_base_that_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    other = msgspec.structs.replace(BASE, id="c", unit="v", x=240.0, y=230.0)
    view = view_of(scene(BASE, other))
    drawn(view)
    calls: list[int] = []
    true = AtRest.draw

    def draw(self: AtRest, *said: Any) -> None:
        calls.append(1)
        true(self, *said)

    monkeypatch.setattr(AtRest, "draw", draw)
    for step in range(5):
        moving = drawn(view, moving={"b": (300.0 + 14 * step, 200.0 - 6 * step, 20.0 + step)})
    assert len(calls) == 1  # only what opens and closes is drawn anew
    there = view_of(scene(msgspec.structs.replace(BASE, x=356.0, y=176.0, facing=24.0), other))
    assert away(moving, drawn(there)).max() == 0


def test_nothing_opens_where_there_is_nothing_to_open() -> None:
    view = view_of(Scene(600.0, 400.0, (), (BASE,)))
    drawn(view)
    assert not view.ground.ground.lids
    assert over(view, BASE) == frozenset()


def test_roofs_are_off_where_somebody_stands_among_the_houses() -> None:
    view = view_of(scene(), 2.0)
    houses = view.ground.ground.lids.houses
    assert len(houses) > 5
    x, y = houses[0].outline.mean(axis=0).tolist()
    inside = msgspec.structs.replace(BASE, x=x, y=y, facing=0.0, width=8.0, depth=8.0)
    assert over(view, inside) == {-1}
    outside = msgspec.structs.replace(BASE, x=40.0 - 11.0, y=100.0, facing=90.0)
    assert over(view, outside) == frozenset()  # beside the town, even where its base reaches over the edge
    assert len(over(view, msgspec.structs.replace(inside, x=100.0, y=100.0, width=4.0, depth=4.0))) >= 1


def test_a_house_without_its_roof_shows_walls_and_floor() -> None:
    view = view_of(scene(), 4.0)
    view.camera.look_at((100.0, 100.0), 4.0)
    view.prepare_all()
    roofed = drawn(view)
    garrison = view_of(scene(garrisoned=("t",)), 4.0)
    garrison.camera.look_at((100.0, 100.0), 4.0)
    garrison.prepare_all()
    open_ = drawn(garrison)
    for house in view.ground.ground.lids.houses:
        middle = house.outline.mean(axis=0)
        if np.abs(middle - 100.0).max() > 45.0:
            continue
        inner = around(view, (*(middle - 3.0), *(middle + 3.0)))
        assert (away(roofed, open_)[inner] > 12).mean() > 0.6
        walls = view.camera.many_to_screen((house.outline + np.roll(house.outline, 1, axis=0)) / 2)
        stone = [open_[round(px), round(py)] for px, py in walls]
        assert sum(float(np.ptp(tone)) < 45 for tone in stone) >= 2  # grey
    town = view.ground.ground.lids._walls  # the yard between the houses has not changed
    yard = away(roofed, open_)
    x, y = view.camera.to_screen(100.0, 100.0)
    if all(w.distance(shapely.Point(100.0, 100.0)) > 4 for w in town):
        assert yard[round(x) - 4 : round(x) + 4, round(y) - 4 : round(y) + 4].max() == 0


def test_who_stands_on_a_roof_does_not_take_it_off() -> None:
    view = view_of(scene())
    x, y = view.ground.ground.lids.houses[0].outline.mean(axis=0).tolist()
    above = msgspec.structs.replace(BASE, x=x, y=y, tag="2")
    view = view_of(scene(above))
    drawn(view)
    assert view._at_rest.opened(view.scene, view.ground, frozenset()) == frozenset()


def test_what_opens_is_whole_where_squares_of_the_ground_meet() -> None:
    view = view_of(scene(), 1.0, (640, 440))
    # bases all along a seam between two squares
    seam = view.camera.to_table((SQUARE - view.camera.origin[0] % SQUARE) % SQUARE + SQUARE, 220)[0]
    blocks = [msgspec.structs.replace(BASE, id=f"b{k}", x=seam, y=120.0 + 40 * k) for k in range(5)]
    crowded = view_of(scene(*blocks), 1.0, (640, 440))
    picture = drawn(crowded)
    ghosts = drawn(crowded, hidden=[b.id for b in blocks])
    assert np.array_equal(ghosts, drawn(view))
    assert (picture.max(axis=2) > 12).all()  # no square is missing in a patch


def test_the_table_s_edge_stays_clear_of_patches() -> None:
    wood = FeatureArt("w", "wood", box(0, 0, 120, 120))
    at_edge = msgspec.structs.replace(BASE, x=22.0, y=14.0, facing=0.0)
    one = drawn(view_of(Scene(600.0, 400.0, (wood,), hour="evening")))
    two = drawn(view_of(Scene(600.0, 400.0, (wood,), (at_edge,), hour="evening")))
    view = view_of(Scene(600.0, 400.0))
    left, low = (round(v) for v in view.camera.to_screen(0.0, 0.0))
    assert np.array_equal(one[: left - 8], two[: left - 8])
    assert np.array_equal(one[:, low + 8 :], two[:, low + 8 :])


def test_pictures_of_the_ground_are_surfaces() -> None:
    """What :meth:`GroundCache.draw` draws with nothing opened is what it always drew."""
    view = view_of(scene())
    one, two = (pygame.Surface((640, 440), 0, 32) for _ in range(2))
    view.ground.draw(one, view.camera)
    view.ground.draw(two, view.camera, opened=frozenset())
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB")
