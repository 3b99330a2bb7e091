"""Guided first battles: chosen from the title, followed step by step, left at any time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.guide.file import GuideFile, faults_of, guides_of, read_guide
from game.client.guide.progress import Progress
from game.client.parts.seat import Seat
from game.client.screens.battle import BattleScreen
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.toml_reading import DataError
from tests.client.test_battle_wma import give_least
from tests.client.window import Window, coach_of

Make = Callable[..., Window]


def begin(w: Window, ruleset: str) -> BattleScreen[Seat]:
    """From the title into the guided battle of a system."""
    w.press("learn")
    control = next(i.id for f in w.top.forms for i in f.items if i.id.startswith(f"begin-{ruleset}-"))
    w.press(control)
    w.until(lambda: w.screen == "GuidedBattleScreen" and w.asked() != "")
    screen = w.top
    assert isinstance(screen, BattleScreen)
    return screen


def told(screen: BattleScreen) -> str:
    """Id of the step that is told; "" for a reminder."""
    return getattr(coach_of(screen).told, "id", "")


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_system_has_a_guide_in_order(ruleset: str) -> None:
    found, problems = guides_of(load_ruleset(ruleset))
    assert problems == []
    assert len(found) == 1
    guide = found[0]
    assert list(guide.players.values()).count("person") == 1
    assert any(not r.question for r in guide.remind)


def test_warmaster_from_the_title_to_the_first_order(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
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


def test_the_player_may_leave_the_rails_and_the_guide(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.key("f2")  # all at once, though the guide asked for one unit
    w.until(lambda: w.asked() == "order")
    assert told(screen) == "order-who"
    tall = screen.table.rect.height
    w.key("shift+u")
    assert coach_of(screen).left
    assert screen.table.rect.height > tall
    w.key("f2")
    w.until(lambda: w.asked() == "ride")


def test_the_strip_can_be_worked_with_the_mouse(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.step()
    w.click(coach_of(screen).strip._places["leave"].center)
    assert coach_of(screen).left


def test_skirmish_takes_the_player_to_his_first_activation(window: Make) -> None:
    w = window()
    screen = begin(w, "AFS")
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
    screen = begin(w, "WAB")
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


@pytest.mark.parametrize("ruleset", ["WAB", "USB"])
def test_every_question_of_the_battle_is_told_of(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    guide = guides_of(rules)[0][0]
    told_of = {q for row in (*guide.step, *guide.remind) for q in row.question}
    assert told_of == {q for q in rules.questions if not q.startswith("engine.")}


def test_a_drag_is_told_of_where_it_ends_and_not_on_its_way(window: Make) -> None:
    w = window()
    screen = begin(w, "WAB")
    for question in ("wab.declare", "wab.move"):
        w.key("f2")
        w.until(lambda q=question: w.asked() == q)  # type: ignore[misc]
    poses = [b.pose for b in screen.sitting.view.bases_of("CRE") if b.pose is not None]
    x, y = sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)
    far = w.on_table(x, y + 250.0)
    w.drag(w.on_table(x, y), far, steps=20, drop=False)
    assert told(screen) == "move"
    w.up(far)
    w.step(2)
    assert told(screen) == "move-far"
    assert len(coach_of(screen).lit()) == 1
    w.key("n")
    assert told(screen) == "move-give"


class TestProgress:
    def guide(self) -> GuideFile:
        found, _problems = guides_of(load_ruleset("WMA"))
        return found[0]

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


def test_a_guided_battle_is_resumed_where_its_guide_was(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.key("enter")
    w.until(lambda: w.asked() == "deploy" and told(screen) == "deploy-rest")
    w.key("f2")
    w.until(lambda: w.asked() == "order")
    done = set(coach_of(screen).progress.done)
    w.app.home()
    w.step(2)
    w.press("resume")
    w.until(lambda: w.screen == "GuidedBattleScreen" and w.asked() == "order")
    again = w.top
    assert isinstance(again, BattleScreen)
    assert again is not screen
    assert told(again) == "order-who"
    assert coach_of(again).progress.done == done


def test_the_table_stays_where_it_is_while_the_guide_speaks(window: Make) -> None:
    w = window()
    screen = begin(w, "WMA")
    w.drag(w.on_table(900.0, 700.0), w.on_table(900.0, 600.0))
    w.step(2)
    origin = screen.table.camera.origin
    for _time in range(9):
        screen.lay_out()
    assert screen.table.camera.origin == origin


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("guide = 1", "guide = 2"), "guide"),
        (('question = ["ride"]', 'question = ["rode"]'), "question"),
        (('"tool tape"', '"toll tape"'), "point"),
        (("TRI = 1", "TRI = 9"), "setup"),
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
