"""What a player sets and does about the table, event by event: settings while a battle is on, sizes, secrets, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace as replaced

import msgspec
import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.match import Match
from game.client.folders import default_folders
from game.client.library import Library
from game.client.screens.at_table import battle_screen, replay_screen
from game.client.screens.battle import BattleScreen
from game.client.settings import SCALES, load_settings
from game.engine.command import Undo
from game.engine.decision import RollAnswer
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET
from tests.client.play.test_paths_table import SEED, answered
from tests.client.screens.test_layout import check
from tests.client.window import Window
from tests.rules.warmaster_ancients.table import table, unit
from tests.toy import TOY

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SIZES = ((1024, 700), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One window for most of these tests."""
    w = Window(tmp_path_factory.mktemp("player"), extra={"TOY": TOY, "WMA": RULESET})
    yield w
    w.app.quit()
    pygame.event.clear()


@pytest.fixture
def w(shared: Window) -> Iterator[Window]:
    """The window, as it was, whatever is set."""
    before = shared.app.settings
    yield shared
    shared.app.home()
    shared.app.notices.shown = []
    if shared.app.settings != before:
        shared.app.change(**{f: getattr(before, f) for f in before.__struct_fields__})
    resize(shared, (1280, 720))


def resize(w: Window, size: tuple[int, int]) -> None:
    """The window is pulled to another size."""
    if w.app.size != size:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        w.post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
        w.step(2)


def toy(w: Window, blue: str = "default") -> BattleScreen:
    """A battle of the toy at its first question, or at the curtain before it."""
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed=SEED))
    screen = battle_screen(w.app, Match(session, {"red": "person", "blue": blue}))
    w.app.open(screen)
    w.until(lambda: bool(w.asked()) or w.screen == "CurtainScreen")
    return screen


def legion(w: Window) -> BattleScreen:
    """Legionaries before Gauls."""
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 57), facing="S"), active="south", turn=1
    )
    session = Session.from_state(RULESET, state, RULESET.entries["initiative"](state, {}), ScriptedDice([6] * 40))
    screen = battle_screen(w.app, Match(session, {"south": "person", "north": "person"}))
    w.app.open(screen)
    w.until(lambda: bool(w.asked()))
    return screen


def to_settings(w: Window) -> None:
    """From the battle by the menu; Escape would drop the draft first."""
    w.menu()
    assert w.screen == "MenuScreen"
    walk(w, "settings")
    w.key("enter")
    assert w.screen == "SettingsScreen"


def walk(w: Window, control: str) -> None:
    """Lead the keyboard to a control with Tab."""
    for _ in range(40):
        form = w.top.keyed
        if form.focused is not None and form.focused.id == control:
            return
        w.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
        w.post(pygame.KEYUP, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
        w.step()
    raise AssertionError(f"Tab does not lead to {control!r} on {w.screen}")


def back(w: Window) -> None:
    """Out of settings and menu to the battle."""
    w.key("esc", 2)
    assert w.screen == "BattleScreen"


def panel(w: Window) -> str:
    """All words of the decision's panel and of the prompt."""
    rows = "".join(s.text for r in w.battle.play.decision.rows for s in (*r.label, *r.note, *r.bar))
    return rows + "".join(s.text for s in (*w.battle.prompt.message, *w.battle.prompt.hint))


class TestSettings:
    def test_the_language_changes_in_the_middle_of_an_answer(self, w: Window) -> None:
        screen = legion(w)
        w.click(w.on_table(900.0, 570.0))
        w.until(lambda: screen.play.decision.odds is not None)  # what was worked out stays too
        w.step()
        answer, english = screen.play.decision.editor.answer(), panel(w)
        to_settings(w)
        walk(w, "language")
        w.key("right")
        assert w.app.settings.language == "pl"
        back(w)
        polish = panel(w)
        assert screen.play.decision.editor.answer() == answer
        assert "Confirm" in english
        assert "Zatwierdź" in polish
        assert "Confirm" not in polish
        assert check(w) == []
        to_settings(w)
        walk(w, "language")
        w.key("right")
        back(w)
        assert panel(w) == english

    def test_every_size_of_text_by_keys_and_nothing_is_cut(self, w: Window) -> None:
        legion(w)
        to_settings(w)
        walk(w, "scale")
        seen = []
        for _ in SCALES:
            w.key("right")
            seen.append(w.app.settings.ui_scale)
            assert w.app.theme.scale == seen[-1] / 100
            assert check(w) == []
            if seen[-1] == 200:
                back(w)
                assert check(w) == []
                to_settings(w)
                walk(w, "scale")
        assert seen == [*SCALES[1:], SCALES[0]]
        assert SCALES[0] == 100
        assert SCALES[-1] == 200

    def test_colours_for_every_eye_are_worn_by_the_table_at_once(self, w: Window) -> None:
        screen = legion(w)
        sheet = picture_of(w, 900.0, 400.0)
        names = {w.app.theme.side(0).name, w.app.theme.side(1).name}
        to_settings(w)
        walk(w, "theme")
        while w.app.settings.theme != "contrast":
            w.key("right")
        back(w)
        assert {w.app.theme.side(0).name, w.app.theme.side(1).name} == {"Vermilion", "Blue"} != names
        assert screen.table.picture.theme.id == "contrast"
        assert np.abs(picture_of(w, 900.0, 400.0).astype(int) - sheet).max() > 60

    def test_colours_of_a_seat_are_seen_on_its_units(self, w: Window) -> None:
        legion(w)
        before, foe = picture_of(w, 900.0, 400.0), picture_of(w, 900.0, 570.0)
        to_settings(w)
        walk(w, "colour-0")
        w.key("left")
        assert w.app.settings.colours == (3, 1)
        back(w)
        assert np.abs(picture_of(w, 900.0, 400.0).astype(int) - before).max() > 60
        assert np.abs(picture_of(w, 900.0, 570.0).astype(int) - foe).mean() < 4

    def test_reduced_motion_holds_for_the_battle_that_is_on(self, w: Window) -> None:
        screen = toy(w)
        to_settings(w)
        walk(w, "motion")
        w.key("space")
        assert w.app.settings.reduced_motion
        back(w)
        assert screen.play.showing.reduced
        to_settings(w)
        w.press("motion")
        back(w)
        assert not w.app.settings.reduced_motion
        assert not screen.play.showing.reduced

    def test_how_loud_by_keys_and_silence(self, w: Window) -> None:
        toy(w)
        to_settings(w)
        walk(w, "volume")
        w.key("right")
        assert (w.app.settings.volume, w.app.sound.volume) == (90, 90)
        w.key("left")
        assert w.app.sound.volume == 80
        walk(w, "sound")
        w.key("space")
        assert w.app.sound.volume == 0
        back(w)
        w.app.sound.played.clear()
        w.key("ctrl+d")
        w.key("enter")
        assert w.app.sound.played == []

    def test_what_was_set_is_set_the_next_time(self, w: Window) -> None:
        w.press("settings")
        walk(w, "scale")
        w.key("right")
        walk(w, "motion")
        w.key("space")
        kept, problem = load_settings(w.app.folders.settings)
        assert problem == ""
        assert (kept.ui_scale, kept.reduced_motion) == (110, True)

    def test_files_lie_where_the_platform_keeps_them_or_where_the_player_says(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: object
    ) -> None:
        import platformdirs

        monkeypatch.delenv("TABULA_BELLI_HOME", raising=False)
        assert default_folders().config.as_posix() == platformdirs.user_config_path("tabula-belli", False).as_posix()
        monkeypatch.setenv("TABULA_BELLI_HOME", str(tmp_path))
        found = default_folders()
        assert str(found.settings).startswith(str(tmp_path))
        assert str(found.saves).startswith(str(tmp_path))


def picture_of(w: Window, x: float, y: float, r: int = 14) -> np.ndarray:
    """The pixels about a point of the table."""
    w.move((2, w.app.size[1] - 2))
    w.battle.table.picture.prepare_all()
    w.step(2)
    at = w.on_table(x, y)
    rect = pygame.Rect(round(at[0]) - r, round(at[1]) - r, 2 * r, 2 * r)
    return pygame.surfarray.array3d(w.app.surface.subsurface(rect)).astype(int)


class TestSizes:
    def test_from_the_smallest_window_to_the_largest_and_back(self, w: Window) -> None:
        screen = legion(w)
        for size in (*SIZES, SIZES[0]):
            resize(w, size)
            assert w.app.size == w.app.surface.get_size() == size
            assert w.app.settings.window == size
            assert screen.sitting.eye.held
            assert check(w) == []
            x, y = w.on_table(900.0, 400.0)
            assert screen.table.rect.collidepoint(x, y)
            w.move((x, y))
            assert screen.sitting.under is not None
            assert screen.sitting.under.unit == "LEG-1"

    @pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
    def test_menus_and_forms(self, w: Window, size: tuple[int, int]) -> None:
        resize(w, size)
        assert check(w) == []
        for control, shown in (
            ("settings", "SettingsScreen"),
            ("new", "BattlePicturesScreen"),
            ("records", "RecordsScreen"),
        ):
            w.press(control)
            assert w.screen == shown
            assert check(w) == []
            w.key("esc")
            assert w.screen == "TitleScreen"

    def test_the_whole_screen_and_back_by_key_and_by_tick(self, w: Window) -> None:
        toy(w)
        size = w.app.size
        w.key("f11")
        assert w.app.settings.fullscreen
        assert pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
        assert check(w) == []
        to_settings(w)
        walk(w, "fullscreen")
        w.key("space")
        assert not w.app.settings.fullscreen
        assert not pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
        back(w)
        assert w.app.size == size


class TestTwoPeople:
    def test_the_curtain_shows_nothing_of_what_is_secret(self, w: Window) -> None:
        """Two battles that differ only in where red's scouts hide give one picture until red lifts the curtain."""
        pictures = []
        for x in (600.0, 800.0):
            session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed=SEED))
            line = session.lines[-1]
            session.lines[-1] = replaced(line, state=hidden_at(line.state, x))
            w.app.open(battle_screen(w.app, Match(session, {"red": "person", "blue": "person"})))
            w.until(lambda: w.screen == "CurtainScreen")
            w.battle.table.picture.prepare_all()
            w.move((2, 2))
            w.step(3)
            covered = w.app.surface.copy()
            w.key("enter")
            w.until(lambda: bool(w.asked()))
            w.battle.table.picture.prepare_all()
            w.step(3)
            pictures.append((covered, w.app.surface.copy()))
            w.app.home()
        (one, seen_one), (two, seen_two) = pictures
        assert one.get_buffer().raw == two.get_buffer().raw
        assert seen_one.get_buffer().raw != seen_two.get_buffer().raw

    def test_what_the_other_does_not_agree_to_is_not_taken_back(self, w: Window) -> None:
        screen = toy(w, "person")
        for _ in range(12):
            w.until(lambda: w.screen == "CurtainScreen" or bool(w.asked()))
            if w.screen == "CurtainScreen":
                w.key("enter")
            elif w.asked() == "act":
                break
            else:
                w.key("ctrl+d")
                w.key("enter")
        state, asker = screen.session.state, screen.play.acting_side()
        w.key("ctrl+z")
        w.until(lambda: w.screen == "Dialog")
        assert screen.session.state.offers[0].side == asker
        w.key("esc")  # the answer that changes nothing
        w.until(lambda: bool(w.asked()))
        assert screen.session.state.offers == ()
        assert not any(isinstance(x.command, Undo) for x in screen.session.lines)
        assert msgspec.structs.replace(screen.session.state, serial=state.serial) == state

    def test_real_dice_are_chosen_in_the_form_and_typed(self, w: Window) -> None:
        w.new_form()
        while w.top.ruleset.meta.id != "WMA":
            walk(w, "ruleset")
            w.key("right")
        walk(w, "dice")
        w.key("right")
        assert w.top.plan.setup.dice == "typed"
        w.top.forms[1].focus_on("begin")
        w.press("begin")
        w.until(lambda: w.asked() == "engine.roll")
        w.key("6")
        w.key("2")
        assert w.battle.play.decision.editor.answer() == RollAnswer(((6,), (2,)))
        w.key("enter")
        w.until(lambda: any(e.rolled is not None for x in w.battle.session.lines for e in x.events))
        rolled = [e.rolled.faces for x in w.battle.session.lines for e in x.events if e.rolled is not None]
        assert rolled[0] == ((6,), (2,))


def hidden_at(state: State, x: float) -> State:
    """Red's scouts hidden elsewhere."""
    own = state.secret["red"]
    bases = {
        b: msgspec.structs.replace(base, pose=Pose(x + 30.0 * n, 100.0, 0.0))
        for n, (b, base) in enumerate(own.bases.items())
    }
    return msgspec.structs.replace(state, secret={**state.secret, "red": msgspec.structs.replace(own, bases=bases)})


class TestWatching:
    def test_bar_buttons_log_and_eyes_by_clicks(self, w: Window) -> None:
        session = toy(w).session
        screen = w.battle
        while not screen.play.match.over:
            answered(w)
        w.until(lambda: w.screen == "EndScreen")
        w.app.home()
        replay = replay_screen(w.app, session, None)
        w.app.open(replay)
        w.step(2)
        bar = replay.play.bar
        w.click((bar.x_of(5), bar.bar.centery))
        assert replay.play.steps.at == 5
        w.click(bar.buttons["replay_forward"].center)
        w.until(lambda: not replay.play.showing.busy)
        assert replay.play.steps.at == 6
        w.click(bar.buttons["replay_back"].center)
        assert replay.play.steps.at == 5
        speed = replay.play.speed
        w.click(bar.buttons["speed"].center)
        assert replay.play.speed != speed
        w.click(bar.buttons["side"].center)
        assert (replay.play.telling.side, set(replay.sitting.view.secret)) == ("red", {"red"})
        w.key("end")
        log = replay.log
        log.scroll_by(-(10**6))
        w.step()
        x = log.body.left + log.body.width // 2
        y, entry = next(
            (y, found[0].entry)
            for y in range(log.body.top + 3, log.body.bottom, 3)
            if (found := log._find((x, y))) is not None and 0 < found[0].entry.line < 10 and found[0].entry.event
        )
        w.click((x, y))
        assert replay.play.steps.at == entry.line
        w.click(bar.buttons["leave"].center)
        assert w.screen == "TitleScreen"


class TestRules:
    def test_words_typed_and_chapters_chosen_narrow_the_list(self, w: Window) -> None:
        w.app.library = Library({"WMA": RULESET}, False)
        w.app.open_rules("", "WMA")
        w.step(2)
        everything = shown(w)
        search = w.top.forms[0].item("search").widget
        w.click(search.rect.center)
        w.write("pursu")
        w.step(2)
        some = shown(w)
        assert 0 < len(some) < len(everything)
        said = {r.id: "".join(s.text for s in (*r.label, *r.note)).casefold() for r in w.top.sheet.rows}
        assert all("pursu" in said[clause] for clause in some)
        walk(w, "chapter")
        w.key("right")
        assert len(shown(w)) < len(some)
        w.click(w.top.forms[0].item("search").widget.rect.center)
        w.key("backspace", len("pursu"))
        assert set(some) & set(shown(w)) < set(shown(w)) < set(everything)


def shown(w: Window) -> list[str]:
    """Ids of the clauses in the list."""
    return [r.id for r in w.top.sheet.rows if r.look == "value"]
