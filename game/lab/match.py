"""A match of two players: paired battles that exchange sides and armies, and what they show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import NormalDist, fmean, pstdev

import msgspec

from game.battle import Order, order
from game.engine.loader import load_ruleset
from game.lab.rows import Row, Task

CONFIDENCE = 0.95
ALPHA = BETA = 0.05
"""Error rates of the sequential test."""
FEWEST_PAIRS = 8
"""Pairs before anything is concluded."""


def pairs(
    ruleset_id: str,
    players: Sequence[str],
    games: int,
    seed: str,
    scenario: str = "",
    points: int | None = None,
    armies: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
) -> Iterator[Task]:
    """The battles of a match: both of a pair have the same seed and lists, and the players exchange sides.

    Every second pair exchanges the armies of the sides too. Without a scenario, the pairs take those of the system in
    turn. Raises ValueError for a set-up that is not in order.
    """
    rules = load_ruleset(ruleset_id)
    known = [one.id for one in rules.scenarios()]
    for n in range((games + 1) // 2):
        chosen = scenario or known[n % len(known)]
        base = order(ruleset_id, chosen, {}, f"{seed}-{n + 1}", points, armies, None, **dict(options or {}))
        sides = list(base.setup.sides)
        setup = base.setup
        if n % 2:
            crossed = dict(zip(sides, reversed(list(setup.sides.values())), strict=True))
            setup = msgspec.structs.replace(setup, sides=crossed)
        for turn, seats in enumerate((players, tuple(reversed(players)))):
            if 2 * n + turn >= games:
                return
            bots = dict(zip(sides, seats, strict=True))
            pair = f"{ruleset_id} {chosen} {seed}-{n + 1} {players[0]} - {players[1]}"
            yield Task(
                f"{pair} {'ab'[turn]}", pair, Order(setup, bots, work=base.work, patience=base.patience), sides[turn]
            )


class Standing(msgspec.Struct, frozen=True):
    """What the battles show of the first player.

    Attributes
    ----------
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


def standing(rows: Iterable[Row], until: float | None = None) -> Standing:
    """The standing of the first player.

    Both battles of a pair share their dice, so the spread is that of pairs (five possible scores each), as engine
    testers of chess do it. ``until`` is the score that the first player should reach: the generalised sequential
    probability ratio test ends when the pairs support it, or support 0.5, at error rates of 5 %.
    """
    given = list(rows)
    scored = [row for row in given if not row.failed]
    by_pair: dict[str, list[float]] = {}
    for row in scored:
        by_pair.setdefault(row.pair, []).append(row.score)
    whole = [fmean(one) for one in by_pair.values() if len(one) == 2]
    games = len(scored)
    won = sum(row.score == 1.0 for row in scored)
    drawn = sum(row.score == 0.5 for row in scored)
    score = fmean([row.score for row in scored]) if scored else 0.5
    low, high = interval(whole) if whole else (0.0, 1.0)
    llr, verdict = None, ""
    if until is not None:
        llr = likelihood_ratio(whole, 0.5, until)
        bound = math.log((1 - BETA) / ALPHA)
        verdict = "" if len(whole) < FEWEST_PAIRS or abs(llr) < bound else "better" if llr > 0 else "not better"
    return Standing(games, won, drawn, games - won - drawn, len(given) - games, score, low, high, llr, verdict)


def interval(pair_scores: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a mean score, within 0 and 1.

    The normal approximation after one pair lost and one pair won are added, as Agresti and Coull do: twenty pairs won
    do not prove that none is ever lost.

    Examples
    --------
    >>> [round(x, 3) for x in interval([1.0] * 20)]
    [0.868, 1.0]
    >>> [round(x, 3) for x in interval([1.0, 0.5, 0.5, 0.0] * 25)]
    [0.431, 0.569]
    """
    scores = [*pair_scores, 0.0, 1.0]
    mean = fmean(scores)
    half = NormalDist().inv_cdf((1 + confidence) / 2) * pstdev(scores) / math.sqrt(len(scores))
    return max(0.0, mean - half), min(1.0, mean + half)


def likelihood_ratio(pair_scores: Sequence[float], s0: float, s1: float) -> float:
    """Log likelihood ratio of a mean score s1 against s0, for pairs whose spread is estimated.

    Examples
    --------
    >>> likelihood_ratio([], 0.5, 0.55)
    0.0
    >>> likelihood_ratio([1.0, 0.5] * 50, 0.5, 0.55) > 3
    True
    """
    if len(pair_scores) < 2:
        return 0.0
    variance = max(pstdev(pair_scores) ** 2, 1e-4)
    return len(pair_scores) * (s1 - s0) * (2 * fmean(pair_scores) - s0 - s1) / (2 * variance)
