"""What a way costs in order; horses cut free, bolting, in the saddle; sub-units sent out and called in."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.state import State
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.body import groups, shape
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import horses, sending
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.march.toll import Toll, toll
from tests.rules.napoleonic_wars import table as t


def met(state: State, *actions: act.Action) -> Toll:
    found = plan(state, "L1", actions)
    return toll(state, found.track, [state.bases[b].shape for b in found.track.bases])


def after(state: State, changes: tuple[ev.Change, ...]) -> State:
    return apply(state, ev.Event("test", "status", changes=changes))


@pytest.mark.clause("NAP-S16", "NAP-DIS-08")
@pytest.mark.parametrize(("inward", "costs"), [(1.6, True), (-0.2, False)])
def test_a_wheel_meets_what_lies_on_the_arc_of_its_outer_corner(inward: float, costs: bool) -> None:
    """The rear corner goes along an arc that swells by 3 mm beyond the way straight from its start to its end."""
    line = t.battalion("L1", "south", at=(50, 50), figures=24, companies=2)
    west, rear, east, front = board_of(t.field(line)).outline("L1").bounds
    wide, angle = east - west, math.radians(9.5) - math.atan2(front - rear, east - west)
    far = math.hypot(wide, front - rear) - inward
    x, y = west + far * math.cos(angle), front + far * math.sin(angle)
    stone = t.box("scrub", x / 10.0, y / 10.0 - 0.05, x / 10.0 + 0.2, y / 10.0 + 0.05)
    assert bool(met(t.field(line, features=[stone]), act.Wheel("left", 19.0)).rows) == costs


@pytest.mark.clause("NAP-S16", "NAP-DIS-08")
def test_a_row_applies_when_any_figure_was_in_that_terrain() -> None:
    features = [
        t.box("scrub", 55, 40, 70, 49.5),
        t.box("orchard", 30, 55, 45, 57),
        t.box("river", 100, 40, 120, 60),
        t.piece("hedge", [(40, 52), (60, 52)]),
        t.box("road", 0, 60, 200, 70),
    ]
    state = t.field(t.battalion("L1", "south", (50, 50), figures=24), features=features)
    assert met(state, act.Advance(10.0)) == Toll(("scrub",), ())
    beside = t.field(t.battalion("L1", "south", (45, 50), figures=24), features=features)
    assert met(beside, act.Advance()) == Toll((), ())
    assert met(beside, act.Wheel("left", 30.0)) == Toll((), ())
    assert met(t.put(beside, "L1", (45, 53.5), 0.0, "line"), act.Advance()) == Toll(("scrub",), ())
    wading = t.field(t.regiment("L1", "south", (110, 30)), features=features)
    assert met(wading, act.Advance()) == Toll(("obstacle",), ("crossed",))


@pytest.mark.clause("NAP-S16", "NAP-DIS-08", "NAP-DIS-10")
@pytest.mark.parametrize(("kind", "rows"), [("dense_wood", ("steep",)), ("mud", ("scrub",))])
def test_bad_ground_matters_when_it_is_left(kind: str, rows: tuple[str, ...]) -> None:
    wood = t.box(kind, 40, 40, 60, 52)
    state = t.field(t.battalion("L1", "south", (50, 51), formation="closed_divisional", figures=12), features=[wood])
    assert met(state, act.Advance()) == Toll(rows, ("left_bad",))
    inside = t.put(state, "L1", (50, 47), 0.0, "closed_divisional")
    assert met(inside, act.Advance(30.0)) == Toll(rows, ())
    assert met(t.put(state, "L1", (50, 57), 0.0, "closed_divisional"), act.Advance()) == Toll((), ())


@pytest.mark.clause("NAP-S16")
def test_a_steep_slope() -> None:
    ring = tuple((x * 10.0, y * 10.0) for x, y in ((24, 59), (76, 59), (76, 81), (24, 81)))
    hill = t.box("hill", 20, 55, 80, 85, contours=(ring,))
    state = t.field(t.battalion("L1", "south", (50, 54)), features=[hill])
    assert met(state, act.Advance()) == Toll(("steep",), ())
    gentle = t.field(t.battalion("L1", "south", (50, 54)), features=[t.box("hill", 20, 55, 80, 85)])
    assert met(gentle, act.Advance()) == Toll((), ())


# --- horses -----------------------------------------------------------------------------------------------------------


def wounded(state: State, body: str, dead: int, **own: Any) -> State:
    team = next(b for b in state.bases.values() if b.unit == body and b.own.role == "team")
    hurt = replace(team, own=replace(team.own, dead=dead, horses=team.own.team - dead, **own))
    return replace(state, bases={**state.bases, team.id: hurt})


@pytest.mark.clause("NAP-HRS-03", "NAP-HRS-04", "NAP-R36")
@pytest.mark.parametrize(
    ("dead", "drivers", "crew", "left"),
    [(1, 2, 0, 0), (1, 1, 0, 1), (1, 1, 1, 0), (2, 2, 2, 0), (2, 3, 0, 1), (3, 3, 4, 0)],
)
def test_two_men_cut_one_animal_free_in_a_move(dead: int, drivers: int, crew: int, left: int) -> None:
    state = t.field(t.battery("L1", "south", pieces=["6"], crew=crew))
    state = wounded(state, "L1", dead, drivers=drivers)
    there = after(state, horses.cut_free(state, "L1"))
    assert there.bases["L1.2"].own.dead == left


@pytest.mark.clause("NAP-R36")
def test_men_must_be_near() -> None:
    state = wounded(t.field(t.battery("L1", "south", pieces=["6", "6"])), "L1", 2, drivers=0)
    gone = {f"L1.{k}": replace(state.bases[f"L1.{k}"], own=replace(state.bases[f"L1.{k}"].own, crew=0)) for k in (1, 2)}
    state = replace(state, bases={**state.bases, **gone})
    # the drivers of the second team, three, stand beside it
    assert after(state, horses.cut_free(state, "L1")).bases["L1.3"].own.dead == 1
    far = replace(state.bases["L1.4"], pose=Pose(380.0, 440.0))
    state = replace(state, bases={**state.bases, "L1.4": far})
    assert after(state, horses.cut_free(state, "L1")).bases["L1.3"].own.dead == 2


@pytest.mark.clause("NAP-SPM-02", "NAP-HRS-02")
def test_a_plan_to_dismount_is_carried_out() -> None:
    state = t.field(t.regiment("L1", "south", figures=12, companies=3, weapon="dragoon_musket"))
    found = plan(state, "L1", (act.Dismount(open=True),))
    one = found.becomes[0]
    assert one == Become(0.25, 0, "dismount", {"mounted": False, "formation": "open"})
    there = after(state, horses.in_the_saddle(state, "L1", one))
    assert (len(there.bases_of("L1")), len(there.bases_of("L1h"))) == (9, 3)
    up = plan(there, "L1", (act.Mount(),))
    assert [f.bar.clause for f in up.faults] == []
    again = after(there, horses.in_the_saddle(there, "L1", up.becomes[0]))
    assert len(again.bases_of("L1")) == 12


# --- sending out ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S74", "NAP-ORG-04", "NAP-ORG-11")
def test_a_light_company_goes_out_as_a_screen() -> None:
    state = t.field(t.battalion("L1", "south", (50, 50), figures=24, sub={"light": True}))
    told = act.SendOut(("c5", "c6"), gap=100.0)
    assert plan(state, "L1", (told, act.Advance())).faults == ()
    name = sending.new_id(state, "L1")
    assert name == "L1a"
    orders = sending.orders(state, "L1", told)
    there = after(state, groups.split(state, "L1", told.subs, name))
    found = plan(there, name, orders, until=3.0)
    assert [leg.what for leg in found.track.legs][:2] == ["form", "advance"]
    assert found.track.legs[0].end == 0.5
    sizes = tuple(Footprint("rect", *s) for s in found.track.legs[0].sizes)
    end = shape.outline(sizes, found.track.legs[-1].after)
    # eight skirmishers on 20 mm bases, their rear 10 cm before the front
    assert (end.front.x, end.front.y) == pytest.approx((500.0, 620.0), abs=0.6)


@pytest.mark.clause("NAP-ORG-11", "NAP-S74", "NAP-R143")
def test_without_being_detached_nobody_goes_far() -> None:
    state = t.field(t.battalion("L1", "south", (50, 50), figures=24, spare=1, sub={"light": True, "detach": True}))
    assert sending.may(state, "L1", act.SendOut(("c6",), gap=200.0)) is None
    bar = sending.may(state, "L1", act.SendOut(("c6",), gap=200.1))
    assert bar is not None
    assert bar.clause == "NAP-ORG-11"
    assert sending.may(state, "L1", act.SendOut(("c6",), gap=400.0, detach=True)) is None
    assert [f.bar.clause for f in plan(state, "L1", (act.SendOut(("c9",)),)).faults] == ["NAP-ORG-02"]


@pytest.mark.clause("NAP-S70", "NAP-S74", "NAP-SCR-08")
def test_a_screen_runs_back_and_falls_in_behind() -> None:
    state = t.field(t.battalion("L1", "south", (50, 50), figures=24, sub={"light": True}))
    state = after(state, groups.split(state, "L1", ["c6"], "L1a"))
    state = t.put(state, "L1a", (50, 60), 0.0, "open")
    actions = sending.call_in(state, "L1a", "L1")
    found = plan(state, "L1a", actions)
    assert [m.thing for m in found.marks if m.what == "join"] == ["L1"]
    last = found.track.legs[-1]
    assert min(y for _, y, _ in last.after) == pytest.approx(480.0, abs=0.6)
    other = t.field(t.battalion("L1", "south", (50, 50)), t.battalion("L2", "south", (80, 50)))
    assert [f.bar.clause for f in plan(other, "L1", (act.Join("L2"),)).faults] == ["NAP-S74"]
