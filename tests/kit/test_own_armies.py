"""Armies of the players' own: what is read, what is told of what cannot be, and how they take the field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.lists import OWN, KeepsLists, ListReport
from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset, Setup
from game.engine.system import System
from game.kit.muster.renaming import recodes
from tests.kit.own_armies import ARMIES, SIZES

SYSTEMS = tuple(ARMIES)


def read(ruleset: Ruleset, text: str, name: str = "mine.toml") -> ListReport:
    assert isinstance(ruleset, KeepsLists)
    return ruleset.read_list(text.encode(), name, SIZES[ruleset.meta.id])


def battle(ruleset: Ruleset, south: str, north: str = "", **more: Any) -> Setup:
    """A battle of an army of one's own against a sample, or against another."""
    setup = ruleset.default_setup(ruleset.scenarios()[0].id, SIZES[ruleset.meta.id])
    sides = dict(setup.sides)
    for side, text in (("south", south), ("north", north)):
        if text:
            chosen = read(ruleset, text).chosen
            assert chosen is not None
            sides[side] = chosen
    return replace(setup, sides=sides, seed="own", **more)


def said(ruleset: Ruleset, text: str) -> list[tuple[str, str]]:
    report = read(ruleset, text)
    assert report.chosen is None
    return [(f.where, Speaker("en").say(f.text)) for f in report.findings]


# --- reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_army_is_read_with_a_list_for_the_size_and_can_be_fought_with(system: str) -> None:
    ruleset = load_ruleset(system)
    report = read(ruleset, ARMIES[system])
    assert report.army
    assert report.chosen is not None
    assert {f.kind for f in report.findings} == {"taken"}
    setup = battle(ruleset, ARMIES[system])
    assert [p for p in ruleset.check_setup(setup) if p.fatal] == []
    state, _ = ruleset.begin(setup)
    assert sum(report.chosen.counts.values()) == len(state.units_of("south"))
    assert state.sides["south"].name == report.name


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_list_of_it_is_kept_with_the_whole_army_and_read_again(system: str) -> None:
    ruleset = load_ruleset(system)
    assert isinstance(ruleset, KeepsLists)
    setup = battle(ruleset, ARMIES[system])
    again = ruleset.read_list(ruleset.list_file(setup, "south").encode(), "kept.toml", SIZES[system])
    assert again.chosen is not None
    assert not again.army
    assert again.chosen.counts == setup.sides["south"].counts
    assert again.chosen.own == setup.sides["south"].own
    info = ruleset.list_army(again.chosen, SIZES[system])
    assert info is not None
    assert info.id == again.chosen.army == setup.sides["south"].army


@pytest.mark.parametrize("system", SYSTEMS)
def test_armies_on_offer_are_no_armies_of_ones_own_until_they_have_a_name_of_their_own(system: str) -> None:
    ruleset = load_ruleset(system)
    shipped = sorted((ruleset.meta.folder / "data" / "armies").glob("*.toml"))
    for path in shipped:
        text = path.read_text(encoding="utf-8")
        assert said(ruleset, text) == [("id", "an army of the game has this id already; choose another")]
        setup = battle(ruleset, text.replace(f'id = "{path.stem}"', 'id = "mine"', 1))
        assert [p for p in ruleset.check_setup(setup) if p.fatal] == []


# --- what is wrong -----------------------------------------------------------------------------------------------

BROKEN = [
    ("WMA", "hits = 4", "hist = 4", "unit 1 (LEG), hist", "“hist” is not a known key here; did you mean “hits”?"),
    ("WMA", 'type = "cavalry"', 'type = "calvary"', "unit 2 (RID), type", "“calvary” cannot stand here"),
    ("WMA", "armour = 4", "armour = 7", "unit 1 (LEG), armour", "this is 7, but must be at most 6"),
    ("WMA", 'rank = "general"', 'rank = "leader"', "character", "an army needs exactly one row of rank “general”"),
    ("WMA", "range_cm = 15.0", "range_cm = inf", "unit 2.range_cm", "no number in an army may exceed 100000"),
    ("WMA", "stands = 3", "stands = 4000", "unit LEG", "a unit has at most 200 bases"),
    ("WMA", 'RID = "NUM"', 'RID = "NUN"', "looks, RID", "“NUN” is not a known figure; choose from: heavy_foot, legion"),
    ("WMA", 'RID = "NUM"', 'RID = "gemeral"', "looks, RID", "“gemeral” is not a known figure; did you mean “general”?"),
    (
        "WMA",
        'RID = "NUM"',
        'RIT = "NUM"',
        "looks, RIT",
        "“RIT” is not a known code of this army; choose from: LEG, RID, CONS",
    ),
    ("WMA", 'code = "RID"', 'code = "R-D"', "unit R-D, code", "a code is a letter, and up to seven letters"),
    ("WMA", 'name = "Moon Guard"', 'name = "Moon\\u0007"', "unit LEG, name", "a name has from 1 to 80 letters"),
    ("WMA", "points = 70", "points = 70 7", "line 16", "“points = 70 7” is not valid TOML"),
    ("AFS", 'size = "infantry"', 'size = "infantri"', "unit (M1), size", "did you mean “infantry”?"),
    ("AFS", "tough = 3", "touhg = 3", "unit (M1), rules.touhg", "did you mean “tough”?"),
    ("AFS", 'banner = ["M2"]', 'banner = ["M9"]', "banner", "“M9” is not a known unit"),
    ("WAB", 'weapon = "javelin"', 'weapon = "javelins"', "unit DAR, weapon", "did you mean “javelin”?"),
    ("WAB", "files = 5", "files = 50", "unit PHA, files", "a formed unit of 20 has from 1 to 20 files, not 50"),
    (
        "USB",
        'melee = "pole"',
        'melee = "poole"',
        "unit (GUA), melee",
        "“poole” cannot be bought here; choose from: pole",
    ),
    ("USB", "hit = 4", "hit = 2", "unit (GUA), hit", "from 3 to 5, not 2"),
    ("USB", "growth = 1", "grow = 1", "unit 4 (BEA), grow", "did you mean “growth”?"),
    ("WAB", "ld = 8 }", "ldr = 8 }", "unit 2 (PHA), profile, ldr", "did you mean “ld”?"),
    ("USB", 'ranged = "light"', 'ranged = "lihgt"', "unit (SLI), ranged", "choose from: light, ranged, automatic"),
    ("USB", "hit = 4", "hit = 9", "unit (GUA), hit", "from 3 to 5, not 9 (USB-R09)"),
    ("USB", 'starts = "GUA"', 'starts = "GUARD"', "unit (MAS), starts", "did you mean “GUA”?"),
    ("NAP", 'kind = "FRA_LINE_1808"', 'kind = "FRA_LINE_1809"', "unit (FUS), kind", "did you mean “FRA_LINE_1808”?"),
    (
        "NAP",
        'kind = "FRA_F6"\nbrigade = "GEN"',
        'kind = "FRA_F6"\nbrigade = "GUN"',
        "unit (GUN), brigade",
        "“GUN” is not a known general",
    ),
    ("NAP", 'kind = "general"', 'kind = "chief"', "unit", "an army has one commander-in-chief"),
    (
        "NAP",
        'kind = "FRA_F6"',
        'kind = "FRA_F6"\nguns = { 6 = 99 }',
        "unit (GUN), guns.6",
        "from 1 to 3, not 99 (NAP-R02)",
    ),
]


@pytest.mark.parametrize(("system", "old", "new", "where", "sentence"), BROKEN)
def test_what_is_wrong_is_told_with_the_place_and_what_would_be_right(
    system: str, old: str, new: str, where: str, sentence: str
) -> None:
    text = ARMIES[system]
    assert old in text
    ((key, told),) = said(load_ruleset(system), text.replace(old, new, 1))
    assert key == where
    assert sentence in told


def test_an_army_for_another_system_is_told_as_such() -> None:
    assert said(load_ruleset("WMA"), 'ruleset = "WAB"\n' + ARMIES["WAB"]) == [
        ("ruleset", "This army is for WAB, not for WMA")
    ]
    ((key, told),) = said(load_ruleset("WAB"), ARMIES["WMA"])
    assert (key, told) == ("ruleset", "no unit here has the key “arm” of this system: is it an army for another?")
    assert read(load_ruleset("WAB"), 'ruleset = "WAB"\n' + ARMIES["WAB"]).chosen is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_set_up_with_an_army_that_cannot_be_is_refused_and_tells_no_limits(system: str) -> None:
    ruleset = load_ruleset(system)
    setup = battle(ruleset, ARMIES[system])
    for junk in (7, None, [], {"id": "x"}, {**setup.sides["south"].own[OWN], "unit": [{"stands": 10**9}]}):
        side = replace(setup.sides["south"], own={OWN: junk})
        found = ruleset.check_setup(replace(setup, sides={**setup.sides, "south": side}))
        assert [p.where for p in found if p.fatal] == ["sides.south.own"]


@pytest.mark.parametrize("system", ["WMA", "WAB"])
def test_a_list_too_large_for_a_battle_is_refused_however_little_it_costs(system: str) -> None:
    ruleset = load_ruleset(system)
    cheap = ARMIES[system].replace("points = 60", "points = 1").replace("max = 6", "max = 500")
    cheap = cheap.replace("points = 50", "points = 1").replace("most = 3", "most = 500")
    setup = battle(ruleset, cheap, options={"points": 1000, "allow_shortfall": True} if system == "WMA" else {})
    code = "RID" if system == "WMA" else "DAR"
    side = setup.sides["south"]
    for n, fatal in ((60, False), (200, True)):
        counts = dict.fromkeys(side.counts, 1) | ({"LEG": 2} if system == "WMA" else {})
        sides = {**setup.sides, "south": replace(side, counts={**counts, code: n})}
        told = [p for p in ruleset.check_setup(replace(setup, sides=sides)) if p.where == "sides.south.counts"]
        assert any("too many for a battle" in p.text.key for p in told) == fatal


# --- on the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_mirrored_army_has_the_same_troops_under_ids_of_their_own(system: str) -> None:
    ruleset = load_ruleset(system)
    state, _ = ruleset.begin(battle(ruleset, ARMIES[system], ARMIES[system]))
    south, north = (state.units_of(side) for side in ("south", "north"))
    assert [u.id + "n" for u in south] == [u.id for u in north]
    assert [u.kind for u in south] == [u.kind for u in north]


def test_no_other_troops_go_by_the_codes_of_an_army_of_ones_own() -> None:
    ruleset = load_ruleset("WMA")
    one = ARMIES["WMA"]
    other = one.replace('id = "moon_riders"', 'id = "sun_riders"').replace("attacks = 3", "attacks = 5")
    state, _ = ruleset.begin(battle(ruleset, one, other))
    kinds = [{u.kind for u in state.units_of(side)} for side in ("south", "north")]
    assert kinds == [{"LEGX", "RID", "CONSX"}, {"LEGXX", "RIDX", "CONSXX"}]
    assert [ruleset.card(state, u).look for u in ("LEGX-1", "RID-1", "CONSX-1")] == ["pike", "NUM", "CONS"]


def test_a_longer_code_is_none_that_others_go_by() -> None:
    assert recodes(["A", "AX"], lambda row, code: code not in ("A", "AXX")) == {"A": "AXXX", "AX": "AX"}


def test_the_usual_beneficiaries_of_an_army_of_ones_own_are_those_it_names() -> None:
    ruleset = load_ruleset("AFS")
    state, _ = ruleset.begin(battle(ruleset, ARMIES["AFS"]))
    assert state.sides["south"].own.wished == {"banner": ("M2",)}
    assert ruleset.card(state, "M1").look == "wizard"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_moment_of_a_battle_of_armies_of_ones_own_is_written_and_read_again(system: str) -> None:
    ruleset = load_ruleset(system)
    one = ARMIES[system].replace('"M1"', '"A1"').replace("M1 =", "A1 =")
    other = one.replace('id = "', 'id = "other_', 1).replace("attacks = 3", "attacks = 5").replace("ws = 4", "ws = 6")
    state, _ = ruleset.begin(battle(ruleset, one, other))
    assert isinstance(ruleset, System)
    again = ruleset.position(ruleset.document(state))
    units = [{u.id: (u.side, u.name) for u in s.units.values()} for s in (state, again)]
    assert units[0] == units[1]
    shapes = [{b.id: b.shape for b in s.bases.values()} for s in (state, again)]
    assert shapes[0] == shapes[1]
    for unit in state.units:
        cards = [ruleset.card(s, unit) for s in (state, again)]
        assert cards[0] == cards[1]
