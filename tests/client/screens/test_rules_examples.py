"""The rules reference: search, chapter, and worked examples that are played in the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.clauses import ruleset_folders
from game.client.parts.lesson import Lesson
from game.client.screens.battle import BattleScreen
from game.client.screens.rules import RulesScreen
from game.engine.loader import load_ruleset
from game.engine.positions.examples import examples_of, played
from tests.client.window import Window
from tests.short import seldom

Make = Callable[..., Window]


def press_row(w: Window, row: str) -> None:
    """Click a row of the rules' sheet."""
    sheet = w.top.sheet
    sheet.reveal(row)
    rect = sheet.row_rect(row)
    w.click((rect.left + 60, rect.centery))


def test_a_clause_shows_its_example_and_the_example_plays_to_its_end_and_back(window: Make) -> None:
    w = window()
    w.app.open_rules("WMA-MOV-05")
    w.step(2)
    assert isinstance(w.top, RulesScreen)
    w.shot("rules-example")
    press_row(w, "example\nWMA-MOV-05\n0")
    assert isinstance(w.top, BattleScreen)
    example = w.top
    assert next(p for p in example.parts if isinstance(p, Lesson)).title == "An irregular unit moves half its distance"
    assert example.play.steps.at == 0
    w.shot("example-start")
    before = {b: base.pose for b, base in example.sitting.view.bases.items()}
    assert all(example.sitting.view.bases[b].pose == p for b, p in before.items())
    for _press in range(2 * example.play.steps.last):  # the first press shows a step, the next one hurries it
        w.key("right")
    assert example.play.steps.at == example.play.steps.last
    moved = {b for b, base in example.sitting.view.bases.items() if base.pose != before[b]}
    assert moved == {"NUM-1.1", "NUM-1.2", "NUM-1.3"}
    assert {round(example.sitting.view.bases[b].pose.y - before[b].y, 3) for b in moved} == {150.0}
    said = [e.event.type for e in example.play.telling.entries(99) if e.event is not None]
    assert said.index("refused") < said.index("moved")
    w.shot("example-end")
    w.key("left", times=example.play.steps.last)
    assert {b: base.pose for b, base in example.sitting.view.bases.items()} == before
    w.key("esc")
    assert w.screen == "RulesScreen"


def test_the_keyboard_walks_to_an_example_and_opens_it(window: Make) -> None:
    w = window()
    w.app.open_rules("WMA-MOV-05")
    w.step(2)
    w.key("down")
    assert w.top.sheet.focus == "example\nWMA-MOV-05\n0"
    w.key("enter")
    assert w.screen == "ExampleScreen"


def test_f1_in_a_battle_opens_the_rules_of_its_own_system(window: Make) -> None:
    w = window()
    w.press("rules")
    assert w.top.ruleset == "WMA"
    w.key("esc")
    w.app.open_rules("", "WAB")
    assert w.top.ruleset == "WAB"
    assert w.top._matching()[0].id.startswith("WAB-")


@pytest.mark.parametrize("part", [0, seldom(1), seldom(2), seldom(3)])
@pytest.mark.parametrize("ruleset", sorted(ruleset_folders()))
def test_every_example_can_be_watched(ruleset: str, part: int) -> None:
    """Each fourth of them by default: that all come out is held by the tests of the rules."""
    rules = load_ruleset(ruleset)
    found = {p.title: p for ps in examples_of(ruleset_folders()[ruleset]).values() for p in ps}
    assert len(found) >= 30
    for position in list(found.values())[part::4]:
        session = played(position, rules)
        assert len(session.lines) >= 2
        refused = [e for line in session.lines for e in line.events if e.type == "refused"]
        assert len(refused) == sum(c.refused is not None for c in position.command)
