"""Which events a system can tell, and with which data: read from the source of its modules.

Events are made with ``run.emit("type", "family", ...)``, ``run.tell(unit, "type", "family", ..., key=...)`` and
``Event("type", "family", ...)``; some modules have a function that does so for others and takes the type as an
argument. What is found here holds positions to words that exist, and makes the reference of a system.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_DATA = 7
"""Where ``data`` stands among the positional arguments of ``Event``."""
_ALONE = threading.Lock()
"""Held while sources are parsed: in Python 3.11 a second thread that parses meanwhile fails with a SystemError."""


@dataclass
class Told:
    """A type of event: its families, the keys of its data, and whether it may have others that cannot be read off."""

    type: str
    families: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    more: bool = False
    sentences: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Maker:
    """A function that makes events: where it takes type and family, and which keys of data it gives of its own."""

    type_at: int | None
    family_at: int | None
    type_by: str = "type"
    family_by: str = "family"
    usual: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    module: int | None = None
    rest: frozenset[str] | None = None
    """Its parameters, where all other arguments that are given by name are data."""


@dataclass
class _Made:
    """A call that makes an event: its arguments, the function in which it stands, and the module's number."""

    call: ast.Call
    within: ast.FunctionDef | None
    module: int
    tables: Mapping[str, Sequence[ast.Dict]]


def events_of(folder: Path) -> dict[str, Told]:
    """The events that the modules of a folder (and of those below it) tell, by type; empty where there is no source."""
    with _ALONE:
        return _read(folder)


@cache
def _read(folder: Path) -> dict[str, Told]:
    found: dict[str, Told] = {}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))]
    tables = _tables(trees)
    calls = [
        _Made(node, within, k, tables)
        for k, tree in enumerate(trees)
        for node, within in _walk(tree, None)
        if isinstance(node, ast.Call)
    ]
    tell = _Maker(1, 2, rest=frozenset(("also", "sums")))
    todo = {"emit": _Maker(0, 1), "tell": tell, "Event": _Maker(0, 1)}
    while todo:
        makers, todo = todo, {}
        for made in calls:
            maker = makers.get(_name(made.call))
            if maker is None or maker.module not in (None, made.module):
                continue
            more = _event_at(found, made, maker)
            if more is not None:
                todo[more[0]] = more[1]
    return found


def _event_at(found: dict[str, Told], made: _Made, maker: _Maker) -> tuple[str, _Maker] | None:
    """Keep what a call tells; where it tells what its function is given, the function as another maker."""
    call, within = made.call, made.within
    type_ = _argument(call, maker.type_at, maker.type_by)
    family = _argument(call, maker.family_at, maker.family_by)
    data = next((k.value for k in call.keywords if k.arg == "data"), None)
    if data is None and _name(call) == "Event" and len(call.args) > _DATA:
        data = call.args[_DATA]
    keys, whole = _keys(data, within)
    passed_on = within.args.kwarg.arg if within is not None and within.args.kwarg is not None else ""
    if maker.rest is not None:
        rest = [k.value for k in call.keywords if k.arg is None and getattr(k.value, "id", "") != passed_on]
        parts = [_keys(value, within) for value in rest]
        keys = {k.arg for k in call.keywords if k.arg and k.arg not in maker.rest}.union(*(p[0] for p in parts))
        whole = all(p[1] for p in parts)
    else:
        whole = whole and (data is not None or all(k.arg is not None for k in call.keywords))
    keys |= maker.keys
    if isinstance(type_, ast.Name) and within is not None and type_.id in _params(within):
        if within.name == "emit":
            return None
        at = {p: k for k, p in enumerate(a.arg for a in (*within.args.posonlyargs, *within.args.args))}
        taken = family.id if isinstance(family, ast.Name) else ""
        own = () if taken in _params(within) else tuple(_words(family, within))
        private = made.module if within.name.startswith("_") else None
        return within.name, _Maker(
            at.get(type_.id),
            at.get(taken),
            type_.id,
            taken or "family",
            tuple(_words(_usual(within, type_.id), None)),
            own or tuple(_words(_usual(within, taken), None)) or maker.families,
            frozenset(keys),
            private,
            frozenset(_params(within)) - {a.arg for a in within.args.posonlyargs}
            if _passes_on(call, data, passed_on, maker)
            else None,
        )
    types = list(_words(type_, within, made.tables)) or maker.usual
    for one in types:
        told = found.setdefault(one, Told(one))
        told.families.update(list(_words(family, within, made.tables)) or maker.families)
        if len(types) == 1:  # which of several events has which of several sentences is not told
            told.sentences.update(_sentences(call, within))
        told.keys |= keys
        told.more = told.more or not whole
    return None


def _passes_on(call: ast.Call, data: ast.expr | None, name: str, maker: _Maker) -> bool:
    """Whether what a function is given beside its parameters becomes the data of the event that it makes."""
    spread = [k.value for k in call.keywords if k.arg is None] if maker.rest is not None else [data]
    return bool(name) and any(getattr(value, "id", "") == name for value in spread)


def _params(within: ast.FunctionDef) -> list[str]:
    return [a.arg for a in (*within.args.posonlyargs, *within.args.args, *within.args.kwonlyargs)]


def _usual(within: ast.FunctionDef, name: str) -> ast.expr | None:
    """What a parameter is where it is not given."""
    args = within.args
    pairs = [*zip(reversed(args.args), reversed(args.defaults), strict=False)]
    pairs += [(a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None]
    return next((d for a, d in pairs if a.arg == name), None)


def _walk(node: ast.AST, within: ast.FunctionDef | None) -> Iterator[tuple[ast.AST, ast.FunctionDef | None]]:
    for child in ast.iter_child_nodes(node):
        inside = child if isinstance(child, ast.FunctionDef) else within
        yield child, inside
        yield from _walk(child, inside)


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _argument(call: ast.Call, at: int | None, keyword: str) -> ast.expr | None:
    if at is not None and len(call.args) > at:
        return call.args[at]
    return next((k.value for k in call.keywords if k.arg == keyword), None)


def _words(
    node: ast.expr | None, within: ast.FunctionDef | None, tables: Mapping[str, Sequence[ast.Dict]] | None = None
) -> Iterator[str]:
    """The strings that an expression can be: a constant, an arm of a condition, an entry of a table, what is named."""
    inside: list[ast.expr] = []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        inside = [node.body, node.orelse]
    elif isinstance(node, ast.Subscript):
        inside = [value for table in _table(node.value, tables) for value in table.values]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        values = [value for table in _table(node.func.value, tables) for value in table.values]
        inside = [*values, *node.args[1:]] if values else []
    elif isinstance(node, ast.Name) and within is not None:
        inside = list(_given(node.id, within))
    for one in inside:
        yield from _words(one, within, tables)


def _tables(trees: Sequence[ast.Module]) -> dict[str, list[ast.Dict]]:
    """The tables that modules have under a name."""
    found: dict[str, list[ast.Dict]] = {}
    for node in (node for tree in trees for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Dict):
            found.setdefault(target.id, []).append(node.value)
    return found


def _table(node: ast.expr, tables: Mapping[str, Sequence[ast.Dict]] | None) -> Sequence[ast.Dict]:
    """The table that is looked into: as it is written, or by its name, its module's before it or not."""
    if isinstance(node, ast.Dict):
        return (node,)
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return (tables or {}).get(name, ())


def _given(name: str, within: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a local name is given in a function, also as one of several."""
    for node in ast.walk(within):
        if isinstance(node, ast.AnnAssign | ast.AugAssign) and isinstance(node.target, ast.Name):
            if node.target.id == name and node.value is not None:
                yield node.value
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    yield from _unpacked(name, target, node.value)


def _unpacked(name: str, target: ast.Tuple, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from _unpacked(name, target, value.body)
        yield from _unpacked(name, target, value.orelse)
    elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        for one, given in zip(target.elts, value.elts, strict=True):
            if isinstance(one, ast.Name) and one.id == name:
                yield given


def _keys(
    node: ast.expr | None, within: ast.FunctionDef | None, seen: frozenset[str] = frozenset()
) -> tuple[set[str], bool]:
    """The keys of a mapping written in the source, and whether these are all; a name that is ``seen`` adds none."""
    if node is None:
        return set(), True
    if isinstance(node, ast.Dict):
        found, whole = set(), True
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                more, all_ = _keys(value, within, seen)
                found |= more
                whole = whole and all_
            elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                found.add(key.value)
            else:
                whole = False
        return found, whole
    if isinstance(node, ast.Name) and node.id in seen:
        return set(), True
    if isinstance(node, ast.Name) and within is not None:
        parts = [_keys(value, within, seen | {node.id}) for value in _given(node.id, within)]
        added = {
            n.targets[0].slice.value
            for n in ast.walk(within)
            if isinstance(n, ast.Assign)
            and isinstance(n.targets[0], ast.Subscript)
            and isinstance(n.targets[0].value, ast.Name)
            and n.targets[0].value.id == node.id
            and isinstance(n.targets[0].slice, ast.Constant)
            and isinstance(n.targets[0].slice.value, str)
        }
        return set().union(added, *(p[0] for p in parts)), bool(parts) and all(p[1] for p in parts)
    return set(), False


def _sentences(call: ast.Call, within: ast.FunctionDef | None) -> Iterator[str]:
    """The English sentence of an event: in its call, or in what it is given by a name just before."""
    for node in (n for one in (call, *_hoisted(call, within)) for n in ast.walk(one)):
        if isinstance(node, ast.Call) and _name(node) in ("T", "TN") and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
                break


def _hoisted(call: ast.Call, within: ast.FunctionDef | None) -> Iterator[ast.expr]:
    """The sentence that was last given to a name among an event's arguments before it."""
    if within is None:
        return
    for name in sorted({a.id for a in call.args if isinstance(a, ast.Name)}):
        given = [one for one in _given(name, within) if one.lineno < call.lineno]
        if given:
            yield max(given, key=lambda one: one.lineno)
