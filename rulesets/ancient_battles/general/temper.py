"""What generals differ in."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Temper(msgspec.Struct, frozen=True):
    """A general's temper.

    Attributes
    ----------
    loss
        What a point of his own lost is to him, beside a point of the enemy's.
    dare
        Points that a charge must promise before it is declared.
    danger
        How much of what may be done to a unit where it stands he reckons with.
    push
        Points that an inch towards the enemy is worth to a hundred points of troops.
    run_down
        Share of a broken unit's points that the winner may count upon: caught, rallied late, or never.
    panicked
        Share of its points that a unit costs which runs in panic: it may rally, but seldom in time.
    later
        What a chance of winning a round is worth in the rounds to come, in shares of the enemy's points.
    ranks
        Whether the bearer of his standard fights in the ranks of the foot, or stands behind them by himself.
    """

    name: str
    loss: float = 0.85
    dare: float = 3.0
    danger: float = 0.5
    push: float = 1.0
    run_down: float = 0.6
    panicked: float = 0.4
    later: float = 0.35
    ranks: bool = False

    def in_turn(self, turn: int, last: int) -> Temper:
        """The same in a turn of so many: who runs in the last one is lost whole, and no round comes after it."""
        return replace(self, run_down=0.95, panicked=0.9, later=0.0) if turn >= last else self


STEADY = Temper("general", ranks=True)
BOLD = Temper("bold", 0.6, 0.0, 0.3, 1.5, ranks=True)
CAUTIOUS = Temper("cautious", 1.1, 15.0, 0.8, 0.6)
