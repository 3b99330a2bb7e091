"""The armies that come with the game: legal, in both languages, and the two lists of the catalogue to the point."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from game.engine.looks import LOOKS
from game.kit.muster.lists import cost, mustered
from rulesets.universal_battle import RULESET
from rulesets.universal_battle.army import data_army, limits
from rulesets.universal_battle.army.items import specialisations
from rulesets.universal_battle.army.rows import new_unit
from rulesets.universal_battle.deploy.setup import SETUP
from rulesets.universal_battle.own import ModelOwn

ARMIES = list(data_army.armies())


ANCIENT = {"BSTR": 1, "BLIE": 1, "BPHA": 1, "BSLI": 1, "BCOM": 1, "BELE": 1}
"""The list of USB-S24."""


def listed(
    army: str, size: int, counts: Mapping[str, int] | None = None
) -> list[tuple[str, int, tuple[int, int, int, int], int, int]]:
    """Code, models, profile, Power Points and price of all units of the usual list, or of another that is legal."""
    found = []
    one = data_army.load_army(army)
    taken = counts or limits.list_for(one, size)
    assert limits.check(one, taken, size, "") == []
    for row, unit_id in mustered(one.unit, taken):
        unit, bases = new_unit(row, "south", unit_id)
        own: ModelOwn = bases[0].own
        profile = (own.hit, own.initiative, own.tough, own.standfast)
        found.append((row.code, len(bases), profile, unit.own.power, unit.own.points))
    return found


@pytest.mark.clause("USB-S24")
def test_the_ancient_army() -> None:
    found = listed("bronze_host", 500, ANCIENT)
    assert found == [
        ("BSTR", 1, (4, 3, 4, 2), 4, 68),
        ("BLIE", 1, (5, 2, 5, 2), 2, 41),
        ("BPHA", 8, (4, 1, 4, 1), 0, 160),
        ("BSLI", 6, (5, 1, 5, 1), 0, 72),
        ("BCOM", 4, (4, 2, 4, 1), 0, 112),
        ("BELE", 1, (5, 2, 5, 6), 0, 47),
    ]
    assert sum(points for *_, points in found) == 500
    rows = {row.code: row for row in data_army.load_army("bronze_host").unit}
    assert [rows[code].carried for code in ("BSTR", "BLIE", "BPHA", "BSLI", "BCOM")] == [
        ("shield",),
        ("heavy",),
        ("pole", "shield"),
        ("light",),
        ("lance",),
    ]
    assert (rows["BLIE"].specialisations, rows["BELE"].items) == (("brave",), ("lance",))


@pytest.mark.clause("USB-S25")
def test_the_army_among_the_stars() -> None:
    found = listed("star_company", 500)
    assert found == [
        ("SCAP", 1, (3, 3, 3, 3), 6, 100),
        ("SPOW", 3, (4, 1, 4, 2), 0, 111),
        ("STRO", 6, (4, 1, 5, 1), 0, 145),
        ("SCAR", 1, (5, 3, 5, 9), 0, 102),
        ("SSCO", 2, (4, 1, 5, 1), 0, 42),
    ]
    assert sum(points for *_, points in found) == 500
    rows = {row.code: row for row in data_army.load_army("star_company").unit}
    assert (rows["STRO"].specialists, rows["STRO"].ranged, rows["SPOW"].ranged) == (1, "ranged", "automatic")
    assert (rows["SCAR"].items, rows["SCAR"].cargo) == (("cargo", "large"), 10)
    assert rows["SSCO"].specialisations == ("camouflage", "infiltration")


@pytest.mark.parametrize("army", ARMIES)
def test_usual_lists_are_legal_at_every_size(army: str) -> None:
    one = data_army.load_army(army)
    for size in range(90, 2001, 10):
        assert limits.check(one, limits.list_for(one, size), size, "") == [], size


@pytest.mark.clause("USB-ORG-03")
@pytest.mark.parametrize("army", ARMIES)
def test_ready_lists_spend_what_there_is(army: str) -> None:
    one = data_army.load_army(army)
    assert [sample.points for sample in one.sample] == [250, 500, 1000]
    for sample in one.sample:
        assert limits.list_for(one, sample.points) == sample.counts
        assert sample.points * 0.95 < cost(one, sample.counts) <= sample.points


def test_the_armies_buy_of_everything() -> None:
    rows = [row for army in data_army.armies().values() for row in army.unit]
    greats = [row.great for row in rows if row.great is not None]
    bought = {name for row in (*rows, *greats) for name in row.specialisations}
    assert bought == set(specialisations())
    assert {name for great in greats for name in great.items} >= {
        "cargo",
        "massive",
        "lance",
        "shield",
        "huge",
        "large",
    }
    assert any(row.magic for row in rows)
    assert any(row.mount for row in rows)
    assert any(row.leaders for row in rows)
    assert {row.category for row in rows} >= {"aspirant", "daredevil", "champion", "legend"}
    assert {row.arm for row in rows if row.kind == "hero"} == {"infantry", "heavy", "riders"}
    started = {row.starts for row in rows if row.starts}
    assert {"BPHA", "SCAR", "SBUG", "PWAG", "MHAU"} <= started


def test_names_codes_and_looks() -> None:
    assert len(ARMIES) == 6
    codes: list[str] = []
    for army in data_army.armies().values():
        told: list[Any] = [army, *army.unit]
        assert all(one.name for one in told)
        assert army.summary
        codes += [row.code for row in army.unit]
    assert len(codes) == len(set(codes))
    drawn = tomllib.loads((RULESET.meta.folder / "looks.toml").read_text(encoding="utf-8"))
    assert set(drawn) == set(codes)
    assert set(drawn.values()) <= set(LOOKS)


@pytest.mark.parametrize("army", ARMIES)
def test_the_composer_shows_every_row(army: str) -> None:
    info = SETUP.army_info(data_army.load_army(army), 500)
    assert [entry.code for entry in info.entries] == [row.code for row in data_army.load_army(army).unit]
    for entry in info.entries:
        assert [label.key for label, _ in entry.rows][:3] == ["Type", "Models", "Profile"]
        assert entry.least <= entry.sample <= entry.most
