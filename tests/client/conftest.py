"""Windows for the client's tests."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client import guard, memory
from game.client.art import noise
from game.engine.loader import load_ruleset
from tests.client.window import Window
from tests.toy import TOY

# Whatever opens a window in these tests is watched: it may not change a battle but by commands.
os.environ[guard.SWITCH] = "1"

# Nearly all tables of these tests have the same few sizes: their noise is made once for all windows of a process.
noise.spectral = functools.lru_cache(maxsize=16)(noise.spectral)


SPARE_MB = 192
"""How much more than after the last time memory may be held before what is free is given back."""


def held_mb() -> float:
    """Megabytes of this process that lie in memory; 0 where the system does not tell in this way."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture(autouse=True)
def _bounded() -> Iterator[None]:
    """Test after test in one process: what windows have left is given back, or it comes to gigabytes."""
    yield
    if held_mb() > _Least.mb + SPARE_MB:
        memory.give_back()
        _Least.mb = held_mb()


class _Least:
    mb = 256.0
    """How much was held when memory was given back last."""


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
