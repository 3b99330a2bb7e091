"""The random-legal player and the one who always takes the default."""

from __future__ import annotations

from itertools import islice

from game.bots.seat import Choice, Seat
from game.engine.text import T


class RandomBot:
    """Picks any legal reply, every one as likely as the next."""

    name = "random"

    def __init__(self, limit: int = 40) -> None:
        self.limit = limit

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        replies = list(islice(seat.candidates("any", self.limit), self.limit))
        if not replies:
            return Choice(seat.asked.default, T("nothing else was possible"))
        return Choice(seat.dice.choice(replies), T("picked at random"))


class DefaultBot:
    """Always does what the rules name as the least act."""

    name = "default"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        return Choice(seat.asked.default, T("the least that can be done"))
