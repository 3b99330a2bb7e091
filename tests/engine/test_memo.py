"""What rulesets share: memories of a situation, changes of own fields, files of numbers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.files.toml_reading import DataError
from game.engine.memo import Boards, Grounds, Latest, Recalled, Remembering
from game.engine.numbers import NumberFile
from game.engine.state import Base, State
from game.geometry.shapes import Pose
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


class Rows:
    """A board of an invented system: where its bases stand."""

    def __init__(self, view: State) -> None:
        self.places = {b.id: b.pose for b in view.bases.values() if on_table(b)}
        self.index = {name: k for k, name in enumerate(self.places)}
        self.memo: dict[object, object] = {}
        self.derived = False

    def moved(self, poses: Mapping[str, Pose]) -> Rows:
        new = object.__new__(Rows)
        new.places, new.index, new.memo, new.derived = {**self.places, **poses}, self.index, {}, True
        return new


def on_table(base: Base) -> bool:
    return base.where == "table" and base.pose is not None


def test_terrain_is_made_once_for_all_states_that_have_the_same() -> None:
    made = Grounds(lambda features, table: [len(features), table.width])
    view = toy_session().state
    assert made(view) is made(replace(view, serial=view.serial + 1))
    assert made(view) is made(replace(view, features=dict(view.features)))
    assert made(view) is not made(replace(view, table=replace(view.table, width=1.0)))


def test_boards_are_shared_by_views_that_stand_the_same_and_derived_from_the_last() -> None:
    boards = Boards(Grounds(lambda features, table: []), lambda view, _: Rows(view), on_table, lambda a, b: True)
    view = toy_session().state
    bases = {k: replace(b, where="table", pose=Pose(100.0 * n, 50.0)) for n, (k, b) in enumerate(view.bases.items())}
    view = replace(view, bases=bases)
    first, *_, last = bases
    here = boards(view)
    assert here is boards(replace(view, serial=view.serial + 1))
    assert not here.derived

    there = boards.what_if(view, {last: Pose(7.0, 8.0)})
    assert there.bases[last].pose == Pose(7.0, 8.0)
    assert boards(there).derived
    assert boards(there).places[last] == Pose(7.0, 8.0)

    stepped = replace(there, bases={**there.bases, first: replace(bases[first], pose=Pose(1.0, 2.0))})
    assert boards(stepped).derived
    assert boards(stepped).places == {k: b.pose for k, b in stepped.bases.items()}

    fallen = replace(stepped, bases={**stepped.bases, first: replace(bases[first], pose=None, where="gone")})
    assert not boards(fallen).derived
    assert first not in boards(fallen).index
    assert boards(view) is here


def others() -> list[State]:
    """Situations that share no part."""
    state = toy_session().state
    return [replace(state, units=dict(state.units), bases=dict(state.bases)) for _ in range(4)]


def test_the_latest_situations_are_remembered_by_their_parts() -> None:
    """Who has the very parts of one of them shares its memory; the oldest is forgotten."""
    latest = Latest(lambda view: (view.units, view.bases), kept=2)
    one, two, three, four = others()
    first = latest(one)
    assert latest(replace(one, serial=9)) is first
    assert latest(two) is not first
    assert latest(one) is first
    latest(three)
    latest(four)
    assert latest(one) is not first


def test_a_memory_asked_for_twice_running_is_recalled() -> None:
    asked: list[State] = []

    def memory(view: State) -> dict[object, object]:
        asked.append(view)
        return {}

    recalled, (one, two, *_) = Recalled(memory), others()
    assert recalled(one) is recalled(one)
    recalled(two)
    recalled(one)
    assert asked == [one, two, one]
