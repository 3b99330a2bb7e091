"""Which tests must notice a fault: those that cite the clauses of the module it is put into."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from game.clauses import ruleset_folders
from game.coverage import read_tests
from tests.mutation.mutants import ROOT, Mutant

Tests = dict[str, frozenset[str]]


@cache
def proofs_of(system: str) -> Tests:
    """Return, for each test's id below the project's root, the clauses it proves; worked examples among them."""
    found: dict[str, set[str]] = {}
    for citation in read_tests(ROOT / "tests" / "rules")[0]:
        if citation.runs and citation.clause.startswith(f"{system}-"):
            where = citation.path.resolve().relative_to(ROOT).as_posix()
            found.setdefault(f"{where}::{citation.test}", set()).add(citation.clause)
    for path in sorted((ruleset_folders()[system] / "examples").glob("*.toml")):
        clauses = tomllib.loads(path.read_text(encoding="utf-8")).get("clauses", [])
        node = f"tests/rules/test_examples.py::test_the_example_comes_out[{system}-{path.stem}]"
        found[node] = set(clauses)
    return {node: frozenset(clauses) for node, clauses in found.items()}


def clauses_in(system: str, text: str) -> frozenset[str]:
    """Return the ids of clauses that a text names; a part of a clause, with a letter, counts for the whole too."""
    found = set(re.findall(rf"\b{system}-(?:[A-Z]+-)?[A-Z]*\d+[a-z]?\b", text))
    return frozenset(found | {one.rstrip("abcdefgh") for one in found})


@cache
def cited_by(system: str, path: Path) -> frozenset[str]:
    """Return the clauses that a module cites, or, if it cites none, those of the modules of its system that use it."""
    own = clauses_in(system, path.read_text(encoding="utf-8"))
    if own:
        return own
    stem, chapter = path.stem, path.parent.name
    named = re.compile(rf"^\s*from \S+\.(?:{stem} import\b|{chapter} import\b.*\b{stem}\b)", re.M)
    users = [
        other.read_text(encoding="utf-8")
        for other in sorted(ruleset_folders()[system].rglob("*.py"))
        if other != path and named.search(other.read_text("utf-8"))
    ]
    return frozenset().union(*(clauses_in(system, text) for text in users)) if users else frozenset()


def watching(system: str, mutant: Mutant) -> list[str]:
    """Return the ids of the tests that must notice a fault, those first whose clauses its own function names."""
    path = ROOT / mutant.path
    cited = cited_by(system, path)
    near = clauses_in(system, _function(path.read_text(encoding="utf-8"), mutant.line))
    tests = proofs_of(system)
    chosen = [node for node, clauses in tests.items() if clauses & cited]
    return sorted(chosen, key=lambda node: (not tests[node] & near, len(tests[node]), node))


def _function(text: str, line: int) -> str:
    """Return the text of the innermost function or class about a line, or nothing."""
    best = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= line <= (node.end_lineno or 0):
            part = ast.get_source_segment(text, node) or ""
            if not best or len(part) < len(best):
                best = part
    return best
