"""Line of sight by nine lines (AFS-S04, AFS-S09, AFS-S10, AFS-SHT-01, AFS-R59), with a plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rulesets.age_of_fantasy_skirmish.deploy import setup
from rulesets.age_of_fantasy_skirmish.field import sight
from rulesets.age_of_fantasy_skirmish.field.ground import board, ground_of
from rulesets.age_of_fantasy_skirmish.field.sight import veils_of
from tests.rules.age_of_fantasy_skirmish import ground_plain as plain
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit


def grid(state, a: str = "A5.1", b: str = "B4.1") -> str:
    """The nine lines as seen by the viewer, top row first, left to right: o free, x blocked."""
    free = sight.lines_free(state, a, b)
    return "/".join("".join("o" if free[c, r] else "x" for c in range(3)) for r in (2, 1, 0))


def duel(*terrain, a=(10, 20), b=(20, 20), shooter="A5", target="B4"):
    return table(unit(shooter, a), unit(target, b), terrain=terrain)


@pytest.mark.clause("AFS-S10", "AFS-S11")
@pytest.mark.parametrize(
    ("land", "found"),
    [
        (piece("wall", box=(18, 19, 18.5, 20.2)), "oxx/oxx/oxx"),
        (piece("wall", box=(18, 19, 18.5, 19.8)), "oox/oox/oox"),
        (piece("hedge", box=(19, 17, 19.5, 23)), "ooo/xxx/xxx"),
        (piece("wall", box=(18, 17, 18.5, 23)), "xxx/xxx/xxx"),
    ],
)
def test_example_22_lines(land, found):
    state = duel(land)
    assert grid(state) == found
    assert sight.sees(state, "A5.1", "B4.1") == ("o" in found)


@pytest.mark.clause("AFS-S10")
def test_columns_stand_at_nine_tenths_of_the_half_width():
    reach = 0.9 * 12.5 / 25.4 * 0.85
    over = duel(piece("wall", box=(18.4, 15, 18.5, 20 - reach + 0.002)))
    under = duel(piece("wall", box=(18.4, 15, 18.5, 20 - reach - 0.002)))
    assert grid(over) == "oox/oox/oox"
    assert grid(under) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S10", "AFS-S03")
def test_an_oval_is_as_wide_as_it_shows():
    side_on = table(unit("A5", (10, 20)), unit("A7n", (20, 20, 0)), terrain=[piece("wall", box=(18.5, 20.6, 18.6, 25))])
    head_on = table(
        unit("A5", (10, 20)), unit("A7n", (20, 20, 90)), terrain=[piece("wall", box=(18.5, 20.6, 18.6, 25))]
    )
    assert grid(side_on, b="A7n.1") == "xoo/xoo/xoo"
    assert grid(head_on, b="A7n.1") == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S04", "AFS-S10")
def test_heights_of_eye_and_target_decide_over_a_hedge():
    hedge = piece("hedge", box=(14.9, 17, 15.1, 23))
    assert grid(duel(hedge)) == "ooo/xxx/xxx"
    assert grid(duel(hedge, shooter="A6"), "A6.1") == "ooo/ooo/ooo"
    assert grid(duel(hedge, target="A6n", b=(20, 20)), b="A6n.1") == "ooo/ooo/xxx"


@pytest.mark.clause("AFS-S10")
def test_touching_a_face_or_a_top_is_not_running_through():
    along = duel(piece("wall", box=(12, 20, 18, 22)))
    assert grid(along) == "xoo/xoo/xoo"
    roof = table(unit("A5", (10, 20)), unit("B4", (20, 20)), terrain=[piece("platform", box=(9, 17, 21, 23))])
    assert grid(roof) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S09", "AFS-S10")
def test_woods_block_lines_that_enter_and_leave_them():
    wood = piece("woods", box=(13, 17, 17, 23))
    assert grid(duel(wood)) == "xxx/xxx/xxx"
    assert grid(duel(wood, a=(15, 20))) == "ooo/ooo/ooo"
    assert grid(duel(wood, b=(15, 20))) == "ooo/ooo/ooo"
    assert grid(duel(wood, a=(14, 20), b=(16, 20))) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S09", "AFS-S10")
def test_a_second_wood_is_not_excused_by_the_first():
    state = duel(piece("woods", box=(9, 17, 12, 23)), piece("woods", box=(14, 17, 17, 23)))
    assert grid(state) == "xxx/xxx/xxx"
    assert sight.blockers(state, "A5.1", "B4.1") == ("woods-2",)


@pytest.mark.clause("AFS-S09", "AFS-S10")
def test_a_target_half_in_a_wood_is_seen_where_its_points_are_outside_or_inside():
    wood = piece("woods", box=(14, 20.2, 17, 30))
    behind = duel(wood, b=(17.2, 20))
    assert grid(behind) == "xoo/xoo/xoo"
    inside = duel(wood, b=(16.5, 20))
    assert grid(inside) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S09", "AFS-S10")
def test_woods_are_four_inches_high():
    high = [piece("tower", box=(9, 17, 11, 23)), piece("tower", box=(19, 17, 21, 23))]
    wood = piece("woods", box=(13, 17, 17, 23))
    assert grid(duel(wood, *high)) == "ooo/ooo/ooo"
    down = duel(wood, high[0], b=(17.6, 20))
    assert grid(down) == "xxx/xxx/xxx"
    above = duel(piece("woods", box=(8, 16, 14, 24)), piece("tower", box=(9, 17, 11, 23)), b=(15, 20))
    assert grid(above) == "xxx/xxx/xxx"


@pytest.mark.clause("AFS-S09", "AFS-S10")
@pytest.mark.parametrize("kind", ["rubble", "swamp", "thorns", "chasm"])
def test_what_does_not_block_sight(kind):
    assert grid(duel(piece(kind, box=(13, 17, 17, 23)))) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S09", "AFS-S10")
@pytest.mark.parametrize("kind", ["hill", "platform", "tower", "wall"])
def test_what_blocks_sight_up_to_its_top(kind):
    assert grid(duel(piece(kind, box=(13, 17, 17, 23)))) == "xxx/xxx/xxx"


@pytest.mark.clause("AFS-S10")
def test_models_never_block_sight():
    state = table(unit("A5", (10, 20)), unit("B4", (20, 20)), unit("B7", (15, 20)), unit("A6", (12.5, 20)))
    assert grid(state) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S10", "AFS-S08")
def test_the_edge_of_a_roof_hides_who_stands_below_it():
    tower = piece("tower", box=(8, 17, 14, 23))
    assert grid(duel(tower, a=(9, 20), b=(15, 20))) == "xxx/xxx/xxx"
    assert grid(duel(tower, a=(13.9, 20), b=(15, 20))) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S10", "AFS-S09")
def test_the_ground_blocks_lines_below_it_outside_a_chasm():
    chasm = piece("chasm", box=(18, 10, 22, 30))
    far = duel(chasm)
    assert grid(far) == "xxx/xxx/xxx"
    assert grid(far, "B4.1", "A5.1") == "xxx/xxx/xxx"
    assert sight.blockers(far, "A5.1", "B4.1") == ()
    assert all(line.ground for line in sight.lines(far, "A5.1", "B4.1"))
    rim = duel(chasm, a=(18, 20), b=(21.4, 20))
    assert grid(rim) == "ooo/ooo/ooo"
    both = duel(chasm, a=(20, 12), b=(20, 28))
    assert grid(both) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-S10", "AFS-S09")
def test_a_bend_of_the_chasm_hides():
    bent = piece("chasm", points=[(10, 10), (30, 10), (30, 30), (26, 30), (26, 14), (10, 14)])
    state = duel(bent, a=(12, 12), b=(28, 28))
    assert grid(state) == "xxx/xxx/xxx"
    assert grid(duel(bent, a=(12, 12), b=(28, 12))) == "ooo/ooo/ooo"


@pytest.mark.clause("AFS-SHT-01", "AFS-R59", "AFS-S10")
def test_a_unit_is_seen_where_one_of_its_models_is():
    state = table(
        unit("A3", (10, 10), (10, 11.5), (10, 13)),
        unit("B4", (20, 10)),
        terrain=[piece("wall", box=(15, 9, 15.5, 10.4))],
    )
    assert [sight.sees_unit(state, f"A3.{k}", "B4") for k in (1, 2, 3)] == [False, True, True]
    assert [b.id for b in state.bases_of("A3") if sight.sees(state, "B4.1", b.id)] == ["A3.2", "A3.3"]
    assert sight.seen_or_hidden(state, "A3", ["B4"]) == {"B4": None}


@pytest.mark.clause("AFS-S10", "AFS-S06")
def test_what_hides_is_named():
    state = duel(piece("wall", box=(13, 15, 13.5, 25)), piece("hill", box=(15, 19, 17, 21)))
    assert sight.seen_or_hidden(state, "A5", ["B4"]) == {"B4": ("hill-1", "wall-1")}
    first = sight.lines(state, "A5.1", "B4.1")[0]
    assert first.blockers == ("wall-1", "hill-1")
    assert first.share == pytest.approx(0.3, abs=0.001)


@pytest.mark.clause("AFS-S10")
def test_who_is_not_on_the_table_sees_nothing():
    state = table(unit("A5"), unit("B4", (20, 20)))
    assert not sight.sees(state, "A5.1", "B4.1")
    assert not sight.sees(state, "B4.1", "A5.1")
    assert sight.lines(state, "A5.1", "B4.1") == ()


KINDS = ("woods", "rubble", "hedge", "wall", "hill", "platform", "tower", "chasm")
spot = st.tuples(st.floats(2, 46), st.floats(2, 46), st.floats(0, 360))


@st.composite
def outlines(draw):
    x, y = draw(st.floats(4, 40)), draw(st.floats(4, 40))
    if draw(st.booleans()):
        return {"box": (x, y, x + draw(st.floats(0.5, 6)), y + draw(st.floats(0.5, 6)))}
    w, h = draw(st.floats(2, 6)), draw(st.floats(2, 6))
    return {"points": [(x, y), (x + w, y), (x + w, y + h / 3), (x + w / 3, y + h / 3), (x + w / 3, y + h), (x, y + h)]}


@pytest.mark.clause("AFS-S10", "AFS-S09", "AFS-S04")
@given(st.lists(st.tuples(st.sampled_from(KINDS), outlines()), max_size=5), spot, spot, spot)
def test_nine_lines_are_those_of_the_plain_twin(land, a, b, c):
    terrain = [piece(kind, **where) for kind, where in land]
    bare = table(unit("A5"), unit("A7"), unit("B7"), terrain=terrain)
    ground = ground_of(bare)
    bases = dict(bare.bases)
    for base, (x, y, facing) in zip(("A5.1", "A7.1", "B7.1"), (a, b, c), strict=True):
        pose = ground.on_level(x * 25.4, y * 25.4, facing)
        assume(ground.may_stand(bases[base].shape, pose, fallen=True) is None)
        bases[base] = replace(bases[base], pose=pose, where="table")
    state = replace(bare, bases=bases)
    assume(min(np.hypot(p[0] - q[0], p[1] - q[1]) for p, q in ((a, b), (b, c), (c, a))) > 0.01)
    for one, other in (("A5.1", "A7.1"), ("A7.1", "B7.1"), ("B7.1", "A5.1")):
        free = sight.lines_free(state, one, other)
        start = plain.eye(state, state.bases[one])
        points = plain.nine(state, state.bases[other], start)
        named = sight.lines(state, one, other)
        for column in range(3):
            for row in range(3):
                assert named[3 * column + row].free == free[column, row]
                if plain.blocked(state, start, points[column][row]) == free[column, row]:
                    assert plain.doubtful(state, start, points[column][row])


@pytest.mark.clause("AFS-S10")
def test_all_pairs_at_once_are_the_pairs_one_by_one():
    land = setup.load_map("sunken_causeway").features
    bare = table(unit("A3", (22, 6)), unit("A5", (16, 11)), unit("B6", (30, 30)), unit("B1", (40, 28)))
    state = replace(bare, features=land)
    now = board(state)
    together = sight.free_lines(now, np.arange(len(now)), np.arange(len(now)))
    for k, viewer in enumerate(now.ids):
        assert [sight.lines_free(state, viewer, other).tolist() for other in now.ids] == together[k].tolist()


@pytest.mark.clause("AFS-S10")
def test_what_a_unit_sees_of_all_at_once_is_what_its_models_see():
    here = [(22.0 + 1.5 * (k % 2), 6.0 + 1.5 * (k // 2)) for k in range(3)]
    others = [(name, (4.0 + 9.0 * k, 30.0)) for k, name in enumerate(("B1", "B2", "B4", "B5", "B6"))]
    terrain = [piece("wall", box=(4, 24, 16, 24.5)), piece("woods", box=(30, 20, 44, 26))]
    state = table(unit("A3", *here), *(unit(name, at) for name, at in others), terrain=terrain)
    enemies = [name for name, _ in others]
    found = sight.seen_or_hidden(state, "A3", enemies)
    assert list(found) == enemies
    mine = [b.id for b in state.bases_of("A3")]
    assert [found[e] is None for e in enemies] == [any(sight.sees_unit(state, b, e) for b in mine) for e in enemies]
    assert [sight.seen_or_hidden(state, "A3", [e])[e] for e in enemies] == [found[e] for e in enemies]
    assert {found[e] is None for e in enemies} == {True, False}
    now = board(state)
    for enemy, hides in found.items():
        if hides is not None:
            far = now.far[np.ix_(now.rows("A3"), now.rows(enemy))]
            i, j = divmod(int(far.argmin()), far.shape[1])
            assert hides == sight.blockers(state, now.ids[now.rows("A3")[i]], now.ids[now.rows(enemy)[j]])


@pytest.mark.clause("AFS-S10")
def test_what_blocks_most_lines_is_named_first_and_equals_in_the_order_of_their_names():
    """A hedge of an inch hides six lines, a wall behind the right column three of them, a hill all nine."""
    hedge, wall = piece("hedge", "a", box=(19, 17, 19.5, 23)), piece("wall", "b", box=(18, 19, 18.5, 19.8))
    hill = piece("hill", "c", box=(14, 17, 15, 23))
    assert sight.blockers(duel(hedge, wall, hill), "A5.1", "B4.1") == ("c", "a", "b")
    assert sight.blockers(duel(hedge, wall), "A5.1", "B4.1") == ("a", "b")
    twins = duel(piece("hill", "z", box=(14, 17, 15, 23)), piece("hill", "y", box=(16, 17, 17, 23)))
    assert sight.blockers(twins, "A5.1", "B4.1") == ("y", "z")


@pytest.mark.clause("AFS-S10", "AFS-S09")
def test_below_the_ground_nothing_is_seen_where_there_is_no_chasm_at_all():
    """A line from an inch below flat ground to an inch above it, and one that stays above."""
    veils = veils_of(ground_of(table()))
    eyes, points = np.array([[100.0, 100.0, -25.4]]), np.array([[[[[300.0, 100.0, 25.4]]]]])
    assert veils.blocked(eyes, points).tolist() == [[[[True]]]]
    assert veils.blocked(eyes * [1.0, 1.0, -1.0], points).tolist() == [[[[False]]]]
    (line,) = sight.lines_to(veils, eyes[0], points[0, 0])
    assert (line.ground, line.blockers, line.share) == (True, (), 0.0)
