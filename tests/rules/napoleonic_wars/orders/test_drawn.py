"""What is drawn of a line: the corridor of its game order, and what a drag of the hand comes to."""

from __future__ import annotations

import pytest
import shapely

from game.engine.decision import Decision
from game.engine.tells import TellsCorridor, TellsDrawn
from game.engine.text import T
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.orders import drawn
from rulesets.napoleonic_wars.orders.game_orders import GameOrdersQuestion
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from tests.rules.napoleonic_wars.orders.test_writing import NORTH, army, clause, told
from tests.rules.napoleonic_wars.table import battery

DECISION = Decision("d1", "write", "south", "orders", T("Write"))


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_the_corridor_lies_fifteen_cm_about_the_present_leg_and_the_next() -> None:
    order = GameOrder("attack", ((500.0, 650.0), (1000.0, 650.0), (1000.0, 1200.0)))
    (found,) = drawn.corridor(told(army(), L1=order), "L1")
    lies = shapely.Polygon(found)
    assert lies.covers(shapely.Point(1000.0, 790.0))
    assert not lies.covers(shapely.Point(1000.0, 810.0))
    assert lies.covers(shapely.Point(645.0, 400.0))
    assert not lies.covers(shapely.Point(655.0, 400.0))


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_who_holds_has_five_cm_about_his_place_and_a_general_none() -> None:
    state = told(army(), L1=GameOrder("hold"))
    (found,) = drawn.corridor(state, "L1")
    x, y = shape.centre(state, "L1")
    lies = shapely.Polygon(found)
    assert lies.covers(shapely.Point(x, y + 49.0))
    assert not lies.covers(shapely.Point(x, y + 51.0))
    assert drawn.corridor(state, "G0") == ()


@pytest.mark.clause("NAP-S75")
def test_a_drag_to_a_place_is_an_advance_onto_an_enemy_a_charge_else_an_attack() -> None:
    state = told(army(battery("B1", "south", at=(100, 20))), L1=NORTH)
    question = WriteQuestion()
    assert isinstance(question, TellsCorridor)
    assert isinstance(question, TellsDrawn)
    (way,) = question.drawn(state, DECISION, "L1", (500.0, 400.0), "")
    assert way == [{"verb": "advance", "path": [[500.0, 400.0]]}]
    assert clause(state, way) == ""
    acts = question.drawn(state, DECISION, "L1", (500.0, 900.0), "E1")
    assert [a[0]["verb"] for a in acts] == ["charge", "attack"]
    (guns,) = question.drawn(state, DECISION, "B1", (1000.0, 400.0), "")
    assert [a["verb"] for a in guns] == ["limber", "advance"]


@pytest.mark.clause("NAP-S31")
def test_a_general_rides_or_stays_with_whom_he_is_drawn_onto() -> None:
    state = told(army(), L1=NORTH)
    assert drawn.drawn(state, "G0", (700.0, 150.0), "") == ([{"verb": "ride", "path": [[700.0, 150.0]]}],)
    assert drawn.drawn(state, "G0", (500.0, 300.0), "L1")[0] == [{"verb": "stay_with", "unit": "L1"}]


@pytest.mark.clause("NAP-ORD-01", "NAP-S07")
def test_a_sheet_of_game_orders_shows_where_those_in_force_keep_a_body_and_a_brigade() -> None:
    question = GameOrdersQuestion()
    assert isinstance(question, TellsCorridor)
    state = told(army(), L1=NORTH)
    asked = Decision("d1", "game_orders", "south", "orders", T("Write"), {"first": False})
    assert question.corridor(state, asked, "L1") == list(drawn.corridor(state, "L1"))
    assert question.corridor(state, asked, "L2") == []  # it has none
    assert question.corridor(state, asked, "brigade one") == question.corridor(state, asked, "L1")
    assert question.corridor(state, asked, "brigade nine") == []
