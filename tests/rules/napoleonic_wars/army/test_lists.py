"""The lists of the nations, row by row against the catalogue, and whole batteries (NAP-ARM-20 to NAP-ARM-70)."""

from __future__ import annotations

import re

import pytest

from rulesets.napoleonic_wars.army import nations
from rulesets.napoleonic_wars.army.rows import Row, Terms, companies, gun_points, models, new_unit, points, subs
from tests.rules.napoleonic_wars.lists import BATTERIES, FOOT, HORSE, table


def row(kind: str, **more: object) -> Row:
    return Row(**({"code": "X", "name": "X", "kind": kind} | more))


def first(text: str) -> int:
    return int(next(iter(re.findall(r"\d+", text))))


@pytest.mark.clause("NAP-ARM-20", "NAP-ARM-30", "NAP-ARM-40", "NAP-ARM-50", "NAP-ARM-60", "NAP-ARM-11", "NAP-R05")
@pytest.mark.parametrize("told", table(FOOT), ids=lambda told: told["Key"])
def test_foot(told: dict[str, str]) -> None:
    kind = nations.kinds()[told["Key"]]
    here = subs(row(kind.id))
    assert kind.clause == told["Clause"]
    assert kind.usual == re.findall(r"\b[A-E]\b", told["Class"])[0]
    main = max(kind.sub, key=lambda s: s.n)
    assert next(s.points for s in here if s.kind == main.kind) == first(told["Points"])
    assert sum(s.figures for s in here) == int(told["Figures"])
    if "line" not in told["Detach"] and "note" not in told["Open"]:
        assert any(s.detach for s in here) == (told["Detach"] != "-")
        assert any(s.open for s in here) == (told["Open"] != "no")
        assert all(s.open for s in here) == (told["Open"] in ("yes", "all"))


@pytest.mark.clause("NAP-ARM-21", "NAP-ARM-31", "NAP-ARM-41", "NAP-ARM-51", "NAP-ARM-61", "NAP-ARM-62", "NAP-R09")
@pytest.mark.parametrize("told", table(HORSE), ids=lambda told: told["Key"])
def test_horse(told: dict[str, str]) -> None:
    kind = nations.kinds()[told["Key"]]
    grades = {cls: int(n) for cls, n in re.findall(r"([A-E]) (\d+)", told["Points by class"])}
    assert kind.clause == told["Clause"]
    assert kind.grades == grades
    for cls, price in grades.items():
        assert {s.points for s in subs(row(kind.id, cls=cls))} == {price}
    assert sum(s.figures for s in subs(row(kind.id))) == int(told["Figures"])
    assert any(s.detach for s in kind.sub if s.detach) or kind.detach == (told["Detach"] != "-")
    assert kind.open == (told["Open"] == "yes")


@pytest.mark.clause("NAP-ARM-22", "NAP-ARM-32", "NAP-ARM-42", "NAP-ARM-52", "NAP-ARM-63")
@pytest.mark.parametrize("told", table(BATTERIES), ids=lambda told: told["Key"])
def test_batteries(told: dict[str, str]) -> None:
    battery = nations.batteries()[told["Key"]]
    pieces: dict[str, int] = {}
    for n, calibre, other in re.findall(r"(\d+)(?: x (\d+)-pdr| (?:field )?(howitzer|launcher)s?)", told["Pieces"]):
        pieces[calibre or other.replace("launcher", "rocket")] = int(n)
    assert battery.clause == told["Clause"]
    assert battery.guns == pieces
    assert battery.horse == ("foot" not in told["Crews"])
    assert " ".join(battery.classes) == told["Classes"]
    assert battery.horses == int(told["Horses"])


WHOLE = """AUS_F3 384; AUS_F6 456; AUS_F12 568; AUS_F6H 352; AUS_F12H 416; AUS_H3 336; AUS_H6 390; AUS_RKT 300;
GBR_F9 372; GBR_F6 342; GBR_F9H 372; GBR_F6H 352; GBR_H6 432; GBR_H6H 442; GBR_H9 462; GBR_RKT 342;
FRA_F12 558 622; FRA_F8 496 552; FRA_F6 466 522; FRA_H6 400 442; FRA_H4H 356 392; FRA_H4 336 372;
PRU_F12 558 622; PRU_F6 466 522; PRU_F3 404; PRU_FH 496; PRU_H6 530 586;
RUS_F12 396; RUS_F6 352; RUS_H6H 400; RUS_H6 390; RUS_GF12 602; RUS_GF6 522; RUS_GH6 586; RUS_COSA 300"""


@pytest.mark.clause(
    "NAP-ARM-70", "NAP-PTS-04", "NAP-PTS-05", "NAP-PTS-06", "NAP-PTS-07", "NAP-R02", "NAP-R12", "NAP-S23"
)
@pytest.mark.parametrize("told", WHOLE.replace("\n", " ").split("; "))
def test_whole_batteries(told: str) -> None:
    key, line, *guard = told.split()
    assert gun_points(row(key)) == int(line)
    assert points(row(key)) == int(line) + 10
    if guard:
        assert gun_points(row(key, cls="A")) == int(guard[0])


MODEL = """AUS_F3 96; AUS_H3 112; GBR_F6 114; GBR_H6 144; AUS_H6 130; GBR_F9 124; GBR_H9 154; AUS_F12 142; PRU_FH 124"""


@pytest.mark.clause("NAP-ARM-70", "NAP-R11", "NAP-R13")
def test_one_model() -> None:
    for told in MODEL.split("; "):
        key, price = told.split()
        piece = next(iter(nations.batteries()[key].guns))
        assert gun_points(row(key, guns={piece: 1})) == int(price), key
    assert gun_points(row("FRA_F12", cls="A", guns={"12": 1})) == 158
    assert gun_points(row("FRA_F12", cls="A", guns={"howitzer": 1})) == 148
    assert gun_points(row("RUS_GF12", guns={"12": 1, "6": 2, "howitzer": 1})) == 582
    assert gun_points(row("RUS_COSA", guns={"3": 2})) == 200
    assert gun_points(row("RUS_COSA", guns={"3": 1})) == 40 + 32 + 4 * 6 + 2 * 2


@pytest.mark.clause("NAP-R02", "NAP-ARM-06", "NAP-SCL-10", "NAP-ORG-24")
def test_models_of_a_battery() -> None:
    def told(key: str, *, at_1_40: bool = False) -> dict[str, int]:
        return dict(nations.batteries()[key].usual(at_1_40=at_1_40))

    assert told("GBR_F9H") == {"9": 2, "howitzer": 1}
    assert told("FRA_F8") == {"8": 3, "howitzer": 1}
    assert told("FRA_H6") == {"6": 2, "howitzer": 1}
    assert nations.batteries()["RUS_F6"].models() == {"6": 4, "howitzer": 2}
    assert told("RUS_F6") == {"6": 2, "howitzer": 1}
    assert told("RUS_GF6") == {"6": 3, "howitzer": 1}
    assert {crew for _, crew in models(row("FRA_F8"))} == {4}
    # at 1:40 a model stands for four pieces, with a gunner for each
    assert told("FRA_F8", at_1_40=True) == {"8": 2}
    assert told("GBR_F6", at_1_40=True) == {"6": 2}
    assert models(row("GBR_F6"), Terms(at_1_40=True)) == (("6", 3), ("6", 3))
    assert models(row("FRA_F8"), Terms(at_1_40=True)) == (("8", 4), ("8", 4))
    assert told("RUS_F6", at_1_40=True) == {"6": 2, "howitzer": 1}
    assert told("PRU_FH", at_1_40=True) == {"howitzer": 2}


@pytest.mark.clause("NAP-R04", "NAP-R06", "NAP-R10")
def test_printed_prices_that_are_not_those_of_table_1() -> None:
    assert set(nations.differing()) == {
        ("AUS_GRENZ", "centre", 6, 8),
        ("AUS_GRENZ_SHARP", "sharpshooter", 7, 9),
        ("GBR_LINE", "grenadier", 12, 10),
        ("PRU_VJ", "rifle", 8, 10),
        ("RUS_OPOL", "centre", 3, 4),
    }


@pytest.mark.clause("NAP-R07", "NAP-R08", "NAP-ORG-29")
def test_classes_of_training() -> None:
    grenz, sharp, young = (subs(row(key))[0] for key in ("AUS_GRENZ", "AUS_GRENZ_SHARP", "PRU_VJ"))
    assert (grenz.morale, grenz.training, grenz.open_training) == ("C", "C", "B")
    assert (sharp.training, sharp.open_training, sharp.weapon) == ("C", "A", "double_rifle")
    assert (young.morale, young.training, young.open_training) == ("B", "D", "")
    assert [len(c) for c in companies(row("FRA_GUARD_LT")).values()] == [8]


@pytest.mark.clause("NAP-ARM-41")
def test_an_elite_company_is_half_of_a_squadron() -> None:
    here = subs(row("FRA_LT", companies={"elite": 1}))
    assert [(s.kind, s.figures, s.morale, s.points) for s in here[-2:]] == [
        ("squadron", 3, "C", 10),
        ("elite", 3, "B", 12),
    ]
    assert sum(s.figures for s in here) == 24


@pytest.mark.clause("NAP-ARM-01", "NAP-ARM-02", "NAP-BAS-04", "NAP-BAS-05", "NAP-R47", "NAP-S62")
def test_a_battery_on_the_table() -> None:
    unit, bases = new_unit(row("GBR_F9H"), None, "south", "G1")
    assert [b.own.role for b in bases] == ["gun"] * 3 + ["team"] * 3
    assert [b.own.piece for b in bases[:3]] == ["9", "9", "howitzer"]
    assert [(b.shape.width, b.shape.depth) for b in bases] == [(30.0, 40.0)] * 3 + [(30.0, 80.0)] * 3
    assert (bases[3].own.horses, bases[3].own.drivers) == (6, 3)
    assert {s.weapon for s in unit.own.subs} == {"dragoon_musket"}
    assert [s.kind for s in unit.own.subs if s.detach] == ["howitzer"]
    assert unit.own.fire.loaded
    assert unit.own.strength.began == 12
    assert {b.where for b in bases} == {"reserve"}
