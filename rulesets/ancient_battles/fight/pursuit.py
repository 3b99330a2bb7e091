"""When the tests are over: flights and pursuits decided, rolled and run, ground given, units overrun.

WAB-BRK-06, WAB-FLE-05, WAB-S14, WAB-S15, WAB-S24, WAB-S25, WAB-S30. Who may pursue whom is judged in
:mod:`rulesets.ancient_battles.fight.quarry`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Reply
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.text import Length, T, Thing
from game.kit.attack import with_at
from rulesets.ancient_battles.attack.casualties import destroy
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.making_way import make_way
from rulesets.ancient_battles.fight import chase
from rulesets.ancient_battles.fight.chase import Chase
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.fight.giving_ground import GroundData, loosen
from rulesets.ancient_battles.fight.meeting import MeetData
from rulesets.ancient_battles.fight.quarry import (
    OVERRUN,
    STAND,
    AwayQuestion,
    PursueQuestion,
    away_from,
    catches,
    quarries,
)
from rulesets.ancient_battles.flee.flights import FleeData, bearing_away, dice_of_run
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import Facing


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that runs: away from whom, in which direction (degrees), how far (inches)."""

    unit: str
    away: str
    bearing: float
    inches: int = 0


class RoutData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Flights, ground given and pursuits of a phase.

    Attributes
    ----------
    fought
        What came of the combats.
    runners, giving
        Units that run, units that give ground.
    asking, deciders
        Who may pursue, and how many have said.
    aways
        Runner -> the enemy it runs from.
    quarry
        Pursuer -> unit it pursues, or "overrun".
    rolls
        Pursuer -> inches.
    at
        Flights or pursuits thrown or run so far.
    met
        The pursuer on its way, and the enemy it ran into.
    """

    fought: tuple[Fought, ...]
    runners: tuple[str, ...]
    giving: tuple[str, ...] = ()
    flights: tuple[Flight, ...] = ()
    aways: dict[str, str] = {}
    deciders: tuple[str, ...] = ()
    asking: int = 0
    quarry: dict[str, str] = {}
    rolls: dict[str, int] = {}
    at: int = 0


ROUT = FrameOf("wab.rout", RoutData)


@ROUT.step
def _begin(run: Run, data: RoutData, got: Any) -> Outcome:
    """From whom each runs: of several as strong its owner chooses (WAB-S37)."""
    view = run.state
    unit = next((u for u in data.runners if u not in data.aways), "")
    if not unit:
        return Goto("directions", data)
    among = away_from(view, unit)
    if len(among) < 2:
        return Goto("begin", replace(data, aways={**data.aways, unit: among[0] if among else ""}))
    message = T("{unit}: away from which enemy?", unit=Thing(unit))
    side, args = view.units[unit].side, {"unit": unit, "enemies": list(among)}
    return Ask((Question("wab.away", side, message, args, ("WAB-S14", "WAB-S37")),), "away")


@ROUT.step
def _away(run: Run, data: RoutData, got: Reply) -> Outcome:
    unit = next(u for u in data.runners if u not in data.aways)
    return Goto("begin", replace(data, aways={**data.aways, unit: got.parts["away"]}))


@ROUT.step
def _directions(run: Run, data: RoutData, got: Any) -> Outcome:
    """Straight away from the middle of the enemy (WAB-S14, WAB-S37)."""
    view = run.state
    flights = tuple(Flight(u, data.aways[u], bearing_away(view, u, data.aways[u])) for u in data.runners)
    fought = engagement.in_order(view, (u for f in data.fought for u in f.units))
    deciders = tuple(u for u in fought if quarries(view, u, data.runners, data.fought))
    return Goto("decide", replace(data, flights=flights, deciders=deciders))


@ROUT.step
def _decide(run: Run, data: RoutData, got: Any) -> Outcome:
    """Each winner whose enemies have all broken or died decides before the dice fall (WAB-S24)."""
    if data.asking == len(data.deciders):
        return Goto("flight", replace(data, at=0))
    view, unit = run.state, data.deciders[data.asking]
    args = {"unit": unit, "quarries": list(quarries(view, unit, data.runners, data.fought))}
    message, clauses = T("{unit}: pursue or stand?", unit=Thing(unit)), ("WAB-S24", "WAB-FRZ-04", "WAB-HAT-03")
    return Ask((Question("wab.pursue", view.units[unit].side, message, args, clauses),), "decided")


@ROUT.step
def _decided(run: Run, data: RoutData, got: Reply) -> Outcome:
    unit, choice = data.deciders[data.asking], got.parts["pursue"]
    quarry = data.quarry if choice == STAND else {**data.quarry, unit: choice}
    return Goto("decide", replace(data, asking=data.asking + 1, quarry=quarry))


@ROUT.step
def _flight(run: Run, data: RoutData, got: Any) -> Outcome:
    """Flight rolls of all who run (WAB-FLE-03, WAB-S30)."""
    if data.at == len(data.flights):
        return Goto("pursuit", replace(data, at=0))
    unit = data.flights[data.at].unit
    return Roll(dice_of_run(run.state, unit, T("Flight of {unit}", unit=Thing(unit)), "WAB-FLE-03"), "flight_rolled")


@ROUT.step
def _flight_rolled(run: Run, data: RoutData, got: ev.Rolled) -> Outcome:
    done = replace(data.flights[data.at], inches=got.total)
    return Goto("flight", replace(data, flights=with_at(data.flights, data.at, done), at=data.at + 1))


def _pursuers(data: RoutData) -> tuple[str, ...]:
    return tuple(u for u in data.deciders if u in data.quarry)


@ROUT.step
def _pursuit(run: Run, data: RoutData, got: Any) -> Outcome:
    """Pursuers roll the same dice by their own rate (WAB-S24)."""
    pursuers = _pursuers(data)
    if data.at == len(pursuers):
        return Goto("catch", replace(data, at=0))
    unit = pursuers[data.at]
    return Roll(dice_of_run(run.state, unit, T("Pursuit of {unit}", unit=Thing(unit)), "WAB-S24"), "pursuit_rolled")


@ROUT.step
def _pursuit_rolled(run: Run, data: RoutData, got: ev.Rolled) -> Outcome:
    unit = _pursuers(data)[data.at]
    return Goto("pursuit", replace(data, rolls={**data.rolls, unit: got.total}, at=data.at + 1))


@ROUT.step
def _catch(run: Run, data: RoutData, got: Any) -> Outcome:
    """A pursuit as long as the flight destroys the fleeing unit; nobody panics for it again (WAB-S24, WAB-R24)."""
    for flight in data.flights:
        hunters = [p for p in _pursuers(data) if data.quarry[p] == flight.unit]
        caught = [p for p in hunters if catches(data.rolls[p], flight.inches)]
        if caught and facts.alive(run.state, flight.unit):
            best = max(caught, key=lambda p: (data.rolls[p], -hunters.index(p)))
            destroy(run, flight.unit, "run_down", best, ("WAB-S24", "WAB-R24"))
    return Goto("run", replace(data, at=0))


@ROUT.step
def _run(run: Run, data: RoutData, got: Any) -> Outcome:
    """The others run (WAB-BRK-06)."""
    if data.at == len(data.flights):
        return Goto("ground", replace(data, at=0))
    flight, data = data.flights[data.at], replace(data, at=data.at + 1)
    if not facts.alive(run.state, flight.unit):
        return Goto("run", data)
    flee = FleeData(flight.unit, "combat", flight.away, bearing=flight.bearing, rolled=flight.inches)
    return Call("wab.flee", flee, "run", data)


@ROUT.step
def _ground(run: Run, data: RoutData, got: Any) -> Outcome:
    """Stubborn units give ground when the broken run (WAB-S25)."""
    giving = tuple(u for u in engagement.in_order(run.state, data.giving) if not facts.fleeing(run.state, u))
    if data.at == len(giving):
        return Goto("chase", replace(data, at=0))
    return Call("wab.give_ground", GroundData(giving[data.at]), "ground", replace(data, at=data.at + 1))


@ROUT.step
def _chase(run: Run, data: RoutData, got: Any) -> Outcome:
    """Pursuers go their full way in the direction of the flight; overruns go straight ahead (WAB-S24)."""
    pursuers = _pursuers(data)
    if data.at == len(pursuers):
        return Goto("end", data)
    unit, data = pursuers[data.at], replace(data, at=data.at + 1)
    view = run.state
    if not facts.alive(view, unit) or facts.fleeing(view, unit) or facts.engaged(view, unit):
        return Goto("chase", data)
    quarry = data.quarry[unit]
    flight = next((f for f in data.flights if f.unit == quarry), None)
    ahead = view.bases_of(unit)[0].pose
    assert ahead is not None
    bearing = flight.bearing if flight else ahead.facing
    found = chase.chase(view, unit, bearing, inch(data.rolls[unit]), turn=flight is not None)
    edge: Facing = facing_charged(view, unit, found.met) if found.met else "front"
    _go(run, unit, quarry, found, data.rolls[unit])
    if not found.met:
        return Goto("chase", data)
    return Call(
        "wab.meet", MeetData(unit, found.met, "overrun" if quarry == OVERRUN else "pursuit", edge), "chase", data
    )


def _go(run: Run, unit: str, quarry: str, found: Chase, inches: int) -> None:
    view, who, overran = run.state, Thing(unit), quarry == OVERRUN
    for routed in found.ridden:
        destroy(run, routed, "run_down", unit, ("WAB-S24",))
    changes: list[ev.Change]
    if found.off is None:
        changes = [ev.SetPose(b, pose) for b, pose in chase.ends(view, unit, found).items()]
    else:
        gone = (b.id for u in (unit, *facts.characters_in(view, unit)) for b in view.bases_of(u))
        changes = [*(ev.SetPose(b, None, "off") for b in gone), ev.SetField("unit", unit, "own.off_at", found.off)]
    if found.off is not None:
        text = T("{unit} pursued off the table", unit=who)
    elif found.friend:
        text = T("{unit} stopped short of {friend}", unit=who, friend=Thing(found.friend))
    elif overran:
        text = T("{unit} overran by {inches}", unit=who, inches=Length(found.way))
    else:
        text = T("{unit} pursued {enemy} by {inches}", unit=who, enemy=Thing(quarry), inches=Length(found.way))
    told: dict[str, Any] = {"quarry": quarry, "inches": inches, "way": round(found.way, 3), "met": found.met}
    clauses = ("WAB-S24", "WAB-S15") if found.off else ("WAB-S24",)
    also = found.ridden if overran else (quarry, *found.ridden)
    run.tell(unit, "overran" if overran else "pursued", "move", text, clauses, *changes, also=also, unit=unit, **told)
    if found.off is None and not found.met:
        make_way(run, (unit,))


@ROUT.step
def _end(run: Run, data: RoutData, got: Any) -> Outcome:
    """Contacts that have come apart are over."""
    for unit in facts.standing(run.state):
        if engagement.contact_ties(run.state, unit):
            loosen(run, unit)
    return Done()


QUESTIONS = {"wab.pursue": PursueQuestion(), "wab.away": AwayQuestion()}
