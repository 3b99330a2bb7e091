"""What the fields of a system's own structs are beyond their types: lengths, counts, names of things.

A field declared with one of these tells everybody who reads or writes a situation by hand what stands in it: lengths
are written in the system's unit, counts are never below zero, a name must be that of a side, a unit or a base.

A *part* is a struct within such a struct that only puts its fields in order (``fire: Part[Fire]``). Changes, documents
and records name the fields of parts by their bare names, as if they stood in the struct itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.structs import replace

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

Mm = Annotated[float, Meta(extra={"length": True})]
"""A length in mm."""
PointMm = tuple[Mm, Mm]
"""A point in mm."""
Count = Annotated[int, Meta(ge=0)]
"""A whole number, none below zero."""
SideId = Annotated[str, Meta(extra={"names": "side"})]
"""A side, or ""."""
UnitId = Annotated[str, Meta(extra={"names": "unit"})]
"""A unit, or ""."""
BaseId = Annotated[str, Meta(extra={"names": "base"})]
"""A base, or ""."""
Part = Annotated[T, Meta(extra={"part": True})]
"""A part of a system's own struct. Its default is made anew (``default_factory``), so that it is always written."""


def extra_of(kind: Any) -> Mapping[str, Any]:
    """What is said of a type beside it."""
    found: dict[str, Any] = {}
    for one in getattr(kind, "__metadata__", ()):
        found.update(getattr(one, "extra", None) or {})
    return found


def bare(kind: Any) -> Any:
    """A type without what is said of it beside."""
    while hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    return kind


def arms(kind: Any) -> tuple[Any, ...]:
    """The types of which a value may be one, None left out."""
    kind = bare(kind)
    if isinstance(kind, type) or get_origin(kind) in (tuple, list, dict):
        return (kind,)
    found = [a for a in get_args(kind) if a is not type(None)]
    if not found or any(isinstance(a, str) for a in found):
        return (kind,)
    return tuple(x for a in found for x in (arms(a) if not hasattr(a, "__metadata__") else (a,)))


def struct_of(kind: Any, value: Any) -> Any:
    """The struct among a field's types that a table of keys stands for, None where it is none."""
    found = [a for a in map(bare, arms(kind)) if isinstance(a, type) and issubclass(a, msgspec.Struct)]
    if len(found) > 1 and isinstance(value, Mapping):
        tag = value.get("type")
        return next((a for a in found if a.__struct_config__.tag == tag), None)
    return found[0] if found else None


def types_of(struct: Any) -> Mapping[str, Any]:
    """The types of a struct's fields, those of its parts among them, by the names that are written."""
    return _types_of(struct)


def part_of(struct: Any, field: str) -> str:
    """The part in which a field lies, "" where it stands in the struct itself or there is none."""
    return _part_of(struct, field)


@cache
def _types_of(struct: Any) -> Mapping[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    found: dict[str, Any] = {}
    for f in msgspec.structs.fields(struct):
        kind = hints.get(f.name, Any)
        found |= _types_of(bare(kind)) if extra_of(kind).get("part") else {f.encode_name: kind}
    return MappingProxyType(found)


@cache
def parts_of(struct: Any) -> Mapping[str, type[msgspec.Struct]]:
    """The parts of a struct by their names. Raises TypeError where two fields have one name."""
    hints = get_type_hints(struct, include_extras=True)
    found = {name: bare(kind) for name, kind in hints.items() if extra_of(kind).get("part")}
    names = [
        *getattr(struct, "__struct_fields__", ()),
        *(field for part in found.values() for field in part.__struct_fields__),
    ]
    if len(set(names)) < len(names):
        raise TypeError(f"{struct.__name__}: fields of parts have the names of others")
    return MappingProxyType(found)


@cache
def _part_of(struct: Any, field: str) -> str:
    return next((name for name, part in parts_of(struct).items() if field in part.__struct_fields__), "")


def value_of_field(own: Any, field: str) -> Any:
    """The value of a field, wherever it lies. Raises AttributeError where there is none."""
    part = part_of(type(own), field)
    return getattr(getattr(own, part) if part else own, field)


def with_fields(own: S, /, **fields: Any) -> S:
    """A copy of a system's own struct with other values of some fields, wherever they lie."""
    changed: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        part = part_of(type(own), name)
        (parts.setdefault(part, {}) if part else changed)[name] = value
    return replace(own, **changed, **{part: replace(getattr(own, part), **more) for part, more in parts.items()})


def in_parts(struct: Any, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a struct with the fields of its parts put into them; those that lie in them already stay there."""
    found: dict[str, Any] = {name: {} for name in parts_of(struct)}
    for name, value in plain.items():
        part = part_of(struct, name)
        if part:
            found[part] = {**found[part], name: value}
        else:
            found[name] = {**found[name], **value} if name in parts_of(struct) else value
    return found


def out_of_parts(struct: Any, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a struct with the fields of its parts beside the others."""
    found = {name: value for name, value in plain.items() if name not in parts_of(struct)}
    for part in parts_of(struct):
        found |= plain.get(part, {})
    return found


def inner(kind: Any, at: int) -> Any:
    """The type of an entry of a list."""
    for arm in map(bare, arms(kind)):
        found = get_args(arm)
        if get_origin(arm) is tuple and Ellipsis not in found:
            return found[at] if at < len(found) else Any
        if get_origin(arm) in (tuple, list) and found:
            return found[0]
    return Any


def value_of(kind: Any) -> Any:
    """The type of the values of a table."""
    for arm in map(bare, arms(kind)):
        if get_origin(arm) is dict:
            return get_args(arm)[1]
    return Any


def strange_keys(kind: Any, value: Any, path: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Keys of tables that no struct has: where, the key, and which there are."""
    if isinstance(value, Mapping):
        struct = struct_of(kind, value)
        known = types_of(struct) if struct is not None else {}
        if struct is not None and struct.__struct_config__.array_like:
            return
        for key, below in value.items():
            if struct is not None and key not in known:
                if key != "type" or struct.__struct_config__.tag is None:
                    yield path, str(key), list(known)
                continue
            at = f"{path}.{key}" if path else str(key)
            yield from strange_keys(known[key] if struct is not None else value_of(kind), below, at)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for k, below in enumerate(value):
            yield from strange_keys(inner(kind, k), below, f"{path}[{k + 1}]")


def scaled(kind: Any, value: Any, by: float) -> Any:
    """Plain data of a type with every length in it multiplied, to 0.001 where it comes to mm."""
    if any(extra_of(arm).get("length") for arm in (kind, *arms(kind))):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        return round(value * by, 3) + 0.0 if by >= 1.0 else shortest(float(value), 1.0 / by)
    if isinstance(value, Mapping):
        struct = struct_of(kind, value)
        known = types_of(struct) if struct is not None else {}
        return {k: scaled(known.get(k, Any) if struct is not None else value_of(kind), v, by) for k, v in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [scaled(inner(kind, k), v, by) for k, v in enumerate(value)]
    return value


def shortest(mm: float, unit: float) -> float:
    """A length in a unit (mm each), in as few digits as give the same mm to 0.001.

    >>> shortest(127.0, 25.4), shortest(180.0, 10.0), shortest(213.587, 25.0)
    (5.0, 18.0, 8.54348)
    """
    for digits in range(13):
        found = round(mm / unit, digits) + 0.0
        if round(found * unit, 3) == round(mm, 3):
            return found
    return mm / unit


def named(kind: Any, value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """The names of things in plain data: where, of what ("side", "unit", "base"), and the name."""
    told = next((e for arm in (kind, *arms(kind)) if (e := extra_of(arm).get("names"))), "")
    if told and isinstance(value, str):
        if value:
            yield path, told, value
    elif isinstance(value, Mapping):
        struct = struct_of(kind, value)
        known = types_of(struct) if struct is not None else {}
        for key, below in value.items():
            inside = known.get(key, Any) if struct is not None else value_of(kind)
            yield from named(inside, below, f"{path}.{key}" if path else str(key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for k, below in enumerate(value):
            yield from named(inner(kind, k), below, f"{path}[{k + 1}]")
