"""What a list may hold for its points, the list that is usual, and who commands it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.lists import Limit
from game.kit.muster.lists import mustered
from rulesets.universal_battle.army import limits
from rulesets.universal_battle.army.data_army import Army, Sample
from rulesets.universal_battle.data_files import options
from tests.rules.universal_battle.army_rows import army, hero, monster, mount, troops


def clauses(found: Army, counts: dict[str, int], limit: int, capped: bool = True) -> list[str]:
    """The clauses that a list breaks."""
    return [p.clause for p in limits.check(found, counts, limit, "sides.south", capped=capped)]


@pytest.mark.clause("USB-ORG-01")
def test_points() -> None:
    one = army(H=hero(), A=troops(models=10))
    assert clauses(one, {"H": 1, "A": 3}, 240) == []
    assert clauses(one, {"H": 1, "A": 3}, 239) == ["USB-ORG-01"]
    (problem,) = limits.check(one, {"H": 1, "A": 3}, 239, "sides.south")
    assert (problem.where, problem.text.args) == ("sides.south.counts", {"n": 240, "limit": 239, "most": 239})


@pytest.mark.clause("USB-ORG-04", "USB-R04")
@pytest.mark.parametrize(("limit", "most"), [(90, 1), (250, 1), (251, 2), (500, 2), (501, 3), (1000, 4)])
def test_heroes(limit: int, most: int) -> None:
    one = army(H=hero(), A=troops())
    assert limits.limits_for(limit).heroes == most
    assert "USB-ORG-04" not in clauses(one, {"H": most}, limit)
    assert "USB-ORG-04" in clauses(one, {"H": most + 1}, limit)
    assert "USB-ORG-04" in clauses(one, {"A": 1}, limit)


@pytest.mark.clause("USB-ORG-05", "USB-HRO-05")
@pytest.mark.parametrize(("limit", "most"), [(90, 2), (100, 2), (101, 3), (240, 5), (500, 10), (1000, 20)])
def test_activations(limit: int, most: int) -> None:
    one = army(H=hero(), A=troops())
    assert limits.limits_for(limit).activations == most
    assert clauses(one, {"H": 1, "A": most - 1}, limit) == []
    assert clauses(one, {"H": 1, "A": most}, limit) == ["USB-ORG-05"]
    mounted = army(H=hero(mount=mount(0)), A=troops())
    assert clauses(mounted, {"H": 1, "A": 9}, 500) == []


@pytest.mark.clause("USB-ORG-06")
def test_the_smallest_game() -> None:
    one = army(H=hero())
    assert clauses(one, {"H": 1}, 90) == []
    (problem, *_) = limits.check(one, {"H": 1}, 89, "sides.south")
    assert (problem.where, problem.clause, problem.text.args) == (
        "options.points",
        "USB-ORG-06",
        {"limit": 89, "least": 90},
    )


@pytest.mark.clause("USB-ORG-07", "USB-R03")
def test_a_third_is_not_rounded() -> None:
    fits = troops("regular", models=8, melee="pole", leaders=True)
    assert fits.points == 166
    one = army(H=hero(), A=fits)
    assert clauses(one, {"H": 1, "A": 1}, 500) == []
    assert clauses(one, {"H": 1, "A": 1}, 498) == []
    assert clauses(one, {"H": 1, "A": 1}, 497) == ["USB-ORG-07"]
    exact = monster(6, "rookie", "huge", "automatic", "light", "light")
    assert exact.points == 167
    (problem,) = limits.check(army(H=hero(), A=exact), {"H": 1, "A": 1}, 500, "sides.south")
    assert (problem.where, problem.clause) == ("sides.south.counts.A", "USB-ORG-07")
    assert (problem.text.args["n"], problem.text.args["most"]) == (167, 166)


@pytest.mark.clause("USB-ORG-08")
def test_a_scenario_may_lift_the_cap() -> None:
    one = army(H=hero("legend", mount=mount(6)))
    assert clauses(one, {"H": 1}, 500) == ["USB-ORG-07"]
    assert clauses(one, {"H": 1}, 500, capped=False) == []
    assert [row.clause for row in limits.limits(one, {"H": 1}, 500, capped=False)] == [
        "USB-ORG-01",
        "USB-ORG-04",
        "USB-ORG-05",
    ]


@pytest.mark.clause("USB-ORG-09")
def test_example_of_240_points() -> None:
    one = army(H=hero(), A=troops(models=7), B=troops(models=8, ranged="light"))
    assert clauses(one, {"H": 1, "A": 4}, 240) == []
    assert clauses(one, {"H": 1, "A": 5}, 240) == ["USB-ORG-01", "USB-ORG-05"]
    eighty = army(
        H=hero(), A=troops(models=8, melee="pole"), B=troops(models=3, tough=4, melee="lance", ranged="ranged")
    )
    assert [row.points for row in eighty.unit] == [30, 80, 81]
    assert clauses(eighty, {"H": 1, "A": 1}, 240) == []
    assert clauses(eighty, {"H": 1, "B": 1}, 240) == ["USB-ORG-07"]


@pytest.mark.clause("USB-ORG-10", "USB-R03")
def test_example_of_300_points_e03() -> None:
    one = army(H=hero(), A=troops(models=5), B=troops(models=10, ranged="light"))
    assert clauses(one, {"H": 2, "A": 4}, 300) == []
    assert clauses(one, {"H": 1, "A": 5}, 300) == []
    assert clauses(one, {"H": 1, "A": 6}, 300) == ["USB-ORG-05"]
    assert clauses(one, {"H": 3, "A": 1}, 300) == ["USB-ORG-04"]
    hundred = army(H=hero(), A=monster(5, "rookie"), B=monster(5, hit=4), C=monster(5, tough=4))
    assert [row.points for row in hundred.unit] == [30, 97, 100, 101]
    assert clauses(hundred, {"H": 1, "B": 1}, 300) == []
    assert clauses(hundred, {"H": 1, "C": 1}, 300) == ["USB-ORG-07"]
    # at 90 only the cheapest hero without anything may be taken
    assert limits.limits_for(90).dearest == 30
    assert clauses(army(H=hero(shield=True)), {"H": 1}, 90) == ["USB-ORG-07"]


@pytest.mark.clause("USB-ORG-02")
def test_unequal_limits() -> None:
    assert limits.side_limit({"points": 500}, "north") == 500
    assert limits.side_limit({"points": 500, "points_north": 0}, "north") == 500
    agreed = {"points": 500, "points_north": 300}
    assert [limits.side_limit(agreed, side) for side in ("south", "north")] == [500, 300]
    assert (options()["points_north"].default, options()["points_north"].clause) == (0, "USB-ORG-02")


@pytest.mark.clause("USB-ORG-03")
def test_sizes_of_games() -> None:
    one = army(H=hero(), A=troops(models=10))
    assert [clauses(one, {"H": 1, "A": n}, limit) for n, limit in ((3, 250), (6, 500), (13, 1000))] == [[], [], []]


def test_limits_as_rows() -> None:
    one = army(H=hero(), A=troops(models=10))
    told = limits.limits(one, {"H": 1, "A": 3}, 500)
    assert [(row.have, row.least, row.most, row.clause) for row in told] == [
        (240, None, 500, "USB-ORG-01"),
        (1, 1, 2, "USB-ORG-04"),
        (4, None, 10, "USB-ORG-05"),
        (70, None, 166, "USB-ORG-07"),
    ]
    assert all(isinstance(row, Limit) and row.kept for row in told)


@pytest.mark.clause("USB-CDR-01", "USB-R65")
def test_the_dearest_hero_commands() -> None:
    one = army(A=hero(shield=True), B=hero(melee="pole"), C=hero(mount=mount(0)), T=troops(models=20, leaders=True))
    units = list(mustered(one.unit, {"A": 1, "B": 1, "T": 1}))
    assert [unit for _, unit in units] == ["A", "B", "T"]
    assert limits.commander(one, units) == "A"
    assert limits.commander(replace(one, commander="B"), units) == "B"
    assert limits.commander(replace(one, commander="B"), [(row, f"{unit}n") for row, unit in units]) == "Bn"
    assert limits.commander(replace(one, commander="B"), mustered(one.unit, {"A": 1, "B": 1, "C": 1})) == "C"
    assert limits.commander(one, mustered(one.unit, {"T": 1})) == ""


def test_copies_have_letters() -> None:
    one = army(A=troops(), Ab=troops())
    assert [unit for _, unit in mustered(one.unit, {"A": 3, "Ab": 1})] == ["A", "A-2", "Ac", "Ab"]


def test_the_usual_list() -> None:
    one = army(H=hero("daredevil"), A=troops(models=10), B=monster(1), G=hero())
    ready = replace(one, sample=(Sample(250, {"G": 1, "B": 2}), Sample(500, {"H": 1, "A": 2}), Sample(600, {"A": 1})))
    assert limits.list_for(ready, 500) == {"H": 1, "A": 2}
    assert limits.list_for(ready, 250) == {"B": 2, "G": 1}
    # in between the ready list is filled up, heroes once each; one that is not legal is passed over
    assert limits.list_for(ready, 300) == {"H": 1, "A": 1, "B": 3, "G": 1}
    assert limits.list_for(ready, 600) == {"H": 1, "A": 5, "B": 4, "G": 1}
    # without ready ones the cheapest hero is first
    assert limits.list_for(one, 90) == {"G": 1}
    assert limits.list_for(one, 250) == {"A": 2, "B": 2, "G": 1}
