"""Battles in the window for tests: one begun by its screens, a situation laid on the table, one fought to its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.client.battle.begin import begin as begin_battle
from game.client.battle.begin import fresh_plan
from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.engine.dice import ScriptedDice, SeededDice
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from tests.battles.kept import battles, read, replay
from tests.client.window import Window


def begin(window: Window, seed: str = "7", north: str = "default", south: str = "person", **options: int) -> None:
    """A battle of the first scenario with a fixed seed, without the way through the form, which has its own tests."""
    app = window.app
    offered = app.library.rulesets()
    ruleset = next((r for r in offered if r.meta.id == app.settings.system), offered[0])
    plan = fresh_plan(app, ruleset)
    setup = replace(plan.setup, seed=seed, options={**plan.setup.options, **options})
    begin_battle(app, ruleset, replace(plan, players={"south": south, "north": north}, setup=setup))
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


@cache
def between_generals(system: str) -> Session:
    """A battle between two generals: one that is recorded; a hot one of a few moves where those are long to play."""
    if system == "NAP":
        return _hot()
    kept = next(p for p in battles(system) if "general-general" in p.name)
    return replay(read(kept), load_ruleset(system))


def _hot() -> Session:
    """Foot, horse and guns of the French against Austrians, at range of muskets from the first move on."""
    rules = load_ruleset("NAP")
    units = [
        _body("F1", "FRA_LINE_1808", "south", 60, 40, "line", brigade="first"),
        _body("F2", "FRA_LINE_1808", "south", 85, 38, "closed_column", brigade="first"),
        _body("F3", "FRA_LT", "south", 110, 36, "line", brigade="first", companies={"squadron": 4}),
        _body("FG", "FRA_F8", "south", 40, 38, "deployed", brigade="first"),
        _body("FC", "chief", "south", 75, 30, "single"),
        _body("A1", "AUS_LINE_GER", "north", 60, 56, "line", brigade="second"),
        _body("A2", "AUS_LINE_GER", "north", 85, 58, "line", brigade="second"),
        _body("A3", "AUS_CHEV", "north", 112, 62, "line", brigade="second", companies={"squadron": 4}),
        _body("AC", "chief", "north", 75, 70, "single"),
    ]
    state = replace(rules.position({"moves": 6, "unit": units}), luck=Luck("seeded", "hot"))
    session = Session.from_state(rules, state, rules.entries["orders"](state, {}), SeededDice())
    Table(session, {side: make_bot(rules, "bold") for side in state.sides}).play(400)
    assert session.state.over is not None
    return session


def _body(body: str, kind: str, side: str, x: float, y: float, formation: str, **more: Any) -> dict[str, Any]:
    return {"id": body, "kind": kind, "side": side, "at": [x, y], "formation": formation, **more}
