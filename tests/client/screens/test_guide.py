"""Guided first battles: chosen from the title, followed step by step, left at any time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.battle.chosen_setup import Plan
from game.client.battle.match import begin_match
from game.client.guide.file import GuideFile, faults_of, guides_of, read_guide
from game.client.guide.progress import Progress
from game.client.parts.seat import Seat
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.engine.command import Answering
from game.engine.files.toml_reading import DataError
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.records.record import read_record
from game.engine.records.verify import verify
from tests.client.play.test_battle_wma import give_least
from tests.client.window import Window, coach_of

Make = Callable[..., Window]
GUIDED = tuple(i for i in ruleset_ids() if (load_ruleset(i).meta.folder / "guides").is_dir())
GUIDES = Path(__file__).parents[1] / "guides"
"""Guided battles that begin with setting up; those of the program begin at charge distance."""


def begin(w: Window, ruleset: str) -> BattleScreen[Seat]:
    """From the title into the guided battle of a system."""
    w.press("learn")
    control = next(i.id for f in w.top.forms for i in f.items if i.id.startswith(f"begin-{ruleset}-"))
    w.press(control)
    w.until(lambda: w.screen == "GuidedBattleScreen" and w.asked() != "")
    screen = w.top
    assert isinstance(screen, BattleScreen)
    return screen


def set_up(w: Window, ruleset: str) -> BattleScreen[Seat]:
    """The guided battle of the tests, which begins with setting up."""
    rules = load_ruleset(ruleset)
    guide = read_guide(GUIDES / f"{ruleset}.toml", rules)
    match = begin_match(rules, Plan(guide.document(ruleset), 0, dict(guide.players)), w.app.folders.saves)
    screen = battle_screen(w.app, match, guide)
    w.app.open(screen)
    w.until(lambda: w.asked() != "")
    return screen


def told(screen: BattleScreen) -> str:
    """Id of the step that is told; "" for a reminder."""
    return getattr(coach_of(screen).told, "id", "")


@pytest.mark.parametrize("ruleset", GUIDED)
def test_every_system_has_a_guide_in_order(ruleset: str) -> None:
    found, problems = guides_of(load_ruleset(ruleset))
    assert problems == []
    assert found
    for guide in found:
        assert list(guide.players.values()).count("person") == 1
        assert any(not r.question for r in guide.remind)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_guided_battle_can_be_begun_without_scrolling(window: Make, language: str) -> None:
    w = window(language=language)
    w.press("learn")
    shown = [(i.id, f.rect.contains(i.widget.rect)) for f in w.top.forms for i in f.items if i.id.startswith("begin-")]
    assert {one.split("-")[1] for one, _ in shown} == set(GUIDED)
    assert [one for one, inside in shown if not inside] == []


def test_warmaster_from_setting_up_to_the_first_order(window: Make) -> None:
    w = window()
    screen = set_up(w, "WMA")
    assert told(screen) == "deploy-first"
    assert coach_of(screen).told is not None
    assert coach_of(screen).words_of(coach_of(screen).told) == coach_of(screen).strip.words
    panel = screen.play.decision.body
    row = panel.row_rect("thing\nLEG-1")
    assert row is not None
    assert coach_of(screen).lit() == [row]
    w.shot("guide-wma-deploy")
    w.drag((row.left + 40, row.centery), w.on_table(900.0, 150.0))
    assert told(screen) == "deploy-confirm"
    assert len(coach_of(screen).lit()) == 1
    w.key("enter")
    w.until(lambda: told(screen) == "deploy-rest")
    assert any(b.pose is not None for b in screen.session.state.bases_of("LEG-1"))
    w.key("f2")
    w.until(lambda: w.asked() == "order")
    assert told(screen) == "order-who"
    assert "deploy-rest" in coach_of(screen).progress.done
    w.shot("guide-wma-order")


@pytest.mark.parametrize("ruleset", GUIDED)
def test_from_the_title_to_both_armies_at_charge_distance(window: Make, ruleset: str) -> None:
    w = window()
    screen = begin(w, ruleset)
    state, guide = screen.session.state, coach_of(screen).guide
    assert guide.opening
    given = [line.command for line in screen.session.lines[1 : len(guide.opening) + 1]]
    assert all(isinstance(one, Answering) and one.by == "bot" for one in given)
    assert all(b.where == "table" for u in state.units.values() for b in state.bases_of(u.id))
    assert coach_of(screen).progress.done == set()
    assert told(screen) == guide.step[0].id
    assert coach_of(screen).strip.words == guide.step[0].say
    assert verify(read_record(screen.play.match.writer.path), load_ruleset(ruleset)) == []


@pytest.mark.parametrize("ruleset", GUIDED)
def test_the_table_has_its_room_under_what_is_told(window: Make, ruleset: str) -> None:
    w = window()
    screen = begin(w, ruleset)
    w.step(2)
    table, strip = screen.table.rect, coach_of(screen).strip
    assert table.width * table.height >= 0.7 * 1280 * 720
    assert table.contains(strip.rect)
    assert strip.rect.height <= table.height / 3
    assert screen.notices_area().top >= strip.rect.bottom
    view = screen.sitting.view
    poses = [b.pose for b in view.bases.values() if b.pose is not None and b.where == "table"]
    assert min(w.on_table(p.x, p.y)[1] for p in poses) > strip.rect.bottom


def test_what_is_told_is_one_line_once_it_has_been_read(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.step(2)
    strip = coach_of(screen).strip
    tall, origin = strip.rect.height, screen.table.camera.origin
    w.key("u")
    w.step()
    assert strip.folded
    assert strip.rect.height < tall / 2
    assert screen.table.camera.origin == origin
    w.click((strip.rect.left + 60, strip.rect.centery))
    w.step()
    assert not strip.folded
    assert strip.rect.height == tall
    w.click((strip.rect.left + 60, strip.rect.top + 20))
    w.step()
    assert strip.folded
    w.key("1")
    w.key("enter")
    w.until(lambda: told(screen) not in ("", "reaction"))
    assert not strip.folded  # the next lesson is told in full


def test_a_hand_on_the_table_has_it_to_itself(window: Make) -> None:
    w = window()
    screen = set_up(w, "WMA")
    w.step(2)
    row = screen.play.decision.body.row_rect("thing\nLEG-1")
    assert row is not None
    w.drag((row.left + 40, row.centery), w.on_table(900.0, 150.0), drop=False)
    assert coach_of(screen).strip.folded
    w.up(w.on_table(900.0, 150.0))
    w.step()
    assert not coach_of(screen).strip.folded


def test_the_player_may_leave_the_rails_and_the_guide(window: Make) -> None:
    w = window()
    screen = set_up(w, "WMA")
    w.key("f2")  # all at once, though the guide asked for one unit
    w.until(lambda: w.asked() == "order")
    assert told(screen) == "order-who"
    w.key("shift+u")
    assert coach_of(screen).left
    assert not coach_of(screen).covers(coach_of(screen).strip.rect.center)
    w.key("f2")
    w.until(lambda: w.asked() == "ride")


def test_the_strip_can_be_worked_with_the_mouse(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.step()
    coach_of(screen).strip.at((0, 0))
    w.click(coach_of(screen).strip._places["leave"].center)
    assert coach_of(screen).left


def test_skirmish_takes_the_player_to_his_first_activation(window: Make) -> None:
    w = window()
    screen = set_up(w, "AFS")
    seen = [told(screen)]
    for _turn in range(40):
        if w.asked() == "act":
            break
        w.usual()
        if told(screen) not in seen:
            seen.append(told(screen))
        w.key("enter")
        w.until(lambda: w.asked() != "")
        if told(screen) not in seen:
            seen.append(told(screen))
    assert seen[:2] == ["helpers", ""]
    assert {"markers-give", "deploy-give", "activate"} <= set(seen)
    assert told(screen) == "act"
    w.shot("guide-afs-act")


def test_blocks_take_the_player_to_his_first_move(window: Make) -> None:
    w = window()
    screen = set_up(w, "WAB")
    assert told(screen) == "deploy"
    w.key("f2")
    w.until(lambda: w.asked() == "wab.declare")
    assert told(screen) == "declare"
    w.key("f2")
    w.until(lambda: w.asked() == "wab.move")
    assert told(screen) == "move"
    w.key("w")
    assert told(screen) == "move-give"
    w.shot("guide-wab-move")
    w.key("enter")
    w.until(lambda: w.asked() == "wab.move" and told(screen) == "move-done")


def test_the_parting_word_stands_below_the_result_and_hides_nothing(window: Make) -> None:
    w = window()
    screen = begin(w, "WAB")
    for _turn in range(400):
        w.until(lambda: w.screen == "EndScreen" or w.asked() != "")
        if w.screen == "EndScreen":
            break
        if w.battle.play.decision.exit(0) is not None:
            w.key("f2")
        else:
            give_least(w)
    rows = ["".join(s.text for s in row.label) for row in w.top.sheet.rows]
    assert coach_of(screen).guide.ending in rows
    assert coach_of(screen).guide.ending not in w.notices()


@pytest.mark.parametrize("ruleset", GUIDED)
def test_every_question_of_the_battle_is_told_of(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    for guide in guides_of(rules)[0]:
        told_of = {q for row in (*guide.step, *guide.remind) for q in row.question}
        assert told_of == {q for q in rules.questions if not q.startswith("engine.")}


def test_a_drag_is_told_of_where_it_ends_and_not_on_its_way(window: Make) -> None:
    w = window()
    screen = begin(w, "WAB")
    w.key("f2")
    w.until(lambda: w.asked() == "wab.move")
    w.step(2)
    poses = [b.pose for b in screen.sitting.view.bases_of("CRE") if b.pose is not None]
    x, y = sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)
    far = w.on_table(x, y + 200.0)
    w.drag(w.on_table(x, y), far, steps=20, drop=False)
    assert told(screen) == "move"
    w.up(far)
    w.step(2)
    assert told(screen) == "move-give"  # it stands as far as it may
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        w.drag(w.on_table(x, y), far, steps=20)
    finally:
        pygame.key.set_mods(0)
    w.step(2)
    assert coach_of(screen).strip.words.startswith("Red: it may not stand there")
    assert len(coach_of(screen).lit()) == 1
    w.key("n")
    assert told(screen) == "move-give"


class TestProgress:
    def guide(self) -> GuideFile:
        return read_guide(GUIDES / "WMA.toml", load_ruleset("WMA"))

    def test_a_step_that_wants_a_draft_is_over_once_there_is_one(self) -> None:
        p = Progress(self.guide())
        assert getattr(p.now("deploy", "empty"), "id", "") == "deploy-first"
        assert getattr(p.now("deploy", "legal"), "id", "") == "deploy-confirm"
        assert p.done == {"deploy-first"}
        assert getattr(p.now("deploy", "refused"), "id", "") == "deploy-rest"

    def test_what_was_skipped_is_not_told_later(self) -> None:
        p = Progress(self.guide())
        p.now("deploy", "empty")
        p.answered("deploy")
        assert getattr(p.now("deploy", "empty"), "id", "") == "deploy-rest"

    def test_a_step_after_an_event_waits_for_it_and_goes_when_it_was_read(self) -> None:
        p = Progress(self.guide())
        p.done = {s.id for s in self.guide().step} - {"tools"}
        assert not hasattr(p.now("order", "empty"), "id")
        p.happened.add("turn_ends")
        assert getattr(p.now("order", "empty"), "id", "") == "tools"
        assert p.read()
        assert not hasattr(p.now("order", "empty"), "id")
        assert not p.read()

    def test_nobody_decides(self) -> None:
        assert getattr(Progress(self.guide()).now("", "empty"), "question", None) == ()


@pytest.mark.parametrize("answers", [0, 3])
def test_a_guided_battle_is_resumed_where_its_guide_was(window: Make, answers: int) -> None:
    w = window()
    screen = begin(w, "WMA")
    for _answer in range(answers):
        w.suggested()
        w.key("enter")
        w.until(lambda: w.asked() != "")
    w.step(2)
    done, happened = set(coach_of(screen).progress.done), set(coach_of(screen).progress.happened)
    here, words = told(screen), coach_of(screen).strip.words
    w.app.home()
    w.step(2)
    w.press("resume")
    w.until(lambda: w.screen == "GuidedBattleScreen" and w.asked() != "")
    w.step(2)
    again = w.top
    assert isinstance(again, BattleScreen)
    assert again is not screen
    assert told(again) == here
    assert coach_of(again).strip.words == words
    assert coach_of(again).progress.done == done
    assert bool(done) == bool(answers)
    assert coach_of(again).progress.happened >= happened


def test_the_table_stays_where_it_is_while_the_guide_speaks(window: Make) -> None:
    w = window()
    screen = set_up(w, "WMA")
    w.drag(w.on_table(900.0, 700.0), w.on_table(900.0, 600.0))
    w.step(2)
    origin = screen.table.camera.origin
    for _time in range(9):
        screen.lay_out()
    assert screen.table.camera.origin == origin


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("guide = 1\n", "guide = 2\n"), "guide"),
        (('question = ["ride"]', 'question = ["rode"]'), "question"),
        (('"tool tape"', '"toll tape"'), "point"),
        (("GALL = 2", "GALX = 2"), "setup"),
        (("GALL-2 = [69, 44, 180]", "GALL-2 = [69, 20, 180]"), "opening"),
        (('question = "first_turn"', 'question = "last_turn"'), "opening"),
        (('side = "north", answer = { parts', 'side = "south", answer = { parts'), "opening"),
        (('thing = "CON-1"', 'thing = "CONS-1"'), "opening"),
        (('kind = "wood"', 'kind = "wool"'), "setup"),
        (('id = "ride"', 'id = "shoot"'), "id"),
        ((', north = "general" }', " }"), "players"),
    ],
)
def test_a_broken_guide_is_told_at_the_door(tmp_path: Path, change: tuple[str, str], key: str) -> None:
    rules = load_ruleset("WMA")
    source = (rules.meta.folder / "guides" / "first_battle.toml").read_text(encoding="utf-8")
    assert change[0] in source
    path = tmp_path / "broken.toml"
    path.write_text(source.replace(change[0], change[1], 1), encoding="utf-8")
    with pytest.raises(DataError) as told_of:
        read_guide(path, rules)
    assert key in told_of.value.key
    assert str(told_of.value).startswith("broken.toml")
    assert faults_of(path, rules)[0].partition(": ")[0] == told_of.value.key
