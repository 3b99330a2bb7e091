"""Rosters of other list builders: three forms, one tree; whatever is broken or hostile ends in one sentence."""

from __future__ import annotations

import json
import zipfile
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.files.toml_reading import DataError
from game.engine.files.toml_reading import plain as english
from game.engine.rosters import Roster, looks_like_roster, read_roster, units_of
from game.engine.rosters.names import nearness, plain
from game.engine.rosters.nodes import MOST_UNPACKED
from tests.engine.rosters_made import REEVE, SETTING, WARDENS, as_json, as_xml, packed, profile, pts, roster, selection

TREE = roster(WARDENS, REEVE, SETTING, said=112.5, costLimits=pts(200))
FORMS = {
    "list.ros": as_xml(TREE),
    "list.rosz": packed(("list.ros", as_xml(TREE))),
    "list.json": as_json(TREE),
    "hash.json": as_json(TREE, "#text"),
    "under.json": as_json(TREE, "__text"),
    "bare.json": json.dumps(TREE).encode(),
    "utf16.ros": as_xml(TREE, '<?xml version="1.0" encoding="UTF-16"?>\n').decode().encode("utf-16"),
    "latin.ros": as_xml(TREE, '<?xml version="1.0" encoding="ISO-8859-1"?>\n').decode().encode("latin-1"),
    "marked.json": b"\xef\xbb\xbf" + as_json(TREE),
}


def refusal(data: bytes, name: str = "mud.ros") -> DataError:
    with pytest.raises(DataError) as caught:
        read_roster(data, name)
    assert caught.value.file == name
    return caught.value


# --- what a file holds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMS)
def test_all_forms_give_the_same_roster(name: str) -> None:
    assert looks_like_roster(FORMS[name])
    assert read_roster(FORMS[name], name) == read_roster(FORMS["list.json"], "list.json")


def test_what_is_read_of_a_roster() -> None:
    found = read_roster(FORMS["list.ros"], "list.ros")
    assert (found.name, found.system, found.points, found.limit) == ("Mud and Reeds", "Puddle Wars", 112.5, 200.0)
    (force,) = found.forces
    assert (force.name, force.catalogue) == ("Patrol", "Marsh")
    wardens, reeve, setting = units_of(found)
    assert (wardens.name, wardens.kind, wardens.number, wardens.models, wardens.points) == (
        "Marsh Wardens",
        "unit",
        1,
        5,
        67.5,
    )
    assert [(o.name, o.number, o.points) for o in wardens.options] == [
        ("Boathook", 4, 0.0),
        ("Net gun", 1, 12.5),
        ("Whistle", 1, 5.0),
    ]
    assert (reeve.title, reeve.name, reeve.models, reeve.points) == ("Old Odo", "Reeve", 1, 45.0)
    assert setting.bare
    assert not reeve.bare


def test_characteristics_are_found_whatever_their_case_and_spaces() -> None:
    (unit, _, _) = units_of(read_roster(FORMS["list.ros"], "list.ros"))
    (body,) = unit.parts[0].profiles
    assert body.get("QUALITY") == "4+"
    assert body.get("special rules") == "Fearless, Tough(3)"
    assert body.get("nothing", "quality") == "4+"
    assert unit.parts[-1].rules[0].text == "Heard far off."


def test_units_within_units_and_groups_stand_alone() -> None:
    inner = selection("Punt", "unit", 1, 30, selections=[selection("Crew", "model", 2)])
    outer = selection("Raiders", "unit", 1, 20, selections=[selection("Raider", "model", 3), inner])
    group = selection("Mercenaries", "upgrade", selections=[selection("Eel", "unit", 2, 40)])
    found = units_of(read_roster(as_json(roster(outer, group)), "x"))
    assert [(u.name, u.number, u.models, u.points) for u in found] == [
        ("Raiders", 1, 3, 20.0),
        ("Punt", 1, 2, 30.0),
        ("Eel", 2, 0, 40.0),
    ]


def test_forces_within_forces_are_read_in_order() -> None:
    tree = roster(REEVE)
    tree["forces"][0]["forces"] = [{"name": "Ally", "selections": [selection("Heron", "model", 1, 9)]}]
    for data in (as_xml(tree), as_json(tree)):
        assert [(u.name, u.catalogue) for u in units_of(read_roster(data, "x"))] == [
            ("Reeve", "Marsh"),
            ("Heron", "Ally"),
        ]


@pytest.mark.parametrize(
    ("costs", "points"),
    [
        ([{"name": " PTS ", "value": "40"}, {"name": "Power", "value": 3}], 40.0),
        ([{"name": "Gold", "typeId": "points", "value": 40}], 40.0),
        ([{"name": "Gold", "value": 40}], 40.0),
        ([{"name": "Gold", "value": 40}, {"name": "Silver", "value": 4}], 0.0),
        ([{"name": "pts", "value": "12,5"}], 12.5),
        ([{"name": "pts", "value": "NaN"}], 0.0),
        ([{"name": "pts", "value": 1e300}], 0.0),
        ([{"name": "pts", "value": None}], 0.0),
    ],
)
def test_points_are_the_cost_called_so_or_the_only_one(costs: list[Any], points: float) -> None:
    (unit,) = units_of(read_roster(as_json(roster({**REEVE, "costs": costs})), "x"))
    assert unit.points == points


@pytest.mark.parametrize(("said", "number"), [("3", 3), (3.0, 3), ("-1", 1), ("many", 1), (10**9, 1), (True, 1)])
def test_a_number_that_makes_no_sense_is_one(said: Any, number: int) -> None:
    (unit,) = units_of(read_roster(as_json(roster({**REEVE, "number": said})), "x"))
    assert unit.models == number


def test_names_are_clean_and_no_longer_than_they_may_be() -> None:
    name = "\u200bOld\u00a0\x07  Odo\n" + "o" * 500 + "\ud800"
    (unit,) = units_of(read_roster(as_json(roster(selection(name, "model"))), "x"))
    assert unit.name == ("Old Odo " + "o" * 500)[:120]


def test_marks_of_style_are_no_part_of_a_name() -> None:
    body = profile("Unit", "➤ Eel", Rules="**^^Wet^^** and loud")
    (unit,) = units_of(read_roster(as_json(roster(selection("✦ Eel", "model", profiles=[body]))), "x"))
    assert (unit.name, unit.parts[0].profiles[0].name) == ("Eel", "Eel")
    assert unit.parts[0].profiles[0].get("rules") == "Wet and loud"


def test_groups_may_be_single_and_attributes_together() -> None:
    tree = {
        "_attributes": {"name": "Odd"},
        "forces": {"force": {"$": {"name": "F"}, "selections": {"selection": {"@name": "Reeve", "@type": "model"}}}},
    }
    found = read_roster(json.dumps({"roster": tree}).encode(), "x")
    assert (found.name, found.forces[0].name, [u.name for u in units_of(found)]) == ("Odd", "F", ["Reeve"])


# --- hostile and broken files ------------------------------------------------------------------------------------

LAUGHS = (
    b'<?xml version="1.0"?>\n<!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n'
    b'<roster name="&b;"><forces/></roster>'
)
OUTSIDE = b'<!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/hostname">]><roster>&x;</roster>'
PARAMETER = b'<!DOCTYPE roster [<!ENTITY % p SYSTEM "http://invented.example/x.dtd"> %p;]><roster/>'
NBSP = b"<roster>&nbsp;</roster>"
CROSSED = b"<roster><a></b></roster>"
STRANGE = b"<?xml version='1.0' encoding='klingon'?><roster/>"
LONG_TAG = "a tag or comment is longer than 400000 bytes"
DEEP = b'{"selections": [' * 70 + b"]}" * 70


@pytest.mark.parametrize("data", [LAUGHS, OUTSIDE, PARAMETER, b"<!DOCTYPE roster><roster/>"])
def test_document_types_and_entities_are_refused(data: bytes) -> None:
    error = refusal(data)
    assert "DTD" in english(error.message)
    assert error.key.startswith("line ")


@pytest.mark.parametrize(
    ("data", "key", "says"),
    [
        (b"", "", "the file is empty"),
        (b"<!DOCTYPE html><html></html>", "line 1, column ", "this is a web page, not a roster"),
        (b"<html></html>", "", "this is not a roster: it begins with “html”"),
        (b'<roster name="">\n<forces>\n<f>', "line 3, column 4", "this is not a complete XML file: it breaks off here"),
        (NBSP, "line 1, column 9", "this is not a complete XML file: an unknown entity stands here"),
        (CROSSED, "line 1, column ", "this is not a complete XML file: mismatched closing tag"),
        (b"<roster><forces/></roster>", "forces", "nothing is chosen in this roster"),
        (STRANGE, "line 1", "its character encoding is unknown"),
        (b"<a>" * 80, "line 1, column 181", "its parts lie more than 60 deep in each other"),
        (b"<r>" + b"<a/>" * 100_000, "line 1, column ", "it has more than 100000 parts, too many for an army list"),
        (b"<r " + b'a="" ' * 200_000 + b"/>", "line 1, column 1", LONG_TAG),
        (b"<r><!--" + b"-x" * 400_000 + b"--></r>", "line 1, column 4", LONG_TAG),
        (b" " * 8_000_001, "", "the file is too large for an army list"),
        (b'{"roster": {"forces": [}', "line 1, column 24", "this is not JSON, or it breaks off here"),
        (b'{"units": []}', "", "this is JSON, but not a roster: it has no forces"),
        (b'{"roster": {"name": "x"}}', "forces", "nothing is chosen in this roster"),
        (b'{"a": ' * 100_000, "line 1", "its parts lie more than 200 deep in each other"),
        (b'{"forces": [' + DEEP + b"]}", "", "its parts lie more than 60 deep in each other"),
        (b"[1, 2]", "", "this is JSON, but not a roster: it has no forces"),
        (b'{"forces": [\n"\xff"]}', "line 2", "this is not text in UTF-8; is it another kind of file?"),
        (b"PK\x03\x04torn", "", "the packed file is damaged or not a ZIP: it cannot be unpacked"),
    ],
)  # fmt: skip
def test_broken_files_are_told_with_their_place(data: bytes, key: str, says: str) -> None:
    error = refusal(data)
    assert english(error.message) == says
    assert error.key.startswith(key)
    assert bool(error.key) == bool(key)


def test_a_packed_roster_holds_one() -> None:
    one = as_xml(TREE)
    assert refusal(packed()).args[0] == "mud.ros: it holds 0 rosters (.ros); it must hold one"
    assert "it holds 2 rosters" in str(refusal(packed(("a.ros", one), ("b.ROS", one))))
    many = packed(*((f"{n}.txt", b"") for n in range(51)))
    assert "it holds 51 files" in str(refusal(many))
    assert read_roster(packed(("note.txt", b"hello"), ("deep/A.ROS", one)), "x").name == "Mud and Reeds"


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed(("a.ros", b"<roster>" + b" " * (MOST_UNPACKED + 10)))
    assert len(bomb) < 50_000
    assert str(refusal(bomb)).startswith("mud.ros, a.ros: unpacked it is larger than ")
    slow = packed(("a.ros", zlib.compress(b"x" * 1000) * 400 + b" " * MOST_UNPACKED), method=zipfile.ZIP_STORED)
    assert "too large" in str(refusal(slow))


def test_a_size_that_lies_is_not_believed() -> None:
    """The head of the file says it is small; what comes out is counted all the same."""
    bomb = bytearray(packed(("a.ros", b" " * 3_000_000)))
    size = (3_000_000).to_bytes(4, "little")
    for _ in range(2):
        at = bomb.index(size)
        bomb[at : at + 4] = (100).to_bytes(4, "little")
    refusal(bytes(bomb))


def test_a_lock_and_a_strange_packing_are_refused() -> None:
    locked = bytearray(packed(("a.ros", as_xml(TREE))))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert "password" in str(refusal(bytes(locked)))
    strange = packed(("a.ros", as_xml(TREE)), method=zipfile.ZIP_BZIP2)
    assert "packed in an unknown way" in str(refusal(strange))


def test_lists_of_no_sensible_size_are_refused_and_large_units_cut() -> None:
    many = [selection("Eel", "unit", 1, 1) for _ in range(401)]
    assert "it has more than 400 units" in str(refusal(as_json(roster(*many))))
    assert len(units_of(read_roster(as_json(roster(*many[:400])), "x"))) == 400
    big = selection("Eel", "unit", selections=[selection(f"O{n}", "upgrade", 1, 1) for n in range(350)])
    (unit,) = units_of(read_roster(as_json(roster(big)), "x"))
    assert (len(unit.parts), unit.left, unit.points) == (300, 51, 350.0)


# --- anything at all ---------------------------------------------------------------------------------------------


def door(data: bytes) -> Roster | None:
    """A file through the door: a roster, or the door's own error and nothing else."""
    looks_like_roster(data)
    try:
        found = read_roster(data, "any")
    except DataError:
        return None
    for unit in units_of(found):
        assert unit.name
        assert unit.number >= 1
    return found


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 4000))
def test_torn_files_never_raise_anything_else(name: str, at: int) -> None:
    door(FORMS[name][:at])


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=8))
def test_files_with_wrong_bytes_never_raise_anything_else(name: str, wrong: list[tuple[int, int]]) -> None:
    data = bytearray(FORMS[name])
    for at, byte in wrong:
        data[at % len(data)] = byte
    door(bytes(data))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([b"", b"<", b"{", b"[", b"PK\x03\x04", b"<roster>", b'{"roster":']), st.binary(max_size=300))
def test_bytes_never_raise_anything_else(start: bytes, rest: bytes) -> None:
    door(start + rest)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["forces", "selections", "costs", "profiles", "name", "number", "value", "$text", "force"]),
        inner,
        max_size=4,
    ),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(JSON, JSON)
def test_any_json_never_raises_anything_else(forces: Any, costs: Any) -> None:
    door(json.dumps({"roster": {"forces": forces, "costs": costs}}).encode())


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("marsh wardens", 2.0),
        ("marsh warden", 1.0),
        ("marsh wardens (levy)", 1.0),
        ("veteran marsh wardens", 0.9),
        ("wardens", 0.0),
        ("reeve", 0.0),
        ("", 0.0),
    ],
)
def test_how_near_names_are(name: str, near: float) -> None:
    assert nearness(name, ["marsh wardens", "eels"]) == near


def test_a_slip_of_the_pen_is_near() -> None:
    assert 0.84 <= nearness("marsh wardnes", ["marsh wardens"]) < 1.0
    assert plain("eels [elite], & pikes") == "eel pike"


def test_profiles_keep_the_first_of_a_name() -> None:
    tree = roster(selection("Eel", "model", profiles=[profile("Unit", "Eel", quality="3+")]))
    tree["forces"][0]["selections"][0]["profiles"][0]["characteristics"].append({"name": "Quality", "$text": "5+"})
    (unit,) = units_of(read_roster(as_json(tree), "x"))
    assert unit.parts[0].profiles[0].values == {"quality": "3+"}
