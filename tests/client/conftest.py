"""Windows for the client's tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client import guard
from game.engine.loader import load_ruleset
from tests.client.window import Window
from tests.toy import TOY

# Whatever opens a window in these tests is watched: it may not change a battle but by commands.
os.environ[guard.SWITCH] = "1"


@pytest.fixture
def toy_window(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """A window in which only the toy can be played."""
    made: list[Window] = []

    def make(**settings: Any) -> Window:
        settings.setdefault("extra", {"TOY": TOY})
        made.append(Window(tmp_path, **settings))
        return made[-1]

    yield make
    for window in made:
        window.app.quit()
    pygame.event.clear()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """A window with the installed rulesets, Warmaster Ancients the first of them."""
    made: list[Window] = []

    def make(**settings: Any) -> Window:
        settings.setdefault("extra", {"WMA": load_ruleset("WMA")})
        made.append(Window(tmp_path, installed=True, **settings))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()
