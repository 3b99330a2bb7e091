"""Charging and evading in the window: a click on the enemy shows where the stands would end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.engine.decision import MoveAnswer
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from rulesets.warmaster_ancients import RULESET
from tests.client.battles import initiative as lay_initiative
from tests.client.window import Window, overlays
from tests.rules.warmaster_ancients.table import at_cm, table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def initiative(w: Window) -> BattleScreen:
    """Legionaries 15 cm before Gauls, others farther off; the initiative phase of the south."""
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("LEG-2", at=(60, 20), facing="N"),
        unit("VEL-1", at=(110, 40), facing="N"),
        unit("GAL-1", at=(90, 57), facing="S"),
        unit("LIB-1", at=(60, 100), facing="S"),
        active="south",
        turn=1,
        phase="initiative",
    )
    return lay_initiative(w, RULESET, state)


def test_a_click_on_the_enemy_shows_the_charge_and_enter_makes_it(window: Make) -> None:
    w = window()
    initiative(w)
    assert w.asked() == "initiative"
    editor = w.battle.play.decision.editor
    barred = [m.id for m in editor.way.space.among if m.bar is not None]
    assert "LEG-2" in barred
    w.click(w.on_table(900.0, 400.0))
    assert (editor.way.unit, editor.way.mark) == ("LEG-1", "")
    w.click(w.on_table(900.0, 570.0))
    assert editor.answer() == MoveAnswer("LEG-1", "charge", "GAL-1")
    verdict = editor.verdict()
    assert verdict.legal
    assert sorted(at_cm(g.pose) for g in verdict.ghosts) == [(86.0, 55.0, 0.0), (90.0, 55.0, 0.0), (94.0, 55.0, 0.0)]
    w.step(10)
    w.shot("charge")
    w.key("enter")
    w.until(lambda: bool(w.asked()) or not w.battle.session.waiting)
    bases = w.battle.session.state.bases_of("LEG-1")
    assert sorted(at_cm(b.pose) for b in bases) == [(86.0, 55.0, 0.0), (90.0, 55.0, 0.0), (94.0, 55.0, 0.0)]


def test_a_unit_too_far_off_says_why_and_is_not_taken(window: Make) -> None:
    w = window()
    screen = initiative(w)
    editor = w.battle.play.decision.editor
    w.click(w.on_table(600.0, 200.0))
    assert editor.way.unit == ""
    assert screen.sitting.selected == "LEG-2"
    row = next(r for r in screen.play.decision.body.rows if r.id == "unit\nLEG-2")
    said = "".join(s.text for s in row.bar)
    assert "WMA-INI-03" in said
    assert "20 cm" in said


def test_evading_shows_the_whole_way_at_once_and_is_shortened_by_keys(window: Make) -> None:
    w = window()
    initiative(w)
    editor = w.battle.play.decision.editor
    w.click(w.on_table(1100.0, 400.0))
    assert editor.way.unit == "VEL-1"
    w.row("mode\nevade")
    verdict = editor.verdict()
    assert verdict.legal
    assert len(editor.marks().overlays) > 3
    w.shot("evade")
    w.drag(w.on_table(1100.0, 400.0), w.on_table(1250.0, 300.0))
    w.shot("evade-dragged")
    if not editor.verdict().legal:
        assert editor.judged.nearest().legal
        w.key("n")
    assert editor.verdict().legal
    w.key("enter")
    w.until(lambda: bool(w.asked()) or not w.battle.session.waiting)
    assert w.battle.session.state.units["VEL-1"].own.initiative


def test_single_stands_are_dragged_with_alt(window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    w = window()
    state = table(
        unit("VEL-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 110), facing="S"), active="south", turn=1
    )
    frame = RULESET.entries["move"](state, {"unit": "VEL-1"})
    session = Session.from_state(RULESET, state, frame, ScriptedDice([]))
    w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "person"})))
    w.until(lambda: w.asked() == "move")
    editor = w.battle.play.decision.editor
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    right = session.state.bases["VEL-1.3"].pose
    w.drag(w.on_table(right.x, right.y), w.on_table(right.x, right.y + 20.0))
    monkeypatch.undo()
    answer = editor.answer()
    assert [c.who for c in answer.courses] == ["VEL-1.1", "VEL-1.2", "VEL-1.3"]
    assert answer.courses[0].steps[-1].points == ((right.x - 80.0, right.y),)
    assert answer.courses[2].steps[-1].points[0] == pytest.approx((right.x, right.y + 20.0), abs=3.0)
    assert editor.verdict().status in ("legal", "refused")
    w.shot("single-stand")


def test_the_sight_check_draws_what_the_unit_under_the_pointer_sees(window: Make) -> None:
    w = window()
    screen = initiative(w)
    w.key("v")
    assert screen.sitting.tool == "sight"
    w.move(w.on_table(900.0, 400.0))
    drawn = overlays(screen)
    seen = [x for x in drawn if type(x).__name__ == "Line" and x.role == "sight"]
    said = [x.text for x in drawn if type(x).__name__ == "Label"]
    assert len(seen) == 1
    assert "15 cm" in said
    w.shot("sight")
    w.move(w.on_table(600.0, 1000.0))
    said = [x.text for x in overlays(screen) if type(x).__name__ == "Label"]
    assert "nothing is visible from here" in said
    w.key("esc")
    assert screen.sitting.tool == ""
    assert w.screen == "BattleScreen"
