"""Cover as each shooter finds it (AFS-CVR-01 to -03, AFS-R61, AFS-R62, AFS-S11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.shapes import Footprint, Pose, polygon
from rulesets.age_of_fantasy_skirmish.field import cover, sight
from rulesets.age_of_fantasy_skirmish.field.ground import board, ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import WeaponOwn
from tests.rules.age_of_fantasy_skirmish.flow_play import plain
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

BLAST = WeaponOwn("Mortar", 2, inch(30), {"blast": 3, "indirect": 0})
INDIRECT = WeaponOwn("Lobber", 1, inch(30), {"indirect": 0})
PLAIN = WeaponOwn("Bow", 1, inch(24))


def covered(state, unit_id="B4", shooter="A5.1", weapon=PLAIN) -> bool:
    found, text = cover.covered(state, shooter, unit_id, weapon)
    assert text.key
    return found


def lone(*terrain, b=(20, 20)):
    return table(unit("A5", (10, 20)), unit("B4", b), terrain=terrain)


@pytest.mark.clause("AFS-CVR-02", "AFS-R61", "AFS-S11")
@pytest.mark.parametrize(
    ("land", "found"),
    [
        (piece("wall", box=(18, 19, 18.5, 20.2)), True),
        (piece("wall", box=(18, 19, 18.5, 19.8)), False),
        (piece("hedge", box=(19, 17, 19.5, 23)), True),
    ],
)
def test_example_22_a_lone_model(land, found):
    state = lone(land)
    assert covered(state) == found
    assert sight.sees(state, "A5.1", "B4.1")


@pytest.mark.clause("AFS-CVR-01", "AFS-R61", "AFS-S11")
@pytest.mark.parametrize(
    ("land", "counts"),
    [
        (piece("wall", box=(18, 19, 18.5, 20.2)), False),
        (piece("wall", box=(18, 19, 18.5, 19.8)), False),
        (piece("hedge", box=(19, 17, 19.5, 23)), True),
    ],
)
def test_example_22_the_same_model_in_a_group(land, counts):
    state = table(unit("A5", (10, 20)), unit("B6", (20, 20), (20, 30), (20, 31.5)), terrain=[land])
    assert cover.behind_blockers(state, "A5.1", "B6").tolist() == [counts, False, False]


@pytest.mark.clause("AFS-CVR-02", "AFS-S11")
def test_more_than_half_of_the_base_inside_terrain():
    rubble = piece("rubble", box=(20, 15, 26, 25))
    assert not covered(lone(rubble, b=(20, 20)))
    assert covered(lone(rubble, b=(20.01, 20)))


@pytest.mark.clause("AFS-CVR-02", "AFS-S11")
@pytest.mark.parametrize("kind", ["swamp", "thorns"])
def test_swamp_and_thorns_give_no_cover(kind):
    assert not covered(lone(piece(kind, box=(15, 15, 26, 25))))


@pytest.mark.clause("AFS-S11")
def test_who_stands_above_the_terrain_is_not_inside_it():
    rubble = piece("rubble", box=(15, 15, 26, 25))
    assert not covered(lone(rubble, piece("platform", box=(18, 18, 22, 22), height=1), b=(18.7, 20)))
    assert covered(lone(rubble, b=(18.7, 20)))


@pytest.mark.clause("AFS-CVR-02", "AFS-S11")
def test_five_of_nine_lines():
    two_low_rows = piece("hedge", box=(19, 17, 19.5, 23))
    one_column = piece("wall", box=(18, 19, 18.5, 19.8))
    assert covered(lone(two_low_rows))
    assert not covered(lone(one_column))
    four = lone(piece("hedge", box=(19.2, 19.85, 19.5, 23)), piece("wall", box=(12, 30, 13, 31)))
    assert 9 - int(sight.lines_free(four, "A5.1", "B4.1").sum()) == 4
    assert not covered(four)
    five = lone(piece("hedge", box=(19.2, 19.85, 19.5, 23)), piece("wall", box=(19.52, 20.3, 19.53, 21)))
    assert 9 - int(sight.lines_free(five, "A5.1", "B4.1").sum()) == 5
    assert covered(five)


@pytest.mark.clause("AFS-CVR-01", "AFS-R61", "AFS-S11")
def test_a_group_needs_more_than_half_of_its_models_wholly_inside():
    wood = piece("woods", box=(19, 10, 30, 20))
    places = [(20, 19), (20, 17.5), (20, 16), (20, 14.5)]

    def found(count: int, lost: int = 0):
        at = [*places[:count], *[(17, 19 - 1.5 * k) for k in range(4 - count - lost)]]
        return covered(
            table(unit("A5", (10, 20)), unit("B3", *at, lost=list(range(5 - lost, 5))), terrain=[wood]), "B3"
        )

    assert [found(1), found(2), found(3), found(4)] == [False, False, True, True]
    assert [found(1, 1), found(2, 1)] == [False, True]


@pytest.mark.clause("AFS-CVR-01", "AFS-R61", "AFS-S11")
def test_a_model_of_a_group_must_be_wholly_inside():
    wood = piece("woods", box=(19, 10, 30, 30))

    def found(x: float) -> list[bool]:
        state = table(unit("A5", (10, 20)), unit("B5", (x, 20), (x + 2, 20)), terrain=[wood])
        return cover.in_terrain(board(state), "B5").tolist()

    assert found(19 + 16 / 25.4) == [True, True]
    assert found(19 + 16 / 25.4 - 0.003) == [False, True]


@pytest.mark.clause("AFS-S11")
def test_two_touching_pieces_of_cover_are_one():
    state = table(
        unit("A5", (10, 20)),
        unit("B6", (20, 20), (20, 21.5), (20, 23)),
        terrain=[piece("woods", box=(15, 15, 20, 25)), piece("rubble", box=(20, 15, 25, 25))],
    )
    assert covered(state, "B6")


@pytest.mark.clause("AFS-R61", "AFS-S11")
def test_two_of_four_are_not_more_than_half():
    hedge = piece("hedge", box=(19, 18, 19.3, 21.9))
    state = table(unit("A5", (5, 20)), unit("B3", (20, 19), (20, 20.5), (20, 24), (20, 25.5)), terrain=[hedge])
    assert cover.behind_blockers(state, "A5.1", "B3").tolist() == [True, True, False, False]
    assert not covered(state, "B3")


@pytest.mark.clause("AFS-R62")
def test_each_shooter_judges_for_himself():
    wall = piece("wall", box=(18, 15, 18.5, 19.95))
    state = table(unit("A3", (10, 14), (10, 12.5), (10, 30)), unit("B4", (20, 20)), terrain=[wall])
    assert [covered(state, shooter=f"A3.{k}") for k in (1, 2, 3)] == [True, True, False]


@pytest.mark.clause("AFS-CVR-03", "AFS-BLAST-01", "AFS-IND-03", "AFS-IND-04")
def test_weapons_that_ignore_cover():
    hedge = lone(piece("hedge", box=(19, 17, 19.5, 23)))
    wood = lone(piece("woods", box=(15, 15, 25, 25)))
    assert [covered(hedge, weapon=w) for w in (PLAIN, INDIRECT, BLAST)] == [True, False, False]
    assert [covered(wood, weapon=w) for w in (PLAIN, INDIRECT, BLAST)] == [True, True, False]


@pytest.mark.clause("AFS-CVR-02", "AFS-GRP-02")
def test_the_last_model_of_a_group_is_judged_as_a_lone_one():
    wall = piece("wall", box=(18, 19, 18.5, 20.2))
    state = table(unit("A5", (10, 20)), unit("B6", (20, 20), lost=[2, 3]), terrain=[wall])
    assert covered(state, "B6")


@pytest.mark.clause("AFS-CVR-02", "AFS-S11")
@given(
    st.floats(18, 27),
    st.floats(13, 27),
    st.floats(0, 360),
    st.sampled_from([("circle", 25, 25), ("oval", 25, 50), ("circle", 50, 50)]),
)
def test_the_share_inside_terrain_is_that_of_the_plain_twin(x, y, facing, size):
    state = table(terrain=[piece("woods", box=(20, 15, 23, 25)), piece("rubble", circle=(24, 20, 2))])
    ground = ground_of(state)
    shape, pose = Footprint(*size), Pose(x * 25.4, y * 25.4, facing)
    outline = polygon(shape, pose)
    area = ground.area("cover")
    assert ground.cover_share(shape, pose) == pytest.approx(outline.intersection(area).area / outline.area, abs=0.003)
    if ground.wholly_in_cover(shape, pose):
        assert area.buffer(0.1).covers(outline)
    else:
        assert outline.buffer(0.1).difference(area).area > 0.0


@pytest.mark.clause("AFS-CVR-02", "AFS-S11", "AFS-IND-03", "AFS-BLAST-01")
def test_what_is_said_of_cover():
    """Terrain first, then what blocks sight and by how many lines; of a group how many of how many."""

    def said(state, unit_id="B4", weapon=PLAIN):
        return plain(cover.covered(state, "A5.1", unit_id, weapon)[1])

    wall = piece("wall", box=(18, 19, 18.5, 20.2))
    wood = piece("woods", box=(15, 15, 25, 25))
    assert said(lone(wood, wall)) == "more than half of its base is inside cover terrain"
    assert said(lone(wall)) == "6 of 9 lines are blocked: wall-1"
    assert said(lone(piece("wall", box=(18, 19, 18.5, 19.8)))) == "3 of 9 lines are blocked"
    assert said(lone()) == "0 of 9 lines are blocked"
    assert said(lone(wall), weapon=INDIRECT) == "the weapon ignores what blocks sight"
    assert said(lone(wood, wall), weapon=BLAST) == "the weapon ignores cover"
    hedge = piece("hedge", box=(19, 18, 19.3, 21.9))
    group = table(unit("A5", (5, 20)), unit("B3", (20, 19), (20, 20.5), (20, 24), (20, 25.5)), terrain=[hedge])
    assert said(group, "B3") == "2 models of 4 count as covered"
    assert said(table(unit("A5", (5, 20)), unit("B4")), "B4") == "not on the table"
