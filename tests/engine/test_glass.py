"""Views behind glass: nothing in them can be changed, and what has not changed is the same object."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np
import pytest

from game.engine.glass import Glass
from game.engine.state import Base, State, Table, Unit
from game.geometry.shapes import Footprint, Pose


class Plain(msgspec.Struct, frozen=True):
    """Made of plain parts alone, one of them a struct."""

    names: tuple[str, ...]
    at: Pose | None = None
    kind: Literal["a", "b"] = "a"


class Deep(msgspec.Struct, frozen=True):
    """Holds a mapping two structs down."""

    inner: Holder
    more: tuple[Holder, ...] = ()


class Holder(msgspec.Struct, frozen=True):
    """Holds a mapping."""

    counts: dict[str, int]


class Ring(msgspec.Struct, frozen=True):
    """Holds others of its own kind."""

    parts: tuple[Ring, ...] = ()
    data: Any = None


class Loose(msgspec.Struct):
    """No frozen one: its field can be set."""

    count: int = 0


class Around(msgspec.Struct, frozen=True):
    """Around one that is not frozen, beside a mapping."""

    loose: Loose
    counts: dict[str, int]


def state(**more: Any) -> State:
    """A state with one unit of two bases."""
    shape = Footprint("rect", 20.0, 20.0)
    bases = {b: Base(b, "u", n, shape, Pose(10.0 * n, 5.0)) for n, b in enumerate(("b1", "b2"))}
    return State(
        "toy", Table(600.0, 400.0), bases=bases, units={"u": Unit("u", "red", "foot", "Foot", ("b1", "b2"))}, **more
    )


@pytest.mark.parametrize(
    "value",
    [Plain(("x",), Pose(1.0, 2.0)), (Plain(()), 1, "x"), Pose(1.0, 2.0), "word", ("a", ("b", 2)), Ring((Ring(),), 3)],
)
def test_what_cannot_be_changed_anyhow_is_handed_out_itself(value: object) -> None:
    glass = Glass()
    assert glass(value) is value
    assert glass(value) is value


def test_mappings_and_lists_refuse_every_change_however_deep_they_lie() -> None:
    glass = Glass()
    deep = Deep(Holder({"x": 1}), (Holder({"y": 2}),))
    ring = Ring((Ring((), {"in": [1, {"z": 1}]}),))
    seen, around = glass(deep), glass(ring)
    assert (seen, around) == (deep, ring)
    for mapping in (seen.inner.counts, seen.more[0].counts, around.parts[0].data, around.parts[0].data["in"][1]):
        with pytest.raises(TypeError, match="cannot be changed"):
            mapping["x"] = 5
    with pytest.raises(TypeError, match="cannot be changed"):
        around.parts[0].data["in"].append(2)
    deep.inner.counts["x"] = 9
    assert seen.inner.counts == {"x": 1}


def test_a_mapping_beside_what_is_not_frozen_refuses_as_well() -> None:
    around = Glass()(Around(Loose(), {"x": 1}))
    with pytest.raises(TypeError, match="cannot be changed"):
        around.counts.clear()


def test_arrays_are_copies_that_cannot_be_written() -> None:
    array = np.zeros(3)
    seen = Glass()(Ring((), array))
    with pytest.raises(ValueError, match="read-only"):
        seen.data[0] = 1.0
    array[0] = 2.0
    assert seen.data[0] == 0.0


def test_what_has_not_changed_is_the_same_object_as_before() -> None:
    glass = Glass()
    before = state(options={"fog": True})
    first = glass(before)
    after = before.with_poses({"b1": Pose(99.0, 5.0)})
    second = glass(after)
    assert second == after
    assert second.bases["b2"] is first.bases["b2"]
    assert second.units is first.units
    assert second.options is first.options
    assert list(second.bases) == list(before.bases)
    assert glass(after) is second
    with pytest.raises(TypeError, match="cannot be changed"):
        second.bases.pop("b1")
