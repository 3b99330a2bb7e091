"""Suggestions: what the general would do in the player's place, put into the draft and told, never given."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.bots.referee import Referee
from game.bots.roster import best_bot, make_bot
from game.bots.seat import Choice, Seat
from game.client.editors.deeds import deed
from game.client.editors.legs import Leg, courses_of, draft_of
from game.client.panels import advice
from game.engine.command import Answering
from game.engine.decision import (
    AllocateAnswer,
    Course,
    MoveAnswer,
    OrdersAnswer,
    PlaceAnswer,
    Reply,
    TargetsAnswer,
)
from game.engine.ruleset import Ruleset
from game.engine.state import view
from game.engine.text import T
from game.geometry import steps
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import begin
from tests.client.play import test_battle_afs, test_battle_toy, test_battle_wab, test_battle_wma
from tests.client.screens.test_layout import check
from tests.client.window import Window
from tests.toy import Toy

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.fixture
def system(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """A window with one ruleset alone."""
    made: list[Window] = []

    def make(ruleset: Ruleset, **settings: Any) -> Window:
        made.append(Window(tmp_path, extra={ruleset.meta.id: ruleset}, **settings))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


def generals(w: Window) -> Choice:
    """What the general says of the question on the desk, asked beside the window."""
    session, decision = w.battle.session, w.battle.play.decision.editor.desk.decision
    seat = Seat(session.ruleset, view(session.state, decision.side), decision, Random(0))
    return make_bot(session.ruleset, best_bot(session.ruleset)).choose(seat)


def same_place(w: Window, reply: Reply) -> bool:
    """Whether the draft leads every base to where a reply leads it."""
    editor = w.battle.play.decision.editor
    theirs = {g.base: g.pose for g in editor.desk.check(reply.answer).ghosts}
    ours = {g.base: g.pose for g in editor.verdict().ghosts}
    return theirs.keys() == ours.keys() and all(
        abs(p.x - ours[b].x) < 0.01 and abs(p.y - ours[b].y) < 0.01 and abs(p.facing - ours[b].facing) < 0.01
        for b, p in theirs.items()
    )


def last_answer(w: Window) -> Answering:
    return next(
        x.command
        for x in reversed(w.battle.session.lines)
        if isinstance(x.command, Answering) and x.command.by == "player"
    )


def hint(w: Window) -> str:
    return "".join(s.text for s in w.battle.prompt.hint)


# --- the three systems -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [WMA, AFS, WAB], ids=lambda r: r.meta.id)
def test_what_is_suggested_is_what_the_general_would_do(system: Callable[..., Window], rules: Ruleset) -> None:
    """A dozen decisions, in the window as it is: what it suggests, and what the general answers where he plays."""
    w = system(rules)
    begin(w, **{rules.scenarios()[0].sides[1]: "random"})
    if rules is WMA:  # half of them would be about where the units stand first
        test_battle_wma.deployed(w)
    asked: dict[str, int] = {}
    for _ in range(12):
        w.until(lambda: bool(w.asked()))
        session, editor = w.battle.session, w.battle.play.decision.editor
        decision = editor.desk.decision
        general = make_bot(rules, best_bot(rules))
        played = Referee().answer(rules, session.state, decision, general, Random(f"his own dice: {decision.id}"))
        w.suggested()
        told = w.battle.play.advice._told
        assert told is not None
        assert (told.reply, told.why, told.usual) == (played.reply, played.why, False)
        asked[decision.question] = asked.get(decision.question, 0) + 1
        before = len(session.lines)
        w.key("enter")
        w.until(lambda e=editor, s=session, n=before: w.battle.play.decision.editor is not e and len(s.lines) > n)
        given = session.lines[before].command
        assert isinstance(given, Answering)
        assert given.by == "player"
        if not isinstance(played.reply.answer, MoveAnswer | PlaceAnswer):  # led and placed as the editor says it
            assert given.reply == played.reply
        assert (given.reply.exit, type(given.reply.answer)) == (played.reply.exit, type(played.reply.answer))
    assert len(asked) >= (2 if rules is WMA else 3)


def test_an_order_is_suggested_with_its_reason_and_given_by_enter(window: Make) -> None:
    w = window()
    test_battle_wma.begin(w)
    test_battle_wma.deployed(w)
    test_battle_wma.to_question(w, "order")
    editor, lines = w.battle.play.decision.editor, len(w.battle.session.lines)
    wanted = generals(w)
    assert isinstance(wanted.reply.answer, TargetsAnswer)
    assert "act:default" in w.rows()
    said = w.suggested()
    desk = editor.desk
    assert said == (
        f"The general would choose: {deed(desk, wanted.reply)} ({desk.say(wanted.why)}). "
        f"[{desk.keys.shown('confirm')}] confirms it."
    )
    assert " – " in said
    assert editor.reply() == wanted.reply
    assert len(w.battle.session.lines) == lines  # nothing is given by itself
    w.shot("suggest-wma-order")
    w.key("enter")
    w.until(lambda: len(w.battle.session.lines) > lines)
    command = w.battle.session.lines[lines].command
    assert isinstance(command, Answering)
    assert (command.reply, command.by, command.why) == (wanted.reply, "player", None)


def test_a_unit_that_was_ordered_moves_where_the_general_wants_it(window: Make) -> None:
    w = window()
    test_battle_wma.begin(w)
    test_battle_wma.deployed(w)
    for _ in range(20):
        test_battle_wma.to_question(w, "order")
        w.suggested()
        w.key("enter")
        w.until(lambda: bool(w.asked()))
        if w.asked() == "move":
            break
    assert w.asked() == "move"
    wanted = generals(w)
    assert isinstance(wanted.reply.answer, MoveAnswer)
    assert wanted.reply.answer.mode != "hold"
    assert "March" in w.suggested()
    assert same_place(w, wanted.reply)
    unit = wanted.reply.answer.subject
    before = test_battle_wma.middle(w, unit)
    w.shot("suggest-wma-move")
    w.key("enter")
    w.until(lambda: test_battle_wma.middle(w, unit) != before)


def test_who_follows_the_suggestions_of_the_skirmish_goes_for_the_markers(system: Callable[..., Window]) -> None:
    w = system(AFS)
    test_battle_afs.begin(w)
    deeds: dict[str, list[str]] = {}
    for _ in range(120):
        w.until(lambda: bool(w.asked()))
        editor = w.battle.play.decision.editor
        question, wanted = w.asked(), generals(w)
        said = w.suggested()
        assert said.startswith("The general would choose: ")
        if wanted.reply.answer is None:
            assert w.battle.play.decision.keyed == f"exit\n{wanted.reply.exit}"
        elif question == "act":
            assert same_place(w, wanted.reply)
            deeds.setdefault(wanted.reply.answer.mode, []).append(wanted.reply.answer.subject)
        w.key("enter")
        w.until(lambda e=editor: w.battle.play.decision.editor is not e)
        if w.battle.session.state.own.round == 2:
            break
    assert w.battle.session.state.own.round == 2
    assert sum(len(v) for k, v in deeds.items() if k != "hold") >= 3


def test_blocks_are_led_to_a_way_out_and_to_a_move(system: Callable[..., Window]) -> None:
    w = system(WAB)
    test_battle_wab.begin(w)
    for _ in range(30):
        w.until(lambda: bool(w.asked()))
        if w.asked() == "wab.declare" and generals(w).reply.answer is None:
            break
        editor = w.battle.play.decision.editor
        w.suggested()
        w.key("enter")
        w.until(lambda e=editor: w.battle.play.decision.editor is not e)
    assert generals(w).reply == Reply(exit="done")
    assert (
        w.suggested() == "The general would choose: No more charges (no charge promises enough). [Enter] confirms it."
    )
    assert w.battle.play.decision.keyed == "exit\ndone"
    w.shot("suggest-wab-exit")
    w.key("enter")
    w.until(lambda: w.asked() == "wab.move")
    assert last_answer(w).reply == Reply(exit="done")
    editor = w.battle.play.decision.editor
    wanted = generals(w)
    assert isinstance(wanted.reply.answer, MoveAnswer)
    assert editor.desk.asked.default.answer is None  # what is usual moves nobody
    said = w.suggested()
    assert deed(editor.desk, wanted.reply) in said
    assert same_place(w, wanted.reply)
    assert w.battle.sitting.selected == wanted.reply.answer.subject
    w.shot("suggest-wab-move")
    w.key("enter")
    w.until(lambda: w.battle.play.decision.editor is not editor)
    assert last_answer(w).reply.answer.subject == wanted.reply.answer.subject


def test_the_same_is_suggested_each_time(window: Make) -> None:
    w = window()
    test_battle_wma.begin(w)
    first = w.suggested()
    answer = w.battle.play.decision.editor.answer()
    w.key("del")
    assert hint(w) != first
    assert w.suggested() == first
    assert w.battle.play.decision.editor.answer() == answer


@pytest.mark.parametrize("scale", [100, 200])
def test_nothing_is_cut_and_what_the_prompt_has_no_room_for_is_told(system: Callable[..., Window], scale: int) -> None:
    w = system(AFS, size=(1024, 700), ui_scale=scale, language="pl")
    test_battle_afs.begin(w)
    test_battle_afs.to_question(w, "act")
    said = w.suggested()
    assert said
    assert check(w) == []
    assert (said in w.notices()) is w.battle.prompt.compact
    w.shot(f"suggest-small-{scale}")


def test_what_is_formed_up_on_the_spot_and_how_wide_is_kept_as_the_draft() -> None:
    start = {"OAT.1": Pose(100.0, 100.0, 0.0), "OAT.2": Pose(120.0, 100.0, 0.0)}
    formed = (Course("OAT", (steps.Form("ranks", files=5, facing=30.0),)),)
    assert courses_of(draft_of(formed, "OAT", start), "OAT", start) == formed
    led = (Course("OAT", (steps.Path(((110.0, 150.0),), 30.0), steps.Form("line", facing=30.0))),)
    assert draft_of(led, "OAT", start).legs == (Leg(110.0, 150.0, 30.0, "line"),)
    assert courses_of(draft_of(led, "OAT", start), "OAT", start) == led


# --- where nobody advises, or badly ------------------------------------------------------------------------------


def test_the_toy_has_no_general_and_suggests_what_is_usual(toy_window: Make) -> None:
    w = toy_window()
    test_battle_toy.begin(w, blue="default")
    w.key("del")
    w.row("act:default")
    editor = w.battle.play.decision.editor
    assert editor.reply() == editor.desk.asked.default
    assert hint(w) == "Default answer, not weighed by a general: the present entries. [Enter] confirms it."
    test_battle_toy.to_act(w)
    editor = w.battle.play.decision.editor
    usual = editor.desk.asked.default
    assert (usual.answer, usual.exit) == (None, "pass")
    assert (
        w.suggested() == f"Default answer, not weighed by a general: {deed(editor.desk, usual)}. [Enter] confirms it."
    )
    w.shot("suggest-toy")
    w.key("enter")
    w.until(lambda: w.battle.play.decision.editor is not editor)
    assert test_battle_toy.last_reply(w) == usual


class Told:
    """An adviser who does as he is told, when he is told."""

    name = "told"

    def __init__(self) -> None:
        self.free = threading.Event()
        self.free.set()
        self.says: Callable[[Seat], Choice] = lambda seat: Choice(seat.asked.default)
        self.asked = 0

    def choose(self, seat: Seat) -> Choice:
        self.asked += 1
        self.free.wait(600)
        return self.says(seat)


GO = OrdersAnswer({"foot-red": {"what": "go"}, "wagon-red": {"what": "stand"}})


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    """The toy has an adviser."""
    bot = Told()
    monkeypatch.setattr(Toy, "bots", lambda self: {"told": lambda: bot})
    yield bot
    bot.free.set()


def toy(make: Make) -> Window:
    w = make()
    test_battle_toy.begin(w, blue="default")
    assert w.asked() == "order"
    w.key("del")
    return w


def slowly(w: Window, bot: Told) -> None:
    """Ask while he takes his time: the window goes on and says so."""
    bot.free.clear()
    bot.says = lambda seat: Choice(Reply(GO), T("picked at random"))
    w.key("ctrl+d")
    w.step(5)
    assert bot.asked == 1
    assert hint(w) == "The general is thinking…"
    assert not w.battle.play.decision.editor.lines


def test_while_he_thinks_the_window_goes_on_and_a_second_key_does_not_ask_again(toy_window: Make, told: Told) -> None:
    w = toy(toy_window)
    slowly(w, told)
    w.key("ctrl+d")
    w.step(5)
    w.shot("suggest-thinks")
    assert told.asked == 1
    told.free.set()
    w.until(lambda: w.battle.play.decision.editor.answer() == GO)
    w.step()
    assert hint(w).endswith("(picked at random). [Enter] confirms it.")
    w.key("enter")
    w.until(lambda: w.asked() == "bid")
    assert test_battle_toy.last_reply(w).answer == GO


def test_what_comes_after_the_draft_was_changed_is_dropped(toy_window: Make, told: Told) -> None:
    w = toy(toy_window)
    slowly(w, told)
    w.key("1")
    kept = w.battle.play.decision.editor.answer()
    assert kept is not None
    told.free.set()
    w.step(30)
    assert w.battle.play.decision.editor.answer() == kept
    assert "general" not in hint(w)
    assert w.suggested().startswith("The general would choose: ")  # he may be asked anew
    assert w.battle.play.decision.editor.answer() == GO


def test_who_is_not_asked_any_more_thinks_no_further(toy_window: Make, told: Told) -> None:
    """Neither of what he was asked about before the draft was changed, nor when the battle is left."""
    w = toy(toy_window)
    ended = []

    def brood(seat: Seat) -> Choice:
        try:
            while True:
                seat.check(Reply(GO))
                seat.work.spent = 0
        except BaseException as fault:
            ended.append(type(fault).__name__)
            raise

    told.says = brood
    for leave in (lambda: w.key("1"), lambda: w.battle.closed()):
        w.key("ctrl+d")
        w.step(2)
        assert w.battle.play.advice.thinks(w.battle.play.decision) is not None
        leave()
        w.until(lambda: not [t for t in threading.enumerate() if t.name in ("bot", "bot's end")])
        assert w.battle.play.advice.thinks(w.battle.play.decision) is None
    assert len(ended) == 2


def test_what_comes_after_the_answer_is_dropped(toy_window: Make, told: Told) -> None:
    w = toy(toy_window)
    w.key("2")
    w.key(".")
    w.key("2")
    editor = w.battle.play.decision.editor
    assert editor.reply() is not None
    told.free.clear()
    told.says = lambda seat: Choice(Reply(GO))
    w.key("ctrl+d")
    w.key("enter")
    w.until(lambda: w.asked() == "bid")
    given, draft = test_battle_toy.last_reply(w), w.battle.play.decision.editor.answer()
    told.free.set()
    w.step(30)
    assert test_battle_toy.last_reply(w) == given
    assert w.asked() == "bid"
    assert w.battle.play.decision.editor.answer() == draft


def crash(seat: Seat) -> Choice:
    raise RuntimeError("no idea")


@pytest.mark.parametrize("says", [crash, lambda seat: Choice(Reply(AllocateAnswer({"no such box": 3})))])
def test_who_breaks_down_or_says_what_is_not_legal_is_not_heard(
    toy_window: Make, told: Told, says: Callable[[Seat], Choice]
) -> None:
    w = toy(toy_window)
    told.says = says
    said = w.suggested()
    editor = w.battle.play.decision.editor
    assert said == "Default answer, not weighed by a general: the present entries. [Enter] confirms it."
    assert editor.reply() == editor.desk.asked.default


def test_who_is_late_is_not_heard(toy_window: Make, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "Referee", lambda: Referee(0.1))
    w = toy(toy_window)
    told.free.clear()
    told.says = lambda seat: Choice(Reply(GO))
    w.key("ctrl+d")
    w.until(lambda: hint(w).startswith("Default answer, not weighed by a general: "))
    editor = w.battle.play.decision.editor
    assert editor.reply() == editor.desk.asked.default
    told.free.set()
    w.step(30)
    assert editor.reply() == editor.desk.asked.default


def test_the_battle_and_its_dice_are_as_they_were(toy_window: Make, told: Told) -> None:
    """Beside the guard: the luck of the bots that play is not used up by advice."""
    w = toy(toy_window)
    before, luck = w.battle.session.state, {s: d.getstate() for s, d in w.battle.play.match._dice.items()}
    told.says = lambda seat: Choice(Reply(GO), T("picked at random")) if seat.dice.random() < 2 else Choice(Reply())
    w.suggested()
    w.step(5)
    assert w.battle.session.state is before
    assert {s: d.getstate() for s, d in w.battle.play.match._dice.items()} == luck


def resized(w: Window) -> None:
    w.post(pygame.VIDEORESIZE, w=1024, h=700, size=(1024, 700))
    w.step(3)


def in_polish(w: Window) -> None:
    """The language is changed in the settings, by the menu of the battle."""
    w.menu()
    w.press("settings")
    w.key("right")
    assert w.app.settings.language == "pl"
    w.key("esc", 2)
    assert w.screen == "BattleScreen"
    w.step(3)


@pytest.mark.parametrize("change", [resized, in_polish])
def test_what_he_thinks_about_is_kept_when_the_window_changes(
    toy_window: Make, told: Told, change: Callable[[Window], None]
) -> None:
    w = toy(toy_window)
    slowly(w, told)
    change(w)
    told.free.set()
    w.until(lambda: w.battle.play.decision.editor.answer() == GO)
    w.step()
    assert "[Enter]" in hint(w)
    assert told.asked == 1


@pytest.mark.parametrize(
    ("change", "says"), [(resized, "The general would choose: "), (in_polish, "Generał wybrałby: ")]
)
def test_what_he_said_stays_when_the_window_changes(
    toy_window: Make, told: Told, change: Callable[[Window], None], says: str
) -> None:
    w = toy(toy_window)
    told.says = lambda seat: Choice(Reply(GO), T("picked at random"))
    assert w.suggested().startswith("The general would choose: ")
    editor = w.battle.play.decision.editor
    version = editor.version
    change(w)
    assert (w.battle.play.decision.editor, editor.version) == (editor, version)
    assert hint(w).startswith(says), hint(w)
    w.shot(f"doubts-suggested-{change.__name__}")
    w.key("enter")
    w.until(lambda: w.asked() == "bid")
    assert test_battle_toy.last_reply(w).answer == GO
