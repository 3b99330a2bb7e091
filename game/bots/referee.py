"""The referee between a bot and the battle: a hard time limit, and a legal answer whatever the bot does."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from game.bots.seat import Bot, Choice, Seat
from game.engine import command as cmd
from game.engine.decision import Decision
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State, view
from game.engine.text import T

BUDGET = 2.0
"""Seconds a bot may think over one decision before the default is taken for it."""


@dataclass
class Watch:
    """How a bot has behaved: times in seconds per decision, and how often the referee had to step in."""

    times: list[float] = field(default_factory=list)
    late: int = 0
    illegal: int = 0
    crashed: int = 0

    @property
    def faults(self) -> int:
        """How often the default was taken instead of the bot's answer."""
        return self.late + self.illegal + self.crashed

    def p95(self) -> float:
        """The 95th percentile of the times, in seconds."""
        if not self.times:
            return 0.0
        return sorted(self.times)[int(0.95 * (len(self.times) - 1))]


class _Worker:
    """A thread that thinks for bots; one that is late is left behind and replaced."""

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[tuple[Callable[[], Choice], queue.SimpleQueue[Choice | Exception]]] = (
            queue.SimpleQueue()
        )
        threading.Thread(target=self._work, name="bot", daemon=True).start()

    def _work(self) -> None:
        while True:
            job, out = self.jobs.get()
            try:
                out.put(job())
            except Exception as fault:  # whatever a bot does wrong must not end the battle
                out.put(fault)

    def think(self, job: Callable[[], Choice], seconds: float) -> Choice | Exception | None:
        out: queue.SimpleQueue[Choice | Exception] = queue.SimpleQueue()
        self.jobs.put((job, out))
        try:
            return out.get(timeout=seconds)
        except queue.Empty:
            return None


@dataclass
class Referee:
    """Asks bots and answers for them where they fail.

    Parameters
    ----------
    budget
        Seconds per decision.
    """

    budget: float = BUDGET
    watches: dict[str, Watch] = field(default_factory=dict)
    _worker: _Worker | None = None

    def answer(self, ruleset: Ruleset, state: State, decision: Decision, bot: Bot, dice: Random) -> cmd.Answering:
        """The command of a bot's side: the bot's reply if it comes in time and is legal, else the default."""
        watch = self.watches.setdefault(decision.side, Watch())
        seat = Seat(ruleset, view(state, decision.side), decision, dice, time.monotonic() + self.budget)
        began = time.monotonic()
        if self._worker is None:
            self._worker = _Worker()
        got = self._worker.think(lambda: bot.choose(seat), self.budget)
        watch.times.append(time.monotonic() - began)
        side = decision.side
        if isinstance(got, Choice):
            try:
                verdict = seat.check(got.reply)
            except Exception:  # an answer so odd that even judging it fails is no answer
                verdict = None
            if verdict is not None and verdict.legal:
                return cmd.Answering(decision.id, side, got.reply, "bot", got.why)
            watch.illegal += 1
            why = T("the referee took the default: the answer was not legal")
        elif got is None:
            watch.late += 1
            self._worker = None
            why = T("the referee took the default: no answer came in time")
        else:
            watch.crashed += 1
            why = T("the referee took the default: the bot broke down ({fault})", fault=type(got).__name__)
        fresh = Seat(ruleset, view(state, side), decision, dice)
        return cmd.Answering(decision.id, side, fresh.asked.default, "bot", why)


@dataclass
class Table:
    """A battle with bots on some or all sides: asks whoever is to decide, until a person must be waited for."""

    session: Session
    bots: dict[str, Bot]
    seed: int = 0
    referee: Referee = field(default_factory=Referee)
    _dice: dict[str, Random] = field(default_factory=dict)

    def dice(self, side: str) -> Random:
        """The own chance of a side's bot."""
        if side not in self._dice:
            self._dice[side] = Random(f"{self.seed}:{side}")
        return self._dice[side]

    def step(self) -> bool:
        """Let one bot decide. False where no bot is to decide now, or the battle is over."""
        for decision in self.session.waiting:
            bot = self.bots.get(decision.side)
            if bot is None:
                continue
            session = self.session
            command = self.referee.answer(session.ruleset, session.state, decision, bot, self.dice(decision.side))
            got = session.submit(command)
            if isinstance(got, cmd.Refusal):
                raise RuntimeError(f"{decision.question}: the default of a decision was refused: {got.text}")
            return True
        return False

    def play(self, limit: int = 20_000) -> None:
        """Play until the battle is over or a person is asked. Raises RuntimeError after ``limit`` decisions."""
        for _ in range(limit):
            if not self.step():
                return
        raise RuntimeError(f"the battle does not end within {limit} decisions")
