"""The mutation run itself: what it draws, which tests it asks, and that it tells noticed from unnoticed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from game.clauses import ruleset_folders
from tests.mutation.cited import cited_by, clauses_in, proofs_of, watching
from tests.mutation.mutants import EXTREME, REVERSED, ROOT, Mutant, mutants_of, rule_modules, sample
from tests.mutation.runner import KILLED, SLOW, SURVIVED, Bench, module_name

SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
TINY = '''"""A rule."""


def best(values: list[int], least: int = 3) -> int | None:
    found = [v for v in values if v >= least]
    return max(found) if found else None
'''


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tests.mutation.mutants.ROOT", tmp_path)
    path = tmp_path / "tiny.py"
    path.write_text(TINY, encoding="utf-8")
    return path


def test_the_faults_of_a_small_rule_are_those_an_author_makes(tiny: Path) -> None:
    changed = {(m.operator.split("_", 1)[-1], m.changed_line()) for m in mutants_of(tiny)}
    assert ("GtE_Gt", "found = [v for v in values if v > least]") in changed
    assert ("GtE_LtE", "found = [v for v in values if v <= least]") in changed
    assert (EXTREME, "return min(found) if found else None") in changed
    assert {line for _, line in changed} == {
        "found = [v for v in values if v > least]",
        "found = [v for v in values if v <= least]",
        "return min(found) if found else None",
        "return max(found) if not found else None",
    }


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system as if it had two modules of rules: finding all faults of all takes seconds."""
    every = rule_modules
    monkeypatch.setattr("tests.mutation.mutants.rule_modules", lambda system: every(system)[3:5])


@pytest.mark.usefixtures("few")
def test_every_fault_drawn_is_python_and_differs_from_the_rule() -> None:
    for system in SYSTEMS:
        for mutant in sample(system, 6, 1):
            text = (ROOT / mutant.path).read_text(encoding="utf-8")
            assert ast.dump(ast.parse(mutant.source())) != ast.dump(ast.parse(text)), mutant.name


def test_an_order_turned_round_is_among_the_faults(tiny: Path) -> None:
    tiny.write_text("def f(x: list[int]) -> list[int]:\n    return sorted(x, key=abs)\n", encoding="utf-8")
    (mutant,) = [m for m in mutants_of(tiny) if m.operator == REVERSED]
    scope: dict[str, object] = {}
    exec(compile(mutant.source(), "tiny", "exec"), scope)
    assert scope["f"]([2, -1, 3]) == [3, 2, -1]  # type: ignore[operator]


@pytest.mark.usefixtures("few")
def test_a_seed_draws_the_same_and_another_others() -> None:
    assert sample("WAB", 8, 1) == sample("WAB", 8, 1) != sample("WAB", 8, 2)


def test_what_is_drawn_stays_when_a_line_comes_before_it(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mutation.mutants.rule_modules", lambda system: [tiny])
    before = [(m.operator, m.line) for m in sample("WAB", 2, 1)]
    tiny.write_text(TINY.replace('rule."""\n', 'rule."""\n\n# more\n'), encoding="utf-8")
    assert [(m.operator, m.line - 2) for m in sample("WAB", 2, 1)] == before


def test_what_is_drawn_stays_when_a_module_moves_to_another_chapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutation.mutants.ROOT", tmp_path)
    drawn = []
    for chapter in ("move", "charge"):
        path = tmp_path / "rulesets" / "tiny" / chapter / "tiny.py"
        path.parent.mkdir(parents=True)
        path.write_text(TINY, encoding="utf-8")
        monkeypatch.setattr("tests.mutation.mutants.rule_modules", lambda system, path=path: [path])
        drawn.append([(m.operator, m.line, m.column) for m in sample("WAB", 2, 1)])
    assert drawn[0] == drawn[1]


@pytest.mark.usefixtures("few")
def test_tests_are_chosen_by_the_clauses_that_the_module_cites() -> None:
    for system in SYSTEMS:
        mutant = sample(system, 1, 1)[0]
        cited = clauses_in(system, (ROOT / mutant.path).read_text(encoding="utf-8"))
        chosen = watching(system, mutant)
        assert chosen
        assert all(proofs_of(system)[test] & cited for test in chosen)


def test_modules_that_think_or_show_are_left_out() -> None:
    for system in SYSTEMS:
        names = {path.name for path in rule_modules(system)}
        assert not [path for path in rule_modules(system) if path.parts[-2:] == ("shown", "cards.py")]
        assert not [path for path in rule_modules(system) if path.parent.name == "general"]
        assert len(names) > 30


def test_a_module_without_clauses_is_held_by_those_of_the_modules_that_use_it() -> None:
    folder = ruleset_folders()["WAB"]
    path = next(p for p in rule_modules("WAB") if not clauses_in("WAB", p.read_text(encoding="utf-8")))
    cited = cited_by("WAB", path)
    chapter = ".".join(("rulesets", folder.name, *path.relative_to(folder).parent.parts))
    uses = re.compile(rf"from {chapter}(\.{path.stem} import| import .*\b{path.stem}\b)")
    users = {p for p in folder.rglob("*.py") if uses.search(p.read_text(encoding="utf-8"))}
    assert users
    assert all(clauses_in("WAB", p.read_text(encoding="utf-8")) <= cited for p in users)


HELD = "tests/rules/ancient_battles/test_numbers_charts.py"


@pytest.mark.parametrize(
    ("path", "text", "outcome"),
    [
        ("rulesets/ancient_battles/army/charts.py", "", KILLED),
        ("rulesets/ancient_battles/army/charts.py", None, SURVIVED),
        ("rulesets/ancient_battles/army/charts.py", "while True: pass\n", SLOW),
    ],
)
def test_noticed_unnoticed_and_endless_are_told_apart(
    path: str, text: str | None, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = (ROOT / path).read_text(encoding="utf-8")
    monkeypatch.setattr(Mutant, "source", lambda self: same if text is None else text)
    bench = Bench(1, 5.0 if outcome == SLOW else 120.0, tmp_path)
    (fate,) = list(bench.run([(Mutant(path, 1, "x", 0, 0), [HELD])]))
    assert fate.outcome == outcome, (tmp_path / "0000.log").read_text(encoding="utf-8")


def test_names_of_modules() -> None:
    assert module_name("rulesets/ancient_battles/army/charts.py") == "rulesets.ancient_battles.army.charts"
    assert module_name("rulesets/ancient_battles/__init__.py") == "rulesets.ancient_battles"
