"""How a charge is received: the target goes on with its order until the charge proper begins (NAP-R171, NAP-RES-08)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State, Tie
from game.geometry.shapes import bearing, turn_between
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.body.goals import Goal
from rulesets.napoleonic_wars.clock import moments, stopping
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.clock.picture import with_moved
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.measures import TICK, moment
from rulesets.napoleonic_wars.own import Leg, Track

GOES_ON = ("form", "face", "mass", "stand_up")
"""What a body that receives a charge goes on with: changes of formation and front, rising (NAP-RES-08)."""


def off_front(view: State, body: str, charger: str) -> float:
    """Degrees from where a body faces to the middle of who charges it, to the right positive (NAP-RES-08)."""
    front = shape.front(view, body)
    x, y = shape.centre(view, charger)
    return turn_between(front.facing, bearing(x - front.x, y - front.y))


def begins(view: State, coming: Sequence[Tie]) -> float:
    """The moment at which the first of some charges proper begins; 0 where the target counter-charges (NAP-R171)."""
    if any(facts.charge(t).answer != "stand" for t in coming):
        return 0.0
    return _first(view, coming)


def _first(view: State, coming: Sequence[Tie]) -> float:
    """The moment at which the first of some charges proper begins."""
    return min((max(facts.charge(t).start, _manoeuvre(view, t.a)) for t in coming), default=0.0)


def routs_at(view: State, body: str) -> float:
    """The moment at which a body runs that the first value of a charge makes rout: its beginning (NAP-RES-12)."""
    coming = [t for t in facts.charges_on(view, body) if not facts.charge(t).home]
    return _first(view, coming) if facts.own(view, body).nerve.since == view.own.move else 0.0


def left_at(view: State, tie: Tie) -> float | None:
    """When the target of a charge leaves its place, if it runs as soon as the charge begins (NAP-S82 (b))."""
    told, target = facts.charge(tie), facts.own(view, tie.b).nerve
    if target.result == "rout" and target.since == view.own.move:
        return routs_at(view, tie.b)
    return told.answer_start if told.answer == "evade" and told.answer_start < 1.0 else None


def marched(view: State, body: str, until: float) -> tuple[State, Track]:
    """The situation in which a body has carried out its order up to a moment, and its way so far."""
    line = act.read(notes.line_of(view, body, 1))
    actions = () if isinstance(line, Bar) else tuple(a for a in line if not isinstance(a, act.SendOut))
    way = moments.cut(plan(view, body, actions, freed=True).track, until)
    return with_moved(view, [Mover.planned(view, body, way)], until), way


def _manoeuvre(view: State, charger: str) -> float:
    """The part of the move that a charger takes for the manoeuvre before its charge (NAP-CHG-08)."""
    line = act.read(notes.line_of(view, charger, 1))
    return 0.0 if isinstance(line, Bar) or charger not in view.units else plan(view, charger, line, freed=True).time


def received(
    view: State, body: str, actions: act.Actions, wheels: act.Actions, begin: float, freed: bool, goal: Goal | None
) -> Planned:
    """The way of a body that is charged: its order until the charge begins, then what it may still do standing."""
    if begin <= TICK:
        return plan(view, body, _standing(actions, wheels), freed=freed, goal=goal)
    whole = plan(view, body, actions, freed=freed, goal=goal)
    legs = _until(whole.track, begin)
    last = max((leg.action for leg in legs), default=-1)
    first = plan(view, body, actions[: last + 1], freed=freed, goal=goal)
    kept = replace(first, track=Track(first.track.bases, legs))
    since = max(begin, legs[-1].end if legs else begin)
    if since > begin:
        return kept  # a change that was under way is made, or goes on in the next move
    mover = Mover.planned(view, body, kept.track)
    there = with_moved(view, [mover], since)
    done = frozenset(leg.action for leg in legs)
    rest = _standing(actions[last + 1 :], wheels)
    return stopping.replanned(there, mover, kept, done, rest, last + 1, moment(since), freed=True)[0]


def _standing(actions: act.Actions, wheels: act.Actions) -> act.Actions:
    """What is left of an order for a body that stands, its wheel to face the charger first."""
    return (*wheels, *(a for a in actions if isinstance(a, (act.StandUp, act.Form, act.Face, act.Mass, *act.FREE))))


def _until(track: Track, begin: float) -> tuple[Leg, ...]:
    """The legs of a way that began before a moment, marches cut off there."""
    cut = {leg.start: leg for leg in moments.cut(track, begin).legs}
    legs = (leg for leg in track.legs if leg.start < begin - TICK)
    return tuple(leg if leg.what in GOES_ON else cut[leg.start] for leg in legs)
