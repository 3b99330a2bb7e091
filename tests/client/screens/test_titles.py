"""Titles of battles stand in the reader's language, whatever language a battle was begun in."""

from __future__ import annotations

import pytest

from game.client.battle.titles import title_in, title_of
from game.client.library import Library
from game.engine.loader import load_ruleset


@pytest.mark.parametrize(
    ("system", "english", "polish"),
    [
        ("WAB", "Hills and Wood, e", "Wzgórza i las, e"),
        ("WMA", "The Open Field, trebia", "Otwarte pole, trebia"),
        ("WMA", "Carthage – Republican Rome, Cannae, 216 BC", "Kartagina – Rzym republikański, Kanny, 216 p.n.e."),
        ("NAP", "Meeting engagement, waterloo", "Bój spotkaniowy, waterloo"),
        ("AFS", "Sunken Causeway, causeway-2", "Zatopiona Grobla, causeway-2"),
    ],
)
def test_names_of_the_system_change_and_the_rest_stays(system: str, english: str, polish: str) -> None:
    ruleset = load_ruleset(system)
    assert title_in(english, ruleset, "pl") == polish
    assert title_in(polish, ruleset, "en") == english
    assert title_in(english, ruleset, "en") == english


def test_a_name_within_a_word_stays() -> None:
    assert title_in("Carthages", load_ruleset("WMA"), "pl") == "Carthages"


def test_a_title_of_a_system_that_is_not_installed_stays() -> None:
    assert title_of("The Open Field", "XYZ", Library(), "pl") == "The Open Field"
