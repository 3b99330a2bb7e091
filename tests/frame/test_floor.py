"""The floor under the systems: no import that runs in a circle, nothing that nobody calls."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOOR = ("game.engine", "game.geometry")
ENGINE_FRAMES = "game.engine.frames"
"""It puts the engine's own frames into one table, which is no use of them."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program, the systems and the workshop, parsed."""
    found = {}
    for file in sorted(path for folder in ("game", "rulesets", "workshop") for path in (ROOT / folder).rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


def packages() -> set[str]:
    return {".".join(file.relative_to(ROOT).parent.parts) for file in ROOT.glob("[gw]*/**/__init__.py")}


@cache
def imports(name: str) -> frozenset[str]:
    """Modules that one imports: at its head, for types alone, or inside a function."""
    there = modules()
    own = name.split(".") if name in packages() else name.split(".")[:-1]
    found = set()
    for node in ast.walk(there[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [*own[: len(own) - node.level + 1], *([node.module] if node.module else [])]
            source = ".".join(base) if node.level else node.module or ""
            found |= {f"{source}.{alias.name}" if f"{source}.{alias.name}" in there else source for alias in node.names}
    return frozenset(found & there.keys() - {name})


def of(*parts: str) -> list[str]:
    return [name for name in modules() if any(name == part or name.startswith(f"{part}.") for part in parts)]


def reached(start: Iterable[str]) -> set[str]:
    """Modules that some modules import, and those import, and so on."""
    seen: set[str] = set()
    todo = list(start)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        todo += [m for m in imports(name) if not (name == ENGINE_FRAMES and m.startswith(f"{name}."))]
    return seen


@cache
def kept() -> dict[str, str]:
    """The table of architecture.md: modules kept without a user of today, and for what."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Kept for what comes")[2].partition("\n## ")[0]
    return {f"game.{name}": what for name, what in re.findall(r"^\| `([\w.]+)` \|[^|]*\| ([^|]*) \|$", table, re.M)}


def users() -> set[str]:
    """The modules above the floor but for the bench: being measured is no use."""
    return set(modules()) - set(of(*FLOOR, "workshop.bench"))


@pytest.mark.parametrize("part", ["game.geometry", "game.engine", "game.bots", "game.army", "workshop.bench"])
def test_no_import_runs_in_a_circle(part: str) -> None:
    """Not even one that is written inside a function, or for types alone."""
    graph = {name: imports(name) & set(of(part)) for name in of(part)}
    assert len(graph) > 3
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_every_module_of_the_floor_has_a_user_or_is_kept_for_one() -> None:
    unused = set(of(*FLOOR)) - reached(users()) - packages()
    assert unused == kept().keys()


def test_what_is_kept_names_clauses_or_another_that_does() -> None:
    assert kept()
    for module, what in kept().items():
        beside = [f"game.{name}" for name in re.findall(r"`([\w.]+)`", what)]
        assert set(beside) <= kept().keys(), module
        assert beside or re.search(r"\b(USB|NAP)-[A-Z]*-?\d+|the hand of the battle screen", what), module


def names(node: ast.AST) -> Iterator[str]:
    """Every word of some code by which something may be meant."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr
        elif isinstance(part, ast.alias):
            yield part.name.rpartition(".")[2]
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
            yield part.value


def test_every_name_of_the_floor_is_meant_somewhere() -> None:
    """A function, class or constant that no code names but its own is called by nobody."""
    said = Counter(word for tree in modules().values() for word in names(tree))
    alone = []
    for name in set(of(*FLOOR)) - kept().keys():
        for node in modules()[name].body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                own, inside = [node.name], Counter(names(node))
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                own = [t.id for t in targets if isinstance(t, ast.Name) and not t.id.startswith("__")]
                inside = Counter(own)
            else:
                continue
            alone += [f"{name}.{word}" for word in own if said[word] <= inside[word]]
    assert alone == []
