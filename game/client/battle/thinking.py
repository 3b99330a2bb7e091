"""Bots think beside the window: one decision at a time in a thread, under the referee's time limit."""

from __future__ import annotations

import threading
import time
from random import Random

from game.bots.referee import BUDGET, Referee
from game.bots.seat import Bot
from game.engine.command import Answering
from game.engine.decision import Decision
from game.engine.ruleset import Ruleset
from game.engine.state import State


class Thinking:
    """A bot at work on a decision.

    The referee gives a legal answer within the budget whatever the bot does; what even the referee cannot mend (a
    broken ruleset) comes back as the exception.
    """

    def __init__(
        self,
        referee: Referee,
        ruleset: Ruleset,
        state: State,
        decision: Decision,
        bot: Bot,
        dice: Random,
    ) -> None:
        self.decision = decision
        self.began = time.monotonic()
        self.budget = referee.budget
        self._result: Answering | Exception | None = None
        self._done = threading.Event()

        def work() -> None:
            try:
                self._result = referee.answer(ruleset, state, decision, bot, dice)
            except Exception as fault:  # told in the window; the battle waits, it does not fall
                self._result = fault
            self._done.set()

        threading.Thread(target=work, name="referee", daemon=True).start()

    def result(self) -> Answering | Exception | None:
        """The answer, what went wrong, or None while it still thinks."""
        return self._result if self._done.is_set() else None

    def wait(self, seconds: float) -> None:
        """Wait for the answer, at most so long."""
        self._done.wait(seconds)

    @property
    def share(self) -> float:
        """How much of its time is used, 0 to 1."""
        return min(1.0, (time.monotonic() - self.began) / self.budget)


def referee() -> Referee:
    """A referee with the usual budget."""
    return Referee(BUDGET)
