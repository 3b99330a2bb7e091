"""What is remembered of who there is: shared where nothing of it differs, never where anything does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State, Tie
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.facts import known
from tests.rules.universal_battle.table import hero, scene, troops

HERE = scene(troops("A1", [(10, 5), (10, 6)], 2), hero("A9", (12, 5)), troops("B1", [(10, 15)], 1))


def with_unit(state: State, unit: str, **changed: Any) -> State:
    one = state.units[unit]
    return replace(state, units={**state.units, unit: replace(one, own=replace(one.own, **changed))})


def with_model(state: State, base: str, **changed: Any) -> State:
    one = state.bases[base]
    return replace(state, bases={**state.bases, base: replace(one, own=replace(one.own, **changed))})


@pytest.mark.parametrize(
    "there",
    [
        with_unit(HERE, "A1", fatigue=2, activated=True),
        with_unit(HERE, "B1", status="shaken", hurt=True),
        with_model(HERE, "A1.2", lost=1),
        replace(HERE, own=replace(HERE.own, round=3)),
    ],
)
def test_what_is_known_outlasts_whatever_else_happens(there: State) -> None:
    assert known(there) is known(HERE)


@pytest.mark.parametrize(
    "there",
    [
        with_unit(HERE, "A9", joined="A1"),
        with_unit(HERE, "B1", flag=True),
        with_unit(HERE, "B1", formation="hidden"),
        with_unit(HERE, "A1", initial=9),
        with_model(HERE, "A1.1", specs=("scouts",)),
        with_model(HERE, "A1.1", growth=3),
        replace(HERE, ties={"t": Tie("t", facts.LOCKED, "A1", "B1")}),
        replace(HERE, bases={**HERE.bases, "A1.2": replace(HERE.bases["A1.2"], where="gone", pose=None)}),
        replace(HERE, units={u: HERE.units[u] for u in ("A1", "A9")}),
    ],
)
def test_what_is_known_is_worked_out_anew_where_it_may_differ(there: State) -> None:
    assert known(there) is not known(HERE)


def test_models_are_those_of_the_state_that_is_asked() -> None:
    """What is remembered are their ids: losses and places are read off each state."""
    before = facts.left(HERE, "A1")
    there = with_model(HERE, "A1.2", lost=1)
    assert [facts.model(b).lost for b in before] == [0, 0]
    assert [facts.model(b).lost for b in facts.left(there, "A1")] == [0, 1]
    pose = HERE.bases["B1.1"].pose
    assert pose is not None
    moved = HERE.with_poses({"B1.1": replace(pose, y=pose.y + 100.0)})
    assert near.distance(moved, "A1", "B1") == pytest.approx(near.distance(HERE, "A1", "B1") + 100.0, abs=0.01)
