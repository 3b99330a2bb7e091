"""What a battle was drawn with is given back when it is left."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import pygame
import pytest

from game.client import memory
from tests.client.battles import begin
from tests.client.conftest import held_mb
from tests.client.window import Window

pytestmark = pytest.mark.window


def test_a_battle_that_is_left_is_gone_and_its_memory_with_it(window: Callable[..., Window]) -> None:
    w = window(size=(1920, 1080))
    begin(w)
    w.battle.table.picture.prepare_all()
    w.step(3)
    gone = [weakref.ref(w.battle), weakref.ref(w.battle.table.picture)]
    w.app.home()
    assert w.screen == "TitleScreen"
    w.step()
    assert [one() for one in gone] == [None, None]


def test_what_is_free_is_given_back_to_the_system() -> None:
    if memory._trim() is None:
        assert memory.give_back() is False  # another C library
        return
    memory.give_back()
    before = held_mb()
    kept = [pygame.Surface((100, 100), pygame.SRCALPHA) for _ in range(4000)]  # 160 MB in small blocks
    for one in kept:
        one.fill("red")
    last = kept[-1]
    full = held_mb()
    assert full > before + 120
    del kept, one
    memory.give_back()
    assert held_mb() < before + 60
    assert last.get_at((0, 0)) == pygame.Color("red")
