"""What players are shown of a thing: cards, badges, the line at the top, overlays."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.relief import base_info_of, marker_ring_of, relief_of
from game.engine.ruleset import Shape
from game.engine.state import Secret, State
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.deploy.positions import build
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET

SPEAKER = Speaker("en", RULESET)


def field(**more: Any) -> State:
    """A battle in its second round with a bit of everything."""
    units = [
        {"id": "BSTR", "at": [10.5, 5.5], "joined": "BPHA", "power": 3},
        {"id": "BPHA", "at": [8, 5], "formation": "phalanx", "files": 4, "fatigue": 1, "status": "shaken", "lost": [8]},
        {"id": "BSLI", "at": [20, 6], "activated": True, "tested": 25, "entrenched": True},
        {"id": "BELE", "at": [30, 5], "wounds": 2},
        {"id": "SCAR", "at": [24, 30]},
        {"id": "SSCO", "aboard": "SCAR"},
        {"id": "STRO", "at": [20, 14], "status": "panicked"},
        {"id": "SCAP", "lost": [1]},
    ]
    land = [
        {"kind": "forest", "box": [18, 16, 24, 19]},
        {"kind": "house", "box": [1, 20, 5, 24], "ladder": "north"},
        {"kind": "wall", "box": [18, 9, 24, 9.5]},
    ]
    markers = [
        {"kind": "smoke", "at": [3, 15], "side": "south", "round": 1},
        {"at": [30, 30], "worth": 2, "owner": "north", "name": "Store"},
    ]
    return build({"unit": units, "terrain": land, "marker": markers, "round": 2, **more})


def rows(state: State, thing: str) -> dict[str, str]:
    """The rows of a card as they are read."""
    return {SPEAKER.say(r.label, state): SPEAKER.say(r.value, state) for r in RULESET.card(state, thing).rows}


def badges(state: State, thing: str) -> list[str]:
    """The symbols of a card."""
    return [symbol for symbol, _ in RULESET.card(state, thing).badges]


def shapes(state: State, thing: str, name: str) -> list[Shape]:
    """What one overlay draws."""
    return [s for o in RULESET.overlays(state, thing, (name,)) if o.id == name for s in o.shapes]


@pytest.mark.clause("USB-STA-01", "USB-R17", "USB-FRM-05", "USB-FTG-01")
def test_a_unit_with_a_hero() -> None:
    state = field()
    found = rows(state, "BPHA")
    assert found["Profile"] == "4+, 1, 4+, 1"
    assert found["Pole weapon"] == "strikes simultaneously when charged"
    assert (found["Models"], found["Standfast"]) == ("7 of 8", "9 of 10")
    assert found["Next morale test"] == "at 3 lost (25%)"
    assert (found["Shaken"], found["Fatigue"]) == ("-1 to Hit, no charge", "-1 to Hit")
    assert (found["Formation"], found["Run"], found["Joined by"]) == ("Phalanx", '9"', "Strategos")
    assert badges(state, "BPHA") == ["shaken", "fatigued", "lost"]
    his = rows(state, "BSTR")
    assert (his["Hero"], his["Power Points"], his["Acts with"]) == ("Daredevil", "3", "Phalanx")
    assert "Joined by" not in his
    assert badges(state, "BSTR") == ["shaken", "fatigued", "tokens"]


@pytest.mark.clause("USB-R17", "USB-ACT-06")
def test_the_next_threshold_goes_by_what_was_tested() -> None:
    state = field()
    assert rows(state, "BSLI")["Next morale test"] == "at 3 lost (50%)"
    assert rows(state, "BSLI")["Entrenched"] == "+1 to Tough, and it may react"
    assert badges(state, "BSLI") == ["fortified", "done"]


@pytest.mark.clause("USB-MON-03", "USB-TRN-07", "USB-LDR-02", "USB-MOR-05")
def test_monsters_carriers_specialists() -> None:
    state = field()
    assert rows(state, "BELE")["Standfast left"] == "4 of 6"
    assert badges(state, "BELE") == ["wounds"]
    carrier = rows(state, "SCAR")
    assert (carrier["Cargo space"], carrier["Inside"]) == ("10", "Scouts")
    assert carrier["Large gun"] == "36\", enemy's Tough -2, D2 Standfast per wound"
    assert rows(state, "SSCO")["Aboard"] == "Carrier"
    assert "Off the table" not in rows(state, "SSCO")
    assert "Special weapon" in rows(state, "STRO.1")
    assert "Special weapon" not in rows(state, "STRO.2")
    assert [b for b, _ in base_info_of(RULESET, state, "STRO.1").badges] == ["shot"]
    assert badges(state, "STRO") == ["routed"]
    assert base_info_of(RULESET, state, "BELE.1").height == inch(2.5)


@pytest.mark.clause("USB-SET-08", "USB-TER-02")
def test_each_piece_of_terrain_says_which_kind_it_is() -> None:
    state = field()
    found = rows(state, "forest-1")
    assert found["Kind"] == "Forest"
    assert [r.clause for r in RULESET.card(state, "forest-1").rows] == [
        "USB-SET-08",
        "USB-S02",
        "USB-TER-04",
        "USB-TER-08",
    ]
    assert rows(state, "house-1")["Ladder"] == "climbed at normal speed, without hits"
    forms = {f: relief_of(RULESET, state, state.features[f]).form for f in state.features}
    assert forms == {"forest-1": "screen", "house-1": "solid", "wall-1": "barrier"}
    assert relief_of(RULESET, state, state.features["house-1"]).ladders == (2,)
    assert RULESET.surface_at(state, (inch(3), inch(22))) == inch(5)


def test_smoke_objectives_and_sides() -> None:
    state = field()
    assert rows(state, "M1") == {"Laid in round": "1", "Disperses on": "4+"}
    assert rows(state, "M2") == {
        "Counts as activations": "2",
        "Guarded by": "Company of the seventh star",
        "Won by": "nobody",
    }
    south = rows(state, "south")
    assert (south["Commander"], south["Activations left"], south["Still to act"]) == ("Strategos", "3", "2")
    assert (south["Destroyed"], rows(state, "north")["Lost"]) == ("2", "Star captain")
    told = {SPEAKER.say(a, state): SPEAKER.say(b, state) for a, b in RULESET.status(state)}
    assert told["Round"] == "2 of 5"
    assert told["Host of bronze"] == "to act: 2, lost: 0"
    assert told["Company of the seventh star"] == "to act: 3, lost: 2"
    assert (marker_ring_of(RULESET, state, "M1"), marker_ring_of(RULESET, state, "M2")) == (inch(1.5), 0.0)


@pytest.mark.clause("USB-SET-06")
def test_a_card_says_what_it_stands_for_to_those_who_know() -> None:
    state = field(marker=[{"id": "C", "kind": "card", "side": "north", "at": [30, 30, 180], "name": "Card"}])
    assert rows(state, "C") == {"Army": "Company of the seventh star", "Stands for": "not known"}
    known = replace(
        state, secret={"north": Secret(notes={"SCAR": {"card": "C"}, "SSCO": {"card": "C", "aboard": "SCAR"}})}
    )
    assert rows(known, "C")["Stands for"] == "Carrier, Scouts"
    assert RULESET.overlays(state, "C") == ()


def test_every_row_names_an_existing_clause() -> None:
    state = field()
    known = {row["id"] for row in tomllib.loads(DATA.at("clauses.toml").read_text("utf-8"))["clause"]}
    for thing in (*state.units, *state.bases, *state.features, *state.markers, *state.sides):
        for row in RULESET.card(state, thing).rows:
            assert not row.clause or row.clause in known, (thing, row)


# --- overlays ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-MOV-02", "USB-SHT-01")
def test_reach_and_ranges() -> None:
    state = field()
    assert {s.radius for s in shapes(state, "BPHA", "reach")} == {inch(4), inch(9)}
    assert {s.radius for s in shapes(state, "BPHA", "charges")} == {inch(9) + 12.5}
    assert {s.radius for s in shapes(state, "STRO", "range")} == {inch(24) + 12.5, inch(30) + 12.5}
    assert shapes(state, "BPHA", "range") == []
    assert {s.radius for s in shapes(state, "SCAR", "boarding")} == {inch(5) + inch(1.6)}


@pytest.mark.clause("USB-S10", "USB-FRM-07")
def test_the_front_of_a_phalanx() -> None:
    state = field()
    (shape,) = shapes(state, "BPHA", "front")
    arc = shapely.Polygon(shape.points)
    # four and the hero before three: the front edge goes from x = 6 to 11, at y = 6
    assert arc.covers(shapely.Point(inch(8), inch(6.1)))
    assert arc.covers(shapely.Point(inch(13), inch(8)))
    assert not arc.covers(shapely.Point(inch(13), inch(7.9)))
    assert not arc.covers(shapely.Point(inch(8), inch(5.9)))
    assert shapes(state, "BSLI", "front") == []


@pytest.mark.clause("USB-MOR-08", "USB-HRO-09", "USB-SET-04")
def test_heroes_and_zones() -> None:
    state = field()
    assert [s.radius for s in shapes(state, "BSTR", "command")] == [inch(10) + 12.5, inch(5) + 12.5]
    (zone,) = shapes(state, "south", "zone")
    assert max(y for _, y in zone.points) == inch(9)
    assert {s.radius for s in shapes(state, "M1", "smoke")} == {inch(1.5)}


@pytest.mark.clause("USB-S03", "USB-MOV-06")
def test_who_is_seen_and_who_threatens() -> None:
    state = field()
    lines = shapes(state, "BSLI", "sight")
    assert sorted(s.role for s in lines) == ["forbidden", "sight"]
    # the troopers are 7" from the slingers: their charge goes 10"
    assert len(shapes(state, "BSLI", "threat")) == 1
    assert len(shapes(state, "SCAR", "threat")) == 0
    gaps = {g.to: g.mm for g in RULESET.usual_gaps(state, "BSLI")}
    assert gaps == {"mate": inch(1), "enemy": inch(1)}
