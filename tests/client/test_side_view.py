"""The side view: from which base it is cut, what it draws, when it is silent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.client.camera import Camera
from game.client.editors.desk import Spot
from game.client.panels.side_view import CORNERS, SideView
from game.client.theme import Theme
from game.client.words import Words
from game.engine.relief import BaseInfo, Ray, Relief, Section
from game.engine.state import Base, Feature, Side, State, Table, Unit
from game.geometry.shapes import Footprint, Pose

CAMERA = Camera((600.0, 400.0), (0, 0, 700, 500))
DISC = Footprint("circle", 25.0, 25.0)


class Heights:
    """What the side view asks of a ruleset."""

    meta = SimpleNamespace(measures=SimpleNamespace(unit="inch", mm_per_unit=25.4))
    asked = 0

    def relief(self, view: State, feature: str) -> Relief:
        found = view.features[feature]
        return Relief("solid", found.height) if found.height else Relief()

    def base_info(self, view: State, base: str) -> BaseInfo:
        return BaseInfo(height=30.0)

    def section(self, view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
        self.asked += 1
        if not target:
            return None
        return Section(300.0, rays=(Ray((0.0, 30.0), (300.0, 20.0), (100.0, 26.0)),), free=False)


def table(height: float = 76.2) -> State:
    bases = {
        "a": Base("a", "A", 1, DISC, Pose(50.0, 50.0, 0.0)),
        "b": Base("b", "A", 2, DISC, Pose(50.0, 250.0, 0.0)),
        "c": Base("c", "B", 1, DISC, Pose(350.0, 50.0, 0.0)),
    }
    return State(
        "X",
        Table(600.0, 400.0),
        sides={"s": Side("s", "S", 0), "n": Side("n", "N", 1)},
        units={"A": Unit("A", "s", "A", "A", ("a", "b")), "B": Unit("B", "n", "B", "B", ("c",))},
        bases=bases,
        features={"t": Feature("t", "tower", "", ((100, 0), (150, 0), (150, 90), (100, 90)), height=height)},
    )


@pytest.fixture
def theme() -> Theme:
    pygame.font.init()
    return Theme()


def made(theme: Theme) -> tuple[SideView, Heights]:
    rules: Any = Heights()
    return SideView(theme, rules, Words("en", None)), rules


def test_it_is_cut_from_the_nearest_base_of_the_selected_unit_to_the_pointer(theme: Theme) -> None:
    view, _rules = made(theme)
    view.update(table(), "A", Spot(200.0, 240.0))
    assert view.ends == ((50.0, 250.0), (200.0, 240.0))
    view.update(table(), "A", Spot(200.0, 40.0))
    assert view.ends == ((50.0, 50.0), (200.0, 40.0))
    assert view.section is not None
    assert [(s.feature, s.high) for s in view.section.spans] == [("t", 76.2)]


def test_on_a_base_it_runs_to_its_middle_and_tells_of_sight(theme: Theme) -> None:
    view, rules = made(theme)
    state = table()
    view.update(state, "A", Spot(345.0, 55.0, "c", "B"))
    assert view.ends == ((50.0, 50.0), (350.0, 50.0))
    (line,) = view.overlays()
    assert line.role == "blocked"
    view.update(state, "A", Spot(346.0, 56.0, "c", "B"))
    assert rules.asked == 1, "the same base under the pointer asks nothing anew"


def test_it_is_silent_without_heights_a_selection_or_when_turned_off(theme: Theme) -> None:
    view, _rules = made(theme)
    for state, selected, spot in (
        (table(0.0), "A", Spot(200.0, 40.0)),
        (table(), "", Spot(200.0, 40.0)),
        (table(), "A", None),
        (table(), "A", Spot(50.0, 50.0, "a", "A")),
    ):
        view.update(state, selected, spot)
        assert view.section is None
        assert view.overlays() == []
    view.on = False
    view.update(table(), "A", Spot(200.0, 40.0))
    assert view.section is None


def test_it_keeps_off_the_pointer(theme: Theme) -> None:
    view, _rules = made(theme)
    state = table()
    surface = pygame.Surface((700, 500))
    area = pygame.Rect(0, 0, 700, 500)
    view.update(state, "A", Spot(345.0, 55.0, "c", "B"))
    camera = Camera((600.0, 400.0), (700, 0, 700, 500))  # all stand elsewhere
    view.draw(surface, area, state, (350, 100), camera)
    assert view.rect.bottomleft == (8, 492)
    view.draw(surface, area, state, (100, 450), camera)
    assert view.rect.topleft == (8, 8)


def test_it_lies_where_it_hides_nobody_and_stays_there(theme: Theme) -> None:
    view, _rules = made(theme)
    state = table()
    surface, area = pygame.Surface((700, 500)), pygame.Rect(0, 0, 700, 500)
    view.update(state, "A", Spot(345.0, 55.0, "c", "B"))
    lain = []
    for x, y in ((0, 0), (300, 0), (0, -130)):  # two in the lower left; nobody at the left; one in the upper left
        camera = Camera((600.0, 400.0), (x, y, 700, 500))
        view.draw(surface, area, state, (690, 250), camera)
        points = camera.many_to_screen([(b.pose.x, b.pose.y) for b in state.bases.values() if b.pose]).tolist()
        assert not any(map(view.rect.collidepoint, points))
        lain.append(next(c for c in CORNERS if at_corner(view.rect, area, c)))
    assert lain[:2] == ["topleft", "topleft"]
    assert lain[2] != "topleft"


def at_corner(rect: pygame.Rect, area: pygame.Rect, corner: str) -> bool:
    return bool(getattr(rect, corner) == getattr(area.inflate(-16, -16), corner))


def test_a_draft_stands_on_the_surface_of_its_place_and_is_cut_from_there(theme: Theme) -> None:
    """Base a would stand on the tower: on its ghost the way there is shown, elsewhere what lies beyond it."""
    view, _rules = made(theme)
    state = table()
    draft = {"a": Pose(125.0, 50.0, 0.0)}
    view.update(state, "A", Spot(130.0, 52.0), draft)
    assert view.section is not None
    assert [(b.base, b.at, b.foot, b.drafted) for b in view.section.bodies] == [
        ("a", 0.0, 0.0, False),
        ("a", 75.0, 76.2, True),
    ]
    assert view.ends == ((50.0, 50.0), (125.0, 50.0))
    view.update(state, "A", Spot(200.0, 50.0), draft)
    assert view.section is not None
    assert [(b.base, b.foot, b.top, b.drafted) for b in view.section.bodies] == [("a", 76.2, 106.2, True)]
    assert view.ends == ((125.0, 50.0), (200.0, 50.0))
    view.draw(pygame.Surface((700, 500)), pygame.Rect(0, 0, 700, 500), state, (350, 100), CAMERA)
    view.update(state, "A", Spot(200.0, 50.0))
    assert view.section is not None
    assert [(b.foot, b.drafted) for b in view.section.bodies] == [(0.0, False)]
    view.update(state, "B", Spot(200.0, 50.0), draft)
    assert view.ends == ((350.0, 50.0), (200.0, 50.0)), "another's draft is no matter"


def test_heights_are_written_as_the_language_writes_numbers(theme: Theme) -> None:
    said = []

    class Told(Words):
        def written(self, number: str) -> str:
            said.append(super().written(number))
            return said[-1]

    view, _rules = made(theme)
    view.words = Told("pl", None)
    state = table(20.32)
    view.update(state, "A", Spot(200.0, 40.0))
    view.draw(pygame.Surface((700, 500)), pygame.Rect(0, 0, 700, 500), state, (690, 250), CAMERA)
    assert "0,8″" in said
