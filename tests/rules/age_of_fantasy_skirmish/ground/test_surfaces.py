"""Heights, where models can stand, areas, places for markers (AFS-S02, AFS-S08, AFS-S09, AFS-S20)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.shapes import Footprint, Pose
from rulesets.age_of_fantasy_skirmish.deploy import setup
from rulesets.age_of_fantasy_skirmish.field import ground as data_terrain
from rulesets.age_of_fantasy_skirmish.field.ground import Ground, ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish import ground_plain as plain
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

COIN = Footprint("circle", 25.0, 25.0)
RADIUS = 12.5 / 25.4


def ground(*terrain, size=(48.0, 48.0)) -> Ground:
    return ground_of(table(terrain=terrain, size=size))


def at(x: float, y: float, facing: float = 0.0) -> Pose:
    return Pose(inch(x), inch(y), facing)


def clause(bar) -> str:
    return "" if bar is None else bar.clause


@pytest.mark.clause("AFS-S09")
def test_the_table_of_terrain_types():
    found = {
        k.id: (k.cover, k.difficult, k.dangerous, k.sight, k.shape, k.height) for k in data_terrain.kinds().values()
    }
    assert found == {
        "woods": (True, True, False, "veil", "area", 4.0),
        "rubble": (True, True, False, "", "area", 0.5),
        "swamp": (False, True, False, "", "area", 0.0),
        "thorns": (False, False, True, "", "area", 0.5),
        "hedge": (False, False, False, "solid", "hedge", 1.0),
        "wall": (False, False, False, "solid", "wall", 3.0),
        "hill": (False, False, False, "solid", "top", 2.0),
        "platform": (False, False, False, "solid", "top", 3.0),
        "tower": (False, False, False, "solid", "top", 6.0),
        "chasm": (False, False, False, "", "pit", -6.0),
    }


@pytest.mark.clause("AFS-S08", "AFS-S09")
@pytest.mark.parametrize(
    ("kind", "height", "level"),
    [
        ("hill", 2.0, 2),
        ("platform", 3.0, 3),
        ("tower", 6.0, 6),
        ("chasm", -6.0, -6),
        ("woods", 0.0, 0),
        ("rubble", 0.0, 0),
        ("thorns", 0.0, 0),
        ("swamp", 0.0, 0),
        ("wall", 0.0, 0),
        ("hedge", 0.0, 0),
    ],
)
def test_models_stand_on_tops_and_floors_and_else_on_the_ground(kind, height, level):
    land = ground(piece(kind, box=(10, 10, 16, 16)))
    assert land.height_at(inch(13), inch(13)) == inch(height)
    assert land.level_at(inch(13), inch(13)) == level


@pytest.mark.clause("AFS-S08")
def test_the_surface_is_the_one_under_the_centre_and_edges_belong_to_the_top():
    land = ground(piece("tower", box=(10, 10, 16, 16)), piece("chasm", box=(30, 10, 36, 16)))
    assert land.height_at(inch(16), inch(13)) == inch(6)
    assert land.height_at(inch(16) + 0.01, inch(13)) == 0.0
    assert land.height_at(inch(30), inch(13)) == 0.0
    assert land.height_at(inch(30) + 0.01, inch(13)) == -inch(6)


@pytest.mark.clause("AFS-S08")
def test_the_highest_of_several_tops_counts_and_a_platform_spans_a_chasm():
    land = ground(
        piece("platform", box=(10, 10, 20, 20)),
        piece("tower", box=(12, 12, 14, 14)),
        piece("chasm", box=(8, 8, 22, 22)),
    )
    assert land.height_at(inch(13), inch(13)) == inch(6)
    assert land.height_at(inch(18), inch(18)) == inch(3)
    assert land.height_at(inch(9), inch(9)) == -inch(6)
    assert land.surface_at(inch(9), inch(9)) == "chasm-1"


@pytest.mark.clause("AFS-S02")
def test_no_base_crosses_the_table_edge():
    land = ground()
    assert land.may_stand(COIN, Pose(12.5, 12.5)) is None
    assert land.may_stand(COIN, Pose(12.5 - 0.0254, 20.0)) is None
    assert clause(land.may_stand(COIN, Pose(12.47, 20.0))) == "AFS-S02"
    assert clause(land.may_stand(COIN, Pose(20.0, inch(48) - 12.4))) == "AFS-S02"


@pytest.mark.clause("AFS-S02")
def test_an_oval_reaches_by_its_facing():
    land = ground()
    oval = Footprint("oval", 25.0, 50.0)
    assert land.may_stand(oval, Pose(13.0, 100.0, 0.0)) is None
    assert clause(land.may_stand(oval, Pose(13.0, 100.0, 90.0))) == "AFS-S02"


@pytest.mark.clause("AFS-S08")
def test_bases_hang_over_edges_but_do_not_lean_into_walls():
    land = ground(piece("platform", box=(10, 10, 16, 16)))
    assert land.may_stand(COIN, at(10.0, 13.0)) is None
    assert clause(land.may_stand(COIN, at(9.9, 13.0))) == "AFS-S08"
    assert land.may_stand(COIN, at(10.0 - RADIUS, 13.0)) is None
    assert clause(land.may_stand(COIN, at(10.0 - RADIUS + 0.003, 13.0))) == "AFS-S08"


@pytest.mark.clause("AFS-S08")
@pytest.mark.parametrize(("height", "free"), [(0.5, True), (0.51, False)])
def test_half_an_inch_higher_is_no_hindrance(height, free):
    land = ground(piece("platform", box=(10, 10, 16, 16), height=height))
    assert (land.may_stand(COIN, at(9.9, 13.0)) is None) == free


@pytest.mark.clause("AFS-S08")
def test_a_wall_beside_a_tower_rises_not_above_its_top():
    land = ground(piece("tower", box=(10, 10, 16, 16)), piece("wall", box=(16, 10, 16.5, 16)))
    assert land.may_stand(COIN, at(15.9, 13.0)) is None
    assert clause(land.may_stand(COIN, at(16.8, 13.0))) == "AFS-S08"


@pytest.mark.clause("AFS-S08")
def test_an_oval_is_judged_by_its_curve():
    land = ground(piece("wall", box=(10, 10, 16, 10.5)))
    oval = Footprint("oval", 25.0, 50.0)
    corner = Pose(inch(9.6), inch(9.2), 0.0)
    assert land.may_stand(oval, corner) is None
    assert clause(land.may_stand(Footprint("rect", 25.0, 50.0), corner)) == "AFS-S08"
    assert clause(land.may_stand(oval, Pose(inch(11), inch(9.3), 0.0))) == "AFS-S08"


@pytest.mark.clause("AFS-S09")
@pytest.mark.parametrize("kind", ["wall", "hedge"])
def test_nothing_stands_on_walls_and_hedges(kind):
    land = ground(piece(kind, box=(10, 10, 16, 12)))
    assert clause(land.may_stand(COIN, at(13, 11))) == "AFS-S09"


@pytest.mark.clause("AFS-S09")
def test_a_base_may_overlap_a_hedge_that_its_centre_is_not_on():
    land = ground(piece("hedge", box=(10, 10, 16, 10.5)))
    assert land.may_stand(COIN, at(13, 9.9)) is None


@pytest.mark.clause("AFS-S08", "AFS-S09")
def test_only_the_fallen_are_in_a_chasm_and_clear_of_its_rim():
    land = ground(piece("chasm", box=(10, 10, 16, 16)))
    assert clause(land.may_stand(COIN, at(13, 13))) == "AFS-S09"
    assert land.may_stand(COIN, at(13, 13), fallen=True) is None
    assert land.may_stand(COIN, at(10 + RADIUS, 13), fallen=True) is None
    assert clause(land.may_stand(COIN, at(10 + RADIUS - 0.003, 13), fallen=True)) == "AFS-S08"
    assert land.may_stand(COIN, at(10, 13)) is None


@pytest.mark.clause("AFS-S09")
def test_ladders_lean_on_the_southern_face_and_are_turned_with_the_tower():
    land = ground(piece("tower", box=(10, 13, 14, 17)), piece("tower", box=(20, 13, 24, 17), ladder="west"))
    south, west = (land.by_id[f"tower-{k}"].ladders for k in (1, 2))
    assert south == (((inch(10), inch(13)), (inch(14), inch(13))),)
    assert west == (((inch(20), inch(17)), (inch(20), inch(13))),)
    turned = Ground(setup.load_map("sunken_causeway").features, table().table).by_id["tower-2"]
    assert turned.ladders == (((inch(38), inch(35)), (inch(34), inch(35))),)


@pytest.mark.clause("AFS-S09")
def test_a_chasm_has_a_ladder_anywhere():
    land = ground(piece("chasm", box=(10, 10, 16, 16)), piece("tower", box=(20, 10, 24, 14)))
    assert land.ladder_near(inch(10.4), inch(13), inch(0.5)) == ("chasm-1",)
    assert land.ladder_near(inch(22), inch(9.6), inch(0.5)) == ("tower-1",)
    assert land.ladder_near(inch(24.4), inch(12), inch(0.5)) == ()


@pytest.mark.clause("AFS-S05")
def test_a_base_is_in_an_area_when_it_overlaps_it_by_more_than_a_thousandth_of_an_inch():
    land = ground(piece("thorns", box=(10, 10, 16, 16)), piece("swamp", box=(20, 10, 26, 16)))
    assert not land.under(COIN, at(10 - RADIUS, 13), "dangerous")
    assert not land.under(COIN, at(10 - RADIUS + 0.0009, 13), "dangerous")
    assert land.under(COIN, at(10 - RADIUS + 0.0011, 13), "dangerous")
    assert not land.under(COIN, at(13, 13), "difficult")
    assert land.under(COIN, at(23, 13), "difficult")
    assert land.under(COIN, at(23, 13)) == ("swamp-1",)


@pytest.mark.clause("AFS-R66", "AFS-S09")
@pytest.mark.parametrize(
    ("kind", "height", "within"),
    [("woods", 4.0, True), ("woods", 4.01, False), ("rubble", 0.5, True), ("rubble", 0.51, False)],
)
def test_an_area_reaches_as_high_as_it_is_and_no_higher(kind, height, within):
    land = ground(piece(kind, box=(8, 8, 18, 18)), piece("platform", box=(10, 10, 16, 16), height=height))
    assert land.under(COIN, at(13, 13)) == ((f"{kind}-1",) if within else ())
    assert land.under(COIN, at(9, 9)) == (f"{kind}-1",)


@pytest.mark.clause("AFS-R66", "AFS-S09")
def test_an_area_does_not_act_on_those_in_a_chasm_beneath_it():
    land = ground(piece("swamp", box=(8, 8, 18, 18)), piece("chasm", box=(10, 10, 16, 16)))
    assert land.under(COIN, at(13, 13)) == ()
    assert land.under(COIN, at(9, 9)) == ("swamp-1",)


@pytest.mark.clause("AFS-R66", "AFS-S05", "AFS-S09")
def test_who_stands_high_above_an_area_is_not_in_it():
    land = ground(piece("swamp", box=(8, 8, 18, 18)), piece("platform", box=(10, 10, 16, 16)))
    assert not land.under(COIN, at(15.9, 13), "difficult")
    assert land.under(COIN, at(17, 13), "difficult")
    wooded = ground(piece("woods", box=(8, 8, 18, 18)), piece("hill", box=(10, 10, 16, 16)))
    assert wooded.under(COIN, at(13, 13), "difficult")


@pytest.mark.clause("AFS-S20")
def test_markers_lie_on_tops_but_not_on_walls_hedges_and_chasms():
    land = ground(
        piece("tower", box=(10, 10, 14, 14)),
        piece("wall", box=(20, 10, 26, 10.5)),
        piece("hedge", box=(20, 20, 26, 20.5)),
        piece("chasm", box=(30, 20, 34, 28)),
        piece("woods", box=(2, 20, 8, 26)),
    )
    found = [
        clause(land.marker_bar((inch(x), inch(y)))) for x, y in ((12, 12), (22, 10.2), (22, 20.2), (32, 24), (5, 23))
    ]
    assert found == ["", "AFS-S20", "AFS-S20", "AFS-S20", ""]


@pytest.mark.clause("AFS-S08")
def test_a_straight_way_is_cut_where_surfaces_change():
    land = ground(
        piece("platform", box=(10, 10, 14, 14)),
        piece("chasm", box=(16, 10, 18, 14)),
        piece("wall", box=(20, 10, 21, 14)),
        piece("hedge", box=(24, 10, 25, 14)),
    )
    found = land.profile((inch(8), inch(12)), (inch(28), inch(12)))
    shown = [(round(s.start * 20 + 8, 3), round(s.height / 25.4, 3), s.piece, s.blocked, s.hedge) for s in found]
    assert shown == [
        (8.0, 0.0, "", "", ""),
        (10.0, 3.0, "platform-1", "", ""),
        (14.0, 0.0, "", "", ""),
        (16.0, -6.0, "chasm-1", "", ""),
        (18.0, 0.0, "", "", ""),
        (20.0, 0.0, "", "wall-1", ""),
        (21.0, 0.0, "", "", ""),
        (24.0, 0.0, "", "", "hedge-1"),
        (25.0, 0.0, "", "", ""),
    ]
    assert found[-1].end == 1.0


@pytest.mark.clause("AFS-S08")
@given(st.lists(st.tuples(st.floats(0, 48), st.floats(0, 48)), min_size=1, max_size=20))
def test_heights_in_bulk_are_those_of_single_points(points):
    state = table(unit("A5", (24, 6)))
    land = Ground(setup.load_map("sunken_causeway").features, state.table)
    where = np.array([(x * 25.4, y * 25.4) for x, y in points])
    assert land.heights_at(where).tolist() == [land.height_at(x, y) for x, y in where.tolist()]


@pytest.mark.clause("AFS-S08")
def test_heights_in_bulk_count_a_piece_up_to_a_hair_beyond_its_outline():
    """Pieces away from all points are left out: none that a point stands on by a hair is."""
    land = ground(piece("tower", box=(10, 10, 16, 16)), piece("chasm", box=(24, 10, 30, 16)))
    for x in (inch(10), inch(16), inch(24), inch(30), inch(20)):
        for off in (-0.5, -0.01, -0.0005, 0.0, 0.0005, 0.002, 0.01, 0.5):
            assert land.heights_at(np.array([(x + off, inch(13))])).tolist() == [land.height_at(x + off, inch(13))]
    assert land.heights_at(np.array([(inch(16), inch(16))])).tolist() == [inch(6)]


@pytest.mark.clause("AFS-S08", "AFS-S09")
@given(st.floats(9, 17), st.floats(12, 18))
def test_heights_are_those_of_the_plain_twin(x, y):
    state = table(terrain=[piece("tower", box=(10, 13, 14, 17)), piece("chasm", points=[(13, 12), (17, 12), (15, 18)])])
    assert ground_of(state).height_at(x * 25.4, y * 25.4) == pytest.approx(
        25.4 * plain.surface(state, x * 25.4, y * 25.4)
    )
