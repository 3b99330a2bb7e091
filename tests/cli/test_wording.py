"""What the check demands of the wording of clauses: a noun phrase first, and sentences that can be read in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.clauses import read_book, ruleset_folders
from game.prose import MOST_WORDS
from game.wording import faults_of, wording_findings

CLAUSE = """
[[clause]]
id = "XYZ-A-01"
kind = "clause"
phase = "area"
title = "{0}"
text = "{1}"
"""
WORDS = """
[[clause]]
id = "XYZ-A-01"
title = "{0}"
text = "{1}"
"""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Who has fallen acts no more."),
        ("en", "What is left is lost."),
        ("en", "Of several units the first tests."),
        ("en", "Whose turn it is begins."),
        ("en", "Those who fled are lost."),
        ("en", "It ends with the round."),
        ("en", "When a unit is charged it may shoot."),
        ("en", "In melee cover does not count."),
        ("en", "And within 6 inches of all of them."),
        ("en", "+1 to morale tests."),
        ("pl", "Kto upadł, już nie działa."),
        ("pl", "Co zostało, przepada."),
        ("pl", "Czyja tura, ten zaczyna."),
        ("pl", "Którego nie widać, ten nie jest celem."),
        ("pl", "Te, które uciekły, przepadły."),
        ("pl", "Gdy oddział jest szarżowany, może strzelać."),
        ("pl", "-1 do trafienia."),
    ],
)
def test_a_text_that_begins_without_a_noun_is_reported(language: str, text: str) -> None:
    (fault,) = faults_of(text, language)
    assert fault.startswith("begins with “")
    assert fault.endswith("”, which is no noun")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A fallen model takes no further actions."),
        ("en", "Casualties add up."),
        ("en", "Only gunners can replace gunners."),
        ("en", "5 cm is allowed."),
        ("en", "A unit tests. When it fails, it flees. It may rally."),  # what follows may lean on the first
        ("pl", "Spadły model już nie działa."),
        ("pl", "Co najmniej połowa modeli musi stać w terenie."),
        ("pl", "Na stole stoi 20 elementów terenu."),  # word order is free in Polish
        ("pl", "Oddział testuje. Gdy nie zda, ucieka. Może się zebrać."),
    ],
)
def test_a_text_that_begins_with_a_noun_is_not(language: str, text: str) -> None:
    assert faults_of(text, language) == []


@pytest.mark.parametrize(
    ("language", "text", "opener"),
    [
        ("en", "A unit tests. Who fails flees.", "Who"),
        ("en", "Shots fall first. Of two the nearer counts.", "Of"),
        ("pl", "Oddział testuje. Kto nie zda, ucieka.", "Kto"),
        ("pl", "Strzały padają najpierw. Co zostało, bije.", "Co"),
    ],
)
def test_a_later_sentence_may_not_begin_with_a_relative_clause(language: str, text: str, opener: str) -> None:
    assert faults_of(text, language) == [f"has a sentence that begins with “{opener}”"]


def test_a_sentence_of_thirty_words_is_the_longest() -> None:
    longest = "Units " + "and units " * 14 + "test."
    assert len(longest.split()) == MOST_WORDS == 30
    assert faults_of(longest, "en") == []
    assert faults_of(longest + " " + longest, "en") == []
    (fault,) = faults_of(longest.replace("test.", "all test."), "en")
    assert fault.startswith("has a sentence of 31 words, 30 are allowed: 'Units and units")


def test_titles_and_texts_are_judged_in_every_language(tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "clauses.toml").write_text(CLAUSE.format("Who halts", "A unit halts."), encoding="utf-8")
    (tmp_path / "locale" / "clauses.pl.toml").write_text(WORDS.format("Postój", "Kto stoi, stoi."), encoding="utf-8")
    assert [(one.path, one.message) for one in wording_findings(read_book("XYZ", tmp_path))] == [
        (tmp_path / "clauses.toml", "clause XYZ-A-01: its title begins with “Who”, which is no noun"),
        (tmp_path / "locale" / "clauses.pl.toml", "clause XYZ-A-01: its text begins with “Kto”, which is no noun"),
    ]


def test_every_clause_of_every_system_passes() -> None:
    folders = ruleset_folders()
    assert {"AFS", "NAP", "USB", "WAB", "WMA"} <= set(folders)
    for system in ("AFS", "NAP", "USB", "WAB", "WMA"):
        found = wording_findings(read_book(system, folders[system]))
        assert [one.message for one in found] == []
