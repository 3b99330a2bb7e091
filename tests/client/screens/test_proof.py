"""The proof sheets: every arm is on them, and they are seen in grey and as the colour-blind see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest

from game.client.library import Library
from game.client.tabletop.looks import arm_of
from game.client.tabletop.signs import body_of
from game.client.theme import Theme, theme_ids
from game.engine.looks import ARMS
from workshop.gallery import proof
from workshop.gallery.ground_sheet import ground_sheets
from workshop.gallery.stage import Stage

pytestmark = pytest.mark.window


def test_every_arm_is_shown_by_looks_that_belong_to_it() -> None:
    assert {arm for arm, _name, _stand, _single in proof.ARMS} == set(ARMS)
    for arm, _name, *looks in proof.ARMS:
        assert any(looks)
        assert {arm_of(look) for look in looks if look} == {arm}


def test_sheets_have_names_of_their_own() -> None:
    names = [name for name, _title, _make in (*proof.sheets(), *ground_sheets())]
    assert len(set(names)) == len(names) == 7


def test_each_sheet_fills_the_window_with_more_than_ground(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "en", (1280, 720), Library())
    seen = []
    for _name, _title, make in (*proof.sheets(), *ground_sheets()):
        make(stage)
        seen.append(pygame.surfarray.array3d(stage.app.surface).astype(int))
        reds = (seen[-1][..., 0] > 150) & (seen[-1][..., 1] < 90) & (seen[-1][..., 2] < 80)
        assert reds.sum() > 1000
    assert all(np.abs(a - b).mean() > 3 for n, a in enumerate(seen) for b in seen[n + 1 :])


def test_what_is_seen_in_grey_has_no_colour_and_red_and_green_meet_for_some() -> None:
    patch = pygame.Surface((3, 1), 0, 32)
    for x, colour in enumerate(((200, 60, 50), (60, 150, 60), (60, 110, 200))):
        patch.set_at((x, 0), colour)
    grey = pygame.surfarray.array3d(proof.as_seen(patch, "grey")).astype(int)
    assert (np.ptp(grey, axis=2) == 0).all()
    true, seen = (pygame.surfarray.array3d(p).astype(int)[:, 0] for p in (patch, proof.as_seen(patch, "deutan")))
    assert np.abs(seen[0] - seen[1]).sum() < 0.6 * np.abs(true[0] - true[1]).sum()


@pytest.mark.parametrize("theme", theme_ids())
def test_the_silhouettes_of_single_figures_tell_their_sides_in_grey(theme: str) -> None:
    first, second = (pygame.Color(body_of(Theme(theme).side(n))) for n in (0, 1))
    grey = [0.3 * c.r + 0.59 * c.g + 0.11 * c.b for c in (first, second)]
    assert grey[1] - grey[0] > 45
