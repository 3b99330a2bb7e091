"""Formations and coherency (USB-FRM-02 to -07, USB-MOV-03, USB-R35, USB-R36, USB-R55, USB-R67, USB-S10, USB-S16)."""

from __future__ import annotations

import pytest

from game.geometry.shapes import Pose
from rulesets.universal_battle.field import formations, spacing
from rulesets.universal_battle.field.facts import models
from rulesets.universal_battle.field.formations import (
    before,
    block,
    closed_up,
    files_of,
    formation,
    in_front,
    may_adopt,
    places,
    shape_bar,
)
from rulesets.universal_battle.field.ground import rows
from rulesets.universal_battle.measures import inch
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops


def at(*spots, facing=0.0):
    return [(x, y, facing) for x, y in spots]


def shaped(wanted, spots, facing=0.0, **kw):
    """The clause by which models at places are no formation."""
    state = scene(troops("A1", at(*spots, facing=facing), len(spots), **kw))
    bar = shape_bar(state, "A1", wanted, spacing.poses_of(state, "A1"))
    return bar and bar.clause


@pytest.mark.clause("USB-FRM-02", "USB-R67")
@pytest.mark.parametrize(("wanted", "least"), [("column", 2), ("phalanx", 4), ("hidden", 1), ("skirmish", 1)])
def test_how_many_models_a_formation_needs(wanted, least):
    for n in range(1, 6):
        bar = may_adopt(scene(troops("A1", (10, 10), n)), "A1", wanted)
        assert (bar and bar.clause) == ("USB-R67" if n < least else None)


@pytest.mark.clause("USB-R67", "USB-HRO-10")
def test_a_joined_hero_is_one_of_the_models_and_a_monster_stands_alone():
    state = scene(troops("A1", (10, 10), 3), hero("A9", (10, 12), joined="A1"), monster("A5", (20, 20), 3))
    assert may_adopt(state, "A1", "phalanx") is None
    assert may_adopt(state, "A5", "column").clause == "USB-R67"
    assert may_adopt(state, "A5", "hidden") is None


@pytest.mark.clause("USB-R67")
@pytest.mark.parametrize("named", ["column", "phalanx"])
def test_a_formation_is_kept_down_to_two_models(named):
    full = troops("A1", (10, 10), 4, formation=named, lost=[1, 1])
    assert formation(scene(full), "A1") == named
    last = troops("A1", (10, 10), 4, formation=named, lost=[1, 1, 1])
    assert formation(scene(last), "A1") == "skirmish"
    assert formation(scene(troops("A1", (10, 10), 1, formation="hidden")), "A1") == "hidden"


@pytest.mark.clause("USB-R71")
@pytest.mark.parametrize(("option", "attacked"), [("refused", True), ("refused", False), ("allowed", True)])
def test_who_has_attacked_does_not_hide(option, attacked):
    state = scene(troops("A1", (10, 10), 3, attacked=attacked), options={"hide_after_attack": option})
    bar = may_adopt(state, "A1", "hidden")
    assert (bar and bar.clause) == ("USB-R71" if option == "refused" and attacked else None)
    assert may_adopt(state, "A1", "column") is None


@pytest.mark.clause("USB-FRM-03", "USB-S10")
@pytest.mark.parametrize(
    ("spots", "clause"),
    [
        ([(10, 10), (10, 9), (10, 8)], None),
        ([(10, 10), (10, 8), (10, 6)], None),  # an inch between rows
        ([(10, 10), (10, 7.99), (10, 6)], "USB-S10"),
        ([(10, 10), (10.5, 8.9), (10.2, 7.8)], None),
        ([(10, 10), (11, 10), (10, 9)], "USB-S10"),  # two abreast though one file would hold together
    ],
)
def test_a_column_is_a_file_of_rows_close_to_each_other(spots, clause):
    assert shaped("column", spots) == clause


@pytest.mark.clause("USB-S10", "USB-FRM-03")
def test_a_column_is_two_wide_where_one_file_would_not_hold_together():
    """Twelve men of an inch reach over ten inches between the first and the last."""
    assert [files_of(n, "column", inch(1)) for n in (2, 12, 13, 20)] == [1, 1, 2, 2]
    assert [files_of(n, "column", inch(2)) for n in (7, 8)] == [1, 2]
    pairs = [(10 + k % 2, 20 - k // 2) for k in range(14)]
    assert shaped("column", pairs) is None
    apart = [(10 + 2.1 * (k % 2), 20 - k // 2) for k in range(14)]
    assert shaped("column", apart) == "USB-S10"
    triples = [(10 + k % 3, 20 - k // 3) for k in range(15)]
    assert shaped("column", triples) == "USB-S10"


@pytest.mark.clause("USB-FRM-04", "USB-S10")
@pytest.mark.parametrize(
    ("spots", "clause"),
    [
        ([(10, 10), (11, 10), (10, 9), (11, 9)], None),
        ([(10, 10), (11.05, 10), (10, 8.95), (11.05, 8.95)], None),  # gaps of a twentieth of an inch
        ([(10, 10), (11.06, 10), (10, 9), (11.06, 9)], "USB-FRM-04"),
        ([(10, 10), (11, 10), (10, 8.94), (11, 8.94)], "USB-FRM-04"),
        ([(10, 10), (11, 10), (12, 10), (10, 9)], None),  # the last rank may be short
        ([(10, 10), (11, 10), (10.5, 9)], None),
        ([(10.5, 10), (10, 9), (11, 9)], "USB-S10"),
        ([(10, 10), (11, 10), (10, 9), (11, 9), (9, 9)], "USB-S10"),
        ([(10, 10), (11, 10), (12, 10), (12, 9), (13, 9)], "USB-FRM-04"),
        ([(10, 10), (11, 10), (12, 10), (9, 9), (10, 9)], "USB-FRM-04"),
        ([(10, 10), (11, 9.9), (10, 9), (11, 8.9)], "USB-FRM-04"),  # a rank is straight
        ([(10, 10), (11, 10), (10, 9), (10, 8), (11, 8)], "USB-S10"),
        ([(10, 10), (11, 10), (12, 10), (13, 10)], None),
    ],
)
def test_a_phalanx_is_a_rectangle_of_touching_bases(spots, clause):
    assert shaped("phalanx", spots) == clause


@pytest.mark.clause("USB-FRM-04")
def test_all_models_of_a_phalanx_face_its_front():
    spots = [(10, 10, 0.0), (11, 10, 0.0), (10, 9, 90.0), (11, 9, 0.0)]
    state = scene(troops("A1", spots, 4))
    assert shape_bar(state, "A1", "phalanx", spacing.poses_of(state, "A1")).clause == "USB-FRM-04"
    assert shaped("phalanx", [(10, 10), (11, 10), (10, 9), (11, 9)], facing=180.0) is None


@pytest.mark.clause("USB-S10")
@pytest.mark.parametrize(("y", "clause"), [(7.65, None), (7.6, "USB-S10")])
def test_a_hero_who_does_not_fit_the_ranks_touches_the_block(y, clause):
    ranks = troops("A1", at((10, 10), (11, 10), (10, 9), (11, 9)), 4)
    state = scene(ranks, hero("A9", (10, y, 0.0), kind="heavy", joined="A1"))
    bar = shape_bar(state, "A1", "phalanx", spacing.poses_of(state, "A1"))
    assert (bar and bar.clause) == clause


@pytest.mark.clause("USB-S10", "USB-FRM-03", "USB-FRM-04", "USB-MOV-03")
@pytest.mark.parametrize("wanted", ["column", "phalanx"])
@pytest.mark.parametrize("n", [4, 5, 8, 12, 13, 20])
@pytest.mark.parametrize("facing", [0.0, 37.0, 180.0, 270.0])
def test_the_usual_places_are_the_formation_about_their_pose(wanted, n, facing):
    state = scene(troops("A1", (18, 5), n), hero("A9", (18, 8), kind="heavy", joined="A1"))
    bases = models(state, "A1")
    found = places(bases, wanted, Pose(inch(18), inch(18), facing), 0)
    assert list(found) == [b.id for b in bases]
    assert shape_bar(state, "A1", wanted, found) is None
    assert spacing.bar(state, "A1", found) is None
    assert spacing.loose(state, {b: p for b, p in found.items() if b != "A9.1"}) is None


@pytest.mark.clause("USB-FRM-04")
def test_the_front_of_a_phalanx_has_the_files_that_are_wished():
    state = scene(troops("A1", (18, 5), 8))
    found = places(models(state, "A1"), "phalanx", Pose(inch(18), inch(18), 0.0), 8)
    assert {p.y for p in found.values()} == {inch(18)}
    usual = places(models(state, "A1"), "phalanx", Pose(inch(18), inch(18), 0.0))
    assert sorted({p.y for p in usual.values()}) == [inch(17.5), inch(18.5)]


def facing_block(*other, facing=0.0):
    """A Phalanx of two by two whose front edge runs from 10 to 12 at 20 inches, northward."""
    spots = at((10.5, 19.5), (11.5, 19.5), (10.5, 18.5), (11.5, 18.5), facing=facing)
    return scene(troops("A1", spots, 4, formation="phalanx"), *other)


@pytest.mark.clause("USB-S10", "USB-R36", "USB-FRM-05")
@pytest.mark.parametrize(
    ("x", "y", "front"),
    [
        (11, 25, True),
        (13, 21, True),  # on the ray
        (13.01, 21, False),
        (9, 21, True),
        (8.99, 21, False),
        (11, 17, False),
        (14, 19, False),
        (17, 25, True),
        (17.1, 25, False),
    ],
)
def test_the_front_arc_opens_at_45_degrees_from_the_corners(x, y, front):
    assert in_front(facing_block(troops("B1", [(x, y)], 1)), "A1", "B1") is front


@pytest.mark.clause("USB-S10")
def test_the_front_arc_begins_at_the_front_edge():
    frame = block(facing_block(), "A1")
    assert [before(frame, (inch(11), inch(y))) for y in (19.9, 20, 20.1)] == [False, True, True]


@pytest.mark.clause("USB-S10", "USB-R36")
def test_the_nearest_model_of_the_other_counts():
    one_in_front = troops("B1", [(11, 25), (14, 19)], 2)
    assert not in_front(facing_block(one_in_front), "A1", "B1")
    assert in_front(facing_block(troops("B1", [(11, 21.5), (14.5, 19)], 2)), "A1", "B1")


@pytest.mark.clause("USB-S10", "USB-FRM-05")
def test_the_front_is_where_the_models_face():
    enemy = troops("B1", [(14, 19)], 1)
    assert [in_front(facing_block(enemy, facing=f), "A1", "B1") for f in (0.0, 90.0, 180.0, 270.0)] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.clause("USB-S10")
def test_a_hero_outside_the_ranks_does_not_widen_the_front():
    state = facing_block(troops("B1", [(13.01, 21)], 1), hero("A9", (12.8, 19.5), kind="heavy", joined="A1"))
    assert not in_front(state, "A1", "B1")


@pytest.mark.clause("USB-S10")
def test_the_last_rank_fills_the_gaps_that_losses_leave():
    spots = at((10, 10), (11, 10), (12, 10), (10, 9), (11, 9))
    state = scene(troops("A1", spots, 5, formation="phalanx"))
    there = {b.id: b.pose for b in models(state, "A1")}
    assert closed_up(state, "A1", ["A1.2"]) == {"A1.5": there["A1.2"]}
    assert closed_up(state, "A1", ["A1.1", "A1.3"]) == {"A1.4": there["A1.1"], "A1.5": there["A1.3"]}
    assert closed_up(state, "A1", ["A1.4"]) == {"A1.5": there["A1.4"]}
    assert closed_up(state, "A1", ["A1.5"]) == closed_up(state, "A1", []) == {}
    assert closed_up(scene(troops("A1", spots, 5)), "A1", ["A1.2"]) == {}


@pytest.mark.clause("USB-MOV-03", "USB-R55")
@pytest.mark.parametrize(
    ("spots", "clause"),
    [
        ([(10, 10), (12, 10)], None),
        ([(10, 10), (12.01, 10)], "USB-MOV-03"),
        ([(10, 10), (12, 10), (22, 10), (20, 10)], "USB-MOV-03"),  # 11 inches across
        ([(10, 10), (12, 10), (21, 10), (19, 10)], None),  # two pairs, no chain: 10 inches across
        ([(10, 10)], None),
    ],
)
def test_coherency_is_an_inch_to_the_nearest_and_ten_to_the_farthest(spots, clause):
    state = scene(troops("A1", spots, len(spots)))
    bar = spacing.loose(state, spacing.poses_of(state, "A1"))
    assert (bar and bar.clause) == clause
    assert (spacing.scatter_now(state, "A1") > 0.0) is (clause is not None)


@pytest.mark.clause("USB-S16")
def test_a_unit_out_of_coherency_must_end_less_so():
    state = scene(troops("A1", [(10, 10), (15, 10)], 2))
    before = spacing.scatter_now(state, "A1")
    nearer = {"A1.1": Pose(inch(11), inch(10)), "A1.2": Pose(inch(15), inch(10))}
    assert spacing.loose(state, nearer, before) is None
    assert spacing.loose(state, spacing.poses_of(state, "A1"), before).clause == "USB-MOV-03"


@pytest.mark.clause("USB-MOV-03", "USB-HRO-10")
def test_a_joined_hero_keeps_coherency_with_the_unit():
    state = scene(troops("A1", [(10, 10), (12, 10)], 2), hero("A9", (14, 10), joined="A1"))
    assert spacing.scatter_now(state, "A1") == spacing.scatter_now(state, "A9") == 0.0
    assert len(rows(state, "A1")) == 3


@pytest.mark.clause("USB-MOV-06", "USB-CHG-09", "USB-S06")
@pytest.mark.parametrize(
    ("x", "clause"), [(12, None), (11.999, None), (11.99, "USB-MOV-06"), (11, "USB-MOV-06"), (10.9, "USB-S06")]
)
def test_an_inch_is_kept_from_enemies(x, clause):
    state = scene(troops("A1", [(30, 30)], 1), troops("B1", [(10, 10)], 1), troops("A2", [(20, 10)], 1))
    there = {"A1.1": Pose(inch(x), inch(10))}
    bar = spacing.bar(state, "A1", there)
    assert (bar and bar.clause) == clause
    charging = spacing.bar(state, "A1", there, "B1")
    assert (charging and charging.clause) == (clause if clause == "USB-S06" else None)


@pytest.mark.clause("USB-MOV-06", "USB-S06")
@pytest.mark.parametrize(("x", "clause"), [(21, None), (20.99, "USB-S06")])
def test_friends_may_be_touched_and_not_overlapped(x, clause):
    state = scene(troops("A1", [(30, 30), (30, 32)], 2), troops("A2", [(20, 10)], 1))
    bar = spacing.bar(state, "A1", {"A1.1": Pose(inch(x), inch(10))})
    assert (bar and bar.clause) == clause
    among = spacing.bar(state, "A1", {"A1.1": Pose(inch(30), inch(31.01))})
    assert among.clause == "USB-S06"


@pytest.mark.clause("USB-S06")
@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (0.05, True), (0.051, True), (0.06, False)])
def test_contact_is_a_gap_of_a_twentieth_of_an_inch(gap, touch):
    state = scene(troops("A1", [(10, 10)], 1), troops("B1", [(11 + gap, 10)], 1))
    assert spacing.in_contact(state, "A1", "B1") is touch


@pytest.mark.clause("USB-S06")
@pytest.mark.parametrize(
    ("places", "touch"),
    [
        ([(10, 9.5), (10, 11.5)], True),  # on two sides of a wall, opposite each other
        ([(10, 9.45), (10, 11.55)], True),
        ([(10, 9.4), (10, 11.5)], False),
        ([(10, 9.5), (10.9, 11.5)], False),  # not opposite: too far from each other
        ([(15.6, 9.5), (15.6, 11.5)], False),  # past its end
        ([(10, 9.5), (11.1, 9.5)], False),  # both on this side
    ],
)
def test_a_screen_between_parts_nobody(places, touch):
    one, other = places
    state = scene(troops("A1", [one], 1), troops("B1", [other], 1), terrain=[piece("wall", 5, 10, 15, 11)])
    assert spacing.in_contact(state, "A1", "B1") is touch


@pytest.mark.clause("USB-S06", "USB-GEN-08")
def test_a_screen_on_a_roof_does_not_bring_those_below_nearer():
    land = [piece("house", 5, 5, 15, 10), piece("wall", 5, 10, 15, 11)]
    state = scene(troops("A1", [(10, 9.5)], 1), troops("B1", [(10, 11.5)], 1), terrain=land)
    assert not spacing.in_contact(state, "A1", "B1")


@pytest.mark.clause("USB-S06", "USB-GEN-08")
def test_a_roof_parts_and_a_slope_does_not():
    for kind, touch in (("hill", True), ("house", False)):
        land = [piece(kind, 5, 5, 10, 10)]
        state = scene(troops("A1", [(9.5, 7)], 1), troops("B1", [(10.5, 7)], 1), terrain=land)
        assert spacing.in_contact(state, "A1", "B1") is touch


def test_names_are_told_of_all_formations():
    assert set(formations.NAMES) == {"skirmish", "column", "phalanx", "hidden"}
