"""What follows from a situation is worked out once.

Three memories: of a whole situation (:data:`remembered`, :data:`settled`), and of a unit or a pair of units as they
stand (:func:`standing_so`), which outlives a situation: while one unit is dragged or thought of elsewhere, all that
concerns the others alone is known already.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import islice
from typing import Any, Concatenate, ParamSpec, TypeVar

from game.engine.memo import Remembering
from game.engine.state import State

P = ParamSpec("P")
R = TypeVar("R")

_KEPT = 48
_LOCK = threading.Lock()
"""The window, a thinking general and the odds may ask at once."""
_boards: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], dict[Any, Any]]] = OrderedDict()
_latest: dict[bool, tuple[tuple[Any, ...], dict[Any, Any]]] = {}
"""The board asked for last, with ties and without: most questions are about that one."""


def memory(view: State, ties: bool = True) -> dict[Any, Any]:
    """The memory of a situation. What lies in it may depend on bases, units, ties (or not), terrain and table alone."""
    last = _latest.get(ties)
    if last is not None:
        (bases, units, tied, features, table), known = last
        if (
            bases is view.bases
            and units is view.units
            and features is view.features
            and table is view.table
            and (not ties or tied is view.ties)
        ):
            return known
    parts = (view.bases, view.units, view.ties if ties else None, view.features, view.table)
    key = tuple(map(id, parts))
    with _LOCK:
        found = _boards.get(key)
        if found is not None:
            _boards.move_to_end(key)
        else:
            found = _boards[key] = (parts, {})
            while len(_boards) > _KEPT:
                _boards.popitem(last=False)
        _latest[ties] = found
        return found[1]


settled = Remembering(lambda view: memory(view, ties=False))
"""As :data:`remembered`, for what does not ask who is engaged or has declared a charge: ties leave it as it is."""
remembered = Remembering(memory)
"""For functions of the situation and of nothing else, worked out once for it."""


# --- units as they stand -----------------------------------------------------------------------------------------

_STANCES = 4000
_FACTS = 3000
"""Stances kept, and facts kept of one; beyond that the oldest half goes."""


class Stance:
    """A unit as it stands with those who are in it, on this terrain: the same object wherever nothing of it differs.

    Attributes
    ----------
    parts
        What it is made of, kept alive so that the objects' ids stay theirs.
    known
        What has been worked out of it.
    """

    __slots__ = ("known", "parts")

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts
        self.known: dict[Any, Any] = {}


_stances: dict[tuple[int, ...], Stance] = {}


@settled
def passengers(view: State) -> dict[str, tuple[str, ...]]:
    """Characters on the table by the unit of their side that they stand in, in the order of the army list."""
    found: dict[str, tuple[str, ...]] = {}
    for u in view.units.values():
        at = u.own.joined if u.own.character else ""
        if at and at in view.units and view.units[at].side == u.side and view.bases_of(u.id):
            found[at] = (*found.get(at, ()), u.id)
    return found


def stance(view: State, unit: str) -> Stance:
    """How a unit stands."""
    here = memory(view, ties=False)
    found = here.get(unit)
    if found is None:
        bodies = [view.units[u] for u in (unit, *passengers(view).get(unit, ()))]
        parts = (view.features, view.table, *bodies, *(view.bases[b] for body in bodies for b in body.bases))
        key = tuple(map(id, parts))
        found = _stances.get(key)
        if found is None:
            with _LOCK:
                _forget(_stances, _STANCES)
                found = _stances.setdefault(key, Stance(parts))
        here[unit] = found
    known: Stance = found
    return known


def _forget(memo: dict[Any, Any], most: int) -> None:
    """Drop the oldest half of a memory that has grown too large."""
    if len(memo) >= most:
        for old in list(islice(memo, most // 2)):
            memo.pop(old, None)


def standing_so(
    units: int,
) -> Callable[[Callable[Concatenate[State, P], R]], Callable[Concatenate[State, P], R]]:
    """A decorator for functions that depend on some units as they stand, on terrain and table, and on nothing else.

    Not on ties, not on other units, not on side or battle; a character of his unit does not see it, but a unit sees
    the characters in it.

    Parameters
    ----------
    units
        How many of the first arguments are ids of units, one or two; the others must be hashable.
    """

    def decorated(fn: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        @wraps(fn)
        def asked(view: State, *args: P.args, **more: P.kwargs) -> R:
            first = stance(view, str(args[0]))
            other = stance(view, str(args[1])) if units == 2 else None
            key = (fn, other, args[:units], args[units:], *more.items())
            known = first.known
            if key in known:
                there: R = known[key]
                return there
            found = fn(view, *args, **more)
            if len(known) >= _FACTS:
                with _LOCK:
                    _forget(known, _FACTS)
            known[key] = found
            return found

        return asked

    return decorated


def among(view: State, units: Sequence[str]) -> tuple[Stance, ...]:
    """How some units stand: what an answer about them may be kept by."""
    return tuple(stance(view, u) for u in units)
