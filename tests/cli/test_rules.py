"""``rules``: the reference and the coverage table."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from game import cli


def rules(*arguments: str) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(cli.cli, ["rules", "--ruleset", "xyz", *arguments])
    return result.exit_code, result.output


def test_one_clause(xyz: Path) -> None:
    code, output = rules("xyz-a-01")
    assert code == 0
    heading, *rest = output.splitlines()
    assert heading.startswith("XYZ: area ──")
    assert rest == ["XYZ-A-01  Marching", "    A unit marches in its turn.", ""]


def test_in_polish(xyz: Path) -> None:
    code, output = rules("XYZ-A-01", "--lang", "pl")
    assert code == 0
    assert "XYZ-A-01  Marsz" in output
    assert "Oddział maszeruje w swojej turze." in output


def test_all_that_begin_alike(xyz: Path) -> None:
    code, output = rules("XYZ-A")
    assert code == 0
    assert "XYZ-A-02  Halting" in output
    assert "XYZ-R01" not in output


def test_everything(xyz: Path) -> None:
    code, output = rules()
    assert code == 0
    assert [line for line in output.splitlines() if line.startswith("XYZ-")] == [
        "XYZ-A-01  Marching",
        "XYZ-A-02  Halting",
        "XYZ-R01  Halting twice  (ruling)",
    ]


def test_no_such_clause(xyz: Path) -> None:
    assert rules("XYZ-Q-99") == (1, "No clause begins with XYZ-Q-99.\n")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cli, "checkout", lambda: tmp_path)
    (tmp_path / "tests").mkdir()
    return tmp_path / "tests"


def cite(tests: Path, *clauses: str, mark: str = "") -> None:
    name = f"test_{len(list(tests.iterdir()))}.py"
    ids = ", ".join(map(repr, clauses))
    (tests / name).write_text(f"import pytest\n{mark}\n@pytest.mark.clause({ids})\ndef test_it(): ...\n")


def test_coverage_counts_and_names_what_is_missing(xyz: Path, checkout: Path) -> None:
    cite(checkout, "XYZ-A-01")
    cite(checkout, "XYZ-A-02", mark="@pytest.mark.skip")
    code, output = rules("--coverage")
    assert code == 1
    assert "XYZ: 1 of 2 clauses covered (0 of 1 rulings and conventions)" in output
    assert "  missing: XYZ-A-02\n" in output
    assert "  rulings and conventions missing: XYZ-R01\n" in output


def test_coverage_whole(xyz: Path, checkout: Path) -> None:
    cite(checkout, "XYZ-A-01", "XYZ-A-02")
    cite(checkout, "XYZ-R01")
    code, output = rules("--coverage")
    assert code == 0
    assert "XYZ: 2 of 2 clauses covered (1 of 1 rulings and conventions)" in output
    assert "missing" not in output


def test_words_only_clauses_count_with_their_reason(xyz: Path, checkout: Path) -> None:
    path = xyz / "clauses.toml"
    text = path.read_text(encoding="utf-8").replace('title = "Halting"\n', 'title = "Halting"\nwords_only = "a word"\n')
    path.write_text(text, encoding="utf-8")
    cite(checkout, "XYZ-A-01", "XYZ-R01")
    code, output = rules("--coverage")
    assert code == 0
    assert "XYZ: 2 of 2 clauses covered" in output
    assert "  words only: XYZ-A-02: a word\n" in output


def test_a_broken_clause_file_is_told_with_its_line(xyz: Path) -> None:
    path = xyz / "clauses.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('kind = "ruling"', 'kind = "rumour"'), encoding="utf-8")
    code, output = rules()
    assert code == 1
    assert output.startswith(f"Error: {path}:18: Invalid enum value 'rumour'")


def test_clauses_may_stand_in_a_file_a_chapter(xyz: Path, checkout: Path) -> None:
    text = (xyz / "clauses.toml").read_text(encoding="utf-8")
    first, *rest = text.split("[[clause]]")[1:]
    (xyz / "clauses").mkdir()
    (xyz / "clauses" / "01_first.toml").write_text(f"[[clause]]{first}", encoding="utf-8")
    (xyz / "clauses" / "02_rest.toml").write_text("".join(f"[[clause]]{one}" for one in rest), encoding="utf-8")
    (xyz / "clauses.toml").unlink()
    cite(checkout, "XYZ-A-01", "XYZ-A-02", "XYZ-R01")
    code, output = rules("--coverage")
    assert code == 0
    assert "XYZ: 2 of 2 clauses covered (1 of 1 rulings and conventions)" in output


def test_a_package_without_clauses_is_named_and_the_others_are_told(xyz: Path) -> None:
    (xyz / "clauses.toml").unlink()
    result = CliRunner().invoke(cli.cli, ["rules", "WMA-CMD-11"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith("WMA-CMD-11")
    assert result.stderr.startswith(f"Left out: {xyz}/clauses.toml: cannot be read: ")
    code, output = rules()
    assert code == 1
    assert output.startswith(f"Error: {xyz}/clauses.toml: cannot be read: ")


def test_a_package_of_another_interface_is_named_and_left_out(xyz: Path) -> None:
    path = xyz / "__init__.py"
    path.write_text(path.read_text(encoding="utf-8").replace("INTERFACE = 1", "INTERFACE = 7"), encoding="utf-8")
    result = CliRunner().invoke(cli.cli, ["rules", "XYZ-A-01"])
    assert result.exit_code == 1
    assert "the ruleset XYZ cannot be loaded: it was written for version 7 of the interface" in result.stderr
    assert result.stdout == "No clause begins with XYZ-A-01.\n"


def test_tests_of_the_program_are_not_asked_about_other_packages(xyz: Path) -> None:
    result = CliRunner().invoke(cli.cli, ["rules", "--coverage"])
    assert result.exit_code == 0
    assert "WMA: " in result.stdout
    assert "XYZ" not in result.stdout


def test_coverage_by_tests_of_ones_own(xyz: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    cite(own, "XYZ-A-01", "XYZ-A-02", "XYZ-R01")
    code, output = rules("--coverage", "--tests", str(own))
    assert code == 0
    assert "XYZ: 2 of 2 clauses covered (1 of 1 rulings and conventions)" in output
