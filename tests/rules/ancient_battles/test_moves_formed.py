"""Remaining moves of formed units: advance, wheel, about-face, change of formation; what they cost, what stops them."""

from __future__ import annotations

import pytest

from game.geometry.steps import Advance, Form, Path, Shift, Turn, Wheel
from rulesets.ancient_battles.move.moves import way
from rulesets.ancient_battles.move.plans import Mode
from tests.rules.ancient_battles.moves_play import cost, go, moves, nearest, refusal
from tests.rules.ancient_battles.table import piece, table, unit

ENEMY = unit("WAR", (60, 44))


@pytest.mark.clause("WAB-TRN-03", "WAB-S07")
def test_a_unit_advances_its_rate_and_no_farther():
    play = moves(unit("PHA", (36, 20)), ENEMY)
    assert cost(play, go("PHA", "normal", Advance(100.0))) == 4.0
    assert refusal(play, go("PHA", "normal", Advance(100.1))) == "WAB-S07"
    assert nearest(play, go("PHA", "normal", Advance(150.0))) == (Advance(100.0),)
    play.give(go("PHA", "normal", Advance(100.0)))
    assert play.front("PHA") == (36.0, 24.0, 0.0)
    assert (play.own("PHA").moved, play.own("PHA").marched) == (True, False)
    assert play.event("moved").data["steps"] == 'adv 4"'
    assert play.asked_for == ""


@pytest.mark.clause("WAB-FRM-01", "WAB-FRM-02", "WAB-S06")
def test_a_wheel_costs_the_arc_of_the_outer_corner():
    play = moves(unit("PHA", (36, 20), files=5), ENEMY)
    assert cost(play, go("PHA", "normal", Wheel(30.0, "left"))) == 2.094
    assert cost(play, go("PHA", "normal", Wheel(57.29, "right"))) == 4.0
    assert refusal(play, go("PHA", "normal", Wheel(57.4, "right"))) == "WAB-FRM-02"
    assert nearest(play, go("PHA", "normal", Wheel(90.0, "right"))) == (Wheel(57.295, "right"),)
    assert cost(play, go("PHA", "normal", Wheel(10.0, "left"), Advance(10.0), Wheel(10.0, "right"))) == 1.796
    play.give(go("PHA", "normal", Wheel(30.0, "left"), Advance(25.0)))
    assert play.event("moved").data["steps"] == 'wheel L 30 (2.094"), adv 1"'
    assert play.front("PHA")[2] == 330.0


@pytest.mark.clause("WAB-S06", "WAB-S07")
def test_there_are_no_wheels_backward_nor_moves_aside():
    play = moves(unit("PHA", (36, 20)), ENEMY)
    assert refusal(play, go("PHA", "normal", Wheel(10.0, "left", True))) == "WAB-S06"
    assert refusal(play, go("PHA", "normal", Shift(10.0, "left"))) == "WAB-S07"
    assert refusal(play, go("PHA", "normal", Advance(-10.0))) == "WAB-S07"


@pytest.mark.clause("WAB-FRM-03", "WAB-FRM-04", "WAB-R15", "WAB-S35")
def test_an_about_face_costs_a_quarter_once():
    play = moves(unit("PHA", (36, 20), files=5, models=18), ENEMY)
    assert cost(play, go("PHA", "normal", Turn("about"), Advance(75.0))) == 4.0
    assert cost(play, go("PHA", "normal", Advance(25.0), Turn("about"), Advance(25.0))) == 3.0
    assert refusal(play, go("PHA", "normal", Turn("about"), Advance(75.1))) == "WAB-S07"
    assert refusal(play, go("PHA", "normal", Advance(75.1), Turn("about"))) == "WAB-FRM-04"
    assert refusal(play, go("PHA", "normal", Turn("about"), Turn("about"))) == "WAB-FRM-03"
    play.give(go("PHA", "normal", Turn("about")))
    assert play.front("PHA") == (36.0, 16.8, 180.0)
    back = play.state.bases["PHA.18"].pose
    assert back is not None
    assert round(back.y / 25.0, 3) == 19.6  # the incomplete rank goes to the new rear


@pytest.mark.clause("WAB-FRM-05", "WAB-R14")
def test_open_order_faces_about_twice():
    play = moves(unit("COM", (36, 20)), ENEMY)
    twice = go("COM", "normal", Turn("about"), Advance(50.0), Turn("about"), Advance(50.0))
    assert cost(play, twice) == 8.0
    thrice = go("COM", "normal", Turn("about"), Turn("about"), Turn("about"))
    assert refusal(play, thrice) == "WAB-FRM-05"


@pytest.mark.clause("WAB-FRM-06", "WAB-S35")
def test_one_rank_costs_half_the_movement():
    play = moves(unit("PHA", (36, 20), files=6, models=24), ENEMY)
    assert cost(play, go("PHA", "normal", Form("ranks", 8), Advance(50.0))) == 4.0
    assert refusal(play, go("PHA", "normal", Advance(50.1), Form("ranks", 8))) == "WAB-FRM-06"
    assert cost(play, go("PHA", "normal", Form("5"))) == 2.0
    play.give(go("PHA", "normal", Form("ranks", 8)))
    assert play.front("PHA") == (36.0, 20.0, 0.0)
    assert play.own("PHA").files == 8


@pytest.mark.clause("WAB-FRM-07")
def test_two_ranks_cost_all_of_it_and_more_take_a_reform():
    play = moves(unit("PHA", (36, 20), files=6, models=24), ENEMY)
    assert cost(play, go("PHA", "normal", Form("ranks", 12))) == 4.0
    assert refusal(play, go("PHA", "normal", Advance(0.5), Form("ranks", 12))) == "WAB-FRM-07"
    assert refusal(play, go("PHA", "normal", Form("ranks", 24))) == "WAB-FRM-07"


@pytest.mark.clause("WAB-S35")
def test_a_frontage_of_as_many_ranks_is_no_change():
    play = moves(unit("PHA", (36, 20), files=8, models=23), ENEMY)
    assert refusal(play, go("PHA", "normal", Form("ranks", 9))) == "WAB-S35"
    assert refusal(play, go("PHA", "normal", Form("ranks", 24))) == "WAB-S35"


@pytest.mark.clause("WAB-S35")
def test_a_change_of_formation_needs_room():
    """Eight files are 3.2 inches to either side: a friend at 3.1 is in the way, an enemy needs another inch."""
    row = unit("PHA", (36, 20), files=6, models=24)
    change = go("PHA", "normal", Form("ranks", 8))
    assert moves(row, unit("SIL", (40.81, 20)), ENEMY).check(change).legal
    assert refusal(moves(row, unit("SIL", (40.7, 20)), ENEMY), change) == "WAB-S07"
    assert moves(row, unit("WAR", (42.3, 20), 0, files=5)).check(change).legal
    assert refusal(moves(row, unit("WAR", (42.1, 20), 0, files=5)), change) == "WAB-S07"


# --- what stops a move -------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S07")
def test_friends_are_not_passed_and_enemies_kept_at_an_inch():
    play = moves(unit("PHA", (36, 20)), unit("SIL", (36, 25.2)), ENEMY)
    assert nearest(play, go("PHA", "normal", Advance(100.0))) == (Advance(50.0),)
    play = moves(unit("PHA", (36, 20)), unit("WAR", (36, 23.5), 180))
    (found,) = nearest(play, go("PHA", "normal", Advance(100.0)))
    assert isinstance(found, Advance)
    assert found.distance == pytest.approx(62.5, abs=0.03)  # to a thousandth of an inch
    assert play.check(go("PHA", "normal", Advance(62.5))).legal


@pytest.mark.clause("WAB-S07")
def test_skirmishers_and_fleeing_units_are_passed_but_not_stood_on():
    for friend in (unit("CRE", (36, 22), models=1), unit("SIL", (36, 22.4), models=4, fleeing=True)):
        play = moves(unit("PHA", (36, 20)), friend, ENEMY)
        assert play.check(go("PHA", "normal", Turn("about"))).legal
        assert refusal(play, go("PHA", "normal", Advance(50.0))) == "WAB-S07"
        found = nearest(play, go("PHA", "normal", Advance(50.0)))
        assert isinstance(found[0], Advance)
        assert 25.0 < found[0].distance < 40.0
    play = moves(unit("COM", (36, 20)), unit("CRE", (36, 22), models=1), ENEMY)
    assert play.check(go("COM", "normal", Advance(180.0))).legal


@pytest.mark.clause("WAB-S07")
def test_a_wheel_sweeps_its_outer_flank():
    """The far rear corner swings out: a friend close beside stops a wheel away from him, not one towards him."""
    play = moves(unit("PHA", (36, 20), files=4), unit("SIL", (39.4, 20), files=4), ENEMY)
    assert play.check(go("PHA", "normal", Advance(50.0))).legal
    (found,) = nearest(play, go("PHA", "normal", Wheel(20.0, "left")))
    assert isinstance(found, Wheel)
    assert 1.0 < found.angle < 5.0
    assert play.check(go("PHA", "normal", Wheel(found.angle + 0.05, "left"))).status == "refused"
    assert play.check(go("PHA", "normal", Wheel(20.0, "right"))).legal


@pytest.mark.clause("WAB-S07")
def test_nobody_leaves_the_table():
    play = moves(unit("PHA", (36, 47)), ENEMY)
    assert nearest(play, go("PHA", "normal", Advance(50.0))) == (Advance(25.0),)
    play = moves(unit("PHA", (2.5, 40), files=6), ENEMY)
    assert refusal(play, go("PHA", "normal", Wheel(25.0, "right"))) == "WAB-S07"


@pytest.mark.clause("WAB-S07")
def test_who_stands_nearer_than_an_inch_may_go_but_not_come_nearer():
    play = moves(unit("PHA", (36, 20)), unit("WAR", (36, 20.5), 180))
    assert nearest(play, go("PHA", "normal", Advance(25.0))) in ((), (Advance(0.025),))
    assert play.check(go("PHA", "normal", Turn("about"), Advance(50.0))).legal


@pytest.mark.clause("WAB-S08")
def test_buildings_and_water_are_impassable():
    for kind in ("building", "water"):
        play = moves(unit("PHA", (36, 20)), ENEMY, terrain=[piece(kind, box=(37, 22, 40, 25))])
        assert refusal(play, go("PHA", "normal", Advance(75.0))) == "WAB-S08"
        assert nearest(play, go("PHA", "normal", Advance(75.0))) == (Advance(50.0),)


# --- the ground --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TER-01", "WAB-TER-02", "WAB-S08")
def test_close_order_pays_twice_in_a_wood_and_while_its_rear_is_in_it():
    play = moves(unit("PHA", (36, 20)), ENEMY, terrain=[piece("wood", box=(30, 21, 42, 30))])
    assert cost(play, go("PHA", "normal", Advance(62.5))) == 4.0
    assert nearest(play, go("PHA", "normal", Advance(100.0))) == (Advance(62.5),)
    assert refusal(play, go("PHA", "normal", Advance(100.0))) == "WAB-TER-02"
    leaving = moves(unit("PHA", (36, 20), files=6), ENEMY, terrain=[piece("wood", box=(30, 16, 42, 18))])
    assert cost(leaving, go("PHA", "normal", Advance(50.0))) == 3.2  # the rear is 1.2 inches deep in it


@pytest.mark.clause("WAB-TER-04", "WAB-R17")
def test_open_order_is_slowed_by_very_difficult_ground_alone():
    wood = [piece("wood", box=(30, 21, 42, 40))]
    assert cost(moves(unit("COM", (36, 20)), ENEMY, terrain=wood), go("COM", "normal", Advance(200.0))) == 8.0
    thick = [piece("thick_wood", box=(30, 21, 42, 40))]
    play = moves(unit("COM", (36, 20)), ENEMY, terrain=thick)
    assert nearest(play, go("COM", "normal", Advance(200.0))) == (Advance(112.5),)
    wall = [piece("wall", points=[(30, 21), (42, 21)])]
    assert cost(moves(unit("COM", (36, 20)), ENEMY, terrain=wall), go("COM", "normal", Advance(200.0))) == 8.0


@pytest.mark.clause("WAB-TER-03", "WAB-R16")
def test_an_obstacle_costs_half_of_the_whole_move():
    row = unit("PHA", (36, 20))
    play = moves(row, ENEMY, terrain=[piece("wall", points=[(30, 22), (42, 22)])])
    assert cost(play, go("PHA", "normal", Advance(50.0))) == 2.0
    near = moves(row, ENEMY, terrain=[piece("wall", points=[(30, 21.5), (42, 21.5)])])
    assert cost(near, go("PHA", "normal", Advance(50.0))) == 4.0
    far = moves(row, ENEMY, terrain=[piece("wall", points=[(30, 22.5), (42, 22.5)])])
    assert refusal(far, go("PHA", "normal", Advance(75.0))) == "WAB-TER-03"
    assert nearest(far, go("PHA", "normal", Advance(75.0))) == (Advance(62.5),)
    halted = moves(row, ENEMY, terrain=[piece("hedge", points=[(30, 20), (42, 20)])])
    assert cost(halted, go("PHA", "normal", Advance(50.0))) == 4.0  # the same price in the next move


# --- places dropped ----------------------------------------------------------------------------------------------


def test_a_place_dropped_is_reached_by_wheels():
    """Half an inch aside and 3.5 ahead, facing as before: out of the line and into it again."""
    play = moves(unit("PHA", (36, 20), files=4), ENEMY)
    middle = (36.0 * 25, 17.6 * 25)
    drop = go("PHA", "normal", Path(((middle[0] + 6.0, middle[1] + 70.0),), 0.0))
    assert cost(play, drop) == 3.099
    play.give(drop)
    assert play.front("PHA") == (36.24, 22.8, 0.0)
    assert play.event("moved").data["steps"].count("wheel") == 2


def test_a_place_out_of_reach_gives_the_nearest_move():
    play = moves(unit("PHA", (36, 20), files=4), ENEMY)
    found = nearest(play, go("PHA", "normal", Path(((1100.0, 700.0),))))
    assert [type(s).__name__ for s in found] == ["Wheel", "Advance"]
    behind = play.check(go("PHA", "normal", Path(((900.0, 400.0),))))
    assert behind.legal
    play.give(go("PHA", "normal", Path(((900.0, 400.0),))))
    assert play.front("PHA")[2] == 180.0


@pytest.mark.clause("WAB-TRN-03", "WAB-S35", "WAB-FRM-01")
def test_what_each_way_of_moving_allows_is_laid_out():
    """Verbs, steps at most, and whether the body is rigid."""
    state = table(unit("PHA", (36, 20), files=3, models=12), unit("CRE", (20, 20)), unit("SBS", (50, 20)), ENEMY)

    def laid(who: str, mode: Mode) -> tuple[tuple[str, ...], int, bool]:
        found = way(state, who, mode)
        return found.verbs, found.legs, found.rigid

    wheels = ("path", "advance", "wheel")
    assert laid("PHA", "normal") == ((*wheels, "turn", "form"), 8, True)
    assert laid("PHA", "march") == (wheels, 8, True)
    assert laid("PHA", "fast_march") == (wheels, 8, True)
    assert laid("PHA", "reform") == (("path", "form"), 1, False)
    assert laid("CRE", "free") == (("path", "form"), 8, False)
    assert laid("SBS", "march") == (("path",), 8, False)
    leaving = table(unit("COM", (36, 20), disengaging=True), unit("WAR", (36, 20), 180))
    found = way(leaving, "COM", "disengage")
    assert (found.verbs, found.legs, found.rigid) == (("advance",), 1, True)
    assert way(state, "PHA", "reform").allowance is None
    assert way(state, "PHA", "normal").allowance == 100.0


@pytest.mark.clause("WAB-S35", "WAB-S03")
def test_every_frontage_is_offered_where_the_shape_is_free():
    """Reforms: from one file to one rank; of the loose, who stand no wider than twelve, as many as they are."""
    state = table(
        unit("PHA", (36, 20), files=3, models=7),
        unit("CRE", (20, 20), models=5, rallied=True),
        unit("SJA", (50, 20), models=15, rallied=True),
        ENEMY,
    )

    def offered(who: str, mode: Mode) -> list[str]:
        return [c.id for c in way(state, who, mode).formations]

    assert offered("PHA", "reform") == ["3", "4", "5", "6", "7", "1", "2"]
    assert sorted(map(int, offered("CRE", "reform"))) == [1, 2, 3, 4, 5]
    assert sorted(map(int, offered("SJA", "reform"))) == list(range(1, 13))
    fresh = table(unit("CRE", (20, 20), models=5), unit("SJA", (50, 20), models=15), ENEMY)
    assert sorted(int(c.id) for c in way(fresh, "CRE", "free").formations) == [1, 2, 3, 4, 5]
    assert sorted(int(c.id) for c in way(fresh, "SJA", "free").formations) == list(range(1, 13))
    assert offered("PHA", "march") == []
