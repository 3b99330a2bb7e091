"""The hand: snapping that says to what, exact nudges, threat and sight at any place, keys that may all be changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.battle.match import Match
from game.client.keymap import ACTIONS, EXITS
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.client.tabletop import overlays as o
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from rulesets.warmaster_ancients import RULESET
from tests.client.window import Window, overlays
from tests.rules.warmaster_ancients.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def battle(w: Window, entry: str = "initiative", **args: str) -> BattleScreen:
    """Legionaries 15 cm before Gauls, a second unit beside and behind them."""
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("LEG-2", at=(65, 32), facing="N"),
        unit("GAL-1", at=(90, 57), facing="S"),
        active="south",
        turn=1,
        phase="initiative" if entry == "initiative" else "command",
    )
    session = Session.from_state(RULESET, state, RULESET.entries[entry](state, dict(args)), ScriptedDice([6] * 40))
    screen = battle_screen(w.app, Match(session, {"south": "person", "north": "person"}))
    w.app.open(screen)
    w.until(lambda: bool(w.asked()))
    return screen


def lines(screen: BattleScreen, role: str) -> list[o.Line]:
    return [x for x in overlays(screen) if isinstance(x, o.Line) and x.role == role]


def labels(screen: BattleScreen) -> list[str]:
    return [x.text for x in overlays(screen) if isinstance(x, o.Label)]


class TestThreatAndSight:
    def test_who_can_charge_the_unit_under_the_pointer(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        w.key("t")
        assert screen.sitting.tool == "threat"
        w.move(w.on_table(900.0, 400.0))
        w.step(3)
        assert len(lines(screen, "threat")) == 1
        w.shot("threat-unit")

    def test_and_who_could_if_the_selected_one_stood_at_the_pointer(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        before = {b: x.pose for b, x in screen.session.state.bases.items()}
        w.click(w.on_table(650.0, 320.0))
        assert screen.sitting.selected == "LEG-2"
        w.key("t")
        w.move(w.on_table(400.0, 200.0))
        w.step(8)
        assert lines(screen, "threat") == []
        assert "no unit can charge here" in labels(screen)
        w.move(w.on_table(1050.0, 400.0))
        w.step(8)
        assert len(lines(screen, "threat")) == 1
        assert "no unit can charge here" not in labels(screen)
        assert {b: x.pose for b, x in screen.session.state.bases.items()} == before
        w.shot("threat-place")

    def test_sight_is_told_both_ways(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        w.key("v")
        w.move(w.on_table(900.0, 400.0))
        w.step(3)
        assert len(lines(screen, "sight")) == 1
        (back,) = lines(screen, "threat")
        assert back.arrow
        assert back.points[0][1] > back.points[-1][1]  # from the Gauls down to the Legionaries
        w.click(w.on_table(650.0, 320.0))
        w.move(w.on_table(500.0, 300.0))
        w.step(8)
        assert labels(screen).count("sees this place") == len(lines(screen, "threat"))
        w.shot("sight-place")

    def test_two_overlays_at_most_the_tool_is_one(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        screen.sitting.select("LEG-1")
        for overlay in ("orders", "reach", "charges"):
            screen.sitting.inspector.toggle(overlay)
        assert screen.sitting.inspector.overlay_ids == ["reach", "charges"]
        w.step()
        two = len(overlays(screen))
        w.key("t")
        w.move(w.on_table(300.0, 900.0))
        w.step(2)
        assert screen.layers.probe.kind == "threat"
        assert screen.sitting.inspector.overlay_ids == ["reach", "charges"]
        w.key("t")
        w.step(2)
        assert screen.layers.probe.kind == ""
        assert len(overlays(screen)) == two


class TestSnapping:
    def test_a_unit_dragged_near_a_friend_lies_beside_it_and_says_so(self, window: Make) -> None:
        w = window()
        screen = battle(w, "move", unit="LEG-2")
        editor = screen.play.decision.editor
        assert editor is not None
        # LEG-1 covers 84 to 96 cm and its front is at 41; the drag ends 3 mm short of its side and 4 mm below its line
        w.drag(w.on_table(650.0, 320.0), w.on_table(777.0, 396.0), drop=False)
        pose = {g.base: g.pose for g in editor.verdict().ghosts}
        assert sorted(p.x for p in pose.values()) == [740.0, 780.0, 820.0]
        assert {p.y for p in pose.values()} == {400.0}
        said = "".join(s.text for s in editor.marks().pointer)
        assert said == "Snapped: beside Hastati and Principes 1, in line with Hastati and Principes 1"
        w.shot("snapped")
        w.up(w.on_table(777.0, 396.0))
        assert editor.marks().pointer == ()

    def test_with_shift_it_goes_where_the_pointer_is(self, window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        import pygame

        w = window()
        screen = battle(w, "move", unit="LEG-2")
        editor = screen.play.decision.editor
        monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
        w.drag(w.on_table(650.0, 320.0), w.on_table(777.0, 396.0), drop=False)
        assert editor.hand.snapped == ""
        assert {p.y for p in editor.way.here().values()} != {400.0}


class TestKeys:
    def test_nudges_are_exact(self, window: Make) -> None:
        w = window()
        screen = battle(w, "move", unit="LEG-2")
        editor = screen.play.decision.editor
        start = editor.way.leg().y
        w.key("w")
        assert editor.way.leg().y - start == pytest.approx(10.0, abs=1e-6)
        w.key("shift+w")
        assert editor.way.leg().y - start == pytest.approx(11.0, abs=1e-6)
        w.key("alt+w")
        assert editor.way.leg().y - start == pytest.approx(61.0, abs=1e-6)
        w.key("shift+e")
        assert editor.way.facing() == pytest.approx(1.0)
        w.key("q")
        assert editor.way.facing() == pytest.approx(346.0)

    def test_the_ways_out_and_full_screen_may_have_other_keys(self, window: Make) -> None:
        w = window(keys={"exit_1": "z", "fullscreen": "f10"})
        screen = battle(w)
        row = next(r for r in screen.play.decision.rows if r.id.startswith("exit\n"))
        assert row.key == "Z"
        w.key("f10")
        assert w.app.settings.fullscreen
        w.key("f11")
        assert w.app.settings.fullscreen
        w.key("f10")
        assert not w.app.settings.fullscreen
        lines_before = len(screen.session.lines)
        w.key("f2")
        assert len(screen.session.lines) == lines_before
        w.key("z")
        assert len(screen.session.lines) > lines_before

    def test_every_action_stands_in_the_list_of_keys_and_may_be_changed(self, window: Make) -> None:
        from game.client.screens.settings import KeysScreen

        w = window()
        w.app.open(KeysScreen(w.app))
        w.step()
        listed = [r.id for r in w.top.sheet.rows if r.id]
        assert listed == [a.id for a in ACTIONS]
        assert set(EXITS) <= set(listed)
        assert not [r.id for r in w.top.sheet.rows if r.tone == "warning"]

    def test_fit_table_and_fit_selection(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        screen.sitting.select("LEG-1")
        w.key("f")
        near = screen.table.camera.scale
        assert not screen.table.camera.shows_table
        w.key("home")
        assert screen.table.camera.shows_table
        assert screen.table.camera.scale < near

    def test_the_next_unit_that_may_act_is_selected(self, window: Make) -> None:
        w = window()
        screen = battle(w)
        w.key(".")
        assert screen.sitting.selected == "LEG-1"
