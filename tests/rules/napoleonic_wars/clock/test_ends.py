"""What bodies become on the clock: marches that end of themselves, sent out, fallen in, in the saddle, generals."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.clock import first_pass
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.own import Leg, Result, Track
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.clock.test_pass import GO, ordered


def passed(state: State, **lines: Any) -> State:
    run = Run(ordered(state, **lines))
    first_pass.go(run, PassData(), {})
    return run.state


FORM = {"verb": "form", "formation": "line"}


def up_to(gap: float, whom: str = "any") -> list[dict[str, Any]]:
    return [{"verb": "advance", "stop_at": {"gap": gap, "whom": whom}}, FORM]


def column_and(*foes: Any, **more: Any) -> State:
    column = t.battalion("L1", "south", at=(50, 30), figures=18, formation="closed_divisional", nation="france")
    return t.field(column, *foes, **more)


@pytest.mark.clause("NAP-S74", "NAP-ORD-03")
def test_a_march_ends_of_itself_before_an_enemy_and_the_change_of_order_begins_at_once() -> None:
    foe = t.battalion("E1", "north", at=(50, 50), figures=18)
    after = passed(column_and(foe), L1=up_to(140.0))
    assert t.of(after, "L1").march.moved == pytest.approx(60.0, abs=0.1)
    legs = [leg for leg in after.own.tracks["L1"].legs if leg.end > leg.start]
    assert [leg.what for leg in legs][:2] == ["advance", "form"]
    assert legs[0].end == legs[1].start == pytest.approx(0.4, abs=0.001)
    doing = t.of(after, "L1").march.doing
    assert t.of(after, "L1").stance.formation == "line" or (doing is not None and doing.verb == "form")


@pytest.mark.clause("NAP-S74")
@pytest.mark.parametrize(
    ("whom", "hidden", "way"), [("close", (), 60.0), ("mounted", (), 150.0), ("any", ("E1",), 150.0)]
)
def test_only_an_enemy_of_that_kind_whom_its_side_knows_of_ends_a_march(whom: str, hidden: Any, way: float) -> None:
    wood = [t.box("dense_wood", 20, 49.9, 80, 70, "W")]
    foe = t.battalion("E1", "north", at=(50, 50), figures=6, formation="closed_divisional", facing=180)
    state = column_and(foe, features=wood if hidden else (), hidden=hidden)
    assert t.of(passed(state, L1=up_to(140.0, whom)), "L1").march.moved == pytest.approx(way, abs=0.1)


@pytest.mark.clause("NAP-S74", "NAP-ORG-03", "NAP-ORG-20")
def test_sub_units_are_sent_out_at_the_beginning_and_go_by_orders_of_their_own() -> None:
    light = {"open": True, "detach": True}
    body = t.battalion("L1", "south", at=(50, 30), figures=24, sub=light, lost=6, began=30)
    out = {"verb": "send_out", "subs": ["c6"], "gap": 100.0}
    after = passed(t.field(body), L1=[out])
    (part,) = [u for u in facts.bodies(after) if u != "L1"]
    assert facts.strength(after, "L1") == 20
    assert facts.strength(after, part) == 4
    assert t.of(after, part).stance.formation == "open"
    assert t.of(after, part).strength.carried_loss == t.of(after, "L1").strength.carried_loss == 20
    assert t.at_cm(after, part)[1] > 33.0
    assert t.at_cm(after, "L1")[1] == 30.0


@pytest.mark.clause("NAP-S74", "NAP-ORG-12", "NAP-S37")
@pytest.mark.parametrize("hidden", [(), ("L1",)])
def test_a_detachment_keeps_the_game_order_of_its_unit_and_those_sent_out_in_hiding_stay_hidden(hidden: Any) -> None:
    light = {"open": True, "detach": True}
    state = t.field(t.battalion("L1", "south", at=(50, 30), sub=light, spare=1), hidden=hidden)
    run = Run(state)
    run.emit("told", "order", None, notes.ordered(state, "L1", GameOrder("attack", ((500.0, 900.0),))))
    after = passed(run.state, L1=[{"verb": "send_out", "subs": ["c6"], "gap": 150.0, "detach": True}])
    (part,) = [u for u in facts.bodies(known(after)) if u != "L1"]
    assert t.of(known(after), part).detachment
    assert notes.order_of(after, part).kind == "attack"
    assert (part in after.units) == (not hidden)
    assert any(b.unit == part for b in after.bases.values()) != bool(hidden)


@pytest.mark.clause("NAP-S74", "NAP-ORG-19")
@pytest.mark.parametrize(("gap", "joined"), [(0.0, True), (2.0, False)])
def test_a_part_that_touches_its_unit_falls_in(gap: float, joined: bool) -> None:
    state = t.field(
        t.battalion("L1", "south", at=(50, 30), figures=20),
        t.battalion("L1b", "south", at=(50, 29 - gap), figures=4, companies=1, parent="L1"),
    )
    near = 10.0 * (30 - 29) - state.bases["L1.1"].shape.depth
    state = t.put(state, "L1b", (50, 29 - gap + near / 10.0), 0.0, "line")
    after = passed(state, L1b=[{"verb": "join", "body": "L1"}])
    assert ("L1b" not in after.units) == joined
    assert facts.strength(after, "L1") == (24 if joined else 20)


@pytest.mark.clause("NAP-SPM-02", "NAP-HRS-02")
def test_horse_gets_out_of_the_saddle_and_one_in_four_holds_the_horses() -> None:
    state = t.field(t.regiment("L1", "south", at=(50, 30), figures=12, companies=3))
    after = passed(state, L1=[{"verb": "dismount"}])
    assert not t.of(after, "L1").stance.mounted
    assert facts.strength(after, "L1") == 9
    (horses,) = [u for u in facts.bodies(after) if u != "L1"]
    assert sum(facts.figure(b).horses for b in facts.left(after, horses)) == 12


@pytest.mark.clause("NAP-S31", "NAP-S73")
def test_a_general_in_contact_goes_as_his_unit_goes_and_another_rides_up_to_it() -> None:
    unit = t.battalion("L1", "south", at=(50, 30), figures=18)
    stay = {"verb": "stay_with", "unit": "L1"}
    depth = t.field(unit).bases["L1.1"].shape.depth / 10.0
    near = t.field(unit, t.general("G1", "south", at=(50, 30 - depth)))
    start = t.at_cm(near, "G1")
    after = passed(near, L1=GO, G1=stay)
    assert t.at_cm(after, "L1")[1] == pytest.approx(40.0)
    assert t.at_cm(after, "G1") == pytest.approx((start[0], start[1] + 10.0), abs=0.01)
    far = t.field(unit, t.general("G1", "south", at=(50, 10)))
    after = passed(far, L1=GO, G1=stay)
    assert t.at_cm(after, "G1")[1] == pytest.approx(40.0 - depth, abs=0.1)
    assert passed(far, L1=GO).bases["G1.1"].pose == far.bases["G1.1"].pose


@pytest.mark.clause("NAP-S31", "NAP-S78")
@pytest.mark.parametrize(("y", "result"), [(20.0, ""), (9.0, ""), (9.0, "halt")])
def test_a_general_who_stays_with_a_unit_that_leaves_the_table_stops_at_its_edge(y: float, result: Result) -> None:
    """A result that does not move him does not take him over the edge either."""
    unit = t.battalion("L1", "south", at=(50, 6), figures=18, facing=180.0, result="retreat", since=1)
    state = ordered(
        t.field(unit, t.general("G1", "south", at=(50, y), result=result)), G1={"verb": "stay_with", "unit": "L1"}
    )
    there = [(b.id, b.pose) for b in state.bases_of("L1") if b.pose is not None]
    here, gone = (tuple((p.x, p.y - by, p.facing) for _, p in there) for by in (0.0, 150.0))
    track = Track(tuple(b for b, _ in there), (Leg(0.0, 0.5, here, gone, what="advance"),))
    run = Run(state)
    first_pass.go(run, PassData(), {"L1": msgspec.to_builtins(track)})
    pose, shape = run.state.bases["G1.1"].pose, run.state.bases["G1.1"].shape
    assert pose is not None
    assert pose.y == pytest.approx(shape.depth / 2.0, abs=0.1)


@pytest.mark.clause("NAP-S72", "NAP-S78")
@pytest.mark.parametrize(("y", "straight"), [(60.0, True), (7.0, True), (6.2, False), (5.0, False)])
def test_a_general_who_rides_out_of_the_way_turns_at_the_edge_of_the_table(y: float, straight: bool) -> None:
    foe = t.battalion("E1", "north", at=(50, y + 10.0), figures=18)
    state = t.field(t.general("G0", "south", at=(50, y), chief=True), foe)
    after = passed(state, E1=GO)
    pose, shape = after.bases["G0.1"].pose, after.bases["G0.1"].shape
    assert pose is not None
    assert pose.y >= shape.depth / 2.0 - 0.1
    assert (abs(pose.x - 500.0) < 1.0) == straight  # he has six to go, and his base is two deep


@pytest.mark.clause("NAP-S31")
def test_a_general_who_stays_with_a_garrison_rides_up_to_the_wall_and_stays_there() -> None:
    house = t.box("building", 40, 40, 60, 50, "H")
    unit = t.battalion("L1", "south", at=None, figures=18, formation="garrison", inside="H")
    state = t.field(unit, t.general("G1", "south", at=(50, 20)), features=[house])
    here = passed(state, G1={"verb": "stay_with", "unit": "L1"})
    pose, shape = here.bases["G1.1"].pose, here.bases["G1.1"].shape
    assert pose is not None
    assert (pose.x, pose.y) == pytest.approx((500.0, 400.0 - shape.depth / 2.0), abs=0.1)
    again = passed(here, G1={"verb": "stay_with", "unit": "L1"})
    assert again.bases["G1.1"].pose == pose
