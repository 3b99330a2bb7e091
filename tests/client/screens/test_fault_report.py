"""Report a fault: a key and the menu write the moment in sight as a position that plays, and say where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.client.opening import open_record
from game.engine.loader import load_ruleset
from game.engine.positions.position import read_position, resolve
from game.engine.state import State, state_hash
from tests.client.battles import begin
from tests.client.play.test_battle_wma import deployed
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SAMPLE = Path(__file__).resolve().parents[3] / "saves" / "sample-sunken-causeway.tabula"


def positions(w: Window) -> list[Path]:
    return sorted((w.home / "saves" / "positions").glob("*.toml"))


def notices(w: Window) -> str:
    return " ".join(one.text for one in w.app.notices.shown)


def plain(state: State) -> str:
    """The hash of a state but for its source of dice."""
    return state_hash(replace(state, luck=None))


def test_a_key_in_battle_writes_the_present(window: Make) -> None:
    w = window()
    begin(w)
    deployed(w)
    w.until(lambda: w.asked() == "initiative" or w.asked() == "order")
    w.key("f10")
    w.step()
    assert positions(w) == []  # it would show what the other side hides: that is asked first
    w.press("yes")
    w.step()
    (path,) = positions(w)
    position = read_position(path)
    assert position.moment is not None
    out = resolve(position, load_ruleset("WMA"))
    assert out.failures == []
    assert plain(out.state) == plain(w.battle.session.state)
    said = notices(w)
    assert path.name in said
    assert str(path.parent) in said
    w.shot("fault-reported")


def test_the_menu_reports_a_fault_in_polish(window: Make) -> None:
    w = window(language="pl")
    begin(w)
    w.key("esc")
    w.shot("menu-with-fault")
    w.press("fault")
    w.press("yes")
    w.step()
    assert w.screen == "BattleScreen"
    (path,) = positions(w)
    w.key("f10")
    w.press("yes")
    w.step()
    assert len(positions(w)) == 2
    assert "Ta chwila i jej ostatnie kości są zapisane jako pozycja" in notices(w)
    assert resolve(read_position(path), load_ruleset("WMA")).failures == []


def test_in_a_replay_it_is_the_moment_where_it_stands_with_the_last_dice(window: Make) -> None:
    w = window()
    open_record(w.app, SAMPLE, watch=True)
    w.step(3)
    w.top.play.steps.go_to(60)
    w.step(2)
    w.key("f10")
    w.step()
    (path,) = positions(w)
    position = read_position(path)
    assert position.dice
    assert position.command
    out = resolve(position, load_ruleset("AFS"))
    assert out.failures == []
    assert plain(out.state) == plain(w.top.session.lines[60].state)


def test_a_folder_that_cannot_be_written_is_told(window: Make) -> None:
    w = window()
    begin(w)
    folder = w.home / "saves"
    folder.mkdir(exist_ok=True)
    (folder / "positions").write_text("in the way", encoding="utf-8")
    w.key("f10")
    w.press("yes")
    w.step()
    assert "The position cannot be written:" in notices(w)
