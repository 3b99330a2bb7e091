"""A bot of a module, as one is while it is being written."""

from __future__ import annotations

from game.bots.seat import Choice, Seat


class Sample:
    """Takes the first legal reply."""

    name = "sample"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        return Choice(next(iter(seat.candidates(limit=1)), seat.default))
