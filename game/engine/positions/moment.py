"""The middle of a battle in a position: what a situation by hand cannot say, written by the program and read again.

A situation says where everything stands and how it is; a battle that waits for an answer has besides a stack of frames
and a pending decision, things owed, counters. These are kept as data, as a record keeps them. Whatever else the
situation does not say is found by comparing the states and kept path by path, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.flow import thaw
from game.engine.positions.types import MomentDoc, PositionError
from game.engine.records.thaw import Thawer
from game.engine.ruleset import Ruleset
from game.engine.state import Due, Frame, Pending, Secret, State
from game.engine.text import T

_BESIDE = ("stack", "pending", "due", "secret", "serial", "seen", "luck")
_ORDERED = ("units", "bases", "features", "markers", "ties")
_encode = msgspec.json.encode


def moment_of(state: State, base: State) -> MomentDoc:
    """What a state has that the situation ``base``, read from its document, has not."""
    want, got = (_plain(s) for s in (state, base))
    return MomentDoc(
        tuple(_encode(frame).decode() for frame in state.stack),
        _encode(state.pending).decode() if state.pending is not None else "",
        tuple(_encode(due).decode() for due in state.due),
        _encode(state.secret).decode() if state.secret else "",
        state.serial,
        state.seen,
        dict(_differences(want, got, ())),
        {t: tuple(getattr(state, t)) for t in _ORDERED if _order(state, t) != _order(base, t)},
    )


def restored(base: State, moment: MomentDoc, ruleset: Ruleset) -> State:
    """A situation with what its moment says.

    Raises
    ------
    PositionError
        Where the moment cannot be understood.
    """
    try:
        state = base
        if moment.set:
            plain = _plain(base)
            for path, value in moment.set.items():
                _put(plain, _split(path), value)
            state = Thawer(ruleset.owns).state(msgspec.convert(plain, State))
        state = replace(
            state,
            stack=tuple(ruleset_frame(ruleset, msgspec.json.decode(one, type=Frame)) for one in moment.stack),
            pending=msgspec.json.decode(moment.pending, type=Pending) if moment.pending else None,
            due=tuple(msgspec.json.decode(one, type=Due) for one in moment.due),
            secret=msgspec.json.decode(moment.secret, type=dict[str, Secret]) if moment.secret else {},
            serial=moment.serial,
            seen=moment.seen,
        )
        state = Thawer(ruleset.owns).state(state)
        _check_pending(state, ruleset)
        for table, ids in moment.order.items():
            if table not in _ORDERED:
                raise ValueError(f"order.{table}")
            things = getattr(state, table)
            state = replace(state, **{table: {one: things[one] for one in ids}})
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, IndexError) as fault:
        raise PositionError(T("key moment: it cannot be understood ({why})", why=str(fault))) from fault
    return state


def ruleset_frame(ruleset: Ruleset, frame: Frame) -> Frame:
    """A frame whose data are those of its kind, checked. Raises ValueError for one that the system does not know."""
    if frame.name.startswith("engine."):
        return frame
    if frame.name not in ruleset.frames:
        raise ValueError(f"there is no frame {frame.name}")
    if (frame.name, frame.step) not in ruleset.steps:
        raise ValueError(f"the frame {frame.name} has no step {frame.step}")
    return replace(frame, data=thaw(ruleset.frames[frame.name], frame.data))


def _check_pending(state: State, ruleset: Ruleset) -> None:
    """Raise ValueError where a decision is none of the system's, or is put to a side that is not there."""
    for decision in state.pending.decisions if state.pending is not None else ():
        if decision.question not in ruleset.questions:
            raise ValueError(f"there is no question {decision.question}")
        if decision.side not in state.sides:
            raise ValueError(f"there is no side {decision.side}")


def _plain(state: State) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(_encode(state))
    return {k: v for k, v in found.items() if k not in _BESIDE}


def _order(state: State, table: str) -> tuple[str, ...]:
    return tuple(getattr(state, table))


_MARK = "/"


def _differences(want: Any, got: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The paths at which two plain states differ, with what is wanted there as JSON ("" for nothing)."""
    if isinstance(want, Mapping) and isinstance(got, Mapping):
        for key in sorted({*want, *got}):
            below = (*path, key)
            if key not in want:
                yield _MARK.join(below), ""
            elif key not in got:
                yield _MARK.join(below), _encode(want[key]).decode()
            else:
                yield from _differences(want[key], got[key], below)
    elif _encode(want) != _encode(got):
        yield _MARK.join(path), _encode(want).decode()


def _split(path: str) -> list[str]:
    return path.split(_MARK)


def _put(plain: dict[str, Any], path: list[str], value: str) -> None:
    for part in path[:-1]:
        plain = plain.setdefault(part, {})
    if value:
        plain[path[-1]] = msgspec.json.decode(value)
    else:
        plain.pop(path[-1], None)
