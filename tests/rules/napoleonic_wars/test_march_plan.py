"""Ways through the move: advances, wheels, obstacles, changes of formation, what is carried on and what is dropped."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.plan import Planned, plan
from rulesets.napoleonic_wars.own import Doing, Formation

from . import table as t


def go(state: State, *actions: act.Action, body: str = "L1", **more: Any) -> Planned:
    return plan(state, body, actions, **more)


def end(state: State, found: Planned, body: str = "L1") -> tuple[float, float, float]:
    """Where the middle of the front edge is in the end (cm), and its facing; of the bases as they began."""
    if not found.track.legs:
        pose = shape.front(state, body)
    else:
        last = found.track.legs[-1]
        sizes = {b: state.bases[b].shape for b in found.track.bases}
        for leg in found.track.legs:
            if leg.sizes:
                sizes = {b: Footprint("rect", *s) for b, s in zip(found.track.bases, leg.sizes, strict=True)}
        pose = shape.outline(tuple(sizes.values()), last.after or last.poses).front
    return round(pose.x / 10, 3), round(pose.y / 10, 3), round(pose.facing, 3)


def gone(state: State, found: Planned) -> float:
    """Cm gone straight north."""
    return round(end(state, found)[1] - shape.front(state, "L1").y / 10, 3)


def clauses(found: Planned) -> list[str]:
    return [f.bar.clause for f in found.faults]


FRENCH: dict[str, Any] = {"figures": 18, "nation": "france"}


def french(formation: Formation = "line", at: t.Place = (50, 50)) -> t.Made:
    return t.battalion("L1", "south", at, formation=formation, **FRENCH)


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
    assert [leg.end for leg in found.track.legs] == [0.5, 0.6333, 1.0]


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


# --- formations (examples 3 and 22) -----------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FCH-01", "NAP-FCH-03", "NAP-FCH-10", "NAP-S08")
def test_a_column_advances_and_forms_line_in_the_next_move() -> None:
    state = t.field(french("closed_divisional"))
    found = go(state, act.Advance(60.0), act.Form("line"))
    assert [(leg.what, leg.start, leg.end) for leg in found.track.legs] == [("advance", 0.0, 0.4), ("form", 0.4, 1.0)]
    assert found.doing == Doing("form", 0.4, {"formation": "line"})
    assert found.rest == 0.6
    there = t.given(t.put(state, "L1", (50, 56), 0.0, "closed_divisional"), "L1", doing=found.doing)
    after = go(there, act.Advance())
    assert [b.fields["formation"] for b in after.becomes] == ["line"]
    assert after.becomes[0].time == 0.4
    assert after.time == 1.0
    assert end(there, after)[1] == 62.0
    assert after.doing is None
    assert "formed" in after.did


@pytest.mark.clause("NAP-S49", "NAP-ORD-03")
def test_a_change_may_be_given_up_at_the_start_of_a_move() -> None:
    state = t.given(t.field(french("closed_divisional")), "L1", doing=Doing("form", 0.4, {"formation": "line"}))
    found = go(state, act.GiveUp(), act.Advance())
    assert (found.becomes, gone(state, found)) == ((), 15.0)
    late = go(t.given(state, "L1", doing=None), act.Advance(10.0), act.GiveUp())
    assert clauses(late) == ["NAP-S49"]


@pytest.mark.clause("NAP-FCH-10", "NAP-FCH-11", "NAP-R40", "NAP-NAT-03", "NAP-NAT-10", "NAP-R127")
@pytest.mark.parametrize(
    ("made", "told", "time"),
    [
        (t.battalion("L1", "south", formation="closed_column", cls="B"), act.Form("line"), 1.5),
        (t.battalion("L1", "south", formation="open_column", cls="B"), act.Form("line"), 1.5),
        (t.battalion("L1", "south", formation="open_column", cls="B"), act.Form("line", "left", flank=True), 0.75),
        (
            t.battalion("L1", "south", formation="open_column", cls="B", nation="britain"),
            act.Form("line", "left", flank=True),
            0.5,
        ),
        (
            t.battalion("L1", "south", formation="open_column", cls="B", nation="austria"),
            act.Form("line", "left", flank=True),
            1.0,
        ),
        (t.battalion("L1", "south", formation="closed_column"), act.Form("square"), 1.0),
        (t.battalion("L1", "south", formation="closed_column"), act.Form("double_square"), 1.0),
        (t.battalion("L1", "south", formation="open_column", cls="A"), act.Form("square"), 0.75),
        (t.battalion("L1", "south", formation="square"), act.Form("line"), 1.5),
        (t.battalion("L1", "south", nation="russia"), act.Form("square"), 1.75),
        (t.battalion("L1", "south", light=True), act.Form("open"), 0.5),
        (t.battalion("L1", "south", formation="open", light=True), act.Form("line"), 0.5),
        (t.battalion("L1", "south"), act.Form("march_column", "left", flank=True), 0.25),
        (t.battalion("L1", "south", formation="march_column"), act.Form("line", "left", flank=True), 0.25),
        (t.regiment("L1", "south", formation="closed_column"), act.Form("line"), 0.5),
        (t.regiment("L1", "south", formation="closed_column"), act.Form("double_line"), 0.25),
        (t.regiment("L1", "south", formation="open_column"), act.Form("line", "right", flank=True), 0.25),
        (t.regiment("L1", "south", formation="line", light=True), act.Form("open"), 0.5),
        (t.regiment("L1", "south", nation="austria", formation="closed_column"), act.Form("line"), 0.5),
    ],
)
def test_table_six(made: t.Made, told: act.Form, time: float) -> None:
    state = t.field(made, options={"national": True})
    found = go(state, told, until=3.0)
    assert clauses(found) == []
    assert found.time == time


@pytest.mark.clause("NAP-FCH-25", "NAP-NAT-03", "NAP-R41", "NAP-WHL-04")
@pytest.mark.parametrize(
    ("made", "to", "time", "clause"),
    [
        (t.battalion("L1", "south"), "about", 0.25, ""),
        (t.battalion("L1", "south"), "left", 0.25, ""),
        (t.battalion("L1", "south", nation="austria"), "right", 0.5, ""),
        (t.battalion("L1", "south", formation="irregular", regular=False), "about", 0.5, ""),
        (t.battalion("L1", "south", formation="open", nation="austria"), "about", 0.0, ""),
        (t.battery("L1", "south"), "about", 0.5, ""),
        (t.battery("L1", "south"), "left", 0.0, "NAP-WHL-04"),
        (t.battery("L1", "south", pieces=["siege"]), "about", 0.0, "NAP-R41"),
        (t.battalion("L1", "south", formation="square"), "about", 0.0, "NAP-FRM-13"),
    ],
)
def test_table_seven(made: t.Made, to: Any, time: float, clause: str) -> None:
    found = go(t.field(made, options={"national": True}), act.Face(to))
    assert (found.time, "".join(clauses(found))) == (time, clause)


@pytest.mark.clause("NAP-FCH-20", "NAP-FCH-21")
def test_figures_turn_on_the_spot_and_may_march_before_and_after() -> None:
    state = t.field(french())
    found = go(state, act.Advance(40.0), act.Face("about"), act.Advance())
    assert end(state, found) == (50.0, 49.5, 180.0)
    file = go(state, act.Face("right"))
    assert end(state, file)[2] == 90.0
    back = go(state, act.Face("right"), act.Face("left"))
    assert [tuple(round(v, 2) for v in p) for p in back.track.legs[-1].after] == [
        (p[0], p[1], 0.0) for p in back.track.legs[0].poses
    ]


@pytest.mark.clause("NAP-FCH-04")
def test_horse_forms_line_on_the_move() -> None:
    state = t.field(t.regiment("L1", "south", formation="closed_column"))
    found = go(state, act.Form("line", moving=True), act.Advance())
    assert end(state, found)[1] == 80.0
    assert found.becomes[0].time == 0.5
    assert clauses(go(state, act.Form("open", moving=True))) == ["NAP-FRM-04"]
    foot = t.field(t.battalion("L1", "south", formation="closed_column"))
    assert clauses(go(foot, act.Form("line", moving=True))) == ["NAP-FCH-04"]


@pytest.mark.clause("NAP-FCH-12")
def test_irregulars_change_their_front_by_two_figures_a_quarter() -> None:
    made = t.battalion("L1", "south", formation="irregular", figures=20, abreast=10, regular=False)
    state = t.field(made)
    assert go(state, act.Form("irregular", abreast=6)).time == 0.5
    assert clauses(go(state, act.Form("irregular", abreast=20))) == ["NAP-FRM-22"]


@pytest.mark.clause("NAP-FCH-02", "NAP-S14", "NAP-R40")
def test_an_unlisted_change_takes_the_longest_way() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column", cls="B", figures=18))
    # the last company goes back from 50 behind the first to 5 x 22.5
    assert go(state, act.Form("open_column")).time == pytest.approx((112.5 - 50) / 150, abs=0.0001)


@pytest.mark.clause("NAP-S14")
@pytest.mark.parametrize(
    ("hand", "middle"), [("left", 50 - 5 * 2.25 / 2), ("right", 50 + 5 * 2.25 / 2), ("", 50 - 5 * 2.25 / 2)]
)
def test_the_leading_company_stays_and_the_rest_come_up_beside_it(hand: Any, middle: float) -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column", figures=18))
    found = go(state, act.Form("line", hand), until=2.0)
    assert end(state, found) == pytest.approx((middle, 50.0, 0.0), abs=0.001)
    lead = found.track.bases.index("L1.1")
    a, b = found.track.legs[0].poses[lead], found.track.legs[-1].after[lead]
    assert abs(a[0] - b[0]) <= 15.0
    assert a[1] == b[1]


@pytest.mark.clause("NAP-S14", "NAP-FRM-15", "NAP-FRM-20")
def test_to_a_flank_and_back() -> None:
    state = t.field(t.battalion("L1", "south", formation="open_column", cls="A", figures=18))
    found = go(state, act.Form("line", "left", flank=True))
    # six companies of 22.5: from one width before the front edge to the pivot of the last
    assert end(state, found) == (48.875, round(50 + 2.25 - 13.5 / 2, 3), 270.0)
    line = t.put(state, "L1", (48.875, 45.5), 270.0, "line")
    again = go(line, act.Form("open_column", "right", flank=True))
    assert end(line, again) == (50.0, 50.0, 0.0)
    march = go(t.put(state, "L1", (50, 50), 0.0, "line"), act.Form("march_column", "right", flank=True))
    assert end(state, march) == (56.75, 49.25, 90.0)


@pytest.mark.clause("NAP-S14")
def test_a_square_is_formed_about_the_middle() -> None:
    state = t.field(french())
    found = go(state, act.Form("square"), until=2.0)
    assert end(state, found)[:2] == (50.0, round(49.5 + 4.75 / 2, 3))


@pytest.mark.clause("NAP-FCH-06", "NAP-R144")
def test_no_change_begins_near_the_enemy_but_one_begun_goes_on() -> None:
    def there(y: float) -> State:
        return t.field(french("closed_divisional"), t.battalion("N1", "north", (50, y)))

    assert clauses(go(there(54.9), act.Form("square"))) == ["NAP-FCH-06"]
    assert clauses(go(there(55.0), act.Form("square"))) == []
    begun = t.given(there(54.9), "L1", doing=Doing("form", 0.25, {"formation": "square"}))
    assert [b.fields["formation"] for b in go(begun).becomes] == ["square"]


@pytest.mark.clause("NAP-S49")
def test_a_new_formation_is_shifted_to_where_there_is_room() -> None:
    house = t.box("building", 44, 44, 49, 49.4, "house")
    state = t.field(t.battalion("L1", "south", formation="closed_column", figures=12), features=[house])
    found = go(state, act.Form("line", "left"), until=2.0)
    assert clauses(found) == []
    x, y, _ = end(state, found)
    assert (x, y) == pytest.approx((46.25, 50.4), abs=0.02)
    walls = [t.box("building", 30, 30, 70, 49.4, "a"), t.box("building", 30, 50.5, 70, 70, "b")]
    shut = t.field(t.battalion("L1", "south", formation="line", figures=24), features=walls)
    failed = go(shut, act.Form("square"), until=2.0)
    assert clauses(failed) == ["NAP-S49"]
    assert failed.becomes == ()
    assert failed.time == 1.5


@pytest.mark.clause("NAP-R71")
def test_a_closed_column_faces_outwards() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column"))
    found = go(state, act.Mass())
    assert (found.time, found.becomes[0].fields["formation"]) == (0.25, "mass")
    mass = t.put(state, "L1", (50, 50), 0.0, "mass")
    assert shape.ranks(mass, "L1") == 7
    assert clauses(go(mass, act.Advance())) == ["NAP-R71"]
    again = go(mass, act.Mass(on=False), act.Advance())
    assert gone(mass, again) == 11.25
    assert clauses(go(t.field(french()), act.Mass())) == ["NAP-R71"]


@pytest.mark.clause("NAP-FCH-05", "NAP-R42", "NAP-DBL-06", "NAP-DBL-02")
def test_the_double_is_for_the_whole_move() -> None:
    state = t.field(french())
    fast = act.Advance(pace="double")
    found = go(state, act.Wheel("left", 20.0), fast)
    assert found.did == ("double",)
    assert found.time == 1.0
    assert found.moved == pytest.approx(135 * 0.349066 / 2 + (200 - 135 * 0.349066), abs=30)
    assert clauses(go(state, fast, act.Form("square"))) == ["NAP-FCH-05"]
    assert clauses(go(state, act.Advance(10.0), fast)) == ["NAP-R42"]
    assert clauses(go(state, act.FirePolicy(), fast)) == ["NAP-DBL-06"]
    assert clauses(go(state, act.FirePolicy(hold=True), fast)) == []
    assert clauses(go(state, act.Advance(pace="double", stop_at=act.StopAt(50.0)))) == ["NAP-DBL-02"]
    bows = t.field(t.regiment("L1", "south", regular=False, weapon="bow"))
    assert clauses(go(bows, act.FirePolicy(), fast)) == []


# --- duty -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R43", "NAP-DBL-02")
def test_who_carries_factors_does_not_march() -> None:
    state = t.given(t.field(french(), move=4), "L1", carried=2)
    assert clauses(go(state, act.Advance())) == ["NAP-DIS-13"]
    assert clauses(go(state, act.Advance(), freed=True)) == []
    assert clauses(go(t.given(state, "L1", doubled=3), act.Advance(pace="double"))) == []
    assert clauses(go(t.given(state, "L1", doubled=2), act.Advance(pace="double"))) == ["NAP-DIS-13"]


@pytest.mark.clause("NAP-S74", "NAP-S21")
def test_reforming_comes_first_and_what_follows_uses_the_rest() -> None:
    state = t.given(t.field(t.battalion("L1", "south", cls="A")), "L1", carried=3)
    found = go(state, act.Reform(), act.Advance())
    assert gone(state, found) == 2.5
    assert found.rest == 0.75
    turning = go(state, act.Reform(), act.Face("about"), act.Advance())
    assert end(state, turning)[1] == 46.5


@pytest.mark.clause("NAP-SPM-06", "NAP-SPM-01")
def test_lying_down_and_standing_up() -> None:
    state = t.field(french())
    found = go(state, act.Lie())
    assert (found.time, found.becomes[0].fields, found.rest) == (0.25, {"prone": True}, 0.75)
    prone = t.given(state, "L1", prone=True)
    assert clauses(go(prone, act.Advance())) == ["NAP-SPM-06"]
    assert gone(prone, go(prone, act.StandUp(), act.Advance())) == 7.5
    assert clauses(go(t.field(t.regiment("L1", "south")), act.Lie())) == ["NAP-SPM-01"]
    assert clauses(go(state, act.Advance(90.0), act.Lie())) == ["NAP-S08"]


@pytest.mark.clause("NAP-SPM-03", "NAP-R37")
def test_moving_backwards() -> None:
    state = t.field(french())
    found = go(state, act.Back(500.0))
    assert end(state, found) == (50.0, 45.0, 0.0)
    assert clauses(go(t.field(t.regiment("L1", "south")), act.Back(10.0))) == ["NAP-R37"]


# --- guns (examples 16 and 25) ----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-LIM-01", "NAP-LIM-02", "NAP-LIM-03", "NAP-R133")
@pytest.mark.parametrize(
    ("pieces", "told", "march", "left"),
    [
        (["6", "6"], {"horse_guns": True}, 18.75, 0.0),
        (["12", "12"], {"team": 8}, 5.0, 0.0),
        (["rocket"], {"arm": "rockets"}, 7.5, 0.0),
        (["siege"], {"team": 8}, 0.0, 1.0),
    ],
)
def test_unlimbering(pieces: list[str], told: dict[str, Any], march: float, left: float) -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=pieces, **told))
    actions = [act.Advance(march * 10.0)] if march else []
    found = go(state, *actions, act.Unlimber())
    assert found.time == 1.0
    assert found.doing == (Doing("unlimber", left, {}) if left else None)
    assert [b.fields["formation"] for b in found.becomes] == ([] if left else ["deployed"])
    assert found.rest == 0.0
    if not left:
        assert go(state, act.Advance(march * 10.0 + 1.0), act.Unlimber()).becomes == ()


@pytest.mark.clause("NAP-LIM-03", "NAP-LIM-04")
def test_guns_face_any_way_but_not_on_a_steep_slope() -> None:
    made = t.battery("L1", "south", (50, 50), formation="limbered", pieces=["6"])
    state = t.field(made)
    found = go(state, act.Unlimber(facing=90.0))
    gun, team = (found.track.legs[-1].after[found.track.bases.index(b)] for b in ("L1.1", "L1.2"))
    assert gun == (520.0, 500.0, 90.0)
    assert team == (460.0, 500.0, 90.0)
    ring = tuple((x * 10.0, y * 10.0) for x, y in ((34, 49), (66, 49), (66, 81), (34, 81)))
    steep = t.field(
        t.battery("L1", "south", (50, 43), formation="limbered"),
        features=[t.box("hill", 30, 45, 70, 85, contours=(ring,))],
    )
    assert clauses(go(steep, act.Unlimber())) == ["NAP-LIM-04"]


@pytest.mark.clause("NAP-R68")
@pytest.mark.parametrize(
    ("kind", "formation", "pieces", "gone_cm", "clause"),
    [
        ("i", "limbered", ["6"], 18.75, ""),
        ("ii", "limbered", ["6"], 12.5, ""),
        ("iii", "deployed", ["6"], 12.5, ""),
        ("iv", "deployed", ["6"], 6.25, ""),
        ("i", "limbered", ["12"], 7.5, ""),
        ("ii", "limbered", ["12"], 0.0, "NAP-R68"),
        ("i", "limbered", ["siege"], 0.0, "NAP-ART-09"),
        ("i", "deployed", ["6"], 0.0, "NAP-ART-09"),
        ("iii", "limbered", ["6"], 0.0, "NAP-ART-09"),
    ],
)
def test_action_moves(kind: Any, formation: Formation, pieces: list[str], gone_cm: float, clause: str) -> None:
    team = 8 if pieces == ["12"] else 6
    state = t.field(t.battery("L1", "south", formation=formation, pieces=pieces, team=team), move=3)
    found = go(state, act.ActionMove(kind))
    assert "".join(clauses(found)) == clause
    if not clause:
        marched = [leg for leg in found.track.legs if leg.what == "action_move" and leg.after]
        share = 0.5 if pieces == ["12"] else {"i": 0.75, "ii": 0.5, "iii": 0.5, "iv": 0.25}[kind]
        assert sum(leg.end - leg.start for leg in marched) == pytest.approx(share)
        assert found.moved == pytest.approx(gone_cm * 10)
        assert found.becomes[-1].fields == {"acted": 3}
        assert found.becomes[-1].time == {"i": 1.0, "ii": 0.75, "iii": 1.0, "iv": 0.75}[kind]
        again = t.given(state, "L1", acted=2)
        assert clauses(go(again, act.ActionMove(kind))) == ["NAP-ART-10"]


@pytest.mark.clause("NAP-HRS-04", "NAP-R36")
def test_a_team_halts_until_its_dead_animal_is_cut_free() -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=["6"]))
    team = state.bases["L1.2"]
    state = replace(state, bases={**state.bases, "L1.2": replace(team, own=replace(team.own, dead=1, horses=5))})
    assert clauses(go(state, act.Advance())) == ["NAP-HRS-04"]


# --- horse on foot, buildings -----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SPM-02")
def test_mounting_and_dismounting_take_a_quarter() -> None:
    state = t.field(t.regiment("L1", "south", weapon="dragoon_musket"))
    found = go(state, act.Dismount(open=True))
    assert (found.time, found.rest) == (0.25, 0.75)
    assert found.becomes[0].fields == {"mounted": False, "formation": "open"}
    assert clauses(go(t.field(t.regiment("L1", "south", weapon="")), act.Dismount())) == ["NAP-BAS-03"]
    assert clauses(go(t.field(t.regiment("L1", "south")), act.Dismount(open=True))) == ["NAP-FRM-04"]
    assert clauses(go(t.field(t.regiment("L1", "south", mounted=False)), act.Mount())) == ["NAP-HRS-01"]


@pytest.mark.clause("NAP-SPM-04", "NAP-TER-02")
def test_a_battalion_enters_a_town() -> None:
    town = t.box("building", 46, 50, 54, 58, "town")
    state = t.field(french("closed_divisional", (50, 49.95)), features=[town])
    line = t.field(french("line", (50, 49.95)), features=[town])
    found = go(line, act.Enter("town"))
    assert [(m.time, m.n) for m in found.marks] == [(0.25, 4), (0.5, 4), (0.75, 4), (1.0, 4)]
    assert found.doing == Doing("enter", 0.25, {"building": "town"})
    assert found.rest == 0.0
    # the column is 45 mm wide: two figures a quarter, by the wall within 1 cm of it
    assert [m.n for m in go(state, act.Enter("town")).marks] == [3, 3, 3, 3]
    assert clauses(go(t.field(french("line", (50, 48)), features=[town]), act.Enter("town"))) == ["NAP-S27"]
    many = t.field(t.battalion("L1", "south", (50, 49.95), figures=33), features=[town])
    assert clauses(go(many, act.Enter("town"))) == ["NAP-TER-04"]


@pytest.mark.clause("NAP-SPM-04")
def test_a_garrison_comes_out() -> None:
    town = t.box("building", 46, 50, 54, 58, "town")
    state = t.field(t.battalion("L1", "south", (50, 40), figures=8, companies=2), features=[town])
    state = t.put(state, "L1", (50, 54), 0.0, "garrison", building="town")
    found = go(state, act.Leave((500.0, 440.0), 180.0, "line"))
    assert clauses(found) == ["NAP-S27"]
    found = go(state, act.Leave((500.0, 489.0), 180.0, "line"))
    assert (found.time, found.becomes[0].fields["formation"]) == (0.5, "line")
    assert len(found.becomes[0].poses) == 8


@pytest.mark.clause("NAP-SPM-05")
def test_spiking_takes_two_moves() -> None:
    gun = t.battery("N1", "north", (50, 60), pieces=["6"])
    state = t.field(t.battalion("L1", "south", (50, 60)), gun)
    found = go(state, act.Spike("N1.1"))
    assert found.doing == Doing("spike", 1.0, {"gun": "N1.1"})
    after = go(t.given(state, "L1", doing=found.doing))
    assert [(m.what, m.thing, m.time) for m in after.marks] == [("spiked", "N1.1", 1.0)]
    assert clauses(go(t.field(t.battalion("L1", "south", (50, 50)), gun), act.Spike("N1.1"))) == ["NAP-SPM-05"]


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
