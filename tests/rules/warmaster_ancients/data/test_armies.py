"""Army lists and what may be made of them."""

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.text import Text
from game.kit.muster.lists import cost
from rulesets.warmaster_ancients.army.data_army import (
    bounds,
    check_army,
    check_sizes,
    list_for,
    muster,
    thousands,
)
from rulesets.warmaster_ancients.data_files import armies, load_army, load_scenario
from rulesets.warmaster_ancients.deploy.setup import SETUP

ROME = {"LEG": 6, "TRI": 2, "VEL": 3, "EQU": 2, "SCO": 1, "CONS": 1, "LEGA": 1, "TRIB": 1}
CARTHAGE = {"LIB": 4, "GAL": 3, "SLI": 2, "NUM": 2, "PUN": 1, "ELE": 1, "STRA": 1, "COMM": 1, "CHIE": 1}


def said(text: Text) -> str:
    return Speaker("en").say(text)


def problems(army, counts, size=1000, scenario=None, **more):
    return [(p.clause, p.code, said(p.text)) for p in check_army(load_army(army), counts, size, scenario, **more)]


@pytest.mark.clause("WMA-S36", "WMA-SET-02")
def test_rome_row_by_row():
    army = load_army("rome")
    rows = [
        (u.code, u.type, u.stands, u.attacks, u.hits, u.armour, u.range_cm, u.points, u.min, u.max) for u in army.units
    ]
    assert rows == [
        ("LEG", "infantry", 3, 3, 3, 5, None, 55, 4, 8),
        ("TRI", "infantry", 3, 3, 4, 5, None, 65, 1, 2),
        ("VEL", "infantry", 3, 2, 3, None, 15.0, 35, 2, 4),
        ("EQU", "cavalry", 3, 3, 3, 5, None, 75, 1, 2),
        ("SCO", "artillery", 2, 1, 2, None, 40.0, 50, 0, 1),
    ]
    assert army.row("VEL").range_mm == 150
    characters = [(c.code, c.rank, c.command, c.points, c.min, c.max, c.per, c.mount) for c in army.characters]
    assert characters == [
        ("CONS", "general", 9, 125, 1, 1, "army", "foot"),
        ("LEGA", "leader", 8, 80, 0, 2, "thousand", "foot"),
        ("TRIB", "officer", 7, 30, 0, 1, "thousand", "foot"),
    ]
    assert {u.code: u.flags for u in army.units if u.flags} == {"SCO": ("artillery",)}
    sample = army.sample(1000)
    assert sample is not None
    assert sample.counts == ROME
    assert cost(army, ROME) == 1000
    assert sum(ROME.get(u.code, 0) for u in army.units) == 14


@pytest.mark.clause("WMA-S37", "WMA-S38", "WMA-SET-02")
def test_carthage_row_by_row():
    army = load_army("carthage")
    rows = [
        (u.code, u.type, u.stands, u.attacks, u.hits, u.armour, u.range_cm, u.points, u.min, u.max) for u in army.units
    ]
    assert rows == [
        ("LIB", "infantry", 3, 3, 3, 6, None, 50, 3, 6),
        ("GAL", "infantry", 3, 4, 3, None, None, 45, 2, 4),
        ("SLI", "infantry", 3, 2, 3, None, 20.0, 40, 1, 3),
        ("NUM", "cavalry", 3, 2, 3, 6, 15.0, 55, 1, 3),
        ("PUN", "cavalry", 3, 3, 3, 5, None, 80, 0, 2),
        ("ELE", "elephants", 3, 4, 4, 5, None, 160, 0, 1),
        ("HCH", "chariots", 3, 3, 3, 5, None, 110, 0, 1),
        ("SCH", "chariots", 3, 3, 3, 6, None, 90, 0, 1),
        ("LCH", "chariots", 3, 2, 3, 6, 15.0, 85, 0, 1),
    ]
    characters = [(c.code, c.rank, c.command, c.points, c.min, c.max, c.per, c.mount) for c in army.characters]
    assert characters == [
        ("STRA", "general", 9, 125, 1, 1, "army", "foot"),
        ("COMM", "leader", 8, 80, 0, 2, "thousand", "foot"),
        ("CHIE", "officer", 7, 30, 0, 1, "thousand", "foot"),
    ]
    assert {u.code: u.flags for u in army.units if u.flags} == {
        "ELE": ("terrifying", "shock"),
        "HCH": ("heavy", "shock"),
        "SCH": ("scythed", "shock"),
    }
    sample = army.sample(1000)
    assert sample is not None
    assert sample.counts == CARTHAGE
    assert cost(army, CARTHAGE) == 1000
    assert sum(CARTHAGE.get(u.code, 0) for u in army.units) == 13


@pytest.mark.clause("WMA-SET-03", "WMA-SET-04", "WMA-S36", "WMA-S37", "WMA-S40")
@pytest.mark.parametrize("army_id", ["rome", "carthage"])
def test_every_ready_list_is_allowed_and_full(army_id):
    army = load_army(army_id)
    assert {600, 750, 1000, 1200, 2000} <= {s.size for s in army.samples}
    for sample in army.samples:
        assert check_army(army, sample.counts, sample.size) == []
        assert 95 * sample.size <= 100 * cost(army, sample.counts) <= 100 * sample.size


@pytest.mark.clause("WMA-SET-03", "WMA-R53", "WMA-S40")
def test_full_thousands_of_the_agreed_size():
    assert [thousands(s) for s in (1, 600, 999, 1000, 1999, 2000, 2500, 3000)] == [1, 1, 1, 1, 1, 2, 2, 3]


@pytest.mark.clause("WMA-SET-03", "WMA-R53")
def test_example_25_lists():
    """EX25: 2500 points are two full thousands, so a Roman army has 8 to 16 units of hastati and principes."""
    army = load_army("rome")
    assert bounds(army.row("LEG"), 2500) == (8, 16)
    counts = {"LEG": 7, "TRI": 4, "VEL": 8, "EQU": 4, "SCO": 2, "CONS": 1, "LEGA": 4, "TRIB": 2}
    assert [p.code for p in check_army(army, counts, 2500, allow_shortfall=True)] == ["LEG"]
    for number in (8, 16):
        assert check_army(army, {**counts, "LEG": number}, 2500, allow_shortfall=True) == []
    assert [p.code for p in check_army(army, {**counts, "LEG": 17}, 2500, allow_shortfall=True)] == ["LEG"]


@pytest.mark.clause("WMA-R53")
def test_a_list_short_of_the_size_keeps_its_full_thousands():
    """1985 points in a battle of 2000 still count two full thousands."""
    army = load_army("rome")
    counts = {"LEG": 14, "TRI": 4, "VEL": 6, "EQU": 4, "SCO": 2, "CONS": 1, "LEGA": 2, "TRIB": 2}
    assert cost(army, counts) == 1985
    assert check_army(army, counts, 2000) == []


@pytest.mark.clause("WMA-SET-03")
def test_below_minimum_and_above_maximum():
    assert problems("rome", {**ROME, "LEG": 3, "VEL": 5}, allow_shortfall=True) == [
        ("WMA-SET-03", "LEG", "Hastati and Principes: 3 chosen, at least 4 are needed in an army of 1000 points."),
        ("WMA-SET-03", "VEL", "Velites: 5 chosen, at most 4 are allowed in an army of 1000 points."),
    ]
    assert problems("carthage", {**CARTHAGE, "ELE": 2, "PUN": 0, "SLI": 0, "CHIE": 0}) == [
        ("WMA-SET-03", "SLI", "Balearic slingers: 0 chosen, at least 1 is needed in an army of 1000 points."),
        ("WMA-SET-03", "ELE", "Elephants: 2 chosen, at most 1 is allowed in an army of 1000 points."),
    ]


@pytest.mark.clause("WMA-S36", "WMA-S37")
@pytest.mark.parametrize("number", [0, 2])
def test_exactly_one_general(number):
    """Also in an army of several thousands: one for the army, not one for each thousand."""
    found = problems("rome", {**ROME, "CONS": number}, size=1150 if number else 1000, allow_shortfall=True)
    assert found == [("WMA-S36", "CONS", f"An army has exactly one General; this one has {number}.")]
    assert bounds(load_army("rome").row("CONS"), 3000) == (1, 1)


@pytest.mark.clause("WMA-SET-04", "WMA-S40")
def test_not_a_point_over_the_size():
    assert problems("rome", ROME, size=1000) == []
    assert problems("rome", ROME, size=999) == [
        ("WMA-S40", "", "The army costs 1000 points, 1 more than the agreed 999.")
    ]


@pytest.mark.clause("WMA-SET-04", "WMA-S40")
def test_at_least_95_percent_unless_allowed():
    lean = {"LIB": 6, "GAL": 4, "SLI": 2, "NUM": 2, "STRA": 1, "COMM": 1, "CHIE": 1}
    assert cost(load_army("carthage"), lean) == 905
    short = "The army costs 905 points; at least {} are needed, 95 percent of {}, unless both players agree to less."
    assert problems("carthage", lean, size=952) == []
    assert problems("carthage", lean, size=953) == [("WMA-S40", "", short.format(906, 953))]
    assert problems("carthage", lean, size=1000) == [("WMA-S40", "", short.format(950, 1000))]
    assert problems("carthage", lean, size=1000, allow_shortfall=True) == []


@pytest.mark.clause("WMA-SET-02")
def test_codes_that_the_army_does_not_have():
    usual = SETUP.default_setup("open_field", 1000)
    south = replace(usual.sides["south"], counts={**ROME, "ELE": 1, "TRIB": -1})
    found = SETUP.check_setup(replace(usual, sides={**usual.sides, "south": south}))
    known = ", ".join(row.code for row in load_army("rome").rows)
    assert [(p.clause, p.where, said(p.text)) for p in found] == [
        ("WMA-SET-02", "sides.south.counts.TRIB", "TRIB: the number must be 0 or more, not -1."),
        ("WMA-SET-02", "sides.south.counts.ELE", f"Republican Rome has no unit ELE. Choose from: {known}"),
    ]


@pytest.mark.clause("WMA-SET-07")
def test_a_historical_battle_has_its_own_armies():
    cannae = load_scenario("cannae")
    roster = cannae.roster("south")
    assert roster is not None
    counts = dict(roster.counts)
    assert problems("rome", counts, 2000, cannae) == []
    assert problems("rome", {**counts, "LEG": 15, "SCO": 1}, 2000, cannae) == [
        ("WMA-SET-07", "LEG", "Cannae, 216 BC is fought with fixed armies: 16 of LEG, not 15."),
        ("WMA-SET-07", "SCO", "Cannae, 216 BC is fought with fixed armies: 0 of SCO, not 1."),
    ]
    assert load_scenario("open_field").roster("south") is None


@pytest.mark.clause("WMA-SET-05")
def test_a_scenario_is_made_for_its_sizes():
    hill = load_scenario("fortified_hill")
    assert check_sizes(hill, 2000) == []
    (problem,) = check_sizes(hill, 1500)
    assert (problem.clause, said(problem.text)) == (
        "WMA-SET-05",
        "The Fortified Hill is made for 1000, 2000 points, not for 1500.",
    )


@pytest.mark.clause("WMA-S03")
def test_units_are_numbered_in_the_order_of_the_list():
    ids = [entry.id for entry in muster(load_army("rome"), {"CONS": 1, "VEL": 1, "TRI": 1, "LEG": 3, "TRIB": 1})]
    assert ids == ["LEG-1", "LEG-2", "LEG-3", "TRI-1", "VEL-1", "CONS-1", "TRIB-1"]


def test_unknown_army():
    assert armies() == ("carthage", "rome")
    with pytest.raises(DataError, match="“room” is not a known army; did you mean “rome”"):
        load_army("room")


@pytest.mark.clause("WMA-SET-03", "WMA-S36", "WMA-S37")
@pytest.mark.parametrize(
    ("army_id", "size", "counts"),
    [
        ("rome", 900, {"LEG": 5, "TRI": 1, "VEL": 3, "EQU": 2, "SCO": 1, "CONS": 1, "LEGA": 1, "TRIB": 1}),
        (
            "carthage",
            2500,
            {"LIB": 11, "GAL": 8, "SLI": 6, "NUM": 6, "PUN": 3, "ELE": 2, "STRA": 1, "COMM": 3, "CHIE": 2},
        ),
    ],
)
def test_a_list_for_a_size_without_one_is_made_in_the_proportions_of_the_sample(army_id, size, counts):
    """Minima first, then whatever falls farthest behind its share, the dearer first, as long as it can be paid."""
    army = load_army(army_id)
    assert list_for(army, size) == counts
    assert check_army(army, counts, size) == []
