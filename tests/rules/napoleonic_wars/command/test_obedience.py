"""Game orders: what they let a body do, and when they are carried out."""

from __future__ import annotations

import pytest
import shapely
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.state import State
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import obedience
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import Leg, Track
from tests.rules.napoleonic_wars.table import battalion, box, field, put

Place = tuple[float, float]


def mm(*places: Place) -> tuple[Place, ...]:
    return tuple((cm(x), cm(y)) for x, y in places)


def centred(state: State, body: str, at: Place) -> State:
    """The state with a body whose centre is somewhere, in cm."""
    front = shape.front(state, body)
    x, y = shape.centre(state, body)
    dx, dy = front.x - x, front.y - y
    return put(state, body, (at[0] + dx / 10.0, at[1] + dy / 10.0), front.facing, "line")


def march(state: State, body: str, to: Place) -> shapely.LineString:
    return shapely.LineString([shape.centre(state, body), (cm(to[0]), cm(to[1]))])


def one(at: Place = (50.0, 20.0), *others: Place) -> State:
    foes = [battalion(f"E{k}", "north", at=spot, facing=180.0, figures=6) for k, spot in enumerate(others, 1)]
    return centred(field(battalion("L1", "south", at=at, figures=18), *foes), "L1", at)


ATTACK = GameOrder("attack", mm((50, 30), (50, 65), (100, 65)), place=mm((50, 20))[0])


@pytest.mark.clause("NAP-S07", "NAP-S73", "NAP-ORD-02")
def test_a_path_stays_within_fifteen_of_the_two_legs_that_count() -> None:
    state = one()
    assert obedience.march_bar(state, "L1", ATTACK, march(state, "L1", (50, 30))) is None
    side = shapely.LineString(mm((50, 20), (65.0, 24), (50, 28)))
    assert obedience.march_bar(state, "L1", ATTACK, side) is None
    wide = shapely.LineString(mm((50, 20), (66.0, 24), (66.0, 29)))
    bar = obedience.march_bar(state, "L1", ATTACK, wide)
    assert bar is not None
    assert bar.clause == "NAP-S07"


@pytest.mark.clause("NAP-S07")
def test_a_path_may_not_end_farther_from_the_next_point_than_it_began() -> None:
    state = one()
    bar = obedience.march_bar(state, "L1", ATTACK, march(state, "L1", (50, 14)))
    assert bar is not None
    assert obedience.march_bar(state, "L1", ATTACK, march(state, "L1", (50, 20))) is None
    past = shapely.LineString(mm((50, 20), (50, 45)))  # over the point and on
    assert obedience.march_bar(state, "L1", ATTACK, past) is None


@pytest.mark.clause("NAP-S73")
def test_a_body_put_outside_may_go_straight_back() -> None:
    state = one((72.0, 22.0))
    assert obedience.march_bar(state, "L1", ATTACK, march(state, "L1", (60, 26))) is None
    assert obedience.march_bar(state, "L1", ATTACK, march(state, "L1", (74, 24))) is not None


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_example_twenty_seven_whom_an_attack_may_strike() -> None:
    state = one((50.0, 20.0), (65.0, 45.0), (66.5, 45.0), (90.0, 62.0))
    nearest = {b: min(p.x for base in state.bases_of(b) if (p := base.pose)) for b in ("E1", "E2", "E3")}
    for body, west in (("E1", 65.0), ("E2", 66.01), ("E3", 90.0)):  # their nearest figure, in cm
        x = shape.front(state, body).x / 10.0 + west - (nearest[body] - 3.75) / 10.0
        state = put(state, body, (x, shape.front(state, body).y / 10.0), 180.0, "line")
    assert obedience.strike_bar(state, "L1", ATTACK, "E1") is None
    assert obedience.strike_bar(state, "L1", ATTACK, "E2") is not None
    assert obedience.strike_bar(state, "L1", ATTACK, "E3") is not None
    assert obedience.strike_bar(state, "L1", replace(ATTACK, targets=("E2",)), "E2") is None
    assert obedience.strike_bar(state, "L1", replace(ATTACK, passed=1), "E3") is None
    assert obedience.strike_bar(state, "L1", replace(ATTACK, kind="move"), "E1") is not None
    assert obedience.strike_bar(state, "L1", replace(ATTACK, used=True), "E1") is not None


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_who_holds_moves_five_centimetres_from_its_place_or_anywhere_in_the_feature() -> None:
    state = one()
    hold = GameOrder("hold", place=mm((50, 20))[0])
    assert obedience.march_bar(state, "L1", hold, march(state, "L1", (50, 25.0))) is None
    assert obedience.march_bar(state, "L1", hold, march(state, "L1", (50, 25.01))) is not None
    displaced = centred(state, "L1", (50.0, 32.0))
    assert obedience.march_bar(displaced, "L1", hold, march(displaced, "L1", (50, 28))) is None
    wood = field(battalion("L1", "south", at=(50, 20), figures=18), features=[box("open_wood", 40, 10, 70, 60, "W")])
    inside = replace(hold, feature="W")
    assert obedience.march_bar(wood, "L1", inside, march(wood, "L1", (60, 50))) is None
    assert obedience.march_bar(wood, "L1", inside, march(wood, "L1", (75, 50))) is not None


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_support_ends_within_twenty_five_or_nearer_and_a_screen_ahead() -> None:
    made = [battalion("L1", "south", at=(50, 20), figures=18), battalion("L2", "south", at=(50, 60), figures=18)]
    state = field(*made)
    support = GameOrder("support", supported="L2")
    assert obedience.march_bar(state, "L1", support, march(state, "L1", (50, 25))) is None  # nearer than it is
    assert obedience.march_bar(state, "L1", support, march(state, "L1", (50, 15))) is not None
    assert obedience.march_bar(state, "L1", support, march(state, "L1", (50, 34))) is None
    screen = GameOrder("screen", supported="L2")
    assert obedience.march_bar(state, "L1", screen, march(state, "L1", (50, 70))) is None
    away = put(state, "L1", (50, 68), 0.0, "line")
    assert obedience.march_bar(away, "L1", screen, march(away, "L1", (50, 90))) is not None


@pytest.mark.clause("NAP-S07", "NAP-S11")
@pytest.mark.parametrize(
    ("x", "y", "may"),
    [(50, 66.0, True), (50, 65.9, False), (50, 76.0, True), (50, 76.1, False), (63, 70, True), (70, 70, False)],
)
def test_a_screen_ends_five_to_fifteen_before_some_of_the_front(x: float, y: float, may: bool) -> None:
    """Edge to edge: the front that is screened is at 60, 13.5 cm wide, the screen a centimetre deep."""
    made = [battalion("L1", "south", at=(50, 85), figures=18), battalion("L2", "south", at=(50, 60), figures=18)]
    on = put(field(*made), "L1", (x, y), 0.0, "line")
    bar = obedience.march_bar(on, "L1", GameOrder("screen", supported="L2"), march(on, "L1", (x, y - 0.5)))
    assert (bar is None) is may


@pytest.mark.clause("NAP-DBL-01", "NAP-DBL-04", "NAP-S07")
def test_the_double_is_for_those_whose_order_asks_for_it_and_names_a_proper_objective() -> None:
    order = replace(ATTACK, pace="double")
    assert obedience.double_bar(ATTACK) is not None
    found = obedience.double_bar(order)
    assert found is not None
    assert found.clause == "NAP-DBL-04"
    assert obedience.double_bar(replace(order, feature="W")) is None
    assert obedience.double_bar(replace(order, towards="L2", beside="left")) is None
    assert obedience.double_bar(replace(order, feature="W", used=True)) is not None


@pytest.mark.clause("NAP-ORD-04", "NAP-S73")
def test_an_order_is_carried_out_when_the_last_point_is_passed_and_holds_there() -> None:
    state = one((50.0, 25.0))
    on = obedience.after_march(state, "L1", ATTACK)
    assert (on.passed, on.used) == (1, False)
    near = centred(state, "L1", (50.0, 24.99))
    assert obedience.after_march(near, "L1", ATTACK).passed == 0
    end = centred(state, "L1", (97.0, 65.0))
    done = obedience.after_march(end, "L1", replace(ATTACK, passed=2))
    assert done.used
    assert done.place == pytest.approx(mm((97, 65))[0])
    assert obedience.kind_of(done) == "hold"


@pytest.mark.clause("NAP-S73")
@pytest.mark.parametrize(("aside", "passed"), [(0.0, 1), (4.9, 1), (5.1, 0)])
def test_a_point_is_passed_by_who_comes_by_it_on_his_way_and_goes_on(aside: float, passed: int) -> None:
    """From 20 to 50 by the point at 30; the one at 65 is still before him."""
    state = centred(one((50.0 + aside, 50.0)), "L1", (50.0 + aside, 50.0))
    bases = state.bases_of("L1")
    there = tuple((b.pose.x, b.pose.y, b.pose.facing) for b in bases if b.pose)
    leg = Leg(0.0, 1.0, tuple((x, y - 300.0, f) for x, y, f in there), there, what="advance")
    track = Track(tuple(b.id for b in bases), (leg,))
    state = replace(state, own=replace(state.own, tracks={"L1": track}))
    assert obedience.after_march(state, "L1", ATTACK).passed == passed


@pytest.mark.clause("NAP-ORD-04", "NAP-S73")
def test_an_order_after_an_enemy_or_for_a_ward_ends_with_him() -> None:
    state = one((50.0, 20.0), (50.0, 60.0))
    after = GameOrder("attack", towards="E1", place=mm((50, 20))[0])
    on = obedience.after_march(state, "L1", after)
    assert not on.used
    assert on.seen_at == pytest.approx(shape.centre(state, "E1"))
    enemy = state.units["E1"]
    routs = replace(state, units={**state.units, "E1": replace(enemy, own=with_fields(enemy.own, result="rout"))})
    assert obedience.after_march(routs, "L1", after).used
    support = GameOrder("support", supported="E1")
    assert obedience.after_march(routs, "L1", support).used
    assert not obedience.after_march(state, "L1", support).used


@pytest.mark.clause("NAP-S06", "NAP-S73")
def test_an_objective_beside_a_unit_goes_with_it() -> None:
    state = one((50.0, 20.0), (50.0, 60.0))
    standing = shape.standing(state, "E1")
    x, y = standing.centre
    at = obedience.points(state, GameOrder("move", towards="E1", beside="behind", gap=100.0))[0]
    assert at == pytest.approx((x, y + standing.depth / 2.0 + 100.0))
    west = obedience.points(state, GameOrder("move", towards="E1", beside="right", gap=100.0))[0]
    assert west == pytest.approx((x - standing.width / 2.0 - 100.0, y))  # it faces south
