"""Objectives, points and the winner."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import Marker, State, Tie, view
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.clock import first_pass
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.nerve import surrender
from rulesets.napoleonic_wars.own import MarkerOwn, MeleeOwn
from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars.clock.test_pass import ordered
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, given, hide, regiment

CENTRE = Marker("O1", "objective", "", Pose(1000.0, 650.0, 0.0), MarkerOwn(worth=200), "Centre")


def battle(*made: Any, ties: tuple[Tie, ...] = (), marker: Marker = CENTRE, **told: Any) -> State:
    return replace(field(*made, ties=ties, **told), markers={"O1": marker})


def held(state: State, side: str = "south") -> float:
    return victory.share_held(state, state.markers["O1"], side)[0]


HERE = (100.0, 65.0)


@pytest.mark.clause("NAP-VIC-01", "NAP-VIC-02", "NAP-VIC-03", "NAP-S03")
def test_an_objective_is_held_by_who_stands_on_it_under_no_forced_result() -> None:
    state = battle(battalion("L1", "south", at=HERE))
    assert held(state) == 1.0
    assert held(state, "north") == 0.0
    for result in ("break_off", "withdraw", "rout", "surrendered", "retreat"):
        assert held(given(state, "L1", result=result)) == 0.0
    assert held(given(state, "L1", result="halt")) == 1.0
    assert held(battle(battalion("L1", "south", at=(100.0, 58.0)))) == 0.0


@pytest.mark.clause("NAP-VIC-04")
def test_with_an_enemy_in_charge_reach_occupiers_are_in_close_order() -> None:
    loose = battalion("L1", "south", at=HERE, formation="open", sub={"open": True})
    near, far = (regiment("E1", "north", at=(100.0, y)) for y in (95.0, 120.0))
    assert held(battle(loose, near)) == 0.0
    assert held(battle(loose, far)) == 1.0
    assert held(battle(battalion("L1", "south", at=HERE), near)) == 1.0
    assert held(given(battle(loose, near), "E1", result="retreat")) == 1.0


@pytest.mark.clause("NAP-VIC-06")
def test_no_enemy_may_stand_on_it_but_one_who_withdraws_retreats_or_routs() -> None:
    state = battle(battalion("L1", "south", at=HERE), battalion("E1", "north", at=(100.0, 68.0), figures=6))
    assert held(state) == 0.0
    for result in ("withdraw", "retreat", "rout"):
        assert held(given(state, "E1", result=result)) == 1.0
    assert held(given(state, "E1", result="break_off")) == 0.0


@pytest.mark.clause("NAP-VIC-05", "NAP-VIC-08")
def test_in_melee_half_of_it_counts_for_close_order_at_least_half_as_strong() -> None:
    def fight(mine: int, theirs: int, **told: Any) -> State:
        made = (
            battalion("L1", "south", at=(100.0, 69.8), figures=mine, **told),
            battalion("E1", "north", at=(100.0, 70.2), figures=theirs),
        )
        return battle(*made, ties=(Tie("m1", "melee", "E1", "L1", MeleeOwn()),))

    assert held(fight(12, 24)) == 0.5
    assert held(fight(11, 24)) == 0.0
    assert held(fight(24, 24, formation="open", sub={"open": True})) == 0.0


@pytest.mark.clause("NAP-VIC-06", "NAP-VIC-08")
def test_an_enemy_who_stands_on_it_in_melee_bars_it_one_thrown_back_in_this_round_does_not() -> None:
    def fight(y: float, **told: Any) -> State:
        made = battalion("L1", "south", at=(100.0, y)), battalion("E1", "north", at=(100.0, y + 0.1), **told)
        return battle(*made, ties=(Tie("m1", "melee", "E1", "L1", MeleeOwn(following="L1")),), move=5)

    assert held(fight(69.0)) == 0.0
    assert held(fight(70.0)) == 0.5
    assert held(fight(70.0, result="break_off", since=5)) == 1.0
    assert held(fight(70.0, result="break_off", since=4)) == 0.5
    assert held(fight(69.0, result="break_off", since=5)) == 0.0


@pytest.mark.clause("NAP-VIC-07")
def test_an_enemy_who_runs_over_an_objective_that_was_passed_does_not_take_it_back() -> None:
    passed = replace(CENTRE, own=MarkerOwn(worth=200, passed=("south",)))
    state = battle(
        battalion("L1", "south", at=(100.0, 50.0)), battalion("E1", "north", at=(100.0, 66.0)), marker=passed
    )
    assert held(state) == 0.0
    for result in ("rout", "retreat", "withdraw", "break_off"):
        assert held(given(state, "E1", result=result)) == 1.0


@pytest.mark.clause("NAP-VIC-09", "NAP-SUR-04")
def test_surrounded_occupiers_have_a_quarter_of_it() -> None:
    mine = battalion("L1", "south", at=(100, 66), figures=12, companies=2)
    front, rear = (battalion(f"E{k}", "north", at=(100, y), figures=24) for k, y in ((1, 76), (2, 56)))
    sides = (
        regiment("E3", "north", at=(88, 66), facing=90.0, figures=16, light=True),
        regiment("E4", "north", at=(112, 66), facing=270.0, figures=16, light=True),
    )
    ring = (front, rear, *sides)
    small = replace(CENTRE, own=MarkerOwn(worth=200, reach=10.0))
    assert held(battle(mine, *ring, marker=small)) == 0.25
    assert held(battle(mine, *ring[:3], marker=small)) == 1.0  # there is a gap
    assert held(given(battle(mine, *ring, marker=small), "L1", result="surrendered")) == 0.0
    loose = battalion("L1", "south", at=(100, 66), figures=3, companies=1, formation="open", sub={"open": True})
    assert held(battle(loose, *ring, marker=small)) == 0.0  # with enemies in charge reach (NAP-VIC-04)


@pytest.mark.clause("NAP-VIC-07", "NAP-R44")
def test_an_objective_passed_is_held_while_no_enemy_is_as_near_by_a_move_at_the_double() -> None:
    passed = replace(CENTRE, own=MarkerOwn(worth=200, passed=("south",)))
    mine = battalion("L1", "south", at=(100.0, 50.0))  # 20 cm a move: 10 cm from the circle
    # the enemy's horse goes 50: it must take a move more, so stand 75 cm from the circle
    state = battle(mine, regiment("E1", "north", at=(100.0, 44.0 + 101.5)), marker=passed, size=(200.0, 200.0))
    assert held(state) == 1.0
    nearer = battle(mine, regiment("E1", "north", at=(100.0, 44.0 + 97.0)), marker=passed, size=(200.0, 200.0))
    assert held(nearer) == 0.0
    assert held(given(nearer, "E1", result="rout")) == 1.0
    assert held(battle(mine)) == 0.0


@pytest.mark.clause("NAP-VIC-07")
def test_who_stands_on_an_objective_at_the_end_of_a_move_has_passed_it() -> None:
    run = Run(battle(battalion("L1", "south", at=HERE)))
    victory.passed_through(run)
    assert run.state.markers["O1"].own.passed == ("south",)
    victory.passed_through(run)
    assert len(run.events) == 1


@pytest.mark.clause("NAP-VIC-10", "NAP-S03")
def test_the_points_of_a_building_that_is_an_objective_go_to_who_holds_it() -> None:
    house = box("building", 97, 62, 103, 68, "H", storeys=1)
    marker = replace(CENTRE, own=MarkerOwn(worth=200, feature="H"))
    state = battle(battalion("L1", "south", at=(100, 64)), features=[house], marker=marker)
    assert victory.score(state, "south").total == 200.0


def priced(figures: int, **told: Any) -> Any:
    return {"figures": figures, "sub": {"points": 10}, **told}


@pytest.mark.clause("NAP-VIC-10", "NAP-VIC-13", "NAP-R45")
def test_troops_count_in_full_routers_half_and_who_left_half() -> None:
    state = battle(battalion("L1", "south", at=(20, 20), **priced(12)))
    assert victory.score(state, "south").total == 120.0
    assert victory.score(given(state, "L1", result="rout"), "south").total == 60.0
    off = {b: replace(x, pose=None, where="off") for b, x in state.bases.items()}
    left = replace(state, bases=off)
    assert victory.score(given(left, "L1", result="retreat"), "south").total == 60.0
    assert victory.score(given(left, "L1", did=("evaded",)), "south").total == 60.0
    assert victory.score(given(left, "L1", result="rout"), "south").total == 0.0
    assert victory.score(given(state, "L1", result="surrendered"), "south").total == 0.0
    fallen = dict(state.bases)
    for base in ("L1.1", "L1.2"):
        fallen[base] = replace(fallen[base], pose=None, where="gone")
    assert victory.score(replace(state, bases=fallen), "south").total == 100.0


@pytest.mark.clause("NAP-VIC-10", "NAP-R45")
def test_guns_teams_crews_and_generals_count_what_they_cost() -> None:
    state = battle(battery("A1", "south", at=(20, 20), pieces=("6",)), general("G1", "south", at=(40, 20), chief=True))
    priced_at = {"gun": 50, "team": 36, "general": 100}
    bases = {b: replace(x, own=replace(x.own, points=priced_at[x.own.role])) for b, x in state.bases.items()}
    sub = replace(state.units["A1"].own.subs[0], points=4, driver=6)
    told = given(replace(state, bases=bases), "A1", subs=(sub,))
    assert victory.score(told, "south").total == 50 + 36 + 4 * 4 + 3 * 6 + 100


@pytest.mark.clause("NAP-VIC-10")
def test_captured_guns_count_in_full_and_guarded_prisoners_half() -> None:
    state = battle(
        battalion("L1", "south", at=(20, 20)),
        battalion("E1", "north", at=(60, 20), **priced(10, result="surrendered", captors="L1")),
    )
    assert victory.score(state, "south").total == 0.0
    assert victory.score(given(state, "E1", guarded=True), "south").total == 50.0
    assert victory.score(given(state, "E1", guarded=True), "north").total == 0.0


@pytest.mark.clause("NAP-VIC-11", "NAP-PRI-05")
@pytest.mark.parametrize(("mounted", "points", "taken"), [(False, 80.0, 50.0), (True, 40.0, 70.0)])
def test_freed_prisoners_count_for_their_side_at_less_a_figure(mounted: bool, points: float, taken: float) -> None:
    made = (regiment if mounted else battalion)("E1", "north", at=(60, 20), **priced(10, result="surrendered"))
    state = battle(battalion("L1", "south", at=(20, 20), sub={"points": 0}), made)
    state = given(state, "E1", captors="L1", guarded=True)
    run = Run(given(state, "L1", result="rout"))
    surrender.disarm(run)
    assert run.state.units["E1"].own.captivity.freed
    assert victory.score(run.state, "north").total == points
    assert victory.score(run.state, "south").total == 0.0
    kept = Run(state)
    surrender.disarm(kept)
    assert victory.score(kept.state, "south").total == taken  # mounted: ten horses at 4, ten men at half of 6


def ended(south: int, north: int, **options: Any) -> str:
    made = (
        battalion("L1", "south", at=(20, 20), figures=6, sub={"points": 0}),
        battalion("E1", "north", at=(20, 120), figures=6, sub={"points": 0}),
    )
    state = replace(field(*made, options=options), markers={})
    for body, points in (("L1", south), ("E1", north)):
        subs = tuple(replace(s, points=points) for s in state.units[body].own.subs)
        state = given(state, body, subs=subs)
    run = Run(state)
    victory.settle(run)
    assert run.state.over is not None
    return run.state.over.winner


@pytest.mark.clause("NAP-VIC-12", "NAP-SEQ-10")
def test_the_larger_total_wins_and_less_than_the_margin_agreed_is_a_draw() -> None:
    assert ended(100, 90, draw_margin=10) == "south"
    assert ended(100, 91, draw_margin=10) == ""
    assert ended(100, 91) == "south"
    assert ended(91, 100) == "north"


@pytest.mark.clause("NAP-S30")
def test_equal_totals_are_a_draw_in_tournaments_too() -> None:
    assert ended(100, 100) == ""


@pytest.mark.clause("NAP-S04")
def test_a_side_whose_troops_all_rout_or_have_surrendered_is_beaten() -> None:
    state = battle(battalion("L1", "south", at=(20, 20)), battalion("E1", "north", at=(60, 90)))
    assert victory.beaten(state) == ()
    assert victory.beaten(given(state, "E1", result="rout")) == ("north",)
    assert victory.beaten(given(state, "E1", result="retreat")) == ()
    assert victory.beaten(hide(state, "E1")) == ()
    assert victory.beaten(hide(given(state, "E1", result="rout"), "E1")) == ("north",)


@pytest.mark.clause("NAP-VIC-07", "NAP-R44")
@pytest.mark.parametrize(("x", "passed"), [(100.0, ("south",)), (120.0, ())])
def test_who_goes_over_an_objective_in_a_move_has_passed_through_it(x: float, passed: tuple[str, ...]) -> None:
    small = Marker("O1", "objective", "", Pose(1000.0, 650.0, 0.0), MarkerOwn(worth=200, reach=5.0), "Centre")
    state = battle(regiment("L1", "south", at=(x, 62.0), light=True, figures=8), marker=small)
    run = Run(ordered(state, L1={"verb": "advance"}))
    first_pass.go(run, PassData(), {})
    assert not victory.on_it(run.state, small, "south")
    victory.passed_through(run)
    assert run.state.markers["O1"].own.passed == passed


@pytest.mark.clause("NAP-VIC-10", "NAP-VIC-03", "NAP-S37")
def test_hidden_troops_count_and_hold_but_the_other_side_is_not_told() -> None:
    state = battle(battalion("L1", "south", at=HERE, sub={"points": 5}), battalion("E1", "north", at=(100.0, 125.0)))
    unseen = hide(state, "L1")
    assert victory.score(unseen, "south") == victory.score(state, "south")
    assert victory.score(unseen, "south").total == 120.0 + 200.0
    assert victory.score(view(unseen, "south"), "south").total == 320.0
    assert victory.score(view(unseen, "north"), "south").total == 0.0
    assert held(view(unseen, "north")) == 0.0


@pytest.mark.clause("NAP-VIC-07", "NAP-R44", "NAP-S37")
def test_hidden_troops_who_go_over_an_objective_have_passed_it_and_their_side_alone_knows() -> None:
    small = Marker("O1", "objective", "", Pose(1000.0, 650.0, 0.0), MarkerOwn(worth=200, reach=5.0), "Centre")
    wood = box("open_wood", 80, 50, 120, 90)
    foe = battalion("E1", "north", at=(30.0, 125.0))
    state = battle(battalion("L1", "south", at=(100.0, 60.0)), foe, marker=small, features=[wood])
    run = Run(ordered(hide(state, "L1"), L1={"verb": "advance"}))
    first_pass.go(run, PassData(), {})
    assert "L1" not in run.state.units
    assert not victory.on_it(known(run.state), small, "south")
    victory.passed_through(run)
    victory.passed_through(run)
    assert [e.side for e in run.events if e.type == "passed_unseen"] == ["south"]
    assert run.state.markers["O1"].own.passed == ()
    assert victory.share_held(run.state, small, "south")[0] == 1.0
    assert held(view(run.state, "north")) == 0.0


RIVER = box("deep_river", 0, 75, 200, 78)


@pytest.mark.clause("NAP-VIC-04", "NAP-ORG-44")
def test_hussars_behind_a_river_that_nobody_crosses_do_not_take_an_objective_from_skirmishers() -> None:
    loose = battalion("L1", "south", at=HERE, formation="open", sub={"open": True})
    hussars = regiment("E1", "north", at=(100.0, 85.0), light=True)
    assert held(battle(loose, hussars)) == 0.0
    assert held(battle(loose, hussars, features=[RIVER])) == 1.0
    # 40 cm is their normal move, 50 their charge: 50.0 from the nearest figure
    for y, found in ((114.9, 0.0), (115.1, 1.0)):
        assert held(battle(loose, regiment("E1", "north", at=(100.0, y), light=True, figures=8))) == found


@pytest.mark.clause("NAP-VIC-07", "NAP-R44")
@pytest.mark.parametrize(
    ("gap", "features", "found"),
    [
        (75.0, [], 1.0),  # 10 cm are half a move of the own line, 75 one and a half of the enemy's horse
        (74.9, [], 0.0),
        (60.0, [], 0.0),
        (60.0, [RIVER], 1.0),  # who cannot cross comes never
        (60.0, [RIVER, box("bridge", 96, 75, 104, 78)], 0.0),
    ],
)
def test_an_enemy_exactly_a_move_later_does_not_hinder_and_ground_counts(
    gap: float, features: list[Any], found: float
) -> None:
    passed = replace(CENTRE, own=MarkerOwn(worth=200, passed=("south",)))
    mine = battalion("L1", "south", at=(100.0, 50.0))
    foe = regiment("E1", "north", at=(100.0, 70.0 + gap))
    assert held(battle(mine, foe, marker=passed, features=features, size=(200.0, 200.0))) == found
