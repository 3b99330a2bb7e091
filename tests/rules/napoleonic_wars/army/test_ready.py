"""Ready armies, their limits, what an army file may not hold, and the composer (NAP-ARM, NAP-R14, NAP-S32, NAP-S33)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.ruleset import SideSetup
from game.kit.muster.desk import desk
from rulesets.napoleonic_wars.army import data_army, limits
from rulesets.napoleonic_wars.army.data_army import OWN_ARMIES, Army, armies, faults, load_army
from rulesets.napoleonic_wars.army.form import Form
from rulesets.napoleonic_wars.army.rows import Row, points, spare, subs
from rulesets.napoleonic_wars.deploy.setup import SETUP

READY = [(army.id, sample.points) for army in armies().values() for sample in army.sample]


def row(kind: str, **more: Any) -> Row:
    return Row(**({"code": "X", "name": "X", "kind": kind} | more))


def ready(army: str, size: int) -> tuple[Army, dict[str, int]]:
    found = load_army(army)
    return found, next(s.counts for s in found.sample if s.points == size)


def clauses(kind: str, **more: Any) -> set[str]:
    return {fault.clause for fault in faults(row(kind, **more))}


@pytest.mark.clause("NAP-ARM-10", "NAP-SEQ-02")
@pytest.mark.parametrize(("army", "size"), READY)
def test_ready_armies_cost_what_was_agreed(army: str, size: int) -> None:
    found, counts = ready(army, size)
    assert limits.check(found, counts, size, {}, "") == []
    has = limits.spent(found, counts)
    assert has.points == size
    assert has.guns <= 4
    assert has.cavalry <= size // 5
    assert 2 * has.light <= has.infantry
    assert limits.list_for(found, size) == {row.code: counts[row.code] for row in found.unit if row.code in counts}


def test_there_are_ten() -> None:
    assert sorted(READY) == sorted((a, n) for a in armies() for n in (1000, 2000))
    assert len(READY) == 10


@pytest.mark.clause("NAP-S32")
def test_two_thousand_points_of_britain() -> None:
    found, counts = ready("britain", 2000)
    by_code = {r.code: r for r in found.unit}
    told = {
        "GLINE": 182,
        "GLINED": 187,
        "GGUARD": 216,
        "GLIGHT": 214,
        "GRIFLES": 140,
        "GHD": 106,
        "GLD": 170,
        "GART": 382,
    }
    assert {c: points(by_code[c]) for c in told} == told
    assert {c: counts[c] for c in told} == dict.fromkeys(told, 1) | {"GLINED": 2, "GGUARD": 2}
    has = limits.spent(found, counts)
    assert (has.cavalry, has.guns, has.infantry, has.light, has.generals) == (276, 3, 1262, 446, 300)


@pytest.mark.clause("NAP-S33")
def test_two_thousand_points_of_france() -> None:
    found, counts = ready("france", 2000)
    has = limits.spent(found, counts)
    assert (has.cavalry, has.guns, has.infantry, has.light, has.generals) == (374, 4, 1020, 444, 300)
    lines = [n for r in found.unit if r.kind == "FRA_LINE_1808" for n in [counts.get(r.code, 0)]]
    assert sum(lines) == 6
    assert sum(r.detachments * counts.get(r.code, 0) for r in found.unit) == 4


@pytest.mark.clause("NAP-ARM-09", "NAP-CMD-01")
@pytest.mark.parametrize(("army", "size"), READY)
def test_every_brigade_has_its_general(army: str, size: int) -> None:
    found, counts = ready(army, size)
    here = {r.code: r for r in found.unit if counts.get(r.code)}
    assert [r.kind for r in here.values()].count("chief") == 1
    for one in here.values():
        assert not one.brigade or one.brigade in here, one.code


@pytest.mark.clause("NAP-ARM-04", "NAP-R14")
def test_how_weak_a_unit_may_be() -> None:
    assert clauses("AUS_LINE_GER", companies={"centre": 6}, figures={"centre": 12}) == set()
    assert clauses("AUS_LINE_GER", companies={"centre": 6}, figures={"centre": 11}) == {"NAP-R14"}
    assert clauses("AUS_LINE_GER", figures={"centre": 25}) == {"NAP-R14"}
    assert clauses("AUS_LINE_GER", companies={"centre": 7}) == {"NAP-ARM-04"}
    weak = Army(id="x", name="x", unit=(row("AUS_LINE_GER", companies={"centre": 2}),))
    assert [p.clause for p in limits.check(weak, {"X": 1}, 2000, {}, "")] == ["NAP-R14"]
    assert limits.check(weak, {"X": 1}, 2000, {"small_units": True}, "") == []
    half = Army(id="x", name="x", unit=(row("AUS_LINE_HUN", figures={"centre": 14}),))
    assert [(p.clause, p.fatal) for p in limits.check(half, {"X": 1}, 2000, {}, "")] == [("NAP-ARM-04", False)]
    cossacks = Army(id="x", name="x", unit=(row("RUS_COS", companies={"sotnia": 2}),))
    assert limits.check(cossacks, {"X": 1}, 2000, {}, "") == []


@pytest.mark.clause("NAP-ARM-05", "NAP-R14")
def test_sub_units_are_as_equal_as_can_be() -> None:
    assert [s.figures for s in subs(row("AUS_LINE_GER", figures={"centre": 22}))] == [4, 4, 4, 4, 3, 3]
    assert clauses("FRA_LINE_1808", figures={"centre": 8}) == set()  # 2, 2, 2, 2 beside companies of 3
    assert clauses("AUS_LINE_HUN", companies={"grenadier": 1}, figures={"centre": 30}) == set()
    assert clauses("RUS_MUSK_11") == set()
    wide = row("PRU_LW_OPEN", figures={"centre": 10, "light": 6})
    assert [f.clause for f in faults(wide)] == ["NAP-ARM-05"]


@pytest.mark.clause("NAP-ORG-12", "NAP-ORG-26", "NAP-PTS-09")
def test_what_may_be_detached() -> None:
    assert [spare(row(k)) for k in ("GBR_LINE", "GBR_LIGHT", "FRA_CUIR", "PRU_MUSK", "GBR_F9H", "GBR_F9")] == [
        2,
        9,
        0,
        0,
        1,
        0,
    ]
    assert clauses("GBR_LINE", detachments=2) == set()
    assert clauses("GBR_LINE", detachments=3) == {"NAP-ORG-12"}


@pytest.mark.clause("NAP-ARM-03")
def test_combined_companies_are_missing_elsewhere() -> None:
    combined = row("FRA_LINE_1808", code="G", combined=True, companies={"grenadier": 3}, figures={"grenadier": 9})
    without = row("FRA_LINE_1808", code="B", companies={"grenadier": 0})
    whole = row("FRA_LINE_1808", code="W")
    assert faults(combined) == []
    assert points(combined) == 9 * 8 + 10
    army = Army(id="x", name="x", unit=(combined, without, whole))
    assert limits.check(army, {"G": 1, "B": 3}, 2000, {}, "") == []
    assert [p.clause for p in limits.check(army, {"G": 1, "B": 2, "W": 1}, 2000, {}, "")] == ["NAP-ARM-03"]
    assert clauses("FRA_LINE_1808", combined=True, companies={"grenadier": 2, "light": 2}) == {"NAP-ARM-03"}


@pytest.mark.clause("NAP-ARM-08")
def test_units_of_other_years_are_told() -> None:
    army = Army(id="x", name="x", year=1809, unit=(row("FRA_LINE_1804"),))
    assert [(p.clause, p.fatal) for p in limits.check(army, {"X": 1}, 2000, {}, "")] == [("NAP-ARM-08", False)]


@pytest.mark.clause("NAP-ARM-10")
def test_recommended_shares_are_no_bar() -> None:
    army = Army(id="x", name="x", unit=(row("FRA_CUIR"), row("FRA_F8", code="Y")))
    found = limits.check(army, {"X": 2, "Y": 2}, 1000, {}, "")
    assert {p.clause for p in found} == {"NAP-ARM-10"}
    assert sorted(p.fatal for p in found) == [False, False, True]  # only the points are


@pytest.mark.clause("NAP-ARM-07", "NAP-ORG-29", "NAP-R04")
def test_classes_are_proposals() -> None:
    assert points(row("FRA_LINE_1808", cls="B")) == 12 * 8 + 6 * 8 + 10
    assert clauses("FRA_LINE_1808", cls="E") == {"NAP-ORG-29"}
    assert clauses("RUS_COS", cls="E") == set()


@pytest.mark.parametrize(
    ("told", "key", "word"),
    [
        ('kind = "FRA_LINE_1809"', "kind", "FRA_LINE_1808"),
        ('kind = "FRA_LINE_1808"\ncompanies = { centr = 4 }', "companies.centr", "centre"),
        ('kind = "FRA_LINE_1808"\nweapon = "bow"', "weapon", "musket"),
        ('kind = "FRA_LINE_1808"\nbrigade = "FG"', "brigade", "FGEN"),
    ],
)
@pytest.mark.clause("NAP-BAS-01")
def test_what_cannot_be_is_told_with_what_was_meant(told: str, key: str, word: str) -> None:
    general = '[[unit]]\ncode = "FGEN"\nname = "G"\nkind = "general"'
    text = f'id = "mine"\nname = "Mine"\n{general}\n[[unit]]\ncode = "L"\nname = "L"\n{told}\n'
    with pytest.raises(DataError, match=word) as error:
        OWN_ARMIES.read(text.encode(), "mine.toml")
    assert key in error.value.key


def test_no_general_is_his_own_superior() -> None:
    rows = (row("general", code="A", brigade="B"), row("general", code="B", brigade="A"))
    with pytest.raises(DataError, match="superior"):
        data_army.checked(Army(id="x", name="x", unit=rows), "x")


@pytest.mark.clause("NAP-R04", "NAP-BAS-03", "NAP-ARM-11")
def test_the_composer_shows_what_was_bought() -> None:
    info = SETUP.army_info(load_army("britain"), 2000)
    line = next(e for e in info.entries if e.code == "GLINE")
    assert (line.points, line.models, line.sample) == (182, 20, 1)
    hints = [value.args for label, value in line.rows if label.key == "Price"]
    assert [(h["n"]) for h in hints] == [10]
    assert {label.key for label, _ in line.rows} >= {"Grenadiers", "Centre companies", "Light company", "Brigade"}


def test_the_form_asks_what_there_is() -> None:
    chosen = SideSetup("france", limits.list_for(load_army("france"), 2000))
    found = desk(OWN_ARMIES, load_army("france"), chosen)
    keys = [f.key for f in found.fields("FLINE")]
    assert keys[:3] == ["name", "kind", "brigade"]
    assert {"companies", "figures", "detachments"} <= set(keys)
    assert "guns" in [f.key for f in found.fields("FART")]
    assert "leads" in [f.key for f in found.fields("FG1")]
    changed = found.put("FLINE", {"companies": "centre 4, light 0"})
    assert changed.doc["unit"][5]["companies"] == {"centre": 4, "light": 0}
    assert Form().blank("N")[1]["kind"] == "FRA_LINE_1808"
