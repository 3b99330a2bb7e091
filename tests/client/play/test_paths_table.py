"""What a player's hands do at the table, event by event: looking about, measuring, overlays, words, the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.match import Match
from game.client.screens import battle as table_screen
from game.client.screens.at_table import battle_screen
from game.client.tabletop import overlays as o
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame, Secret, State
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from rulesets.ancient_battles import RULESET as WAB
from rulesets.napoleonic_wars import RULESET as NAP
from rulesets.universal_battle import RULESET as USB
from rulesets.warmaster_ancients import RULESET
from tests.client.window import Window, overlays
from tests.rules.age_of_fantasy_skirmish import attack_play as skirmish
from tests.rules.ancient_battles import table as wab
from tests.rules.napoleonic_wars import table as nap
from tests.rules.universal_battle import table as usb
from tests.rules.warmaster_ancients.table import table, unit
from tests.toy import TOY

pytestmark = pytest.mark.window
SEED = "3"
"""A battle of the toy that lasts for some answers."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One window for all of these tests."""
    w = Window(tmp_path_factory.mktemp("paths"), extra={"WMA": RULESET})
    yield w
    w.app.quit()
    pygame.event.clear()


def lent(shared: Window) -> Iterator[Window]:
    """The window once it asks something; afterwards back at its title."""
    shared.until(lambda: bool(shared.asked()))
    yield shared
    shared.app.home()
    shared.app.notices.shown = []
    shared.step()


@pytest.fixture
def w(shared: Window) -> Iterator[Window]:
    """The window with Legionaries 15 cm before Gauls, a second unit beside and behind them."""
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("LEG-2", at=(65, 32), facing="N"),
        unit("GAL-1", at=(90, 57), facing="S"),
        active="south",
        turn=1,
        phase="initiative",
    )
    session = Session.from_state(RULESET, state, RULESET.entries["initiative"](state, {}), ScriptedDice([6] * 60))
    shared.app.open(battle_screen(shared.app, Match(session, {"south": "person", "north": "person"})))
    yield from lent(shared)


@pytest.fixture
def toy(shared: Window) -> Iterator[Window]:
    """The window with a battle of the toy against one who always takes the least, at its first question."""
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed=SEED))
    shared.app.open(battle_screen(shared.app, Match(session, {"red": "person", "blue": "default"})))
    yield from lent(shared)


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said at the pointer, drawing by drawing."""
    said: list[str] = []
    real = table_screen.draw_tip

    def spy(surface: Any, theme: Any, spans: Any, *args: Any, **named: Any) -> Any:
        said.append("".join(s.text for s in spans))
        return real(surface, theme, spans, *args, **named)

    monkeypatch.setattr(table_screen, "draw_tip", spy)
    return said


def tool(w: Window, name: str) -> None:
    """Click a tool beside the table."""
    rect = w.battle.tools.toolbar.rect(name)
    assert rect is not None
    w.click(rect.center)


def tapes(w: Window) -> list[str]:
    screen = w.battle
    return [x.text for x in overlays(screen) if isinstance(x, o.Tape)]


def answered(w: Window) -> None:
    """Give what is suggested, or leave by the first way out, and wait for the next question."""
    screen = w.battle
    editor = screen.play.decision.editor
    assert editor is not None
    if editor.reply() is None:
        w.usual()
    w.key("enter" if editor.reply() is not None else "f2")
    w.until(lambda: screen.play.match.over or screen.play.decision.editor not in (None, editor))


def card_row(w: Window, row: str) -> None:
    """Click a row of the card."""
    card = w.battle.dock.card
    w.battle.dock.show("card")
    w.step()
    card.reveal(row)
    rect = card.row_rect(row)
    assert rect is not None
    w.click((rect.left + 20, rect.centery))


class TestLooking:
    def test_the_wheel_zooms_to_the_pointer_and_keys_to_the_middle(self, w: Window) -> None:
        camera = w.battle.table.camera
        whole = camera.scale
        at = w.on_table(900.0, 400.0)
        w.move(at)
        for notches in (2, 3, -1):
            w.wheel(notches)
            assert camera.to_screen(900.0, 400.0) == pytest.approx(at, abs=1.5)
        near = camera.scale
        assert near > whole
        middle = camera.to_table(*w.battle.table.rect.center)
        w.key("=")
        assert camera.scale > near
        assert camera.to_screen(*middle) == pytest.approx(w.battle.table.rect.center, abs=1.5)
        w.key("-")
        assert camera.scale == pytest.approx(near)
        tool(w, "zoom_in")
        assert camera.scale > near
        tool(w, "zoom_out")
        assert camera.scale == pytest.approx(near)

    def test_the_table_is_taken_by_the_hand_and_by_arrows(self, w: Window) -> None:
        camera = w.battle.table.camera
        w.key("home")
        w.move(w.on_table(300.0, 800.0))
        w.wheel(6)
        selected = w.battle.sitting.selected
        start = w.on_table(300.0, 800.0)
        end = (start[0] + 90, start[1] - 60)
        w.drag(start, end)
        assert camera.to_screen(300.0, 800.0) == pytest.approx(end, abs=1.0)
        assert w.battle.sitting.selected == selected
        left = camera.to_screen(300.0, 800.0)[0]
        w.key("shift+right")
        assert camera.to_screen(300.0, 800.0)[0] == pytest.approx(left - 80, abs=1.0)

    def test_a_unit_clicked_is_fitted_and_the_table_again(self, w: Window) -> None:
        camera = w.battle.table.camera
        w.key("home")
        whole = camera.scale
        w.click(w.on_table(650.0, 320.0))
        assert w.battle.sitting.selected == "LEG-2"
        w.key("f")
        assert camera.scale > 2 * whole
        free = w.battle.sitting.free_area()  # between what floats above and below
        assert camera.to_table(*free.center) == pytest.approx((650.0, 320.0), abs=1.0)
        tool(w, "fit_table")
        assert camera.scale == whole
        tool(w, "fit_selection")
        assert camera.scale > 2 * whole
        w.key("home")
        assert camera.scale == whole


class TestMeasuring:
    def test_several_rulers_stay_while_the_battle_goes_on_until_they_are_taken_away(self, toy: Window) -> None:
        tool(toy, "tape")
        toy.drag(toy.on_table(240.0, 100.0), toy.on_table(400.0, 900.0))
        toy.drag(toy.on_table(700.0, 200.0), toy.on_table(700.0, 700.0))
        two = tapes(toy)
        assert len(two) == 2
        assert float(two[1].split()[0]) == pytest.approx(50.0, abs=0.3)
        toy.key("m")
        answered(toy)
        assert tapes(toy) == two
        toy.wheel(2)
        assert tapes(toy) == two
        tool(toy, "rulers")
        assert tapes(toy) == []

    def test_one_being_drawn_follows_the_pointer(self, w: Window) -> None:
        w.key("home")
        w.key("m")
        w.drag(w.on_table(200.0, 200.0), w.on_table(200.0, 500.0), drop=False)
        first = tapes(w)
        w.move(w.on_table(200.0, 600.0), (1, 0, 0))
        assert len(first) == 1
        assert tapes(w) != first
        w.move(w.on_table(200.0, 200.0), (1, 0, 0))
        w.up(w.on_table(200.0, 200.0))
        assert tapes(w) == []


class TestOverlays:
    def test_two_at_most_by_clicks_on_the_card(self, w: Window) -> None:
        w.click(w.on_table(900.0, 400.0))
        ids = [x.id for x in w.battle.sitting.inspector.offered()]
        assert len(ids) >= 3
        seen = [w.app.surface.copy()]
        for n, overlay in enumerate(ids[:3]):
            card_row(w, f"overlay\n{overlay}")
            assert w.battle.sitting.inspector.overlay_ids == ids[max(0, n - 1) : n + 1]
        seen.append(w.app.surface.copy())
        assert seen[0].get_buffer().raw != seen[1].get_buffer().raw
        card_row(w, f"overlay\n{ids[1]}")
        assert w.battle.sitting.inspector.overlay_ids == [ids[2]]

    def test_a_key_shows_one_after_the_other_and_each_is_drawn(self, w: Window) -> None:
        w.click(w.on_table(900.0, 400.0))
        screen = w.battle
        bare = len(overlays(screen))
        ids = [x.id for x in screen.sitting.inspector.offered()]
        for overlay in ids:
            w.key("y")
            assert screen.sitting.inspector.overlay_ids == [overlay]
            assert len(overlays(screen)) >= bare
        w.key("y")
        assert screen.sitting.inspector.overlay_ids == []
        assert len(overlays(screen)) == bare

    @pytest.mark.parametrize("system", ["WMA", "AFS", "WAB", "USB", "NAP"])
    def test_what_each_system_offers_is_drawn_over_the_table(self, shared: Window, system: str) -> None:
        rules, state, frame, at = BATTLES[system]()
        session = Session.from_state(rules, state, frame, ScriptedDice([6] * 20))
        screen = battle_screen(shared.app, Match(session, dict.fromkeys(state.sides, "person")))
        shared.app.open(screen)
        shared.until(lambda: bool(shared.asked()) or shared.screen == "CurtainScreen")
        if shared.screen == "CurtainScreen":
            shared.key("enter")
            shared.until(lambda: bool(shared.asked()))
        shared.click(shared.on_table(*at))
        shared.move((2, 2))
        bare = len(overlays(screen))
        offered = [x.id for x in screen.sitting.inspector.offered()]
        drawn: list[str] = []
        for overlay in offered:
            shared.key("y")
            assert screen.sitting.inspector.overlay_ids == [overlay]
            if len(overlays(screen)) > bare:
                drawn.append(overlay)
        shared.app.home()
        assert drawn == DRAWN[system]


def _wma() -> tuple[Any, State, Any, tuple[float, float]]:
    state = table(
        unit("VEL-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 57), facing="S"), active="south", turn=1
    )
    return RULESET, state, RULESET.entries["initiative"](state, {}), (900.0, 400.0)


def _afs() -> tuple[Any, State, Any, tuple[float, float]]:
    state = skirmish.scene(
        skirmish.squad("A1", skirmish.row(3, 20, 20), skirmish.model(4, 4, skirmish.bow(), skirmish.sword())),
        skirmish.squad("B1", skirmish.row(3, 20, 27), skirmish.model(4, 5, skirmish.sword("Knife"))),
        active="south",
    )
    pose = state.bases_of("A1")[0].pose
    assert pose is not None
    return AFS, state, Frame("afs.shooting", data=ShootingData("A1")), (pose.x, pose.y)


def _wab() -> tuple[Any, State, Any, tuple[float, float]]:
    state = wab.table(
        wab.unit("PHA", (36, 20), 0, files=5, models=20),
        wab.unit("WAR", (36, 30), 180, files=5, models=25),
        wab.unit("SIL", (48, 20), 0, files=4, models=8),
        active="south",
        turn=1,
    )
    pose = state.bases_of("PHA")[7].pose
    assert pose is not None
    return WAB, state, Frame("wab.moves"), (pose.x, pose.y)


def _usb() -> tuple[Any, State, Any, tuple[float, float]]:
    state = usb.scene(
        usb.troops("A1", (18, 10), 5, "regular", "pole", "ranged"),
        usb.troops("B1", (18, 18, 180), 5, "rookie", "light"),
    )
    pose = state.bases_of("A1")[0].pose
    assert pose is not None
    return USB, state, USB.entries["activations"](state, {}), (pose.x, pose.y)


def _nap() -> tuple[Any, State, Any, tuple[float, float]]:
    state = nap.field(
        nap.regiment("L1", "south", at=(80, 40), brigade="first"),
        nap.general("G1", "south", at=(80, 32), brigade="first"),
        nap.battalion("C1", "north", at=(85, 58)),
        features=[nap.box("building", 95, 45, 103, 53)],
        step="write",
    )
    state = replace(state, secret={side: Secret() for side in state.sides})
    pose = state.bases_of("L1")[7].pose
    assert pose is not None
    return NAP, state, NAP.entries["move"](state, {}), (pose.x, pose.y)


BATTLES = {"WMA": _wma, "AFS": _afs, "WAB": _wab, "USB": _usb, "NAP": _nap}
DRAWN = {
    "WMA": ["reach", "charges", "threat", "range", "targets", "sight"],
    "AFS": ["reach", "charges", "threat", "range", "sight", "coherency", "spacing"],
    "WAB": ["arcs", "reach", "charges", "threat", "sight"],
    "USB": ["reach", "charges", "threat", "range", "sight", "coherency", "spacing"],
    "NAP": ["range", "threat", "command", "sight"],
}
"""What there is to see of the unit clicked: its orders ("orders") draw nothing where no commander is by."""


class TestWords:
    def test_the_prompt_names_who_decides_what_and_the_clause(self, w: Window) -> None:
        prompt = w.battle.prompt
        said = "".join(s.text for s in (*prompt.who, *prompt.message))
        assert said.startswith("Republican Rome: charge or evade on initiative")
        links = [s.link.id for s in prompt.message if s.link is not None and s.link.kind == "clause"]
        assert links == ["WMA-INI-03", "WMA-INI-04"]
        assert "then Enter" in "".join(s.text for s in prompt.hint)

    def test_a_tool_says_what_it_is_and_its_key_and_a_new_key_as_soon_as_it_is_given(
        self, w: Window, tips: list[str]
    ) -> None:
        rect = w.battle.tools.toolbar.rect("tape")
        assert rect is not None
        w.move(rect.center)
        assert tips[-1] == "Measuring tape: drag from base to base  [M]"
        w.key("esc")
        w.press("settings")
        while w.top.keyed.focused is None or w.top.keyed.focused.id != "keys":
            w.key("tab")
        w.key("enter")
        assert w.screen == "KeysScreen"
        sheet = w.top.sheet
        sheet.reveal("tape")
        w.step()
        w.click(sheet.row_rect("tape").center)
        assert w.top.waiting == "tape"
        w.key("ctrl+t")
        assert w.app.settings.keys == {"tape": "ctrl+t"}
        for _ in range(3):
            w.key("esc")
        assert w.screen == "BattleScreen"
        w.move((rect.centerx + 1, rect.centery))
        assert tips[-1] == "Measuring tape: drag from base to base  [Ctrl+T]"
        w.key("m")
        assert w.battle.sitting.tool == ""
        w.key("ctrl+t")
        assert w.battle.sitting.tool == "tape"
        w.app.change(keys={})

    def test_a_unit_under_the_pointer_has_its_name(self, w: Window, tips: list[str]) -> None:
        w.move(w.on_table(900.0, 570.0))
        w.step()
        assert tips[-1] == w.battle.sitting.words.name("GAL-1", w.battle.sitting.view)

    def test_lines_of_the_log_are_clicked_left_for_the_moment_right_for_going_back(self, toy: Window) -> None:
        screen = toy.battle
        for _ in range(4):
            answered(toy)
        now, lines, log = screen.sitting.view, len(screen.session.lines), screen.log
        screen.dock.focus("log")
        log.scroll_by(-(10**6))
        toy.step()
        x = log.body.left + log.body.width // 2
        pos, entry = next(
            ((x, y), found[0].entry)
            for y in range(log.body.top + 3, log.body.bottom, 3)
            if (found := log._find((x, y))) is not None and 0 < found[0].entry.line < lines - 1 and found[0].entry.event
        )
        toy.click(pos)
        assert screen.play.past.entry is entry
        assert screen.sitting.view != now
        toy.click(pos)
        assert screen.play.past.entry is None
        assert screen.sitting.view == now
        toy.click(pos, 3)
        assert toy.screen == "Dialog"
        toy.key("esc")
        assert toy.screen == "BattleScreen"
        assert len(screen.session.lines) == lines

    def test_nothing_stands_before_the_table_while_something_is_decided(self, toy: Window) -> None:
        screen = toy.battle
        given = 0
        while not screen.play.match.over:
            assert toy.top is screen
            answered(toy)
            given += 1
        assert given >= 9
        toy.until(lambda: toy.screen == "EndScreen")
