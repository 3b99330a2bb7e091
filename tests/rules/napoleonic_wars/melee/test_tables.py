"""Tables 11, 12, 13B and 16B."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleonic_wars.fire.tables import t14
from rulesets.napoleonic_wars.melee import tables
from rulesets.napoleonic_wars.melee.tables import Fighter, Mood, Shock, impact, impact_score, mood_score, strike_factor


def strikes(**told: Any) -> int:
    return strike_factor(Fighter(**told))


@pytest.mark.clause("NAP-MEL-19", "NAP-R84", "NAP-OPT-04")
def test_base_factors() -> None:
    assert [strikes(troops=t) for t in ("foot", "light_horse", "heavy_horse")] == [20, 21, 22]
    assert strikes(optional=True) == 23
    assert strikes(irregular_foot=True, first_round=False) == 20


@pytest.mark.clause("NAP-MEL-20", "NAP-MEL-21", "NAP-MEL-22", "NAP-R108", "NAP-NAT-08")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"irregular_foot": True}, 1),
        ({"loaded": True}, 1),
        ({"loaded": True, "first_round": False}, 0),
        ({"loaded": True, "troops": "heavy_horse"}, 2),
        ({"ranks": 2}, 2),
        ({"cls": "A"}, 2),
        ({"cls": "B"}, 1),
        ({"cls": "D"}, -1),
        ({"cls": "E"}, -2),
        ({"disorder": 3}, -3),
        ({"disorder": 8}, -6),
        ({"armoured_foe": True}, -1),
        ({"no_melee_weapons": True}, -2),
        ({"artillery": True}, -4),
        ({"british": True}, -1),
        ({"mamelukes": True}, 0),
        ({"mamelukes": True, "impetus": "light_horse"}, 4),
        ({"higher": True}, 1),
        ({"in_wood": True}, 0),
        ({"in_wood": True, "troops": "heavy_horse"}, 0),
        ({"attacks": "hard"}, -2),
        ({"attacks": "building"}, -2),
        ({"attacks": "soft"}, -1),
        ({"following": True}, 1),
        ({"following": True, "troops": "light_horse"}, 3),
        ({"impetus": "line"}, 1),
        ({"impetus": "company_column"}, 2),
        ({"impetus": "irregular_foot"}, 2),
        ({"impetus": "light_horse"}, 3),
        ({"impetus": "heavy_horse"}, 4),
    ],
)
def test_table_eleven(told: dict[str, Any], n: int) -> None:
    assert strikes(**told) - 20 == n


@pytest.mark.clause("NAP-IMP-16", "NAP-R113", "NAP-NAT-08")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"loose": True}, 6),
        ({"charger": "heavy_horse"}, 5),
        ({"charger": "lancers"}, 4),
        ({"charger": "light_horse"}, 3),
        ({"charger": "heavy_horse", "foe_foot": False}, 0),
        ({"charger": "heavy_horse", "foe_foot": False, "foe_light": True}, 1),
        ({"charger": "light_horse", "foe_foot": False, "foe_light": True}, 0),
        ({"column": True}, 2),
        ({"charger": "heavy_horse", "square": "square"}, 5 - 8),
        ({"charger": "heavy_horse", "square": "double_square"}, 5 - 10),
        ({"square": "square"}, 0),
        ({"charger": "lancers", "in_wood": True}, 0),
        ({"in_wood": True}, 0),
        ({"obstacle": True}, -4),
        ({"slope": "uphill"}, -1),
        ({"slope": "downhill"}, 1),
        ({"mamelukes": True}, 2),
        ({"defender_disorder": 3, "charger_disorder": 1}, 2),
    ],
)
def test_table_twelve_a(told: dict[str, Any], n: int) -> None:
    assert impact_score(Shock(**told)) == n


@pytest.mark.clause("NAP-IMP-03", "NAP-IMP-04")
def test_the_sources_example_of_lancers_downhill() -> None:
    shock = Shock(charger="lancers", charger_disorder=2, defender_disorder=1, slope="downhill")
    assert impact_score(shock) == 4
    assert impact(4, "open") == "through"


@pytest.mark.clause("NAP-IMP-17")
@pytest.mark.parametrize(
    ("score", "results"),
    [
        (4, ("through", "impetus", "over")),
        (3, ("impetus", "impetus", "over_without")),
        (-1, ("impetus", "impetus", "over_without")),
        (-2, ("none", "none", "none")),
    ],
)
def test_table_twelve_b(score: int, results: tuple[str, ...]) -> None:
    assert tuple(impact(score, place) for place in ("open", "wood", "obstacle")) == results


@pytest.mark.clause("NAP-MRE-20", "NAP-NAT-12")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"inflicted": 3}, 3),
        ({"foe_disorder": 8}, 8),
        ({"general": True}, 1),
        ({"cls": "A"}, 2),
        ({"cls": "B"}, 1),
        ({"cls": "D"}, 0),
        ({"foe_cls": "D"}, 1),
        ({"foe_cls": "E"}, 2),
        ({"against_natives": True}, 0),
        ({"against_natives": True, "first_round": False}, 1),
        ({"horse_won": True}, 2),
        ({"charged": True}, 2),
        ({"supports": 6}, 4),
        ({"square": "square"}, 6),
        ({"square": "double_square"}, 8),
        ({"column": True}, 1),
        ({"cover": "soft"}, 1),
        ({"cover": "hard"}, 2),
        ({"routed": 2}, 4),
        ({"won": 2}, 4),
        ({"russians": True}, 2),
    ],
)
def test_table_thirteen_b(told: dict[str, Any], n: int) -> None:
    assert mood_score(Mood(**told)) == n


@pytest.mark.clause("NAP-MRE-18", "NAP-MRE-21")
@pytest.mark.parametrize(
    ("result", "loser", "winner"),
    [
        (4, "rout", "pursue"),
        (3, "break_off", "follow_up"),
        (0, "break_off", "follow_up"),
        (-1, "stay", "fight_on"),
        (-3, "stay", "fight_on"),
        (-4, "stay", "break_off"),
        (-7, "stay", "break_off"),
        (-8, "follow_up", "break_off"),
    ],
)
def test_table_sixteen_b(result: int, loser: str, winner: str) -> None:
    assert tables.reaction(result) == (loser, winner)


@pytest.mark.clause("NAP-MRE-01", "NAP-MRE-02", "NAP-R80")
def test_example_nine_drawn_or_lost() -> None:
    told = {
        (11, 10): False,
        (12, 10): True,
        (10, 9): False,
        (20, 18): False,
        (20, 17): True,
        (0, 0): False,
        (1, 0): True,
    }
    assert {pair: tables.is_lost(*pair) for pair in told} == told


@pytest.mark.clause("NAP-MRE-05", "NAP-MRE-06", "NAP-R82")
def test_example_ten_automatic_rout() -> None:
    assert tables.is_automatic_rout(18, 9, 8)
    assert not tables.is_automatic_rout(17, 9, 8)
    assert not tables.is_automatic_rout(18, 9, 19)
    assert tables.is_automatic_rout(8, 0, 8)
    assert not tables.is_automatic_rout(0, 0, 0)
    assert tables.is_automatic_rout(16, 4, 8, artillery=True)
    assert not tables.is_automatic_rout(15, 3, 8, artillery=True)
    assert not tables.is_automatic_rout(16, 5, 8, artillery=True)


@pytest.mark.clause("NAP-MEL-18", "NAP-MRE-17", "NAP-MRE-18", "NAP-MEL-23")
def test_example_eight_cavalry_and_infantry() -> None:
    assert impact_score(Shock(charger="heavy_horse", charger_disorder=2)) == 3
    assert impact(3, "open") == "impetus"
    horse = t14(9, strikes(troops="heavy_horse", impetus="heavy_horse", disorder=2) + 4)
    foot = t14(14, strikes() + 3)
    assert (horse, foot) == (30, 20)
    assert tables.is_lost(horse, foot)
    assert not tables.is_automatic_rout(30, 20, 24)
    winner = mood_score(Mood(inflicted=30 // 24, horse_won=True, charged=True))
    loser = mood_score(Mood(inflicted=20 // 9, foe_disorder=2, supports=2))
    assert (winner, loser) == (5, 6)
    assert tables.reaction(winner - loser) == ("stay", "fight_on")
