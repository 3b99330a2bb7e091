"""The start of a player turn: who comes back, who panics, who is terrified, in that order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import PickAnswer, PickSpace
from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.charge.declaring import no_charge
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, quads
from tests.rules.ancient_battles.shots_play import Play
from tests.rules.ancient_battles.table import table, unit


def front(state: State, unit_id: str) -> tuple[float, float, float]:
    pose = block_of(state, unit_id).front
    return round(pose.x / 25.0, 3), round(pose.y / 25.0, 3), pose.facing % 360.0


def gone_off(state: State, unit_id: str, x: float, y: float, facing: float) -> State:
    """The state with a unit off the table in pursuit; where it left it, in inches."""
    found = state.units[unit_id]
    bases = {b: replace(state.bases[b], pose=None, where="off") for b in found.bases}
    own = replace(found.own, off_at=(x * 25.0, y * 25.0, facing))
    return replace(state, units={**state.units, unit_id: replace(found, own=own)}, bases={**state.bases, **bases})


def start(state: State, *dice: int) -> Play:
    return Play(state, "wab.start", dice=dice)


# --- coming back -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S15", "WAB-R44", "WAB-TRN-02")
@pytest.mark.parametrize(("dice", "back"), [((4, 4), True), ((4, 5), False)])
def test_a_pursuer_comes_back_by_his_own_leadership(dice: tuple[int, int], back: bool) -> None:
    """Companions, Ld 8; the General, Ld 9, does not help those who are off the table."""
    state = gone_off(table(unit("COM", (36, 24)), unit("SGE", (36, 34))), "COM", 36, 48, 180)
    play = start(state, *dice).to_end()
    assert play.tested() == [("COM", "return", back, 8)]
    assert situation.on_table(play.state, "COM") is back
    if back:
        assert front(play.state, "COM")[2] == 180.0
        assert block_of(play.state, "COM").corners[:, 1].max() == pytest.approx(1200.0)
        assert play.own("COM").off_at is None


@pytest.mark.clause("WAB-S15")
def test_who_fails_tries_again_in_the_next_turn() -> None:
    play = start(gone_off(table(unit("COM", (36, 24))), "COM", 36, 48, 180), 6, 6).to_end()
    again = start(play.state, 1, 1).to_end()
    assert situation.on_table(again.state, "COM")


@pytest.mark.clause("WAB-S15")
def test_who_is_back_may_not_charge_this_turn() -> None:
    state = table(unit("COM", (36, 24)), unit("WAR", (36, 36), 0))
    play = start(gone_off(state, "COM", 36, 48, 180), 1, 1).to_end()
    bar = no_charge(play.state, "COM")
    assert bar is not None
    assert bar.clause == "WAB-S15"


@pytest.mark.clause("WAB-S15")
def test_where_the_exit_is_taken_the_nearest_free_place_of_the_edge_serves() -> None:
    """Files of 1 inch and half an inch between make 5.5 inches; friends stand on the edge from 33.6 to 38.4."""
    state = table(unit("COM", (36, 24)), unit("PHA", (36, 44.8), 180))
    state = gone_off(state, "COM", 36, 48, 180)
    play = start(state, 1, 1).to_end()
    x = front(play.state, "COM")[0]
    assert abs(x - 36.0) == pytest.approx(5.2, abs=0.21)
    assert block_of(play.state, "COM").corners[:, 1].max() == pytest.approx(1200.0)
    assert facts.gap(play.state, "COM", "PHA") >= 0.0


@pytest.mark.clause("WAB-S15")
@pytest.mark.parametrize(
    ("x", "y", "facing"),
    [(36, 48, 180), (36, 0, 0), (0, 24, 90), (72, 24, 270)],
    ids=["north", "south", "west", "east"],
)
@pytest.mark.parametrize("who", ["CRE", "SGE", "COM"])
def test_whoever_comes_back_stands_with_his_rear_on_the_edge_at_his_exit(
    who: str, x: float, y: float, facing: float
) -> None:
    play = start(gone_off(table(unit(who, (20, 12)), unit("WAR", (56, 36), 180)), who, x, y, facing), 1, 1).to_end()
    found = quads(play.state, who).reshape(-1, 2)
    across, along = (0, 1) if facing in (90, 270) else (1, 0)
    edge, at = 25.0 * (x, y)[across], 25.0 * (x, y)[along]
    inward = abs(found[:, across] - edge)
    assert inward.min() == pytest.approx(0.0, abs=0.002)
    assert (found[:, across].min() >= -0.002) if edge == 0.0 else (found[:, across].max() <= edge + 0.002)
    assert (found[:, along].min() + found[:, along].max()) / 2.0 == pytest.approx(at, abs=0.002)
    poses = [play.state.bases[b].pose for b in play.state.units[who].bases]
    assert {p.facing % 360.0 for p in poses if p} == {facing}


@pytest.mark.clause("WAB-S15")
@pytest.mark.parametrize(("taken", "free"), [((33.9, 34.1), 1), ((37.9, 38.1), -1)])
def test_the_free_place_nearest_to_the_exit_is_taken_on_either_side(taken: tuple[float, float], free: int) -> None:
    """The General's base of an inch: friends stand on the edge from 2.4 inches beside the exit to 0.3 beyond it."""
    friends = unit("PHA", (sum(taken) / 2.0 + 1.9 * free, 47.0), 180, models=6, files=6)
    state = gone_off(table(unit("SGE", (20, 12)), friends), "SGE", 36, 48, 180)
    play = start(state, 1, 1).to_end()
    pose = play.state.bases["SGE.1"].pose
    assert pose is not None
    low, high = (c / 25.0 for c in (quads(play.state, "PHA")[..., 0].min(), quads(play.state, "PHA")[..., 0].max()))
    assert low < 36.0 < high
    nearest = min((low - 0.5, high + 0.5), key=lambda c: abs(c - 36.0))
    assert abs(pose.x / 25.0 - nearest) < 0.21
    assert facts.gap(play.state, "SGE", "PHA") >= 0.0


@pytest.mark.clause("WAB-S15", "WAB-TRN-02", "WAB-PAN-04")
def test_who_is_back_takes_the_other_tests_of_the_start() -> None:
    """Two ranks of 2 inches and half an inch between: friends flee 3.5 inches from where it comes in."""
    friends = unit("PHA", (36, 40), 0, fleeing=True, fled_turn=2)
    state = gone_off(table(unit("COM", (36, 24)), friends, turn=2), "COM", 36, 48, 180)
    play = start(state, 1, 1, 2, 2).to_end()
    assert play.tested() == [("COM", "return", True, 8), ("COM", "panic", True, 8)]


# --- the order of the tests --------------------------------------------------------------------------------------


def frightened() -> State:
    """A fleeing friend within 4 inches of two units, an elephant within 8 inches of one of them and of a third."""
    return table(
        unit("WAR", (36, 24), 180, fleeing=True, fled_turn=2),
        unit("OAT", (42, 24), 180),
        unit("GJA", poses=[(30 - k, 25) for k in range(5)], models=5, side="north"),
        unit("NOB", (52, 18), 0),
        unit("SEL", (47, 18), 0),
        turn=2,
        active="north",
    )


@pytest.mark.clause("WAB-TRN-02", "WAB-PAN-04", "WAB-TRR-03")
def test_all_tests_of_one_kind_come_before_the_next_kind() -> None:
    """Panic of the oath-bound and of the youths, then Terror of the oath-bound and of the nobles."""
    play = start(frightened(), *(1, 1) * 4).to_end()
    assert play.tested() == [
        ("OAT", "panic", True, 6),
        ("GJA", "panic", True, 4),
        ("OAT", "terror", True, 6),
        ("NOB", "terror", True, 7),
    ]


@pytest.mark.clause("WAB-TRN-02", "WAB-S30")
def test_the_active_player_orders_the_tests_of_a_kind() -> None:
    play = start(frightened(), *(1, 1) * 4)
    assert (play.asked_for, play.decision.side) == ("wab.order_of_tests", "north")
    space = play.asked.space
    assert isinstance(space, PickSpace)
    assert ([c.id for c in space.things], space.least, space.most, space.ordered) == (["OAT", "GJA"], 2, 2, True)
    play.give(PickAnswer(("GJA", "OAT")))
    play.give(PickAnswer(("NOB", "OAT")))
    assert [(u, k) for u, k, _, _ in play.tested()] == [
        ("GJA", "panic"),
        ("OAT", "panic"),
        ("NOB", "terror"),
        ("OAT", "terror"),
    ]


@pytest.mark.clause("WAB-TRN-02")
def test_only_the_active_player_tests() -> None:
    state = replace(frightened(), own=replace(frightened().own, active="south"))
    play = start(state)
    assert not play.session.waiting
    assert play.tested() == []


@pytest.mark.clause("WAB-R48", "WAB-TRN-02", "WAB-R53", "WAB-TRR-01")
def test_who_fled_from_panic_is_not_terrified_too() -> None:
    """5 and 2 fail Ld 6: the oath-bound run 2 inches at once; only the nobles are left to test for Terror."""
    play = start(frightened(), 5, 2, 1, 1, 1, 1, 1, 1).to_end()
    assert play.tested() == [("OAT", "panic", False, 6), ("GJA", "panic", True, 4), ("NOB", "terror", True, 7)]
    assert (play.own("OAT").fleeing, play.own("OAT").fled_turn) == (True, 5)


@pytest.mark.clause("WAB-TRR-03", "WAB-FLE-06", "WAB-S14")
def test_terror_is_fled_from_the_nearest_that_spreads_it() -> None:
    """The nobles, Ld 7, 2.5 inches east of the elephant, fail with 8 and run 1 + 1 + 1 inches."""
    state = table(unit("NOB", (52, 18), 0), unit("SEL", (47, 18), 0), active="north")
    play = start(state, 4, 4, 1, 1, 1).to_end()
    x, y, _ = front(play.state, "NOB")
    assert play.tested() == [("NOB", "terror", False, 7)]
    gone = play.of("fled")[0].data
    assert (gone["cause"], gone["inches"]) == ("terror", 3)
    assert x > 54.0
    assert 17.0 < y < 18.0


@pytest.mark.clause("WAB-R46")
@pytest.mark.parametrize("how", ["engaged", "fleeing"])
def test_neither_the_engaged_nor_the_fleeing_test_at_the_start(how: str) -> None:
    more: dict[str, Any] = {"fleeing": True, "fled_turn": 2} if how == "fleeing" else {}
    enemy = [unit("PHA", (42, 24), 0)] if how == "engaged" else []
    state = table(
        unit("WAR", (36, 24), 180, fleeing=True, fled_turn=2),
        unit("OAT", (42, 24), 180, **more),
        *enemy,
        unit("SEL", (48, 22), 0),
        turn=2,
        active="north",
    )
    play = start(state)
    assert play.tested() == []
    assert not play.session.waiting
