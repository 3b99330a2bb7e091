"""Situations from plain documents: what can be written, and what is said of what cannot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import Aim, TargetsAnswer
from game.engine.files.toml_reading import DataError
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.deploy import positions
from rulesets.age_of_fantasy_skirmish.deploy.positions import build
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from tests.rules.age_of_fantasy_skirmish.attack_play import Fight
from tests.rules.age_of_fantasy_skirmish.table import at_inch, marker, piece, table, unit, where


def test_one_place_puts_the_models_side_by_side_across_the_facing():
    state = table(unit("A3", (10, 10)), unit("B5", (20, 20, 90)))
    step = 25.0 / 25.4 + 0.1
    assert where(state, "A3") == [(round(10 - step, 3), 10.0), (10.0, 10.0), (round(10 + step, 3), 10.0)]
    half = (32.0 / 25.4 + 0.1) / 2
    assert where(state, "B5") == [(20.0, round(20 + half, 3)), (20.0, round(20 - half, 3))]
    assert [state.bases[b].pose.facing for b in ("A3.1", "B5.1")] == [0.0, 90.0]


def test_a_place_a_model_the_lost_and_what_each_carries():
    state = table(
        unit("B3", (10, 10), (12, 10, 45), lost=[2, 3]),
        unit("B5", (20, 20), (22, 20), wounds=[2, 0], used=["Rock"]),
        unit("A2", (30, 30), tokens=3, wounds=1, shaken=True, activated=True),
    )
    assert [state.bases[f"B3.{k}"].where for k in (1, 2, 3, 4)] == ["table", "gone", "gone", "table"]
    assert (at_inch(state.bases["B3.4"].pose), state.bases["B3.4"].pose.facing) == ((12.0, 10.0), 45.0)
    assert [state.bases[f"B5.{k}"].own.wounds for k in (1, 2)] == [2, 0]
    assert state.bases["B5.1"].own.used == ("Rock",)
    assert (state.bases["A2.1"].own.tokens, state.bases["A2.1"].own.wounds) == (3, 1)
    assert (state.units["A2"].own.shaken, state.units["A2"].own.activated) == (True, True)
    assert state.units["B3"].own.began == 4


def test_the_order_is_south_then_north_and_an_army_can_meet_itself():
    state = table(unit("B1", (40, 40)), unit("A1n", (20, 40)), unit("A1", (20, 10)), unit("B4", side="south"))
    assert list(state.units) == ["A1", "B4", "B1", "A1n"]
    assert [state.units[u].side for u in state.units] == ["south", "south", "north", "north"]
    assert state.bases["A1n.1"].pose.facing == 180.0
    assert state.bases["B4.1"].where == "reserve"
    assert (state.sides["south"].own.began, state.sides["north"].own.edge) == (2, "north")


@pytest.mark.clause("AFS-S16", "AFS-S15")
def test_the_units_of_a_side_stand_in_the_order_of_their_army_list():
    """However they are told; a second unit of a kind after the first, strangers to the list last."""
    told = (unit("B4", (40, 40)), unit("A5", (4, 4)), unit("B2", (44, 40)), unit("A1", (8, 4)))
    assert list(table(*told).units) == ["A1", "A5", "B2", "B4"]
    twins = (unit("X", (4, 4), code="A5"), unit("A5", (8, 4)), unit("A2", (12, 4)), unit("B1", (20, 4), side="south"))
    assert list(table(*twins).units) == ["A2", "X", "A5", "B1"]
    mine = table(*twins, sides={"south": {"army": "hollow_court"}})
    assert list(mine.units) == ["B1", "X", "A5", "A2"]


@pytest.mark.clause("AFS-S01", "AFS-S07")
@pytest.mark.parametrize(("deep", "stands"), [(0.0009, True), (0.0015, False)])
def test_models_may_overlap_by_no_more_than_a_thousandth_of_an_inch(deep, stands):
    two = (unit("A5", (10, 10)), unit("A2", (10 + 25 / 25.4 - deep, 10)))
    if stands:
        assert len(table(*two).units) == 2
        return
    with pytest.raises(DataError, match="overlaps"):
        table(*two)


def test_levels_are_those_of_the_surface():
    land = [piece("tower", box=(10, 10, 14, 14)), piece("chasm", box=(20, 10, 26, 14))]
    state = table(
        unit("A5", (12, 12)), unit("B4", (23, 12)), unit("A1", (30, 12)), terrain=land, markers=[marker(11, 11)]
    )
    assert [state.bases[b].pose.level for b in ("A5.1", "B4.1", "A1.1")] == [6, -6, 0]
    assert state.markers["M1"].pose.level == 6


def test_fields_of_the_battle_and_another_profile():
    state = table(
        unit("A5", (12, 12), rules={"flying": 0}, quality=5, size="monster"),
        active="north",
        round=3,
        zone=10,
        size=(48, 44),
    )
    assert (state.own.active, state.own.round, state.own.zone) == ("north", 3, inch(10))
    assert state.table.depth == inch(44)
    own = state.bases["A5.1"].own
    assert (own.rules, own.quality, own.height, state.bases["A5.1"].shape.width) == ({"flying": 0}, 5, inch(2.5), 50)


@pytest.mark.clause("AFS-S25", "AFS-S26", "AFS-S29")
def test_the_profiles_of_the_sample_warbands():
    a, b = data_army.armies().values()
    assert [(x.id, x.points, len(x.unit), sum(u.models for u in x.unit)) for x in (a, b)] == [
        ("saltmarch", 250, 7, 11),
        ("hollow_court", 250, 7, 13),
    ]
    state = table(unit("A3", (10, 10)), unit("B7", (30, 30)))
    pikes = state.bases["A3.1"].own.weapons
    assert [(w.name, w.reach, w.attacks, w.rules) for w in pikes] == [
        ("Pike", 0.0, 1, {"ap": 1, "counter": 0}),
        ("Side-sword", 0.0, 1, {}),
    ]
    assert [state.bases[f"A3.{k}"].own.role for k in (1, 2, 3)] == ["sergeant", "banner", ""]
    bolt = state.bases["B7.1"].own.weapons[0]
    assert (bolt.reach, bolt.rules) == (inch(36), {"ap": 2, "deadly": 3, "unstoppable": 0})


@pytest.mark.parametrize(
    ("doc", "key"),
    [
        ({"untis": []}, "untis"),
        ({"table": [48]}, "table"),
        ({"table": [48, 0]}, "table"),
        ({"unit": [{"id": "A9", "at": [1, 1]}]}, "unit A9, code"),
        ({"unit": [{"id": "A5", "att": [1, 1]}]}, "unit A5.att"),
        ({"unit": [{"id": "A5", "at": [1]}]}, "unit A5, at"),
        ({"unit": [{"id": "A5", "at": [5, 5], "side": "east"}]}, "unit A5, side"),
        ({"unit": [{"id": "A5", "at": [5, 5], "facing": "up"}]}, "unit A5, facing"),
        ({"unit": [{"id": "B5", "at": [5, 5], "used": "Rock"}]}, "unit B5, used"),
        ({"unit": [{"id": "B5", "at": [5, 5], "used": ["Rocks"]}]}, "unit B5, used"),
        ({"unit": [{"id": "B5", "at": [5, 5], "used": [["Rock"]]}]}, "unit B5, used"),
        ({"unit": [{"id": "B5", "at": [5, 5], "used": [["Rock"], "Rock"]}]}, "unit B5, used[1]"),
        ({"unit": [{"id": "A3", "at": [[5, 5], [8, 5]]}]}, "unit A3, at"),
        ({"unit": [{"id": "A3", "at": [5, 5], "lost": [4]}]}, "unit A3, lost"),
        ({"unit": [{"id": "A3", "at": [5, 5], "wounds": [1]}]}, "unit A3, wounds"),
        ({"unit": [{"id": "A5", "at": [5, 5], "size": "tiny"}]}, "unit A5, size"),
        ({"unit": [{"id": "A5", "at": [5, 5], "rules": {"flyng": 0}}]}, "unit A5, rules.flyng"),
        ({"unit": [{"id": "A5", "at": [5, 5], "where": "moon"}]}, "unit A5, where"),
        ({"unit": [{"id": "A5", "where": "table"}]}, "unit A5"),
        ({"unit": [{"id": "A5", "at": [0.2, 5]}]}, "unit A5"),
        ({"unit": [{"id": "A5", "at": [5, 5]}, {"id": "A1", "at": [5.5, 5]}]}, "unit A5"),
        ({"unit": [{"id": "A5", "at": [5, 5]}, {"id": "A5", "at": [9, 5]}]}, "unit A5"),
        ({"terrain": [{"kind": "wall", "box": [1, 1, 5, 2]}], "unit": [{"id": "A5", "at": [3, 2.2]}]}, "unit A5"),
        ({"terrain": [{"kind": "hill", "box": [1, 1, 5, 2], "circle": [1, 1, 1]}]}, "terrain hill"),
        ({"terrain": [{"kind": "hill", "points": [[1, 1], [5, 2]]}]}, "terrain hill, points"),
        ({"terrain": [{"kind": "tower", "box": [1, 1, 5, 5], "ladders": [4]}]}, "terrain tower, ladders"),
        ({"terrain": [{"kind": "hill", "id": "h", "box": [1, 1, 5, 5]}] * 2}, "terrain h"),
        ({"markers": [{"side": "south"}]}, "marker 1"),
        ({"markers": [{"at": [1, 1], "side": "west"}]}, "marker 1, side"),
        ({"markers": [{"at": [1, 1], "id": "M"}] * 2}, "marker M"),
        ({"sides": {"west": {}}}, "sides"),
        ({"sides": {"south": {"army": "rome"}}}, "sides.south, army"),
        ({"sides": {"south": {"musician": ["A1"]}}}, "sides.south, musician"),
        ({"sides": []}, "sides"),
        ({"zone": "deep"}, "zone"),
    ],
)
def test_what_is_wrong_is_said_with_its_key(doc, key):
    with pytest.raises(DataError) as found:
        build(doc)
    assert found.value.key == key


ARMY = """
id = "few"
name = "The Few"
[[unit]]
code = "F1"
name = "One"
size = "infantry"
quality = 4
defense = 4
points = 10
rules = { tough = 3 }
"""


def test_an_army_that_is_whole_is_read():
    assert data_army.read_army(ARMY.encode(), "few.toml").unit[0].rules == {"tough": 3}


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("tough = 3", "tuogh = 3", "unit (F1), rules.tuogh"),
        ('size = "infantry"', 'size = "large"', "unit (F1), size"),
        ("quality = 4", "quality = 7", "unit 1 (F1), quality"),
        ("points = 10", "points = 10\nroles = { banner = 2 }", "unit (F1), roles.banner"),
        ('name = "The Few"', 'name = "The Few"\nmusician = ["F2"]', "musician"),
        (
            "rules = { tough = 3 }",
            "[[unit.weapon]]\nname = 'Bow'\nrules = { ap = 0 }",
            "unit (F1), weapon (Bow), rules.ap",
        ),
    ],
)
def test_what_is_wrong_with_an_army_is_said_with_its_key(old, new, key):
    with pytest.raises(DataError) as found:
        data_army.read_army(ARMY.replace(old, new).encode(), "few.toml")
    assert found.value.key == key


@pytest.mark.clause("AFS-R31", "AFS-ARM-01")
def test_options_that_are_not_told_have_their_defaults_and_wrong_ones_are_refused():
    state = table(options={"points": 150})
    assert state.options == {
        "points": 150,
        "force_organisation": True,
        "tough_in_groups": "x_th_wound",
        "map_seed": 0,
        "symmetric": True,
    }
    assert state.own.size == 150
    assert table(options={"points": 150}, size=(40, 48), scenario="a").own.size == 150
    with pytest.raises(DataError, match="tough_in_groups"):
        table(options={"tough_in_groups": "every"})
    with pytest.raises(DataError, match="fog"):
        table(options={"fog": True})


# --- written and read again --------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S03", "AFS-S04", "AFS-S09", "AFS-S29")
def test_a_situation_that_is_written_and_read_again_is_the_same():
    """Models lost, wounded, in reserve, Shaken; a model with another profile; markers held and not; every terrain."""
    state = table(
        unit("A1", (10, 6), wounds=2, used=["Fire-pot"]),
        unit("A2", (16, 6), tokens=4, shaken=True),
        unit("A3", (24, 6), (25.2, 6), fatigued=True, lost=[2]),
        unit("A5"),
        unit("A7", (40, 6, 90)),
        unit("A6", (44, 10), rules={"tough": 5, "immobile": 0}),
        unit("B4", (24, 20), quality=3, defense=6, size="monster"),
        unit("B3", (10, 40), (11.1, 40), (12.2, 40), (13.3, 40), arrived=2),
        terrain=[
            piece("tower", "T", box=(30, 20, 34, 24), ladder="south"),
            piece("wall", "W", box=(20, 12, 30, 12.5)),
            piece("hill", "H", points=[(2, 20), (6, 20), (4, 24)], height=1.5),
            piece("chasm", "C", box=(40, 30, 44, 32), height=-4),
        ],
        markers=[marker(20, 24, "south"), marker(30, 30)],
        sides={"south": {"musician": ["A2"]}},
        round=2,
        starter="north",
    )
    document = positions.document(state)
    again = build(document)
    assert again.features == state.features
    assert again.markers == state.markers
    assert again.units == state.units
    assert again.bases == state.bases
    assert (again.own, again.sides, again.table) == (state.own, state.sides, state.table)
    rows = {row["id"]: row for row in document["unit"]}
    assert rows["A3"]["lost"] == [2]
    assert len(rows["A3"]["at"]) == 2
    assert rows["A1"]["wounds"] == [2]
    assert rows["A1"]["used"] == ["Fire-pot"]
    assert rows["A5"]["where"] == "reserve"
    assert "at" not in rows["A5"]
    assert document["profile"] == []
    told = {u: {k: row[k] for k in ("rules", "quality", "defense", "size") if k in row} for u, row in rows.items()}
    assert told.pop("A6") == {"rules": {"tough": 5, "immobile": 0}}
    assert told.pop("B4") == {"quality": 3, "defense": 6, "size": "monster"}
    assert not any(told.values())


@pytest.mark.clause("AFS-LIM-02", "AFS-S29")
@pytest.mark.parametrize(
    ("spent", "written"),
    [
        (((), ("Rock",)), [[], ["Rock"]]),
        ((("Rock",), ()), [["Rock"], []]),
        ((("Rock",), ("Rock",)), ["Rock"]),
        (((), ()), None),
    ],
)
def test_what_each_model_of_a_group_has_spent_is_written_and_stays_spent(spent, written):
    """A position whose trolls have thrown different stones lets those throw who still have one."""
    state = table(unit("A1", (10.6, 18)), unit("B5", (10, 10), (12, 10)))
    bases = dict(state.bases)
    for one, names in zip(("B5.1", "B5.2"), spent, strict=True):
        bases[one] = replace(bases[one], own=replace(bases[one].own, used=names))
    document = positions.document(replace(state, bases=bases))
    row = next(row for row in document["unit"] if row["id"] == "B5")
    assert row.get("used") == written
    again = build(document)
    assert tuple(again.bases[b].own.used for b in ("B5.1", "B5.2")) == spent
    fight = Fight(again, Frame("afs.shooting", data=ShootingData("B5")))
    assert bool(fight.session.waiting) == (() in spent)
    for one, names in zip(("B5.1", "B5.2"), spent, strict=True):
        if not fight.session.waiting:
            break
        verdict = fight.check(TargetsAnswer((Aim("B5", "Rock", "A1", {"models": [one]}),)))
        clauses = [r.clause for r in verdict.reasons]
        assert (verdict.status, clauses) == (("refused", ["AFS-LIM-01"]) if names else ("legal", []))


@pytest.mark.clause("AFS-LIM-02")
def test_what_a_gap_in_a_group_has_spent_is_told_of_those_that_are_left():
    state = table(unit("B5", (10, 10), lost=[1], used=[["Rock"]]))
    assert positions.document(state)["unit"][0]["used"] == ["Rock"]
    assert [state.bases[b].own.used for b in ("B5.1", "B5.2")] == [(), ("Rock",)]


@pytest.mark.clause("AFS-S09")
@pytest.mark.parametrize(
    ("kind", "height", "right"),
    [
        ("chasm", -1.0, True),
        ("chasm", 0.0, False),
        ("chasm", 1.0, False),
        ("hill", 0.1, True),
        ("hill", 0.0, False),
        ("hill", -1.0, False),
        ("wall", 0.0, False),
        ("swamp", 0.0, True),
        ("swamp", -1.0, False),
    ],
)
def test_pits_go_down_and_what_blocks_sight_goes_up(kind, height, right):
    doc = {"terrain": [{"kind": kind, "id": "x", "box": [1, 1, 5, 5], "height": height}]}
    if right:
        assert build(doc).features["x"].height == inch(height)
        return
    with pytest.raises(DataError) as found:
        build(doc)
    assert found.value.key == "terrain x, height"
