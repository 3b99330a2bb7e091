"""Every kind of decision answered through the window, by keyboard and by mouse, on a system that has one of each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.client.battle.begin import begin as begin_battle
from game.client.battle.begin import fresh_plan
from game.engine.command import Answering
from game.engine.decision import (
    AllocateAnswer,
    MoveAnswer,
    OptionAnswer,
    OrdersAnswer,
    PlaceAnswer,
    Reply,
    TargetsAnswer,
)
from game.geometry.steps import Advance
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def begin(window: Window, **players: str) -> None:
    """A battle of the toy at its first question."""
    toy = window.app.library.rulesets()[0]
    plan = fresh_plan(window.app, toy)
    begin_battle(window.app, toy, replace(plan, players={**plan.players, **players}))
    window.until(lambda: window.screen != "BattleScreen" or window.asked())


def begin_by_keys(window: Window, **players: str) -> None:
    """From the title through the form of a new battle to the first question."""
    window.key("enter")
    assert window.screen == "BattlePicturesScreen"
    window.press("more")
    assert window.screen == "NewBattleScreen"
    plan = window.top.plan
    for side, player in players.items():
        while window.top.plan.players[side] != player:
            window.top.forms[0].focus_on(f"player-{side}")
            window.key("right")
    assert set(window.top.plan.players) == set(plan.players)
    window.top.forms[1].focus_on("begin")
    window.press("begin")
    window.until(lambda: window.screen != "BattleScreen" or window.asked())


def last_reply(window: Window, side: str = "red") -> Reply:
    """What the side answered last."""
    lines = window.battle.session.lines
    return next(x.command.reply for x in reversed(lines) if isinstance(x.command, Answering) and x.command.side == side)


def wait(window: Window, question: str, after: int = -1) -> None:
    """Until a question is on the desk."""
    window.until(lambda: window.asked() == question and len(window.battle.session.lines) > after)


def to_act(window: Window) -> None:
    """Through the sealed questions of a round to the choice of an act."""
    for _ in range(6):
        window.until(lambda: bool(window.asked()))
        if window.asked() == "act":
            return
        window.key("ctrl+d")
        window.key("enter")
    window.until(lambda: window.asked() == "act")


class TestOrders:
    def test_a_sheet_is_written_by_keys(self, toy_window: Make) -> None:
        window = toy_window()
        begin_by_keys(window, blue="default")
        assert window.asked() == "order"
        window.key("2")  # go, in the first line
        window.key(".")
        window.key("1")  # stand, in the second
        assert window.battle.play.decision.editor.verdict().legal
        window.shot("toy-orders")
        window.key("enter")
        wait(window, "bid")
        assert last_reply(window).answer == OrdersAnswer({"foot-red": {"what": "go"}, "wagon-red": {"what": "stand"}})

    def test_a_sheet_is_written_by_mouse(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        window.row("choice\nwhat\ngo")
        sheet = window.battle.play.decision.body
        sheet.reveal("number\nfar")
        rect = sheet.row_rect("number\nfar")
        for _ in range(3):
            window.click((rect.right - 20, rect.centery))  # the plus: from 0 in steps of a centimetre
        window.click(window.on_table(400.0, 100.0))  # the wagon opens its line
        window.row("choice\nwhat\nstand")
        window.row("act:give")
        wait(window, "bid")
        assert last_reply(window).answer == OrdersAnswer(
            {"foot-red": {"what": "go", "far": 20.0}, "wagon-red": {"what": "stand"}}
        )

    def test_an_unfinished_sheet_says_what_is_missing_and_is_not_given(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        before = len(window.battle.session.lines)
        window.key("enter")
        assert window.asked() == "order"
        assert len(window.battle.session.lines) == before
        said = "".join(s.text for r in window.battle.play.decision.told.rows for s in r.label)
        assert "Foot 1 has no order" in said


class TestOption:
    def test_a_digit_and_enter(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        window.key("ctrl+d")
        window.key("enter")
        wait(window, "bid")
        window.key("2")
        window.key("enter")
        window.until(lambda: window.asked() == "act")
        assert last_reply(window).answer == OptionAnswer({"bid": "high"})

    def test_a_second_click_on_the_choice_gives_it(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        window.key("ctrl+d")
        window.key("enter")
        wait(window, "bid")
        window.row("bid\nhigh")
        assert window.asked() == "bid"
        window.row("bid\nhigh")
        window.until(lambda: window.asked() == "act")
        assert last_reply(window).answer == OptionAnswer({"bid": "high"})

    def test_arrows_walk_the_rows_and_enter_presses_and_confirms(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        window.key("ctrl+d")
        window.key("enter")
        wait(window, "bid")
        window.key("down", 2)
        window.key("enter")
        assert window.battle.play.decision.editor.reply() == Reply(OptionAnswer({"bid": "high"}))
        window.key("enter")
        window.until(lambda: window.asked() == "act")

    def test_an_exit_by_its_key(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        n = len(window.battle.session.lines)
        window.key("f2")
        window.until(lambda: len(window.battle.session.lines) > n)
        passed = window.battle.session.lines[n].command
        assert isinstance(passed, Answering)
        assert passed.reply == Reply(exit="pass")


class TestMove:
    def to_march(self, window: Window) -> None:
        begin(window, blue="default")
        to_act(window)
        window.key("1")
        window.key("enter")
        wait(window, "march")

    def test_dragging_ahead_shows_the_cost_and_enter_gives_it(self, toy_window: Make) -> None:
        window = toy_window()
        self.to_march(window)
        start, end = window.on_table(240.0, 100.0), window.on_table(240.0, 190.0)
        window.drag(start, end, drop=False)
        verdict = window.battle.play.decision.editor.verdict()
        assert verdict.legal
        assert verdict.cost == pytest.approx(90.0, abs=3.0)
        window.shot("toy-march")
        window.up(end)
        window.key("enter")
        window.until(lambda: window.asked() == "act")
        moved = last_reply(window).answer
        assert isinstance(moved, MoveAnswer)
        assert moved.subject == "foot-red"
        assert moved.courses[0].steps == (Advance(verdict.cost),)
        bases = window.battle.session.state.bases
        assert bases["foot-red.1"].pose.y == pytest.approx(100.0 + verdict.cost, abs=0.01)

    def test_too_far_is_refused_with_numbers_and_n_takes_the_nearest(self, toy_window: Make) -> None:
        window = toy_window()
        self.to_march(window)
        window.drag(window.on_table(240.0, 100.0), window.on_table(240.0, 350.0), drop=False)
        editor = window.battle.play.decision.editor
        assert editor.verdict().status == "refused"
        said = "".join(s.text for s in editor.marks().pointer)
        far = editor.answer().courses[0].steps[0].distance
        assert said == f"{(far - 200.0) / 10:.2f}".rstrip("0") + " cm too far TOY-MARCH-01"
        assert far == pytest.approx(250.0, abs=3.0)
        window.shot("toy-march-refused")
        n = len(window.battle.session.lines)
        window.key("enter")
        assert len(window.battle.session.lines) == n
        window.key("n")
        assert editor.verdict().legal
        window.key("enter")
        window.until(lambda: len(window.battle.session.lines) > n)
        assert last_reply(window).answer.courses[0].steps == (Advance(200.0),)

    def test_exact_nudges_by_keys(self, toy_window: Make) -> None:
        window = toy_window()
        self.to_march(window)
        window.key(".", 2)  # the next unit that may move: the wagon
        window.key("w", 3)
        window.key("ctrl+w")
        window.key("shift+w", 2)
        window.key("s")
        assert window.battle.play.decision.editor.answer().courses[0].steps == (Advance(72.0),)
        window.key("backspace")
        assert window.battle.play.decision.editor.answer().courses == ()


class TestTargetsPlacePickAllocate:
    def test_shooter_and_mark_by_clicks_on_the_table(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        window.key("2")
        window.key("enter")
        wait(window, "shoot")
        n = len(window.battle.session.lines)
        window.click(window.on_table(240.0, 100.0))
        window.click(window.on_table(400.0, 900.0))
        window.shot("toy-shoot")
        window.key("enter")
        window.until(lambda: len(window.battle.session.lines) > n)
        answer = last_reply(window).answer
        assert isinstance(answer, TargetsAnswer)
        assert [(a.actor, a.means, a.mark) for a in answer.aims] == [("foot-red", "bow", "wagon-blue")]

    def test_into_the_wagon_by_a_click_on_it(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        window.key("3")
        window.key("enter")
        wait(window, "ride")
        n = len(window.battle.session.lines)
        window.click(window.on_table(400.0, 100.0))
        window.shot("toy-ride")
        window.key("enter")
        window.until(lambda: len(window.battle.session.lines) > n)
        answer = last_reply(window).answer
        assert isinstance(answer, PlaceAnswer)
        assert [(p.thing, p.inside) for p in answer.places] == [("foot-red", "wagon-red")]

    def test_dice_to_throw_again_by_plus(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        to_act(window)
        window.key("2")
        window.key("enter")
        wait(window, "shoot")
        window.key("ctrl+d")
        window.key("enter")
        wait(window, "bend")
        box = next(r.id for r in window.battle.play.decision.body.rows if r.look == "stepper" and r.can_more)
        rect = window.battle.play.decision.body.row_rect(box)
        window.click((rect.right - 20, rect.centery))
        window.shot("toy-bend")
        n = len(window.battle.session.lines)
        window.key("enter")
        window.until(lambda: len(window.battle.session.lines) > n)
        assert last_reply(window).answer == AllocateAnswer({box: 1})


def test_from_the_title_to_the_end_by_keyboard_alone(toy_window: Make) -> None:
    window = toy_window()
    window.key("enter")
    form = window.top.forms[0]
    for _ in range(20):
        window.key("tab")
        if window.top.forms[0].focused.id == "player-blue":
            break
    assert form.focused is not None
    for _ in range(30):
        window.key("tab")
        if window.top.forms[0].focused is not None and window.top.forms[0].focused.id == "seed":
            break
    window.press("begin")
    for _ in range(300):
        window.until(lambda: window.screen != "BattleScreen" or bool(window.asked()))
        if window.screen != "BattleScreen":
            break
        editor = window.battle.play.decision.editor
        if editor.reply() is None:
            window.key("ctrl+d")
        if editor.reply() is not None:
            window.key("enter")
        else:
            window.key("f2")
    assert window.screen == "EndScreen"
    window.shot("toy-end")
    window.press("verify")
    window.until(lambda: window.top.sound is not None)
    assert window.top.sound is True
    window.press("title")
    assert window.screen == "TitleScreen"
