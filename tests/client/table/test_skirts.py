"""Thin bodies are drawn deeper from afar: to the rear, in the dark tone, above nobody's true footprint."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from game.client.art.blocks import tones
from game.client.tabletop.scene import BlockArt, Scene, UnitArt
from game.client.tabletop.skirts import skirt_of, skirts_of
from game.client.tabletop.sprites import is_token, token_px
from game.client.tabletop.view import TableView
from tests.client.table.test_view import drawn, view_of

SCALE = 0.5
FIGURES = 12


def line(unit: str = "L", side: int = 0, y: float = 300.0, depth: float = 10.0, arm: str = "musket") -> list[BlockArt]:
    """A line of figures 7.5 mm wide that faces north; its middle is at x 300."""
    left = 300.0 - 7.5 * (FIGURES - 1) / 2
    return [
        BlockArt(f"{unit}.{k}", unit, left + 7.5 * k, y, 0.0, 7.5, depth, "musketeer", side, number=k, arm=arm)
        for k in range(FIGURES)
    ]


def shown(*units: list[BlockArt]) -> tuple[np.ndarray, TableView]:
    """The table with these units at half a pixel a mm, and the view that drew it."""
    blocks = tuple(b for unit in units for b in unit)
    arts = tuple(UnitArt(u[0].unit, u[0].unit, u[0].side, tuple(b.id for b in u)) for u in units)
    view = view_of(Scene(600.0, 400.0, blocks=blocks, units=arts), scale=SCALE)
    return drawn(view), view


def at(picture: np.ndarray, view: TableView, x: float, y: float, down: float = 0.0) -> tuple[int, ...]:
    """The colour at a point of the table (mm), so many pixels below it."""
    px, py = view.camera.to_screen(x, y)
    return tuple(int(c) for c in picture[round(px), round(py + down)])


def like(colour: tuple[int, ...], other: str) -> bool:
    """Whether a colour is nearly another."""
    return max(abs(a - b) for a, b in zip(colour, pygame.Color(other)[:3], strict=True)) < 40


@pytest.mark.parametrize(
    ("depth", "arm", "added"), [(10.0, "musket", 11.0), (10.0, "hussar", 15.0), (20.0, "musket", 0.0)]
)
def test_a_thin_body_is_made_sixteen_pixels_deep_and_one_of_horse_twenty(depth: float, arm: str, added: float) -> None:
    assert skirt_of(line(depth=depth, arm=arm), SCALE) == added


def test_what_is_deep_enough_or_near_enough_has_no_skirt() -> None:
    assert skirt_of(line(), 1.2) == 0.0, "figures are painted at this scale"
    ranks = line("R", y=300.0) + [b for k in (1, 2, 3) for b in line(f"R{k}", y=300.0 - 10.0 * k)]
    assert skirt_of(ranks, SCALE) == 0.0, "four ranks are twenty pixels deep"


def test_only_the_rear_rank_bears_the_skirt() -> None:
    front, rear = line("R", y=300.0), line("R2", y=290.0)
    found = skirts_of([front + rear], SCALE)
    assert set(found) == {b.id for b in rear}
    assert {skirt for _, skirt in found.values()} == {6.0}


def test_commanders_on_bases_with_corners_are_tokens() -> None:
    chief = BlockArt("C", "C", 0.0, 0.0, 0.0, 20.0, 20.0, "marshal", 0)
    brigadier = BlockArt("B", "B", 0.0, 0.0, 0.0, 20.0, 20.0, "brigadier", 0)
    assert (is_token(chief), token_px(chief)) == (True, 38.0)
    assert (is_token(brigadier), token_px(brigadier)) == (True, 32.0)
    assert not is_token(BlockArt("G", "G", 0.0, 0.0, 0.0, 20.0, 20.0, "general", 0))


@pytest.mark.parametrize("side", [0, 1])
def test_the_front_is_where_it_was_and_the_sides_dark_tone_lies_behind_it(side: int) -> None:
    picture, view = shown(line(side=side))
    style = view.theme.side(side)
    x = 300.0 - 7.5 * 4.5  # beside the silhouette
    assert like(at(picture, view, x, 305.0, 2.0), style.trim), "the front edge at the true front"
    assert like(at(picture, view, x, 295.0, 7.0), tones(style)[1]), "behind the true rear edge"


def test_a_skirt_hides_no_true_footprint_behind_it() -> None:
    behind = line("M", 1, y=286.0)  # ends where the skirt of the first lies
    alone, view = shown(behind)
    both, _ = shown(line(), behind)
    x = 300.0 - 7.5 * 4.5
    front = [at(alone, view, x, 291.0, down) for down in (1.0, 2.0, 3.0)]
    assert any(like(colour, view.theme.side(1).trim) for colour in front)
    assert [at(both, view, x, 291.0, down) for down in (1.0, 2.0, 3.0)] == front
