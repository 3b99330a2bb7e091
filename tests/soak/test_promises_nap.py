"""Every promise of a Napoleonic battle bites: what breaks it is found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Change, Event, Family, SetField, SetPose
from game.engine.fields import with_fields
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.own import FigureOwn, Leg, Track
from tests.rules.napoleonic_wars.table import battalion, battery, field, general, put, regiment
from tests.soak import accounts_nap, ways_nap
from tests.soak.known_nap import bodies, everything
from tests.soak.promises_nap import Promises

SIZES = ((15.0, 20.0), (15.0, 20.0))
"""mm of two figures abreast."""


def leg(*after: tuple[float, float, float], start: float = 0.0, **more: Any) -> Leg:
    """A quarter of a move from two figures at (500, 500) and (515, 500) that face north."""
    return Leg(start, start + 0.25, ((500.0, 500.0, 0.0), (515.0, 500.0, 0.0)), after, **{"what": "charge", **more})


def wheel(degrees: float, start: float = 0.0, what: str = "charge") -> Leg:
    """A wheel by some degrees, the places of the figures left out of account."""
    ends = ((500.0, 500.0, degrees % 360.0), (515.0, 500.0, degrees % 360.0))
    return leg(*ends, start=start, what=what, pivot=(507.5, 510.0))


def of(*legs: Leg) -> Track:
    return Track(("H1.1", "H1.2"), legs, SIZES)


def table() -> State:
    """Foot and guns against horse, each with a price."""
    state = field(
        battalion("L1", "south", at=(100, 40), figures=24),
        battery("A1", "south", at=(60, 40)),
        regiment("H1", "north", at=(100, 80)),
        general("G1", "south", at=(100, 30)),
        move=2,
    )
    priced = {
        u: replace(x, own=with_fields(x.own, subs=tuple(replace(s, points=10, driver=2) for s in x.own.subs)))
        for u, x in state.units.items()
    }
    return replace(state, units=priced)


def happens(state: State, kind: str, *marks: Change, promises: Promises | None = None, **more: Any) -> State:
    """What an event makes of a state, with every promise looked at."""
    family: Family = more.pop("family", "status")
    event = Event(kind, family, changes=marks, **more)
    after = apply(state, event)
    (promises or Promises())(state, event, after)
    return after


# --- charges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("legs", "faults"),
    [
        ((leg((500.0, 550.0, 0.0), (515.0, 550.0, 0.0)),), 0),
        ((leg((510.0, 550.0, 0.0), (525.0, 550.0, 0.0)),), 1),  # 11 degrees off
        ((leg((500.0, 450.0, 0.0), (515.0, 450.0, 0.0)),), 1),  # back
        ((leg((510.0, 550.0, 0.0), (525.0, 550.0, 0.0), what="advance"),), 0),
        ((wheel(45.0),), 0),
        ((wheel(46.0),), 1),
        ((wheel(-30.0), wheel(15.0, 0.25)), 0),
        ((wheel(-30.0), wheel(16.0, 0.25)), 1),  # turns to either side add up
        ((wheel(45.0), wheel(45.0, 0.25, "contact")), 0),
        ((wheel(46.0, what="contact"),), 1),
    ],
)
def test_a_charge_goes_along_its_front_and_wheels_by_45_degrees(legs: tuple[Leg, ...], faults: int) -> None:
    assert len(list(ways_nap.of_charge(of(*legs)))) == faults


def test_a_way_that_breaks_a_promise_is_found_when_it_is_kept() -> None:
    state = table()
    for bad in (of(wheel(60.0)), of(leg((500.0, 2000.0, 0.0), (515.0, 2000.0, 0.0), what="advance"))):
        kept = SetField("state", "", "own", replace(state.own, tracks={"H1": bad}))
        with pytest.raises(AssertionError, match=r"wheels|over the edge"):
            happens(state, "tracks", kept)


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "over"), [(1290.0, False), (1291.0, True)])
def test_no_order_leads_over_the_edge(y: float, over: bool) -> None:
    state = table()
    assert state.table.depth == 1300.0
    way = of(leg((500.0, y, 0.0), (515.0, y, 0.0), what="advance"))
    assert bool(list(ways_nap.over_the_edge(state, way))) is over
    forced = of(leg((500.0, 1400.0, 0.0), (515.0, 1400.0, 0.0), what="rout"))
    assert list(ways_nap.over_the_edge(state, forced)) == []


@pytest.mark.parametrize("kind", ["halted", "put_back"])
def test_nobody_stands_in_an_enemy_unsaid(kind: str) -> None:
    state = table()
    there = put(state, "H1", (100, 39.5), 180.0, "line")
    marks = [SetPose(b.id, b.pose) for b in there.bases_of("H1")]
    with pytest.raises(AssertionError, match="in each other"):
        happens(state, kind, *marks)
    promises = Promises()
    said = happens(state, "struck_home", about=("H1", "L1"), promises=promises)
    happens(said, kind, *marks, promises=promises)


def test_who_has_met_is_forgotten_when_the_next_move_begins() -> None:
    promises = Promises()
    said = happens(table(), "struck_home", about=("H1", "L1"), promises=promises)
    next_move = happens(said, "move_begins", promises=promises)
    there = put(next_move, "H1", (100, 39.5), 180.0, "line")
    with pytest.raises(AssertionError, match="in each other"):
        happens(next_move, "halted", *[SetPose(b.id, b.pose) for b in there.bases_of("H1")], promises=promises)


# --- couriers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "through"), [(500.0, True), (507.0, True), (560.0, False)])
def test_no_courier_rides_through_an_enemy(x: float, through: bool) -> None:
    state = table()
    stands = of(Leg(0.0, 1.0, ((500.0, 500.0, 0.0), (515.0, 500.0, 0.0)), (), what="stand"))
    way = [(0.0, x, 300.0), (1.0, x, 700.0)]
    event = Event("courier_rides", "order", side="south", data={"time": 1.0, "way": way})
    assert bool(list(ways_nap.through_an_enemy(state, event, {"H1": stands}))) is through
    assert list(ways_nap.through_an_enemy(state, replace(event, side="north"), {"H1": stands})) == []
    kept = replace(state, own=replace(state.own, tracks={"H1": stands}))
    if through:
        with pytest.raises(AssertionError, match="he is in H1"):
            Promises()(kept, event, kept)


def test_a_courier_is_looked_at_among_enemies_who_move() -> None:
    """He comes to where the enemy stood when the enemy has gone on, and to where he is."""
    state = table()
    away = ((600.0, 500.0, 90.0), (615.0, 500.0, 90.0))
    goes = of(Leg(0.0, 1.0, ((500.0, 500.0, 90.0), (515.0, 500.0, 90.0)), away, what="advance"))
    for x, through in ((500.0, False), (555.0, True)):
        event = Event("courier_rides", "order", side="south", data={"way": [(0.0, x, 400.0), (1.0, x, 600.0)]})
        assert bool(list(ways_nap.through_an_enemy(state, event, {"H1": goes}))) is through


# --- points ----------------------------------------------------------------------------------------------------------


def test_points_are_lost_by_losses_alone_and_add_up() -> None:
    state, fallen = table(), SetPose("L1.1", None, "gone")
    promises = Promises()
    told = {"family": "loss", "about": ("L1",), "data": {"figures": 1}, "promises": promises}
    after = happens(state, "casualties", fallen, **told)
    assert promises.accounts.lost["south"] == 10.0
    now = accounts_nap.left(bodies(after), everything(after), "south")
    assert promises.accounts.paid["south"] == now + 10.0
    with pytest.raises(AssertionError, match="by no loss"):
        happens(state, "ran", fallen)
    with pytest.raises(AssertionError, match="figures fall"):
        happens(state, "casualties", fallen, family="loss", about=("L1",), data={"figures": 2})
    with pytest.raises(AssertionError, match="gains"):
        happens(state, "ran", SetField("base", "A1.1", "own.points", 70))


def test_points_that_were_lost_before_anybody_looked_are_missed() -> None:
    state, promises = table(), Promises()
    happens(state, "ran", promises=promises)
    less = apply(state, Event("ran", "move", changes=(SetPose("L1.1", None, "gone"),)))
    with pytest.raises(AssertionError, match="paid"):
        happens(less, "rest", promises=promises)


@pytest.mark.parametrize(
    ("told", "points"),
    [
        (FigureOwn("c1", "foot"), (6.0, 0.0, 0.0)),
        (FigureOwn("c1", "horse"), (6.0, 4.0, 0.0)),
        (FigureOwn("c1", "horses", crew=2, horses=5), (12.0, 20.0, 0.0)),
        (FigureOwn("c1", "gun", piece="6", crew=4, points=50), (40.0, 0.0, 50.0)),
        (FigureOwn("c1", "team", drivers=3, horses=5, team=6, points=36), (6.0, 10.0, 24.0)),
        (FigureOwn("", "general", points=80), (80.0, 0.0, 0.0)),
    ],
)
def test_what_a_base_is_worth(told: FigureOwn, points: tuple[float, float, float]) -> None:
    assert accounts_nap.parts_of(table().units["H1"].own, told) == points


@pytest.mark.parametrize(("result", "share"), [("", 1.0), ("retreat", 1.0), ("rout", 0.5), ("surrendered", 0.0)])
def test_what_is_counted_of_troops(result: str, share: float) -> None:
    state = table()
    foot = replace(state.units["L1"], own=with_fields(state.units["L1"].own, result=result))
    units = {**bodies(state), "L1": foot}
    here, full = everything(state), accounts_nap.counted(bodies(state), everything(state), "south")
    assert full - accounts_nap.counted(units, here, "south") == 240.0 * (1.0 - share)


# --- fire ------------------------------------------------------------------------------------------------------------


def shot(figures: int = 12, men: int = 3, target: str = "H1", what: str = "musket", **facts: Any) -> Event:
    """Foot fires at somebody; ``facts`` are what the event tells of the shot."""
    step = {"body": target, "part": "", "figures": 8, "shot": {"far": 12.0, **facts}, "factor": 9, "full": 3, "men": 3}
    group = {"figures": figures, "quarters": 4, "ball": False, "steps": [step]}
    data = {"men": {target: men}, "what": what, "groups": [group]}
    return Event("fired", "shot", about=("L1", target), side="south", data=data)


def shot_as(row: str) -> Event:
    """Foot fires at horse in line, by a row of table 9."""
    event = shot()
    event.data["groups"][0]["steps"][0]["shot"]["target"] = row
    return event


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (shot(), ""),
        (shot(24), ""),
        (shot(25), "25 figures fire of 24"),
        (shot(men=4), "loses 4 men of 3"),
        (shot(target="A1"), "own side"),
        (shot(what="bow"), "has no bow"),
        (shot(what="canister"), "has no canister"),
        (shot_as("square"), "shot at as square"),
        (shot_as("loose"), "shot at as loose"),
        (shot(prone=True), "lying down"),
        (shot(rain=True), "does not rain"),
    ],
)
def test_fire_agrees_with_the_state_at_its_moment(event: Event, fault: str) -> None:
    state = table()
    if not fault:
        Promises()(state, event, state)
        return
    with pytest.raises(AssertionError, match=fault):
        Promises()(state, event, state)


def test_who_is_inside_has_cover() -> None:
    state = table()
    horse = replace(state.units["H1"], own=with_fields(state.units["H1"].own, inside="house"))
    state = replace(state, units={**state.units, "H1": horse})
    assert list(accounts_nap.of_fire(state, shot(cover="hard"), {"L1": 24})) == []
    assert list(accounts_nap.of_fire(state, shot(), {"L1": 24})) == ["H1 is inside and has no cover"]


# --- the edge --------------------------------------------------------------------------------------------------------


def test_a_figure_beyond_the_edge_is_found() -> None:
    state = table()
    with pytest.raises(AssertionError):
        happens(state, "rest", SetPose("L1.1", Pose(-5.0, 400.0, 0.0)))
