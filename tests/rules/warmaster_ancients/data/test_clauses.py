"""The rules as text: every clause, ruling and convention in English and Polish."""

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import rulesets.warmaster_ancients
from game.clauses import Clause, read_book
from game.engine.i18n import Speaker
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.data_files import armies, load_army, load_scenario, scenarios

FOLDER = Path(rulesets.warmaster_ancients.__file__).parent
BOOK = read_book("WMA", FOLDER)
AREAS = {
    "SET": 7, "TRN": 3, "VIC": 2, "INI": 5, "CMD": 16, "MOV": 9, "TER": 7, "CHR": 4, "SHT": 12, "DRV": 10, "RCT": 5,
    "CMB": 10, "RES": 15, "PUR": 4, "ADV": 5, "MOD": 8, "END": 3,
}  # fmt: skip
PHASES = {
    "setup", "turn", "victory", "initiative", "command", "movement", "terrain", "characters", "shooting", "driveback",
    "reaction", "combat", "result", "pursuit", "modifiers", "end",
}  # fmt: skip


def load_clauses(language="en") -> dict[str, Clause]:
    """Clauses by id with their words in a language."""
    shown = ((c, BOOK.shown(c, language)) for c in BOOK.clauses)
    return {c.id: replace(c, title=title, text=text) for c, (title, text) in shown}


def expected_ids():
    ids = [f"WMA-{area}-{n:02}" for area, count in AREAS.items() for n in range(1, count + 1)]
    return ids + [f"WMA-R{n:02}" for n in range(1, 57)] + [f"WMA-S{n:02}" for n in range(1, 43)]


def test_all_clauses_in_order():
    clauses = load_clauses()
    assert set(clauses) == set(expected_ids())
    assert Counter(c.kind for c in clauses.values()) == {"clause": 125, "ruling": 56, "convention": 42}
    assert [c for c in clauses if re.match(r"WMA-[RS]\d", c)] == expected_ids()[125:]
    assert {c.phase for c in clauses.values()} == PHASES


def test_only_these_set_no_rule():
    assert {c.id for c in load_clauses().values() if c.words_only} == {"WMA-R47", "WMA-R48", "WMA-R50"}


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_texts_are_single_paragraphs(lang):
    for clause in load_clauses(lang).values():
        assert clause.title == clause.title.strip() != ""
        assert "\n" not in clause.text
        assert clause.text.endswith("."), clause.id
        assert not clause.title.endswith("."), clause.id


def test_polish_is_polish_and_says_the_same_numbers():
    english, polish = load_clauses(), load_clauses("pl")
    assert list(english) == list(polish)
    letters = Counter(letter for c in polish.values() for letter in c.text.lower())
    assert all(letters[letter] for letter in "ąćęłńóśźż")
    for clause_id, clause in polish.items():
        own, other = english[clause_id], clause
        assert own.text != other.text
        assert (own.kind, own.phase, own.words_only) == (other.kind, other.phase, other.words_only)
        assert _numbers(own.text) == _numbers(re.sub(r"(\d),(\d)", r"\1.\2", other.text)), clause_id


def test_a_language_without_texts_gets_english():
    assert load_clauses("de") == load_clauses()


def test_every_clause_cited_in_the_data_exists():
    known = set(load_clauses())
    cited = set()
    for path in _toml_files(FOLDER / "data"):
        cited |= set(re.findall(r"WMA-[A-Z]*-?[A-Z]*\d+", path.read_text(encoding="utf-8")))
    assert len(cited) > 60
    assert cited - known == set()


def test_briefings_are_told_in_both_languages():
    for name in scenarios():
        briefing = load_scenario(name).briefing
        assert len(briefing) > 100
        assert len(Speaker("pl", RULESET).word(briefing)) > 100
    for name in armies():
        summary = load_army(name).summary
        assert Speaker("pl", RULESET).word(summary) != summary


def _numbers(text):
    """The numbers of a text, in any order: languages put their words differently."""
    words = {"one": "1", "two": "2", "three": "3"}
    text = re.sub(r"\b(\w+)\b", lambda m: words.get(m[1], m[1]), text)
    return Counter(re.findall(r"\d+(?:\.\d+)?", text)).keys() - {"1", "2", "3", "4"}


def _toml_files(folder):
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from _toml_files(entry)
        elif entry.name.endswith(".toml"):
            yield entry


def _tables(value):
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _tables(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _tables(inner)
