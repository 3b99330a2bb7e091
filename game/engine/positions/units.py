"""Lengths of answers and events in the system's unit: the same numbers that the table and the log show."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec

from game.engine.fields import shortest
from game.engine.ruleset import Ruleset


class Written(float):
    """A number with its digits as they stand in a file: more of them than a float keeps when it is multiplied."""

    digits: str

    def __new__(cls, digits: str) -> Written:
        """The number of these digits."""
        found = super().__new__(cls, digits)
        found.digits = digits
        return found


def plain_numbers(value: Any) -> Any:
    """The same data with ordinary floats."""
    if isinstance(value, Written):
        return float(value)
    if isinstance(value, Mapping):
        return {k: plain_numbers(v) for k, v in value.items()}
    return [plain_numbers(v) for v in value] if isinstance(value, list) else value


def to_mm(ruleset: Ruleset, value: Any, key: str = "") -> Any:
    """An answer written in the ruleset's unit in mm: points, poses and distances, by their keys."""
    return plain_numbers(_answer(value, key, lambda v: _mm(v, ruleset.meta.measures.mm_per_unit)))


def in_unit(ruleset: Ruleset, value: Any, key: str = "") -> Any:
    """An answer with lengths in mm as a position writes it; read again it is the same to the last digit."""
    return _answer(value, key, lambda v: _unit(v, ruleset.meta.measures.mm_per_unit))


def _answer(value: Any, key: str, turn: Any) -> Any:
    if isinstance(value, Mapping):
        if key == "poses":
            return {b: [turn(p[0]), turn(p[1]), *p[2:]] if _point(p) else p for b, p in value.items()}
        return {x: _answer(v, x, turn) for x, v in value.items()}
    if key in ("points", "path", "route") and isinstance(value, list | tuple):
        return [[turn(p[0]), turn(p[1])] if _point(p) and len(p) == 2 else p for p in value]
    if key == "to" and isinstance(value, list | tuple):
        return [turn(x) for x in value]
    if key in ("distance", "gap"):
        return turn(value)
    if isinstance(value, list | tuple):
        return [_answer(v, "", turn) for v in value]
    return value


def _point(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) >= 2


def _mm(value: Any, unit: float) -> Any:
    if isinstance(value, Written):
        return float(Decimal(value.digits) * Decimal(str(unit)))
    return value * unit if isinstance(value, int | float) and not isinstance(value, bool) else value


def _unit(value: Any, unit: float) -> Any:
    """A length in the unit, in as few digits as give the very same mm."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    exact = Decimal(repr(float(value))) / Decimal(str(unit))
    for digits in range(1, 26):
        said = f"{exact:.{digits}g}"
        found = Written(format(Decimal(said), "f"))
        if _mm(found, unit) == value:
            return found
    return Written(format(exact, "f"))


def event_lengths(ruleset: Ruleset) -> frozenset[str]:
    """The keys of events' data that hold lengths (mm) in a system."""
    found: frozenset[str] = getattr(ruleset, "event_lengths", frozenset())
    return found


def event_data(ruleset: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an event with its lengths in the ruleset's unit, answers in it too."""
    lengths = event_lengths(ruleset)
    out = {}
    for key, value in data.items():
        if key in lengths:
            out[key] = _lengths(value, ruleset.meta.measures.mm_per_unit)
        else:
            out[key] = plain_numbers(in_unit(ruleset, msgspec.to_builtins(value)))
    return out


def _lengths(value: Any, unit: float) -> Any:
    if isinstance(value, list | tuple):
        return [_lengths(v, unit) for v in value]
    return shortest(value, unit) if isinstance(value, float | int) and not isinstance(value, bool) else value
