"""The script that tells what a clause costs: it counts what is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from game.clauses import read_book, ruleset_folders

ROOT = Path(__file__).resolve().parents[2]


def told(*arguments: str) -> list[list[str]]:
    """The rows of the table, word by word."""
    command = [sys.executable, str(ROOT / "docs" / "cost_of_clause.py"), *arguments]
    child = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [line.split() for line in child.stdout.splitlines()]


def test_a_package_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "rules.py").write_text("a = 1\n\n# b\n")
    (tmp_path / "deep" / "more.py").write_text("c = 2\n" * 7)
    (tmp_path / "data.toml").write_text("d = 3\n")
    rows = [("ABC-01", "clause"), ("ABC-02", "clause"), ("ABC-R01", "ruling"), ("ABC-K01", "convention")]
    told_as = '[[clause]]\nid = "{}"\nkind = "{}"\nphase = "a"\ntitle = "t"\ntext = "t"\n'
    (tmp_path / "clauses.toml").write_text("".join(told_as.format(*row) for row in rows))
    found = told(str(tmp_path))
    assert found[1:3] == [["ABC", "2", "1", "1", "10", "2.5", "5.0"], ["all", "2", "1", "1", "10", "2.5", "5.0"]]


def test_all_that_is_installed() -> None:
    rows = {row[0]: row for row in told()}
    for name, folder in ruleset_folders().items():
        kinds = [clause.kind for clause in read_book(name, folder).clauses]
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py"))
        counts = [str(kinds.count(kind)) for kind in ("clause", "ruling", "convention")]
        assert rows[name][1:] == [*counts, f"{lines:,}", f"{lines / len(kinds):.1f}", f"{lines / int(counts[0]):.1f}"]
