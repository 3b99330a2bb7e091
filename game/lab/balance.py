"""What is unequal: sides of scenarios and tables, the first turn, army against army, the loss of a kind of unit."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

import msgspec

from game.lab.rows import Row
from game.lab.standing import Spread

EVEN = (0.45, 0.55)
"""Scores between which two sides count as equal."""


Subject = tuple[str, str, str, str, str]
"""The first five attributes of a finding."""


class Finding(msgspec.Struct, frozen=True):
    """The score of something beside what it is compared with.

    Attributes
    ----------
    about
        "side", "first turn", "army", "armies" or "loss".
    ruleset, where
        The system; scenario, table and size, or what else narrows it down.
    name, against
        What scores, and against what.
    pairs
        Pairs of battles (battles without a partner count as one).
    verdict
        "unequal": the whole interval lies outside .45 to .55; "equal": within; "open" otherwise.
    more
        About how many pairs more would tell; 0 where they have told.
    """

    about: str
    ruleset: str
    where: str
    name: str
    against: str
    pairs: int
    score: float
    low: float
    high: float
    verdict: str
    more: int


def findings(rows: Iterable[Row], lost: Collection[str] = ()) -> list[Finding]:
    """Everything that the rows compare, the unequal first.

    ``lost`` names profiles of units: the score of a side that lost one while the other lost none.
    """
    scores: dict[Subject, dict[str, tuple[float, int]]] = {}
    for row in rows:
        if row.failed:
            continue
        for subject, score in subjects(row, lost):
            pairs = scores.setdefault(subject, {})
            total, n = pairs.get(row.pair or row.key, (0.0, 0))
            pairs[row.pair or row.key] = total + score, n + 1
    for subject in [one for one in scores if one[0] == "army" and _rivals(one, scores) < 2]:
        del scores[subject]  # the two armies against each other say it all
    found = [_finding(subject, [total / n for total, n in pairs.values()]) for subject, pairs in scores.items()]
    return sorted(found, key=lambda one: (ORDER.index(one.verdict), -abs(one.score - 0.5)))


ORDER = ("unequal", "open", "equal")


def subjects(row: Row, lost: Collection[str]) -> Iterator[tuple[Subject, float]]:
    """What one battle tells of, each with its score."""
    one, other = row.players
    size = f"{row.points_limit} points" if row.points_limit else ""
    where = ", ".join(filter(None, (row.scenario, row.table, size)))
    yield ("side", row.ruleset, where, one, other), row.score_of(one)
    if row.began:
        yield ("first turn", row.ruleset, where, "the first turn", "the second"), row.score_of(row.began)
    a, b = row.armies[one], row.armies[other]
    if a != b:
        first, second = (one, other) if a < b else (other, one)
        yield ("armies", row.ruleset, size, row.armies[first], row.armies[second]), row.score_of(first)
        for side in row.armies:
            yield ("army", row.ruleset, size, row.armies[side], "all others"), row.score_of(side)
    if lost:
        without = [side for side in row.players if any(d.side == side and d.kind in lost for d in row.deaths)]
        if len(without) == 1:
            yield ("loss", row.ruleset, size, f"without {'/'.join(lost)}", "with"), row.score_of(without[0])


def _rivals(army: Subject, among: Collection[Subject]) -> int:
    """How many other armies of the same size there are."""
    return sum(one[:3] == army[:3] and one != army for one in among)


def _finding(subject: Subject, pairs: list[float]) -> Finding:
    spread = Spread(pairs)
    low, high = spread.interval()
    if low > EVEN[1] or high < EVEN[0]:
        verdict = "unequal"
    else:
        verdict = "equal" if low >= EVEN[0] and high <= EVEN[1] else "open"
    return Finding(*subject, spread.n, spread.mean, low, high, verdict, 0 if verdict != "open" else _more(spread))


def _more(spread: Spread) -> int:
    """Pairs that are missing until the interval would fit on one side of the nearest bound."""
    low, high = spread.interval()
    gap = max(min(abs(spread.mean - bound) for bound in EVEN), 0.005)
    wanted = (spread.n + 2) * ((high - low) / 2 / gap) ** 2  # an interval narrows as the root of their number
    return max(1, math.ceil(wanted) - spread.n)
