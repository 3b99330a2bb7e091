"""A body's own way through the move, by its orders, on the ground as it knows it (NAP-S08, NAP-S74).

Enemies are not asked for: who is halted by whom is the clock's, which asks for a new plan of what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars.body.goals import Goal
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import duty, housing, rates, sending, standing_actions, walking
from rulesets.napoleonic_wars.march.duty import Become, Fault, Mark
from rulesets.napoleonic_wars.march.way import NOW, Way
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import Deed, Doing, Track


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way through the move.

    Attributes
    ----------
    track
        Legs from ``since`` on; where they end it stands.
    time, over
        When the last action is done, as it is told and to the last digit.
    faults
        What may not be ordered, or is not carried out, with the reasons.
    becomes, marks
        What it becomes, and what happens on the way, in the order of time.
    doing
        What is unfinished at the end of the move.
    rest
        The part of the move in which it neither marches nor does what keeps it from reforming (NAP-S21).
    moved
        mm gone.
    did
        What it does that matters for reforming.
    stops
        By action, where an advance ends of itself (NAP-S74).
    orders
        The actions as the maps of a sheet, by number; -1 is what went on from the move before.
    holds
        It holds its fire in this move.
    """

    track: Track
    time: float
    over: float = 0.0
    faults: tuple[Fault, ...] = ()
    becomes: tuple[Become, ...] = ()
    marks: tuple[Mark, ...] = ()
    doing: Doing | None = None
    rest: float = 1.0
    moved: float = 0.0
    did: tuple[Deed, ...] = ()
    stops: dict[int, act.StopAt] = {}
    orders: dict[int, dict[str, Any]] = {}
    holds: bool = False


Verb = Callable[[Way, Any], bool]
"""Does an action; False where nothing after it is done in this move."""
VERBS: dict[type[act.Action], Verb] = {
    act.Advance: walking.advance,
    act.Wheel: walking.wheel,
    act.Back: walking.back,
    act.Ride: walking.ride,
    act.ActionMove: walking.action_move,
    act.Charge: walking.charge,
    act.Attack: walking.attack,
    act.Face: standing_actions.face,
    act.Form: standing_actions.form,
    act.Mass: standing_actions.mass,
    act.FilesOut: standing_actions.files_out,
    act.Limber: standing_actions.limber,
    act.Unlimber: standing_actions.unlimber,
    act.Mount: standing_actions.mount,
    act.Dismount: standing_actions.dismount,
    act.Lie: standing_actions.lie,
    act.StandUp: standing_actions.stand_up,
    act.Enter: housing.enter,
    act.Leave: housing.leave,
    act.Wait: standing_actions.wait,
    act.Spike: standing_actions.spike,
    act.Join: standing_actions.join,
    act.SendOut: sending.send_out,
}
DONE = {**standing_actions.DONE, **housing.DONE}
BUSY = (act.Limber, act.Unlimber, act.Enter, act.Leave, act.Spike)
"""Actions that go on in the next move and in whose time nobody reforms (NAP-S21)."""
MARCHES = (act.Advance, act.Wheel, act.Back, act.ActionMove)
WHILE_REFORMING = (act.Form, act.Face, act.Mass, act.FilesOut, act.Load)
"""What may be done in the time of reforming (NAP-DIS-16)."""
WITH_DOUBLE = (act.Advance, act.Wheel, act.FirePolicy, act.CounterChargeFor)

_MOST = 512
_kept: dict[Any, tuple[Any, Planned]] = {}


def plan(
    view: State,
    body: str,
    actions: Sequence[act.Action],
    since: float = 0.0,
    *,
    until: float = 1.0,
    freed: bool = False,
    holds: bool = False,
    goal: Goal | None = None,
) -> Planned:
    """The way of a body by some actions, from a moment of the move on.

    Parameters
    ----------
    freed
        It need not reform (NAP-R43).
    holds
        It was ordered to hold its fire earlier in the move (NAP-S28).
    goal
        Where a move at the double ends (NAP-S92).
    """
    parts = (view.bases, view.units, view.features, view.secret, view.own, view.options)
    key = (*map(id, parts), body, tuple(actions), since, until, freed, holds, goal)
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = (parts, _planned(known(view), body, tuple(actions), (since, until), freed, holds, goal))
        while len(_kept) > _MOST:
            del _kept[next(iter(_kept))]
    return found[1]


def _planned(
    view: State,
    body: str,
    actions: act.Actions,
    times: tuple[float, float],
    freed: bool,
    holds: bool,
    goal: Goal | None,
) -> Planned:
    way = Way.begun(view, body, *times)
    way.goal = goal
    holds = holds or act.holds_fire(actions)
    way.firing = not holds
    rest = _resumed(way, actions)
    if rest is not None:
        _ordered(way, actions, rest, freed)
    if way.waits_until > way.time:
        way.stand(way.waits_until - way.time, "reform")
    return Planned(
        Track(way.ids, tuple(way.legs)),
        moment(way.time),
        way.time,
        tuple(way.faults),
        tuple(way.becomes),
        tuple(way.marks),
        way.doing,
        moment(min(1.0, max(0.0, 1.0 - way.busy))),
        round(way.moved, 3),
        tuple(sorted(way.did)),
        way.stops,
        _orders(view, body, actions),
        holds,
    )


def _orders(view: State, body: str, actions: act.Actions) -> dict[int, dict[str, Any]]:
    found = dict(enumerate(act.plain(actions)))
    doing = facts.own(view, body).march.doing
    return found if doing is None else {-1: {"verb": doing.verb, **doing.args}, **found}


def _resumed(way: Way, actions: act.Actions) -> int | None:
    """Go on with what was not finished: the number of the first new action, None where there is no time for one."""
    told = way.own.march.doing
    if told is None or way.time > NOW:
        return 0
    if actions and isinstance(actions[0], act.GiveUp):
        return 1
    way.number = -1
    if told.verb == "cross":
        way.passed.add(str(told.args.get("obstacle")))
        way.did.add("crossed")
        left = way.stand(told.left, "cross", busy=True)
        way.doing = Doing("cross", moment(left), told.args) if left else None
        return None if left else 0
    found = act.read([{"verb": told.verb, **told.args}])
    if isinstance(found, Bar):
        way.fault(found)
        return 0
    done = DONE.get(type(found[0]))
    busy = isinstance(found[0], BUSY)
    return 0 if done is None or standing_actions.begin(way, found[0], told.left, done, busy=busy) else None


def _ordered(way: Way, actions: act.Actions, first: int, freed: bool) -> None:
    way.passed |= set(walking.astride(way))
    freed = freed or bool(way.passed)  # nobody reforms before he is wholly over an obstacle (NAP-DIS-11)
    doubles = any(isinstance(a, act.Advance) and a.pace == "double" for a in actions)
    for number, action in enumerate(actions[first:] if doubles else (), first):
        way.number = number
        if bar := _no_double(way, action):
            way.fault(bar)
            return
    for number, action in enumerate(actions[first:], first):
        way.number = number
        if isinstance(action, act.GiveUp):
            way.fault(Bar(T("A change can be given up only as the first action of a move."), "NAP-S49"))
            continue
        if isinstance(action, act.Reform):
            _reform(way, actions[number + 1 :])
            freed = True
            continue
        bar = duty.held(way.view, way.body, freed=freed) if isinstance(action, MARCHES) else None
        if bar is not None:
            way.fault(bar)
            return
        if way.waits_until > way.time + NOW and not isinstance(action, (*WHILE_REFORMING, *act.FREE)):
            way.stand(way.waits_until - way.time, "reform")
        if way.over() and isinstance(action, tuple(VERBS)):
            way.fault(Bar(T("There is no time left for this in the move. Shorten the actions before it."), "NAP-S08"))
            return
        if doubles:
            way.pace = "double"
            way.did.add("double")
        verb = VERBS.get(type(action))
        if verb is not None and not verb(way, action):
            return
    begins = any(isinstance(a, act.Reform) for a in actions) and not walking.astride(way)
    if begins and way.did & {"crossed", "left_bad"}:
        way.did.add("begins_reforming")


def _no_double(way: Way, action: act.Action) -> Bar | None:
    """Why an action does not go with a move at the double (NAP-DBL, NAP-FCH-05, NAP-R42)."""
    if not isinstance(action, WITH_DOUBLE):
        clause = "NAP-FCH-05" if isinstance(action, act.Form) else "NAP-R42"
        return Bar(
            T("A double move takes the whole move. Remove everything except marches at the double and wheels."), clause
        )
    if isinstance(action, act.FirePolicy) and not action.hold:
        bow = not way.own.regular and way.own.arm == "horse" and any(s.weapon == "bow" for s in way.own.subs)
        return (
            None if bow else Bar(T("Troops cannot fire during a double move. Order them to hold fire."), "NAP-DBL-06")
        )
    if isinstance(action, act.Advance) and action.pace != "double":
        return Bar(T("A double move takes the whole move. Make every march of it at the double."), "NAP-R42")
    if isinstance(action, act.Advance) and action.stop_at is not None:
        return Bar(T("A double move cannot stop before an enemy by itself. Remove the stop."), "NAP-DBL-02")
    if isinstance(action, act.Advance | act.Wheel) and rates.rate(way.view, way.body, "double") <= 0.0:
        clause = "NAP-HRS-05" if rates.missing(way.view, way.body) > 1 else "NAP-MOV-02"
        return Bar(T("This body cannot move at the double. March at normal speed."), clause)
    return None


def _reform(way: Way, after: Sequence[act.Action]) -> None:
    """Stand as long as the carried factors need; after an obstacle, as long as there is time (NAP-S21, NAP-S74)."""
    carried = facts.own(way.view, way.body).nerve.carried
    need = carried * book.time_of_a_factor(way.view, way.body) if carried else way.left
    if facts.is_deployed(way.view, way.body) and any(isinstance(a, act.FirePolicy) and not a.hold for a in after):
        way.did.add("gives_up_half")  # and the guns fire in the other (NAP-DIS-17)
        need = min(need, 0.5)
    way.waits_until = max(way.waits_until, way.time + min(need, way.left))
