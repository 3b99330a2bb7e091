"""Prices and profiles, one clause to a test: steps of rank, the class table, monsters, heroes and their mounts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.text import T
from game.kit.muster.lists import mustered
from rulesets.universal_battle.army import limits
from rulesets.universal_battle.army.items import kinds
from rulesets.universal_battle.army.rows import Row, model, new_unit, rank_price
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.own import WeaponOwn
from tests.rules.universal_battle.army_rows import army, hero, mount, wrong
from tests.rules.universal_battle.army_rows import monster as beast
from tests.rules.universal_battle.army_rows import troops as bought
from tests.rules.universal_battle.attack_play import Called, lost
from tests.rules.universal_battle.table import monster, scene, troops


def profile(row: Row) -> tuple[int, int, int, int]:
    """Hit, Initiative, Tough and Standfast of a row's models."""
    own = model(row)
    return own.hit, own.initiative, own.tough, own.standfast


def legend() -> Row:
    """A Legend with 21 points of weapons and full magic, on a dragon for 231."""
    dragon = mount(6, "veteran", "huge", "huge", "huge", "automatic")
    magic = ["huge", "huge", "huge", "large", "light"]
    return hero("legend", melee="heavy", ranged="automatic", magic=magic, mount=dragon)


@pytest.mark.clause("USB-PTS-02")
def test_each_step_of_hit_costs_three_points_a_model() -> None:
    assert [bought(hit=hit).points for hit in (5, 4, 3)] == [7, 10, 13]
    assert bought(hit=3, tough=4, models=5).points == 5 * (7 + 6 + 4)
    assert wrong(bought(hit=3)) == []


@pytest.mark.clause("USB-PTS-03")
def test_each_step_of_tough_costs_four_points_a_model() -> None:
    assert [bought(tough=tough).points for tough in (5, 4, 3)] == [7, 11, 15]
    assert wrong(bought(tough=3)) == []


@pytest.mark.clause("USB-PTS-04")
def test_the_shooter_costs_13_and_the_tough_model_15() -> None:
    shooter, tough = bought(hit=3), bought(tough=3)
    assert (shooter.points, profile(shooter)) == (13, (3, 1, 5, 1))
    assert (tough.points, profile(tough)) == (15, (5, 1, 3, 1))


@pytest.mark.clause("USB-R02")
def test_a_characteristic_is_a_target_number_that_upgrades_lower() -> None:
    assert rank_price(4, 4) == rank_price(5, 5) + 3 + 4
    assert profile(bought("rookie"))[0] > profile(bought("regular"))[0] > profile(bought("veteran"))[0]
    assert rank_price(3, 5) > rank_price(4, 5) > rank_price(5, 5)


@pytest.mark.clause("USB-PTS-09")
@pytest.mark.parametrize(
    ("kind", "base", "most", "surcharge", "gains"),
    [
        ("infantry", 30.0, 20, 0, (0, 0)),
        ("heavy", 60.0, 12, 8, (0, 1)),
        ("riders", 50.0, 12, 8, (1, 0)),
    ],
)
def test_the_class_table(kind: str, base: float, most: int, surcharge: int, gains: tuple[int, int]) -> None:
    row = bought("regular", **{"class": kind}, models=most, base=[base])
    assert row.points == most * (14 + surcharge)
    assert profile(row) == (4, 1 + gains[0], 4, 1 + gains[1])
    assert wrong(row) == []
    assert [where for where, _ in wrong(replace(row, base=(base + 0.5,)))] == ["base"]
    assert [where for where, _ in wrong(replace(row, models=most + 1))] == ["models"]


@pytest.mark.clause("USB-PTS-10")
@pytest.mark.parametrize(
    ("row", "points"),
    [
        (bought("regular"), 14),
        (bought("veteran"), 21),
        (bought(hit=3), 13),
        (bought(tough=3), 15),
        (beast(0, "regular"), 29),
        (beast(1, "regular"), 44),
        (beast(6, "regular"), 119),
        (hero("aspirant"), 30),
        (hero("legend"), 115),
        (legend(), 482),
    ],
)
def test_printed_prices_follow_from_the_rules(row: Row, points: int) -> None:
    assert (row.points, wrong(row)) == (points, [])


@pytest.mark.clause("USB-PTS-10")
def test_the_other_printed_examples_follow_from_the_rules() -> None:
    assert [(limits.limits_for(n).dearest, limits.limits_for(n).activations) for n in (240, 300)] == [(80, 5), (100, 6)]
    assert profile(beast(6, "regular")) == (4, 7, 4, 21)
    assert beast(2, "regular", "cargo", "cargo").cargo == 20


@pytest.mark.clause("USB-MON-01")
def test_a_monster_is_a_single_model_on_a_base_over_50_mm_without_upper_limit() -> None:
    assert wrong(beast(1, base=[50.0])) == [("base", "USB-MON-01")]
    assert wrong(beast(1, base=[50.0, 50.0])) == [("base", "USB-MON-01")]
    assert wrong(beast(1, base=[50.5])) == wrong(beast(1, base=[300.0, 200.0])) == []
    assert wrong(beast(1, models=2)) == [("models", "USB-MON-01")]
    one = army(H=hero(), M=beast(1))
    assert [unit for _, unit in mustered(one.unit, {"H": 1, "M": 2})] == ["H", "M", "Mb"]


@pytest.mark.clause("USB-MON-13")
def test_items_of_a_monster_repeat_fill_its_places_and_replace_the_basic_weapon() -> None:
    assert wrong(beast(4, "rookie", "huge", "huge", "huge")) == []
    assert wrong(beast(4, "rookie", "huge", "huge", "huge", "light")) == [("items", "USB-MON-13")]
    assert wrong(beast(4, "rookie", "huge", "huge", "cargo")) == []
    assert wrong(beast(4, "rookie", "huge", "huge", "huge", "cargo")) == [("items", "USB-MON-13")]
    assert beast(4, "rookie", "huge", "huge").points == 82 + 30 + 30
    assert model(beast(4, "rookie", "massive", "huge", "huge")).weapons == tuple(
        WeaponOwn(name) for name in ("massive", "huge", "huge")
    )


@pytest.mark.clause("USB-R06")
@pytest.mark.parametrize(
    ("growth", "points", "initiative", "standfast"), [(0, 29, 1, 3), (1, 44, 2, 6), (6, 119, 7, 21)]
)
def test_each_growth_step_adds_to_a_base_of_one_and_three(
    growth: int, points: int, initiative: int, standfast: int
) -> None:
    row = beast(growth, "regular")
    assert (row.points, profile(row)) == (points, (4, initiative, 4, standfast))


@pytest.mark.clause("USB-R07")
@pytest.mark.parametrize("growth", [0, 1])
def test_a_monster_has_one_item_before_its_second_growth_step(growth: int) -> None:
    assert wrong(beast(growth, "rookie", "huge")) == []
    assert wrong(beast(growth, "rookie", "huge", "light")) == [("items", "USB-MON-13")]
    assert [step.items for step in kinds().growth] == [1, 1, 2, 2, 3, 3, 4]


@pytest.mark.clause("USB-HRO-08")
def test_the_cheapest_hero_and_the_dearest_legend() -> None:
    assert (hero("aspirant").points, wrong(hero("aspirant"))) == (30, [])
    assert (legend().points, wrong(legend())) == (482, [])
    one = army(H=legend())
    assert [p.clause for p in limits.check(one, {"H": 1}, 1446, "x", capped=True)] == []
    assert [p.clause for p in limits.check(one, {"H": 1}, 1445, "x", capped=True)] == ["USB-ORG-07"]


@pytest.mark.clause("USB-R08")
def test_the_legend_on_his_dragon_has_25_standfast_and_two_numbers_of_dice() -> None:
    own = model(legend())
    assert (own.standfast, own.tough, own.initiative) == (21 + 4, 3, 7)
    assert own.rider is not None
    assert own.rider.initiative == 3


@pytest.mark.clause("USB-HRO-06")
@pytest.mark.parametrize(
    ("category", "rank", "tough", "standfast"),
    [
        ("aspirant", "veteran", 5, 6 + 2),
        ("daredevil", "veteran", 4, 6 + 2),
        ("champion", "rookie", 5, 6 + 3),
        ("legend", "veteran", 3, 6 + 4),
    ],
)
def test_hero_and_mount_share_standfast_and_the_worse_tough(
    category: str, rank: str, tough: int, standfast: int
) -> None:
    own = model(hero(category, mount=mount(1, rank)))
    assert (own.tough, own.standfast) == (tough, standfast)


@pytest.mark.clause("USB-R41")
def test_hero_and_mount_are_bought_together_and_keep_their_own_items() -> None:
    beast_of = mount(2, "rookie", "massive", "shield", specialisations=("brave", "sudden"))
    row = hero("champion", melee="pole", specialisations=["brave", "assault"], mount=beast_of)
    unit, bases = new_unit(row, "south", "H")
    own = bases[0].own
    assert (len(bases), own.growth, own.specs, unit.own.power) == (1, 2, ("brave",), 6)
    assert own.weapons == (WeaponOwn("massive"),)
    assert own.rider is not None
    assert own.rider.weapons == (WeaponOwn("pole"),)
    cheap = hero("aspirant", mount=mount(1))
    assert cheap.points == 30 + 37
    one = army(H=cheap)
    assert limits.check(one, {"H": 1}, 201, "x", capped=True) == []
    assert [p.clause for p in limits.check(one, {"H": 1}, 198, "x", capped=True)] == ["USB-ORG-07"]


@pytest.mark.clause("USB-R41")
@pytest.mark.parametrize(("wounds", "left"), [(7, [1]), (8, [])])
def test_a_mounted_hero_dies_when_the_shared_standfast_is_gone(wounds: int, left: list[int]) -> None:
    state = scene(monster("B", (10, 10), 1, rider="aspirant"), troops("A", (10, 20), 1))
    played = Called(state, LOSSES, LossesData("B", wounds, T("test")))
    given = played.give()
    assert lost(played.state, "B") == left
    assert (given.hero, facts.alive(played.state, "B")) == (not left, bool(left))
