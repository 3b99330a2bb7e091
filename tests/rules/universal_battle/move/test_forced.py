"""Forced moves: giving ground and flight (chapter 23, USB-S13)."""

from __future__ import annotations

import pytest

from game.engine.state import State
from rulesets.universal_battle.measures import inches
from rulesets.universal_battle.move.allowance import Meter
from rulesets.universal_battle.move.moving import DRIVEN, DrivenData, How, shift
from tests.rules.universal_battle.move_play import at
from tests.rules.universal_battle.table import Play, hero, monster, piece, scene, standing, troops


def _far(state: State, how: How) -> float:
    """How far A1 is driven by B1."""
    x, y = shift(state, "A1", "B1", how).by
    return round(inches((x * x + y * y) ** 0.5), 2)


def _driven(state: State, how: How, *dice: int) -> Play:
    return Play(state, DRIVEN.at(data=DrivenData("A1", "B1", how)), *dice).to_end()


@pytest.mark.clause("USB-RES-05", "USB-RES-06", "USB-S13")
def test_giving_ground_is_two_inches_and_flight_the_whole_run_straight_away() -> None:
    state = scene(troops("A1", (18, 18), 3), troops("B1", (18, 19.01), 3), locks=[("A1", "B1")])
    play = _driven(state, "back")
    assert at(play.state, "A1.1") == (16.9, 16)
    assert not play.state.ties
    play = _driven(state, "flee")
    assert at(play.state, "A1.3") == (19.1, 8)
    aside = scene(troops("A1", (18, 18), 1), troops("B1", (19.01, 18), 1))
    assert at(_driven(aside, "flee").state, "A1.1") == (8, 18)


@pytest.mark.clause("USB-S13")
def test_where_the_middles_coincide_it_goes_towards_its_own_edge() -> None:
    state = scene(troops("A1", [(17, 18), (19, 18)], 2), troops("B1", (18, 18), 1))
    assert shift(state, "A1", "B1", "back").by[1] < 0


@pytest.mark.clause("USB-RES-06", "USB-S13", "USB-R33", "USB-R34")
def test_flight_has_the_modifiers_and_the_metering_of_a_run() -> None:
    riders = scene(troops("A1", (18, 18), 2, kind="riders"), troops("B1", (18, 19.6), 2))
    assert _far(riders, "flee") == 14
    assert _far(riders, "back") == 2
    bog = piece("bog", 0, 0, 36, 15)
    slow = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=[bog])
    assert _far(slow, "flee") == 6.5
    road = piece("road", 0, 12, 36, 14)
    fast = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=[road])
    assert (_far(fast, "flee"), _far(fast, "back")) == (13, 2)


@pytest.mark.clause("USB-S13", "USB-R34")
def test_who_stands_on_a_road_and_has_no_way_to_flee_stays_where_he_is() -> None:
    road = piece("road", 0, 17, 36, 19)
    state = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=[road], locks=[("A1", "B1")])
    there = {base.id: base.pose for base in state.bases_of("A1") if base.pose is not None}
    told = Meter(state, "A1", "flee").metered({b: ((p.x, p.y), (p.x, p.y)) for b, p in there.items()})
    assert (told.falls, told.road) == (0, True)


@pytest.mark.clause("USB-S13")
def test_it_stops_at_the_edge_at_blocks_and_at_friends() -> None:
    edge = scene(troops("A1", (18, 3), 2), troops("B1", (18, 4.01), 2))
    assert _far(edge, "flee") == 2.5
    block = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=[piece("house", 18, 8, 20, 12)])
    assert _far(block, "flee") == 5.5


@pytest.mark.clause("USB-RES-09", "USB-S13")
def test_it_stops_in_front_of_friends() -> None:
    state = scene(troops("A1", (18, 18), 1), troops("A3", (18, 13), 1), troops("B1", (18, 19.01), 1))
    assert _far(state, "flee") == 4
    assert shift(state, "A1", "B1", "flee").met == ()


@pytest.mark.clause("USB-RES-10", "USB-TER-06", "USB-R18")
def test_it_stops_in_front_of_danger_and_takes_its_hits() -> None:
    state = scene(troops("A1", (18, 18), 4), troops("B1", (18, 19.01), 4), terrain=[piece("lava", 0, 14, 36, 16)])
    play = _driven(state, "back", 4, 1, 4, 4, 6)
    assert at(play.state, "A1.1")[1] == 16.5
    assert standing(play.state, "A1") == 3
    far_off = scene(troops("A1", (18, 18), 4), troops("B1", (18, 19.01), 4), terrain=[piece("lava", 0, 4, 36, 15)])
    play = _driven(far_off, "back")
    assert standing(play.state, "A1") == 4


@pytest.mark.clause("USB-RES-08", "USB-S13")
def test_enemies_run_into_are_met_once_in_a_chain() -> None:
    state = scene(troops("A1", (18, 18), 1), troops("B1", (18, 19.01), 1), troops("B2", (18, 13), 1))
    found = shift(state, "A1", "B1", "flee")
    assert (found.met, found.locked, _far(state, "flee")) == (("B2",), False, 4)
    assert shift(state, "A1", "B1", "back").met == ()


@pytest.mark.clause("USB-S13", "USB-S14")
def test_winners_wrapped_round_the_loser_are_passed() -> None:
    round_it = [(18, 19.01), (18, 16.99)]
    state = scene(troops("A1", (18, 18), 1), troops("B1", round_it, 2), locks=[("A1", "B1")])
    x, y = shift(state, "A1", "B1", "back").by
    assert (x, round(inches(y), 2)) == (0, -2.06)
    behind = scene(troops("A1", (18, 18), 1), troops("B1", [(18, 19.01), (18, 15.8), (18, 19.9)], 3))
    assert round(inches(shift(behind, "A1", "B1", "back").by[1]), 2) == -3.25
    deep = [(18, 19.01 + 1.01 * k) for k in range(6)] + [(18, 15.8 - 1.01 * k) for k in range(5)]
    caught = shift(scene(troops("A1", (18, 18), 1), troops("B1", deep, 11)), "A1", "B1", "back")
    assert caught.locked
    assert round(inches(caught.by[1]), 2) == -1.2


@pytest.mark.clause("USB-R57", "USB-MON-04")
def test_a_gun_stays_and_stays_locked() -> None:
    state = scene(monster("A1", (18, 18), 0), troops("B1", (18, 20), 3), locks=[("A1", "B1")])
    play = _driven(state, "flee")
    assert at(play.state, "A1.1") == (18, 18)
    assert len(play.state.ties) == 1
    assert shift(state, "A1", "B1", "flee").locked


@pytest.mark.clause("USB-S13", "USB-R59")
@pytest.mark.parametrize(
    ("formation", "how", "after"),
    [
        ("phalanx", "back", "phalanx"),
        ("phalanx", "flee", "skirmish"),
        ("hidden", "back", "skirmish"),
        ("column", "flee", "column"),
    ],
)
def test_flight_ends_a_phalanx_and_either_ends_hiding(formation: str, how: How, after: str) -> None:
    state = scene(troops("A1", (18, 18), 4, formation=formation, entrenched=True), troops("B1", (18, 19.01), 4))
    play = _driven(state, how)
    own = play.state.units["A1"].own
    assert (own.formation, own.entrenched) == (after, False)


@pytest.mark.clause("USB-CLB-01", "USB-S23")
def test_who_is_pushed_over_an_edge_falls() -> None:
    house = piece("house", 0, 17, 36, 30, 3)
    state = scene(troops("A1", (18, 17.6), 2), troops("B1", (18, 18.61), 2), terrain=[house])
    play = _driven(state, "back", 4, 1, 6)
    assert at(play.state, "A1.1")[1] == 15.6
    assert standing(play.state, "A1") == 1


@pytest.mark.clause("USB-S06", "USB-S13")
def test_nobody_ends_a_forced_move_on_a_screen() -> None:
    """Two inches would end on the fence: it goes on, or where something is behind it, not so far."""
    fence = piece("fence", 10, 15.8, 26, 16.2)
    free = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=[fence])
    assert _far(free, "back") == 2.7
    shut = [fence, piece("house", 10, 10, 26, 15.1)]
    stopped = scene(troops("A1", (18, 18), 2), troops("B1", (18, 19.01), 2), terrain=shut)
    assert _far(stopped, "back") == 1.3


@pytest.mark.clause("USB-HRO-10")
def test_a_joined_hero_is_driven_with_the_unit() -> None:
    state = scene(troops("A1", (18, 18), 2), hero("A2", (18, 16.9), joined="A1"), troops("B1", (18, 19.01), 3))
    play = _driven(state, "back")
    assert at(play.state, "A2.1")[1] == 14.9
