"""Tables 11, 12, 13B and 16B."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.fire.tables import t14
from rulesets.napoleonic_wars.melee import blows, outcome, shock, tables
from rulesets.napoleonic_wars.melee.tables import impact, table_11
from tests.rules.napoleonic_wars.fire_play import charge
from tests.rules.napoleonic_wars.melee_play import melee
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, regiment

FOE = battalion("N1", "north", at=(50, 50), loaded=False)
HORSE: dict[str, Any] = {"light": False, "cls": "C"}


def foot(**own: Any) -> Made:
    return battalion("S1", "south", at=(50, 50), **{"loaded": False, **own})


def horse(**own: Any) -> Made:
    return regiment("S1", "south", at=(50, 50), **{**HORSE, **own})


def strikes(one: Made, foe: Made = FOE, *, options: Any = None, features: Any = (), **told: Any) -> dict[str, float]:
    """The rows of table 11 of S1 in a melee, by their texts."""
    fight = melee("N1", "S1", **{"rounds": 0, **told})
    state = field(one, foe, ties=(fight,), options=options or {}, features=list(features))
    return {text.key: n for text, n, _ in blows.rows(moments.end(state), "S1", fight)}


def met(one: Made, foe: Made = FOE, *, features: Any = (), **options: Any) -> dict[str, float]:
    """The rows of table 12A of S1 that charges N1, by their texts."""
    state = field(one, foe, features=list(features), options=options)
    return {text.key: n for text, n, _ in shock.rows(moments.end(state), "S1", "N1")}


@pytest.mark.clause("NAP-MEL-19", "NAP-OPT-04")
def test_base_factors() -> None:
    found = [strikes(one)["in melee"] for one in (foot(), horse(light=True), horse())]
    assert found == [20, 21, 22]
    assert strikes(foot(), options={"percentile": True})["in melee"] == 23


@pytest.mark.clause("NAP-R84")
def test_irregular_foot_strikes_from_the_base_of_foot_and_irregular_cavalry_from_that_of_light_horse() -> None:
    wild: dict[str, Any] = {"regular": False, "formation": "irregular", "companies": 1}
    assert [strikes(one(**wild))["in melee"] for one in (foot, horse)] == [20, 21]


@pytest.mark.clause("NAP-MEL-20", "NAP-NAT-08")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("irregular_foot", 1),
        ("loaded", 1),
        ("rank", 1),
        ("A", 2),
        ("B", 1),
        ("D", -1),
        ("E", -2),
        ("disorder", -1),
        ("armoured_foe", -1),
        ("no_melee_weapons", -2),
        ("artillery", -4),
        ("british", -1),
        ("mamelukes", 1),
    ],
)
def test_table_eleven_a(key: str, n: int) -> None:
    assert table_11().troops[key] == n


@pytest.mark.clause("NAP-MEL-21")
@pytest.mark.parametrize(("key", "n"), [("higher", 1), ("wood", -2), ("hard", -2), ("building", -2), ("soft", -1)])
def test_table_eleven_b(key: str, n: int) -> None:
    assert table_11().ground[key] == n


@pytest.mark.clause("NAP-MEL-22")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("follow_foot", 1),
        ("follow_horse", 2),
        ("line", 1),
        ("company_column", 2),
        ("irregular_foot", 2),
        ("light_horse", 3),
        ("heavy_horse", 4),
    ],
)
def test_table_eleven_c(key: str, n: int) -> None:
    assert table_11().impetus[key] == n


@pytest.mark.clause("NAP-MEL-20", "NAP-R108")
def test_what_counts_in_the_first_round_alone() -> None:
    assert strikes(foot(loaded=True))["loaded muskets"] == 1
    assert "loaded muskets" not in strikes(foot(loaded=True), rounds=1)
    assert "loaded muskets" not in strikes(horse(loaded=True, weapon="musket"))
    wild: dict[str, Any] = {"regular": False, "formation": "irregular", "companies": 1, "sub": {"melee": True}}
    assert strikes(foot(**wild))["irregular foot, first round"] == 1
    assert "irregular foot, first round" not in strikes(foot(**wild), rounds=1)


@pytest.mark.clause("NAP-R62", "NAP-SMA-19")
@pytest.mark.parametrize(
    ("pause", "own", "loaded"),
    [
        (0.25, {}, True),
        (0.24, {}, False),
        (0.5, {"fired": 3}, False),
        (0.5, {"spent": True, "carried": 1}, False),
        (0.5, {"before": ("melee",)}, False),
        (0.1, {"loaded": True}, True),
    ],
)
@pytest.mark.parametrize("kind", ["charge", "attack"])
def test_who_fires_at_no_charger_has_loaded_by_contact(
    pause: float, own: dict[str, Any], loaded: bool, kind: str
) -> None:
    """Who has no shot at those who come, in his flank, loads in a quarter of a move before fire would cease."""
    fight = melee("N1", "S1", rounds=0)
    comes = charge("N1", "S1", 5.0, pause, kind, home="home")
    state = field(foot(**own), FOE, ties=(comes, fight), move=3)
    rows = {text.key for text, *_ in blows.rows(moments.end(state), "S1", fight)}
    assert ("loaded muskets" in rows) is loaded
    charger = {text.key for text, *_ in blows.rows(moments.end(state), "N1", fight)}
    assert "loaded muskets" not in charger


@pytest.mark.clause("NAP-MEL-20")
@pytest.mark.parametrize(
    ("own", "row", "n"),
    [
        ({"cls": "A"}, "class {cls}", 2),
        ({"cls": "C"}, "class {cls}", None),
        ({"carried": 3}, "disorganisation", -3),
        ({"carried": 8}, "disorganisation", -6),
        ({"regular": False, "formation": "irregular", "companies": 1}, "no melee weapons", -2),
        ({"nation": "britain"}, "British foot in line, square or open column", -1),
        ({"nation": "britain", "formation": "closed_column"}, "British foot in line, square or open column", None),
    ],
)
def test_rows_of_those_who_strike(own: dict[str, Any], row: str, n: int | None) -> None:
    assert strikes(foot(**own)).get(row) == n


@pytest.mark.clause("NAP-MEL-20", "NAP-MEL-13")
def test_further_ranks_count_in_a_break_through_alone() -> None:
    assert strikes(horse(), broken="N1", further=2)["further ranks"] == 2
    assert "further ranks" not in strikes(horse(), broken="N1", further=2, rounds=1)
    assert "further ranks" not in strikes(horse(), broken="S1", further=2)


@pytest.mark.clause("NAP-MEL-20")
def test_artillery_and_those_who_fight_cuirassiers_strike_less() -> None:
    guns = battery("S1", "south", at=(50, 48))
    assert strikes(guns)["artillery"] == -4
    armoured = regiment("N1", "north", at=(50, 50), sub={"armour": True})
    assert strikes(foot(), armoured)["armoured enemy"] == -1
    assert "armoured enemy" not in strikes(foot(), regiment("N1", "north", at=(50, 50)))


@pytest.mark.clause("NAP-MEL-21")
def test_a_wood_hinders_cavalry_alone() -> None:
    wood = box("open_wood", 0, 0, 100, 100)
    assert strikes(horse(), features=[wood])["cavalry in a wood"] == -2
    assert "cavalry in a wood" not in strikes(foot(), features=[wood])


@pytest.mark.clause("NAP-MEL-22")
def test_followers_and_those_with_impetus_strike_harder() -> None:
    assert [strikes(one, following="S1")["following up"] for one in (foot(), horse())] == [1, 2]
    found = [strikes(one, impetus=("S1",))["impetus"] for one in (foot(), horse(light=True), horse())]
    assert found == [1, 3, 4]
    assert "impetus" not in strikes(horse(), impetus=("N1",))


@pytest.mark.clause("NAP-IMP-16", "NAP-NAT-08")
@pytest.mark.parametrize(
    ("key", "n"),
    [
        ("loose", 6),
        ("heavy_foot", 5),
        ("lancers_foot", 4),
        ("light_foot", 3),
        ("column", 2),
        ("heavy_light", 1),
        ("square", -8),
        ("double_square", -10),
        ("wood", -4),
        ("obstacle", -4),
        ("uphill", -1),
        ("downhill", 1),
        ("mamelukes", 2),
    ],
)
def test_table_twelve_a(key: str, n: int) -> None:
    assert table_11().impact[key] == n


LANCERS: dict[str, Any] = {"light": True, "sub": {"lance": True}}


@pytest.mark.clause("NAP-IMP-16", "NAP-R113")
@pytest.mark.parametrize(("own", "n"), [({}, 5), (LANCERS, 4), ({"light": True}, 3)])
def test_cavalry_charges_foot_by_its_kind(own: dict[str, Any], n: int) -> None:
    assert met(horse(**own)) == {"cavalry charges foot": n}


@pytest.mark.clause("NAP-IMP-16")
@pytest.mark.parametrize(("light", "foe", "n"), [(False, True, 1), (False, False, None), (True, True, None)])
def test_heavy_cavalry_gains_against_light_cavalry_alone(light: bool, foe: bool, n: int | None) -> None:
    other = regiment("N1", "north", at=(50, 50), light=foe)
    assert met(horse(light=light), other).get("heavy cavalry charges light") == n


@pytest.mark.clause("NAP-IMP-16")
@pytest.mark.parametrize(("form", "n"), [("square", -8), ("double_square", -10), ("line", None)])
def test_a_square_stops_cavalry_and_not_foot(form: Any, n: int | None) -> None:
    square = battalion("N1", "north", at=(50, 50), formation=form)
    assert met(horse(), square).get("cavalry charges a square") == n
    assert "cavalry charges a square" not in met(foot(), square)


@pytest.mark.clause("NAP-IMP-16", "NAP-IMP-03")
def test_the_other_rows_of_an_impact() -> None:
    loose = battalion("N1", "north", at=(50, 50), formation="open", companies=1, figures=6)
    assert met(foot(formation="line"), loose)["close order charges skirmishers"] == 6
    assert met(foot(formation="closed_column"))["closed column"] == 2
    assert "closed column" not in met(foot(formation="line"))
    wood = box("open_wood", 0, 0, 100, 100)
    assert met(horse(), features=[wood])["cavalry in a wood or orchard"] == -4
    assert "cavalry in a wood or orchard" not in met(foot(), features=[wood])
    worn = battalion("N1", "north", at=(50, 50), carried=3)
    found = met(foot(carried=1), worn)
    assert (found["defender's disorganisation"], found["charger's disorganisation"]) == (3, -1)


@pytest.mark.clause("NAP-IMP-03", "NAP-IMP-04")
def test_the_sources_example_of_lancers_downhill() -> None:
    worn = battalion("N1", "north", at=(50, 50), carried=1)
    assert sum(met(horse(carried=2, **LANCERS), worn).values()) + table_11().impact["downhill"] == 4
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
    ("key", "n"),
    [
        ("casualty", 1),
        ("disorder", 1),
        ("general", 1),
        ("A", 2),
        ("B", 1),
        ("foe_D", 1),
        ("foe_E", 2),
        ("native", 1),
        ("horse_won", 2),
        ("charged", 2),
        ("support", 1),
        ("square", 6),
        ("double_square", 8),
        ("column", 1),
        ("soft", 1),
        ("hard", 2),
        ("routed", 2),
        ("won", 2),
        ("russians", 2),
    ],
)
def test_table_thirteen_b(key: str, n: int) -> None:
    assert table_11().reaction[key] == n


def mood(one: Made, foe: Made = FOE, *more: Made, won: bool = False, **told: Any) -> dict[str, float]:
    """The rows of table 13B of S1 in a melee, by their texts."""
    fight = melee("N1", "S1", **told)
    state: State = field(one, foe, *more, ties=(fight,))
    return {text.key: n for text, n, _ in outcome.mood(moments.end(state), "S1", fight, won=won)}


@pytest.mark.clause("NAP-MRE-20")
def test_conditions_of_the_rows_of_a_melee_reaction() -> None:
    worn = battalion("N1", "north", at=(50, 50), carried=8)
    assert mood(foot(), worn)["the enemy's disorganisation"] == 8  # without a limit
    assert mood(foot(), FOE, dealt={"S1": 71}, figures={"N1": 24})["casualties a figure inflicted"] == 2
    assert [mood(foot(cls=c)).get("class {cls}") for c in "ABCD"] == [2, 1, None, None]
    natives = battalion("N1", "north", at=(50, 50), nation="native")
    assert [mood(foot(), natives, rounds=n).get("regulars against natives") for n in (1, 2)] == [None, 1]
    assert [mood(horse(), won=won).get("cavalry that won") for won in (True, False)] == [2, None]
    assert mood(foot(), following="S1")["charged, attacked or followed up"] == 2
    mates = [battalion(f"M{k}", "south", at=(20 + 10 * k, 42), figures=12) for k in range(6)]
    assert mood(foot(), FOE, *mates)["supporting units"] == 4


@pytest.mark.clause("NAP-MRE-20")
@pytest.mark.parametrize(("form", "n"), [("square", 6), ("double_square", 8), ("line", None)])
def test_a_square_stands_against_cavalry_that_has_not_broken_it(form: Any, n: int | None) -> None:
    riders = regiment("N1", "north", at=(50, 50))
    assert mood(foot(formation=form), riders).get("square against cavalry") == n
    assert "square against cavalry" not in mood(foot(formation=form), riders, broken="S1")
    assert "square against cavalry" not in mood(foot(formation=form))


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


@pytest.mark.clause("NAP-MRE-17", "NAP-MRE-18", "NAP-MEL-23")
def test_example_eight_cavalry_and_infantry() -> None:
    assert sum(met(horse(carried=2)).values()) == 3
    assert impact(3, "open") == "impetus"
    own, other = horse(carried=2), strikes(foot())
    hit = t14(9, int(sum(strikes(own, impetus=("S1",)).values())) + 4)
    lost = t14(14, int(sum(other.values())) + 3)
    assert (hit, lost) == (30, 20)
    assert tables.is_lost(hit, lost)
    assert not tables.is_automatic_rout(30, 20, 24)
    assert tables.reaction(5 - 6) == ("stay", "fight_on")
