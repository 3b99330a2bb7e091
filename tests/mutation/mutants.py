"""The small faults that can be put into a module, and a fair sample of them.

cosmic-ray finds the places and makes the changes. A place is drawn first and one of its changes second, so that an
arithmetic sign with eleven replacements is no likelier than a comparison with two.
"""

from __future__ import annotations

import ast
import hashlib
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from game.clauses import ruleset_folders

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Path(__file__).with_name("mutation.toml")

# Faults that a tired author makes in a rule: a boundary, a sign, a number one off, best for worst, a condition turned
# round. Left out: signs of bits and matrices, `is` for `==`, names of exceptions.
COMPARISONS = (
    "Lt_LtE",
    "LtE_Lt",
    "Gt_GtE",
    "GtE_Gt",
    "Lt_Gt",
    "Gt_Lt",
    "LtE_GtE",
    "GtE_LtE",
    "Eq_NotEq",
    "NotEq_Eq",
    "Is_IsNot",
    "IsNot_Is",
)
SIGNS = ("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul")
OPERATORS = (
    *(f"core/ReplaceComparisonOperator_{one}" for one in COMPARISONS),
    *(f"core/ReplaceBinaryOperator_{one}" for one in SIGNS),
    "core/AddNot",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/NumberReplacer",
    "core/ZeroIterationForLoop",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_USub_UAdd",
)
EXTREMES = {"min": "max", "max": "min"}
EXTREME = "best for worst"
REVERSED = "order turned round"


class Mutant(msgspec.Struct, frozen=True, order=True):
    """One fault: the file below the project's root, the operator, which of its places, and the line it is on."""

    path: str
    line: int
    operator: str
    occurrence: int
    column: int

    @property
    def name(self) -> str:
        """What it is called in a report: file, line and what was changed."""
        return f"{self.path}:{self.line} {self.operator.removeprefix('core/')} #{self.occurrence}"

    def source(self) -> str:
        """Return the module's text with the fault in it.

        Raises
        ------
        LookupError
            The file has no such place.
        """
        whole = (ROOT / self.path).read_text(encoding="utf-8")
        if self.operator in (EXTREME, REVERSED):
            changed = _renamed(whole, self)
        else:
            changed = mutate_code(whole, get_operator(self.operator)(), self.occurrence)
        if changed is None:
            raise LookupError(f"{self.name}: there is no such place")
        return str(changed)

    def changed_line(self) -> str:
        """Return the line as the fault leaves it."""
        lines = self.source().splitlines()
        return lines[self.line - 1].strip() if self.line <= len(lines) else ""


def rule_modules(system: str) -> list[Path]:
    """Return the modules that hold rules of a system: those that read, show or think are left out by the settings."""
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    left_out = set(settings["everywhere"]["left_out"]) | set(settings[system]["left_out"])
    folder = ruleset_folders()[system]
    found = []
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if not any(inside.match(pattern) or inside.as_posix().startswith(pattern) for pattern in left_out):
            found.append(path)
    return found


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every fault that can be put into a module, but for annotations, texts and constants of shape."""
    text = path.read_text(encoding="utf-8")
    tree = get_ast(text)
    spared = _spared(ast.parse(text))
    below = path.resolve().relative_to(ROOT).as_posix()
    nodes = list(ast_nodes(tree))
    for name in OPERATORS:
        operator = get_operator(name)()
        places = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(places):
            if line not in spared:
                yield Mutant(below, line, name, occurrence, column)
    yield from _calls(text, below)


def sample(system: str, number: int, seed: int) -> list[Mutant]:
    """Draw a number of faults of a system: places by lot, then one change of each by lot. Sorted.

    A lot is drawn by what stands there (module, line's text, column, which of equal lines), not by the number of the
    line nor the chapter the module is in: after a change of the code the sample of a seed is the same but for what was
    changed.
    """
    lots: list[tuple[str, list[Mutant]]] = []
    for path in rule_modules(system):
        below = path.resolve().relative_to(ROOT)
        module = "/".join((*below.parts[:2], below.name)) if len(below.parts) > 2 else below.as_posix()
        lines = path.read_text(encoding="utf-8").splitlines()
        by_place: dict[tuple[int, int], list[Mutant]] = {}
        for mutant in mutants_of(path):
            by_place.setdefault((mutant.line, mutant.column), []).append(mutant)
        met: Counter[tuple[str, int]] = Counter()
        for (line, column), found in sorted(by_place.items()):
            what = lines[line - 1].strip(), column - (len(lines[line - 1]) - len(lines[line - 1].lstrip()))
            met[what] += 1
            lots.append((f"{seed} {module} {what} {met[what]}", sorted(found, key=lambda m: m.operator)))
    lots.sort(key=lambda lot: hashlib.sha256(lot[0].encode()).digest())
    return sorted(random.Random(key).choice(found) for key, found in lots[:number])


def _spared(tree: ast.Module) -> set[int]:
    """Lines that hold no rule: annotations, imports, decorators, and the heads of functions and classes."""
    spared: set[int] = set()

    def add(nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None and hasattr(node, "lineno"):
                spared.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            add(node.decorator_list)
            spared.update(range(node.lineno, node.body[0].lineno))
        elif isinstance(node, ast.ClassDef):
            add(node.decorator_list)
            spared.update(range(node.lineno, node.body[0].lineno))
            add([one.annotation for one in node.body if isinstance(one, ast.AnnAssign)])
        elif isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
        ):
            add([node])
    return spared


def _calls(text: str, below: str) -> Iterator[Mutant]:
    """Faults that cosmic-ray has not: ``min`` for ``max``, and an order turned round."""
    counts = {EXTREME: 0, REVERSED: 0}
    for node in _ordered(text):
        operator = EXTREME if node.func.id in EXTREMES else REVERSED
        yield Mutant(below, node.lineno, operator, counts[operator], node.col_offset)
        counts[operator] += 1


def _ordered(text: str) -> list[ast.Call]:
    named = {*EXTREMES, "sorted"}
    calls = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in named
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _renamed(text: str, mutant: Mutant) -> str | None:
    wanted = [n for n in _ordered(text) if (n.func.id in EXTREMES) == (mutant.operator == EXTREME)]
    if mutant.occurrence >= len(wanted):
        return None
    node = wanted[mutant.occurrence]
    lines = text.splitlines(keepends=True)
    # columns of ast count bytes
    line = lines[node.lineno - 1].encode()
    old = node.func.id
    new = EXTREMES.get(old, "(lambda *a, **k: sorted(*a, **k)[::-1])")
    at = node.col_offset
    lines[node.lineno - 1] = (line[:at] + new.encode() + line[at + len(old) :]).decode()
    return "".join(lines)
