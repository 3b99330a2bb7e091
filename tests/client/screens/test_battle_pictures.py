"""A new battle in pictures: one click to fight, everything shown changed by a click on it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle import glimpse
from game.client.battle.chosen_setup import first_plan, with_scenery
from game.client.battle.drawn_up import drawn_up
from game.client.battle.parade import parade
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.scenery import HOURS, Scenery
from game.engine.session import Session
from game.engine.state import state_hash
from tests.client.screens.test_layout import check_form
from tests.client.window import Window
from tests.short import seldom

pytestmark = pytest.mark.window
SYSTEMS = ["WMA", "AFS", "WAB", "USB", "NAP"]


def pictured(tmp_path: Path, **settings: object) -> Window:
    w = Window(tmp_path, installed=True, **settings)  # type: ignore[arg-type]
    w.press("new")
    return w


def tile(w: Window, name: str) -> pygame.Rect:
    return next(i.widget.rect.copy() for f in w.top.forms for i in f.items if i.id == name)


def seen(w: Window, rect: pygame.Rect) -> set[tuple[int, ...]]:
    """The colours in the middle of a part of the window."""
    part = rect.inflate(-rect.width // 3, -rect.height // 3)
    return {tuple(w.app.surface.get_at((x, y))) for x in range(*part_x(part)) for y in range(*part_y(part))}


def part_x(r: pygame.Rect) -> tuple[int, int, int]:
    return r.left, r.right, 4


def part_y(r: pygame.Rect) -> tuple[int, int, int]:
    return r.top, r.bottom, 4


def painted(w: Window) -> None:
    """Until every picture on the screen is there."""
    w.until(lambda: not w.top.glimpses._wanted and w.top.glimpses._work is None)
    w.step(2)


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_clicks_from_the_title_and_the_battle_has_begun(tmp_path: Path, system: str) -> None:
    w = pictured(tmp_path, system=system)
    assert w.top.plan.setup.ruleset == system
    w.press("begin")
    w.until(lambda: w.screen in ("BattleScreen", "CurtainScreen"))
    assert w.battle.session.setup.ruleset == system
    assert [type(s).__name__ for s in w.app.screens][:2] == ["TitleScreen", "BattleScreen"]


@pytest.mark.parametrize("system", [one if one in ("WMA", "NAP") else seldom(one) for one in SYSTEMS])
def test_the_table_and_the_armies_are_painted_as_they_will_be(tmp_path: Path, system: str) -> None:
    glimpse._kept.clear()
    w = pictured(tmp_path, system=system)
    parts = [tile(w, name) for name in ("table", *(f"army-{s}" for s in w.top.plan.players))]
    blank = [seen(w, r) for r in parts]
    painted(w)
    for rect, before in zip(parts, blank, strict=True):
        assert len(seen(w, rect) - before) > 100
    w.shot(f"pictures-{system}")


def test_a_click_changes_what_is_shown(tmp_path: Path) -> None:
    w = pictured(tmp_path)
    w.press("system-AFS")
    assert w.top.plan.setup.ruleset == "AFS"
    w.press("scene-narrow_pass")
    assert w.top.plan.setup.scenario == "narrow_pass"
    w.press("table")  # the next scene, from the last to the first
    assert w.top.plan.setup.scenario == "sunken_causeway"
    players = []
    for _click in range(6):
        players.append(w.top.plan.players["north"])
        w.press("player-north")
    assert players == ["general", "bold", "cautious", "random", "default", "person"]
    assert w.top.plan.players["north"] == "general"
    army = w.top.plan.setup.sides["north"].army
    w.press("army-south")
    assert w.screen == "Dialog"
    w.press(army)
    assert w.top.plan.setup.sides["south"].army == army
    w.press("army-south")
    w.press("compose")
    assert w.screen == "ComposerScreen"


def test_the_armies_taken_last_come_first(tmp_path: Path) -> None:
    w = pictured(tmp_path, system="WAB")
    w.press("army-south")
    usual = [i.id for f in w.top.forms for i in f.items]
    last = usual[usual.index("compose") - 1]
    w.press(last)
    w.press("begin")
    w.until(lambda: w.screen != "BattlePicturesScreen")
    w.app.home()
    w.step(2)
    w.press("new")
    w.press("army-south")
    assert next(i.id for f in w.top.forms for i in f.items) == last != usual[0]


def test_what_was_chosen_stays_on_the_way_to_more_choices_and_back(tmp_path: Path) -> None:
    w = pictured(tmp_path)
    w.press("scene-river")
    w.press("more")
    assert w.screen == "NewBattleScreen"
    assert w.top.plan.setup.scenario == "river"
    w.top._take_ruleset("USB")
    w.press("back")
    assert w.screen == "BattlePicturesScreen"
    assert w.top.ruleset.meta.id == "USB"
    assert w.top.plan.setup.ruleset == "USB"


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [
        *(seldom(size, 100, "en") for size in ((1024, 700), (1280, 720), (1920, 1080))),
        ((1024, 700), 100, "pl"),
        seldom((1280, 720), 100, "pl"),
        seldom((1920, 1080), 100, "pl"),
        ((1024, 700), 200, "pl"),
        seldom((1280, 720), 200, "pl"),
        ((1920, 1080), 200, "pl"),
    ],
)
def test_everything_stands_in_its_place(tmp_path: Path, size: tuple[int, int], scale: int, language: str) -> None:
    w = Window(tmp_path, size=size, installed=True, ui_scale=scale, language=language)
    w.press("new")
    steps = ("step-system", "step-table", "step-armies") if size[0] < 960 * scale // 100 else ("",)
    shown = set()
    for step in steps:
        if step:
            w.press(step)
        assert [fault for form in w.top.forms for fault in check_form(form)] == []
        for form in w.top.forms:
            rects = [i.widget.rect for i in form.items]
            assert all(r.collidelist(rects[n + 1 :]) < 0 for n, r in enumerate(rects))
            shown |= {i.id.partition("-")[0] for i in form.items}
    painted(w)
    w.shot(f"pictures-{size[0]}-{scale}-{language}")
    assert {"system", "table", "scene", "army", "player", "begin", "more", "back"} <= shown


@pytest.mark.parametrize("system", SYSTEMS)
def test_armies_stand_drawn_up_as_the_usual_answers_place_them(system: str) -> None:
    rules = load_ruleset(system)
    plan = first_plan(rules)
    state = drawn_up(rules, plan.setup)
    assert state is not None
    standing = {u.side for u in state.units.values() if any(state.bases[b].where == "table" for b in u.bases)}
    assert standing == set(plan.players)
    for side in plan.players:
        sight = parade(rules, plan.setup, side, 2.0)
        assert sight is not None
        units = {b.unit for b in sight.scene.blocks}
        here = [u for u in state.units_of(side) if any(state.bases[b].where == "table" for b in u.bases)]
        assert units == {u.id for u in here}
        x0, y0, x1, y1 = sight.part or (0, 0, 0, 0)
        assert all(x0 < b.x - b.width / 2 and b.x + b.width / 2 < x1 for b in sight.scene.blocks)
        assert all(y0 < b.y - b.depth / 2 and b.y + b.depth / 2 < y1 for b in sight.scene.blocks)


def test_what_cannot_be_pictured_stays_blank(tmp_path: Path) -> None:
    w = pictured(tmp_path)
    pictures = glimpse.Glimpses(w.app.theme)

    def fails() -> glimpse.Sight | None:
        raise KeyError("unit")

    assert pictures.of("broken", fails) is None
    w.until(lambda: pictures.update() or ("broken", glimpse.SIZE, w.app.theme.key) in glimpse._kept)
    assert pictures.of("broken", fails) is None
    assert pictures.update() is False


def test_ground_season_and_hour_are_chosen_by_clicks_and_stay_with_the_battle(tmp_path: Path) -> None:
    w = pictured(tmp_path, system="WMA")
    assert w.top.plan.setup.scenery is None
    for name, times in (("ground", 2), ("season", 1), ("hour", 1)):
        for _ in range(times):
            w.press(name)
    assert w.top.plan.setup.scenery == Scenery("steppe", "autumn", "evening")
    w.press("scene-river")  # another scene, another system: the look is kept
    w.press("system-AFS")
    w.press("system-WMA")
    assert w.top.plan.setup.scenery == Scenery("steppe", "autumn", "evening")
    w.press("begin")
    w.until(lambda: w.screen in ("BattleScreen", "CurtainScreen"))
    scene = w.battle.table.picture.scene
    assert (scene.landscape, scene.season, scene.hour) == ("steppe", "autumn", "evening")
    assert w.battle.session.state.table.landscape == ""  # the state knows nothing of it
    session = w.battle.session
    plain = Session.start(session.ruleset, replace(session.setup, scenery=None))
    assert state_hash(plain.lines[0].state) == state_hash(session.lines[0].state)
    record = w.battle.play.match.writer.path
    assert read_record(record).header.setup.scenery == Scenery("steppe", "autumn", "evening")
    assert w.app.settings.scenery == Scenery("steppe", "autumn", "evening")  # and is offered again


def test_the_look_goes_round_and_the_usual_one_leaves_no_trace(tmp_path: Path) -> None:
    w = pictured(tmp_path, system="WMA")
    for _ in HOURS:
        w.press("hour")
    assert w.top.plan.setup.scenery == Scenery(hour="noon")
    assert with_scenery(w.top.plan, Scenery()).setup.scenery is None


@pytest.mark.parametrize(("size", "scale", "language"), [((1280, 720), 100, "en"), ((1024, 700), 100, "pl")])
def test_another_hour_paints_the_table_alone_anew(
    tmp_path: Path, size: tuple[int, int], scale: int, language: str
) -> None:
    w = pictured(tmp_path, system="WMA", window=size, ui_scale=scale, language=language)
    painted(w)
    table, army = tile(w, "table"), tile(w, f"army-{next(iter(w.top.plan.players))}")
    before, parade_before = seen(w, table), seen(w, army)
    w.press("hour")
    painted(w)
    assert len(seen(w, table) ^ before) > 100
    assert seen(w, army) == parade_before
    assert [fault for form in w.top.forms for fault in check_form(form)] == []


def test_more_choices_have_the_look_too(tmp_path: Path) -> None:
    w = pictured(tmp_path, system="WMA")
    w.press("season")
    w.press("more")
    ids = {i.id for f in w.top.forms for i in f.items}
    assert {"ground", "season", "hour"} <= ids
    w.top.back()
    assert w.top.plan.setup.scenery == Scenery(season="autumn")
