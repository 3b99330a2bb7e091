"""Sentences in English and Polish, with names, lengths and plurals."""

from __future__ import annotations

from game.engine.i18n import Speaker
from game.engine.text import Angle, Length, T, Text, Thing, Word
from tests.engine.conftest import toy_session
from tests.toy import TOY


def test_arguments_are_said_by_their_sort() -> None:
    state = toy_session().state
    speaker = Speaker("en", TOY)
    text = T(
        "{who}: {far}, {turned}, {n}, {inner}, {many}, {word}",
        who=Thing("foot-red"),
        far=Length(123.46),
        turned=Angle(22.5),
        n=3,
        inner=T("a {b}", b=1.5),
        many=[Thing("red"), Thing("foot-red.2")],
        word=Word("Foot"),
    )
    assert speaker.say(text, state) == "Foot: 12.35 cm, 22.5°, 3, a 1.5, Red, Foot (2), Foot"
    assert Speaker("pl", TOY).length(123.46) == "12,35 cm"
    assert Speaker("en").length(12.34) == "12.3 mm"


def test_a_missing_argument_is_shown_by_its_name() -> None:
    assert Speaker().say(Text("{x} and {y}", {"x": 1})) == "1 and {y}"


def test_texts_read_from_a_record_say_the_same() -> None:
    import msgspec

    text = T("{who} {far}", who=Thing("red"), far=Length(10.0))
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)
    state = toy_session().state
    assert Speaker("en", TOY).say(again, state) == Speaker("en", TOY).say(text, state) == "Red 1 cm"
