"""A monkey at the window: random clicks, drags, keys and wheels break nothing and change the state only by commands."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.client.battles import begin as begin_wma
from tests.client.test_battle_toy import begin
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]

KEYS = [
    *"wasdqerxnmvflyop123456789",
    "space",
    "enter",
    "enter",
    "backspace",
    "del",
    "tab",
    "up",
    "down",
    "left",
    "right",
    "ctrl+d",
    "ctrl+d",
    "ctrl+z",
    "shift+m",
    "f2",
    "home",
    ".",
    ",",
    "-",
    "=",
    "esc",
    "pageup",
    "pagedown",
]


def monkey(window: Window, seed: int, steps: int) -> None:
    """Random hands; afterwards a sane one can still go on."""
    rng = Random(seed)
    w, h = window.app.size
    for _ in range(steps):
        at = (rng.uniform(0, w), rng.uniform(0, h))
        what = rng.random()
        if window.screen not in ("BattleScreen", "CurtainScreen"):
            escape(window)
        elif what < 0.35:
            window.click(at, rng.choice([1, 1, 1, 3]))
        elif what < 0.5:
            window.drag(at, (rng.uniform(0, w), rng.uniform(0, h)), 3, drop=rng.random() < 0.9)
        elif what < 0.6:
            window.move(at)
            window.wheel(rng.choice([-3, -1, 1, 3]))
        else:
            window.key(rng.choice(KEYS))
        if rng.random() < 0.02:
            window.app.change(language=rng.choice(["en", "pl"]), ui_scale=rng.choice([100, 150, 200]))
        if window.screen == "EndScreen":
            break
    for _ in range(20):
        if window.screen in ("BattleScreen", "CurtainScreen", "EndScreen"):
            break
        escape(window)
    sane(window)


def sane(window: Window) -> None:
    """Lift the curtain, take the usual answer or the way out: the battle goes on."""
    lines = len(window.battle.session.lines)
    window.battle.dock.focus("decision")
    for _ in range(6):
        window.until(lambda: window.screen in ("EndScreen", "CurtainScreen") or bool(window.asked()))
        if window.screen == "EndScreen":
            return
        if window.screen == "CurtainScreen":
            window.key("enter")
            continue
        window.key("del")
        window.usual()
        given = window.battle.play.decision.editor
        window.key("enter" if given is not None and given.reply() is not None else "f2")
        if len(window.battle.session.lines) > lines:
            return
    raise AssertionError("the battle does not go on")


def escape(window: Window) -> None:
    """Out of menus, rules, dialogs: any way but out of the battle."""
    if window.screen in ("MenuScreen", "RulesScreen", "SettingsScreen", "KeysScreen", "RemarkScreen"):
        window.app.close(window.top)
        window.step()
    else:
        window.key("esc")


@pytest.mark.parametrize("seed", range(3))
def test_the_toy_withstands_a_monkey(toy_window: Make, seed: int) -> None:
    window = toy_window()
    begin(window, blue=["default", "random", "person"][seed])
    monkey(window, seed, 260)


@pytest.mark.parametrize("seed", range(2))
def test_warmaster_withstands_a_monkey(window: Make, seed: int) -> None:
    w = window()
    begin_wma(w, seed=str(seed), north="random")
    monkey(w, seed, 260)
