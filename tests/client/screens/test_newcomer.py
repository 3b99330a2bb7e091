"""What somebody does who has read nothing: drags what is not to be dragged, confirms what is not finished."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pygame
import pytest

from game.client.editors.option import OptionEditor
from game.engine.decision import Choice, OptionSpace, Verdict
from game.engine.text import T, Text, Thing
from tests.client.screens.test_guide import set_up
from tests.client.window import Window, coach_of

Make = Callable[..., Window]


def ordering(w: Window) -> None:
    """Warmaster's guided battle up to the first order."""
    set_up(w, "WMA")
    w.key("f2")
    w.until(lambda: w.asked() == "order")
    w.step(2)


def stand(w: Window, unit: str) -> tuple[float, float]:
    """The window pixel of a unit's second base, or of its only one."""
    bases = [b for b in w.battle.sitting.view.bases_of(unit) if b.pose is not None]
    pose = bases[min(1, len(bases) - 1)].pose
    assert pose is not None
    return w.on_table(pose.x, pose.y)


def test_the_first_time_learning_is_what_the_title_offers_first(window: Make) -> None:
    w = window()
    golden = [t.id for f in w.top.forms for t in f.pictures if t.tile is not None and t.tile.golden]
    assert golden == ["learn"]


def test_a_unit_dragged_where_an_order_is_asked_says_by_whose_order_it_goes(window: Make) -> None:
    w = window()
    ordering(w)
    origin = w.battle.table.camera.origin
    x, y = stand(w, "LEG-1")
    w.drag((x, y), (x, y - 80))
    assert w.battle.table.camera.origin == origin
    assert w.asked() == "move"
    said = "".join(s.text for s in w.battle.play.marks().pointer)
    assert said.startswith("First: ")
    assert "Hastati and Principes 1: needs" in said
    assert w.battle.play.decision.editor.verdict().legal
    w.key("esc")
    assert w.asked() == "order"
    w.drag((x, y - 150), (x, y - 190))  # the bare ground still takes the table along
    assert w.battle.table.camera.origin != origin


def test_enter_says_what_is_missing(window: Make) -> None:
    w = window()
    ordering(w)
    w.key("enter")
    assert w.notices() == ["Nothing is chosen yet. Republican Rome: order a unit, or end the phase"]
    assert w.app.notices.shown[0].rect.top >= w.battle.table.rect.top


def test_what_was_said_of_a_question_goes_with_its_answer(window: Make) -> None:
    w = window()
    ordering(w)
    w.key("enter")
    assert len(w.notices()) == 1
    w.app.notice("A picture was saved")
    w.key("f2")
    w.until(lambda: w.asked() != "order")
    assert w.notices() == ["A picture was saved"]


def test_a_place_that_is_refused_is_called_so_in_the_list_and_by_enter(window: Make) -> None:
    w = window()
    set_up(w, "WMA")

    def note() -> str:
        row = next(r for r in w.battle.play.decision.rows if r.id == "thing\nLEG-1")
        return "".join(s.text for s in row.note)

    w.step(2)
    assert note() == "here, once confirmed"
    row = w.battle.play.decision.body.row_rect("thing\nLEG-1")
    assert row is not None
    w.drag((row.left + 40, row.centery), w.on_table(900.0, 600.0))
    w.step(2)
    assert note() == "not allowed there"
    w.key("enter")
    assert w.notices() == ["The unit must stand wholly in the deployment area of Republican Rome"]
    card = {"".join(s.text for s in r.label): "".join(s.text for s in r.value) for r in w.battle.dock.card.rows}
    assert card["Stands"] == "3 of 3"


def test_ending_the_phase_has_the_same_key_after_an_order(window: Make) -> None:
    w = window()
    ordering(w)
    for _order in range(12):
        if w.asked() == "move":
            break
        w.key("f2") if w.asked() != "order" else w.click(stand(w, "LEG-1"))
        w.key("enter")
        w.until(lambda: w.asked() in ("order", "move"))
    assert w.asked() == "move"
    w.row("mode\nhold")
    w.key("enter")
    w.until(lambda: w.asked() == "order")
    exits = [r for r in w.battle.play.decision.rows if r.id.startswith("exit")]
    assert [(r.id, r.key) for r in exits] == [
        ("exit\nend_phase", "F2"),
        ("exit\nclose_unit", "F3"),
        ("exit\nclose_character", "F4"),
    ]
    assert "".join(s.text for s in exits[1].label) == "No more orders for Hastati and Principes 1"


def test_dice_do_not_lie_on_the_zone_that_is_to_be_filled(window: Make) -> None:
    w = window(speed="normal")
    set_up(w, "WMA")
    w.until(lambda: w.asked() == "deploy")
    w.step(2)
    tray, area = w.battle.play.tray.rect, w.battle.table.rect
    assert tray.width > 0
    assert tray.bottom < w.on_table(900.0, 200.0)[1]
    assert area.contains(tray)


@pytest.fixture
def acting(window: Make) -> Window:
    """The skirmish up to the first action of a unit."""
    w = window()
    set_up(w, "AFS")
    for _answer in range(40):
        if w.asked() == "act":
            break
        w.usual()
        w.key("enter")
        w.until(lambda: w.asked() != "")
    assert w.asked() == "act"
    w.step(2)
    return w


def test_a_unit_that_was_to_hold_moves_when_it_is_dragged(acting: Window) -> None:
    w = acting
    editor = w.battle.play.decision.editor
    assert editor.way.mode_id == "hold"
    x, y = stand(w, editor.way.unit)
    w.click((x, y))
    assert editor.way.mode_id == "hold"
    w.drag((x, y), (x, y - 20))
    assert editor.way.mode_id == "advance"
    assert editor.verdict().parts


def test_what_goes_too_far_can_be_stopped_where_it_may(acting: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    w = acting
    editor = w.battle.play.decision.editor
    check = editor.desk.check

    def at_a_loss(answer: object) -> Verdict:
        """As the rules say, but for a place that they would name instead."""
        return msgspec.structs.replace(check(answer), nearest=None)

    monkeypatch.setattr(editor.desk, "check", at_a_loss)
    x, y = stand(w, editor.way.unit)
    w.drag((x, y), (x, y - 160), drop=False)
    w.step(2)
    verdict = editor.verdict()
    assert verdict.status == "refused"
    assert "act:nearest" in w.rows()
    w.key("n")
    assert editor.verdict().legal
    assert editor.reply() is not None
    goal = editor.way.draft.singles[-1]
    assert all(goal[b].y > p.y + 25.0 for b, p in editor.way.start.items())


def test_the_reason_is_not_told_of_another_unit_under_the_pointer(window: Make) -> None:
    w = window()
    set_up(w, "WMA")
    w.key("enter")
    w.until(lambda: w.asked() == "deploy")
    row = w.battle.play.decision.body.row_rect("thing\nLEG-2")
    assert row is not None
    w.drag((row.left + 40, row.centery), w.on_table(900.0, 600.0))
    assert w.battle.play.marks().pointer
    assert not w.battle.play.points_elsewhere()
    w.key("shift+u")  # the guide's strip lies over the enemy's edge
    enemy = next(u.id for u in w.battle.sitting.view.units_of("north") if w.battle.sitting.view.bases_of(u.id))
    w.move(stand(w, enemy))
    assert w.battle.play.points_elsewhere()


def test_the_enemy_that_a_question_is_about_is_marked(window: Make) -> None:
    w = window()
    ordering(w)
    enemy = next(u.id for u in w.battle.sitting.view.units_of("north") if w.battle.sitting.view.bases_of(u.id))
    desk = w.battle.play.decision.editor.desk
    space = OptionSpace({"reaction": (Choice("shoot", T("Shoot")), Choice("hold", T("Hold")))})
    message = T("a charge by {a} on {b}; shoot?", a=Thing(enemy), b=Thing("VEL-1"))
    asked = msgspec.structs.replace(desk.asked, space=space, draft=None)
    decision = msgspec.structs.replace(desk.decision, kind="option", message=message)
    editor = OptionEditor(replace(desk, decision=decision, asked=asked))
    assert editor.marks().units == {enemy: "target"}


def test_size_and_language_may_change_in_the_middle(window: Make, tmp_path: Path) -> None:
    w = window()
    ordering(w)
    screen = w.top
    w.app.change(language="pl")
    w.step(2)
    assert coach_of(screen).strip.words.startswith("Wszystkie inne oddziały ruszają się tylko na rozkaz.")
    said = ["".join(s.text for s in (*label, *value)) for label, value in screen.prompt.status]
    assert said[0].startswith("Tura")
    pygame.display.set_mode((1024, 700), pygame.RESIZABLE)
    w.post(pygame.VIDEORESIZE, w=1024, h=700, size=(1024, 700))
    w.step(3)
    assert w.app.size == (1024, 700)
    assert screen.table.rect.contains(coach_of(screen).strip.rect)
    assert w.asked() == "order"
    w.shot("newcomer-pl-1024")
    w.app.change(language="en")


def test_whom_a_question_is_about_is_said_in_the_list_where_the_question_does_not(window: Make) -> None:
    w = window()
    ordering(w)
    desk = w.battle.play.decision.editor.desk
    space = OptionSpace({"VEL-1": (Choice("scout", T("Scout")), Choice("with", T("Set up with the others")))})
    asked = msgspec.structs.replace(desk.asked, space=space, draft=None)

    def headings(message: Text) -> list[str]:
        decision = msgspec.structs.replace(desk.decision, kind="option", message=message)
        rows = OptionEditor(replace(desk, decision=decision, asked=asked)).rows()
        return ["".join(s.text for s in r.label) for r in rows if r.look == "heading"]

    assert headings(T("units to be set aside")) == ["Velites 1"]
    assert headings(T("shoot with {unit}?", unit=Thing("VEL-1"))) == []
