"""Drive-backs: dice, distance, direction, confusion, obstacles, making way, destruction."""

from __future__ import annotations

import pytest

from game.engine.decision import OptionAnswer, PickAnswer
from game.engine.state import State
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.shoot import driveback
from tests.rules.warmaster_ancients.blows_play import (
    begin,
    confused,
    dice_thrown,
    hits,
    numbers,
    run,
    shoot_at,
    standing,
    whole,
)
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where

MISS = (1, 1, 1)


def shot(*more: Row, target: str = "GAL-1", at: tuple[float, float] = (40, 52), **about: object) -> State:
    """VEL-1 at (40, 40) looking north, a target 10 cm ahead of it that looks south."""
    return table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit(target, "north", at=at, facing="S"),
        *more,
        phase="shooting",
        active="south",
        **about,
    )


def y_of(state: State, unit_id: str) -> float:
    return where(state, unit_id)[0][1]


# --- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-01", "WMA-DRV-02", "WMA-DRV-04")
@pytest.mark.parametrize(
    ("to_hit", "dice", "cm"), [((4, 1, 1), (3,), 3), ((4, 4, 1), (3, 2), 5), ((4, 4, 4), (5, 1, 4), 10)]
)
def test_a_die_a_casualty_and_so_many_cm(to_hit, dice, cm):
    play = whole(shot(), "shooting", *to_hit, *dice)
    assert dice_thrown(play)[-1] == ("GAL-1: driven back from VEL-1", dice)
    assert y_of(play.state, "GAL-1") == 52 + cm
    assert not confused(play.state, "GAL-1")


@pytest.mark.clause("WMA-DRV-01")
def test_no_casualty_no_drive_back():
    play = whole(shot(), "shooting", *MISS)
    assert y_of(play.state, "GAL-1") == 52
    play = whole(shot(target="LEG-1"), "shooting", 4, 4, 4, 5, 5, 5)
    assert y_of(play.state, "LEG-1") == 52


@pytest.mark.clause("WMA-DRV-03", "WMA-R15")
@pytest.mark.parametrize(
    ("casualties", "cover", "dice"),
    [
        (1, "open", 1),
        (3, "open", 3),
        (1, "defended", 0),
        (2, "defended", 1),
        (1, "fortified", 0),
        (2, "fortified", 0),
        (3, "fortified", 1),
        (5, "fortified", 3),
    ],
)
def test_cover_spares_dice(casualties, cover, dice):
    total = blows.driveback_dice(casualties, cover)
    assert total.total == dice
    assert sum(value for _, value, _ in total.rows) == dice


@pytest.mark.clause("WMA-DRV-03", "WMA-S15")
def test_under_cover_with_no_die_left_it_stays():
    state = shot(terrain=[feature("wood", box=(30, 51, 50, 60))])
    play = whole(state, "shooting", 5, 4, 4)
    assert y_of(play.state, "GAL-1") == 52
    assert play.event("stands_firm").clauses == ("WMA-DRV-03",)
    play = whole(state, "shooting", 5, 5, 4, 2)
    assert y_of(play.state, "GAL-1") == 54


@pytest.mark.clause("WMA-DRV-02", "WMA-R15")
def test_casualties_of_all_shooters_count_together_and_cover_once():
    """1 and 2 casualties on a unit in a wood: three less one, two dice; away from the nearer shooter."""
    state = shot(
        unit("VEL-2", "south", at=(60, 40), facing="N"),
        terrain=[feature("wood", box=(30, 51, 55, 60))],
        at=(48, 52),
    )
    play = begin(state, "shooting", 5, 1, 1, 5, 5, 1, 2, 3)
    play.give(shoot_at("VEL-1", "GAL-1"))
    play.give(shoot_at("VEL-2", "GAL-1"))
    run(play)
    assert play.left() == ()
    assert [len(f) for _, f in dice_thrown(play)] == [3, 3, 2]


# --- confusion ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-05")
@pytest.mark.parametrize(("dice", "mad"), [((5, 5), False), ((6, 1), True), ((1, 6), True), ((6, 6), True)])
def test_a_six_confuses(dice, mad):
    play = whole(shot(), "shooting", 4, 4, 1, *dice)
    assert confused(play.state, "GAL-1") is mad
    assert y_of(play.state, "GAL-1") == 52 + sum(dice)
    assert len([e for e in play.events if e.type == "confused"]) == int(mad)


# --- direction ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-04", "WMA-S18")
def test_straight_away_from_the_nearest_point_facing_kept():
    """From the corner (42, 41) of the shooter to the corner (48, 49) of the target: 6 east, 8 north."""
    state = table(
        unit("VEL-1", "south", poses=[(40, 40, "N")], lost=[2, 3]),
        unit("GAL-1", "north", at=(54, 50), facing="S"),
        phase="shooting",
        active="south",
    )
    play = whole(state, "shooting", 4, 5)
    assert where(state, "GAL-1") == [(58, 50, 180), (54, 50, 180), (50, 50, 180)]
    assert where(play.state, "GAL-1") == [(61, 54, 180), (57, 54, 180), (53, 54, 180)]


@pytest.mark.clause("WMA-DRV-04", "WMA-R15")
def test_away_from_the_nearest_shooter_even_if_all_its_dice_missed():
    """SLI-1 hits from the west, 19 cm away; SLI-2 misses from the south, 10 cm away: the target goes north."""
    state = table(
        unit("LIB-1", "south", at=(80, 60), facing="S"),
        unit("SLI-1", "north", at=(54, 60), facing="E"),
        unit("SLI-2", "north", at=(80, 48), facing="N"),
        phase="shooting",
        active="north",
    )
    play = begin(state, "shooting", 4, 4, 1, 1, 1, 1, 1, 1, 2, 3)
    play.give(shoot_at("SLI-1", "LIB-1"))
    play.give(shoot_at("SLI-2", "LIB-1"))
    run(play)
    assert play.left() == ()
    assert dice_thrown(play)[-1] == ("LIB-1: driven back from SLI-2", (2, 3))
    assert where(play.state, "LIB-1")[1] == (80.0, 65.0, 180.0)


@pytest.mark.clause("WMA-DRV-04", "WMA-R15")
def test_of_two_equally_near_shooters_the_lower_id_counts():
    state = table(
        unit("LIB-1", "south", at=(80, 60), facing="S"),
        unit("SLI-1", "north", at=(80, 48), facing="N"),
        unit("SLI-2", "north", at=(80, 72), facing="S"),
    )
    assert driveback.nearest_shooter(state, "LIB-1", ("SLI-2", "SLI-1")) == "SLI-1"
    assert driveback.nearest_shooter(state, "LIB-1", ("SLI-2",)) == "SLI-2"


# --- order -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-R16", "WMA-S18")
def test_the_owner_chooses_the_order_the_farthest_first_by_default():
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("VEL-2", "south", at=(80, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 52), facing="S"),
        unit("GAL-2", "north", at=(80, 54), facing="S"),
        phase="shooting",
        active="south",
    )
    play = begin(state, "shooting", 4, 1, 1, 4, 1, 1, 2, 3)
    play.give(shoot_at("VEL-1", "GAL-1"))
    assert y_of(play.state, "GAL-1") == 52  # not before all shooting is done
    play.give(shoot_at("VEL-2", "GAL-2"))
    assert play.asked_for == "driveback"
    assert play.decision.side == "north"
    assert play.asked.default.answer == PickAnswer(("GAL-2",))
    play.pick("GAL-1")
    assert (y_of(play.state, "GAL-1"), y_of(play.state, "GAL-2")) == (54, 57)
    assert play.left() == ()


# --- too far -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-10", "WMA-R17")
@pytest.mark.parametrize(("dice", "alive"), [((4, 5), True), ((4, 6), True), ((5, 6), False), ((6, 6), False)])
def test_farther_than_its_move_destroys(dice, alive):
    """Artillery moves 10 cm: a total of 10 drives it, 11 destroys it."""
    state = table(
        unit("SCO-1", "south", at=(80, 60), facing="N"),
        unit("SLI-1", "north", at=(80, 73), facing="S"),
        phase="shooting",
        active="north",
    )
    play = whole(state, "shooting", 4, 4, 1, *dice)
    assert standing(play.state, "SCO-1") == int(alive)
    if alive:
        assert y_of(play.state, "SCO-1") == 60 - sum(dice)
        assert confused(play.state, "SCO-1") is (6 in dice)
    else:
        assert play.event("unit_destroyed").data["why"] == "far"
        assert "driven_back" not in play.types()


@pytest.mark.clause("WMA-DRV-10", "WMA-R17")
def test_the_full_move_counts_even_for_irregular_or_fortified_units():
    """Infantry in a bent line, 15 casualties' worth of dice never drawn: 18 cm is more than half its move, not all."""
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", poses=[(36, 52, "S"), (40, 53, "S"), (44, 52, "S")]),
        phase="shooting",
        active="south",
    )
    play = whole(state, "shooting", 4, 4, 4, 6, 6, 6)
    assert standing(play.state, "GAL-1") == 2
    found = play.event("driven_back")
    assert (found.data["distance"], found.data["stopped_by"], found.about) == (180.0, "", (found.data["unit"],))


# --- obstacles ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-06", "WMA-R18", "WMA-S18")
@pytest.mark.parametrize(("dice", "goes", "mad"), [((5,), 5.0, False), ((6,), 5.5, True)])
def test_an_enemy_behind_halts_it_one_cm_away(dice, goes, mad):
    """LEG-1 stands 6.5 cm behind: 5 cm are free; the sixth would bring it nearer than 1 cm."""
    state = shot(unit("LEG-1", "south", at=(40, 60.5), facing="N"))
    play = whole(state, "shooting", 4, 1, 1, *dice)
    assert y_of(play.state, "GAL-1") == 52 + goes
    assert confused(play.state, "GAL-1") is mad


@pytest.mark.clause("WMA-DRV-06", "WMA-R19")
def test_halted_by_an_enemy_it_is_confused_without_a_roll():
    state = shot(unit("LEG-1", "south", at=(40, 58), facing="N"))
    play = whole(state, "shooting", 4, 1, 1, 5)
    assert y_of(play.state, "GAL-1") == 55
    assert confused(play.state, "GAL-1")
    assert play.event("confused").clauses == ("WMA-DRV-06",)


@pytest.mark.clause("WMA-DRV-06", "WMA-R55", "WMA-R20")
def test_an_engaged_friend_is_in_the_way_and_is_not_asked():
    """LIB-1 behind it fights LEG-1: GAL-1 halts 1 cm from it, confused."""
    state = shot(
        unit("LIB-1", "north", at=(40, 58), facing="N"),
        unit("LEG-1", "south", at=(40, 60), facing="S"),
    )
    play = whole(state, "shooting", 4, 1, 1, 5)
    assert y_of(play.state, "GAL-1") == 55
    assert confused(play.state, "GAL-1")
    assert "make_way" not in [e.type for e in play.events]


@pytest.mark.clause("WMA-DRV-09", "WMA-S18")
@pytest.mark.parametrize(("die", "mad"), [(5, False), (6, True)])
def test_stopped_by_the_table_edge_it_tests(die, mad):
    state = shot(at=(40, 52), size=(180.0, 56.0))
    play = whole(state, "shooting", 4, 1, 1, 5, die)
    assert y_of(play.state, "GAL-1") == 55
    assert confused(play.state, "GAL-1") is mad
    assert dice_thrown(play)[-1] == ("GAL-1: stopped at the edge of forbidden ground", (die,))


@pytest.mark.clause("WMA-DRV-09")
@pytest.mark.parametrize(("die", "mad"), [(5, False), (6, True)])
def test_stopped_by_terrain_it_tests(die, mad):
    """Cavalry halts at the edge of a wood 2.5 cm behind it."""
    state = shot(target="NUM-1", at=(40, 53), terrain=[feature("wood", box=(30, 57.5, 50, 70))])
    play = whole(state, "shooting", 4, 1, 1, 1, 5, die)
    assert y_of(play.state, "NUM-1") == 55.5
    assert confused(play.state, "NUM-1") is mad
    found = play.event("driven_back")
    assert (found.data["stopped_by"], found.about) == ("wood-1", ("NUM-1", "wood-1"))


@pytest.mark.clause("WMA-R19")
def test_no_test_die_for_a_unit_confused_already():
    state = shot(target="NUM-1", at=(40, 53), terrain=[feature("wood", box=(30, 57.5, 50, 70))])
    play = whole(state, "shooting", 4, 1, 1, 1, 6)
    assert y_of(play.state, "NUM-1") == 55.5
    assert [e.clauses for e in play.events if e.type == "confused"] == [("WMA-DRV-05",)]


@pytest.mark.clause("WMA-DRV-09")
def test_infantry_goes_into_the_wood():
    state = shot(terrain=[feature("wood", box=(30, 54, 50, 70))])
    play = whole(state, "shooting", 4, 1, 1, 5)
    assert y_of(play.state, "GAL-1") == 57


# --- making way --------------------------------------------------------------------------------------------------


def behind(gap: float = 3.0, *more: Row, **about: object) -> State:
    """GAL-1 driven north, LIB-1 behind it at a gap, same columns."""
    return shot(unit("LIB-1", "north", at=(40, 54 + gap), facing="S"), *more, **about)


@pytest.mark.clause("WMA-DRV-07", "WMA-DRV-08", "WMA-R20", "WMA-R21", "WMA-S19", "WMA-S22")
@pytest.mark.parametrize(
    ("tests", "mad"),
    [((6, 2), (True, False)), ((2, 6), (False, True)), ((5, 5), (False, False)), ((6, 6), (True, True))],
)
def test_a_friend_makes_way_and_both_test(tests, mad):
    play = begin(behind(), "shooting", 4, 4, 1, 5, 3, *tests)
    run(play, "make_way")
    assert play.decision.side == "north"
    play.option("LIB-1", "yes")
    run(play)
    assert play.left() == ()
    assert (y_of(play.state, "GAL-1"), y_of(play.state, "LIB-1")) == (60, 62)
    assert (confused(play.state, "GAL-1"), confused(play.state, "LIB-1")) == mad
    assert [w for w, _ in dice_thrown(play)[-2:]] == ["GAL-1 pushed LIB-1 aside", "LIB-1 made way"]


@pytest.mark.clause("WMA-S18", "WMA-S19", "WMA-R20")
def test_the_choice_shows_where_both_would_stand():
    play = run(begin(behind(), "shooting", 4, 4, 1, 5, 3), "make_way")
    ghosts = {g.base: g.pose.y for g in play.check(OptionAnswer({"LIB-1": "yes"})).ghosts}
    assert (ghosts["GAL-1.1"], ghosts["LIB-1.1"]) == (600.0, 620.0)
    ghosts = {g.base: g.pose.y for g in play.check(OptionAnswer({"LIB-1": "no"})).ghosts}
    assert ghosts == {"GAL-1.1": 540.0, "GAL-1.2": 540.0, "GAL-1.3": 540.0}


@pytest.mark.clause("WMA-DRV-06", "WMA-R20")
def test_a_friend_that_refuses_stops_it_confused():
    play = begin(behind(), "shooting", 4, 4, 1, 5, 3)
    run(play, "make_way")
    play.option("LIB-1", "no")
    run(play)
    assert play.left() == ()
    assert (y_of(play.state, "GAL-1"), y_of(play.state, "LIB-1")) == (54, 57)
    assert confused(play.state, "GAL-1")
    assert not confused(play.state, "LIB-1")


@pytest.mark.clause("WMA-R19", "WMA-R21")
def test_a_unit_confused_by_the_distance_dice_does_not_test_again():
    play = begin(behind(), "shooting", 4, 4, 1, 6, 2, 3)
    run(play, "make_way")
    play.give(OptionAnswer({"LIB-1": "yes"}))
    run(play)
    assert play.left() == ()
    assert [f for _, f in dice_thrown(play)] == [(4, 4, 1), (6, 2), (3,)]


@pytest.mark.clause("WMA-R20", "WMA-S19")
def test_a_friend_without_room_counts_as_unwilling():
    """Units on three sides of LIB-1: nobody is asked, GAL-1 halts 1 cm from it."""
    state = behind(
        3.0,
        unit("LIB-2", "north", at=(40, 59.5), facing="S"),
        unit("LIB-3", "north", at=(52.5, 57), facing="S"),
        unit("LIB-4", "north", at=(27.5, 57), facing="S"),
    )
    play = whole(state, "shooting", 4, 4, 1, 5, 3)
    assert y_of(play.state, "GAL-1") == 54
    assert confused(play.state, "GAL-1")
    assert play.event("refuses_way").about == ("LIB-1", "GAL-1")


@pytest.mark.clause("WMA-DRV-07", "WMA-S18")
def test_a_friend_that_is_not_reached_is_left_alone():
    play = whole(behind(6.0), "shooting", 4, 4, 1, 5, 1)
    assert (y_of(play.state, "GAL-1"), y_of(play.state, "LIB-1")) == (58, 60)
    assert not confused(play.state, "GAL-1")


# --- after it ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-01", "WMA-SHT-12")
def test_survivors_only_are_driven_and_then_lose_their_surplus():
    state = shot(unit("GAL-2", "north", at=(70, 52), facing="S"), unit("VEL-2", "south", at=(70, 40), facing="N"))
    play = begin(state, "shooting", 4, 4, 4, 4, 4, 1, 1, 2, 1, 1, 1)
    play.give(shoot_at("VEL-1", "GAL-1"))
    play.pick("GAL-1.3")
    play.give(shoot_at("VEL-2", "GAL-2"))
    play.pick("GAL-2")
    assert play.left() == ()
    assert (y_of(play.state, "GAL-2"), y_of(play.state, "GAL-1")) == (55, 55)
    assert numbers(play.state, "GAL-1") == [1, 2]
    assert hits(play.state, "GAL-2") == 0
