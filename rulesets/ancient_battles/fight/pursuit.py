"""When the tests are over: who may or must pursue whom; flights and pursuits rolled and run, ground given, overruns.

WAB-BRK-06, WAB-FLE-05, WAB-FRZ-04, WAB-HAT-03, WAB-S14, WAB-S15, WAB-S24 to WAB-S26, WAB-S30, WAB-S37.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Answer, Bar, Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.odds import Die, Pool, spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit import situation
from game.kit.attack import with_at
from game.kit.which_next import OneOf
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.attack.casualties import destroy
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.barriers import make_way
from rulesets.ancient_battles.fight import chase
from rulesets.ancient_battles.fight.chase import MEET, Chase, MeetData
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.fight.results import GIVE_GROUND, GroundData, loosen
from rulesets.ancient_battles.flee.flights import FLEE_FRAME, FleeData, bearing_away, dice_of_run
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import Facing

STAND = "stand"
OVERRUN = "overrun"


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that runs: away from whom, in which direction (degrees), how far (inches)."""

    unit: str
    away: str
    bearing: float
    inches: int = 0


class RoutData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Flights, ground given and pursuits of a phase.

    ``runners`` run, each from the enemy in ``aways``, some are ``giving`` ground. Of the ``deciders``, who may pursue,
    so many have been asked (``asking``); ``quarry`` is whom they pursue, or "overrun", ``rolls`` how far (inches).
    ``at`` counts the flights or pursuits thrown or run so far.
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


def quarries(view: State, unit: str, runners: Sequence[str], fought: Sequence[Fought]) -> tuple[str, ...]:
    """The broken enemies a unit may pursue, or "overrun": it has won, all it touched have broken or died (WAB-S24)."""
    combat = next((f for f in fought if unit in f.units and f.winner == view.units[unit].side), None)
    if combat is None or not situation.on_table(view, unit) or own(view, unit).fleeing:
        return ()
    if foes := facts.opponents(view, unit):
        return engagement.in_order(view, foes) if set(foes) <= set(runners) else ()
    died = any(not situation.on_table(view, f) for f in combat.foes.get(unit, ()))
    return (OVERRUN,) if died and unit in combat.charged else ()


def must_pursue(view: State, unit: str, among: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Those one of whom a unit must pursue, and why: the frenzied any, a hater those it hates (WAB-FRZ-04, WAB-HAT-03).

    A unit in a defended position need not pursue those it hates (WAB-S26).
    """
    broken = tuple(u for u in among if u != OVERRUN)
    if broken and facts.frenzied(view, unit):
        return broken, "WAB-FRZ-04"
    hated = tuple(u for u in broken if facts.hates(view, unit, u))
    return (hated, "WAB-HAT-03") if hated and not engagement.defended(view, unit) else ((), "")


def away_from(view: State, unit: str) -> tuple[str, ...]:
    """The enemies from one of whom a unit runs: the strongest in contact, else the nearest (WAB-S14)."""
    if strong := {f: facts.strength(view, f) for f in facts.opponents(view, unit)}:
        return tuple(f for f, strength in strong.items() if strength == max(strong.values()))
    nearest = facts.nearest(view, unit, facts.foes(view, unit))
    return (nearest,) if nearest else ()


def _aways(view: State, decision: Decision) -> tuple[Choice, ...]:
    return tuple(Choice(e, T("From {enemy}", enemy=Thing(e))) for e in decision.args["enemies"])


def _first(view: State, decision: Decision) -> str:
    return situation.in_order(view, decision.args["enemies"])[0]


AWAY = Posed("wab.away", OneOf("away", courses=_aways, usually=_first))
"""From which of several equally strong enemies a broken unit runs; by default the lowest id (WAB-S14, WAB-S37)."""


def catches(pursuit: int, flight: int) -> bool:
    """Whether a pursuit runs down a flight: it is at least as long (WAB-S24)."""
    return pursuit >= flight


def catch_chance(view: State, unit: str, enemy: str) -> float:
    """Chance that a pursuit runs a broken enemy down (WAB-S24)."""
    mine, theirs = (spread(Pool(charts.flight_dice(facts.rate(view, u)), Die())) for u in (unit, enemy))
    return math.fsum(p * q for a, p in mine.items() for b, q in theirs.items() if catches(a, b))


class PursueQuestion(OneOf):
    """Whom a unit pursues, or whether it stands; whether it overruns (WAB-S24)."""

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """The broken enemies, and standing where it is free to."""
        unit, among = decision.args["unit"], decision.args["quarries"]
        must, clause = must_pursue(view, unit, among)
        hated = Bar(T("{unit} must pursue an enemy it hates", unit=Thing(unit)), clause)
        stay = Bar(T("{unit} must pursue", unit=Thing(unit)), clause) if must else None
        label = {e: T("Overrun") if e == OVERRUN else T("Pursue {enemy}", enemy=Thing(e)) for e in among}
        chased = (Choice(e, label[e], hated if must and e not in must else None) for e in among)
        return (*chased, Choice(STAND, T("Stand"), stay))

    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        """The dearest enemy; no overrun."""
        free = [c.id for c in choices if c.bar is None and c.id not in (STAND, OVERRUN)]
        return max(free, key=lambda e: _points(view, e), default=STAND)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance to run the enemy down."""
        enemy = self.chosen(decision, answer)
        if enemy in (STAND, OVERRUN) or not self.check(view, decision, answer).legal:
            return None
        chance = catch_chance(view, decision.args["unit"], enemy)
        return Forecast((ForecastRow(T("{enemy}: run down", enemy=Thing(enemy)), chance),))


def _points(view: State, unit: str) -> int:
    return sum(profile(view, u).row.points for u in (unit, *facts.characters_in(view, unit)))


PURSUE = Posed("wab.pursue", PursueQuestion("pursue"))


@ROUT.step
def _begin(run: Run, data: RoutData, got: Any) -> Outcome:
    """From whom each runs: of several as strong its owner chooses (WAB-S37)."""
    view = run.state
    if not (unit := next((u for u in data.runners if u not in data.aways), "")):
        return Goto("directions", data)
    among = away_from(view, unit)
    if len(among) < 2:
        return Goto("begin", replace(data, aways={**data.aways, unit: among[0] if among else ""}))
    message = T("{unit}: from which enemy does it flee?", unit=Thing(unit))
    side, args = view.units[unit].side, {"unit": unit, "enemies": list(among)}
    return AWAY.ask(side, message, args, ("WAB-S14", "WAB-S37"), then="away")


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
    return PURSUE.ask(view.units[unit].side, message, args, clauses, then="decided")


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
    return Goto("pursuit", replace(data, rolls={**data.rolls, _pursuers(data)[data.at]: got.total}, at=data.at + 1))


@ROUT.step
def _catch(run: Run, data: RoutData, got: Any) -> Outcome:
    """A pursuit as long as the flight destroys the fleeing unit; nobody panics for it again (WAB-S24, WAB-R24)."""
    for flight in data.flights:
        hunters = [p for p in _pursuers(data) if data.quarry[p] == flight.unit]
        caught = [p for p in hunters if catches(data.rolls[p], flight.inches)]
        if caught and situation.on_table(run.state, flight.unit):
            best = max(caught, key=lambda p: (data.rolls[p], -hunters.index(p)))
            destroy(run, flight.unit, "run_down", best, ("WAB-S24", "WAB-R24"))
    return Goto("run", replace(data, at=0))


@ROUT.step
def _run(run: Run, data: RoutData, got: Any) -> Outcome:
    """The others run (WAB-BRK-06)."""
    if data.at == len(data.flights):
        return Goto("ground", replace(data, at=0))
    flight, data = data.flights[data.at], replace(data, at=data.at + 1)
    if not situation.on_table(run.state, flight.unit):
        return Goto("run", data)
    flee = FleeData(flight.unit, "combat", flight.away, bearing=flight.bearing, rolled=flight.inches)
    return FLEE_FRAME.call(flee, "run", data)


@ROUT.step
def _ground(run: Run, data: RoutData, got: Any) -> Outcome:
    """Stubborn units give ground when the broken run (WAB-S25)."""
    giving = tuple(u for u in engagement.in_order(run.state, data.giving) if not facts.fleeing(run.state, u))
    if data.at == len(giving):
        return Goto("chase", replace(data, at=0))
    return GIVE_GROUND.call(GroundData(giving[data.at]), "ground", replace(data, at=data.at + 1))


@ROUT.step
def _chase(run: Run, data: RoutData, got: Any) -> Outcome:
    """Pursuers go their full way in the direction of the flight; overruns go straight ahead (WAB-S24)."""
    pursuers = _pursuers(data)
    if data.at == len(pursuers):
        return Goto("end", data)
    unit, data = pursuers[data.at], replace(data, at=data.at + 1)
    view = run.state
    if not situation.on_table(view, unit) or facts.fleeing(view, unit) or facts.engaged(view, unit):
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
    return MEET.call(MeetData(unit, found.met, "overrun" if quarry == OVERRUN else "pursuit", edge), "chase", data)


def _go(run: Run, unit: str, quarry: str, found: Chase, inches: int) -> None:
    view, who, overran = run.state, Thing(unit), quarry == OVERRUN
    for routed in found.ridden:
        destroy(run, routed, "run_down", unit, ("WAB-S24",))
    changes: list[ev.Change] = [ev.SetPose(b, pose) for b, pose in chase.ends(view, unit, found).items()]
    if found.off is not None:
        gone = (b.id for u in (unit, *facts.characters_in(view, unit)) for b in view.bases_of(u))
        changes = [*(ev.SetPose(b, None, "off") for b in gone), own_field("unit", unit, off_at=found.off)]
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
    for unit in facts.fielded(run.state):
        loosen(run, unit)
    return Done()
