"""Warmaster Ancients in the window: a whole battle by keyboard, and the hands of a player with a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.engine.command import Answering, Undo
from game.engine.decision import MoveAnswer, PlaceAnswer, TargetsAnswer
from game.engine.session import Session
from tests.client.battles import begin, kept_whole
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def deployed(window: Window) -> None:
    """Let everything be placed by the usual array."""
    for _ in range(6):
        window.until(lambda: bool(window.asked()))
        if window.asked() == "deploy":
            window.key("f2")
        elif window.asked() == "first_turn":
            window.key("1")
            window.key("enter")
        else:
            return


def to_question(window: Window, question: str, steps: int = 60) -> None:
    """Answer with the least until a question comes."""
    for _ in range(steps):
        window.until(lambda: bool(window.asked()))
        if window.asked() == question:
            return
        give_least(window)
    raise AssertionError(f"{question} was never asked")


_BATTLE: list[Session] = []


def ordering(w: Window) -> None:
    """A battle up to its first order: through the window once, from there on as that left it."""
    if _BATTLE:
        session = _BATTLE[0].branch(len(_BATTLE[0].lines) - 1)
        w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "default"})))
        w.until(lambda: bool(w.asked()))
        return
    begin(w)
    deployed(w)
    to_question(w, "order")
    _BATTLE.append(w.battle.session.branch(len(w.battle.session.lines) - 1))


def give_least(window: Window) -> None:
    """The usual answer, else the default's exit."""
    editor = window.battle.play.decision.editor
    if editor.reply() is None:
        window.usual()
    if editor.reply() is not None:
        window.key("enter")
        return
    asked = editor.desk.asked
    window.key(f"f{2 + [e.id for e in asked.exits].index(asked.default.exit)}")


def order(window: Window, unit: str) -> None:
    """Order units of the second turn's player until one of them may move."""
    for _ in range(40):
        to_question(window, "order")
        editor = window.battle.play.decision.editor
        able = [c.id for a in editor.aims.space.actors if a.bar is None for c in a.means["order"] if c.bar is None]
        if not able:
            window.key("f2")
            continue
        target = unit if unit in able else able[0]
        window.click(window.on_table(*middle(window, target)))
        window.key("enter")
        window.until(lambda: bool(window.asked()))
        if window.asked() == "move":
            return
    raise AssertionError("no order got through")


def middle(window: Window, unit: str) -> tuple[float, float]:
    bases = window.battle.session.state.bases_of(unit)
    return sum(b.pose.x for b in bases) / len(bases), sum(b.pose.y for b in bases) / len(bases)


def test_a_whole_battle_by_keyboard_with_what_is_usual(window: Make) -> None:
    w = window()
    w.shot("title")
    begin(w, north="random")
    for _ in range(2000):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if w.screen == "EndScreen":
            break
        give_least(w)
    assert w.screen == "EndScreen"
    w.shot("end")
    kept_whole(w)
    w.press("verify")
    w.until(lambda: w.top.sound is not None)
    assert w.top.sound is True, w.top.checked
    w.press("title")
    assert w.screen == "TitleScreen"
    assert w.top.last is None


class TestDeploying:
    def test_a_unit_is_dragged_out_of_the_tray(self, window: Make) -> None:
        w = window()
        begin(w)
        editor = w.battle.play.decision.editor
        w.key("del")
        assert editor.answer() is None
        row = next(r.id for r in w.battle.play.decision.body.rows if r.id == "thing\nVEL-1")
        w.battle.play.decision.body.reveal(row)
        rect = w.battle.play.decision.body.row_rect(row)
        w.drag((rect.left + 40, rect.centery), w.on_table(900.0, 120.0))
        w.shot("deploy-dragged")
        answer = editor.answer()
        assert isinstance(answer, PlaceAnswer)
        (standing,) = answer.places
        assert standing.thing == "VEL-1"
        assert standing.poses["VEL-1"].x == pytest.approx(900.0, abs=2.0)
        assert editor.verdict().legal
        w.key("enter")
        w.until(lambda: w.asked() == "deploy" and w.battle.play.decision.editor is not editor)
        assert middle(w, "VEL-1") == pytest.approx((900.0, 120.0), abs=2.0)

    def test_outside_the_area_it_is_refused_at_the_pointer_with_the_clause(self, window: Make) -> None:
        w = window()
        begin(w)
        editor = w.battle.play.decision.editor
        unit = editor.tray.hand
        x, y = centre(editor)
        w.drag(w.on_table(x, y), w.on_table(900.0, 600.0))
        assert editor.verdict().status == "refused"
        said = "".join(s.text for s in editor.marks().pointer)
        assert "WMA-S34" in said
        w.shot("deploy-refused")
        lines = len(w.battle.session.lines)
        w.key("enter")
        assert len(w.battle.session.lines) == lines
        assert editor.tray.hand == unit

    def test_the_wheel_turns_it_and_r_forms_it_up(self, window: Make) -> None:
        w = window()
        begin(w)
        editor = w.battle.play.decision.editor
        at = w.on_table(*centre(editor))
        w.down(at)
        w.move((at[0] + 40, at[1]))
        facing = editor.tray.piece().facing
        w.wheel(2)
        w.up((at[0] + 40, at[1]))
        assert editor.tray.piece().facing == (facing + 30.0) % 360.0
        w.key("r")
        assert editor.tray.piece().formation == "column"
        assert editor.answer().places[0].formation == "column"


def centre(editor: object) -> tuple[float, float]:
    piece = editor.tray.piece()
    return piece.x, piece.y


class TestOrdersAndMoves:
    def test_character_and_unit_by_clicks_show_the_sum_and_the_odds(self, window: Make) -> None:
        w = window()
        ordering(w)
        editor = w.battle.play.decision.editor
        w.click(w.on_table(*middle(w, "LEG-3")))
        answer = editor.answer()
        assert isinstance(answer, TargetsAnswer)
        assert answer.aims[0].mark == "LEG-3"
        w.until(lambda: w.battle.play.decision.odds is not None)
        w.step(2)
        w.shot("order")
        verdict = editor.verdict()
        assert verdict.sums[0].total == sum(v for _t, v, _c in verdict.sums[0].rows)
        odds = w.battle.play.decision.odds
        assert odds is not None
        assert 0.0 < odds.rows[0].chance < 1.0
        told = "".join(s.text for r in w.battle.play.decision.told.rows for s in (*r.label, *r.value))
        assert f"{odds.rows[0].chance * 100:.0f} %" in told

    def test_a_unit_is_dragged_with_a_live_ghost_and_its_cost(self, window: Make) -> None:
        w = window()
        ordering(w)
        order(w, "VEL-2")
        editor = w.battle.play.decision.editor
        unit = editor.way.unit
        x, y = middle(w, unit)
        w.drag(w.on_table(x, y), w.on_table(x, y + 150.0), drop=False)
        verdict = editor.verdict()
        assert verdict.legal
        assert len(verdict.ghosts) == 3
        assert verdict.cost == pytest.approx(150.0, abs=3.0)
        assert verdict.allowance == 200.0
        chip = editor.marks().chip
        assert f"{chip.spent} cm {chip.of}" == f"{w.battle.sitting.words.length(verdict.cost)} of 20 cm"
        w.shot("move-dragged")
        w.up(w.on_table(x, y + 150.0))
        w.key("enter")
        w.until(lambda: bool(w.asked()))
        assert middle(w, unit) == pytest.approx((x, y + 150.0), abs=3.0)

    def test_too_far_says_so_and_n_takes_the_nearest(self, window: Make) -> None:
        w = window()
        ordering(w)
        order(w, "VEL-2")
        editor = w.battle.play.decision.editor
        unit = editor.way.unit
        x, y = middle(w, unit)
        w.drag(w.on_table(x, y), w.on_table(x, y + 320.0), drop=False)
        assert editor.verdict().status == "refused"
        w.shot("move-refused")
        w.key("n")
        assert editor.verdict().legal
        assert editor.verdict().cost == pytest.approx(200.0, abs=0.5)
        w.key("enter")
        w.until(lambda: bool(w.asked()))
        assert middle(w, unit)[1] == pytest.approx(y + 200.0, abs=1.0)

    def test_legs_facing_and_formation_by_keys(self, window: Make) -> None:
        w = window()
        ordering(w)
        order(w, "VEL-2")
        editor = w.battle.play.decision.editor
        w.key("w", 5)
        w.key("space")
        w.key("e", 2)
        w.key("w")
        w.key("r")
        assert [leg.formation for leg in editor.way.draft.legs] == ["", "line"]
        assert editor.way.draft.legs[0].y == pytest.approx(middle(w, editor.way.unit)[1] + 50.0, abs=0.01)
        assert editor.way.draft.legs[1].facing == 30.0
        w.shot("move-legs")
        w.key("backspace")
        assert len(editor.way.draft.legs) == 1
        assert isinstance(editor.answer(), MoveAnswer)

    def test_the_right_button_turns_towards_the_pointer(self, window: Make) -> None:
        w = window()
        ordering(w)
        order(w, "VEL-2")
        editor = w.battle.play.decision.editor
        x, y = middle(w, editor.way.unit)
        w.down(w.on_table(x, y + 100), 3)
        w.move(w.on_table(x + 300.0, y))
        w.up(w.on_table(x + 300.0, y), 3)
        assert editor.way.facing() == pytest.approx(90.0, abs=1.0)


class TestTable:
    def test_a_ruler_measures_from_edge_to_edge_and_stays(self, window: Make) -> None:
        w = window()
        ordering(w)
        w.key("m")
        a, b = middle(w, "LEG-1"), middle(w, "LEG-3")
        w.drag(w.on_table(*a), w.on_table(*b))
        (tape,) = w.battle.layers.rulers.overlays(w.battle.sitting.view, w.battle.sitting.words, 10.0)
        w.shot("ruler")
        gap = b[0] - a[0] - 40.0
        assert tape.text == w.battle.sitting.words.length(round(gap, 3))
        w.key("m")
        w.key("shift+m")
        assert w.battle.layers.rulers.kept == []

    def test_at_most_two_overlays(self, window: Make) -> None:
        w = window()
        ordering(w)
        w.click(w.on_table(*middle(w, "VEL-2")))
        ids = [x.id for x in w.battle.sitting.inspector.offered()]
        assert len(ids) >= 3
        for overlay in ids[:3]:
            w.battle.sitting.inspector.toggle(overlay)
        assert w.battle.sitting.inspector.overlay_ids == ids[1:3]
        w.shot("overlays")
        w.key("y", len(ids) + 1)
        w.step()

    def test_wheel_zooms_at_the_pointer_and_home_fits(self, window: Make) -> None:
        w = window()
        begin(w)
        camera = w.battle.table.camera
        before = camera.scale
        at = w.on_table(500.0, 500.0)
        w.move(at)
        w.wheel(3)
        assert camera.scale > before * 1.3
        assert camera.to_table(*at) == pytest.approx((500.0, 500.0), abs=2.0)
        w.shot("zoomed")
        w.key("home")
        assert camera.scale == before

    def test_a_clause_on_the_prompt_opens_the_rules_there(self, window: Make) -> None:
        w = window()
        begin(w)
        laid = w.battle.prompt._laid
        at, p = next((at, p) for b, at in laid for p in b.pieces if p.link is not None and p.link.kind == "clause")
        rect = w.battle.prompt.rect
        w.click((rect.left + at[0] + p.x + 4, rect.top + at[1] + p.y + 4))
        assert w.screen == "RulesScreen"
        assert w.top.chosen == "WMA-S34"
        w.shot("rules-from-prompt")
        w.key("esc")
        assert w.screen == "BattleScreen"

    def test_a_line_of_the_log_leads_to_what_it_is_about(self, window: Make) -> None:
        w = window()
        ordering(w)
        log = w.battle.log
        item = next(i for i in log.items if i.entry.event is not None and i.entry.event.type == "deployed")
        assert item.entry.event is not None
        w.battle.play.go_to_entry(item.entry)
        assert w.battle.sitting.selected == item.entry.event.about[0]


class TestTakingBack:
    def test_ctrl_z_takes_the_last_answer_back_and_asks_again(self, window: Make) -> None:
        w = window()
        begin(w)
        first = w.battle.play.decision.editor.desk.decision.id
        w.key("enter")
        w.until(lambda: bool(w.asked()) and w.battle.play.decision.editor.desk.decision.id != first)
        w.key("ctrl+z")
        w.until(lambda: bool(w.asked()) and isinstance(w.battle.session.lines[-1].command, Undo))
        assert w.battle.play.decision.editor.desk.decision.id == first
        assert [i.entry.undone for i in w.battle.log.items].count(True) >= 1
        w.shot("undone")
        w.key("enter")
        w.until(lambda: bool(w.asked()) and isinstance(w.battle.session.lines[-1].command, Answering))

    def test_twice_goes_back_two_answers(self, window: Make) -> None:
        w = window()
        begin(w)
        first = w.battle.play.decision.editor.desk.decision.id
        for _ in range(2):
            now = w.battle.play.decision.editor.desk.decision.id
            w.key("enter")
            w.until(lambda now=now: bool(w.asked()) and w.battle.play.decision.editor.desk.decision.id != now)
        w.key("ctrl+z")
        w.until(lambda: bool(w.asked()))
        w.key("ctrl+z")
        w.until(lambda: bool(w.asked()))
        assert w.battle.play.decision.editor.desk.decision.id == first
