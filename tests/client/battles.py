"""Battles in the window for tests: one begun by its screens, a situation laid on the table, one fought to its end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.engine.dice import ScriptedDice
from game.engine.record import read_record
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import Frame, State
from tests.client.window import Window


def begin(window: Window, seed: str = "7", north: str = "default", south: str = "person", **options: int) -> None:
    """A battle of the first scenario with a fixed seed."""
    window.new_form()
    plan = window.top.plan
    setup = replace(plan.setup, seed=seed, options={**plan.setup.options, **options})
    window.top._set(replace(plan, players={"south": south, "north": north}, setup=setup))
    window.press("begin")
    window.until(lambda: window.screen == "BattleScreen")
    window.until(lambda: bool(window.asked()))


def laid_out(
    window: Window, ruleset: Ruleset, state: State, frame: Frame, dice: Sequence[int] = (), north: str = "person"
) -> BattleScreen:
    """A situation on the table of the window, the south at its keyboard."""
    session = Session.from_state(ruleset, state, frame, ScriptedDice(list(dice)))
    screen = battle_screen(window.app, Match(session, {"south": "person", "north": north}))
    window.app.open(screen)
    window.until(lambda: bool(window.asked()))
    return screen


def kept_whole(window: Window) -> None:
    """The battle of the window is over, and its record holds every line of it."""
    assert window.screen == "EndScreen"
    session = window.battle.session
    assert session.state.over is not None
    kept = read_record(window.battle.play.match.writer.path)
    assert len(kept.entries) == len(session.lines)


def initiative(window: Window, ruleset: Ruleset, state: State) -> BattleScreen:
    """A situation at the initiative phase, every die a six."""
    return laid_out(window, ruleset, state, ruleset.entries["initiative"](state, {}), [6] * 40)
