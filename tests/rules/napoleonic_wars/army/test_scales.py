"""Scales: lengths, dice, bases, the field of fire of a gun (NAP-SCL, NAP-BAS)."""

from __future__ import annotations

import pytest

from game.engine.event import D6
from game.geometry.shapes import Footprint
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.data_files import dice as kinds
from rulesets.napoleonic_wars.deploy.positions import build
from rulesets.napoleonic_wars.field.board import gap
from rulesets.napoleonic_wars.measures import MEASURES, cm, within
from rulesets.napoleonic_wars.own import FigureOwn
from rulesets.napoleonic_wars.turn.moves import SET_UP


@pytest.mark.clause("NAP-SCL-03")
def test_centimetres() -> None:
    assert (MEASURES.unit, cm(2.5)) == ("cm", 25.0)
    assert within(50.0, 5.0)
    assert not within(50.02, 5.0)


@pytest.mark.clause("NAP-SCL-04", "NAP-SCL-05")
def test_dice() -> None:
    assert D6 == (1, 2, 3, 4, 5, 6)
    assert kinds().average == (2, 3, 3, 4, 4, 5)


@pytest.mark.clause("NAP-SCL-13")
def test_from_base_to_base() -> None:
    near = {"id": "L1", "kind": "GBR_LINE", "at": [100, 40], "formation": "line"}
    state = build({"unit": [near, {"id": "F1", "kind": "FRA_LINE_1808", "at": [100, 48.5], "formation": "line"}]})
    assert gap(state, "L1", "F1") == pytest.approx(85.0)  # front edges, not the middles of bases


@pytest.mark.clause("NAP-BAS-08")
def test_the_field_of_fire_of_a_gun() -> None:
    gun = bases.of_options({}, FigureOwn(role="gun"), "deployed")
    assert gun == Footprint("rect", 30.0, 40.0)
    assert round(bases.half_angle(gun), 3) == 20.556


@pytest.mark.clause("NAP-SEQ-03")
def test_weather_comes_before_the_deployment() -> None:
    assert SET_UP.index("nap.weather") < SET_UP.index("nap.deploy")
