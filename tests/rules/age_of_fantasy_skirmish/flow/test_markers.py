"""Objective markers: how many, where, who seizes them, who wins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from game.engine.decision import PlaceSpace
from game.engine.event import Event
from game.engine.state import State
from game.kit.at_will import lying
from rulesets.age_of_fantasy_skirmish.deploy import markers
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.turn import seizing
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, place, plain

R = 12.5 / 25.4
"""Radius of the bases in inches."""


def empty(**own: Any) -> State:
    units = {"A1": unit("south", reserve=1), "B1": unit("north", reserve=1)}
    return field(units, sides={"south": {"edge": ""}, "north": {"edge": ""}}, round=0, **own)


@pytest.mark.clause("AFS-MIS-01", "AFS-S17")
@pytest.mark.parametrize(("face", "count"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_d3_and_two_markers(face: int, count: int):
    play = Play(empty(), "markers", dice=[face, 5, 2])
    assert play.event("marker_count").data == {"face": face, "count": count}
    play.until()
    assert len(play.state.markers) == count


@pytest.mark.clause("AFS-MIS-02", "AFS-MIS-03", "AFS-S17", "AFS-R14")
def test_the_winner_of_a_roll_off_places_first_and_then_alternately():
    play = Play(empty(), "markers", dice=[1, 3, 3, 2, 4])
    assert play.types("tied") == ["tied"]
    who = []
    while play.asked_for:
        who.append(play.decision.side)
        play.default()
    assert who == ["north", "south", "north"]
    assert list(play.state.markers) == ["M1", "M2", "M3"]


@pytest.mark.clause("AFS-MIS-03", "AFS-S20")
def test_the_usual_places_keep_away_from_the_table_edges_while_there_is_room():
    play = Play(empty(), "markers", dice=[5, 5, 2])
    while play.asked_for:
        play.default()
    at = [(m.pose.x / 25.4, m.pose.y / 25.4) for m in play.state.markers.values() if m.pose is not None]
    assert len(at) == 5
    assert min(min(x, 48.0 - x) for x, _ in at) >= 6.0
    assert at[0] == pytest.approx((24.0, 24.0))


@pytest.mark.clause("AFS-MIS-03", "AFS-R14", "AFS-S20")
@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [
        (24.0, 11.99, "AFS-MIS-03"),
        (24.0, 36.01, "AFS-MIS-03"),
        (0.49, 24.0, "AFS-S20"),
        (33.0, 20.0, "AFS-MIS-03"),
        (33.002, 20.0, ""),
        (24.0, 12.0, "AFS-MIS-03"),
        (0.5, 30.0, ""),
        (40.0, 12.0, ""),
        (40.0, 36.0, ""),
    ],
)
def test_where_a_marker_may_lie(x: float, y: float, clause: str):
    state = field({"A1": unit("south", reserve=1), "B1": unit("north", reserve=1)}, markers={"M1": (24.0, 20.0, "")})
    bar = markers.bar_of(state, (inch(x), inch(y)))
    assert (bar.clause if bar else "") == clause


@pytest.mark.clause("AFS-MIS-03")
def test_a_refused_place_names_the_nearest_free_one():
    play = Play(empty(), "markers", dice=[1, 5, 2])
    assert isinstance(play.asked.space, PlaceSpace)
    verdict = play.check(place("M1", M1=(24.0, 8.0, 0.0)))
    assert verdict.reasons[0].clause == "AFS-MIS-03"
    assert verdict.nearest is not None
    play.give(verdict.nearest)
    pose = play.state.markers["M1"].pose
    assert pose is not None
    assert math.isclose(pose.x, inch(24.0), abs_tol=0.01)
    assert math.isclose(pose.y, inch(12.0), abs_tol=0.01)


@pytest.mark.clause("AFS-S20")
def test_without_room_the_rest_is_not_placed():
    state = empty(zone=inch(23.9))
    play = Play(state, "markers", dice=[6, 5, 2])
    play.until()
    placed = len(play.state.markers)
    assert placed <= 5
    poses = [m.pose for m in play.state.markers.values() if m.pose]
    gaps = [math.dist((a.x, a.y), (b.x, b.y)) for i, a in enumerate(poses) for b in poses[:i]]
    assert min(gaps) > inch(9.0)


def usual_places(width: float = 48.0, **own: Any) -> list[tuple[float, float]]:
    """Where five markers come to lie if nobody chooses, in inches."""
    state = empty(**own)
    play = Play(replace(state, table=replace(state.table, width=inch(width))), "markers", dice=[5, 5, 2])
    play.until()
    poses = [m.pose for m in play.state.markers.values() if m.pose]
    return [(round(p.x / 25.4, 3), round(p.y / 25.4, 3)) for p in poses]


@pytest.mark.clause("AFS-MIS-03", "AFS-S20")
def test_the_usual_places_of_five_markers():
    """Fourteen inches apart on the centre line, then beside it; on a narrow band those by the edges come last."""
    assert usual_places() == [(24.0, 24.0), (38.0, 24.0), (10.0, 24.0), (17.0, 30.0), (17.0, 18.0)]
    narrow = usual_places(zone=inch(20))
    assert narrow == [(24.0, 24.0), (38.0, 24.0), (10.0, 24.0), (47.0, 24.5), (1.0, 24.5)]
    # on 39 inches fourteen would leave 5.5 to the edge: half an inch less apart, six inches from it
    assert sorted(usual_places(39.0)[:3]) == [(6.0, 24.0), (19.5, 24.0), (33.0, 24.0)]


@pytest.mark.clause("AFS-MIS-03", "AFS-MIS-01")
def test_who_places_is_told_which_of_how_many():
    play = Play(empty(), "markers", dice=[1, 5, 2])
    told = []
    while play.asked_for:
        decision = play.decision
        told.append((plain(decision.message), decision.args["marker"], decision.clauses))
        play.default()
    clauses = ("AFS-MIS-03", "AFS-S20")
    assert told == [
        ("south: place marker 1 of 3", "M1", clauses),
        ("north: place marker 2 of 3", "M2", clauses),
        ("south: place marker 3 of 3", "M3", clauses),
    ]


@pytest.mark.clause("AFS-MIS-03")
def test_a_place_is_judged_as_it_is_recorded_to_a_thousandth_of_a_millimetre():
    """The edge of the zone lies at 304.8 mm; what rounds to it lies on it."""
    play = Play(empty(), "markers", dice=[1, 5, 2])
    verdicts = [play.check(lying("M1", (600.0, y))) for y in (304.7996, 304.7994, 914.4004, 914.4006)]
    assert [v.legal for v in verdicts] == [True, False, True, False]
    # a disc of an inch, with 0.0254 mm of tolerance: its centre lies at 12.6746 or more
    xs = [play.check(lying("M1", (x, 600.0))).legal for x in (12.6744, 12.6746, 12.6754)]
    assert xs == [False, True, True]


@pytest.mark.clause("AFS-MIS-03", "AFS-S20")
def test_what_may_be_placed_is_offered_the_usual_first_then_spread():
    """On a narrow band, more than there are; on the whole ground, as many as are asked for and all free."""
    band = Play(empty(zone=inch(23.9)), "markers", dice=[1, 5, 2])
    question, view = markers.PLACE.asks, band.state
    free = set(markers.free_points(view))

    def offered(play: Play, limit: int) -> list[tuple[float, float]]:
        replies = question.candidates(play.state, play.decision, "", limit)
        poses = [r.answer.places[0].poses["M1"] for r in replies]
        return [(p.x, p.y) for p in poses]

    found = offered(band, 500)
    assert found[0] == markers.usual(view)
    assert len(found) == len(free) == 95
    assert set(found) == free
    wide = Play(empty(), "markers", dice=[1, 5, 2])
    ten = offered(wide, 10)
    assert len(ten) == len(set(ten)) == 9
    assert all(markers.bar_of(wide.state, p) is None for p in ten)
    assert max(y for _, y in ten) - min(y for _, y in ten) > inch(15.0)


@pytest.mark.clause("AFS-MIS-03")
def test_the_open_ground_is_kept_for_a_land_and_no_other():
    state = empty()
    kept = markers._open_ground
    assert kept(state) is kept(replace(state, markers={}, units={}))
    assert kept(state) is kept(replace(state, features=dict(state.features)))
    others = [
        replace(state, own=replace(state.own, zone=inch(10))),
        replace(state, own=replace(state.own, zones=(("south", ((0.0, 0.0), (9.0, 0.0), (0.0, 9.0))),))),
        replace(state, table=replace(state.table, width=inch(40))),
    ]
    assert [np.array_equal(kept(state), kept(other)) for other in others] == [False] * 3


def at_end(units: dict[str, Any], laid: dict[str, tuple[float, float, str]], **own: Any) -> list[Event]:
    """What happens to the markers at the end of a round."""
    state = field(units, markers=laid, **{"round": 2, **own})
    play = Play(state, "round_end")
    return [e for e in play.events if e.type in ("seized", "contested")] + [
        Event("held", "score", data={m.id: m.side}) for m in play.state.markers.values()
    ]


def holders(units: dict[str, Any], laid: dict[str, tuple[float, float, str]], **own: Any) -> dict[str, str]:
    return {k: v for e in at_end(units, laid, **own) if e.type == "held" for k, v in e.data.items()}


@pytest.mark.clause("AFS-MIS-04", "AFS-R03")
@pytest.mark.parametrize(("gap", "holder"), [(3.0, "south"), (3.001, "south"), (3.003, "")])
def test_seized_from_three_inches(gap: float, holder: str):
    units = {"A1": unit("south", (20.0 - gap - R, 20.0)), "B1": unit("north", (40.0, 40.0))}
    assert holders(units, {"M1": (20.0, 20.0, "")}) == {"M1": holder}


@pytest.mark.clause("AFS-MIS-04", "AFS-MIS-05", "AFS-MIS-06", "AFS-MIS-07", "AFS-AMB-04", "AFS-SHK-05")
def test_the_worked_example_of_markers():
    units = {
        "A1": unit("south", (10.0 - 3.0 - R, 20.0)),
        "A7": unit("south", (20.0 - 2.0 - R, 20.0)),
        "A4": unit("south", (30.0, 22.0), shaken=True),
        "B3": unit("north", (10.0 + 1.0 + R, 20.0), arrived=2),
        "B5": unit("north", (20.0 + 2.5 + R, 20.0)),
    }
    laid = {
        "M1": (10.0, 20.0, ""),
        "M2": (20.0, 20.0, "north"),
        "M3": (30.0, 20.0, "south"),
        "M4": (42.0, 20.0, "south"),
    }
    assert holders(units, laid) == {"M1": "south", "M2": "", "M3": "south", "M4": "south"}


@pytest.mark.clause("AFS-MIS-07", "AFS-AMB-04")
def test_who_arrived_by_ambush_in_an_earlier_round_counts():
    units = {"A1": unit("south", (40.0, 4.0)), "B3": unit("north", (10.0, 20.0), arrived=2)}
    assert holders(units, {"M1": (10.0, 21.0, "")}, round=2) == {"M1": ""}
    assert holders(units, {"M1": (10.0, 21.0, "")}, round=3) == {"M1": "north"}


@pytest.mark.clause("AFS-MIS-05", "AFS-MIS-07", "AFS-SHK-05")
def test_shaken_units_do_not_keep_an_enemy_from_seizing():
    units = {"A1": unit("south", (10.0, 21.0), shaken=True), "B1": unit("north", (10.0, 18.5))}
    assert holders(units, {"M1": (10.0, 20.0, "south")}) == {"M1": "north"}


@pytest.mark.clause("AFS-MIS-06")
def test_a_contested_marker_that_was_neutral_stays_so():
    units = {"A1": unit("south", (10.0, 21.0)), "B1": unit("north", (10.0, 18.5))}
    events = at_end(units, {"M1": (10.0, 20.0, "")})
    assert events[0].type == "contested"
    assert events[-1].data == {"M1": ""}


@pytest.mark.clause("AFS-MIS-09", "AFS-R56")
@pytest.mark.parametrize(
    ("held", "winner"),
    [(("south", "south", "north"), "south"), (("north", "", ""), "north"), (("south", "north", ""), "")],
)
def test_who_controls_more_markers_wins_and_equal_numbers_are_a_draw(held: tuple[str, ...], winner: str):
    units = {"A1": unit("south", (40.0, 4.0)), "B1": unit("north", (40.0, 44.0))}
    laid = {f"M{k}": (4.0 + 10.0 * k, 24.0, side) for k, side in enumerate(held)}
    play = Play(field(units, markers=laid, round=4), "battle", round=4)
    play.until()
    assert play.state.over is not None
    assert play.state.over.winner == winner
    assert play.state.over.scores == {s: held.count(s) for s in ("south", "north")}


@pytest.mark.clause("AFS-MIS-09")
def test_destroyed_units_do_not_score():
    units = {"A1": unit("south", (40.0, 4.0)), "B1": unit("north", lost=1), "B2": unit("north", (40.0, 44.0))}
    state = field(units, markers={"M1": (10.0, 24.0, "north")})
    assert [seizing.score(state, s).total for s in ("south", "north")] == [0.0, 1.0]
