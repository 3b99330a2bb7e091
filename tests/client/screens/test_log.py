"""The log: folded steps, filters, search, and the way from a line to its place and its moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.panels.log import LogPanel
from game.client.panels.log_entry import Entry, entry_of
from game.client.panels.log_filter import LogFilter, concerns, said_of
from game.client.panels.log_fold import Fold, fold_row, folds
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.words import Words
from game.engine.event import Event
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.session import Session
from game.engine.state import State, Table
from game.engine.text import T
from tests.client.play.test_battle_wma import ordering
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SAVES = Path(__file__).parents[3] / "saves"
NOWHERE = State("", Table(1, 1))


def flow(kind: str, **data: object) -> Entry:
    return Entry(1, 0, Event(kind, "flow", T(kind), data=dict(data)), NOWHERE)


def phase(name: str) -> Entry:
    return flow("phase_begins", phase=name)


@pytest.fixture(scope="module")
def causeway() -> tuple[Session, list[Entry]]:
    """A skirmish that was played, and its log."""
    session = read_record(SAVES / "sample-sunken-causeway.tabula").session(load_ruleset("AFS"))
    found = [entry_of(n, k, e, x.state) for n, x in enumerate(session.lines) for k, e in enumerate(x.events)]
    return session, [e for e in found if e is not None]


def panel(entries: list[Entry], words: Words | None = None, width: int = 330) -> LogPanel:
    pygame.font.init()
    log = LogPanel(Theme(), words or Words())
    log.place(pygame.Rect(0, 0, width, 500))
    log.set_entries(entries)
    return log


class TestFolds:
    def test_phases_in_which_nothing_happened_stand_in_one_line(self) -> None:
        entries = [flow("turn_begins", turn=1), phase("a"), phase("b"), phase("c"), *moves(1)]
        assert folds(entries) == [Fold(1, 3, "quiet")]
        row = fold_row(folds(entries)[0], entries, Words(), False)
        assert "".join(s.text for s in row.label) == "Nothing happened: phase_begins"
        assert row.mark == "shut"

    def test_the_last_phase_stays_while_it_lasts_and_folds_when_the_turn_is_over(self) -> None:
        entries = [phase("a"), phase("b"), phase("c")]
        assert folds(entries) == [Fold(0, 2, "quiet")]
        assert folds([*entries, flow("turn_begins", turn=2)]) == [Fold(0, 3, "quiet")]

    def test_one_empty_phase_is_not_worth_a_fold(self) -> None:
        assert folds([phase("a"), phase("b"), *moves(1)]) == []
        assert folds([flow("battle_begins"), flow("deployment_begins"), flow("ready")]) == []

    def test_what_somebody_said_is_never_folded(self) -> None:
        entries = [phase("a"), phase("b"), flow("note"), phase("c"), phase("d"), flow("turn_begins", turn=2)]
        assert folds(entries) == [Fold(3, 5, "quiet")]

    def test_three_moves_of_one_unit_fold_two_do_not(self, causeway: tuple[Session, list[Entry]]) -> None:
        _session, entries = causeway
        start = next(k for k, e in enumerate(entries) if e.event is not None and e.event.about[:1] == ("A4.3",))
        run = list(entries[start : start + 3])
        assert [e.event.about[0] for e in run if e.event is not None] == ["A4.3", "A4.2", "A4.1"]
        assert folds(run) == [Fold(0, 3, "moves")]
        assert folds(run[:2]) == []
        row = fold_row(Fold(0, 3, "moves"), run, Words("en", load_ruleset("AFS")), True)
        assert "".join(s.text for s in row.label) == "Crossbows, moves: 3"
        assert row.mark == "open"

    def test_a_fold_is_opened_and_shut_by_a_click(self) -> None:
        log = panel([phase("a"), phase("b"), phase("c"), flow("turn_begins", turn=2)])
        log.draw(pygame.Surface((400, 600)))
        assert [i.row is not None for i in log.list.shown()] == [True, False]
        click(log, (20, log.body.top + 6))
        assert [i.row is not None for i in log.list.shown()] == [True, False, False, False, False]
        click(log, (20, log.body.top + 6))
        assert len(log.list.shown()) == 2
        log.filter.fold = False
        assert [i.row for i in log.list.shown()] == [None] * 4


def moves(n: int) -> list[Entry]:
    return [Entry(1, 0, Event("moved", "move", T("moved"), about=("x",)), NOWHERE)] * n


def click(log: LogPanel, pos: tuple[int, int]) -> object:
    return log.mouse(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))


class TestFilter:
    def test_one_side_or_one_unit_or_one_phase(self, causeway: tuple[Session, list[Entry]]) -> None:
        _session, entries = causeway
        log = panel(entries, Words("en", load_ruleset("AFS")))
        log.filter.fold = False
        everything = len(log.list.shown())
        assert everything == len(entries)
        log.filter.slots_off = {0, -1}
        assert {i.entry.slot for i in log.list.shown()} == {1}
        log.filter.clear()
        log.filter.unit = "B6"
        assert 0 < len(log.list.shown()) < everything
        assert all(concerns(i.entry, "B6") for i in log.list.shown())
        log.filter.unit, log.filter.phase = "", "deployment"
        assert 0 < len(log.list.shown()) < everything
        assert {i.phase for i in log.list.shown()} == {"deployment"}
        log.filter.phase = "no such phase"
        assert log.list.shown() == []

    def test_every_word_searched_must_be_there_in_sentences_needs_modifiers_and_clauses(
        self, causeway: tuple[Session, list[Entry]]
    ) -> None:
        _session, entries = causeway
        words = Words("en", load_ruleset("AFS"))
        log = panel(entries, words)
        log.filter.search = "Ranger CHILL-blade"
        found = [said_of(i.entry, words) for i in log.list.shown()]
        assert found
        assert all("ranger" in f and "chill-blade" in f for f in found)
        clause = next(e.event.request.clause for e in entries if e.event is not None and e.event.request is not None)
        log.filter.search = clause.lower()
        assert any(i.entry.event is not None and i.entry.event.request is not None for i in log.list.shown())
        log.filter.search = "needs 4+"
        shown = [i.entry.event for i in log.list.shown()]
        assert shown
        assert {e.request.need for e in shown if e is not None and e.request is not None} == {4}

    def test_nothing_is_left_out_at_first(self) -> None:
        assert not LogFilter().narrow
        assert LogFilter(search="  ").narrow is False
        assert LogFilter(unit="x").narrow

    @pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
    @pytest.mark.parametrize("width", [230, 330])
    def test_the_head_stays_within_the_log_at_every_scale(self, scale: float, width: int) -> None:
        pygame.font.init()
        log = LogPanel(Theme(scale=scale), Words())
        rect = pygame.Rect(10, 10, round(width * scale), 500)
        log.place(rect)
        head = log.head
        spots = [*head.chips.values(), head.filter, head.box]
        assert all(rect.contains(s) for s in spots)
        assert head.box.width >= round(100 * scale)
        assert all(a.collidelist(spots[:n]) == -1 for n, a in enumerate(spots))
        assert log.body.top >= max(s.bottom for s in spots)


class TestInTheWindow:
    def test_search_by_keys_and_out_again(self, window: Make) -> None:
        w = window()
        ordering(w)
        w.key("ctrl+f")
        log = w.battle.log
        assert bool(log.typing)
        w.write("velites")
        assert log.filter.search == "velites"
        said = [said_of(i.entry, w.battle.sitting.words) for i in log.list.shown()]
        assert said
        assert all("velites" in s for s in said)
        w.shot("log-search")
        w.key("enter")
        assert not log.typing
        assert log.filter.search == "velites"
        w.key("ctrl+f")
        w.key("esc")
        assert (log.typing, log.filter.search) == (False, "")
        assert w.screen == "BattleScreen"

    def test_the_filter_is_a_sheet_in_the_log_and_knows_the_selected_unit(self, window: Make) -> None:
        w = window(size=(1920, 1080))
        ordering(w)
        w.battle.sitting.select("LEG-1")
        log = w.battle.log
        w.battle.dock.focus("log")
        w.click(log.head.filter.center)
        sheet = log.sheet
        assert sheet is not None
        ids = [r.id for r in sheet.rows if r.id]
        assert ids[:5] == ["done", "side\n0", "side\n1", "side\n-1", "unit\nLEG-1"]
        w.shot("log-filter")
        rect = sheet.row_rect("unit\nLEG-1")
        assert rect is not None
        w.click(rect.center)
        assert log.filter.unit == "LEG-1"
        done = sheet.row_rect("done")
        assert done is not None
        w.click(done.center)
        assert not isinstance(log.sheet, Sheet)
        assert all(concerns(i.entry, "LEG-1") for i in log.list.shown())
        w.shot("log-unit")

    def test_the_filter_is_worked_by_keys(self, window: Make) -> None:
        w = window()
        ordering(w)
        w.key("shift+l")
        log = w.battle.log
        sheet = log.sheet
        assert sheet is not None
        w.key("down", 2)
        assert sheet.focus == "side\n0"
        w.key("enter")
        assert log.filter.slots_off == {0}
        assert {i.entry.slot for i in log.list.shown()} == {-1, 1}
        w.key("esc")
        assert not isinstance(log.sheet, Sheet)
        assert w.screen == "BattleScreen"

    def test_a_line_leads_to_its_place_and_its_moment_and_back_to_now(self, window: Make) -> None:
        w = window()
        ordering(w)
        battle = w.battle
        item = next(i for i in battle.log.items if i.entry.event is not None and i.entry.event.type == "deployed")
        unit = item.entry.event.about[0] if item.entry.event is not None else ""
        now, lines, editor = battle.sitting.view, len(battle.session.lines), battle.play.decision.editor
        standing = sum(b.where == "table" for b in now.bases.values())
        battle.play.go_to_entry(item.entry)
        w.step(2)
        assert bool(battle.play.past.on)
        assert battle.sitting.selected == unit
        assert battle.sitting.flash.thing == unit
        assert battle.sitting.flash.lit(True)
        assert 0 < sum(b.where == "table" for b in battle.sitting.view.bases.values()) < standing
        assert battle.play.marks().units == {}
        w.shot("look-back")
        w.key("esc")
        assert not battle.play.past.on
        assert battle.sitting.view == now
        assert battle.play.decision.editor is editor
        assert len(battle.session.lines) == lines
        battle.play.go_to_entry(item.entry)
        w.step(2)
        w.click(battle.play.past.rect.center)
        assert not battle.play.past.on
        battle.play.go_to_entry(item.entry)
        battle.play.go_to_entry(item.entry)
        assert not battle.play.past.on
        w.step(80)
        assert not battle.sitting.flash.lit(True)

    def test_answering_leads_back_to_now_first(self, window: Make) -> None:
        w = window()
        ordering(w)
        battle = w.battle
        item = next(i for i in battle.log.items if i.entry.event is not None and i.entry.event.type == "deployed")
        battle.play.go_to_entry(item.entry)
        w.step(2)
        w.click((battle.play.decision.rect.left + 4, battle.play.decision.rect.top + 4))
        assert not battle.play.past.on
        assert battle.sitting.view.units.keys() == battle.session.state.units.keys()
