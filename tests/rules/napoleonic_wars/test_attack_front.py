"""Attacks go along their front: what the sheet drafts before them, and where they pause (NAP-S100 (b))."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.charge.attack_drafts import of_attack
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.charge.test_attacks import ATTACKS
from tests.rules.napoleonic_wars.charge.test_sequence import DECLARE, MOVED, PASS, ordered
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import battalion, box, field, regiment

ALL = (DECLARE, PASS, MOVED, ATTACKS)


def column(at: tuple[float, float], **told: Any) -> Any:
    """A closed column of 18 figures: 2.25 cm wide, 6 deep; it marches 15 cm."""
    return battalion(
        "L1", "south", at=at, figures=18, **{"formation": "closed_column", "weapon": "", "cls": "A", **told}
    )


def line(at: tuple[float, float], **told: Any) -> Any:
    return battalion("E1", "north", at=at, figures=24, **{"weapon": "", **told})


def tie(played: Fought) -> ChargeOwn:
    found: ChargeOwn = played.state.ties["attack L1 E1"].own
    return found


def attacked(state: State, *dice: int, **more: Any) -> Fought:
    played = Fought(ordered(state, L1={"verb": "attack", "target": "E1", **more}), *dice, frames=ALL)
    played.end()
    return played


@pytest.mark.clause("NAP-S100")
@pytest.mark.parametrize(
    ("at", "facing", "first"),
    [
        ((50, 55), 0.0, ()),  # its front is parallel to theirs
        ((50, 55), 20.0, (act.Wheel("left", 20.0),)),  # least wheel 0, on to parallel
        ((50, 55), 341.0, (act.Wheel("right", 19.0),)),
        ((50, 54), 180.0, (act.Face("about"),)),
    ],
)
def test_the_draft_of_an_attack_lays_its_front_along_the_edge_that_it_meets(
    at: tuple[float, float], facing: float, first: act.Manoeuvre
) -> None:
    assert of_attack(field(column(at, facing=facing), line((50, 60))), "L1", "E1") == first


@pytest.mark.clause("NAP-S100")
@pytest.mark.parametrize(("facing", "angle"), [(160.0, 70.0), (200.0, 25.0)])
def test_the_wheel_goes_on_to_the_same_side_alone(facing: float, angle: float) -> None:
    """The line begins to the right. Of the first its end is met: it goes on until it is parallel to that.

    Of the second its front is, which a wheel of 20 degrees is parallel to: it keeps the least wheel that meets it.
    """
    state = field(column((40, 55)), line((52.5, 60), facing=facing))
    assert of_attack(state, "L1", "E1") == (act.Wheel("right", angle),)


@pytest.mark.clause("NAP-S100", "NAP-ASQ-02")
def test_an_attacker_from_afar_pauses_five_cm_off_in_the_midst_of_its_wheel() -> None:
    horse = regiment("L1", "south", at=(50, 51), figures=12, weapon="", cls="A")
    wheel = {"verb": "wheel", "hand": "right", "angle": 30.0}
    state = ordered(field(horse, line((50, 60))), L1={"verb": "attack", "target": "E1", "first": [wheel]})
    played = Fought(state, frames=(DECLARE, PASS, MOVED))
    played.end()
    told = tie(played)
    # its left end comes on by 12 cm x sin: 4 cm at 19.471 degrees, an arc of 4.078 of 30 cm
    assert told.pause == 0.1359
    assert told.gap == pytest.approx(50.0, abs=0.01)
    front = board_of(played.state).front("L1")
    assert front is not None
    assert front.facing == pytest.approx(19.471, abs=0.01)


@pytest.mark.clause("NAP-S100", "NAP-ASQ-05")
def test_an_attacker_that_begins_nearer_turns_first_and_closes_with_its_front() -> None:
    state = field(column((50, 57), facing=20.0), line((50, 60)))
    played = attacked(state, 5, 5, 5)
    told = tie(played)
    legs = played.state.own.tracks["L1"].legs
    assert legs[0].what == "wheel"
    assert told.pause == legs[0].end  # it turns before its pause counts
    assert told.home == "home"
    front = board_of(played.state).front("L1")
    assert front is not None
    assert front.facing == pytest.approx(0.0, abs=0.01)


# --- squares ---------------------------------------------------------------------------------------------------------


def square_at(x: float, y: float, facing: float, features: Any = ()) -> State:
    """A square of 24 figures, 5.5 cm wide, its front to the north at 50, 50, and six figures of foot."""
    square = battalion("L1", "south", at=(50, 50), figures=24, formation="square", weapon="", cls="A")
    foe = battalion("E1", "north", at=(x, y), facing=facing, figures=6, companies=1, weapon="")
    return ordered(field(square, foe, features=features), L1={"verb": "attack", "target": "E1"})


@pytest.mark.clause("NAP-S100", "NAP-ATK-01")
@pytest.mark.parametrize(
    ("place", "first", "gone"),
    [
        ((50, 53, 180.0), (), (0.0, 30.0)),  # before its front
        ((56, 47, 270.0), (), (32.5, 0.0)),  # 3.25 cm from its right wall
        ((50, 42, 0.0), (), (0.0, -25.0)),  # 2.5 cm from its rear
    ],
)
def test_a_square_attacks_with_the_wall_that_is_nearest_to_its_target(
    place: tuple[float, float, float], first: tuple[Any, ...], gone: tuple[float, float]
) -> None:
    state = square_at(*place)
    assert of_attack(state, "L1", "E1") == first
    played = Fought(state, 5, 5, 5, frames=(DECLARE, PASS, MOVED, ATTACKS))
    before = state.bases_of("L1")[0].pose
    played.end()
    after = played.state.bases_of("L1")[0].pose
    assert before is not None
    assert after is not None
    assert (after.x - before.x, after.y - before.y) == pytest.approx(gone, abs=0.05)
    assert after.facing == before.facing
    assert board_of(played.state).touching("L1", "E1")


@pytest.mark.clause("NAP-S100", "NAP-S13")
def test_a_square_wheels_about_the_corner_of_the_wall_that_it_attacks_with() -> None:
    """The foot stands 20 degrees askew before its right wall: it wheels left about that wall's northern corner."""
    state = square_at(58, 47.25, 250.0)
    assert of_attack(state, "L1", "E1") == (act.Wheel("left", 20.0),)
    (leg,) = plan(state, "L1", (act.Attack("E1", (act.Wheel("left", 20.0),)),)).track.legs
    assert leg.pivot == pytest.approx((527.5, 500.0))


@pytest.mark.clause("NAP-ATK-01", "NAP-S100")
@pytest.mark.parametrize(
    ("y", "river", "clause"),
    [(55.0, False, "NAP-ATK-01"), (54.9, False, ""), (60.0, False, "NAP-ATK-01"), (60.0, True, "")],
)
def test_a_square_attacks_from_near_by_or_where_the_ground_forbids_a_charge(y: float, river: bool, clause: str) -> None:
    state = square_at(50, y, 180.0, [box("river", 0, 52, 200, 53)] if river else [])
    bar = legal.attack_bar(state, "L1", "E1")
    assert ("" if bar is None else bar.clause) == clause
