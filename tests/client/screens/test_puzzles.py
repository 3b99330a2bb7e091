"""Puzzles in the window: the list, a try that fails, the solution, a try that succeeds, and what is remembered."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.client import puzzling
from game.client.parts.task import Task
from game.client.settings import load_settings
from game.engine.loader import load_ruleset
from game.engine.positions.position import read_position, reply_of
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
FILE = load_ruleset("USB").meta.folder / "puzzles" / "01-last-of-the-shot.toml"


def task_of(w: Window) -> Task:
    return next(p for p in w.battle.parts if isinstance(p, Task))


def open_first(w: Window) -> None:
    """From the title through the list to the puzzle, by the mouse."""
    w.press("puzzles")
    w.press("folder-USB")
    w.press(f"puzzle-{FILE.stem}")
    w.until(lambda: w.asked() != "")


def solve(w: Window) -> None:
    """Give the answers of the file where they are asked."""
    position = read_position(FILE)
    session = w.battle.session
    while not task_of(w).seat.match.rests:
        n = len(session.lines) - 1
        decision, reply = reply_of(session.ruleset, session.state, n, position.command[n])
        if decision.side == position.puzzle.side:
            w.until(lambda: w.asked() != "" or task_of(w).seat.match.rests)
            w.battle.play.turns.give(reply)
        w.until(lambda n=n: len(session.lines) > n + 1 or task_of(w).seat.match.rests)
    w.until(lambda: w.screen == "Dialog")


def fail(w: Window) -> None:
    """Give defaults until it is judged."""
    session = w.battle.session
    while not task_of(w).seat.match.rests:
        w.until(lambda: w.asked() != "" or task_of(w).seat.match.rests)
        if w.asked():
            w.battle.play.turns.give(session.default(session.waiting[0]))
            w.step(2)
    w.until(lambda: w.screen == "Dialog")


def test_a_try_that_fails_says_what_is_missing_and_can_be_taken_back(window: Make) -> None:
    w = window()
    open_first(w)
    w.shot("puzzle-begins")
    task = task_of(w)
    assert task.strip.words.startswith(task.title)
    assert len(task.strip.buttons) == 2
    fail(w)
    assert w.top.title == "Not solved"
    assert "is on the table" in w.written()
    assert w.app.settings.solved == ()
    w.shot("puzzle-unsolved")
    given = len(w.battle.session.lines)
    w.key("enter")  # takes the last answer back
    w.until(lambda: w.asked() != "")
    assert len(w.battle.session.lines) == given + 1
    assert task.solved is None
    w.key("shift+a")
    w.until(lambda: w.asked() == "activate")
    assert len(w.battle.session.lines) == 1


def test_the_solution_is_shown_step_by_step_and_leads_back(window: Make) -> None:
    w = window()
    open_first(w)
    w.key("shift+s")
    assert w.screen == "ExampleScreen"
    course = w.top.play
    for _ in range(3 * course.steps.last):
        w.key("right")
    assert course.steps.at == course.steps.last
    assert any(e.event is not None and e.event.type == "gone" for e in course.telling.entries(99))
    w.key("esc")
    assert w.asked() == "activate"
    w.click(task_of(w).strip._places["solution"].center)
    assert w.screen == "ExampleScreen"


def test_a_solved_puzzle_is_marked_in_the_list_and_stays_so(window: Make) -> None:
    w = window()
    open_first(w)
    solve(w)
    assert w.top.title == "Solved"
    w.shot("puzzle-solved")
    key = f"USB/{FILE.stem}"
    assert w.app.settings.solved == (key,)
    assert load_settings(w.app.folders.settings)[0].solved == (key,)
    w.press("list")
    assert w.screen == "PuzzlesScreen"
    assert w.top.chosen == "USB"
    marked = [p.id for f in w.top.forms for p in f.pictures if p.tile.chosen]
    assert marked == [f"puzzle-{FILE.stem}"]
    w.until(lambda: w.top.glimpses.idle)
    w.shot("puzzles-list")


def test_who_looks_at_the_table_of_a_solved_puzzle_is_offered_the_next(window: Make) -> None:
    w = window()
    open_first(w)
    assert [name for name, _label in task_of(w).strip.buttons] == ["solution", "again"]
    solve(w)
    w.key("esc")
    w.step(3)
    w.shot("puzzle-solved-looked")
    strip = task_of(w).strip
    assert strip.buttons[0] == ("next", "Next puzzle")
    w.click(strip._places["next"].center)
    w.until(lambda: w.asked() != "")
    assert task_of(w).title == "The elephant falls"
    assert [name for name, _label in task_of(w).strip.buttons] == ["solution", "again"]


def test_own_puzzles_lie_beside_the_saves_and_what_is_none_says_why(window: Make) -> None:
    w = window()
    folder = w.app.folders.puzzles
    folder.mkdir(parents=True)
    shutil.copy(FILE, folder / "mine.toml")
    example = sorted((load_ruleset("WMA").meta.folder / "examples").glob("*.toml"))[0]
    shutil.copy(example, folder / "other.toml")
    w.key("p")
    w.press("folder-own")
    tiles = {p.id: p.tile for f in w.top.forms for p in f.pictures}
    assert "no table [puzzle]" in tiles["puzzle-other"].lines[0][0]
    w.press("puzzle-other")
    assert w.screen == "Dialog"
    w.key("esc")
    w.press("puzzle-mine")
    w.until(lambda: w.asked() == "activate")
    w.key("esc")
    assert w.screen == "MenuScreen"


def test_a_file_dropped_on_the_title_and_one_from_the_command_line_open(window: Make, tmp_path: Path) -> None:
    w = window()
    puzzling.open_file(w.app, FILE)
    w.until(lambda: w.asked() == "activate")
    broken = tmp_path / "broken.toml"
    broken.write_text("position = 1\n", encoding="utf-8")
    w.app.home()
    puzzling.open_file(w.app, broken)
    assert w.screen == "Dialog"
    assert "broken.toml" in w.written()


@pytest.mark.parametrize("rest", ["genrl", "person", "exec:true", ""])
def test_a_bot_for_the_rest_that_there_is_not_is_named_before_it_begins(
    window: Make, tmp_path: Path, rest: str
) -> None:
    w = window()
    broken = tmp_path / "broken.toml"
    text = FILE.read_text(encoding="utf-8").replace("[puzzle]", f'[puzzle]\nrest = "{rest}"\nanswers = 1')
    broken.write_text(text, encoding="utf-8")
    puzzling.open_file(w.app, broken)
    assert w.screen == "Dialog"
    assert f"broken.toml, puzzle, rest: there is no bot called '{rest}'" in w.written()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"step":"picked"', '"step":"piked"', "has no step piked"),
        ('"question":"activate","side":"', '"question":"actvate","side":"', "there is no question actvate"),
        ('"question":"activate","side":"', '"question":"activate","side":"x', "there is no side x"),
    ],
)
def test_a_moment_that_no_system_knows_is_refused(window: Make, tmp_path: Path, old: str, new: str, said: str) -> None:
    w = window()
    broken = tmp_path / "broken.toml"
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    broken.write_text(text.replace(old, new), encoding="utf-8")
    puzzling.open_file(w.app, broken)
    assert w.screen == "Dialog"
    assert said in w.written()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_nothing_is_cut_at_two_hundred_per_cent(window: Make, language: str) -> None:
    w = window(language=language, ui_scale=200)
    w.press("puzzles")
    w.top._show("USB")
    w.step(3)
    assert all(f.rect.right <= w.app.size[0] for f in w.top.forms)
    w.until(lambda: w.top.glimpses.idle)
    w.shot(f"puzzles-200-{language}")
    w.press(f"puzzle-{FILE.stem}")
    w.until(lambda: w.asked() != "")
    strip = task_of(w).strip
    assert all(strip.rect.contains(rect) for rect in strip._places.values())
    w.shot(f"puzzle-200-{language}")
