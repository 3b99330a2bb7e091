"""What else a player does in a battle: real dice, remarks, back to a line of the log, bots among themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.engine.command import Note, Undo
from game.engine.decision import RollAnswer
from tests.client.battles import begin as begin_wma
from tests.client.play.test_battle_toy import begin, to_act
from tests.client.play.test_battle_wma import ordering
from tests.client.play.test_two_people import answer
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def test_real_dice_are_typed_in(window: Make) -> None:
    w = window()
    w.new_form()
    plan = replace(w.top.plan, players={"south": "person", "north": "person"})
    w.top._set(replace(plan, setup=replace(plan.setup, dice="typed")))
    ids = [i.id for i in w.top.forms[0].items]
    assert "seed" not in ids
    w.press("begin")
    w.until(lambda: w.asked() == "engine.roll")
    editor = w.battle.play.decision.editor
    assert editor.wanted == 2
    w.shot("typed-dice")
    w.key("6")
    w.row("face\n2")
    assert editor.answer() == RollAnswer(((6,), (2,)))
    w.key("backspace")
    assert editor.verdict().status == "refused"
    w.key("3")
    w.shot("typed-dice-done")
    w.key("enter")
    w.until(lambda: w.asked() == "deploy")
    assert w.battle.play.decision.editor.desk.decision.side == "north"


def test_a_remark_stands_in_the_log_and_the_record(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="default")
    window.key("esc")
    window.press("remark")
    assert window.screen == "RemarkScreen"
    window.write("well met")
    window.shot("remark")
    window.key("enter")
    window.step(3)
    command = window.battle.session.lines[-1].command
    assert command == Note("red", "well met")
    assert window.screen == "BattleScreen"
    assert window.asked() == "order"


def test_the_right_button_on_the_log_goes_back_to_that_line(window: Make) -> None:
    w = window()
    begin_wma(w)
    for _ in range(3):
        now = w.battle.play.decision.editor.desk.decision.id
        w.key("enter")
        w.until(lambda now=now: bool(w.asked()) and w.battle.play.decision.editor.desk.decision.id != now)
    lines = len(w.battle.session.lines)
    entry = next(i.entry for i in w.battle.log.items if i.entry.event is not None and i.entry.event.type == "deployed")
    w.battle.play.dealings.ask_back_to(entry)
    w.step()
    assert w.screen == "Dialog"
    w.shot("back-to-here")
    w.key("enter")
    w.until(lambda: bool(w.asked()))
    assert isinstance(w.battle.session.lines[lines].command, Undo)
    assert w.battle.session.state is w.battle.session.lines[entry.line - 1].state
    assert all(i.entry.undone for i in w.battle.log.items if entry.line <= i.entry.line < lines)


def test_two_bots_are_watched(toy_window: Make) -> None:
    window = toy_window()
    begin(window, red="random", blue="random")
    window.until(lambda: window.screen == "EndScreen")
    assert window.battle.play.match.persons == ()
    assert window.battle.session.state.over is not None


def test_a_key_meant_for_the_battle_does_not_leave_its_end(toy_window: Make) -> None:
    """Enter skips what is shown; pressed as the end comes up it must not lead to the title."""
    window = toy_window()
    begin(window, red="random", blue="random")
    window.until(lambda: window.screen == "EndScreen")
    window.strike("enter")
    assert window.screen == "EndScreen"
    window.key("enter")
    assert window.screen == "TitleScreen"


def test_skipping_shows_all_that_happened_at_once(window: Make) -> None:
    w = window(speed="slow")
    begin_wma_slow(w)
    assert w.battle.play.showing.busy
    assert "Watch" in "".join(s.text for s in w.battle.prompt.message)
    w.shot("showing")
    w.key("enter")
    w.until(lambda: not w.battle.play.showing.busy and (bool(w.asked())))
    assert w.asked() == "deploy"
    assert w.battle.play.showing.state is w.battle.session.state


def begin_wma_slow(w: Window) -> None:
    w.new_form()
    plan = replace(w.top.plan, players={"south": "person", "north": "person"})
    w.top._set(plan)
    w.press("begin")
    w.step(12)


def test_after_the_curtain_what_happened_is_shown_again(toy_window: Make) -> None:
    window = toy_window(speed="fast")
    begin(window, blue="person")
    answer(window, "ctrl+d", "enter")
    answer(window, "ctrl+d", "enter")
    window.until(lambda: window.screen == "CurtainScreen")
    window.key("enter")
    assert window.battle.play.telling.side == "red"
    assert window.battle.play.showing.busy
    window.until(lambda: bool(window.asked()))
    assert window.battle.play.showing.state is window.battle.session.state


def test_the_distance_of_a_withdrawal_is_typed(toy_window: Make) -> None:
    """A single box takes the number typed, digit by digit."""
    from game.client.editors.allocate import AllocateEditor
    from game.client.editors.base import Desk
    from game.engine.decision import AllocateAnswer, AllocateSpace, Asked, Box, Reply
    from game.engine.text import T

    window = toy_window()
    begin(window, blue="default")
    desk = window.battle.play.decision.editor.desk
    space = AllocateSpace((Box("cm", T("cm"), 1, 14),), 1, 14)
    asked = Asked(space, Reply(AllocateAnswer({"cm": 1})))
    editor = AllocateEditor(Desk(desk.session, desk.decision, asked, desk.view, desk.words, desk.keys))
    assert editor.answer() == AllocateAnswer({"cm": 1})
    editor.digit(1)
    editor.digit(2)
    assert editor.boxes == {"cm": 12}
    editor.digit(7)
    assert editor.boxes == {"cm": 7}


@pytest.mark.parametrize(("least", "said"), [(0, "0 allocated, at most 3"), (1, "0 allocated, 1 to 3")])
def test_what_may_be_given_out_is_said_with_its_bounds(toy_window: Make, least: int, said: str) -> None:
    from game.client.editors.allocate import AllocateEditor
    from game.client.editors.base import Desk
    from game.engine.decision import AllocateAnswer, AllocateSpace, Asked, Box, Reply
    from game.engine.text import T

    window = toy_window()
    begin(window, blue="default")
    desk = window.battle.play.decision.editor.desk
    asked = Asked(AllocateSpace((Box("a", T("A"), 0, 3),), least, 3), Reply(AllocateAnswer({"a": least})))
    editor = AllocateEditor(Desk(desk.session, desk.decision, asked, desk.view, desk.words, desk.keys))
    editor.boxes["a"] = 0
    assert "".join(s.text for s in editor.rows()[0].label) == said


def test_overlays_and_rulers_stay_while_orders_are_given(window: Make) -> None:
    w = window()
    ordering(w)
    w.battle.sitting.inspector.select("LEG-1")
    w.battle.sitting.inspector.toggle("reach")
    w.battle.sitting.select("LEG-2")
    assert [x.id for x in w.battle.sitting.inspector.shown()] == ["reach"]


def test_act_and_back_again(toy_window: Make) -> None:
    window = toy_window()
    begin(window, blue="default")
    to_act(window)
    window.key("l")
    assert window.battle.log.active
    window.key("pageup")
    window.key("l")
    assert not window.battle.log.active
    window.key("tab")
    assert window.battle.dock.card.active
    window.key("tab", 2)
    assert window.battle.play.decision.active


def test_a_held_key_answers_only_once(window: Make) -> None:
    import pygame

    w = window()
    begin_wma(w)
    first = w.battle.play.decision.editor.desk.decision.id
    w.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    w.until(lambda: bool(w.asked()) and w.battle.play.decision.editor.desk.decision.id != first)
    second = w.battle.play.decision.editor.desk.decision.id
    for _ in range(5):
        w.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
        w.step()
    assert w.battle.play.decision.editor.desk.decision.id == second
    w.post(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    w.key("enter")
    w.until(lambda: bool(w.asked()) and w.battle.play.decision.editor.desk.decision.id != second)
