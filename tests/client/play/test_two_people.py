"""Two people at one window: the curtain, whose eyes the table is seen with, offers, taking back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.command import Answering, Undo
from game.engine.decision import PickAnswer
from tests.client.play.test_battle_toy import begin
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def answer(window: Window, *keys: str) -> None:
    """Lift the curtain where it hangs, then press keys."""
    window.until(lambda: window.screen == "CurtainScreen" or bool(window.asked()))
    if window.screen == "CurtainScreen":
        window.key("enter")
        window.until(lambda: bool(window.asked()))
    for key in keys:
        window.key(key)


def side(window: Window) -> str:
    return window.battle.play.decision.editor.desk.decision.side


def two(window: Window) -> Window:
    begin(window, blue="person")
    return window


def test_the_curtain_names_who_decides_and_hides_the_table(toy_window: Make) -> None:
    window = two(toy_window())
    assert window.screen == "CurtainScreen"
    assert window.top.decision.side == "red"
    assert window.asked() == ""
    picture = window.shot("curtain")
    at = window.battle.table.camera.to_screen(240.0, 100.0)
    assert window.battle.play.telling.side is None
    assert picture.get_at((round(at[0]), round(at[1])))[:3] != (0, 0, 0)
    window.key("enter")
    window.until(lambda: bool(window.asked()))
    assert (window.screen, side(window), window.battle.play.telling.side) == ("BattleScreen", "red", "red")
    assert list(window.battle.sitting.view.secret) == ["red"]


def test_a_key_meant_for_ones_own_answer_does_not_lift_the_curtain(toy_window: Make) -> None:
    """Enter pressed once too often would show the other one's secrets."""
    window = two(toy_window())
    answer(window, "ctrl+d", "enter")
    window.until(lambda: window.screen == "CurtainScreen")
    window.strike("enter")
    assert (window.screen, window.battle.play.telling.side) == ("CurtainScreen", None)
    window.key("enter")
    window.until(lambda: bool(window.asked()))
    assert (window.screen, window.battle.play.telling.side) == ("BattleScreen", "blue")


def test_each_sealed_answer_is_given_behind_the_curtain(toy_window: Make) -> None:
    window = two(toy_window())
    answer(window, "ctrl+d", "enter")
    window.until(lambda: window.screen == "CurtainScreen")
    assert window.top.decision.side == "blue"
    assert window.battle.play.match.session.state.secret["red"].sealed
    window.key("enter")
    window.until(lambda: bool(window.asked()))
    assert list(window.battle.sitting.view.secret) == ["blue"]
    assert not window.battle.sitting.view.secret["blue"].sealed


def test_a_pick_after_the_enemys_shout(toy_window: Make) -> None:
    """Red marches up to blue, blue shouts, red picks the base that falls."""
    window = two(toy_window(speed="instant"))
    seen = set()
    for _ in range(80):
        window.until(lambda: window.screen == "CurtainScreen" or bool(window.asked()))
        if window.screen == "CurtainScreen":
            window.key("enter")
            continue
        asked = window.asked()
        seen.add(asked)
        if asked == "act":
            if side(window) == "red":
                answer(window, "1", "enter")
            else:
                answer(window, "f2")
        elif asked == "march":
            if not window.battle.play.decision.editor.way.unit:
                window.click(window.on_table(*pose_of(window, "foot-red.2")))
            answer(window, "ctrl+w", "ctrl+w", "ctrl+w", "ctrl+w", "enter")
        elif asked == "shout":
            answer(window, "2", "enter")
        elif asked == "lose":
            window.shot("toy-pick")
            standing = window.battle.play.decision.editor.space.things
            window.click(window.on_table(*pose_of(window, standing[1].id)))
            assert window.battle.play.decision.editor.answer() == PickAnswer((standing[1].id,))
            window.key("enter")
            break
        else:
            answer(window, "ctrl+d", "enter")
    assert "lose" in seen
    given = next(x.command for x in reversed(window.battle.session.lines) if isinstance(x.command, Answering))
    assert given.reply.answer == PickAnswer((standing[1].id,))
    assert window.battle.session.state.bases[standing[1].id].where == "gone"


def pose_of(window: Window, base: str) -> tuple[float, float]:
    pose = window.battle.session.state.bases[base].pose
    return pose.x, pose.y


class TestAgreement:
    def to_red(self, window: Window) -> None:
        for _ in range(30):
            window.until(lambda: window.screen == "CurtainScreen" or bool(window.asked()))
            if window.screen == "CurtainScreen":
                window.key("enter")
            elif window.asked() == "act":
                return
            else:
                answer(window, "ctrl+d", "enter")

    def test_a_draw_is_offered_and_accepted(self, toy_window: Make) -> None:
        window = two(toy_window())
        self.to_red(window)
        window.key("esc")
        assert window.screen == "MenuScreen"
        window.shot("menu")
        window.press("draw")
        window.until(lambda: window.screen == "Dialog")
        window.shot("offer")
        window.press("accept")
        window.until(lambda: window.screen == "EndScreen")
        assert window.battle.session.state.over.winner == ""

    def test_a_draw_declined_leaves_the_battle_going(self, toy_window: Make) -> None:
        window = two(toy_window())
        self.to_red(window)
        window.key("esc")
        window.press("draw")
        window.until(lambda: window.screen == "Dialog")
        window.press("decline")
        window.until(lambda: bool(window.asked()))
        assert window.battle.session.state.over is None
        assert window.battle.session.state.offers == ()

    def test_a_key_meant_for_the_battle_answers_no_offer(self, toy_window: Make) -> None:
        """The other one is asked; a second Enter of who offers must not decline in his name."""
        window = two(toy_window())
        self.to_red(window)
        window.key("esc")
        window.press("draw")
        window.until(lambda: window.screen == "Dialog" and bool(window.battle.session.state.offers))
        window.strike("enter")
        assert window.screen == "Dialog"
        assert window.battle.session.state.offers != ()
        window.key("enter")
        window.until(lambda: bool(window.asked()))
        assert window.battle.session.state.offers == ()

    def test_conceding_ends_it(self, toy_window: Make) -> None:
        window = two(toy_window())
        self.to_red(window)
        loser = side(window)
        window.key("esc")
        window.press("concede")
        assert window.screen == "Dialog"
        window.press("yes")
        window.until(lambda: window.screen == "EndScreen")
        assert window.battle.session.state.over.winner != loser

    def test_taking_back_what_cannot_be_taken_back_freely_asks_the_other(self, toy_window: Make) -> None:
        window = two(toy_window())
        self.to_red(window)  # sealed answers were given and opened: not free
        here = len(window.battle.session.lines)
        window.key("ctrl+z")
        window.until(lambda: window.screen == "Dialog")
        assert window.battle.session.state.offers[0].what == "takeback"
        window.press("accept")
        window.until(lambda: isinstance(window.battle.session.lines[-1].command, Undo))
        assert len(window.battle.session.lines) == here + 3
        undone = window.battle.session.lines[-1]
        assert undone.state is window.battle.session.lines[undone.command.to].state


def test_each_sees_his_own_hidden_troops_only(toy_window: Make) -> None:
    """The scouts stand at 600, 100 and 600, 900: whoever looks finds his own under the pointer, and their card."""
    window = two(toy_window())
    assert not any(b.secret for b in window.battle.table.picture.scene.blocks)
    window.key("enter")
    window.until(lambda: bool(window.asked()))
    table = window.battle.table
    assert strengths(window) == [3, 2]
    assert table.spot(window.on_table(600.0, 100.0)).unit == "scouts-red"
    assert table.spot(window.on_table(600.0, 900.0)).unit == ""
    window.battle.sitting.select("scouts-red")
    assert window.battle.sitting.inspector.selected == "scouts-red"
    table.picture.prepare_all()
    window.shot("toy-hidden")
    said = "".join(s.text for r in window.battle.dock.card.rows for s in (*r.label, *r.value))
    assert "Scouts" in said
    assert "Hidden: only you know of it" in said
    answer(window, "ctrl+d", "enter")
    window.until(lambda: window.screen == "CurtainScreen")
    assert not any(b.secret for b in window.battle.table.picture.scene.blocks)
    window.key("enter")
    window.until(lambda: bool(window.asked()))
    assert table.spot(window.on_table(600.0, 900.0)).unit == "scouts-blue"
    assert table.spot(window.on_table(600.0, 100.0)).unit == ""
    assert strengths(window) == [2, 3]


def strengths(window: Window) -> list[int]:
    """How many units of each side the bar at the top counts."""
    return [len(one.left) for one in window.battle.prompt.strengths]
