"""The odds of two units over the table: opened by a key, both ways, for drafts, with every number opening."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.client.battle.match import Match
from game.client.panels import odds_work
from game.client.panels.odds_panel import OddsPanel
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.client.theme import Theme
from game.client.ui.text import say
from game.client.ui.tips import draw_tip
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame, view
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from rulesets.ancient_battles import RULESET as WAB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import begin
from tests.client.battles import initiative as lay_initiative
from tests.client.play.test_battle_wma import deployed, middle, order
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish.attack_play import bow, model, row, scene, squad, sword
from tests.rules.ancient_battles import table as wab
from tests.rules.warmaster_ancients.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


RUNS = 20


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer runs, that tests be quick."""
    monkeypatch.setattr(odds_work, "RUNS", RUNS)


def initiative(w: Window) -> BattleScreen:
    """Legionaries 15 cm before Gauls; the initiative phase of the south."""
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("VEL-1", at=(110, 40), facing="N"),
        unit("GAL-1", at=(90, 57), facing="S"),
        unit("LIB-1", at=(60, 100), facing="S"),
        active="south",
        turn=1,
        phase="initiative",
    )
    return lay_initiative(w, WMA, state)


def panel(w: Window) -> OddsPanel:
    found: OddsPanel = w.battle.layers.odds
    return found


def told(w: Window) -> list[str]:
    """What the rows of the panel say."""
    return ["".join(s.text for s in (*r.label, *r.value)) for r in panel(w).sheet.rows]


def click_row(w: Window, row: str) -> None:
    sheet = panel(w).sheet
    sheet.reveal(row)
    rect = sheet.row_rect(row)
    assert rect is not None, [r.id for r in sheet.rows if r.id]
    w.click((rect.left + 12, rect.top + 8))


def settled(w: Window) -> None:
    w.until(lambda: panel(w).done)
    w.step(2)


def test_a_key_shows_what_two_units_could_do_to_each_other_in_either_turn(window: Make) -> None:
    w = window()
    initiative(w)
    w.click(w.on_table(900.0, 400.0))
    assert not panel(w).on
    w.key("o")
    assert panel(w).on
    settled(w)
    assert panel(w).pair == ("LEG-1", "GAL-1")
    assert [(p.what, p.actor) for p in panel(w).prospects] == [("charge", "LEG-1"), ("charge", "GAL-1")]
    said = told(w)
    assert any("In the next turn of" in t for t in said)
    assert any(t.startswith(f"In the end, {RUNS} runs") for t in said)
    w.shot("odds-panel")
    w.key("o")
    assert not panel(w).on


def test_every_number_opens_into_its_sum_and_says_whether_it_is_exact(window: Make) -> None:
    w = window()
    initiative(w)
    w.click(w.on_table(900.0, 400.0))
    w.key("o")
    settled(w)
    charge = panel(w).prospects[0].id
    before = w.battle.session.state
    click_row(w, f"{charge}\nexact\nall")
    click_row(w, f"{charge}\nexact\n0")
    said = told(w)
    assert any(t.startswith("Exact: all possible dice rolls") for t in said)
    assert any("casualties that count, on average" in t for t in said)
    click_row(w, f"{charge}\ncounted\n0")
    assert any(t.startswith(f"Estimated from {RUNS} trial runs") for t in told(w))
    w.shot("odds-panel-open")
    assert w.battle.session.state is before


def test_the_draft_of_a_charge_is_what_the_odds_are_of(window: Make) -> None:
    w = window()
    initiative(w)
    w.key("o")
    w.click(w.on_table(900.0, 400.0))
    w.click(w.on_table(900.0, 570.0))
    editor = w.battle.play.decision.editor
    assert editor.verdict().legal
    settled(w)
    first = panel(w).prospects[0]
    assert (first.what, first.actor, first.mark) == ("charge", "LEG-1", "GAL-1")
    ghosts = {g.base: g.pose for g in editor.verdict().ghosts}
    start = first.playout.start
    assert {b.id for b in start.bases_of("LEG-1")} == set(ghosts)
    # the decision's own forecast and the panel tell the same chance to win
    w.until(lambda: w.battle.play.decision.odds is not None)
    mine = next(r.chance for r in w.battle.play.decision.odds.rows if r.label.key == "Win")
    panels = next(r.chance for r in first.forecast.rows if r.label.key == "Win")
    assert mine == pytest.approx(panels)


def test_while_a_ghost_is_dragged_the_odds_are_of_where_it_is(window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    real = odds_work.prospects_of

    def spy(ruleset: Any, view: Any, unit: str, other: str, poses: Any) -> Any:
        asked.append(dict(poses))
        return real(ruleset, view, unit, other, poses)

    monkeypatch.setattr(odds_work, "prospects_of", spy)
    w = window()
    begin(w)
    deployed(w)
    order(w, "VEL-2")
    editor = w.battle.play.decision.editor
    x, y = middle(w, editor.way.unit)
    w.key("o")
    before = w.battle.session.state
    w.drag(w.on_table(x, y), w.on_table(x, y + 150.0), drop=False)
    assert editor.verdict().legal
    w.until(lambda: bool(asked) and bool(asked[-1]) and bool(panel(w).prospects))
    assert panel(w).pair[0] == editor.way.unit
    assert asked[-1] == {g.base: g.pose for g in editor.verdict().ghosts}
    assert len(asked[-1]) == 3
    assert w.battle.session.state is before
    w.up(w.on_table(x, y + 150.0))


def test_figures_of_a_skirmish_have_odds_in_the_window(window: Make) -> None:
    w = window(extra={"AFS": AFS})
    state = scene(
        squad("A1", row(3, 20, 20), model(4, 4, bow(), sword())),
        squad("B1", row(3, 20, 27), model(4, 5, sword("Knife"))),
        active="south",
    )
    session = Session.from_state(AFS, state, Frame("afs.shooting", data=ShootingData("A1")), ScriptedDice(()))
    w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "person"})))
    w.until(lambda: bool(w.asked()))
    w.key("o")
    settled(w)
    assert panel(w).pair == ("A1", "B1")
    assert [(p.what, p.actor) for p in panel(w).prospects] == [("shoot", "A1"), ("charge", "A1"), ("charge", "B1")]
    w.shot("odds-panel-afs")


def test_the_enemy_pointed_at_becomes_the_other(window: Make) -> None:
    w = window()
    initiative(w)
    w.click(w.on_table(900.0, 400.0))
    w.key("o")
    settled(w)
    w.move(w.on_table(600.0, 1000.0))
    w.step(12)
    assert panel(w).pair == ("LEG-1", "LIB-1")
    settled(w)
    assert [p.bar is not None for p in panel(w).prospects] == [True, True]
    w.move(w.on_table(300.0, 300.0))
    w.step(12)
    assert panel(w).pair == ("LEG-1", "LIB-1")


@pytest.mark.parametrize("at", [(380, 60), (40, 200), (380, 230)])
def test_a_sentence_at_the_pointer_keeps_off_the_odds(at: tuple[int, int]) -> None:
    theme, off = Theme(), pygame.Rect(400, 40, 300, 240)
    surface = pygame.Surface((720, 480))
    told = say("Hastati 2: shaken, in difficult ground")
    draw_tip(surface, theme, told, at, off=off)
    assert not pygame.surfarray.array3d(surface.subsurface(off)).any()
    assert pygame.surfarray.array3d(surface).any()
    if at[0] == 380:
        draw_tip(surface, theme, told, at)
        assert pygame.surfarray.array3d(surface.subsurface(off)).any()


def test_odds_of_blocks_tell_of_breaking_and_running_down(window: Make) -> None:
    w = window(size=(1920, 1080), extra={"WAB": WAB})
    state = wab.table(
        wab.unit("PHA", (36, 20), 0, files=5, models=20),
        wab.unit("WAR", (36, 26), 180, files=5, models=25),
        wab.unit("SIL", (48, 20), 0, files=4, models=8),
        active="south",
        turn=1,
    )
    session = Session.from_state(WAB, state, Frame("wab.moves"), ScriptedDice(()))
    w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "person"})))
    w.until(lambda: bool(w.asked()))
    w.battle.sitting.select("WAR")
    w.key("o")
    settled(w)
    assert panel(w).pair == ("WAR", "PHA")
    said = told(w)
    assert any("broken and run down" in t for t in said)
    w.shot("odds-panel-wab")


def test_what_cannot_be_worked_out_does_not_stop_the_battle(window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*asked: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(odds_work, "prospects_of", broken)
    w = window()
    initiative(w)
    w.click(w.on_table(900.0, 400.0))
    w.key("o")
    settled(w)
    assert panel(w).prospects == ()
    assert "These two can do nothing to each other." in told(w)
    w.click(w.on_table(900.0, 570.0))
    assert w.battle.play.decision.editor.verdict().legal


def test_a_question_nobody_asks_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_work, "RUNS", 1_000_000)
    state = table(
        unit("LEG-1", "south", at=(90, 50), facing="N"), unit("VEL-1", "north", at=(90, 64), facing="S"), active="south"
    )
    work = odds_work.OddsWork(WMA, view(state, "south"), ("LEG-1", "VEL-1"))
    end = time.monotonic() + 600.0
    while not work.told and time.monotonic() < end:
        time.sleep(0.01)
    assert work.told
    work.stop()
    while not work.done and time.monotonic() < end:
        time.sleep(0.01)
    assert work.done
    assert all(f.runs < 1_000_000 for f in work.told.values())
