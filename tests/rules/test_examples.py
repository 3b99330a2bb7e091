"""The worked examples of each system, kept as positions beside its rules: every one must come out exactly."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from game.clauses import read_book, ruleset_folders
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.positions.position import Position, PositionError, read_position, resolve

NAMES = {
    "WMA": r"ex(\d\d)[a-z]?",
    "AFS": r"E(\d\d)[a-z]?_[a-z_]+",
    "WAB": r"w(\d\d)[a-z]?",
    "USB": r"E(\d\d)[a-z]?_[a-z_]+",
    "NAP": r"([XB]\d\d)[a-z]?_[a-z_]+",
}
COUNTS = {"WMA": {"": 25}, "AFS": {"": 25}, "WAB": {"": 25}, "USB": {"": 24}, "NAP": {"X": 31, "B": 35}}
"""How many the catalogue of each system has, by the letter of their numbers where there are several kinds."""
POSITIONS: dict[tuple[str, str], Position] = {
    (system, path.stem): read_position(path)
    for system in ruleset_ids()
    for path in sorted((load_ruleset(system).meta.folder / "examples").glob("*.toml"))
}
ROLLING = [key for key, position in POSITIONS.items() if position.dice]


def comes_out(system: str, position: Position) -> bool:
    """Whether a position comes out as expected, with exactly its dice."""
    try:
        return resolve(position, load_ruleset(system)).failures == []
    except PositionError:
        return False


@pytest.mark.parametrize(("system", "name"), POSITIONS)
def test_the_example_comes_out(system: str, name: str) -> None:
    assert resolve(POSITIONS[system, name], load_ruleset(system)).failures == []


def numbers(system: str) -> set[str]:
    """The numbers that the examples of a system have by their names; "" of a name that is none."""
    found = [re.fullmatch(NAMES[system], name) for key, name in POSITIONS if key == system]
    return {match[1] if match else "" for match in found}


@pytest.mark.parametrize("system", NAMES)
def test_examples_are_named_by_their_number(system: str) -> None:
    assert "" not in numbers(system)


@pytest.mark.parametrize("system", COUNTS)
def test_all_examples_are_there(system: str) -> None:
    assert {f"{kind}{n:02}" for kind, most in COUNTS[system].items() for n in range(1, most + 1)} == numbers(system)


@pytest.mark.parametrize("system", NAMES)
def test_examples_have_a_title_in_both_languages_clauses_that_exist_and_something_to_expect(system: str) -> None:
    known = {c.id for c in read_book(system, ruleset_folders()[system]).clauses}
    mine = {name: position for (key, name), position in POSITIONS.items() if key == system}
    for name, position in mine.items():
        assert position.title, name
        assert Speaker("pl", load_ruleset(system)).word(position.title) != position.title, name
        assert position.clauses, name
        assert set(position.clauses) <= known, name
        expect = position.expect
        assert expect.events or expect.things or expect.problems or expect.waiting is not None, name
    assert len({p.title for p in mine.values()}) == len(mine)


@pytest.mark.parametrize(("system", "name"), ROLLING)
def test_an_example_needs_exactly_its_dice(system: str, name: str) -> None:
    """A die less, a die more, or another face: it does not come out."""
    position = POSITIONS[system, name]
    dice = position.dice
    assert not comes_out(system, replace(position, dice=dice[:-1]))
    assert not comes_out(system, replace(position, dice=(*dice, 1)))
    others = [(*dice[:k], 1 if face > 3 else 6, *dice[k + 1 :]) for k, face in enumerate(dice)]
    assert any(not comes_out(system, replace(position, dice=other)) for other in others)


@pytest.mark.parametrize(("system", "name"), POSITIONS)
def test_an_example_can_fail(system: str, name: str) -> None:
    """What it expects is looked at: an event that never occurs, a question that is not asked."""
    position = POSITIONS[system, name]
    assert not comes_out(system, replace(position, expect=replace(position.expect, waiting="nothing_of_the_kind")))
