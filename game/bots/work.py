"""What a bot may spend on a decision, counted in work: never in seconds, so that any machine plays the same battle.

A unit of work is about what the judging of one answer costs. The means of the seat are counted by themselves; a bot
that weighs ideas by means of its own says so (:meth:`Work.spend`), and as much for the same view whatever is remembered
of it already.
"""

from __future__ import annotations

from collections.abc import Callable

WORK = 5000
"""Units of work for one decision: a second or two of a general's time, of which an ordinary one needs a tenth."""


class Spent(BaseException):
    """The work of a decision is used up. No ``Exception``, so that a bot does not catch it by mistake."""


class Stopped(SystemExit):
    """Nobody waits for the answer any more; a thread that ends with it ends without a word."""


class Work:
    """The work of one decision.

    Parameters
    ----------
    limit
        Units that may be spent.
    """

    def __init__(self, limit: int = WORK) -> None:
        self.limit, self.spent = limit, 0
        self.halted = False
        self._ends: list[Callable[[], None]] = []

    @property
    def left(self) -> int:
        """Units that may still be spent."""
        return self.limit - self.spent

    @property
    def exceeded(self) -> bool:
        """Whether more was asked for than there was."""
        return self.spent > self.limit

    def spend(self, units: int = 1) -> None:
        """Use some of it. Raises Spent where there is no more, Stopped where nobody waits any more."""
        if self.halted:
            raise Stopped
        self.spent += units
        if self.exceeded:
            raise Spent

    def halt(self) -> None:
        """Nobody waits any more: whoever is at work stops the next time that he spends something."""
        self.halted = True
        for end in self._ends:
            end()

    def at_end(self, end: Callable[[], None]) -> None:
        """Have something done when nobody waits any more; at once if that is so already."""
        self._ends.append(end)
        if self.halted:
            end()
