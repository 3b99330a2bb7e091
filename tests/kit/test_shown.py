"""What is shown out of declared rows: kinds of things, cards, overlays, prospects."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.engine.decision import Bar, Sum
from game.engine.event import Event
from game.engine.ruleset import Shape
from game.engine.state import Base, Side, State, Table, Unit
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Footprint
from game.kit.shown import overlays, prospects
from game.kit.shown.cards import badges, blow_rows, side_rows, turn_rows
from game.kit.shown.kinds import Kind, by_kind
from game.kit.shown.overlays import Row, drawn, ring, sight_line
from game.kit.shown.words import needed, number, of_all, side_name, units_named


class BattleOwn(msgspec.Struct, frozen=True):
    """A battle of alternate player turns."""

    active: str = "south"
    turn: int = 2
    limit: int = 6
    phase: str = "shooting"


class UnitOwn(msgspec.Struct, frozen=True):
    """A unit that moves once a turn."""

    moved: bool = False
    left: int = 3


@pytest.fixture
def state() -> State:
    """Two units of two sides, one base each."""
    units = {u: Unit(u, s, "foot", u, (f"{u}/1",), own=UnitOwn()) for u, s in (("A", "south"), ("B", "north"))}
    bases = {f"{u}/1": Base(f"{u}/1", u, 1, Footprint("rect", 20.0, 20.0)) for u in units}
    sides = {s: Side(s, s) for s in ("south", "north")}
    return State("kit", Table(1000.0, 1000.0), sides=sides, units=units, bases=bases, own=BattleOwn())


def said(what: str) -> Any:
    return lambda view, thing: f"{what} {thing}"


def test_things_are_shown_by_their_kind(state: State) -> None:
    makers: dict[Kind, Any] = {"unit": said("unit"), "side": said("side")}
    assert by_kind(state, "A", makers) == "unit A"
    assert by_kind(state, "B/1", makers) == "unit B"
    assert by_kind(state, "north", makers) == "side north"
    assert by_kind(state, "nothing", makers) is None
    assert by_kind(state, "A", {"side": said("side")}) is None


def test_a_base_may_be_told_apart_from_its_unit(state: State) -> None:
    assert by_kind(state, "B/1", {"unit": said("unit"), "base": said("base")}) == "base B/1"


def test_words() -> None:
    assert (number(3.0), needed(4.0), of_all(2, 5)) == (T("{n}", n=3), T("{n}+", n=4), T("{n} of {all}", n=2, all=5))
    assert units_named(["A", "B"]) == T("{units}", units=[Thing("A"), Thing("B")])
    assert units_named(()) == side_name("") == T("nobody")


def test_badges_are_the_states_that_hold_in_order() -> None:
    found = badges((True, "shot", T("Has shot")), (0, "lost", T("Lost")), (2, "hits", T("Hits")), ("", "", T("None")))
    assert found == (("shot", T("Has shot")), ("hits", T("Hits")))


def test_blows_are_two_rows_open_to_their_sums() -> None:
    dice, need = Sum(T("dice"), 6.0, ()), Sum(T("need"), 4.0, ())
    attacks, hits = blow_rows("B", 6, (dice, "X-01"), (need, "X-02"))
    assert (attacks.clause, attacks.sum, attacks.value.n) == ("X-01", dice, 6)
    assert (hits.value, hits.clause, hits.sum) == (T("{n}+", n=4), "X-02", need)


def test_the_top_of_the_screen_tells_turn_phase_and_sides(state: State) -> None:
    south = T("{side}", side=Thing("south"))
    turn = (T("Turn"), T("{turn} of {limit}", turn=2, limit=6))
    assert turn_rows(state.own, Text) == [turn, (south, Text("shooting"))]
    assert turn_rows(BattleOwn(phase="over"), Text) == [turn, (T("Phase"), Text("over"))]
    assert turn_rows(BattleOwn("", 0, phase="deployment"), Text) == [(T("Phase"), Text("deployment"))]
    assert side_rows(state, Text) == [(south, Text("south")), (T("{side}", side=Thing("north")), Text("north"))]


def test_overlays_are_drawn_as_their_rows_say(state: State) -> None:
    def shapes(view: State, unit: str) -> tuple[Shape, ...]:
        return (ring("reach", (1.0, 2.0), 30.0, Text(unit)),)

    rows = (
        Row("reach", T("Reach of {unit}"), shapes),
        Row("range", T("Range of {unit}"), shapes, has=False),
        Row("command", T("Command of {unit}"), shapes, of="B"),
    )
    reach, command = drawn(state, "A", rows)
    assert (reach.id, reach.label) == ("reach", T("Reach of {unit}", unit=Thing("A")))
    assert reach.shapes == (Shape("ring", "reach", ((1.0, 2.0),), 30.0, text=Text("A")),)
    assert command.label == T("Command of {unit}", unit=Thing("B"))
    assert command.shapes[0].text == Text("B")
    assert [o.id for o in drawn(state, "A", rows, ("command", "range"))] == ["command"]


def test_a_line_of_sight_tells_how_far_or_what_hides() -> None:
    ends = ((0.0, 0.0), (10.0, 0.0))
    seen, hidden, unseen = (sight_line(ends, 10.0, why) for why in (None, ("wood",), ()))
    assert (seen.role, seen.points, hidden.role, unseen.text) == ("sight", ends, "forbidden", T("not seen"))
    assert hidden.text == T("hidden by {features}", features=[Thing("wood")])


def test_where_a_side_deploys() -> None:
    ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
    (zone,) = overlays.deployment_area("south", [ring])
    assert (zone.id, zone.label) == ("zone", T("Deployment area of {side}", side=Thing("south")))
    assert zone.shapes == (Shape("area", "zone", ring),)


def test_a_moment_begins_anew_where_something_changes(state: State) -> None:
    fresh = {"moved": False}
    assert prospects.begun_anew(state, dict.fromkeys(state.units, fresh), active="south") is state
    tired = msgspec.structs.replace(state.units["B"], own=UnitOwn(True, 2))
    late = msgspec.structs.replace(state, units={**state.units, "B": tired})
    begun = prospects.begun_anew(late, dict.fromkeys(state.units, fresh), active="north")
    assert begun.units["B"].own == UnitOwn(False, 2)
    assert begun.units["A"] is state.units["A"]
    assert begun.own.active == "north"


def test_notes_tell_whose_turn_is_taken_for_granted(state: State) -> None:
    bar = Bar(T("it has shot"), "X-01")
    assert prospects.turn_notes(state, "A", None) == ()
    assert prospects.turn_notes(state, "A", bar) == (T("Not in this turn: {why}", why=bar.text),)
    foreseen = (T("In the next turn of {side}, standing as now", side=Thing("north")),)
    assert prospects.turn_notes(state, "B", bar) == foreseen


def test_outcomes_are_measured_and_read_off(state: State) -> None:
    lost = prospects.Outcome(
        "lost",
        T("Lost by {unit}"),
        lambda run, who: run.before.units[who].own.left - run.after.units[who].own.left,
        False,
    )
    fought = prospects.Outcome("fought", T("Close combat takes place"), lambda run, who: bool(run.told))
    asked = prospects.playout(state, (), "charge", ("A", "B"), [(fought, ""), (lost, "B"), (lost, "A")])
    assert asked.key == "charge A B"
    assert [m.id for m in asked.measures] == ["fought", "lost B", "lost A"]
    assert [m.yes_or_no for m in asked.measures] == [True, False, False]
    assert asked.measures[1].label == T("Lost by {unit}", unit=Thing("B"))
    thinner = msgspec.structs.replace(state.units["B"], own=UnitOwn(left=1))
    after = msgspec.structs.replace(state, units={**state.units, "B": thinner})
    told = [Event("blow", "blow")]
    assert asked.read(state, after, told) == {"fought": 1, "lost B": 2, "lost A": 0}
    assert asked.read(state, state, []) == {"fought": 0, "lost B": 0, "lost A": 0}
