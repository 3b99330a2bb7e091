"""Play without move orders: what is entered before each quarter of a move, put on the clock (NAP-ORD-17, NAP-S77).

The clock of a later quarter is run again from the beginning of the move by what has been entered since; what was shown
is shown again at its moment, so that nobody knows earlier what he came to know later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Bar
from game.engine.fields import with_fields
from game.engine.flow import Run
from game.engine.state import State
from game.geometry.shapes import Pose
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock import ends, stopping
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.march.planned_way import Planned
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.own import Leg, Track

QUARTERS = (0.25, 0.5, 0.75, 1.0)
FOR_GOOD = ("enter", "leave", "mount", "dismount", "join", "evade", "pause", "contact")
"""Acts and encounters after which a body is told nothing new in the move."""
LEFT = ("off", "gone")
"""Where figures are that have left the table in an earlier quarter of the move (NAP-S78)."""


def begins(quarter: int) -> float:
    """When a quarter (1 to 4) begins."""
    return (quarter - 1) / len(QUARTERS)


def is_played(view: State) -> bool:
    """Whether no move orders are written but for charges, attacks and counter-charges (NAP-ORD-17)."""
    return bool(view.options.get("order_free"))


def at_start(view: State) -> State:
    """The view with everybody where the move found him, by the ways that are kept: on the table, if he has left it."""
    poses: dict[str, Pose] = {}
    for track in notes.tracks(view).values():
        if track.legs:
            poses |= {b: Pose(*p) for b, p in zip(track.bases, track.legs[0].poses, strict=True)}
    here = {b: view.bases[b] for b in poses if b in view.bases}
    moved = {b: replace(x, pose=poses[b], where="table" if x.where in LEFT else x.where) for b, x in here.items()}
    return replace(view, bases={**view.bases, **moved})


def is_bound(view: State, body: str, way: Iterable[Leg | Stretch], time: float) -> bool:
    """Whether nothing new can be entered for a body at a moment, by its legs or stretches.

    It is party to a charge or attack, moves at the double for the whole move (NAP-R42), is busy with what goes on by
    itself (NAP-S08), or has changed into what it is only when the move is over.
    """
    ties = (*facts.ties(view, facts.CHARGE), *facts.ties(view, facts.ATTACK))
    if time <= 0.0:
        return any(body == t.a or (body == t.b and facts.charge(t).answer not in ("", "none", "stand")) for t in ties)
    gone = [leg for leg in way if leg.start < time - TICK]
    busy = any(leg.what in ends.GOES_ON and leg.end > time + TICK for leg in gone)
    changed = any(leg.what in FOR_GOOD for leg in gone)
    doubles = any(one.get("verb") == "advance" and one.get("pace") == "double" for one in notes.line_of(view, body))
    renews = "out_of_reach" in facts.own(view, body).march.did
    return busy or changed or doubles or renews or any(body in (t.a, t.b) for t in ties)


def has_reformed(view: State, body: str, way: Iterable[Leg | Stretch], time: float) -> bool:
    """Whether a body has stood long enough in this move to be rid of what it carried (NAP-S21)."""
    if not facts.own(view, body).nerve.carried:
        return True
    stood = sum(min(leg.end, time) - leg.start for leg in way if leg.start < time and leg.what not in ends.BUSY)
    return int(stood / book.time_of_a_factor(view, body) + TICK) >= facts.own(view, body).nerve.carried


def way_of(view: State, body: str) -> tuple[Leg, ...]:
    """The way of a body in this move, as it is kept."""
    return notes.tracks(view).get(body, Track(())).legs


def as_become(view: State, body: str, rows: Iterable[Become]) -> State:
    """The view with a body in the order that it has taken in this move; the state gives it when the move is over."""
    for row in rows:
        unit = view.units[body]
        bases = {b: replace(view.bases[b], shape=size) for b, size in row.sizes.items() if b in view.bases}
        units = {**view.units, body: replace(unit, own=with_fields(unit.own, **row.fields))}
        view = replace(view, units=units, bases={**view.bases, **bases})
    return view


def now(view: State) -> State:
    """All whom a view knows of as they stand at the end of a quarter: formations taken in this move among them."""
    here = known(view)
    for body in notes.with_key(view, "become"):
        if body in here.units:
            rows = msgspec.convert(notes.kept(view, body, "become"), tuple[Become, ...])
            here = as_become(here, body, rows)
    return here


def remember(run: Run, clock: Clock, plans: Mapping[str, Planned], quarter: int) -> None:
    """Keep what bodies have become up to the end of a quarter; forget it with the last one."""
    marks: list[ev.Change] = []
    for body, told in plans.items():
        rows = taken(clock.movers[body], told, clock.time) if quarter < len(QUARTERS) else ()
        if rows or notes.kept(run.state, body, "become") is not None:
            side = notes.side_of(run.state, body)
            marks.append(notes.noted(run.state, side, f"become {body}", msgspec.to_builtins(rows) or None))
    if marks:
        run.emit("quarter_over", "status", None, *marks, clauses=("NAP-S77",))


def taken(mover: Mover, told: Planned, time: float) -> tuple[Become, ...]:
    """What a body has become up to a moment."""
    return tuple(b for b in told.becomes if b.time <= time + TICK and ends.is_done(mover, told, b.action, time))


def redirect(view: State, clock: Clock, plans: dict[str, Planned], quarter: int) -> None:
    """What was entered for a quarter begins with it; who was not touched goes on as before (NAP-S77)."""
    for body in list(plans):
        found, mover = act.read(notes.line_of(view, body, quarter, since=quarter)), clock.movers.get(body)
        if isinstance(found, Bar) or not found or mover is None:
            continue
        if is_bound(view, body, mover.stretches, clock.time):
            continue
        freed = has_reformed(view, body, mover.stretches, clock.time) or notes.is_freed(view, body)
        rows = taken(mover, plans[body], clock.time)
        mover.go([], clock.time)
        clock.held.pop(body, None)
        stopping.told_anew(as_become(view, body, rows), clock, plans, body, (found, rows), freed=freed)
