"""Guided battles are played through by who takes every suggestion and by who takes the second-best answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.bots.seat import Seat as BotSeat
from game.client.guide.file import Step, guides_of
from game.client.parts.seat import Seat
from game.client.screens.battle import BattleScreen
from game.engine.decision import Reply
from game.engine.loader import load_ruleset
from tests.client.lessons import SecondBest, played, reckoned
from tests.client.screens.test_guide import GUIDED, begin
from tests.client.window import Window, coach_of
from tests.short import seldom

Make = Callable[..., Window]
LESSONS = [(i, n) for i in GUIDED for n, _ in enumerate((load_ruleset(i).meta.folder / "guides").glob("*.toml"))]
FIRST_BLOW, RESULT = 180.0, 600.0
"""Seconds, as the lessons' clock reckons them, within which it comes to blows, and to a result."""


@pytest.mark.parametrize("second", [False, True], ids=["suggested", "second-best"])
@pytest.mark.parametrize(("ruleset", "n"), LESSONS)
def test_every_lesson_is_met_in_ten_minutes(ruleset: str, n: int, second: bool) -> None:
    rules = load_ruleset(ruleset)
    guide = guides_of(rules)[0][n]
    got = played(rules, guide, second)
    assert got.missed(guide) == []
    assert got.clock.first_blow is not None
    assert got.clock.first_blow <= FIRST_BLOW
    assert got.clock.seconds <= RESULT
    assert second or got.winner == "south"  # who takes every suggestion wins


class Pupil:
    """Sits at the window: reads what the coach says, and gives an answer."""

    def __init__(self, w: Window, screen: BattleScreen[Seat]) -> None:
        self.w, self.screen, self.coach = w, screen, coach_of(screen)
        self.told: set[str] = set()
        self.words: dict[int, list[str]] = {}

    def listen(self) -> None:
        """What is told, until nothing is left that only wants to be read."""
        self.w.step()
        row = self.coach.told
        while row is not None:
            self.words.setdefault(len(self.screen.session.lines), []).append(self.coach.words_of(row))
            self.told.add(getattr(row, "id", ""))
            if not isinstance(row, Step) or row.until != "read":
                return
            self.w.key("u")
            row = self.coach.told

    def suggested(self) -> None:
        """The general's suggestion as the draft, or the keyboard on the way out that he takes."""
        self.w.suggested()

    def second_best(self) -> None:
        """The second-best answer as the draft, or the keyboard on the way out that the general takes."""
        session, panel = self.screen.session, self.screen.play.decision
        editor = panel.editor
        assert editor is not None
        decision = editor.desk.decision
        seat = BotSeat(session.ruleset, session.view(decision.side), decision, Random(0))
        reply: Reply = SecondBest().choose(seat).reply
        if reply.answer is None:
            assert panel.lead_to(f"exit\n{reply.exit}")
            return
        panel.unwalk()
        editor.load(reply.answer)
        editor.changed()

    def play(self, draft: Callable[[], None]) -> None:
        """To the end of the battle."""
        w = self.w
        while True:
            w.until(lambda: w.screen == "EndScreen" or w.asked() != "")
            if w.screen == "EndScreen":
                return
            self.listen()
            draft()
            self.listen()
            lines = len(self.screen.session.lines)
            w.key("enter")
            w.until(lambda n=lines: len(self.screen.session.lines) > n)


@pytest.mark.window
@pytest.mark.parametrize(
    "second", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["suggested", "second-best"]
)
@pytest.mark.parametrize("ruleset", [one if one in ("WMA", "NAP") else seldom(one) for one in GUIDED])
def test_every_lesson_is_met_at_the_window(window: Make, ruleset: str, second: bool) -> None:
    w = window()
    pupil = Pupil(w, begin(w, ruleset))
    pupil.play(pupil.second_best if second else pupil.suggested)
    guide, session = pupil.coach.guide, pupil.screen.session
    assert {step.id for step in guide.step} - pupil.told == set()
    assert session.state.over is not None
    clock = reckoned(guide, session.lines, session, pupil.words)
    assert clock.first_blow is not None
    assert clock.first_blow <= FIRST_BLOW
    assert clock.seconds <= RESULT
    rows = ["".join(s.text for s in row.label) for row in w.top.sheet.rows]
    assert guide.ending in rows
