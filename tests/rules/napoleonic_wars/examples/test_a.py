"""Worked examples of the first part of the catalogue that are moves: troops of the lists, played by their steps."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.army.rows import Row, new_unit
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock import first_pass, toll_of_move
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.disorder import book, reform
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.own import MOVE, ChargeOwn, Doing, Formation
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.clock.test_pass import ordered

GO: dict[str, Any] = {"verb": "advance"}
REFORM: dict[str, Any] = {"verb": "reform"}


def listed(
    code: str,
    side: str,
    at: t.Place,
    formation: Formation = "line",
    body: str = "L1",
    facing: float | None = None,
    *,
    options: dict[str, Any] | None = None,
    **bought: Any,
) -> t.Made:
    """A unit of the lists, as it would be bought."""
    unit, bases = new_unit(Row(code=code, name=code, kind=code, **bought), None, side, body, options)
    looks = facing if facing is not None else 0.0 if side == "south" else 180.0
    unit = replace(unit, own=with_fields(unit.own, formation=formation))
    return t.Made(unit, bases, at, looks, formation)


def marched(state: State, **lines: Any) -> State:
    """Steps 1 to 7 by move orders."""
    run = Run(ordered(state, **lines))
    first_pass.go(run, PassData(), {})
    toll_of_move.begin(run, None, None)
    return run.state


def ended(state: State) -> State:
    """Step 20, and the next move begins."""
    run = Run(state)
    reform.begin(run, None, None)
    state = replace(run.state, own=replace(run.state.own, move=run.state.own.move + 1, tracks={}))
    for body, unit in state.units.items():
        state = t.given(state, body, **{**MOVE, "before": unit.own.march.did})
    return state


def north(before: State, after: State, body: str = "L1") -> float:
    """Cm gone north."""
    return round(t.at_cm(after, body)[1] - t.at_cm(before, body)[1], 3)


def walked(after: State, body: str = "L1") -> tuple[float, float]:
    """From when to when a body marched."""
    legs = [leg for leg in after.own.tracks[body].legs if leg.what == "advance" and leg.after != leg.poses]
    return legs[0].start, legs[-1].end


@pytest.mark.clause("NAP-WHL-01", "NAP-WHL-02", "NAP-S13", "NAP-MOV-02")
def test_wheel_of_a_line() -> None:
    state = t.field(listed("FRA_LINE_1808", "south", (50, 50)))
    assert shape.width(state, "L1") == 135.0
    found = plan(state, "L1", [act.Wheel("left", 40.0)])
    assert (found.time, round(found.moved, 1), found.faults) == (0.9425, 94.2, ())
    (fault,) = plan(state, "L1", [act.Wheel("left", 45.0)]).faults
    assert (fault.bar.clause, fault.bar.text.args["most"]) == ("NAP-WHL-02", "42.441°")


@pytest.mark.clause("NAP-FCH-03", "NAP-FCH-10", "NAP-MOV-02")
def test_column_then_line() -> None:
    state = t.field(listed("FRA_LINE_1808", "south", (50, 50), "closed_divisional"))
    first = marched(state, L1=[{"verb": "advance", "distance": 60.0}, {"verb": "form", "formation": "line"}])
    assert north(state, first) == 6.0
    assert t.of(first, "L1").march.doing == Doing("form", 0.4, {"formation": "line"})
    second = marched(ended(first), L1=GO)
    assert t.of(second, "L1").stance.formation == "line"
    assert north(first, second) == 6.0
    stood = [(leg.start, leg.end) for leg in second.own.tracks["L1"].legs if leg.what == "form"]
    assert stood == [(0.0, 0.4)]


@pytest.mark.clause("NAP-MOV-09", "NAP-MOV-10", "NAP-DIS-20", "NAP-DIS-08", "NAP-DIS-11", "NAP-S16", "NAP-S39")
def test_column_through_a_hedge() -> None:
    column = listed("PRU_MUSK", "south", (50, 50), "closed_column")
    state = t.field(column, features=[t.piece("hedge", [(30, 53), (70, 53)], "hedge")])
    assert (shape.ranks(state, "L1"), shape.depth(state, "L1")) == (4, 40.0)
    first = marched(state, L1=GO)
    assert north(state, first) == 3.0
    assert t.of(first, "L1").march.doing == Doing("cross", 0.45, {"obstacle": "hedge"})
    assert book.recorded(first, "L1") == 2
    then = ended(first)
    assert t.of(then, "L1").nerve.carried == 2
    # it has to get clear of the hedge before it can reform
    second = marched(then, L1=GO)
    assert north(first, second) == 8.25
    assert book.recorded(second, "L1") == 2
    third = ended(second)
    assert t.of(third, "L1").nerve.carried == 2
    # clear of it, it must halt
    assert north(second, marched(third, L1=GO)) == 0.0


@pytest.mark.clause("NAP-MOV-07", "NAP-DIS-08", "NAP-DIS-20")
def test_hussars_through_a_ford() -> None:
    hussars = listed("AUS_HUSSAR_13", "south", (50, 20), "closed_column")
    state = t.field(hussars, features=[t.box("ford", 20, 40, 80, 44)])
    after = marched(state, L1=GO)
    assert [leg.end for leg in after.own.tracks["L1"].legs] == [0.5, 0.6333, 1.0]
    assert north(state, after) == pytest.approx(20 + 4 + 14.667, abs=0.001)
    assert book.recorded(after, "L1") == 1
    assert t.of(ended(after), "L1").nerve.carried == 1


@pytest.mark.clause("NAP-DIS-03", "NAP-DIS-13", "NAP-DIS-15", "NAP-R25", "NAP-R26", "NAP-S21")
def test_guards_reform() -> None:
    state = t.given(t.field(listed("GBR_GUARD", "south", (50, 50))), "L1", carried=3)
    after = marched(state, L1=[REFORM, {"verb": "advance", "distance": 25.0}])
    assert north(state, after) == 2.5
    assert book.counted(after, "L1") == 2
    assert t.of(ended(after), "L1").nerve.carried == 0
    # a millimetre more and the third factor stays
    farther = marched(state, L1=[REFORM, {"verb": "advance", "distance": 26.0}])
    assert north(state, farther) == 2.5
    assert north(state, marched(state, L1=GO)) == 0.0


@pytest.mark.clause("NAP-DIS-06", "NAP-DIS-07", "NAP-DIS-09", "NAP-DIS-13")
def test_scrub_with_and_without_firing() -> None:
    scrub = t.box("scrub", 30, 45, 70, 70)
    state = t.field(listed("FRA_LINE_1808", "south", (50, 50)), features=[scrub])
    after = marched(state, L1={"verb": "advance", "distance": 60.0})
    assert walked(after) == (0.0, 0.8)
    assert book.counted(after, "L1") == 1
    assert t.of(ended(after), "L1").nerve.carried == 0
    fired = ended(t.given(after, "L1", did=(*t.of(after, "L1").march.did, "fired")))
    assert t.of(fired, "L1").nerve.carried == 1
    assert north(fired, marched(fired, L1=GO)) == 0.0
    shoots = {"verb": "fire"}
    assert north(fired, marched(fired, L1=[shoots, {"verb": "advance", "distance": 25.0}])) == 2.5


@pytest.mark.clause("NAP-ORG-42", "NAP-SEQ-44", "NAP-S09", "NAP-S10")
def test_meeting_head_on() -> None:
    state = t.field(
        listed("FRA_LINE_1808", "south", (50, 30), "closed_divisional"),
        listed("GBR_LINE", "north", (50, 50), body="E1"),
    )
    after = marched(state, L1=GO, E1=GO)
    assert north(state, after) == pytest.approx(9.0, abs=0.005)
    assert north(state, after, "E1") == pytest.approx(-6.0, abs=0.005)
    assert walked(after) == walked(after, "E1") == pytest.approx((0.0, 0.6), abs=0.001)


@pytest.mark.clause("NAP-ORG-42")
def test_cavalry_near_foot() -> None:
    state = t.field(
        listed("AUS_HUSSAR_13", "south", (50, 30), "closed_column"),
        listed("FRA_LINE_1808", "north", (50, 48), body="E1"),
    )
    after = marched(state, L1={"verb": "advance", "distance": 200.0})
    assert north(state, after) == pytest.approx(8.0, abs=0.005)
    assert walked(after) == pytest.approx((0.0, 0.2), abs=0.001)


@pytest.mark.clause("NAP-ORG-42", "NAP-R145", "NAP-S46")
@pytest.mark.parametrize(("line", "gone"), [([GO], 12.75), ([], 3.0)])
def test_the_enemy_walks_off(line: list[Any], gone: float) -> None:
    away = listed("FRA_LINE_1808", "north", (50, 39), body="E1", facing=0.0)  # its back 8 cm ahead
    state = t.field(listed("PRU_MUSK", "south", (50, 30), "closed_column"), away)
    after = marched(state, L1=GO, E1=line)
    assert north(state, after) == pytest.approx(gone, abs=0.01)
    assert north(state, after, "E1") == (10.0 if line else 0.0)


@pytest.mark.clause("NAP-S46")
def test_whom_a_standing_enemy_halts_begins_what_comes_next_at_the_quarter() -> None:
    state = t.field(
        listed("PRU_MUSK", "south", (50, 30), "closed_column"),
        listed("FRA_LINE_1808", "north", (50, 39), body="E1", facing=0.0),
    )
    after = marched(state, L1=[{"verb": "advance", "distance": 60.0}, {"verb": "face", "to": "about"}])
    faced = [(leg.start, leg.what) for leg in after.own.tracks["L1"].legs if leg.what == "face"]
    assert faced == [(0.25, "face")]


def _charged(line: list[Any]) -> State:
    """Hussars charge foot 40 cm ahead; another column stands, or marches in, 30 cm from where they start."""
    charge = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=50.0))
    state = t.field(
        listed("AUS_HUSSAR_13", "south", (50, 30), "closed_column", body="H1"),
        listed("FRA_LINE_1808", "north", (50, 70), body="E1"),
        listed("PRU_MUSK", "north", (56, 61.875), "closed_column", body="E2", facing=270.0),
        ties=(charge,),
    )
    return marched(state, E2=line)


@pytest.mark.clause("NAP-S47", "NAP-S41")
def test_in_the_way() -> None:
    stands = _charged([])
    assert stands.ties["c1"].own.gap == pytest.approx(50.0, abs=0.01)
    after = _charged([GO])
    told = after.ties["c1"].own
    assert (told.pause, told.gap) == (pytest.approx(0.4, abs=0.001), pytest.approx(100.0, abs=0.1))
    assert north(stands, after, "H1") == pytest.approx(-15.0, abs=0.05)
    assert walked(after, "E2") == pytest.approx((0.0, 0.4), abs=0.001)
