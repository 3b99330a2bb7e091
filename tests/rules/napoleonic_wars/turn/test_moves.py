"""What happens at the beginning and at the end of a move."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.flow import Call, Done, Goto, Run
from game.engine.state import Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Breach, ChargeOwn
from rulesets.napoleonic_wars.turn import moves
from rulesets.napoleonic_wars.turn.moves import BattleData, MoveData
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.play import Called


@pytest.mark.clause("NAP-WTH-04", "NAP-S38")
@pytest.mark.parametrize(
    ("move", "option", "rolls"), [(5, "changing", True), (4, "changing", False), (5, "fixed", False)]
)
def test_changing_weather_is_rolled_for_every_four_moves(move: int, option: str, rolls: bool) -> None:
    state = t.field(t.battalion("L1", "south"), options={"weather": option}, wind=90.0)
    found = moves._move_begins(Run(state), MoveData(move), None)
    if rolls:
        assert isinstance(found, Call)
        assert (found.name, found.args.drift) == ("nap.weather", True)
    else:
        assert isinstance(found, Goto)


@pytest.mark.clause("NAP-SEQ-08", "NAP-DIS-20")
def test_what_a_body_did_in_a_move_is_known_in_the_next_one_and_then_forgotten() -> None:
    run = Run(t.given(t.field(t.battalion("L1", "south")), "L1", did=("double",), moved=200.0, before=("fired",)))
    moves._move_begins(run, MoveData(2), None)
    own = t.of(run.state, "L1")
    assert (own.march.before, own.march.did, own.march.moved) == (("double",), (), 0.0)


@pytest.mark.clause("NAP-VIS-05", "NAP-R16")
def test_smoke_gathers_at_the_end_of_a_move() -> None:
    run = Run(t.given(t.field(t.battalion("L1", "south"), move=3), "L1", fired=3, smoke=1))
    moves._ended(run, MoveData(3), None)
    assert t.of(run.state, "L1").fire.smoke == 2


@pytest.mark.clause("NAP-SEQ-13", "NAP-S04")
def test_a_side_that_is_beaten_within_a_move_ends_the_battle_when_the_move_is_over() -> None:
    state = t.field(t.battalion("L1", "south"), t.battalion("E1", "north", at=(50, 100), result="rout"), move=3)
    further = moves._next_step(Run(state), MoveData(3, 5), None)
    assert isinstance(further, Call)
    assert further.name == "nap.final"
    run = Run(state)
    assert isinstance(moves._next_move(run, BattleData(move=4), None), Done)
    assert run.state.over is not None


@pytest.mark.clause("NAP-SEQ-07", "NAP-SEQ-09", "NAP-SEQ-11", "NAP-S04")
def test_after_the_set_up_moves_follow_each_other_until_as_many_are_played_as_were_agreed() -> None:
    state = t.field(t.battalion("L1", "south"), t.battalion("E1", "north", at=(50, 100)), moves=8)
    begun = moves._set_up(Run(state), BattleData(set_up=3), None)
    assert isinstance(begun, Goto)
    for move in (1, 2, 8):
        found = moves._next_move(Run(state), BattleData(move=move), None)
        assert isinstance(found, Call)
        assert (found.name, found.args.move, found.data.move) == ("nap.move", move, move + 1)
    assert moves.STEPS[0][0] == "nap.write"
    assert isinstance(moves._next_move(Run(state), BattleData(move=9), None), Done)


@pytest.mark.clause("NAP-SEQ-31", "NAP-S41")
@pytest.mark.parametrize(("dice", "home"), [((5, 5, 5), "home"), ((2, 2, 2), "halt")])
def test_attackers_are_tested_in_step_eleven_and_the_movement_that_follows_is_made(
    dice: tuple[int, ...], home: str
) -> None:
    attack = ChargeOwn(answer="none", speed=200.0, pause=0.5, pause_at=50.0, gap=50.0)
    state = t.field(
        t.battalion("L1", "south", at=(50, 30), figures=18),
        t.battalion("E1", "north", at=(50, 35), figures=18, fired=1),
        ties=(Tie("attack L1 E1", "attack", "L1", "E1", attack),),
    )
    played = Called(state, "nap.attacks", None, *dice)
    played.give()
    assert len(played.told("morale_tested")) == 1
    assert played.state.ties["attack L1 E1"].own.home == home
    assert t.at_cm(played.state, "L1")[1] == pytest.approx(35.0 if home == "home" else 30.0, abs=0.1)


@pytest.mark.clause("NAP-S60")
def test_strength_is_counted_in_figures_gunners_for_guns_and_generals_not_at_all() -> None:
    state = t.field(
        t.battalion("L1", "south", figures=18),
        t.battery("A1", "south", at=(90, 50), pieces=("6", "6"), crew=4),
        t.general("G0", "south", chief=True),
    )
    assert [facts.strength(state, u) for u in ("L1", "A1", "G0")] == [18, 8, 0]


@pytest.mark.clause("NAP-S24")
@pytest.mark.parametrize(
    ("own", "clause"),
    [
        ({}, "NAP-S24"),
        ({"breaches": (Breach((500.0, 500.0), 40.0),)}, ""),
        ({"breaches": (Breach((500.0, 700.0), 40.0),)}, "NAP-S24"),  # on the far side
        ({"gate": ((180.0, 220.0),)}, ""),
    ],
)
def test_troops_in_a_fortification_are_attacked_through_a_gate_or_breach_alone(own: Any, clause: str) -> None:
    # its outline begins in the south-west and goes round by the south: the middle of that side is 20 cm on
    fort = t.box("fortification", 30, 50, 70, 70, "F", **own)
    state = t.field(
        t.battalion("L1", "south", at=(50, 44), figures=6),
        t.given_made(t.battalion("E1", "north", at=None, figures=6), inside="F", formation="garrison"),
        features=[fort],
    )
    state = t.put(state, "E1", (50, 60), 180.0, "garrison", building="F")
    bar = legal.attack_bar(state, "L1", "E1")
    assert (bar.clause if bar else "") == clause
    house = t.field(
        t.battalion("L1", "south", at=(50, 44), figures=6),
        t.given_made(t.battalion("E1", "north", at=None, figures=6), inside="F", formation="garrison"),
        features=[t.box("building", 30, 50, 70, 70, "F", storeys=2)],
    )
    assert legal.attack_bar(t.put(house, "E1", (50, 60), 180.0, "garrison", building="F"), "L1", "E1") is None


@pytest.mark.clause("NAP-S24")
@pytest.mark.parametrize(("at", "facing", "clause"), [((20, 60), 90.0, ""), ((24, 40), 0.0, "NAP-S24")])
def test_who_attacks_a_fortification_goes_straight_on_after_its_manoeuvre(
    at: tuple[float, float], facing: float, clause: str
) -> None:
    """The western wall is all gate; who looks north beside it would come there by a wheel alone."""
    state = t.field(
        t.battalion("L1", "south", at=at, facing=facing, figures=6),
        t.given_made(t.battalion("E1", "north", at=None, figures=6), inside="F", formation="garrison"),
        features=[t.box("fortification", 30, 50, 70, 70, "F", gate=((1000.0, 1200.0),))],
    )
    bar = legal.attack_bar(t.put(state, "E1", (50, 60), 180.0, "garrison", building="F"), "L1", "E1", ())
    assert (bar.clause if bar else "") == clause


@pytest.mark.clause("NAP-ATK-01", "NAP-CTC-04")
@pytest.mark.parametrize(("at", "clause"), [((80, 20), ""), ((80, 40), "NAP-ATK-01")])
def test_the_ground_before_a_square_is_what_lies_straight_before_a_front(at: tuple[float, float], clause: str) -> None:
    """It makes no wheel: of an enemy beside its eastern front no ground forbids a charge."""
    state = t.field(
        t.battalion("L1", "south", at=(50, 20), formation="square", figures=24),
        t.battalion("E1", "north", at=at, figures=6),
        features=[t.box("marsh", 60, 10, 70, 45)],
    )
    bar = legal.attack_bar(state, "L1", "E1")
    assert (bar.clause if bar else "") == clause


@pytest.mark.clause("NAP-ATK-01")
@pytest.mark.parametrize(
    "made", [t.battery("L1", "south", at=(50, 20)), t.battery("L1", "south", at=(50, 20), formation="limbered")]
)
def test_guns_attack_nobody_whatever_ground_lies_between(made: t.Made) -> None:
    state = t.field(
        made, t.battalion("E1", "north", at=(50, 60), figures=12), features=[t.box("marsh", 40, 30, 70, 45)]
    )
    bar = legal.attack_bar(state, "L1", "E1")
    assert bar is not None
    assert bar.clause == "NAP-ATK-01"
    assert bar.text == T("Guns attack nobody: {unit}. Fire at the enemy instead.", unit=Thing("L1"))
