"""Tables 13C, 13D, 16C, 16D and 16E."""

from __future__ import annotations

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.nerve import circumstances, tables
from rulesets.napoleonic_wars.own import Class
from tests.rules.napoleonic_wars.table import battalion, box, field, general, put


def rows_of(state: State, *, rally: bool = False) -> dict[str, float]:
    """The rows of a test of L1 by their texts."""
    found = (circumstances.rally_sum if rally else circumstances.test_sum)(moments.end(state), "L1")
    return {text.key: n for text, n, _ in found.rows}


@pytest.mark.clause("NAP-MOR-09", "NAP-R97", "NAP-CAM-10")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("disorder", -1),
        ("losses", -1),
        ("foe_on_flank", -2),
        ("foe_in_rear", -4),
        ("fired_at", -1),
        ("roundshot", -1),
        ("shell", -2),
        ("canister", -3),
        ("from_side", -2),
        ("leaving", -1),
        ("retreating", -2),
        ("routing", -4),
        ("in_retreat", -2),
        ("general_lost", -3),
        ("advancing", -1),
        ("elephants", -2),
        ("elephants_under_guns", -3),
    ],
)
def test_negative_factors_of_morale(key: str, n: int) -> None:
    assert tables.values("morale")[key] == n


@pytest.mark.clause("NAP-MOR-10", "NAP-ORG-34")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("general_near", 2),
        ("general_far", 1),
        ("better_sub", 1),
        ("closed_column", 2),
        ("flank_secured", 1),
        ("support", 1),
        ("soft", 2),
        ("hard", 3),
        ("building", 4),
        ("foe_leaving", 1),
        ("foe_retreating", 2),
        ("foe_routing", 4),
        ("screen", 2),
        ("square", 4),
    ],
)
def test_positive_factors_of_morale(key: str, n: int) -> None:
    assert tables.values("morale")[key] == n


@pytest.mark.clause("NAP-RLY-10")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("disorder", -1),
        ("losses", -1),
        ("foe_near", -1),
        ("leaving", -1),
        ("retreating", -2),
        ("routing", -4),
        ("general_near", 3),
        ("general_far", 1),
        ("support", 1),
        ("soft", 2),
        ("hard", 3),
        ("foe_far", 4),
        ("foe_leaving", 1),
        ("foe_retreating", 2),
        ("foe_routing", 4),
    ],
)
def test_factors_of_a_rally(key: str, n: int) -> None:
    assert tables.values("rally")[key] == n


@pytest.mark.clause("NAP-MOR-09", "NAP-RLY-10", "NAP-DIS-19")
@pytest.mark.parametrize(("carried", "n"), [(5, -5), (6, -6), (9, -6)])
def test_at_most_six_factors_count_in_either_test(carried: int, n: int) -> None:
    state = field(battalion("L1", "south", carried=carried, result="rout", since=2), move=3)
    assert rows_of(state)["disorganisation"] == rows_of(state, rally=True)["disorganisation"] == n


@pytest.mark.clause("NAP-MOR-10", "NAP-RLY-10")
@pytest.mark.parametrize(("n", "morale"), [(3, 3), (4, 4), (5, 4)])
def test_supports_have_a_limit_in_a_morale_test_alone(n: int, morale: int) -> None:
    mates = [battalion(f"S{k}", "south", at=(30 + 10 * k, 40), figures=12) for k in range(n)]
    state = field(battalion("L1", "south", at=(60, 50), figures=12), *mates, move=3)
    assert rows_of(state)["supporting units"] == morale
    assert rows_of(state, rally=True)["supporting units"] == n


@pytest.mark.clause("NAP-MOR-10", "NAP-RLY-10")
@pytest.mark.parametrize(("kind", "morale", "rally"), [("building", 4, 3), ("open_wood", 2, 2), ("", None, None)])
def test_a_building_is_hard_cover_in_a_rally(kind: str, morale: int | None, rally: int | None) -> None:
    ground = [box(kind, 40, 40, 70, 60, "B")] if kind else []
    state = field(battalion("L1", "south", at=(55, 50), figures=12), features=ground, move=3)
    if kind == "building":
        state = put(state, "L1", (55, 50), 0.0, "garrison", building="B")
    assert (rows_of(state).get("cover"), rows_of(state, rally=True).get("cover")) == (morale, rally)


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


@pytest.mark.clause("NAP-MOR-06", "NAP-MOR-08")
def test_example_eighteen_a_column_under_roundshot() -> None:
    assert [tables.morale(dice - 5, "C") for dice in (13, 14, 12)] == ["halt", "good", "halt"]


@pytest.mark.clause("NAP-RLY-02", "NAP-RLY-04")
def test_example_nineteen_routers_of_class_d() -> None:
    """Four factors, 35 per cent, an enemy with good morale near, a general within 5 cm: -9 to dice of 10."""
    routers = battalion(
        "L1", "south", at=(50, 40), figures=13, began=20, lost=7, cls="D", carried=4, result="rout", since=2
    )
    foe = battalion("N1", "north", at=(50, 60), figures=4, companies=1)
    state = field(routers, foe, general("G1", "south", at=(50, 35), chief=True), move=3)
    assert rows_of(state, rally=True) == {
        "disorganisation": -4,
        "casualties {n} per cent": -7,
        "general within 5 cm": 3,
        "enemy units with good morale near": -1,
    }
    assert tables.rally(10 - 9, "D") == "rout"
