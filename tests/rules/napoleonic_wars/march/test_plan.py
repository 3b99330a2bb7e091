"""Formations and duties in the way of a body: what takes how long, what is carried on and what is dropped."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from game.geometry.shapes import Footprint
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.own import Doing, Formation
from tests.rules.napoleonic_wars import table as t


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


@pytest.mark.clause("NAP-FCH-01", "NAP-S08")
def test_a_change_that_cannot_be_made_does_not_keep_a_body_from_the_rest_of_its_line() -> None:
    state = t.field(french())
    found = go(state, act.Form("line"), act.Advance(40.0))
    assert clauses(found) == ["NAP-FCH-01"]
    assert end(state, found) == (50.0, 54.0, 0.0)


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
@pytest.mark.parametrize(("figures", "side"), [(18, 4.75), (24, 5.5), (22, 5.5)])
def test_a_square_is_formed_about_the_middle(figures: int, side: float) -> None:
    state = t.field(t.battalion("L1", "south", figures=figures))
    found = go(state, act.Form("square"), until=2.0)
    assert end(state, found)[:2] == (50.0, round(49.5 + side / 2, 3))


@pytest.mark.clause("NAP-FCH-06", "NAP-R144")
def test_no_change_begins_near_the_enemy_but_one_begun_goes_on() -> None:
    def there(y: float) -> State:
        return t.field(french("closed_divisional"), t.battalion("N1", "north", (50, y)))

    assert clauses(go(there(55.0), act.Form("square"))) == ["NAP-FCH-06"]  # exactly at it is within (NAP-S11)
    assert clauses(go(there(55.0001), act.Form("square"))) == ["NAP-FCH-06"]
    assert clauses(go(there(55.01), act.Form("square"))) == []
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


@pytest.mark.clause("NAP-R43", "NAP-DIS-13")
def test_who_carries_factors_does_not_march() -> None:
    state = t.given(t.field(french(), move=4), "L1", carried=2)
    assert clauses(go(state, act.Advance())) == ["NAP-DIS-13"]
    assert clauses(go(state, act.Advance(), freed=True)) == []
    assert clauses(go(state, act.Advance(pace="double"))) == ["NAP-DIS-13"]
    assert clauses(go(t.given(state, "L1", uncontrolled=True), act.Advance())) == []


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


@pytest.mark.clause("NAP-MOV-03", "NAP-WHL-04", "NAP-S28")
@pytest.mark.parametrize(
    ("piece", "policy", "way", "most"),
    [
        ("6", (), 2.0, 38.0),
        ("6", (act.FirePolicy(("N1",)),), 2.0, 38.0),
        ("6", (act.FirePolicy(hold=True),), 5.0, 95.0),
        ("12", (), 0.0, 0.0),
        ("12", (act.FirePolicy(hold=True),), 2.0, 38.0),
    ],
)
def test_deployed_guns_that_hold_their_fire_move_as_guns_that_do_not_fire(
    piece: str, policy: tuple[act.Action, ...], way: float, most: float
) -> None:
    state = t.field(t.battery("L1", "south", pieces=[piece]))
    assert gone(state, go(state, *policy, act.Advance())) == way
    wide = go(state, *policy, act.Wheel("left", most + 1.0))
    assert clauses(wide) in (["NAP-WHL-02"], ["NAP-MOV-02"])
    assert not most or clauses(go(state, *policy, act.Wheel("left", most))) == []


@pytest.mark.clause("NAP-S15", "NAP-S74")
@pytest.mark.parametrize(
    ("made", "x", "y"),
    [
        (None, 56.0, 66.0),
        (t.box("deep_river", 0, 54, 200, 60, "W"), 51.5, 54.0),  # 4.272 cm of way: its front comes to it all along
        (t.piece("hedge", [(0, 54), (200, 54)], "W"), 55.266, 64.043),  # a quarter of the move, 15 cm of way in all
        (t.box("marsh", 0, 54, 200, 60, "W"), 54.773, 62.727),  # 6.408 cm of way at half the pace
        (t.box("deep_river", 60, 0, 70, 200, "W"), 54.0, 60.667),  # the flank that leads comes to it after 4 cm aside
    ],
)
def test_open_order_comes_to_ground_with_the_edges_that_lead(made: Any, x: float, y: float) -> None:
    """12 cm of skirmishers go 6 cm aside for 16 ahead, at 20 cm a move."""
    state = t.field(
        t.battalion("L1", "south", figures=6, companies=1, formation="open", sub={"open": True}),
        features=[made] if made else [],
    )
    found = go(state, act.Advance(path=((560.0, 650.0),)))
    assert end(state, found)[:2] == pytest.approx((x, y), abs=0.02)
