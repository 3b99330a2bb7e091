"""Prices: table 1, arms, commands, national characteristics, camels and elephants, 5 and 6 mm (NAP-PTS, NAP-MIC)."""

from __future__ import annotations

import pytest

from rulesets.napoleonic_wars.army import prices
from rulesets.napoleonic_wars.army.data_army import Army
from rulesets.napoleonic_wars.army.prices import Troops
from rulesets.napoleonic_wars.army.rows import Row, Terms, new_unit, points, subs, terms_of
from rulesets.napoleonic_wars.own import Class

TABLE_1 = """
line 10 8 6 4 -
light 12 10 8 6 -
light_horse 14 12 10 8 -
heavy_horse 16 14 12 10 -
irregular 8 6 4 3 2
irregular_horse 12 10 8 7 6
"""
CLASSES: tuple[Class, ...] = ("A", "B", "C", "D", "E")


def row(kind: str, **more: object) -> Row:
    return Row(**({"code": "X", "name": "X", "kind": kind} | more))


@pytest.mark.clause("NAP-PTS-01", "NAP-PTS-11", "NAP-PTS-12", "NAP-PTS-13", "NAP-PTS-14")
def test_figures_by_class() -> None:
    for line in TABLE_1.split("\n")[1:-1]:
        name, *told = line.split()
        horse, regular = "horse" in name, "irregular" not in name
        weapon = "" if not regular else "carbine" if horse else "musket"
        for cls, price in zip(CLASSES, told, strict=True):
            one = Troops("horse" if horse else "foot", cls, "light" in name, regular, weapon)
            assert prices.figure(one) == (None if price == "-" else int(price)), (name, cls)


@pytest.mark.clause("NAP-PTS-02", "NAP-PTS-03", "NAP-CRI-01", "NAP-CRI-02", "NAP-CRI-04")
def test_other_arms() -> None:
    foot, horse = Troops("foot", "C", weapon="musket"), Troops("horse", "C", weapon="carbine")
    told = {
        "rifle": Troops("foot", "C", weapon="rifle"),
        "rifled carbine": Troops("horse", "C", weapon="rifled_carbine"),
        "dragoon musket": Troops("horse", "C", weapon="dragoon_musket"),
        "lance": Troops("horse", "C", weapon="carbine", lance=True),
        "cuirass": Troops("horse", "C", weapon="carbine", armour=True),
    }
    base = {"rifle": prices.figure(foot)}
    for name, one in told.items():
        assert prices.figure(one) == (base.get(name) or prices.figure(horse) or 0) + 1, name
    assert prices.figure(Troops("foot", "C", weapon="rifled_musket")) == 8
    assert prices.figure(Troops("horse", "C")) == 11
    assert prices.figure(Troops("foot", "C", light=True, weapon="musket", raw=True)) == 7
    assert prices.figure(Troops("foot", "C", weapon="musket", raw=True)) == 6
    assert points(row("GBR_LINE", weapon="rifled_musket")) == 182 + 20 * 2
    assert points(row("GBR_LD", weapon="rifled_carbine")) == 16 * 11 + 10


@pytest.mark.clause("NAP-R10", "NAP-PTS-02")
def test_irregulars_pay_for_two_arms_and_not_for_lances() -> None:
    assert prices.figure(Troops("horse", "D", regular=False, lance=True)) == 7
    assert prices.figure(Troops("horse", "D", regular=False, weapon="carbine", lance=True)) == 8
    assert prices.figure(Troops("horse", "D", regular=False, weapon="bow", melee=True)) == 8
    assert prices.figure(Troops("foot", "D", regular=False, melee=True)) == 3


@pytest.mark.clause("NAP-PTS-08", "NAP-PTS-09", "NAP-PTS-10", "NAP-PTS-15", "NAP-R13")
def test_commands() -> None:
    assert (points(row("chief")), points(row("general"))) == (100, 50)
    # example X15: four squadrons on their own
    assert points(row("FRA_LT", detachments=3)) == 240 + 25
    assert prices.table().horse == {"horse": 4, "team_horse": 2, "gunner_horse": 2}


@pytest.mark.clause("NAP-NAT-01", "NAP-NAT-02", "NAP-NAT-05", "NAP-NAT-07", "NAP-R48")
def test_cheaper_austrians() -> None:
    national = Terms(national=True)
    assert points(row("AUS_LINE_GER")) == 154
    assert points(row("AUS_LINE_GER"), national) == 130
    assert points(row("AUS_CUIR"), national) == points(row("AUS_CUIR"))
    assert points(row("AUS_F6"), national) == points(row("AUS_F6"))
    for key in ("GBR_LINE", "FRA_LINE_1808", "RUS_MUSK_11", "PRU_MUSK"):
        assert points(row(key), national) == points(row(key))
    early = [terms_of({"national": True}, Army(id="x", name="x", year=year)) for year in (1806, 1807)]
    assert [points(row("PRU_MUSK"), terms) for terms in early] == [110, 130]
    assert points(row("PRU_MUSK"), terms_of({"national": True, "before_1807": True})) == 110
    assert {s.points for s in subs(row("AUS_LINE_GER"), national)} == {5}


@pytest.mark.clause("NAP-CAM-01", "NAP-CAM-02", "NAP-CAM-03", "NAP-CAM-04", "NAP-R50")
def test_camels_and_elephants() -> None:
    riders = Troops("horse", "C", regular=False, melee=True)
    assert prices.figure(riders) == 8
    assert prices.figure(Troops("horse", "C", regular=False, melee=True, mount="camel")) == 9
    assert prices.figure(Troops("horse", "C", regular=False, weapon="bow", melee=True, mount="elephant")) == 32
    unit, bases = new_unit(row("NAT_ELEPH", figures={"elephant": 12}), None, "south", "E")
    assert (len(bases), bases[0].own.crew) == (12, 4)
    assert (bases[0].shape.width, bases[0].shape.depth) == (20.0, 30.0)
    assert unit.own.subs[0].points == 32
    camels = new_unit(row("NAT_CAMEL", figures={"camel": 9}), None, "south", "C")[1]
    assert (camels[0].shape.width, camels[0].shape.depth) == (10.0, 20.0)


@pytest.mark.clause("NAP-MIC-01", "NAP-MIC-02", "NAP-MIC-03", "NAP-MIC-04", "NAP-R49", "NAP-SCL-07", "NAP-SCL-08")
def test_five_millimetres() -> None:
    micro = Terms(scale="micro")
    assert points(row("GBR_LINE"), micro) == 4 * 8 + 1
    assert points(row("FRA_LT"), micro) == 2 * 10 + 1
    assert points(row("FRA_LT", bases=4), micro) == 4 * 10 + 1
    assert points(row("AUS_RKT"), micro) == 30 + 1
    assert points(row("GBR_F9H"), micro) == 37 + 1  # 372: to the nearest whole
    assert points(row("RUS_F12", guns={"12": 1}), micro) == 14 + 1  # 142
    assert (points(row("chief"), micro), points(row("general"), micro)) == (10, 5)
    assert points(row("NAT_ELEPH", bases=3), micro) == 10 + 1  # 3 x 32 = 96
    unit, bases = new_unit(row("GBR_LINE"), None, "south", "L", {"scale": "micro"})
    assert [s.figures for s in unit.own.subs] == [1, 1, 1, 1]
    assert (bases[0].shape.width, bases[0].shape.depth) == (30.0, 5.0)
    assert not any(s.detach for s in unit.own.subs)


@pytest.mark.clause("NAP-MIC-04", "NAP-R49")
def test_halves_are_rounded_up() -> None:
    assert [prices.tenth(n) for n in (44, 45, 46, 55)] == [4, 5, 5, 6]


@pytest.mark.clause("NAP-SCL-09", "NAP-R01")
def test_doubled_figures() -> None:
    assert points(row("FRA_LINE_1808"), Terms(doubled=True)) == 2 * 120 + 10
    assert [s.figures for s in subs(row("FRA_LINE_1808"), Terms(doubled=True))] == [6] * 6


@pytest.mark.clause("NAP-SCL-07", "NAP-SCL-11", "NAP-S01", "NAP-BAS-06", "NAP-BAS-07", "NAP-SCL-14")
def test_bases_at_other_scales() -> None:
    usual = new_unit(row("FRA_LINE_1808"), None, "south", "L")[1][0].shape
    large = new_unit(row("FRA_LINE_1808"), None, "south", "L", {"scale": "enlarged"})[1][0].shape
    assert (usual.width, usual.depth) == (7.5, 10.0)
    assert (large.width, large.depth) == (15.0, 20.0)
    chief = new_unit(row("chief"), None, "south", "G")[1][0]
    assert (chief.shape.width, chief.shape.depth, chief.own.men, chief.own.chief) == (20.0, 20.0, 20, True)
