"""Every way to look at a battle that is not over, as a person who must not know: twins show the same, or nothing.

A battle with hidden troops and sealed orders (NAP), one with secret cards (USB), one with sealed tokens (AFS).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner

from game import cli
from game.client.panels.table_area import TableArea
from game.engine.records.kept_file import KeptFile
from tests.client.window import Window
from tests.unseen.twins import twins

SYSTEMS = ("NAP", "USB", "AFS")
Make = Callable[[Path], Window]
Twins = tuple[str, Path, Path]


@pytest.fixture(params=SYSTEMS, scope="module")
def two_people(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    return twins(request.param, tmp_path_factory.mktemp(request.param), {})


@pytest.fixture(params=SYSTEMS, scope="module")
def one_person(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    folder = tmp_path_factory.mktemp(request.param)
    viewer, _one, _two = twins(request.param, folder / "who", {})
    sides = {"south", "north", "red", "blue"} - {viewer}
    return twins(request.param, folder, dict.fromkeys(sides, "default"))


@pytest.fixture
def window() -> Iterator[Make]:
    made: list[Window] = []

    def make(record: Path) -> Window:
        made.append(Window(record.parent.parent, installed=True))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


def said(*arguments: str) -> tuple[int, str]:
    """The exit code of a command, and all it prints."""
    got = CliRunner().invoke(cli.cli, list(arguments))
    assert got.exception is None or isinstance(got.exception, SystemExit), got.exc_info
    return got.exit_code, got.output


def records(w: Window) -> None:
    """Open the list of battles, and wait for the pictures that are made beside it: under a dialog they stand still."""
    w.press("records")
    w.step(2)
    w.until(lambda: w.top.glimpses.idle)


def seen(w: Window) -> bytes:
    """What the window shows once the table is painted to the end."""
    w.move((4, 4))
    w.step(40)  # hints and slides have their times
    for screen in w.app.screens:
        if isinstance(getattr(screen, "table", None), TableArea):
            screen.table.picture.prepare_all()
    w.step(40)
    return pygame.image.tobytes(w.app.surface, "RGB")


def logged(w: Window) -> list[str]:
    course = w.top.play
    return [
        w.top.sitting.words.say(e.event.text, w.top.sitting.view)
        for e in course.telling.entries(course.showing.line, course.showing.event)
        if e.event is not None and e.event.text is not None
    ]


# --- the command line ------------------------------------------------------------------------------------------------


def test_a_story_is_refused_until_somebody_says_whose(two_people: Twins) -> None:
    viewer, one, two = two_people
    code, told = said("replay", str(one), "--text")
    assert code == 2
    assert "is unfinished, and two people play it" in " ".join(told.split())
    assert "--side" in told
    assert "--both" in told
    assert said("replay", str(two), "--text") == (code, told)
    assert said("replay", str(one), "--text", "--side", "nobody")[0] == 2
    asked = [said("replay", str(path), "--text", "--side", viewer) for path in (one, two)]
    assert asked[0] == asked[1]
    assert asked[0][0] == 0
    assert said("replay", str(one), "--text", "--both")[0] == 0


def test_one_person_is_told_the_story_as_that_person_knows_it(one_person: Twins) -> None:
    viewer, one, two = one_person
    told = [said("replay", str(path), "--text") for path in (one, two)]
    assert told[0] == told[1] == said("replay", str(one), "--text", "--side", viewer)


def test_a_position_shows_everything_and_is_refused(two_people: Twins, one_person: Twins, tmp_path: Path) -> None:
    for _viewer, one, two in (two_people, one_person):
        for path in (one, two):
            code, told = said("position", str(path), "--out", str(tmp_path / "x.toml"))
            assert code == 2
            assert "holds the secrets of both sides" in " ".join(told.split())
        assert not (tmp_path / "x.toml").exists()


def test_pictures_pages_and_verifying_show_what_lies_open_to_all(two_people: Twins, tmp_path: Path) -> None:
    _viewer, one, two = two_people
    made = []
    for n, path in enumerate((one, two)):
        png, page, gif = (tmp_path / f"{n}.{ending}" for ending in ("png", "html", "gif"))
        assert said("shot", str(path), "--png", str(png), "--size", "640x400")[0] == 0
        assert said("report", str(path), "--html", str(page), "--gif", str(gif))[0] == 0
        verified = said("replay", str(path), "--verify")
        made.append((png.read_bytes(), page.read_bytes(), gif.read_bytes(), verified))
    assert made[0] == made[1]


# --- the window ------------------------------------------------------------------------------------------------------


@pytest.mark.window
def test_the_list_of_battles_and_its_picture(two_people: Twins, window: Make) -> None:
    shown = []
    for path in two_people[1:]:
        w = window(path)
        records(w)
        shown.append(seen(w))
        w.app.quit()
    assert shown[0] == shown[1]


@pytest.mark.window
@pytest.mark.parametrize("second", [False, True], ids=["watch", "second window"])
def test_watching_asks_whose_eyes_and_then_shows_no_more(two_people: Twins, window: Make, second: bool) -> None:
    viewer, *paths = two_people
    shown = []
    for path in paths:
        held = KeptFile(path) if second else None
        w = window(path)
        records(w)
        w.press("go_on" if second else "watch")
        if second:
            w.press("watch")
        assert w.screen == "Dialog"
        assert {"everything", viewer} <= {i.id for f in w.top.forms for i in f.items}
        asked = seen(w)
        w.shot("watch-unfinished")
        w.press(viewer)
        assert w.screen == "ReplayScreen"
        w.step(5)
        found = [asked, seen(w), *logged(w)]
        w.top.play.steps.go_to(0)
        found.append(seen(w))
        w.top.play.press_button("side")  # no other eyes than those that were chosen
        assert w.top.play.telling.side == viewer
        w.key("f10")
        assert w.screen == "AgreementScreen"
        assert not (path.parent / "positions").exists()
        w.key("esc")
        w.top.play.use("replay_fork")
        w.step(2)
        assert w.screen == "ReplayScreen"  # playing on would find out: both must agree
        shown.append(found)
        w.app.quit()
        if held is not None:
            held.close()
    assert shown[0] == shown[1]


@pytest.mark.window
def test_everything_is_shown_once_both_have_agreed(two_people: Twins, window: Make) -> None:
    _viewer, one, _two = two_people
    w = window(one)
    records(w)
    w.press("watch")
    w.press("everything")
    assert w.screen == "AgreementScreen"
    first, second = (side for side, _name in w.top.place.sides)
    w.shot("agreement")
    w.press("yes")
    assert w.screen == "AgreementScreen"
    w.press(f"agrees-{first}")
    w.press("yes")
    assert w.screen == "AgreementScreen"
    w.press(f"agrees-{first}")  # taken away again
    w.press(f"agrees-{second}")
    w.press("yes")
    assert w.screen == "AgreementScreen"
    w.press(f"agrees-{first}")
    w.shot("agreement-all")
    w.press("yes")
    assert w.screen == "ReplayScreen"
    assert w.top.play.telling.side is None
    w.top.play.steps.go_to(w.top.play.steps.last)
    w.step(3)
    assert set(w.top.sitting.view.secret) == set(w.top.session.state.secret)


@pytest.mark.window
def test_one_person_watches_and_plays_on_from_there_with_that_seat(one_person: Twins, window: Make) -> None:
    viewer, *paths = one_person
    shown = []
    for path in paths:
        w = window(path)
        records(w)
        w.press("watch")
        assert w.screen == "ReplayScreen"
        w.step(5)
        found = [seen(w), *logged(w)]
        assert w.top.play.telling.side == viewer
        w.top.play.use("replay_fork")
        w.step(2)
        if w.screen == "WhatIfScreen":
            found.append(seen(w))
            w.shot("what-if-unfinished")
            assert w.top.players[viewer] == "person"
            assert "person" not in [p for s, p in w.top.players.items() if s != viewer]
        shown.append(found)
        w.app.quit()
    assert shown[0] == shown[1]
