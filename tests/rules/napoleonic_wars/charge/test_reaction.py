"""Tables 13A and 16A."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.charge.reaction import charger_does, defender_does, fire_distance
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.field.board import gap
from rulesets.napoleonic_wars.own import Factor
from tests.rules.napoleonic_wars.fire_play import went
from tests.rules.napoleonic_wars.table import Made, battalion, box, field, general, given, piece, regiment

OTHER: dict[str, Any] = {"formation": "double_line", "weapon": ""}
"""A formation of which no row of table 13A speaks."""
PLACES = ((20, 0), (-20, 0), (20, 8), (-20, 8), (0, 12), (12, 16))
"""Where friends stand: so many cm to the right, and behind."""


def value(state: State, charger: str = "S", target: str = "N", **told: Any) -> int:
    return parties.value(parties.sides(moments.start(state), charger, target, **told))


def foot(body: str, x: float = 0, behind: float = 0, **own: Any) -> Made:
    """Foot of the side that its letter tells: the fronts of S and N are 10 cm apart."""
    y = 50 - behind if body[0] == "S" else 60 + behind
    side = "south" if body[0] == "S" else "north"
    return battalion(body, side, (100 + x, y), **{"figures": 24, **OTHER, **own})


def riders(body: str, **own: Any) -> Made:
    y, side = (50, "south") if body[0] == "S" else (60, "north")
    return regiment(body, side, (100, y), figures=16, **own)


def friends(who: str, n: int, **own: Any) -> list[Made]:
    return [foot(f"{who}{k}", *PLACES[k], figures=12, companies=2, **own) for k in range(n)]


def leader(who: str, aside: float) -> Made:
    """A general beside a body of foot, about so many cm to its right."""
    y, side = (50, "south") if who == "S" else (61, "north")
    return general(f"{who}9", side, (106 + aside, y), facing=0.0, chief=True)


def better(who: str) -> Made:
    made = foot(who)
    first, *others = made.unit.own.subs
    subs = (replace(first, morale="B"), *others)
    return replace(made, unit=replace(made.unit, own=replace(made.unit.own, subs=subs)))


def two(one: str, *made: Made, features: Any = ()) -> State:
    """A charge of S on N, one of them as it is made, the other plain foot."""
    plain = [foot(body) for body in ("S", "N") if body != one or not any(m.unit.id == one for m in made)]
    return field(*plain, *made, features=features, size=(200, 130))


# --- table 13A -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RCT-06", "NAP-RCT-13", "NAP-R88")
@pytest.mark.parametrize(
    ("own", "n"),
    [
        ({"cls": "A"}, 4),
        ({"cls": "B"}, 2),
        ({"cls": "C"}, 0),
        ({"cls": "D"}, -2),
        ({"cls": "E"}, -4),
        ({"carried": 4}, -4),
        ({"carried": 8}, -6),
        ({"figures": 22, "began": 24, "lost": 2}, -1),
        ({"figures": 15, "began": 24, "lost": 9}, -7),
    ],
)
@pytest.mark.parametrize(("who", "sign"), [("S", 1), ("N", -1)])
def test_what_a_body_is_counts_for_the_charger_and_against_the_defender(
    own: dict[str, Any], n: int, who: str, sign: int
) -> None:
    assert value(two("")) == 0
    assert value(two(who, foot(who, **own))) == sign * n


@pytest.mark.clause("NAP-RCT-13", "NAP-R137")
@pytest.mark.parametrize(("figures", "n"), [(12, 0), (11, -2)])
@pytest.mark.parametrize(("who", "sign"), [("S", 1), ("N", -1)])
def test_fewer_than_half_the_enemy(figures: int, n: int, who: str, sign: int) -> None:
    assert value(two(who, foot(who, figures=figures))) == sign * n


@pytest.mark.clause("NAP-RCT-13")
@pytest.mark.parametrize(("far", "n"), [(5.0, 2), (5.1, 1), (50.0, 1), (50.1, 0)])
@pytest.mark.parametrize(("who", "sign"), [("S", 1), ("N", -1)])
def test_a_general_near_or_far(far: float, n: int, who: str, sign: int) -> None:
    more = far - gap(two("", leader(who, 0.0)), who, f"{who}9") / 10.0
    assert value(two("", leader(who, more))) == sign * n


@pytest.mark.clause("NAP-RCT-13")
@pytest.mark.parametrize(("who", "sign"), [("S", 1), ("N", -1)])
def test_a_sub_unit_of_a_higher_class_and_higher_ground(who: str, sign: int) -> None:
    assert value(two(who, better(who))) == sign * 1
    south, north = (30, 55) if who == "S" else (55, 80)
    assert value(two("", features=[box("hill", 0, south, 200, north, "H")])) == sign * 1


@pytest.mark.clause("NAP-RCT-14", "NAP-RCT-15", "NAP-RCT-16")
@pytest.mark.parametrize(
    ("count", "own", "n"),
    [
        (3, {}, 3),
        (6, {}, 4),
        (2, {"result": "withdraw"}, -2),
        (2, {"result": "break_off"}, -2),
        (2, {"result": "retreat"}, -4),
        (1, {"result": "rout"}, -3),
    ],
)
@pytest.mark.parametrize(("who", "sign"), [("S", 1), ("N", -1)])
def test_own_units_about_it(count: int, own: dict[str, Any], n: int, who: str, sign: int) -> None:
    assert value(two("", *friends(who, count, **own))) == sign * n


LINE, COLUMN = {"formation": "line"}, {"formation": "closed_column"}
SQUARE, DOUBLE = {"formation": "square"}, {"formation": "double_square"}
HEAVY, LIGHT = {"light": False}, {"light": True}


def made(who: str, own: dict[str, Any]) -> Made:
    return riders(who, **own) if "light" in own else foot(who, **own)


@pytest.mark.clause("NAP-RCT-13", "NAP-R96")
@pytest.mark.parametrize(
    ("charger", "defender", "n"),
    [
        (LINE, SQUARE, 1),
        (LINE, LINE, 0),
        (COLUMN, LINE, 2),
        (COLUMN, SQUARE, 3),
        (COLUMN, DOUBLE, 3),
        (COLUMN, COLUMN, 0),
        (HEAVY, COLUMN, 2),
        (LIGHT, LINE, 3),
        (HEAVY, SQUARE, -2),
        (HEAVY, DOUBLE, -3),
        (HEAVY, OTHER, 0),
        (LIGHT, HEAVY, -1),
        (HEAVY, LIGHT, 0),
        (LIGHT, LIGHT, 0),
        (COLUMN, HEAVY, 0),
    ],
)
def test_who_charges_what(charger: dict[str, Any], defender: dict[str, Any], n: int) -> None:
    assert value(field(made("S", charger), made("N", defender)), sector="front") == n


@pytest.mark.clause("NAP-RCT-13", "NAP-FLK-02")
def test_cover_flank_and_rear() -> None:
    assert value(two("", features=[piece("hedge", [(80, 60), (120, 60)])])) == -1
    assert value(two("", features=[piece("wall", [(80, 60), (120, 60)])])) == -2
    assert value(two(""), sector="flank") == 4
    assert value(two(""), sector="rear") == 6
    assert [value(field(foot("S"), foot("N", facing=way))) for way in (100.0, 80.0, 30.0)] == [0, 4, 6]


@pytest.mark.clause("NAP-R131", "NAP-RCT-13")
@pytest.mark.parametrize(
    ("time", "told", "n"), [(0.4, "front", 4), (0.5, "front", 0), (0.4, "flank", 4), (0.4, "rear", 6)]
)
def test_a_change_of_formation_that_is_not_over_at_the_moment(time: float, told: str, n: int) -> None:
    state = went(two(""), "N", (0.0, 0.5, "form"))
    assert parties.value(parties.sides(Moment(state, time, state), "S", "N", sector=told)) == n


@pytest.mark.clause("NAP-NAT-08")
@pytest.mark.parametrize(("first", "n"), [(0, 2), (3, 2), (2, 0)])
def test_the_first_charge_of_mamelukes(first: int, n: int) -> None:
    """In move 3: they have not charged before, do so now for the first time, or have done so in move 2."""
    own: dict[str, Any] = {"sub": {"kind": "mameluke"}, "nation": "native", "first_charge": first}
    state = field(riders("S", **own), foot("N"), options={"national": True}, move=3)
    plain = field(riders("S", nation="native"), foot("N"), options={"national": True}, move=3)
    assert value(state) - value(plain) == n


@pytest.mark.clause("NAP-RCT-04", "NAP-RCT-05", "NAP-RCT-06", "NAP-RCT-10")
def test_example_seven_heavy_cavalry_and_a_line() -> None:
    """Heavy horse with a general within 50 cm, a line with two units in support; then fire costs the horse 25 %."""
    line = foot("N", formation="line")
    state = field(riders("S"), line, leader("S", 20.0), *friends("N", 2))
    start = parties.sides(moments.start(state), "S", "N")
    initial = (5 + 4) - (3 + 3) + parties.value(start)
    assert initial == 5
    assert charger_does(initial, "initial") == "charge"
    assert defender_does(initial, "initial", mounted=False) == "stand_or_evade"
    assert fire_distance(initial) == 8.0
    hurt = given(state, "S", lost=4, began=16, fresh=(Factor("B", 2, "NAP-DIS-21"),))
    final = initial + sum(int(n) for _, n, _ in changed(hurt, parties.counted(start)))
    assert final == -2
    assert charger_does(final, "final") == "home"
    assert defender_does(final, "final", mounted=False) == "declared"


@pytest.mark.clause("NAP-SIM-01", "NAP-RES-06")
def test_example_twenty_one_mutual_charges_are_read_twice_with_the_same_dice() -> None:
    a = 4 - 8 + value(field(made("S", HEAVY), made("N", LIGHT)))
    b = 8 - 4 + value(field(made("S", LIGHT), made("N", HEAVY)))
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
    state = field(riders("S", cls="A"), foot("N", formation="line"))
    told = parties.rows(parties.sides(moments.start(state), "S", "N", sector="rear"))
    assert [n for _, n, _ in told] == [4, 3, 6]
    assert {clause for *_, clause in told} == {"NAP-RCT-13"}


# --- the final value -------------------------------------------------------------------------------------------------


def changed(state: State, before: tuple[int, int, int, int, int], **told: Any) -> list[Any]:
    """The rows by which a final value differs from the first one."""
    return list(parties.changed(before, parties.sides(moments.end(state), "S", "N", **told)))


@pytest.mark.clause("NAP-R89", "NAP-RCT-10")
@pytest.mark.parametrize(("had", "has", "rows"), [(4, 6, [-2]), (5, 8, [-1]), (6, 9, []), (8, 9, [])])
def test_at_most_six_factors_count_in_the_totals_of_a_final_value(had: int, has: int, rows: list[int]) -> None:
    state = two("S", foot("S", carried=has))
    assert [n for _, n, _ in changed(state, (had, 0, 0, 0, 0))] == rows


@pytest.mark.clause("NAP-R89", "NAP-R131")
@pytest.mark.parametrize(
    ("counted", "sector", "changing", "rows"),
    [
        (0, "flank", False, [4]),
        (0, "rear", False, [6]),
        (0, "front", True, [4]),
        (0, "front", False, []),
        (1, "flank", False, []),
        (1, "rear", False, []),
        (1, "front", True, []),
    ],
)
def test_a_starred_row_counts_once_in_both_values(counted: int, sector: str, changing: bool, rows: list[int]) -> None:
    state = went(two(""), "N", (0.0, 1.0 if changing else 0.2, "form"))
    told = parties.sides(Moment(state, 0.5, state), "S", "N", sector=sector)
    assert [n for _, n, _ in parties.changed((0, 0, 0, 0, counted), told)] == rows
