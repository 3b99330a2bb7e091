"""Sentences in English and Polish, with names, lengths and plurals."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.state import Feature
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
    assert speaker.say(text, state) == "Foot 1: 12.35 cm, 22.5°, 3, a 1.5, Red, Foot 1 (2), Foot"
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


def test_two_armies_of_one_name_and_their_units_are_told_apart() -> None:
    state = toy_session().state
    speaker = Speaker("en", TOY)
    assert [speaker.name(s, state) for s in ("red", "blue")] == ["Red", "Blue"]
    sides = {s.id: replace(s, name="Rome") for s in state.sides.values()}
    mirror = replace(state, sides=sides)
    assert [speaker.name(s, mirror) for s in ("red", "blue")] == ["Rome I", "Rome II"]
    assert [speaker.name(u, mirror) for u in ("foot-red", "foot-blue")] == ["Foot 1", "Foot 2"]
    units = {**mirror.units, "foot-blue": replace(mirror.units["foot-blue"], name="Spears")}
    assert [speaker.name(u, replace(mirror, units=units)) for u in ("foot-red", "foot-blue")] == ["Foot", "Spears"]


def test_features_of_one_name_are_told_apart_by_a_number() -> None:
    def wood(name: str, called: str) -> Feature:
        return Feature(name, "wood", called, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))

    features = {f.id: f for f in (wood("a", "Open wood"), wood("b", "Stream"), wood("c", "Open wood"))}
    state = replace(toy_session().state, features=features)
    speaker = Speaker("en")
    assert [speaker.name(f, state) for f in features] == ["Open wood 1", "Stream", "Open wood 2"]
