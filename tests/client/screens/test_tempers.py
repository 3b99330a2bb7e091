"""Who leads an army: each system has generals of several tempers, with a name and a word on each in both tongues."""

from __future__ import annotations

import pytest

from game.bots.roster import bot_names
from game.client import words
from game.client.battle.who import BOT_WORDS, TEMPERS, bot_title, temper
from game.engine.eyes import PERSON
from game.engine.loader import load_ruleset


@pytest.mark.parametrize("system", ["WMA", "AFS", "WAB", "USB", "NAP"])
def test_every_general_has_a_name_and_a_temper_in_words(system: str) -> None:
    names = bot_names(load_ruleset(system))
    assert {"general", "bold", "cautious"} <= set(names)
    told: dict[str, set[str]] = {}
    try:
        for language in ("en", "pl"):
            words.use(language)
            assert all(name in BOT_WORDS for name in names)
            assert all(name in TEMPERS for name in (PERSON, *names))
            said = [f"{bot_title(name)} {' '.join(temper(name))}" for name in names]
            assert len(set(said)) == len(names)
            told[language] = set(said)
    finally:
        words.use("en")
    assert not told["en"] & told["pl"]
