"""Lists of armies as files: kept and read back, rosters of other programs by names, what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.engine.i18n import Speaker
from game.engine.lists import OWN, Finding, ListReport
from game.engine.ruleset import Setup, SideSetup
from rulesets.universal_battle import RULESET
from tests.engine.rosters_made import as_json, as_xml, roster, selection

OWN_ARMY = b"""
ruleset = "USB"
id = "mine"
name = "My own"

[[unit]]
code = "CAP"
name = "Captain"
kind = "hero"
category = "aspirant"

[unit.mount]
growth = 1
items = ["lance"]

[[unit]]
code = "BUS"
name = "Bus"
kind = "monster"
growth = 2
items = ["cargo"]
"""
SCENARIO = RULESET.scenarios()[0].id


def read(data: bytes, size: int = 500) -> ListReport:
    return RULESET.read_list(data, "list.toml", size)


def kept(chosen: SideSetup) -> bytes:
    """A side's list as the file that it is kept in."""
    first, second = RULESET.default_setup(SCENARIO, 500).sides
    setup = Setup("USB", SCENARIO, {first: chosen, second: SideSetup("bronze_host")})
    return RULESET.list_file(setup, first).encode()


def told(found: tuple[Finding, ...], kind: str) -> list[tuple[str, str]]:
    return [(f.where, Speaker("en").say(f.text)) for f in found if f.kind == kind]


def test_a_kept_list_is_read_back() -> None:
    chosen = SideSetup("bronze_host", {"BSTR": 1, "BPHA": 2}, "Two walls")
    report = read(kept(chosen))
    assert report.chosen == chosen
    assert told(report.findings, "taken") == [("", "1 × Strategos, 68 points"), ("", "2 × Phalanx, 320 points")]


def test_a_kept_list_brings_an_army_of_ones_own_with_it() -> None:
    army = read(OWN_ARMY)
    assert army.army
    assert army.chosen is not None
    assert army.chosen.own[OWN]["unit"][0]["mount"]["items"] == ["lance"]
    chosen = SideSetup("mine", {"CAP": 1, "BUS": 2}, "Ours", army.chosen.own)
    again = read(kept(chosen)).chosen
    assert again is not None
    assert (again.army, again.counts, again.own[OWN]) == ("mine", chosen.counts, chosen.own[OWN])


@pytest.mark.parametrize("wrap", [as_json, as_xml])
def test_a_roster_of_another_program_is_mapped_by_names(wrap: Callable[[dict[str, Any]], bytes]) -> None:
    tree = roster(
        selection("Strategos", "model", cost=68),
        selection("Phalanx", "unit", 2, 320),
        selection("Slingers", "unit", cost=72),
        selection("Companions", "unit", cost=100),
        selection("Laser mule", "unit", cost=40),
        catalogue="Host of bronze",
        gameSystemName="Universal battle",
        said=600,
    )
    report = read(wrap(tree))
    assert report.chosen is not None, report.findings
    assert report.chosen.army == "bronze_host"
    assert report.chosen.counts == {"BSTR": 1, "BPHA": 2, "BSLI": 1, "BCOM": 1}
    assert any("Laser mule" in f.where + Speaker("en").say(f.text) for f in report.findings if f.kind == "unknown")
    assert [where for where, _ in told(report.findings, "differs")][:1] == ["Companions"]


@pytest.mark.parametrize(
    ("data", "where", "text"),
    [
        (b'army = "bronze_hots"\n[counts]\nBPHA = 1\n', "army", "did you mean"),
        (b'army = "bronze_host"\n[counts]\nBPHAX = 1\n', "counts, BPHAX", "did you mean"),
        (b'ruleset = "WMA"\narmy = "bronze_host"\n[counts]\nBPHA = 1\n', "ruleset", "for WMA, not for USB"),
        (OWN_ARMY.replace(b"growth = 1", b"growth = 7"), "unit (CAP), mount.growth", "from 0 to 6, not 7"),
        (OWN_ARMY.replace(b"cargo", b"carg"), "unit (BUS), items", "cannot be bought here"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: bytes, where: str, text: str) -> None:
    report = read(data)
    assert report.chosen is None
    (found,) = told(report.findings, "wrong")
    assert found[0] == where
    assert text in found[1]


def test_a_list_that_is_too_dear_is_read_and_judged() -> None:
    report = read(kept(SideSetup("bronze_host", {"BSTR": 1, "BPHA": 4})))
    assert report.chosen is not None
    first, second = RULESET.default_setup(SCENARIO, 500).sides
    setup = RULESET.default_setup(SCENARIO, 500)
    sides = {first: report.chosen, second: setup.sides[second]}
    found = RULESET.check_setup(Setup(setup.ruleset, setup.scenario, sides, setup.options))
    assert {p.clause for p in found} == {"USB-ORG-01"}
