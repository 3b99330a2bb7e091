"""Terms written in two ways are reported: the table of docs/terms.md, and what the check makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import terms, texts_tool
from game.terms import read_terms, term_findings

PAGE = """
| English | Polish | in | not in English | not in Polish |
| --- | --- | --- | --- | --- |
| counter-charge | kontrszarża | all | countercharge, counter charge | przeciwszarż* |
| courier | goniec | NAP | messenger | kurier* |
"""
COUNTER, COURIER = read_terms(PAGE)


def test_the_table_is_read_row_by_row() -> None:
    assert COUNTER.said == {"en": "counter-charge", "pl": "kontrszarża"}
    assert COUNTER.domains == frozenset()
    assert COURIER.domains == {"NAP"}


@pytest.mark.parametrize(
    ("term", "language", "text", "missed"),
    [
        (COUNTER, "en", "A Countercharge is declared", ["Countercharge"]),
        (COUNTER, "en", "A counter-charge is declared", []),
        (COUNTER, "en", "countercharges", []),  # a whole word, unless a star says otherwise
        (COUNTER, "pl", "dwie przeciwszarże", ["przeciwszarże"]),
        (COURIER, "pl", "Kurierzy jadą, kurier ginie", ["Kurierzy", "kurier"]),
        (COURIER, "en", "the messengers", []),
    ],
)
def test_other_words_for_a_term_are_seen(term: terms.Term, language: str, text: str, missed: list[str]) -> None:
    assert term.misses(text, language) == missed


def test_the_check_names_file_word_and_what_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "terms.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(terms, "program_folder", lambda: tmp_path)
    monkeypatch.setattr(terms, "ruleset_folders", dict)
    own = texts_tool.Sentences("game", tmp_path / "game", tmp_path / "locale", languages=("pl",))
    own.source.mkdir()
    (own.source / "a.py").write_text('_("A countercharge")\n_("A messenger")\n', encoding="utf-8")
    texts_tool.refresh(own, "pl")
    assert [str(one.message) for one in term_findings([own])] == [
        "“countercharge” should be “counter-charge” (docs/terms.md): 'A countercharge'"
    ]


def test_the_table_of_the_program_can_be_read() -> None:
    found = read_terms((texts_tool.program_folder() / terms.TABLE).read_text(encoding="utf-8"))
    assert len(found) > 40
    assert all(one.said["en"] and one.said["pl"] for one in found)
