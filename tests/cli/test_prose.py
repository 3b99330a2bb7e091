"""Plain prose is checked: long sentences, sentences and headings without their subject, in documents and texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import prose
from game.prose import doc_findings, faults, paragraphs

LONG = " ".join(["word"] * 31) + "."


@pytest.mark.parametrize(
    ("text", "language", "wrong"),
    [
        ("A fallen model takes no further actions.", "en", ""),
        ("Who has fallen acts no more.", "en", "without its subject"),
        ("It falls. What is left of it stays.", "en", "without its subject: What is left of it stays."),
        ("Who has fallen?", "en", ""),
        ("Whole units test.", "en", ""),
        ("Kto padł, już nie działa.", "pl", "without its subject"),
        ("Co najmniej połowa linii ma cel.", "pl", ""),
        ("Który oddział rusza?", "pl", ""),
        (LONG, "en", "31 words in a sentence (at most 30)"),
        (" ".join(["word"] * 30) + ".", "en", ""),
        (" ".join(["word"] * 15) + ": " + " ".join(["word"] * 16) + ".", "en", ""),
    ],
)
def test_a_sentence_is_judged(text: str, language: str, wrong: str) -> None:
    found = faults(text, language)
    assert len(found) == bool(wrong)
    assert all(wrong in one for one in found)


def test_a_page_is_read_by_headings_items_and_cells_without_code() -> None:
    page = "# Who\n\nOne line\nand another.\n\n- an item\n\n| cell | what |\n| --- | --- |\n\n"
    page += "```\nWho is code\n```\n1. a step\n"
    assert [*paragraphs(page)] == [
        (1, "Who"),
        (3, "One line and another."),
        (6, "an item"),
        (8, "cell"),
        (8, "what"),
        (9, "---"),
        (9, "---"),
        (14, "a step"),
    ]


def test_the_documents_are_searched_with_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nWhose turn it is, moves.\n", encoding="utf-8")
    (tmp_path / "README.md").write_text(LONG, encoding="utf-8")
    monkeypatch.setattr(prose, "program_folder", lambda: tmp_path)
    assert [(one.path.name, one.line, one.message.split(":")[0]) for one in doc_findings()] == [
        ("README.md", 1, "31 words in a sentence (at most 30)"),
        ("a.md", 3, "a sentence begins without its subject"),
    ]
