"""What left newcomers in doubt: tiny bases missed, limits found too late, states that looked the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
import pytest

from game.client.opening import open_record
from game.client.tabletop.badges import badge_picture
from game.client.ui.row_list import Sheet
from game.client.words import Words
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.state import Frame
from game.engine.table_plans import edits
from game.engine.table_plans.document import Zone
from game.engine.text import T
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import initiative, laid_out
from tests.client.play import test_battle_afs
from tests.client.play.test_battle_wma import give_least
from tests.client.screens import test_guide
from tests.client.toy_record import toy_record
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish import table as afs
from tests.rules.ancient_battles.table import table, unit
from tests.rules.warmaster_ancients import table as wma
from tests.tabled import rules_of, tabled

pytestmark = pytest.mark.window
Make = Callable[..., Window]
NO_RECORD = "{file} is not a record of a battle (its first line is no header)"


def test_tiny_bases_are_hit_from_a_few_pixels_away_and_never_through_others(window: Make) -> None:
    w = window()
    state = table(unit("SGE", (36, 10)), unit("PHA", (36, 24)), unit("WAR", (36, 40), 180), turn=1)
    screen = laid_out(w, WAB, state, Frame("wab.moves"))
    general = next(b for b in screen.sitting.view.bases.values() if b.unit == "SGE")
    assert general.pose is not None
    w.key("home")
    w.key("-")
    assert general.shape.width * screen.table.camera.scale < 12.0  # a few pixels only, the whole table in sight
    x, y = w.on_table(general.pose.x, general.pose.y)
    w.move((x + 12, y))
    assert screen.sitting.under is not None
    assert screen.sitting.under.unit == "SGE"
    assert "General" in "".join(s.text for s in screen.tip_at((round(x + 12), round(y))))
    w.click((x + 12, y))
    assert screen.sitting.selected == "SGE"
    w.click((x + 24, y))
    assert screen.sitting.selected == ""
    # the drag takes hold of it from beside it, and of its ghost as well
    w.drag((x - 11, y), (x - 11, y - 20))
    editor = screen.play.decision.editor
    assert editor.way.unit == "SGE"
    ghost = editor.way.here()[general.id]
    gx, gy = w.on_table(ghost.x, ghost.y)
    w.drag((gx + 11, gy), (gx + 11, gy - 10))
    assert editor.way.here()[general.id].y > ghost.y + 10.0


def test_having_momentum_and_having_charged_look_apart(window: Make) -> None:
    w = window()
    state = table(
        unit("COM", (36, 24), charged=True),
        unit("WAR", (36, 24), 180),
        unit("PHA", (20, 16)),
        contacts=[{"a": "COM", "b": "WAR", "how": "charge"}],
        turn=1,
        active="south",
        phase="combat",
    )
    screen = laid_out(w, WAB, state, Frame("wab.moves"))
    shown = next(u for u in screen.table.picture.scene.units if u.id == "COM")
    kinds = [b.kind for b in shown.badges]
    assert {"momentum", "charged"} <= set(kinds)
    theme = w.app.theme
    looks = [pygame.image.tobytes(badge_picture(theme, b, theme.px(16)), "RGBA") for b in shown.badges]
    assert len(set(looks)) == len(looks)
    screen.table.picture.prepare_all()
    w.shot("doubts-momentum")


@pytest.mark.parametrize("torn", [True, False])
def test_what_is_wrong_with_a_record_is_told_in_the_readers_language(
    toy_window: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, torn: bool
) -> None:
    path = toy_record(tmp_path / "saves")
    lines = path.read_bytes().splitlines(keepends=True)
    number = len(lines) if torn else 20
    lines[number - 1] = lines[number - 1][:-20] if torn else lines[number - 1].replace(b'"n":', b'"m":')
    path.write_bytes(b"".join(lines))
    known = {
        "{file}, line {line}: {why}. The last answer was not written whole and is left out.": "{line} urwany, {why}",
        "{file}, line {line}: {why}. The battle is intact up to line {last} and can be continued from there.": (
            "{line} uszkodzony, {why}, {last} dobry"
        ),
        "it is cut off": "koniec",
        "its checksum does not match": "suma",
    }
    usual = Speaker.word
    monkeypatch.setattr(Speaker, "word", lambda self, key: known.get(key) or usual(self, key))
    w = toy_window(language="pl")
    open_record(w.app, path, watch=True)
    w.step(3)
    assert w.notices() == [f"{number} urwany, koniec" if torn else f"{number} uszkodzony, suma, {number - 1} dobry"]


def test_a_file_that_is_no_record_is_refused_in_the_readers_language(window: Make, tmp_path: Path) -> None:
    w = window(language="pl")
    path = tmp_path / "list.tabula"
    path.write_text("no header")
    open_record(w.app, path)
    w.step(2)
    assert "".join(s.text for s in w.top.text) == Words("pl").say(T(NO_RECORD, file="list.tabula"))
    assert "not a record" not in "".join(s.text for s in w.top.text)


@pytest.mark.parametrize("scale", [100, 150, 200])
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1920, 1080)])
def test_the_buttons_of_the_settings_are_in_sight(
    toy_window: Make, size: tuple[int, int], language: str, scale: int
) -> None:
    w = toy_window(size=size, language=language, ui_scale=scale)
    w.press("settings")
    w.step(2)
    form, foot = w.top.forms
    assert [i.id for i in foot.items] == ["keys", "back"]
    room = pygame.Rect((0, 0), size)
    for item in foot.items:
        assert room.contains(item.widget.rect)
        assert foot.rect.contains(item.widget.rect)
    assert form.rect.bottom <= foot.rect.top
    w.shot(f"doubts-settings-{size[0]}-{language}-{scale}")
    for _step in range(30):  # the keyboard walks from the form into the buttons
        if w.top.keyed is foot and foot.focused.id == "back":
            break
        w.key("tab")
    w.key("enter")
    assert w.screen == "TitleScreen"


def test_a_long_form_stays_where_it_was_scrolled_to(toy_window: Make) -> None:
    w = toy_window(size=(1024, 700), ui_scale=200)
    w.press("settings")
    form = w.top.forms[0]
    w.move(form.rect.center)
    for _notch in range(20):
        w.wheel(-5)
    w.step(5)
    before = form.scrolled
    assert before > 100
    other = next(p for p in form.pictures if p.id == "colour-1:3")
    assert form.rect.contains(other.widget.rect)
    w.click(other.widget.rect.center)
    w.step(2)
    assert w.app.settings.colours[1] == 3
    assert abs(w.top.forms[0].scrolled - before) <= 2


def whole(sheet: Sheet) -> list[int]:
    """Numbers of the rows of a sheet that are in sight as a whole."""
    spans = [(top - sheet.scroll, laid.height) for top, laid in zip(sheet._tops, sheet._laid, strict=True)]
    return [n for n, (top, tall) in enumerate(spans) if top >= 0 and top + tall <= sheet.rect.height]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_card_keeps_rows_in_sight_while_a_draft_is_open(window: Make, size: tuple[int, int], language: str) -> None:
    w = window(size=size, language=language)
    state = table(unit("PHA", (36, 12)), unit("CRE", (50, 12)), unit("WAR", (36, 36), 180), turn=1)
    screen = laid_out(w, WAB, state, Frame("wab.moves"))
    x, y = w.on_table(36 * 25.0, 11.0 * 25.0)
    w.drag((x, y), (x, y - 20))
    w.step(5)
    assert screen.play.decision.editor.verdict() is not None
    assert screen.sitting.selected == "PHA"
    card = screen.dock.card
    assert len(whole(card)) >= min(6, len(card.rows))
    assert screen.log.rect.height >= w.app.theme.px(90)
    w.shot(f"doubts-card-{size[0]}-{language}")
    screen.dock.show("card")  # in a small window it stands behind a tab
    w.step(2)
    w.move(card.rect.center)  # and what is beyond comes by the wheel
    w.wheel(-30)
    w.step(2)
    assert whole(card)[-1] == len(card.rows) - 1


@pytest.mark.parametrize(("name", "question"), [("WAB", "wab.deploy"), ("AFS", "deploy"), ("USB", "deploy")])
def test_who_deploys_in_the_west_looks_east(window: Make, name: str, question: str) -> None:
    """Zones drawn along the short edges: the usual place and a piece out of the tray look at the enemy's zone."""
    w = window(extra={name: load_ruleset(name)})
    rules = tabled(name)
    scenario = rules.scenarios()[0].id
    plain = rules.scenario_table(scenario) or rules.made_table(rules_of(rules).sizes[0], "7")
    wide, deep = plain.size
    zones = (
        Zone(side="south", points=edits.box((0.0, 0.0), (12.0, deep))),
        Zone(side="north", points=edits.box((wide - 12.0, 0.0), (wide, deep))),
    )
    w.new_form()
    plan = w.top.plan
    assert plan.setup.ruleset == name
    made = msgspec.structs.replace(plain, name="Along", zones=zones, zone_depth=0.0)
    setup = msgspec.structs.replace(plan.setup, seed="7", table=made)
    w.top._set(msgspec.structs.replace(plan, players={"south": "person", "north": "person"}, setup=setup))
    w.press("begin")
    for _answer in range(40):
        w.until(lambda: w.screen == "CurtainScreen" or bool(w.asked()))
        if w.screen == "CurtainScreen":
            w.key("enter")
        elif w.asked() == question:
            break
        else:
            give_least(w)
    looks = set()
    for _answer in range(4):
        w.until(lambda: w.asked() == question)
        screen = w.battle
        editor = screen.play.decision.editor
        side = editor.desk.decision.side
        west = (screen.sitting.view.sides[side].own.edge or side) == "south"
        ghosts = editor.verdict().ghosts
        assert editor.verdict().legal
        assert {g.pose.facing for g in ghosts} == {90.0 if west else 270.0}
        assert all((g.pose.x < wide * 12.7) == west for g in ghosts)
        looks.add(west)
        w.shot(f"doubts-along-{name}-{len(looks)}")
        w.key("del")  # and by hand, out of the tray onto the table
        free = next(c.id for c in editor.tray.space.things if c.bar is None)
        screen.play.decision.body.reveal(f"thing\n{free}")
        w.step(2)
        rect = screen.play.decision.body.row_rect(f"thing\n{free}")
        x, y = editor.tray._middle_of_zone()
        w.drag((rect.left + 40, rect.centery), w.on_table(x, y))
        assert {g.pose.facing for g in editor.verdict().ghosts} == {90.0 if west else 270.0}
        if looks == {True, False}:
            break
        w.usual()
        w.key("enter")
        w.until(lambda old=editor: w.battle.play.decision.editor not in (None, old))
    assert looks == {True, False}


def test_what_is_too_far_tells_the_cost_of_the_whole_way_and_what_of_it_fits(window: Make) -> None:
    w = window()
    state = table(unit("PHA", (36, 16), 0), unit("WAR", (60, 44), 180), turn=1)
    screen = laid_out(w, WAB, state, Frame("wab.moves"))
    editor = screen.play.decision.editor
    x, y = w.on_table(36 * 25.0, 15.0 * 25.0)
    far = w.on_table(58 * 25.0, 20.0 * 25.0)  # far aside: the wheel alone is too dear
    w.drag((x, y), far, drop=False)
    verdict = editor.verdict()
    assert verdict.status == "refused"
    reason = editor.desk.say(verdict.reasons[0].text)
    assert reason == 'Too far: 28.65" needed, 4" allowed. This part fits: wheel right 47.7°'
    assert verdict.cost == pytest.approx(28.65 * 25.0, abs=0.2)  # by far more than the wheel alone
    w.shot("doubts-too-far")
    w.key("n")
    assert editor.verdict().legal
    assert [(s.hand, round(s.angle, 1)) for s in editor.verdict().steps] == [("right", 47.7)]


def reach_shown(w: Window, legal: str, barred: str, shot: str) -> None:
    """The enemy within reach and the one beyond it look apart, by colour and by pattern; the latter says why."""
    screen = w.battle
    editor = screen.play.decision.editor
    marks = editor.marks()
    assert (marks.units.get(legal), marks.units.get(barred)) == ("target", "barred")
    theme = w.app.theme
    assert (theme.role("target").hatch, theme.role("barred").hatch) == ("none", "back")
    assert theme.role("target").dash == 0 != theme.role("barred").dash
    pose = next(b.pose for b in screen.sitting.view.bases_of(barred) if b.pose is not None)
    screen.table.picture.prepare_all()
    pos = w.on_table(pose.x, pose.y)
    w.move(pos)
    w.shot(shot)
    assert screen.sitting.under.unit == barred
    said = "".join(s.text for s in screen.tip_at((round(pos[0]), round(pos[1]))))
    assert editor.desk.say(editor.barred()[barred].text) in said


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_ancient_battles_shows_on_the_table_who_is_out_of_reach_of_a_charge(
    window: Make, size: tuple[int, int]
) -> None:
    w = window(size=size, language="en" if size[0] == 1280 else "pl")
    state = table(unit("PHA", (36, 18)), unit("WAR", (36, 24), 180), unit("NOB", (20, 40), 180), turn=1)
    laid_out(w, WAB, state, Frame("wab.charges"))
    w.click(w.on_table(36 * 25.0, 17.0 * 25.0))
    reach_shown(w, "WAR", "NOB", f"doubts-reach-wab-{size[0]}")


def test_the_skirmish_shows_on_the_table_who_is_out_of_reach_of_a_charge(window: Make) -> None:
    w = window(extra={"AFS": AFS})
    state = afs.table(afs.unit("A3", (20, 12)), afs.unit("B2", (20, 20)), afs.unit("B4", (40, 40)))
    test_battle_afs.play(w, state, "activation", unit="A3")
    assert w.battle.play.decision.editor.way.mode_id == "hold"
    reach_shown(w, "B2", "B4", "doubts-reach-afs")
    w.row("mode\ncharge")
    reach_shown(w, "B2", "B4", "doubts-reach-afs-charge")


def test_warmaster_shows_on_the_table_who_is_out_of_reach_of_a_charge(window: Make) -> None:
    w = window()
    state = wma.table(
        wma.unit("LEG-1", at=(90, 40), facing="N"),
        wma.unit("GAL-1", at=(90, 57), facing="S"),
        wma.unit("LIB-1", at=(106, 61), facing="S"),
        active="south",
        turn=1,
        phase="initiative",
    )
    initiative(w, WMA, state)
    w.click(w.on_table(900.0, 400.0))
    reach_shown(w, "GAL-1", "LIB-1", "doubts-reach-wma")


def instead(w: Window) -> list[tuple[str, str]]:
    """The buttons of what would be allowed instead, with their keys, once the draft rests."""
    w.step(8)
    rows = [r for r in w.battle.play.decision.rows if r.id.startswith("act:instead")]
    return [("".join(s.text for s in r.label), r.key) for r in rows]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_what_is_too_far_for_an_advance_becomes_a_rush_when_it_is_let_go(window: Make, size: tuple[int, int]) -> None:
    w = window(extra={"AFS": AFS}, size=size)
    state = afs.table(afs.unit("A3", (20, 12)), afs.unit("B2", (20, 40)))
    test_battle_afs.play(w, state, "activation", unit="A3")
    w.key("2")
    start, end = test_battle_afs.inch(w, 20, 12), test_battle_afs.inch(w, 20, 21)
    w.drag(start, end, drop=False)
    editor = w.battle.play.decision.editor
    assert (editor.way.mode_id, editor.verdict().status) == ("advance", "refused")
    assert instead(w) == [("Instead: Rush", "G")]
    assert "Instead: Rush  [G]" in "".join(s.text for s in editor.marks().pointer)
    w.shot(f"doubts-rush-{size[0]}")
    where = {g.base: (g.pose.x, g.pose.y) for g in editor.verdict().ghosts}
    w.up(end)
    assert (editor.way.mode_id, editor.verdict().status) == ("rush", "legal")
    assert {g.base: (g.pose.x, g.pose.y) for g in editor.verdict().ghosts} == where
    assert instead(w) == []
    w.key("enter")
    w.until(lambda: w.battle.play.decision.editor is not editor)
    assert test_battle_afs.where(w.battle.session.state, "A3.2")[1] == pytest.approx(21.0, abs=0.3)


def test_who_is_led_onto_an_enemy_charges_him(window: Make) -> None:
    w = window(extra={"AFS": AFS})
    state = afs.table(afs.unit("A3", (20, 12)), afs.unit("B2", (20, 21)), afs.unit("B4", (40, 40)))
    test_battle_afs.play(w, state, "activation", unit="A3")
    w.key("2")
    end = test_battle_afs.inch(w, 20, 20.5)
    w.drag(test_battle_afs.inch(w, 20, 12), end, drop=False)
    editor = w.battle.play.decision.editor
    assert editor.verdict().status == "refused"
    (offered,) = instead(w)
    assert offered == (f"Instead: Charge – {editor.desk.name('B2')}", "G")
    w.shot("doubts-charge-instead")
    w.up(end)
    assert (editor.way.mode_id, editor.way.mark, editor.verdict().status) == ("charge", "B2", "legal")


def test_what_is_too_far_for_a_move_becomes_a_march(window: Make) -> None:
    w = window()
    laid_out(w, WAB, table(unit("PHA", (36, 6)), unit("WAR", (60, 40), 180), turn=1), Frame("wab.moves"))
    end = w.on_table(36 * 25.0, 11.0 * 25.0)
    w.drag(w.on_table(36 * 25.0, 5.0 * 25.0), end, drop=False)
    editor = w.battle.play.decision.editor
    assert (editor.way.mode_id, editor.verdict().status) == ("normal", "refused")
    assert instead(w) == [("Instead: March", "G")]
    w.up(end)
    assert (editor.way.mode_id, editor.verdict().status) == ("march", "legal")


def test_nothing_is_offered_instead_where_nothing_helps(window: Make) -> None:
    w = window(extra={"AFS": AFS})
    state = afs.table(afs.unit("A3", (20, 12)), afs.unit("B2", (20, 40)))
    test_battle_afs.play(w, state, "activation", unit="A3")
    w.key("2")
    w.drag(test_battle_afs.inch(w, 20, 12), test_battle_afs.inch(w, 20, 34), drop=False)
    editor = w.battle.play.decision.editor
    assert editor.verdict().status == "refused"
    assert instead(w) == []
    before = editor.answer()
    w.key("g")
    assert editor.answer() == before


@pytest.mark.parametrize("by", ["f2", "suggested"])
def test_the_archers_of_the_first_battle_do_not_stand_in_the_way_of_the_phalanx(window: Make, by: str) -> None:
    w = window(extra={"WAB": WAB})
    test_guide.set_up(w, "WAB")
    for _answer in range(12):
        if w.asked() == "wab.move":
            break
        if w.asked() == "wab.deploy" and by == "suggested":
            w.suggested()
            w.key("enter")
        else:
            w.key("f2")
        w.until(lambda: bool(w.asked()))
        w.step(3)
    assert w.asked() == "wab.move"
    screen = w.battle
    w.shot(f"doubts-guided-{by}")
    xs = {u: [b.pose.x for b in screen.sitting.view.bases_of(u) if b.pose is not None] for u in ("PHA", "CRE")}
    aside = max(min(xs["PHA"]) - max(xs["CRE"]), min(xs["CRE"]) - max(xs["PHA"]))
    assert aside > 25.0  # beside, not before
    pose = screen.sitting.view.bases_of("PHA")[1].pose
    assert pose is not None
    start = w.on_table(pose.x, pose.y)
    w.drag(start, w.on_table(pose.x, pose.y + 4.0 * 25.0 - 2.0))  # straight ahead, as far as it goes
    editor = screen.play.decision.editor
    assert editor.way.unit == "PHA"
    assert editor.verdict().legal, editor.verdict().reasons
    assert editor.verdict().cost > 3.5 * 25.0
