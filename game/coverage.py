"""Which clauses are proven by a test: counted from the tests' source, nothing is run.

A clause counts if a test that runs by default cites it in ``@pytest.mark.clause(...)``. What is skipped, expected to
fail or left out as a soak does not count, nor does a helper that no test runner collects.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.clauses import Book, Clause

NOT_RUN = frozenset({"skip", "skipif", "xfail", "soak"})
FEW = 3
"""How many ids a test may cite and still prove each of them: a test that cites more only mentions them."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Citation(msgspec.Struct, frozen=True, order=True):
    """A test that cites a clause.

    ``line`` is that of the test, ``runs`` is False where the test is skipped, ``company`` counts the other ids that the
    same test (the same parameter of a parametrised one) cites.
    """

    clause: str
    path: Path
    line: int
    test: str
    runs: bool
    company: int = 0


class Opaque(msgspec.Struct, frozen=True, order=True):
    """A mark whose clause ids are computed, so that they cannot be counted without running it."""

    path: Path
    line: int


class Coverage(msgspec.Struct, frozen=True):
    """How far the tests cover one ruleset.

    Attributes
    ----------
    counted
        The clauses that make the denominator (kind "clause", words-only ones included).
    proven
        Ids cited by at least one test that runs.
    words_only
        Ids that only set words, not cited, with the reason; they count as covered.
    missing
        Ids nobody cites.
    others_missing
        Rulings and conventions nobody cites.
    in_company
        Ids of any kind that only tests with more than ``FEW`` ids cite: such a test may pass with one of them broken.
    """

    ruleset: str
    counted: tuple[Clause, ...]
    proven: frozenset[str]
    words_only: dict[str, str]
    missing: tuple[str, ...]
    others_missing: tuple[str, ...]
    in_company: tuple[str, ...] = ()

    @property
    def covered(self) -> int:
        """How many of the counted clauses are covered."""
        return len(self.counted) - len(self.missing)

    @property
    def whole(self) -> bool:
        """Whether every clause, ruling and convention is covered, each by a test that cites few ids."""
        return not self.missing and not self.others_missing and not self.in_company


def cover(book: Book, citations: list[Citation]) -> Coverage:
    """Set a ruleset's clauses against the tests that cite them."""
    cited = {citation.clause for citation in citations if citation.runs}
    alone = {citation.clause for citation in citations if citation.runs and citation.company < FEW}
    words_only = {c.id: c.words_only for c in book.clauses if c.words_only and c.id not in cited}
    open_ids = [c for c in book.clauses if c.id not in cited and c.id not in words_only]
    return Coverage(
        ruleset=book.ruleset,
        counted=tuple(c for c in book.clauses if c.kind == "clause"),
        proven=frozenset(c.id for c in book.clauses if c.id in cited),
        words_only=words_only,
        missing=tuple(c.id for c in open_ids if c.kind == "clause"),
        others_missing=tuple(c.id for c in open_ids if c.kind != "clause"),
        in_company=tuple(c.id for c in book.clauses if c.id in cited - alone and not c.words_only),
    )


def read_tests(folder: Path) -> tuple[list[Citation], list[Opaque]]:
    """Collect every citation below a folder of tests, sorted.

    Raises
    ------
    SyntaxError
        A test file is not Python.
    """
    citations: list[Citation] = []
    opaque: list[Opaque] = []
    for path in sorted(folder.rglob("*.py")):
        if path.name.startswith("test_") or path.stem.endswith("_test"):
            reader = _Reader(path)
            reader.read(ast.parse(path.read_text(encoding="utf-8"), str(path)))
            citations += reader.citations
            opaque += reader.opaque
    return sorted(citations), sorted(opaque)


class _Reader:
    """Goes through one test file with the marks that are in force where it stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.citations: list[Citation] = []
        self.opaque: list[Opaque] = []

    def read(self, module: ast.Module) -> None:
        """Read a whole file."""
        self._body(module.body, _pytestmark(module.body), "")

    def _body(self, body: list[ast.stmt], marks: list[ast.expr], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                inner = marks + node.decorator_list + _pytestmark(node.body)
                self._body(node.body, inner, f"{prefix}{node.name}::")
            elif isinstance(node, Function) and node.name.startswith("test"):
                self._test(node, marks + node.decorator_list, prefix + node.name)

    def _test(self, node: Function, marks: list[ast.expr], name: str) -> None:
        runs = not any(_mark_name(mark) in NOT_RUN for mark in marks) and not _gives_up(node)
        common = self._ids(marks)
        self._cite(common, len(common), node, name, runs)
        for mark in marks:
            if _mark_name(mark) == "parametrize":
                for group in _parameter_marks(mark):
                    taken = runs and not any(_mark_name(one) in NOT_RUN for one in group)
                    ids = self._ids(group)
                    self._cite(ids, len({*common, *ids}), node, name, taken)

    def _ids(self, marks: list[ast.expr]) -> list[str]:
        """The clause ids of some marks; those that are computed are noted as opaque."""
        ids: list[str] = []
        for mark in marks:
            if _mark_name(mark) != "clause":
                continue
            for argument in mark.args if isinstance(mark, ast.Call) else []:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    ids.append(argument.value)
                else:
                    self.opaque.append(Opaque(self.path, argument.lineno))
        return ids

    def _cite(self, ids: list[str], together: int, node: Function, name: str, runs: bool) -> None:
        for one in ids:
            self.citations.append(Citation(one, self.path, node.lineno, name, runs, together - 1))


def _mark_name(mark: ast.expr) -> str:
    """Return ``clause`` for ``pytest.mark.clause(...)``, nothing for what is no mark."""
    target = mark.func if isinstance(mark, ast.Call) else mark
    found = (
        re.fullmatch(r"(?:pytest\.)?mark\.(\w+)", ast.unparse(target)) if isinstance(target, ast.Attribute) else None
    )
    return found.group(1) if found else ""


def _pytestmark(body: list[ast.stmt]) -> list[ast.expr]:
    for node in body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
            return list(node.value.elts) if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return []


def _parameter_marks(mark: ast.expr) -> Iterator[list[ast.expr]]:
    """Yield the marks of each ``pytest.param(..., marks=...)`` inside a parametrize."""
    for node in ast.walk(mark):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.param", "param"):
            for keyword in node.keywords:
                if keyword.arg == "marks":
                    value = keyword.value
                    yield list(value.elts) if isinstance(value, ast.List | ast.Tuple) else [value]


def _gives_up(node: Function) -> bool:
    """Say whether a test calls ``pytest.skip`` or ``pytest.xfail`` before it has proven anything."""
    return any(
        isinstance(inner, ast.Call) and ast.unparse(inner.func) in ("pytest.skip", "pytest.xfail")
        for inner in ast.walk(node)
    )
