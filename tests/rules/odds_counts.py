"""Exact odds beside the rules themselves: a part of the flow played many times with fixed seeds, and compared."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.odds import Spread
from game.engine.playout import Choose, Measure, Playout, Read, Stage, Tally
from game.engine.ruleset import Forecast, ForecastRow, Ruleset
from game.engine.state import State
from game.engine.text import T

SIGMAS = 5.0
"""Standard errors within which a count must lie: one fair count in two million lies farther off."""


def played(
    ruleset: Ruleset,
    state: State,
    stages: Sequence[Stage],
    read: Read,
    runs: int,
    names: Sequence[str],
    choose: Choose | None = None,
) -> Tally:
    """The flow played; ``names`` are the measures that ``read`` gives."""
    measures = tuple(Measure(n, T("counted")) for n in names)
    tally = Tally(ruleset, Playout(state, tuple(stages), measures, read, "test", choose))
    tally.more(runs)
    return tally


def agrees(tally: Tally, exact: Mapping[str, float | Spread]) -> None:
    """Every chance and every distribution lies within what so many runs allow."""
    wrong = {}
    for name, value in exact.items():
        spread = value if isinstance(value, Spread) else Spread.of({0: 1.0 - value, 1: value})
        counted = tally.chances(name)
        values = {v for v, _ in spread.items()} | set(counted)
        for v in sorted(values):
            p, q = spread.chance(v), counted.get(v, 0.0)
            if abs(p - q) > SIGMAS * math.sqrt(max(p * (1.0 - p), 1e-12) / tally.runs) + 1.0 / tally.runs:
                wrong[name, v] = (p, q)
    assert not wrong


def chances(outcome: Any) -> dict[int, float]:
    """An icepool die as value -> chance."""
    return {int(v): float(p) for v, p in zip(outcome.outcomes(), outcome.probabilities(), strict=True)}


def by_label(forecast: Forecast | None, key: str) -> ForecastRow:
    """The first row of a forecast with this sentence."""
    assert forecast is not None
    return next(r for r in forecast.rows if r.label.key == key)


def sums_open(forecast: Forecast | None) -> None:
    """Every number opens: into sums that add up, or into the runs that were counted."""
    assert forecast is not None
    for row in forecast.rows:
        sums = (*((row.sum,) if row.sum is not None else ()), *row.sums)
        assert sums or row.runs, row.label.key
        for total in sums:
            assert abs(sum(v for _, v, _ in total.rows) - total.total) < 1e-6 or not total.rows, total.label.key
