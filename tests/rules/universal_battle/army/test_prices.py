"""What units cost: every figure of the tables, and all sums that the rules themselves print."""

from __future__ import annotations

import pytest

from rulesets.universal_battle.army.items import item, items, kinds, specialisations
from rulesets.universal_battle.army.limits import limits_for
from rulesets.universal_battle.army.rows import Row, magic_points, model, rank_price
from tests.rules.universal_battle.army_rows import hero, monster, mount, troops, wrong


@pytest.mark.clause("USB-PTS-01")
def test_the_ranks() -> None:
    assert [r.price for r in kinds().ranks.values()] == [rank_price(r.hit, r.tough) for r in kinds().ranks.values()]
    assert [(i, r.hit, r.tough, r.price) for i, r in kinds().ranks.items()] == [
        ("rookie", 5, 5, 7),
        ("regular", 4, 4, 14),
        ("veteran", 3, 3, 21),
    ]


@pytest.mark.clause("USB-PTS-02", "USB-PTS-03", "USB-PTS-04", "USB-R02")
def test_steps_of_hit_and_tough() -> None:
    assert (troops(hit=4).points, troops(hit=3).points) == (10, 13)
    assert (troops(tough=4).points, troops(tough=3).points) == (11, 15)
    assert (model(troops(hit=3)).hit, model(troops(hit=3)).tough) == (3, 5)


@pytest.mark.clause("USB-PTS-05", "USB-PTS-06", "USB-PTS-07", "USB-PTS-09")
def test_classes() -> None:
    found = [(i, c.base_most, c.most, c.price, c.standfast, c.initiative) for i, c in kinds().classes.items()]
    assert found == [("infantry", 30, 20, 0, 0, 0), ("heavy", 60, 12, 8, 1, 0), ("riders", 50, 12, 8, 0, 1)]
    assert [troops("regular", **{"class": c}, models=3).points for c in kinds().classes] == [42, 66, 66]


@pytest.mark.clause("USB-PTS-08")
def test_price_of_a_unit() -> None:
    row = troops(
        "regular",
        **{"class": "heavy"},
        models=5,
        melee="heavy",
        shield=True,
        ranged="automatic",
        leaders=True,
        specialists=2,
        specialisations=["brave", "sudden"],
    )
    assert row.points == 5 * (14 + 8 + 6 + 3 + 15 + 3 + 10) + 30 + 2 * 25


@pytest.mark.clause("USB-PTS-08", "USB-LDR-01", "USB-R03")
def test_price_of_a_unit_e04() -> None:
    row = troops(hit=3, models=10, ranged="ranged", leaders=True)
    assert row.points == 260
    assert (limits_for(779).dearest, limits_for(780).dearest) == (259, 260)


@pytest.mark.clause(
    "USB-EQP-04", "USB-EQP-05", "USB-EQP-07", "USB-EQP-08", "USB-EQP-09", "USB-EQP-10", "USB-EQP-11", "USB-LDR-02"
)
@pytest.mark.parametrize(
    ("name", "price", "reach", "tough", "dice"),
    [
        ("pole", 3, 0, 0, 1),
        ("heavy", 6, 0, -2, 1),
        ("lance", 6, 0, -1, 1),
        ("shield", 3, 0, 0, 1),
        ("light", 5, 12, 0, 1),
        ("ranged", 10, 24, -1, 1),
        ("automatic", 15, 18, -1, 2),
        ("special", None, 30, -2, 3),
        ("basic", None, 0, 0, 1),
    ],
)
def test_equipment_of_troops(name: str, price: int | None, reach: float, tough: int, dice: int) -> None:
    one = item(name)
    assert (one.troops, one.reach, one.tough, one.dice, one.damage) == (price, reach * 25.0, tough, dice, "1")
    assert (one.ranged, one.pole, one.lance, one.hit) == (reach > 0, name == "pole", name == "lance", name == "lance")


@pytest.mark.clause("USB-MON-14", "USB-WND-05")
@pytest.mark.parametrize(
    ("name", "price", "reach", "tough", "damage"),
    [
        ("pole", 5, 0, 0, "1"),
        ("lance", 10, 0, -1, "1"),
        ("massive", 20, 0, -3, "d3"),
        ("shield", 10, 0, 0, "1"),
        ("light", 5, 12, 0, "1"),
        ("ranged", 10, 24, -1, "1"),
        ("automatic", 15, 18, -1, "1"),
        ("large", 20, 36, -2, "d2"),
        ("huge", 30, 48, -3, "d3"),
        ("cargo", 30, 0, 0, "1"),
    ],
)
def test_items_of_monsters(name: str, price: int, reach: float, tough: int, damage: str) -> None:
    one = item(name)
    assert (one.monster, one.reach, one.tough, one.damage) == (price, reach * 25.0, tough, damage)
    assert monster(0, "rookie", name).points == 22 + price
    assert [i for i, one in items().items() if one.monster is None] == ["basic", "heavy", "special"]


@pytest.mark.clause("USB-LDR-02", "USB-R38")
def test_special_weapons_cost_beside_what_was_paid() -> None:
    assert troops(models=4, ranged="light", specialists=2).points == 4 * 12 + 50
    assert model(troops(models=4, ranged="light", specialists=2), 2).special
    assert not model(troops(models=4, ranged="light", specialists=2), 3).special


@pytest.mark.clause("USB-MON-02", "USB-MON-03", "USB-R06", "USB-R07")
@pytest.mark.parametrize("growth", range(7))
def test_growth(growth: int) -> None:
    prices = [(22, 29, 36), (37, 44, 51), (52, 59, 66), (67, 74, 81), (82, 89, 96), (97, 104, 111), (112, 119, 126)]
    assert tuple(monster(growth, rank).points for rank in ("rookie", "regular", "veteran")) == prices[growth]
    own = model(monster(growth))
    assert (own.initiative, own.standfast, own.growth) == (1 + growth, 3 + 3 * growth, growth)
    most = (1, 1, 2, 2, 3, 3, 4)[growth]
    assert kinds().growth[growth].items == most
    assert wrong(monster(growth, "rookie", *["light"] * most)) == []
    assert wrong(monster(growth, "rookie", *["light"] * (most + 1))) == [("items", "USB-MON-13")]


@pytest.mark.clause("USB-R10")
def test_monsters_of_mixed_rank() -> None:
    assert monster(0, hit=4).points == 25
    assert monster(2, tough=3).points == 7 + 8 + 15 + 30


@pytest.mark.clause("USB-MON-02", "USB-MON-03", "USB-EQP-11")
def test_price_and_profile_of_a_monster_e05() -> None:
    row = monster(4, "veteran", "automatic", "massive", "shield")
    own = model(row)
    assert row.points == 141
    assert (own.hit, own.initiative, own.tough, own.standfast) == (3, 5, 3, 15)
    assert own.initiative * item("automatic").dice == 10
    assert (limits_for(422).dearest, limits_for(423).dearest) == (140, 141)


@pytest.mark.clause("USB-HRO-01")
def test_categories() -> None:
    found = [(i, c.hit, c.initiative, c.tough, c.standfast, c.power, c.price) for i, c in kinds().categories.items()]
    assert found == [
        ("aspirant", 5, 2, 5, 2, 2, 30),
        ("daredevil", 4, 3, 4, 2, 4, 65),
        ("champion", 3, 3, 3, 3, 6, 90),
        ("legend", 3, 3, 3, 4, 8, 115),
    ]


@pytest.mark.clause("USB-HRO-03", "USB-HRO-04")
def test_purchases_of_heroes() -> None:
    assert hero(melee="heavy", shield=True, ranged="ranged").points == 30 + 6 + 3 + 10
    assert hero(specialisations=["brave", "fliers"]).points == 30 + 5 + 20
    assert [hero(**{"class": c}).points for c in kinds().classes] == [30, 38, 38]


@pytest.mark.clause("USB-SPC-01", "USB-SPC-02")
def test_specialisations() -> None:
    dear = {"sudden", "fliers", "unbreakable", "assault", "destruct"}
    cheap = {"engineers", "hunters", "smoke", "blessed", "brave", "infiltration", "camouflage"}
    assert set(specialisations()) == dear | cheap
    for name in dear | cheap:
        troop, single = (10, 20) if name in dear else (3, 5)
        assert troops(models=4, specialisations=[name]).points == 4 * (7 + troop)
        assert monster(1, specialisations=[name]).points == 37 + single
        assert hero(specialisations=[name]).points == 30 + single


@pytest.mark.clause("USB-MAG-01", "USB-MAG-02", "USB-R54")
def test_magic() -> None:
    assert [item(i).magic for i in ("pole", "lance", "heavy", "automatic", "massive", "large", "huge")] == [
        3,
        6,
        6,
        15,
        20,
        20,
        30,
    ]
    row = hero("daredevil", magic=["huge", "large", "automatic"], specialisations=["blessed"])
    assert (magic_points(row), row.points, wrong(row)) == (65, 65 + 65 + 5, [])
    assert wrong(hero("daredevil", magic=["huge", "large", "automatic", "pole"])) == [("magic", "USB-MAG-01")]
    assert wrong(hero("legend", magic=["cargo"])) == [("magic", "USB-R54")]
    assert magic_points(hero("legend", magic=["cargo"])) == 0
    assert wrong(hero("legend", magic=["basic"])) == [("magic", "USB-R54")]
    for category, most in (("aspirant", 30), ("daredevil", 65), ("champion", 90), ("legend", 115)):
        full = hero(category, magic=["light"] * (most // 5))
        assert (full.points, wrong(full)) == (2 * most, [])
        assert wrong(hero(category, magic=["light"] * (most // 5 + 1))) == [("magic", "USB-MAG-01")]


@pytest.mark.clause("USB-R54", "USB-MON-15")
def test_a_magic_shield_is_the_monsters() -> None:
    assert (item("shield").magic, model(hero(magic=["shield"])).shield) == (10, "free")
    assert model(hero(shield=True)).shield == "costly"


def legend() -> Row:
    """The Legend on a fully bought ancient dragon."""
    dragon = mount(6, "veteran", "huge", "huge", "huge", "automatic")
    magic = ["huge", "huge", "huge", "large", "light"]
    return hero("legend", melee="heavy", ranged="automatic", magic=magic, mount=dragon)


@pytest.mark.clause("USB-PTS-10", "USB-HRO-08", "USB-R03", "USB-R08", "USB-R41")
def test_the_examples_of_the_rules_add_up() -> None:
    assert [troops(r).points for r in ("rookie", "regular", "veteran")] == [7, 14, 21]
    assert (troops(hit=3).points, troops(tough=3).points) == (13, 15)
    assert (limits_for(240).dearest, limits_for(240).activations) == (80, 5)
    found = limits_for(300)
    assert (found.dearest, found.activations, found.heroes) == (100, 6, 2)
    assert [monster(g, "regular").points for g in (0, 1, 6)] == [29, 44, 119]
    small, big = model(monster(1, "regular")), model(monster(6, "regular"))
    assert (small.initiative, small.standfast, big.initiative, big.standfast) == (2, 6, 7, 21)
    assert monster(2, "regular", "cargo", "cargo").cargo == 20
    assert [kinds().categories[c].price for c in ("aspirant", "legend")] == [30, 115]
    assert (legend().points, wrong(legend())) == (482, [])
    assert (limits_for(1445).dearest, limits_for(1446).dearest) == (481, 482)
    own = model(legend())
    assert (own.tough, own.standfast, own.initiative) == (3, 25, 7)
    assert own.rider is not None
    assert own.rider.initiative == 3
    assert hero().points == 30
