"""The one gate: ``apply(state, event) -> state``. Nothing else writes state, and nothing here knows a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast, get_type_hints

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.fields import part_of
from game.engine.sealing import derived_seed
from game.engine.state import Base, Secret, State

_THINGS = {
    "side": "sides",
    "unit": "units",
    "base": "bases",
    "feature": "features",
    "marker": "markers",
    "tie": "ties",
}


def apply(state: State, event: ev.Event) -> State:
    """The state after an event. Raises KeyError for things that do not exist: such an event is a bug or a bad file."""
    bases: dict[str, Base] | None = None  # of one move: all that it moves is put into one copy of the bases
    for change in event.changes:
        if isinstance(change, ev.SetPose):
            if bases is None:
                bases = dict(state.bases)
            bases[change.base] = replace(bases[change.base], pose=change.pose, where=change.where, place=change.place)
            continue
        if bases is not None:
            state, bases = replace(state, bases=bases), None
        state = _APPLIERS[type(change)](state, change)
    return state if bases is None else replace(state, bases=bases)


def apply_all(state: State, events: Iterable[ev.Event]) -> State:
    """The state after several events, in order."""
    for event in events:
        state = apply(state, event)
    return state


def _with(state: State, table: str, key: str, value: Any) -> State:
    things = dict(getattr(state, table))
    things[key] = value
    return replace(state, **{table: things})


def _without(state: State, table: str, key: str) -> State:
    things = dict(getattr(state, table))
    del things[key]
    return replace(state, **{table: things})


def _in_secret(state: State, side: str, table: str, key: str, value: Any) -> State:
    """Set (or, with None, drop) an entry of a table in a side's secret."""
    secret = state.secret.get(side, Secret())
    things = dict(getattr(secret, table))
    if value is None:
        things.pop(key, None)
    else:
        things[key] = value
    return replace(state, secret={**state.secret, side: replace(secret, **{table: things})})


_known_hints: dict[type, dict[str, Any]] = {}


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _known_hints:
        _known_hints[cls] = get_type_hints(cls)
    return _known_hints[cls]


def with_field(thing: Any, field: str, value: Any) -> Any:
    """A copy of a struct (or map) with one field changed; ``own.x`` reaches into what the system alone keeps.

    A field that lies in a part (:mod:`game.engine.fields`) is named by its bare name.
    """
    head, _, rest = field.partition(".")
    part = "" if isinstance(thing, dict) else part_of(type(thing), head)
    if part:
        head, rest = part, field
    if rest:
        inner = thing.get(head) if isinstance(thing, dict) else getattr(thing, head)
        value = with_field({} if inner is None else inner, rest, value)
        return {**thing, head: value} if isinstance(thing, dict) else replace(thing, **{head: value})
    if isinstance(thing, dict):
        return {**thing, head: value}
    kind = _hints(type(thing))[head]
    fits = kind is Any or kind is type(value)
    value = value if fits else msgspec.convert(value, kind)
    # the very object of a default is left out where a state is hashed; what is read from a record never is that object
    return replace(thing, **{head: value * 1.0 if type(value) is float else value})


def _typed(thing: Any) -> Any:
    """A thing whose own part is typed as it is when it is read from a record: whole numbers of mm are fractions."""
    if not isinstance(thing.own, msgspec.Struct):
        return thing
    return replace(thing, own=msgspec.convert(msgspec.to_builtins(thing.own), type(thing.own)))


def _put(state: State, c: ev.Put) -> State:
    for table, thing in (
        ("units", c.unit),
        ("bases", c.base),
        ("features", c.feature),
        ("markers", c.marker),
        ("sides", c.side),
    ):
        if thing is not None:
            key, thing = thing.id, _typed(thing)
            state = _in_secret(state, c.secret, table, key, thing) if c.secret else _with(state, table, key, thing)
    return state


def _take(state: State, c: ev.Take) -> State:
    table = _THINGS[c.kind]
    return _in_secret(state, c.secret, table, c.id, None) if c.secret else _without(state, table, c.id)


def _set(state: State, c: ev.SetField) -> State:
    if c.kind == "state":
        return cast(State, with_field(state, c.field, c.value))
    if c.kind == "note":
        return _in_secret(state, c.id, "notes", c.field, c.value)
    if c.field == "own":
        raise ValueError(
            f"{c.kind} {c.id}: an own part is set field by field; read from a record, it would be a plain map"
        )
    table = _THINGS[c.kind]
    return _with(state, table, c.id, with_field(getattr(state, table)[c.id], c.field, c.value))


def _reveal(state: State, c: ev.Reveal) -> State:
    table = _THINGS[c.kind]
    secret = state.secret[c.side]
    thing = getattr(secret, table)[c.id]
    state = _with(_in_secret(state, c.side, table, c.id, None), table, c.id, thing)
    if c.kind == "unit":
        for base in (secret.bases[b] for b in thing.bases if b in secret.bases):
            state = _with(_in_secret(state, c.side, "bases", base.id, None), "bases", base.id, base)
    return state


def _seal(state: State, c: ev.Seal) -> State:
    state = _in_secret(state, c.side, "sealed", c.group, c.reply)
    if c.salt or c.group in state.secret[c.side].salts:
        state = _in_secret(state, c.side, "salts", c.group, c.salt or None)
    return state


def _reseed(state: State, c: ev.Reseed) -> State:
    luck = state.luck
    return state if luck is None else replace(state, luck=replace(luck, seed=derived_seed(luck.seed, c.salt), used=0))


def _undue(state: State, c: ev.Undue) -> State:
    return replace(state, due=tuple(d for d in state.due if d.id not in c.ids))


_APPLIERS: dict[type, Callable[[State, Any], State]] = {
    ev.Put: _put,
    ev.Take: _take,
    ev.SetField: _set,
    ev.AddTie: lambda s, c: _with(s, "ties", c.tie.id, _typed(c.tie)),
    ev.Untie: lambda s, c: _without(s, "ties", c.id),
    ev.AddDue: lambda s, c: replace(s, due=(*s.due, c.due)),
    ev.Undue: _undue,
    ev.Reveal: _reveal,
    ev.Seal: _seal,
    ev.Seen: lambda s, c: replace(s, seen=s.seen + 1),
    ev.Flow: lambda s, c: replace(s, stack=c.stack, pending=c.pending, serial=c.serial),
    ev.SetLuck: lambda s, c: replace(s, luck=s.luck and replace(s.luck, used=c.used)),
    ev.Reseed: _reseed,
    ev.SetOffers: lambda s, c: replace(s, offers=c.offers),
    ev.End: lambda s, c: replace(s, over=c.over),
}
