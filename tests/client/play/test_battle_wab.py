"""Ancient Battles in the window: a whole battle by keyboard, and blocks moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.decision import MoveAnswer, PlaceAnswer, TargetsAnswer
from game.engine.state import Frame, State
from game.geometry.steps import Advance, Wheel
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.field.blocks import block_of
from tests.client.battles import begin, kept_whole, laid_out
from tests.client.play.test_battle_wma import give_least
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


def opened(window: Window, state: State, frame: str, dice: tuple[int, ...] = ()) -> None:
    """A situation on the table of the window, both sides at its keyboard."""
    laid_out(window, RULESET, state, Frame(frame), dice)


def middle(window: Window, unit_id: str) -> tuple[float, float]:
    pose = block_of(window.battle.session.state, unit_id).centre
    return pose.x, pose.y


def test_a_whole_battle_by_keyboard_with_what_is_usual(wab: Make) -> None:
    w = wab()
    begin(w, north="random")
    for _ in range(3000):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if w.screen == "EndScreen":
            break
        give_least(w)
    assert w.screen == "EndScreen"
    w.shot("wab-end")
    kept_whole(w)


def test_a_block_is_placed_with_the_mouse(wab: Make) -> None:
    w = wab()
    begin(w)
    for _ in range(10):
        if w.asked() == "wab.deploy":
            break
        give_least(w)
        w.until(lambda: bool(w.asked()))
    w.shot("wab-deploy")
    editor = w.battle.play.decision.editor
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
    w.until(lambda: w.battle.play.decision.editor is not editor)
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
    answer = w.battle.play.decision.editor.answer()
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
    editor = w.battle.play.decision.editor
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


def stepper(w: Window, row: str, sign: str) -> None:
    """Press the minus ("less") or plus ("more") of a row of the decision's panel."""
    sheet = w.battle.play.decision.body
    sheet.reveal(row)
    laid = next(one for one in sheet._laid if one.row.id == row)
    rect = sheet.row_rect(row)
    w.click((sheet.rect.left + getattr(laid, sign).centerx, rect.centery))


def test_keys_wheel_a_block_and_send_it_ahead_from_there(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    w.click(w.on_table(*middle(w, "COM")))
    editor = w.battle.play.decision.editor
    w.key("e")
    assert editor.answer().courses[0].steps == (Wheel(15.0, "right"),)
    assert editor.verdict().legal, editor.verdict().reasons
    w.key("w", 2)
    assert editor.answer().courses[0].steps == (Wheel(15.0, "right"), Advance(50.0))
    w.key("q")
    assert editor.answer().courses[0].steps == (Wheel(15.0, "right"), Advance(50.0), Wheel(15.0, "left"))
    w.key("backspace")
    w.key("s", 2)
    assert editor.answer().courses[0].steps == (Wheel(15.0, "right"),)
    w.shot("wab-wheeled")


def test_what_was_dragged_is_told_step_by_step_and_wheeled_on(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    x, y = middle(w, "COM")
    w.key("home")
    w.drag(w.on_table(x, y), w.on_table(x + 25.0, y + 110.0))
    editor = w.battle.play.decision.editor
    verdict = editor.verdict()
    assert verdict.legal, (verdict.reasons, editor.way.draft, editor.hand.snapped)
    assert [type(s) for s in verdict.steps] == [Wheel, Advance]
    assert sum(verdict.costs) == pytest.approx(verdict.cost, abs=0.01)
    told = ["".join(s.text for s in r.label) for r in editor.rows()]
    assert any("wheel right" in t for t in told)
    assert any("ahead" in t for t in told)
    w.key("e")
    assert editor.answer().courses[0].steps == (*verdict.steps, Wheel(15.0, "right"))


def test_a_place_too_far_aside_for_one_wheel_is_reached_by_two(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    x, y = middle(w, "COM")
    w.drag(w.on_table(x, y), w.on_table(x + 30.0, y + 100.0))
    verdict = w.battle.play.decision.editor.verdict()
    assert verdict.legal, verdict.reasons
    assert [type(s) for s in verdict.steps] == [Wheel, Advance, Wheel]
    assert {g.pose.facing for g in verdict.ghosts} == {0.0}


def test_a_drag_that_is_hardly_aside_goes_straight_ahead(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    x, y = middle(w, "COM")
    w.drag(w.on_table(x, y), w.on_table(x + 7.0, y + 90.0), drop=False)
    editor = w.battle.play.decision.editor
    assert editor.hand.snapped == "straight ahead"
    w.up(w.on_table(x + 7.0, y + 90.0))
    assert [type(s) for s in editor.verdict().steps] == [Advance]


def test_a_place_beyond_a_move_says_how_far_and_that_a_march_gets_there(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    x, y = middle(w, "COM")
    most = w.battle.play.decision.editor.way.mover("COM").modes[0].allowance
    w.drag(w.on_table(x, y), w.on_table(x, y + most + 2.0 * INCH), drop=False)
    editor = w.battle.play.decision.editor
    verdict = editor.verdict()
    assert verdict.status == "refused"
    assert verdict.cost == pytest.approx(most + 2.0 * INCH, abs=6.0)
    assert [r.clause for r in verdict.reasons] == ["WAB-S07", "WAB-MAR-02"]
    w.up(w.on_table(x, y + most + 2.0 * INCH))
    assert editor.way.mode_id == "march"
    assert editor.verdict().legal


def test_frontages_share_one_row_with_minus_and_plus(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.moves")
    w.click(w.on_table(*middle(w, "PHA")))
    editor = w.battle.play.decision.editor
    assert not [r for r in w.rows() if r.startswith("formation\n") and r != "formation\nabout"]
    now = w.battle.sitting.view.units["PHA"].own.files
    stepper(w, "frontage", "more")
    wider = int(editor.way.leg().formation)
    assert wider > now
    stepper(w, "frontage", "less")
    assert editor.way.leg().formation == ""
    stepper(w, "frontage", "less")
    assert int(editor.way.leg().formation) < now


def test_a_charge_out_of_reach_is_told_before_it_is_declared(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.charges")
    w.click(w.on_table(*middle(w, "PHA")))
    w.row("mark\nNOB")
    verdict = w.battle.play.decision.editor.verdict()
    assert verdict.legal
    assert [r.clause for r in verdict.reasons] == ["WAB-S11"]
    w.row("mark\nWAR")
    assert w.battle.play.decision.editor.verdict().reasons == ()


def test_pointing_at_a_unit_tells_what_its_badges_mean(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, table(unit("PHA", (36, 18)), unit("WAR", (36, 34), 180, moved=True), turn=1), "wab.charges")
    w.move(w.on_table(*middle(w, "WAR")))
    w.step(2)
    said = "".join(s.text for s in w.battle.tip_at(w.app.pointer.at)).split("\n")
    assert said == ["Warband", "Has moved", 'threatens no enemy: 16" away, charge 8"']


def test_who_is_charged_sees_the_odds_of_holding(wab: Make) -> None:
    w = wab(size=(1280, 800))
    opened(w, facing_lines(), "wab.charges")
    w.click(w.on_table(*middle(w, "PHA")))
    w.row("mark\nWAR")
    w.key("enter")
    w.until(lambda: w.asked() == "wab.declare" and bool(w.battle.session.state.ties))
    w.key("f2")
    w.until(lambda: w.asked() == "wab.react")
    w.step(12)  # to hold is chosen already
    odds = w.battle.play.decision.odds
    assert odds is not None
    told = {r.label.key: r.chance for r in odds.rows if r.chance is not None}
    assert told["Win"] + told["Draw"] + told["Lose"] == pytest.approx(1.0)


def test_a_unit_taken_from_the_tray_stands_in_its_usual_formation(wab: Make) -> None:
    w = wab()
    begin(w)
    w.until(lambda: w.asked() == "wab.deploy")
    editor = w.battle.play.decision.editor
    w.row("thing\nCOM")
    assert int(editor.tray.piece().formation) == w.battle.sitting.view.units["COM"].own.files
    rows = w.rows()
    assert rows.index("frontage") == rows.index("thing\nCOM") + 1  # right below it, however long the tray
