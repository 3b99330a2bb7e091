"""What follows from a situation, worked out once for it: memories, terrain and boards kept beside situations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import wraps
from itertools import compress, islice
from operator import is_not
from threading import Lock
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from game.engine.state import Base, Feature, State, Table, Unit
from game.geometry.shapes import Pose

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")
G = TypeVar("G")
M = TypeVar("M")


_NOT_YET: Any = object()
"""What stands for an answer that has not been worked out; None may be one."""


class Bounded(dict[K, V]):
    """Answers kept by all that they depend on, up to a number; beyond that the oldest half goes.

    >>> few = Bounded(2)
    >>> few[1], few[2], few[3] = "a", "b", "c"
    >>> dict(few)
    {2: 'b', 3: 'c'}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Keep an answer."""
        if len(self) >= self._most:
            for old in list(islice(self, self._most // 2)):
                self.pop(old, None)
        super().__setitem__(key, value)


class Remembering:
    """A decorator for functions of a situation and of nothing else but their arguments.

    Parameters
    ----------
    memory
        The memory of a situation; views that may share results share it. Arguments must be hashable.
    """

    def __init__(self, memory: Callable[[State], MutableMapping[Any, Any]]) -> None:
        self.memory = memory

    def __call__(self, fn: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        """The same function, asked but once for a situation."""
        memory = self.memory

        @wraps(fn)
        def asked(view: State, *args: P.args, **more: P.kwargs) -> R:
            memo = memory(view)
            key = (fn, args, *more.items()) if more else (fn, args)
            found: Any = memo.get(key, _NOT_YET)
            if found is _NOT_YET:
                found = memo[key] = fn(view, *args, **more)
            kept: R = found
            return kept

        return asked


class Recalled:
    """A memory asked for by the same view again and again: whoever asks twice running gets it at once."""

    def __init__(self, memory: Callable[[State], MutableMapping[Any, Any]]) -> None:
        self._memory = memory
        self._last: tuple[State | None, MutableMapping[Any, Any]] = (None, {})

    def __call__(self, view: State) -> MutableMapping[Any, Any]:
        """The memory of a view."""
        last, memo = self._last
        if last is not view:
            memo = self._memory(view)
            self._last = (view, memo)
        return memo


class Latest:
    """Memories of the latest situations: a view that has the very parts of one of them shares its memory.

    Parameters
    ----------
    parts
        The parts of a view on which depends what is kept; they are compared by identity.
    kept
        How many situations are remembered.
    """

    def __init__(self, parts: Callable[[State], tuple[object, ...]], kept: int = 8) -> None:
        self._parts, self._most = parts, kept
        self._last: tuple[State | None, dict[Any, Any]] = (None, {})
        self._made: list[tuple[tuple[object, ...], dict[Any, Any]]] = []
        self.remembered = Remembering(self)

    def __call__(self, view: State) -> dict[Any, Any]:
        """The memory of a view; an empty one where none of the latest situations has its parts."""
        last, memo = self._last
        if last is view:
            return memo
        parts = self._parts(view)
        for known, kept in self._made:
            if len(known) == len(parts) and not any(map(is_not, known, parts)):
                memo = kept
                break
        else:
            memo = {}
            self._made = [(parts, memo), *self._made[: self._most - 1]]
        self._last = (view, memo)
        return memo


class Grounds(Generic[G]):
    """What is made of the terrain of a table, once for all states that share their features or have the same.

    Parameters
    ----------
    make
        Makes it of the features and the table.
    kept
        How many are remembered.
    """

    def __init__(self, make: Callable[[Mapping[str, Feature], Table], G], kept: int = 8) -> None:
        self._make, self._most = make, kept
        self._made: dict[int, tuple[Mapping[str, Feature], Table, G]] = {}
        self._lock = Lock()

    def __call__(self, view: State) -> G:
        """What was made of a view's terrain; the same object as long as that is the same."""
        found = self._made.get(id(view.features))
        if found is not None and found[0] is view.features and found[1] == view.table:
            return found[2]
        with self._lock:
            same = (g for f, t, g in self._made.values() if t == view.table and f == view.features)
            made = next(same, None)
            made = self._make(view.features, view.table) if made is None else made
            _put(self._made, id(view.features), (view.features, view.table, made), self._most)
        return made


class Board(Protocol):
    """A situation as a system sees it, with rows for the bases that stand on the table."""

    @property
    def index(self) -> Mapping[str, int]:
        """Row of each base."""
        ...

    @property
    def memo(self) -> MutableMapping[Any, Any]:
        """What has been worked out of it."""
        ...

    def moved(self: M, poses: Mapping[str, Pose]) -> M:
        """The same situation with some bases elsewhere."""
        ...


B = TypeVar("B", bound=Board)


class Boards(Generic[G, B]):
    """The boards of the latest situations: one for all views whose bases stand the same, others derived from the last.

    Parameters
    ----------
    ground_of
        The terrain of a view.
    make
        A board made anew.
    has_row
        Whether a base has a row.
    alike
        Whether a base that was moved is otherwise the one it was, as far as a board sees.
    """

    def __init__(
        self,
        ground_of: Callable[[State], G],
        make: Callable[[State, G], B],
        has_row: Callable[[Base], bool],
        alike: Callable[[Base, Base], bool],
        kept: int = 96,
    ) -> None:
        self._ground_of, self._make, self._has_row, self._alike, self._most = ground_of, make, has_row, alike, kept
        self._made: dict[tuple[int, int], tuple[Mapping[str, Base], G, B]] = {}
        self._latest: tuple[State, G, B] | None = None
        self._lock = Lock()
        self.remembered = Remembering(lambda view: self(view).memo)

    def __call__(self, view: State) -> B:
        """The board of a view; the same object for all views that share their bases and features."""
        last = self._latest
        if last is not None:
            latest, _, made = last
            if latest is view:
                return made
            if latest.bases is view.bases and latest.features is view.features and latest.table == view.table:
                return made
        ground = self._ground_of(view)
        found = self._made.get((id(view.bases), id(ground)))
        if found is not None and found[0] is view.bases:
            return self._keep(view, ground, found[2])
        if last is not None and last[1] is ground:
            poses = self._elsewhere(last[0], view)
            if poses is not None:
                return self._keep(view, ground, last[2].moved(poses))
        return self._keep(view, ground, self._make(view, ground))

    def what_if(self, view: State, poses: Mapping[str, Pose]) -> State:
        """The view with some bases elsewhere; its board is derived from this one's, not made anew."""
        there = view.with_poses(dict(poses))
        here = self(view)
        if all(b in here.index for b in poses):
            self._keep(there, self._ground_of(view), here.moved(poses))
        return there

    def forget(self) -> None:
        """Remember nothing: the next board is made anew."""
        with self._lock:
            self._latest = None
            self._made.clear()

    def _keep(self, view: State, ground: G, made: B) -> B:
        """Keep a board as the one used last; the windows and a thinking general may do so at once."""
        with self._lock:
            _put(self._made, (id(view.bases), id(ground)), (view.bases, ground, made), self._most)
            self._latest = (view, ground, made)
        return made

    def _elsewhere(self, latest: State, view: State) -> dict[str, Pose] | None:
        """The bases that stand elsewhere than a moment ago; None where more than that has changed."""
        if not alike(latest.units, view.units, _same_members):
            return None
        others = others_now(latest.bases, view.bases)
        if others is None:
            return None
        found: dict[str, Pose] = {}
        has_row, same_eyes = self._has_row, self._alike
        for key, here, there in others:
            stands = has_row(there)
            if has_row(here) != stands:
                return None
            if not stands:
                continue
            # behind glass a base is another object of the same parts
            same = here.shape is there.shape or here.shape == there.shape
            if not same or not same_eyes(here, there) or there.pose is None:
                return None
            if here.pose is not there.pose and here.pose != there.pose:
                found[key] = there.pose
        return found


def _same_members(one: Unit, other: Unit) -> bool:
    """Whether a unit is still of the same side and has the same bases."""
    return (one.id, one.side, one.bases) == (other.id, other.side, other.bases)


def others_now(before: Mapping[K, V], after: Mapping[K, V]) -> Iterable[tuple[K, V, V]] | None:
    """What is another object now, with its key and what it was; None where the keys differ, or their order.

    Found without a step of Python for each.
    """
    if list(before) != list(after):
        return None
    return compress(
        zip(before, before.values(), after.values(), strict=True), map(is_not, before.values(), after.values())
    )


def alike(before: Mapping[K, V], after: Mapping[K, V], same: Callable[[V, V], bool]) -> bool:
    """Whether two tables have the same keys in the same order, and what differs is the same to ``same``."""
    others = () if before is after else others_now(before, after)
    return others is not None and all(same(was, now) for _, was, now in others)


def _put(kept: dict[K, V], key: K, value: V, most: int) -> None:
    """Put the latest at the end of what is kept, and drop the oldest."""
    kept.pop(key, None)
    kept[key] = value
    for old in list(islice(kept, max(0, len(kept) - most))):
        del kept[old]
