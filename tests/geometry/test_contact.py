"""Edges shared, corners touched, chains of bases."""

import math

import pytest
import shapely
from hypothesis import strategies as st

from game.geometry import contact
from game.geometry.bases import Bases
from game.geometry.shapes import EDGES, Footprint, Pose, corners, eye, to_world
from tests.geometry import plain
from tests.geometry.scenes import footprints, poses, rects, thousands

names = st.sampled_from(EDGES)
GAP = 0.5


@thousands(rects, poses(), names, rects, names, st.floats(-60.0, 60.0), st.floats(0.0, 0.49), st.floats(-0.4, 0.4))
def test_shared_edge(fa, pa, edge, fb, other, aside, gap, askew):
    """A base set beside an edge, a little askew: the stretch is what both edges have in common."""
    i, j = EDGES.index(edge), EDGES.index(other)
    seat = Pose(pa.x, pa.y, pa.facing + 90.0 * i)
    deep_a, wide_a = (fa.depth, fa.width) if i % 2 == 0 else (fa.width, fa.depth)
    deep_b, wide_b = (fb.depth, fb.width) if j % 2 == 0 else (fb.width, fb.depth)
    x, y = to_world(seat, (aside, deep_a / 2 + gap + deep_b / 2))
    low, high = max(-wide_a / 2, aside - wide_b / 2), min(wide_a / 2, aside + wide_b / 2)
    pb = Pose(x, y, seat.facing + 180.0 - 90.0 * j)
    found = contact.edge_contacts(fa, pa, fb, pb, GAP)
    if high - low > 1e-6:
        assert [(c.edge, c.other) for c in found] == [(edge, other)]
        assert found[0].length == pytest.approx(high - low, abs=1e-6)
        ends = sorted((found[0].start, found[0].end))
        assert ends == [
            pytest.approx(p, abs=1e-6)
            for p in sorted((to_world(seat, (low, deep_a / 2)), to_world(seat, (high, deep_a / 2))))
        ]
    elif high - low < -1e-6:
        assert found == []
    whole = contact.contact(fa, pa, fb, pb, GAP, least=GAP)
    if high - low > GAP + 1e-6:
        assert whole.edges[0].edge == edge
        assert whole.corner is None
    # Askew by less than a degree it is still an edge, of at most that length.
    tilted = contact.edge_contacts(fa, pa, fb, Pose(pb.x, pb.y, pb.facing + askew), GAP)
    for one in tilted:
        assert one.length <= min(wide_a, wide_b) / math.cos(math.radians(askew)) + 1e-6


@thousands(footprints, poses(), footprints, poses(), n=300)
def test_contact_is_a_matter_of_the_gap(fa, pa, fb, pb):
    far = plain.distance(fa, pa, fb, pb)
    found = contact.contact(fa, pa, fb, pb, GAP)
    if abs(far - GAP) > 2e-3:
        assert (found is not None) == (far <= GAP)
    if found is not None:
        assert bool(found.edges) == (found.corner is None)
        for shared in found.edges:
            segment = shapely.LineString(plain.edges(fa, pa)[shared.edge])
            for end in (shared.start, shared.end):
                assert segment.distance(shapely.Point(end)) < 1e-6
                assert plain.point_distance(end, fb, pb) <= GAP + 1e-6


@thousands(st.lists(st.tuples(footprints, poses(0, 150)), min_size=0, max_size=7), n=90)
def test_pairs_and_chains(some):
    bases = Bases.of([f for f, _ in some], [p for _, p in some])
    plainly = {(i, j): plain.distance(*some[i], *some[j]) for i in range(len(some)) for j in range(i + 1, len(some))}
    if any(abs(d - GAP) < 2e-3 for d in plainly.values()):
        return
    exact = sorted(pair for pair, d in plainly.items() if d <= GAP)
    found = contact.touching_between(bases, bases, GAP)
    assert [(i, j) for i, j in found.tolist() if i < j] == exact
    groups = contact.connected_groups(len(some), found)
    assert sorted(k for group in groups for k in group) == list(range(len(some)))
    where = {k: n for n, group in enumerate(groups) for k in group}
    for i, j in plainly:
        linked = where[i] == where[j]
        if (i, j) in exact:
            assert linked
    for group in groups:
        reached, todo = {group[0]}, [group[0]]
        while todo:
            k = todo.pop()
            for i, j in exact:
                if k in (i, j) and not {i, j} <= reached:
                    todo += [n for n in (i, j) if n not in reached]
                    reached |= {i, j}
        assert reached == set(group)


@thousands(rects, poses(), names, rects, st.floats(0.0, 1.0))
def test_a_front_placed_against_an_edge(fb, pb, edge, fa, share):
    start, end = plain.edges(fb, pb)[edge]
    at = start + (end - start) * share
    placed = contact.place_against(tuple(start), tuple(end), fa, tuple(at), pb.level)
    line = shapely.LineString((start + (start - end) * 100, end + (end - start) * 100))
    for corner in corners(fa, placed)[:2]:
        assert line.distance(shapely.Point(corner)) < 1e-6
    assert plain.shared_area(fa, placed, fb, pb) < 1e-3
    assert eye(fa, placed) == pytest.approx(tuple(at), abs=1e-6)


def test_round_bases_share_no_edge():
    coin = Footprint("circle", 30.0, 30.0)
    found = contact.contact(coin, Pose(0.0, 0.0), coin, Pose(0.0, 30.2), GAP)
    assert found.edges == ()
    assert found.corner == "front"
