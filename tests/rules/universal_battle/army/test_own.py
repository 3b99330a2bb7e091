"""Armies of the players' own: files, faults with their places, the form, and how a unit is shown."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.files.toml_reading import DataError, plain
from game.engine.i18n import Speaker
from game.engine.lists import OWN
from game.engine.ruleset import SideSetup
from game.kit.muster.desk import desk
from rulesets.universal_battle import RULESET
from rulesets.universal_battle.army import composer_card, data_army
from rulesets.universal_battle.army.data_army import OWN_ARMIES
from tests.rules.universal_battle.army_rows import army, hero, monster, mount, troops

FILE = """
id = "mine"
name = "My own"

[[unit]]
code = "CAP"
name = "Captain"
kind = "hero"
category = "daredevil"
{captain}

[[unit]]
code = "MEN"
name = "Men"
kind = "troops"
models = 6
ranged = "ranged"
{men}

[[unit]]
code = "BUS"
name = "Bus"
kind = "monster"
growth = 2
items = ["cargo"]

[looks]
MEN = "gunman"
{looks}
"""


def read(captain: str = "", men: str = "", looks: str = "", head: str = "") -> data_army.Army:
    """The army of a file."""
    return OWN_ARMIES.read((head + FILE.format(captain=captain, men=men, looks=looks)).encode(), "mine.toml")


def said(fault: DataError) -> tuple[str, str]:
    """Where a fault is, and what it says."""
    return fault.key, plain(fault.message)


def test_a_file_is_an_army() -> None:
    found = read('starts = "MEN"', 'starts = "BUS"')
    assert [(row.code, row.points) for row in found.unit] == [("CAP", 65), ("MEN", 6 * 17), ("BUS", 82)]
    chosen = SideSetup("mine", {}, "", {OWN: OWN_ARMIES.plain(found)})
    assert OWN_ARMIES.of(chosen) == found


@pytest.mark.clause("USB-R38", "USB-HRO-04", "USB-PTS-05")
@pytest.mark.parametrize(
    ("given", "key", "text"),
    [
        ({"men": "specialists = 3"}, "unit (MEN), specialists", "from 0 to 2, not 3 (USB-LDR-02)"),
        (
            {"captain": 'class = "riders"\nmount = { growth = 1 }'},
            "unit (CAP), mount",
            "a rider cannot have it: choose infantry or heavy infantry (USB-HRO-04)",
        ),
        ({"captain": "mount = { growth = 9 }"}, "unit (CAP), mount.growth", "from 0 to 6, not 9 (USB-MON-02)"),
    ],
)
def test_what_is_illegal_is_refused_with_its_clause(given: dict[str, str], key: str, text: str) -> None:
    with pytest.raises(DataError) as fault:
        read(**given)
    assert said(fault.value) == (key, text)


@pytest.mark.clause("USB-TRN-01", "USB-TRN-02", "USB-TRN-07", "USB-S17", "USB-R40")
def test_where_units_may_begin() -> None:
    def begins(row: Any, other: Any) -> bool:
        try:
            data_army.checked(army(A=row, B=other), "f")
        except DataError as fault:
            return fault.key != "unit (A), starts"
        return True

    carrier = monster(2, "rookie", "cargo")
    assert begins(troops(models=10, starts="B"), carrier)
    assert not begins(troops(models=11, starts="B"), carrier)
    assert begins(troops(models=11, starts="B"), monster(2, "rookie", "cargo", "cargo"))
    assert begins(troops(models=5, starts="B", **{"class": "heavy"}), carrier)
    assert not begins(troops(models=6, starts="B", **{"class": "heavy"}), carrier)
    assert not begins(troops(starts="B", **{"class": "riders"}), carrier)
    assert not begins(monster(0, starts="B"), carrier)
    assert not begins(troops(starts="B"), monster(2, "rookie", "light"))
    assert begins(hero(starts="B"), carrier)
    assert begins(hero(starts="B"), troops(models=4))
    assert begins(hero(starts="B", **{"class": "riders"}), troops(models=4))
    assert not begins(hero(starts="B", mount=mount(1)), troops(models=4))
    assert not begins(hero(starts="B"), hero())
    assert not begins(hero(starts="B"), monster(1))
    assert not begins(troops(starts="B"), troops())
    assert not begins(troops(starts="C"), carrier)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"men": 'starts = "XXX"'}, "unit (MEN), starts"),
        ({"looks": 'BUS = "omnibus"'}, "looks, BUS"),
        ({"head": 'commander = "MEN"\n'}, "commander"),
        ({"head": 'ruleset = "AFS"\n'}, "ruleset"),
        ({"men": "wings = 2"}, "unit 2 (MEN), wings"),
    ],
)
def test_what_a_file_names_must_be_there(given: dict[str, str], key: str) -> None:
    with pytest.raises(DataError) as fault:
        read(**given)
    assert fault.value.key == key


def test_codes_stand_once() -> None:
    twice = army(A=troops())
    with pytest.raises(DataError, match="two units"):
        data_army.checked(data_army.Army(id="x", name="X", unit=(*twice.unit, troops(code="A"))), "f")


def test_files_of_other_systems_are_known() -> None:
    with pytest.raises(DataError, match="another"):
        OWN_ARMIES.read(b'id = "x"\nname = "X"\n[[unit]]\ncode = "A"\nname = "A"\nquality = 4\n', "x.toml")


def test_a_row_is_edited_field_by_field() -> None:
    chosen = SideSetup("bronze_host", {"BPHA": 1})
    laid = desk(OWN_ARMIES, data_army.load_army("bronze_host"), chosen)
    fields = {field.key: field for field in laid.fields("BPHA")}
    assert [fields[key].value for key in ("kind", "class", "models", "melee", "shield", "specialists")] == [
        "troops",
        "infantry",
        "8",
        "pole",
        True,
        "0",
    ]
    assert set(fields["class"].choices) == {"infantry", "heavy", "riders"}
    laid = laid.put("BPHA", {"models": "6", "class": "heavy", "specialisations": "brave, hunters", "leaders": True})
    row = OWN_ARMIES.of(laid.chosen)
    assert row is not None
    assert row.rows[4].points == 6 * (14 + 8 + 3 + 3 + 3 + 3) + 30
    with pytest.raises(DataError) as fault:
        laid.put("BPHA", {"models": "13"})
    assert said(fault.value) == ("unit (BPHA), models", "from 1 to 12, not 13 (USB-PTS-06)")


def test_a_mount_is_bought_and_sold_in_the_form() -> None:
    laid = desk(OWN_ARMIES, read(), SideSetup("mine", {"CAP": 1}))
    mounted = laid.put("CAP", {"mount.growth": "2", "mount.items": "massive, light"})
    found = OWN_ARMIES.of(mounted.chosen)
    assert found is not None
    assert found.rows[0].mount == mount(2, "rookie", "massive", "light")
    gone = {field.key: "" for field in mounted.fields("CAP") if field.key.startswith("mount.")}
    back = OWN_ARMIES.of(mounted.put("CAP", gone).chosen)
    assert back is not None
    assert back.rows[0].mount is None


def test_who_begins_in_a_unit_goes_with_its_code() -> None:
    laid = desk(OWN_ARMIES, read('starts = "MEN"', head='commander = "CAP"\n'), SideSetup("mine", {"MEN": 1}))
    named = OWN_ARMIES.of(laid.put("MEN", {"code": "BAND"}).put("CAP", {"code": "BOSS"}).chosen)
    assert named is not None
    assert (named.commander, named.rows[0].code, named.rows[0].starts) == ("BOSS", "BOSS", "BAND")
    left = OWN_ARMIES.of(laid.drop("MEN").chosen)
    assert left is not None
    assert left.rows[0].starts == ""


def shown(code: str, army_id: str) -> dict[str, str]:
    """A unit as the composer shows it in English."""
    one = data_army.load_army(army_id)
    speaker = Speaker("en", RULESET)
    row = next(row for row in one.unit if row.code == code)
    return {speaker.say(label): speaker.say(value) for label, value in composer_card.rows(row, one)}


@pytest.mark.clause("USB-STA-01", "USB-PTS-08")
def test_a_unit_of_troops_is_shown() -> None:
    assert shown("STRO", "star_company") == {
        "Type": "Infantry",
        "Models": "6",
        "Profile": "4+, 1, 5+, 1",
        "Ranged weapon": "24\", enemy's Tough -1",
        "Price": "6 × 20",
        "1 × Special weapon": "30\", enemy's Tough -2, dice per point of Initiative: 3",
        "Begins with": "Carrier",
    }


def test_monsters_and_heroes_are_shown() -> None:
    assert shown("STAN", "star_company") == {
        "Type": "Regular, monster or machine",
        "Models": "1",
        "Profile": "4+, 5, 4+, 15",
        "Growth steps": "4",
        "Huge gun": "48\", enemy's Tough -3, D3 Standfast per wound",
        "2 × Automatic weapon": "18\", enemy's Tough -1, dice per point of Initiative: 2",
        "Specialisations": "Smoke",
    }
    assert shown("TBEA", "thunder_tribe") == {
        "Type": "Aspirant, Infantry",
        "Models": "1",
        "Profile": "5+, 4, 5+, 14",
        "Shield": "re-rolls failed saves in melee, at the cost of its blows",
        "Specialisations": "Hunters",
        "Power Points": "2",
        "Rider": "5+, 2",
        "Mount": "97 points",
        "Growth steps": "3",
        "Massive weapon": "enemy's Tough -3, D3 Standfast per wound",
        "Light ranged weapon": '12"',
        "Specialisations of the mount": "Hunters",
    }
    assert shown("TSHA", "thunder_tribe")["Magic"] == "55 of 65 points"
