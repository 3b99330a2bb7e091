"""Troops in a building and those who come at it: marches halt before its wall, attacks are brought home to it."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import Feature, State
from game.kit.block.outlines import pieces
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock.movers import THICK, walls
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from tests.rules.napoleonic_wars import melee_play
from tests.rules.napoleonic_wars.charge.test_sequence import FINAL, kinds, ordered
from tests.rules.napoleonic_wars.clock.test_ends import passed
from tests.rules.napoleonic_wars.fire_play import charge
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import at_cm, battalion, box, field, of, piece, regiment

ATTACK: dict[str, Any] = {"verb": "attack", "target": "E1"}
ALL = ("nap.declare", "nap.first_pass", "nap.moved", "nap.fire", "nap.attacks", "nap.contact", "nap.melee")


def held(*bodies: Any, house: Feature | None = None, **more: Any) -> State:
    """Twelve figures hold a house of eight by eight, its southern wall at 60 cm."""
    house = house or box("building", 46, 60, 54, 68, "H")
    garrison = battalion("E1", "north", at=None, figures=12, formation="garrison", inside="H")
    return field(garrison, *bodies, features=[house], move=2, **more)


def column(gap: float, side: str = "south", body: str = "L1", **told: Any) -> Any:
    return battalion(body, side, at=(50, 60 - gap), **{"figures": 18, "formation": "column", **told})


@pytest.mark.clause("NAP-S79", "NAP-S46", "NAP-ORG-42", "NAP-CTC-02")
@pytest.mark.parametrize(("gap", "ends"), [(9.0, 55.0), (5.0, 55.0), (16.0, 54.0)])
def test_a_march_halts_at_the_attack_distance_from_the_wall_of_a_garrison(gap: float, ends: float) -> None:
    here = passed(held(column(gap)), L1={"verb": "advance"})
    assert at_cm(here, "L1")[1] == pytest.approx(ends, abs=0.01)


@pytest.mark.clause("NAP-S79", "NAP-S46")
def test_a_march_along_the_wall_of_a_garrison_is_not_halted_and_an_empty_house_halts_nobody() -> None:
    past = battalion("L1", "south", at=(44, 58), figures=12, formation="column", facing=270.0)
    assert at_cm(passed(held(past), L1={"verb": "advance"}), "L1")[0] == pytest.approx(34.0, abs=0.01)
    empty = field(column(9.0), features=[box("building", 46, 60, 54, 68, "H")], move=2)
    assert at_cm(passed(empty, L1={"verb": "advance", "distance": 70.0}), "L1")[1] == pytest.approx(58.0, abs=0.01)


@pytest.mark.clause("NAP-S79", "NAP-S46")
def test_the_house_of_friends_keeps_nobody_off_but_by_its_wall() -> None:
    ahead = {"verb": "advance", "distance": 70.0}
    here = passed(held(column(9.0, "north", facing=0.0)), L1=ahead)
    assert at_cm(here, "L1")[1] == pytest.approx(58.0, abs=0.01)


@pytest.mark.clause("NAP-CTC-04", "NAP-ATK-01", "NAP-ATK-03", "NAP-S79", "NAP-STM-01", "NAP-MEL-01")
@pytest.mark.parametrize(("gap", "pause"), [(3.0, 0.0), (5.0, 0.0), (9.0, 0.4)])
def test_an_attack_on_a_garrison_pauses_five_cm_from_its_wall_and_comes_home_to_it(gap: float, pause: float) -> None:
    state = held(column(gap))
    refused = legal.charge_bar(state, "L1", "E1")
    assert refused is not None
    assert refused.clause == "NAP-CTC-04"
    played = Fought(ordered(state, L1=ATTACK), *(5,) * 6, frames=ALL)
    played.to_end()
    told = played.state.ties["attack L1 E1"].own
    assert (told.pause, told.home) == (pytest.approx(pause), "home")
    assert told.gap == pytest.approx(min(gap, 5.0) * 10.0, abs=0.01)
    assert [e.about[0] for e in played.events if e.type == "morale_tested"] == ["L1"]  # the defenders do not
    assert at_cm(played.state, "L1")[1] == pytest.approx(60.0, abs=0.01)
    fought = melee_play.tie(played.state, "L1", "E1")
    assert fought is not None
    assert (fought.building, fought.attacker) == ("H", "L1")


@pytest.mark.clause("NAP-ATK-03", "NAP-R109", "NAP-S79")
def test_who_fails_before_the_wall_withdraws_from_it() -> None:
    played = Fought(ordered(held(column(3.0)), L1=ATTACK), *(2,) * 4, frames=ALL[:5])
    played.to_end()
    assert played.state.ties["attack L1 E1"].own.home == "halt"
    assert of(played.state, "L1").nerve.result == "withdraw"
    # a whole move of ten centimetres, with its back to the wall, the columns' depth on its other side
    assert board_of(played.state).gap("L1", "E1") == pytest.approx(100.0 + 30.0, abs=20.0)
    assert "struck_home" not in kinds(played)


@pytest.mark.clause("NAP-S63", "NAP-S79")
def test_an_attacker_lines_up_flush_with_the_wall_that_it_hits() -> None:
    slanting = battalion("L1", "south", at=(50, 56), figures=12, formation="column", facing=20.0)
    played = Fought(ordered(held(slanting), L1=ATTACK), *(5,) * 6, frames=ALL)
    played.to_end()
    poses = [b.pose for b in played.state.bases_of("L1")]
    assert {round(p.facing, 2) for p in poses if p} == {0.0}
    assert board_of(played.state).gap("L1", "E1") == pytest.approx(0.0, abs=0.1)
    assert played.told("lined_up") != []


@pytest.mark.clause("NAP-S79", "NAP-S11")
def test_the_walls_of_a_house_of_any_shape_are_its_outline() -> None:
    bent = [(40, 40), (60, 40), (60, 46), (48, 46), (48, 60), (40, 60)]
    house = ground_of(field(features=[piece("building", bent, "H", line=False)])).by_id["H"].shape
    poses, sizes = walls(house)
    assert sorted(round(w) for w in sizes[:, 0]) == [60, 80, 120, 140, 200, 200]
    corners = pieces(poses, sizes).reshape(-1, 2)
    assert (corners.min(), corners.max()) == (pytest.approx(400.0), pytest.approx(600.0))
    # in the bend of the house, 5 cm off one wall and 7 off the other
    column_ = battalion("L1", "south", at=(57, 60), figures=6, formation="column", facing=180.0)
    state = held(column_, house=piece("building", bent, "H", line=False))
    assert at_cm(passed(state, L1={"verb": "advance"}), "L1")[1] == pytest.approx(51.0, abs=0.01)
    assert (sizes[:, 1] == THICK).all()


@pytest.mark.clause("NAP-CTC-04", "NAP-CHG-15")
def test_a_charge_on_who_has_got_into_a_building_is_over_at_its_pause() -> None:
    horse = regiment("H1", "south", at=(50, 50), figures=12)
    state = held(horse, ties=[charge("H1", "E1", 10.0, 0.3)])
    played = Fought(state, frames=(FINAL,))
    played.end()  # no die falls: there is nothing to test
    assert [e.about for e in played.events if e.type == "not_reached"] == [("H1", "E1")]
    assert played.state.ties["H1>E1"].own.home == "gone"
    assert at_cm(played.state, "H1") == at_cm(state, "H1")
