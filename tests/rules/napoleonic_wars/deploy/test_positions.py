"""Situations by hand: bodies, terrain, objectives, charges and melees, and back again as documents."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.state import State, state_hash, view
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.deploy.positions import build, document
from rulesets.napoleonic_wars.deploy.setup import SETUP
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.shown.cards import is_own
from rulesets.napoleonic_wars.shown.overlays import overlays


def doc(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"unit": list(units), **more}


def line(**more: Any) -> dict[str, Any]:
    return {"id": "L1", "kind": "GBR_LINE", "at": [100, 40], "formation": "line"} | more


def test_a_body_where_it_is_told() -> None:
    state = build(doc(line(), {"id": "F1", "kind": "FRA_LINE_1808", "at": [100, 60], "formation": "closed_divisional"}))
    assert {u.id: u.side for u in state.units.values()} == {"L1": "south", "F1": "north"}
    front = shape.front(state, "L1")
    assert (front.x, front.y, front.facing) == (1000.0, 400.0, 0.0)
    assert shape.front(state, "F1").facing == 180.0
    assert facts.own(state, "F1").stance.formation == "closed_divisional"
    assert state.own.move == 1
    assert len(state.own.zones) == 2


def test_in_a_situation_by_hand_either_side_sees_what_is_its_own() -> None:
    state = build(doc(line(), line(id="E1", side="north", at=[50.0, 80.0])))
    for side, own, other in (("south", "L1", "E1"), ("north", "E1", "L1")):
        here = view(state, side)
        assert [o.id for o in overlays(here, own)] == ["range", "threat", "sight"]
        assert [o.id for o in overlays(here, other)] == ["range"]
        assert (is_own(here, own), is_own(here, other)) == (True, False)


@pytest.mark.clause("NAP-R70")
def test_the_guns_of_a_battery_fired_at_whom_it_fired_at() -> None:
    guns = {"id": "G1", "kind": "FRA_F8", "at": [30, 20], "formation": "deployed", "fired_at": "L1"}
    state = build(doc(guns, line()))
    pieces = [b.own for b in state.bases_of("G1") if b.own.role == "gun"]
    assert {p.fired_at for p in pieces} == {"L1"}


def test_strengths_and_losses() -> None:
    weak = build(doc(line(figures=15)))
    assert facts.strength(weak, "L1") == 15
    assert [s.figures for s in facts.own(weak, "L1").subs] == [2] * 5 + [1] * 5
    hurt = build(doc(line(gone=[1, 2, 20])))
    assert (facts.strength(hurt, "L1"), facts.own(hurt, "L1").strength.began) == (17, 20)
    rear = build(doc(line(lost=3)))
    assert facts.own(hurt, "L1").strength.lost == facts.own(rear, "L1").strength.lost == 3
    assert [b for b in rear.units["L1"].bases if rear.bases[b].where == "gone"] == ["L1.18", "L1.19", "L1.20"]
    few = build(doc(line(companies={"grenadier": 0, "light": 0})))
    assert facts.strength(few, "L1") == 16


def test_brigades_generals_and_buildings() -> None:
    house = {"id": "house", "kind": "building", "box": [90, 60, 98, 68], "storeys": 2}
    state = build(
        doc(
            line(brigade="B"),
            {"id": "G1", "kind": "general", "side": "south", "brigade": "B", "at": [100, 35], "formation": "single"},
            {"id": "C1", "kind": "chief", "side": "south", "at": [110, 35], "formation": "single"},
            {"id": "R1", "kind": "GBR_RIFLES", "formation": "garrison", "inside": "house"},
            terrain=[house],
        )
    )
    side = state.sides["south"].own
    assert ([(b.id, b.general) for b in side.brigades], side.chief) == ([("B", "G1")], "C1")
    assert {b.where for b in state.bases.values() if b.unit == "R1"} == {"inside"}
    assert state.features["house"].own.storeys == 2


def test_objectives_and_ties() -> None:
    state = build(
        doc(
            line(),
            {"id": "F1", "kind": "FRA_LINE_1808", "at": [100, 41], "formation": "line"},
            marker=[{"at": [100, 65], "worth": 200, "reach": 5, "name": "Town"}],
            melee=[{"a": "L1", "b": "F1", "rounds": 2}],
            charge=[{"a": "L1", "b": "F1"}],
        )
    )
    assert (state.markers["O1"].own.worth, state.markers["O1"].own.reach) == (200, 50.0)
    assert facts.in_melee(state, "L1")
    assert [t.kind for t in state.ties.values()] == ["charge", "melee"]


@pytest.mark.parametrize(
    ("unit", "word"),
    [
        ({"kind": "GBR_LINES"}, "GBR_LINE"),
        ({"kind": "GBR_LINE", "formaton": "line"}, "formation"),
        ({"kind": "GBR_LINE", "detachments": 5}, "NAP-ORG-12"),
        ({"kind": "GBR_LINE", "inside": "nowhere"}, "inside"),
    ],
)
def test_what_cannot_be_is_refused(unit: dict[str, Any], word: str) -> None:
    with pytest.raises(DataError, match=word):
        build(doc({"id": "L1", "side": "south", **unit}, terrain=[{"kind": "hill", "box": [1, 1, 20, 20]}]))


def same(state: State) -> None:
    again = build(document(state))
    for table in ("sides", "units", "bases", "features", "markers", "ties", "own", "options"):
        assert getattr(again, table) == getattr(state, table), table
    assert state_hash(again) == state_hash(state)


def test_documents_say_it_all() -> None:
    same(
        build(
            doc(
                line(carried=2, gone=[3], men=7),
                {"id": "F1", "kind": "FRA_F8", "at": [100, 70], "formation": "deployed", "moved": 3.5},
                {
                    "id": "N1",
                    "kind": "RUS_COS",
                    "side": "north",
                    "at": [60, 70],
                    "formation": "irregular",
                    "abreast": 6,
                },
                terrain=[{"id": "h", "kind": "hill", "box": [1, 1, 40, 40], "contours": [{"box": [8, 8, 30, 30]}]}],
                marker=[{"at": [100, 65], "worth": 200, "reach": 5}],
            )
        )
    )


@pytest.mark.parametrize("scenario", ["meeting", "position"])
def test_a_battle_is_a_document(scenario: str) -> None:
    state = SETUP.begin(SETUP.default_setup(scenario, 2000))[0]
    again = build(document(state))
    assert again.bases == {i: again.bases[i] for i in again.bases}
    assert {u: again.units[u] for u in state.units} == state.units
    assert {b: again.bases[b] for b in state.bases} == state.bases
    assert (again.features, again.markers, again.own) == (state.features, state.markers, state.own)
    assert replace(again.sides["south"], own=None) == replace(state.sides["south"], own=None)
    assert again.sides == state.sides


@pytest.mark.parametrize(
    ("subs", "word"),
    [
        ([{"id": "c1", "figures": 10}, {"id": "c2", "figures": 10}], "no sub-unit c10"),
        ([{"id": f"c{k}", "figures": 2} for k in range(1, 12)], "c11 is not a sub-unit"),
        ([{"id": "c1", "figures": 2}] * 10, "two sub-units c1"),
        ([], "no sub-unit c1"),
    ],
)
def test_sub_units_that_are_not_those_of_the_figures_are_refused(subs: list[dict[str, Any]], word: str) -> None:
    with pytest.raises(DataError, match=word):
        build(doc(line(subs=subs)))


def test_the_figures_of_each_sub_unit_may_be_told() -> None:
    three = {"centre": 4, "grenadier": 0, "light": 0}
    told = build(doc(line(companies=three, figures={"centre": [5, 5, 5, 3]})))
    assert [s.figures for s in facts.own(told, "L1").subs] == [5, 5, 5, 3]
    assert [len(company) for company in facts.companies(told, "L1").values()] == [5, 5, 5, 3]
    with pytest.raises(DataError, match="sub-units of this kind: 4, not 3"):
        build(doc(line(companies=three, figures={"centre": [5, 5, 5]})))
