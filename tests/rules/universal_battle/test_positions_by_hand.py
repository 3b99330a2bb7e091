"""Situations by hand: units by their rows, rows of one's own, formations, locks, markers; written and read again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.command import Answering, Refusal
from game.engine.entries import EntryError
from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.lists import OWN
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.universal_battle.army.data_army import OWN_ARMIES, load_army
from rulesets.universal_battle.deploy.positions import build, document
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET

ROOKIES = {"code": "ROO", "name": "Rookies", "kind": "troops", "models": 8}
VETERANS = {"code": "VET", "like": "BPHA", "models": 4, "hit": 3, "tough": 3, "melee": "", "army": "star_company"}


def situation(*units: dict[str, Any], **more: Any) -> State:
    """What a document of these units describes."""
    return build({"unit": list(units), **more})


def where(state: State, unit: str) -> list[tuple[float, float]]:
    """Inches at which the models of a unit stand."""
    return [(round(b.pose.x / 25, 3), round(b.pose.y / 25, 3)) for b in state.bases_of(unit) if b.pose]


def test_a_unit_goes_by_its_row_and_stands_about_one_place() -> None:
    state = situation({"id": "BSLI", "at": [10, 4]}, {"id": "STROb", "at": [20, 30]}, {"id": "X", "kind": "BLIE"})
    assert where(state, "BSLI") == [(10 + 1.1 * k, 4.0) for k in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)]
    assert [(u.id, u.side, u.kind) for u in state.units.values()] == [
        ("X", "south", "BLIE"),
        ("BSLI", "south", "BSLI"),
        ("STROb", "north", "STRO"),
    ]
    assert {b.pose.facing for b in state.bases_of("STROb") if b.pose} == {180.0}
    assert state.bases["X.1"].where == "reserve"
    assert state.sides["south"].own.commander == "X"
    assert state.sides["north"].own.commander == ""
    assert (state.own.phase, state.own.round, state.own.rounds) == ("round", 1, 5)
    assert state.table.width == inch(36)


@pytest.mark.clause("USB-RND-03", "USB-SPC-03")
def test_who_is_in_reserve_is_not_activated_unless_for_a_sudden_attack() -> None:
    state = situation({"id": "BSLI", "at": [10, 4]}, {"id": "BLIE"}, {"id": "BCOM", "arrival": "sudden"})
    for unit in ("BSLI", "BCOM"):
        assert RULESET.entries["activation"](state, {"unit": unit}).name == "usb.activation"
    with pytest.raises(EntryError) as refused:
        RULESET.entries["activation"](state, {"unit": "BLIE"})
    assert "BLIE is in reserve" in Speaker("en", RULESET).say(refused.value.text)


@pytest.mark.clause("USB-STA-05", "USB-R17")
def test_losses() -> None:
    state = situation(
        {"id": "BPHA", "at": [[k, 5] for k in range(10, 16)], "lost": [2, 8], "status": "shaken", "tested": 25},
        {"id": "BELE", "at": [20, 5], "wounds": 4},
        {"id": "BSLI", "at": [[k, 2] for k in range(10, 16)], "fatigue": 2, "activated": True, "entrenched": True},
    )
    assert [b.number for b in state.bases_of("BPHA")] == [1, 3, 4, 5, 6, 7]
    assert [state.bases[f"BPHA.{n}"].where for n in (2, 8)] == ["gone", "gone"]
    assert (facts.losses(state, "BPHA"), facts.initial(state, "BPHA")) == (2, 8)
    assert (facts.losses(state, "BELE"), facts.strength(state, "BELE")) == (4, 2)
    own = state.units["BSLI"].own
    assert (own.fatigue, own.activated, own.entrenched) == (2, True, True)


@pytest.mark.clause("USB-S10")
def test_a_phalanx_and_a_column_stand_in_ranks_about_their_place() -> None:
    state = situation(
        {"id": "BPHA", "at": [10, 10, 90], "formation": "phalanx"},
        {"id": "BSLI", "at": [20, 10], "formation": "column"},
        {"id": "BHAL", "at": [25, 10], "formation": "phalanx", "files": 2},
    )
    for unit, shape in (("BPHA", "phalanx"), ("BSLI", "column"), ("BHAL", "phalanx")):
        poses = {b.id: b.pose for b in state.bases_of(unit) if b.pose}
        assert formations.shape_bar(state, unit, shape, poses) is None
    assert len({x for x, _ in where(state, "BPHA")}) == 2
    assert {x for x, _ in where(state, "BHAL")} == {24.5, 25.5}


@pytest.mark.clause("USB-HRO-09", "USB-TRN-07", "USB-S14")
def test_who_is_with_whom() -> None:
    state = situation(
        {"id": "BSTR", "at": [8, 5], "joined": "BPHA", "power": 1},
        {"id": "BPHA", "at": [14, 5]},
        {"id": "SCAR", "at": [20, 30]},
        {"id": "SSCO", "aboard": "SCAR"},
        {"id": "STRO", "at": [14, 8]},
        locked=[{"a": "BPHA", "b": "STRO", "front": ["BPHA"]}],
        marker=[
            {"kind": "smoke", "at": [3, 3], "side": "south", "round": 1},
            {"at": [30, 30], "worth": 2, "owner": "north"},
        ],
        sides={"south": {"cards": 3}},
        options={"order": "deck"},
        active="north",
    )
    assert facts.company(state, "BSTR") == ("BPHA", "BSTR")
    assert facts.opponents(state, "BPHA") == ("STRO",)
    assert next(iter(state.ties.values())).own.front == ("BPHA",)
    assert facts.passengers(state, "SCAR") == ("SSCO",)
    assert {(b.where, b.place) for b in state.bases.values() if b.unit == "SSCO"} == {("inside", "SCAR")}
    assert state.units["BSTR"].own.power == 1
    assert [(m.id, m.kind, m.side, m.own.round, m.own.worth) for m in state.markers.values()] == [
        ("M1", "smoke", "south", 1, 0),
        ("M2", "objective", "", 0, 2),
    ]
    assert (state.sides["south"].own.cards, state.options["order"], state.own.active) == (3, "deck", "north")
    assert state.options["giants_weight"] == "full"


@pytest.mark.clause("USB-PTS-08")
def test_rows_of_ones_own() -> None:
    state = situation({"id": "ROO", "at": [10, 5]}, {"id": "VET1", "at": [10, 9]}, profile=[ROOKIES, VETERANS])
    (rookie, *_), (veteran, *_) = state.bases_of("ROO"), state.bases_of("VET1")
    assert (rookie.own.hit, rookie.own.tough, len(state.bases_of("ROO"))) == (5, 5, 8)
    assert (veteran.own.hit, veteran.own.weapons, veteran.own.shield) == (3, (), "costly")
    assert [u.side for u in state.units.values()] == ["south", "north"]
    assert state.units["ROO"].own.points == 56
    assert state.own.troops["VET"][:2] == ("star_company", "BPHA")


@pytest.mark.parametrize(
    ("doc", "said"),
    [
        ({"unit": [{"id": "BSLI", "at": [10, 5], "speed": 3}]}, "speed"),
        ({"unit": [{"id": "ZZZ", "at": [10, 5]}]}, "unit of the armies"),
        ({"unit": [{"id": "BSLI", "at": [[10, 5]]}]}, "1 places for 6 models"),
        ({"unit": [{"id": "BSLI", "at": [10, 5], "lost": [7]}]}, "the models are 1 to 6"),
        ({"unit": [{"id": "BELE", "at": [10, 5], "wounds": 6}]}, "6 Standfast"),
        ({"unit": [{"id": "BSLI", "at": [0.5, 5]}]}, "table edge"),
        ({"unit": [{"id": "BSLI", "at": [10, 5]}, {"id": "BELE", "at": [10, 5]}]}, "overlaps"),
        ({"unit": [{"id": "BLIE", "at": [10, 5], "joined": "BELE"}]}, "unit of troops"),
        ({"unit": [{"id": "BPHA", "at": [10, 9]}, {"id": "BSLI", "at": [10, 5], "joined": "BPHA"}]}, "only a hero"),
        ({"unit": [{"id": "BPHA", "at": [10, 9]}, {"id": "BSLI", "aboard": "BPHA"}]}, "carrier of its side"),
        (
            {"unit": [{"id": "BSLI", "at": [10, 5]}], "terrain": [{"kind": "wall", "box": [8, 4.5, 12, 5]}]},
            "may stand on",
        ),
        (
            {
                "unit": [{"id": "BSLI", "at": [10, 5]}, {"id": "BPHA", "at": [10, 9]}],
                "locked": [{"a": "BSLI", "b": "BPHA"}],
            },
            "the same side",
        ),
        ({"profile": [{**ROOKIES, "models": 21}]}, "USB-PTS-05"),
        ({"profile": [{**ROOKIES, "clause": "X"}]}, "clause"),
        ({"marker": [{"at": [1, 1], "wealth": 3}]}, "wealth"),
    ],
)
def test_what_cannot_be(doc: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said):
        build(doc)


def test_a_situation_is_written_and_read_again() -> None:
    told = situation(
        {"id": "BSTR", "at": [6, 5], "joined": "BPHA", "power": 1, "status": "shaken"},
        {"id": "BPHA", "at": [14, 5], "lost": [3], "formation": "phalanx", "files": 4, "slow": 2.5, "tested": 25},
        {"id": "BELE", "at": [24, 5], "wounds": 2, "fatigue": 1},
        {"id": "ROO", "at": [10, 9], "lost": [1, 2]},
        {"id": "SCAR", "at": [20, 30]},
        {"id": "SSCO", "aboard": "SCAR", "arrival": ""},
        {"id": "STRO", "at": [14, 12]},
        {"id": "SCAP"},
        profile=[ROOKIES, VETERANS],
        terrain=[
            {"kind": "house", "box": [1, 20, 5, 24], "ladder": "north", "height": 6},
            {"kind": "bog", "circle": [30, 18, 3]},
        ],
        locked=[{"a": "BPHA", "b": "STRO", "front": ["BPHA"]}],
        marker=[
            {"kind": "smoke", "at": [3, 3], "side": "south", "round": 1, "base": "BSTR.1"},
            {"kind": "card", "at": [30, 30, 180], "side": "north"},
        ],
    )
    assert told.markers["M2"].pose == Pose(inch(30), inch(30), 180.0)
    assert build(document(told)) == told


@pytest.mark.parametrize("scenario", ["meeting", "papers", "last_stand"])
def test_a_battle_is_written_and_read_again(scenario: str) -> None:
    setup = replace(RULESET.default_setup(scenario, 500), seed="x")
    state, _ = RULESET.begin(setup)
    assert build(document(state)) == state


def test_a_moment_of_a_battle_is_written_and_read_again() -> None:
    session = Session.start(RULESET, replace(RULESET.default_setup("papers", 250), seed="x"))
    while session.state.own.round < 2:
        (decision, *_) = session.waiting
        got = session.submit(Answering(decision.id, decision.side, session.default(decision)))
        assert not isinstance(got, Refusal)
    state = session.state
    again = build(document(state))
    assert (again.own, again.sides, again.units, again.ties) == (state.own, state.sides, state.units, state.ties)
    assert (again.markers, again.features, again.options) == (state.markers, state.features, state.options)
    left = {i: b for i, b in state.bases.items() if b.where != "gone"}
    assert left == {i: b for i, b in again.bases.items() if b.where != "gone"}


def test_a_battle_of_armies_of_ones_own_is_written_and_read_again() -> None:
    made = load_army("bronze_host")
    rows = tuple(replace(r, models=9) if r.code == "BPHA" else r for r in made.unit)
    mine = OWN_ARMIES.plain(replace(made, id="mine", name="Mine", unit=rows, sample=()))
    chosen = SideSetup("mine", {"BSTR": 1, "BPHA": 1, "BQUE": 1}, "", {OWN: mine})
    setup = RULESET.default_setup("legends", 1000)
    state, _ = RULESET.begin(replace(setup, seed="x", sides={**setup.sides, "south": chosen}))
    assert {u.kind for u in state.units_of("south")} <= set(state.own.troops)
    assert build(document(state)) == state
