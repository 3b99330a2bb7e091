"""What a warband may hold: points, force organisation, one of each command upgrade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.age_of_fantasy_skirmish import RULESET, builder, data_army
from rulesets.age_of_fantasy_skirmish.data_army import Army, Profile

ROW = Profile(code="X", name="X", models=1, size="infantry", quality=4, defense=4, points=20)


def army(**rows: Profile) -> Army:
    """An army of rows by code."""
    return Army(id="x", name="X", unit=tuple(replace(r, code=c, name=c) for c, r in rows.items()))


def clauses(found: Army, counts: dict[str, int], size: int, organised: bool = True) -> list[str]:
    """The clauses that a list breaks."""
    return [p.clause for p in builder.check(found, counts, size, "sides.south", organised=organised)]


@pytest.mark.clause("AFS-ARM-09", "AFS-R47")
@pytest.mark.parametrize(
    ("size", "limits"),
    [(150, (1, 2, 52.5, 6, 10)), (250, (2, 3, 87.5, 10, 16)), (249, (1, 2, 87.15, 9, 16)), (124, (0, 1, 43.4, 4, 8))],
)
def test_limits_by_size(size: int, limits: tuple[float, ...]) -> None:
    found = builder.limits_for(size)
    assert (found.heroes, found.copies, round(found.dearest, 2), found.units, found.models) == limits


@pytest.mark.clause("AFS-ARM-01")
def test_points_hold_always() -> None:
    one = army(A=replace(ROW, points=150))
    assert clauses(one, {"A": 1}, 150, organised=False) == []
    assert clauses(one, {"A": 1}, 149, organised=False) == ["AFS-ARM-01"]


@pytest.mark.clause("AFS-ARM-03", "AFS-ARM-04")
def test_heroes() -> None:
    hero = army(A=replace(ROW, rules={"hero": 0}), B=replace(ROW, rules={"hero": 0}))
    assert clauses(hero, {"A": 1}, 150) == []
    assert clauses(hero, {"A": 1, "B": 1}, 249) == ["AFS-ARM-04"]
    assert clauses(hero, {"A": 1, "B": 1}, 250) == []
    assert clauses(hero, {"A": 1, "B": 1}, 249, organised=False) == []


@pytest.mark.clause("AFS-ARM-05")
def test_copies() -> None:
    one = army(A=ROW)
    assert clauses(one, {"A": 2}, 150) == []
    assert clauses(one, {"A": 3}, 150) == ["AFS-ARM-05"]


@pytest.mark.clause("AFS-ARM-06")
def test_dearest_unit() -> None:
    assert clauses(army(A=replace(ROW, points=87)), {"A": 1}, 250) == []
    assert clauses(army(A=replace(ROW, points=88)), {"A": 1}, 250) == ["AFS-ARM-06"]


@pytest.mark.clause("AFS-ARM-07")
def test_units() -> None:
    rows = {f"A{k}": replace(ROW, points=10) for k in range(7)}
    found = army(**rows)
    assert clauses(found, dict.fromkeys(list(rows)[:6], 1), 150) == []
    assert clauses(found, dict.fromkeys(rows, 1), 150) == ["AFS-ARM-07"]


@pytest.mark.clause("AFS-ARM-08")
def test_models() -> None:
    five = army(A=replace(ROW, models=5), B=replace(ROW, models=5), C=ROW)
    assert clauses(five, {"A": 1, "B": 1}, 150) == []
    assert clauses(five, {"A": 1, "B": 1, "C": 1}, 150) == ["AFS-ARM-08"]


@pytest.mark.clause("AFS-CMD-01", "AFS-ARM-10")
@pytest.mark.parametrize("upgrade", ["sergeant", "musician", "banner"])
def test_one_of_each_upgrade(upgrade: str) -> None:
    one = army(A=replace(ROW, roles={upgrade: 1}))
    assert clauses(one, {"A": 1}, 250, organised=False) == []
    assert clauses(one, {"A": 2}, 250, organised=False) == ["AFS-CMD-01"]


@pytest.mark.clause("AFS-ARM-02", "AFS-ARM-03")
def test_the_option_and_its_sizes() -> None:
    options = {o.id: o for o in RULESET.meta.options}
    assert options["force_organisation"].default is True
    assert options["points"].default == 250
    info = RULESET.scenarios()[0]
    for size in (150, 250):
        assert RULESET.check_setup(RULESET.default_setup(info.id, size)) == ()


def test_both_sample_warbands_are_within_the_limits() -> None:
    for found in data_army.armies().values():
        assert clauses(found, {row.code: 1 for row in found.unit}, 250) == []
