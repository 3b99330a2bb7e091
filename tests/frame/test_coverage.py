"""Counting proven clauses from the tests' source."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.clauses import Book, Clause, Kind
from game.coverage import cover, read_tests

SOURCE = """
import pytest
from pytest import mark

@pytest.mark.clause("X-A-01", "X-A-02")
def test_plain(): ...

@pytest.mark.skip(reason="later")
@pytest.mark.clause("X-A-03")
def test_skipped(): ...

@pytest.mark.skipif(True, reason="x")
@pytest.mark.clause("X-A-04")
def test_maybe_skipped(): ...

@pytest.mark.xfail
@pytest.mark.clause("X-A-05")
def test_expected_to_fail(): ...

@pytest.mark.soak
@pytest.mark.clause("X-A-06")
def test_long(): ...

@pytest.mark.clause("X-A-07")
def test_gives_up():
    pytest.skip("no")

@pytest.mark.clause("X-A-08")
def helper(): ...

@pytest.mark.clause("X-B-01")
class TestGroup:
    @mark.clause("X-B-02")
    def test_inside(self): ...

    @pytest.mark.skip
    @pytest.mark.clause("X-B-03")
    def test_inside_skipped(self): ...

    def helper(self): ...

class Group:
    @pytest.mark.clause("X-B-04")
    def test_not_collected(self): ...

@pytest.mark.skip
class TestSkippedGroup:
    @pytest.mark.clause("X-B-05")
    def test_inside(self): ...

@pytest.mark.parametrize("n", [
    pytest.param(1, marks=pytest.mark.clause("X-C-01")),
    pytest.param(2, marks=[pytest.mark.clause("X-C-02"), pytest.mark.skip]),
])
def test_many(n): ...

# @pytest.mark.clause("X-C-03")
TEXT = '@pytest.mark.clause("X-C-04")'
"""


@pytest.fixture
def tests_folder(tmp_path: Path) -> Path:
    (tmp_path / "area").mkdir()
    (tmp_path / "area" / "test_one.py").write_text(SOURCE)
    (tmp_path / "helpers.py").write_text('import pytest\n@pytest.mark.clause("X-D-01")\ndef test_x(): ...\n')
    (tmp_path / "test_module_mark.py").write_text(
        'import pytest\npytestmark = [pytest.mark.clause("X-D-02")]\ndef test_x(): ...\n'
    )
    (tmp_path / "test_module_skipped.py").write_text(
        'import pytest\npytestmark = [pytest.mark.clause("X-D-03"), pytest.mark.skip]\ndef test_x(): ...\n'
    )
    return tmp_path


def test_only_tests_that_run_count(tests_folder: Path) -> None:
    citations, opaque = read_tests(tests_folder)
    assert sorted({c.clause for c in citations if c.runs}) == [
        "X-A-01",
        "X-A-02",
        "X-B-01",
        "X-B-02",
        "X-C-01",
        "X-D-02",
    ]
    assert sorted({c.clause for c in citations if not c.runs}) == [
        "X-A-03",
        "X-A-04",
        "X-A-05",
        "X-A-06",
        "X-A-07",
        "X-B-01",
        "X-B-03",
        "X-B-05",
        "X-C-02",
        "X-D-03",
    ]
    assert opaque == []


def test_a_citation_names_its_test(tests_folder: Path) -> None:
    citations, _ = read_tests(tests_folder)
    (inside,) = [c for c in citations if c.clause == "X-B-02"]
    assert (inside.path.name, inside.test, inside.line) == ("test_one.py", "TestGroup::test_inside", 34)


def test_computed_ids_are_reported(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("import pytest\n@pytest.mark.clause(*IDS)\ndef test_x(): ...\n")
    citations, opaque = read_tests(tmp_path)
    assert citations == []
    assert [(mark.path.name, mark.line) for mark in opaque] == [("test_x.py", 2)]


def clause(clause_id: str, kind: Kind = "clause", words_only: str = "") -> Clause:
    return Clause(clause_id, kind, "area", "A title", "A text.", words_only)


def test_denominator_and_what_is_missing(tests_folder: Path) -> None:
    clauses = (
        clause("X-A-01"),
        clause("X-A-03"),
        clause("X-E-01", words_only="sets a word"),
        clause("X-A-02", words_only="proven all the same"),
        clause("X-R01", "ruling"),
        clause("X-D-02", "convention"),
    )
    coverage = cover(Book("X", tests_folder, clauses, {}), read_tests(tests_folder)[0])
    assert (coverage.covered, len(coverage.counted)) == (3, 4)
    assert coverage.missing == ("X-A-03",)
    assert coverage.others_missing == ("X-R01",)
    assert coverage.words_only == {"X-E-01": "sets a word"}
    assert not coverage.whole


def test_whole_when_nothing_is_missing(tests_folder: Path) -> None:
    coverage = cover(Book("X", tests_folder, (clause("X-A-01"),), {}), read_tests(tests_folder)[0])
    assert (coverage.covered, len(coverage.counted), coverage.whole) == (1, 1, True)


CROWD = """
import pytest

@pytest.mark.clause("X-A-01", "X-A-02", "X-A-03", "X-A-04")
def test_crowd(): ...

@pytest.mark.clause("X-A-01", "X-A-05", "X-A-06")
def test_three(): ...

@pytest.mark.clause("X-B-01", "X-B-02", "X-B-03")
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("X-B-04"))])
def test_parameter(n): ...

@pytest.mark.skip
@pytest.mark.clause("X-A-02")
def test_skipped(): ...
"""


def test_a_clause_in_a_crowd_is_listed_until_a_test_of_at_most_three_ids_cites_it(tmp_path: Path) -> None:
    (tmp_path / "test_crowd.py").write_text(CROWD)
    names = ["X-A-01", "X-A-02", "X-A-03", "X-A-04", "X-A-05", "X-A-06", "X-B-01", "X-B-04"]
    book = Book("X", tmp_path, tuple(map(clause, names)), {})
    coverage = cover(book, read_tests(tmp_path)[0])
    assert coverage.missing == ()
    assert coverage.in_company == ("X-A-02", "X-A-03", "X-A-04", "X-B-04")
    assert not coverage.whole
