"""Tables 13C, 13D, 16C, 16D and 16E."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.factors import total
from rulesets.napoleonic_wars.nerve import tables
from rulesets.napoleonic_wars.nerve.tables import State, morale_rows, rally_rows
from rulesets.napoleonic_wars.own import Class


def morale(**told: Any) -> int:
    return total(morale_rows(State(**told)))


def rally(**told: Any) -> int:
    return total(rally_rows(State(**told)))


@pytest.mark.clause("NAP-MOR-09", "NAP-MOR-11", "NAP-R97", "NAP-CAM-10")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"disorder": 2}, -2),
        ({"disorder": 9}, -6),
        ({"losses": 30}, -6),
        ({"foe_on_flank": True}, -2),
        ({"foe_in_rear": True}, -4),
        ({"foe_on_flank": True, "foe_in_rear": True}, -6),
        ({"fired_at": 3}, -3),
        ({"fire": "roundshot"}, -1),
        ({"fire": "shell"}, -2),
        ({"fire": "canister"}, -3),
        ({"from_side": True}, -2),
        ({"leaving": 2}, -2),
        ({"retreating": 2}, -4),
        ({"routing": 2}, -8),
        ({"in_retreat": True}, -2),
        ({"general_lost": True}, -3),
        ({"advancing": 2}, -2),
        ({"elephants": True}, -2),
        ({"elephants_under_guns": True}, -3),
    ],
)
def test_negative_factors_of_morale(told: dict[str, Any], n: int) -> None:
    assert morale(**told) == n


@pytest.mark.clause("NAP-MOR-10", "NAP-ORG-34")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"general": "near"}, 2),
        ({"general": "far"}, 1),
        ({"better_sub": True}, 1),
        ({"closed_column": True}, 2),
        ({"flanks_secured": 2}, 2),
        ({"supports": 3}, 3),
        ({"supports": 6}, 4),
        ({"cover": "soft"}, 2),
        ({"cover": "hard"}, 3),
        ({"cover": "total"}, 3),
        ({"cover": "building"}, 4),
        ({"foe_leaving": 2}, 2),
        ({"foe_retreating": 2}, 4),
        ({"foe_routing": 2}, 8),
        ({"screen": True}, 2),
        ({"square": True}, 4),
    ],
)
def test_positive_factors_of_morale(told: dict[str, Any], n: int) -> None:
    assert morale(**told) == n
    assert {clause for *_, clause in morale_rows(State(**told))} == {"NAP-MOR-10"}


@pytest.mark.clause("NAP-RLY-10")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"disorder": 9}, -6),
        ({"losses": 35}, -7),
        ({"foes_near": 2}, -2),
        ({"leaving": 1}, -1),
        ({"retreating": 1}, -2),
        ({"routing": 1}, -4),
        ({"general": "near"}, 3),
        ({"general": "far"}, 1),
        ({"supports": 6}, 6),
        ({"cover": "soft"}, 2),
        ({"cover": "hard"}, 3),
        ({"cover": "building"}, 3),
        ({"foe_far": True}, 4),
        ({"foe_leaving": 1}, 1),
        ({"foe_retreating": 1}, 2),
        ({"foe_routing": 1}, 4),
        ({"advancing": 3, "fired_at": 2, "closed_column": True}, 0),
    ],
)
def test_factors_of_a_rally(told: dict[str, Any], n: int) -> None:
    assert rally(**told) == n


LIMITS = {"A": (3, 0, -3, -9), "B": (6, 3, 0, -5), "C": (9, 6, 3, -1), "D": (12, 9, 6, 3), "E": (14, 11, 9, 7)}


@pytest.mark.clause("NAP-RES-21", "NAP-MOR-08")
@pytest.mark.parametrize("cls", list(LIMITS))
def test_every_limit_of_table_sixteen_c(cls: Class) -> None:
    for least, at, below in zip(
        LIMITS[cls], ("good", "halt", "withdraw", "retreat"), ("halt", "withdraw", "retreat", "retreat"), strict=True
    ):
        assert tables.morale(least, cls) == at
        assert tables.morale(least - 1, cls) == below
    worst = LIMITS[cls][-1] - 1
    assert tables.morale(worst, cls, under_fire=True) == "rout"
    assert tables.morale(worst, cls, in_melee=True) == "rout"
    assert tables.morale(worst + 1, cls, under_fire=True) == "retreat"


@pytest.mark.clause("NAP-RLY-02", "NAP-RLY-11")
@pytest.mark.parametrize(
    ("cls", "rallied", "on"), [("A", -1, -8), ("B", 0, -6), ("C", 1, -4), ("D", 2, -2), ("E", 3, 0)]
)
def test_every_limit_of_table_sixteen_d(cls: Class, rallied: int, on: int) -> None:
    told = [tables.rally(n, cls) for n in (rallied, rallied - 1, on, on - 1)]
    assert told == ["rallied", "rout", "rout", "dispersed"]


@pytest.mark.clause("NAP-RLY-08", "NAP-RLY-12", "NAP-R105")
@pytest.mark.parametrize(("cls", "choice", "on"), [("A", 3, -5), ("B", 6, -2), ("C", 9, 1), ("D", 12, 4), ("E", 14, 4)])
def test_every_limit_of_table_sixteen_e(cls: Class, choice: int, on: int) -> None:
    told = [tables.from_pursuit(n, cls) for n in (choice, choice - 1, on, on - 1)]
    assert told == ["choice", "pursue", "pursue", "halt"]


@pytest.mark.clause("NAP-MOR-06", "NAP-MOR-08", "NAP-MOR-11")
def test_example_eighteen_a_column_under_roundshot() -> None:
    told = State(
        disorder=2,
        losses=30,
        fired_at=1,
        fire="roundshot",
        closed_column=True,
        general="near",
        supports=1,
    )
    assert total(morale_rows(told)) == -5
    assert [tables.morale(dice - 5, "C") for dice in (13, 14, 12)] == ["halt", "good", "halt"]


@pytest.mark.clause("NAP-RLY-02", "NAP-RLY-04")
def test_example_nineteen_routers_of_class_d() -> None:
    told = State(disorder=4, losses=35, foes_near=1, general="near")
    assert 10 + total(rally_rows(told)) == 1
    assert tables.rally(1, "D") == "rout"
