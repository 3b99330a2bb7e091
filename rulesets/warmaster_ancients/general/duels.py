"""What a clash of two bodies is worth: a round of blows by its exact distribution, and the pursuit that may follow.

The numbers that go in (dice, what hits, what saves) are the caller's; those of a charge that can be made now come from
``odds`` and ``blows``, those of clashes only feared or hoped for from :mod:`general.threats`.
WMA-CMB-05 to -09, WMA-RES-02 to -12, WMA-MOD-03, WMA-MOD-04.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from game.geometry.shapes import Floats

GROUND = 3.0
"""Points for the ground, the order and the heart that a round won gains, and one lost costs."""


class Fighter(NamedTuple):
    """One side of a clash.

    Attributes
    ----------
    attacks, extra
        Dice of a stand, and those of this first round alone (a charge).
    fighting, stands
        Stands that touch the enemy; stands alive.
    hits, carried
        Casualties that remove a stand; those it carries already.
    chance
        That one of its dice makes a casualty.
    support
        Stands that support it.
    points, whole, prize
        Cost of the unit, the stands it is bought with, and what its destruction is worth beyond its cost.
    follows
        Whether it may pursue the other if it wins.
    """

    attacks: int
    extra: int
    fighting: int
    stands: int
    hits: int
    carried: int
    chance: float
    support: int
    points: float
    whole: int
    prize: float
    follows: bool

    @property
    def endures(self) -> int:
        """Casualties that destroy it."""
        return self.stands * self.hits - self.carried

    def casualties(self) -> Floats:
        """Chances of 0, 1, ... casualties of its blows in the first round."""
        return binomial(self.fighting * max(self.attacks + self.extra, 1), self.chance)

    def left(self, casualties: Any) -> Any:
        """Stands left after casualties."""
        return np.maximum(self.stands - (self.carried + casualties) // self.hits, 0)

    def worth(self, stands: Any) -> Any:
        """What it is worth with so many stands."""
        return worth(self.points, self.whole, stands, self.prize)

    def worn(self, left: Any, casualties: Any, more: Any) -> Any:
        """Points lost by what is left of it after casualties where it takes so many more, on average."""
        endures = np.maximum(left * self.hits - (self.carried + casualties) % self.hits, 1)
        return self.worth(left) * worn_share(more / endures)


class Stake(msgspec.Struct, frozen=True):
    """Points that something is likely to cost the enemy and oneself, and the chances to win and to lose its round."""

    dealt: float
    suffered: float
    win: float
    lose: float

    def gain(self, own_loss: float = 1.0) -> float:
        """Points gained; one's own losses weighed."""
        return self.dealt - own_loss * self.suffered


NOTHING = Stake(0.0, 0.0, 0.0, 0.0)


def worth(points: float, whole: int, stands: Any, prize: float) -> Any:
    """What a unit with so many stands left is worth: stands lost cost more than their share, the last one the prize."""
    left = np.asarray(stands, dtype=float)
    return np.where(left > 0, points * (0.15 + 0.85 * left / whole) + prize, 0.0)


@lru_cache(maxsize=8192)
def binomial(dice: int, chance: float) -> Floats:
    """Chances of 0, 1, ... casualties of some dice."""
    out = np.array([1.0])
    for _ in range(dice):
        out = np.convolve(out, (1.0 - chance, chance))
    return out


@lru_cache(maxsize=8192)
def clash(one: Fighter, two: Fighter) -> Stake:
    """A round of blows between two fighters, the first of them charging perhaps, and the pursuit after it."""
    if one.stands <= 0 or two.stands <= 0:
        return NOTHING
    odds_one, odds_two = one.casualties(), two.casualties()
    dealt, taken = np.arange(len(odds_one))[:, None], np.arange(len(odds_two))[None, :]
    chances = odds_one[:, None] * odds_two[None, :]
    left_one, left_two = one.left(taken), two.left(dealt)
    margin = np.minimum(dealt, two.endures) + one.support - np.minimum(taken, one.endures) - two.support
    margin = np.where((left_two == 0) & (left_one > 0), np.maximum(margin, 1), margin)
    margin = np.where((left_one == 0) & (left_two > 0), np.minimum(margin, -1), margin)
    gain, loss = (body.worth(body.stands) - body.worth(left) for body, left in ((two, left_two), (one, left_one)))
    more = _chase(one, two, left_one, left_two, dealt, taken, margin)
    less = _chase(two, one, left_two, left_one, taken, dealt, -margin)
    win, lose = float((chances * (margin > 0)).sum()), float((chances * (margin < 0)).sum())
    dealt_points = float((chances * (gain + more[0] + less[1])).sum()) + GROUND * win
    taken_points = float((chances * (loss + more[1] + less[0])).sum()) + GROUND * lose
    return Stake(dealt_points, taken_points, win, lose)


def _chase(
    hunter: Fighter, prey: Fighter, hunters: Any, left: Any, dealt: Any, taken: Any, margin: Any
) -> tuple[Any, Any]:
    """Points that a pursuit costs the beaten and the winner, where the winner would make it; zeros elsewhere."""
    if not hunter.follows:
        return 0.0, 0.0
    on = (margin > 0) & (left > 0) & (hunters > 0)
    front = np.minimum(hunters, max(hunter.fighting, 1))
    mine = front * (hunter.attacks + 1 + np.maximum(margin, 0) // 3) * hunter.chance
    theirs = np.minimum(left, max(prey.fighting, 1)) * prey.attacks * prey.chance
    cost, price = prey.worn(left, dealt, mine), hunter.worn(hunters, taken, theirs)
    on &= cost > price
    return np.where(on, cost, 0.0), np.where(on, price, 0.0)


def worn_share(ratio: Any) -> Any:
    """The share of its worth that a body loses to casualties of which this share, on average, would destroy it.

    >>> [round(float(worn_share(r)), 2) for r in (0.0, 0.5, 1.0, 2.0)]
    [0.0, 0.31, 0.69, 0.94]
    """
    return (ratio / (1.0 + ratio**3) ** (1.0 / 3.0)) ** 1.6


def through(need: int, armour: int | None) -> float:
    """The chance that a die which hits on ``need`` makes a casualty of a unit with this armour."""
    hit = max(0, 7 - need) / 6.0
    return hit if armour is None else hit * (armour - 1) / 6.0
