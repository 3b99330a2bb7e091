"""Armies of the player's own in the window: chosen for a new battle, composed, kept when the size changes, begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle import chosen_setup
from game.client.battle.own_armies import own_armies
from game.engine.lists import OWN, KeepsLists
from game.engine.loader import load_ruleset
from tests.client.window import Window
from tests.kit.own_armies import ARMIES, SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    folder = tmp_path / "saves" / "lists"
    folder.mkdir(parents=True)
    for system, text in ARMIES.items():
        (folder / f"{system.lower()}.toml").write_text(text, encoding="utf-8")
    (folder / "broken.toml").write_text(ARMIES["WMA"].replace("hits", "hist"), encoding="utf-8")
    made = Window(tmp_path, installed=True)
    yield made
    made.app.quit()
    pygame.event.clear()


def pick(window: Window, control: str, value: str) -> None:
    """Choose from a drop-down list by what a row of it stands for."""
    window.top.forms[0].item(control).act(value)
    window.step(2)


def chosen(window: Window, side: str = "south") -> Any:
    return window.top.plan.setup.sides[side]


@pytest.mark.parametrize("system", ARMIES)
def test_the_sound_armies_of_a_system_are_found(window: Window, system: str) -> None:
    found = own_armies(window.app.folders.lists, load_ruleset(system), SIZES[system])
    assert [army.path.stem for army in found] == [system.lower()]


def test_an_army_of_ones_own_is_chosen_composed_and_fought_with(window: Window) -> None:
    window.new_form()
    top = window.top
    top._take_ruleset("WMA")
    window.step(2)
    pick(window, "army-south", "own-0")
    assert chosen(window).army == "moon_riders"
    window.shot("own-army-chosen")
    window.press("compose-south")
    assert window.screen == "ComposerScreen"
    assert [row.id for row in window.top.sheet.rows] == ["n-LEG", "n-RID", "n-CONS"]
    window.shot("own-army-composed")
    window.press("done")
    window.press("begin")
    assert window.screen == "BattleScreen"
    state = window.battle.play.match.session.state
    assert {u.name for u in state.units_of("south")} == {"Moon Guard", "Moon Riders", "The Moon King"}


def test_it_is_kept_with_a_list_of_another_size() -> None:
    ruleset = load_ruleset("WMA")
    plan = chosen_setup.first_plan(ruleset)
    assert isinstance(ruleset, KeepsLists)
    report = ruleset.read_list(ARMIES["WMA"].encode(), "x", plan.size)
    plan = chosen_setup.with_list(plan, "south", report.chosen)
    more = chosen_setup.with_size(ruleset, plan, 2000)
    before, after = (p.setup.sides["south"] for p in (plan, more))
    assert after.own[OWN] == before.own[OWN]
    assert sum(after.counts.values()) > sum(before.counts.values())
    assert chosen_setup.problems(ruleset, more) == ()
    back = chosen_setup.with_army(ruleset, more, "south", "rome")
    assert back.setup.sides["south"].own == {}


def write(window: Window, field: str, value: str) -> None:
    """Put a value into a field of the form."""
    window.top.forms[1].item(field).act(value)


def test_a_shipped_army_is_made_ones_own_changed_kept_and_taken(window: Window) -> None:
    window.new_form()
    window.top._take_ruleset("WAB")
    window.step(2)
    window.press("compose-south")
    assert "profiles" not in [i.id for i in window.top.forms[0].items]
    window.press("lists")
    window.press("own")
    assert window.screen == "ProfilesScreen"
    write(window, "profile.ws", "many")
    window.press("take")
    assert window.screen == "ProfilesScreen"
    assert window.top.wrong.key == "unit 1 (SGE), profile, ws"
    window.shot("profiles-wrong")
    write(window, "profile.ws", "6")
    rect = window.top.sheet.row_rect("row-PHA")
    window.click((rect.left + 30, rect.centery))
    assert (window.top.code, window.top.wrong) == ("PHA", None)
    write(window, "points", "160")
    window.shot("profiles")
    window.press("copy")
    assert window.top.code == "PHAX"
    window.press("drop")
    rect = window.top.sheet.row_rect("row-")
    window.click((rect.left + 30, rect.centery))
    write(window, "name", "Successors")
    window.press("keep")
    path = window.app.folders.lists / "my_seleucid.toml"
    assert 'name = "Successors"' in path.read_text(encoding="utf-8")
    window.press("keep")
    assert sorted(p.stem for p in path.parent.glob("my_*")) == ["my_seleucid"]
    window.press("take")
    assert window.screen == "ComposerScreen"
    assert window.top.army.name == "Successors"
    assert next(e.points for e in window.top.army.entries if e.code == "PHA") == 160
    window.press("profiles")
    assert window.screen == "ProfilesScreen"
    window.key("esc")
    window.press("done")
    row = next(r for r in chosen(window).own[OWN]["unit"] if r["code"] == "SGE")
    assert row["profile"]["ws"] == 6
