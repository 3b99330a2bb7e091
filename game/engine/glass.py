"""Views behind glass: what is handed out to be read cannot be changed, neither by mistake nor on purpose.

A state is made of frozen structs, but its mappings are plain ones, shared by all states that have them in common. Who
gets a view behind glass gets copies of them that refuse every change. What has not changed since the last view is the
same object as then, so that all that is remembered by identity (boards, fields) goes on serving.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import is_not
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from msgspec.structs import astuple, replace

V = TypeVar("V")

MOST = 20_000
"""Things remembered; with more than that all is copied anew."""
_PLAIN = frozenset({str, int, float, bool, bytes, type(None), frozenset})
_sound: set[Any] = set(_PLAIN)
"""Types of values in which nothing can be changed: plain ones, and the structs that are declared of nothing else."""
_open: dict[type, tuple[str, ...]] = {}
"""Of the other structs the fields that may hold something that can be changed."""


def _learnt(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that may hold something that can be changed; a struct of none is noted as sound."""
    hints = get_type_hints(kind)
    fields = tuple(name for name in kind.__struct_fields__ if not _holds_nothing(hints[name]))
    _open[kind] = fields
    if not fields and kind.__struct_config__.frozen:
        _sound.add(kind)
    return fields


def _holds_nothing(declared: Any) -> bool:
    """Whether nothing can be changed in any value of a declared type."""
    if declared in _sound:
        return True
    origin = get_origin(declared)
    if origin is Literal:
        return True
    if origin in (Union, UnionType, tuple):
        return all(_holds_nothing(part) for part in get_args(declared) if part is not ...)
    if not isinstance(declared, type) or not issubclass(declared, msgspec.Struct) or declared in _open:
        return False
    _open[declared] = declared.__struct_fields__  # until it is known better: a struct may hold others of its own kind
    return not _learnt(declared) and declared in _sound


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
        self._made: dict[int, Any] = {}
        self._originals: list[object] = []
        """Kept as well, so that nothing else can have their ids."""

    def __call__(self, value: V) -> V:
        """A value behind glass; the value itself where nothing in it can be changed anyhow."""
        if type(value) in _sound:
            return value
        found = self._made.get(id(value))
        if found is None:
            found = self._copied(value)
            if len(self._originals) >= MOST:
                self._made.clear()
                self._originals.clear()
            self._made[id(value)] = found
            self._originals.append(value)
        return found  # type: ignore[no-any-return]

    def _copied(self, value: Any) -> Any:
        """A value behind glass that has not been seen before.

        Most things are made of plain parts alone, and of others mostly all but one have been seen: neither takes a
        call for each part.
        """
        kind = type(value)
        fields = _open.get(kind)
        if fields is not None:
            return self._struct(value, fields)
        if kind is dict:
            if _sound.issuperset(map(type, value.values())):
                return FrozenDict(value)
            return FrozenDict(zip(value, self._parts(value.values()), strict=True))
        if kind is tuple:
            if _sound.issuperset(map(type, value)):
                return value
            parts = self._parts(value)
            return tuple(parts) if any(map(is_not, parts, value)) else value
        if isinstance(value, msgspec.Struct):
            return self._struct(value, _learnt(kind))
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

    def _parts(self, parts: Collection[Any]) -> list[Any]:
        """Some parts behind glass."""
        known = map(self._made.get, map(id, parts))
        return [self(part) if seen is None else seen for part, seen in zip(parts, known, strict=True)]

    def _struct(self, value: Any, fields: tuple[str, ...]) -> Any:
        known, changed = self._made.get, {}
        for name in fields:
            had = getattr(value, name)
            if type(had) in _sound:
                continue
            new = known(id(had))
            if new is None:
                new = self(had)
            if new is not had:
                changed[name] = new
        return replace(value, **changed) if changed else value


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
