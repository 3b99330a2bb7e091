"""What may not be bought, with the key, the clause and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.i18n import Speaker
from rulesets.universal_battle.army.legal import faults
from rulesets.universal_battle.army.rows import Row
from tests.rules.universal_battle.army_rows import hero, monster, mount, troops, wrong


@pytest.mark.clause("USB-PTS-05", "USB-PTS-06", "USB-PTS-07")
@pytest.mark.parametrize(
    ("kind", "most", "clause"),
    [("infantry", 20, "USB-PTS-05"), ("heavy", 12, "USB-PTS-06"), ("riders", 12, "USB-PTS-07")],
)
def test_sizes_of_units(kind: str, most: int, clause: str) -> None:
    for n in (1, most):
        assert wrong(troops(**{"class": kind}, models=n)) == []
    for n in (0, most + 1, -1):
        assert ("models", clause) in wrong(troops(**{"class": kind}, models=n))


@pytest.mark.clause("USB-GEN-07", "USB-PTS-05", "USB-PTS-06", "USB-PTS-07", "USB-MON-01")
@pytest.mark.parametrize(
    ("row", "base", "clause"),
    [
        (troops(), [30.0], ""),
        (troops(), [30.0, 20.0], ""),
        (troops(), [30.5], "USB-PTS-05"),
        (troops(), [20.0, 31.0], "USB-PTS-05"),
        (troops(**{"class": "heavy"}), [60.0, 60.0], ""),
        (troops(**{"class": "heavy"}), [60.5], "USB-PTS-06"),
        (troops(**{"class": "riders"}), [25.0, 50.0], ""),
        (troops(**{"class": "riders"}), [25.0, 51.0], "USB-PTS-07"),
        (monster(0), [50.0], "USB-MON-01"),
        (monster(0), [50.5], ""),
        (monster(0), [40.0, 100.0], ""),
        (troops(), [20.0, 20.0, 20.0], "USB-GEN-07"),
        (hero(), [31.0], "USB-PTS-05"),
        (troops(), [10.0], ""),
        (troops(), [9.9], "USB-PTS-05"),
    ],
)
def test_bases(row: Row, base: list[float], clause: str) -> None:
    from msgspec.structs import replace

    assert wrong(replace(row, base=tuple(base))) == ([("base", clause)] if clause else [])


@pytest.mark.clause("USB-R09", "USB-R10")
def test_no_better_than_a_veteran_no_worse_than_a_rookie() -> None:
    assert wrong(troops(hit=2)) == wrong(troops(hit=6)) == [("hit", "USB-R09")]
    assert wrong(troops(tough=2)) == wrong(monster(1, tough=6)) == [("tough", "USB-R09")]
    assert wrong(hero(hit=4)) == [("hit", "USB-R09")]
    assert wrong(hero(mount=mount(1, "veteran"))) == []


@pytest.mark.clause("USB-EQP-01", "USB-EQP-02", "USB-EQP-04")
def test_slots() -> None:
    assert wrong(troops(melee="pole", shield=True, ranged="automatic")) == []
    assert wrong(troops(melee="ranged")) == [("melee", "USB-EQP-01")]
    assert wrong(troops(ranged="lance")) == [("ranged", "USB-EQP-01")]
    assert wrong(troops(melee="massive")) == [("melee", "USB-EQP-04")]
    assert wrong(hero(ranged="huge")) == [("ranged", "USB-EQP-04")]
    assert wrong(troops(ranged="special")) == [("ranged", "USB-EQP-04")]
    assert wrong(troops(melee="fork")) == [("melee", "USB-EQP-04")]


@pytest.mark.clause("USB-LDR-01", "USB-LDR-02", "USB-R38", "USB-R39")
def test_leaders_and_specialists() -> None:
    assert wrong(troops(models=2, ranged="light", specialists=2, leaders=True)) == []
    assert wrong(troops(models=3, ranged="light", specialists=3)) == [("specialists", "USB-LDR-02")]
    assert wrong(troops(models=1, ranged="light", specialists=2)) == [("specialists", "USB-LDR-02")]
    assert wrong(troops(models=2, specialists=1)) == [("ranged", "USB-R38")]
    for kind in ("heavy", "riders"):
        assert wrong(troops(**{"class": kind}, ranged="ranged", specialists=1)) == []
    assert wrong(hero(leaders=True)) == wrong(monster(1, leaders=True)) == [("leaders", "USB-R39")]
    assert wrong(hero(ranged="light", specialists=1)) == [("specialists", "USB-R38")]


@pytest.mark.clause("USB-MON-01", "USB-MON-02", "USB-MON-13", "USB-MON-14", "USB-R07")
def test_monsters() -> None:
    assert wrong(monster(6, "veteran", "huge", "huge", "cargo", "massive")) == []
    assert wrong(monster(7)) == wrong(monster(-1)) == [("growth", "USB-MON-02")]
    assert wrong(monster(1, models=2)) == [("models", "USB-MON-01")]
    assert wrong(monster(1, "rookie", "heavy")) == [("items", "USB-MON-14")]
    assert wrong(monster(1, "rookie", "light", "light")) == [("items", "USB-MON-13")]
    assert wrong(monster(1, ranged="light")) == [("ranged", "USB-MON-13")]
    assert wrong(monster(1, shield=True)) == [("shield", "USB-MON-13")]
    assert wrong(troops(growth=2)) == [("growth", "USB-MON-13")]
    assert wrong(troops(items=["cargo"])) == [("items", "USB-MON-13")]


@pytest.mark.clause("USB-TRN-01", "USB-TRN-02")
def test_cargo_space() -> None:
    assert [monster(2, "rookie", *["cargo"] * n).cargo for n in (0, 1, 2)] == [0, 10, 20]
    assert wrong(monster(1, "rookie", "cargo", "light")) == [("items", "USB-MON-13")]
    assert monster(2, "rookie", "cargo").points == 52 + 30
    assert hero(mount=mount(2, "rookie", "cargo")).cargo == 10


@pytest.mark.clause("USB-HRO-01", "USB-HRO-02", "USB-HRO-03", "USB-HRO-04", "USB-HRO-05")
def test_heroes() -> None:
    assert wrong(hero("champion", melee="lance", shield=True, ranged="ranged", mount=mount(6, "veteran"))) == []
    assert wrong(hero("")) == [("category", "USB-HRO-01")]
    assert wrong(hero(models=2)) == [("models", "USB-HRO-02")]
    assert wrong(hero(**{"class": "riders"})) == []
    assert wrong(hero(**{"class": "heavy"}, mount=mount(1))) == []
    assert wrong(hero(**{"class": "riders"}, mount=mount(1))) == [("mount", "USB-HRO-04")]
    assert wrong(hero(mount=mount(1, "rookie", "light", "light"))) == [("mount.items", "USB-MON-13")]
    assert wrong(hero(mount=mount(1, specialisations=("wings",)))) == [("mount.specialisations", "USB-SPC-01")]
    assert wrong(hero(items=["light"])) == [("items", "USB-MON-13")]
    assert wrong(troops(mount=mount(1))) == wrong(monster(1, mount=mount(1))) == [("mount", "USB-HRO-05")]
    assert wrong(troops(category="legend")) == [("category", "USB-HRO-01")]
    assert wrong(troops(magic=["light"])) == [("magic", "USB-MAG-01")]


@pytest.mark.clause("USB-SPC-01")
def test_specialisations() -> None:
    many = ["sudden", "assault", "brave", "blessed", "smoke"]
    for row in (troops(specialisations=many), monster(1, specialisations=many), hero(specialisations=many)):
        assert wrong(row) == []
    assert wrong(troops(specialisations=["flying"])) == [("specialisations", "USB-SPC-01")]
    assert wrong(troops(specialisations=["brave", "brave"])) == [("specialisations", "USB-SPC-01")]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (troops(models=21), "from 1 to 20, not 21"),
        (troops(melee="fork"), "“fork” cannot be bought here; choose from: pole, heavy, lance"),
        (monster(1, "rookie", "light", "light"), "2 items; at this number of growth steps at most 1"),
        (hero(magic=["huge", "light"]), "the magic costs 35 points; this hero may spend 30"),
        (hero(leaders=True), "this is not for heroes: leave the key “leaders” out"),
        (troops(base=[31]), "from 10 to 30, not 31"),
    ],
)
def test_what_would_be_legal_is_said(row: Row, said: Any) -> None:
    assert [Speaker("en").say(fault.text) for fault in faults(row)] == [said]
