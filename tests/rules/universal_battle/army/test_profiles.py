"""What rows are on the table: profiles, bases, and units in reserve."""

from __future__ import annotations

import pytest

from game.geometry.shapes import Footprint
from rulesets.universal_battle.army.rows import footprint, model, new_unit
from rulesets.universal_battle.own import HeroOwn, ModelOwn, WeaponOwn
from tests.rules.universal_battle.army_rows import hero, monster, mount, troops


def hits(own: ModelOwn) -> tuple[int, int, int, int]:
    """Hit, Initiative, Tough, Standfast."""
    return own.hit, own.initiative, own.tough, own.standfast


@pytest.mark.clause("USB-STA-01", "USB-STA-02", "USB-STA-03", "USB-STA-04", "USB-STA-05", "USB-PTS-09")
def test_profiles_of_troops() -> None:
    assert hits(model(troops("rookie"))) == (5, 1, 5, 1)
    assert hits(model(troops(hit=3))) == (3, 1, 5, 1)
    assert hits(model(troops("regular", **{"class": "heavy"}))) == (4, 1, 4, 2)
    assert hits(model(troops("veteran", **{"class": "riders"}))) == (3, 2, 3, 1)


@pytest.mark.clause("USB-STA-06", "USB-EQP-02")
def test_all_models_of_a_unit_are_alike() -> None:
    unit, bases = new_unit(troops("regular", models=5, melee="pole", ranged="light"), "south", "A1")
    assert unit.bases == ("A1.1", "A1.2", "A1.3", "A1.4", "A1.5")
    assert len({b.own for b in bases}) == 1
    assert {(b.where, b.pose, b.unit) for b in bases} == {("reserve", None, "A1")}


@pytest.mark.clause("USB-STA-07", "USB-EQP-03")
def test_a_bought_weapon_replaces_the_basic_one() -> None:
    assert model(troops()).weapons == ()
    assert model(troops(melee="heavy")).weapons == (WeaponOwn("heavy"),)
    assert model(monster(2, "rookie", "massive", "light")).weapons == (WeaponOwn("massive"), WeaponOwn("light"))


@pytest.mark.clause("USB-EQP-06", "USB-MON-15")
def test_shields() -> None:
    assert [model(row).shield for row in (troops(), troops(shield=True), hero(shield=True))] == ["", "costly", "costly"]
    own = model(monster(1, "rookie", "shield"))
    assert (own.shield, own.weapons) == ("free", ())


@pytest.mark.clause("USB-S01", "USB-S02")
def test_bases_and_heights() -> None:
    def size(width: float) -> Footprint:
        return Footprint("circle", width, width)

    for kind, width, height in (("infantry", 25.0, 31.25), ("heavy", 40.0, 50.0), ("riders", 50.0, 50.0)):
        for row in (troops(**{"class": kind}), hero(**{"class": kind})):
            assert (footprint(row), model(row).height) == (size(width), height)
    for growth, width in enumerate((60.0, 60.0, 80.0, 80.0, 100.0, 100.0, 120.0)):
        for row in (monster(growth), hero(mount=mount(growth))):
            assert (footprint(row), model(row).height) == (size(width), 50.0 + 12.5 * growth)


@pytest.mark.clause("USB-GEN-07")
def test_bases_of_ones_own() -> None:
    assert footprint(troops(base=[20.0])) == Footprint("circle", 20.0, 20.0)
    assert footprint(troops(base=[25.0, 30.0])) == Footprint("rect", 25.0, 30.0)
    assert footprint(hero(mount=mount(1, base=(40.0, 90.0)))) == Footprint("rect", 40.0, 90.0)


@pytest.mark.clause("USB-HRO-01", "USB-HRO-02", "USB-HRO-04")
def test_profiles_of_heroes() -> None:
    assert hits(model(hero("daredevil"))) == (4, 3, 4, 2)
    assert hits(model(hero("legend", **{"class": "heavy"}))) == (3, 3, 3, 5)
    assert hits(model(hero("champion", **{"class": "riders"}))) == (3, 4, 3, 3)
    unit, bases = new_unit(hero("champion", ranged="ranged", magic=["huge"]), "south", "H")
    assert (unit.own.power, unit.own.initial, len(bases)) == (6, 3, 1)
    assert bases[0].own.category == "champion"
    assert bases[0].own.weapons == (WeaponOwn("ranged"), WeaponOwn("huge", True))


@pytest.mark.clause("USB-HRO-05", "USB-HRO-06", "USB-HRO-07", "USB-R41")
def test_a_hero_and_his_mount_are_one_model() -> None:
    row = hero(
        "daredevil",
        **{"class": "heavy"},
        melee="heavy",
        shield=True,
        specialisations=["fliers", "brave", "sudden"],
        mount=mount(3, "rookie", "massive", "light", specialisations=("brave", "sudden", "smoke")),
    )
    unit, bases = new_unit(row, "south", "H")
    own = bases[0].own
    assert (len(bases), own.kind, own.growth, own.category) == (1, "monster", 3, "daredevil")
    assert hits(own) == (5, 4, 5, 12 + 3)
    assert own.rider == HeroOwn(4, 3, (WeaponOwn("heavy"),))
    assert (own.weapons, own.shield) == ((WeaponOwn("massive"), WeaponOwn("light")), "costly")
    assert own.specs == ("brave", "sudden")
    assert (unit.own.power, unit.own.initial, unit.own.arrival) == (4, 15, "sudden")
    assert row.points == 65 + 8 + 6 + 3 + 45 + 67 + 25 + 30
    better = model(hero("daredevil", mount=mount(3, "veteran", "shield")))
    assert (better.hit, better.tough, better.shield) == (3, 4, "free")


@pytest.mark.clause("USB-LDR-01", "USB-LDR-02", "USB-PTS-08", "USB-S08")
def test_the_unit() -> None:
    row = troops("regular", models=4, ranged="light", leaders=True, specialists=2, starts="C")
    unit, bases = new_unit(row, "north", "A1b")
    own = unit.own
    assert (unit.side, unit.kind, own.points, own.initial, own.leaders) == ("north", "X", 4 * 19 + 30 + 50, 4, True)
    assert (own.starts, own.power, own.arrival) == ("C", 0, "")
    assert [b.own.special for b in bases] == [True, True, False, False]
    heavy, _ = new_unit(troops(**{"class": "heavy"}, models=3), "south", "A")
    assert heavy.own.initial == 6


@pytest.mark.clause("USB-SPC-03", "USB-SPC-14")
@pytest.mark.parametrize(
    ("specs", "arrival"),
    [
        ([], ""),
        (["sudden"], "sudden"),
        (["infiltration"], "infiltrator"),
        (["infiltration", "sudden"], "sudden"),
        (["assault"], ""),
    ],
)
def test_who_comes_otherwise(specs: list[str], arrival: str) -> None:
    for row in (troops(specialisations=specs), monster(1, specialisations=specs), hero(specialisations=specs)):
        assert new_unit(row, "south", "A")[0].own.arrival == arrival


@pytest.mark.clause("USB-TRN-02", "USB-MON-04", "USB-MON-05", "USB-R40")
def test_cargo_and_places() -> None:
    own = model(monster(4, "rookie", "cargo", "light", "cargo"))
    assert (own.cargo, own.weapons) == (20, (WeaponOwn("light"),))
    assert troops(models=7).places == 7
    assert troops(**{"class": "heavy"}, models=5).places == 10
    assert [row.places for row in (troops(**{"class": "riders"}), monster(1), hero(mount=mount(1)))] == [0, 0, 0]
    assert [hero().places, hero(**{"class": "heavy"}).places] == [1, 2]
    assert [model(monster(g)).growth for g in (0, 1)] == [0, 1]
