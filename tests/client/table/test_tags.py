"""Levels written on terrain: never larger than the table bears."""

from __future__ import annotations

import pygame
import pytest

from game.client.tabletop import pips
from game.client.theme import Theme, theme_ids


@pytest.mark.parametrize(("percent", "scale", "height"), [(200, 0.31, 12), (150, 0.49, 18)])
def test_a_level_is_written_smaller_where_its_plate_would_hide_the_terrain(
    percent: int, scale: float, height: int
) -> None:
    pygame.font.init()
    theme = Theme(theme_ids()[0], percent / 100)
    whole = pips.tag_picture(theme, "3″")
    most = max(pips.LEAST_TAG, round(pips.TAG_MOST * scale))
    fitted = pips._fitted(theme, "3″", most)
    assert whole.get_height() > height
    assert fitted.get_height() == height
    assert fitted.get_width() == round(whole.get_width() * height / whole.get_height())


def test_a_level_keeps_its_size_where_there_is_room() -> None:
    pygame.font.init()
    theme = Theme(theme_ids()[0], 1.0)
    assert pips._fitted(theme, "3″", 200) is pips.tag_picture(theme, "3″")
