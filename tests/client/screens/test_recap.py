"""What the other side did, shown again: at the hand-over between two people and in the middle of one's decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.battle.recap import answered, last_answer, shown_from
from game.engine.state import state_hash
from tests.client.play.test_battle_toy import begin, to_act
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def heard(window: Window) -> list[int]:
    """The lines whose events are shown from now on."""
    lines: list[int] = []
    window.battle.play.showing.listeners.append(lambda line, _n, _event, _state: lines.append(line))
    return lines


def later(window: Window) -> None:
    """To an act of red's after blue has given sealed answers of its own."""
    to_act(window)
    battle = window.battle
    assert shown_from(battle.session, "red", len(battle.session.lines)) is not None


def test_what_the_enemy_did_is_shown_again_and_the_draft_is_kept(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="default")
    later(window)
    battle = window.battle
    editor, now = battle.play.decision.editor, battle.session.state
    said = [(i.entry.line, i.entry.number) for i in battle.log.items]
    version = editor.version
    start = shown_from(battle.session, "red", len(battle.session.lines))
    last = len(battle.session.lines) - 1
    assert start is not None
    assert not answered(battle.session.lines[start + 1].command, "red")
    lines = heard(window)
    window.key("p")
    assert battle.play.recap.on
    assert battle.play.showing.busy
    assert battle.play.showing.speed == "normal"
    assert "Events since your last answer" in "".join(s.text for s in battle.prompt.message)
    window.shot("recap")
    window.step(400, dt=0.5)
    assert not battle.play.recap.on
    assert battle.play.showing.speed == "instant"
    assert sorted(set(lines)) == list(range(start + 1, last + 1))
    assert lines == sorted(lines)
    assert battle.session.state is now
    assert battle.play.showing.state is now
    assert (battle.play.decision.editor, editor.version) == (editor, version)
    assert [(i.entry.line, i.entry.number) for i in battle.log.items] == said
    window.key("f2")
    window.until(lambda: len(battle.session.lines) > last + 1)


def test_pressed_again_it_begins_farther_back_and_enter_ends_it(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="default")
    later(window)
    battle = window.battle
    lines = len(battle.session.lines)
    window.click(battle.tools.toolbar.rect("recap").center)
    first = battle.play.recap.start
    window.key("p")
    second = battle.play.recap.start
    assert second == shown_from(battle.session, "red", first)
    assert second < first
    for _ in range(lines):
        window.key("p")
    assert battle.play.recap.start == 1  # red's first answer opened the battle
    assert window.notices() == ["Nothing else happened before this."]
    window.key("enter")
    assert not battle.play.recap.on
    assert not battle.play.showing.busy
    assert battle.play.showing.state is battle.session.state
    assert window.asked() == "act"
    assert len(battle.session.lines) == lines


def test_a_click_on_the_panel_leads_back_to_the_decision(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="default")
    later(window)
    window.key("p")
    assert window.battle.play.recap.on
    rect = window.battle.play.decision.rect
    window.click((rect.left + 2, rect.bottom - 2))
    assert not window.battle.play.recap.on
    assert window.battle.play.showing.state is window.battle.session.state


def test_at_the_curtain_one_may_ask_what_happened(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="person")
    assert window.screen == "CurtainScreen"
    for _ in range(12):
        window.until(lambda: window.screen == "CurtainScreen" or bool(window.asked()))
        if window.screen == "CurtainScreen":
            side = window.top.decision.side
            session = window.battle.session
            away = last_answer(session, side) < len(session.lines) - 1
            ids = [i.id for f in window.top.forms for i in f.items]
            assert ids == (["ready", "shown"] if away else ["ready"])
            if away and last_answer(session, side) > 0:
                break
            window.key("enter")
            continue
        window.key("ctrl+d")
        window.key("enter")
    window.shot("recap-curtain")
    start = last_answer(session, side)
    lines = heard(window)
    window.press("shown")
    battle = window.battle
    assert (window.screen, battle.play.telling.side) == ("BattleScreen", side)
    assert battle.play.recap.on
    assert list(battle.sitting.view.secret) == [side]
    window.step(400, dt=0.5)
    assert sorted(set(lines)) == list(range(start + 1, len(session.lines)))
    window.until(lambda: bool(window.asked()))
    assert battle.play.decision.editor.desk.decision.side == side
    assert state_hash(battle.play.showing.state) == state_hash(session.state)
    other = next(s for s in session.state.sides if s != side)
    assert all(not i.entry.event or i.entry.event.only != other for i in battle.log.items)
