"""A monkey at the window: random clicks, drags, keys and wheels break nothing and change the state only by commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game import cli
from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen, replay_screen
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.session import Session
from game.engine.state import state_hash
from tests.client.battles import begin as begin_wma
from tests.client.play.test_battle_toy import begin
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


REPLAY_KEYS = [
    *"wmvyohzcfb[],.-=",
    *("space", "space", "left", "right", "right", "alt+left", "alt+right", "ctrl+left", "ctrl+right"),
    *("pageup", "pagedown", "home", "end", "shift+b", "ctrl+e", "ctrl+f", "f9", "k", "l", "i", "tab", "esc"),
]
BATTLE = ("BattleScreen", "CurtainScreen")
SAMPLES = {"AFS": "sunken-causeway", "WAB": "hills-and-wood", "USB": "meeting", "NAP": "meeting-engagement"}
STEPS, SOAK_STEPS = 65, 3000
"""What a monkey does at a window: by default, and in the long runs."""


@cache
def sample(system: str) -> Session:
    """The battle of a system that comes with the program."""
    root = cli.checkout()
    assert root is not None
    record = read_record(root / Path(f"saves/sample-{SAMPLES[system]}.tabula"))
    return record.session(load_ruleset(record.header.ruleset))


def monkey(window: Window, seed: int, steps: int) -> None:
    """Random hands at a battle; afterwards a sane one can still go on."""
    swarm(window, seed, steps, BATTLE, KEYS)
    sane(window)


def swarm(window: Window, seed: int, steps: int, home: tuple[str, ...], keys: list[str]) -> None:
    """Random hands on some screens; from all others they find back."""
    rng = Random(seed)
    w, h = window.app.size
    for _ in range(steps):
        at = (rng.uniform(0, w), rng.uniform(0, h))
        what = rng.random()
        if window.screen not in home:
            escape(window)
        elif what < 0.35:
            window.click(at, rng.choice([1, 1, 1, 3]))
        elif what < 0.5:
            window.drag(at, (rng.uniform(0, w), rng.uniform(0, h)), 3, drop=rng.random() < 0.9)
        elif what < 0.6:
            window.move(at)
            window.wheel(rng.choice([-3, -1, 1, 3]))
        else:
            window.key(rng.choice(keys))
        if rng.random() < 0.02:
            window.app.change(language=rng.choice(["en", "pl"]), ui_scale=rng.choice([100, 150, 200]))
        if window.screen == "EndScreen":
            break
    for _ in range(20):
        if window.screen in (*home, "EndScreen"):
            break
        escape(window)


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
        for _out in range(3):
            if window.battle.play.past.on:  # what is measured there is put away first, then it leads back to now
                window.key("esc")
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


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak), 2])
def test_the_toy_withstands_a_monkey(toy_window: Make, seed: int) -> None:
    window = toy_window()
    begin(window, blue=["default", "random", "person"][seed])
    monkey(window, seed, 2 * STEPS)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_warmaster_withstands_a_monkey(window: Make, seed: int) -> None:
    w = window()
    begin_wma(w, seed=str(seed), north="random")
    monkey(w, seed, 2 * STEPS)


def sit_down(window: Window, system: str, begun: bool) -> None:
    """At a battle of a system: at its beginning, or in its midst."""
    if begun:
        session = sample(system).branch(len(sample(system).lines) // 2)
        players = {side: "person" if side == "south" else "random" for side in session.state.sides}
        window.app.open(battle_screen(window.app, Match(session, players)))
        window.until(lambda: bool(window.asked()) or window.screen == "EndScreen")
    else:
        begin_wma(window, seed="3", north="random")


def meddle(w: Window, system: str, seed: int, steps: int) -> None:
    """Random hands at a battle watched; afterwards it can still be stepped through, and nothing of it has changed."""
    session = sample(system)
    before = [state_hash(line.state) for line in session.lines]
    w.app.open(replay_screen(w.app, session, None))
    w.step(3)
    swarm(w, seed, steps, ("ReplayScreen",), REPLAY_KEYS)
    w.app.change(language="en", ui_scale=100)
    assert w.screen == "ReplayScreen"
    w.top.play.steps.go_to(0)
    w.step(2)
    if w.top.log.typing:
        w.key("esc")
    for _ in range(2):
        if w.top.play.dock.reads:  # from the card to the log, from the log back to the table
            w.key("l")
    w.key("right")
    w.until(lambda: w.top.play.steps.at == 1)
    assert [state_hash(line.state) for line in session.lines] == before


@pytest.mark.parametrize("begun", [False, True], ids=["set-up", "midst"])
@pytest.mark.parametrize("system", SAMPLES)
def test_the_other_systems_withstand_a_monkey(window: Make, system: str, begun: bool) -> None:
    w = window(extra={system: load_ruleset(system)})
    sit_down(w, system, begun)
    monkey(w, 1 + begun, STEPS)


@pytest.mark.parametrize("system", SAMPLES)
def test_a_battle_watched_withstands_a_monkey(window: Make, system: str) -> None:
    meddle(window(), system, 5, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("system", SAMPLES)
def test_long_monkeys(window: Make, system: str, seed: int) -> None:
    w = window(extra={system: load_ruleset(system)})
    sit_down(w, system, seed % 2 == 0)
    monkey(w, seed, SOAK_STEPS)
    w.app.home()
    meddle(w, system, seed, SOAK_STEPS)
