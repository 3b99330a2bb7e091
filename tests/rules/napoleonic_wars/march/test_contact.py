"""Marching into contact and out of it: no wheel near the target, no impetus at the double, the obstacle fought over."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import Tie
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.heading import Heading, charger
from rulesets.napoleonic_wars.clock.held import Aim
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.melee import meeting
from rulesets.napoleonic_wars.nerve import following
from rulesets.napoleonic_wars.own import Leg, MeleeOwn, Track
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.clock.test_run import line
from tests.rules.napoleonic_wars.examples.test_a import ended, marched


@pytest.mark.clause("NAP-WHL-03", "NAP-CHG-09", "NAP-S81")
@pytest.mark.parametrize(("near", "most"), [(440.0, 7), (443.463, 5), (443.48, 4), (448.0, 1), (450.0, 0)])
def test_chargers_do_not_turn_within_attack_distance(near: float, most: int) -> None:
    """A wheel begins farther off alone, and brings nobody nearer: its outer corner comes on."""
    horse, foe = line("A1", "south", 0.0, files=10), line("B1", "north", 45.0, facing=180.0, files=10)
    who = charger(None, horse, 0.0, Chase("A1", "B1", 400.0, near=near))
    found = Heading().allowed(who, Aim(foe.outline_at(0.0)), 45.0)
    assert max(found, default=0) == most
    assert found == sorted(found, key=lambda t: (abs(t), t))


@pytest.mark.clause("NAP-WHL-03", "NAP-CHG-08")
@pytest.mark.parametrize(("y", "clause"), [(60.0, ""), (45.0, "NAP-CHG-08")])
def test_a_wheel_before_a_charge_ends_outside_attack_distance(y: float, clause: str) -> None:
    state = t.field(
        t.regiment("H1", "south", (50, 30), figures=12, companies=3),
        t.battalion("E1", "north", (46, y), figures=18),
    )
    found = legal.charge_bar(state, "H1", "E1", first=(act.Wheel("left", 30.0),))
    assert ("" if found is None else found.clause) == clause


@pytest.mark.clause("NAP-DBL-05", "NAP-IMP-11")
@pytest.mark.parametrize(("own", "none"), [({"did": ("double",)}, True), ({"did": ("charged",)}, False)])
def test_who_comes_into_contact_at_the_double_has_no_impetus(own: dict[str, Any], none: bool) -> None:
    state = t.field(t.battalion("L1", "south", (50, 50)), t.battalion("E1", "north", (50, 50)))
    assert meeting.is_barred(t.given(state, "L1", **own), "L1", "E1") is none


def _over_a_wall(pace: Any, far: float) -> list[tuple[str, float, float]]:
    """Who goes after an enemy whom he fought across a wall: what he does, from when to when."""
    melee = Tie("m1", "melee", "E1", "L1", MeleeOwn(rounds=1, obstacle="wall", crossing="L1"))
    wall = t.piece("wall", [(20, 50), (80, 50)], "wall")
    state = t.field(
        t.battalion("L1", "south", (50, 50)), t.battalion("E1", "north", (50, 50.2)), features=[wall], ties=(melee,)
    )
    foe = [b for b in state.bases_of("E1") if b.pose]
    poses = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in foe if b.pose)
    after = tuple((x, y + far * 10.0, f) for x, y, f in poses)
    flight = Track(tuple(b.id for b in foe), (Leg(0.0, 1.0, poses, after, what="rout"),))
    way = following.after(state, "L1", "E1", flight, pace)
    return [(leg.what, leg.start, leg.end) for leg in way.legs]


@pytest.mark.clause("NAP-MOV-11")
def test_pursuers_lose_the_time_of_the_obstacle_and_followers_do_not() -> None:
    assert _over_a_wall("double", 35.0) == [("cross", 0.0, 0.25), ("pursue", 0.25, 1.0)]
    (followed,) = _over_a_wall("normal", 5.0)
    assert (followed[0], round(followed[2], 3)) == ("follow_up", 0.52)


@pytest.mark.clause("NAP-DIS-11", "NAP-DIS-10", "NAP-R27")
def test_who_is_not_wholly_over_an_obstacle_does_not_begin_to_reform() -> None:
    on = [{"verb": "advance", "distance": 1.0}, {"verb": "reform"}]
    over = [{"verb": "advance", "distance": 10.0}, {"verb": "reform"}]
    hedge = t.piece("hedge", [(30, 50.1), (70, 50.1)], "hedge")
    state = t.field(t.battalion("L1", "south", (50, 50), figures=18), features=[hedge])
    across = [{"verb": "advance", "distance": 2.0}]
    astride, clear = (marched(state, L1=[*across, *rest]) for rest in (on, over))
    assert book.recorded(astride, "L1") == book.recorded(clear, "L1") == 2
    assert t.of(ended(astride), "L1").nerve.carried == 2
    assert "begins_reforming" in t.of(clear, "L1").march.did
    assert t.of(ended(clear), "L1").nerve.carried == 1
    # he marches clear in the next move, whatever he carries
    assert plan(ended(astride), "L1", [act.Advance(30.0)]).moved == 30.0
    assert plan(ended(clear), "L1", [act.Advance(30.0)]).moved == 0.0


@pytest.mark.clause("NAP-S39", "NAP-R27")
@pytest.mark.parametrize(("further", "carried"), [(8.9, 2), (9.0, 1), (9.1, 1)])
def test_who_has_gone_exactly_its_own_depth_is_wholly_over(further: float, carried: int) -> None:
    hedge = t.piece("hedge", [(30, 50.1), (70, 50.1)], "hedge")
    state = t.field(t.battalion("L1", "south", (50, 50), figures=18), features=[hedge])
    way = [{"verb": "advance", "distance": 2.0}, {"verb": "advance", "distance": further}, {"verb": "reform"}]
    assert t.of(ended(marched(state, L1=way)), "L1").nerve.carried == carried
