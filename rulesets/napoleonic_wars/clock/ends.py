"""What becomes of bodies by what they did on the clock: formations taken, buildings entered, what is left unfinished.

A halt may have put off what was planned, or cut it short: what counts is what the body had time for (NAP-S08, NAP-S46).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.clock import grouping
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.march.duty import Become, Mark
from rulesets.napoleonic_wars.march.planned_way import Planned
from rulesets.napoleonic_wars.measures import TICK, moment
from rulesets.napoleonic_wars.own import Deed, Doing, Was

BUSY = frozenset(
    {
        *("advance", "wheel", "back", "charge", "attack", "evade", "give_way", "cross", "ride", "action_move"),
        *("mount", "dismount", "limber", "unlimber", "enter", "leave", "lie", "stand_up", "spike", "pause", "contact"),
    }
)
"""Verbs in whose time nobody reforms (NAP-S21)."""
DOUBLE_ENDS = ("goal", "shut")
"""Marks of a plan at which a double ends: its objective, ground that it may not enter (NAP-S92 (a), (c))."""
GOES_ON = ("form", "face", "mass", "limber", "unlimber", "enter", "leave", "spike", "cross")
"""What is begun and not finished goes on in the next move (NAP-S08)."""
KEPT = ("formation", "abreast", "turned", "prone")
"""What a body was before a change is kept of these fields (NAP-S101)."""


def carry_out(run: Run, clock: Clock, plans: Mapping[str, Planned]) -> None:
    """All that bodies have become, and what they did (NAP-S42, NAP-S49)."""
    taken = _takers(run.state, clock, plans)
    for body, told in plans.items():
        mover = clock.movers.get(body)
        if mover is None or body not in known(run.state).units:
            continue
        told = _kept_out(run.state, told, notes.side_of(run.state, body), taken)
        marks = [*_become(run.state, mover, told), *_deeds(run.state, mover, told)]
        if marks:
            run.emit("carried_out", "status", None, *marks, about=(body,) if body in run.state.units else ())
        grouping.saddled(run, body, [one for one in told.becomes if is_done(mover, told, one.action)])
    for body, told in plans.items():
        mover = clock.movers.get(body)
        joins = [m.thing for m in told.marks if m.what == "join" and mover and is_begun(mover, told, m)]
        if joins:
            grouping.join(run, body, joins[0])


def _takers(state: State, clock: Clock, plans: Mapping[str, Planned]) -> dict[str, str]:
    """By building that both want the side that has its first figures inside; "" for neither (NAP-S79)."""
    first: dict[str, dict[str, float]] = {}
    for body, told in plans.items():
        mover, side = clock.movers.get(body), notes.side_of(state, body)
        for mark in told.marks if mover else ():
            if mark.what == "in" and mover and is_begun(mover, told, mark):
                times = first.setdefault(mark.thing, {})
                times[side] = min(times.get(side, mark.time), mark.time)
    out: dict[str, str] = {}
    for name, times in first.items():
        soonest = [side for side, time in times.items() if time <= min(times.values()) + TICK]
        out[name] = soonest[0] if len(soonest) == 1 else ""
    return out


def _kept_out(state: State, told: Planned, side: str, taken: Mapping[str, str]) -> Planned:
    """A plan without the building that the other side has entered: it needs an attack now (NAP-S79)."""
    lost = {mark.thing for mark in told.marks if mark.what == "in" and taken.get(mark.thing, side) != side}
    if not lost:
        return told
    doing = None if told.doing is not None and told.doing.verb == "enter" else told.doing
    return replace(told, becomes=tuple(b for b in told.becomes if b.verb != "enter"), doing=doing)


OF_RESULT: dict[str, Deed] = {"follow_up": "melee"}
"""What results that move a body make it have done (NAP-DIS-12); of routs, retreats and pursuits the chapter of nerve
notes it, with what they cost (NAP-DIS-26)."""


def carry_out_forced(run: Run, clock: Clock, bodies: Iterable[str]) -> None:
    """What those did whom a result moves: how far they went, what keeps them from reforming (NAP-DIS-12)."""
    for body in bodies:
        mover, here = clock.movers[body], facts.own(known(run.state), body)
        did = {*here.march.did} | ({OF_RESULT[here.nerve.result]} if here.nerve.result in OF_RESULT else set())
        gone = sum(s.pace * (s.end - s.start) for s in mover.stretches if s.pace > 0.0)
        marks = own_fields(run.state, body, did=tuple(sorted(did)), moved=round(gone, 3), rest=_rest(mover))
        if marks:
            run.emit("carried_out", "status", None, *marks, about=(body,) if body in run.state.units else ())


def _rest(mover: Mover) -> float:
    """The part of the move in which nothing kept it from reforming (NAP-S21)."""
    return round(max(0.0, 1.0 - sum(s.end - s.start for s in mover.stretches if s.what in BUSY)), 4)


def spent(mover: Mover, action: int, until: float = 1.0) -> float:
    """The time of the plan that a body has done of an action up to a moment; slowed it does less in the same time."""
    mine = (s for s in mover.stretches if s.action == action and s.what not in ("stand", "halt") and s.start < until)
    return sum((min(s.end, until) - s.start) * s.share for s in mine)


def asked(told: Planned, action: int) -> float:
    """The time that it was planned to take."""
    return sum(leg.end - leg.start for leg in told.track.legs if leg.action == action and leg.what != "stand")


def is_done(mover: Mover, told: Planned, action: int, until: float = 1.0) -> bool:
    """Whether a body had time for all of an action that was planned."""
    return spent(mover, action, until) >= asked(told, action) - TICK


def _become(state: State, mover: Mover, told: Planned) -> Iterator[ev.Change]:
    here = facts.own(known(state), mover.body).stance
    fields, was = dict[str, Any](), list(here.was)
    for one in told.becomes:
        if is_done(mover, told, one.action) and one.verb not in grouping.SADDLE:
            before = {name: fields.get(name, getattr(here, name)) for name in one.fields if name in KEPT}
            was += [Was(moment(_over(mover, one.action)), before)] if before else []
            fields |= one.fields
            yield from _bases(state, one)
    for mark in told.marks:
        if mark.what == "spiked" and is_done(mover, told, mark.action) and mark.thing in state.bases:
            yield from changes.base(state, mark.thing, spiked=True)
    doing = told.doing if all(is_done(mover, told, leg.action) for leg in told.track.legs) else _unfinished(mover, told)
    yield from own_fields(state, mover.body, **fields, doing=doing, was=tuple(was))


def _over(mover: Mover, action: int) -> float:
    """The moment at which a body was done with an action; 0 of one that took no time."""
    return max((s.end for s in mover.stretches if s.action == action and s.what not in ("stand", "halt")), default=0.0)


def _unfinished(mover: Mover, told: Planned) -> Doing | None:
    """What was begun late and not finished: what it still takes; an action that was not begun is dropped."""
    for leg in told.track.legs:
        left = asked(told, leg.action) - spent(mover, leg.action)
        if leg.what in GOES_ON and left > TICK and spent(mover, leg.action) > TICK:
            args = told.orders.get(leg.action, {})
            return Doing(leg.what, round(left, 4), {k: v for k, v in args.items() if k != "verb"})
    return None


def _bases(state: State, one: Become) -> Iterator[ev.Change]:
    for base, size in one.sizes.items():
        if base in state.bases:
            yield ev.SetField("base", base, "shape", size)
    for base, pose in one.poses.items():
        if base in state.bases:
            yield ev.SetPose(base, pose)
    for base, building in one.inside.items():
        if base in state.bases:
            yield ev.SetPose(base, None, "inside", building)


def _deeds(state: State, mover: Mover, told: Planned) -> tuple[ev.Change, ...]:
    """What it did that matters later: way gone, deeds, time at rest (NAP-S21, NAP-SMA-30)."""
    gone = sum(s.pace * (s.end - s.start) for s in mover.stretches if s.pace > 0.0)
    did: set[Deed] = {*facts.own(known(state), mover.body).march.did, *told.did}
    if "crossed" in did and not any(m.what == "crossed" and is_begun(mover, told, m) for m in told.marks):
        did.discard("crossed")
    halted = any(s.what == "halt" for s in mover.stretches)
    if "double" in did and (halted or any(m.what in DOUBLE_ENDS for m in told.marks)):
        did.add("double_over")
    if "double" in did and not halted and any(m.what == "goal" for m in told.marks):
        did.add("arrived")
    if any(s.what == "evade" for s in mover.stretches):
        did.add("evaded")
    return own_fields(state, mover.body, did=tuple(sorted(did)), rest=_rest(mover), moved=round(gone, 3))


def is_begun(mover: Mover, told: Planned, mark: Mark) -> bool:
    """Whether a body came to what was planned: it has done what its action takes before that (NAP-S46, NAP-R24)."""
    mine = [leg for leg in told.track.legs if leg.action == mark.action and leg.what != "stand"]
    before = sum(min(leg.end, mark.time) - leg.start for leg in mine if leg.start < mark.time)
    if not mine:
        return not any(s.what == "halt" and s.start < mark.time - TICK for s in mover.stretches)
    return spent(mover, mark.action) >= before - TICK
