"""Melees over obstacles, at buildings, beyond a broken line, after a break-off; sub-groups that go by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer, Reply
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire.tables import losses
from rulesets.napoleonic_wars.melee import meeting, outcome
from rulesets.napoleonic_wars.nerve import causes, circumstances
from rulesets.napoleonic_wars.own import Breach, Leg, PieceOwn, Track
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee, tie
from tests.rules.napoleonic_wars.table import battalion, box, fallen, field, of, piece, put, regiment

HALF = {"S1": Track(("S1.1",), (Leg(0.0, 0.5, ((500.0, 300.0, 0.0),), ((500.0, 480.0, 0.0),), what="charge"),))}


def foot(body: str, side: str, **more: Any) -> Any:
    return battalion(body, side, at=(50, 50), **{"loaded": False} | more)


@pytest.mark.clause("NAP-MEL-06", "NAP-MEL-17", "NAP-MEL-21", "NAP-DIS-24", "NAP-ASQ-07", "NAP-MRE-12")
def test_who_attacks_across_a_wall_strikes_across_it() -> None:
    wall = piece("wall", [(20, 50), (80, 50)])
    here = field(foot("S1", "south"), foot("N1", "north"), features=[wall], ties=[charge("S1", "N1", "attack")])
    game = Fought(here, 3, 3)
    state = game.end()
    # 20 - 2 hard - 1 crossing it + 3: who crosses does not count as following up
    assert game.strikes()["S1"][1] == 20
    assert game.strikes()["N1"][1] == 23
    assert [(f.table, f.n) for f in of(state, "S1").nerve.fresh if f.table == "E"] == [("E", 1)]
    kept = tie(state, "S1", "N1")
    assert kept is None or kept.crossing == "S1"


@pytest.mark.clause("NAP-IMP-06", "NAP-IMP-12", "NAP-IMP-17", "NAP-DIS-23")
def test_a_charge_over_a_defended_obstacle_crosses_it_at_one_factor() -> None:
    wall = piece("wall", [(20, 50), (80, 50)])
    here = field(foot("S1", "south"), foot("N1", "north", carried=3), features=[wall], ties=[charge("S1", "N1")])
    game = Fought(here, 3, 3)
    state = game.end()
    # 3 - 4: -1, across without impetus
    assert [(d["score"], d["what"]) for d in game.told("impact")] == [(-1, "over_without")]
    assert game.strikes()["S1"][1] == 20 - 1 + 3
    assert [(f.table, f.n) for f in of(state, "S1").nerve.fresh if f.table in "DE"] == [("D", 1)]


@pytest.mark.clause("NAP-BLD-03")
@pytest.mark.parametrize(("x", "wide", "wall"), [(50.0, 20.0, "W"), (50.0, 180.0, ""), (75.0, 180.0, "W")])
def test_a_breach_counts_in_melee_where_it_is_as_wide_as_the_body_behind_it(x: float, wide: float, wall: str) -> None:
    """Foot 18 cm wide stand behind the wall, most of which a gap of 2 cm in its middle leaves whole."""
    gap = PieceOwn(breaches=(Breach((10.0 * x, 500.0), wide),))
    line = replace(piece("wall", [(10, 50), (120, 50)], "W"), own=gap)
    here = field(foot("S1", "south"), foot("N1", "north"), features=[line])
    found = meeting.defended(here, "S1", "N1")
    assert (found.id if found is not None else "") == wall


@pytest.mark.clause("NAP-MEL-11", "NAP-STM-08", "NAP-R114", "NAP-MEL-21", "NAP-MRE-04", "NAP-STM-01", "NAP-STM-09")
def test_at_a_wall_one_figure_for_two_centimetres_fights() -> None:
    house = box("building", 44, 50, 56, 58, "house")
    told = charge("S1", "N1", "attack")
    here = field(foot("S1", "south"), foot("N1", "north"), features=[house], ties=[told])
    here = put(here, "N1", (50, 50), 180, "garrison", building="house")
    game = Fought(here, 5, 2)
    state = game.end()
    # 12 cm of wall are touched: six on each side
    assert game.strikes()["N1"][0] == game.strikes()["S1"][0] == 6
    assert game.strikes()["S1"][1] == 20 - 2 + 5
    kept = tie(state, "S1", "N1")
    assert kept is not None
    assert (kept.building, kept.inside) == ("house", False)
    assert not outcome.lost_at_the_wall(state, "S1")


@pytest.mark.clause("NAP-IMP-09", "NAP-MEL-14", "NAP-DIS-25")
def test_who_is_through_goes_on_into_the_next() -> None:
    horse = regiment("S1", "south", at=(50, 50), figures=8, companies=2)
    first = foot("N1", "north", carried=6)
    second = battalion("N2", "north", at=(50, 60), loaded=False)
    game = Fought(field(horse, first, second, ties=[charge("S1", "N1")], tracks=HALF), 3, 3, 3, 3)
    assert game.asked.args == {"unit": "S1", "foe": "N2"}
    (on, stop) = (game.session.forecast(game.asked, Reply(OptionAnswer({"go": w}))) for w in ("go", "stay"))
    assert stop is None
    assert on is not None
    # heavy horse on foot: 5, less two factors of the melee just ended, which part F keeps out of an impact
    assert (on.rows[0].mean, len(on.rows[1].spread)) == (5.0, 4)
    game.default()
    assert [(d["what"]) for d in game.told("impact")] == ["through", "impetus"]
    assert [e.about[0] for e in game.events if e.type == "strikes"].count("S1") == 2


@pytest.mark.clause("NAP-S69", "NAP-MRE-16", "NAP-MRE-22", "NAP-MRE-23")
def test_a_follow_up_strikes_once_more_and_ends_where_contact_is_lost() -> None:
    some = {u: tuple(f"{u}.{k}" for k in range(1, 11)) for u in ("S1", "N1")}
    going = melee("S1", "N1", following="S1", fought=some)
    here = field(
        foot("S1", "south", result="follow_up", since=1),
        battalion("N1", "north", at=(50, 55), loaded=False, result="break_off", since=1),
        ties=[going],
        move=2,
    )
    game = Fought(here, 3, 3)
    state = game.end()
    assert game.strikes() == {"S1": (10, 24, 17), "N1": (10, 23, 14)}
    assert tie(state, "S1", "N1") is None
    assert of(state, "S1").nerve.result == of(state, "N1").nerve.result == ""


@pytest.mark.clause("NAP-MRE-13", "NAP-ORG-05", "NAP-MRE-14")
def test_only_the_sub_group_that_fought_routs() -> None:
    here = field(
        battalion("S1", "south", at=(43, 50), figures=12, companies=3, loaded=False),
        battalion("N1", "north", at=(56, 50), figures=24, loaded=False, carried=4),
        ties=[charge("S1", "N1", "attack")],
    )
    state = Fought(here, 5, 2).end()
    (new,) = [u for u in state.units if u.startswith("N1.m")]
    assert of(state, new).nerve.result == "rout"
    assert of(state, "N1").nerve.result == ""
    assert of(state, "S1").nerve.from_whom == new


@pytest.mark.clause("NAP-MRE-13", "NAP-MRE-14", "NAP-MOR-04")
def test_the_rest_did_not_react_when_a_test_makes_the_engaged_part_rout() -> None:
    here = field(
        battalion("S1", "south", at=(43, 50), figures=12, companies=3, loaded=False, cls="A"),
        battalion("N1", "north", at=(56, 50), figures=24, loaded=False),
        ties=[charge("S1", "N1", "attack")],
    )
    game = Fought(here, 4, 5)
    state = game.end()
    assert game.score() == [4]
    (new,) = [u for u in state.units if u.startswith("N1.m")]
    assert of(state, new).nerve.result == "rout"
    assert [causes.of_routs(state, u) for u in ("N1", new)] == ["NAP-MRE-14", ""]


@pytest.mark.clause("NAP-MRE-13", "NAP-ORG-20", "NAP-MRE-14")
def test_either_part_keeps_the_casualties_of_the_whole() -> None:
    here = field(
        battalion("S1", "south", at=(43, 50), figures=12, companies=3, loaded=False),
        battalion("N1", "north", at=(56, 50), figures=24, loaded=False, carried=4),
        ties=[charge("S1", "N1", "attack")],
    )
    state = Fought(fallen(here, "N1", 6), 5, 2).end()
    (new,) = [u for u in state.units if u.startswith("N1.m")]
    assert losses(state, new) >= 25
    # all but those who stay are casualties, of 24
    assert circumstances.losses(state, "N1") == 5 * (20 * (24 - facts.strength(state, "N1")) // 24)
