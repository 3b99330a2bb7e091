"""Warbands of the player's own: kept and read back, and lists of Army Forge with their report (all lists invented)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.lists import KeepsLists
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.army import warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army

INFO = RULESET.scenarios()[0]


def unit(**more: Any) -> dict[str, Any]:
    """A unit of an invented list."""
    return {
        "id": "u",
        "selectionId": "s1",
        "name": "Marsh Lads",
        "size": 3,
        "cost": 60,
        "quality": "4+",
        "defense": 5,
        "bases": {"round": "25", "square": "20"},
        "rules": [],
        "loadout": [{"name": "Boathook", "range": 0, "attacks": 1, "count": 3, "specialRules": []}],
        **more,
    }


def forge(*units: dict[str, Any], **more: Any) -> bytes:
    """The bytes of an invented list."""
    return json.dumps({"id": "x", "name": "Mud", "gameSystem": "aofs", "units": list(units), **more}).encode()


def read(data: bytes, size: int = 250) -> tuple[Army, Any]:
    """The army a list gives, and the report."""
    report = RULESET.read_list(data, "mud.json", size)
    assert report.chosen is not None, report.findings
    army = warbands.army_of(report.chosen)
    assert army is not None
    return army, report


def said(report: Any, kind: str) -> list[str]:
    """The patterns of a report's findings of a kind."""
    return [f.text.key for f in report.findings if f.kind == kind]


def test_the_ruleset_keeps_lists() -> None:
    assert isinstance(RULESET, KeepsLists)


def test_a_plain_unit() -> None:
    army, report = read(forge(unit(), listPoints=60, modelCount=3))
    (row,) = army.unit
    assert (row.name, row.models, row.points, row.quality, row.defense, row.size) == (
        "Marsh Lads",
        3,
        60,
        4,
        5,
        "infantry",
    )
    assert [[w.name for w in f.weapon] for f in row.fighter] == [["Boathook"]] * 3
    assert said(report, "differs") == []
    assert "{n} points, as the file says" in said(report, "taken")


@pytest.mark.parametrize("rating", ["3", 3, 3.0])
def test_ratings_may_be_text_or_numbers(rating: Any) -> None:
    army, _ = read(forge(unit(size=1, rules=[{"name": "Tough", "rating": rating}, {"name": "Hero", "rating": ""}])))
    assert army.unit[0].fighter[0].rules == {"tough": 3, "hero": 0}


@pytest.mark.clause("AFS-R57")
def test_numbers_add_up_and_flags_do_not() -> None:
    upgrade = {
        "option": {"label": "Thick coat", "cost": 5, "gains": [{"name": "Tough", "rating": "3"}, {"name": "Hero"}]}
    }
    rules = [{"name": "Tough(1)"}, {"name": "Hero"}]
    army, _ = read(forge(unit(size=1, rules=rules, selectedUpgrades=[upgrade])))
    assert army.unit[0].fighter[0].rules == {"tough": 4, "hero": 0}


def test_weapons_are_shared_out_by_their_counts() -> None:
    kit = [
        {"name": "Boathook", "range": 0, "attacks": 1, "count": 2, "specialRules": [{"name": "AP", "rating": "1"}]},
        {"name": "Net gun", "range": 12, "attacks": 2, "count": 1, "specialRules": []},
        {"name": "Knife", "range": 0, "attacks": "A1", "count": 6},
    ]
    army, report = read(forge(unit(loadout=kit)))
    carried = [sorted(w.name for w in f.weapon) for f in army.unit[0].fighter]
    assert carried == [["Boathook", "Knife"], ["Boathook", "Knife"], ["Knife", "Net gun"]]
    assert [w.attacks for f in army.unit[0].fighter for w in f.weapon if w.name == "Knife"] == [2, 2, 2]
    assert "the models with {weapon} are a guess" in said(report, "guessed")
    guns = [w for f in army.unit[0].fighter for w in f.weapon if w.name == "Net gun"]
    assert [(w.range, w.attacks) for w in guns] == [(12.0, 2)]


def test_combined_units_become_one() -> None:
    half = unit(selectionId="s2", combined=True, joinToUnit="s1")
    army, report = read(forge(unit(combined=True), half, modelCount=6, listPoints=120))
    assert [(u.models, u.points) for u in army.unit] == [(6, 120)]
    assert said(report, "differs") == []


def test_a_hero_stands_in_the_unit_he_joins() -> None:
    hero = unit(name="Reeve", selectionId="s9", joinToUnit="s1", size=1, cost=45, quality=3, rules=[{"name": "Hero"}])
    army, report = read(forge(unit(), hero))
    (row,) = army.unit
    assert [f.quality for f in row.fighter] == [4, 4, 4, 3]
    assert row.heroes == 1
    assert row.points == 105
    assert "led by {hero}" in said(report, "taken")


def test_units_that_join_each_other_in_a_ring_stand_alone() -> None:
    army, _ = read(forge(unit(joinToUnit="s2"), unit(selectionId="s2", joinToUnit="s1")))
    assert len(army.unit) == 2


def test_unknown_rules_are_kept_and_shown() -> None:
    strange = [{"name": "Mud-Born", "rating": ""}, {"name": "Impact", "rating": "2"}]
    kit = [
        {"name": "Boathook", "range": 0, "attacks": 1, "count": 3, "specialRules": [{"name": "Hooked", "rating": 2}]}
    ]
    army, report = read(forge(unit(rules=strange, loadout=kit)))
    first = army.unit[0].fighter[0]
    assert first.rules == {"impact": 2}
    assert first.unenforced == ("Mud-Born", "Boathook: Hooked(2)")
    assert said(report, "unknown") == ["{rule} is kept and shown, not enforced"] * 2


def test_command_upgrades_get_a_bearer() -> None:
    army, _ = read(forge(unit(rules=[{"name": "Sergeant"}, {"name": "Battle Standard"}])))
    assert army.unit[0].roles == {"sergeant": 1, "banner": 2}


def test_sums_that_do_not_agree_are_told() -> None:
    _, report = read(forge(unit(), listPoints=75, modelCount=4))
    assert said(report, "differs") == [
        "the units cost {own} points, the file says {said}",
        "there are {own} models, the file says {said}",
    ]


@pytest.mark.clause("AFS-CMD-01", "AFS-ARM-10")
def test_one_bearer_of_an_upgrade_in_an_army() -> None:
    """What a second unit paid for is shown with it, but does nothing."""
    item = {"name": "Musician", "count": 1, "content": [{"name": "Loud", "rating": ""}]}
    army, report = read(forge(unit(loadout=[item]), unit(selectionId="s2", loadout=[item])))
    assert [u.roles for u in army.unit] == [{"musician": 1}, {}]
    assert [u.fighter[0].unenforced for u in army.unit] == [(), ("Musician",)]
    (told,) = [f for f in report.findings if f.clause == "AFS-CMD-01"]
    assert (told.kind, told.where) == ("unknown", "Marsh Lads")
    base = RULESET.default_setup(INFO.id, 250)
    assert RULESET.check_setup(replace(base, sides={**base.sides, "south": report.chosen})) == ()


def test_gear_counts_for_as_many_models_as_have_it() -> None:
    kit = [
        {"name": "Boathook", "range": 0, "attacks": 1, "count": 3},
        {"name": "Big drum", "count": 1, "content": [{"name": "Fear", "rating": "1"}, {"name": "Drumming"}]},
        {"name": "Oilskins", "count": 3, "content": [{"name": "Tough", "rating": 3}]},
        {"name": "Lucky stone"},
    ]
    army, report = read(forge(unit(loadout=kit)))
    rules = [f.rules for f in army.unit[0].fighter]
    assert rules == [{"fear": 1, "tough": 3}, {"tough": 3}, {"tough": 3}]
    assert [f.unenforced for f in army.unit[0].fighter] == [
        ("Drumming", "Lucky stone"),
        ("Lucky stone",),
        ("Lucky stone",),
    ]
    assert [f.text.args["rule"] for f in report.findings if f.kind == "unknown"] == ["Drumming", "Lucky stone"]


def test_what_upgrades_grant_is_not_counted_twice() -> None:
    """The loadout has the item of one upgrade already, the rule of the other stands in its gains alone."""
    coat = {"name": "Oilskins", "count": 3, "content": [{"name": "Tough", "rating": 3}]}
    upgrades = [{"option": {"gains": [coat]}}, {"option": {"gains": [{"name": "Strider", "type": "ArmyBookRule"}]}}]
    hook = {"name": "Boathook", "range": 0, "attacks": 1, "count": 3}
    army, _ = read(forge(unit(loadout=[hook, coat], selectedUpgrades=upgrades)))
    assert [f.rules for f in army.unit[0].fighter] == [{"tough": 3, "strider": 0}] * 3


def test_without_a_loadout_weapons_of_upgrades_are_added() -> None:
    gun = {"name": "Net gun", "range": '12"', "attacks": 1, "count": 1, "specialRules": [{"name": "Reliable"}]}
    hook = {"name": "Boathook", "range": 0, "attacks": 1, "count": 3}
    bare = {k: v for k, v in unit(selectedUpgrades=[{"option": {"gains": [gun]}}]).items() if k != "loadout"}
    army, report = read(forge({**bare, "weapons": [hook]}))
    assert [[w.name for w in f.weapon] for f in army.unit[0].fighter] == [["Boathook", "Net gun"]] + [["Boathook"]] * 2
    assert army.unit[0].fighter[0].weapon[1].rules == {"reliable": 0}
    assert "weapons that upgrades replaced may still be among its own" in said(report, "guessed")


def test_weapons_of_one_name_but_not_alike_get_names_of_their_own() -> None:
    kit = [
        {"name": "Hook", "range": 0, "attacks": 1, "count": 3},
        {"name": "Hook", "range": 6, "attacks": 1, "count": 3},
    ]
    army, _ = read(forge(unit(loadout=kit)))
    assert [(w.name, w.range) for w in army.unit[0].fighter[0].weapon] == [("Hook", 0.0), ("Hook (2)", 6.0)]


@pytest.mark.parametrize(
    ("told", "points", "kinds"),
    [
        (60, 60, {"taken"}),
        (75, 75, {"taken"}),
        (None, 75, {"taken", "guessed"}),
        (80, 75, {"taken", "differs"}),
    ],
)
def test_prices_of_upgrades_are_added_where_the_sum_says_so(told: int | None, points: int, kinds: set[str]) -> None:
    upgrade = {"option": {"label": "Hook", "costs": [{"unitId": "other", "cost": 1}, {"unitId": "u", "cost": 15}]}}
    upgrade["option"]["gains"] = [{"name": "Strider"}]
    more = {} if told is None else {"listPoints": told}
    army, report = read(forge(unit(selectedUpgrades=[upgrade]), **more))
    assert army.points == points
    assert {f.kind for f in report.findings if f.where == "" or "points" in f.text.args} == kinds


@pytest.mark.clause("AFS-ARM-05")
def test_units_of_one_kind_are_copies_whatever_they_are_called() -> None:
    rows = [unit(selectionId=f"s{k}", customName=f"Lads {k}", size=1, cost=10) for k in range(3)]
    army, report = read(forge(*rows), 150)
    assert [(u.name, u.copy_of) for u in army.unit] == [(f"Lads {k}", "Marsh Lads") for k in range(3)]
    base = RULESET.default_setup(INFO.id, 150)
    found = RULESET.check_setup(replace(base, sides={**base.sides, "south": report.chosen}))
    assert [(p.clause, p.text.args["n"], p.text.args["most"]) for p in found] == [("AFS-ARM-05", 3, 2)]


@pytest.mark.clause("AFS-S03", "AFS-S04", "AFS-R70")
@pytest.mark.parametrize(
    ("bases", "size", "own"),
    [
        ({"round": "25"}, "infantry", ()),
        ({"round": 32}, "large_infantry", ()),
        ({"round": "28.5"}, "infantry", (28.5,)),
        ({"round": "40"}, "large_infantry", (40.0,)),
        ({"round": "60"}, "monster", (60.0,)),
        ({"round": "25x50"}, "cavalry", ()),
        ({"round": "60x35"}, "cavalry", (60.0, 35.0)),
        ({"round": "", "square": "50"}, "monster", ()),
        ({"round": "10"}, "infantry", (10.0,)),
        ({"round": "200"}, "monster", (200.0,)),
        ({"round": "9"}, "infantry", None),
        ({"round": "201"}, "monster", None),
        ({"round": "none"}, "infantry", None),
        (None, "infantry", None),
    ],
)
def test_bases_of_a_list_are_taken_as_they_are(bases: Any, size: str, own: Any) -> None:
    """The base is the list's; how tall a model is for sight goes by the nearest of the four sizes."""
    army, report = read(forge(unit(bases=bases)))
    fighter = army.unit[0].fighter[0]
    assert (fighter.size, fighter.base) == (size, own or ())
    assert any(f.clause == "AFS-S03" for f in report.findings) is (own is None)
    assert any(f.clause == "AFS-R70" for f in report.findings) is bool(own)


@pytest.mark.clause("AFS-R70")
def test_models_stand_on_the_bases_of_their_list() -> None:
    """On the table, in a kept list, and in the record that holds it."""
    rows = [unit(selectionId="a", bases={"round": "40"}), unit(selectionId="b", bases={"round": "60x35"})]
    _, report = read(forge(*rows))
    base = RULESET.default_setup(INFO.id, 250)
    setup = replace(base, sides={**base.sides, "south": report.chosen})
    again = RULESET.read_list(RULESET.list_file(setup, "south").encode(), "kept.toml", 250)
    for chosen in (report.chosen, again.chosen):
        state, _ = RULESET.begin(replace(base, seed="b", sides={**base.sides, "south": chosen}))
        first, second = state.bases["U1.1"], state.bases["U2.1"]
        assert (first.shape.kind, first.shape.width, first.shape.depth) == ("circle", 40.0, 40.0)
        assert (second.shape.kind, second.shape.width, second.shape.depth) == ("oval", 35.0, 60.0)
        assert first.own.height == pytest.approx(1.5 * 25.4)
        assert second.own.height == pytest.approx(2.0 * 25.4)


@pytest.mark.parametrize("base", [[9.0], [201.0], [30.0, 30.0, 30.0], [30.0, float("inf")]])
def test_a_base_beyond_sense_in_a_kept_list_is_refused(base: list[float]) -> None:
    _, report = read(forge(unit(bases={"round": "40"})))
    setup = RULESET.default_setup(INFO.id, 250)
    text = RULESET.list_file(replace(setup, sides={**setup.sides, "south": report.chosen}), "south")
    assert "base = [40.0]" in text
    bad = RULESET.read_list(text.replace("base = [40.0]", f"base = {base}").encode(), "kept.toml", 250)
    assert bad.chosen is None
    assert bad.findings[0].text.key == "a base is one measure or two, from {least} to {most} mm"


@pytest.mark.parametrize(("system", "kinds"), [("aofs", []), (5, []), ("", []), ("gf", ["gf"])])
def test_lists_of_other_systems_are_told(system: Any, kinds: list[str]) -> None:
    _, report = read(forge(unit(), gameSystem=system))
    assert [f.text.args["system"] for f in report.findings if "system" in f.text.args] == kinds


def test_units_are_counted_after_joining() -> None:
    half = unit(selectionId="s2", combined=True, joinToUnit="s1")
    _, report = read(forge(unit(combined=True), half, activationCount=1))
    assert "units: {n}, as the file says" in said(report, "taken")
    _, report = read(forge(unit(), unit(selectionId="s2", joinToUnit="gone"), activationCount=1))
    assert said(report, "differs") == [
        "the unit that it joins is missing, so it stands alone",
        "there are {own} units, the file says {said}",
    ]


def test_a_list_may_lie_inside_another_document() -> None:
    data = json.dumps({"gameSystem": "aofs", "listPoints": 60, "list": json.loads(forge(unit()))}).encode()
    army, report = read(data)
    assert (army.name, army.points) == ("Mud", 60)
    assert "{n} points, as the file says" in said(report, "taken")


def test_rules_are_kept_where_they_work() -> None:
    """A rule of weapons on a model works for all its weapons; a rule of models on a weapon cannot work."""
    hook = {
        "name": "Hook",
        "range": 0,
        "attacks": 1,
        "count": 3,
        "specialRules": [{"name": "Fast"}, {"name": "Furious"}],
    }
    army, _ = read(forge(unit(rules=[{"name": "Rending"}, {"name": "Tough"}], loadout=[hook])))
    first = army.unit[0].fighter[0]
    assert first.rules == {"rending": 0}
    assert first.weapon[0].rules == {"furious": 0}
    assert first.unenforced == ("Tough", "Hook: Fast")


def test_the_composer_shows_what_models_of_a_mixed_unit_have() -> None:
    kit = [{"name": "Boathook", "range": 0, "attacks": 1, "count": 3}, {"name": "Net gun", "range": 9, "count": 1}]
    _, report = read(forge(unit(loadout=kit, rules=[{"name": "Mud-Born"}])))
    info = RULESET.list_army(report.chosen, 250)
    assert info is not None
    (entry,) = info.entries
    labels = [(a.key, a.args.get("n")) for a, _ in entry.rows]
    assert labels.count(("{n} × {name}", 1)) == 1
    assert labels.count(("{n} × {name}", 2)) == 1
    assert labels.count(("Not enforced", None)) == 2
    assert labels.count(("Net gun", None)) == 1


def test_an_imported_warband_takes_the_field() -> None:
    heroes = unit(
        name="Reeve", selectionId="s9", size=1, cost=45, rules=[{"name": "Caster", "rating": 2}, {"name": "Hero"}]
    )
    army, report = read(forge(unit(), heroes))
    base = RULESET.default_setup(INFO.id, 250)
    setup = replace(base, seed="i", sides={**base.sides, "south": report.chosen, "north": report.chosen})
    assert RULESET.check_setup(setup) == ()
    session = Session.start(RULESET, setup)
    assert sorted(session.state.units) == ["U1", "U1n", "U2", "U2n"]
    assert session.state.bases["U2.1"].own.rules == {"caster": 2, "hero": 0}
    assert army.spells == "fen_lore"


def test_a_list_is_kept_and_read_back() -> None:
    setup = RULESET.default_setup(INFO.id, 250)
    text = RULESET.list_file(setup, "south")
    report = RULESET.read_list(text.encode(), "mine.toml", 250)
    assert report.chosen is not None
    assert (report.chosen.army, report.chosen.counts) == (setup.sides["south"].army, setup.sides["south"].counts)


def test_an_imported_list_is_kept_and_read_back() -> None:
    army, report = read(forge(unit(rules=[{"name": "Mud-Born"}])))
    base = RULESET.default_setup(INFO.id, 250)
    setup = replace(base, sides={**base.sides, "south": report.chosen})
    again = RULESET.read_list(RULESET.list_file(setup, "south").encode(), "mine.toml", 250)
    assert again.chosen is not None
    assert warbands.army_of(again.chosen) == army


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "this is not JSON, or it breaks off here"),
        (b"[1, 2]", "this is not a list of Army Forge: it has no units"),
        (b'{"units": []}', "this is not a list of Army Forge: it has no units"),
        (b'{"units": 3}', "this is not a list of Army Forge: it has no units"),
        (b'{"units": [1, null]}', "this is not a list of Army Forge: it has no units"),
        (b"", "the file is empty"),
        (b" " * 8_000_001, "the file is too large for an army list"),
        (b"PK\x03\x04", "the packed file is damaged or not a ZIP: it cannot be unpacked"),
        (
            b"<?xml version='1.0'?><roster/>",
            "nothing is chosen in this roster",
        ),
        (b"[" * 100_000, "its parts lie more than {most} deep in each other"),
        (b'ruleset = "WMA"', "This list is for {ruleset}, not for {id}"),
        (b'ruleset = "AFS"\narmy = "romans"', "Unknown army {name}. Choose from: {known}"),
        (b'ruleset = "AFS"\narmy = "saltmarch"\n[counts]\nZ9 = 1', "{army} has no unit {code}. Choose from: {known}"),
        (b"\xff\xfe\x00", "this is not text in UTF-8; is it another kind of file?"),
    ],
)
def test_bad_files_are_told_in_a_sentence(data: bytes, says: str) -> None:
    report = RULESET.read_list(data, "bad", 250)
    assert report.chosen is None
    assert [f.text.key for f in report.findings] == [says]


@pytest.mark.parametrize(
    "row",
    [
        {"size": "many"},
        {"size": 10**9},
        {"quality": None, "defense": "x"},
        {"loadout": "none"},
        {"loadout": [{"name": 5, "attacks": "lots", "range": None, "count": -3}]},
        {"rules": [None, 3, {"rating": {}}, "Tough(2)"]},
        {"bases": "25"},
        {"cost": "free"},
        {"joinToUnit": {"a": 1}},
        {"selectedUpgrades": [{"option": None}, 4, {"option": {"gains": [[]]}}]},
    ],
)
def test_damaged_units_are_read_as_far_as_they_go(row: dict[str, Any]) -> None:
    army, _ = read(forge(unit(**row)), 250)
    assert army.unit[0].models >= 1


def test_what_a_record_carries_is_judged_at_the_door() -> None:
    base = RULESET.default_setup(INFO.id, 250)
    bad = SideSetup("imported", {"U1": 1}, "Mud", {"army": {"id": "imported", "name": "Mud", "unit": [{"code": "U1"}]}})
    found = RULESET.check_setup(replace(base, sides={**base.sides, "south": bad}))
    assert [p.where for p in found] == ["sides.south.own"]
    row = {"code": "U1", "name": "M", "size": "infantry", "quality": 4, "defense": 4, "points": 5, "rules": {"mud": 1}}
    worse = SideSetup("imported", {"U1": 1}, "Mud", {"army": {"id": "imported", "name": "Mud", "unit": [row]}})
    found = RULESET.check_setup(replace(base, sides={**base.sides, "south": worse}))
    assert [p.where for p in found] == ["sides.south.own"]
