"""Rallying, and the moves of those who flee on."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import PickAnswer, PickSpace
from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.field.blocks import block_of
from rulesets.ancient_battles.flee import flights
from tests.rules.ancient_battles.shots_play import Play
from tests.rules.ancient_battles.table import table, unit


def runner(unit_id: str = "PHA", at: tuple[float, float] = (36, 24), facing: float = 0, **more: Any) -> dict[str, Any]:
    """A unit that began to flee in the turn before."""
    return unit(unit_id, at, facing, **{"fleeing": True, "fled_turn": 3, "fled_to": 180.0, **more})


def now(*units: dict[str, Any], **more: Any) -> State:
    return table(*units, **{"turn": 2, "active": "south", **more})


def front(state: State, unit_id: str) -> tuple[float, float, float]:
    pose = block_of(state, unit_id).front
    return round(pose.x / 25.0, 3), round(pose.y / 25.0, 3), pose.facing % 360.0


def try_rally(state: State, *dice: int) -> Play:
    play = Play(state, "wab.rally", dice=dice)
    play.default()
    return play


# --- who may -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RAL-02", "WAB-R22")
@pytest.mark.parametrize(("unit_id", "models", "may"), [("PHA", 5, True), ("PHA", 4, False), ("LCH", 3, False)])
def test_five_models_are_needed_even_by_those_who_began_with_fewer(unit_id: str, models: int, may: bool) -> None:
    state = now(runner(unit_id, models=models), active="south" if unit_id == "PHA" else "north")
    assert (flights.no_rally(state, unit_id) is None) is may
    play = Play(state, "wab.rally")
    assert bool(play.session.waiting) is may


@pytest.mark.clause("WAB-S27", "WAB-RAL-02")
def test_a_lone_character_may_rally() -> None:
    play = try_rally(now(runner("SGE", wounds=2)), 5, 4)
    assert not play.own("SGE").fleeing
    assert play.tested() == [("SGE", "rally", True, 9)]


@pytest.mark.clause("WAB-R53", "WAB-TRN-05")
@pytest.mark.parametrize(("fled_turn", "may"), [(3, True), (4, False)])
def test_who_began_to_flee_in_this_player_turn_neither_rallies_nor_moves_on(fled_turn: int, may: bool) -> None:
    """Turn 2, first side: player turn 4."""
    state = now(runner(fled_turn=fled_turn))
    assert flights.runs_on(state, "south") == (("PHA",) if may else ())
    assert bool(Play(state, "wab.rally").session.waiting) is may
    if not may:
        assert Play(state, "wab.compulsory").of("fled") == []


@pytest.mark.clause("WAB-RAL-01")
def test_each_fleeing_unit_may_try_or_be_left() -> None:
    small = runner("SIL", (20, 24), models=4)
    state = now(runner(), small, runner("COM", (50, 24), fled_turn=3))
    play = Play(state, "wab.rally", dice=(6, 6))
    space = play.asked.space
    assert isinstance(space, PickSpace)
    assert {c.id: c.bar.clause if c.bar else "" for c in space.things} == {"PHA": "", "SIL": "WAB-RAL-02", "COM": ""}
    play.give(PickAnswer(("COM",)))
    assert play.of("flees_on")[0].about == ("COM",)
    assert play.own("COM").fleeing
    assert [c.id for c in play.asked.space.things] == ["PHA", "SIL"]  # type: ignore[union-attr]
    play.give(None, "done")
    assert not play.session.waiting
    assert play.own("PHA").fleeing


# --- the test ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RAL-01")
@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((4, 4), False)])
def test_equal_or_less_than_leadership_rallies(dice: tuple[int, int], rallied: bool) -> None:
    play = try_rally(now(runner(models=20)), *dice)
    assert play.own("PHA").fleeing is not rallied
    assert play.own("PHA").rallied is rallied


@pytest.mark.clause("WAB-RAL-03")
@pytest.mark.parametrize(("models", "need"), [(12, 6), (13, 7)])
def test_half_strength_takes_one(models: int, need: int) -> None:
    assert try_rally(now(runner(models=models)), 1, 1).tested() == [("PHA", "rally", True, need)]


@pytest.mark.clause("WAB-RAL-04", "WAB-S02")
@pytest.mark.parametrize(("gap", "fleeing", "need"), [(8.0, False, 6), (8.01, False, 7), (8.0, True, 6)])
def test_any_enemy_within_eight_inches_takes_one(gap: float, fleeing: bool, need: int) -> None:
    state = now(runner(), unit("WAR", (36, 24 + gap), 180, fleeing=fleeing))
    assert try_rally(state, 1, 1).tested() == [("PHA", "rally", True, need)]


@pytest.mark.clause("WAB-RAL-01", "WAB-RAL-03", "WAB-RAL-04", "WAB-RAL-02")
def test_both_take_two() -> None:
    """W16: 10 of 20 left, Ld 7, an enemy at 8.0 inches: 5. Dice 3 and 2."""
    state = now(runner(models=10, began=20, files=5), unit("WAR", (36, 32), 180))
    play = try_rally(state, 3, 2)
    assert play.tested() == [("PHA", "rally", True, 5)]
    assert play.own("PHA").rallied


@pytest.mark.clause("WAB-CMD-01", "WAB-R39", "WAB-RAL-01")
def test_the_generals_leadership_with_the_same_modifiers() -> None:
    state = now(runner(models=12), unit("SGE", (46, 24)))
    play = Play(state, "wab.rally", dice=(4, 4))
    play.default()
    assert play.asked_for == "wab.general"
    play.default()
    assert play.tested() == [("PHA", "rally", True, 8)]


@pytest.mark.clause("WAB-RAL-05", "WAB-R37")
def test_who_has_rallied_neither_charges_nor_shoots() -> None:
    from rulesets.ancient_battles.charge import declaring
    from rulesets.ancient_battles.shoot import missiles

    state = now(unit("NOB", (36, 24), rallied=True), unit("PHA", (36, 31), 180), active="north")
    bar, silent = declaring.no_charge(state, "NOB"), missiles.silent(state, "NOB")
    assert bar is not None
    assert silent is not None
    assert (bar.clause, silent.clause) == ("WAB-RAL-05", "WAB-RAL-05")


@pytest.mark.clause("WAB-S14", "WAB-RAL-05")
@pytest.mark.parametrize(
    ("fled_to", "facing"), [(180.0, 180.0), (10.0, 0.0), (100.0, 90.0), (260.0, 270.0), (135.0, 90.0)]
)
def test_a_rallied_block_faces_with_the_side_nearest_to_its_flight(fled_to: float, facing: float) -> None:
    """About its middle; its rectangle stays where it is if it turns about."""
    play = try_rally(now(runner(fled_to=fled_to)), 1, 1)
    middle = block_of(play.state, "PHA").centre
    assert (middle.x, middle.y) == pytest.approx((900.0, 560.0))
    assert front(play.state, "PHA")[2] == facing


@pytest.mark.clause("WAB-S14", "WAB-S07")
@pytest.mark.parametrize(("y", "facing"), [(26.4, 90.0), (26.3, 180.0)])
def test_where_it_has_no_room_the_next_nearest_side_will_do(y: float, facing: float) -> None:
    """Six files about the middle (36, 22.4) need the ground up to y = 24.8; a comrade's rear stands there."""
    comrade = unit("SIL", (36, y), 0, files=8)
    play = try_rally(now(runner(fled_to=130.0), comrade), 1, 1)
    assert front(play.state, "PHA")[2] == facing


# --- compulsory moves --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TRN-05", "WAB-FLE-01", "WAB-S30")
def test_those_who_flee_on_run_for_the_nearest_edge_in_the_order_of_the_list() -> None:
    state = now(runner("SIL", (20, 30)), runner("PHA", (36, 18)))
    play = Play(state, "wab.compulsory", dice=(1, 2, 3, 4))
    assert [(e.data["unit"], e.data["way"]) for e in play.of("fled")] == [("PHA", 75.0), ("SIL", 175.0)]
    assert front(play.state, "SIL") == (20.0, 37.0, 0.0)
    assert front(play.state, "PHA") == (36.0, 15.0, 0.0)


@pytest.mark.clause("WAB-TRN-05", "WAB-RAL-01")
def test_who_rallied_does_not_run() -> None:
    play = try_rally(now(runner()), 1, 1)
    assert flights.runs_on(play.state, "south") == ()


@pytest.mark.clause("WAB-S15", "WAB-PAN-08", "WAB-R54")
def test_a_general_who_runs_off_the_table_frightens_his_army_at_the_end_of_the_step() -> None:
    state = now(runner("SGE", (36, 6)), unit("PHA", (60, 40)), unit("SIL", (10, 40)))
    play = Play(state, "wab.compulsory", dice=(2, 2, 2, 3, 4, 1, 1)).to_end()
    assert not situation.on_table(play.state, "SGE")
    assert play.tested() == [("PHA", "panic", True, 7), ("SIL", "panic", True, 8)]


@pytest.mark.clause("WAB-R44", "WAB-S15")
def test_who_fled_from_the_table_never_comes_back() -> None:
    play = Play(now(runner("SGE", (36, 6))), "wab.compulsory", dice=(2, 2, 2))
    after = Play(play.state, "wab.start")
    assert not after.session.waiting
    assert after.tested() == []
