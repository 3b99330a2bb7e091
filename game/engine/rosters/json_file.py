"""The same tree from JSON: attributes are keys, text stands under one of several names, groups are lists."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

from game.engine.files.player_files import LIST, json_values
from game.engine.files.toml_reading import DataError
from game.engine.rosters.nodes import MOST_DEPTH, MOST_NODES, MOST_TEXT, Node
from game.engine.text import T

GROUPS = {
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "costs": "cost",
    "costlimits": "costLimit",
    "categories": "category",
    "rules": "rule",
}
"""Groups of a roster and what lies in them."""
_SINGLES = {single.lower(): single for single in GROUPS.values()}
_ATTRIBUTES = ("", "attributes", "attr")
"""Keys (without signs) under which some programs put all attributes together."""


def load_json(data: bytes, file: str) -> Any:
    """Plain values of JSON. Raises DataError with the line where it stops making sense."""
    return json_values(data, file, LIST.deep, mend=True)


def roster_in(value: Any) -> dict[str, Any] | None:
    """The roster among plain values: under its own key, or the whole; None where there is none."""
    if not isinstance(value, dict):
        return None
    keys = {_bare(k): v for k, v in value.items()}
    inner = keys.get("roster")
    if isinstance(inner, dict):
        return inner
    return value if isinstance(keys.get("forces"), (list, dict)) else None


def parse_json(data: bytes, file: str) -> Node:
    """Read a roster written as JSON. Raises DataError."""
    found = roster_in(load_json(data, file))
    if found is None:
        raise DataError(file, "", T("this is JSON, but not a roster: it has no forces"))
    return _tree(found, file)


def _tree(top: dict[str, Any], file: str) -> Node:
    root = Node("roster")
    todo: deque[tuple[Node, dict[str, Any], int]] = deque([(root, top, 1)])
    count = 0
    while todo:
        node, row, depth = todo.popleft()
        if depth > MOST_DEPTH:
            raise DataError(file, "", T("its parts lie more than {most} deep in each other", most=MOST_DEPTH))
        for key, value in row.items():
            name = _bare(key)
            if not isinstance(value, (dict, list)):
                _attribute(node, name, value)
                continue
            if name in _ATTRIBUTES and isinstance(value, dict):
                for inner, plain in value.items():
                    if not isinstance(plain, (dict, list)):
                        _attribute(node, _bare(inner), plain)
                continue
            single = GROUPS.get(name) or _SINGLES.get(name)
            for part in _listed(value, single) if single else ():
                count += 1
                if count > MOST_NODES:
                    raise DataError(
                        file, "", T("it has more than {most} parts, too many for an army list", most=MOST_NODES)
                    )
                child = Node(single or "")
                node.children.append(child)
                todo.append((child, part, depth + 1))
    return root


def _listed(value: Any, single: str | None) -> list[dict[str, Any]]:
    """The tables of a group: a list of them, one alone, or either under the name of its parts."""
    if isinstance(value, dict) and single:
        inner = next((v for k, v in value.items() if _bare(k) == single.lower()), None)
        value = inner if isinstance(inner, (dict, list)) else value
    rows = value if isinstance(value, list) else [value]
    return [row if isinstance(row, dict) else {"name": row} for row in rows if isinstance(row, (dict, str))]


def _attribute(node: Node, name: str, value: Any) -> None:
    if value is None:
        return
    said = ("true" if value else "false") if isinstance(value, bool) else _said(value)
    if name in ("text", "value") and not node.text:
        node.text = said
    node.attrs.setdefault(name, said)


def _said(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.10g}" if math.isfinite(value) else ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else ""
    return str(value)[:MOST_TEXT]


def _bare(key: str) -> str:
    """A key without the signs that mark attributes and text, in lower case."""
    return str(key).lstrip("@$#_-").lower()
