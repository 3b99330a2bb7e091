"""Entries: where play can begin in a position, from ids alone; what they name is looked up here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.state import Frame, State

Entry = Callable[[State, dict[str, Any]], Frame]


def at(name: str) -> Entry:
    """The entry at the beginning of a frame that needs nothing."""

    def entry(state: State, args: dict[str, Any]) -> Frame:
        return Frame(name)

    return entry


def unit_of(state: State, args: Mapping[str, Any], key: str, needed: bool = True) -> str:
    """A unit that an entry names, "" where it need not. Raises ValueError with a sentence."""
    if key not in args and not needed:
        return ""
    if key not in args:
        raise ValueError(f"the entry needs {key!r}")
    if args[key] not in state.units:
        raise ValueError(f"{key}: there is no unit {args[key]!r}")
    return str(args[key])


def side_of(state: State, args: Mapping[str, Any]) -> str:
    """The side that an entry names, else the one whose turn it is, else the first. Raises ValueError."""
    side = str(args.get("side", state.own.active or next(iter(state.sides))))
    if side not in state.sides:
        raise ValueError(f"side: there is no side {side!r}")
    return side


def turn_of(state: State, args: Mapping[str, Any]) -> int:
    """The number of the turn that an entry names, else of the one that is played, else 1."""
    return int(args.get("turn", state.own.turn or 1))
