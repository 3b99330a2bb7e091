"""Views behind glass: what is handed out to be read cannot be changed, neither by mistake nor on purpose.

A state is made of frozen structs, but its mappings are plain ones, shared by all states that have them in common. Who
gets a view behind glass gets copies of them that refuse every change. What has not changed since the last view is the
same object as then, so that all that is remembered by identity (boards, fields) goes on serving.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import numpy as np

V = TypeVar("V")

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
        if found is not None:  # its original is kept as well, so that nothing else can have its id
            return found[1]  # type: ignore[no-any-return]
        made = self._copied(value)
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(value)] = (value, made)
        return made  # type: ignore[no-any-return]

    def _copied(self, value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            fields = {name: (had := getattr(value, name), self(had)) for name in value.__struct_fields__}
            changed = {name: new for name, (had, new) in fields.items() if new is not had}
            return msgspec.structs.replace(value, **changed) if changed else value
        if isinstance(value, dict):
            known = self._known.get  # mostly all but one thing of many has been seen
            return FrozenDict({k: self(v) if (found := known(id(v))) is None else found[1] for k, v in value.items()})
        if isinstance(value, list):
            return FrozenList(self(v) for v in value)
        if type(value) is tuple:
            made = tuple(self(v) for v in value)
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        if isinstance(value, set):
            return frozenset(value)
        if isinstance(value, np.ndarray):
            copy = value.copy()
            copy.setflags(write=False)
            return copy
        return value


def thawed(value: V) -> V:
    """A copy of a value with plain mappings and lists, of which nobody else holds any part that could be changed."""
    return _thawed(value)  # type: ignore[no-any-return]


def _thawed(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        parts = {name: _thawed(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **parts) if parts else value
    if isinstance(value, dict):
        return {k: _thawed(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_thawed(v) for v in value]
    if type(value) is tuple:
        return tuple(_thawed(v) for v in value)
    return value
