"""Maps made from a number: repeatable, as wished, with room between pieces and ways through."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.mapmaker import MapError, MapWish, PieceKind, joined, make_map, twin

WOOD = PieceKind(kind="wood", form="blob", width=(120.0, 200.0), depth=(100.0, 160.0), gap=30.0, edge=10.0, least=2)
WALL = PieceKind(kind="wall", width=(80.0, 150.0), depth=(10.0, 10.0), gap=20.0, most=6)
HILL = PieceKind(kind="hill", form="oval", width=(150.0, 200.0), depth=(120.0, 150.0), gap=40.0, most=4, weight=0.5)
TABLE = (1200.0, 1000.0)


def wish(**more) -> MapWish:
    return MapWish(**{"table": TABLE, "pieces": (10, 14), "kinds": (WOOD, WALL, HILL), **more})


def shapes(made) -> list[shapely.Polygon]:
    return [shapely.Polygon(m.points) for m in made]


@given(st.text(max_size=8), st.sampled_from(["none", "half_turn", "mirror"]))
def test_a_map_is_as_wished(seed, symmetry):
    made = make_map(wish(symmetry=symmetry, clear=((500.0, 400.0, 700.0, 600.0),)), seed)
    found = shapes(made)
    kinds = [m.kind for m in made]
    assert 10 <= len(made) <= 14
    assert kinds.count("wood") >= 2
    assert kinds.count("wall") <= 6
    assert kinds.count("hill") <= 4
    gap = {"wood": 30.0, "wall": 20.0, "hill": 40.0}
    for i, one in enumerate(found):
        west, south, east, north = one.bounds
        assert one.is_valid
        assert min(west, south, TABLE[0] - east, TABLE[1] - north) >= (10.0 if kinds[i] == "wood" else 0.0) - 1e-6
        assert one.intersection(shapely.box(500.0, 400.0, 700.0, 600.0)).area == 0.0
        for j in range(i):
            assert one.distance(found[j]) >= max(gap[kinds[i]], gap[kinds[j]]) - 1e-6


@given(st.integers(0, 10**6), st.sampled_from(["half_turn", "mirror"]))
def test_every_piece_of_a_symmetric_map_has_its_twin(seed, symmetry):
    made = make_map(wish(symmetry=symmetry), str(seed))
    for k, piece in enumerate(made):
        if piece.twin_of >= 0:
            assert piece.points == twin(made[piece.twin_of].points, TABLE, symmetry)
            assert made[piece.twin_of].kind == piece.kind
        else:
            mine = shapely.Polygon(piece.points)
            own = shapely.Polygon(twin(piece.points, TABLE, symmetry))
            assert mine.equals(own) or any(other.twin_of == k for other in made)


def test_the_same_seed_gives_the_same_map_and_another_another():
    assert make_map(wish(), "7") == make_map(wish(), "7")
    assert make_map(wish(), "7") != make_map(wish(), "8")


def test_corners_lie_on_the_grid():
    made = make_map(wish(kinds=(WALL,), pieces=(3, 5), grid=5.0), "x")
    assert {round(v % 5.0, 6) for m in made for p in m.points for v in p} <= {0.0, 5.0}


def test_a_piece_that_likes_company_lies_at_its_distance():
    pair = PieceKind(
        kind="roof", width=(100.0, 120.0), depth=(100.0, 120.0), gap=60.0, beside="roof", beside_gap=(30.0, 40.0)
    )
    near = 0
    for seed in range(20):
        found = shapes(make_map(wish(kinds=(pair,), pieces=(4, 6), symmetry="none"), str(seed)))
        gaps = [a.distance(b) for i, a in enumerate(found) for b in found[:i]]
        assert min(gaps) >= 30.0 - 1e-6
        near += min(gaps) <= 40.0 + 1e-6
    assert near >= 10


def test_a_crowded_wish_comes_true_with_smaller_pieces():
    wood = PieceKind(kind="wood", width=(60.0, 400.0), depth=(60.0, 400.0), gap=5.0)
    made = make_map(MapWish(table=(600.0, 600.0), pieces=(16, 16), kinds=(wood,), symmetry="none"), "1")
    assert len(made) == 16


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": (0, 4)},
        {"pieces": (6, 4)},
        {"kinds": ()},
        {"kinds": (WALL,), "pieces": (7, 9)},
        {"kinds": (PieceKind(kind="wood", width=(10.0, 5.0), depth=(5.0, 5.0)),)},
        {"kinds": (PieceKind(kind="wood", width=(500.0, 500.0), depth=(500.0, 500.0)),), "pieces": (9, 9)},
    ],
)
def test_a_wish_that_no_map_fulfils_is_refused(wrong):
    with pytest.raises(MapError):
        make_map(wish(**wrong), "1")


@pytest.mark.parametrize(("radius", "way"), [(9.0, True), (11.0, False)])
def test_whether_a_disc_finds_its_way(radius, way):
    walls = [shapely.box(0.0, 45.0, 40.0, 55.0), shapely.box(60.0, 45.0, 100.0, 55.0)]
    south, north = shapely.box(0.0, 0.0, 100.0, 40.0), shapely.box(0.0, 60.0, 100.0, 100.0)
    assert joined((100.0, 100.0), walls, radius, (south, north)) == way
    assert joined((100.0, 100.0), (), radius, (south, north))


def test_a_map_without_symmetry_has_no_twins():
    assert twin([(1.0, 2.0)], (10.0, 10.0), "none") == ((1.0, 2.0),)
