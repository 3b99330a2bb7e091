"""Ratings of a field of players from their battles, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import msgspec

from game.lab.extra import library
from game.lab.rows import Row
from game.lab.standing import Spread

ELO = 400 / math.log(10)
"""Points of a rating for one unit of a log strength: 200 points more win about 76 of 100."""
SAMPLES = 400
"""Samples of the pairs, drawn again with replacement, from which the intervals come."""
PRIOR = 1e-4
"""Weight of the prior of choix, which ties players together who have never met, even by way of others."""


class Rating(msgspec.Struct, frozen=True):
    """A player's rating, 0 for the mean of the field, with its 95 % interval; score and battles against the field."""

    player: str
    rating: float
    low: float
    high: float
    score: float
    games: int


class Ladder(msgspec.Struct, frozen=True):
    """The ratings of one system, the best first, and the score of each player against each with its interval."""

    ruleset: str
    ratings: list[Rating]
    scores: dict[str, dict[str, tuple[float, float, float]]]


def ladders(rows: Iterable[Row]) -> list[Ladder]:
    """A ladder for each system in the rows.

    The strengths are those of the model of Bradley and Terry, found by choix; a draw is half a win for both. Their
    intervals come from samples of whole pairs, which share their dice. As for a score, one pair lost and one pair won
    are added for every two players: twenty wins do not prove that none is ever lost. Raises NeedsExtra without the
    library.
    """
    pairs: dict[str, dict[tuple[str, str], dict[str, list[float]]]] = {}
    for row in rows:
        one, other = row.players
        if row.failed or row.players[one] == row.players[other]:
            continue
        first, second = sorted((one, other), key=lambda side: row.players[side])
        key = row.players[first], row.players[second]
        pairs.setdefault(row.ruleset, {}).setdefault(key, {}).setdefault(row.pair, []).append(row.score_of(first))
    return [_ladder(ruleset, {key: [*found.values()] for key, found in of.items()}) for ruleset, of in pairs.items()]


def _ladder(ruleset: str, pairs: dict[tuple[str, str], list[list[float]]]) -> Ladder:
    np, choix = library("numpy"), library("choix")
    players = sorted({name for key in pairs for name in key})
    place = {name: n for n, name in enumerate(players)}
    met = {
        (place[a], place[b]): (
            np.array([sum(one) for one in found] + [0.0, 2.0]),
            np.array([len(one) for one in found] + [2, 2]),
        )
        for (a, b), found in pairs.items()
    }

    def strengths(draw: Any = None) -> Any:
        wins = np.zeros((len(players), len(players)))
        for (a, b), (won, games) in met.items():
            chosen = slice(None) if draw is None else draw.integers(0, len(won), len(won))
            wins[a, b] += won[chosen].sum()
            wins[b, a] += games[chosen].sum() - won[chosen].sum()
        found = ELO * choix.ilsr_pairwise_dense(wins, alpha=PRIOR)
        return found - found.mean()

    best = strengths()
    draw = np.random.default_rng(1)
    low, high = np.quantile([strengths(draw) for _ in range(SAMPLES)], [0.025, 0.975], axis=0)
    scores: dict[str, dict[str, tuple[float, float, float]]] = {name: {} for name in players}
    for a, b in combinations(players, 2):
        if (a, b) in pairs:
            spread = Spread(sum(one) / len(one) for one in pairs[a, b])
            scores[a][b] = (spread.mean, *spread.interval())
            scores[b][a] = (1 - spread.mean, 1 - spread.interval()[1], 1 - spread.interval()[0])
    ratings = []
    for n, name in enumerate(players):
        mine = [
            (sum(sum(one) for one in found), sum(map(len, found)), key[0] == name)
            for key, found in pairs.items()
            if name in key
        ]
        games = sum(of for _, of, _ in mine)
        won = sum(score if first else of - score for score, of, first in mine)
        ratings.append(Rating(name, float(best[n]), float(low[n]), float(high[n]), won / games, games))
    return Ladder(ruleset, sorted(ratings, key=lambda one: -one.rating), scores)
