"""What generals differ in."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

SAFE = 100.0
"""Victory points of a lead from which a battle is won (WAB-S32): until then the fight is sought."""
STAKED, DARED, BRAVED, PUSHED = 0.7, 8.0, 0.5, 2.0
"""Who seeks it: how he weighs his losses, how much less a charge must promise, how he weighs danger, how he pushes."""


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
    danger: float = 0.35
    push: float = 1.3
    run_down: float = 0.6
    panicked: float = 0.4
    later: float = 0.35
    ranks: bool = False

    def in_turn(self, turn: int, last: int, lead: float = 0.0) -> Temper:
        """The same in a turn of so many, with a lead of so many victory points.

        Who runs in the last turn is lost whole, and no round comes after it. Who has not won yet when half of the
        turns are gone seeks the fight: a draw gives him nothing that a lost charge could take.
        """
        now = self
        if turn > last // 2 and lead < SAFE:
            now = replace(
                now,
                loss=STAKED * now.loss,
                dare=now.dare - DARED,
                danger=BRAVED * now.danger,
                push=PUSHED * now.push,
            )
        return replace(now, run_down=0.95, panicked=0.9, later=0.0) if turn >= last else now


STEADY = Temper("general", ranks=True)
BOLD = Temper("bold", 0.6, 0.0, 0.2, 1.7, ranks=True)
CAUTIOUS = Temper("cautious", 1.1, 15.0, 0.8, 0.6)

TEMPERS = (STEADY, BOLD, CAUTIOUS)
"""The best first."""
