"""Deliberately bad players, to test the referee: one answers nonsense, one is late, one breaks down."""

from __future__ import annotations

import time

from game.bots.seat import Choice, Seat
from game.engine.decision import OptionAnswer, Reply


class IllegalBot:
    """Always answers what was not asked."""

    name = "illegal"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        return Choice(Reply(OptionAnswer({"no such part": "no such option"})))


class LateBot:
    """Thinks longer than it may.

    Parameters
    ----------
    delay
        Seconds beyond the deadline.
    """

    name = "late"

    def __init__(self, delay: float = 0.2) -> None:
        self.delay = delay

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        time.sleep(max(0.0, min(seat.seconds_left(), 10.0)) + self.delay)
        return Choice(seat.asked.default)


class CrashingBot:
    """Breaks down at every question."""

    name = "crashing"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        raise RuntimeError("this bot always breaks down")
