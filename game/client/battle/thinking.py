"""Bots think beside the window: one decision at a time in a thread, under the referee."""

from __future__ import annotations

import math
import threading
import time
from random import Random

from game.bots.referee import Referee
from game.bots.seat import Bot
from game.bots.work import Stopped, Work
from game.engine.command import Answering
from game.engine.decision import Decision
from game.engine.ruleset import Ruleset
from game.engine.state import State

HALF = 1.3
"""Seconds in which the bar that shows that somebody thinks goes half of the way that is left."""


class Thinking:
    """A bot at work on a decision.

    The referee gives a legal answer whatever the bot does; what even the referee cannot mend (a broken ruleset) comes
    back as the exception.
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
        self._work = Work(referee.work)
        self._result: Answering | Exception | None = None
        self._done = threading.Event()

        def work() -> None:
            try:
                self._result = referee.answer(ruleset, state, decision, bot, dice, self._work)
            except Stopped:
                return  # nobody waits any more
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

    def drop(self) -> None:
        """Nobody waits for the answer any more."""
        self._work.halt()

    @property
    def share(self) -> float:
        """How far the bar that shows the thinking has come, 0 to 1: nobody knows beforehand how long it will take."""
        return 1.0 - math.pow(0.5, max(0.0, time.monotonic() - self.began) / HALF)
