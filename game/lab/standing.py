"""What the paired battles of two players show: a score with its interval, and a sequential test that ends early."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from statistics import NormalDist

import msgspec

from game.lab.rows import DRAWN, LOST, WON, Row

CONFIDENCE = 0.95
ALPHA = BETA = 0.05
"""Error rates of the sequential test."""
FEWEST_PAIRS = 8
"""Pairs before anything is concluded."""


class Standing(msgspec.Struct, frozen=True):
    """What the battles show of the first player: once the sequential test has ended, those that it has counted.

    Attributes
    ----------
    failed
        Battles that failed, those after the end of the test included.
    score
        Mean score of the first player, 0 to 1.
    low, high
        Its interval (95 %), from the scores of whole pairs.
    llr
        Log likelihood ratio of the sequential test; None where none runs.
    verdict
        "better" or "not better" where the test has ended, else "".
    """

    games: int
    won: int
    drawn: int
    lost: int
    failed: int
    score: float
    low: float
    high: float
    llr: float | None = None
    verdict: str = ""


class Tally:
    """Running figures of one match: what its battles show so far, and what they cost.

    Parameters
    ----------
    until
        The score that the first player should reach: the generalised sequential probability ratio test ends when the
        pairs support it, or support 0.5, at error rates of 5 %. None where none runs.
    """

    def __init__(self, until: float | None = None) -> None:
        self.until = until
        self.failed = self.length = self.decisions = 0
        self.cpu = 0.0
        self.faults: dict[str, int] = {}
        self._units: dict[str, tuple[int, int]] = {}
        self.asked: list[str] = []
        self.pairs = Spread()
        self._results: Counter[float] = Counter()
        self._halves: dict[str, float] = {}
        self._ended: dict[str, tuple[float, ...]] = {}
        self._tested = Spread()
        self._tested_results: Counter[float] = Counter()
        self._next = 0
        self._verdict = ""

    @property
    def games(self) -> int:
        """Battles that came to their end."""
        return self._results.total()

    def lost_units(self) -> dict[str, float]:
        """The share of its units that each player lost."""
        return {name: lost / max(1, of) for name, (lost, of) in self._units.items()}

    def add(self, row: Row) -> None:
        """Count a battle."""
        self.cpu += row.cpu
        if row.failed:
            self.failed += 1
            self._ended[row.pair or row.key] = ()
            return
        self._results[row.score] += 1
        self.length += row.length
        self.decisions += row.decisions
        for side, name in row.players.items():
            self.faults[name] = self.faults.get(name, 0) + row.faults.get(side, 0)
            lost, of = self._units.get(name, (0, 0))
            if side in row.losses:
                self._units[name] = lost + row.losses[side].units, of + row.losses[side].of_units
        if not row.pair:
            self._end(row.key, row.score)
        elif row.pair in self._halves:
            self._end(row.pair, self._halves.pop(row.pair), row.score)
        else:
            self._halves[row.pair] = row.score

    def _end(self, pair: str, *scores: float) -> None:
        self.pairs.add(sum(scores) / len(scores))
        if self.until is not None:
            self._ended[pair] = scores

    def standing(self) -> Standing:
        """What the battles show of the first player. The spread is that of pairs, which share their dice.

        Once the test has ended, only the pairs that it has counted do: others were in hand at that moment, and how
        many these are depends on the number of processes.
        """
        verdict = self.verdict()
        results, pairs = (self._tested_results, self._tested) if verdict else (self._results, self.pairs)
        won, drawn, lost = (results[score] for score in (WON, DRAWN, LOST))
        games = won + drawn + lost
        score = (won + drawn / 2) / games if games else 0.5
        low, high = pairs.interval() if pairs.n else (0.0, 1.0)
        llr = self._tested.likelihood_ratio(0.5, self.until) if self.until is not None else None
        return Standing(games, won, drawn, lost, self.failed, score, low, high, llr, verdict)

    def verdict(self) -> str:
        """How the sequential test has ended, "" where it has not.

        Pairs count in the order in which they were asked for, so that it ends with the same pair however many
        processes fight. A pair with a battle that failed does not count.
        """
        if self.until is None:
            return ""
        bound = math.log((1 - BETA) / ALPHA)
        while not self._verdict and self._next < len(self.asked) and self.asked[self._next] in self._ended:
            scores = self._ended.pop(self.asked[self._next])
            self._next += 1
            if not scores:
                continue
            self._tested.add(sum(scores) / len(scores))
            self._tested_results.update(scores)
            llr = self._tested.likelihood_ratio(0.5, self.until)
            if self._tested.n >= FEWEST_PAIRS and abs(llr) >= bound:
                self._verdict = "better" if llr > 0 else "not better"
        return self._verdict


class Spread:
    """Scores of pairs added up: their number, mean and interval, without keeping them.

    The spread of the scores is that of the pairs with one lost and one won, as Agresti and Coull do: twenty pairs won
    do not prove that none is ever lost.
    """

    def __init__(self, scores: Iterable[float] = ()) -> None:
        self.n = 0
        self._sum = self._squares = 0.0
        for score in scores:
            self.add(score)

    def add(self, score: float) -> None:
        """Count one more."""
        self.n += 1
        self._sum += score
        self._squares += score * score

    @property
    def mean(self) -> float:
        """The mean, 0.5 of none."""
        return self._sum / self.n if self.n else 0.5

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The interval of the mean by the normal approximation, within 0 and 1."""
        mean, variance = self._widened()
        half = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance / (self.n + 2))
        return max(0.0, mean - half), min(1.0, mean + half)

    def likelihood_ratio(self, s0: float, s1: float) -> float:
        """Log likelihood ratio of a mean score s1 against s0, for pairs whose spread is estimated.

        Examples
        --------
        >>> Spread().likelihood_ratio(0.5, 0.55)
        0.0
        >>> Spread([1.0, 0.5] * 50).likelihood_ratio(0.5, 0.55) > 3
        True
        >>> round(Spread([0.5] * 8).likelihood_ratio(0.5, 0.55), 1)
        -0.2
        """
        if self.n < 2:
            return 0.0
        return self.n * (s1 - s0) * (2 * self.mean - s0 - s1) / (2 * self._widened()[1])

    def _widened(self) -> tuple[float, float]:
        """Mean and variance with one pair lost and one pair won added."""
        n = self.n + 2
        mean = (self._sum + 1.0) / n
        return mean, max(0.0, (self._squares + 1.0) / n - mean * mean)


def interval(pair_scores: Iterable[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a mean score: see :meth:`Spread.interval`.

    Examples
    --------
    >>> [round(x, 3) for x in interval([1.0] * 20)]
    [0.868, 1.0]
    >>> [round(x, 3) for x in interval([1.0, 0.5, 0.5, 0.0] * 25)]
    [0.431, 0.569]
    """
    return Spread(pair_scores).interval(confidence)
