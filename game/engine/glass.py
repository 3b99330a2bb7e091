"""Views behind glass: what is handed out to be read cannot be changed, neither by mistake nor on purpose.

A state is made of frozen structs, but its mappings are plain ones, shared by all states that have them in common. Who
gets a view behind glass gets copies of them that refuse every change. What has not changed since the last view is the
same object as then, so that all that is remembered by identity (boards, fields) goes on serving.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec.structs import astuple, replace

V = TypeVar("V")
K = TypeVar("K")

MOST = 20_000
"""Things remembered; with more than that all is copied anew."""
_PLAIN = frozenset({str, int, float, bool, bytes, type(None), frozenset})


class FrozenDict(dict[Any, Any]):
    """A mapping that refuses to be changed."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


class FrozenList(list[Any]):
    """A list that refuses to be changed."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return list, (list(self),)


def _refuse(self: object, *_args: object, **_more: object) -> None:
    raise TypeError("what a view shows cannot be changed")


for _name in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(FrozenDict, _name, _refuse)
for _name in ("__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop"):
    setattr(FrozenList, _name, _refuse)
for _name in ("remove", "reverse", "sort"):
    setattr(FrozenList, _name, _refuse)


class Glass:
    """Copies of what is shown that refuse every change; the same copy of the same thing every time."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, Any]] = {}

    def __call__(self, value: V) -> V:
        """A value behind glass; the value itself where nothing in it can be changed anyhow."""
        if type(value) in _PLAIN:
            return value
        found = self._known.get(id(value))
        return self._made(value) if found is None else found[1]  # type: ignore[no-any-return]

    def _made(self, value: Any) -> Any:
        """A value behind glass that has not been seen before."""
        made = self._copied(value)
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(value)] = (value, made)  # the original is kept as well, so that nothing else can have its id
        return made

    def _copied(self, value: Any) -> Any:
        kind = type(value)
        if kind is dict:
            made = FrozenDict(value)
            for key, new in self._changed(value, value.values()):
                dict.__setitem__(made, key, new)
            return made
        if kind is tuple:
            changed = dict(self._changed(range(len(value)), value))
            return tuple(changed.get(n, part) for n, part in enumerate(value)) if changed else value
        if isinstance(value, msgspec.Struct):
            fields = dict(self._changed(value.__struct_fields__, astuple(value)))
            return replace(value, **fields) if fields else value
        if isinstance(value, dict):
            return FrozenDict({key: self(part) for key, part in value.items()})
        if isinstance(value, list):
            return FrozenList(map(self, value))
        if isinstance(value, set):
            return frozenset(value)
        if isinstance(value, np.ndarray):
            copy = value.copy()
            copy.setflags(write=False)
            return copy
        return value

    def _changed(self, names: Iterable[K], parts: Collection[Any]) -> Iterable[tuple[K, Any]]:
        """Those of some parts that are something else behind glass, by name.

        Most things are made of plain parts alone, and of others mostly all but one have been seen: the first is told
        without a step of Python for each part, the second without a call.
        """
        if _PLAIN.issuperset(map(type, parts)):
            return ()
        known, found = self._known.get, []
        for name, had in zip(names, parts, strict=True):
            if type(had) in _PLAIN:
                continue
            seen = known(id(had))
            new = self._made(had) if seen is None else seen[1]
            if new is not had:
                found.append((name, new))
        return found


def thawed(value: V) -> V:
    """A copy of a value with plain mappings and lists, of which nobody else holds any part that could be changed."""
    return _thawed(value)  # type: ignore[no-any-return]


def _thawed(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, msgspec.Struct):
        parts = dict(zip(value.__struct_fields__, map(_thawed, astuple(value)), strict=True))
        return replace(value, **parts) if parts else value
    if isinstance(value, dict):
        return {k: _thawed(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_thawed(v) for v in value]
    if type(value) is tuple:
        return tuple(_thawed(v) for v in value)
    return value
