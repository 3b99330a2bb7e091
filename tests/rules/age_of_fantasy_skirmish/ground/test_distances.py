"""Distances, contact, melee reach, spacing, coherency (AFS-S01, AFS-S05, AFS-S12, AFS-S13, AFS-S31)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.bases import Bases
from game.geometry.measure import base_distance
from game.geometry.shapes import Footprint, Pose
from game.kit.figures.outlines import plan_gaps, point_gaps
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import board, what_if
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, at_least, full, inch, more_than, within
from tests.rules.age_of_fantasy_skirmish import ground_plain as plain
from tests.rules.age_of_fantasy_skirmish.table import marker, piece, table, unit

R25 = 12.5 / 25.4
R32 = 16.0 / 25.4


def gap(distance: float, *radii: float) -> float:
    """Distance of centres, in inches, for a gap."""
    return distance + sum(radii)


def inches(mm: float) -> float:
    return round(mm / MM_PER_INCH, 4)


@pytest.mark.clause("AFS-S01")
def test_tolerance_of_a_thousandth_of_an_inch():
    x = MM_PER_INCH
    assert [within(d * x, 9.0) for d in (9.0, 9.001, 9.0011)] == [True, True, False]
    assert [more_than(d * x, 9.0) for d in (9.0, 9.001, 9.0011)] == [False, False, True]
    assert [at_least(d * x, 1.0) for d in (1.0, 0.999, 0.9989)] == [True, True, False]
    assert [full(d * x, 3.0) for d in (2.998, 2.999, 3.0, 5.9989, 5.9991)] == [0, 1, 1, 1, 2]


@pytest.mark.clause("AFS-S03", "AFS-S04")
def test_bases_and_heights_of_the_models():
    found = {s.id: (s.shape, s.width_mm, s.depth_mm, s.height) for s in data_army.sizes().values()}
    assert found == {
        "infantry": ("circle", 25, 25, 1.25),
        "large_infantry": ("circle", 32, 32, 1.5),
        "cavalry": ("oval", 25, 50, 2),
        "monster": ("circle", 50, 50, 2.5),
    }
    state = table(unit("A7", (10, 10)), unit("A6", (20, 10)))
    assert (state.bases["A7.1"].shape.kind, state.bases["A7.1"].own.height) == ("oval", inch(2.0))
    assert state.bases["A6.1"].own.height == inch(2.5)


def apart(state, a, b):
    """Distance in plan, and difference of the surfaces, of two models."""
    now = board(state)
    i, j = now.index[a], now.index[b]
    return now.plan[i, j], now.rise[i, j]


@pytest.mark.clause("AFS-S05")
def test_distance_is_of_outlines_and_of_surfaces():
    state = table(unit("A5", (5, 13)), unit("B4", (11, 13)), terrain=[piece("platform", box=(9, 10, 16, 16))])
    h = 6.0 - 2 * R25
    assert [inches(v) for v in apart(state, "A5.1", "B4.1")] == [round(h, 4), 3.0]
    assert inches(facts.distance(state, "A5.1", "B4.1")) == round(math.hypot(h, 3.0), 4)


@pytest.mark.clause("AFS-S05")
def test_bases_that_overlap_in_plan_are_as_far_apart_as_their_surfaces():
    state = table(unit("A5", (9.2, 13)), unit("B4", (8.8 - 0.3, 13)), terrain=[piece("platform", box=(9, 10, 16, 16))])
    assert [inches(v) for v in apart(state, "A5.1", "B4.1")] == [0.0, 3.0]
    assert inches(facts.distance(state, "A5.1", "B4.1")) == 3.0


@pytest.mark.clause("AFS-S05")
def test_the_oval_is_measured_along_its_facing():
    ahead = table(unit("A7", (10, 10, 90)), unit("B4", (14, 10)))
    aside = table(unit("A7", (10, 10, 0)), unit("B4", (14, 10)))
    assert inches(facts.distance(ahead, "A7.1", "B4.1")) == round(4 - 25 / 25.4 - R25, 4)
    assert inches(facts.distance(aside, "A7.1", "B4.1")) == round(4 - 2 * R25, 4)


@pytest.mark.clause("AFS-S05")
def test_the_nearest_model_of_a_unit_counts_and_markers_are_points_on_their_surface():
    state = table(
        unit("A3", (10, 10), (11.5, 10), (13, 10)),
        unit("B4", (18, 10)),
        unit("B1", (30, 10)),
        unit("B2"),
        terrain=[piece("tower", box=(20, 13, 24, 17))],
        markers=[marker(10, 14), marker(22, 15)],
    )
    assert inches(facts.base_to_unit(state, "B4.1", "A3")) == round(5 - 2 * R25, 4)
    assert inches(facts.unit_distance(state, "A3", "B1")) == round(17 - R25 - R32, 4)
    assert facts.nearest_enemy(state, "A3")[0] == "B4"
    assert min(state.bases_of("A3"), key=lambda b: facts.distance(state, "B4.1", b.id)).id == "A3.3"
    assert inches(facts.to_marker(state, "A3", "M1")) == round(4 - R25, 4)
    assert inches(facts.to_marker(state, "B4", "M2")) == round(math.hypot(math.hypot(4, 5) - R25, 6), 4)
    assert facts.base_to_unit(state, "A3.1", "B2") == math.inf
    # in the order of the army list, not of the document (AFS-S16)
    assert facts.enemies(state, "south") == ("B1", "B4")
    assert facts.foes(state, "A3") == ("B1", "B4")
    far, a, b = facts.between(state, "A3", "B4")
    assert inches(far) == round(5 - 2 * R25, 4)
    assert (inches(a[0]), inches(b[0])) == (round(13 + R25, 4), round(18 - R25, 4))


@pytest.mark.clause("AFS-S13")
@pytest.mark.parametrize(
    ("h", "v", "reach"),
    [(2.0, 0.0, True), (2.0009, 0.0, True), (2.003, 0.0, False), (2.0, 4.0, True), (0.0, 4.1, False)],
)
def test_melee_reach_is_two_inches_in_plan_and_four_in_height(h, v, reach):
    terrain = [piece("platform", box=(2, 10, 10, 16), height=v)] if v else []
    state = table(unit("A5", (10, 13)), unit("B4", (gap(h, 10, 2 * R25), 13)), terrain=terrain)
    assert facts.in_reach(state, "A5.1", "B4") == facts.in_reach(state, "B4.1", "A5") == reach


@pytest.mark.clause("AFS-S13")
def test_reach_goes_through_walls():
    state = table(unit("A5", (10, 13)), unit("B4", (11.6, 13)), terrain=[piece("wall", box=(10.6, 10, 11, 16))])
    assert facts.in_reach(state, "A5.1", "B4")


@pytest.mark.clause("AFS-S12")
@pytest.mark.parametrize(
    ("h", "v", "touch"), [(0.01, 0.0, True), (0.012, 0.0, False), (0.01, 0.5, True), (0.01, 0.6, False)]
)
def test_base_contact(h, v, touch):
    terrain = [piece("platform", box=(2, 10, 10.2, 16), height=v)] if v else []
    state = table(unit("A5", (10, 13)), unit("B4", (gap(h, 10, 2 * R25), 13)), terrain=terrain)
    assert facts.is_contact(*apart(state, "A5.1", "B4.1")) == touch


# --- spacing -----------------------------------------------------------------------------------------------------


def bar_at(x: float, target: str = "", *, other: str = "B4", v: float = 0.0) -> str:
    """Why A5 may not end where its gap to a unit at x = 20 is so, by clause."""
    terrain = [piece("platform", box=(20, 10, 26, 16), height=v)] if v else []
    state = table(unit("A5", (5, 13)), unit(other, (20, 13), side="north"), terrain=terrain)
    pose = Pose(inch(20.0 - 2 * R25 - x), inch(13), 0.0)
    bar = spacing.bar(state, "A5", {"A5.1": pose}, target)
    return "" if bar is None else bar.clause


@pytest.mark.clause("AFS-MOV-03", "AFS-R17")
def test_exactly_an_inch_from_other_units_is_allowed():
    assert [bar_at(x) for x in (1.0, 0.9991, 0.998, 0.0)] == ["", "", "AFS-MOV-03", "AFS-MOV-03"]


@pytest.mark.clause("AFS-MOV-03", "AFS-R17")
def test_friends_keep_their_distance_too():
    state = table(unit("A5", (5, 13)), unit("A2", (20, 13)))
    near = {"A5.1": Pose(inch(20.0 - 2 * R25 - 0.5), inch(13), 0.0)}
    assert spacing.bar(state, "A5", near).clause == "AFS-MOV-03"


@pytest.mark.clause("AFS-MOV-03", "AFS-S05")
def test_height_counts_for_the_inch():
    assert bar_at(0.0, v=3.0) == ""


@pytest.mark.clause("AFS-R18", "AFS-S12")
def test_in_a_charge_only_contact_with_others_than_the_target_is_forbidden():
    assert [bar_at(x, "B4") for x in (0.5, 0.0)] == ["", ""]
    assert [bar_at(x, "B1") for x in (0.5, 0.02, 0.01, 0.0)] == ["", "", "AFS-R18", "AFS-R18"]


@pytest.mark.clause("AFS-S07")
def test_models_do_not_end_on_each_other():
    assert bar_at(-0.1, "B4") == "AFS-S07"
    state = table(unit("A3", (10, 10), (11.5, 10), (13, 10)))
    near = spacing.bar(state, "A3", {"A3.1": Pose(inch(10.9), inch(10), 0.0)})
    assert near.clause == "AFS-S07"
    assert spacing.bar(state, "A3", {"A3.1": Pose(inch(11.5 - 2 * R25), inch(10), 0.0)}) is None


# --- coherency ---------------------------------------------------------------------------------------------------


def scatter(*xs: float) -> float:
    places = [(10 + x + k * 2 * R25, 10) for k, x in enumerate(xs)]
    state = table(unit("B3", *places, lost=list(range(len(xs) + 1, 5))))
    return round(spacing.scatter_now(state, "B3") / MM_PER_INCH, 3)


@pytest.mark.clause("AFS-MOV-01", "AFS-S31")
def test_each_model_stays_within_an_inch_of_another():
    assert scatter(0, 1.0) == 0.0
    assert scatter(0, 1.001) == 0.0
    assert scatter(0, 1.25) == 0.5


@pytest.mark.clause("AFS-S01", "AFS-S31", "AFS-MOV-01", "AFS-MOV-02")
@pytest.mark.parametrize(("over", "excess"), [(0.001, 0.0), (0.0011, 0.0011)])
def test_exactly_a_thousandth_over_a_limit_is_no_excess(over, excess):
    """Two by two a little over an inch apart, or three of whom the outer ones are a little over six: in inches."""
    near = inch(1.0) + over * MM_PER_INCH
    alone = np.array([[np.inf, near], [near, np.inf]])
    assert spacing.scatter_of(alone) / MM_PER_INCH == pytest.approx(2.0 * excess, abs=1e-9)
    far = inch(6.0) + over * MM_PER_INCH
    row = np.array([[np.inf, 20.0, far], [20.0, np.inf, 20.0], [far, 20.0, np.inf]])
    assert spacing.scatter_of(row) / MM_PER_INCH == pytest.approx(excess, abs=1e-9)


@pytest.mark.clause("AFS-MOV-02", "AFS-S31")
def test_each_model_stays_within_six_inches_of_all():
    # Two pairs, each an inch apart; the outermost models are as far from each other as said.
    def pairs(far: float) -> float:
        return scatter(0.0, 1.0, far - 1.0 - 2 * R25 * 2, far - 2 * R25 * 2)

    assert pairs(6.0) == 0.0
    assert pairs(6.001) == 0.0
    assert pairs(6.5) == 0.5


@pytest.mark.clause("AFS-R50", "AFS-MOV-01", "AFS-MOV-02")
def test_two_separated_pairs_are_coherent():
    assert scatter(0.0, 0.5, 3.0, 3.5) == 0.0


@pytest.mark.clause("AFS-S31")
def test_a_lone_model_is_always_coherent():
    assert scatter(0.0) == 0.0


@pytest.mark.clause("AFS-MOV-05", "AFS-S31")
def test_a_scattered_unit_must_end_less_scattered():
    state = table(unit("B3", (10, 10), (13, 10), lost=[3, 4]))
    before = spacing.scatter_now(state, "B3")
    assert before / MM_PER_INCH == pytest.approx(2 * (3 - 2 * R25 - 1))

    def ends(x: float, was: float = before) -> str:
        poses = {"B3.1": state.bases["B3.1"].pose, "B3.2": Pose(inch(x), inch(10), 0.0)}
        bar = spacing.loose(state, "B3", poses, was)
        return "" if bar is None else bar.clause

    assert ends(13.0) == "AFS-MOV-01"
    assert ends(12.996) == "AFS-MOV-01"
    assert ends(12.995) == ""
    assert ends(11.9) == ""
    assert ends(12.0, 0.0) == "AFS-MOV-01"


@pytest.mark.clause("AFS-MOV-02", "AFS-S31")
def test_what_breaks_the_far_distance_is_named_with_its_clause():
    state = table(unit("B3", (10, 10), (11.5, 10), (18.2, 10), (19.7, 10)))
    bar = spacing.loose(state, "B3", {b.id: b.pose for b in state.bases_of("B3")})
    assert bar.clause == "AFS-MOV-02"


places = st.tuples(st.floats(3, 30), st.floats(3, 30), st.floats(0, 360))


@pytest.mark.clause("AFS-S05")
@given(st.lists(places, min_size=2, max_size=4), st.lists(places, min_size=1, max_size=3))
def test_distances_in_bulk_are_those_of_pairs(ghouls, moved):
    shapes = [
        Footprint("circle", 25, 25),
        Footprint("oval", 25, 50),
        Footprint("circle", 50, 50),
        Footprint("oval", 25, 50),
    ]
    poses = [Pose(x * 25.4, y * 25.4, f) for x, y, f in ghouls]
    bases = Bases.of(shapes[: len(poses)], poses)
    plan = plan_gaps(bases, bases)
    for i, a in enumerate(poses):
        for j, b in enumerate(poses):
            assert plan[i, j] == pytest.approx(base_distance(shapes[i], a, shapes[j], b), abs=1e-6)
    x, y, _ = moved[0]
    dot = (Footprint("circle", 0.0, 0.0), Pose(x * 25.4, y * 25.4))
    found = point_gaps(bases, x * 25.4, y * 25.4)
    assert found.tolist() == pytest.approx(
        [base_distance(*dot, s, p) for s, p in zip(shapes, poses, strict=False)], abs=1e-6
    )


@pytest.mark.clause("AFS-S31", "AFS-R50")
@given(st.lists(places, min_size=2, max_size=4, unique=True))
def test_scatter_is_that_of_the_plain_twin(ghouls):
    state = table(unit("B3"))
    poses = {f"B3.{k}": Pose(x * 25.4, y * 25.4, f) for k, (x, y, f) in enumerate(ghouls, 1)}
    models = {b: state.bases[b].shape for b in poses}
    gaps = [[base_distance(models[a], poses[a], models[b], poses[b]) / 25.4 for b in poses] for a in poses]
    assert spacing.scatter(state, models, poses) / 25.4 == pytest.approx(plain.scatter(gaps), abs=1e-6)


@pytest.mark.clause("AFS-S05")
@given(places, places)
def test_what_if_gives_what_a_new_situation_gives(first, second):
    land = [piece("tower", box=(10, 10, 18, 18))]
    state = table(unit("A5", (5, 40)), unit("A7", (10, 40)), unit("B3", (30, 40)), terrain=land)
    board(state).far  # noqa: B018 - distances at hand, to be derived
    poses = {
        "A5.1": Pose(*[round(v * 25.4, 3) for v in first[:2]], 0.0),
        "A7.1": Pose(*[v * 25.4 for v in second[:2]], second[2]),
    }
    there = what_if(state, poses)
    derived = board(there)
    fresh = type(derived)(
        [b for u in there.units for b in there.bases_of(u)],
        derived.ground,
        {u.id: u.side for u in there.units.values()},
    )
    assert np.abs(derived.far - fresh.far).max() < 1e-9
    assert derived.heights.tolist() == fresh.heights.tolist()
