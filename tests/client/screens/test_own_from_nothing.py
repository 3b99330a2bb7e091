"""An army of the player's own made from nothing, by mouse and keys: kept and fought with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.own_armies import own_armies
from game.engine.lists import OWN
from game.engine.loader import load_ruleset
from tests.client.window import Window

pytestmark = pytest.mark.window


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    made = Window(tmp_path, installed=True)
    made.new_form()
    made.top._take_ruleset("USB")
    made.step(2)
    made.press(f"compose-{side(made)}")
    made.press("own")
    made.press("empty")
    yield made
    made.app.quit()
    pygame.event.clear()


def side(window: Window) -> str:
    """The first side of the battle."""
    return str(next(iter(window.top.plan.setup.sides)))


def led(window: Window, control: str) -> Any:
    """A control of the fields, scrolled into sight."""
    form = window.top.forms[1]
    form.focus_on(control)
    window.step(2)
    return form.item(control)


def turn(window: Window, control: str, times: int = 1) -> None:
    """Choose by keys: walk to a field, press right so often."""
    for _ in range(times):
        led(window, control)
        window.top._keyed = 1
        window.key("right")


def click(window: Window, control: str) -> None:
    """Click a control of the fields."""
    window.click(led(window, control).widget.rect.center)
    window.step(2)


def write(window: Window, control: str, text: str) -> None:
    """Type over what a field says."""
    click(window, control)
    window.key("ctrl+a")
    window.write(text)
    window.step(2)


def row(window: Window, code: str) -> dict[str, Any]:
    """A row of the army as it is by now."""
    return next(r for r in window.top.desk.chosen.own[OWN]["unit"] if r["code"] == code)


def shown(window: Window) -> set[str]:
    return {item.id for item in window.top.forms[1].items}


def facts(window: Window) -> str:
    """What the sheet at the right says."""
    return "\n".join("".join(s.text for s in (*r.label, *r.value)) for r in window.top.facts.rows)


def test_a_new_army_is_one_unit_of_rookies(window: Window) -> None:
    assert window.screen == "ProfilesScreen"
    assert window.top.desk.rows() == [("NEW1", "New unit")]
    assert window.top.desk.chosen.counts == {"NEW1": 1}
    assert "New unitPoints35" in facts(window).replace("\n", "")


def test_what_is_begun_is_named_in_the_language_of_the_window(window: Window) -> None:
    window.app.change(language="pl")
    window.press("new")
    assert [name for _code, name in window.top.desk.rows()] == ["New unit", "Nowy oddział"]
    window.press("empty")
    window.press("leave")
    assert window.top.desk.rows() == [("NEW1", "Nowy oddział")]
    assert window.top.desk.chosen.own[OWN]["name"] == "Moja armia"
    turn(window, "kind")
    for item in ("cargo", "lance", "lance"):
        click(window, f"items+{item}")
    assert "items" not in facts(window).partition("Punkty")[0]
    assert facts(window).startswith("wyposażenie: 3")
    window.app.change(language="en")


def test_fields_are_those_of_the_kind_of_unit(window: Window) -> None:
    assert {"models", "leaders", "melee", "specialisations+brave"} <= shown(window)
    assert not {"growth", "category", "items+cargo", "mount.growth"} & shown(window)
    turn(window, "kind")
    assert row(window, "NEW1")["kind"] == "monster"
    assert {"growth", "items+cargo", "hit"} <= shown(window)
    assert not {"models", "class", "leaders", "melee", "magic+shield"} & shown(window)
    turn(window, "kind")
    assert row(window, "NEW1")["category"] == "aspirant"
    assert "mount.items+lance" not in shown(window)
    turn(window, "mount.growth", 2)
    assert row(window, "NEW1")["mount"]["growth"] == 1
    click(window, "mount.items+lance")
    assert row(window, "NEW1")["mount"]["items"] == ["lance"]
    turn(window, "mount.growth", 6)
    assert "mount" not in row(window, "NEW1")
    assert "mount.items+lance" not in shown(window)


def test_prices_stand_beside_what_is_bought(window: Window) -> None:
    def words(control: str) -> list[str]:
        return list(window.top.forms[1].item(control).words)

    assert words("melee")[:2] == ["Basic weapon", "Pole weapon, 3 pts a model"]
    assert words("hit") == ["5+", "4+, 3 pts a model", "3+, 6 pts a model"]
    turn(window, "kind", 2)
    assert words("category")[-1] == "Legend, 115 pts"


def test_what_is_bought_is_given_back(window: Window) -> None:
    for control in ("specialisations+brave", "specialisations+fliers"):
        click(window, control)
    assert row(window, "NEW1")["specialisations"] == ["brave", "fliers"]
    assert "specialisations+brave" not in shown(window)
    click(window, "specialisations-0")
    assert row(window, "NEW1")["specialisations"] == ["fliers"]


def test_what_is_refused_is_told_at_its_field_and_nothing_is_lost(window: Window) -> None:
    turn(window, "kind")
    for item in ("cargo", "lance", "lance"):
        click(window, f"items+{item}")
    assert row(window, "NEW1")["items"] == ["cargo"]
    assert "3 items; at this number of growth steps at most 1" in window.written()
    assert "USB-MON-13" in window.written()
    assert "items-2" in shown(window)
    window.press("keep")
    assert not list(window.app.folders.lists.glob("*.toml"))
    turn(window, "growth", 4)
    assert row(window, "NEW1")["items"] == ["cargo", "lance", "lance"]
    assert "at most 1" not in window.written() + facts(window)


def test_an_army_is_made_kept_taken_and_fought_with(window: Window, tmp_path: Path) -> None:
    write(window, "name", "Marsh Folk")
    for control, times in (("models", 1), ("hit", 1), ("tough", 1), ("ranged", 1), ("specialists", 1)):
        turn(window, control, times)
    assert row(window, "NEW1")["name"] == "Marsh Folk"
    assert (row(window, "NEW1")["models"], row(window, "NEW1")["specialists"]) == (6, 1)
    window.press("new")
    write(window, "name", "Barge")
    turn(window, "kind")
    turn(window, "growth", 2)
    click(window, "items+cargo")
    window.press("new")
    write(window, "name", "Heron Lady")
    turn(window, "kind", 2)
    turn(window, "mount.growth", 2)
    click(window, "mount.specialisations+fliers")
    assert row(window, "NEW3")["mount"]["growth"] == 1
    window.top.forms[1].scroll_to(99999)
    window.step(2)
    drake = next(p for p in window.top.forms[1].pictures if p.id == "look:drake")
    window.click(drake.widget.rect.center)
    assert window.top.desk.chosen.own[OWN]["looks"] == {"NEW3": "drake"}
    assert window.top.forms[1].scrolled > window.top.forms[1].rect.height  # it stays where it was worked
    window.shot("from-nothing")
    rect = window.top.sheet.row_rect("row-NEW1")
    window.click((rect.left + 30, rect.centery))
    led(window, "starts")
    turn(window, "starts")
    rect = window.top.sheet.row_rect("row-")
    window.click((rect.left + 30, rect.centery))
    write(window, "name", "Marsh")
    window.press("keep")
    kept = tmp_path / "saves" / "lists" / "my_army.toml"
    assert [(a.name, a.path) for a in own_armies(kept.parent, load_ruleset("USB"), 500)] == [("Marsh", kept)]
    window.press("take")
    assert [e.name for e in window.top.army.entries] == ["Marsh Folk", "Barge", "Heron Lady"]
    window.shot("from-nothing-composed")
    window.press("done")
    window.press("begin")
    assert window.screen == "BattleScreen"
    session = window.battle.play.match.session
    first = next(iter(session.setup.sides))
    assert {u.name for u in session.state.units_of(first)} == {"Marsh Folk", "Barge", "Heron Lady"}
    assert session.setup.sides[first].own[OWN]["name"] == "Marsh"


def test_another_army_from_nothing_leaves_the_first_file_alone(window: Window) -> None:
    window.press("keep")
    window.press("empty")
    write(window, "name", "Second")
    window.press("keep")
    assert sorted(p.stem for p in window.app.folders.lists.glob("*.toml")) == ["my_army", "my_army_2"]


def test_what_was_changed_is_not_lost_unasked(window: Window) -> None:
    turn(window, "models")
    window.press("empty")
    assert window.top.over
    window.press("stay")
    assert row(window, "NEW1")["models"] == 6
    window.press("back")
    window.press("save")
    assert window.screen == "ComposerScreen"
    assert "models = 6" in (window.app.folders.lists / "my_army.toml").read_text(encoding="utf-8")
