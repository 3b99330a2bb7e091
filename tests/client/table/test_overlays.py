"""Overlays: each primitive is drawn where it belongs, in its role's colour; labels keep off each other."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from game.client.camera import Camera
from game.client.tabletop.labels import LabelPlacer
from game.client.tabletop.overlays import (
    Arc,
    Area,
    Ghost,
    Label,
    Lane,
    Line,
    Link,
    Overlay,
    OverlayPainter,
    Ring,
    Tape,
)
from game.client.tabletop.stroke import circle, dashes
from game.client.theme import ROLES, Theme

GREY = 120


def painted(*overlays: Overlay, camera: Camera | None = None) -> np.ndarray:
    camera = camera or Camera((400, 400), (0, 0, 400, 400))
    if camera.width == 400:
        camera.look_at((200, 200), 1.0)
    surface = pygame.Surface((camera.left + camera.width, camera.top + camera.height), 0, 32)
    surface.fill((GREY, GREY, GREY))
    OverlayPainter(Theme()).draw(surface, camera, overlays)
    return pygame.surfarray.array3d(surface).astype(int)


def touched(picture: np.ndarray) -> np.ndarray:
    return np.abs(picture - GREY).max(axis=2) > 6


SHAPES: list[tuple[Overlay, tuple[int, int], tuple[int, int]]] = [
    (Area((((100, 100), (300, 100), (300, 300), (100, 300)),), "reach"), (200, 200), (50, 200)),
    (Ring(200, 200, 80, "command"), (200, 220), (300, 300)),
    (Ring(200, 200, 80, "command", inner=40), (200, 140), (200, 200)),
    (Arc(200, 200, 315, 45, 100, "sight"), (200, 130), (200, 270)),
    (Lane(50, 200, 350, 200, 40, "threat"), (200, 185), (200, 240)),
    (Line(((50, 200), (350, 200)), "path"), (200, 200), (200, 230)),
    (Line(((50, 200), (350, 200)), "path", arrow=True), (340, 197), (200, 230)),
    (Link(50, 200, 350, 200, "target", bend=0.0), (200, 200), (200, 230)),
    (Ghost(200, 200, 0, 40, 20, "legal"), (200, 189), (200, 200)),
    (Ghost(200, 200, 0, 40, 20, "legal"), (200, 182), (200, 220)),
    (Ghost(200, 200, 90, 40, 20, "refused"), (200, 200), (224, 220)),
    (Ghost(200, 200, 0, 30, 30, "legal", oval=True), (200, 216), (200, 205)),
    (Ghost(200, 200, 0, 40, 20, "legal", of="x"), (178, 186), (200, 186)),
    (Ghost(200, 200, 0, 40, 20, "hover", of="x"), (200, 186), (200, 200)),
    (Ghost(200, 200, 0, 40, 20, "select", of="x"), (200, 186), (200, 200)),
    (Ghost(200, 200, 0, 40, 20, "target", of="x"), (200, 184), (200, 200)),
    (Ghost(200, 200, 0, 40, 20, "barred", of="x"), (179, 189), (200, 200)),
    (Tape(((50, 200), (350, 200)), "30 cm"), (200, 200), (200, 330)),
]


@pytest.mark.parametrize(("overlay", "inside", "outside"), SHAPES, ids=lambda v: type(v).__name__)
def test_a_shape_is_where_it_should_be(overlay: Overlay, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    mark = touched(painted(overlay))
    assert mark[inside]
    assert not mark[outside]


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_its_own_visible_line(role: str) -> None:
    picture = painted(Ring(200, 200, 80, role))
    line = pygame.Color(Theme().role(role).line)
    rim = picture[200:206, 118:124].reshape(-1, 3)
    nearest = np.abs(rim - np.array([line.r, line.g, line.b])).max(axis=1).min()
    assert nearest < 90
    assert touched(picture).sum() > 100


def test_an_area_may_have_holes() -> None:
    ring = ((100, 100), (300, 100), (300, 300), (100, 300))
    hole = ((150, 150), (250, 150), (250, 250), (150, 250))
    mark = touched(painted(Area((ring,), "reach", (hole,))))
    assert mark[120, 200]
    assert not mark[200, 200]


def test_edges_are_smooth() -> None:
    """Along a slanted edge there are tones between the ground and the line."""
    picture = painted(Area((((100, 100), (300, 160), (280, 300)),), "contact"))
    assert len({tuple(p) for p in picture.reshape(-1, 3)}) > 12


def test_hatching_is_tied_to_the_table() -> None:
    area = Area((((50, 50), (350, 50), (350, 350), (50, 350)),), "forbidden")
    still = Camera((400, 400), (0, 0, 300, 300))
    still.look_at((200, 200), 1.0)
    moved = Camera((400, 400), (0, 0, 300, 300))
    moved.look_at((200, 200), 1.0)
    moved.pan(5, 3)
    a, b = painted(area, camera=still), painted(area, camera=moved)
    assert np.abs(a[20:-40, 20:-40] - b[25:-35, 23:-37]).max() <= 2


def test_what_is_out_of_sight_costs_nothing_and_does_not_fail() -> None:
    far = [Ring(5000, 5000, 80), Line(((900, 900), (901, 901))), Ghost(-500, 0, 0, 40, 20), Label(3000, 0, "x")]
    assert not touched(painted(*far)).any()


def test_degenerate_shapes_do_not_fail() -> None:
    painted(
        Area(()),
        Area((((0, 0), (1, 1)),)),
        Line(()),
        Line(((5, 5),)),
        Line(((5, 5), (5, 5)), arrow=True),
        Lane(5, 5, 5, 5, 10),
        Tape(((5, 5), (5, 5)), ""),
        Link(5, 5, 5, 5),
        Ring(50, 50, 0),
        Arc(50, 50, 10, 10, 0),
    )


def test_an_overlay_that_stays_is_not_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = OverlayPainter(Theme())
    camera = Camera((400, 400), (0, 0, 400, 400))
    surface = pygame.Surface((400, 400), 0, 32)
    made = []
    true = OverlayPainter._make
    monkeypatch.setattr(OverlayPainter, "_make", lambda self, *a: (made.append(a[0]), true(self, *a))[1])
    ring = Ring(100, 100, 50)
    painter.draw(surface, camera, [ring])
    painter.draw(surface, camera, [ring, Ring(100, 100, 51)])
    camera.pan(1, 0)
    painter.draw(surface, camera, [ring])
    assert made == [ring, Ring(100, 100, 51), ring]


def test_labels_keep_off_each_other_and_inside() -> None:
    camera = Camera((400, 400), (0, 0, 400, 400))
    camera.look_at((200, 200), 1.0)
    surface = pygame.Surface((400, 400), 0, 32)
    labels = [Label(200 + k, 200, f"Label {k}") for k in range(12)] + [Label(399, 399, "corner"), Label(1, 1, "corner")]
    spots = OverlayPainter(Theme()).draw(surface, camera, labels)
    assert len(spots) == 14
    for k, a in enumerate(spots):
        assert surface.get_rect().contains(a)
        assert not any(a.colliderect(b) for b in spots[k + 1 :])


def test_labels_keep_off_what_is_taken() -> None:
    placer = LabelPlacer(pygame.Rect(0, 0, 400, 400), [pygame.Rect(100, 100, 200, 90)])
    spot = placer.place((60, 20), 200, 195)
    assert not spot.colliderect(pygame.Rect(100, 100, 200, 90))


def test_a_full_window_still_gives_every_label_a_place() -> None:
    placer = LabelPlacer(pygame.Rect(0, 0, 100, 40))
    spots = [placer.place((60, 20), 50, 20) for _ in range(9)]
    assert all(pygame.Rect(0, 0, 100, 40).contains(s) for s in spots)


def test_dashes_cover_three_fifths_of_a_line() -> None:
    cut = dashes(np.array([[0.0, 0.0], [300.0, 0.0]]), 12.0)
    assert len(cut) == 15
    assert sum(float(np.hypot(*(d[-1] - d[0]))) for d in cut) == pytest.approx(180.0)
    assert len(dashes(np.array([[0.0, 0.0], [300.0, 0.0]]), 0.0)) == 1


def test_compass_angles_of_circles() -> None:
    quarter = circle(0, 0, 10, 0, 90)
    assert quarter[0] == pytest.approx([0, -10])
    assert quarter[-1] == pytest.approx([10, 0], abs=1e-9)
