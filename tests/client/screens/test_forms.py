"""Forms: what the keys do in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.window import Window

pytestmark = pytest.mark.window


def test_escape_shuts_a_list_before_it_leaves_the_form(window: Callable[..., Window]) -> None:
    shown = window()
    shown.new_form()
    assert shown.screen == "NewBattleScreen"
    form = shown.top.forms[0]
    scenario = next(i.widget for i in form.items if i.kind == "choice")
    shown.click((scenario.rect.right - 10, scenario.rect.centery))
    shown.step(2)
    assert scenario.current_state is scenario.menu_states["expanded"]
    shown.key("esc")
    shown.step(2)
    assert shown.screen == "NewBattleScreen"
    assert scenario.current_state is scenario.menu_states["closed"]
    shown.key("esc")
    assert shown.screen == "BattlePicturesScreen"
    shown.key("esc")
    assert shown.screen == "TitleScreen"
