"""Comparing what came of a position with what it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.engine.event import Event
from game.engine.fields import scaled, types_of, value_of_field
from game.engine.files.toml_reading import near_word
from game.engine.positions.types import DistanceDoc, EventDoc, Expect
from game.engine.positions.units import event_data
from game.engine.ruleset import Problem, Ruleset
from game.engine.state import Base, Feature, State
from game.engine.text import Length, T, Text
from game.geometry.measure import base_distance
from game.geometry.shapes import polygon

SAME = 0.01
"""How far numbers may differ (in the ruleset's unit) and still count as the same."""


def differences(
    expect: Expect, ruleset: Ruleset, state: State, events: Sequence[Event], problems: Iterable[Problem]
) -> Iterator[Text]:
    """What did not come out as expected, sentence by sentence."""
    yield from _problems(expect, problems)
    pending = state.pending
    waiting = pending.waiting[0].question if pending else ""
    if expect.waiting is not None and waiting != expect.waiting:
        yield T("the game waits for “{got}”, not for “{want}”", got=waiting or "-", want=expect.waiting or "-")
    if expect.winner is not None:
        winner = state.over.winner if state.over else None
        if winner != expect.winner:
            yield T("the winner is “{got}”, not “{want}”", got=winner or "-", want=expect.winner or "-")
    for thing, fields in expect.things.items():
        for path, want in fields.items():
            yield from _field(state, ruleset, thing, path, want)
    for doc in expect.distances:
        yield from _distance(state, ruleset, doc)
    yield from _events(expect, ruleset, events)


def _problems(expect: Expect, found: Iterable[Problem]) -> Iterator[Text]:
    got, want = ({(p.where, p.clause) for p in told} for told in (tuple(found), expect.problems))
    for where, clause in sorted(got - want):
        yield T("the set-up has an unexpected fault at {where} ({clause})", where=where, clause=clause or "-")
    for where, clause in sorted(want - got):
        yield T("the set-up has no fault at {where} ({clause})", where=where, clause=clause or "-")


# --- things ------------------------------------------------------------------------------------------------------


def _field(state: State, ruleset: Ruleset, thing: str, path: str, want: Any) -> Iterator[Text]:
    tables = (state.units, state.bases, state.sides, state.markers, state.ties, state.features)
    owner = state if thing == "state" else next((t[thing] for t in tables if thing in t), None)
    if owner is None:
        near = near_word(thing, [i for t in tables for i in t])
        yield _no(T("there is no “{thing}”", thing=thing), near)
        return
    try:
        got = _value(state, ruleset, owner, path)
    except (KeyError, AttributeError, TypeError):
        yield _no(T("{thing} has no {path}", thing=thing, path=path), near_word(path, list(_paths(owner))))
        return
    if not same(got, want):
        yield T("{thing}: {path} is {got}, not {want}", thing=thing, path=path, got=shown(got), want=shown(want))


def _no(text: Text, near: str) -> Text:
    return T("{what}; did you mean “{near}”?", what=text, near=near) if near else text


def _paths(owner: Any) -> Iterator[str]:
    """The fields that may be named of a thing."""
    yield from ("alive",) if hasattr(owner, "bases") else ()
    yield from types_of(type(owner))
    own = getattr(owner, "own", None)
    if isinstance(own, msgspec.Struct):
        yield from (f"own.{field}" for field in types_of(type(own)))


def _value(state: State, ruleset: Ruleset, owner: Any, path: str) -> Any:
    unit = ruleset.meta.measures.mm_per_unit
    if path == "alive":
        return len(state.bases_of(owner.id))
    if path == "pose" and isinstance(owner, Base):
        pose = owner.pose
        return None if pose is None else [pose.x / unit, pose.y / unit, pose.facing]
    found: Any = owner
    kind: Any = Any
    for part in path.split("."):
        kind = types_of(type(found)).get(part, Any) if isinstance(found, msgspec.Struct) else Any
        found = found[part] if isinstance(found, Mapping) else value_of_field(found, part)
    return scaled(kind, msgspec.to_builtins(found), 1.0 / unit)


def same(got: Any, want: Any) -> bool:
    """Whether two plain values are the same, numbers to 0.01; or a number lies between a least and a most."""
    if isinstance(want, Mapping) and set(want) <= {"least", "most"} and isinstance(got, int | float):
        return bool(want.get("least", got) <= got + SAME and got <= want.get("most", got) + SAME)
    if isinstance(want, list | tuple) and isinstance(got, list | tuple):
        return len(got) == len(want) and all(same(g, w) for g, w in zip(got, want, strict=True))
    if isinstance(want, int | float) and not isinstance(want, bool) and isinstance(got, int | float):
        return abs(got - want) <= SAME + 1e-9
    return bool(got == want)


def shown(value: Any) -> str:
    """A plain value as it stands in a position."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{round(value, 4):g}"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k} = {shown(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


# --- distances ---------------------------------------------------------------------------------------------------


def _distance(state: State, ruleset: Ruleset, doc: DistanceDoc) -> Iterator[Text]:
    unit = ruleset.meta.measures.mm_per_unit
    sides = []
    for name in doc.between:
        bases = state.bases_of(name) if name in state.units else ()
        bases = (state.bases[name],) if name in state.bases else bases
        feature = state.features.get(name)
        if feature is None and not any(b.pose is not None for b in bases):
            near = near_word(name, (*state.units, *state.bases, *state.features))
            yield _no(T("“{thing}” is not on the table", thing=name), near)
            return
        sides.append(feature if feature is not None else bases)
    mm = _apart(*sides)
    told = T("{a} and {b} are {mm} apart", a=doc.between[0], b=doc.between[1], mm=Length(mm))
    found = mm / unit
    if doc.exactly is not None and not same(found, doc.exactly):
        yield T("{told}, not {want}", told=told, want=Length(doc.exactly * unit))
    if doc.least is not None and found < doc.least - SAME:
        yield T("{told}, less than {want}", told=told, want=Length(doc.least * unit))
    if doc.most is not None and found > doc.most + SAME:
        yield T("{told}, more than {want}", told=told, want=Length(doc.most * unit))


def _apart(a: Feature | Sequence[Base], b: Feature | Sequence[Base]) -> float:
    if isinstance(a, Feature) or isinstance(b, Feature):
        import shapely

        shapes: list[shapely.Geometry] = []
        for side in (a, b):
            if isinstance(side, Feature):
                shapes.append(shapely.LineString(side.points) if side.line else shapely.Polygon(side.points))
            else:
                shapes.append(shapely.union_all([polygon(x.shape, x.pose) for x in side if x.pose is not None]))
        return float(shapely.distance(*shapes))
    return min(
        base_distance(x.shape, x.pose, y.shape, y.pose)
        for x in a
        for y in b
        if x.pose is not None and y.pose is not None
    )


# --- events ------------------------------------------------------------------------------------------------------


def _events(expect: Expect, ruleset: Ruleset, events: Sequence[Event]) -> Iterator[Text]:
    at = 0
    for doc in expect.events:
        found = next((i for i in range(at, len(events)) if fits(events[i], doc, ruleset)), None)
        if found is None:
            alike = [e for e in events[at:] if e.type == doc.type]
            told = T("no event {event} follows here in the given order", event=_described(doc))
            if alike:
                got = _described(_like(alike[0], doc, ruleset))
                told = T("{told}; the next “{type}” is {got}", told=told, type=doc.type, got=got)
            yield told
            continue
        at = found + 1
    for one in expect.never:
        doc = EventDoc(one) if isinstance(one, str) else one
        if any(fits(e, doc, ruleset) for e in events):
            yield T("the event {event} happened, but must not", event=_described(doc))


def fits(event: Event, doc: EventDoc, ruleset: Ruleset) -> bool:
    """Whether an event is as it is told."""
    if event.type != doc.type or (doc.side is not None and event.side != doc.side):
        return False
    if doc.about is not None and not set(doc.about) <= set(event.about):
        return False
    if doc.faces is not None and _faces(event) != doc.faces:
        return False
    if doc.need is not None and (event.request is None or event.request.need != doc.need):
        return False
    if not set(doc.clauses) <= set(event.clauses):
        return False
    data = event_data(ruleset, {k: event.data[k] for k in doc.data if k in event.data})
    return all(k in data and same(data[k], v) for k, v in doc.data.items())


def _faces(event: Event) -> tuple[int, ...]:
    return tuple(f for row in event.rolled.faces for f in row) if event.rolled else ()


def _like(event: Event, doc: EventDoc, ruleset: Ruleset) -> EventDoc:
    """An event told as far as another telling goes."""
    return EventDoc(
        event.type,
        event.about if doc.about is not None else None,
        event.side if doc.side is not None else None,
        {k: v for k, v in event_data(ruleset, event.data).items() if k in doc.data},
        _faces(event) if doc.faces is not None else None,
        (event.request.need if event.request else None) if doc.need is not None else None,
        event.clauses if doc.clauses else (),
    )


def _described(doc: EventDoc) -> str:
    plain = {k: v for k, v in msgspec.to_builtins(doc).items() if k != "type"}
    said = ", ".join(f"{k} = {shown(v)}" for k, v in plain.items())
    return f"“{doc.type}” ({said})" if said else f"“{doc.type}”"
