"""How far a unit may go, and what hinders a move of up to three legs (section 6 and 7, WMA-S09)."""

from __future__ import annotations

import itertools

import pytest

from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.move import moves
from tests.rules.warmaster_ancients.table import feature, table, unit

LINE = [(86, 40, 0), (90, 40, 0), (94, 40, 0)]


def shift(state, unit_id, dx, dy, facing=None):
    """A leg that shifts a unit by (dx, dy) cm."""
    return {
        b: Pose(p.x + 10 * dx, p.y + 10 * dy, p.facing if facing is None else facing)
        for b, p in facts.poses(state, unit_id).items()
    }


def check(state, unit_id, *legs, limit=None, target=None):
    limit = moves.allowance(state, unit_id).mm if limit is None else limit
    return moves.check_legs(state, unit_id, legs, limit, target)


def why(state, unit_id, *legs, **more):
    found = check(state, unit_id, *legs, **more).refusal
    return None if found is None else (found.clause, found.thing)


# --- allowances --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-MOV-02", "WMA-MOV-04", "WMA-MOV-05", "WMA-S09")
@pytest.mark.parametrize(
    ("code", "full", "half"),
    [("LEG", 200, 100), ("EQU", 300, 150), ("LCH", 300, 150), ("SCO", 100, 50), ("ELE", 200, 100)],
)
def test_full_in_regular_formation_and_half_in_irregular(code, full, half):
    line = table(unit(f"{code}-1", "south", at=(90, 40)))
    assert moves.allowance(line, f"{code}-1").mm == full
    count = len(facts.stands(line, f"{code}-1"))
    crooked = [(90, 40, "N"), (90, 36, "N"), (93, 34, "E")][-count:]
    irregular = table(unit(f"{code}-1", "south", poses=crooked))
    found = moves.allowance(irregular, f"{code}-1")
    assert (found.mm, found.clause) == (half, "WMA-MOV-05")


@pytest.mark.clause("WMA-MOV-03", "WMA-MOV-05", "WMA-R23", "WMA-R24")
def test_ex05_halved_moves_and_full_charges():
    crooked = [(90, 40, "N"), (90, 44, "N"), (93, 44, "E")]
    state = table(unit("NUM-1", poses=crooked))
    assert moves.allowance(state, "NUM-1").mm == 150
    assert moves.allowance(state, "NUM-1", "charge").mm == 300
    assert moves.allowance(state, "NUM-1", "evade").mm == 300
    fort = table(unit("LIB-1", at=(90, 40)), terrain=[feature("fortification", box=(80, 30, 100, 50))])
    assert moves.allowance(fort, "LIB-1").mm == 100
    assert moves.allowance(fort, "LIB-1", "charge").mm == 200


@pytest.mark.clause("WMA-MOV-05", "WMA-S15")
@pytest.mark.parametrize(("west", "limit"), [(90.0, 100), (90.1, 200)])
def test_fortified_is_who_has_two_of_three_centres_in_the_fort(west, limit):
    state = table(unit("LIB-1", at=(90, 40)), terrain=[feature("fortification", box=(west, 30, 100, 50))])
    assert moves.allowance(state, "LIB-1").mm == limit


# --- travel ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-MOV-06", "WMA-MOV-07", "WMA-S09")
def test_ex06_changing_formation():
    state = table(unit("LEG-1", at=(90, 40)))
    column = {"LEG-1.2": Pose(900, 600), "LEG-1.1": Pose(900, 580), "LEG-1.3": Pose(900, 560)}
    found = check(state, "LEG-1", column)
    assert found.legal
    assert {b: round(t / 10, 2) for b, t in found.travel.items()} == {
        "LEG-1.1": 18.44,
        "LEG-1.2": 20.0,
        "LEG-1.3": 16.49,
    }
    farther = {b: Pose(p.x, p.y + 0.1) for b, p in column.items()}
    found = check(state, "LEG-1", farther)
    assert found.refusal is not None
    assert (found.refusal.clause, found.refusal.stand, found.refusal.over) == ("WMA-MOV-07", "LEG-1.2", 0.1)


@pytest.mark.clause("WMA-MOV-07", "WMA-S01")
@pytest.mark.parametrize(("way", "legal"), [(20.0, True), (20.004, True), (20.006, False)])
def test_no_stand_goes_farther_than_the_allowance(way, legal):
    state = table(unit("LEG-1", at=(90, 40)))
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, way)).legal is legal


@pytest.mark.clause("WMA-S09", "WMA-MOV-01")
def test_travel_is_the_sum_over_the_legs():
    state = table(unit("LEG-1", at=(90, 40)))
    east = shift(state, "LEG-1", 12, 0)
    north = {b: Pose(p.x, p.y + 80, 0) for b, p in east.items()}
    assert check(state, "LEG-1", east, north).travel == {"LEG-1.1": 200.0, "LEG-1.2": 200.0, "LEG-1.3": 200.0}
    farther = {b: Pose(p.x, p.y + 1, 0) for b, p in north.items()}
    assert why(state, "LEG-1", east, farther) == ("WMA-MOV-07", "")


@pytest.mark.clause("WMA-S09")
def test_up_to_three_legs():
    state = table(unit("LEG-1", at=(90, 40)))
    legs = [shift(state, "LEG-1", 0, k) for k in (1, 2, 3, 4)]
    assert check(state, "LEG-1", *legs[:3]).legal
    assert why(state, "LEG-1", *legs) == ("WMA-S09", "")


@pytest.mark.clause("WMA-S09")
def test_pivoting_is_free_and_not_swept():
    state = table(unit("LEG-1", at=(90, 40)))
    turned = shift(state, "LEG-1", 0, 0, facing=180.0)
    assert check(state, "LEG-1", turned).farthest == 0.0
    assert check(state, "LEG-1", turned).legal


@pytest.mark.clause("WMA-S09")
def test_turning_in_place_may_pass_through_a_neighbours_corner():
    # neither before nor after its turn does the stand overlap the friend, but its corner passes through him
    state = table(
        unit("EQU-1", poses=[(90, 40, "N")], stands=1),
        unit("LEG-1", poses=[(93.3, 42.3, "N")], stands=1),
    )
    assert check(state, "EQU-1", {"EQU-1.1": Pose(900, 400, 90)}).legal
    # moved by a millimetre it sweeps the hull of both places
    assert why(state, "EQU-1", {"EQU-1.1": Pose(901, 400, 90)}) == ("WMA-MOV-08", "LEG-1")
    # a turn that ends on somebody is refused
    near = table(unit("EQU-1", poses=[(90, 40, "N")], stands=1), unit("LEG-1", poses=[(93.5, 40, "N")], stands=1))
    assert why(near, "EQU-1", {"EQU-1.1": Pose(900, 400, 90)}) == ("WMA-MOV-08", "LEG-1")


@pytest.mark.clause("WMA-R09")
def test_an_ordered_unit_may_stay():
    state = table(unit("LEG-1", at=(90, 40)))
    assert check(state, "LEG-1").legal


@pytest.mark.clause("WMA-S03", "WMA-S09")
@pytest.mark.parametrize(("gap", "legal"), [(0.05, True), (0.06, False)])
def test_the_stands_must_touch_one_another_in_the_end(gap, legal):
    state = table(unit("LEG-1", at=(90, 40)))
    ends = {"LEG-1.3": Pose(940 + 10 * gap, 400)}
    assert check(state, "LEG-1", ends).legal is legal
    if not legal:
        assert why(state, "LEG-1", ends) == ("WMA-S03", "")
        # on the way they need not
        assert check(state, "LEG-1", ends, {"LEG-1.3": Pose(940, 400)}).legal


@pytest.mark.clause("WMA-S05", "WMA-S09")
def test_the_units_own_stands_may_cross_but_not_end_overlapping():
    state = table(unit("LEG-1", at=(90, 40)))
    swapped = {"LEG-1.1": Pose(940, 400), "LEG-1.3": Pose(860, 400)}
    assert check(state, "LEG-1", swapped).legal
    assert why(state, "LEG-1", {"LEG-1.1": Pose(880, 400)}) == ("WMA-S05", "")


@pytest.mark.clause("WMA-S09", "WMA-S05")
@pytest.mark.parametrize(("y", "legal"), [(119.0, True), (119.01, False)])
def test_the_move_stays_on_the_table(y, legal):
    state = table(unit("LEG-1", at=(90, 110)))
    found = check(state, "LEG-1", shift(state, "LEG-1", 0, y - 110))
    assert found.legal is legal
    if not legal:
        assert found.refusal is not None
        assert (found.refusal.clause, found.refusal.over) == ("WMA-S09", 0.1)


# --- other units -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-MOV-08", "WMA-S09")
def test_no_moving_through_friends_but_touching_them():
    state = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 50)))
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 15)) == ("WMA-MOV-08", "LEG-2")
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 8)) is None
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 8.002)) is None  # 0.8 square mm a pair of stands
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 8.003)) == ("WMA-MOV-08", "LEG-2")
    beside = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(102, 50)))
    assert why(beside, "LEG-1", shift(beside, "LEG-1", 0, 15)) is None


@pytest.mark.clause("WMA-MOV-08", "WMA-S05")
def test_no_moving_through_enemies():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 50)))
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 15)) == ("WMA-MOV-08", "GAL-1")


@pytest.mark.clause("WMA-MOV-09")
def test_characters_do_not_block():
    state = table(unit("LEG-1", at=(90, 40)), unit("CONS-1", at=(90, 45)), unit("STRA-1", at=(86, 50)))
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, 15)).legal


@pytest.mark.clause("WMA-S05")
@pytest.mark.parametrize(("way", "legal"), [(7.0, True), (7.004, True), (7.01, False)])
def test_a_move_keeps_a_centimetre_from_enemies(way, legal):
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 50)))
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, way)).legal is legal
    if not legal:
        assert why(state, "LEG-1", shift(state, "LEG-1", 0, way)) == ("WMA-S05", "GAL-1")


@pytest.mark.clause("WMA-S05")
@pytest.mark.parametrize(("x", "legal"), [(103.0, True), (102.99, False)])
def test_nor_may_it_pass_nearer_on_the_way(x, legal):
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(x, 50)))
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, 20)).legal is legal


@pytest.mark.clause("WMA-S05")
def test_who_began_nearer_may_only_go_away():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 42.5)))
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, -0.2)).legal
    assert check(state, "LEG-1", shift(state, "LEG-1", 0, -5)).legal
    assert why(state, "LEG-1", shift(state, "LEG-1", 0, 0.1)) == ("WMA-S05", "GAL-1")
    # away and back again is not only away
    away = shift(state, "LEG-1", 0, -5)
    assert why(state, "LEG-1", away, shift(state, "LEG-1", 0, -0.2)) == ("WMA-S05", "GAL-1")
    # sliding along brings other stands near
    assert why(state, "LEG-1", shift(state, "LEG-1", 20, 0)) == ("WMA-S05", "GAL-1")


@pytest.mark.clause("WMA-S09")
def test_a_charge_ignores_the_charged_unit_and_the_centimetre():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 50)), unit("LIB-1", at=(104.2, 50)))
    legs = shift(state, "LEG-1", 0, 15)
    assert why(state, "LEG-1", legs, target="GAL-1") is None
    assert why(state, "LEG-1", legs, target="LIB-1") == ("WMA-MOV-08", "GAL-1")


# --- terrain -----------------------------------------------------------------------------------------------------

ACCESS = {
    # terrain: infantry, cavalry, elephants, chariots, artillery
    "open": "yyyyy",
    "road": "yyyyy",
    "hill": "yyyyy",
    "bridge": "yyyyy",
    "ford": "yyynn",
    "shallow_river": "yyynn",
    "wall": "yyynn",
    "hedge": "yyynn",
    "wood": "ynnnn",
    "marsh": "ynnnn",
    "deep_river": "ynnnn",
    "ruins": "ynnnn",
    "buildings": "ynnnn",
    "difficult": "ynnnn",
    "fortification": "ynnnn",
    "impassable": "nnnnn",
}
TYPES = {"infantry": "LEG", "cavalry": "EQU", "elephants": "ELE", "chariots": "LCH", "artillery": "SCO"}
CLAUSES = {
    "infantry": "WMA-TER-01",
    "cavalry": "WMA-TER-03",
    "elephants": "WMA-TER-03",
    "chariots": "WMA-TER-05",
    "artillery": "WMA-TER-05",
}


@pytest.mark.clause(
    "WMA-TER-01", "WMA-TER-02", "WMA-TER-03", "WMA-TER-04", "WMA-TER-05", "WMA-TER-07", "WMA-S14", "WMA-R27", "WMA-R28"
)
@pytest.mark.parametrize(("kind", "type_"), list(itertools.product(ACCESS, TYPES)))
def test_the_access_matrix(kind, type_):
    line = kind in ("wall", "hedge")
    ground = feature(kind, points=[(70, 46), (110, 46)]) if line else feature(kind, box=(70, 46, 110, 60))
    code = f"{TYPES[type_]}-1"
    state = table(unit(code, "south", at=(90, 40)), terrain=[ground])
    may = ACCESS[kind][list(TYPES).index(type_)] == "y"
    found = why(state, code, shift(state, code, 0, 10))
    assert found == (None if may else (CLAUSES[type_], f"{kind}-1"))


@pytest.mark.clause("WMA-S14")
def test_on_a_bridge_over_a_river_and_a_road_through_a_wood_all_may_pass():
    river = feature("deep_river", box=(60, 44, 120, 48))
    state = table(unit("EQU-1", at=(90, 40)), terrain=[river, feature("bridge", box=(87, 44, 93, 48))])
    assert check(state, "EQU-1", shift(state, "EQU-1", 0, 15)).legal
    narrow = table(unit("EQU-1", at=(90, 40)), terrain=[river, feature("bridge", box=(87.1, 44, 93, 48))])
    assert why(narrow, "EQU-1", shift(narrow, "EQU-1", 0, 15)) == ("WMA-TER-03", "deep_river-1")
    wall = feature("wall", points=[(60, 46), (120, 46)])
    gate = table(unit("SCO-1", at=(90, 40)), terrain=[wall, feature("road", box=(87, 44, 93, 48))])
    assert check(gate, "SCO-1", shift(gate, "SCO-1", 0, 10)).legal


@pytest.mark.clause("WMA-S14")
def test_a_ford_bars_chariots_though_all_else_is_open():
    state = table(unit("LCH-1", at=(90, 40), facing="N"), terrain=[feature("ford", box=(60, 44, 120, 48))])
    assert why(state, "LCH-1", shift(state, "LCH-1", 0, 15)) == ("WMA-TER-05", "ford-1")


@pytest.mark.clause("WMA-S06", "WMA-S05")
@pytest.mark.parametrize(("way", "legal"), [(3.0, True), (3.004, True), (3.006, False)])
def test_terrain_is_entered_by_more_than_a_hundredth_of_a_square_cm(way, legal):
    # two stands, each 2 cm wide: 0.004 cm deep is 0.008 square cm a stand
    state = table(unit("SCO-1", at=(90, 40)), terrain=[feature("wood", box=(60, 45, 120, 60))])
    assert check(state, "SCO-1", shift(state, "SCO-1", 0, way)).legal is legal


@pytest.mark.clause("WMA-S06")
@pytest.mark.parametrize(("inside", "legal"), [(0.05, True), (0.054, True), (0.06, False)])
def test_a_wall_is_crossed_by_more_than_half_a_millimetre(inside, legal):
    # the end of a wall reaches into the sweep from the right
    wall = feature("wall", points=[(92 - inside, 46), (110, 46)])
    state = table(unit("SCO-1", at=(90, 40)), terrain=[wall])
    assert check(state, "SCO-1", shift(state, "SCO-1", 0, 10)).legal is legal


# --- the nearest legal move --------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S09", "WMA-MOV-07")
def test_too_long_a_move_is_cut_to_the_allowance():
    state = table(unit("LEG-1", at=(90, 40)))
    found = moves.nearest_legs(state, "LEG-1", [shift(state, "LEG-1", 0, 33)], 200)
    assert found == [shift(state, "LEG-1", 0, 20)]
    bent = [shift(state, "LEG-1", 15, 0), shift(state, "LEG-1", 15, 15)]
    assert moves.nearest_legs(state, "LEG-1", bent, 200) == [bent[0], shift(state, "LEG-1", 15, 5)]


@pytest.mark.clause("WMA-S09", "WMA-S05")
def test_a_hindered_move_is_cut_short_before_the_hindrance():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 50)))
    found = moves.nearest_legs(state, "LEG-1", [shift(state, "LEG-1", 0, 15)], 200)
    assert found is not None
    assert check(state, "LEG-1", *found).legal
    assert 69.5 <= found[0]["LEG-1.1"].y - 400 <= 70.05
    stuck = table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 42)))
    assert moves.nearest_legs(stuck, "LEG-1", [shift(stuck, "LEG-1", 0, 15)], 200) is None


@pytest.mark.clause("WMA-CMB-01", "WMA-S05")
def test_what_a_place_would_touch():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 50)), unit("GAL-2", at=(102, 50)))
    assert moves.touched_enemies(state, "LEG-1", shift(state, "LEG-1", 0, 8)) == ("GAL-1", "GAL-2")
    assert moves.touched_enemies(state, "LEG-1", shift(state, "LEG-1", -0.1, 8)) == ("GAL-1",)
