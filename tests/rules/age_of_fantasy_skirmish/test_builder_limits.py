"""What a warband may hold: points, force organisation, one of each command upgrade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.ruleset import SideSetup
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.army import builder, data_army
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Fighter, Profile
from rulesets.age_of_fantasy_skirmish.deploy.setup import SETUP

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
    led = Fighter(size="infantry", quality=3, defense=4, rules={"hero": 0})
    plain = Fighter(size="infantry", quality=4, defense=4)
    joined = army(A=replace(ROW, models=3, fighter=(led, plain, led)))
    assert clauses(joined, {"A": 1}, 250) == []
    assert clauses(joined, {"A": 1}, 249) == ["AFS-ARM-04"]


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
    two = army(A=replace(ROW, roles={upgrade: 1}), B=replace(ROW, roles={upgrade: 1}))
    assert clauses(two, {"A": 1, "B": 1}, 250, organised=False) == ["AFS-CMD-01"]


@pytest.mark.clause("AFS-CMD-01", "AFS-ARM-05")
def test_copies_go_without_the_upgrades_of_the_first() -> None:
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    twice = replace(setup, sides={**setup.sides, "south": SideSetup("saltmarch", {"A3": 3})})
    assert RULESET.check_setup(twice) == ()
    state, _ = RULESET.begin(twice)
    assert [u.id for u in state.units_of("south")] == ["A3", "A3b", "A3c"]
    roles = [[state.bases[b].own.role for b in u.bases] for u in state.units_of("south")]
    assert roles == [["sergeant", "banner", ""], ["", "", ""], ["", "", ""]]


@pytest.mark.clause("AFS-ARM-03", "AFS-ARM-05")
def test_more_copies_than_letters() -> None:
    """Without force organisation; ids stay apart from those of a mirrored army."""
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    many = SideSetup("hollow_court", {"B7": 16})
    options = {**setup.options, "points": 320, "force_organisation": False}
    setup = replace(setup, sides={"south": many, "north": many}, options=options)
    assert RULESET.check_setup(setup) == ()
    state, _ = RULESET.begin(setup)
    assert len(state.units) == 32
    assert [u.id for u in state.units_of("south")][11:] == ["B7l", "B7m", "B7-14", "B7-15", "B7-16"]
    worse = replace(setup, sides={**setup.sides, "south": SideSetup("hollow_court", {"B7": 61})})
    assert ("sides.south.counts", "AFS-ARM-07") in [(p.where, p.clause) for p in RULESET.check_setup(worse)]


def test_an_empty_warband_is_refused() -> None:
    setup = RULESET.default_setup(RULESET.scenarios()[0].id, 250)
    setup = replace(setup, sides={**setup.sides, "south": SideSetup("saltmarch", {"A1": 0})})
    assert [p.where for p in RULESET.check_setup(setup)] == ["sides.south.counts"]


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


@pytest.mark.clause("AFS-ARM-01", "AFS-ARM-03")
def test_a_row_for_the_composer_goes_from_none_to_what_the_points_pay_for() -> None:
    rows = [builder.entry(replace(ROW, points=p), army(X=ROW), 150) for p in (20, 75, 76, 150, 151, 0)]
    assert [(r.code, r.points, r.least, r.most, r.sample, r.models) for r in rows] == [
        ("X", 20, 0, 7, 0, 1),
        ("X", 75, 0, 2, 0, 1),
        ("X", 76, 0, 1, 0, 1),
        ("X", 150, 0, 1, 0, 1),
        ("X", 151, 0, 0, 0, 1),
        ("X", 0, 0, 1, 0, 1),
    ]
    found = army(A=ROW, B=replace(ROW, points=140), C=replace(ROW, points=30))
    assert [e.sample for e in SETUP.army_info(found, 150).entries] == [1, 0, 1]
