"""Dice statistics: exact counts, expectations and luck, and the screen that shows them in battle and at its end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.client.battle.luck import luck_of, share_below
from game.engine.event import DiceRow, Event, Request, Rolled
from game.engine.loader import load_ruleset
from game.engine.odds import Spread
from game.engine.records.record import read_record
from game.engine.text import T
from tests.client.battles import begin as begin_wma
from tests.client.play.test_battle_toy import begin
from tests.client.play.test_battle_wma import deployed, to_question
from tests.client.window import Window

Make = Callable[..., Window]
SAVES = Path(__file__).parents[3] / "saves"


def thrown(why: str, faces: tuple[int, ...], side: str = "a", **more: Any) -> Event:
    request = Request((DiceRow(side, len(faces)),), T(why), **more)
    return Event("rolled", "dice", T(why), request=request, rolled=Rolled((faces,)))


class TestLuck:
    def test_faces_successes_and_what_was_to_be_expected(self) -> None:
        luck = luck_of(
            [
                thrown("Shots of {unit}", (6, 5, 4, 1), need=5, compare="at_least", clause="X-1"),
                thrown("Shots of {unit}", (2, 6), need=6, compare="at_least", clause="X-1"),
                thrown("Flight", (3, 4), clause="X-2"),
            ],
            ("a", "b"),
        )
        mine = luck["a"]
        assert mine.faces == {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 2}
        assert mine.dice == 8
        shots = mine.kinds[("Shots of {unit}", "X-1")]
        assert (shots.rolls, shots.dice, shots.tries, shots.got) == (2, 6, 6, 3)
        assert shots.hoped == pytest.approx(4 / 3 + 2 / 6)
        flight = mine.kinds[("Flight", "X-2")]
        assert (flight.tries, flight.total) == (0, 7)
        assert flight.plain.mean == pytest.approx(7.0)
        assert (mine.all.tries, mine.all.got) == (6, 3)
        assert luck["b"].dice == 0

    def test_the_distribution_is_that_of_all_throws_counted_one_by_one(self) -> None:
        events = [
            thrown("x", (1, 1), need=4, compare="at_least"),
            thrown("x", (1,), need=6, compare="at_least"),
        ]
        spread = luck_of(events, ("a",))["a"].kinds[("x", "")].spread
        counted = dict.fromkeys(range(4), 0)
        for a, b, c in product(range(1, 7), repeat=3):
            counted[(a >= 4) + (b >= 4) + (c >= 6)] += 1
        assert {n: pytest.approx(k / 216) for n, k in counted.items()} == dict(spread.items())

    def test_a_test_on_two_dice_counts_as_one_try_with_its_exact_chance(self) -> None:
        event = thrown("Command test", (3, 4), need=8, compare="at_most_sum")
        kind = luck_of([event], ("a",))["a"].kinds[("Command test", "")]
        assert (kind.tries, kind.got, kind.dice) == (1, 1, 2)
        assert kind.hoped == pytest.approx(26 / 36)
        failed = thrown("Command test", (6, 4), need=8, compare="at_most_sum")
        assert luck_of([failed], ("a",))["a"].all.got == 0
        high = thrown("Cast", (6, 4), need=10, compare="at_least_sum")
        assert luck_of([high], ("a",))["a"].all.hoped == pytest.approx(6 / 36)

    def test_luck_is_the_share_of_worse_throws_with_half_of_the_equal(self) -> None:
        one = Spread.of({0: 0.5, 1: 0.5})
        assert share_below(one, 1) == pytest.approx(0.75)
        assert share_below(one, 0) == pytest.approx(0.25)
        assert share_below(one.power(2), 1) == pytest.approx(0.5)

    def test_the_sample_battle_adds_up_to_its_events(self) -> None:
        session = read_record(SAVES / "sample-open-field.tabula").session(load_ruleset("WMA"))
        events = [e for line in session.lines for e in line.events]
        luck = luck_of(events, ("south", "north"))
        assert sum(x.dice for x in luck.values()) == sum(
            len(f) for e in events if e.rolled is not None for f in e.rolled.faces
        )
        tests = [k for x in luck.values() for (_why, clause), k in x.kinds.items() if clause == "WMA-CMD-07"]
        passed = sum(e.type == "ordered" for e in events)
        assert sum(k.tries for k in tests) == sum(e.type == "order_attempted" for e in events) == 92
        assert sum(k.got for k in tests) == passed == 59


@pytest.mark.window
class TestScreen:
    def test_opened_in_battle_by_key_and_by_menu_and_left_again(self, window: Make) -> None:
        w = window()
        begin_wma(w)
        deployed(w)
        to_question(w, "order")
        w.key("i")
        assert w.screen == "DiceScreen"
        before = w.battle.play.match.session.lines[-1]
        assert {side for side, _rect in w.top.charts} == {"south", "north"}
        assert sum(x.dice for x in w.top.luck.values()) == 2
        w.key("esc")
        assert w.screen == "BattleScreen"
        w.key("esc")
        w.press("dice")
        assert w.screen == "DiceScreen"
        w.press("back")
        assert w.screen == "BattleScreen"
        assert w.battle.play.match.session.lines[-1] is before

    def test_only_what_the_viewer_may_know_and_has_seen_is_counted(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        battle = window.battle
        lines, sees = battle.play.known()
        assert lines == battle.play.showing.line
        secret = Event("x", "dice", only="blue")
        assert battle.play.telling.side == "red"
        assert not sees(secret)
        assert sees(Event("x", "dice", only="red"))
        assert sees(Event("x", "dice"))

    @pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1920, 1080), 100), ((1280, 720), 200)])
    def test_all_of_a_battle_is_shown_with_every_kind(self, window: Make, size: tuple[int, int], scale: int) -> None:
        from game.client.screens.dice_stats import DiceScreen

        w = window(size=size, ui_scale=scale)
        session = read_record(SAVES / "sample-open-field.tabula").session(load_ruleset("WMA"))
        screen = DiceScreen(w.app, session, len(session.lines), lambda _event: True)
        w.app.open(screen)
        w.shot(f"dice-{size[0]}-{scale}")
        said = ["".join(s.text for s in r.label) for r in screen.sheet.rows]
        assert any(s.startswith("Command test of … for …") and "WMA-CMD-07" in s for s in said)
        notes = ["".join(s.text for s in r.note) for r in screen.sheet.rows if r.note]
        assert all("expected" in n for n in notes)
        assert all(w.app.surface.get_rect().contains(rect) for _side, rect in screen.charts)
        assert screen.sheet.rect.height > 60
