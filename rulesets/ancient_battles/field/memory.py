"""What follows from a situation is worked out once.

Four memories: of a whole situation (:data:`remembered`); of how all units stand, whatever they have done
(:data:`settled`), with those who fight and charge (:data:`tied`); and of a unit or a pair as they stand
(:func:`standing_so`), which outlives the others: while one unit is dragged, what concerns the rest is known already.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import compress, islice
from operator import is_not
from typing import Any, Concatenate, ParamSpec, TypeVar

from game.engine.memo import Remembering
from game.engine.state import Base, State, Unit
from rulesets.ancient_battles.army.profiles import Profile, profile
from rulesets.ancient_battles.own import UnitOwn

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

_KEPT = 48
_LOCK = threading.RLock()
"""The window, a thinking general and the odds may ask at once."""
_boards: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], dict[Any, Any]]] = OrderedDict()
_latest: list[tuple[tuple[Any, ...], dict[Any, Any]]] = []
"""The board asked for last: most questions are about that one."""
_recalled: list[tuple[State | None, dict[Any, Any]]] = [(None, {})]
"""The very view that was asked about last, and its memory: mostly the next question is about the same object."""


def memory(view: State) -> dict[Any, Any]:
    """The memory of a situation. What lies in it may depend on bases, units, ties, terrain and table alone."""
    recalled, known = _recalled[0]
    if recalled is not view:
        known = _memory(view)
        _recalled[0] = (view, known)
    return known


def _memory(view: State) -> dict[Any, Any]:
    for (bases, units, ties, features, table, _), known in _latest:
        if (
            bases is view.bases
            and units is view.units
            and features is view.features
            and table is view.table
            and ties is view.ties
        ):
            return known
    key = tuple(map(id, (view.bases, view.units, view.ties, view.features, view.table)))
    found = _kept(_boards, key, lambda: _board(view))
    _latest[:] = [found]
    return found[1]


def _board(view: State) -> tuple[tuple[Any, ...], dict[Any, Any]]:
    """The parts of a situation, and its memory: that of the board asked for last if a view behind glass is the same."""
    parts = (view.bases, view.units, view.ties, view.features, view.table, array(view))
    return parts, next((known for there, known in _latest if there == parts), {})


def _kept(memo: OrderedDict[tuple[int, ...], R], key: tuple[int, ...], make: Callable[[], R]) -> R:
    """What a memory holds, or is made for it; of the others those used last stay."""
    with _LOCK:
        found = memo.get(key)
        if found is None:
            found = memo[key] = make()
            while len(memo) > _KEPT:
                memo.popitem(last=False)
        else:
            memo.move_to_end(key)
        return found


remembered = Remembering(memory)
"""For functions of the situation and of nothing else, worked out once for it."""


class Ground:
    """A table with its terrain and the armies that meet on it: the same object wherever all that is the same."""


_grounds: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], Ground]] = OrderedDict()


def _ground(view: State) -> Ground:
    """What does not change while a battle lasts. A view behind glass has copies of it, and the same one."""
    parts = (view.table, view.features, view.sides, view.own.zones, view.own.troops)

    def made() -> tuple[tuple[Any, ...], Ground]:
        return parts, next((ground for there, ground in _grounds.values() if there == parts), None) or Ground()

    return _kept(_grounds, tuple(map(id, parts)), made)[1]


_STANCES = 4000
_FACTS = 3000
"""Stances kept, and facts kept of one; beyond that the oldest half goes."""


class Stance:
    """A unit as it stands with those who are in it, on this terrain: the same object wherever nothing of it differs.

    ``kinds`` are the profiles of those in it, kept alive so that their ids stay theirs; ``known`` what was worked out.
    """

    __slots__ = ("kinds", "known")

    def __init__(self, kinds: tuple[Profile, ...]) -> None:
        self.kinds = kinds
        self.known: dict[Any, Any] = {}


_stances: dict[tuple[Any, ...], Stance] = {}


def _bearing(unit: Unit) -> tuple[Any, ...]:
    """What a unit is, and what of its own fields tells how it stands: not what it has done, or has been done to it."""
    own: UnitOwn = unit.own
    return (
        unit.id,
        unit.side,
        unit.kind,
        unit.bases,
        own.files,
        own.order,
        own.character,
        own.joined,
        own.fleeing,
        own.snake,
    )


def _passengers(units: Mapping[str, Unit], bases: Mapping[str, Base]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for u in units.values():
        at = u.own.joined if u.own.character else ""
        if not at or at not in units or units[at].side != u.side:
            continue
        if any(bases[b].where == "table" and bases[b].pose is not None for b in u.bases):
            found[at] = (*found.get(at, ()), u.id)
    return found


class Array:
    """How all units stand: the same object wherever none stands otherwise.

    ``ground`` they stand on, ``stances`` by unit, ``passengers`` (characters) by the unit they stand in, and ``known``,
    what was worked out of it.
    """

    __slots__ = ("_tied", "ground", "known", "passengers", "stances")

    def __init__(self, ground: Ground, stances: dict[str, Stance], passengers: dict[str, tuple[str, ...]]) -> None:
        self.ground, self.stances, self.passengers = ground, stances, passengers
        self.known: dict[Any, Any] = {}
        self._tied: dict[int, tuple[object, dict[Any, Any]]] = {}

    def tied(self, ties: object) -> dict[Any, Any]:
        """The memory of this array with these ties."""
        found = self._tied.get(id(ties))
        if found is None:
            same = next((known for other, known in [*self._tied.values()] if other == ties), None)
            _forget(self._tied, _TIED)
            found = self._tied[id(ties)] = (ties, {} if same is None else same)
        return found[1]


_TIED = 6
"""Sets of ties kept for an array."""
_arrays: OrderedDict[tuple[int, ...], Array] = OrderedDict()
_views: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], Array]] = OrderedDict()
_last: list[tuple[tuple[Any, ...], Array]] = []
"""The situation whose array was asked for last."""
_asked: list[tuple[State | None, Array | None]] = [(None, None)]
"""The very view that was asked last, and its array: mostly the next question is about the same object."""


def array(view: State) -> Array:
    """How all units stand."""
    asked, known = _asked[0]
    if asked is view and known is not None:
        return known
    found = _array_of(view)
    _asked[0] = (view, found)
    return found


def _array_of(view: State) -> Array:
    for (bases, units, features, table), made in _last:
        if bases is view.bases and units is view.units and features is view.features and table is view.table:
            return made
    parts = (view.bases, view.units, view.features, view.table)
    found = _kept(_views, tuple(map(id, parts)), lambda: (parts, _array(view)))
    _last[:] = [found]
    return found[1]


def _array(view: State) -> Array:
    ground = _ground(view)
    for (bases, units, *_), made in _last:
        if made.ground is ground and [*units] == [*view.units] and [*bases] == [*view.bases]:
            return _array_since(view, made, bases, units)
    among = _passengers(view.units, view.bases)
    return _made(ground, among, {u: _stance(view, ground, u, among) for u in view.units})


def _array_since(view: State, before: Array, bases: Mapping[str, Base], units: Mapping[str, Unit]) -> Array:
    """How all units stand now that of the same units and figures some have changed: the others stand as they did."""
    changed = {view.bases[b].unit for b in _other(view.bases, bases)}
    changed |= {u for u in _other(view.units, units) if _bearing(view.units[u]) != _bearing(units[u])}
    if not changed:
        return before
    among = before.passengers
    if any(view.units[u].own.character or units[u].own.character for u in changed):
        among = _passengers(view.units, view.bases)
        changed |= {u for u in view.units if among.get(u, ()) != before.passengers.get(u, ())}
        changed |= {u for u, aboard in among.items() if not changed.isdisjoint(aboard)}
    return _made(before.ground, among, before.stances | {u: _stance(view, before.ground, u, among) for u in changed})


def _made(ground: Ground, among: dict[str, tuple[str, ...]], stances: dict[str, Stance]) -> Array:
    return _kept(_arrays, tuple(map(id, stances.values())), lambda: Array(ground, stances, among))


def _other(now: Mapping[str, T], then: Mapping[str, T]) -> Iterable[str]:
    """The keys under which two maps of the same keys, in the same order, hold another object."""
    return compress(now, map(is_not, now.values(), then.values()))


def _stance(view: State, ground: Ground, unit: str, among: Mapping[str, tuple[str, ...]]) -> Stance:
    """How a unit stands with those who are in it; the same where it has come to stand so in another way."""
    bodies = [view.units[u] for u in (unit, *among.get(unit, ()))]
    bases = [view.bases[b] for body in bodies for b in body.bases]
    kinds = tuple(profile(view, body.id) for body in bodies)
    key = (ground, *map(id, kinds), *map(_bearing, bodies), *bases)
    found = _stances.get(key)
    if found is None:
        _forget(_stances, _STANCES)
        found = _stances.setdefault(key, Stance(kinds))
    return found


def stance(view: State, unit: str) -> Stance:
    """How a unit stands."""
    return array(view).stances[unit]


settled = Remembering(lambda view: array(view).known)
"""For functions of how all units stand and of nothing else: not of ties, nor of what units have done."""
tied = Remembering(lambda view: array(view).tied(view.ties))
"""As :data:`settled`, for what asks who is engaged or has declared a charge as well."""


def _forget(memo: dict[Any, Any], most: int) -> None:
    """Drop the oldest half of a memory that has grown too large."""
    if len(memo) >= most:
        with _LOCK:
            for old in list(islice(memo, most // 2)):
                memo.pop(old, None)


_NOT_YET: Any = object()
"""What stands for an answer that has not been worked out; None may be one."""


def standing_so(units: int) -> Callable[[Callable[Concatenate[State, P], R]], Callable[Concatenate[State, P], R]]:
    """A decorator for functions that depend on one or two units as they stand, on terrain and table, on nothing else.

    Their ids are the first arguments, the others must be hashable. Not on ties, not on other units, not on side or
    battle, not on what units have done; a character of his unit does not see it, but a unit sees the characters in it.
    """

    def decorated(fn: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        @wraps(fn)
        def asked(view: State, *args: P.args, **more: P.kwargs) -> R:
            ids: tuple[Any, ...] = args
            stances = array(view).stances
            known = stances[ids[0]].known
            key: tuple[Any, ...] = (fn, stances[ids[1]], args) if units == 2 else (fn, args)
            if more:
                key = (*key, *more.items())
            found: Any = known.get(key, _NOT_YET)
            if found is _NOT_YET:
                found = fn(view, *args, **more)
                _forget(known, _FACTS)
                known[key] = found
            there: R = found
            return there

        return asked

    return decorated


def among(view: State, units: Sequence[str]) -> tuple[Stance, ...]:
    """How some units stand: what an answer about them may be kept by."""
    return tuple(stance(view, u) for u in units)
