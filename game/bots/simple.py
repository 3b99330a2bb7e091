"""The random-legal player and the one who always takes the default."""

from __future__ import annotations

from game.bots.seat import Choice, Seat
from game.engine.decision import Reply
from game.engine.text import T


class RandomBot:
    """Picks any legal reply, every idea as likely as the next; takes a way out one time in ten.

    Were every exit as likely as every answer, it would pass most of a battle away.
    """

    name = "random"
    LEAVES = 0.1

    def __init__(self, limit: int = 40) -> None:
        self.limit = limit

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        exits = [Reply(exit=e.id) for e in seat.exits if e.bar is None]
        if not exits or seat.dice.random() >= self.LEAVES:
            ideas = [*seat.sketches(self.limit)]
            seat.dice.shuffle(ideas)
            answer = next((reply for idea in ideas if (reply := idea()) is not None), None)
            if answer is not None:
                return Choice(answer, T("picked at random"))
        if exits:
            return Choice(seat.dice.choice(exits), T("picked at random"))
        return Choice(seat.default, T("nothing else was possible"))


class DefaultBot:
    """Always does what the rules name as the least act."""

    name = "default"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        return Choice(seat.default, T("the smallest action allowed"))
