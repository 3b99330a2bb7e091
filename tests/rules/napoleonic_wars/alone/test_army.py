"""The lists of the nations, clause by clause: sub-units, classes, prices, arms, rights; batteries (NAP-ARM)."""

from __future__ import annotations

import pytest

from rulesets.napoleonic_wars.army import nations
from rulesets.napoleonic_wars.army.nations import Kind, Sub


def sub_text(kind: Kind, sub: Sub) -> str:
    """A sub-unit in one line: "1 light x 2 A 13 rifle light open detach"; attached ones begin with "up to"."""
    told = nations.troops(kind, sub)
    n = str(sub.n) if sub.n else f"up to {sub.most}"
    training = sub.training or kind.training
    arms = [told.weapon or "unarmed", "lance" * told.lance, "cuirass" * told.armour]
    rights = ["light" * told.light]
    rights.append("open" * (kind.open if sub.open is None else sub.open))
    rights.append("detach" * (kind.detach if sub.detach is None else sub.detach))
    rights.append(f"skilled {sub.open_training}" * bool(sub.open_training))
    words = [n, sub.kind, "x", str(sub.figures), told.cls + f"/{training}" * bool(training)]
    words += [str(nations.price(kind, sub)), *arms, *rights]
    return " ".join(word for word in words if word)


def troops(clause: str) -> dict[str, list[str]]:
    """The units of a clause by key, with their sub-units."""
    found = [kind for kind in nations.kinds().values() if kind.clause == clause]
    return {kind.id: [sub_text(kind, sub) for sub in kind.sub] for kind in found}


def grades(clause: str) -> dict[str, dict[str, int]]:
    """The printed prices of a clause's units by class."""
    return {k.id: dict(k.grades) for k in nations.kinds().values() if k.clause == clause}


def batteries(clause: str) -> dict[str, str]:
    """The batteries of a clause by key: "foot B A 12:6 howitzer:2 team 8"."""
    found = {}
    for one in nations.batteries().values():
        if one.clause == clause:
            pieces = [f"{piece}:{n}" for piece, n in one.guns.items()]
            words = ["horse" if one.horse else "foot", *one.classes, *pieces, "team", str(one.horses)]
            found[one.id] = " ".join([*words, *["halves"] * one.halves, *[f"most {one.most}"] * bool(one.most)])
    return found


@pytest.mark.clause("NAP-ARM-20")
def test_austrian_foot() -> None:
    grenadiers, rifles = "up to 1 grenadier x 3 B 8 musket", "up to 1 rifle x 3 C 9 rifle light open"
    assert troops("NAP-ARM-20") == {
        "AUS_GREN": ["6 grenadier x 3 B 8 musket detach"],
        "AUS_LINE_GER": [grenadiers, "6 centre x 4 C 6 musket", rifles],
        "AUS_LINE_HUN": [grenadiers, "6 centre x 5 C 6 musket", rifles],
        "AUS_GRENZ": ["6 centre x 5 C 6 musket light open detach skilled B"],
        "AUS_GRENZ_SHARP": ["1 sharpshooter x 6 C 7 double_rifle light open detach skilled A"],
        "AUS_JAEGER": ["6 rifle x 3 C 9 rifle light open detach"],
        "AUS_LANDWEHR": ["6 centre x 4 D 4 musket"],
    }


@pytest.mark.clause("NAP-ARM-21")
def test_austrian_horse_of_both_periods() -> None:
    assert troops("NAP-ARM-21") == {
        "AUS_CUIR": ["6 squadron x 3 C 13 carbine cuirass"],
        "AUS_CUIR_13": ["4 squadron x 3 C 13 carbine cuirass"],
        "AUS_DRAG": ["6 squadron x 3 C 13 dragoon_musket detach"],
        "AUS_DRAG_13": ["4 squadron x 3 C 13 dragoon_musket detach"],
        "AUS_UHLAN": ["8 squadron x 4 C 10 unarmed lance light open detach"],
        "AUS_UHLAN_13": ["6 squadron x 4 C 10 unarmed lance light open detach"],
        "AUS_CHEV": ["8 squadron x 4 C 10 carbine light open detach"],
        "AUS_CHEV_13": ["6 squadron x 4 C 10 carbine light open detach"],
        "AUS_HUSSAR": ["10 squadron x 4 C 10 carbine light open detach"],
        "AUS_HUSSAR_13": ["8 squadron x 4 C 10 carbine light open detach"],
    }
    years = {k.id: k.years for k in nations.kinds().values() if k.clause == "NAP-ARM-21"}
    assert {span for key, span in years.items() if key.endswith("_13")} == {(1813, 1814)}
    assert {span for key, span in years.items() if not key.endswith("_13")} == {(1805, 1812)}


@pytest.mark.clause("NAP-ARM-22")
def test_austrian_batteries() -> None:
    assert batteries("NAP-ARM-22") == {
        "AUS_F3": "foot B 3:8 team 4",
        "AUS_F6": "foot B 6:8 team 6",
        "AUS_F12": "foot B 12:8 team 8",
        "AUS_F6H": "foot B 6:4 howitzer:2 team 6",
        "AUS_F12H": "foot B 12:4 howitzer:2 team 8",
        "AUS_H3": "horse B 3:6 team 4",
        "AUS_H6": "horse B 6:6 team 6",
        "AUS_RKT": "horse B rocket:6 team 6",
    }


@pytest.mark.clause("NAP-ARM-30")
def test_british_foot() -> None:
    light = "musket light open detach"
    assert troops("NAP-ARM-30") == {
        "GBR_GUARD": [
            "1 grenadier x 2 A 10 musket detach",
            "8 centre x 2 A 10 musket",
            "1 light x 2 A 13 rifle light open detach",
        ],
        "GBR_LINE": ["1 grenadier x 2 A 12 musket detach", "8 centre x 2 B 8 musket", f"1 light x 2 B 10 {light}"],
        "GBR_LIGHT": [f"1 grenadier x 2 A 12 {light}", f"8 centre x 2 B 10 {light}", f"1 light x 2 B 10 {light}"],
        "GBR_RIFLES": ["10 rifle x 2 A 13 rifle light open detach"],
    }


@pytest.mark.clause("NAP-ARM-31")
def test_british_horse_of_two_to_six_squadrons() -> None:
    assert troops("NAP-ARM-31") == {
        "GBR_HG": ["4 squadron x 4 A 16 carbine"],
        "GBR_HD": ["4 squadron x 4 C 12 carbine"],
        "GBR_LD": ["4 squadron x 4 C 10 carbine light open detach"],
    }
    found = [k for k in nations.kinds().values() if k.clause == "NAP-ARM-31"]
    assert {(k.fewest, k.sub[0].most) for k in found} == {(2, 6)}
    rifled = nations.kinds()["GBR_LD"]
    assert nations.price(rifled, rifled.sub[0], weapon="rifled_carbine") == 11


@pytest.mark.clause("NAP-ARM-32")
def test_british_batteries() -> None:
    assert batteries("NAP-ARM-32") == {
        "GBR_F9": "foot B 9:6 team 6",
        "GBR_F6": "foot B 6:6 team 6",
        "GBR_F9H": "foot B 9:5 howitzer:1 team 6",
        "GBR_F6H": "foot B 6:5 howitzer:1 team 6",
        "GBR_H6": "horse A 6:6 team 6",
        "GBR_H6H": "horse A 6:5 howitzer:1 team 6",
        "GBR_H9": "horse A 9:6 team 6 most 1",
        "GBR_RKT": "horse A rocket:6 team 6",
    }


@pytest.mark.clause("NAP-ARM-40")
def test_french_foot() -> None:
    light = "musket light open detach"
    assert troops("NAP-ARM-40") == {
        "FRA_GUARD": ["8 centre x 3 A 10 musket"],
        "FRA_GUARD_LT": [f"8 centre x 3 A 12 {light}"],
        "FRA_LINE_1804": ["1 grenadier x 2 B 8 musket detach", "8 centre x 2 C 6 musket", f"1 light x 2 C 8 {light}"],
        "FRA_LEGER_1804": [f"1 grenadier x 2 B 10 {light}", f"8 centre x 2 C 8 {light}", f"1 light x 2 C 8 {light}"],
        "FRA_LINE_1808": ["1 grenadier x 3 B 8 musket detach", "4 centre x 3 C 6 musket", f"1 light x 3 C 8 {light}"],
        "FRA_LEGER_1808": [f"1 grenadier x 3 B 10 {light}", f"4 centre x 3 C 8 {light}", f"1 light x 3 C 8 {light}"],
    }


@pytest.mark.clause("NAP-ARM-42")
def test_french_batteries_of_line_and_guard() -> None:
    assert batteries("NAP-ARM-42") == {
        "FRA_F12": "foot B A 12:6 howitzer:2 team 8",
        "FRA_F8": "foot B A 8:6 howitzer:2 team 6",
        "FRA_F6": "foot B A 6:6 howitzer:2 team 6",
        "FRA_H6": "horse B A 6:4 howitzer:2 team 6",
        "FRA_H4H": "horse B A 4:4 howitzer:2 team 4",
        "FRA_H4": "horse B A 4:6 team 4",
    }


@pytest.mark.clause("NAP-ARM-50")
def test_prussian_foot() -> None:
    assert troops("NAP-ARM-50") == {
        "PRU_MUSK": ["4 centre x 5 C 6 musket"],
        "PRU_FUS": ["4 light x 5 C 8 musket light open detach"],
        "PRU_GREN": ["4 grenadier x 5 B 8 musket"],
        "PRU_RES": ["4 centre x 5 C 6 musket"],
        "PRU_RES_FUS": ["4 light x 5 C 8 musket light open detach"],
        "PRU_LW": ["4 centre x 5 D 4 musket"],
        "PRU_LW_OPEN": ["2 centre x 5 D 4 musket", "2 light x 5 D 4 musket open"],
        "PRU_LW_LT": ["4 light x 5 D 6 musket light open"],
        "PRU_GJ": ["2 rifle x 5 A 13 rifle light open detach"],
        "PRU_J": ["2 rifle x 5 C 9 rifle light open detach"],
        "PRU_VJ": ["1 rifle x 5 B/D 8 rifle light open detach"],
        "PRU_GUARD": ["4 centre x 5 B 8 musket"],
    }
    found = grades("NAP-ARM-50")
    assert (found["PRU_RES"], found["PRU_RES_FUS"]) == ({"C": 6, "D": 4}, {"C": 8, "D": 6})
    assert nations.kinds()["PRU_VJ"].sub[0].most == 2


@pytest.mark.clause("NAP-ARM-51", "NAP-R05")
def test_prussian_horse() -> None:
    """The 9 printed in the column of the Guard is the price of the line without carbines."""
    volunteers = "up to 1 volunteer x 3 B/D 12 carbine light open detach"
    rifled = "up to 1 rifle_volunteer x 3 B/D 13 rifled_carbine light open detach"
    assert troops("NAP-ARM-51") == {
        "PRU_HVY": ["4 squadron x 3 C 11 unarmed"],
        "PRU_LANC": ["4 squadron x 3 C 10 unarmed lance light open detach"],
        "PRU_LT": ["4 squadron x 3 C 10 carbine light open detach", volunteers, rifled],
        "PRU_LT_NC": ["4 squadron x 3 C 9 unarmed light detach", volunteers, rifled],
    }
    assert grades("NAP-ARM-51") == {
        "PRU_HVY": {"C": 11, "A": 15},
        "PRU_LANC": {"C": 10, "A": 14, "D": 8},
        "PRU_LT": {"C": 10, "A": 14},
        "PRU_LT_NC": {"C": 9},
    }


@pytest.mark.clause("NAP-ARM-52")
def test_prussian_batteries() -> None:
    assert batteries("NAP-ARM-52") == {
        "PRU_F12": "foot B A 12:6 howitzer:2 team 8",
        "PRU_F6": "foot B A 6:6 howitzer:2 team 6",
        "PRU_F3": "foot B 3:6 howitzer:2 team 4",
        "PRU_FH": "foot B howitzer:8 team 6 most 2",
        "PRU_H6": "horse B A 6:6 howitzer:2 team 6",
    }


@pytest.mark.clause("NAP-ARM-60")
def test_russian_foot() -> None:
    light = "musket light open detach"
    assert troops("NAP-ARM-60") == {
        "RUS_GUARD": ["4 centre x 5 A 10 musket"],
        "RUS_GUARD_LT": [f"4 light x 5 B 10 {light}"],
        "RUS_GREN_BN": ["4 grenadier x 5 B 8 musket"],
        "RUS_FUS_03": ["1 grenadier x 2 B 8 musket detach", "3 centre x 5 C 6 musket", f"1 light x 3 C 8 {light}"],
        "RUS_MUSK_03": ["1 grenadier x 2 B 8 musket detach", "3 centre x 5 C 6 musket", f"1 light x 3 C 8 {light}"],
        "RUS_JAEG_03": [f"4 light x 5 C 8 {light}"],
        "RUS_FUS_11": ["1 grenadier x 2 B 8 musket detach", "3 centre x 5 B 8 musket", f"1 light x 3 B 10 {light}"],
        "RUS_MUSK_11": ["1 grenadier x 2 B 8 musket detach", "3 centre x 5 C 6 musket", f"1 light x 3 C 8 {light}"],
        "RUS_COMP_12": ["4 grenadier x 5 B 8 musket"],
        "RUS_JAEG_11": [
            f"1 grenadier x 2 B 10 {light}",
            f"3 centre x 5 C 8 {light}",
            "1 light x 3 C 9 rifle light open detach",
        ],
        "RUS_MIL": ["4 centre x 5 D 4 musket"],
        "RUS_OPOL": ["4 centre x 5 D 3 unarmed"],
    }


@pytest.mark.clause("NAP-ARM-61", "NAP-R09")
def test_russian_horse_of_both_periods() -> None:
    """Half-squadrons of two: light regiments have 32 figures after 1811."""
    assert troops("NAP-ARM-61") == {
        "RUS_CUIR": ["5 squadron x 4 C 12 unarmed cuirass"],
        "RUS_CUIR_11": ["4 squadron x 4 C 12 unarmed cuirass"],
        "RUS_HVY": ["5 squadron x 4 C 12 carbine"],
        "RUS_HVY_11": ["4 squadron x 4 C 12 carbine"],
        "RUS_LANC": ["10 squadron x 4 C 10 unarmed lance light open detach"],
        "RUS_LANC_11": ["8 squadron x 4 C 10 unarmed lance light open detach"],
        "RUS_LT": ["10 squadron x 4 C 9 unarmed light detach"],
        "RUS_LT_11": ["8 squadron x 4 C 9 unarmed light detach"],
    }
    found = grades("NAP-ARM-61")
    for key in ("RUS_CUIR", "RUS_HVY", "RUS_LANC", "RUS_LT"):
        assert found[key] == found[f"{key}_11"]
    assert (found["RUS_CUIR"], found["RUS_HVY"]) == ({"C": 12, "A": 16}, {"C": 12, "A": 16})
    assert (found["RUS_LANC"], found["RUS_LT"]) == ({"C": 10, "A": 14, "D": 8}, {"C": 9, "A": 13, "D": 7})


@pytest.mark.clause("NAP-ARM-62")
def test_russian_irregular_horse() -> None:
    assert troops("NAP-ARM-62") == {
        "RUS_COS_C": ["5 sotnia x 3 D 8 carbine lance light open detach"],
        "RUS_COS": ["5 sotnia x 3 D 7 unarmed lance light open detach"],
        "RUS_BASH": ["1 band x 15 D 8 bow light open"],
    }
    assert grades("NAP-ARM-62") == {
        "RUS_COS_C": {"D": 8, "E": 7},
        "RUS_COS": {"D": 7, "E": 6},
        "RUS_BASH": {"D": 8, "E": 7},
    }
    cossacks, bashkirs = nations.kinds()["RUS_COS"], nations.kinds()["RUS_BASH"]
    assert (cossacks.fewest, cossacks.sub[0].most, cossacks.regular) == (2, 10, False)
    assert (bashkirs.sub[0].fewest, bashkirs.sub[0].figures, bashkirs.regular) == (3, 15, False)


@pytest.mark.clause("NAP-ARM-63")
def test_russian_batteries() -> None:
    assert batteries("NAP-ARM-63") == {
        "RUS_F12": "foot B 12:4 6:4 howitzer:4 team 8 halves",
        "RUS_F6": "foot B 6:8 howitzer:4 team 6 halves",
        "RUS_H6H": "horse B 6:8 howitzer:4 team 6 halves",
        "RUS_H6": "horse B 6:12 team 6 halves",
        "RUS_GF12": "foot A 12:6 6:6 howitzer:4 team 8 halves most 1",
        "RUS_GF6": "foot A 6:12 howitzer:4 team 6 halves most 1",
        "RUS_GH6": "horse A 6:12 howitzer:4 team 6 halves most 1",
        "RUS_COSA": "horse C 3:6 team 4",
    }
    assert nations.batteries()["RUS_F12"].usual() == {"12": 1, "6": 1, "howitzer": 1}
    assert not nations.batteries()["RUS_COSA"].regular
