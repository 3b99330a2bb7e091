"""Hidden troops on the clock: met at 2 cm exactly, looked for at attack distance, at quarters and at pauses."""

from __future__ import annotations

import math
from typing import Any

import pytest

from game.engine.flow import Run
from game.engine.state import State, Tie
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock import first_pass, hiding
from rulesets.napoleonic_wars.clock.first_pass import PassData
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire import fire
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.table import Made, at_cm, battalion, box, field, general, regiment

GO: dict[str, Any] = {"verb": "advance"}
WOOD = box("dense_wood", 20, 50, 80, 90, "W")
OPEN_WOOD = box("open_wood", 20, 50, 80, 90, "W")


def passed(state: State, **lines: Any) -> Run:
    """The first pass by some lines of move orders."""
    run = Run(state)
    for body, line in lines.items():
        run.emit("told", "order", None, notes.lined(run.state, body, line if isinstance(line, list) else [line]))
    first_pass.go(run, PassData(), {})
    return run


def lurking(y: float, body: str = "E1", x: float = 50.0, **more: Any) -> Made:
    return battalion(body, "north", at=(x, y), figures=18, **more)


def met(run: Run) -> list[tuple[str, str, float]]:
    """Who came upon whom, and when."""
    return [(e.about[0], e.about[1], e.data["time"]) for e in run.events if e.type == "came_upon"]


def gap_of(run: Run, one: str, other: str) -> float:
    return board_of(known(run.state)).gap(one, other) / 10.0


@pytest.mark.clause("NAP-S19", "NAP-S48", "NAP-DET-04")
@pytest.mark.parametrize(("y", "time"), [(45.0, 0.2), (52.0, 0.6667), (53.0, 0.8667)])
def test_a_column_halts_two_centimetres_before_a_silent_battalion_in_a_wood(y: float, time: float) -> None:
    """15 cm a move in the open, half of it in the wood; the moment is that of the 2 cm and no end of a quarter."""
    state = field(
        battalion("L1", "south", at=(50, y - 5.0), figures=18, formation="closed_column"),
        lurking(y),
        features=[box("open_wood", 20, y - 5.0 if y < 50.0 else 50.0, 80, 90, "W")],
        hidden=("E1",),
    )
    run = passed(state, L1=GO)
    assert gap_of(run, "L1", "E1") == pytest.approx(2.0, abs=0.001)
    ((who, whom, when),) = met(run)
    assert (who, whom) == ("L1", "E1")
    legs = run.state.own.tracks["L1"].legs
    assert legs[-1].what == "halt"
    assert legs[-1].start == when
    assert "E1" in run.state.units
    (event,) = [e for e in run.events if e.type == "detected"]
    assert event.data["how"] == "met"


@pytest.mark.clause("NAP-S19", "NAP-S48")
def test_light_dragoons_in_open_order_do_not_ride_through_a_hidden_line() -> None:
    """The line stands in a wood 4 cm ahead; they are at its attack distance from the beginning."""
    dragoons = regiment(
        "D1", "south", at=(50, 49), light=True, figures=8, companies=2, formation="open", sub={"open": True}
    )
    state = field(dragoons, lurking(53.0), features=[OPEN_WOOD], hidden=("E1",))
    run = passed(state, D1=GO)
    assert gap_of(run, "D1", "E1") == pytest.approx(2.0, abs=0.001)
    assert [pair[:2] for pair in met(run)] == [("D1", "E1")]


@pytest.mark.clause("NAP-S48", "NAP-DET-04", "NAP-R18")
def test_hidden_troops_that_change_formation_are_noticed_as_an_enemy_comes_to_attack_distance() -> None:
    """3 cm within a wood, in sight from 5 cm: a column 7 cm off at 15 cm a move is there at 2 / 15 of the move."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18, formation="closed_column"),
        lurking(37.0),
        features=[box("dense_wood", 20, 34, 80, 60, "W")],
        hidden=("E1",),
    )
    run = passed(state, L1=GO, E1={"verb": "form", "formation": "closed_column"})
    (event,) = [e for e in run.events if e.type == "detected"]
    assert event.data["how"] == "seen"
    assert met(run) == [("L1", "E1", 0.1333)]
    assert at_cm(run.state, "L1")[1] == pytest.approx(32.0, abs=0.001)
    still = passed(state, L1=GO)
    assert [e.data["how"] for e in still.events if e.type == "detected"] == ["met"]


@pytest.mark.clause("NAP-S48")
def test_hidden_troops_are_looked_for_at_the_beginning_of_the_pass() -> None:
    """The battalion marches into the wood; at 0 it stands in the open, in sight, and is noticed there."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        lurking(52.0, facing=0.0),
        features=[box("dense_wood", 20, 52.2, 80, 90, "W")],
        hidden=("E1",),
    )
    run = passed(state, E1=GO)
    assert "E1" in run.state.units


@pytest.mark.clause("NAP-S47", "NAP-S19")
def test_a_charge_that_runs_into_hidden_troops_is_over() -> None:
    """Hussars charge past a wood's edge; 2 cm before the hidden line in their way they halt, their target untouched."""
    charge = Tie("c1", "charge", "H1", "E2", ChargeOwn(answer="stand", speed=500.0, pause_at=50.0))
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        lurking(45.0),
        battalion("E2", "north", at=(50, 62), figures=18),
        features=[box("open_wood", 20, 44, 80, 48, "W")],
        hidden=("E1",),
        ties=(charge,),
    )
    run = passed(state)
    assert gap_of(run, "H1", "E1") == pytest.approx(2.0, abs=0.001)
    assert run.state.ties["c1"].own.pause is None
    assert [pair[:2] for pair in met(run)] == [("H1", "E1")]


@pytest.mark.clause("NAP-S46", "NAP-S48")
def test_a_body_detected_in_the_midst_of_a_quarter_counts_from_that_moment_for_all() -> None:
    """One column meets the line; another, farther to the side, then halts at attack distance from it by itself."""
    state = field(
        battalion("L1", "south", at=(44, 44), figures=12, formation="closed_column"),
        battalion("L2", "south", at=(57, 40), figures=12, formation="closed_column"),
        lurking(48.0),
        features=[box("open_wood", 20, 46, 80, 90, "W")],
        hidden=("E1",),
    )
    run = passed(state, L1=GO, L2=GO)
    assert gap_of(run, "L1", "E1") == pytest.approx(2.0, abs=0.001)
    assert gap_of(run, "L2", "E1") == pytest.approx(5.0, abs=0.001)


@pytest.mark.clause("NAP-S48")
@pytest.mark.parametrize(("x", "shown"), [(33.75, True), (33.7, False)])
def test_a_general_reveals_hidden_troops_by_nearness_only_beside_own_troops(x: float, shown: bool) -> None:
    """He rides to 1.5 cm before them; a company stands 5.0 cm from him there, or 5.05 cm."""
    state = field(
        general("G0", "south", at=(42, 45)),
        battalion("L1", "south", at=(x, 50), figures=6, companies=1),
        lurking(51.5),
        features=[box("dense_wood", 20, 50, 80, 90, "W")],
        hidden=("E1",),
    )
    run = passed(state, G0={"verb": "ride", "path": [[420.0, 490.0]]})
    assert ("E1" in run.state.units) is shown


@pytest.mark.clause("NAP-S48")
def test_another_general_beside_him_is_no_own_troops() -> None:
    state = field(
        general("G0", "south", at=(50, 47)),
        general("G1", "south", at=(53, 47)),
        lurking(51.5),
        features=[box("dense_wood", 20, 50, 80, 90, "W")],
        hidden=("E1",),
    )
    run = passed(state, G0={"verb": "ride", "path": [[500.0, 490.0]]}, G1={"verb": "ride", "path": [[530.0, 490.0]]})
    assert "E1" not in run.state.units


@pytest.mark.clause("NAP-S19")
@pytest.mark.parametrize("angle", range(0, 360, 24))
def test_nobody_enters_a_hidden_body_without_an_event(angle: int) -> None:
    """From all sides, straight on or aslant: 2 cm off at the least, and told; or never so near."""
    turn = math.radians(angle + 9)
    x, y = 100.0 - 24.0 * math.sin(turn), 65.0 - 24.0 * math.cos(turn)
    before = field(
        regiment("H1", "south", at=(x, y), facing=float(angle), light=True, figures=8, companies=2),
        battalion("E1", "north", at=(100, 65), figures=18),
        features=[box("open_wood", 80, 45, 120, 85, "W")],
        hidden=("E1",),
    )
    run = passed(before, H1=GO)
    a, b = Mover.gone("south", "H1", run.state.own.tracks["H1"]), Mover.standing(known(before), "E1")
    least = min(meeting.gap(a, b, k / 200.0) for k in range(201))
    assert least >= 19.99
    assert bool(met(run)) is (least < 20.01)


@pytest.mark.clause("NAP-S19", "NAP-S48")
@pytest.mark.parametrize("hold", [True, False])
def test_an_ambush_springs_at_two_centimetres(hold: bool) -> None:
    """The battalion is shown and the column halts there, whether its order lets it fire or not."""
    state = field(
        battalion("L1", "south", at=(50, 45), figures=18, formation="closed_column"),
        lurking(52.0),
        features=[WOOD],
        hidden=("E1",),
    )
    run = passed(state, L1=GO, E1={"verb": "fire", "hold": hold})
    assert at_cm(run.state, "L1")[1] == pytest.approx(50.0, abs=0.001)
    assert "E1" in run.state.units
    assert bool(fire.courses(run.state, "north").get("E1")) is not hold


@pytest.mark.clause("NAP-S48")
def test_hidden_troops_are_looked_for_at_the_pause_of_a_charge() -> None:
    """The battalion in the wood moves off at 0.25, when nobody looks again; the charge pauses at 0.44."""
    charge = Tie("c1", "charge", "H1", "E2", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0))
    state = field(
        regiment("H1", "south", at=(50, 30), light=True, figures=8, companies=2),
        lurking(56.0, x=75.0),
        battalion("E2", "north", at=(50, 60), figures=18),
        features=[box("open_wood", 60, 55, 95, 80, "W")],
        hidden=("E1",),
        ties=(charge,),
    )
    run = Run(state)
    line = [{"verb": "wait", "quarters": 1}, {"verb": "back", "distance": 50.0}]
    run.emit("told", "order", None, notes.lined(run.state, "E1", line))
    here = known(run.state)
    plans = {body: first_pass.planned(here, body) for body in facts.bodies(here)}
    clock = first_pass.made(here, plans, {})
    scouts = hiding.Hiding(here, clock, ("E1",))
    scouts.look()
    for quarter in (0.25, 0.5):
        clock.run(quarter)
        scouts.look()
    (pause,) = [h.time for h in clock.happened if h.kind == "pause"]
    assert 0.25 < pause < 0.5
    assert [(round(one.time, 4), one.found.body) for one in scouts.spotted] == [(pause, "E1")]
