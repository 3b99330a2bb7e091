"""Parts of a system's own structs: their fields have bare names everywhere, and old records still open."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.apply import with_field
from game.engine.command import Answering, Refusal
from game.engine.fields import Count, Mm, Part, in_parts, out_of_parts, types_of, value_of_field, with_fields
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.records.writer import Writer
from game.engine.state import Side, State, Table, Unit, state_hash, state_hash_without_parts

KEPT = Path(__file__).parent / "kept" / "format-2.tabula.xz"


class Legs(msgspec.Struct, frozen=True, omit_defaults=True):
    moved: Mm = 0.0
    wheels: Count = 0


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str = ""
    legs: Part[Legs] = msgspec.field(default_factory=Legs)


class Flat(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str = ""
    moved: Mm = 0.0
    wheels: Count = 0


class Twice(msgspec.Struct, frozen=True):
    wheels: Count = 0
    legs: Part[Legs] = msgspec.field(default_factory=Legs)


def state_of(own: Any) -> State:
    return State(
        "X", Table(100.0, 100.0), {}, {"red": Side("red", "Red", 0)}, {"A": Unit("A", "red", "k", "A", own=own)}
    )


def test_a_field_of_a_part_is_read_and_changed_by_its_bare_name() -> None:
    own = with_fields(Own("cart"), moved=5.0, name="gun")
    assert own == Own("gun", Legs(moved=5.0))
    assert (value_of_field(own, "moved"), value_of_field(own, "name")) == (5.0, "gun")
    assert with_field(own, "wheels", 4) == Own("gun", Legs(moved=5.0, wheels=4))
    assert list(types_of(Own)) == ["name", "moved", "wheels"]


def test_plain_data_is_put_into_parts_and_taken_out_again() -> None:
    inside = {"name": "gun", "legs": {"moved": 5.0, "wheels": 4}}
    assert in_parts(Own, {"name": "gun", "moved": 5.0, "legs": {"wheels": 4}}) == inside
    assert in_parts(Own, inside) == inside
    assert out_of_parts(Own, inside) == {"name": "gun", "moved": 5.0, "wheels": 4}


def test_two_fields_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="names of others"):
        value_of_field(Twice(), "wheels")


def test_the_hash_without_parts_is_that_of_a_struct_without_parts() -> None:
    flat, parted = state_of(Flat("gun", 5.0)), state_of(Own("gun", Legs(5.0)))
    assert state_hash_without_parts(parted) == state_hash(flat)
    assert state_hash(parted) != state_hash(flat)


def test_a_battle_of_format_2_is_opened_and_gone_on_with_in_its_own_format(tmp_path: Path) -> None:
    rules, path = load_ruleset("NAP"), tmp_path / "old.tabula"
    path.write_bytes(lzma.decompress(KEPT.read_bytes()))
    record = read_record(path)
    session = record.session(rules)
    assert (record.header.tabula_belli, record.problems, len(session.lines)) == (2, [], 11)
    assert all(u.own.strength.began > 0 for u in session.state.units.values() if u.own.arm != "general")
    writer = Writer.follow(record, session)
    decision = session.waiting[0]
    assert not isinstance(session.submit(Answering(decision.id, decision.side, session.default(decision))), Refusal)
    writer.close()
    again = read_record(path).session(rules)
    assert len(again.lines) == len(session.lines) > 11
    assert again.state == session.state
