"""Rosters of New Recruit and BattleScribe made into warbands, with a report. All of them invented."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.lists import ListReport, Unenforced, unenforced
from game.engine.ruleset import SideSetup
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.army import warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army
from tests.engine.rosters_made import Tree, as_json, as_xml, packed, profile, roster, selection

HOOK = profile("Weapon", "Boathook", Range="Melee", Attacks="A1", Special_Rules="AP(1)")
GUN = profile("Weapon", "Net gun", RNG='12"', ATT="2", SPE="Reliable, Sticky")


def wardens(**more: Any) -> Tree:
    return selection(
        "Marsh Wardens",
        "unit",
        1,
        0,
        profiles=[profile("Unit", "Marsh Wardens", Quality="4+", Defense="5+", Special_Rules="Fearless, Damp")],
        rules=[{"name": "Fearless", "description": "In its own words."}],
        selections=[
            selection("Warden", "model", 3, 45),
            selection("Boathook", "upgrade", 2, profiles=[HOOK], rules=[{"name": "AP", "description": "..."}]),
            selection("Net gun", "upgrade", 1, 10, profiles=[GUN]),
            selection("Sergeant", "upgrade", 1, 5),
        ],
        **more,
    )


def read(*units: Tree, **more: Any) -> tuple[Army, ListReport]:
    report = RULESET.read_list(as_xml(roster(*units, gameSystemName="Fantasy Skirmish", **more)), "mud.ros", 250)
    assert report.chosen is not None, report.findings
    army = warbands.army_of(report.chosen)
    assert army is not None
    return army, report


def said(report: ListReport, kind: str) -> list[str]:
    return [f.text.key for f in report.findings if f.kind == kind]


def test_a_unit_with_its_profiles_becomes_a_unit_of_its_own() -> None:
    army, report = read(wardens(customName="The Damp"), said=60)
    (row,) = army.unit
    assert (row.name, row.copy_of, row.models, row.points, row.quality, row.defense, row.roles) == (
        "The Damp",
        "Marsh Wardens",
        3,
        60,
        4,
        5,
        {"sergeant": 1},
    )
    carried = [[(w.name, w.range, w.attacks, w.rules) for w in f.weapon] for f in row.fighter]
    assert carried == [
        [("Boathook", 0.0, 1, {"ap": 1})],
        [("Boathook", 0.0, 1, {"ap": 1})],
        [("Net gun", 12.0, 2, {"reliable": 0})],
    ]
    assert [f.rules for f in row.fighter] == [{"fearless": 0}] * 3
    assert [f.unenforced for f in row.fighter] == [("Damp",), ("Damp",), ("Damp", "Net gun: Sticky")]
    assert said(report, "differs") == []
    assert "{n} points, as the file says" in said(report, "taken")
    assert "no base given: infantry base used" in said(report, "guessed")
    assert said(report, "unknown") == ["{rule} is kept and shown, not enforced"] * 2


def test_every_form_of_the_file_gives_the_same_warband() -> None:
    tree = roster(wardens(), gameSystemName="Fantasy Skirmish")
    one, two, three = (
        RULESET.read_list(data, "mud", 250)
        for data in (as_xml(tree), as_json(tree, "#text"), packed(("mud.ros", as_xml(tree))))
    )
    assert one.chosen is not None
    assert (two, three) == (one, one)


@pytest.mark.clause("AFS-R57")
def test_upgrades_add_to_numbers_and_gear_without_rules_is_shown() -> None:
    hero = selection(
        "Reeve",
        "model",
        1,
        40,
        profiles=[profile("Unit", "Reeve", Q="3+", D="4+", Rules="Hero, Tough(3)")],
        selections=[
            selection("Thick coat", "upgrade", 1, 15, profiles=[profile("Upgrade", "Thick coat", Rules="Tough(3)")]),
            selection("Lucky eel", "upgrade", 1, 5),
        ],
    )
    army, report = read(hero)
    (row,) = army.unit
    assert (row.points, row.heroes, row.fighter[0].rules) == (60, 1, {"hero": 0, "tough": 6})
    assert row.fighter[0].unenforced == ("Lucky eel",)
    assert said(report, "unknown") == ["{rule} is kept and shown, not enforced"]


def test_several_alike_are_several_units() -> None:
    two = wardens()
    two["number"] = 2
    two["selections"][0]["number"] = 6
    army, _ = read(two)
    assert [(u.models, u.points) for u in army.unit] == [(3, 30), (3, 30)]
    odd = wardens()
    odd["number"] = 2
    army, report = read(odd)
    assert [(u.models, u.points) for u in army.unit] == [(3, 60)]
    assert "{n} model is read as one unit" in said(report, "guessed")


def test_sums_that_do_not_agree_and_another_system_are_told() -> None:
    data = as_xml(roster(wardens(), said=75, gameSystemName="Puddle Wars"))
    report = RULESET.read_list(data, "mud.ros", 250)
    assert "the units cost {own} points, the file says {said}" in said(report, "differs")
    assert (
        said(report, "guessed")[0] == "the list is made for {system}, not for Skirmish; its units are used as they are"
    )


def test_a_base_of_the_file_is_taken() -> None:
    big = selection("Eel", "model", 1, 30, profiles=[profile("Unit", "Eel", Q="4+", D="4+", Base="40mm round")])
    army, report = read(big)
    assert (army.unit[0].size, army.unit[0].base) == ("large_infantry", (40.0,))
    assert "no base given: infantry base used" not in said(report, "guessed")


@pytest.mark.clause("AFS-S03")
@pytest.mark.parametrize("told", ["25 x 50 mm", "50x25mm oval, 40 mm tall", "25,0 x 50,0 mm (or 60 mm round)"])
def test_a_base_is_as_long_and_as_wide_as_the_first_two_numbers_say(told: str) -> None:
    """What else the file says of it, its height or another base allowed, is no measure of this one."""
    big = selection("Eel", "model", 1, 30, profiles=[profile("Unit", "Eel", Q="4+", D="4+", Base=told)])
    army, _ = read(selection("Eels", "unit", 1, 0, selections=[big]))
    assert (army.unit[0].size, army.unit[0].base) == ("cavalry", ())


def test_without_profiles_the_warbands_of_the_game_are_looked_through() -> None:
    name = RULESET.armies(250)[0].entries[2].name
    units = (selection(name, "unit", 1, 0), selection("Moon Cow", "unit", 1, 30))
    assert RULESET.read_list(as_json(roster(*units)), "names.json", 250).chosen is None
    data = as_json(roster(*units, gameSystemName="Age of Fantasy: Skirmish"))
    report = RULESET.read_list(data, "names.json", 250)
    assert report.chosen is not None
    assert list(report.chosen.counts.values()) == [1]
    assert unenforced(report.chosen) == (Unenforced("Moon Cow", 1, 30),)
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    setup = replace(setup, sides={**setup.sides, "north": report.chosen})
    again = RULESET.read_list(RULESET.list_file(setup, "north").encode(), "kept.toml", 250)
    assert again.chosen == report.chosen


def test_nothing_known_is_told() -> None:
    report = RULESET.read_list(as_json(roster(selection("Moon Cow", "unit", 1, 30))), "cow.json", 250)
    assert report.chosen is None
    assert said(report, "wrong") == ["none of its units is in an army of {system}"]


def test_a_warband_from_a_roster_begins() -> None:
    _, report = read(wardens(), wardens(customName="The Drier"))
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    options = {**setup.options, "force_organisation": False}
    setup = replace(setup, sides={**setup.sides, "south": report.chosen}, options=options)
    wrong = [p.clause for p in RULESET.check_setup(setup)]
    assert wrong == []
    state, _ = RULESET.begin(setup)
    assert [u.name for u in state.units.values() if u.side == "south"] == ["Marsh Wardens", "The Drier"]


@pytest.mark.clause("AFS-ARM-04", "AFS-ARM-07", "AFS-ARM-08", "AFS-R47")
def test_limits_are_told_as_they_are_checked() -> None:
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    rows = {n.label.key: (n.most, n.clause) for n in RULESET.limits(setup, "south")}
    assert rows == {
        "Points": (250, "AFS-ARM-01"),
        "Heroes": (2, "AFS-ARM-04"),
        "Copies of one unit": (3, "AFS-ARM-05"),
        "Points of the most expensive unit": (87, "AFS-ARM-06"),
        "Units": (10, "AFS-ARM-07"),
        "Models": (16, "AFS-ARM-08"),
    }
    army = RULESET.armies(250)[0]
    for counts in ({e.code: 3 for e in army.entries}, {army.entries[0].code: 4}, {e.code: 1 for e in army.entries}):
        changed = replace(setup, sides={**setup.sides, "south": SideSetup(army.id, counts)})
        told = {n.clause for n in RULESET.limits(changed, "south") if not n.kept}
        assert told == {p.clause for p in RULESET.check_setup(changed)} - {"AFS-CMD-01"}
    free = replace(setup, options={**setup.options, "force_organisation": False})
    assert [n.label.key for n in RULESET.limits(free, "south")] == ["Points", "Units", "Models"]


TREE = as_json(roster(wardens(), gameSystemName="Fantasy Skirmish"))
VALUES = st.sampled_from(["4+", "A3", '24"', "-", "Melee", "99999", "AP(1), Tough(3", "((", "", "\u00a0"])


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["Quality", "Defense", "Attacks", "Range", "AP", "Special Rules"]), VALUES),
    st.integers(-3, 200),
    st.sampled_from(["unit", "model", "upgrade", "odd"]),
)
def test_any_profile_is_read_or_told(values: dict[str, str], number: int, kind: str) -> None:
    body = profile("Unit", "Eel", Quality="4+", Defense="5+")
    unit = selection("Eel", kind, number, 20, profiles=[profile("Weapon", "x", **values), body])
    report = RULESET.read_list(as_json(roster(unit)), "x", 250)
    assert report.findings
    if report.chosen is not None:
        army = warbands.army_of(report.chosen)
        assert army is not None
        assert all(u.models == len(u.fighter) for u in army.unit)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(TREE)), st.integers(0, 255))
def test_a_torn_file_ends_in_a_report(at: int, byte: int) -> None:
    for data in (TREE[:at], TREE[:at] + bytes([byte]) + TREE[at + 1 :]):
        assert RULESET.read_list(data, "torn", 250).findings


@pytest.mark.clause("AFS-S29")
def test_ranges_and_attacks_of_a_weapon_stay_within_what_a_weapon_can_have() -> None:
    told = [("0", "0"), ('1"', "A1"), ('120"', "60"), ('121"', "61"), ("Melee", "59"), ('24"', "x")]
    parts = [
        selection(f"W{k}", "upgrade", 1, profiles=[profile("Weapon", f"W{k}", Range=reach, Attacks=dice)])
        for k, (reach, dice) in enumerate(told)
    ]
    body = profile("Unit", "Armed", Quality="4+", Defense="5+", Special_Rules="")
    army, _ = read(selection("Armed", "unit", 1, 30, profiles=[body], selections=parts))
    (row,) = army.unit
    bearers = row.fighter or (row,)
    assert [(w.range, w.attacks) for f in bearers for w in f.weapon] == [
        (0.0, 1),
        (1.0, 1),
        (120.0, 60),
        (120.0, 60),
        (0.0, 59),
        (24.0, 1),
    ]


@pytest.mark.clause("AFS-S29", "AFS-R57")
def test_a_profile_with_only_half_of_a_body_is_gear_and_its_rules_come_with_it() -> None:
    """Only what has Quality and Defense is a body; a shield that tells of a Defense gives the rule it tells of."""
    body = profile("Unit", "Shielded", Quality="4+", Defense="5+", Special_Rules="Fast")
    shield = selection(
        "Shield", "upgrade", 1, profiles=[profile("Gear", "Shield", Defense="4+", Special_Rules="Fearless")]
    )
    plain = selection("Wardens", "unit", 1, 40, profiles=[body], selections=[selection("Man", "model", 2), shield])
    army, _ = read(plain)
    (row,) = army.unit
    assert (row.quality, row.defense) == (4, 5)
    assert [f.rules for f in row.fighter] == [{"fast": 0, "fearless": 0}, {"fast": 0}]


@pytest.mark.clause("AFS-S29")
def test_a_weapon_of_the_unit_itself_is_carried_by_all_its_models() -> None:
    unit = wardens()
    unit["profiles"] = [*unit["profiles"], HOOK]
    unit["selections"] = [s for s in unit["selections"] if s["name"] != "Boathook"]
    army, _ = read(unit)
    carried = [[w.name for w in f.weapon] for f in army.unit[0].fighter]
    assert [names.count("Boathook") for names in carried] == [1, 1, 1]
