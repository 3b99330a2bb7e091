"""Whole screens of the program against pictures that somebody has looked at, and armies of every system from near."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pygame
import pytest

from game import cli
from game.client import words
from game.client.camera import RectMm
from game.client.library import Library
from game.client.screens.battle import BattleScreen
from game.client.screens.end import EndScreen
from game.client.shot_canvas import draw_table
from game.client.tabletop.adapter import scene_of
from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from tests.client.golden import Golden
from workshop.gallery import pictures as shots
from workshop.gallery import run as gallery
from workshop.gallery.stage import Stage

pytestmark = pytest.mark.window

SCREENS = Golden(Path(__file__).parents[1] / "golden", 320, cell=4, mean=1.5, far=24.0, share=0.003)
"""Cells are 16 pixels of the window a side: three of a thousand, a few words or stands, may not be as they were."""
ARMIES = replace(SCREENS, width=240)
SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
WIDE = {"WMA": 560.0, "AFS": 520.0, "WAB": 700.0, "USB": 520.0, "NAP": 560.0}
"""How much of the table is seen from near, mm."""
SHARE = 0.5
"""How far into its sample battle a system's armies are looked at."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A window with the samples and nothing else."""
    user, root = tmp_path_factory.mktemp("golden"), cli.checkout()
    assert root is not None
    home = user / "tabula-belli"
    (home / "saves").mkdir(parents=True)
    for sample in sorted((root / "saves").glob("sample-*")):
        shutil.copy(sample, home / "saves")
    with gallery.at_home(str(user)):  # what screens say of folders is the same everywhere
        made = Stage(home, "en", (1280, 720), Library())
        yield made
        made.app.quit()
    words.use("en")
    pygame.event.clear()


def taken(stage: Stage, shoot: shots.Shoot) -> pygame.Surface:
    """What a screen looks like once everything has come to rest."""
    stage.clean()
    stage.app.change(language="en", ui_scale=100)
    shoot(stage)
    stage.settle()
    return stage.app.surface


def battle(stage: Stage, rules: Ruleset) -> None:
    stage.battle(rules, ("move", "targets", "pick"), SHARE)


def composer(stage: Stage, rules: Ruleset) -> None:
    shots._army(stage, rules)


def replay(stage: Stage, rules: Ruleset) -> None:
    shots._replay(stage, rules)


def large_polish(stage: Stage) -> None:
    """Settings in the other language at the largest size of text."""
    stage.app.change(language="pl", ui_scale=200)
    shots._settings(stage)


SHOTS: dict[str, shots.Shoot] = {
    "title": lambda stage: None,
    "settings-200-pl": large_polish,
    "curtain": lambda stage: shots._curtain(stage, load_ruleset("WMA")),
    "table-editor": shots._table_editor,
    **{f"{s}-battle": partial(lambda stage, s: battle(stage, load_ruleset(s)), s=s) for s in SYSTEMS},
    "AFS-composer": lambda stage: composer(stage, load_ruleset("AFS")),
    "WMA-replay": lambda stage: replay(stage, load_ruleset("WMA")),
}


@pytest.mark.parametrize("name", SHOTS)
def test_a_screen(stage: Stage, name: str) -> None:
    assert SCREENS.differ(taken(stage, SHOTS[name]), name) == ""


def armies(stage: Stage, system: str, less: bool = False) -> pygame.Surface:
    """The table of a system's sample half way through, where its units stand thickest; one of them less on wish."""
    rules = load_ruleset(system)
    session: Session = stage.session(rules)
    state = session.lines[int(len(session.lines) * SHARE)].state
    scene = scene_of(state, rules)
    part = thickest([(b.x, b.y) for b in scene.blocks], WIDE[system])
    if less:
        near = [b for b in scene.blocks if part[0] < b.x < part[2] and part[1] < b.y < part[3]]
        gone = {near[len(near) // 2].unit}
        scene = msgspec.structs.replace(scene, blocks=tuple(b for b in scene.blocks if b.unit not in gone))
    return draw_table(scene, size=(960, 540), part=part)


def thickest(points: list[tuple[float, float]], wide: float) -> RectMm:
    """A rectangle so wide (mm) about the point that has most others near it."""
    x, y = max(
        sorted(points), key=lambda p: sum(abs(p[0] - q[0]) < wide / 2 and abs(p[1] - q[1]) < wide / 4 for q in points)
    )
    return x - wide / 2, y - wide * 9 / 32, x + wide / 2, y + wide * 9 / 32


@pytest.mark.parametrize("system", SYSTEMS)
def test_armies_from_near(stage: Stage, system: str) -> None:
    assert ARMIES.differ(armies(stage, system), f"{system}-armies") == ""


def test_the_comparison_sees_a_unit_less_a_word_more_and_another_language(stage: Stage) -> None:
    """The checker is checked."""
    assert "WMA-armies.png differs" in ARMIES.differ(armies(stage, "WMA", less=True), "WMA-armies", keep=False)
    screen = taken(stage, SHOTS["WMA-battle"])
    assert SCREENS.differ(screen, "WMA-battle", keep=False) == ""
    stage.app.change(language="pl")
    stage.frames(2)
    polish = SCREENS.differ(screen, "WMA-battle", keep=False)
    stage.app.change(language="en")
    stage.frames(2)
    stage.app.notice("A word more")
    stage.frames(2)
    told = SCREENS.differ(screen, "WMA-battle", keep=False)
    assert "differs" in polish
    assert "differs" in told
    assert "draw it anew with `run.py test --golden tests/client`" in told
    assert Path(told.split("side by side: ")[1].split(".png")[0] + ".png").exists()


def test_letters_drawn_by_another_renderer_are_no_difference(stage: Stage) -> None:
    """Letters half a pixel aside and a little soft: prompt and panel shrunk and drawn larger again, one pixel off."""
    screen = taken(stage, SHOTS["WMA-battle"]).copy()
    top = stage.app.top
    assert isinstance(top, BattleScreen)
    for rect in (top.prompt.rect, top.dock.rect):
        text = screen.subsurface(rect).copy()
        small = pygame.transform.smoothscale(text, (rect.width * 3 // 4, rect.height * 3 // 4))
        screen.blit(pygame.transform.smoothscale(small, rect.size), rect.move(1, 0))
    assert SCREENS.differ(screen, "WMA-battle", keep=False) == ""


def test_the_end_of_a_battle(stage: Stage) -> None:
    def shoot(stage: Stage) -> None:
        from game.client.battle.match import Match

        session = stage.session(load_ruleset("WAB"))
        stage.open(EndScreen(stage.app, Match(session, dict.fromkeys(session.state.sides, "general"))))

    assert SCREENS.differ(taken(stage, shoot), "end") == ""
