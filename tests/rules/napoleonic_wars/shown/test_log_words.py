"""Sentences about units: a name may be singular or plural, so no verb agrees with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SENTENCES = Path(__file__).parents[4] / "rulesets/napoleonic_wars/locale/pl/LC_MESSAGES/nap.po"
NAMES = "unit|enemy|foe|other|target|charger"
AGREES = re.compile(
    rf"(?<!of )(?<!to )(?<!before )\{{(?:{NAMES})\}} (?:is|are|was|were|has|have|do|does|its|[a-z]+[^s\W]s)\b"
)


def sentences() -> list[str]:
    """The English sentences of the system."""
    found = re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', SENTENCES.read_text(encoding="utf-8"), re.MULTILINE)
    return ["".join(re.findall(r'"(.*)"', one)) for one in found]


def test_no_verb_agrees_with_the_name_of_a_unit() -> None:
    assert len(sentences()) > 1000
    assert [one for one in sentences() if AGREES.search(one)] == []


@pytest.mark.parametrize(
    ("sentence", "agrees"),
    [
        ("{unit} suffers {hurt}", True),
        ("{unit} is destroyed", True),
        ("{unit} pursues {foe}", True),
        ("{unit} lost {what}", False),
        ("{unit}: {hurt}", False),
        ("{unit} crossed {piece}", False),
    ],
)
def test_what_agrees_with_a_name(sentence: str, agrees: bool) -> None:
    assert bool(AGREES.search(sentence)) is agrees
