"""Ancient Battles in the window: a whole battle by keyboard, and blocks moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.match import Match
from game.client.screens.battle import BattleScreen
from game.engine.decision import MoveAnswer, PlaceAnswer, TargetsAnswer
from game.engine.dice import ScriptedDice
from game.engine.record import read_record
from game.engine.session import Session
from game.engine.state import Frame, State
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.blocks import block_of
from tests.client.test_battle_wma import give_least
from tests.client.window import Window
from tests.rules.ancient_battles.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]
INCH = 25.0


@pytest.fixture
def wab(tmp_path: Path) -> Iterator[Make]:
    """A window in which the ancient battles are the first of the systems."""
    made: list[Window] = []

    def make(**settings: Any) -> Window:
        made.append(Window(tmp_path, extra={"WAB": RULESET}, **settings))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


def begin(window: Window, seed: str = "7", north: str = "default", south: str = "person") -> None:
    """A battle of the first scenario with a fixed seed."""
    window.press("new")
    screen = window.top
    setup = replace(screen.plan.setup, seed=seed)
    screen._set(replace(screen.plan, players={"south": south, "north": north}, setup=setup))
    window.press("begin")
    window.until(lambda: window.screen == "BattleScreen")
    window.until(lambda: bool(window.asked()))


def opened(window: Window, state: State, frame: str, dice: tuple[int, ...] = ()) -> None:
    """A situation on the table of the window, both sides at its keyboard."""
    session = Session.from_state(RULESET, state, Frame(frame), ScriptedDice(dice))
    window.app.open(BattleScreen(window.app, Match(session, {"south": "person", "north": "person"})))
    window.until(lambda: bool(window.asked()))


def middle(window: Window, unit_id: str) -> tuple[float, float]:
    pose = block_of(window.battle.session.state, unit_id).centre
    return pose.x, pose.y


def test_a_whole_battle_by_keyboard_with_what_is_suggested(wab: Make) -> None:
    w = wab()
    begin(w, north="random")
    for _ in range(3000):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if w.screen == "EndScreen":
            break
        give_least(w)
    assert w.screen == "EndScreen"
    w.shot("wab-end")
    state = w.battle.session.state
    assert state.over is not None
    kept = read_record(w.battle.match.writer.path)
    assert len(kept.entries) == len(w.battle.session.lines)


def test_a_block_is_placed_with_the_mouse(wab: Make) -> None:
    w = wab()
    begin(w)
    for _ in range(10):
        if w.asked() == "wab.deploy":
            break
        give_least(w)
        w.until(lambda: bool(w.asked()))
    w.shot("wab-deploy")
    editor = w.battle.decision.editor
    answer = editor.answer()
    assert isinstance(answer, PlaceAnswer)
    thing = answer.places[0].thing
    xs = [p.x for p in answer.places[0].poses.values()]
    ys = [p.y for p in answer.places[0].poses.values()]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    w.drag(w.on_table(x, y), w.on_table(x + 200.0, y))
    w.shot("wab-deploy-dragged")
    moved = editor.answer().places[0]
    assert editor.verdict().legal, editor.verdict().reasons
    w.key("enter")
    w.until(lambda: w.battle.decision.editor is not editor)
    state = w.battle.session.state
    found = [b.pose.x for b in state.bases_of(thing) if b.pose]
    assert moved.thing == thing
    assert sum(found) / len(found) == pytest.approx(x + 200.0, abs=15.0)


def facing_lines() -> State:
    return table(
        unit("PHA", (36, 18)),
        unit("COM", (26, 16)),
        unit("CRE", (46, 16)),
        unit("WAR", (36, 25), 180),
        unit("NOB", (26, 34), 180),
        turn=1,
    )


def test_a_charge_is_declared_answered_and_carried_out_by_mouse(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.charges")
    w.click(w.on_table(*middle(w, "PHA")))
    w.click(w.on_table(*middle(w, "WAR")))
    w.shot("wab-declare")
    answer = w.battle.decision.editor.answer()
    assert isinstance(answer, TargetsAnswer)
    assert [(a.actor, a.means, a.mark) for a in answer.aims] == [("PHA", "charge", "WAR")]
    w.key("enter")
    w.until(lambda: w.asked() == "wab.declare" and bool(w.battle.session.state.ties))
    w.key("f2")
    w.until(lambda: w.asked() == "wab.react")
    w.shot("wab-react")
    give_least(w)
    w.until(lambda: not w.battle.session.waiting)
    assert [t.kind for t in w.battle.session.state.ties.values()] == ["charge"]


def test_a_block_is_dragged_to_where_it_should_stand(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    x, y = middle(w, "COM")
    w.drag(w.on_table(x, y), w.on_table(x, y + 4.0 * INCH), drop=False)
    w.shot("wab-move-dragging")
    w.up(w.on_table(x, y + 4.0 * INCH))
    editor = w.battle.decision.editor
    answer = editor.answer()
    assert isinstance(answer, MoveAnswer)
    assert answer.subject == "COM"
    verdict = editor.verdict()
    assert verdict.legal, verdict.reasons
    assert verdict.cost == pytest.approx(4.0 * INCH, abs=6.0)
    w.key("enter")
    w.until(lambda: w.battle.session.state.units["COM"].own.moved)
    assert middle(w, "COM")[1] == pytest.approx(y + 4.0 * INCH, abs=6.0)
    w.shot("wab-moved")
