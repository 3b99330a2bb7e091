"""Names and colours of the seats: given before a battle, kept for the next, seen on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.chosen_setup import first_plan, named, with_names, with_scenario, with_size
from game.client.settings import load_settings
from game.engine.loader import load_ruleset
from tests.client.window import Window

Make = Callable[..., Window]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    pygame.event.clear()


def test_names_belong_to_seats_and_outlive_scenario_and_size() -> None:
    rules = load_ruleset("WMA")
    plan = with_names(first_plan(rules), [" Anna ", ""])
    assert plan.names == {"south": "Anna"}
    assert named(plan).sides["south"].name == "Anna"
    assert named(plan).sides["north"].name == plan.setup.sides["north"].name
    for scenario in rules.scenarios()[1:]:
        other = with_scenario(rules, plan, scenario.id)
        assert list(other.names) == [scenario.sides[0]]
        assert named(other).sides[scenario.sides[0]].name == "Anna"
    assert with_size(rules, plan, 2000).names == {"south": "Anna"}
    assert with_names(plan, ["", "Bo"]).names == {"north": "Bo"}


@pytest.mark.window
def test_names_are_typed_told_in_the_battle_and_offered_again(home: Path) -> None:
    w = Window(home, installed=True)
    w.new_form()
    w.top._set(replace(w.top.plan, players={"south": "person", "north": "person"}))
    w.top.forms[0].focus_on("name-south")
    w.step(2)
    w.write("Anna")
    w.step(2)
    assert w.top.plan.names == {"south": "Anna"}
    w.shot("names")
    w.press("begin")
    w.until(lambda: bool(w.asked()))
    sides = w.battle.session.state.sides
    assert sides["south"].name == "Anna"
    assert sides["north"].name != ""
    assert w.battle.play.match.title.startswith("Anna – ")
    w.app.quit()
    kept, problem = load_settings(home / "settings.json")
    assert (kept.names, problem) == (("Anna", ""), "")
    again = Window(home, installed=True, names=kept.names)
    again.new_form()
    assert again.top.plan.names == {"south": "Anna"}
    assert again.top.forms[0].item("name-south").widget.get_text() == "Anna"
    again.app.quit()


@pytest.mark.window
@pytest.mark.parametrize("scale", [100, 150, 200])
def test_settings_scroll_rather_than_cut_at_every_scale(home: Path, scale: int) -> None:
    w = Window(home, installed=True, size=(1280, 720), ui_scale=scale)
    w.press("settings")
    form = w.top.forms[0]
    assert {"sound", "volume", "colour-0", "colour-1"} <= {i.id for i in form.items}
    for item in form.items:
        form.focus_on(item.id)
        w.step(1)
        assert form.rect.contains(item.widget.rect.clip(form.rect))
        assert item.widget.rect.right <= form.rect.right
    w.shot(f"settings-{scale}")
    w.app.quit()


@pytest.mark.window
def test_real_dice_are_asked_of_the_person_and_the_computer_throws_its_own(home: Path) -> None:
    from game.engine.decision import Decision
    from game.engine.event import DiceRow, Request
    from game.engine.text import T

    w = Window(home, installed=True)
    w.new_form()
    assert [i.words for i in w.top.forms[0].items if i.id == "dice"] == [
        ("rolled by the program", "real dice, typed in")
    ]
    w.top._set(replace(w.top.plan, setup=replace(w.top.plan.setup, dice="typed")))
    w.press("begin")
    w.until(lambda: w.asked() == "engine.roll")
    match = w.battle.play.match
    assert match.players == {"south": "person", "north": "general"}

    def roll(*sides: str) -> Decision:
        import msgspec

        request = Request(tuple(DiceRow(s, 1) for s in sides), T("x"))
        return Decision("d", "engine.roll", sides[0], "roll", T("x"), {"request": msgspec.to_builtins(request)}, ())

    assert match.asks_person(roll("south"))
    assert match.asks_person(roll("north", "south"))
    assert not match.asks_person(roll("north"))
    w.shot("typed")
    w.app.quit()


@pytest.mark.window
def test_every_colour_of_a_seat_is_shown_with_its_pattern_and_can_be_clicked(home: Path) -> None:
    w = Window(home, installed=True, size=(1280, 720))
    w.press("settings")
    form = w.top.forms[0]
    assert [p.id for p in form.pictures] == [f"colour-{seat}:{n}" for seat in range(2) for n in range(4)]
    form.focus_on("colour-0")
    w.step(2)
    images = [pygame.image.tobytes(p.widget.image, "RGBA") for p in form.pictures[:4]]
    assert len(set(images)) == 4
    form.focus_on("colour-1")
    w.step(2)
    picture = next(p for p in form.pictures if p.id == "colour-1:3")
    w.shot("settings-swatches")
    w.click(picture.widget.rect.center)
    assert w.app.settings.colours == (0, 3)
    w.top.forms[0].focus_on("colour-0")
    w.step(2)
    picture = next(p for p in w.top.forms[0].pictures if p.id == "colour-0:3")
    w.click(picture.widget.rect.center)  # the other seat has it: they change places
    assert w.app.settings.colours == (3, 0)
    w.app.quit()
