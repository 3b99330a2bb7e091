"""The lane of a gun: the point aimed at, what bars it, who stands on it, how deep; the first shot at a new target."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.fire import lanes
from tests.rules.napoleonic_wars.fire_play import Played
from tests.rules.napoleonic_wars.table import Made, battalion, battery, field, general, put


def gun(**own: Any) -> Made:
    """A 12-pounder that looks north, the middle of its front edge at (50, 20)."""
    return battery("G1", "south", **{"at": (50, 20), "pieces": ("12",), **own})


def foe(body: str = "C1", at: tuple[float, float] = (50, 60), **own: Any) -> Made:
    return battalion(body, "north", **{"at": at, "companies": 1, "weapon": "", **own})


def aimed_at(state: State, target: str = "C1") -> tuple[float, float] | None:
    """The point aimed at in cm."""
    found = lanes.gun_bears(state, "G1.1", target, 1500.0)
    return None if found is None else (round(found.point[0] / 10, 3), round(found.point[1] / 10, 3))


# --- the point aimed at ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S54")
@pytest.mark.parametrize("x", [42.0, 47.3, 50.0, 58.9])
def test_a_gun_aims_straight_ahead_where_that_meets_the_target(x: float) -> None:
    assert aimed_at(field(gun(), foe(at=(x, 60)))) == (50.0, 60.0)


@pytest.mark.clause("NAP-S54")
def test_straight_ahead_goes_before_a_nearer_corner() -> None:
    point = aimed_at(field(gun(), foe(at=(50, 60), facing=150.0)))
    assert point is not None
    assert point[0] == 50.0


@pytest.mark.clause("NAP-S54")
@pytest.mark.parametrize(("x", "point"), [(59.0, (50.0, 60.0)), (59.01, (50.01, 60.0)), (64.0, (55.0, 60.0))])
def test_else_it_aims_at_the_point_of_the_target_nearest_to_its_muzzle(x: float, point: tuple[float, float]) -> None:
    """The target is 18 cm wide: its western end lies 9 cm west of its middle."""
    assert aimed_at(field(gun(), foe(at=(x, 60)))) == point


@pytest.mark.clause("NAP-S54")
def test_of_two_equally_near_points_the_left_one_is_aimed_at() -> None:
    state = field(gun(), foe(figures=2, formation="open", sub={"open": True}))
    one, other = state.bases_of("C1")
    assert one.pose is not None
    assert other.pose is not None
    half = one.shape.width / 2
    left, right = sorted((one, other), key=lambda b: b.pose.x if b.pose else 0.0)
    apart = {
        left.id: replace(left, pose=replace(one.pose, x=490.0 - half)),
        right.id: replace(right, pose=replace(one.pose, x=510.0 + half)),
    }
    assert aimed_at(replace(state, bases={**state.bases, **apart})) == (49.0, 60.0)


@pytest.mark.clause("NAP-S54")
def test_who_stands_on_both_sides_of_straight_ahead_is_hit_by_neither_lean() -> None:
    """A line 4 cm right of the muzzle and 6 cm left of it: straight ahead, not to the nearer flank."""
    state = field(gun(), foe(at=(49, 60)), foe("C2", (50, 75), figures=24, companies=4, formation="closed_column"))
    assert [u for u, _ in lanes.in_lane(state, "G1.1", (500.0, 600.0), 1500.0)] == ["C1", "C2"]
    play = Played(state, [5]).answer(G1="C1:roundshot").to_end()
    assert play.men("C2") > 0


# --- what bars it ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ARC-09", "NAP-S54")
@pytest.mark.parametrize(
    ("inside", "fires"),
    [(0.0, True), (0.05, True), (0.06, False), (0.4, False), (2.9, False), (3.01, True)],
)
def test_own_foot_bar_a_gun_whose_lane_they_overlap(inside: float, fires: bool) -> None:
    """The lane runs from x = 48.5 to 51.5; a file one figure deep, 1 cm, reaches ``inside`` cm into it."""
    mine = battalion("L1", "south", at=(51.5 - inside + 0.375, 40), figures=1, companies=1, weapon="")
    if inside > 3.0:  # all of it beyond the lane on the other side
        mine = battalion("L1", "south", at=(48.49 - 0.375, 40), figures=1, companies=1, weapon="")
    play = Played(field(gun(), foe(at=(47, 60)), mine), [1] if fires else [])
    assert bool(play.to_end().of("G1").fire.fired) is fires


# --- how deep, and who is exposed ------------------------------------------------------------------------------------


def rows(play: Played, target: str) -> dict[str, int]:
    """The rows of the factor at a body, by their words."""
    (event,) = [e for e in play.events if e.type == "fired"]
    (told,) = [s for s in event.sums if any(a == target for a in (getattr(x, "id", "") for x in s.label.args.values()))]
    return {text.key: int(value) for text, value, _ in told.rows}


@pytest.mark.clause("NAP-S56", "NAP-ART-20", "NAP-CAS-09")
def test_depth_and_exposure_are_those_of_the_line_straight_ahead() -> None:
    """A closed column of four ranks behind a line that stands aside: four bases on the lane, at 10 ranks' depth."""
    state = field(gun(), foe(at=(56, 45)), foe("C2", (50, 55), figures=24, companies=4, formation="closed_column"))
    (on,) = [names for u, names in lanes.in_lane(state, "G1.1", (500.0, 450.0), 1500.0) if u == "C2"]
    assert len(on) == 16  # four files of 0.75 cm, four ranks
    play = Played(state, [5]).answer(G1="C1:roundshot").to_end()
    assert play.men("C1") == 2  # 4 figures at 18 - 2 + 2
    assert play.men("C2") == 13 - 2  # at 18 + 10 - 2 + 2, less the first unit's


@pytest.mark.clause("NAP-S56", "NAP-ARC-14")
@pytest.mark.parametrize(("at", "facing", "ranks"), [((50, 60), 180.0, 1), ((50, 60), 90.0, 12), ((50, 60), 225.0, 3)])
def test_ranks_are_the_bases_that_the_line_crosses(at: tuple[float, float], facing: float, ranks: int) -> None:
    """A line shot along its length counts as many ranks as it has figures; at 45 degrees it meets three files."""
    state = put(field(gun(), foe(figures=12)), "C1", at, facing, "line")
    found = lanes.gun_bears(state, "G1.1", "C1", 1500.0)
    assert found is not None
    assert lanes.depth(state, "G1.1", "C1", found.point) == ranks


@pytest.mark.clause("NAP-R85", "NAP-RGN-03")
def test_a_general_shares_with_all_who_stand_on_the_lane() -> None:
    """Sixteen figures of the column are on the lane: he takes a seventeenth of 14 casualties, 0.8: one."""
    state = field(
        gun(),
        foe("C2", (50, 45), figures=24, companies=4, formation="closed_column"),
        general("N1", "north", at=(57, 45)),
    )
    play = Played(state, [5, 2, 2, 2]).answer(G1="C2:roundshot").to_end()
    men = play.men("C2")
    assert play.state.bases["N1.1"].own.men == 20 - int(men / 17 + 0.5)


# --- the first shot --------------------------------------------------------------------------------------------------


def shooting(aimed_before: str) -> Played:
    """A gun whose last shot was at a body fires at C1, with C2 behind it."""
    state = field(gun(), foe(at=(50, 45)), foe("C2", (50, 55)))
    base = state.bases["G1.1"]
    state = replace(state, bases={**state.bases, base.id: replace(base, own=replace(base.own, fired_at=aimed_before))})
    return Played(state, [5]).answer(G1="C1:roundshot").to_end()


@pytest.mark.clause("NAP-ART-23", "NAP-R70", "NAP-LOF-04")
@pytest.mark.parametrize(("before", "minus"), [("", True), ("C2", True), ("C1", False)])
def test_the_first_shot_at_a_new_target_is_asked_of_the_target_aimed_at(before: str, minus: bool) -> None:
    play = shooting(before)
    for body in ("C1", "C2"):
        assert ("first shot" in rows(play, body)) is minus


@pytest.mark.clause("NAP-LOF-01")
@pytest.mark.parametrize("lean", [0.0, 20.0])
def test_who_stands_behind_the_target_is_hit_where_the_lane_comes_to_him(lean: float) -> None:
    """The muzzle lies at (500, 200) mm, the second line 550 mm before it."""
    state = field(gun(), foe(), foe("C2", at=(50, 75)))
    aimed = (500.0 + lean, 600.0)
    here = dict(lanes.in_lane(state, "G1.1", aimed, 1500.0))["C2"]
    found = lanes.on_lane(state, "G1.1", "C2", here, aimed)
    assert found.point == pytest.approx((500.0 + lean * 550.0 / 400.0, 750.0))
