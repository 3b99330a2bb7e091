"""The worked examples W01 to W25 of the rules, kept as positions beside them: every one must come out exactly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import rulesets.ancient_battles as package
from game.engine.position import Position, PositionError, read_position, resolve
from rulesets.ancient_battles import RULESET

FOLDER = Path(package.__file__).parent / "examples"
FILES = sorted(FOLDER.glob("*.toml"))
POSITIONS = {p.stem: read_position(p) for p in FILES}
ROLLING = [name for name, position in POSITIONS.items() if position.dice]


def comes_out(position: Position) -> bool:
    """Whether a position comes out as expected, with exactly its dice."""
    try:
        return resolve(position, RULESET).failures == []
    except PositionError:
        return False


@pytest.mark.parametrize("name", POSITIONS)
def test_the_example_comes_out(name):
    assert resolve(POSITIONS[name], RULESET).failures == []


def test_examples_are_named_by_their_number():
    assert all(re.fullmatch(r"w(0[1-9]|1\d|2[0-5])[a-z]?", name) for name in POSITIONS)


def test_examples_have_a_title_in_both_languages_clauses_and_something_to_expect():
    for name, position in POSITIONS.items():
        assert position.title, name
        assert position.title_pl, name
        assert position.clauses, name
        assert all(re.fullmatch(r"WAB-([A-Z]+-\d\d|[RS]\d\d)", c) for c in position.clauses), name
        expect = position.expect
        assert expect.events or expect.things or expect.problems or expect.waiting is not None, name
    titles = [p.title for p in POSITIONS.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", ROLLING)
def test_an_example_needs_exactly_its_dice(name):
    """A die less, a die more, or another face: it does not come out."""
    position = POSITIONS[name]
    dice = position.dice
    assert not comes_out(replace(position, dice=dice[:-1]))
    assert not comes_out(replace(position, dice=(*dice, 1)))
    others = [(*dice[:k], 1 if face > 3 else 6, *dice[k + 1 :]) for k, face in enumerate(dice)]
    assert any(not comes_out(replace(position, dice=other)) for other in others)


@pytest.mark.parametrize("name", POSITIONS)
def test_an_example_can_fail(name):
    """What it expects is looked at: an event that never occurs, a question that is not asked."""
    position = POSITIONS[name]
    assert not comes_out(replace(position, expect=replace(position.expect, waiting="nothing_of_the_kind")))
