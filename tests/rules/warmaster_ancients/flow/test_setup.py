"""Setting up: what may be agreed, what a list may hold, and the state in which a battle begins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.ruleset import Setup, SideSetup
from game.engine.text import T, Thing
from game.kit.muster.lists import cost
from rulesets.warmaster_ancients import RULESET, data_files
from rulesets.warmaster_ancients.army.data_army import check_army
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.deploy.setup import SETUP as setup


def fresh(scenario: str = "open_field", size: int = 1000) -> Setup:
    return RULESET.default_setup(scenario, size)


def problems(chosen: Setup) -> list[tuple[str, str]]:
    return [(p.where, p.clause) for p in RULESET.check_setup(chosen)]


def with_counts(chosen: Setup, side: str, **counts: int) -> Setup:
    own = replace(chosen.sides[side], counts={**chosen.sides[side].counts, **counts})
    return replace(chosen, sides={**chosen.sides, side: own})


@pytest.mark.clause("WMA-SET-01", "WMA-SET-05", "WMA-S40")
@pytest.mark.parametrize(
    ("scenario", "size"),
    [(s, size) for s in data_files.scenarios() for size in data_files.load_scenario(s).sizes],
)
def test_every_scenario_begins_at_every_size(scenario, size):
    chosen = fresh(scenario, size)
    assert problems(chosen) == []
    state, frame = RULESET.begin(chosen)
    assert frame.name == "wma.battle"
    assert all(b.where == "reserve" and b.pose is None for b in state.bases.values())
    assert state.own.size == size
    assert state.own.limit == data_files.load_scenario(scenario).turns


@pytest.mark.clause("WMA-SET-02", "WMA-S36", "WMA-S37")
def test_the_sample_armies_cost_a_thousand():
    state, _ = RULESET.begin(fresh())
    for side, units in (("south", 14), ("north", 13)):
        of_side = state.units_of(side)
        assert sum(profile(state, u.id).points for u in of_side) == 1000
        assert sum(not u.own.character for u in of_side) == units
        assert state.sides[side].own.began == units


@pytest.mark.clause("WMA-S03", "WMA-S02")
def test_ids_follow_the_rows_of_the_list():
    state, _ = RULESET.begin(fresh())
    south = [u.id for u in state.units_of("south")]
    assert south[:7] == ["LEG-1", "LEG-2", "LEG-3", "LEG-4", "LEG-5", "LEG-6", "TRI-1"]
    assert south[-4:] == ["SCO-1", "CONS-1", "LEGA-1", "TRIB-1"]
    assert list(state.units)[: len(south)] == south
    assert state.units["LEG-1"].bases == ("LEG-1.1", "LEG-1.2", "LEG-1.3")
    assert state.units["SCO-1"].bases == ("SCO-1.1", "SCO-1.2")
    leg, sco = state.bases["LEG-1.1"].shape, state.bases["SCO-1.1"].shape
    assert (leg.width, leg.depth, sco.width, sco.depth) == (40.0, 20.0, 20.0, 40.0)
    token = state.bases["CONS-1.1"]
    assert (token.shape.kind, token.shape.width, token.solid) == ("circle", 25.0, False)
    assert state.units["CONS-1"].own.character


@pytest.mark.clause("WMA-S03")
def test_mirrored_armies_have_ids_of_their_own():
    chosen = fresh()
    chosen = replace(chosen, sides={**chosen.sides, "north": chosen.sides["south"]})
    state, _ = RULESET.begin(chosen)
    assert state.units["LEG-1"].side == "south"
    assert state.units["LEG-1n"].side == "north"
    assert state.units["LEG-1n"].bases[0] == "LEG-1n.1"
    assert len(state.units) == 34


@pytest.mark.clause("WMA-SET-03")
def test_minimum_and_maximum():
    assert problems(with_counts(fresh(), "south", LEG=3, TRI=2, EQU=2)) == [
        ("sides.south.counts.LEG", "WMA-SET-03"),
        ("sides.south.counts", "WMA-S40"),
    ]
    too_many = with_counts(fresh(), "south", VEL=5, LEG=4)
    assert problems(too_many) == [("sides.south.counts.VEL", "WMA-SET-03")]


@pytest.mark.clause("WMA-SET-03", "WMA-R53")
def test_ex25_bounds_count_full_thousands_of_the_agreed_size():
    rome = next(a for a in RULESET.armies(2500) if a.id == "rome")
    legions = next(e for e in rome.entries if e.code == "LEG")
    assert (legions.least, legions.most) == (8, 16)
    for size in (500, 999, 1000, 1999):
        rome = next(a for a in RULESET.armies(size) if a.id == "rome")
        legions = next(e for e in rome.entries if e.code == "LEG")
        assert (legions.least, legions.most) == (4, 8)


@pytest.mark.clause("WMA-S40", "WMA-SET-04")
def test_a_list_may_not_exceed_the_size_nor_fall_short_of_it():
    assert problems(with_counts(fresh(), "south", LEG=7)) == [("sides.south.counts", "WMA-S40")]
    short = with_counts(fresh(), "south", LEG=5)
    assert problems(short) == [("sides.south.counts", "WMA-S40")]
    agreed = replace(short, options={**short.options, "allow_shortfall": True})
    assert problems(agreed) == []
    assert problems(with_counts(fresh(), "south", TRIB=0)) == []


@pytest.mark.clause("WMA-SET-07", "WMA-SET-05")
def test_a_historical_battle_fixes_its_armies():
    chosen = fresh("cannae", 2000)
    assert chosen.sides["south"].army == "rome"
    wrong = replace(chosen, sides={**chosen.sides, "south": chosen.sides["north"]})
    assert problems(wrong) == [("sides.south.army", "WMA-SET-07")]
    other = with_counts(chosen, "south", LEG=chosen.sides["south"].counts["LEG"] - 1)
    assert ("sides.south.counts.LEG", "WMA-SET-07") in problems(other)


@pytest.mark.clause("WMA-SET-05")
def test_a_scenario_fixes_the_sizes_of_both_armies():
    chosen = fresh("fortified_hill", 1000)
    army = data_files.load_army(chosen.sides["north"].army)
    assert cost(army, chosen.sides["north"].counts) <= 600
    roles = {s.id: s.roles for s in RULESET.scenarios()}["fortified_hill"]
    assert {k: v.key for k, v in roles.items()} == {"south": "attacker", "north": "defender"}


@pytest.mark.clause("WMA-SET-01")
@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"points": 999}, "options.points"),
        ({"points": True}, "options.points"),
        ({"points": 5000}, "options.points"),
        ({"turns": 0}, "options.turns"),
        ({"turns": 21}, "options.turns"),
        ({"harsh_confusion": 1}, "options.harsh_confusion"),
        ({"speed": 1}, "options.speed"),
    ],
)
def test_options_out_of_bounds_are_told(options, where):
    chosen = fresh()
    found = RULESET.check_setup(replace(chosen, options={**chosen.options, **options}))
    assert found[0].where == where
    assert found[0].fatal


def test_foreign_documents_are_told():
    chosen = fresh()
    assert [p.where for p in RULESET.check_setup(replace(chosen, ruleset="AFS"))] == ["ruleset"]
    assert problems(replace(chosen, scenario="waterloo")) == [("scenario", "WMA-SET-05")]
    assert problems(replace(chosen, sides={"south": chosen.sides["south"]})) == [("sides", "WMA-S34")]
    unknown = {**chosen.sides, "north": SideSetup("persia")}
    assert problems(replace(chosen, sides=unknown)) == [("sides.north.army", "WMA-SET-02")]


@pytest.mark.clause("WMA-S35", "WMA-SET-01")
def test_the_scenario_suggests_the_turns_and_the_players_decide():
    chosen = fresh("cannae", 2000)
    assert chosen.options["turns"] == 10
    state, _ = RULESET.begin(replace(chosen, options={**chosen.options, "turns": 6}))
    assert state.own.limit == 6
    bare = replace(chosen, options={"points": 2000})
    assert RULESET.begin(bare)[0].own.limit == 10


@pytest.mark.clause("WMA-SET-06")
def test_places_worth_points_are_marked_on_the_table():
    state, _ = RULESET.begin(fresh("river", 1000))
    assert {m.id: m.kind for m in state.markers.values()} == {"hold-bridge": "objective", "hold-ford": "objective"}


@pytest.mark.parametrize("scenario", data_files.scenarios())
def test_every_thing_has_an_id_and_a_card_of_its_own(scenario):
    state, _ = RULESET.begin(fresh(scenario))
    tables = (state.units, state.bases, state.features, state.markers, state.sides)
    ids = [thing for table in tables for thing in table]
    assert len(ids) == len(set(ids))
    for marker in state.markers.values():
        card = RULESET.card(state, marker.id)
        assert (card.look, card.title.key) == ("objective", marker.name)
        assert Speaker("en", RULESET).say(T("{place}", place=Thing(marker.id)), state) == marker.name


@pytest.mark.clause("WMA-SET-03", "WMA-S40")
def test_lists_are_made_for_sizes_without_a_sample():
    for size in (1100, 3000):
        for army_id in data_files.armies():
            army = data_files.load_army(army_id)
            counts = setup.list_for(army, size)
            assert check_army(army, counts, size) == [], (army_id, size)


@pytest.mark.clause("WMA-SET-02", "WMA-S36", "WMA-S37")
def test_armies_tell_their_rows():
    rome = next(a for a in RULESET.armies(1000) if a.id == "rome")
    assert [e.code for e in rome.entries] == ["LEG", "TRI", "VEL", "EQU", "SCO", "CONS", "LEGA", "TRIB"]
    assert [e.sample for e in rome.entries] == [6, 2, 3, 2, 1, 1, 1, 1]
    assert rome.entries[0].points == 55
    assert (rome.entries[5].least, rome.entries[5].most) == (1, 1)
    assert [t.key for t, _ in rome.entries[0].rows] == [
        "Type",
        "Move",
        "Stands",
        "Attacks",
        "Hits",
        "Armour",
        "Range",
    ]
