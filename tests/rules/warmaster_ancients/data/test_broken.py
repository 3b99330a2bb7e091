"""Broken data files: the error names the file, the key and what would be right."""

from importlib import resources

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.options import read_options
from rulesets.warmaster_ancients.data_files import (
    load_scenario,
    read_army_list,
    read_modifiers,
    read_scenario,
    read_terrain,
    read_troops,
)

DATA = resources.files("rulesets.warmaster_ancients") / "data"


def text(*path):
    place = DATA
    for part in path:
        place = place / part
    return place.read_text(encoding="utf-8")


def broken(reader, source, old, new):
    """What a reader says when the first ``old`` of a good file is replaced."""
    assert old in source
    with pytest.raises(DataError) as caught:
        reader(source.replace(old, new, 1).encode(), "x.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "hits = 3",
            "hitz = 3",
            "x.toml, unit 1 (LEG), hitz: “hitz” is not a known key here; did you mean “hits”?",
        ),
        ("hits = 3\n", "", "x.toml, unit 1 (LEG): the key “hits” is missing"),
        ("hits = 3", 'hits = "3"', "x.toml, unit 1 (LEG), hits: this must be a whole number, not text in quotes"),
        ("hits = 3", "hits = 0", "x.toml, unit 1 (LEG), hits: this is 0, but must be at least 1"),
        ("armour = 5", "armour = 7", "x.toml, unit 1 (LEG), armour: this is 7, but must be at most 6"),
        (
            'type = "infantry"',
            'type = "infantri"',
            "x.toml, unit 1 (LEG), type: “infantri” cannot stand here; choose from: infantry, cavalry, chariots, "
            "artillery, elephants",
        ),
        ("min = 4", "min = 9", "x.toml, LEG, min: the minimum 9 is more than the maximum 8"),
        ('code = "TRI"', 'code = "LEG"', "x.toml, code LEG: this name is used 2 times; every name must be used once"),
        (
            "counts = { LEG = 6",
            "counts = { LEGG = 6",
            "x.toml, sample legion, counts, LEGG: “LEGG” is not a known code of this army; did you mean “LEG”?",
        ),
        (
            "counts = { LEG = 6",
            'counts = { LEG = "6"',
            "x.toml, sample 1 (legion), counts, LEG: this must be a whole number, not text in quotes",
        ),
        (
            'flags = ["artillery"]',
            'flags = ["artillery", "flying"]',
            "x.toml, unit 5 (SCO), flags 2: “flying” cannot stand here; choose from: terrifying, shock, heavy, "
            "scythed, artillery",
        ),
        ('rank = "general"', 'rank = "leader"', "x.toml, character: an army needs exactly one row of rank “general”"),
    ],
)
def test_army_lists(old, new, sentence):
    assert broken(read_army_list, text("armies", "rome.toml"), old, new) == sentence


def test_a_line_that_is_no_toml():
    said = broken(read_army_list, text("armies", "rome.toml"), "hits = 3", "hits = 3 4")
    assert said == (
        "x.toml, line 12: “hits = 3 4” is not valid TOML: expected newline or end of document after a statement"
    )


def test_chariots_without_shock():
    said = broken(read_army_list, text("armies", "carthage.toml"), '["heavy", "shock"]', '["heavy"]')
    assert said == "x.toml, unit HCH, flags: heavy and scythed chariots need the flag “shock” too"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'kind = "hill"',
            'kind = "hil"',
            "x.toml, terrain west_hill, kind: “hil” is not a known terrain kind; did you mean “hill”?",
        ),
        (
            'kind = "hedge"',
            'kind = "marsh"',
            "x.toml, terrain sheepfold, polygon: a feature of this kind is a polygon of at least 3 points",
        ),
        (
            'kind = "hill"',
            'kind = "wall"',
            "x.toml, terrain west_hill, line: a feature of this kind is a line of at least 2 points",
        ),
        (
            "[10.0, 0.0]",
            "[10.0, -1.5]",
            "x.toml, deployment 1, polygon: the point 10.0, -1.5 is off the table of 180.0 x 120.0 cm",
        ),
        (
            "[10.0, 0.0]",
            "[10.0, 0.0, 3.0]",
            "x.toml, deployment 1, polygon 1: this list must have 2 entries, but has 3",
        ),
        ('side = "north"', 'side = "south"', "x.toml, deployment: the side “north” has no deployment area"),
        (
            'side = "north"\npart = 1',
            'side = "south"\npart = 1',
            "x.toml, break_point: the side “south” needs exactly one break point",
        ),
        ('id = "east_hill"', 'id = "west_hill"',
         "x.toml, terrain west_hill: this name is used 2 times; every name must be used once"),
        (
            'kind = "universal"',
            'kind = "historical"',
            "x.toml, roster: a historical battle fixes one army for each side, a universal one fixes none",
        ),
        ("[deploy]", "[deployd]", "x.toml, deployd: “deployd” is not a known key here; did you mean “deploy”?"),
        ("turns = 8", "turns = true", "x.toml, turns: this must be a whole number, not true or false"),
    ],
)  # fmt: skip
def test_scenarios(old, new, sentence):
    assert broken(read_scenario, text("scenarios", "open_field.toml"), old, new) == sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'feature = "ramparts"',
            'feature = "rampart"',
            "x.toml, objective hold-ramparts, feature: “rampart” is not a known terrain feature of this scenario; "
            "did you mean “ramparts”?",
        ),
        (
            'feature = "ramparts"\n',
            "",
            "x.toml, objective hold-ramparts: an objective is either a terrain feature or a polygon of its own",
        ),
        (
            'id = "hold-ramparts"',
            'id = "ramparts"',
            "x.toml, objective ramparts, id: a terrain feature has this id already",
        ),
        ("part = 3\nof = 5", "part = 6\nof = 5", "x.toml, share north: a share cannot be more than the whole"),
    ],
)
def test_objectives_and_shares(old, new, sentence):
    assert broken(read_scenario, text("scenarios", "fortified_hill.toml"), old, new) == sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'army = "carthage"',
            'army = "cartage"',
            "x.toml, roster north, army: “cartage” is not a known army; did you mean “carthage”?",
        ),
        ("{ LIB = 8", "{ LEG = 8", "x.toml, roster north, counts, LEG: “LEG” is not a known code of this army; "
         "choose from: "
         "LIB, GAL, SLI, NUM, PUN, ELE, HCH, SCH, LCH, STRA, COMM, COMC, COME, CHIE"),
    ],
)  # fmt: skip
def test_rosters(old, new, sentence):
    assert broken(read_scenario, text("scenarios", "cannae.toml"), old, new) == sentence


def test_tables():
    said = broken(read_modifiers, text("modifiers.toml"), 'status = "fortified"\nneed', 'status = "defended"\nneed')
    assert said == "x.toml, shooting defended: this name is used 2 times; every name must be used once"
    source = text("modifiers.toml")
    start = source.index("[[combat]]")
    cut = source[:start] + source[source.index("[[combat]]", start + 1) :]
    with pytest.raises(DataError) as caught:
        read_modifiers(cut.encode(), "x.toml")
    assert str(caught.value) == "x.toml, combat: there is no row for the status “open”"
    said = broken(read_troops, text("troops.toml"), "move_cm = 20.0", "move_cm = 0.0")
    assert said == "x.toml, type 1 (infantry), move_cm: this is 0.0, but must be more than 0.0"
    said = broken(read_options, text("options.toml"), "default = 1000", "default = 10")
    assert said == "x.toml, option points, default: a number needs min and max, and its default between them"
    said = broken(read_options, text("options.toml"), "default = false", "default = 0")
    assert said == "x.toml, option harsh_confusion, default: the default must be of the type “bool”"
    said = broken(read_terrain, text("terrain.toml"), 'against = "outside"\n', "")
    assert said == "x.toml, kind hill, against: protection and against belong together: give both, or neither"
    said = broken(read_terrain, text("terrain.toml"), 'against = "outside"\n', 'against = "across"\n')
    assert said == "x.toml, kind hill, against: “across” belongs to lines that protect, and to nothing else"


@pytest.mark.parametrize("name", ["open_field", "river", "fortified_hill", "cannae"])
def test_a_file_torn_anywhere_is_refused_or_read_whole(name):
    """Cut at every hundredth byte: an error with a place, never another exception, and never half a scenario."""
    data = text("scenarios", f"{name}.toml").encode()
    whole = load_scenario(name)
    refused = []
    for end in range(0, len(data) - 1, 101):
        try:
            assert read_scenario(data[:end], "x.toml") == whole
        except DataError as error:
            refused.append(str(error))
    assert all(said.startswith("x.toml") for said in refused)
    assert len(refused) >= len(data) // 101 - 1


def test_unknown_scenario():
    with pytest.raises(DataError) as caught:
        load_scenario("rivers")
    assert str(caught.value) == "scenarios: “rivers” is not a known scenario; did you mean “river”?"
