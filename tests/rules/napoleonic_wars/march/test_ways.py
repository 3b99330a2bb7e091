"""Ways over the ground: wheels, advances, obstacles, paths."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from game.engine.text import Length, Thing
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.heading import Heading
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import going, snake
from rulesets.napoleonic_wars.own import Doing, Formation
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.march.test_plan import clauses, end, french, go, gone

# --- wheels (example 2) ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-WHL-01", "NAP-WHL-02", "NAP-S13")
def test_a_line_wheels_about_its_inner_figure() -> None:
    state = t.field(french())
    found = go(state, act.Wheel("left", 40.0))
    assert found.time == 0.9425
    assert found.moved == pytest.approx(94.248, abs=0.001)
    leg = found.track.legs[0]
    assert leg.pivot == (432.5, 500.0)
    assert end(state, found)[2] == 320.0
    assert found.rest == round(1 - 0.9425, 4)


@pytest.mark.clause("NAP-WHL-02", "NAP-S13")
def test_no_figure_exceeds_its_move_in_a_wheel() -> None:
    state = t.field(french())
    found = go(state, act.Wheel("left", 45.0))
    assert clauses(found) == ["NAP-WHL-02"]
    assert found.faults[0].bar.text.args["most"] == "42.441°"
    assert found.track.legs == ()
    assert clauses(go(state, act.Wheel("right", 42.44))) == []
    assert clauses(go(state, act.Wheel("right", 42.45))) == ["NAP-WHL-02"]


@pytest.mark.clause("NAP-S13")
def test_the_rear_rank_of_a_column_goes_farther() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column"))
    found = go(state, act.Wheel("left", 30.0))
    # 30 wide, six ranks of 10: the front right corner of the last is 58.31 from the pivot
    assert found.time == pytest.approx(58.3095 * 0.523599 / 150, abs=0.0001)


@pytest.mark.clause("NAP-S13", "NAP-WHL-04")
def test_a_column_wheels_by_its_sub_units_and_is_straight_again() -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=["6", "6", "6"]))
    found = go(state, act.Wheel("left", 90.0, by_subs=True))
    # the head is 30 wide: 30 x 1.5708 at 150 a move
    assert found.time == pytest.approx(0.3142, abs=0.0002)
    assert found.moved == pytest.approx(47.124, abs=0.01)
    last = dict(zip(found.track.bases, found.track.legs[-1].after, strict=True))
    assert last["L1.4"] == pytest.approx((525.0, 515.0, 270.0), abs=0.01)
    assert last["L1.1"] == last["L1.4"]
    long = go(state, act.Wheel("left", 90.0, by_subs=True), act.Advance(400.0), until=4.0)
    assert long.time == pytest.approx(0.3142 + 400 / 150, abs=0.001)
    ends = dict(zip(long.track.bases, long.track.legs[-1].after, strict=True))
    assert [round(ends[f"L1.{k}"][2], 3) for k in (4, 5, 6)] == [270.0] * 3
    assert ends["L1.4"][1] == pytest.approx(ends["L1.6"][1], abs=0.01)
    assert ends["L1.5"][0] - ends["L1.4"][0] == pytest.approx(80.0, abs=0.6)
    # it goes on from where it stands bent
    poses = {b: replace(state.bases[b], pose=Pose(*p)) for b, p in last.items()}
    bent = replace(state, bases={**state.bases, **poses})
    more = go(bent, act.Advance(150.0))
    assert more.moved == pytest.approx(150.0)
    assert more.track.legs[-1].after[more.track.bases.index("L1.4")][0] == pytest.approx(375.0, abs=0.01)


@pytest.mark.clause("NAP-S13")
def test_a_line_wheels_as_a_whole_however_it_is_ordered() -> None:
    state = t.field(french())
    assert go(state, act.Wheel("left", 40.0, by_subs=True)).time == 0.9425
    column = t.field(t.battalion("L1", "south", formation="march_column", figures=18))
    found = go(column, act.Wheel("right", 90.0, by_subs=True), act.Advance())
    assert found.time == 1.0
    assert found.track.legs[0].what == "wheel"
    assert found.moved == pytest.approx(150.0, abs=0.01)


# --- straight on ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MOV-01", "NAP-S09")
def test_an_advance_takes_its_time_or_as_much_as_there_is() -> None:
    state = t.field(french())
    assert gone(state, go(state, act.Advance(60.0))) == 6.0
    assert go(state, act.Advance(60.0)).time == 0.6
    assert gone(state, go(state, act.Advance())) == 10.0
    assert gone(state, go(state, act.Advance(500.0))) == 10.0
    assert gone(state, go(state, act.Advance(500.0), since=0.25)) == 7.5


@pytest.mark.clause("NAP-MOV-07", "NAP-S15", "NAP-MOV-06")
def test_hussars_through_a_ford() -> None:
    hussars = t.regiment("L1", "south", (50, 20), light=True)
    state = t.field(hussars, features=[t.box("ford", 20, 40, 80, 44)])
    found = go(state, act.Advance())
    assert gone(state, found) == 38.667
    assert [round(leg.end, 4) for leg in found.track.legs] == [0.5, 0.6333, 1.0]


@pytest.mark.clause("NAP-S15")
def test_terrain_counts_while_any_part_of_the_front_edge_is_in_it() -> None:
    line = t.battalion("L1", "south", (50, 50), figures=24)
    touching = t.field(line, features=[t.box("scrub", 58, 52, 70, 54)])
    assert gone(touching, go(touching, act.Advance())) == round(2 + 2 + (1 - 0.2 - 2 / 7.5) * 10, 3)
    beside = t.field(line, features=[t.box("scrub", 59, 52, 70, 54)])
    assert gone(beside, go(beside, act.Advance())) == 10.0
    both = t.field(line, features=[t.box("scrub", 20, 52, 70, 54), t.box("river", 20, 53, 70, 66)])
    # 1 cm at three quarters, then the lower factor alone: a half
    assert gone(both, go(both, act.Advance())) == round(2 + 1 + (1 - 0.2 - 1 / 7.5) * 5, 3)


@pytest.mark.clause("NAP-S15", "NAP-MOV-07")
def test_slopes() -> None:
    made = t.battalion("L1", "south", (50, 50), formation="march_column")
    hill = t.box("hill", 20, 55, 80, 85)
    state = t.field(made, features=[hill])
    assert gone(state, go(state, act.Advance())) == pytest.approx(5 + (1 - 1 / 3) * 15 * 0.75, abs=0.05)
    down = t.field(t.battalion("L1", "south", (50, 75), formation="march_column"), features=[hill])
    assert gone(down, go(down, act.Advance())) == pytest.approx(15.0)
    ring = tuple((x * 10.0, y * 10.0) for x, y in ((24, 59), (76, 59), (76, 81), (24, 81)))
    steep = t.field(made, features=[t.box("hill", 20, 55, 80, 85, contours=(ring,))])
    # 4 cm steep uphill at half the rate, the flat of the top is gently uphill to its middle
    left = 1 - 5 / 15 - 4 / 7.5
    assert gone(steep, go(steep, act.Advance())) == pytest.approx(5 + 4 + left * 15 * 0.75, abs=0.06)
    double = go(steep, act.Advance(pace="double"))
    assert gone(steep, double) == pytest.approx(5.0, abs=0.01)
    assert [m.what for m in double.marks] == ["shut"]


@pytest.mark.clause("NAP-MOV-07", "NAP-S10")
def test_forbidden_ground_stops_at_its_edge() -> None:
    state = t.field(t.battery("L1", "south", formation="limbered"), features=[t.box("marsh", 40, 55, 60, 60)])
    found = go(state, act.Advance())
    assert gone(state, found) == 5.0
    assert [(m.what, m.thing) for m in found.marks] == [("shut", "ground")]


@pytest.mark.clause("NAP-S78")
def test_an_order_over_the_edge_is_refused() -> None:
    state = t.field(t.battalion("L1", "south", (50, 125)))
    found = go(state, act.Advance())
    assert clauses(found) == ["NAP-S78"]
    assert gone(state, found) == 5.0


@pytest.mark.clause("NAP-HRS-07", "NAP-R35")
def test_guns_in_rain_go_fast_on_roads_alone() -> None:
    road = t.box("road", 48, 20, 52, 120)
    on = t.field(t.battery("L1", "south", formation="limbered"), features=[road], weather="rain")
    off = t.field(t.battery("L1", "south", (60, 50), formation="limbered"), features=[road], weather="rain")
    assert gone(on, go(on, act.Advance())) == 15.0
    assert gone(off, go(off, act.Advance())) == 11.25


# --- obstacles (example 4) --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MOV-09", "NAP-MOV-10", "NAP-S39")
def test_a_column_goes_through_a_hedge() -> None:
    column = t.battalion("L1", "south", (50, 50), formation="closed_column", figures=16, companies=4)
    state = t.field(column, features=[t.piece("hedge", [(40, 53), (60, 53)], "hedge")])
    found = go(state, act.Advance())
    assert [(leg.what, leg.end) for leg in found.track.legs] == [("advance", 0.2), ("cross", 1.0)]
    assert found.doing == Doing("cross", 0.45, {"obstacle": "hedge"})
    assert [(m.time, m.what, m.thing) for m in found.marks] == [(0.2, "crossed", "hedge")]
    assert found.did == ("crossed",)
    there = t.given(t.put(state, "L1", (50, 53), 0.0, "closed_column"), "L1", doing=found.doing)
    after = go(there, act.Advance())
    assert gone(there, after) == 8.25
    assert after.did == ("crossed",)
    assert after.marks == ()


@pytest.mark.clause("NAP-MOV-10", "NAP-R38")
@pytest.mark.parametrize(
    ("made", "kind", "time"),
    [
        (t.battalion("L1", "south"), "ditch", 0.25),
        (t.battalion("L1", "south"), "stream", 0.25),
        (t.battalion("L1", "south"), "hedge", 0.5),
        (t.battalion("L1", "south", formation="open"), "hedge", 0.25),
        (t.battalion("L1", "south", formation="open"), "wall", 0.25),
        (t.battalion("L1", "south"), "wall", 0.25),
        (t.battalion("L1", "south", formation="closed_divisional", figures=12), "wall", 0.75),
        (t.battalion("L1", "south", formation="closed_divisional", figures=12), "hedge", 1.0),
        (t.regiment("L1", "south", formation="open"), "hedge", 0.25),
        (t.regiment("L1", "south", formation="open"), "wall", None),
        (t.regiment("L1", "south"), "fence", None),
        (t.battery("L1", "south", formation="limbered"), "wall", None),
        (t.battery("L1", "south", formation="limbered"), "hedge", 2.0),
        (t.battalion("L1", "south", formation="square"), "hedge", None),
    ],
)
def test_table_five(made: t.Made, kind: str, time: float | None) -> None:
    state = t.field(made, features=[t.piece(kind, [(20, 50.4), (80, 50.4)], "it")])
    found = go(state, act.Advance(80.0), until=4.0)
    crossed = [leg.end - leg.start for leg in found.track.legs if leg.what == "cross"]
    assert crossed == ([] if time is None else [pytest.approx(time, abs=0.0002)])
    if time is None:
        assert (gone(state, found), found.marks[-1].thing) == (0.4, "it")


@pytest.mark.clause("NAP-R38")
def test_a_gate_is_free() -> None:
    column = t.battalion("L1", "south", (50, 50), formation="march_column")
    wall = t.piece("wall", [(40, 53), (60, 53)], "wall", gate=((90.0, 110.0),))
    assert go(t.field(column, features=[wall]), act.Advance()).marks == ()


@pytest.mark.clause("NAP-S39")
def test_who_stands_across_an_obstacle_has_begun_to_cross_it() -> None:
    column = t.battalion("L1", "south", (50, 50), formation="closed_column")
    state = t.field(column, features=[t.piece("hedge", [(40, 48), (60, 49.9)], "hedge")])
    assert go(state, act.Advance()).marks == ()
    ahead = t.field(column, features=[t.piece("hedge", [(40, 50), (60, 50)], "hedge")])
    assert [m.thing for m in go(ahead, act.Advance()).marks] == ["hedge"]


# --- paths ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S74")
def test_close_order_wheels_at_a_bend_and_its_middle_comes_to_the_point() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column"))
    found = go(state, act.Advance(path=((600.0, 560.0),)))
    assert [leg.what for leg in found.track.legs] == ["wheel", "advance"]
    far = go(state, act.Advance(path=((600.0, 560.0),)), until=3.0)
    sizes = tuple(state.bases[b].shape for b in far.track.bases)
    assert shape.outline(sizes, far.track.legs[-1].after).centre == pytest.approx((600, 560), abs=0.05)
    assert clauses(go(state, act.Advance(path=((512.0, 495.0),)))) == ["NAP-WHL-01"]


@pytest.mark.parametrize(
    ("formation", "point", "instead"),
    [
        ("closed_column", (512.0, 502.0), "March {far} straight ahead, or choose"),
        ("line", (540.0, 470.0), "Choose"),
    ],
)
def test_a_point_too_near_to_wheel_to_names_the_unit_and_what_it_can_do_instead(
    formation: Formation, point: tuple[float, float], instead: str
) -> None:
    state = t.field(t.battalion("L1", "south", formation=formation))
    ahead = point[1] - shape.standing(state, "L1").centre[1]
    (fault,) = go(state, act.Advance(path=(point,))).faults
    assert fault.bar.text.key == f"Too near for {{unit}} to wheel to. {instead} a point farther away."
    assert fault.bar.text.args["unit"] == Thing("L1")
    assert fault.bar.text.args.get("far") == (Length(ahead) if ahead > 0.0 else None)


@pytest.mark.clause("NAP-S74")
def test_open_order_goes_any_way_as_it_stands() -> None:
    state = t.field(t.battalion("L1", "south", (50, 50), formation="open", figures=6))
    found = go(state, act.Advance(path=((500.0, 590.0), (400.0, 590.0))))
    assert end(state, found) == (40.0, 60.0, 0.0)
    assert found.time == 1.0
    assert found.track.legs[0].pivot is None


@pytest.mark.clause("NAP-S74")
def test_an_advance_tells_the_clock_where_it_stops_of_itself() -> None:
    state = t.field(french())
    stop = act.StopAt(120.0, "close")
    assert go(state, act.Advance(stop_at=stop)).stops == {0: stop}


@pytest.mark.clause("NAP-S08")
def test_what_comes_before_a_charge() -> None:
    state = t.field(t.regiment("L1", "south", figures=8))
    found = go(state, act.Charge(("N1",), (act.Wheel("left", 45.0),), delay=0.25))
    assert found.time == pytest.approx(0.25 + 80 * 0.785398 / 300, abs=0.0001)


def test_the_same_question_is_answered_once() -> None:
    state = t.field(french())
    assert go(state, act.Advance()) is go(state, act.Advance())
    assert go(state, act.Advance()) is not go(t.given(state, "L1", prone=True), act.Advance())


@pytest.mark.clause("NAP-S31", "NAP-S22")
def test_a_general_rides_his_way() -> None:
    state = t.field(
        t.general("L1", "south", (50, 20)),
        t.battalion("L2", "south", (80, 20)),
        features=[t.piece("hedge", [(40, 49), (60, 49)], "hedge"), t.box("open_wood", 40, 60, 60, 70)],
    )
    found = go(state, act.Ride(((500.0, 480.0), (100.0, 480.0))))
    assert found.moved == pytest.approx(600.0)
    assert end(state, found)[:2] == pytest.approx((50 - 31, 49), abs=0.01)
    assert [m.thing for m in go(state, act.Ride(((500.0, 600.0),))).marks] == ["hedge"]
    assert clauses(go(state, act.Ride(((500.0, 600.0),)), body="L2")) == ["NAP-S31"]


@pytest.mark.clause("NAP-S13")
def test_a_column_of_two_ranks_is_bent_where_they_stand_aside_of_each_other() -> None:
    head = Pose(0.0, 0.0, 0.0)
    assert not snake.is_bent((head, Pose(0.0, -20.0, 0.0)))
    assert snake.is_bent((head, Pose(5.0, -20.0, 0.0)))
    assert snake.is_bent((head, Pose(0.0, -20.0, 3.0)))


# --- ground that nobody enters -------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MOV-07", "NAP-S15")
@pytest.mark.parametrize("bank", [55.0, 55.00004, 54.99996, 60.0])
def test_who_stands_at_the_bank_of_a_river_does_not_go_into_it(bank: float) -> None:
    # the front of the line is at 55 cm; for rounding a hair over the bank is before it, too
    river = t.box("deep_river", 20, bank, 80, bank + 8, "R")
    state = t.field(t.battalion("L1", "south", at=(50, 55), facing=0.0), features=[river])
    assert end(state, go(state, act.Advance()))[1] == pytest.approx(max(55.0, bank), abs=0.001)


@pytest.mark.clause("NAP-MOV-07", "NAP-S15")
def test_a_corner_at_the_bank_holds_a_body_up_and_who_is_in_the_water_may_get_out() -> None:
    river = t.box("deep_river", 20, 57, 80, 70, "R")
    slanting = t.field(t.battalion("L1", "south", at=(50, 50), facing=20.0), features=[river])
    there = end(slanting, go(slanting, act.Advance()))
    assert there[1] < 56.0
    again = t.field(t.battalion("L1", "south", at=there[:2], facing=20.0), features=[river])
    assert end(again, go(again, act.Advance()))[:2] == pytest.approx(there[:2], abs=0.001)
    wet = t.field(t.battalion("L1", "south", at=(50, 68), facing=0.0), features=[river])
    dry = t.field(t.battalion("L1", "south", at=(50, 68), facing=0.0))
    whole = end(dry, go(dry, act.Advance()))[1] - 68.0
    # out of the water at half its rate: two cm of it cost four
    assert end(wet, go(wet, act.Advance()))[1] == pytest.approx(70.0 + whole - 4.0, abs=0.001)


@pytest.mark.clause("NAP-MOV-07", "NAP-S15")
def test_guns_that_got_into_a_wood_leave_it_as_open_order_goes_and_come_into_no_other_ground() -> None:
    guns = t.battery("L1", "south", at=(50, 60), formation="limbered")
    open_ground = t.field(guns)
    whole = end(open_ground, go(open_ground, act.Advance()))[1] - 60.0
    wood = t.box("dense_wood", 20, 40, 80, 63, "W")
    inside = t.field(guns, features=[wood])
    assert end(inside, go(inside, act.Advance()))[1] == pytest.approx(63.0 + whole - 3.0 / 0.75, abs=0.001)
    beyond = t.field(guns, features=[wood, t.box("deep_river", 20, 61, 80, 70, "R")])
    assert end(beyond, go(beyond, act.Advance()))[1] == pytest.approx(61.0, abs=0.001)


@pytest.mark.clause("NAP-MOV-07", "NAP-CTC-04")
def test_nobody_charges_into_a_river_at_whose_bank_he_stands() -> None:
    river = t.box("deep_river", 0, 50, 180, 56, "R")
    foe = t.battalion("E1", "north", at=(50, 70))
    horse = t.regiment("H1", "south", at=(50, 50), facing=0.0)
    bar = legal.charge_bar(t.field(horse, foe, features=[river]), "H1", "E1")
    assert bar is not None
    assert bar.clause in ("NAP-CTC-04", "NAP-CHG-16")
    assert legal.charge_bar(t.field(horse, foe), "H1", "E1") is None


@pytest.mark.clause("NAP-S81", "NAP-MOV-07")
@pytest.mark.parametrize("facing", [180.0, 187.0, 173.0])
def test_nobody_counter_charges_aslant_through_a_river_at_whose_bank_he_stands(facing: float) -> None:
    river = t.box("deep_river", 0, 50, 180, 56, "R")
    ford = t.box("ford", 20, 50, 30, 56, "F")
    far = math.sin(math.radians(facing - 180.0)) * 9.0  # its foremost corner stands 2 mm from the water
    standing = t.battalion("E1", "north", at=(60, 56.2 + abs(far)), facing=facing)
    state = t.field(t.regiment("H1", "south", at=(25, 49), facing=0.0), standing, features=[river, ford])
    movers = {b: Mover.standing(state, b) for b in ("H1", "E1")}
    clock = Clock(movers, {}, chases=[Chase("E1", "H1", 150.0, near=0.0)])
    clock.heading = Heading(state)
    clock.run(1.0)
    assert movers["E1"].outline_at(0.0)[..., 1].min() == pytest.approx(562.0, abs=0.1)
    assert movers["E1"].outline_at(1.0)[..., 1].min() == pytest.approx(560.0, abs=0.1)


@pytest.mark.clause("NAP-S15", "NAP-MOV-07", "NAP-TER-13")
@pytest.mark.parametrize(("x", "time"), [(50, 0.6 + 4.0 / 11.25), (70, 0.4)])
def test_a_ford_drawn_over_an_unfordable_river_opens_it_for_its_width(x: float, time: float) -> None:
    ground = [t.box("deep_river", 0, 56, 200, 60), t.box("ford", 45, 56, 55, 60)]
    state = t.field(t.battalion("L1", "south", (x, 50), formation="closed_column", figures=24), features=ground)
    found = go(state, act.Advance(130.0))
    assert found.track.legs[-1].end == pytest.approx(time, abs=0.0001)
    assert gone(state, found) == (13.0 if x == 50 else 6.0)
    assert (found.marks == ()) == (x == 50)


@pytest.mark.clause("NAP-S39", "NAP-MOV-10", "NAP-R38")
@pytest.mark.parametrize(
    ("wall", "ahead", "marks"),
    [
        (50.0, 2.5, ["crossed"]),  # its front touches the wall: a line of foot needs 1/4 of a move, then goes on
        (49.0, 10.0, []),  # its rear touches the wall from beyond: it is over it
        (48.9, 10.0, []),
        (49.1, 10.0, []),  # astride: it has begun to cross before
    ],
)
def test_who_touches_a_wall_with_its_front_has_it_to_cross_and_with_its_rear_not(
    wall: float, ahead: float, marks: list[str]
) -> None:
    state = t.field(
        t.battalion("L1", "south", (50, 50), figures=12), features=[t.piece("wall", [(30, wall), (70, wall)])]
    )
    found = go(state, act.Advance(25.0), act.Wait(1), act.Advance())
    assert [m.what for m in found.marks] == marks
    assert found.track.legs[1 if marks else 0].end == (0.5 if marks else 0.25)


@pytest.mark.clause("NAP-S39", "NAP-MOV-10", "NAP-S13")
def test_who_wheels_with_its_front_at_a_wall_crosses_it_and_horse_may_not() -> None:
    wall = [t.piece("wall", [(30, 50), (70, 50)])]
    foot = t.field(t.battalion("L1", "south", (50, 50), figures=6), features=wall)
    found = go(foot, act.Wheel("right", 30.0))
    assert [m.what for m in found.marks] == ["crossed"]
    assert found.time == pytest.approx(0.25 + 4.5 * 0.523599 / 10.0, abs=0.0001)
    horse = t.field(t.regiment("L1", "south", (50, 50), figures=8), features=wall)
    assert clauses(go(horse, act.Wheel("right", 30.0))) == ["NAP-MOV-07"]
    beside = [t.piece("wall", [(52.25, 50), (52.25, 70)])]  # straight ahead of the corner about which it turns
    free = t.field(t.battalion("L1", "south", (50, 50), figures=6), features=beside)
    assert go(free, act.Wheel("right", 30.0)).marks == ()


@pytest.mark.clause("NAP-S10", "NAP-S08")
@pytest.mark.parametrize(
    "march", [act.Advance(), act.Advance(100.0), act.Advance(path=((500.0, 700.0), (500.0, 900.0)))]
)
def test_what_is_ordered_after_a_march_that_the_ground_ends_begins_at_its_edge(march: act.Advance) -> None:
    river = [t.box("deep_river", 0, 56, 200, 60)]
    state = t.field(t.battalion("L1", "south", (50, 50), formation="closed_column", figures=24), features=river)
    found = go(state, march, act.Face("about"))
    assert [(leg.what, leg.start, leg.end) for leg in found.track.legs] == [("advance", 0.0, 0.4), ("face", 0.4, 0.65)]
    assert [m.what for m in found.marks] == ["shut"]


@pytest.mark.clause("NAP-S39")
@pytest.mark.parametrize(("facing", "back"), [(0.0, (0.0, -1.0)), (90.0, (-1.0, 0.0)), (225.0, (0.7071, 0.7071))])
@pytest.mark.parametrize(("off", "across"), [(1.0, True), (-1.0, False)])
def test_an_obstacle_behind_the_front_and_none_before_it_has_been_begun(
    facing: float, back: tuple[float, float], off: float, across: bool
) -> None:
    column = t.battalion("L1", "south", (50, 50), facing=facing, formation="closed_column", figures=16, companies=4)
    x, y = 50 + back[0] * off, 50 + back[1] * off
    side = (-back[1] * 10.0, back[0] * 10.0)
    hedge = t.piece("hedge", [(x - side[0], y - side[1]), (x + side[0], y + side[1])], "hedge")
    assert going.astride_of(t.field(column, features=[hedge]), "L1") == (("hedge",) if across else ())
