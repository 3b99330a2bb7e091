"""Lives and tokens: as many squares and diamonds as there are, the lost ones red."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from game.client.art.arms import BODY
from game.client.tabletop.pips import LOST, WARD, lives_picture, tokens_picture
from game.client.tabletop.signs import MOST_PIPS, PIP, PITCH, pips_picture


def like(picture: pygame.Surface, colour: str) -> np.ndarray:
    return np.abs(pygame.surfarray.array3d(picture).astype(int) - pygame.Color(colour)[:3]).max(axis=2) < 40


def runs(mask: np.ndarray) -> int:
    """How many separate stretches of columns a colour takes."""
    return int((np.diff(mask.any(axis=1).astype(int), prepend=0) == 1).sum())


@pytest.mark.parametrize("left", [0, 1, 3])
def test_lives_are_squares_and_those_lost_are_red(left: int) -> None:
    picture = lives_picture(left, 3, 2.0)
    assert runs(like(picture, BODY)) == left
    assert runs(like(picture, LOST)) == 3 - left


def test_many_lives_take_several_rows() -> None:
    assert lives_picture(12, 12, 1.0).get_height() > lives_picture(6, 6, 1.0).get_height()
    assert lives_picture(12, 12, 1.0).get_width() <= lives_picture(6, 6, 1.0).get_width()


def test_tokens_are_diamonds() -> None:
    assert [runs(like(tokens_picture(n, 2.0), WARD)) for n in (1, 2, 5)] == [1, 2, 5]


def test_strength_is_told_by_pips_or_by_a_bar() -> None:
    def lit(left: int, whole: int, px: int) -> int:
        return int(like(pips_picture(left, whole, px, 0), BODY).sum())

    pips = round((MOST_PIPS - 1) * PITCH + PIP)
    assert lit(8, 8, pips) > lit(7, 8, pips) > lit(1, 8, pips)
    assert lit(20, 20, pips) > 1.8 * lit(10, 20, pips) > 0
    assert pips_picture(2, 3, 17, 22).get_width() < pips_picture(2, 3, 17, 0).get_width()
