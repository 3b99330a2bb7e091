"""Where something ceases to hold, drawn together by halving."""

from __future__ import annotations

from collections.abc import Callable


def halved(low: float, high: float, fine: float, holds: Callable[[float], bool]) -> tuple[float, float]:
    """Between what holds and what does not, drawn together by halving until no more than ``fine`` lies between.

    >>> low, high = halved(0.0, 1.0, 1e-3, lambda x: x * x < 0.5)
    >>> round(low, 2), high - low <= 1e-3
    (0.71, True)
    """
    while high - low > fine:
        middle = (low + high) / 2.0
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high


def halved_times(holds: float, fails: float, times: int, at_place: Callable[[float], bool]) -> tuple[float, float]:
    """Between a place where something holds and one where it does not, either of which may be the greater, so often.

    >>> halved_times(1.0, 0.0, 2, lambda x: x > 0.3)
    (0.5, 0.25)
    """
    for _ in range(times):
        middle = (holds + fails) / 2.0
        holds, fails = (middle, fails) if at_place(middle) else (holds, middle)
    return holds, fails
