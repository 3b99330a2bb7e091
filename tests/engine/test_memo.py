"""What rulesets share: memories of a situation, changes of own fields, files of numbers."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.memo import Remembering
from game.engine.numbers import NumberFile
from game.engine.state import State
from game.engine.tables import DataError
from tests.engine.conftest import toy_session


def test_a_remembered_function_is_asked_once_for_a_situation_and_its_arguments() -> None:
    memories: dict[int, dict[object, object]] = {}
    calls: list[tuple[str, int]] = []

    @Remembering(lambda view: memories.setdefault(id(view), {}))
    def counted(view: State, unit: str, more: int = 0) -> int:
        """How often."""
        calls.append((unit, more))
        return len(calls)

    view = toy_session().state
    other = replace(view)
    assert [counted(view, "a"), counted(view, "a"), counted(view, "b"), counted(view, "a", more=1)] == [1, 1, 2, 3]
    assert counted(other, "a") == 4
    assert counted(view, "a") == 1
    assert counted.__doc__ == "How often."


class Own(msgspec.Struct, frozen=True):
    """What an invented system keeps of a thing."""

    tired: bool = False
    shots: int = 2


def test_only_what_changes_is_changed() -> None:
    state = toy_session().state
    unit, base, side = (next(iter(x)) for x in (state.units, state.bases, state.sides))
    state = replace(
        state,
        units={**state.units, unit: replace(state.units[unit], own=Own())},
        bases={**state.bases, base: replace(state.bases[base], own=Own())},
        sides={**state.sides, side: replace(state.sides[side], own=Own())},
        own=Own(),
    )
    assert changes.unit(state, unit, tired=False, shots=2) == ()
    assert changes.unit(state, unit, shots=1, tired=True) == (
        ev.SetField("unit", unit, "own.shots", 1),
        ev.SetField("unit", unit, "own.tired", True),
    )
    assert changes.base(state, base, tired=True) == (ev.SetField("base", base, "own.tired", True),)
    assert changes.side(state, side, shots=0) == (ev.SetField("side", side, "own.shots", 0),)
    assert changes.battle(state, shots=3) == (ev.SetField("state", "", "own.shots", 3),)


def test_a_number_that_is_not_in_the_file_is_named_with_those_that_are_like_it() -> None:
    force = NumberFile("rulesets.age_of_fantasy_skirmish", "force.toml")
    assert force.whole("points_per_hero") > 0
    with pytest.raises(DataError, match="points_per_hero"):
        force.number("points_per_heroe")
