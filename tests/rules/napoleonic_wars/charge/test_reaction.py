"""Tables 13A and 16A."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleonic_wars.charge import reaction
from rulesets.napoleonic_wars.charge.reaction import Party, Sides, charger_does, defender_does, fire_distance, value


def of(charger: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **more: Any) -> int:
    return value(Sides(charger=Party(**(charger or {})), defender=Party(**(defender or {})), **more))


@pytest.mark.clause("NAP-RCT-06", "NAP-RCT-13", "NAP-R88", "NAP-R137")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"general": "near"}, 2),
        ({"general": "far"}, 1),
        ({"cls": "A"}, 4),
        ({"cls": "B"}, 2),
        ({"cls": "C"}, 0),
        ({"cls": "D"}, -2),
        ({"cls": "E"}, -4),
        ({"better_sub": True}, 1),
        ({"higher": True}, 1),
        ({"few": True}, -2),
        ({"disorder": 4}, -4),
        ({"disorder": 8}, -6),
        ({"losses": 5}, -1),
        ({"losses": 35}, -7),
        ({"supports": 3}, 3),
        ({"supports": 6}, 4),
        ({"leaving": 2}, -2),
        ({"retreating": 2}, -4),
        ({"routing": 1}, -3),
    ],
)
def test_what_holds_of_either_side_counts_for_the_charger_and_against_the_defender(
    told: dict[str, Any], n: int
) -> None:
    assert of(charger=told) == n
    assert of(defender=told) == -n


HEAVY: dict[str, Any] = {"mounted": True}
LIGHT: dict[str, Any] = {"mounted": True, "light": True}


@pytest.mark.clause("NAP-RCT-13", "NAP-R96")
@pytest.mark.parametrize(
    ("charger", "defender", "n"),
    [
        ({"form": "line"}, {"form": "square"}, 1),
        ({"form": "line"}, {"form": "line"}, 0),
        ({"form": "column"}, {"form": "line"}, 2),
        ({"form": "column"}, {"form": "square"}, 3),
        ({"form": "column"}, {"form": "double_square"}, 3),
        ({"form": "column"}, {"form": "column"}, 0),
        (HEAVY, {"form": "column"}, 2),
        (LIGHT, {"form": "line"}, 3),
        (HEAVY, {"form": "square"}, -2),
        (HEAVY, {"form": "double_square"}, -3),
        (HEAVY, {"form": "other"}, 0),
        (LIGHT, HEAVY, -1),
        (HEAVY, LIGHT, 0),
        (LIGHT, LIGHT, 0),
        ({"form": "column"}, HEAVY, 0),
    ],
)
def test_who_charges_what(charger: dict[str, Any], defender: dict[str, Any], n: int) -> None:
    assert of(charger, defender) == n


@pytest.mark.clause("NAP-RCT-13", "NAP-FLK-02", "NAP-R131", "NAP-NAT-08")
def test_cover_flank_rear_and_a_change_of_formation() -> None:
    assert of(defender={"cover": "soft"}) == -1
    assert of(defender={"cover": "hard"}) == -2
    assert of(sector="flank") == 4
    assert of(changing=True) == 4
    assert of(sector="flank", changing=True) == 4
    assert of(sector="rear", changing=True) == 6
    assert of(mamelukes=True) == 2


@pytest.mark.clause("NAP-RCT-04", "NAP-RCT-05", "NAP-RCT-06", "NAP-RCT-10")
def test_example_seven_heavy_cavalry_and_a_line() -> None:
    start = Sides(charger=Party(mounted=True, general="far"), defender=Party(form="line", supports=2))
    initial = (5 + 4) - (3 + 3) + value(start)
    assert initial == 5
    assert charger_does(initial, "initial") == "charge"
    assert defender_does(initial, "initial", mounted=False) == "stand_or_evade"
    assert fire_distance(initial) == 8.0
    after = Sides(charger=Party(mounted=True, general="far", disorder=2, losses=25), defender=start.defender)
    final = initial + value(after) - value(start)
    assert final == -2
    assert charger_does(final, "final") == "home"
    assert defender_does(final, "final", mounted=False) == "declared"


@pytest.mark.clause("NAP-SIM-01", "NAP-RES-06")
def test_example_twenty_one_mutual_charges_are_read_twice_with_the_same_dice() -> None:
    a = 4 - 8 + of(HEAVY, LIGHT)
    b = 8 - 4 + of(LIGHT, HEAVY)
    assert (charger_does(a, "initial"), b, charger_does(b, "initial")) == ("refuse", 3, "charge")


TABLE = [  # value, charger initial, final, mounted initial, final, foot initial, final
    (8, "charge", "home", "rout", "rout", "rout", "rout"),
    (12, "charge", "home", "rout", "rout", "rout", "rout"),
    (7, "charge", "home", "withdraw_double", "rout", "rout", "rout"),
    (6, "charge", "home", "withdraw_double", "rout", "rout", "rout"),
    (5, "charge", "home", *["stand_or_evade"] * 4),
    (4, "charge", "home", *["stand_or_evade"] * 4),
    (3, "charge", "home", *["declared"] * 4),
    (-3, "charge", "home", *["declared"] * 4),
    (-4, "refuse", "halt", "orders", "counter_charge", "orders", "declared"),
    (-7, "refuse", "halt", "orders", "counter_charge", "orders", "declared"),
    (-8, "withdraw", "halt_or_rout", "orders", "counter_charge", "orders", "counter_charge"),
    (-20, "withdraw", "halt_or_rout", "orders", "counter_charge", "orders", "counter_charge"),
]


@pytest.mark.clause("NAP-RES-15", "NAP-RCT-07", "NAP-RCT-11")
@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row[0]))
def test_every_row_of_table_sixteen_a_at_its_limits(row: tuple[Any, ...]) -> None:
    number, *expected = row
    found = [charger_does(number, "initial"), charger_does(number, "final")]
    for mounted in (True, False):
        found += [defender_does(number, "initial", mounted=mounted), defender_does(number, "final", mounted=mounted)]
    assert found == expected


@pytest.mark.clause("NAP-RES-15", "NAP-R92")
def test_a_square_stands_against_horse_where_other_foot_routs() -> None:
    for number in (6, 7):
        for phase in ("initial", "final"):
            told: Any = phase
            assert defender_does(number, told, mounted=False, square=True, by_horse=True) == "stand_square"
            assert defender_does(number, told, mounted=False, square=True) == "rout"
    assert defender_does(8, "initial", mounted=False, square=True, by_horse=True) == "rout"


@pytest.mark.clause("NAP-RES-09", "NAP-RES-13", "NAP-SMA-17")
def test_where_foot_ceases_fire() -> None:
    assert [fire_distance(n) for n in (8, 6, 5, 4, 3, -3, -4)] == [None, None, 8.0, 8.0, 5.0, 5.0, None]
    assert fire_distance(7, square=True, by_horse=True) == 8.0


def test_every_row_says_what_it_is_for() -> None:
    told = reaction.rows(Sides(charger=Party(cls="A", mounted=True), defender=Party(form="line"), sector="rear"))
    assert [n for _, n, _ in told] == [4, 3, 6]
    assert {clause for *_, clause in told} == {"NAP-RCT-13"}


# --- the final value -------------------------------------------------------------------------------------------------


def more(before: tuple[int, int, int, int, int], charger: dict[str, Any] | None = None, **told: Any) -> list[int]:
    """What the rows come to by which a final value differs from the first one."""
    sides = Sides(charger=Party(**(charger or {})), defender=Party(), **told)
    return [int(n) for _, n, _ in reaction.changed(before, sides)]


@pytest.mark.clause("NAP-R89", "NAP-RCT-10")
@pytest.mark.parametrize(("had", "has", "rows"), [(4, 6, [-2]), (5, 8, [-1]), (6, 9, []), (8, 9, [])])
def test_at_most_six_factors_count_in_the_totals_of_a_final_value(had: int, has: int, rows: list[int]) -> None:
    assert more((had, 0, 0, 0, 0), {"disorder": has}) == rows


@pytest.mark.clause("NAP-R89", "NAP-R131")
@pytest.mark.parametrize(
    ("counted", "told", "rows"),
    [
        (0, {"sector": "flank"}, [4]),
        (0, {"sector": "rear"}, [6]),
        (0, {"changing": True}, [4]),
        (0, {}, []),
        (1, {"sector": "flank"}, []),
        (1, {"sector": "rear"}, []),
        (1, {"changing": True}, []),
    ],
)
def test_a_starred_row_counts_once_in_both_values(counted: int, told: dict[str, Any], rows: list[int]) -> None:
    assert more((0, 0, 0, 0, counted), **told) == rows
