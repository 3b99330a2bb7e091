"""Tables 3 and 4: how fast everybody is, and what terrain, weather and dead horses leave of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from tests.rules.napoleonic_wars import table as t

SPEEDS = ("normal", "charge", "double")


def three(state: State, body: str = "L1") -> tuple[float, ...]:
    return tuple(round(rates.rate(state, body, s), 4) for s in rates.SPEEDS)


@pytest.mark.clause("NAP-MOV-01", "NAP-MOV-02", "NAP-R37")
@pytest.mark.parametrize(
    ("formation", "told", "normal", "charge", "double"),
    [
        ("line", {}, 10, 15, 20),
        ("closed_column", {}, 15, 20, 25),
        ("open_column", {}, 15, 20, 25),
        ("march_column", {}, 15, 20, 25),
        ("square", {}, 5, 0, 0),
        ("double_square", {}, 5, 0, 0),
        ("open", {}, 20, 25, 30),
        ("mass", {}, 0, 0, 0),
        ("irregular", {"regular": False}, 15, 20, 25),
        ("open", {"regular": False}, 20, 25, 30),
        ("line", {"prone": True}, 0, 0, 0),
    ],
)
def test_foot(formation: Any, told: dict[str, Any], normal: float, charge: float, double: float) -> None:
    state = t.field(t.battalion("L1", "south", formation=formation, **told))
    assert three(state) == (normal, charge, double)


@pytest.mark.clause("NAP-MOV-02", "NAP-R37", "NAP-CAM-06", "NAP-CAM-07", "NAP-SPM-02")
@pytest.mark.parametrize(
    ("told", "normal", "charge", "double"),
    [
        ({}, 30, 40, 50),
        ({"light": True}, 40, 50, 60),
        ({"regular": False}, 40, 50, 60),
        ({"light": True, "formation": "open"}, 40, 50, 60),
        ({"mounted": False}, 10, 15, 20),
        ({"mounted": False, "formation": "open"}, 20, 25, 30),
        ({"sub": {"kind": "camel"}, "regular": False}, 30, 40, 50),
        ({"sub": {"kind": "elephant"}, "regular": False}, 24, 32, 32),
    ],
)
def test_horse(told: dict[str, Any], normal: float, charge: float, double: float) -> None:
    assert three(t.field(t.regiment("L1", "south", **told))) == (normal, charge, double)


@pytest.mark.clause("NAP-MOV-03", "NAP-S23", "NAP-R37")
@pytest.mark.parametrize(
    ("pieces", "told", "normal", "double"),
    [
        (["4", "4"], {}, 15, 25),
        (["6", "6"], {}, 15, 25),
        (["9", "howitzer"], {"team": 6}, 15, 25),
        (["6", "howitzer"], {"team": 8}, 10, 15),
        (["12"], {"team": 8}, 10, 15),
        (["4"], {"horse_guns": True, "team": 4}, 30, 45),
        (["6"], {"horse_guns": True}, 25, 40),
        (["siege"], {"team": 8}, 6, 0),
        (["rocket"], {"arm": "rockets"}, 15, 25),
        (["rocket"], {"arm": "rockets", "horse_guns": True}, 30, 45),
    ],
)
def test_limbered(pieces: list[str], told: dict[str, Any], normal: float, double: float) -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=pieces, **told))
    assert three(state) == (normal, 0, double)
    assert rates.rate(state, "L1", backwards=True) == 0


@pytest.mark.clause("NAP-MOV-03", "NAP-ART-13", "NAP-R37")
@pytest.mark.parametrize(("piece", "silent", "firing"), [("6", 5, 2), ("12", 2, 0), ("siege", 0, 0)])
def test_guns_by_hand(piece: str, silent: float, firing: float) -> None:
    state = t.field(t.battery("L1", "south", pieces=[piece]))
    assert rates.rate(state, "L1") == silent == rates.rate(state, "L1", backwards=True)
    assert rates.rate(state, "L1", firing=True) == firing
    assert rates.rate(state, "L1", "double") == 0


@pytest.mark.clause("NAP-MOV-03", "NAP-CAM-07")
def test_routers() -> None:
    foot, horse = t.battalion("L1", "south", formation="open"), t.regiment("L2", "south")
    beasts = t.regiment("L3", "south", regular=False, sub={"kind": "elephant"})
    state = t.field(foot, horse, beasts)
    assert [rates.rate(state, body, "rout") for body in ("L1", "L2", "L3")] == [35, 65, 40]


@pytest.mark.clause("NAP-MOV-04", "NAP-R37")
@pytest.mark.parametrize(
    ("formation", "found"),
    [("line", (12, 17, 22)), ("closed_column", (17, 22, 27)), ("open", (20, 25, 30)), ("square", (5, 0, 0))],
)
def test_light_foot_is_faster_in_line_and_column(formation: Any, found: tuple[float, ...]) -> None:
    state = t.field(t.battalion("L1", "south", formation=formation, light=True))
    assert three(state) == found
    assert rates.rate(state, "L1", backwards=True) == 5
    mixed = t.given(state, "L1", light=False)
    slow = [s if k else replace(s, light=True) for k, s in enumerate(t.of(mixed, "L1").subs)]
    assert three(t.given(mixed, "L1", subs=tuple(slow)))[0] == (
        found[0] - 2 if found[0] > 10 and found[0] < 20 else found[0]
    )


@pytest.mark.clause("NAP-MOV-05")
def test_a_lone_company_in_line_moves_as_a_column() -> None:
    rest, lone = (
        t.battalion("L1", "south", (50, 50)),
        t.battalion("L2", "south", (80, 50), companies=1, figures=4, parent="L1"),
    )
    state = t.field(rest, lone)
    assert three(state, "L2") == (15, 20, 25)
    assert rates.rate(state, "L2", backwards=True) == 5
    assert three(state, "L1") == (10, 15, 20)


@pytest.mark.clause("NAP-SPM-03", "NAP-R37")
@pytest.mark.parametrize(
    ("made", "found"),
    [
        (t.battalion("L1", "south"), 5),
        (t.battalion("L1", "south", formation="open"), 5),
        (t.battalion("L1", "south", formation="irregular", regular=False), 0),
        (t.regiment("L1", "south"), 0),
    ],
)
def test_who_moves_backwards(made: t.Made, found: float) -> None:
    assert rates.rate(t.field(made), "L1", backwards=True) == found


@pytest.mark.clause("NAP-MOV-12")
def test_snow() -> None:
    state = t.field(
        t.battalion("L1", "south"),
        t.regiment("L2", "south", (80, 50)),
        t.battery("L3", "south", (120, 50), formation="limbered"),
        weather="snow",
    )
    assert three(state) == (7.5, 11.25, 15)
    assert three(state, "L2") == (22.5, 30, 37.5)
    assert three(state, "L3") == (7.5, 0, 12.5)


@pytest.mark.clause("NAP-HRS-05", "NAP-HRS-06", "NAP-R34")
@pytest.mark.parametrize(
    ("rides", "dead", "normal", "double"),
    [(False, 1, 12.5, 20.8333), (False, 2, 10, 0), (True, 1, 25, 40), (True, 2, 10, 0)],
)
def test_dead_horses(rides: bool, dead: int, normal: float, double: float) -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=["6"], horse_guns=rides))
    team = state.bases["L1.2"]
    worn = replace(team, own=replace(team.own, horses=6 - dead))
    state = replace(state, bases={**state.bases, team.id: worn})
    assert three(state) == (normal, 0, double)


@pytest.mark.clause("NAP-MOV-06", "NAP-MOV-07", "NAP-R37")
@pytest.mark.parametrize(
    ("row", "teams", "skirmishers", "others"),
    [
        ("scrub", 0.75, 1, 0.75),
        ("gentle_up", 0.75, 0.75, 0.75),
        ("steep_up", 0.5, 0.5, 0.5),
        ("steep", 0.75, 0.75, 0.75),
        ("ford", 0.75, 0.75, 0.75),
        ("river", 0, 0.75, 0.5),
        ("open_wood", 0.5, 1, 0.75),
        ("dense_wood", 0, 0.75, 0.5),
        ("marsh", 0, 0.5, 0),
    ],
)
def test_table_four(row: str, teams: float, skirmishers: float, others: float) -> None:
    state = t.field(
        t.battery("L1", "south", formation="limbered"),
        t.battalion("L2", "south", (80, 50), formation="open"),
        t.regiment("L3", "south", (120, 50)),
        t.given_made(t.battalion("L4", "south", (150, 50)), result="rout"),
    )
    found = [rates.factor(state, body, [row]) for body in ("L1", "L2", "L3", "L4")]
    assert found == [teams, skirmishers, others, skirmishers]


@pytest.mark.clause("NAP-S15", "NAP-MOV-08", "NAP-DBL-07")
def test_the_lowest_factor_counts_and_charges_are_not_slowed() -> None:
    state = t.field(t.regiment("L1", "south"))
    assert rates.factor(state, "L1", ["scrub", "steep_up"]) == 0.5
    for row in ("scrub", "ford", "open_wood", "gentle_up", "gentle", "steep"):
        assert rates.factor(state, "L1", [row], "charge") == 1
    for row in ("steep_up", "dense_wood", "river", "marsh"):
        assert rates.factor(state, "L1", [row], "charge") == 0
        assert rates.factor(state, "L1", [row], "double") == 0
    assert rates.factor(state, "L1", ["steep"], "double") == 0.75


@pytest.mark.clause("NAP-HRS-07", "NAP-R35")
def test_rain_turns_all_but_roads_to_mud_for_artillery() -> None:
    state = t.field(
        t.battery("L1", "south", formation="limbered"), t.battalion("L2", "south", (80, 50)), weather="rain"
    )
    assert rates.factor(state, "L1", []) == 0.75
    assert rates.factor(state, "L1", [], road=True) == 1
    assert rates.factor(state, "L1", ["open_wood"]) == 0.5
    assert rates.factor(state, "L2", []) == 1


@pytest.mark.clause("NAP-SCL-11", "NAP-MIC-05")
@pytest.mark.parametrize(("scale", "found"), [("standard", 10), ("enlarged", 20), ("micro", 5)])
def test_the_scale_of_the_ground(scale: str, found: float) -> None:
    assert rates.rate(t.field(t.battalion("L1", "south"), options={"scale": scale}), "L1") == found


@pytest.mark.clause("NAP-S08")
def test_actions_lie_in_a_sheet_as_maps_and_are_read_back() -> None:
    told: tuple[act.Action, ...] = (
        act.Advance(distance=60.0, stop_at=act.StopAt(120.0, "close")),
        act.Wheel("left", 40.0),
        act.Form("line", "right"),
        act.SendOut(("c6",), detach=True),
        act.Charge(("N1",), (act.Wheel("left", 10.0),), delay=0.25),
    )
    maps = act.plain(told)
    assert maps[0] == {"verb": "advance", "distance": 60.0, "stop_at": {"gap": 120.0, "whom": "close"}}
    assert act.read(maps) == told
    assert act.read([*told]) == told
    assert set(act.NAMES) == set(act.BY_VERB)


@pytest.mark.clause("NAP-S08")
@pytest.mark.parametrize(
    "raw",
    [
        {"verb": "fly"},
        {},
        "advance",
        {"verb": "wheel", "hand": "left", "angle": 0.0},
        {"verb": "advance", "distance": -1.0},
        {"verb": "wait", "quarters": 5},
        {"verb": "halt", "why": "x"},
        {"verb": "lie", "why": "x"},
    ],
)
def test_what_is_no_action_is_refused_with_a_sentence(raw: Any) -> None:
    found = act.read([raw])
    assert isinstance(found, Bar)
    assert found.clause == "NAP-S08"
