"""What became different between two views of a battle, and the same on the side of a bot."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.state import State

FIELDS = tuple(field.name for field in msgspec.structs.fields(State))
TABLES = frozenset({"sides", "units", "bases", "features", "markers", "ties", "secret"})
"""The fields of a view that are tables by id."""


def changes(before: State, now: State) -> dict[str, Any]:
    """The fields of a view that differ; of a table by id only the entries that differ, None for one that is gone."""
    found: dict[str, Any] = {}
    for name in FIELDS:
        old, new = getattr(before, name), getattr(now, name)
        if old is new or old == new:
            continue
        if name in TABLES:
            entries = {key: value for key, value in new.items() if key not in old or _differ(old[key], value)}
            found[name] = {**entries, **{key: None for key in old if key not in new}}
        else:
            found[name] = new
    return found


def _differ(old: object, new: object) -> bool:
    return old is not new and old != new


def changed(view: dict[str, Any], differences: dict[str, Any]) -> dict[str, Any]:
    """A view as plain values with its differences applied: what a bot does with ``changes``.

    Examples
    --------
    >>> changed({"serial": 1, "units": {"A": 1, "B": 2}}, {"serial": 2, "units": {"A": 3, "B": None}})
    {'serial': 2, 'units': {'A': 3}}
    """
    out = dict(view)
    for name, value in differences.items():
        if name in TABLES:
            entries = {**view.get(name, {}), **value}
            out[name] = {key: entry for key, entry in entries.items() if entry is not None}
        else:
            out[name] = value
    return out
