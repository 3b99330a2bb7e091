"""The table editor in the window: drawn by mouse and by keys, saved, chosen for a battle, played, verified."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pygame
import pytest

from game.client.screens.battle import BattleScreen
from game.client.table_editor.files import check_kinds, kept_in, load
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.records.verify import verify
from game.engine.table_plans import edits
from game.engine.table_plans.document import Piece, TablePlan, read_plan, write_plan
from tests.client.window import Window
from tests.tabled import own_table, rules_of, tabled

pytestmark = pytest.mark.window


def editing(window: Window, **chosen: str) -> None:
    """From the title to a new table."""
    window.press("tables")
    assert window.screen == "TablesScreen"
    window.top._take_ruleset(chosen.get("ruleset", "WMA"))
    if "start" in chosen:
        window.top._take_start(chosen["start"])
    window.step(2)
    window.press("begin")
    assert window.screen == "TableEditorScreen"


def at(window: Window, x: float, y: float) -> tuple[float, float]:
    """The window pixel of a point in the table's unit."""
    editor = window.top
    found: tuple[float, float] = editor.picture.area.camera.to_screen(x * editor.hand.mm, y * editor.hand.mm)
    return found


def row(window: Window, name: str) -> None:
    """Click a row at the right."""
    sheet = window.top.sheet
    sheet.reveal(name)
    rect = sheet.row_rect(name)
    assert rect is not None, f"no row {name!r}"
    window.click((rect.left + 12, rect.centery))


def step(window: Window, name: str, part: str) -> None:
    """Press the plus or minus of a row."""
    sheet = window.top.sheet
    sheet.reveal(name)
    rect = sheet.row_rect(name)
    button = getattr(next(x for x in sheet._laid if x.row.id == name), part)
    window.click((rect.left + button.centerx, rect.top + button.centery))


def tool(window: Window, name: str) -> None:
    """Click a tool at the left."""
    rect = window.top.toolbar.rect(name)
    assert rect is not None
    window.click(rect.center)


def figure(window: Window, name: str, typed: str) -> None:
    """Type a figure into a row."""
    row(window, name)
    for char in typed:
        window.key(char)
    window.key("enter")


def said(window: Window) -> list[str]:
    """What is told to be wrong."""
    return [window.top.words.say(f.text) for f in window.top.faults]


def test_a_wood_a_river_and_zones_are_drawn_saved_and_fought_on(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    editor = w.top
    assert "South: there is no deployment zone" in said(w)

    tool(w, "tool_polygon")
    row(w, "kind:wood")
    for corner in ((40, 40), (60, 38), (66, 52), (50, 62), (38, 54)):
        w.click(at(w, *corner))
    w.click(at(w, 40, 40))  # on the first corner: closed
    (wood,) = editor.desk.plan.pieces
    assert (wood.kind, wood.shape, wood.curved) == ("wood", "area", True)
    assert wood.points == ((40.0, 40.0), (60.0, 38.0), (66.0, 52.0), (50.0, 62.0), (38.0, 54.0))

    w.key("f6")
    row(w, "kind:deep_river")
    for point in ((-4, 75), (50, 80), (100, 66), (184, 72)):
        w.click(at(w, *point))
    w.key("enter")
    river = editor.desk.plan.pieces[-1]
    assert (river.kind, river.shape, river.width) == ("deep_river", "band", 6.5)
    assert river.points == ((-4.0, 75.0), (50.0, 80.0), (100.0, 66.0), (184.0, 72.0))

    w.key("f7")
    w.drag(at(w, 10, 0), at(w, 170, 20))
    row(w, "side:north")
    w.drag(at(w, 10, 100), at(w, 170, 120))
    assert [(z.side, z.points[0], z.points[2]) for z in editor.desk.plan.zones] == [
        ("south", (10.0, 0.0), (170.0, 20.0)),
        ("north", (10.0, 100.0), (170.0, 120.0)),
    ]
    assert said(w) == []

    row(w, "name")
    w.write("ford")
    w.key("enter")
    w.shot("table-editor")
    w.press("save")
    (kept,) = kept_in(w.app.folders.tables, "WMA")
    assert (kept.path.name, kept.plan) == ("ford.toml", editor.desk.plan)
    w.key("escape")  # the zone tool
    w.key("escape")
    assert w.screen == "TablesScreen"
    w.shot("tables")
    w.press("back")

    w.new_form()
    w.top._take_ruleset("WMA")
    w.top._set(w.top.plan)
    (item,) = (i for i in w.top.forms[0].items if i.id == "table")
    item.act(item.values[1])
    w.step(2)
    assert w.top.plan.setup.table == kept.plan
    w.shot("table-chosen")
    w.press("begin")
    assert isinstance(w.top, BattleScreen)
    state = w.battle.play.match.session.state
    assert sorted(f.kind for f in state.features.values()) == ["deep_river", "wood"]
    assert state.own.zones[0] == ("south", ((100.0, 0.0), (1700.0, 0.0), (1700.0, 200.0), (100.0, 200.0)))
    w.until(lambda: w.asked() == "deploy")
    w.key("ctrl+d")
    w.key("enter")
    (path,) = w.app.folders.saves.glob("*.tabula")
    kept.path.unlink()  # the record needs no file beside it
    w.until(lambda: len(read_record(path).entries) > 2)
    w.shot("table-battle")
    record = read_record(path)
    assert record.setup is not None
    assert record.setup.table == kept.plan
    assert verify(record, load_ruleset("WMA")) == []


def test_a_side_may_deploy_in_several_rectangles(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    w.key("f7")
    w.drag(at(w, 0, 0), at(w, 40, 20))
    before = pygame.key.get_mods()
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    w.drag(at(w, 140, 0), at(w, 180, 20))
    pygame.key.set_mods(before)
    assert [(z.side, z.points[0]) for z in w.top.desk.plan.zones] == [("south", (0.0, 0.0)), ("south", (140.0, 0.0))]
    row(w, "bare:south")
    assert w.top.desk.plan.zones == ()


def test_a_piece_is_moved_turned_and_typed_exactly(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    desk = w.top.desk
    w.key("f4")
    row(w, "kind:marsh")
    w.drag(at(w, 20, 20), at(w, 40, 30))
    tool(w, "tool_select")
    w.click(at(w, 30, 25))
    assert desk.selected == "marsh-1"
    w.drag(at(w, 35, 22), at(w, 65, 42))
    assert edits.middle(desk.plan.pieces[0].points) == (60.0, 45.0)
    w.key("right")
    w.key("shift+up")
    assert edits.middle(desk.plan.pieces[0].points) == (61.0, 45.1)
    w.key("ctrl+z")  # both steps were one
    assert edits.middle(desk.plan.pieces[0].points) == (60.0, 45.0)
    w.key("ctrl+y")
    assert edits.middle(desk.plan.pieces[0].points) == (61.0, 45.1)
    figure(w, "p-x", "90.5")
    figure(w, "p-w", "30")
    figure(w, "p-d", "12,5")
    assert edits.middle(desk.plan.pieces[0].points) == (90.5, 45.1)
    assert edits.extent(desk.plan.pieces[0].points) == (30.0, 12.5)
    figure(w, "p-turn", "90")
    assert edits.extent(desk.plan.pieces[0].points) == (12.5, 30.0)
    step(w, "p-turn", "more")
    step(w, "p-turn", "less")
    w.key("k")
    assert [p.id for p in desk.plan.pieces] == ["marsh-1", "marsh-2"]
    w.key("[")
    assert [p.id for p in desk.plan.pieces] == ["marsh-2", "marsh-1"]
    w.key("delete")
    assert [p.id for p in desk.plan.pieces] == ["marsh-1"]
    w.key(".")
    assert desk.selected == "marsh-1"
    step(w, "p-kind", "more")
    assert desk.plan.pieces[0].kind == "deep_river"


def test_points_are_dragged_added_and_taken(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    desk = w.top.desk
    w.key("f4")
    row(w, "kind:hill")
    w.drag(at(w, 20, 20), at(w, 60, 60))
    w.key("f2")
    w.click(at(w, 50, 50))
    w.drag(at(w, 60, 60), at(w, 70, 75))
    assert desk.plan.pieces[0].points[2] == (70.0, 75.0)
    w.drag(at(w, 40, 20), at(w, 40, 10))  # the middle of the southern edge: another point
    assert desk.plan.pieces[0].points[:3] == ((20.0, 20.0), (40.0, 10.0), (60.0, 20.0))
    figure(w, "pt-y", "12")
    assert desk.plan.pieces[0].points[1] == (40.0, 12.0)
    w.click(at(w, 40, 12))
    w.key("delete")
    assert len(desk.plan.pieces[0].points) == 4
    handle = desk.turn_handle(w.top.reach)
    middle = edits.middle(desk.plan.pieces[0].points)
    w.drag(at(w, *handle), at(w, middle[0] + 30.0, middle[1]))
    before = desk.plan.pieces[0].points
    w.key("ctrl+z")
    assert desk.plan.pieces[0].points == edits.turned(before, -90.0)


def test_a_piece_off_the_table_is_told_at_the_piece(window: Callable[..., Window]) -> None:
    w = window()
    editing(w, start="open_field")
    desk = w.top.desk
    assert said(w) == []
    w.click(at(w, *edits.middle(desk.plan.pieces[0].points)))
    figure(w, "p-x", "0")
    assert any(line.endswith(": a part lies off the table") for line in said(w))
    w.key("escape")
    assert desk.selected == ""
    row(w, "fault-0")
    assert desk.selected == desk.plan.pieces[0].id
    w.shot("table-fault")


def test_all_by_keys_in_a_system_of_strips(window: Callable[..., Window]) -> None:
    w = window()
    editing(w, ruleset="WAB")
    desk = w.top.desk
    for key, kind in (("f5", "wood"), ("f4", "building"), ("f6", "hedge"), ("f3", "hill")):
        w.key(key)
        desk.take_kind(kind)
        w.key("enter")
    assert [(p.kind, p.shape) for p in desk.plan.pieces] == [
        ("wood", "area"), ("building", "area"), ("hedge", "line"), ("hill", "area"),
    ]  # fmt: skip
    assert edits.middle(desk.plan.pieces[0].points) == (36.0, 24.0)
    w.key("tab")
    sheet = w.top.sheet
    for _ in range(80):
        if sheet.focus == "zone-depth":
            break
        w.key("down")
    w.key("right")
    assert desk.plan.zone_depth == 13.0
    w.key("9")
    w.key("enter")
    assert desk.plan.zone_depth == 9.0
    assert 'Deployment zones are 12" deep by default.' in said(w)
    w.key("tab")
    w.key("f7")
    w.key("enter")  # the other side's strip becomes an outline as well
    assert [(z.side, z.points[0], z.points[2]) for z in desk.plan.zones] == [
        ("north", (0.0, 39.0), (72.0, 48.0)),
        ("south", (27.0, 18.0), (45.0, 30.0)),
    ]
    assert "zone-depth" not in [r.id for r in sheet.rows]
    row(w, "strips")
    assert (desk.plan.zones, desk.plan.zone_depth) == ((), 9.0)


def test_skirmish_has_heights_ladders_and_tables_from_a_number(window: Callable[..., Window]) -> None:
    w = window()
    editing(w, ruleset="AFS", start="made")
    desk = w.top.desk
    assert len(desk.plan.pieces) >= 20
    assert said(w) == []
    tower = next(p for p in desk.plan.pieces if p.kind == "tower")
    row(w, f"at:{tower.id}")
    figure(w, "p-height", "8.5")
    step(w, "p-edges", "more")
    changed = desk.plan.piece(tower.id)
    assert changed is not None
    assert (changed.height, changed.edges) == (8.5, (tower.edges[0] + 1,))
    land = w.top.picture.area.view.features[tower.id]
    assert (round(land.height, 3), land.own.ladders) == (215.9, changed.edges)
    while len(desk.plan.pieces) > 19:
        w.key(".")
        w.key("delete")
    assert "19 pieces of terrain: at least 20" in said(w)
    w.shot("table-skirmish")


def test_leaving_asks_where_something_is_not_saved(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    w.press("back")
    assert w.screen == "TablesScreen"  # nothing was done
    w.press("begin")
    w.key("f4")
    w.key("enter")
    w.press("back")
    assert w.screen == "Dialog"
    w.press("stay")
    assert w.screen == "TableEditorScreen"
    w.press("back")
    w.press("save")
    assert w.screen == "TablesScreen"
    assert [k.path.name for k in kept_in(w.app.folders.tables)] == ["New table.toml"]
    w.key("down")
    w.key("enter")
    assert w.screen == "TableEditorScreen"
    assert [p.shape for p in w.top.desk.plan.pieces] == ["area"]
    w.key("escape")
    w.key("delete")
    w.press("yes")
    assert kept_in(w.app.folders.tables) == []


def test_files_that_are_no_tables_are_told_with_their_key(window: Callable[..., Window]) -> None:
    w = window()
    folder = w.app.folders.tables
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text("size = [", encoding="utf-8")
    odd = TablePlan(
        ruleset="WMA",
        size=(180.0, 120.0),
        pieces=(Piece(id="x", kind="wod", points=edits.box((1.0, 1.0), (9.0, 9.0))),),
    )
    (folder / "b.toml").write_text(write_plan(odd), encoding="utf-8")
    (folder / "c.toml").write_text(write_plan(odd).replace('"WMA"', '"XYZ"'), encoding="utf-8")
    w.press("tables")
    texts = [" ".join(s.text for s in (*r.label, *r.note)) for r in w.top.sheet.rows if r.id]
    assert len(texts) == 3
    assert any("a.toml, line 1" in t for t in texts)
    assert any("b.toml, piece 1 (x), kind" in t and "“wood”" in t for t in texts)
    assert any("XYZ" in t for t in texts)
    for key in ("down", "down", "down"):
        w.key(key)
        kept = w.top._at()
        item = next(i for f in w.top.forms for i in f.items if i.id == "open")
        assert item.widget.is_enabled == (kept is not None and w.top._playable(kept))
    rules = rules_of(tabled("WMA"))
    assert check_kinds(load(folder / "b.toml"), rules).key == "piece 1 (x), kind"
    assert read_plan((folder / "b.toml").read_bytes(), "b.toml") == odd


def test_the_list_of_tables_is_walked_to_by_tab(window: Callable[..., Window]) -> None:
    w = window()
    folder = w.app.folders.tables
    folder.mkdir(parents=True)
    for name in ("Alder", "Birch"):
        plan = TablePlan(ruleset="WMA", name=name, size=(180.0, 120.0))
        (folder / f"{name}.toml").write_text(write_plan(plan), encoding="utf-8")
    w.press("tables")
    w.key("tab")
    assert (w.top.part, w.top.forms[0].focused.id) == (1, "ruleset")
    w.key("shift+tab")
    assert (w.top.part, w.top.at) == (0, 0)
    w.key("down")
    assert w.top.at == 1
    w.key("shift+tab")
    assert (w.top.part, w.top.forms[1].focused.id) == (2, "back")
    w.shot("tables-by-keys")
    w.key("tab")
    assert (w.top.part, w.top.at) == (0, 1)
    w.key("enter")
    assert w.screen == "TableEditorScreen"
    assert w.top.desk.plan.name == "Birch"


def test_a_fixed_scenario_says_why_it_takes_no_other_table(window: Callable[..., Window]) -> None:
    w = window()
    plan = own_table(tabled("WMA"), "open_field")
    folder = w.app.folders.tables
    folder.mkdir(parents=True)
    (folder / "ford.toml").write_text(write_plan(msgspec.structs.replace(plan, name="The Ford")), encoding="utf-8")
    w.new_form()
    screen = w.top
    form = screen.forms[0]
    form.item("table").act("0")
    w.step(2)
    assert screen.plan.setup.table.name == "The Ford"
    screen.forms[0].item("scenario").act("cannae")
    w.step(2)
    assert screen.plan.setup.table is None
    assert "table" not in [i.id for i in screen.forms[0].items]
    told = " ".join(p.text for t in screen.forms[0]._texts for p in t.block.pieces)
    assert "This scenario is fought on its own table" in told
    w.shot("new-battle-cannae")
    screen.forms[0].item("scenario").act("open_field")
    w.step(2)
    screen.forms[0].item("table").act("0")
    w.step(2)
    w.press("begin")
    w.until(lambda: w.screen == "BattleScreen")
    assert w.battle.play.match.title.endswith("The Ford")
    first = w.battle.log.items[0].entry
    assert first.said == "Fought on the table “The Ford”"
    w.step(5)
    w.shot("battle-own-table")


def test_a_zone_is_drawn_corner_by_corner_moved_and_its_corners_changed(window: Callable[..., Window]) -> None:
    w = window()
    editing(w, ruleset="WAB", start="open_field")
    desk = w.top.desk
    tool(w, "tool_zone")
    for corner in ((12, 0), (60, 0), (60, 10), (36, 6), (12, 10)):
        w.click(at(w, *corner))
    w.shot("zone-drawing")
    w.click(at(w, 12, 0))  # on the first corner: closed
    assert [(z.side, len(z.points)) for z in desk.plan.zones] == [("north", 4), ("south", 5)]
    assert desk.plan.zones[1].points == ((12.0, 0.0), (60.0, 0.0), (60.0, 10.0), (36.0, 6.0), (12.0, 10.0))
    row(w, "side:north")
    w.drag(at(w, 12, 38), at(w, 60, 48))
    assert [(z.side, z.points[0], z.points[2]) for z in desk.plan.zones][1] == ("north", (12.0, 38.0), (60.0, 48.0))
    row(w, "more")
    w.drag(at(w, 62, 40), at(w, 70, 48))  # one more of the same side
    assert [z.side for z in desk.plan.zones] == ["south", "north", "north"]
    tool(w, "tool_select")
    w.click(at(w, 60, 3))  # on its edge
    assert desk.selected == "zone@0"
    w.drag(at(w, 36, 6), at(w, 36, 8))
    assert desk.plan.zones[0].points[3] == (36.0, 8.0)
    w.drag(at(w, 60, 5), at(w, 64, 5))  # the middle of its eastern edge: another corner
    assert desk.plan.zones[0].points[2] == (64.0, 5.0)
    assert len(desk.plan.zones[0].points) == 6
    figure(w, "pt-x", "65,5")
    assert desk.plan.zones[0].points[2] == (65.5, 5.0)
    w.key("delete")
    assert len(desk.plan.zones[0].points) == 5
    w.click(at(w, 20, 2))  # on the zone in hand: all of it
    assert (desk.selected, desk.point) == ("zone@0", -1)
    w.key("right")
    w.key("up")
    assert desk.plan.zones[0].points[0] == (13.0, 1.0)
    w.key("ctrl+z")
    assert desk.plan.zones[0].points[0] == (12.0, 0.0)
    row(w, "at:zone@2")
    step(w, "z-side", "more")
    assert desk.plan.zones[2].side == "south"
    w.shot("zone-in-hand")
    w.key("delete")
    assert [z.side for z in desk.plan.zones] == ["south", "north"]
    assert not [f for f in w.top.faults if f.fatal]
    w.press("save")
    kept = kept_in(w.app.folders.tables)[0]
    assert kept.plan == desk.plan

    w.press("back")
    w.press("back")
    w.new_form()
    w.top._take_ruleset("WAB")
    w.step(2)
    w.top.forms[0].item("table").act("0")
    w.step(2)
    w.press("begin")
    w.until(lambda: w.screen == "BattleScreen" and bool(w.asked()))
    for _ in range(6):
        if w.battle.session.waiting[0].kind == "place":
            break
        w.key("1")
        w.key("enter")
        w.step(4)
        w.until(lambda: bool(w.asked()))
    w.step(3)
    assert w.battle.session.waiting[0].kind == "place"
    assert len(w.battle.play.decision.editor.tray.space.zone) == 1
    w.shot("zone-battle")


def test_what_came_to_lie_in_the_file_of_a_table_is_kept_aside(window: Callable[..., Window]) -> None:
    w = window()
    editing(w)
    w.press("save")
    path = w.top.path
    path.write_bytes(b"table = 1\nruleset = ")
    w.press("save")
    assert w.notices()[-1] == f"The old file was not a table. It is kept as {path.stem}.broken.toml."
    assert path.with_name(f"{path.stem}.broken.toml").read_bytes() == b"table = 1\nruleset = "
    assert load(path).plan == w.top.desk.plan
    w.press("save")
    assert len(list(path.parent.iterdir())) == 2


def test_a_made_table_of_universal_battle_is_changed_saved_and_fought_on(window: Callable[..., Window]) -> None:
    w = window()
    editing(w, ruleset="USB", start="made")
    desk = w.top.desk
    assert said(w) == []
    w.shot("table-universal-made")
    (size, _), before = desk.plan.size, desk.plan.pieces
    piece = max(before, key=lambda p: edits.extent(p.points)[0])
    middle = edits.middle(piece.points)
    w.click(at(w, *middle))
    assert desk.selected == piece.id
    w.drag(at(w, *middle), at(w, middle[0] + (2 if middle[0] < size / 2 else -2), middle[1]))
    moved = desk.plan.piece(piece.id)
    assert moved is not None
    assert abs(edits.middle(moved.points)[0] - middle[0]) == pytest.approx(2, abs=0.3)
    w.key("f6")
    row(w, "kind:fence")
    for point in ((size / 2 - 6, 3), (size / 2, 4), (size / 2 + 6, 3)):
        w.click(at(w, *point))
    w.key("enter")
    fence = desk.plan.pieces[-1]
    assert (fence.kind, fence.shape, fence.width) == ("fence", "band", 0.5)
    row(w, "name")
    w.write("paddock")
    w.key("enter")
    w.shot("table-universal")
    w.press("save")
    (kept,) = kept_in(w.app.folders.tables, "USB")
    assert kept.plan == desk.plan
    w.press("back")
    w.press("back")
    w.new_form()
    w.top._take_ruleset("USB")
    w.top._set(w.top.plan)
    (item,) = (i for i in w.top.forms[0].items if i.id == "table")
    item.act(item.values[1])
    w.step(2)
    assert w.top.plan.setup.table == kept.plan
    w.press("begin")
    assert isinstance(w.top, BattleScreen)
    w.shot("table-universal-battle")
    land = w.battle.play.match.session.state.features
    assert land[fence.id].kind == "fence"
    assert {p.id for p in kept.plan.pieces} == set(land)
