"""Rosters of other list builders laid onto the armies of Warmaster Ancients, and lists kept as files. All invented."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.lists import Finding, KeepsLists, ListReport, TellsLimits, Unenforced, unenforced
from game.engine.ruleset import SideSetup
from rulesets.warmaster_ancients import RULESET
from tests.engine.rosters_made import Tree, as_json, as_xml, packed, pts, roster, selection

LEGION = [
    selection("Consul", "model", 1, 125),
    selection("Hastati & Principes", "unit", 4, 220, selections=[selection("Stand", "model", 12)]),
    selection("TRIARII", "unit", 1, 65),
    selection("Velites", "model", 6, 70),
    selection("Ekwici", "unit", 1, 80),
]
"""A list of an invented player: a name with a sign, a code's name in capitals, stands instead of units, Polish."""


def read(*units: Tree, size: int = 1000, **more: object) -> ListReport:
    return RULESET.read_list(as_xml(roster(*units, **more)), "legion.ros", size)  # type: ignore[arg-type]


def said(report: ListReport, kind: str) -> list[tuple[str, str]]:
    return [(f.where, f.text.key) for f in report.findings if f.kind == kind]


def test_names_counts_and_points_become_a_list() -> None:
    report = read(*LEGION, catalogue="Republican Rome", said=560)
    assert report.chosen == SideSetup("rome", {"LEG": 4, "TRI": 1, "VEL": 2, "EQU": 1, "CONS": 1}, "Mud and Reeds")
    assert ("", "the army is {army}") in said(report, "taken")
    assert said(report, "guessed") == [("Hastati & Principes", "read as {unit}")]
    assert said(report, "differs") == [
        ("Ekwici", "it costs {said} points in the file, {own} here"),
        ("", "the army costs {own} points here, {said} in the file"),
    ]
    assert said(report, "unknown") == []


def test_the_same_from_every_form() -> None:
    tree = roster(*LEGION, catalogue="Republican Rome")
    forms = [as_xml(tree), as_json(tree), packed(("x.ros", as_xml(tree)))]
    reports = [RULESET.read_list(data, "legion", 1000) for data in forms]
    assert reports[0].chosen is not None
    assert reports[1] == reports[0]
    assert reports[2] == reports[0]


def test_single_stands_make_up_units_where_the_points_say_so() -> None:
    """Six Velites are two units of three: 70 points; for 210 points they are six units."""
    two = read(selection("Velites", "model", 6, 70)).chosen
    six = read(selection("Velites", "model", 6, 210)).chosen
    assert two is not None
    assert six is not None
    assert (two.counts, six.counts) == ({"VEL": 2}, {"VEL": 6})
    doubtful = read(selection("Velites", "model", 6, 0))
    assert doubtful.chosen is not None
    assert doubtful.chosen.counts == {"VEL": 2}
    assert ("Velites", "{n} model is read as this number of units: {units}") in said(doubtful, "guessed")


def test_what_the_army_does_not_have_is_kept_and_shown() -> None:
    units = [
        *LEGION,
        selection("Camel Riders", "unit", 2, 90, selections=[selection("Camel", "model", 6)]),
        selection("Equites", "unit", 1, 75, selections=[selection("Golden Spurs", "upgrade", 1, 15)]),
        selection("Army rules", "upgrade"),
    ]
    report = read(*units)
    assert report.chosen is not None
    assert unenforced(report.chosen) == (
        Unenforced("Camel Riders", 2, 90),
        Unenforced("Golden Spurs", 1, 15, "Equites"),
    )
    assert [where for where, _ in said(report, "unknown")] == ["Camel Riders", "Equites"]
    assert ("Army rules", "read as a setting of the list, not as a unit") in said(report, "guessed")
    setup = RULESET.default_setup("open_field", 1000)
    setup = replace(setup, sides={**setup.sides, "south": report.chosen})
    again = RULESET.read_list(RULESET.list_file(setup, "south").encode(), "kept.toml", 1000)
    assert again.chosen == report.chosen
    state, _ = RULESET.begin(setup)
    assert not [u for u in state.units.values() if "Camel" in u.name]


def test_models_that_do_not_agree_are_told() -> None:
    report = read(selection("Triarii", "unit", 1, 65, selections=[selection("Stand", "model", 4)]))
    assert ("Triarii", "{n} model in the file, {own} here") in said(report, "differs")
    right = read(selection("Triarii", "unit", 1, 65, selections=[selection("Stand", "model", 3)]))
    assert said(right, "differs") == []


def test_sums_and_limits_of_the_file_are_checked() -> None:
    report = read(selection("Triarii", "unit", 1, 65), said=70, costLimits=pts(500))
    assert said(report, "differs") == [
        ("", "the units cost {own} points, the file says {said}"),
        ("", "the army costs {own} points here, {said} in the file"),
        ("", "the list is made for {limit} points, the battle for {size}"),
    ]
    assert said(read(selection("Triarii", "unit", 1)), "guessed")[-1] == (
        "",
        "the file gives no points; the army costs {n} here",
    )


def test_the_army_is_found_by_its_units_or_its_name() -> None:
    units = (selection("Elephants", "unit", 1, 0), selection("Numidian horse", "unit", 1, 0))
    poor = read(*units, gameSystemName="Warmaster Ancients (2nd)")
    assert poor.chosen is not None
    assert poor.chosen.army == "carthage"
    assert said(poor, "guessed")[0] == ("", "read as {army}, which has most of its units")


@pytest.mark.parametrize(
    ("system", "own", "strangers", "taken"),
    [
        ("Kill Team", 1, 5, False),
        ("Kill Team", 2, 1, True),  # two thirds of them
        ("Kill Team", 3, 2, False),
        ("", 1, 2, False),
        ("", 2, 2, True),  # half of them
        ("Warmaster Ancients", 1, 5, True),
        ("WMA", 1, 5, True),
    ],
)
def test_lists_of_other_games_are_told_apart(system: str, own: int, strangers: int, taken: bool) -> None:
    """A few troops of the same name make no army: a Kill Team cult is not Republican Rome."""
    mine = [selection(n, "unit", 1, 0) for n in ("Velites", "Triarii", "Hastati and Principes")[:own]]
    others = [selection(f"Acolyte {n}", "unit", 1, 9) for n in "abcdef"[:strangers]]
    report = read(*mine, *others, selection("Battle size"), gameSystemName=system, catalogue="Cults")
    assert (report.chosen is not None) is taken
    if not taken:
        (wrong,) = report.findings
        told = Speaker("en", RULESET).say(wrong.text)
        assert f"{own} of its {own + strangers} units are in Republican Rome" in told
        assert not system or told.startswith(f"this list is for {system}, not for Warmaster Ancients: ")


def test_a_list_of_this_army_by_name_is_taken_whatever_its_system_is_called() -> None:
    units = [selection(n, "unit", 1, 9) for n in ("Triarii", "Moon Cow", "Eel", "Space Boat")]
    assert read(*units, catalogue="Republican Rome").chosen is not None


BOATS = as_xml(roster(selection("Space Boat", "unit", 1, 9)))
DTD = b"<!DOCTYPE x><roster/>"


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        (BOATS, ("", "none of its units is in an army of Warmaster Ancients")),
        (DTD, ("line 1, column", "it defines its own document type (DTD); such files are not read")),
        (b"", ("", "the file is empty")),
        (b'{"units": []}', ("", "this is JSON, but not a roster: it has no forces")),
        (b'{"units": [', ("line 1, column 12", "this is not JSON, or it breaks off here")),
        (b'army = "rome"\n[counts]\nLEG = 100', ("counts, LEG", "this is 100, but must be at most 99")),
        (b'army="rome"\n[counts]\nLEGX=1', ("counts", "“LEGX” is not a known entry of this army; did you mean “LEG”?")),
        (b'army = "roma"\n[counts]', ("army", "“roma” is not a known army; did you mean “rome”?")),
        (b'ruleset = "XYZ"\narmy = "rome"\n[counts]', ("ruleset", "This list is for XYZ, not for WMA")),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_in_a_sentence(data: bytes, finding: tuple[str, str]) -> None:
    report = RULESET.read_list(data, "odd", 1000)
    assert report.chosen is None
    (found,) = report.findings
    assert found.where.startswith(finding[0])
    assert (found.kind, Speaker("en", RULESET).say(found.text)) == ("wrong", finding[1])


def test_a_list_of_a_player_without_a_ruleset_in_it_is_read() -> None:
    report = RULESET.read_list(b'army = "rome"\nname = "Mine"\nsize = 1000\n[counts]\nLEG = 4\nTRI = 0', "l.toml", 1000)
    assert report.chosen == SideSetup("rome", {"LEG": 4}, "Mine")
    assert [type(f) for f in report.findings] == [Finding]


@pytest.mark.clause("WMA-S40", "WMA-SET-04")
def test_limits_are_told_as_they_are_checked() -> None:
    assert isinstance(RULESET, KeepsLists)
    assert isinstance(RULESET, TellsLimits)
    setup = RULESET.default_setup("open_field", 1000)
    rows = [(n.label.key, n.have, n.least, n.most, n.kept) for n in RULESET.limits(setup, "south")]
    assert rows == [
        ("Points", 1000, 950, 1000, True),
        ("Units", 14, None, None, True),
        ("Characters", 3, None, None, True),
        ("Generals", 1, 1, 1, True),
    ]
    for change, kept in ((0, True), (-1, True), (-2, False)):
        counts = {**setup.sides["south"].counts}
        counts["VEL"] += change
        sides = {**setup.sides, "south": SideSetup("rome", counts)}
        changed = replace(setup, sides=sides)
        assert RULESET.limits(changed, "south")[0].kept is kept
        assert (not RULESET.check_setup(changed)) is kept
    sides = {**setup.sides, "south": SideSetup("nowhere", {})}
    assert RULESET.limits(replace(setup, sides=sides), "south") == ()


def test_json_keeps_its_numbers() -> None:
    data = json.dumps({"roster": roster(selection("Triarii", "unit", 2, 130.0))}).encode()
    found = RULESET.read_list(data, "x", 1000).chosen
    assert found is not None
    assert found.counts == {"TRI": 2}


@pytest.mark.clause("WMA-SET-05")
def test_a_side_with_a_share_has_a_size_of_its_own() -> None:
    setup = RULESET.default_setup("fortified_hill", 1000)
    assert [RULESET.side_size(setup, side) for side in ("south", "north")] == [1000, 600]
    assert [RULESET.limits(setup, side)[0].most for side in ("south", "north")] == [1000, 600]
    assert RULESET.side_size(replace(setup, scenario="nowhere"), "north") == 1000


def test_a_file_of_thousands_of_parts_is_told_in_a_moment() -> None:
    options = [selection(f"Gilded {n}", "upgrade", 1, 1) for n in range(20_000)]
    report = read(selection("Triarii", "unit", 1, 65, selections=options))
    assert len(report.findings) < 310
    assert ("Triarii", "{n} further part is left out: there are too many") in said(report, "unknown")
