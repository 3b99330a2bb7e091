"""The shape of the program: no great class, no ladder of inheritance, a client whose imports run one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_METHODS = 40
MOST_LEVELS = 2
Class = tuple[str, str]
"""Module and name."""


@cache
def modules() -> dict[str, ast.Module]:
    """All modules of the program, by their dotted names."""
    found = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(name: str) -> Iterator[tuple[str, str, str]]:
    """Every import of a module, in functions and for type checking too: module, name there ("" for all), name here."""
    package = name if (ROOT / name.replace(".", "/")).is_dir() else name.rpartition(".")[0]
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "", alias.asname or alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            of = ".".join([*up, *([node.module] if node.module else [])])
            yield from ((of, alias.name, alias.asname or alias.name) for alias in node.names)


def imported(name: str) -> set[str]:
    """The modules of the program that a module imports."""
    known = modules()
    wanted = {f"{m}.{n}" if f"{m}.{n}" in known else m for m, n, _here in imports(name)}
    return {m for m in wanted if m in known and m != name}


@cache
def classes() -> dict[Class, tuple[frozenset[str], tuple[Class, ...]]]:
    """All classes: the methods each defines, and those of its bases that are ours."""
    found: dict[Class, tuple[frozenset[str], tuple[Class, ...]]] = {}
    for module, tree in modules().items():
        here = {alias: (of, name) for of, name, alias in imports(module) if name}
        mine = {n.name for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            methods = {f.name for f in node.body if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)}
            bases = [b.value if isinstance(b, ast.Subscript) else b for b in node.bases]
            names = [b.id for b in bases if isinstance(b, ast.Name)]
            ours = [(module, n) if n in mine else here.get(n, ("", n)) for n in names]
            found[module, node.name] = (frozenset(methods), tuple(ours))
    return found


def methods_of(one: Class) -> frozenset[str]:
    """The methods of a class, with those it inherits from classes of ours."""
    own, bases = classes().get(one, (frozenset(), ()))
    return own.union(*(methods_of(b) for b in bases))


def levels_of(one: Class) -> int:
    """How many classes of ours stand one upon the other, this one among them."""
    if one not in classes():
        return 0
    return 1 + max((levels_of(b) for b in classes()[one][1]), default=0)


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, by whatever way round."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        left = [start]
        while left:
            more = graph[left.pop()] - seen
            seen |= more
            left += more
        reach[start] = seen
    rings = {frozenset(b for b in reach[a] if a in reach[b]) for a in graph if a in reach[a]}
    return sorted(sorted(r) for r in rings)


def client() -> dict[str, set[str]]:
    """What the modules of the client import of each other."""
    names = {m for m in modules() if m.startswith("game.client")}
    return {m: imported(m) & names for m in names}


def test_the_program_is_read_at_all() -> None:
    assert len(classes()) > 300
    assert levels_of(("game.client.screens.battle", "BattleScreen")) == 2
    assert {"build", "lay_out"} <= methods_of(("game.client.screens.battle", "BattleScreen"))
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_no_class_has_more_methods_than_one_can_know() -> None:
    great = {".".join(c): len(methods_of(c)) for c in classes() if len(methods_of(c)) > MOST_METHODS}
    assert great == {}


def test_nothing_stands_on_more_than_one_class_of_ours() -> None:
    deep = {".".join(c): levels_of(c) for c in classes() if levels_of(c) > MOST_LEVELS}
    assert deep == {}


def test_no_circle_in_the_imports_of_the_client() -> None:
    """Imports in functions and for type checking count too."""
    assert circles(client()) == []


def test_screens_reach_each_other_by_their_places() -> None:
    """Only makers know the modules of screens, only the window knows makers, and no part knows the window."""
    screens = {m for (m, _name), (_own, bases) in classes().items() if ("game.client.screen", "Screen") in bases}
    assert len(screens) > 15
    windows = ("game.client.app", "game.client.makers", "workshop.gallery")
    above = (*windows, "workshop.bench.window", "workshop.bench.hand")
    put_together = {"game.client.screens.at_table"}
    for module, wanted in client().items():
        if module.startswith(above):
            continue
        known = (wanted & screens) - ({"game.client.screens.battle"} if module in put_together else set())
        assert known == set(), f"{module} imports screens"
        assert wanted & {"game.client.app", "game.client.makers"} == set(), f"{module} imports the window"


def test_parts_panels_and_editors_know_no_screens() -> None:
    below = tuple(f"game.client.{p}." for p in ("parts", "panels", "editors", "table", "tables", "battle", "ui", "art"))
    upwards = {m: w for m, found in client().items() if m.startswith(below) and (w := _screens_of(found))}
    assert upwards == {}


def _screens_of(found: set[str]) -> set[str]:
    return {m for m in found if m.startswith("game.client.screens")}
